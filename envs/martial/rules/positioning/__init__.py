"""The chapter "positioning" of Martial."""
