"""Dice challenges: the roll, situational penalties, requirements (H10 to H20, H171)."""
