"""The chapter "effects" of Heimr."""
