"""The chapter "reactions" of Martial."""
