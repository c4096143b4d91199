"""The fight report: every event in a sentence, what belongs together in one (`narrate`)."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from quintain.envs.core.session.match import Match
from quintain.envs.core.text.narration import LoggedEvent
from quintain.envs.martial import system
from quintain.envs.martial.enums import (
    Condition,
    Ending,
    Event,
    Kind,
    Life,
    Maneuver,
    Trigger,
    TurnAction,
)
from quintain.envs.martial.rules.rounds_and_actions import attack_steps
from quintain.envs.martial.scenario import scenario_names
from quintain.envs.martial.scene import ENDINGS
from quintain.envs.martial.state import (
    TURN_FRAME,
)
from quintain.envs.martial.tables import (
    ITEM_NAMES,
    NONE,
)
from quintain.envs.martial.text.report import TELL, narrate
from quintain.envs.martial.text.result_events import CLAUSES, DONE, MANEUVERS, TRIGGERS
from quintain.envs.martial.text.state_events import CONFUSED_TURNS, FALLS, RECOVERS, SUFFERS

pytestmark = pytest.mark.interpreted

RULES = Path(system.__file__).parent / "RULES.md"
RED, BLUE, NOBODY = 0, 1, -1
SWORD, BOW, DAGGER = (ITEM_NAMES.index(name) for name in ("sword", "bow", "dagger"))
LEFT_ARM = 10


@pytest.fixture
def flaws():
    """What must not stand in these sentences besides."""
    return ("somebody",)


def assert_are_rows(ids):
    """There are rows, none twice."""
    assert len(set(ids)) == len(ids) > 0
    assert all(re.fullmatch(r"(R|X|T|Q)?D\d+|H\d+", row) for row in ids)


# --- Every event ----------------------------------------------------------------------------------

SPREAD = {
    Event.PROVOKES: [trigger for trigger in Trigger if trigger],
    Event.FUMBLES: range(3),
    Event.INJURES: range(16),
    Event.DESTROYED: range(16),
    Event.CONDITION: [condition for condition in Condition if condition],
    Event.CONDITION_OVER: [condition for condition in Condition if condition],
    Event.CHECK: range(3),
    Event.FALLS: list(FALLS),
    Event.MANEUVER: [*Maneuver, NONE],
    Event.SUNDERED: range(1, 3),
    Event.MOVES: [TurnAction.MOVE, TurnAction.CHARGE],
    Event.FLIES: range(3),
    Event.HEALS: range(2),
    Event.ATTACKS: list(Kind),
}


@pytest.mark.parametrize("kind", [kind for kind in Event if kind])
@pytest.mark.parametrize("fighters", [(["fighter"], ["fighter"]), (["archer", "wolf"], ["giant"])])
def test_every_kind_of_event_is_told_in_a_sentence(battle_of, kind, fighters, told):
    battle = battle_of(*fighters, ending=Ending.SIDE_DOWN, winner=0)
    for what in SPREAD.get(kind, [1]):
        for amount in (0, 1, 3):
            assert told(battle, (kind, RED, len(fighters[0]), what, amount, 12))


def test_there_is_a_clause_for_everything():
    assert set(CLAUSES) | set(TELL) == set(Event) - {Event.NONE}
    assert set(TRIGGERS) == set(Trigger) - {Trigger.NONE}
    assert set(MANEUVERS) == set(DONE) == set(Maneuver)
    assert set(SUFFERS) == set(RECOVERS) == set(Condition) - {Condition.NONE}
    assert set(FALLS) == set(Life) - {Life.ALIVE, Life.DEAD}
    assert set(ENDINGS) == set(Ending) - {Ending.NONE}
    assert set(CONFUSED_TURNS) == {1, 2, 3, 4}


def test_nothing_is_told_without_events(battle_of):
    assert narrate(battle_of()) == []


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", scenario_names())
def test_every_decision_of_a_battle_is_told_in_sentences(name, seed, is_sentence):
    match, chance = Match("martial", name, log=True), np.random.default_rng(seed)
    match.reset(seed)
    known = set(re.findall(r"\b[RXTQ]?[DH]\d+\b", RULES.read_text(encoding="utf-8")))
    lines = 0
    for _ in range(60):
        assert match.battle.events_lost == 0
        for text, ids in match.narrate():
            assert is_sentence(text), text
            assert_are_rows(ids)
            assert set(ids) <= known
            lines += 1
        if match.is_over:
            break
        match.step(int(chance.choice(np.flatnonzero(match.mask))))
    assert lines > 10


# --- What is told together ------------------------------------------------------------------------


@pytest.mark.rule("D5", "D20", "D46", "RD2")
def test_D20_a_roll_is_told_with_what_came_of_it(battle_of, told):
    battle = battle_of()
    text = told(
        battle,
        (Event.ROLLS, RED, BLUE, 19, 23, 16),
        (Event.HITS, RED, BLUE, 0, 2),
        (Event.CRITICAL, RED, BLUE),
    )
    assert text == (
        "Red rolls 19, in all 23 against 16: Red hits Blue with 2 degrees; the blow is critical."
    )
    text = told(battle, (Event.ROLLS, RED, BLUE, 1, 5, 16), (Event.MISSES, RED, BLUE))
    assert text == "Red rolls 1, in all 5 against 16: Red misses Blue."


@pytest.mark.rule("D73", "D74", "D78")
@pytest.mark.parametrize(
    ("reckless", "power", "said"),
    [
        (0, 2, "puts in 2 Stamina for a surer blow"),
        (3, 0, "puts in 3 Stamina for a deeper blow"),
        (1, 1, "puts in 1 Stamina for a surer blow and 1 Stamina for a deeper one"),
        (0, 0, "spends nothing on it"),
    ],
)
def test_D73_riders_are_told_with_the_attack(battle_of, reckless, power, said, told):
    attack = (Event.ATTACKS, RED, BLUE, Kind.MELEE, SWORD)
    riders = (Event.RIDERS, RED, BLUE, reckless, power)
    together = told(battle_of(), attack, riders)
    assert re.fullmatch(rf"Red (strikes at|attacks) Blue with the sword and {said}\.", together)
    assert told(battle_of(), riders) == f"Red {said}."


@pytest.mark.rule("D69", "D75", "D80", "D49")
@pytest.mark.parametrize(
    ("kind", "amount", "said"),
    [
        (Kind.SHOT, BOW, "Red shoots at Blue with the bow."),
        (Kind.THROW, DAGGER, "Red throws the dagger at Blue."),
        (Kind.MANEUVER, Maneuver.TRIP, "Red tries to trip Blue."),
        (Kind.MANEUVER, NONE, "Red tries to break free from Blue."),
    ],
)
def test_D49_kinds_of_attack(battle_of, kind, amount, said, told):
    assert told(battle_of(), (Event.ATTACKS, RED, BLUE, kind, amount)) == said


@pytest.mark.rule("D93", "RD14", "RD42")
def test_D93_a_reactive_attack_is_told_at_once(battle_of, told):
    text = told(
        battle_of(),
        (Event.PROVOKES, RED, BLUE, Trigger.STANDING),
        (Event.REACTS, BLUE, RED),
        (Event.ATTACKS, BLUE, RED, Kind.MANEUVER, Maneuver.SHOVE),
    )
    assert text == ("Red provokes Blue by standing up. In reaction Blue tries to shove Red away.")


@pytest.mark.rule("D49", "D97")
def test_D97_a_maneuver_succeeds_or_fails(battle_of, told):
    battle = battle_of()
    attack = battle.attacks[TURN_FRAME]
    attack.attacker, attack.target, attack.kind = RED, BLUE, Kind.MANEUVER
    attack.natural, attack.total = 12, 16
    roll = (Event.ROLLS, RED, BLUE, 12, 16, 16)
    tripped = (Event.MANEUVER, RED, BLUE, Maneuver.TRIP)
    assert told(battle, roll, (Event.HITS, RED, BLUE, 0, 0), tripped) == (
        "Red rolls 12, in all 16 against 16: Red succeeds; Blue is tripped."
    )
    assert told(battle, roll, (Event.MISSES, RED, BLUE)).endswith(": Red fails.")
    attack.total = 20  # it is an older one
    assert told(battle, roll, (Event.MISSES, RED, BLUE)).endswith(": Red misses Blue.")


@pytest.mark.rule("D23", "D25")
def test_D23_injuries_of_one_part_are_told_together(battle_of, told):
    first, second = ((Event.INJURES, RED, BLUE, LEFT_ARM, count) for count in (1, 2))
    assert told(battle_of(), first) == "Blue's left arm is injured."
    assert told(battle_of(), first, second) == "Blue's left arm is injured twice."
    assert told(battle_of(), second) == "Blue's left arm is injured, 2 injuries now."
    last = (Event.DESTROYED, BLUE, NOBODY, LEFT_ARM)
    assert told(battle_of(), last) == "Blue's left arm is destroyed."


@pytest.mark.rule("D1", "D3")
def test_D1_the_order_of_turns(battle_of, told):
    battle = battle_of(["archer"], ["wolf"])
    battle.fighters["initiative"][:2] = 7, 15
    battle.order[:2] = 1, 0
    text = told(battle, (Event.INITIATIVE, 0), (Event.INITIATIVE, 1), (Event.ROUND,))
    assert text == "Initiative: the blue wolf 15; the red archer 7. Round 1."


@pytest.mark.rule("RD13", "RD15", "RD40")
@pytest.mark.parametrize(
    ("fighter", "act", "said"),
    [
        ({}, TurnAction.MOVE, "Red moves 3 squares, next to Blue."),
        ({}, TurnAction.CHARGE, "Red charges 3 squares, next to Blue."),
        ({"prone": True}, TurnAction.MOVE, "Red is stopped after 3 squares, next to Blue."),
        ({"flying": True}, TurnAction.MOVE, "Red flies 3 squares, next to Blue."),
        ({"at": (1, 3)}, TurnAction.MOVE, "Red moves 3 squares, 4 squares from Blue."),
    ],
)
def test_RD13_moves(battle_of, fighter, act, said, told):
    assert told(battle_of([fighter]), (Event.MOVES, RED, NOBODY, act, 3)) == said


@pytest.mark.rule("D19", "D92", "RD7")
def test_D19_who_has_no_constitution_is_destroyed(battle_of, told):
    battle = battle_of(blue=["skeleton"])
    assert told(battle, (Event.DIES, RED, BLUE)) == "Red is dead."
    assert told(battle, (Event.DIES, BLUE, RED)) == "Blue is destroyed."
    last = "Red tries to parry Blue and spends the last Stamina on it."
    assert told(battle, (Event.PARRIES, RED, BLUE)) == last


@pytest.mark.rule("RD40", "RD13")
def test_RD40_who_set_out_prone_crawls(battle_of, told):
    crawl = (Event.MOVES, RED, NOBODY, TurnAction.MOVE, 1, 1)
    assert told(battle_of([{"prone": True}]), crawl) == "Red crawls 1 square, next to Blue."


@pytest.mark.rule("D70", "D71", "D78")
def test_D70_cleave_lunge_and_aim_are_named(battle_of, told):
    blow = (Event.ATTACKS, RED, BLUE, Kind.MELEE, SWORD)
    assert told(battle_of(), (*blow, attack_steps.LUNGES)) == "Red lunges at Blue with the sword."
    assert (
        told(battle_of(), (*blow, attack_steps.CLEAVES)) == "Red cleaves into Blue with the sword."
    )
    aim = (Event.RIDERS, RED, BLUE, 0, 2, 1)
    assert told(battle_of(), aim) == "Red puts in 2 Stamina for a surer aim."


@pytest.mark.rule("RD46")
def test_RD46_who_is_found(battle_of, told):
    battle = battle_of(["archer"], ["wolf"])
    assert told(battle, (Event.FOUND, RED, BLUE)) == "Red sees Blue."
    assert told(battle, (Event.FOUND, NOBODY, BLUE)) == "Blue is seen."


@pytest.mark.rule("RD35")
@pytest.mark.parametrize(
    ("ending", "winner", "said"),
    [
        (Ending.SIDE_DOWN, 1, "Blue wins: nobody of the other side is alive and conscious."),
        (Ending.BOTH_SIDES_DOWN, -1, "Nobody is left standing: a draw."),
        (Ending.ROUND_LIMIT, -1, "The rounds are over: a draw."),
    ],
)
def test_RD35_the_end(battle_of, ending, winner, said, told):
    battle = battle_of(ending=ending, winner=winner, over=True)
    assert told(battle, (Event.OVER, NOBODY, NOBODY, ending, winner)) == said


def test_names_are_full_where_somebody_acts_and_short_afterwards(battle_of, told):
    battle = battle_of(["archer", "wolf"], ["giant"])
    text = told(battle, (Event.ATTACKS, 0, 2, Kind.SHOT, BOW), (Event.MISSES, 0, 2))
    assert text == (
        "The red archer shoots at the blue two-headed giant with the bow. "
        "The archer misses the two-headed giant."
    )


def test_telling_changes_nothing(battle_of, write):
    battle = battle_of()
    write(battle, (Event.TURN, RED), (Event.ROLLS, RED, BLUE, 3, 5, 16))
    before = battle.tobytes()
    assert narrate(battle) == narrate(battle)
    assert battle.tobytes() == before
    assert LoggedEvent._fields[:3] == ("kind", "actor", "target")
