"""Deployment: fighters, equipment, positions and hiding (RP1, RP38, RP48)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import MAX_FIGHTERS
from quintain.envs.core.engine.dice import load_dice, loaded_left, seed_rng_states
from quintain.envs.platemail import scenario as scenarios
from quintain.envs.platemail.deploy import deploy_fighters
from quintain.envs.platemail.enums import (
    Ending,
    Life,
    Spell,
    Window,
)
from quintain.envs.platemail.rules.bodies import can_shoot, knows_spell
from quintain.envs.platemail.rules.sight import is_unaware
from quintain.envs.platemail.state import (
    BATTLE,
)
from quintain.envs.platemail.tables import (
    ARMOUR_NAMES,
    CAST,
    CAST_NAMES,
    NO_SHIELD,
    SHIELD_NAMES,
    UNARMED,
    WEAPON_NAMES,
)

pytestmark = [pytest.mark.interpreted]


def deploy(scenario, seed=0, faces=(), battle=None):
    """A battle before its first decision."""
    if battle is None:
        battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(seed, 1)[0]
    load_dice(battle, list(faces))
    deploy_fighters(battle, scenarios.make_template(scenario)[0])
    return battle


@pytest.fixture
def one(parse):
    """A fighter with these values, deployed."""
    return lambda person: deploy(parse(red=[{"fighter": person, "at": [0, 0]}])).fighters[0]


# --- Who comes ------------------------------------------------------------------------------------

NUMBERS = ("strength", "dexterity", "will", "stealth", "perception", "medical", "attack_bonus")


@pytest.mark.rule("RP1")
@pytest.mark.parametrize("name", CAST)
def test_RP1_a_fighter_is_as_the_cast_says(name, one):
    fighter, entry = one(name), CAST[name]
    assert [int(fighter[key]) for key in NUMBERS] == [entry.get(key, 0) for key in NUMBERS]
    assert WEAPON_NAMES[fighter.hand] == entry["hand"]
    assert SHIELD_NAMES[fighter.shield] == entry.get("shield", "none")
    assert ARMOUR_NAMES[fighter.armour] == entry["armour"]
    assert (fighter.doses, fighter.mounted) == (entry.get("poison", 0), entry.get("mounted", False))
    assert CAST_NAMES[fighter.cast] == name


@pytest.mark.rule("RP1")
@pytest.mark.parametrize("key", NUMBERS)
def test_RP1_a_scenario_may_say_otherwise_of_each_number(key, one):
    plain, other = one("swordsman"), one({"base": "swordsman", key: 2})
    assert (plain[key], other[key]) == (0, 2)
    assert [field for field in plain.dtype.names if plain[field] != other[field]] == [key]


@pytest.mark.rule("P42")
def test_P42_max_wounds_is_3_unless_stated_otherwise(one):
    assert one("swordsman").max_wounds == 3
    assert one({"base": "swordsman", "max_wounds": 5}).max_wounds == 5


@pytest.mark.rule("RP38", "RP19")
def test_RP38_both_sets_of_weapons(one):
    fighter = one(
        {"base": "two_swords", "carried_hand": "mace", "carried_shield": "buckler"},
    )
    assert [WEAPON_NAMES[hand] for hand in (fighter.hand, fighter.second)] == ["sword", "sword"]
    assert WEAPON_NAMES[fighter.carried_hand] == "mace"
    assert (fighter.carried_second, SHIELD_NAMES[fighter.carried_shield]) == (-1, "buckler")


@pytest.mark.rule("RP38")
def test_RP38_who_has_no_second_weapon_and_no_other_set(one):
    fighter = one("great_swordsman")
    assert (fighter.second, fighter.shield) == (-1, NO_SHIELD)
    assert (fighter.carried_hand, fighter.carried_second, fighter.carried_shield) == (-1, -1, 0)
    assert one({"base": "great_swordsman", "hand": "unarmed"}).hand == UNARMED
    assert one({"base": "archer", "carried_hand": "none"}).carried_hand == -1


@pytest.mark.rule("RP38")
@pytest.mark.parametrize(
    ("weapon", "stock"), [("javelin", 3), ("net", 3), ("dagger", 3), ("sling", 0), ("sword", 0)]
)
def test_RP38_three_thrown_weapons_of_a_kind(weapon, stock, one):
    in_hand = one({"base": "swordsman", "hand": weapon})
    carried = one({"base": "swordsman", "carried_hand": weapon})
    assert (in_hand.stock, in_hand.carried_stock) == (stock, 0)
    assert (carried.stock, carried.carried_stock) == (0, stock)


@pytest.mark.rule("RP23")
def test_RP23_spells_and_the_mends_of_those_who_know_mend(one):
    mage, healer = one("battle_mage"), one("healer")
    assert [spell for spell in Spell if knows_spell(mage, spell)] == [
        Spell.BOLT, Spell.BLAST, Spell.FEAR,
    ]  # fmt: skip
    assert [spell for spell in Spell if knows_spell(healer, spell)] == [Spell.MEND, Spell.BIND]
    assert (mage.mends, healer.mends, one("swordsman").mends) == (0, 3, 0)


def test_a_place_may_be_drawn_from_several_of_the_cast(parse):
    scenario = parse(red=[{"fighter": ["swordsman", "axeman", "archer"], "at": [0, 0]}])
    hands = [WEAPON_NAMES[deploy(scenario, seed).fighters[0].hand] for seed in range(60)]
    assert set(hands) == {"sword", "axe", "long_bow"}


# --- Places ---------------------------------------------------------------------------------------


@pytest.mark.rule("RP40", "RP33")
def test_RP40_zones_are_filled_at_random_with_one_fighter_a_square_of_floor(parse, squares):
    scenario = parse(
        red=[{"fighter": "swordsman", "zone": [2, 1, 3, 3]} for _ in range(3)],
        blue=[{"fighter": "swordsman", "zone": [2, 1, 3, 3]} for _ in range(2)],
    )
    free = {(2, 1), (3, 1), (3, 2), (2, 3), (3, 3)}  # the zone without its high square
    first = set()
    for seed in range(80):
        battle = deploy(scenario, seed)
        assert set(squares(battle)) == free
        first.add(squares(battle)[0])
    assert first == free


def test_fixed_places_are_kept(parse, squares):
    assert squares(deploy(parse())) == [(0, 0), (1, 0)]


@pytest.mark.rule("RP40", "P77", "P110")
def test_RP40_letters_of_the_map(parse):
    rows = ".....\n.o#^.\n.+./."
    battle = deploy(parse(map=rows))

    def found(masks):
        return {(x, y) for y in range(3) for x in range(5) if int(masks[y]) >> x & 1}

    assert found(battle.low) == {(1, 1)}
    assert found(battle.high) == {(2, 1), (1, 2)}  # a closed door is high
    assert found(battle.raised) == {(3, 1)}
    assert list(battle.door_x) == [1, 3, -1, -1]
    assert list(battle.door_y) == [2, 2, -1, -1]


@pytest.mark.rule("RP40")
@pytest.mark.parametrize(
    ("rows", "expected"),
    [(".....", 0), ("...^.", 0), ("...o.", 1), ("...#.", 1), ("...+.", 1), (".../.", 1)],
)
def test_RP40_whether_anything_can_stand_in_the_way(rows, expected, parse):
    """An open door counts: it may be closed."""
    assert deploy(parse(map=rows)).has_obstacles == expected


# --- The start (RP48) -----------------------------------------------------------------------------


@pytest.mark.rule("RP48", "P42", "P46")
def test_RP48_all_begin_whole_free_and_aware():
    battle = deploy(scenarios.load_scenario("warband"))
    for fighter in battle.fighters[: battle.num_fighters]:
        assert (fighter.wounds, fighter.life) == (0, Life.ABLE)
        assert not any(
            fighter[key]
            for key in ("aimed", "prone", "limbs", "entrapped", "dazed", "terror", "hidden_from",
                        "struck", "surprised", "moved", "attacked", "assailants", "used_weapon",
                        "is_ward")
        )  # fmt: skip
        assert (fighter.carrying, fighter.carried_by) == (-1, -1)


@pytest.mark.rule("RP48", "P120", "P121")
@pytest.mark.parametrize("weapon", ["light_crossbow", "heavy_crossbow"])
def test_RP48_crossbows_are_loaded(weapon, one):
    person = {"base": "swordsman", "shield": "none", "hand": weapon, "carried_hand": weapon}
    fighter = one(person)
    assert can_shoot(fighter)
    assert fighter.carried_loaded == 1


@pytest.mark.rule("RP48", "RP37")
def test_RP48_no_spell_is_prepared_or_held(one):
    fighter = one("battle_mage")
    assert (fighter.prepared, fighter.focus) == (-1, -1)


@pytest.mark.rule("TP2", "QP11", "QP10")
def test_TP2_no_order_is_written_and_standing_orders_are_the_usual_ones(parse):
    battle = deploy(parse())
    for order in battle.orders:
        assert list(order.verb) == list(order.target) == [-1, -1, -1]
        assert (order.argument, order.opportunity, order.stand) == (-1, 1, 1)
        assert order.is_written == 0
    assert (battle.phase, battle.quiet_rounds, battle.round_number) == (0, 0, 0)
    assert (battle.to_act, battle.writer, battle.window) == (-1, -1, Window.NONE)
    assert (battle.over, battle.winner, battle.ending) == (False, -1, Ending.NONE)


def test_fighters_are_numbered_and_keyed_red_first():
    battle = deploy(scenarios.load_scenario("ambush"))
    count = int(battle.num_fighters)
    assert [int(fighter.key) for fighter in battle.fighters[:count]] == list(range(count))
    assert list(battle.side_size) == [4, 2]
    assert list(battle.side[:count]) == [0, 0, 0, 0, 1, 1]


@pytest.mark.rule("RP30")
def test_RP30_rounds_and_slots(parse):
    battle = deploy(parse())
    assert (battle.round_limit, battle.max_side) == (50, 1)
    battle = deploy(parse(round_limit=7, max_side=4))
    assert (battle.round_limit, battle.max_side) == (7, 4)


@pytest.mark.rule("RP30")
def test_RP30_a_ward(parse):
    red = [
        {"fighter": "bodyguard", "at": [0, 1]},
        {"fighter": "ward", "at": [0, 0], "ward": True},
    ]
    battle = deploy(parse(red=red))
    assert [int(fighter.is_ward) for fighter in battle.fighters] == [0, 1] + [0] * 10


@pytest.mark.rule("RP6", "XP1")
@pytest.mark.parametrize(
    ("rules", "full_absorb", "together"),
    [({}, 0, 1), ({"full_absorb": True}, 1, 1), ({"plan_alone": True}, 0, 0)],
)
def test_RP6_XP1_switches_reach_the_battle_one_by_one(rules, full_absorb, together, parse):
    battle = deploy(parse(rules=rules))
    assert (battle.full_absorb, battle.plans_together) == (full_absorb, together)


# --- The record -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["warband", "duel", "ambush", "archers_and_wall"])
def test_equal_dice_give_equal_bytes_whatever_was_fought_in_the_record_before(name):
    scenario = scenarios.load_scenario(name)
    fresh = deploy(scenario, 7)
    used = np.zeros(1, BATTLE)
    used.view(np.uint8)[:] = 1
    used["log"] = False
    again = deploy(scenario, 7, battle=used[0])
    kept = (
        "loaded", "fault", "fault_face", "scenario", "log", "memory", "quick_sides", "events",
    )  # fmt: skip
    for field in fresh.dtype.names:
        if field not in kept:
            assert fresh[field].tobytes() == again[field].tobytes(), field


def test_two_battles_in_a_row_have_other_dice(parse):
    scenario = parse()
    battle = deploy(scenario)
    rng_state = battle.dice.copy()
    deploy_fighters(battle, scenarios.make_template(scenario)[0])
    assert not np.array_equal(battle.dice, rng_state)


def test_places_beyond_the_fighters_are_empty(parse):
    battle = deploy(parse())
    for fighter in battle.fighters[2:MAX_FIGHTERS]:
        assert (fighter.x, fighter.y, fighter.max_wounds, fighter.hand) == (-1, -1, 0, UNARMED)


# --- Hidden (RP48, RP4, RP36, P56) ----------------------------------------------------------------

BEHIND_LOW = "......\n..o...\n......\n......\n......"


@pytest.fixture
def ambush(parse):
    """A skulker with a Stealth roll, and the fighters who may see it."""

    def build(stealth, perception, face, rows=BEHIND_LOW, at=(1, 1), blue=((4, 1),)):
        red = [{"fighter": {"base": "skulker", "stealth": stealth}, "at": list(at), "hidden": True}]
        watch = [
            {"fighter": {"base": "swordsman", "perception": perception}, "at": list(place)}
            for place in blue
        ]
        battle = deploy(parse(map=rows, red=red, blue=watch), faces=[face])
        assert loaded_left(battle) == []
        return battle

    return build


@pytest.mark.rule("RP48", "RP4", "P56")
@pytest.mark.parametrize(
    ("stealth", "perception", "face", "unaware"),
    [
        (0, 0, 10, False),  # 10 against 10: Perception is not below the roll
        (0, 0, 11, True),
        (3, 0, 7, False),
        (3, 0, 8, True),
        (3, 2, 9, False),
        (3, 2, 10, True),
        (0, 3, 13, False),
        (0, 3, 14, True),
        (0, 0, 1, False),
        (0, 0, 20, True),
    ],
)
def test_RP48_who_is_hidden_has_rolled_stealth_against_10_and_perception(
    stealth, perception, face, unaware, ambush
):
    battle = ambush(stealth, perception, face)
    assert battle.fighters[0].stealth_roll == face + stealth
    assert is_unaware(battle, 1, 0) == unaware
    assert not is_unaware(battle, 0, 1)


@pytest.mark.rule("RP48", "P54", "RP36")
def test_RP48_only_those_from_whom_there_is_cover_are_unaware(ambush):
    battle = ambush(3, 0, 20, blue=((4, 1), (1, 4), (0, 1)))
    assert [is_unaware(battle, other, 0) for other in (1, 2, 3)] == [True, False, False]
    assert battle.fighters[0].hidden_from == 1 << 1


@pytest.mark.rule("RP48", "P31", "P54")
def test_RP48_concealment_hides_as_well_as_cover(ambush):
    battle = ambush(3, 0, 20, rows=BEHIND_LOW.replace("o", "#"))
    assert is_unaware(battle, 1, 0)


@pytest.mark.rule("RP48", "RP40")
def test_RP48_who_stands_in_a_low_square_is_hidden_but_not_from_neighbours(ambush):
    battle = ambush(3, 0, 20, at=(2, 1), blue=((4, 1), (3, 2)))
    assert [is_unaware(battle, other, 0) for other in (1, 2)] == [True, False]


@pytest.mark.rule("RP48")
def test_RP48_each_hidden_fighter_rolls_for_himself_and_allies_stay_aware(parse):
    red = [
        {"fighter": {"base": "skulker", "stealth": 0}, "at": [1, 1], "hidden": True},
        {"fighter": {"base": "skulker", "stealth": 0}, "at": [1, 3]},
        {"fighter": {"base": "skulker", "stealth": 0}, "at": [2, 1], "hidden": True},
    ]
    blue = [{"fighter": "swordsman", "at": [5, 1]}]
    battle = deploy(parse(map=BEHIND_LOW, red=red, blue=blue), faces=[15, 5])
    assert [int(fighter.stealth_roll) for fighter in battle.fighters[:4]] == [15, 0, 5, 0]
    assert [int(fighter.hidden_from) for fighter in battle.fighters[:4]] == [1 << 3, 0, 0, 0]


@pytest.mark.rule("RP48")
def test_RP48_the_roll_is_noted(fight, events):
    red = [{"base": "skulker", "at": (1, 1), "hidden": True}]
    battle = fight(red=red, blue=[{"at": (4, 1)}], map=BEHIND_LOW, faces=[12])
    assert events(battle) == [("hides", 0, -1, 0, 15, 12), ("unaware", 0, -1, 0, 0b10, 0)]


@pytest.mark.rule("RP48")
def test_RP48_who_is_not_hidden_does_not_roll(fight, events):
    battle = fight(red=[{"base": "skulker", "at": (1, 1)}], blue=[{"at": (4, 1)}], map=BEHIND_LOW)
    assert battle.fighters[0].hidden_from == 0
    assert events(battle) == []
