"""Stamina, fatigue and mana (W11 to W16)."""
