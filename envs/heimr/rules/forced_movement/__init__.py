"""The chapter "forced movement" of Heimr."""
