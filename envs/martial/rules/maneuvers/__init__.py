"""The chapter "maneuvers" of Martial."""
