"""Attacks from the roll to the injury: degrees, criticals, riders, Cleave, Multiweapon."""

from __future__ import annotations

from collections import Counter

import pytest

from quintain.envs.martial.enums import FreeAction, Life, Part, Step
from quintain.envs.martial.rules import initiative
from quintain.envs.martial.rules.attack_roll import hits
from quintain.envs.martial.rules.rounds_and_actions import attack_steps, riders
from quintain.envs.martial.state import (
    NO_FRAME,
)
from quintain.envs.martial.tables import (
    ITEM_NAMES,
    PART_NAMES,
)

pytestmark = pytest.mark.interpreted

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


# --- Hit or miss (D5, D20, RD4) -------------------------------------------------------------------


@pytest.mark.rule("D20", "RD4", "D5")
@pytest.mark.parametrize(("face", "kind"), [(9, "misses"), (10, "misses"), (11, "hits")])
def test_D20_higher_than_dv_hits_equal_misses(battle_of, attack, events, face, kind):
    battle = battle_of(*bodies(blue=HARD))
    attack(battle, faces=[face])
    assert events(battle, "rolls") == [("rolls", 0, 1, face, face + 4, 14)]
    assert names(events(battle, "misses", "hits")) == [kind]


@pytest.mark.compiled
@pytest.mark.rule("D20", "RD1")
def test_D20_exact_chance_to_hit(battle_of, attack, window):
    hit = Counter()
    for first in range(1, 21):
        for second in range(1, 21):
            battle = battle_of(*bodies(blue=HARD))
            attack(battle, faces=[first, second], penalty=1)
            hit[bool(battle.attacks[0].hit)] += 1
    assert hit[True] == 10 * 10  # both dice must show 11 or more


# --- Degrees open classes (D20, D21, D22, RD2, RD44) ----------------------------------------------


@pytest.mark.rule("D21", "D20", "RD2")
@pytest.mark.parametrize(
    ("face", "degrees", "parts"),
    [(7, 0, 3), (10, 0, 3), (11, 1, 10), (15, 1, 10), (16, 2, 14), (19, 2, 14)],
)
def test_D21_each_degree_opens_a_class(battle_of, attack, window, face, degrees, parts):
    # A natural 11 is 5 above a defence value of 10, a 16 is 10 above.
    battle = battle_of(*bodies())
    attack(battle, faces=[face])
    assert window(battle) == "part"
    assert (int(battle.attacks[0].degrees), open_parts(battle)) == (degrees, parts)


@pytest.mark.rule("D21", "D73")
def test_D21_the_head_at_3_degrees_the_heart_at_4(battle_of, attack):
    for level, faces, parts in ((3, [19], 15), (10, [19], 16)):
        battle = battle_of(*bodies({"level": level}))
        initiative.note_type(battle, 0, 1, True)
        power = {3: 1, 10: 3}[level]  # 19 + 4 + 2 and 19 + 6 + 6
        attack(battle, riders=(power, 0), faces=faces)
        assert open_parts(battle) == parts


@pytest.mark.rule("D22")
def test_D22_a_lower_class_may_be_chosen(battle_of, attack, answer, part_number, window):
    for kind in ("ear", "hand", "leg"):
        battle = battle_of(*bodies())
        part = part_number(battle.fighters[1], kind)
        attack(battle, faces=[16])
        assert hits.may_injure(battle, part)
        answer(battle, "part", part)
        answer(battle, "wait")
        assert injuries(battle) == {kind: 1}


@pytest.mark.rule("D20")
def test_D20_no_part_beyond_the_class(battle_of, attack, part_number):
    battle = battle_of(*bodies())
    attack(battle, faces=[15])
    victim = battle.fighters[1]
    legal = {kind for kind in PART_NAMES if _has(battle, kind, part_number)}
    assert legal == {"ear", "nose", "eye", "hand", "foot", "mouth"}
    assert not hits.may_injure(battle, int(hits.num_parts(victim)))
    assert not hits.may_injure(battle, -1)


def _has(battle, kind, part_number):
    """Whether the first part of a kind can be injured, where the body has it."""
    victim = battle.fighters[1]
    part = part_number(victim, kind)
    return int(hits.kind_of(victim, part)) == Part[kind.upper()] and hits.may_injure(battle, part)


@pytest.mark.rule("D42", "RD33")
def test_D42_the_heart_must_be_located(battle_of, attack, part_number):
    for known in (False, True):
        battle = battle_of(*bodies({"level": 10}))
        if known:
            initiative.note_type(battle, 0, 1, True)
        attack(battle, riders=(3, 0), faces=[19])
        assert bool(hits.may_injure(battle, part_number(battle.fighters[1], "heart"))) == known


@pytest.mark.rule("RD44")
def test_RD44_destroyed_parts_cannot_be_chosen(battle_of, attack, part_number):
    battle = battle_of(*bodies(blue={"injuries": {"ear": [2, 0]}}))
    attack(battle, faces=[7])
    assert open_parts(battle) == 2
    assert not hits.may_injure(battle, part_number(battle.fighters[1], "ear", 0))


@pytest.mark.rule("RD44", "RD38", "D24")
def test_RD44_no_part_left_no_injury_but_strain(battle_of, attack, events, window):
    # The skeleton has no minor parts; this one has a Constitution all the same: it is a wolf's.
    battle = battle_of(*bodies(blue={"base": "skeleton", "dexterity": -1, "armour": "none"}))
    attack(battle, faces=[10])
    assert window(battle) == "none"
    assert names(events(battle, "no_injury", "injures")) == ["no_injury"]
    horror = {"base": "horror", "natural_armour": 0, "dexterity": -1}
    battle = battle_of(*bodies(blue=horror))
    attack(battle, faces=[12])  # size: +1 to hit, a degree less
    assert window(battle) == "none"
    assert names(events(battle, "no_injury", "strain")) == ["no_injury", "strain"]


@pytest.mark.rule("D20", "QD4")
def test_D20_the_only_part_is_taken_without_asking(battle_of, attack, window):
    battle = battle_of(*bodies(blue={"injuries": {"ear": [2, 2]}}))
    attack(battle, faces=[7])
    assert window(battle) == "none"
    assert injuries(battle) == {"ear": 4, "nose": 1}


# --- Further injuries (D23) -----------------------------------------------------------------------


@pytest.mark.rule("D23", "QD4", "H12")
@pytest.mark.parametrize(
    ("kind", "before", "most"),
    [
        ("ear", 0, 1),  # one more destroys it
        ("ear", 1, 0),
        ("nose", 0, 2),  # nothing destroys a nose
        ("hand", 0, 1),
        ("hand", 2, 0),
        ("leg", 0, 0),  # both degrees opened its class
    ],
)
def test_D23_degrees_left_injure_further(
    battle_of, attack, answer, window, part_number, kind, before, most
):
    battle = battle_of(*bodies(blue={"injuries": {kind: before}}))
    attack(battle, faces=[16])
    answer(battle, "part", part_number(battle.fighters[1], kind))
    assert window(battle) == ("extra" if most else "none")
    if most:
        assert hits.most_extra(battle) == most
        answer(battle, "extra", most)
    assert injuries(battle) == {kind: before + 1 + most}


@pytest.mark.rule("D23", "QD4")
def test_D23_fewer_are_possible(battle_of, attack, answer, part_number):
    battle = battle_of(*bodies())
    attack(battle, faces=[16])
    answer(battle, "part", part_number(battle.fighters[1], "nose"))
    answer(battle, "extra", 1)
    assert injuries(battle) == {"nose": 2}


# --- Strain (D24, RD6, RD38) ----------------------------------------------------------------------


@pytest.mark.rule("D24", "RD6")
@pytest.mark.parametrize(("face", "strain"), [(6, 0), (7, 1), (10, 1), (11, 2), (16, 3)])
def test_D24_one_and_one_for_each_degree(battle_of, attack, answer, window, face, strain):
    battle = battle_of(*bodies())
    before = int(battle.fighters[1].stamina)
    attack(battle, faces=[face])
    while window(battle) != "none":
        if window(battle) == "part":
            answer(battle, "part", 0)
        else:
            answer(battle, "wait")
    assert int(battle.fighters[1].strain) == strain
    assert before - int(battle.fighters[1].stamina) == 2 * strain


@pytest.mark.rule("RD38", "D24", "D74")
def test_RD38_reckless_degrees_strain_nobody(battle_of, attack, answer, part_number):
    battle = battle_of(*bodies())
    attack(battle, riders=(0, 3), faces=[10, 9, 8, 7])
    assert open_parts(battle) == 15
    answer(battle, "part", part_number(battle.fighters[1], "head"))
    assert (int(battle.fighters[1].strain), injuries(battle)) == (1, {"head": 1})


@pytest.mark.rule("D14", "RD34", "RD6")
def test_RD34_no_strain_without_stamina(battle_of, attack, answer, window):
    battle = battle_of(*bodies(blue={"base": "skeleton", "dexterity": -1, "armour": "none"}))
    attack(battle, faces=[15])
    answer(battle, "part", 0)
    assert (int(battle.fighters[1].strain), int(battle.fighters[1].stamina)) == (0, 0)


@pytest.mark.rule("RD34", "RD18", "D46")
def test_RD34_a_critical_mace_dazes_even_without_constitution(battle_of, attack, answer):
    """Only what head and heart do is ruled out: the effect of the weapon is none of theirs."""
    battle = battle_of([{**RED, "held": ["mace"]}], [{**BLUE, "base": "skeleton"}])
    attack(battle, faces=[20])
    answer(battle, "part", 0)
    answer(battle, "wait")
    assert battle.fighters[1].dazed == 1


# --- Natural 20 and wider ranges (D46, D47, RD18, RD23) -------------------------------------------


@pytest.mark.rule("D46", "RD23")
@pytest.mark.parametrize(
    ("hide", "dv", "degrees", "critical"),
    [
        (30, 40, 0, False),  # 24 is below: a minor injury anyway
        (15, 25, 0, False),
        (14, 24, 1, True),  # equal
        (13, 23, 1, True),
        (9, 19, 2, True),
        (0, 10, 3, True),
    ],
)
def test_D46_natural_20(battle_of, attack, answer, window, hide, dv, degrees, critical):
    battle = battle_of(*bodies(blue={"natural_armour": hide}))
    attack(battle, faces=[20])
    blow = battle.attacks[0]
    assert (int(blow.dv), bool(blow.hit)) == (dv, True)
    assert (int(blow.degrees), bool(blow.critical)) == (degrees, critical)
    assert open_parts(battle) == OPEN[degrees]
    answer(battle, "part", 0)
    if window(battle) == "extra":
        answer(battle, "wait")
    assert battle.fighters[1].bleed == (2 if critical else 0)  # an axe
    assert battle.fighters[1].strain == 1 + degrees


@pytest.mark.rule("D46", "D54", "D74", "RD38")
@pytest.mark.parametrize("body", ["human", "halfling", "two_headed_giant"])
@pytest.mark.parametrize("reckless", [0, 3])
def test_D46_a_natural_20_below_the_defence_value_is_exactly_a_minor_injury(
    battle_of, attack, answer, window, body, reckless
):
    """Reckless degrees and size add nothing to it, and take nothing from it."""
    battle = battle_of(*bodies(blue={"body": body, "natural_armour": 40}))
    attack(battle, riders=(0, reckless), faces=[20] * (1 + reckless))
    assert int(hits.injury_degrees(battle, battle.attacks[0])) == 0
    assert window(battle) == "part"
    answer(battle, "part", 0)
    assert window(battle) == "none"
    assert injuries(battle) == {"ear": 1}


@pytest.mark.rule("D46", "D74", "D54")
def test_D46_a_natural_20_that_equals_the_defence_value_takes_reckless_degrees(battle_of, attack):
    battle = battle_of(*bodies(blue={"natural_armour": 14}))
    attack(battle, riders=(0, 2), faces=[20, 20, 20])
    assert int(hits.injury_degrees(battle, battle.attacks[0])) == 1 + 2


@pytest.mark.rule("D47")
@pytest.mark.parametrize(
    ("face", "dv", "hit", "degrees", "critical"),
    [
        (18, 21, True, 0, False),
        (19, 22, True, 1, True),
        (19, 23, False, 0, False),  # equal: no hit, and no critical by itself
        (19, 24, False, 0, False),
        (19, 18, True, 2, True),
        (20, 24, True, 1, True),
    ],
)
def test_D47_a_wider_range_counts_only_on_a_hit(
    battle_of, attack, face, dv, hit, degrees, critical
):
    battle = battle_of(*bodies({"held": ["sword"]}, {"natural_armour": dv - 10}))
    attack(battle, faces=[face])
    blow = battle.attacks[0]
    assert (bool(blow.hit), int(blow.degrees), bool(blow.critical)) == (hit, degrees, critical)


@pytest.mark.rule("RD18", "D46")
@pytest.mark.parametrize(
    ("weapon", "kind", "face", "degrees", "bleed", "dazed"),
    [
        ("sword", "melee", 19, 1, 1, 0),
        ("axe", "melee", 20, 1, 2, 0),
        ("mace", "melee", 20, 1, 0, 1),
        ("dagger", "melee", 20, 2, 0, 0),
        ("spear", "melee", 20, 2, 0, 0),
        ("dagger", "throw", 20, 2, 0, 0),
        ("bow", "shot", 20, 1, 0, 0),
        ("crossbow", "shot", 19, 1, 0, 0),
        (None, "melee", 20, 1, 0, 0),  # bare hands
    ],
)
def test_RD18_critical_effects(
    battle_of, attack, answer, window, weapon, kind, face, degrees, bleed, dazed
):
    red = {"strength": 0, "held": [weapon] if weapon else []}
    blue = {"natural_armour": face - 10, "reactions": 0}  # a total of one more hits it
    battle = battle_of(*bodies(red, blue))
    attack(battle, kind, slot=0 if weapon else 2, faces=[face])
    assert int(battle.attacks[0].degrees) == degrees
    answer(battle, "part", 0)
    if window(battle) == "extra":
        answer(battle, "wait")
    victim = battle.fighters[1]
    assert (int(victim.bleed), int(victim.dazed)) == (bleed, dazed)


# --- Natural 1 (D48, RD38) ------------------------------------------------------------------------


@pytest.mark.rule("D48")
@pytest.mark.parametrize(("dv", "dropped"), [(4, False), (5, False), (6, True), (30, True)])
def test_D48_a_natural_1_below_dv_drops_the_weapon(battle_of, attack, events, dv, dropped):
    # The total is 5: a hit against 4, a plain miss against 5.
    battle = battle_of(*bodies(blue={"natural_armour": dv - 10}))
    attack(battle, faces=[1])
    assert bool(battle.attacks[0].hit) == (dv < 5)
    assert (battle.fighters[0].held[0] == -1) == dropped
    assert (ITEM_NAMES.index("axe") in battle.ground_item.tolist()) == dropped
    assert len(events(battle, "fumbles")) == dropped


@pytest.mark.rule("D48", "RD38", "D24")
@pytest.mark.parametrize(
    ("dv", "degrees", "parts"), [(4, 0, 0), (0, 1, 3), (-1, 1, 3), (-5, 2, 10)]
)
def test_D48_a_natural_1_that_hits_is_one_class_lower(
    battle_of, attack, window, dv, degrees, parts
):
    battle = battle_of(*bodies(blue={"natural_armour": dv - 10}))
    attack(battle, faces=[1])
    assert int(battle.attacks[0].degrees) == degrees
    assert window(battle) == ("part" if parts else "none")
    if parts:
        assert open_parts(battle) == parts
    else:
        assert injuries(battle) == {}
        assert battle.fighters[1].strain == 1  # a hit all the same


@pytest.mark.rule("D48", "RD37")
@pytest.mark.parametrize(("own_turn", "turns"), [(True, 2), (False, 1)])
def test_D48_a_natural_weapon_is_lost_to_the_end_of_the_next_turn(
    battle_of, attack, events, own_turn, turns
):
    battle = battle_of(*bodies({"held": []}), turn=0 if own_turn else 1)
    attack(battle, slot=2, faces=[1])
    assert battle.fighters[0].disabled.tolist() == [turns, 0, 0, 0]
    assert events(battle, "fumbles") == [("fumbles", 0, 1, hits.WEAPON_DISABLED, 0, 0)]


@pytest.mark.rule("RD16", "D46", "D48", "D97")
@pytest.mark.parametrize(("face", "dv", "succeeds"), [(1, 5, True), (1, 6, False), (20, 25, False)])
def test_RD16_natural_1_and_20_mean_nothing_in_a_maneuver(
    battle_of, attack, events, face, dv, succeeds
):
    blue = {"natural_armour": dv - 10, "held": ["axe"], "reactions": 0}
    battle = battle_of(*bodies(blue=blue))
    attack(battle, "maneuver", maneuver="sunder", faces=[face])
    assert names(events(battle, "maneuver", "misses")) == ["maneuver" if succeeds else "misses"]
    assert battle.fighters[0].held[0] == ITEM_NAMES.index("axe")
    assert not battle.attacks[0].critical


# --- Size (D54) -----------------------------------------------------------------------------------


@pytest.mark.rule("D54", "RD38")
@pytest.mark.parametrize(
    ("red", "blue", "to_hit", "degrees"),
    [
        ("human", "human", 0, 0),
        ("human", "halfling", -1, 1),
        ("human", "sprite", -2, 2),
        ("horned_brute", "human", -1, 1),
        ("human", "horned_brute", 1, -1),
        ("human", "two_headed_giant", 2, -2),
    ],
)
def test_D54_size_changes_the_injury_only(battle_of, attack, red, blue, to_hit, degrees):
    battle = battle_of(*bodies({"body": red}, {"body": blue}))
    attack(battle, faces=[17 - to_hit])  # 21 against 10: 2 degrees
    blow = battle.attacks[0]
    assert (int(blow.total), int(blow.degrees)) == (21, 2)
    assert int(hits.injury_degrees(battle, blow)) == 2 + degrees
    assert int(hits.strain_of(blow)) == 3


@pytest.mark.rule("D54", "D24")
def test_D54_down_to_no_injury(battle_of, attack, events, window):
    battle = battle_of(*bodies(blue={"body": "two_headed_giant"}))
    attack(battle, faces=[9])  # 15 against 10: 1 degree, less 2
    assert window(battle) == "none"
    assert injuries(battle) == {}
    assert battle.fighters[1].strain == 2


# --- Power Attack, Deadly Aim, Reckless Attack (D73, D74, D78, RD28, QD3) -------------------------


@pytest.mark.rule("D73", "QD3", "TD4")
def test_D73_declared_and_paid_before_the_roll(battle_of, attack, answer, events, window):
    battle = battle_of(*bodies({"level": 4}, HARD))
    before = int(battle.fighters[0].stamina)
    attack(battle, riders=None)
    assert window(battle) == "riders"
    answer(battle, "riders", 2, 0, faces=[1])
    assert events(battle, "rolls") == [("rolls", 0, 1, 1, 1 + 5 + 4, 14)]
    assert before - int(battle.fighters[0].stamina) == 2
    assert names(events(battle, "riders", "rolls")) == ["riders", "rolls"]


@pytest.mark.rule("D73", "D74", "D78", "RD28", "QD3", "D13")
@pytest.mark.parametrize(
    ("kind", "power", "reckless", "stamina", "used", "legal"),
    [
        ("melee", 1, 0, 10, 0, True),
        ("melee", 2, 0, 10, 0, False),  # more than the martial bonus
        ("melee", 0, 6, 10, 0, True),
        ("melee", 0, 7, 10, 0, False),
        ("melee", 1, 6, 10, 0, True),
        ("melee", 0, 0, 10, 0, False),
        ("melee", 1, 0, 10, FreeAction.POWER, False),
        ("melee", 0, 1, 10, FreeAction.POWER, True),
        ("melee", 0, 1, 10, FreeAction.RECKLESS, False),
        ("melee", 1, 0, 10, FreeAction.RECKLESS | FreeAction.AIM, True),
        ("shot", 1, 0, 10, 0, True),  # Deadly Aim
        ("shot", 1, 0, 10, FreeAction.AIM, False),
        ("shot", 1, 0, 10, FreeAction.POWER, True),
        ("shot", 0, 1, 10, 0, False),  # Reckless in melee only
        ("throw", 1, 0, 10, 0, True),
        ("throw", 0, 1, 10, 0, False),
    ],
)
def test_D73_D74_D78_what_may_be_spent(battle_of, kind, power, reckless, stamina, used, legal):
    held = {"melee": "axe", "shot": "bow", "throw": "dagger"}[kind]
    battle = battle_of(*bodies({"held": [held], "stamina": stamina, "used": used}))
    attack_steps.begin_attack(battle, 0, 0, 1, ["melee", "shot", "throw"].index(kind), 0)
    assert bool(riders.may_use_riders(battle, power, reckless)) == legal


@pytest.mark.rule("D74", "RD28")
@pytest.mark.parametrize(("stamina", "exhaustion", "most"), [(10, 5, 6), (2, 0, 2), (1, 2, 3)])
def test_D74_as_much_as_both_pools_pay(battle_of, stamina, exhaustion, most):
    battle = battle_of(*bodies({"stamina": stamina, "exhaustion": exhaustion}))
    attack_steps.begin_attack(battle, 0, 0, 1, 0, 0)
    assert max(number for number in range(9) if riders.may_use_riders(battle, 0, number)) == most


@pytest.mark.rule("D14", "D73")
def test_D14_no_riders_without_stamina(battle_of, attack, window):
    battle = battle_of(*bodies({"base": "skeleton"}, HARD))
    attack(battle, riders=None, faces=[2])
    assert window(battle) == "none"


@pytest.mark.rule("D74")
def test_D74_a_die_less_and_a_degree_more_each(battle_of, attack, events):
    battle = battle_of(*bodies())
    before = int(battle.fighters[0].stamina)
    attack(battle, riders=(0, 2), faces=[18, 7, 12])
    assert events(battle, "rolls") == [("rolls", 0, 1, 7, 11, 10)]
    assert open_parts(battle) == OPEN[2]
    assert before - int(battle.fighters[0].stamina) == 2


@pytest.mark.rule("D73", "D74", "RD28")
def test_RD28_riders_combine_and_go_once_a_turn(battle_of, attack, window):
    battle = battle_of(*bodies({"level": 4}, {"natural_armour": 40}))
    attack(battle, riders=(1, 1), faces=[5, 6])
    assert battle.fighters[0].used == FreeAction.POWER | FreeAction.RECKLESS
    attack(battle, riders=None, faces=[5])
    assert window(battle) == "none"


@pytest.mark.rule("D98", "RD42", "RD28", "TD7")
def test_RD42_no_riders_on_a_reactive_attack_or_maneuver(battle_of, attack, window):
    battle = battle_of(*bodies(blue=HARD))
    attack(battle, frame="reaction", riders=None, faces=[2])
    assert (window(battle), int(battle.frame)) == ("none", NO_FRAME)
    attack(battle, "maneuver", maneuver="trip", riders=None, faces=[2])
    assert window(battle) == "none"


@pytest.mark.rule("RD7", "D73")
def test_RD7_the_last_point_spent_ends_the_attack(battle_of, attack, answer, events, window):
    battle = battle_of(*bodies({"stamina": 0, "exhaustion": 1}))
    attack(battle, riders=(1, 0), faces=[])
    assert battle.fighters[0].life == Life.EXHAUSTION
    assert (events(battle, "rolls"), int(battle.frame)) == ([], NO_FRAME)


# --- Cleave (D70, RD28, QD5) ----------------------------------------------------------------------


def three(battle_of, *others, red=None):
    """Red at (4, 3) against blue at (5, 3) and others."""
    more = [{**BLUE, **other} for other in others]
    return battle_of([{**RED, **(red or {})}], [BLUE, *more])


@pytest.mark.rule("D70", "QD5", "RD28")
def test_D70_after_a_hit_into_the_next_one(battle_of, attack, answer, window, events):
    battle = three(battle_of, {"at": (5, 4)})
    before = int(battle.fighters[0].stamina)
    attack(battle, penalty=1, faces=[7, 9])
    answer(battle, "part", 0)
    assert window(battle) == "cleave"
    answer(battle, "cleave", 2, faces=[8, 20])  # with the same disadvantage
    assert [event[2] for event in events(battle, "rolls")] == [1, 2]
    answer(battle, "part", 0)
    assert (window(battle), int(battle.frame)) == ("none", NO_FRAME)  # no second Cleave
    assert (injuries(battle, 1), injuries(battle, 2)) == ({"ear": 1}, {"ear": 1})
    assert before - int(battle.fighters[0].stamina) == 1
    assert (battle.fighters[0].exposed, battle.fighters[0].used) == (1, FreeAction.CLEAVE)


@pytest.mark.rule("D70", "RD7")
def test_D70_a_cleave_is_announced_then_paid_for(battle_of, attack, answer, events):
    battle = three(battle_of, {"at": (5, 4)})
    battle.fighters[0].stamina, battle.fighters[0].exhaustion = 0, 1
    attack(battle, faces=[20, 20])
    answer(battle, "part", 0)
    answer(battle, "extra", 1)
    answer(battle, "cleave", 2)
    told = events(battle, "attacks", "falls")
    assert [event[:3] for event in told] == [("attacks", 0, 1), ("attacks", 0, 2), ("falls", 0, -1)]


@pytest.mark.rule("D70", "QD5")
def test_D70_it_may_be_left(battle_of, attack, answer, window):
    battle = three(battle_of, {"at": (5, 4)})
    attack(battle, faces=[7])
    answer(battle, "part", 0)
    answer(battle, "wait")
    assert (int(battle.frame), int(battle.fighters[0].exposed)) == (NO_FRAME, 0)


@pytest.mark.rule("D70")
@pytest.mark.parametrize(
    ("other", "red", "possible"),
    [
        ({"at": (5, 4)}, {}, True),
        ({"at": (5, 2)}, {}, True),
        ({"at": (6, 3)}, {}, False),  # out of reach
        ({"at": (6, 3)}, {"held": ["spear"]}, True),
        ({"at": (5, 5)}, {"held": ["spear"]}, False),  # not next to the first
        ({"at": (3, 3)}, {}, False),
        ({"at": (5, 4), "life": Life.DEAD}, {}, False),
        ({"at": (5, 4), "life": Life.COMA}, {}, True),
        ({"at": (5, 4), "hidden": True}, {}, False),
        ({"at": (5, 4)}, {"used": FreeAction.CLEAVE}, False),
        ({"at": (5, 4)}, {"used": FreeAction.POWER}, True),
        ({"at": (5, 4)}, {"stamina": 0, "exhaustion": 0}, False),
        ({"at": (5, 4)}, {"base": "skeleton", "held": ["axe"]}, False),
    ],
)
def test_D70_whom_and_when(battle_of, attack, answer, window, other, red, possible):
    battle = three(battle_of, other, red=red)
    attack(battle, faces=[12] if "stamina" not in red else [12, 12])
    answer(battle, "part", 0)
    if window(battle) == "extra":
        answer(battle, "wait")
    assert window(battle) == ("cleave" if possible else "none")


@pytest.mark.rule("RD35", "D70")
@pytest.mark.parametrize(("other", "after"), [(Life.COMA, "none"), (Life.ALIVE, "cleave")])
def test_RD35_no_cleave_once_nobody_is_left_to_fight(
    battle_of, attack, answer, window, other, after
):
    battle = three(battle_of, {"at": (5, 4), "life": other, "prone": True})
    battle.fighters[1].stamina, battle.fighters[1].exhaustion = 0, 1
    attack(battle, faces=[12])
    answer(battle, "part", 0)
    if window(battle) == "extra":
        answer(battle, "wait")
    assert battle.fighters[1].life == Life.EXHAUSTION
    assert window(battle) == after


@pytest.mark.rule("D70")
def test_D70_not_after_a_miss(battle_of, attack, window):
    battle = three(battle_of, {"at": (5, 4)})
    attack(battle, faces=[6])
    assert window(battle) == "none"


@pytest.mark.rule("D70", "RD38")
def test_RD38_a_hit_without_injury_allows_it(battle_of, attack, window):
    battle = battle_of([RED], [{**BLUE, "natural_armour": -6}, {**BLUE, "at": (5, 4)}])
    attack(battle, faces=[1])  # 5 against 4, a class lower than minor
    assert (injuries(battle), window(battle)) == ({}, "cleave")


@pytest.mark.rule("D70", "RD28", "D98")
def test_D70_no_friend_no_maneuver_no_reaction(battle_of, attack, answer, window):
    battle = battle_of([RED, {**RED, "at": (5, 4)}], [BLUE])
    attack(battle, faces=[7])
    answer(battle, "part", 0)
    assert window(battle) == "none"
    battle = three(battle_of, {"at": (5, 4)})
    attack(battle, "maneuver", maneuver="trip", faces=[19])
    assert window(battle) == "none"
    battle = three(battle_of, {"at": (5, 4)})
    attack(battle, frame="reaction", faces=[7])
    answer(battle, "part", 0)
    assert window(battle) == "none"


@pytest.mark.rule("RD28", "D70", "D73", "RD15", "D71")
def test_RD28_a_cleave_is_a_roll_of_its_own(battle_of, attack, answer, events, window):
    # Power, Reckless, Charge and Lunge belong to the first roll; unused riders may join the second.
    battle = three(battle_of, {"at": (5, 4)})
    attack(battle, riders=(1, 0), charge=True, faces=[7, 3])
    answer(battle, "part", 0)
    answer(battle, "cleave", 2, riders=None)
    assert window(battle) == "riders"
    assert not riders.may_use_riders(battle, 1, 0)
    assert riders.may_use_riders(battle, 0, 1)
    answer(battle, "riders", 0, 1, faces=[9, 8])
    assert [event[3:5] for event in events(battle, "rolls")] == [(7, 13), (8, 12)]


# --- Lunge (D71) ----------------------------------------------------------------------------------


@pytest.mark.rule("D71", "D69")
@pytest.mark.parametrize(
    ("held", "squares", "lunge", "rolls"),
    [
        ("axe", 1, False, True),
        ("axe", 2, False, False),
        ("axe", 2, True, True),
        ("axe", 3, True, False),
        ("spear", 2, False, True),
        ("spear", 3, False, False),
        ("spear", 3, True, True),
    ],
)
def test_D71_5_feet_farther(battle_of, attack, events, held, squares, lunge, rolls):
    battle = battle_of(*bodies({"held": [held]}, {**HARD, "at": (4 + squares, 3)}))
    attack(battle, lunge=lunge, faces=[2] if rolls else [])
    assert len(events(battle, "rolls")) == rolls


# --- Multiweapon (D72, RD28) ----------------------------------------------------------------------


@pytest.mark.rule("D72", "RD28", "H8")
def test_D72_once_with_each_weapon(battle_of, attack, answer, events, window):
    battle = battle_of(*bodies({"held": ["axe", "dagger"], "dexterity": 1}, HARD))
    attack(battle, multi=True, penalty=1, faces=[2, 3, 4, 5])
    rolled = [event[3:5] for event in events(battle, "attacks")]
    assert rolled == [(0, ITEM_NAMES.index("axe")), (0, ITEM_NAMES.index("dagger"))]
    assert [event[3] for event in events(battle, "rolls")] == [2, 4]
    assert (int(battle.frame), int(battle.attacks[0].step)) == (NO_FRAME, Step.OVER)


@pytest.mark.rule("D72", "RD18", "H8")
def test_D72_each_kind_of_natural_weapon_but_no_bare_hands(battle_of, attack, events):
    beast = {"base": "dragonling", "strength": 3}
    battle = battle_of(*bodies(beast, {**HARD, "natural_armour": 40}))
    attack(battle, slot=2, multi=True, faces=[2, 3, 4, 5])
    weapons = [ITEM_NAMES[event[4]] for event in events(battle, "attacks")]
    assert weapons == ["bite", "talon", "tail_slap", "wing_buffet"]
    battle = battle_of(*bodies({"held": ["axe"]}, HARD))
    attack(battle, multi=True, penalty=1, faces=[2, 3])
    assert len(events(battle, "attacks")) == 1


@pytest.mark.rule("D72", "D69")
def test_D72_only_what_reaches_and_can_be_used(battle_of, attack, events):
    blue = {**HARD, "natural_armour": 40, "at": (6, 3)}
    battle = battle_of(*bodies({"base": "horror"}, blue))
    attack(battle, slot=2, multi=True, faces=[2, 3])
    weapons = [ITEM_NAMES[event[4]] for event in events(battle, "attacks")]
    assert weapons == ["tentacle", "lash"]  # a bite does not reach 10 feet
    beast = {"base": "dragonling", "injuries": {"tail": 1}, "disabled": [0, 1, 0, 0]}
    battle = battle_of(*bodies(beast, {"natural_armour": 40}))
    attack(battle, slot=2, multi=True, faces=[2, 3])
    weapons = [ITEM_NAMES[event[4]] for event in events(battle, "attacks")]
    assert weapons == ["bite", "wing_buffet"]


@pytest.mark.rule("D72", "D48")
def test_D72_a_dropped_weapon_does_not_stop_the_next(battle_of, attack, events):
    battle = battle_of(*bodies({"held": ["axe", "dagger"]}, HARD))
    attack(battle, multi=True, penalty=1, faces=[1, 9, 4, 5])
    assert battle.fighters[0].held.tolist() == [-1, ITEM_NAMES.index("dagger")]
    assert len(events(battle, "rolls")) == 2


@pytest.mark.rule("D72", "H8")
def test_D72_what_is_left_is_lost_when_the_target_falls(battle_of, attack, answer, events):
    battle = battle_of(
        *bodies({"held": ["axe", "dagger"]}, {"stamina": 1, "exhaustion": 1, "constitution": 0})
    )
    attack(battle, multi=True, faces=[7])
    answer(battle, "part", 0)
    assert battle.fighters[1].life == Life.EXHAUSTION
    assert (len(events(battle, "attacks")), int(battle.frame)) == (1, NO_FRAME)


@pytest.mark.rule("D72", "D70", "RD28")
def test_D72_goes_back_to_the_first_target_after_a_cleave(battle_of, attack, answer, events):
    battle = three(battle_of, {"at": (5, 4)}, red={"held": ["axe", "dagger"]})
    battle.quick_sides = 3
    attack(battle, multi=True, penalty=1, faces=[7, 7])
    answer(battle, "part", 0)
    answer(battle, "cleave", 2, faces=[2, 2, 3, 3])
    told = [(event[2], ITEM_NAMES[event[4]]) for event in events(battle, "attacks")]
    assert told == [(1, "axe"), (2, "axe"), (1, "dagger")]


# --- The order of an attack (TD4, RD32, D88) ------------------------------------------------------


@pytest.mark.rule("TD4", "RD32", "RD38")
def test_TD4_the_order_of_an_attack(battle_of, attack, answer, events, part_number):
    battle = battle_of(*bodies({"held": ["sword"]}, {"held": ["sword"]}))
    attack(battle, riders=(1, 1), faces=[19, 19])  # 25 against 10: 3 degrees, 1 of the critical
    answer(battle, "parry", 0, faces=[20])  # 23
    answer(battle, "part", part_number(battle.fighters[1], "head"))
    answer(battle, "extra", 1, faces=[20, 20])  # a check against being stunned
    told = ["attacks", "riders", "rolls", "hits", "critical", "parries", "injures", "strain"]
    assert [name for name in names(events(battle)) if name in told] == [
        *told[:7], "injures", "strain"
    ]  # fmt: skip
    assert names(events(battle))[-1] == "condition"


@pytest.mark.rule("D88", "RD14", "TD3", "QD7")
def test_D88_reactions_come_before_the_roll(battle_of, attack, answer, window, events):
    battle = battle_of(*bodies({"held": ["bow"]}, {"held": ["axe"]}))
    attack(battle, "shot")
    assert (window(battle), int(battle.to_act)) == ("reactive_attack", 1)
    assert events(battle, "rolls") == []
    answer(battle, "wait", faces=[15])
    assert window(battle) == "part"


@pytest.mark.rule("D88", "D93", "RD14", "RD42")
@pytest.mark.parametrize(("face", "shoots"), [(1, True), (20, False)])
def test_D88_who_cannot_go_on_has_no_roll(battle_of, attack, answer, window, events, face, shoots):
    # A Reactive Trip: a prone fighter uses no bow (D60).
    red = {"held": ["bow"], "natural_armour": 4}
    battle = battle_of(*bodies(red, {"trained": ["acrobatics"]}), trigger=0)
    attack(battle, "shot")
    attack_steps.begin_attack(battle, 1, 1, 0, 3, 0)
    battle.attacks[1].maneuver = 9
    answer(battle, "wait", faces=[face, 2] if shoots else [face])
    assert bool(battle.fighters[0].prone) != shoots
    assert len(events(battle, "rolls")) == (2 if shoots else 1)
    assert int(battle.frame) == NO_FRAME


@pytest.mark.rule("D50", "RD14", "QD7")
@pytest.mark.parametrize(
    ("maneuver", "trained", "asked"),
    [
        ("trip", [], True),
        ("trip", ["acrobatics"], False),
        ("shove", ["acrobatics"], True),
        ("steal", ["athletics"], True),
        ("sunder", [], False),  # no skill to be untrained in
    ],
)
def test_D50_untrained_maneuvers_provoke_their_target(
    battle_of, attack, window, maneuver, trained, asked
):
    person = {**BLUE, "held": ["axe"], "carried": ["dagger"], "natural_armour": 40}
    other = {**person, "at": (3, 3)}
    battle = battle_of([{**RED, "trained": trained}], [person, other])
    attack(battle, "maneuver", maneuver=maneuver, faces=[] if asked else [2])
    assert window(battle) == ("reactive_attack" if asked else "none")
    if asked:
        assert (int(battle.to_act), int(battle.provoker)) == (1, 0)


@pytest.mark.rule("D50", "RD17")
@pytest.mark.parametrize(
    ("trained", "asked"), [([], True), (["athletics"], False), (["acrobatics"], False)]
)
def test_D50_so_does_an_untrained_way_out_of_a_grapple(battle_of, attack, window, trained, asked):
    battle = battle_of(
        [{**RED, "dexterity": 2, "trained": trained, "grapple": 1}],
        [{**HARD, "grapple": 0, "is_grappler": True}],
    )
    attack(battle, "maneuver", maneuver="grapple", escape=True, faces=[] if asked else [2])
    assert window(battle) == ("reactive_attack" if asked else "none")


@pytest.mark.rule("RD14", "RD42")
def test_RD14_blows_and_reactive_attacks_provoke_nobody(battle_of, attack, window):
    battle = battle_of(*bodies(blue=HARD))
    attack(battle, faces=[2])
    assert window(battle) == "none"
    attack(battle, "maneuver", maneuver="trip", frame="reaction", faces=[2])
    assert window(battle) == "none"


# --- Maneuvers (D49, D97, RD16, RD17, QD8) --------------------------------------------------------


@pytest.mark.rule("D49", "RD4", "D97", "RD16")
@pytest.mark.parametrize(("face", "succeeds"), [(9, False), (10, True), (11, True)])
def test_D49_equal_to_dv_succeeds(battle_of, attack, events, face, succeeds):
    red = {"trained": ["acrobatics"], "dexterity": 1}  # Trip: 1 + 1 + 2
    battle = battle_of(*bodies(red, HARD))
    attack(battle, "maneuver", maneuver="trip", faces=[face])
    assert bool(battle.fighters[1].prone) == succeeds
    assert injuries(battle) == {}
    assert battle.fighters[1].strain == 0


@pytest.mark.rule("QD8", "RD17", "RD2")
def test_RD17_a_shove_asks_for_its_direction(battle_of, attack, answer, window):
    red = {"trained": ["athletics"]}  # Shove: 1 + 3 + 2
    battle = battle_of(*bodies(red))
    attack(battle, "maneuver", maneuver="shove", faces=[9])  # 15 against 10: 1 degree
    assert window(battle) == "direction"
    answer(battle, "direction", 2)  # east
    assert (int(battle.fighters[1].x), int(battle.fighters[1].y)) == (7, 3)


@pytest.mark.rule("RD17")
def test_RD17_the_only_direction_is_taken_without_asking(battle_of, attack, window):
    rows = "....\n.##.\n....\n.##."
    battle = battle_of(
        [{**RED, "trained": ["athletics"], "at": (0, 2)}], [{**BLUE, "at": (1, 2)}], map=rows
    )
    attack(battle, "maneuver", maneuver="shove", faces=[4])
    assert window(battle) == "none"
    assert (int(battle.fighters[1].x), int(battle.fighters[1].y)) == (2, 2)


@pytest.mark.rule("RD17")
@pytest.mark.parametrize(("face", "free"), [(4, False), (5, True)])
def test_RD17_out_of_a_grapple_against_dv(battle_of, attack, face, free):
    battle = battle_of(
        [{**RED, "trained": ["athletics"], "grapple": 1}],
        [{**BLUE, "natural_armour": 1, "grapple": 0, "is_grappler": True}],
    )
    attack(battle, "maneuver", maneuver="grapple", escape=True, faces=[face])
    assert (battle.fighters[0].grapple == -1) == free


@pytest.mark.rule("TD4", "D67")
def test_TD4_the_log_says_who_attacks_whom_with_what(battle_of, attack, events):
    battle = battle_of(*bodies(blue=HARD))
    attack(battle, faces=[2])
    assert events(battle, "attacks") == [("attacks", 0, 1, 0, ITEM_NAMES.index("axe"), 0)]
    assert names(events(battle)) == ["attacks", "rolls", "misses"]
