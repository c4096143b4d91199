"""The chapter "dice challenges" of Heimr."""
