"""Positioning: squares, lines, reach, cover, flanking (D56 to D58, RD27, RD47)."""
