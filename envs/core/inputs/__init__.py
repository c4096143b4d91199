"""Checks of what callers and files give, and reading and writing files."""
