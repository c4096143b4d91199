"""Fields, and the movement of a phase."""

from __future__ import annotations

from quintain.envs.platemail.actions.table import ACTS
from quintain.envs.platemail.enums import Act, Life, Verb
from quintain.envs.platemail.rules.movement import move_all
from quintain.envs.platemail.tables import IS_READY

N, NE, E, SE, S, SW, W, NW = range(8)
STILL = {"does": Verb.DEFEND}
IDLE = {"does": Verb.FULL_ATTACK}  # stationary and Not Ready
OWN = ("does", "to", "act", "ready", "opportunity", "slips", "stand")


def march(battle, people):
    """Set every fighter's actions as the first steps of a phase would, and move."""
    battle.phase = 1
    for number, one in enumerate(people):
        phase = battle.phases[number]
        verb = one.get("does", Verb.DEFEND)
        act = one.get("act", ACTS[verb])
        phase.verb = verb
        phase.act = act
        phase.target = one.get("to", -1)
        phase.second_target = -1
        phase.ward = phase.target if act == Act.GUARD else -1
        phase.able = battle.fighters[number].life == Life.ABLE
        phase.ready = one.get("ready", IS_READY[act] and battle.fighters[number].entrapped == 0)
        phase.slips = act == Act.FALL_BACK
        phase.opportunity = one.get("opportunity", 0)
        phase.start_x = battle.fighters[number].x
        phase.start_y = battle.fighters[number].y
        battle.orders[number].stand = one.get("stand", 1)
    move_all(battle)


def at(battle, fighter=0):
    """The square of a fighter."""
    return int(battle.fighters[fighter].x), int(battle.fighters[fighter].y)


def field(*rows):
    """A map from rows of text."""
    return "\n".join(rows)
