"""Dice, checks and attack modifiers (W17 to W33)."""
