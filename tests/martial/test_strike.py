"""Attacks from the roll to the injury: degrees, Strain, criticals, size (D20 to D54)."""

from __future__ import annotations

from collections import Counter

import pytest

from quintain.envs.martial.enums import Part
from quintain.envs.martial.rules import initiative
from quintain.envs.martial.rules.attack_roll import hits
from quintain.envs.martial.tables import ITEM_NAMES, PART_NAMES

from .attacks import BLUE, HARD, OPEN, RED, bodies, injuries, names, open_parts

pytestmark = pytest.mark.interpreted


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


@pytest.mark.rule("D48", "D21", "D23", "RD38")
@pytest.mark.parametrize(("reckless", "parts", "most"), [(3, 14, 0), (4, 15, 0), (6, 15, 2)])
def test_D48_a_natural_1_is_one_class_lower_above_4_degrees_too(
    battle_of, attack, part_number, reckless, parts, most
):
    """A hit without degrees of its own; the reckless ones open all classes, and some are left."""
    battle = battle_of(*bodies(blue={"natural_armour": -6}))
    initiative.note_type(battle, 0, 1, True)  # the heart is located
    attack(battle, riders=(0, reckless), faces=[1] * (1 + reckless))
    assert open_parts(battle) == parts
    head = part_number(battle.fighters[1], "head")
    battle.attacks[0].part = head if parts == 15 else part_number(battle.fighters[1], "leg")
    assert hits.most_extra(battle) == most  # degrees left over are injuries, as of any hit


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
