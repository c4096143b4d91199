"""Tables of actions: ids that never shift, and what is said of words that name none."""

from __future__ import annotations

import re

import numpy as np
import pytest

from quintain.envs.core.engine.action_table import Wording, action_table, arguments_in_words

pytestmark = pytest.mark.interpreted

VERBS = ("wait", "step", "roll", "strike", "heal")
STEP, ROLL, STRIKE = 1, 2, 3
ARGUMENTS, FIRST_ARGUMENT = np.array([1, 2, 3, 2, 1]), np.array([0, 0, 1, 0, 0])
TABLE = action_table(ARGUMENTS, FIRST_ARGUMENT, STRIKE)
HANDS = ("main_hand", "off_hand")
SAID = {(STEP,): ("north", "south"), (STRIKE,): HANDS}
WORDING = Wording(TABLE, VERBS, arguments_in_words(ARGUMENTS, FIRST_ARGUMENT, SAID))


def test_what_needs_no_slot_comes_first_then_slot_after_slot():
    assert (TABLE.first_slot, TABLE.slot_actions, TABLE.num_actions(2)) == (6, 3, 12)
    assert TABLE.verb[:12].tolist() == [0, 1, 1, 2, 2, 2, 3, 3, 4, 3, 3, 4]
    assert TABLE.argument[:12].tolist() == [0, 0, 1, 1, 2, 3, 0, 1, 0, 0, 1, 0]
    assert TABLE.slot[:12].tolist() == [-1] * 6 + [0] * 3 + [1] * 3
    assert len(TABLE.verb) == len(TABLE.argument) == len(TABLE.slot) == TABLE.num_actions(6)


def test_an_id_is_where_its_verb_begins_and_so_many_slots_on():
    ids = np.arange(TABLE.num_actions(6))
    verbs = TABLE.verb
    again = TABLE.offset[verbs] + TABLE.argument - FIRST_ARGUMENT[verbs]
    assert (again + TABLE.stride[verbs] * TABLE.slot == ids).all()


def test_what_is_about_no_words_is_about_numbers():
    assert WORDING.about == ((), ("north", "south"), (1, 2, 3), HANDS, ())


@pytest.mark.parametrize(
    ("action", "choice"),
    [
        (0, {"verb": "wait", "about": None, "target": None}),
        (2, {"verb": "step", "about": "south", "target": None}),
        (5, {"verb": "roll", "about": 3, "target": None}),
        (10, {"verb": "strike", "about": "off_hand", "target": 1}),
        (11, {"verb": "heal", "about": None, "target": 1}),
    ],
)
def test_actions_in_words(action, choice):
    assert WORDING.decode(action, 2) == choice
    assert WORDING.encode(choice, 2) == action


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"verb": "strik", "about": "main_hand", "target": 0}, "did you mean strike"),
        ({}, "no verb None"),
        ({"verb": "strike", "about": "main_hand"}, "target slot between 0 and 1, got None"),
        ({"verb": "strike", "about": "main_hand", "target": 2}, "between 0 and 1, got 2"),
        ({"verb": "strike", "about": "main_hand", "target": -1}, "got -1"),
        ({"verb": "strike", "about": "main_hand", "target": "0"}, "got '0'"),
        ({"verb": "strike", "about": "main_hand", "target": True}, "got True"),
        ({"verb": "strike", "about": "mane_hand", "target": 0}, "did you mean main_hand"),
        ({"verb": "strike", "target": 0}, "strike must say what it is about, got None"),
        ({"verb": "roll", "about": True}, "roll must say what it is about, got True"),
        ({"verb": "wait", "target": 0}, "wait takes no target, got 0"),
        ({"verb": "wait", "about": "north"}, "wait is about nothing, got 'north'"),
        ({"verb": "step", "about": "nord"}, "did you mean north"),
        ({"verb": "wait", "who": 1}, "got the key 'who'"),
    ],
)
def test_encode_says_what_is_wrong(choice, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        WORDING.encode(choice, 2)
