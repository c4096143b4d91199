"""The chapter "combat basics" of Heimr."""
