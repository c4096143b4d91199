"""Hiding, and the sounds that give it away or wake a sleeper (H95, H129, H132 to H135)."""
