"""Heimr: one d6 and many d10, public defences rolled beforehand, fatigue that wears fighters out."""
