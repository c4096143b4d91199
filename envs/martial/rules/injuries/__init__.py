"""The chapter "injuries" of Martial."""
