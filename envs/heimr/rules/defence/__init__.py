"""The chapter "defence" of Heimr."""
