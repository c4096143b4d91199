"""The chapter "environment" of Heimr."""
