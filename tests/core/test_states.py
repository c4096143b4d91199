"""States of battles in scenario files: written, read back, and refused in a sentence."""

from __future__ import annotations

import copy
import itertools
import re
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
import yaml

from quintain.envs.core.engine.battle import MEMORY_FIELDS
from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.envs.core.scenarios.loading import load_templates
from quintain.envs.core.scenarios.yaml_models import ScenarioError
from quintain.envs.core.session import replay as replays
from quintain.envs.core.session.match import Match
from quintain.envs.core.session.opening import narrate_opening
from quintain.envs.core.session.recording import recording_of
from quintain.envs.core.session.state_file import scenario_at, text_of, write_state
from quintain.envs.heimr.enums import Defence, Window
from quintain.envs.martial.state import ATTACK
from quintain.envs.martial.text.names import part_name
from quintain.envs.wildroll.enums import Attribute
from quintain.envs.wildroll.rules.health.bodies import attribute
from quintain.envs.wildroll.tables import ROUND_START_POINTS, SPEED_LEAST

pytestmark = pytest.mark.interpreted

PASSING = {
    *("dice", "loaded", "num_loaded", "next_loaded", "fault", "fault_face", "reward", "decisions"),
    *("scenario", "log", "events", "num_events", "events_lost", *MEMORY_FIELDS),
}
"""Fields that belong to the course of a battle and not to its state."""
STALE = {
    "heimr": {"d6", "value", "total", "tired", "outcome"},
    "mythic_epoch": {
        *("asking", "result", "opposition", "counter_tempo", "reaction", "path_length"),
        *("path_x", "path_y"),
    },
    "martial": {
        *ATTACK.names,
        *("path_x", "path_y", "from_x", "from_y", "is_step", "is_crawl"),
        *("ground_x", "ground_y", "ground_damaged"),
    },
    "platemail": set(),
    "wildroll": {"path_x", "path_y", "ground_x", "ground_y"},
}
"""Fields that hold what the last action left; the next one writes them before it reads them."""
SHARE = {"platemail": 0.7}
"""Share of the moments that are saved, where few can be: larger than in other systems."""
DOOR_FIELDS = {"platemail": ("high",), "wildroll": ("ground", "high")}
"""Fields that change when a door is opened or closed."""
LONGEST, AHEAD, USUAL_SHARE = (60, 3, 0.15) if numba.config.DISABLE_JIT else (150, 12, 0.06)
"""Decisions of the battles whose states are saved, decisions that such a battle and its copy are
played on with the same dice, and the share of the moments that are saved."""
SYSTEMS = [get_system(name) for name in system_names()]
WITH_STATES = [system for system in SYSTEMS if system.scenario_model.sheet]
each_system = pytest.mark.parametrize("system", WITH_STATES, ids=lambda system: system.name)


def differences(one: np.record, other: np.record, prefix: str = "") -> list[str]:
    """The fields of a state that differ, with both values."""
    found = []
    for name in one.dtype.names:
        if name in PASSING and not prefix:
            continue
        a, b = one[name], other[name]
        if isinstance(a, np.ndarray) and a.dtype.names:
            for number in range(len(a)):
                found += differences(a[number], b[number], f"{prefix}{name}[{number}].")
        elif isinstance(a, np.void):
            found += differences(a, b, f"{prefix}{name}.")
        elif not np.array_equal(a, b):
            found.append(f"{prefix}{name}: {a} is read as {b}")
    return found


def begun(system: System, text: str, folder: Path, seed: int = 99) -> Match:
    """A match that begins from the text of a file."""
    file = folder / "state.yaml"
    file.write_text(text, encoding="utf-8")
    match = Match(system, str(file))
    match.reset(seed)
    return match


def battles_of(system: System, scenario: str, seed: int) -> Any:
    """A match of random choices, at each of its decisions."""
    match, chance = Match(system, scenario, log=False), np.random.default_rng(seed)
    match.reset(seed)
    while not match.is_over:
        yield match
        match.step(int(chance.choice(match.mask.nonzero()[0])))


@each_system
def test_a_saved_state_is_read_back_exactly(system, tmp_path):
    sheet, tried, seed = system.scenario_model.sheet, 0, 1
    share = SHARE.get(system.name, USUAL_SHARE)
    for scenario in system.scenario_names():
        chance = np.random.default_rng(seed)
        for match in battles_of(system, scenario, seed):
            if match.battle.decisions > LONGEST:
                break
            if not sheet.is_open(match.battle) or chance.random() > share:
                continue
            again = begun(system, text_of(scenario_at(match, match.battle)), tmp_path)
            found = differences(match.battle, again.battle)
            names = {one.partition(":")[0].rpartition(".")[2] for one in found}
            assert names <= STALE[system.name], found
            assert_play_on_alike(match, again)
            tried += 1
    assert tried > len(system.scenario_names())


def assert_play_on_alike(match: Match, again: Match) -> None:
    """Play a copy of a match and another one on with the same dice and the same choices."""
    one, chance = copy.deepcopy(match), np.random.default_rng(0)
    again.battles["dice"] = one.battles["dice"]
    for _ in range(AHEAD):
        assert one.to_act == again.to_act
        assert np.array_equal(one.observation, again.observation)
        assert np.array_equal(one.mask, again.mask)
        if one.is_over:
            break
        action = int(chance.choice(one.mask.nonzero()[0]))
        one.step(action), again.step(action)
    assert one.winner == again.winner


@each_system
def test_every_field_of_a_state_has_one_key(system):
    sheet = system.scenario_model.sheet
    for keys in (sheet.fighter, sheet.battle):
        covered = [name for key in keys for name in key.covers()]
        assert len(set(covered)) == len(covered)
        assert len({key.name for key in keys}) == len(keys)
        assert all(key.meaning for key in keys)


# --- Sentences about wrong states -----------------------------------------------------------------

DUEL = """title: The ford
map: |
  ......
  ......
red:
  - {fighter: swordsman, name: Aldric, at: [1, 1], state: RED}
blue:
  - {fighter: axeman, at: [2, 1], state: BLUE}
now: NOW
"""


def of_duel(red: str = "{}", blue: str = "{}", now: str = "{}") -> str:
    """A duel in Mythic Epoch with these states."""
    return DUEL.replace("RED", red).replace("BLUE", blue).replace("NOW", now)


def test_a_state_is_written_into_the_battle(tmp_path):
    text = of_duel(
        "{damage: 9, ap: 5, hand: dagger, status: grappled, partner: blue 1}",
        "{status: pinned, partner: Aldric, initiative: 40}",
        "{round: 3, turn: Aldric, ground: [{weapon: sword, at: [5, 1], loaded: false}]}",
    )
    battle = begun(get_system("mythic_epoch"), text, tmp_path).battle
    red, blue = battle.fighters[:2]
    assert (red.damage, red.action_points, red.partner, blue.partner) == (9, 5, 1, 0)
    assert (battle.round_number, battle.to_act, battle.turn) == (2, 0, 1)
    assert list(battle.order[:2]) == [1, 0]
    assert (battle.ground_x[0], battle.ground_y[0]) == (5, 1)


@pytest.mark.parametrize(
    ("states", "message"),
    [
        (
            {"red": "{ap: 13}"},
            "red 1 (Aldric): state.ap: must be a whole number between 0 and 12, got 13",
        ),
        ({"red": "{ap: true}"}, "must be a whole number between 0 and 12, got True"),
        ({"red": "{app: 3}"}, "red 1 (Aldric): state.app: unknown key: did you mean ap"),
        (
            {"red": "{at: [6, 0]}"},
            "red 1 (Aldric): state.at: column must be a whole number between 0 and 5",
        ),
        ({"red": "{at: 6}"}, "red 1 (Aldric): state.at: must be [column, row], got 6"),
        (
            {"red": "{hand: sward}"},
            "red 1 (Aldric): state.hand: no hand 'sward': did you mean sword",
        ),
        ({"red": "{loaded: 1}"}, "red 1 (Aldric): state.loaded: must be true or false, got 1"),
        ({"red": "{partner: blue 2}"}, "red 1 (Aldric): state.partner: no fighter 'blue 2'"),
        ({"red": "{partner: 1}"}, "must be a fighter, as in Aldric, got 1"),
        ({"red": "[]"}, "red 1 (Aldric): state: must be a mapping"),
        ({"now": "{turn: nobody}"}, "now.turn: must be a fighter, as in Aldric, got 'nobody'"),
        ({"now": "{round: 0}"}, "now.round: must be a whole number between 1 and"),
        ({"now": "{ground: [{weapon: sword}]}"}, "now.ground 1.at: must be given"),
        ({"now": "{ground: [{metal: sword}]}"}, "now.ground 1.metal: unknown key"),
        (
            {"now": "{ground: 3}"},
            "now.ground: must be a list of at most 12, as in [{weapon: ...}], got 3",
        ),
        ({"red": "{damage: 200}", "now": "{turn: Aldric}"}, "Aldric is out of action and cannot"),
        ({"red": "{damage: 200}"}, "Aldric and every ally are out of action"),
        ({"red": "{status: pinned}"}, "Aldric is pinned but held by nobody: write partner"),
        ({"blue": "{partner: Aldric}"}, "blue 1 has a partner but is on_guard: write status"),
        (
            {"red": "{status: bound, partner: blue 1}"},
            "Aldric has a partner whose partner is another: write it for both",
        ),
        ({"red": "{at: [2, 1]}"}, "fighters able to act must not share a square"),
    ],
)
def test_a_wrong_state_gets_a_sentence(states, message, tmp_path):
    with pytest.raises(ScenarioError) as error:
        begun(get_system("mythic_epoch"), of_duel(**states), tmp_path)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_wrong_state_is_named_with_its_file_and_line(tmp_path):
    file, system = re.escape(str(tmp_path / "state.yaml")), get_system("mythic_epoch")
    for text, message in (
        (of_duel("{ap: 13}"), r": line 6: red 1 \(Aldric\): state\.ap: must be"),
        (of_duel("{status: pinned}"), ": line 6: Aldric is pinned but held by nobody"),
        (of_duel(blue="{partner: Aldric}"), ": line 8: blue 1 has a partner but is on_guard"),
        (
            of_duel("{at: [2, 1]}"),
            r": line 6: red 1 \(Aldric\): state\.at: fighters able to act must not share",
        ),
        (of_duel(now="{round: 0}"), r": line 9: now\.round: must be"),
        (
            of_duel(now="{round: 10001}"),
            r": line 9: now\.round: must not be later than the last round of the fight, which",
        ),
        (
            of_duel(now="{ground: [{weapon: bow, at: [31, 0], loaded: false}]}"),
            r": line 9: now\.ground 1\.at: column must be a whole number between 0 and 5, got 31",
        ),
    ):
        with pytest.raises(ScenarioError, match=f"^{file}{message}"):
            begun(system, text, tmp_path)


def test_a_match_begins_alike_from_two_files_of_the_same_text(tmp_path):
    system, texts = get_system("mythic_epoch"), ("", "# a comment\n")
    matches = [begun(system, text + of_duel("{ap: 3}"), tmp_path) for text in texts]
    assert matches[0].scenarios == matches[1].scenarios


def test_a_match_is_as_before_when_a_state_is_refused(tmp_path):
    match = Match("mythic_epoch", "duel")
    match.reset(1)
    before, file = match.battles.tobytes(), tmp_path / "state.yaml"
    file.write_text(of_duel("{damage: 200}"), encoding="utf-8")
    with pytest.raises(ScenarioError, match="every ally are out of action"):
        match.reset(2, scenario=str(file))
    assert match.battles.tobytes() == before


def test_batches_of_battles_refuse_a_state(tmp_path):
    file = tmp_path / "state.yaml"
    file.write_text(of_duel("{ap: 3}"), encoding="utf-8")
    with pytest.raises(ValueError, match="begins in the middle of a battle"):
        load_templates(get_system("mythic_epoch"), str(file))


def test_a_replay_begins_from_the_state(tmp_path):
    match = begun(get_system("mythic_epoch"), of_duel("{ap: 3}", now="{turn: Aldric}"), tmp_path, 5)
    match.step(int(match.mask.nonzero()[0][0]))
    assert replays.verify(replays.record(match)).is_good


def test_between_two_choices_the_last_one_that_fits_is_saved(tmp_path):
    system = get_system("mythic_epoch")
    for match in battles_of(system, "duel", 3):
        if match.window == "reaction":
            break
    told = write_state(match, tmp_path / "state.yaml")
    assert "the last one that a file can hold: a fighter's choice in its turn" in told
    again = begun(system, (tmp_path / "state.yaml").read_text(encoding="utf-8"), tmp_path)
    number = int(re.search(r"decision (\d+)", told)[1]) - 1
    *_, earlier = itertools.islice(replays.play(replays.record(match)), number + 1)
    assert again.to_act == earlier.to_act
    assert np.array_equal(again.observation, earlier.observation)


def test_names_and_words_survive_a_saved_state(tmp_path):
    text = of_duel("{ap: 3}", now="{turn: Aldric}").replace("The ford", "'yes: # \"ford\"'")
    match = begun(get_system("mythic_epoch"), text, tmp_path)
    assert "holds the battle before decision 1." in write_state(match, tmp_path / "again.yaml")
    again = begun(match.system, (tmp_path / "again.yaml").read_text(encoding="utf-8"), tmp_path)
    assert again.scenarios[0].title == 'yes: # "ford"'
    assert again.names == ["Aldric", ""]


def of_system(system: System, red: str = "{}", blue: str = "{}", now: str = "{}") -> str:
    """A duel in any system with these states, at places of its own duel."""
    data = system.load_scenario("duel").model_dump(mode="json", exclude_defaults=True)
    for side, state in (("red", red), ("blue", blue)):
        data[side][0]["state"] = yaml.safe_load(state)
    return yaml.safe_dump(data | {"now": yaml.safe_load(now)})


@pytest.mark.parametrize(
    ("name", "states", "message"),
    [
        (
            "martial",
            {"red": "{injuries: {third leg: 1}}"},
            "red 1: state.injuries.third leg: no place",
        ),
        ("martial", {"red": "{life: dead}"}, "every ally are unconscious or dead"),
        ("martial", {"red": "{life: coma}", "now": "{turn: red 1}"}, "and cannot have the turn"),
        ("martial", {"red": "{stamina: 9000}"}, "red 1 has more Stamina than its maximum of"),
        ("martial", {"red": "{is_grappler: true}"}, "red 1 holds nobody: write grapple"),
        ("martial", {"red": "{grapple: blue 1}"}, "follows grapple: nobody (RD17)"),
        ("martial", {"red": "{held: [excalibur]}"}, "red 1: state.held: no held 'excalibur'"),
        ("martial", {"red": "{free_actions: [sing]}"}, "no name 'sing'"),
        ("platemail", {"red": "{life: dead}"}, "every ally are unable to act: the battle would be"),
        ("platemail", {"red": "{carrying: blue 1}"}, "carried by another: write carried_by there"),
        ("platemail", {"red": "{carried_by: blue 1}"}, "carries another: write carrying there"),
        ("platemail", {"red": "{entrapped: [rope]}"}, "red 1: state.entrapped: no fighter 'rope'"),
        ("platemail", {"red": "{entrapped: [nobody]}"}, "nobody is no fighter: leave it out"),
        ("platemail", {"red": "{entrapped: [[]]}"}, "must be a fighter, as in red 1, got []"),
        (
            "mythic_epoch",
            {"red": "{hp: 3}"},
            "state.hp: unknown key: choose from at, ap, damage, status,",
        ),
        ("platemail", {"now": "{turn: red 1}"}, "now.turn: unknown key: "),
        ("wildroll", {"red": "{life: dead}"}, "every ally are unconscious or dead"),
        ("wildroll", {"red": "{life: dead}", "now": "{turn: red 1}"}, "and cannot have the turn"),
        ("wildroll", {"red": "{pinned_by: blue 1}"}, "is pinned by one who does not hold it"),
        ("wildroll", {"red": "{wounds: {tiny: 1}}"}, "red 1: state.wounds.tiny: no place 'tiny'"),
        ("wildroll", {"red": "{bleeding: 4}"}, "red 1: state.bleeding: must be a whole number"),
    ],
)
def test_each_system_names_what_contradicts_itself(name, states, message, tmp_path):
    system = get_system(name)
    with pytest.raises(ScenarioError) as error:
        begun(system, of_system(system, **states), tmp_path)
    assert message in str(error.value)


def test_W46_fighters_without_ap_in_a_state_have_those_of_the_start_of_a_round(tmp_path):
    system = get_system("wildroll")
    fresh = begun(system, of_system(system), tmp_path).battle
    for states in ({"now": "{round: 2}"}, {"red": "{wounds: {light: 1}}"}):
        battle = begun(system, of_system(system, **states), tmp_path).battle
        for number in range(2):
            speed = attribute(battle.fighters[number], Attribute.SPEED)
            expected = ROUND_START_POINTS[speed - SPEED_LEAST]
            assert battle.fighters[number].action_points == expected
        assert not battle.fighters["action_points"][2:].any()
    said = begun(system, of_system(system, red="{ap: 0}", now="{round: 2}"), tmp_path).battle
    assert said.fighters[0].action_points == 0
    assert said.fighters[1].action_points > 0
    assert fresh.num_fighters == 2


def test_D4_after_round_1_fighters_of_a_state_have_acted_and_have_reactions(tmp_path):
    system = get_system("martial")
    for first, expected in ((1, 1), (2, 2)):  # in round 1 one has the turn, the other waits for it
        battle = begun(system, of_system(system, now=f"{{round: {first}}}"), tmp_path).battle
        assert battle.fighters["acted"][:2].sum() == expected
        assert (battle.fighters["reactions"][:2] > 0).sum() == expected
    text = of_system(system, red="{reactions: 0}", now="{round: 2, turn: blue 1}")
    assert begun(system, text, tmp_path).battle.fighters[0].reactions == 0


def test_RH12_fighters_without_a_defence_in_a_state_prepare_one_first(tmp_path):
    system = get_system("heimr")
    match = begun(system, of_system(system, now="{round: 2}"), tmp_path)
    for _ in range(9):
        if match.battle.window == Window.TURN:
            break
        assert match.battle.window == Window.DEFENCE
        match.step(int(match.mask.nonzero()[0][0]))
    assert match.battle.window == Window.TURN
    assert (match.battle.fighters["defence"][:2] != Defence.NONE).all()
    said = begun(system, of_system(system, now="{round: 2, owed: []}"), tmp_path)
    assert said.battle.window == Window.TURN


@pytest.mark.parametrize("name", DOOR_FIELDS)
def test_a_saved_map_has_its_doors_as_they_are(name, tmp_path):
    system = get_system(name)
    data = system.load_scenario("duel").model_dump(mode="json", exclude_defaults=True)
    rows = data["map"].split()
    rows[0] = f"+/{rows[0][2:]}"
    match = begun(system, yaml.safe_dump(data | {"map": "\n".join(rows)}), tmp_path)
    swapped = yaml.safe_dump(data | {"map": "\n".join([f"/+{rows[0][2:]}", *rows[1:]])})
    other = begun(system, swapped, tmp_path).battle
    for field in DOOR_FIELDS[name]:
        match.battle[field] = other[field]
    assert scenario_at(match, match.battle).map.startswith("/+")


def test_a_round_of_platemail_begins_with_the_first_who_can_write(tmp_path):
    system = get_system("platemail")
    told = system.load_scenario("skirmish").model_dump(mode="json", exclude_defaults=True)
    told["red"][0]["state"] = {"life": "stable"}
    battle = begun(system, yaml.safe_dump(told | {"now": {"round": 4}}), tmp_path).battle
    assert (battle.to_act, battle.round_number) == (1, 3)


def test_RP47_a_net_and_the_binds_on_a_fighter_are_read_back(tmp_path):
    system = get_system("platemail")
    told = system.load_scenario("skirmish").model_dump(mode="json", exclude_defaults=True)
    told["red"][0]["state"] = {"entrapped": ["net", "blue 2"]}
    told["blue"][0]["fighter"], told["blue"][1]["fighter"] = ["netter"], ["healer"]
    battle = begun(system, yaml.safe_dump(told), tmp_path).battle
    assert battle.fighters[0].entrapped == 1 + (2 << 4)
    assert battle.fighters[4].focus == 0


@pytest.mark.parametrize(
    ("state", "known_by", "last_seen"),
    [
        ("{hidden: true}", 0, -1),
        ("{known_by: [blue 1], last_seen: [1, 0], hidden: true}", 2, 1),
        ("{hidden: false}", 2, 5),
    ],
)
def test_nobody_knows_of_a_hidden_fighter_of_heimr_unless_it_is_said(
    state, known_by, last_seen, tmp_path
):
    system = get_system("heimr")
    data = yaml.safe_load(of_system(system, state))
    data["map"] = data["map"].replace(".", "s")  # shrubs, or else the opponent sees the fighter
    fighter = begun(system, yaml.safe_dump(data), tmp_path).battle.fighters[0]
    assert (fighter.known_by, fighter.last_seen) == (known_by, last_seen)


def test_places_and_borders_of_heimr_are_squares(tmp_path):
    system = get_system("heimr")
    now = "{borders: [{at: [1, 0], side: east, toughness: 4, crossed: 1}], turn: red 1}"
    text = of_system(
        system, "{at: [2, 1], guard: border, guarded: south, blind: [[0, 0]]}", now=now
    )
    battle = begun(system, text, tmp_path).battle
    fighter = battle.fighters[0]
    assert (fighter.location, fighter.guarded, fighter.blind) == (7, 2, 1)
    assert (battle.borders[2].toughness, battle.borders[2].crossed) == (4, 1)


def test_blind_spots_beyond_the_edge_of_the_field_are_read_back(tmp_path):
    system = get_system("heimr")
    battle = begun(system, of_system(system, "{blind: [[4, 0], [0, 1]]}"), tmp_path).battle
    assert battle.fighters[0].blind == 1 << 4 | 1 << 5
    with pytest.raises(ScenarioError, match=r"must be a list of \[column, row\], 0 to 4"):
        begun(system, of_system(system, "{blind: [[5, 0]]}"), tmp_path)


def test_injuries_are_written_by_part(tmp_path):
    text = of_system(get_system("martial"), "{injuries: {left arm: 2, heart: 1}, ap: 1}")
    fighter = begun(get_system("martial"), text, tmp_path).battle.fighters[0]
    parts = [part_name(fighter.body, part) for part in np.flatnonzero(fighter.injuries)]
    assert sorted(parts) == ["heart", "left arm"]
    assert fighter.action_points == 1


def test_the_narration_of_a_state_opens_with_who_stands_where(tmp_path):
    text = of_duel("{damage: 9, hand: dagger}", "{ap: 3}", "{round: 3, turn: Aldric}")
    (tmp_path / "later.yaml").write_text(text, encoding="utf-8")
    match = Match("mythic_epoch", str(tmp_path / "later.yaml"), log=True)
    match.reset(1)
    told = [
        "The battle begins in round 3.",
        "Aldric is at 1,1: 70 % health, On Guard, dagger, AP 12, light armour.",
        "The blue axeman is at 2,1: 100 % health, On Guard, axe, AP 3, medium armour.",
        "Aldric chooses an action.",
    ]
    assert [line for line, _ in narrate_opening(match)] == told
    match.step(0)
    first, second, *_ = recording_of(replays.record(match)).play(True)
    assert [line for line, _ in first[1]] == told
    assert second[1]
    assert not set(told) & {line for line, _ in second[1]}


def test_the_narration_of_a_state_names_each_place_once(tmp_path):
    match = begun(get_system("heimr"), of_system(get_system("heimr"), "{hp: 2}"), tmp_path)
    stands = [line for line, _ in narrate_opening(match) if " is at " in line]
    assert len(stands) == 2
    assert all(line.count(" at ") == 1 for line in stands)


def test_the_narration_of_another_battle_opens_with_its_events():
    match = Match("mythic_epoch", "duel", log=True)
    match.reset(1)
    assert narrate_opening(match) == match.narrate() != []
