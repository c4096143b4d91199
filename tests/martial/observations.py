"""States to observe."""

from __future__ import annotations

from quintain.envs.martial.enums import Kind, Step
from quintain.envs.martial.state import TURN_FRAME
from quintain.envs.martial.tables import NONE


def under_way(battle, **fields):
    """An attack of fighter 0 on the first enemy, during a Move of the turn."""
    battle.frame = TURN_FRAME
    attack = battle.attacks[TURN_FRAME]
    attack.attacker, attack.target = 0, int(battle.side_size[0])
    attack.kind, attack.step, attack.maneuver, attack.part = Kind.MELEE, Step.PARRY, NONE, NONE
    attack.weapon = max(0, int(battle.fighters[0].held[0]))
    for field, value in fields.items():
        attack[field] = value
    return battle
