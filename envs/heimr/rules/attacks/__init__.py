"""Weapon attack, brawl attack, targeting a body part (H84, H106 to H117)."""
