"""The chapter "stamina" of Martial."""
