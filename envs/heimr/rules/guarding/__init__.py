"""The chapter "guarding" of Heimr."""
