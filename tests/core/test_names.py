"""Names of fighters: in every text and picture, in no record, harmless whatever they are."""

from __future__ import annotations

import copy
import xml.etree.ElementTree as ElementTree
from typing import Any

import numpy as np
import pytest

from quintain.envs.core.engine.system import System, get_system
from quintain.envs.core.rendering.render import ansi, svg
from quintain.envs.core.scenarios.labels import (
    fighter_labels,
    find_fighter,
    find_in_battle,
    shown_labels,
)
from quintain.envs.core.scenarios.yaml_files import parse_model
from quintain.envs.core.scenarios.yaml_models import FieldError, ScenarioError
from quintain.envs.core.session import replay as replays
from quintain.envs.core.session.match import Match
from quintain.envs.core.text.narration import full_names, short_names

pytestmark = pytest.mark.interpreted

HOSTILE = ("{actor} {0[x]} %s [red]b[/]", "<b>&amp;\"'</b>]]>", "Ægir {", "} the {enemy}")
DECISIONS = 80


def named(system: System, scenario: str, names: tuple[str, ...]) -> Any:
    """A scenario of the system whose fighters have these names, red first."""
    data = system.load_scenario(scenario).model_dump(mode="json", exclude_none=True)
    for seat, name in zip([*data["red"], *data["blue"]], names, strict=False):
        seat["name"] = name
    return parse_model(system.scenario_model, data, "test")


def texts_of(match: Match) -> str:
    """Every text and picture of a battle at its decision."""
    scene = match.system.scene(match.battle)
    lines = [sentence for sentence, _ in match.narrate()]
    lines += [match.describe(int(action)) for action in match.mask.nonzero()[0][:5]]
    assert ElementTree.fromstring(svg(scene)).tag.endswith("svg")
    return "\n".join([*lines, ansi(scene, color=True)])


def test_hostile_names_stay_as_they_are_in_every_text(system):
    match = Match(system, named(system, "skirmish", HOSTILE), log=True)
    chance, told = np.random.default_rng(1), ""
    match.reset(1)
    for _ in range(DECISIONS):
        if match.is_over:
            break
        told += texts_of(match)
        match.step(int(chance.choice(match.mask.nonzero()[0])))
    assert [name for name in HOSTILE if name not in told] == []


def test_a_name_in_a_picture_is_text(system):
    match = Match(system, named(system, "duel", HOSTILE[1:2]))
    match.reset(1)
    words = "".join(ElementTree.fromstring(svg(system.scene(match.battle))).itertext())
    assert HOSTILE[1] in words


def test_names_change_no_record_and_no_action(system):
    plain, other = (
        Match(system, one) for one in ("duel", named(system, "duel", ("Aldric", "Bertha")))
    )
    plain.reset(3), other.reset(3)
    for _ in range(20):
        assert plain.battles.tobytes() == other.battles.tobytes()
        if plain.is_over:
            break
        action = int(plain.mask.nonzero()[0][-1])
        plain.step(action), other.step(action)
    assert other.system.fighter_names(other.battle) == ["Aldric", "Bertha"]


def test_unnamed_fighters_keep_their_names_beside_named_ones():
    system = get_system("mythic_epoch")
    match = Match(system, named(system, "skirmish", ("Aldric",)))
    match.reset(1)
    names = system.fighter_names(match.battle)
    assert names[0] == "Aldric"
    assert all(name.startswith(("the red ", "the blue ")) for name in names[1:])
    called = ["fighter"] * 99
    assert full_names(match.battle, called)[2] == "the red fighter 3"
    assert short_names(match.battle, called)[:2] == ["Aldric", "the red fighter 2"]


def test_a_duel_is_told_with_one_name_or_two():
    system = get_system("mythic_epoch")
    match = Match(system, named(system, "duel", ("Aldric",)), log=True)
    match.reset(1)
    assert short_names(match.battle, ["x"] * 99) == ["Aldric", "Blue"]
    assert any("Aldric" in sentence for sentence, _ in match.narrate())


def test_names_are_in_replays_copies_and_states_of_the_match(tmp_path):
    match = Match("martial", named(get_system("martial"), "duel", ("Aldric", "Bertha")))
    match.reset(1)
    match.step(int(match.mask.nonzero()[0][0]))
    replays.save(replays.record(match), tmp_path / "fight.json")
    *_, last = replays.play(replays.load(tmp_path / "fight.json"))
    assert last.names == ["Aldric", "Bertha"]
    assert copy.deepcopy(match).names == ["Aldric", "Bertha"]
    match.set_state(match.get_state())
    assert match.system.fighter_names(match.battle) == ["Aldric", "Bertha"]


def test_a_replay_of_unnamed_fighters_has_no_key_for_names():
    match = Match("martial", "duel")
    match.reset(1)
    assert "name" not in str(replays.record(match).scenario)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("Aldric", "aldric"), "blue 1: name: red 1 is called 'aldric' too"),
        (
            ("Al\x1b[31mdric",),
            "red 1: name: must be text that can be printed, not U+001B, a control",
        ),
        (("Al\u202edric",), "not U+202E, right-to-left override: leave it out"),
        (
            ("\U0001f469\u200d\U0001f467 Z",),
            "not U+200D, zero width joiner: combined emoji are refused",
        ),
        (("A" * 31,), "red 1: name: must have at most 30 characters"),
        (("  ",), "red 1: name: must have at least one letter: leave it out"),
        (("Blue",), "red 1: name: 'Blue' means a side, its fighters or nobody"),
        (("red 1",), "'red 1' means a side, its fighters or nobody: choose another name"),
        (("The blue archer",), "means a side, its fighters or nobody: choose another name"),
        (("nobody",), "means a side, its fighters or nobody: choose another name"),
    ],
)
def test_a_name_that_misleads_is_refused_in_a_sentence(names, message):
    with pytest.raises(ScenarioError) as error:
        named(get_system("mythic_epoch"), "duel", names)
    assert message in str(error.value)
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("name", "label"), [("Lía", "Lia"), ("Jörg", "jorg"), ("Øyvind", "Oyvind"), ("Zoe", "Zoë")]
)
def test_a_name_without_its_accents_is_suggested(name, label):
    scenario = named(get_system("mythic_epoch"), "duel", (name,))
    with pytest.raises(FieldError, match=f"no fighter '{label}': did you mean {name}\\?"):
        find_fighter(scenario, label)


def test_a_name_may_begin_like_a_side():
    scenario = named(get_system("mythic_epoch"), "duel", ("Red  Sonja",))
    assert scenario.red[0].name == "Red Sonja"


def test_a_label_names_one_fighter():
    scenario = named(get_system("mythic_epoch"), "skirmish", ("Aldric",))
    labels = ["Aldric", "red 2", "red 3", "blue 1", "blue 2", "blue 3"]
    assert fighter_labels(scenario) == labels
    assert [find_fighter(scenario, label) for label in labels] == [*range(6)]
    assert find_fighter(scenario, "red 1") == find_fighter(scenario, " ALDRIC ") == 0
    assert [find_fighter(scenario, label) for label in ("archer_1", "archer_2")] == [2, 5]
    for label in ("red 4", "archer_3", "giant_1", ""):
        with pytest.raises(FieldError, match=r"no fighter .*"):
            find_fighter(scenario, label)


def test_every_name_that_a_battle_shows_is_a_label(system):
    """The map, the narration and the tables name a fighter as every option understands it."""
    for name in system.scenario_names():
        scenario = system.load_scenario(name)
        if not hasattr(scenario, "called"):
            continue
        is_drawn = [len({one.base for one in seat.fighter}) > 1 for _, seat in scenario.seats()]
        match = Match(system, name)
        match.reset(1)
        full = system.fighter_names(match.battle)
        tokens = system.scene(match.battle).fighters
        assert [find_in_battle(scenario, full, one) for one in full] == [*range(len(full))]
        for number, shown in enumerate(shown_labels(scenario)):
            assert find_fighter(scenario, shown) == number
            if not any(is_drawn):
                assert find_fighter(scenario, full[number]) == number
                assert find_fighter(scenario, tokens[number].name) == number
                assert find_fighter(scenario, tokens[number].label) == number


@pytest.mark.parametrize(
    ("label", "number"),
    [
        ("skulker 2", 1),
        ("the red skulker 2", 1),
        ("Red_Skulker_1", 0),
        ("skulker_1", 0),
        ("poisoner 2", 3),
        ("Red poisoner (R4)", 3),
        ("watchman", 4),
        ("blue maceman", 5),
        ("b2", 5),
    ],
)
def test_a_fighter_is_called_by_its_kind(label, number):
    assert find_fighter(get_system("platemail").load_scenario("ambush"), label) == number


def test_the_kind_is_that_of_the_cast_or_of_the_sentences():
    giant = get_system("martial").load_scenario("giant")
    for label in ("giant", "giant_1", "two-headed giant", "Blue two-headed giant", "blue"):
        assert find_fighter(giant, label) == 4


def test_a_kind_that_is_drawn_by_lot_may_mean_several_fighters():
    ambush = get_system("platemail").load_scenario("ambush")
    with pytest.raises(FieldError, match="'poisoner 1' is red 3 or red 4, as their kinds are dra"):
        find_fighter(ambush, "poisoner 1")
    names = ["", "", "the red poisoner 1", "the red poisoner 2", "", ""]
    assert find_in_battle(ambush, names, "Red poisoner 1") == 2


def test_a_misspelled_kind_is_suggested():
    ambush = get_system("platemail").load_scenario("ambush")
    with pytest.raises(FieldError, match="no fighter 'skulkr 2': did you mean skulker 2"):
        find_fighter(ambush, "skulkr 2")
