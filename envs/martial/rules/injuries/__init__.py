"""Injuries: bodies and their parts, wounds, conditions, confusion (D15 to D45, D94, D96)."""
