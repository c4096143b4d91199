"""What a user runs: the command line, and later the table."""
