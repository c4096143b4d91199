"""Checks of arguments and files from outside; reading and writing files."""
