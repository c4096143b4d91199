"""Observations without hidden facts (RW26, XW1 to XW4)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.wildroll.enums import Act, Role, Window
from quintain.envs.wildroll.observation.layout import ACT_LOOK
from quintain.envs.wildroll.rules.combat_sequence.action_stack import push
from quintain.envs.wildroll.tables import NONE

from .observations import look, numbers

pytestmark = pytest.mark.interpreted


# --- What is hidden (RW26, XW1 to XW4) ------------------------------------------------------------


@pytest.fixture
def stays(battle_of):
    """Whether red_0's observation is unchanged when fighter 2, an enemy, is changed."""

    def check(change, **blue):
        battle = battle_of([{}, {}], [blue, {}], to_act=0, window=Window.TURN)
        push(battle, Role.TURN, Act.QUICK, 2, 0, 0)
        before = numbers(battle, 0)
        change(battle)
        return (numbers(battle, 0) == before).all()

    return check


@pytest.mark.rule("XW2", "XW1")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("attributes", 3), ("skills", 3), ("specialisations", 3), ("stamina", 3), ("mana", 9),
        ("invested", 3), ("fatigue", 1), ("pack", 2), ("potions", 2), ("spells", 7),
        ("tie_roll", 7), ("is_trained", True), ("passing", True), ("switched", 3),
        ("evaded_by", 7), ("hurrying", True), ("cast", 3), ("dash_rate", 4),
    ],
)  # fmt: skip
def test_XW2_numbers_of_enemies_do_not_show(stays, field, value):
    def change(battle):
        battle.fighters[2][field] = value

    assert stays(change)


@pytest.mark.rule("XW2")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("initiative", 3),
        ("action_points", 3),
        ("posture", 1),
        ("fatigue", 6),
        ("opening", 17),
        ("run", 4),
        ("surprised", True),
        ("last_target", 0),
    ],
)
def test_XW2_what_is_open_shows(stays, field, value):
    def change(battle):
        battle.fighters[2][field] = value

    assert not stays(change)


@pytest.mark.rule("RW26", "XW1", "W80")
def test_RW26_that_something_is_readied_shows_and_not_what(battle_of, stays):
    def ready(battle):
        battle.fighters[2].readied = Act.TRIP

    assert stays(ready, readied=Act.QUICK)
    assert not stays(ready)
    battle = battle_of(blue=[{}, {"readied": Act.TRIP}])
    assert look(battle, 0)["enemy_1.has_readied"] == look(battle, 1)["ally_0.has_readied"] == 1
    assert look(battle, 2)["own.readied"] == pytest.approx(ACT_LOOK[Act.TRIP])


@pytest.mark.rule("RW26", "XW1", "W80")
def test_RW26_the_declaration_does_not_say_what_is_readied(battle_of):
    battle = battle_of([{}, {}], [{}, {}])
    push(battle, Role.TURN, Act.READY, 2, -1, 3)
    before = [numbers(battle, actor) for actor in (0, 1, 3)]
    battle.frames[battle.top].argument = 9
    after = [numbers(battle, actor) for actor in (0, 1, 3)]
    assert np.array_equal(before, after)


@pytest.mark.rule("XW1", "H26")
def test_XW1_nothing_of_a_hidden_enemy_shows(stays):
    def change(battle):
        it = battle.fighters[2]
        it.x, it.y, it.posture, it.bleeding, it.armour, it.stamina = 20, 9, 2, 2, 3, 1
        it.held[:] = 3, NONE
        it.wounds[2] = 1
        it.action_points = 3
        battle.frames[battle.top].act, battle.frames[battle.top].target = Act.STRONG, 1

    assert stays(change, hidden=True)
    assert not stays(change)


@pytest.mark.rule("XW1")
def test_XW1_its_own_side_sees_who_hides(battle_of):
    battle = battle_of([{}, {"hidden": True}], [{}])
    assert (look(battle, 0)["ally_0.hidden"], look(battle, 0)["ally_0.awake"]) == (1, 1)
    assert (look(battle, 2)["enemy_0.awake"], look(battle, 2)["enemy_1.awake"]) == (1, 0)
    assert look(battle, 2)["window.sides"] == pytest.approx([1 / 6, 1 / 6])
    push(battle, Role.TURN, Act.QUICK, 1, 2, 0)
    assert np.any(look(battle, 0)["window.act"])
    assert not np.any(look(battle, 2)["window.act"])
    battle.fighters[1].hidden = False
    assert np.any(look(battle, 2)["window.act"])


@pytest.mark.rule("XW4", "XW2")
def test_XW4_dice_are_open_after_the_roll_totals_to_the_side_that_rolled(battle_of):
    battle = battle_of([{}, {}], [{}, {}])
    push(battle, Role.TURN, Act.QUICK, 0, 2, 0)
    assert look(battle, 2)["window.natural"] == 0
    battle.frames[battle.top].natural, battle.frames[battle.top].total = 14, 19
    for actor in range(4):
        seen = look(battle, actor)
        assert seen["window.natural"] == pytest.approx(14 / 18)
        assert seen["window.total"] == pytest.approx(19 / 30 if actor < 2 else 0)


def test_the_dice_to_come_do_not_show(stays):
    def change(battle):
        battle.dice[:] = seed_rng_states(5, 1)[0]
        battle.num_loaded = 3

    assert stays(change)
