"""The chapter "characters" of Heimr."""
