"""The fight report: every event in a sentence, what belongs together in one (`narrate`)."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

from quintain.envs.core.text.rulebook import read_rows
from quintain.envs.heimr import rules
from quintain.envs.heimr.enums import (
    Ability,
    Action,
    BodyPart,
    Defence,
    Direction,
    Effect,
    Ending,
    Event,
    Guarded,
    Role,
    Skill,
)
from quintain.envs.heimr.scenario import scenario_names
from quintain.envs.heimr.scene import ENDINGS
from quintain.envs.heimr.system import SYSTEM
from quintain.envs.heimr.tables import ITEM_NAMES
from quintain.envs.heimr.text.report import CLAUSES, TELL, narrate

pytestmark = pytest.mark.interpreted

RED, BLUE, NOBODY = 0, 1, -1
DECISIONS = 25
BOW = ITEM_NAMES.index("bow")


@pytest.fixture
def flaws():
    """What must not stand in these sentences besides."""
    return ("somebody", "the nothing")


# --- Every event ----------------------------------------------------------------------------------

LASTING = [effect for effect in Effect if effect >= Effect.FALL]
SPREAD = {
    Event.DECLARES: [deed for deed in Action if deed],
    Event.CANCELLED: [deed for deed in Action if deed],
    Event.FAILS: [deed for deed in Action if deed],
    Event.FIRES: [deed for deed in Action if deed],
    Event.MOVES: [Action.MOVE, Action.CHARGE, Action.RUN, Action.CRAWL, Action.CARRY],
    Event.PREROLLS: [one for one in Defence if one],
    Event.MISSES: list(Defence),
    Event.NO_DEFENCE: range(2),
    Event.HITS: [-1, *range(5)],
    Event.INJURED: range(5),
    Event.HOLDS: range(5),
    Event.EFFECT: [effect for effect in Effect if effect],
    Event.EFFECT_ENDS: LASTING,
    Event.RESISTS: LASTING,
    Event.SKILL: list(Skill),
    Event.BARRIER: list(Direction),
    Event.GUARDS: [one for one in Guarded if one],
    Event.DELAYS: range(2),
    Event.LANDS: range(2),
    Event.SIZES_UP: range(2),
    Event.DROPS: range(len(ITEM_NAMES)),
}


@pytest.mark.parametrize("kind", [kind for kind in Event if kind])
@pytest.mark.parametrize("fighters", [(["fighter"], ["ogre"]), (["archer", "fighter"], ["archer"])])
def test_every_kind_of_event_is_told_in_a_sentence(battle_of, kind, fighters, told):
    battle = battle_of(*fighters, ending=Ending.SIDE_BEATEN, winner=0)
    for what in SPREAD.get(kind, [1]):
        for amount in (0, 1):
            assert told(battle, (kind, RED, len(fighters[0]), what, amount, 1))


def test_there_is_a_clause_for_everything():
    assert set(CLAUSES) | set(TELL) | {Event.OVER, Event.INITIATIVE} == set(Event) - {Event.NONE}
    assert set(ENDINGS) == set(Ending) - {Ending.NONE}


def test_every_event_that_there_is_is_logged_somewhere():
    folder = Path(rules.__file__).parent
    files = [*folder.rglob("*.py"), *(folder.parent / name for name in ("turn.py", "step.py"))]
    logged = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "Event":
                logged.add(node.attr)
    assert {event.name for event in Event} - {"NONE"} == logged


def test_nothing_is_told_without_events(battle_of):
    assert narrate(battle_of()) == []


@pytest.mark.parametrize("name", scenario_names())
def test_every_decision_of_a_battle_is_told_in_sentences(
    name, deployed, legal_actions, is_sentence, system
):
    battle, chance = deployed(name, 1, log=True), np.random.default_rng(1)
    known, lines = {row.id for row in read_rows(system)}, 0
    for _ in range(DECISIONS):
        assert battle.events_lost == 0
        for text, ids in narrate(battle):
            assert is_sentence(text), text
            assert len(set(ids)) == len(ids) > 0, text
            assert known.issuperset(ids), ids
            lines += 1
        if battle.over:
            break
        SYSTEM.advance(battle, int(chance.choice(legal_actions(battle))))
    assert lines > 10


# --- What is said ---------------------------------------------------------------------------------


@pytest.mark.rule("H44")
def test_H44_the_order_of_turns(battle_of, told):
    battle = battle_of(["archer"], ["ogre"], order=[1, 0, *[NOBODY] * 10])
    text = told(battle, (Event.INITIATIVE, RED, -1, 1, 7), (Event.INITIATIVE, BLUE, -1, 3, 12))
    assert text == "Initiative: the blue ogre 12; the red archer 7."


@pytest.mark.rule("H67", "H68")
def test_H67_a_roll_is_told_with_its_breath(battle_of, told):
    text = told(
        battle_of(),
        (Event.ROLLS, RED, NOBODY, 2, 8, 3),
        (Event.TOO_TIRED, RED, NOBODY, 0, 5, 3),
        (Event.TIRES, RED, NOBODY, 0, 6),
    )
    assert text == (
        "Red rolls 8 (dice 3, d6 2); the dice of 3 do not reach the fatigue of 5; "
        "the fatigue of Red rises to 6."
    )


@pytest.mark.rule("H106", "XH4")
def test_XH4_a_preroll_is_told_with_its_dice(battle_of, told):
    roll = (Event.ROLLS, RED, NOBODY, 4, 11, 6)
    text = told(battle_of(), roll, (Event.PREROLLS, RED, NOBODY, Defence.PARRY, 11, 0))
    assert text == "Red prepares a parry of 11 (dice 6, d6 4)."
    tired = (Event.TOO_TIRED, RED, NOBODY, 0, 7, 6)
    text = told(battle_of(), roll, tired, (Event.PREROLLS, RED, NOBODY, Defence.BLOCK, 11, 1))
    assert text == "Red prepares a block of 11 (dice 6, d6 4), which will stop nothing: too tired."


@pytest.mark.rule("H11", "H41")
def test_H11_a_roll_names_its_ability(battle_of, told):
    text = told(battle_of(), (Event.ROLLS, RED, Ability.SHIELD_AND_SWORD, 2, 8, 3))
    assert text == "Red rolls 8 in Shield and sword (dice 3, d6 2)."


@pytest.mark.rule("H125", "RH47")
def test_H125_what_is_rolled_in_place_of_the_pre_roll_says_against_whom(battle_of, told):
    roll = (Event.ROLLS, RED, Ability.AGILITY, 4, 11, 6)
    text = told(battle_of(), roll, (Event.PREROLLS, RED, BLUE, Defence.DODGE, 11, 0))
    assert text == "Red meets Blue with a dodge of 11 (dice 6, d6 4)."


@pytest.mark.rule("H82", "XH3")
def test_H82_an_upcoming_action_begins_and_goes_on(battle_of, told):
    crawl = (Event.DECLARES, RED, NOBODY, Action.CRAWL, 1, Role.TURN)
    assert told(battle_of(), crawl) == "Red begins a Crawl."
    turn = (Event.TURN, RED, NOBODY, 0, 1)
    assert told(battle_of(), turn, crawl) == "It is the turn of Red. Red goes on with a Crawl."
    other = (Event.TURN, BLUE, NOBODY, 0, 1)
    assert told(battle_of(), other, crawl) == "It is the turn of Blue. Red begins a Crawl."


@pytest.mark.rule("H128", "RH20")
def test_H128_a_turn_in_which_nothing_can_be_done_is_told_as_one(battle_of, told):
    red, blue = (Event.TURN, RED, NOBODY, 0, 1), (Event.TURN, BLUE, NOBODY, 0, 1)
    text = told(battle_of(), red, blue)
    assert text == "It is the turn of Red, who can do nothing. It is the turn of Blue."


@pytest.mark.rule("H93")
def test_H93_who_lies_down_does_not_fall(battle_of, told):
    down = (Event.DECLARES, RED, NOBODY, Action.DROP_PRONE, 0, Role.TURN)
    assert told(battle_of(), down, (Event.FALLS, RED, NOBODY)) == "Red lies down."
    assert told(battle_of(), (Event.FALLS, RED, NOBODY)) == "Red falls to the ground."


@pytest.mark.rule("XH2", "H46")
def test_XH2_what_is_readied_stays_a_secret(battle_of, told):
    text = told(
        battle_of(),
        (Event.DECLARES, RED, NOBODY, Action.READY, Action.CHARGE, Role.TURN),
        (Event.READIES, RED, NOBODY, Action.CHARGE, 1),
    )
    assert "Charge" not in text
    assert text == (
        "Red readies an action, which is a secret. Red has chosen the moment for it, a secret too."
    )


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ((Event.DECLARES, 0, 1, Action.WEAPON_ATTACK, 0, Role.PROVOKED),
         "Red declares a Weapon attack on Blue, provoked by the brawl."),
        ((Event.HITS, 0, 1, BodyPart.SWORD_ARM, 2), "Red hits Blue in the sword arm, for 2 HP."),
        ((Event.HITS, 0, 1, -1, 0), "Red hits what Blue holds."),
        ((Event.REROLLS, 0, -1, 0, 6, 11),
         "Red pays willpower to roll again for the 11 that is needed, 6 WP left."),
        ((Event.REROLLS, 0, -1, 0, 6, 0), "Red pays willpower to roll again, 6 WP left."),
        ((Event.CROSSING_FAILS, 0, -1, 1, 5), "Red does not get across: 5 was needed."),
        ((Event.DECLARES, 0, -1, Action.HOLD_ON, 4), "Red has to hold on."),
        ((Event.MISSES, 0, 1, Defence.DODGE), "Red misses Blue: a dodge stops it."),
        ((Event.MISSES, 0, 1, Defence.NONE), "Red misses Blue."),
        ((Event.SKILL, 0, 1, Skill.FOCUSED_STRIKE, 2), "Red calls Focused Strike, for 2 WP."),
        ((Event.EFFECT, 1, -1, Effect.STUMBLE, 2), "Blue suffers Stumble, for 2 seconds."),
        ((Event.INJURED, 1, -1, BodyPart.TORSO, -1), "Blue is injured in the torso, with -1 HP."),
        ((Event.MOVES, 0, -1, Action.MOVE, 6, 5), "Red goes from A2 to B2."),
        ((Event.GUARDS, 0, -1, Guarded.BORDER, 1), "Red guards the border in the east."),
        ((Event.BARRIER, 0, -1, 2, 1), "Red opens what closed the border in the south."),
        ((Event.FOUND, -1, 1), "Blue is hidden no longer."),
        ((Event.FOUND, 0, 1), "Red finds Blue."),
        ((Event.ROUND, -1, -1, 0, 1), "Round 2 begins."),
        ((Event.INTENTION, 0, 1, 0, 3, 4), "Red hides the intention with 3; Blue sees it, with 4."),
        ((Event.INTENTION, 0, 1, 0, 4, 3),
         "Red hides the intention with 4; Blue does not see it, with 3."),
        ((Event.CANCELLED, 0, -1, Action.CRAWL, 0), "Red's Crawl is interrupted."),
        ((Event.CANCELLED, 0, -1, Action.CRAWL, 1), "What Red had readied is lost."),
        ((Event.CANCELLED, 0, -1, Action.CRAWL, 2), "Red gives up the Crawl."),
        ((Event.FAILS, 0, -1, Action.CRAWL, 0), "Red's Crawl comes to nothing."),
        ((Event.FAILS, 0, -1, Action.CRAWL, 1),
         "What Red had readied is not possible now, and lost."),
        ((Event.TAKES, 0, -1, BOW, 0), "Red takes the bow."),
        ((Event.TAKES, 0, -1, BOW, 1), "Red draws a missile for the bow."),
        ((Event.STOWS, 0, -1, BOW, 1), "Red puts back the missile of the bow."),
        ((Event.LOOKS, 0, -1, 6, 5), "Red looks around in B2 with 5."),
        ((Event.LOOKS, 0, 1, -1, 5, 0), "Red searches Blue with 5 and finds nothing."),
        ((Event.LOOKS, 0, 1, -1, 5, 1), "Red searches Blue with 5 and finds what is hidden."),
        ((Event.BLIND_SPOT, 0, 1), "Red has a blind spot now on the side away from Blue."),
        ((Event.ROLLS_AGAIN, 0, 1, Defence.PARRY),
         "Red rolls the parry again, under worse conditions."),
        ((Event.RESISTS, 0, 1, Effect.STUMBLE, 0, -1), "The armour of Red ignores the Stumble."),
        ((Event.CHASES, 0, -1, 0, 0), "Red flees from the field."),
        ((Event.CHASES, 0, 1, 0, 1), "Red pursues Blue: 1 square between them."),
        ((Event.OVER, -1, -1, Ending.SIDE_BEATEN, 0),
         "Red wins: nobody of the other side is able to fight any more."),
    ],
)  # fmt: skip
def test_what_is_said_of_some(battle_of, told, event, text):
    assert told(battle_of(), event) == text


@pytest.mark.rule("H89", "H99")
def test_what_is_done_at_once_is_told_once(battle_of, told):
    move = (Event.DECLARES, RED, NOBODY, Action.RUN, 1, Role.TURN)
    text = told(battle_of(), move, (Event.MOVES, RED, NOBODY, Action.RUN, 6, 5))
    assert text == "Red runs from A2 to B2."
    charge = (Event.DECLARES, RED, BLUE, Action.CHARGE, 0, Role.TURN)
    text = told(battle_of(), charge, (Event.MOVES, RED, NOBODY, Action.CHARGE, 6, 5))
    assert text == "Red declares a Charge on Blue. Red goes from A2 to B2."
    other = (Event.DROPS, BLUE, NOBODY, 0)
    assert told(battle_of(), move, other) == "Red declares Run. Blue lets fall the light weapon."
