"""Hidden fields that need no rule: taken from the sheet of a kind, or drawn from a range."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.hidden import (
    Hidden,
    draw_from_ranges,
    kind_plan,
    range_plan,
    sheets,
    take_from_kind,
)

pytestmark = pytest.mark.interpreted

FIGHTER = np.dtype((np.record, [("hp", "i2"), ("skills", "i1", (4,)), ("will", "i1"), ("x", "i1")]))
PERSON = np.dtype((np.record, [("skills", "i1", (4,)), ("hp", "i2"), ("name", "i1")]))
HIDDEN = (
    Hidden("fighters.hp", ("R1",), sample="kind"),
    Hidden("fighters.skills", ("R1",), places=(1, 3), sample="kind"),
    Hidden("fighters.will", ("R2",), sample=(-2, 3)),
    Hidden("fighters.x", ("R3",)),
)


def fill(record, entry):
    """Write an entry of the cast: HP, then skills."""
    record.hp, record.skills, record.name = entry[0], entry[1:], 9


def values(fighters):
    """The fields of each fighter."""
    return [(int(it.hp), it.skills.tolist(), int(it.will), int(it.x)) for it in fighters]


@pytest.fixture
def cast():
    """The sheets of two kinds."""
    return sheets(FIGHTER, PERSON, fill, [(300, 1, 2, 3, 4), (-300, 5, 6, 7, 8)])


@pytest.fixture
def fighters():
    """Three fighters, all alike."""
    one = np.zeros(3, FIGHTER)
    one["hp"], one["skills"], one["will"], one["x"] = 20, 9, 9, 9
    return one


def test_sheets_have_the_fields_that_both_records_share(cast):
    assert values(cast) == [(300, [1, 2, 3, 4], 0, 0), (-300, [5, 6, 7, 8], 0, 0)]


def test_a_fighter_takes_the_hidden_values_of_its_kind_and_no_others(fighters, cast):
    take_from_kind(fighters, 1, kind_plan(HIDDEN, FIGHTER), cast, 1)
    same = (20, [9, 9, 9, 9], 9, 9)
    assert values(fighters) == [same, (-300, [9, 6, 9, 8], 9, 9), same]


def test_a_draw_covers_its_range_and_changes_nothing_else(fighters):
    plan, seen = range_plan(HIDDEN, FIGHTER), set()
    for rng_state in seed_rng_states(1, 100):
        draw_from_ranges(fighters, 2, plan, rng_state)
        seen.add(int(fighters[2]["will"]))
    assert seen == {-2, -1, 0, 1, 2, 3}
    fighters["will"][2] = 9
    assert len(set(map(bytes, fighters))) == 1


def test_a_field_of_several_bytes_cannot_be_drawn_from_a_range():
    wide = (Hidden("fighters.hp", ("R1",), sample=(0, 5)),)
    with pytest.raises(ValueError, match=r"^fighters\.hp must have one byte .*, it has 2$"):
        range_plan(wide, FIGHTER)


def test_a_list_without_such_fields_has_empty_plans(fighters, cast):
    rules = HIDDEN[-1:]
    plans = kind_plan(rules, FIGHTER), range_plan(rules, FIGHTER)
    assert [(plan.shape, plan.dtype) for plan in plans] == [((0, 2), "i8"), ((0, 3), "i8")]
    before = fighters.tobytes()
    take_from_kind(fighters, 0, kind_plan(rules, FIGHTER), cast, 0)
    draw_from_ranges(fighters, 0, range_plan(rules, FIGHTER), seed_rng_states(1)[0])
    assert fighters.tobytes() == before
