"""Flanking, lines of sight and cover (W30 to W34)."""
