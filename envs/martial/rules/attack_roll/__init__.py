"""The chapter "attack roll" of Martial."""
