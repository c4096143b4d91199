"""The chapter "initiative" of Martial."""
