"""Crossing borders, structural barriers, concealment (H131, H148 to H156, H174)."""
