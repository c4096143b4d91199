"""The chapter "health" of Heimr."""
