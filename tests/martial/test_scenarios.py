"""The scenarios that come with quintain, and what is said of a wrong one: one sentence."""

from __future__ import annotations

import pytest

from quintain.envs.martial import scenario
from quintain.envs.martial.enums import (
    Ending,
    Part,
    Skill,
    Window,
)
from quintain.envs.martial.rules.injuries.bodies import is_conscious
from quintain.envs.martial.tables import (
    BODY_FLY,
    BODY_NAMES,
    CAST_NAMES,
    HAS_CONSTITUTION,
    ITEM_NAMES,
    NONE,
    PART_COUNT,
)

pytestmark = pytest.mark.interpreted

every_scenario = pytest.mark.parametrize("name", scenario.scenario_names())


# --- Those that come with quintain ----------------------------------------------------------------


@every_scenario
@pytest.mark.parametrize("seed", range(3))
def test_everybody_is_awake_and_ambushers_are_asked_first(deployed, name, seed):
    battle = deployed(name, seed)
    assert all(is_conscious(fighter) for fighter in battle.fighters[: battle.num_fighters])
    assert battle.window == (Window.HIDE if name == "ambush" else Window.TURN)


@pytest.mark.compiled
@every_scenario
@pytest.mark.rule("RD35")
def test_RD35_a_scenario_ends(deployed, play_out, name):
    battle = deployed(name, 11, round_limit=4)
    play_out(battle, 11)
    assert battle.over
    assert Ending(int(battle.ending)) != Ending.NONE
    assert battle.round_number <= 4


@pytest.mark.rule("RD24")
@pytest.mark.parametrize("seed", range(3))
def test_RD24_the_duel_is_between_equals(deployed, seed):
    red, blue = deployed("duel", seed).fighters[:2]
    for field in ("attributes", "level", "body", "armour", "held", "pack", "trained"):
        assert red[field].tolist() == blue[field].tolist()
    assert ITEM_NAMES[red.held[0]] == "sword"
    assert red.held[1] == NONE


@pytest.mark.rule("D2", "D3")
@every_scenario
def test_D3_only_the_ambush_has_a_hiding_side(name):
    template = scenario.make_template(scenario.load_scenario(name))[0]
    assert template.hiding_side == (0 if name == "ambush" else -1)
    assert template.is_ready == (name != "ambush")


@pytest.mark.rule("D94", "D14", "RD20")
def test_D94_there_are_bodies_of_every_kind():
    """Humanoid, winged beast, horned brute, two heads, tentacles, and one without Constitution."""
    met = set()
    for name in scenario.scenario_names():
        for _, seat in scenario.load_scenario(name).seats():
            met |= {person.body_index for person in seat.fighter}
    kinds = [PART_COUNT[body] for body in met]
    assert BODY_NAMES.index("human") in met
    assert any(kind[Part.WING] for kind in kinds)
    assert any(kind[Part.HORN] for kind in kinds)
    assert any(kind[Part.HEAD] == 2 for kind in kinds)
    assert any(kind[Part.ARM] == 4 for kind in kinds)
    assert any(not HAS_CONSTITUTION[body] for body in met)


def test_the_dragonling_begins_aloft():
    template = scenario.make_template(scenario.load_scenario("dragonling"))[0]
    flying = [bool(seat.flying) for seat in template.seats[:4]]
    assert flying == [False] * 3 + [True]
    assert BODY_FLY[template.people[template.seats[3].choices[0]].body] > 0


# --- What a scenario may say of a fighter ---------------------------------------------------------

RED = "{fighter: swordsman, at: [0, 0]}"


@pytest.mark.rule("D94", "RD5", "RD18", "RD19", "RD24", "RD36", "RD39")
def test_RD24_a_scenario_may_change_everything_of_a_fighter(file_of):
    person = (
        "{base: archer, strength: -1, dexterity: 4, constitution: 1, intelligence: 2, wisdom: 3, "
        "level: 9, body: halfling, armour: heavy, natural_armour: 2, held: [axe, buckler], "
        "carried: [dagger, mace], trained: [lore, heal], training: 7, quick_draw: true, "
        "injuries: {eye: 2, nose: 1}}"
    )
    file = file_of((RED, f"{{fighter: {person}, at: [0, 0], prone: true}}"))
    loaded = scenario.load_scenario(str(file))
    template = scenario.make_template(loaded)[0]
    it = template.people[0]
    assert it.attributes.tolist() == [-1, 4, 1, 2, 3]
    assert (it.level, it.training, it.natural_armour, it.armour) == (9, 7, 2, 3)
    assert it.trained == 1 << Skill.LORE | 1 << Skill.HEAL
    assert [ITEM_NAMES[item] for item in it.held] == ["axe", "buckler"]
    assert [ITEM_NAMES[item] for item in it.pack[:2]] == ["dagger", "mace"]
    assert it.pack[2:].tolist() == [NONE, NONE]
    assert it.quick_draw
    assert BODY_NAMES[it.body] == "halfling"
    assert CAST_NAMES[it.cast] == "archer"
    assert {place: int(n) for place, n in enumerate(it.injuries) if n} == {2: 1, 3: 2}
    assert template.seats[0].prone
    assert not template.seats[0].flying


def person(text):
    """A red fighter of the knight's base."""
    return f"{{fighter: {{base: knight, {text}}}, at: [0, 0]}}"


CASES = {
    "unknown key": ((RED, person("mace: 1")), "red 1: mace: unknown key"),
    "no such fighter": ((RED, "{fighter: swordman, at: [0, 0]}"), "did you mean swordsman"),
    "no such body": ((RED, person("body: wulf")), "red 1: body: no body 'wulf': did you"),
    "no such armour": ((RED, person("armour: lite")), "armour: no armour 'lite': choose from none"),
    "no such skill": (
        (RED, person("trained: [lore, helth]")),
        "red 1: trained: no skill 'helth': choose from acrobatics,",
    ),
    "no such item": (
        (RED, person("held: [sward]")),
        "red 1: held: no weapon or shield 'sward': did you mean sword",
    ),
    "a part of the body held": ((RED, person("held: [bite]")), "held: no weapon or shield 'bite'"),
    "a fist carried": ((RED, person("carried: [unarmed]")), "carried: no weapon or shield 'unarm"),
    "three hands": (
        (RED, person("held: [spear, shield]")),
        "red 1: held: spear and shield take 3 hands, and there are 2",
    ),
    "no hands": ((RED, "{fighter: {base: wolf, held: [sword]}, at: [0, 0]}"), "a wolf has no hand"),
    "a full pack": (
        (RED, person("carried: [axe, axe, axe, axe, axe]")),
        "carried: holds at most 4 entries, got 5",
    ),
    "too strong": ((RED, person("strength: 5")), "strength: must be between -1 and 4, got 5"),
    "too clumsy": ((RED, person("dexterity: -2")), "dexterity: must be between -1 and 4, got -2"),
    "too experienced": ((RED, person("level: 11")), "level: must be between 1 and 10, got 11"),
    "no level": ((RED, person("level: 0")), "level: must be between 1 and 10, got 0"),
    "too thick": (
        (RED, person("natural_armour: 11")),
        "natural_armour: must be between 0 and 10, got 11",
    ),
    "trained too long": ((RED, person("training: 101")), "must be between 0 and 100, got 101"),
    "not a number": ((RED, person("level: old")), "level: must be a whole number, got 'old'"),
    "no such part": (
        (RED, person("injuries: {ayes: 1}")),
        "red 1: injuries.ayes: no body part 'ayes': `quintain new SYSTEM` lists the names",
    ),
    "a part that it has not": ((RED, person("injuries: {tail: 1}")), "a human has no tail"),
    "an injury too many": (
        (RED, person("injuries: {eye: 3}")),
        "eye: must be between 0 and 2, got",
    ),
    "a hand that drops": ((RED, person("injuries: {hand: 2}")), "hand: must be between 0 and 1"),
    "a heart": ((RED, person("injuries: {heart: 1}")), "injuries.heart: must be sound"),
    "a head": ((RED, person("injuries: {head: 2}")), "head: must be between 0 and 1, got 2"),
    "cannot fly": (
        (RED, "{fighter: [sprite, wolf], at: [0, 0], flying: true}"),
        "red 1: flying: wolf cannot fly",
    ),
    "flies and lies": (
        (RED, "{fighter: sprite, at: [0, 0], flying: true, prone: true}"),
        "red 1: prone: a flyer cannot be prone",
    ),
    "no such side": (("", "hiding: green"), "hiding: must be 'red' or 'blue', got 'green'"),
    "ready for an ambush": (
        ("", "hiding: red\nready: true"),
        "line 10: ready: nobody is ready for an ambush",
    ),
    "not a switch": (("", "ready: perhaps"), "ready: must be true or false, got 'perhaps'"),
    "in an obstacle": (("[1, 0]", "[2, 1]"), "blue 1: stands in the obstacle at [2, 1]"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_wrong_fighter_is_refused_in_one_sentence(case, refusal):
    change, message = CASES[case]
    assert message in refusal(change)


@pytest.mark.rule("D2")
def test_D2_nobody_adds_dexterity_where_the_file_says_so(file_of):
    assert scenario.load_scenario(str(file_of())).is_ready
    assert not scenario.load_scenario(str(file_of(("", "ready: false\n")))).is_ready
