"""Tables of actions: stable ids, and errors for mappings that name no action."""

from __future__ import annotations

import re
from enum import IntEnum

import numpy as np
import pytest

from quintain.envs.core.engine.action_table import ActionTable, Entry, Target
from quintain.envs.core.engine.battle import NOBODY, enemy_in_slot
from quintain.envs.core.engine.system import get_system, system_names

pytestmark = pytest.mark.interpreted


class Verb(IntEnum):
    """The verbs of a small table."""

    WAIT = 0
    STEP = 1
    ROLL = 2
    STRIKE = 3
    HEAL = 4


HANDS = ("main_hand", "off_hand")
TABLE = ActionTable(
    Entry(Verb.WAIT, "waits"),
    Entry(Verb.STEP, "steps {direction}", ("north", "south"), first=7),
    Entry(Verb.ROLL, "rolls {number}", range(1, 4), declares=5),
    Entry(Verb.STRIKE, "strikes {target} with {weapon}", HANDS, target=Target.ENEMY, name="hit"),
    Entry(Verb.HEAL, "heals {target}", target=Target.ALLY),
)
SYSTEMS = [get_system(name) for name in system_names()]
each_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)


def test_ids_without_a_slot_come_first_then_slot_by_slot():
    assert (TABLE.first_slot, TABLE.slot_actions, TABLE.num_actions(2)) == (6, 3, 12)
    assert TABLE.verb[:12].tolist() == [0, 1, 1, 2, 2, 2, 3, 3, 4, 3, 3, 4]
    assert TABLE.argument[:12].tolist() == [0, 7, 8, 1, 2, 3, 0, 1, 0, 0, 1, 0]
    assert TABLE.slot[:12].tolist() == [-1] * 6 + [0] * 3 + [1] * 3
    assert len(TABLE.verb) == len(TABLE.argument) == len(TABLE.slot) == TABLE.num_actions(6)


def test_the_numbers_of_the_verbs():
    assert TABLE.offset.tolist() == [0, 1, 3, 6, 8]
    assert TABLE.stride.tolist() == [0, 0, 0, 3, 3]
    assert TABLE.first_argument.tolist() == [0, 7, 1, 0, 0]
    assert TABLE.num_arguments.tolist() == [1, 2, 3, 2, 1]
    assert TABLE.target.tolist() == [0, 0, 0, Target.ENEMY, Target.ALLY]
    assert TABLE.declares.tolist() == [0, 0, 5, 0, 0]
    assert TABLE.verbs == ("wait", "step", "roll", "hit", "heal")


def test_accessors_decode_and_encode_ids():
    words = TABLE.accessors(__name__)
    for action in range(TABLE.num_actions(6)):
        verb, argument = words.verb_of(action), words.argument_of(action)
        slot = words.slot_in(action)
        assert (verb, argument, slot) == (
            TABLE.verb[action],
            TABLE.argument[action],
            TABLE.slot[action],
        )
        assert words.action_id(verb, argument, slot) == action
        assert words.first_id(verb, slot) == action - argument + TABLE.first_argument[verb]


def test_the_fighter_of_an_action_is_in_its_slot():
    battle = np.zeros(1, SYSTEMS[0].dtype)[0]
    battle.num_fighters, battle.max_side, battle.side_size[:] = 4, 2, 2
    battle.side[2:4] = 1
    fighter_of = TABLE.accessors(__name__).fighter_of
    assert fighter_of(battle, 1, 5) == TABLE.fighter(battle, 1, 5) == NOBODY
    assert fighter_of(battle, 1, 9) == TABLE.fighter(battle, 1, 9) == enemy_in_slot(battle, 1, 1)
    assert fighter_of(battle, 1, 8) == TABLE.fighter(battle, 1, 8) == 0  # the ally
    assert fighter_of(battle, 1, 11) == NOBODY  # a second ally is not there
    assert TABLE.fighter(battle, NOBODY, 9) == NOBODY


@pytest.mark.parametrize(
    ("action", "choice"),
    [
        (0, {"verb": "wait", "about": None, "target": None}),
        (2, {"verb": "step", "about": "south", "target": None}),
        (5, {"verb": "roll", "about": 3, "target": None}),
        (10, {"verb": "hit", "about": "off_hand", "target": 1}),
        (11, {"verb": "heal", "about": None, "target": 1}),
    ],
)
def test_actions_in_words(action, choice):
    assert TABLE.decode(action, 2) == choice
    assert TABLE.encode(choice, 2) == action
    assert TABLE.encode({key: one for key, one in choice.items() if one is not None}, 2) == action


@each_system
@pytest.mark.parametrize("max_side", range(1, 7))
def test_every_action_of_a_system_is_decoded_and_encoded(system, max_side):
    for action in range(system.num_actions(max_side)):
        choice = system.decode(action, max_side)
        assert choice["verb"] in system.verbs
        assert system.encode(choice, max_side) == action


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"verb": "hitt", "about": "main_hand", "target": 0}, "no verb 'hitt': did you mean hit"),
        ({}, "no verb None"),
        ({"verb": ["hit"]}, "no verb ['hit']"),
        ({"verb": "heal"}, "heal needs 'target', got None: choose from 0, 1"),
        ({"verb": "heal", "target": 2}, "heal needs 'target', got 2: choose from 0, 1"),
        ({"verb": "heal", "target": -1}, "got -1"),
        ({"verb": "heal", "target": "0"}, "got '0'"),
        ({"verb": "heal", "target": 1.0}, "got 1.0"),
        ({"verb": "heal", "target": True}, "got True"),
        ({"verb": "hit", "about": "mane_hand", "target": 0}, "did you mean main_hand"),
        ({"verb": "hit", "target": 0}, "hit needs 'about', got None: choose from main_hand"),
        ({"verb": "roll", "about": True}, "roll needs 'about', got True"),
        ({"verb": "roll", "about": np.zeros(2)}, "roll needs 'about', got array([0., 0.])"),
        ({"verb": "wait", "target": 0}, "wait takes no 'target', got 0"),
        ({"verb": "wait", "about": "north"}, "wait takes no 'about', got 'north'"),
        ({"verb": "step", "about": "nortth"}, "got 'nortth': did you mean north"),
        ({"verb": "wait", "who": 1}, "the keys verb, about, target, got the key 'who'"),
    ],
)
def test_encode_says_what_is_wrong(choice, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        TABLE.encode(choice, 2)


@pytest.mark.parametrize("action", [-1, 12])
def test_decode_refuses_other_numbers(action):
    with pytest.raises(ValueError, match=f"between 0 and 11, got {action}"):
        TABLE.decode(action, 2)


@pytest.mark.parametrize("max_side", [0, 7])
def test_no_table_has_that_many_slots(max_side):
    with pytest.raises(ValueError, match=f"between 1 and 6, got {max_side}"):
        TABLE.decode(0, max_side)
    with pytest.raises(ValueError, match=f"between 1 and 6, got {max_side}"):
        TABLE.encode({"verb": "wait"}, max_side)


def test_the_manual_has_a_row_for_each_verb():
    assert TABLE.manual() == [
        ("0", "wait", "", "", "waits"),
        ("1 to 2", "step", "north, south", "", "steps *direction*"),
        ("3 to 5", "roll", "1, 2, 3", "", "rolls *number*"),
        ("6 to 7", "hit", "main_hand, off_hand", "enemy", "strikes *target* with *weapon*"),
        ("8", "heal", "", "ally", "heals *target*"),
    ]


APART = ActionTable(
    Entry(Verb.WAIT, "waits"),
    Entry(Verb.STRIKE, "strikes {target}", ("nearest",), first=20, key="target"),
    Entry(Verb.HEAL, "heals {target}", ("nearest",), first=20, key="target"),
    Entry(Verb.STRIKE, "strikes {target}", ("weakest",), first=21, key="target"),
    Entry(Verb.STRIKE, "strikes {target}", target=Target.ENEMY),
    keys=("target",),
)


def test_the_ids_of_a_verb_need_not_be_contiguous():
    assert [APART.decode(action, 2)["target"] for action in range(6)] == [
        None, "nearest", "nearest", "weakest", 0, 1,
    ]  # fmt: skip
    assert APART.encode({"verb": "strike", "target": "weakest"}, 1) == 3
    assert APART.encode({"verb": "strike", "target": 1}, 2) == 5
    assert APART.offset[Verb.STRIKE] == 4
    with pytest.raises(ValueError, match="got 1: choose from nearest, weakest, 0"):
        APART.encode({"verb": "strike", "target": 1}, 1)
    assert APART.manual()[1] == (
        "1, 3 to 4", "strike", "nearest, weakest", "enemy", "strikes *target*",
    )  # fmt: skip
