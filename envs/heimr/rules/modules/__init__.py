"""The chapter "modules" of Heimr."""
