"""IF: the conditions between the phases (P8, P9, RP16)."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.platemail.actions.table import NEAR_SQUARES
from quintain.envs.platemail.enums import (
    Condition,
    Life,
)
from quintain.envs.platemail.rules.conditions import holds

pytestmark = [pytest.mark.interpreted]

WALLED = "\n".join(["." * 16] * 4 + ["....#...........", *["." * 16] * 4])
"""A pillar at (4, 4)."""
ABOUT_ENEMIES = (Condition.REACHED, Condition.DOWN, Condition.MOVED, Condition.USED_WEAPON)


def asked(battle, condition, argument=NOBODY, actor=0):
    """Whether a condition holds for a fighter."""
    return bool(holds(battle, actor, int(condition), argument))


@pytest.mark.rule("RP16")
def test_RP16_without_a_condition_the_first_branch_is_taken(duel):
    assert asked(duel(), Condition.ALWAYS)


@pytest.mark.rule("RP16", "P25", "RP19")
@pytest.mark.parametrize(
    ("hand", "x", "reached"),
    [("sword", 5, True), ("sword", 6, False), ("pike", 6, True), ("pike", 7, False)],
)
def test_RP16_reached_is_within_the_own_melee_range(duel, hand, x, reached):
    battle = duel({"at": (4, 4), "hand": hand}, {"at": (x, 4)})
    assert asked(battle, Condition.REACHED, 1) == reached
    assert asked(battle, Condition.REACHED_ANY) == reached


@pytest.mark.rule("RP16")
def test_RP16_the_fallen_are_reached_no_more(fight):
    battle = fight(
        [{"at": (4, 4)}], [{"at": (5, 4), "life": int(Life.FATALLY_WOUNDED)}, {"at": (9, 4)}]
    )
    assert not asked(battle, Condition.REACHED, 1)
    assert not asked(battle, Condition.REACHED_ANY)


@pytest.mark.rule("RP16")
def test_RP16_reached_is_about_the_one_named(fight):
    battle = fight([{"at": (4, 4)}], [{"at": (5, 4)}, {"at": (9, 4)}])
    assert asked(battle, Condition.REACHED, 1)
    assert not asked(battle, Condition.REACHED, 2)


@pytest.mark.rule("RP16")
@pytest.mark.parametrize("life", list(Life))
def test_RP16_down_is_whoever_cannot_act(duel, life):
    battle = duel(blue={"life": int(life)})
    assert asked(battle, Condition.DOWN, 1) == (life != Life.ABLE)


@pytest.mark.rule("RP16")
@pytest.mark.parametrize("threshold", [1, 2, 3])
def test_RP16_wounded_counts_from_the_threshold_on(duel, threshold):
    for wounds in range(5):
        battle = duel({"wounds": wounds})
        assert asked(battle, Condition.WOUNDED, threshold) == (wounds >= threshold)


@pytest.mark.rule("RP16", "RP47")
@pytest.mark.parametrize(
    ("state", "hindered"), [({}, False), ({"prone": 1}, True), ({"entrapped": 1}, True)]
)
def test_RP16_hindered_is_entrapped_or_prone(duel, state, hindered):
    assert asked(duel(state), Condition.HINDERED) == hindered


@pytest.mark.rule("RP16")
def test_RP16_an_ally_is_down(fight):
    battle = fight([{"at": (3, 4)}, {"at": (5, 6)}], [{}])
    assert not asked(battle, Condition.ALLY_DOWN)
    battle.fighters[1].life = Life.STABLE
    assert asked(battle, Condition.ALLY_DOWN)
    battle.fighters[1].life = Life.ABLE
    battle.fighters[2].life = Life.DEAD  # an enemy
    battle.fighters[0].life = Life.FATALLY_WOUNDED  # oneself
    assert not asked(battle, Condition.ALLY_DOWN)


@pytest.mark.rule("RP16")
@pytest.mark.parametrize(
    ("condition", "fact"), [(Condition.MOVED, "moved"), (Condition.USED_WEAPON, "used_weapon")]
)
def test_RP16_what_an_enemy_did_in_the_first_phase(fight, condition, fact):
    battle = fight([{}], [{fact: 1}, {}])
    assert asked(battle, condition, 1)
    assert not asked(battle, condition, 2)


@pytest.mark.rule("RP16")
def test_RP16_attacked_is_about_oneself(duel):
    assert asked(duel({"attacked": 1}), Condition.ATTACKED)
    assert not asked(duel(blue={"attacked": 1}), Condition.ATTACKED)


@pytest.mark.rule("RP16", "RP13")
@pytest.mark.parametrize("squares", NEAR_SQUARES)
def test_RP16_near_is_up_to_so_many_squares(duel, squares):
    for beyond, near in ((0, True), (1, False)):
        battle = duel({"at": (1, 4)}, {"at": (1 + squares + beyond, 4)})
        assert asked(battle, Condition.NEAR, squares) == near


@pytest.mark.rule("RP16")
@pytest.mark.parametrize("gone", [{"hidden_from": 1}, {"life": 1}, {"at": (6, 4)}])
def test_RP16_near_asks_for_the_closest_of_those_able_and_perceived(fight, gone):
    battle = fight([{"at": (3, 4)}], [{"at": (3, 6), **gone}, {"at": (3, 8)}], map=WALLED)
    assert not asked(battle, Condition.NEAR, 3)
    assert asked(battle, Condition.NEAR, 6)
    battle.fighters[1].hidden_from = battle.fighters[1].life = 0
    battle.fighters[1].x, battle.fighters[1].y = 3, 6
    assert asked(battle, Condition.NEAR, 3)


@pytest.mark.rule("P9", "RP16", "RP36")
@pytest.mark.parametrize("condition", ABOUT_ENEMIES)
def test_P9_of_those_not_perceived_nothing_holds(duel, condition):
    life = int(Life.STABLE if condition == Condition.DOWN else Life.ABLE)
    enemy = {"at": (5, 4), "life": life, "moved": 1, "used_weapon": 1}
    me = {"at": (3, 4), "hand": "pike"}
    assert asked(duel(me, {**enemy, "at": (3, 6)}, map=WALLED), condition, 1)
    assert not asked(duel(me, enemy, map=WALLED), condition, 1)
    hidden = duel(me, {**enemy, "at": (3, 6), "hidden_from": 1}, map=WALLED)
    assert not asked(hidden, condition, 1)
    assert not asked(hidden, condition, NOBODY)


@pytest.mark.rule("P9", "RP16")
def test_P9_an_ally_behind_a_wall_is_not_seen_to_fall(fight):
    red = [{"at": (3, 4)}, {"at": (6, 4), "life": int(Life.STABLE)}]
    battle = fight(red, [{"at": (9, 8)}], map=WALLED)
    assert not asked(battle, Condition.ALLY_DOWN)
    battle.fighters[1].x, battle.fighters[1].y = 3, 6
    assert asked(battle, Condition.ALLY_DOWN)
