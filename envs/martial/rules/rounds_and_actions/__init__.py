"""Rounds and actions: the turn, attacks and their options, movement, items (D61 to D87)."""
