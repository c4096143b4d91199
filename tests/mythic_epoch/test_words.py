"""Actions in words, the fight report and the picture: `words`, `narrate` and `scene`."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from quintain.envs.core.engine.battle import ally_in_slot, enemy_in_slot
from quintain.envs.core.rendering.render import ansi, svg
from quintain.envs.core.text.narration import capital
from quintain.envs.mythic_epoch import scenario
from quintain.envs.mythic_epoch import step as engine
from quintain.envs.mythic_epoch.actions import masks, table
from quintain.envs.mythic_epoch.actions.describe import describe
from quintain.envs.mythic_epoch.actions.table import decode, encode
from quintain.envs.mythic_epoch.enums import (
    Act,
    Ending,
    Event,
    Verb,
)
from quintain.envs.mythic_epoch.scene import scene
from quintain.envs.mythic_epoch.tables import (
    WEAPON_NAMES,
)
from quintain.envs.mythic_epoch.text import names as fighter_names
from quintain.envs.mythic_epoch.text.report import narrate
from quintain.envs.mythic_epoch.text.result_events import CHECK_NAMES, FAILURES, STOPS, SUCCESSES

pytestmark = pytest.mark.interpreted

DECISIONS = 150
RULES = Path(table.__file__).parents[1] / "RULES.md"


@pytest.fixture
def flaws():
    """What must not stand in these sentences besides."""
    return ("nobody",)


@pytest.fixture
def random_play(deployed):
    """A battle before its first and after each of its random decisions, with the legal actions."""

    def play(name, seed):
        battle = deployed(name, seed, log=True)
        mask = np.zeros(table.num_actions(int(battle.max_side)), np.bool_)
        chance = np.random.default_rng(seed)
        for _ in range(DECISIONS):
            masks.legal_action_mask(battle, mask)
            legal = np.flatnonzero(mask)
            yield battle, [int(action) for action in legal]
            if battle.over:
                return
            engine.advance(battle, int(chance.choice(legal)))

    return play


# --- Encoding -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"verb": "melee_atack", "target": 0}, "did you mean melee_attack"),
        ({}, "no verb None"),
        ({"verb": "melee_attack"}, "needs 'target', got None: choose from 0, 1"),
        ({"verb": "melee_attack", "target": 2}, "got 2: choose from 0, 1"),
        ({"verb": "melee_attack", "target": -1}, "got -1"),
        ({"verb": "melee_attack", "target": "0"}, "got '0'"),
        ({"verb": "melee_attack", "target": True}, "got True"),
        ({"verb": "wait", "target": 0}, "wait takes no 'target', got 0"),
        ({"verb": "wait", "direction": "north"}, "wait takes no 'direction', got 'north'"),
        ({"verb": "step", "direction": "nord"}, "did you mean north"),
        ({"verb": "step"}, "needs 'direction', got None: choose from north"),
        ({"verb": "wait", "who": 1}, "got the key 'who'"),
    ],
)
def test_encode_says_what_is_wrong(choice, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        encode(choice, 2)


# --- Names ----------------------------------------------------------------------------------------


def test_fighters_are_numbered_only_among_their_like(deployed):
    battle = deployed("two_on_one")
    names = ["the red knight", "the blue militiaman 1", "the blue militiaman 2"]
    assert fighter_names.fighter_names(battle) == names
    assert fighter_names.short_names(battle) == ["the knight", "militiaman 1", "militiaman 2"]


def test_short_names_keep_the_side_where_both_have_one(deployed):
    battle = deployed("skirmish")
    shorts = fighter_names.short_names(battle)
    assert (shorts[2], shorts[5]) == ("the red archer", "the blue archer")
    assert len(set(shorts)) == 6
    assert fighter_names.short_names(deployed("duel")) == ["Red", "Blue"]


# --- Describing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", scenario.scenario_names())
def test_every_legal_action_has_a_sentence_with_the_right_names(name, is_sentence, random_play):
    for battle, legal in random_play(name, 1):
        names = fighter_names.fighter_names(battle)
        for action in legal if not battle.over else ():
            text = describe(battle, action)
            assert is_sentence(text), text
            assert text.startswith(capital(names[battle.to_act]))
            choice = decode(action, int(battle.max_side))
            if choice["target"] is not None:
                find = ally_in_slot if choice["verb"] == "move_to_ally" else enemy_in_slot
                assert names[find(battle, battle.to_act, choice["target"])] in text
            if choice["direction"] is not None:
                assert choice["direction"].replace("_", "-") in text


def test_different_legal_actions_are_described_differently(random_play):
    for battle, legal in random_play("skirmish", 3):
        texts = [describe(battle, action) for action in legal]
        assert len(set(texts)) == len(texts)


def test_illegal_actions_can_be_described_too(deployed):
    battle = deployed("duel")
    for action in range(table.num_actions(int(battle.max_side))):
        assert describe(battle, action).endswith(".")


def test_waiting_is_said_by_the_window(duel, act):
    battle = duel()
    assert describe(battle, 0).endswith("ends the turn, keeping 12 AP for reactions.")
    attack = int(table.first_id(Verb.MELEE_ATTACK, 0))
    assert describe(battle, attack) == (
        "The red brawler attacks the blue brawler with the sword (4 AP)."
    )
    act(battle, "feint")
    assert describe(battle, 0) == "The blue brawler does not react."
    parry = int(table.first_id(Verb.PARRY, 0))
    assert describe(battle, parry) == (
        "The blue brawler parries the blow of the red brawler with the sword (2 AP)."
    )
    act(battle, "counter_attack")
    assert describe(battle, 0) == "The red brawler keeps the feint."
    act(battle, "wait", faces=[0, 30, 1, 1])
    battle.fighters[1].action_points = 0
    act(battle, "combat_move", faces=[9])
    assert describe(battle, 0) == "The red brawler stops here."


def test_nothing_can_be_done_when_the_battle_is_over(duel):
    battle = duel()
    battle.over, battle.to_act = True, -1
    assert describe(battle, 0) == "The battle is over."


# --- The fight report -----------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", scenario.scenario_names())
def test_every_decision_of_a_battle_is_told_in_sentences(name, seed, is_sentence, random_play):
    told = 0
    for battle, _ in random_play(name, seed):
        assert battle.events_lost == 0
        for text, rows in narrate(battle):
            assert is_sentence(text), text
            assert rows
            told += 1
    assert told > 10


def test_nothing_is_told_with_the_log_off(deployed):
    assert narrate(deployed("duel", log=False)) == []


WHAT = {
    Event.DECLARE: [act for act in fighter_names.DEEDS if act < Act.COUNTER_ATTACK],
    Event.REACT: list(fighter_names.REACTIONS),
    Event.REPLACE: list(fighter_names.REPLACEMENTS),
    Event.CHECK: list(CHECK_NAMES),
    Event.STOPPED: list(STOPS),
    Event.FAILED: list(FAILURES),
    Event.SUCCEEDED: list(SUCCESSES),
    Event.DISARMED: range(len(WEAPON_NAMES)),
    Event.WEAPON: range(len(WEAPON_NAMES)),
    Event.MOVED: range(8),
    Event.OVER: [ending for ending in Ending if ending],
}
QUIET = {(Event.SUCCEEDED, Act.MOVE)}


@pytest.mark.parametrize("kind", [kind for kind in Event if kind])
@pytest.mark.parametrize("name", ["duel", "two_on_one"])
def test_every_kind_of_event_is_told(kind, name, is_sentence, deployed):
    battle = deployed(name)
    battle.path_length = 1
    for what in WHAT.get(kind, [0]):
        battle.num_events = 1
        event = battle.events[0]
        event.kind, event.actor, event.target, event.what = kind, 0, 1, what
        event.amount, event.dice = 1, 1
        lines = narrate(battle)
        assert bool(lines) != ((kind, what) in QUIET)
        for text, rows in lines:
            assert is_sentence(text), text
            assert rows


def test_every_act_has_words_and_rows():
    assert set(fighter_names.DEEDS) == set(Act) - {Act.NOTHING, Act.RECOVER_STAMINA}
    assert set(fighter_names.ACT_ROWS) == set(Act) - {Act.NOTHING}
    answers = {act for act in Act if Act.COUNTER_ATTACK <= act <= Act.WIND}
    assert set(fighter_names.REACTIONS) == answers
    assert set(fighter_names.REPLACEMENTS) == {
        Act.CT_COUNTER_ATTACK,
        Act.CT_PARRY,
        Act.FEINT_COUNTER_ATTACK,
    }


def test_the_rows_cited_are_rows_of_the_rules(random_play):
    known = set(re.findall(r"\bR?M\d+\b", RULES.read_text(encoding="utf-8")))
    cited = {row for rows in fighter_names.ACT_ROWS.values() for row in rows}
    for battle, _ in random_play("ambush", 5):
        cited.update(row for _, rows in narrate(battle) for row in rows)
    assert cited <= known


@pytest.mark.rule("M25", "M37")
def test_an_attack_and_a_parry_are_told_with_their_numbers(duel, act, told):
    battle = duel()
    act(battle, "melee_attack")
    assert told(battle) in (
        "Red attacks Blue with the sword (4 AP).",
        "Red strikes at Blue with the sword (4 AP).",
    )
    act(battle, "parry", faces=[4, 9])
    assert told(battle).startswith("Blue parries (2 AP). Attack 6 + 4 = 10 against parry 6 + 9")
    act(battle, "melee_attack")
    act(battle, "wait", faces=[0, 6, 3])
    assert told(battle) == "Blue does not react. Attack 6 + 0 = 6: the attack hits Blue for 9."


@pytest.mark.rule("M45", "M46")
def test_armour_and_gaps_are_told(duel, act, told):
    battle = duel(blue={"armour": "medium"})
    act(battle, "melee_attack")
    act(battle, "parry", faces=[5, 4, 3, 4])
    assert told(battle).endswith("the attack hits Blue for 3 after the armour stops 4.")
    act(battle, "melee_attack")
    act(battle, "parry", faces=[5, 4, 1, 2])
    assert told(battle).endswith("the attack hits Blue, but the armour stops all 3.")
    act(battle, "melee_attack")
    act(battle, "wait", faces=[9, 5, 5, 0])
    assert "the attack finds a gap in Blue's armour for 10." in told(battle)


@pytest.mark.rule("M23", "XM1")
def test_a_feint_is_told_as_an_attack_until_it_shows(duel, act, told):
    feint, attack = duel(), duel()
    act(feint, "feint")
    act(attack, "melee_attack")
    assert narrate(feint) == narrate(attack)
    act(feint, "parry")
    act(attack, "parry", faces=[0, 9])
    assert narrate(feint) == narrate(attack)[:1]
    act(feint, "feint_counter_attack", faces=[9, 0, 1, 1])
    assert told(feint).startswith("The attack was a feint: Red slips past the parry")


@pytest.mark.rule("M37", "M35")
def test_binds_are_told(duel, act, told):
    battle = duel()
    act(battle, "melee_attack")
    act(battle, "parry", faces=[4, 4])
    assert told(battle).endswith("the blow is stopped; the weapons lock, and both are Bound.")
    act(battle, "press")
    act(battle, "double", faces=[0, 20, 6, 6])
    assert "the press misses; the double hits Red for 12. The bind is over" in told(battle)


@pytest.mark.rule("RM10")
def test_half_spent_and_down_are_told_once(duel, act, told):
    battle = duel(blue={"damage": 14})
    act(battle, "melee_attack")
    act(battle, "wait", faces=[5, 1, 1])
    assert told(battle).endswith("hits Blue for 2. Blue is half spent, -2 on every check.")
    act(battle, "melee_attack")
    act(battle, "wait", faces=[5, 1, 1])
    assert "half spent" not in told(battle)
    battle.fighters[1].damage = 29
    act(battle, "melee_attack")
    act(battle, "wait", faces=[5, 1, 1])
    assert "half spent" not in told(battle)
    assert "Red wins" in told(battle)


@pytest.mark.rule("M18", "M19", "RM33")
def test_a_move_is_told_as_meant_and_as_done(duel, act, told):
    battle = duel(blue={"at": (10, 3), "hand": "spear"})
    act(battle, "move_towards")
    assert told(battle) == "Red closes in 4 squares east, 2 squares from Blue (2 AP)."
    act(battle, "counter_attack", faces=[5, 1, 1])
    assert told(battle).startswith("Blue counter-attacks (4 AP). Red goes 4 squares east.")
    far = duel(blue={"at": (20, 3)})
    act(far, "move_towards")
    assert told(far) == "Red closes in 4 squares east, 12 squares from Blue (2 AP)."


@pytest.mark.rule("RM4", "M9")
def test_the_beginning_is_told_in_the_order_of_turns(duel, told):
    assert told(duel()).startswith(
        "Initiative: the red brawler 124; the blue brawler 114. Round 1. Red "
    )


# --- The picture ----------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("name", scenario.scenario_names())
def test_every_position_can_be_drawn(name, random_play):
    for battle, _ in random_play(name, 7):
        picture = scene(battle)
        assert len(picture.fighters) == battle.num_fighters
        assert [token.active for token in picture.fighters].count(True) == (not battle.over)
        assert all(line[0].isupper() for line in picture.caption)
        assert picture.fighters[0].name in ansi(picture, color=False)
    assert svg(picture).startswith("<svg") or "<svg" in svg(picture)


@pytest.mark.rule("XM1")
def test_the_picture_does_not_show_a_feint(duel, act):
    feint, attack = duel(), duel()
    act(feint, "feint")
    act(attack, "melee_attack")
    assert scene(feint) == scene(attack)
