"""Attackers and targets, and what an attack does to them."""

from __future__ import annotations

from collections import Counter

from quintain.envs.martial.rules.attack_roll import hits
from quintain.envs.martial.tables import PART_NAMES

# Level 3, so martial bonus 1. Red adds 4 with an axe; blue has defence value 10 and cannot parry.
RED = {"strength": 3, "dexterity": 0, "constitution": 0, "held": ["axe"], "armour": "none"}
BLUE = {"strength": 0, "dexterity": -1, "constitution": 2, "held": [], "armour": "none"}
# The same with a defence value of 14, where a natural 10 is equal.
HARD = {**BLUE, "natural_armour": 4}
OPEN = (3, 10, 14, 15)
"""Parts of a human body that 0 to 3 degrees open, the heart unknown."""


def bodies(red=None, blue=None):
    """Red and blue as `battle_of` takes them."""
    return [{**RED, **(red or {})}], [{**BLUE, **(blue or {})}]


def injuries(battle, fighter=1):
    """Injuries by kind of part."""
    victim = battle.fighters[fighter]
    found = Counter()
    for part in range(hits.num_parts(victim)):
        if victim.injuries[part]:
            found[PART_NAMES[int(hits.kind_of(victim, part))]] += int(victim.injuries[part])
    return dict(found)


def open_parts(battle):
    """Number of parts that the current hit can injure."""
    return int(hits.parts_open(battle))


def names(log):
    """The kinds of the events alone."""
    return [event[0] for event in log]
