"""The chapter "positions" of Heimr."""
