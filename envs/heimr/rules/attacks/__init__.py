"""The chapter "attacks" of Heimr."""
