"""Random legal play: the numbers of the fighters decide nothing (RP15, RP33)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from quintain.envs.core.compiler.bits import contains
from quintain.envs.platemail import turn
from quintain.envs.platemail.actions import table
from quintain.envs.platemail.actions.clauses import SECOND, THIRD, detail_of, write_detail_of
from quintain.envs.platemail.rules.conditions import is_about_enemy
from quintain.envs.platemail.rules.targets import names_fighter
from quintain.envs.platemail.rules.verbs import SPREADS
from quintain.envs.platemail.state import NET

from .random_battles import (
    MANY,
    NOBODY,
    SLOTS,
    copy_of,
    deploy,
    masks_of,
    order_masks,
    seeds,
    seen_by,
    side_of,
    slow,
    write_all,
)

pytestmark = pytest.mark.interpreted


# --- Random orders --------------------------------------------------------------------------------


def rounds(seed, count):
    """Battles of a random game at the beginning of rounds, with the dice of the test."""
    battle, rng = deploy(seed)
    for _ in range(count):
        if battle.over:
            return
        yield battle, rng
        write_all(battle, rng)
        turn.carry_out_round(battle)


# --- Numbering decides nothing (RP15, RP33) -------------------------------------------------------


def renumbered(battle, place):
    """The same battle in which fighter n has the number `place[n]`; keys stay with the fighters.

    Where red's fighters get the last numbers, the sides change their names.
    """
    swaps = battle.side[0] != battle.side[battle.num_fighters - 1] and place[0] > place[-1]
    swaps = swaps and place[0] >= battle.side_size[1]
    other = copy_of(battle)
    if swaps:
        other.side_size[:] = battle.side_size[::-1]
        other.side[:] = np.arange(SLOTS) >= battle.side_size[1]
        other.winner = battle.winner if battle.winner < 0 else 1 - battle.winner
        other.reward[:] = battle.reward[::-1]
    for number, there in enumerate(place):
        for rows in ("fighters", "orders", "phases"):
            other[rows][there] = battle[rows][number]
        for rows in ("concealed", "covered"):
            other[rows][there] = bits(place, battle[rows][number])
    for there in place:
        renumber_fighter(other.fighters[there], place)
        renumber_order(other.orders[there], place)
    for field in ("to_act", "writer"):
        other[field] = at(place, battle[field])
    return other


def at(place, number):
    """The new number of a fighter, -1 for nobody."""
    return place[number] if number >= 0 else NOBODY


def bits(place, mask):
    """A mask of fighters by their new numbers."""
    return sum(1 << there for number, there in enumerate(place) if int(mask) >> number & 1)


def renumber_fighter(it, place):
    for field in ("focus", "carrying", "carried_by"):
        it[field] = at(place, it[field])
    for field in (
        "hidden_from",
        "hides_from",
        "seen_by",
        "seen_casting",
        "struck",
        "surprised",
        "attacked",
        "assailants",
    ):
        it[field] = bits(place, it[field])
    it.entrapped = (int(it.entrapped) & NET) | bits(place, int(it.entrapped) >> 1) << 1


def renumber_order(order, place):
    for clause, verb in enumerate(order.verb):
        if names_fighter(verb) and order.target[clause] < SLOTS:
            order.target[clause] = at(place, order.target[clause])
        for nth in (SECOND, THIRD) if verb >= 0 and contains(SPREADS, int(verb)) else ():
            if detail_of(order, clause, nth) < SLOTS:
                write_detail_of(order, clause, nth, at(place, detail_of(order, clause, nth)))
    if is_about_enemy(order.condition):
        order.argument = at(place, order.argument)
    order.opening = at(place, order.opening)
    if order.at_bay < SLOTS:
        order.at_bay = at(place, order.at_bay)


def shuffled(battle, rng):
    """New numbers for the fighters, each on the same side."""
    red, blue = side_of(battle, 0), side_of(battle, 1)
    return rng.sample(red, len(red)) + rng.sample(blue, len(blue))


def exchanged(battle):
    """New numbers that exchange the sides."""
    red, blue = (int(size) for size in battle.side_size)
    return [blue + number for number in range(red)] + list(range(blue))


def meanings(battle, actor, place):
    """The meanings of all legal choices of a fighter, by the numbers of `place`."""
    said = []
    for clause, mask in enumerate(masks_of(battle, actor)):
        for action in np.flatnonzero(mask).tolist():
            verb = int(table.verb_of(action))
            target = int(table.target_of(battle, actor, action))
            if table.TARGETS[verb] and target < SLOTS:
                target = place[target]
            said.append((clause, verb, target, int(table.argument_of(action))))
    return sorted(said)


def play_round(battle, rng):
    """Play a round with three numberings; return the renumbered results, before and after."""
    actor, same = rng.randrange(battle.num_fighters), range(battle.num_fighters)
    places = shuffled(battle, rng), exchanged(battle)
    other = renumbered(battle, places[0])
    before = [meanings(other, places[0][actor], same)]
    after = [meanings(battle, actor, places[0])]
    write_all(battle, rng)
    others = [renumbered(battle, place) for place in places]
    turn.carry_out_round(battle)
    for place, other in zip(places, others, strict=True):
        turn.carry_out_round(other)
        before.append(other.tobytes())
        after.append(renumbered(battle, place).tobytes())
    return before, after


def test_renumbering_back_is_no_change():
    for seed in range(20):
        battle, rng = deploy(seed)
        write_all(battle, rng)
        for place in (shuffled(battle, rng), exchanged(battle)):
            back = [place.index(number) for number in range(len(place))]
            other = renumbered(battle, place)
            assert sorted(other.side_size) == sorted(battle.side_size)
            assert renumbered(other, back).tobytes() == battle.tobytes()


@pytest.mark.compiled
@pytest.mark.rule("RP15", "RP33", "RP35", "RP41", "P21", "TP1")
@pytest.mark.boundscheck
@settings(slow, max_examples=MANY)
@given(seeds)
def test_RP15_other_numbers_or_sides_give_the_same_battle(seed):
    """Permuting the fighters of a side permutes a round, exchanging the sides exchanges it."""
    battle, rng = deploy(seed)
    for _ in range(2):
        if not battle.over:
            before, after = play_round(battle, rng)
            assert before == after


@pytest.mark.compiled
@slow
@given(seeds)
def test_both_sides_see_and_may_write_the_same(seed):
    """Slots keep their fighters when the sides change names, and so do all actions."""
    for battle, _ in rounds(seed, 2):
        place = exchanged(battle)
        other = renumbered(battle, place)
        ours, theirs = order_masks(battle), order_masks(other)
        for actor, there in enumerate(place):
            assert (ours[actor] == theirs[there]).all()
            assert (seen_by(battle, actor) == seen_by(other, there)).all()


@pytest.mark.compiled
@slow
@given(seeds)
def test_empty_slots_are_never_read(seed):
    battle, rng = deploy(seed)
    count = int(battle.num_fighters)
    masks = order_masks(battle)
    write_all(battle, rng)
    other = copy_of(battle)
    for slot in range(count, SLOTS):
        other.fighters[slot] = battle.fighters[rng.randrange(count)]
        other.fighters[slot].key = slot
    assert (order_masks(other) == masks).all()
    turn.carry_out_round(battle)
    turn.carry_out_round(other)
    other.fighters[count:] = battle.fighters[count:]
    assert other.tobytes() == battle.tobytes()
