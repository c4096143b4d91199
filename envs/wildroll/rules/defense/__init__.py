"""Defenses (W35 to W41, W78)."""
