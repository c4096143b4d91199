"""Dodge, block and parry, and rolling them beforehand (H106, H118 to H126)."""
