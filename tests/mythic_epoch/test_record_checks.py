"""Relations between the fields of a record: each is broken once, and named."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.record_checks import StateError, check_battles
from quintain.envs.mythic_epoch.record_checks import CHECKS
from quintain.envs.mythic_epoch.state import Stage, Window
from quintain.envs.mythic_epoch.tables import Act, Status

pytestmark = pytest.mark.interpreted


def swap_squares(battle):
    battle.fighters[0].x = battle.fighters[1].x
    battle.fighters[0].y = battle.fighters[1].y


def announce(battle):
    battle.action = Act.READY


def ask_nobody(battle):
    battle.window, battle.stage = Window.REACTION, Stage.REACTIONS


BROKEN = {
    "order must name each fighter once": lambda b: b.order.fill(0),
    "seat must be the fighter's place in order": lambda b: b.fighters["seat"].fill(1),
    "partner must name each other": lambda b: setattr(b.fighters[0], "partner", 1),
    "status must be Bound, Grappled or Pinned with a partner only":
        lambda b: setattr(b.fighters[0], "status", Status.BOUND),
    "fighters must stand on floor of the map": lambda b: b.low.fill(-1),
    "fighters able to act must not share a square": swap_squares,
    "window must be one that opens in its stage": lambda b: setattr(b, "stage", Stage.WAY),
    "to_act must be the fighter whose turn or step it is":
        lambda b: setattr(b, "to_act", 1 - b.to_act),
    "to_act must be the opponent who is asked for a reaction": ask_nobody,
    "action must be announced from the reactions on, and only then": announce,
    "action, reaction and counter_tempo must be actions of their kind":
        lambda b: setattr(b.fighters[0], "reaction", Act.AIM),
    "target must be an opponent where the action names one": lambda b: setattr(b, "target", 1),
    "stepper and step_foe must be opponents in the window STEP":
        lambda b: setattr(b, "stepper", 0),
}  # fmt: skip


def test_each_relation_has_an_example():
    assert list(BROKEN) == [check.rule for check in CHECKS]


@pytest.mark.parametrize("rule", BROKEN)
def test_a_relation_that_is_broken_is_named(deployed, system, rule):
    battle = deployed("duel", seed=1)
    battles = np.array([battle], system.dtype)
    check_battles(system, battles)
    BROKEN[rule](battles[0])
    with pytest.raises(StateError, match=f"^no battle can be in this state: {rule}$"):
        check_battles(system, battles)
