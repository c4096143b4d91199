"""Modifiers of attack rolls: posture, cover, flank, range and the attacker's own state."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Posture,
    Role,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.common_actions.items import weapon_in
from quintain.envs.wildroll.rules.rolls import modifiers
from quintain.envs.wildroll.tables import NONE

pytestmark = pytest.mark.interpreted

STANDING, CROUCHING, PRONE = Posture
MELEE, RANGED = False, True
FIGHTER, ARCHER, MAGE, BARE_HAND = 1 + 2 + 1 + 1, 2 + 2 + 1 + 1, 2 + 2 + 1, 1 + 2
"""Modifiers of the cast's skills and weapons; the bare hand has no specialisation."""


def attack(battle, act=Act.STANDARD, slot=0, target=1, actor=0):
    """An attack, ready to be rolled."""
    action_stack.push(battle, Role.TURN, act, actor, target, slot)
    frame = battle.frames[battle.top]
    if act not in (Act.FIRE_BOLT, Act.GRAPPLE):
        frame.weapon = weapon_in(battle.fighters[actor], slot)
    return frame


def modifier(battle, *args, **more):
    """The sum of the modifiers of an attack of red_0 on the first blue fighter."""
    return int(modifiers.attack_modifier(battle, attack(battle, *args, **more)))


# --- Posture and cover (W30, W31) -----------------------------------------------------------------


@pytest.mark.rule("W30")
@pytest.mark.parametrize(
    ("posture", "melee", "ranged"), [(STANDING, 0, 0), (CROUCHING, 2, -2), (PRONE, 3, -3)]
)
def test_W30_posture(posture, melee, ranged):
    assert modifiers.posture_modifier(posture, MELEE) == melee
    assert modifiers.posture_modifier(posture, RANGED) == ranged


@pytest.mark.rule("W30")
@pytest.mark.parametrize(
    ("quarters", "melee", "ranged"),
    [(0, 0, 0), (1, 0, -1), (2, -2, -2), (3, -3, -3), (4, -5, -5)],
)
def test_W30_cover(quarters, melee, ranged):
    assert modifiers.cover_modifier(quarters, MELEE) == melee
    assert modifiers.cover_modifier(quarters, RANGED) == ranged


@pytest.mark.rule("W31")
@pytest.mark.parametrize(
    ("posture", "quarters", "ranged", "total"),
    [
        (PRONE, 1, RANGED, -3), (CROUCHING, 1, RANGED, -2), (CROUCHING, 2, RANGED, -2),
        (CROUCHING, 3, RANGED, -3), (PRONE, 3, RANGED, -3), (PRONE, 4, RANGED, -5),
        (STANDING, 1, RANGED, -1), (PRONE, 0, RANGED, -3),
        # A bonus and a penalty do add up.
        (PRONE, 2, MELEE, 1), (CROUCHING, 2, MELEE, 0), (CROUCHING, 4, MELEE, -3),
        (PRONE, 1, MELEE, 3), (STANDING, 4, MELEE, -5),
    ],
)  # fmt: skip
def test_W31_the_larger_penalty_but_a_bonus_adds_up(posture, quarters, ranged, total):
    assert modifiers.shelter_modifier(posture, quarters, ranged) == total


WALL = "\n".join(["." * 9] * 3 + [".....o..."])
"""A low wall at (5, 3), between (4, 3) and (6, 3)."""


@pytest.mark.rule("W30", "W31", "H22")
@pytest.mark.parametrize(
    ("posture", "ranged", "melee"), [(STANDING, -2, -2), (CROUCHING, -3, -1), (PRONE, -5, -2)]
)
def test_W31_behind_a_low_wall(battle_of, posture, ranged, melee):
    # Cover of 1/2, 3/4 and 9/10; in melee the posture helps who attacks.
    blue = [{"at": (6, 3), "posture": posture}]
    archer = battle_of(red=["archer"], blue=blue, map=WALL)
    assert modifier(archer) == ARCHER + ranged
    assert modifier(battle_of(blue=blue, map=WALL)) == FIGHTER + melee


# --- Flank (W33, W34) -----------------------------------------------------------------------------


def surrounded(battle_of, ignoring=()):
    """Red_0 and red_1 on both sides of blue_0, red_2 far off with a bow."""
    red = [{"at": (4, 3)}, {"at": (6, 3)}, {"base": "archer", "at": (12, 3)}]
    battle = battle_of(red=red, blue=[{"at": (5, 3), "ignoring": list(ignoring)}])
    battle.flanked = 0 if ignoring else 0b1000
    return battle


@pytest.mark.rule("W33")
def test_W33_every_attack_on_the_flanked(battle_of):
    battle = surrounded(battle_of)
    assert modifier(battle, target=3) == FIGHTER + 2
    assert modifier(battle, actor=2, target=3) == ARCHER + 2  # who does not flank it itself
    assert modifier(battle, actor=3, target=0) == FIGHTER


@pytest.mark.rule("W34", "W33")
def test_W34_the_ignored_attack_from_the_rear(battle_of):
    battle = surrounded(battle_of, ignoring=[1])
    assert modifier(battle, actor=1, target=3) == FIGHTER + 4
    assert modifier(battle, target=3) == FIGHTER  # it is not flanked now


# --- Range (RW24) ---------------------------------------------------------------------------------


@pytest.mark.rule("RW24")
@pytest.mark.parametrize(("increments", "less"), [(1, 0), (2, -2), (3, -4), (5, -8)])
def test_RW24_two_less_for_each_increment_beyond_the_first(increments, less):
    assert modifiers.range_modifier(increments) == less


@pytest.mark.rule("RW24", "RW19", "W22", "W23")
@pytest.mark.parametrize(("column", "less"), [(1, 0), (20, 0), (21, -2), (31, -2)])
def test_RW24_shots_and_fire_bolts(battle_of, column, less):
    blue = [{"at": (column, 3)}]
    bow = battle_of(red=[{"base": "archer", "at": (0, 3)}], blue=blue)
    assert modifier(bow) == ARCHER + less
    fire = battle_of(red=[{"base": "mage", "at": (0, 3)}], blue=blue)
    assert modifier(fire, Act.FIRE_BOLT) == MAGE + less


# --- The attacker's own state (W79, W84, W95, W104, W106, RW12) -----------------------------------


@pytest.mark.rule("W79", "H19")
@pytest.mark.parametrize("harried", [0, 1, 3])
def test_W79_harried_shots_but_no_blows_and_no_spells(battle_of, harried):
    red = [{"base": "archer", "harried": harried}, {"base": "mage", "harried": harried}]
    battle = battle_of(red=red)
    assert modifier(battle, target=2) == ARCHER - 2 * harried
    assert modifier(battle, slot=2, target=2) == 2 + 1
    assert modifier(battle, Act.FIRE_BOLT, actor=1, target=2) == MAGE


@pytest.mark.rule("W95", "H19")
@pytest.mark.parametrize("times", [0, 1, 2])
def test_W95_the_distracted_in_every_attack(battle_of, times):
    red = [{"base": name, "distracted": times} for name in ("fighter", "archer", "mage")]
    battle = battle_of(red=red)
    assert modifier(battle, target=3) == FIGHTER - 2 * times
    assert modifier(battle, actor=1, target=3) == ARCHER - 2 * times
    assert modifier(battle, Act.FIRE_BOLT, actor=2, target=3) == MAGE - 2 * times


@pytest.mark.rule("W84")
def test_W84_in_one_hex_both_are_hindered_in_all_attacks(battle_of):
    battle = battle_of(blue=[{"base": "archer", "at": (4, 3)}, {"at": (5, 3)}])
    assert modifier(battle) == FIGHTER - 2
    assert modifier(battle, target=2) == FIGHTER - 2
    assert modifier(battle, actor=1, target=0) == ARCHER - 2
    assert modifier(battle, actor=2, target=0) == FIGHTER


@pytest.mark.rule("RW12")
def test_RW12_grapplers_shoot_worse(battle_of):
    red = [{"holding": [3]}, "archer", {"base": "mage", "holding": [3]}]
    battle = battle_of(red=red, blue=["fighter", {"holding": [1]}])
    assert modifier(battle, target=3) == FIGHTER
    assert modifier(battle, actor=1, target=3) == ARCHER - 2
    assert modifier(battle, Act.FIRE_BOLT, actor=2, target=3) == MAGE - 2


@pytest.mark.rule("W104")
@pytest.mark.parametrize(("race", "less"), [("human", 5), ("merfolk", 0)])
def test_W104_blows_under_water(battle_of, race, less):
    battle = battle_of(red=[{"race": race, "underwater": True}, "mage"])
    assert modifier(battle, target=2) == FIGHTER - less
    battle.fighters[1].underwater = True
    assert modifier(battle, Act.FIRE_BOLT, actor=1, target=2) == MAGE


@pytest.mark.rule("W106")
def test_W106_a_rider_against_those_below(battle_of):
    red = [{"rides": 1}, {"base": "warhorse", "at": (4, 3)}]
    battle = battle_of(red=red, blue=["fighter", "griffin"])
    assert modifier(battle, target=2) == FIGHTER + 1
    assert modifier(battle, target=3) == FIGHTER
    assert modifier(battle, Act.GRAPPLE, target=2) == BARE_HAND + 1


# --- All together (W72, W88, W91) -----------------------------------------------------------------


@pytest.mark.rule("W72")
@pytest.mark.parametrize(
    ("act", "less"),
    [(Act.NONLETHAL, 2), (Act.QUICK, 0), (Act.STANDARD, 0), (Act.STRONG, 0), (Act.REBUFF, 0)],
)
def test_W72_a_nonlethal_attack_takes_2(battle_of, act, less):
    assert modifier(battle_of(), act) == FIGHTER - less


@pytest.mark.rule("W88", "H18")
def test_W88_a_grapple_is_rolled_with_what_one_grips_with(battle_of):
    battle = battle_of(red=["fighter", {"base": "wrestler", "held": ["sword"]}])
    assert modifier(battle, Act.GRAPPLE, target=2) == BARE_HAND
    assert modifier(battle, Act.GRAPPLE, actor=1, target=2) == 1 + 2 + 2


@pytest.mark.rule("W30", "W33", "W72", "W95", "RW10")
def test_W30_everything_adds_up(battle_of):
    red = [{"distracted": 1, "wounds": {"severe": 1}}]
    battle = battle_of(red=red, blue=[{"posture": PRONE}], flanked=0b10)
    assert modifier(battle, Act.NONLETHAL) == FIGHTER - 2 - 2 - 2 + 3 + 2


@pytest.mark.rule("W91")
def test_W91_whoever_is_put_before_it_is_met_where_the_first_target_is(battle_of):
    blue = [{"at": (25, 3), "posture": CROUCHING}, {"at": (26, 3), "posture": PRONE}]
    battle = battle_of(red=["archer"], blue=blue)
    frame = attack(battle)
    assert frame.weapon != NONE
    frame.target = 2
    assert modifiers.attack_modifier(battle, frame) == ARCHER - 2 - 2
    battle.flanked = 0b100
    assert modifiers.attack_modifier(battle, frame) == ARCHER - 2 - 2
    battle.flanked = 0b010
    assert modifiers.attack_modifier(battle, frame) == ARCHER - 2 - 2 + 2
