"""Attributes, abilities, conditions and racial powers (H1 to H4, H37 to H42, RH62)."""
