"""An attack step by step: Defense, roll, damage, wound, falling."""

from __future__ import annotations

from itertools import product

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Defence,
    Life,
    Posture,
    Role,
    Step,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack
from quintain.envs.wildroll.rules.common_actions.items import weapon_in
from quintain.envs.wildroll.rules.grappling import grapples
from quintain.envs.wildroll.rules.offensive_actions import strike

pytestmark = pytest.mark.interpreted

# A fighter adds 5 to its attack against a Defense of 11 and a Toughness of 3, and 1 to the damage:
# the dice less 8 are the final damage.
SHIELDED = {"held": ["sword", "shield"]}
"""Defense 13: hit by 8 on the dice."""
TOUGH = {"vitality": 5, "armour": "none", "skills": {"resistance": 3}}
"""Toughness 5, Fortitude 8."""


def begin(battle, act=Act.STANDARD, slot=0, target=1, actor=0, step=Step.INTERPOSED):
    """An attack that takes place."""
    role = Role.REACTION if act == Act.REBUFF else Role.TURN
    action_stack.push(battle, role, act, actor, target, slot)
    frame = battle.frames[battle.top]
    if act not in (Act.FIRE_BOLT, Act.GRAPPLE):
        frame.weapon = weapon_in(battle.fighters[actor], slot)
    frame.unseen = battle.fighters[actor].hidden
    frame.step = step
    return frame


def go_on(battle):
    """Steps of the attack until a fighter decides or it is resolved."""
    battle.window = 0
    frame = battle.frames[battle.top]
    while battle.window == 0 and frame.step != Step.RESOLVED:
        strike.attack_step(battle)
    return frame


def attack(battle, loaded, faces, *args, **more):
    """A whole attack without decisions, or up to the first decision."""
    begin(battle, *args, **more)
    with loaded(battle, faces):
        return go_on(battle)


def roll(battle, loaded, faces, *args, **more):
    """No more than the roll of an attack."""
    frame = begin(battle, *args, step=Step.ROLL, **more)
    with loaded(battle, faces):
        strike.attack_step(battle)
    return frame


def wounds(battle, fighter=1):
    """Wounds of each level, light first."""
    return battle.fighters[fighter].wounds.tolist()


def initiatives(battle):
    """Of all fighters."""
    return [int(battle.fighters[i].initiative) for i in range(battle.num_fighters)]


# --- The roll (W17, W18, W28, W105) ---------------------------------------------------------------


@pytest.mark.rule("W18", "RW18", "W112")
@pytest.mark.parametrize(("faces", "hit"), [((3, 3, 2), True), ((3, 3, 1), False)])
def test_W18_equal_to_the_defense_hits(battle_of, loaded, events, faces, hit):
    battle = battle_of(blue=[{**SHIELDED, **TOUGH}])
    frame = attack(battle, loaded, faces)
    assert frame.hit == hit
    assert (frame.total, frame.value) == (sum(faces) + 5, 13)
    assert [event[0] for event in events(battle, "misses", "hits")] == ["hits" if hit else "misses"]


@pytest.mark.rule("W17", "RW2")
@pytest.mark.parametrize(
    ("faces", "total"), [((6, 6, 4, 3), 24), ((1, 1, 3, 6), 4), ((5, 5, 5), 20)]
)
def test_W17_attack_rolls_are_wild(battle_of, loaded, faces, total):
    assert roll(battle_of(), loaded, faces).total == total


@pytest.mark.rule("W17", "W18", "RW2")
def test_W18_exact_odds_of_a_hit(battle_of, load):
    # Of 1296 throws of three dice and one more those that reach 8: from 8 on all, 16 and more too.
    battle = battle_of(blue=[{**SHIELDED, **TOUGH}], log=False)
    hits = 0
    for dice in product(range(1, 7), repeat=3):
        begin(battle, step=Step.ROLL)
        load(battle, [*dice, 1])
        strike.attack_step(battle)
        hits += 6 * battle.frames[battle.top].hit
        action_stack.pop(battle)
    assert hits == 6 * sum(sum(dice) >= 8 for dice in product(range(1, 7), repeat=3)) == 6 * 181


@pytest.mark.rule("W28")
@pytest.mark.parametrize(
    ("strength", "faces", "hit"),
    [
        (0, (3, 3, 3), True), (0, (3, 3, 2), False), (2, (3, 3, 1), True), (2, (3, 2, 1), False),
    ],
)  # fmt: skip
def test_W28_penetrating_damage_counts_before_the_hit(battle_of, loaded, strength, faces, hit):
    # A serpent adds 6 and, since its fangs penetrate, its Strength less 2.
    battle = battle_of(red=[{"base": "serpent", "strength": strength}], blue=[SHIELDED])
    assert attack(battle, loaded, faces, Act.QUICK, 2).hit == hit


@pytest.mark.rule("W28", "W88")
def test_W28_a_grapple_does_no_damage_that_could_penetrate(battle_of, loaded):
    battle = battle_of(red=[{"base": "serpent", "strength": 5}], blue=[{"race": "halfling"}])
    begin(battle, Act.GRAPPLE, 0).weapon = weapon_in(battle.fighters[0], 2)
    with loaded(battle, (3, 2, 1)):  # 12 against 13
        assert not go_on(battle).hit


DEEP = "\n".join(["." * 9] * 3 + ["....d...."])
"""Deep water at (4, 3), where red_0 is."""


@pytest.mark.rule("W105")
@pytest.mark.parametrize(("faces", "hit"), [((3, 3, 4, 4, 4, 4), True), ((3, 3, 2), False)])
def test_W105_who_loses_its_hold_misses_and_rolls_no_more(battle_of, loaded, events, faces, hit):
    # A Strength of 1 against 10.
    battle = battle_of(blue=[TOUGH], map=DEEP)
    frame = attack(battle, loaded, faces)
    assert (frame.hit, frame.step) == (hit, Step.RESOLVED)
    assert battle.fighters[0].underwater == (not hit)
    assert len(events(battle, "misses")) == (not hit)


@pytest.mark.rule("H26", "XW1")
@pytest.mark.parametrize("faces", [(3, 3, 3), (2, 2, 2)])
def test_H26_whoever_attacks_is_seen_after_its_roll(battle_of, loaded, faces):
    battle = battle_of(red=[{"hidden": True}], blue=[{**SHIELDED, **TOUGH}])
    begin(battle, step=Step.DEFENDED)
    strike.attack_step(battle)
    assert battle.fighters[0].hidden
    with loaded(battle, faces):
        go_on(battle)
    assert not battle.fighters[0].hidden


# --- Criticals (W29) ------------------------------------------------------------------------------


@pytest.mark.rule("W29")
@pytest.mark.parametrize(
    ("faces", "after"),
    [
        ((6, 6, 4, 1), [22, 17]), ((6, 5, 4), [20, 19]), ((1, 2, 2, 1), [18, 19]),
        ((2, 2, 2), [20, 19]),
    ],
)  # fmt: skip
def test_W29_success_moves_both_failure_ones_own(battle_of, loaded, events, faces, after):
    battle = battle_of()
    roll(battle, loaded, faces)
    assert initiatives(battle) == after
    assert len(events(battle, "critical")) == (after != [20, 19])


@pytest.mark.rule("W29", "RW41")
def test_W29_never_below_0(battle_of, loaded):
    battle = battle_of(red=[{"initiative": 1}])
    attack(battle, loaded, (1, 1, 1, 1))
    assert initiatives(battle)[0] == 0


@pytest.mark.rule("W29", "RW2", "W88", "RW19")
def test_W29_only_attack_rolls_move_initiative(battle_of, loaded):
    # A Grapple and a Fire bolt are rolled like any attack; an Escape is a check.
    battle = battle_of(red=["fighter", "mage"], blue=[TOUGH])
    attack(battle, loaded, (6, 6, 6, 1), Act.GRAPPLE, target=2)
    action_stack.pop(battle)
    assert initiatives(battle) == [22, 19, 16]
    roll(battle, loaded, (1, 1, 1, 1), Act.FIRE_BOLT, actor=1, target=2)
    assert initiatives(battle) == [22, 17, 16]
    action_stack.pop(battle)
    action_stack.push(battle, Role.TURN, Act.ESCAPE, 2, -1, 0)
    with loaded(battle, (6, 6, 6, 1)):
        grapples.escape(battle, battle.frames[battle.top])
    assert initiatives(battle) == [22, 17, 16]


# --- Damage and level (W2, W19, W73, W74, W76, RW19, RW33) ----------------------------------------

LEVELS = [
    ((3, 3, 2), 0, 1), ((3, 3, 3), 1, 1), ((4, 3, 3), 2, 2), ((4, 4, 4), 4, 3),
    ((5, 5, 4), 6, 4), ((6, 6, 4, 1), 9, 5),
]  # fmt: skip
"""Dice, final damage and level of a fighter's blow at a fighter."""


@pytest.mark.rule("W2", "W19", "W75")
@pytest.mark.parametrize(("faces", "damage", "level"), LEVELS)
def test_W75_a_standard_attack(battle_of, loaded, events, faces, damage, level):
    battle = battle_of()
    begin(battle)
    with loaded(battle, faces):
        while battle.frames[battle.top].step != Step.WOUND:
            strike.attack_step(battle)
    assert events(battle, "hits") == [("hits", 0, 1, level, damage, 0)]


@pytest.mark.rule("W2")
def test_W2_a_hit_that_does_not_wound(battle_of, loaded, events):
    battle = battle_of()
    frame = attack(battle, loaded, (3, 3, 1))
    assert (frame.hit, frame.damage, frame.level) == (True, -1, 0)
    assert wounds(battle) == [0] * 5
    assert len(events(battle, "unhurt")) == 1


@pytest.mark.rule("W73", "W74", "RW33")
@pytest.mark.parametrize(
    ("act", "damage", "level"),
    [
        *[(Act.QUICK, damage, level) for damage, level in
          ((-1, 0), (0, 0), (1, 0), (2, 1), (4, 2), (6, 3), (8, 4), (20, 4))],
        *[(Act.REBUFF, damage, level) for damage, level in
          ((-1, 0), (0, 2), (2, 3), (4, 4), (6, 5), (8, 5), (20, 5))],
        *[(act, damage, level) for act in (Act.STANDARD, Act.STRONG, Act.NONLETHAL)
          for damage, level in ((-1, 0), (0, 1), (6, 4), (8, 5))],
    ],
)  # fmt: skip
def test_W73_and_W74_shift_the_level(act, damage, level):
    assert strike.level_by_act(act, damage) == level


@pytest.mark.rule("W73")
@pytest.mark.parametrize(("faces", "after"), [((3, 3, 3), [0] * 5), ((4, 3, 3), [1, 0, 0, 0, 0])])
def test_W73_a_light_wound_by_a_quick_attack_is_none(battle_of, loaded, events, faces, after):
    battle = battle_of()
    attack(battle, loaded, faces, Act.QUICK)
    assert wounds(battle) == after
    assert len(events(battle, "unhurt")) == (after == [0] * 5)


@pytest.mark.rule("W76", "RW33")
@pytest.mark.parametrize(
    ("faces", "damage", "after"),
    [
        ((3, 3, 3, 1), 2, [0, 1, 0, 0, 0]), ((3, 2, 1, 6), 4, [0, 0, 1, 0, 0]),
        ((3, 2, 1, 1), -1, [0] * 5), ((4, 3, 3, 3), 5, [0, 0, 1, 0, 0]),
    ],
)  # fmt: skip
def test_W76_a_strong_hit_adds_1d6(battle_of, loaded, faces, damage, after):
    battle = battle_of()
    assert attack(battle, loaded, faces, Act.STRONG).damage == damage
    assert wounds(battle) == after


@pytest.mark.rule("W76")
def test_W76_no_die_for_a_miss(battle_of, loaded):
    battle = battle_of(blue=[SHIELDED])
    assert not attack(battle, loaded, (3, 3, 1), Act.STRONG).hit


@pytest.mark.rule("RW19", "W23", "W36")
def test_RW19_a_fire_bolt_does_2_without_strength(battle_of, loaded):
    battle = battle_of(red=[{"base": "mage", "strength": 5}])  # 5 against 10
    frame = attack(battle, loaded, (3, 3, 3), Act.FIRE_BOLT)
    assert (frame.value, frame.damage) == (10, 9 + 5 - 10 + 2 - 3)
    assert frame.defence == Defence.RANGED


@pytest.mark.rule("W75", "W22", "W36", "W112")
def test_W75_a_shot_meets_the_ranged_defense(battle_of, loaded):
    battle = battle_of(red=["archer"], blue=[{"at": (9, 3)}])  # 6, no Strength
    frame = attack(battle, loaded, (3, 3, 2), step=Step.HARRIED)
    assert (frame.value, frame.damage) == (10, 8 + 6 - 10 - 3)


@pytest.mark.rule("W88")
@pytest.mark.parametrize(("faces", "held"), [((3, 3, 2), True), ((3, 3, 1), False)])
def test_W88_a_grapple_holds_and_does_not_wound(battle_of, loaded, faces, held):
    battle = battle_of(blue=[{"holding": []}])  # 3 against 11
    attack(battle, loaded, faces, Act.GRAPPLE)
    assert [int(battle.fighters[i].holding) for i in (0, 1)] == ([2, 1] if held else [0, 0])
    assert wounds(battle) == [0] * 5


# --- Who falls (W6, RW21, H30, H33) ---------------------------------------------------------------

CRITICAL = (5, 5, 4)


@pytest.mark.rule("RW21", "RW20", "RW2")
@pytest.mark.parametrize("npc", ["not", "elite"])
@pytest.mark.parametrize(("save", "life"), [((5, 4, 4), 0), ((4, 4, 4), 1), ((6, 6, 6, 1), 0)])
def test_RW21_a_critical_wound_fells_or_not(battle_of, loaded, npc, save, life):
    # A Vitality of 1, less 4 by the wound itself, against 10.
    battle = battle_of(blue=[{"npc": npc}])
    attack(battle, loaded, CRITICAL + save)
    assert wounds(battle) == [0, 0, 0, 1, 0]
    assert (battle.fighters[1].life, battle.fighters[1].dying) == (life, life == 1)


@pytest.mark.rule("RW21", "H30", "W6")
def test_H30_what_lodges_critical_asks_for_fortitude(battle_of, loaded):
    battle = battle_of(blue=[{"wounds": {"light": 5, "moderate": 3, "severe": 3}}])
    attack(battle, loaded, (3, 3, 2, 3, 3, 5))  # -4 on the check
    assert wounds(battle) == [5, 3, 3, 1, 0]
    assert battle.fighters[1].life == Life.UNCONSCIOUS


@pytest.mark.rule("W8", "W9", "RW10", "H33")
@pytest.mark.parametrize(("npc", "life"), [("not", Life.ALIVE), ("minion", Life.DEAD)])
def test_W9_a_fatal_wound_fells_and_kills_who_is_no_hero(battle_of, loaded, npc, life):
    battle = battle_of(blue=[{"npc": npc}])
    frame = attack(battle, loaded, (6, 6, 4, 1))
    assert battle.fighters[1].life == life
    assert battle.fighters[1].posture == Posture.PRONE
    assert frame.step == Step.RESOLVED


@pytest.mark.rule("RW9", "H27")
@pytest.mark.parametrize(
    ("act", "faces", "fatigue"),
    [(Act.STANDARD, (4, 4, 4), 1), (Act.STANDARD, (4, 4, 3), 0), (Act.NONLETHAL, (5, 5, 4), 0)],
)
def test_RW9_what_a_wound_brings_but_not_a_nonlethal_one(battle_of, loaded, act, faces, fatigue):
    # A mace: 1 + 2, and 2 more damage; severe wounds by it tire.
    battle = battle_of(red=[{"held": ["mace"]}])
    attack(battle, loaded, faces, act)
    go_on(battle)
    assert wounds(battle)[2] == (faces != (4, 4, 3))
    assert battle.fighters[1].fatigue == fatigue


# --- Nonlethal (W72, QW7) -------------------------------------------------------------------------


@pytest.mark.rule("W72", "RW9")
def test_W72_without_the_properties_of_the_weapon(battle_of, loaded):
    # An axe does 1 + 2 to the unarmoured, and 1 more by slicing; Defense and Toughness are 12.
    battle = battle_of(red=[{"held": ["axe"]}], blue=[{"armour": "none"}])
    for act, damage in ((Act.STANDARD, 12 + 3 + 4 - 12), (Act.NONLETHAL, 12 + 3 - 2 + 3 - 12)):
        frame = roll(battle, loaded, (4, 4, 4), act)
        strike.attack_step(battle)
        assert frame.damage == damage
        action_stack.pop(battle)


@pytest.mark.rule("W72", "QW7")
@pytest.mark.parametrize(
    ("faces", "asked"), [((4, 4, 3), "none"), ((4, 4, 4), "level"), ((6, 6, 5, 1), "level")]
)
def test_W72_a_lighter_wound_can_be_chosen_if_there_is_one(battle_of, loaded, window, faces, asked):
    battle = battle_of()  # 2 less: a light wound by 10 and 11
    attack(battle, loaded, faces, Act.NONLETHAL)
    assert window(battle) == asked
    assert battle.to_act == (0 if asked == "level" else -1)


@pytest.mark.rule("W72", "QW7")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_W72_the_chosen_level_is_received(battle_of, loaded, window, level):
    battle = battle_of()
    frame = attack(battle, loaded, (5, 5, 4), Act.NONLETHAL)
    assert (window(battle), frame.level, frame.step) == ("level", 3, Step.WOUND)
    frame.level = level
    go_on(battle)
    assert wounds(battle) == [int(level == at) for at in range(1, 6)]


@pytest.mark.rule("W72", "QW7", "RW21")
@pytest.mark.parametrize(
    ("mercy", "life", "dying", "helpless"),
    [
        (0, Life.UNCONSCIOUS, True, 0), (1, Life.UNCONSCIOUS, False, 0), (2, Life.ALIVE, False, 2),
    ],
)  # fmt: skip
def test_W72_how_somebody_is_knocked_out(battle_of, loaded, window, mercy, life, dying, helpless):
    battle = battle_of(blue=[{"vitality": -1}])  # Toughness 1
    frame = attack(battle, loaded, (5, 5, 4), Act.NONLETHAL)
    assert (window(battle), frame.level) == ("level", 4)
    with loaded(battle, (2, 2, 2)):
        go_on(battle)
    assert (window(battle), battle.to_act, frame.step) == ("knock_out", 0, Step.FALL)
    frame.knocks_out = mercy
    go_on(battle)
    fighter = battle.fighters[1]
    assert (fighter.life, fighter.dying, fighter.helpless_rounds) == (life, dying, helpless)
    assert frame.step == Step.RESOLVED


@pytest.mark.rule("W72")
def test_W72_nobody_is_asked_how_who_lies_unconscious_already_falls(battle_of, loaded, window):
    battle = battle_of(blue=[{"vitality": -1, "life": Life.UNCONSCIOUS}])  # Defense 5
    frame = attack(battle, loaded, (3, 3, 2), Act.NONLETHAL)
    assert (window(battle), frame.level) == ("level", 4)
    with loaded(battle, (2, 2, 2)):
        go_on(battle)
    assert window(battle) == "none"
    assert battle.fighters[1].dying


@pytest.mark.rule("W72", "W8")
def test_W72_a_fatal_wound_leaves_no_choice(battle_of, loaded, window):
    battle = battle_of(blue=[{"vitality": -1}])
    frame = attack(battle, loaded, (6, 6, 4, 1), Act.NONLETHAL)
    assert (window(battle), frame.level) == ("level", 5)
    go_on(battle)
    assert window(battle) == "none"
    assert wounds(battle) == [0, 0, 0, 0, 1]


@pytest.mark.rule("W72", "RW9", "RW12", "H27")
@pytest.mark.parametrize(
    ("red", "slot", "conditions"),
    [
        ({"held": ["torch"]}, 0, (0, 1, 0, False)), ({"race": "wolf"}, 2, (0, 0, 0, True)),
        ({"race": "panther"}, 2, (1, 0, 0, False)), ({"race": "serpent"}, 2, (0, 0, 1, False)),
    ],
)  # fmt: skip
def test_W72_it_ignores_no_condition_that_the_weapon_causes(
    battle_of, loaded, red, slot, conditions
):
    battle = battle_of(red=[{"held": [], "strength": 3, **red}], blue=[{"armour": "none"}])
    frame = attack(battle, loaded, (5, 5, 4), Act.NONLETHAL, slot)
    frame.level = 3
    go_on(battle)
    it = battle.fighters[1]
    assert wounds(battle) == [0, 0, 1, 0, 0]
    assert (it.bleeding, it.burning, it.poisoned, it.hobbled) == conditions


# --- Defend (RW27, W78) ---------------------------------------------------------------------------


@pytest.mark.rule("RW27", "W78", "H11", "QW6")
def test_RW27_the_defense_is_chosen_before_the_roll(battle_of, loaded, window):
    # 11 and 2 of Defend, or 10 + 1 + 2 of Agility: as high.
    battle = battle_of(blue=[{"defending": True, "skills": {"reflex": 2}}])
    frame = attack(battle, loaded, ())
    assert (window(battle), battle.to_act, frame.step) == ("defence", 1, Step.ROLL)
    frame.defence = Defence.AGILITY
    with loaded(battle, (3, 3, 2)):
        go_on(battle)
    assert (frame.value, frame.hit) == (13, True)


@pytest.mark.rule("W78", "H11")
def test_H11_nobody_is_asked_where_the_bonus_is_best(battle_of, loaded, window):
    battle = battle_of(blue=[{"defending": True}])
    assert attack(battle, loaded, (3, 3, 1)).value == 13
    assert window(battle) == "none"


@pytest.mark.rule("RW7")
@pytest.mark.parametrize(("base", "loaded_after"), [("crossbowman", False), ("archer", True)])
def test_RW7_a_shot_leaves_a_crossbow_unloaded(battle_of, loaded, base, loaded_after):
    battle = battle_of(red=[base], blue=[{"at": (9, 3)}])
    roll(battle, loaded, (2, 2, 2))
    assert battle.fighters[0].loaded == loaded_after


@pytest.mark.rule("RW7", "W59")
def test_RW7_a_blow_leaves_it_loaded(battle_of, loaded):
    battle = battle_of(red=["crossbowman"])
    roll(battle, loaded, (2, 2, 2), slot=2)
    assert battle.fighters[0].loaded
