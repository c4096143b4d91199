"""Miscellaneous actions: Hinder, doors, potions, devices (W93 to W97, W102, W110)."""
