"""Observations: the layout and what writes it."""
