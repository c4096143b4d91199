"""Actions in words: encoding, and a sentence for each."""

from __future__ import annotations

import re

import numpy as np
import pytest

from quintain.envs.core.engine.battle import ally_in_slot, enemy_in_slot
from quintain.envs.core.text.narration import capital, short_names
from quintain.envs.mythic_epoch import scenario
from quintain.envs.mythic_epoch import step as engine
from quintain.envs.mythic_epoch.actions import masks, table
from quintain.envs.mythic_epoch.actions.describe import describe
from quintain.envs.mythic_epoch.actions.table import decode, encode
from quintain.envs.mythic_epoch.enums import (
    Verb,
)
from quintain.envs.mythic_epoch.text.names import CALLED, fighter_names

pytestmark = pytest.mark.interpreted

DECISIONS = 150


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
        ({"verb": "step", "direction": "nortth"}, "did you mean north"),
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
    assert fighter_names(battle) == names
    assert short_names(battle, CALLED) == ["the knight", "militiaman 1", "militiaman 2"]


def test_short_names_keep_the_side_where_both_have_one(deployed):
    battle = deployed("skirmish")
    shorts = short_names(battle, CALLED)
    assert (shorts[2], shorts[5]) == ("the red archer", "the blue archer")
    assert len(set(shorts)) == 6
    assert short_names(deployed("duel"), CALLED) == ["Red", "Blue"]


# --- Describing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", scenario.scenario_names())
def test_every_legal_action_has_a_sentence_with_the_right_names(name, is_sentence, random_play):
    for battle, legal in random_play(name, 1):
        names = fighter_names(battle)
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
        "The red brawler makes a Melee Attack on the blue brawler with the sword (4 AP)."
    )
    act(battle, "feint")
    assert describe(battle, 0) == "The blue brawler does not react."
    parry = int(table.first_id(Verb.PARRY, 0))
    assert describe(battle, parry) == (
        "The blue brawler Parries the blow of the red brawler with the sword (2 AP)."
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
