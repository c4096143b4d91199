"""The scenarios that come with quintain, and the errors for wrong ones: one sentence."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from quintain.envs.heimr.characters import Person
from quintain.envs.heimr.enums import Ability, Direction
from quintain.envs.heimr.scenario import Scenario, load_scenario, make_template, scenario_names
from quintain.envs.heimr.tables import ARMOUR_NAMES, CAST_NAMES, ITEM_NAMES, MOST_FIELD

pytestmark = pytest.mark.interpreted

SWORDSMAN = "{fighter: swordsman, at: [0, 0]}"


def template_of(**changes):
    """A template that differs from a plain duel."""
    said = {
        "title": "Test",
        "map": "...\n...\n...",
        "red": [{"fighter": "fighter", "at": [0, 0]}],
        "blue": [{"fighter": "fighter", "at": [2, 2]}],
    }
    return make_template(Scenario.model_validate({**said, **changes}))[0]


# --- Those that come with quintain ----------------------------------------------------------------


@pytest.mark.rule("RH18", "H5")
@pytest.mark.parametrize("name", ["duel", "skirmish"])
def test_RH18_three_by_three_in_the_columns_a_and_c(name):
    scenario = load_scenario(name)
    assert name in scenario_names()
    assert scenario.size == (3, 3)
    columns = [{x for x, _ in seat.place().squares()} for _, seat in scenario.seats()]
    assert columns == [{0}] * len(scenario.red) + [{2}] * len(scenario.blue)


@pytest.mark.rule("RH61")
@pytest.mark.parametrize("name", ["duel", "skirmish"])
def test_RH61_both_sides_get_the_same_classes(name):
    scenario = load_scenario(name)
    assert [seat.fighter for seat in scenario.red] == [seat.fighter for seat in scenario.blue]


@pytest.mark.rule("RH22", "RH1")
def test_RH22_the_duel_is_between_default_fighters():
    person = make_template(load_scenario("duel"))[0].people[0]
    assert person.attributes.tolist() == [2, 1, 0, 0, 0, 0]
    assert ARMOUR_NAMES[person.armour] == "heavy"
    assert ITEM_NAMES[person.held[0]] == "medium"
    trained = {
        Ability(which).name: (int(dice), int(more))
        for which, (dice, more) in enumerate(zip(person.consistency, person.potential, strict=True))
        if dice or more
    }
    assert trained == {"SWORDSMANSHIP": (2, 1), "AGILITY": (1, 1)}


@pytest.mark.rule("RH22")
@pytest.mark.parametrize("name", CAST_NAMES)
def test_RH22_everybody_of_the_cast_may_come(name):
    assert Person(base=name).base == name


# --- What a scenario can say ----------------------------------------------------------------------


@pytest.mark.rule("H9", "H151", "RH55")
def test_H9_borders_heights_and_exits():
    template = template_of(
        heights="000\n020\n000",
        borders=[
            {"at": [1, 1], "side": "west", "kind": "rope"},
            {"at": [0, 0], "side": "south", "kind": "strong_door"},
            {"at": [1, 0], "side": "south", "kind": "strong_door", "unlocked": True},
        ],
        exits=[{"at": [2, 0], "side": "north"}],
        darkness=2,
        weather=1,
        blind_spots=False,
    )
    rope, door = template.borders[2 * MOST_FIELD], template.borders[1]
    assert (rope.climb, rope.limit, rope.hands, rope.toughness) == (4, 1, True, 0)
    assert (door.unlocked, template.borders[3].unlocked) == (False, True)
    assert (door.toughness, door.limit, door.opens, door.climb, door.first) == (4, 2, True, -1, -1)
    assert (template.locations[6].floor, template.locations[2].exits) == (2, 1 << Direction.NORTH)
    assert (template.darkness, template.weather, template.blind_spots) == (2, 1, False)
    assert not template.plain


@pytest.mark.rule("H5", "H155")
def test_H5_kinds_of_locations():
    template = template_of(map="..g\n.c.\n#..")
    grass, cart, rock = (template.locations[one] for one in (2, 6, 10))
    assert (grass.difficult, grass.concealment, grass.concealment_height) == (True, 1, 1)
    assert (cart.top, cart.concealment, rock.void) == (1, 2, True)
    assert template_of(map="..g\n.c.\n...").plain
    assert not template.plain
    assert not template_of(map="..t\n...\n...").plain


@pytest.mark.rule("H5")
def test_H5_many_may_share_a_square():
    both = [{"fighter": "fighter", "at": [0, 0]}] * 2
    assert template_of(red=both, blue=[{"fighter": "orc", "at": [0, 0]}]).side_size[0] == 2


# --- What is said of a wrong one ------------------------------------------------------------------


@pytest.mark.rule("H5", "H9")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            ("  .....\n  ..#..\n  .....", "  ...\n  ..."),
            "map: has 3 to 5 squares a side, got 3 x 2",
        ),
        (("[1, 0]", "[7, 0]"), "blue 1: lies outside the map of 5 x 3 squares"),
        (("[1, 0]", "[2, 1]"), "blue 1: stands in the obstacle at [2, 1]"),
        (("at: [1, 0]", "zone: [2, 1, 2, 1]"), "may find no free square: its zone is all rock"),
        (("", "heights: abc\n"), "heights are made of the digits 0 to 9"),
        (("", "heights: ²²²\n"), "heights are made of the digits 0 to 9"),
        (("", 'heights: "012"\n'), "heights: must have as many rows and columns as map"),
        (("", "darkness: 4\n"), "darkness: must be 3 or less, got 4"),
        (("", "borders: [{at: [0, 0], side: east, kind: doer}]\n"), "no kind of border 'doer'"),
        (("", "borders: [{at: [0, 0], side: west, kind: jump}]\n"), "not lie between two squares"),
        (
            ("", "borders: [{at: [0, 0], side: east, kind: jump, unlocked: true}]\n"),
            "unlocked: must be false: jump is no door or gate",
        ),
        (("", "exits: [{at: [0, 0], side: east}]\n"), "must lead off the map from a square"),
        (("swordsman", "swordman"), "no fighter in the cast 'swordman'"),
        ((SWORDSMAN, "{fighter: {base: orc, race: orcs}, at: [0, 0]}"), "no race 'orcs'"),
        (
            (SWORDSMAN, "{fighter: {base: orc, strength: 5}, at: [0, 0]}"),
            "strength: must be between -3 and 4, got 5",
        ),
        (
            (SWORDSMAN, "{fighter: {base: orc, trained: {brawl: [5, 0]}}, at: [0, 0]}"),
            "trained.brawl: must be between 0 and 4, got 5",
        ),
        (
            (SWORDSMAN, "{fighter: {base: orc, skills: {shield_bash: 3}}, at: [0, 0]}"),
            "skills.shield_bash: must be between 0 and 2, got 3",
        ),
        (
            (SWORDSMAN, "{fighter: {base: orc, held: [great, buckler]}, at: [0, 0]}"),
            "held: great and buckler do not fit into two hands",
        ),
        (
            (SWORDSMAN, "{fighter: {base: orc, held: [medium, medium]}, at: [0, 0]}"),
            "held: medium and medium do not fit into two hands",
        ),
        ((SWORDSMAN, "{fighter: {base: orc, pack: [rope]}, at: [0, 0]}"), "no item 'rope'"),
        (
            (SWORDSMAN, "{fighter: {base: orc, pack: [torch]}, at: [0, 0]}"),
            "pack: only weapons are within easy reach (H97), not 'torch'",
        ),
    ],
)
def test_H5_H9_one_sentence_for_what_is_wrong(refusal, change, said):
    assert said in refusal(change)


@pytest.mark.rule("H97", "H100")
def test_H97_only_weapons_are_within_easy_reach_all_else_in_the_bag():
    with pytest.raises(ValidationError, match="only weapons"):
        Person(base="orc", pack=["light", "small_shield"])
    assert Person(base="orc", pack=["light", "throwing"], bag="small_shield").bag == "small_shield"


# --- Places by their names on the drawn map -------------------------------------------------------


@pytest.mark.rule("H5")
def test_H5_a_place_has_the_name_that_the_drawn_map_shows():
    places = [[{"fighter": "fighter", "at": at}] for at in ("a1", "C4")]
    border = {"at": "B2", "side": "east", "kind": "single_door"}
    way = {"at": "A3", "side": "west"}
    data = dict(zip(("red", "blue"), places, strict=True), borders=[border], exits=[way])
    scenario = Scenario.model_validate({"title": "T", "map": "...\n...\n...\n...", **data})
    found = [scenario.red, scenario.blue, scenario.borders, scenario.exits]
    assert [one[0].at for one in found] == [(0, 3), (2, 0), (1, 2), (0, 1)]


@pytest.mark.rule("H5")
@pytest.mark.parametrize("at", ["D1", "A5"])
def test_H5_a_name_that_the_map_lacks_is_refused(at):
    fighters = [{"fighter": "fighter", "at": "A1"}, {"fighter": "fighter", "at": at}]
    data = {"title": "T", "map": "...\n...\n...\n...", "red": fighters, "blue": fighters[:1]}
    with pytest.raises(ValidationError, match="squares of this map are A1 to C4"):
        Scenario.model_validate(data)
