"""The scenarios that come with quintain, and the errors for wrong ones: one sentence."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll import scenario
from quintain.envs.wildroll.characters import Person
from quintain.envs.wildroll.enums import (
    ATTRIBUTE_NAMES,
    NPC_NAMES,
    SKILL_NAMES,
    Ending,
    Posture,
    Window,
)
from quintain.envs.wildroll.rules.health.bodies import can_act, is_animal
from quintain.envs.wildroll.tables import (
    ARMOUR_NAMES,
    CAST,
    CAST_NAMES,
    CHARM_NAMES,
    IS_MOUNT,
    ITEM_NAMES,
    NONE,
    RACE_NAMES,
    TERRAIN_NAMES,
)

pytestmark = pytest.mark.interpreted

every_scenario = pytest.mark.parametrize("name", scenario.scenario_names())


def template_of(name):
    """The template of a scenario."""
    return scenario.make_template(scenario.load_scenario(name))[0]


# --- Those that come with quintain ----------------------------------------------------------------


@every_scenario
@pytest.mark.parametrize("seed", range(3))
def test_everybody_begins_able_to_act(deployed, name, seed):
    battle = deployed(name, seed)
    assert all(can_act(fighter) for fighter in battle.fighters[: battle.num_fighters])
    assert battle.window == Window.TURN
    assert not is_animal(battle.fighters[battle.to_act])


@every_scenario
@pytest.mark.rule("RW31")
def test_RW31_a_scenario_in_which_all_wait_ends_with_its_last_round(system, deployed, name):
    battle = deployed(name, 11, round_limit=3)
    while not battle.over:
        system.advance(battle, 0)
    assert battle.round_number <= 3
    assert (battle.ending == Ending.ROUND_LIMIT) == (battle.winner < 0)


@pytest.mark.rule("RW3")
def test_RW3_the_duel_is_between_reference_fighters():
    template = template_of("duel")
    for person in template.people[:2]:
        attributes = dict(zip(ATTRIBUTE_NAMES, person.attributes.tolist(), strict=True))
        assert {name: points for name, points in attributes.items() if points} == {
            "strength": 1,
            "dexterity": 1,
            "vitality": 1,
        }
        assert dict(zip(SKILL_NAMES, person.skills.tolist(), strict=True))["melee"] == 2
        assert ARMOUR_NAMES[person.armour] == "medium"
        assert [ITEM_NAMES[item] for item in person.held if item != NONE] == ["sword"]


@pytest.mark.rule("RW3", "W10")
@pytest.mark.parametrize("name", CAST_NAMES)
def test_RW3_everybody_of_the_cast_may_come(name):
    person = Person(base=name)
    assert person.name("race") == CAST[name].get("race", "human")
    assert person.name("npc") in NPC_NAMES


@pytest.mark.rule("W56", "XW1")
@every_scenario
def test_W56_only_in_one_a_side_lies_in_wait(name):
    template = template_of(name)
    assert template.hiding_side == (0 if name == "surprise" else -1)
    assert template.wary_side == (1 if name == "surprise" else -1)


@pytest.mark.rule("W68", "W106", "RW12", "RW19")
def test_every_chapter_comes_up_in_a_scenario():
    """Water, riders, spells, magical items, old wounds, creatures, healers, low and high walls."""
    people, letters = [], ""
    for name in scenario.scenario_names():
        loaded = scenario.load_scenario(name)
        people += [person for _, seat in loaded.seats() for person in seat.fighter]
        letters += loaded.map
    assert set("o#dwkmu") <= set(letters)
    assert any(IS_MOUNT[person.race_index] for person in people)
    assert {"fire_bolt", "force_shield", "heal"} == {s for p in people for s in p.several("spells")}
    assert any(person.name("charm") != "none" for person in people)
    assert any(person.counts("wounds") and person.number("bleeding") for person in people)
    assert any(not person.several("held") for person in people)
    assert any("healing_kit" in person.several("held") for person in people)


@pytest.mark.rule("W106")
def test_W106_lancers_begin_mounted(deployed):
    battle = deployed("lancers")
    riders = [(int(one.mount), int(one.rider)) for one in battle.fighters[:8]]
    assert riders == [(2, -1), (3, -1), (-1, 0), (-1, 1), (6, -1), (7, -1), (-1, 4), (-1, 5)]
    for rider, mount in ((0, 2), (1, 3), (4, 6), (5, 7)):
        one, other = battle.fighters[rider], battle.fighters[mount]
        assert (one.x, one.y) == (other.x, other.y)


# --- What a scenario may say ----------------------------------------------------------------------

RED = "{fighter: swordsman, at: [0, 0]}"


@pytest.mark.rule("RW3", "RW7", "RW9", "RW12", "RW19", "W10", "W81", "W93", "W102", "W106")
def test_RW3_a_scenario_may_change_everything_of_a_fighter(file_of):
    person = (
        "{base: archer, strength: -1, speed: -7, lore: 5, skills: {aim: 3, nature: 1}, "
        "specialisations: {bow: 2, wounds: 1}, race: ogre, armour: heavy, npc: elite, "
        "held: [axe, healing_kit], scabbard: [dagger, mace], pouch: [dagger], sack: [bow], "
        "spells: [heal], charm: warden_torc, potions: 3, wounds: {light: 2, critical: 1}, "
        "fatigue: 4, bleeding: 3, burning: 1, poisoned: 2, hobbled: true}"
    )
    file = file_of((RED, f"{{fighter: {person}, at: [0, 0], posture: prone}}"))
    template = scenario.make_template(scenario.load_scenario(str(file)))[0]
    it = template.people[0]
    assert it.attributes.tolist() == [-1, 2, 0, -7, 0, 5, 0, 1]
    assert it.skills.tolist() == [1, 3, 0, 0, 1, 0, 1, 0, 0, 1, 0]
    specialisations = {n: int(it.specialisations) >> 2 * n & 3 for n in range(26)}
    assert {n: points for n, points in specialisations.items() if points} == {6: 2, 18: 1, 19: 1}
    assert (RACE_NAMES[it.race], ARMOUR_NAMES[it.armour]) == ("ogre", "heavy")
    assert NPC_NAMES[it.npc] == "elite"
    assert [ITEM_NAMES[item] for item in it.held] == ["axe", "healing_kit"]
    assert [ITEM_NAMES[item] for item in it.pack] == ["dagger", "mace", "dagger", "bow"]
    assert (it.spells, it.potions, it.fatigue) == (0b100, 3, 4)
    assert CHARM_NAMES[it.charm] == "warden_torc"
    assert it.wounds.tolist() == [2, 0, 0, 1, 0]
    assert (it.bleeding, it.burning, it.poisoned, it.hobbled) == (3, 1, 2, True)
    assert CAST_NAMES[it.cast] == "archer"
    assert template.seats[0].posture == Posture.PRONE


@pytest.mark.rule("RW7")
def test_RW7_what_takes_both_hands_is_held_by_the_first(file_of):
    file = file_of((RED, "{fighter: {base: mage, held: [spear], charm: none}, at: [0, 0]}"))
    it = scenario.make_template(scenario.load_scenario(str(file)))[0].people[0]
    assert [int(item) for item in it.held] == [ITEM_NAMES.index("spear"), NONE]
    assert it.charm == NONE


@pytest.mark.rule("W68", "H22")
def test_W68_the_letters_of_a_map_are_grounds(parse):
    rows = "..sdw+\n#ol...\n......"
    red, blue = [{"fighter": "thug", "at": [0, 0]}], [{"fighter": "thug", "at": [3, 0]}]
    current = {"direction": "south-west", "yards": 2}
    loaded = parse(map=rows, red=red, blue=blue, current=current)
    template = scenario.make_template(loaded)[0]
    names = [TERRAIN_NAMES[kind] for kind in template.ground[0, :6]]
    assert names == ["open", "open", "steep", "deep", "waist", "shut_door"]
    assert [int(mask) for mask in template.high[:3]] == [0b100000, 0b101, 0]
    assert [int(mask) for mask in template.low[:3]] == [0, 0b10, 0]
    assert (template.current_side, template.current_yards) == (3, 2)


@pytest.mark.rule("W56")
@pytest.mark.parametrize(("wary", "side"), [(None, -1), ("red", 0), ("blue", 1), ("both", 2)])
def test_W56_one_side_may_be_surprised_or_both(parse, wary, side):
    assert scenario.make_template(parse(wary=wary, hiding="blue"))[0].wary_side == side
    assert scenario.make_template(parse(wary=wary, hiding="blue"))[0].hiding_side == 1


# --- Riders (W106, W108) --------------------------------------------------------------------------


def riding(rider, mount, **more):
    """A side with a rider."""
    return [{"fighter": rider, "rides": 1, **more}, {"fighter": mount, "at": [0, 0]}]


@pytest.mark.rule("W106", "W108")
def test_W108_a_mount_may_be_as_large_as_its_rider(parse):
    blue = [{"fighter": "thug", "at": [4, 3]}, *riding("thug", "horse")]
    blue[1]["rides"], blue[2]["at"] = 2, [3, 3]
    loaded = parse(red=riding("griffin", "griffin"), blue=blue)
    seats = scenario.make_template(loaded)[0].seats
    assert [int(seat.mount) for seat in seats[:5]] == [1, -1, -1, 4, -1]


WRONG_RIDERS = {
    "too small": (riding("giant", "horse"), "red 1: rides: horse is smaller than giant"),
    "one of them too small": (
        riding(["thug", "giant"], ["griffin", "horse"]),
        "red 1: rides: horse is smaller than giant",
    ),
    "no mount": (
        riding("thug", "ogre"),
        "red 1: rides: ogre is no mount: 1 is red 2, as seats count from 0",
    ),
    "nobody there": (
        riding("thug", "horse", rides=2),
        "red 1: rides: must be a seat of its side, 0 to 1 (0 is red 1), got 2",
    ),
    "itself": (
        riding("thug", "horse", rides=0),
        "red 1: rides: red 1 rides, so that nobody can ride it",
    ),
    "two on one": (
        [*riding("thug", "horse"), {"fighter": "thug", "rides": 1}],
        "red 3: rides: red 2 is ridden by red 1 already",
    ),
    "a place of its own": (
        riding("thug", "horse", at=[1, 1]),
        "red 1: a rider is where its mount is: leave at and zone out",
    ),
    "lying": (
        riding("thug", "horse", posture="prone"),
        "red 1: posture: a rider sits upright: leave it out",
    ),
    "nobody but animals": (
        [{"fighter": ["thug", "horse"], "at": [0, 0]}],
        "red: may have nobody but animals, which need a rider",
    ),
}


@pytest.mark.rule("W106", "W108", "H25")
@pytest.mark.parametrize("case", WRONG_RIDERS)
def test_W108_a_wrong_rider_is_refused_in_one_sentence(case, parse):
    red, message = WRONG_RIDERS[case]
    with pytest.raises(ValueError, match=r"^test: ") as caught:
        parse(red=red, blue=[{"fighter": "thug", "at": [4, 3]}])
    assert str(caught.value) == f"test: {message}"


# --- Mistakes -------------------------------------------------------------------------------------


def person(text, base="guard"):
    """A red fighter with these values."""
    return (RED, f"{{fighter: {{base: {base}, {text}}}, at: [0, 0]}}")


CASES = {
    "unknown key": (person("mace: 1"), "red 1: mace: unknown key"),
    "no such fighter": ((RED, "{fighter: swordman, at: [0, 0]}"), "did you mean swordsman"),
    "no such race": (person("race: wulf"), "red 1: race: no race 'wulf': did you mean w"),
    "no such armour": (person("armour: lite"), "armour: no armour 'lite': choose from none, light"),
    "no such npc": (person("npc: elit"), "npc: no kind of NPC 'elit': did you mean elite"),
    "no such charm": (person("charm: ember"), "charm: no charm 'ember': did you mean ember_ring"),
    "no such spell": (person("spells: [heel]"), "spells: no spell 'heel': did you mean heal"),
    "no such skill": (
        person("skills: {mele: 1}"),
        "red 1: skills.mele: no skill 'mele': did you mean melee",
    ),
    "no such specialisation": (
        person("specialisations: {blades: 1}"),
        "specialisations.blades: no specialisation 'blades': did you mean blade",
    ),
    "too skilled": (person("skills: {melee: 4}"), "skills.melee: must be between 0 and 3, got 4"),
    "too special": (
        person("specialisations: {blade: 3}"),
        "specialisations.blade: must be between 0 and 2, got 3",
    ),
    "no such item": (
        person("held: [sward]"),
        "red 1: held: no item 'sward': did you mean sword",
    ),
    "a part of the body held": (person("held: [bite]"), "held: no item 'bite'"),
    "three hands": (
        person("held: [spear, shield]"),
        "held: needs 3 hands for spear and shield, and a human has 2",
    ),
    "no hands": (person("held: [sword]", "wolf"), "held: needs 1 hand for sword, and a wolf has 0"),
    "full scabbards": (
        person("scabbard: [axe, axe, axe]"),
        "scabbard: holds at most 2 entries, got 3",
    ),
    "a full pouch": (person("pouch: [axe, axe]"), "pouch: holds at most 1 entries, got 2"),
    "a full sack": (person("sack: [axe, axe]"), "sack: holds at most 1 entries, got 2"),
    "too strong": (person("strength: 6"), "strength: must be between -5 and 5, got 6"),
    "too slow": (person("speed: -11"), "speed: must be between -10 and 10, got -11"),
    "too many potions": (person("potions: 10"), "potions: must be between 0 and 9, got 10"),
    "not a number": (person("lore: old"), "lore: must be a whole number, got 'old'"),
    "trained for nothing": (person("trained: true"), "trained: a human is no mount"),
    "no such wound": (
        person("wounds: {sever: 1}"),
        "wounds.sever: no wound to begin with 'sever': did you mean severe",
    ),
    "a fatal wound": (person("wounds: {fatal: 1}"), "wounds.fatal: no wound to begin with 'fatal'"),
    "a wound too many": (
        person("wounds: {critical: 3}"),
        "wounds.critical: must be between 0 and 2, got 3",
    ),
    "a wound too many for a minion": (
        person("wounds: {severe: 2}, npc: minion"),
        "wounds.severe: must be between 0 and 1, got 2",
    ),
    "a light wound too many": (
        person("wounds: {light: 4}, persona: -2"),
        "wounds.light: must be between 0 and 3, got 4",
    ),
    "staggered": (person("fatigue: 11"), "fatigue: must be between 0 and 10, got 11"),
    "bleeding fatally": (person("bleeding: 4"), "bleeding: must be between 0 and 3, got 4"),
    "no such posture": (
        (RED, "{fighter: thug, at: [0, 0], posture: sitting}"),
        "red 1: posture: must be 'standing', 'crouching' or 'prone', got 'sitting'",
    ),
    "no place": ((RED, "{fighter: thug}"), "red 1: give either at: [x, y] or zone"),
    "no such side": (("", "hiding: green"), "hiding: must be 'red' or 'blue', got 'green'"),
    "nobody to surprise": (("", "wary: all"), "wary: must be 'red', 'blue' or 'both', got 'all'"),
    "a current uphill": (
        ("", "current: {direction: up, yards: 1}"),
        "current.direction: no direction 'up': choose from north-east, east",
    ),
    "a torrent": (
        ("", "current: {direction: east, yards: 10}"),
        "current.yards: must be 9 or less, got 10",
    ),
    "a hex of three": ((RED, "{fighter: thug, at: [0, 0, 1]}"), "a hex is [column, row]"),
    "outside": (("[1, 0]", "[5, 0]"), "blue 1: lies outside the map of 5 x 2 hexes"),
    "rows that differ": ((".....\n", 33 * "." + "\n"), "has 5 hexes and row 0 has 33"),
    "no room": (
        (RED, "{fighter: thug, zone: [0, 0, 0, 0]}\n  - {fighter: thug, zone: [0, 0, 0, 0]}"),
        "red 2: may find no free hex: its zone has 1",
    ),
    "in a wall": (("[1, 0]", "[2, 1]"), "blue 1: stands in the obstacle at [2, 1]"),
    "in a pit": ((".....\n  ..#", ".p...\n  ..#"), "blue 1: stands in the obstacle at [1, 0]"),
    "no such ground": ((".....\n  ..#", ".x...\n  ..#"), "but row 0 (.x...) has 'x'"),
}


@pytest.mark.rule("RW3", "RW12", "RW17", "W10", "W81", "H22")
@pytest.mark.parametrize("case", CASES)
def test_RW3_a_mistake_is_refused_in_one_sentence(case, refusal):
    change, message = CASES[case]
    assert message in refusal(change)


def test_a_lone_entry_of_a_list_is_written_in_brackets(refusal):
    said = refusal((RED, "{fighter: {base: guard, held: sword}, at: [0, 0]}"))
    assert "line 6: red 1: held: must be a list: write [sword]" in said
