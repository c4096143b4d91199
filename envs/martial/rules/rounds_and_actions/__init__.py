"""The chapter "rounds and actions" of Martial."""
