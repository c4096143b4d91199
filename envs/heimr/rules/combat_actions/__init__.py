"""The chapter "combat actions" of Heimr."""
