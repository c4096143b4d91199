"""Wound levels and slots: thresholds, tracks of people and NPCs, overflow, treatment."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from quintain.envs.wildroll.enums import Attribute, Level, Npc
from quintain.envs.wildroll.rules.health import wounds
from quintain.envs.wildroll.state import FIGHTER

pytestmark = pytest.mark.interpreted

LEVELS = list(Level)[1:6]


def person(vitality: int = 0, persona: int = 0, npc: Npc = Npc.NOT, has=(0, 0, 0, 0, 0)):
    """A fighter with a number of wounds of each level, light first."""
    fighter = np.zeros(1, FIGHTER)[0]
    fighter.attributes[Attribute.VITALITY] = vitality
    fighter.attributes[Attribute.PERSONA] = persona
    fighter.npc = npc
    fighter.wounds[:] = has
    return fighter


def track(fighter) -> list[int]:
    """Slots of each level, light first."""
    return [int(wounds.slots(fighter, level)) for level in LEVELS]


# --- Levels (W1, W2, W72 to W74) ------------------------------------------------------------------


@pytest.mark.rule("W1", "W2")
@pytest.mark.parametrize(
    ("damage", "level"),
    [
        (-5, Level.NONE), (-1, Level.NONE), (0, Level.LIGHT), (1, Level.LIGHT),
        (2, Level.MODERATE), (3, Level.MODERATE), (4, Level.SEVERE), (5, Level.SEVERE),
        (6, Level.CRITICAL), (7, Level.CRITICAL), (8, Level.FATAL), (30, Level.FATAL),
    ],
)  # fmt: skip
def test_W1_the_highest_level_whose_threshold_is_reached(damage, level):
    assert wounds.level_of(damage) == level


@pytest.mark.rule("W73", "W74", "RW33")
@pytest.mark.parametrize(
    ("level", "lower", "higher"),
    [
        (Level.NONE, Level.NONE, Level.NONE), (Level.LIGHT, Level.NONE, Level.MODERATE),
        (Level.MODERATE, Level.LIGHT, Level.SEVERE), (Level.CRITICAL, Level.SEVERE, Level.FATAL),
        (Level.FATAL, Level.CRITICAL, Level.FATAL),
    ],
)  # fmt: skip
def test_RW33_the_ends_of_the_track(level, lower, higher):
    assert wounds.shifted(level, -1) == lower
    assert wounds.shifted(level, 1) == higher


# --- Slots (W4, W5, W10) --------------------------------------------------------------------------

PRINTED = """-5 1 1 0; -4 1 1 1; -3 2 1 1; -2 2 2 1; -1 3 2 1; 0 3 2 2; 1 3 3 2; 2 4 3 2; 3 4 3 3;
4 4 4 3; 5 5 4 3"""


@pytest.mark.rule("W4")
def test_W4_slots_by_vitality():
    for line in PRINTED.split(";"):
        vitality, *slots = map(int, line.split())
        assert track(person(vitality))[1:4] == slots


@pytest.mark.rule("W5")
@pytest.mark.parametrize("persona", range(-5, 6))
def test_W5_light_slots_by_persona_and_one_fatal_slot(persona):
    found = track(person(vitality=3, persona=persona))
    assert (found[0], found[4]) == (5 + persona, 1)


@pytest.mark.rule("W10", "RW20")
@pytest.mark.parametrize("npc", [Npc.MINION, Npc.STANDARD, Npc.ELITE])
def test_W10_simplified_tracks(npc):
    for vitality in (-5, 0, 5):
        assert track(person(vitality, 1, npc)) == [6, npc, npc, npc, 1]


# --- Overflow (W6, RW33) --------------------------------------------------------------------------


def free_level(has: tuple[int, ...], slots: list[int], level: int) -> int:
    """The slot of a wound, written as in the book (W6)."""
    for higher in range(level, 6):
        if has[higher - 1] < slots[higher - 1]:
            return higher
    return Level.DEATH


@pytest.mark.rule("W6", "RW33")
@pytest.mark.parametrize(
    ("vitality", "persona", "npc"),
    [
        (-5, -5, Npc.NOT),
        (-5, -3, Npc.NOT),
        (-2, -4, Npc.NOT),
        (0, -4, Npc.NOT),
        (0, -3, Npc.MINION),
    ],
)
def test_W6_every_wound_on_every_track_finds_the_next_free_slot(vitality, persona, npc):
    slots = track(person(vitality, persona, npc))
    for has in product(*(range(count + 1) for count in slots)):
        fighter = person(vitality, persona, npc, has)
        for level in LEVELS:
            found = int(wounds.level_in_slots(fighter, level))
            assert found == free_level(has, slots, level)
            if found != Level.DEATH:
                wounds.fill_slot(fighter, found)
                assert fighter.wounds.sum() == sum(has) + 1
                assert fighter.wounds[found - 1] <= slots[found - 1]
                fighter.wounds[:] = has


@pytest.mark.rule("W6")
def test_W6_no_wound_stays_none():
    full = person(has=(5, 3, 2, 2, 1))
    assert wounds.level_in_slots(full, Level.NONE) == Level.NONE
    assert all(wounds.level_in_slots(full, level) == Level.DEATH for level in LEVELS)


@pytest.mark.rule("W6")
@pytest.mark.parametrize("npc", [Npc.NOT, Npc.MINION, Npc.STANDARD, Npc.ELITE])
def test_W6_as_many_light_wounds_as_there_are_slots_and_one_more_kill(npc):
    fighter = person(0, 0, npc)
    before = Level.LIGHT
    for _ in range(sum(track(fighter))):
        level = wounds.level_in_slots(fighter, Level.LIGHT)
        assert before <= level <= Level.FATAL
        wounds.fill_slot(fighter, level)
        before = level
    assert wounds.level_in_slots(fighter, Level.LIGHT) == Level.DEATH


# --- How badly (W7, W99) --------------------------------------------------------------------------


@pytest.mark.rule("W7")
def test_W7_three_light_and_one_critical_wound_are_critical():
    fighter = person(has=(3, 0, 0, 1, 0))
    assert wounds.severity(fighter) == Level.CRITICAL
    assert wounds.number_of_wounds(fighter) == 4


@pytest.mark.rule("W7")
def test_W7_unhurt():
    assert wounds.severity(person()) == Level.NONE
    assert wounds.severity(person(has=(1, 0, 0, 0, 0))) == Level.LIGHT


# --- Treatment (W101, RW33) -----------------------------------------------------------------------


@pytest.mark.rule("W101", "RW33")
def test_RW33_a_wound_is_lowered_into_a_free_slot():
    fighter = person(has=(0, 0, 0, 1, 0))
    assert wounds.level_after(fighter, Level.CRITICAL, 2) == Level.MODERATE
    wounds.lower_wound(fighter, Level.CRITICAL, 2)
    assert fighter.wounds.tolist() == [0, 1, 0, 0, 0]


@pytest.mark.rule("W101", "RW33")
def test_RW33_a_lowered_wound_goes_up_again_while_its_level_is_full():
    fighter = person(has=(5, 3, 1, 1, 0))
    wounds.lower_wound(fighter, Level.CRITICAL, 3)  # light and moderate are full
    assert fighter.wounds.tolist() == [5, 3, 2, 0, 0]
    wounds.lower_wound(fighter, Level.SEVERE, 1)  # and now it stays where it is
    assert fighter.wounds.tolist() == [5, 3, 2, 0, 0]


@pytest.mark.rule("W101")
def test_W101_below_light_it_is_gone():
    fighter = person(has=(1, 1, 0, 0, 0))
    wounds.lower_wound(fighter, Level.LIGHT, 1)
    wounds.lower_wound(fighter, Level.MODERATE, 4)
    assert fighter.wounds.tolist() == [0, 0, 0, 0, 0]


@pytest.mark.rule("W101", "RW33")
def test_RW33_every_lowering_on_a_small_track():
    slots = track(person(-5, -4))
    for has in product(*(range(count + 1) for count in slots)):
        for level, steps in product(LEVELS, range(1, 6)):
            if has[level - 1] == 0:
                continue
            fighter = person(-5, -4, has=has)
            after = int(wounds.level_after(fighter, level, steps))
            wounds.lower_wound(fighter, level, steps)
            left = [count - (number == level) for number, count in enumerate(has, 1)]
            if after != Level.NONE:
                left[after - 1] += 1
            assert fighter.wounds.tolist() == left
            assert all(now <= slot for now, slot in zip(left, slots, strict=True))
