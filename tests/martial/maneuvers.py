"""The fighters of the maneuvers: red_0 tries them, blue_0 suffers them."""

from __future__ import annotations

MAN = {"held": ["sword"], "carried": ["dagger"], "armour": "none", "strength": 3, "dexterity": 4,
       "trained": ["athletics", "acrobatics", "thievery"]}  # fmt: skip
FOE = {"held": ["axe", "shield"], "carried": ["mace"], "armour": "none", "dexterity": 0,
       "constitution": 0, "strength": 0, "trained": []}  # fmt: skip
