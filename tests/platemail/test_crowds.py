"""Movement of many fighters: their numbers decide nothing (RP9, RP32)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.action_table import Target
from quintain.envs.core.maps.square_grid import distance
from quintain.envs.platemail.actions.table import TARGETS
from quintain.envs.platemail.enums import Act, Life, Verb
from quintain.envs.platemail.state import NET
from quintain.envs.platemail.tables import SPRINT_STEPS

from .movement_phase import OWN, at, march

pytestmark = [pytest.mark.interpreted]


# --- Many (RP9, RP32) -----------------------------------------------------------------------------

VERBS = [
    Verb.DEFEND, Verb.FALL_BACK, Verb.MOVE_TO_COVER, Verb.SPRINT_TO_COVER, Verb.MOVE_STRAIGHT,
    Verb.MOVE_TO,
    Verb.MOVE_TO_REACH, Verb.MOVE_AWAY, Verb.SPRINT_TO, Verb.SPRINT_AWAY, Verb.SKULK_TO,
    Verb.CHARGE, Verb.CHARGE_TO_REACH, Verb.MOVE_NEXT_TO, Verb.SPRINT_NEXT_TO, Verb.GUARD,
    Verb.RESCUE,
]  # fmt: skip


def crowd(fight, random):
    """A random battle on a small map, with every fighter's actions."""
    width, height = int(random.integers(3, 12)), int(random.integers(2, 8))
    sizes = random.integers(1, 7, 2).tolist()
    tiles = random.choice([".", ".", ".", ".", "o", "#"], (height, width))
    squares = [(x, y) for y in range(height) for x in range(width) if tiles[y, x] != "#"]
    if len(squares) < sum(sizes):
        tiles[:] = "."
        squares = [(x, y) for y in range(height) for x in range(width)]
    sizes = [min(size, len(squares) // 2) for size in sizes]
    places = random.permutation(len(squares))
    people = []
    for number in range(sum(sizes)):
        side = range(sizes[0]) if number < sizes[0] else range(sizes[0], sum(sizes))
        foes = [other for other in range(sum(sizes)) if other not in side]
        allies = [other for other in side if other != number] or [-1]
        verb = VERBS[random.integers(len(VERBS))]
        to = random.integers(8) if verb == Verb.MOVE_STRAIGHT else random.choice(foes)
        if TARGETS[verb] == Target.ALLY:
            to = random.choice(allies)
        people.append(
            {
                "at": squares[places[number]],
                "hand": str(random.choice(["sword", "pike", "long_bow"])),
                "dexterity": int(random.integers(-3, 4)),
                "does": verb,
                "to": int(to),
                "life": int(random.choice([Life.ABLE] * 6 + [Life.STABLE])),
                "entrapped": int(random.choice([0] * 8 + [NET])),
                "hidden_from": sum(1 << foe for foe in foes if random.random() < 0.1),
            }
        )
        if random.random() < 0.1:
            people[-1]["act"] = Act.TERROR
            people[-1]["stand"] = int(random.integers(2))
    rows = "\n".join("".join(row) for row in tiles)
    plain = [{key: one[key] for key in one if key not in OWN} for one in people]
    battle = fight(plain[: sizes[0]], plain[sizes[0] :], map=rows)
    battle.dice[:] = random.integers(1, 1 << 32, 4, dtype=np.uint64)
    return battle, people


def renumber_mask(mask, order):
    """A mask of fighters after each fighter `order[i]` has become fighter i."""
    return sum(1 << new for new, old in enumerate(order) if mask >> old & 1)


def renumber(battle, order):
    """Make each fighter `order[i]` fighter i, in everything that names fighters, dice apart."""
    place = {old: new for new, old in enumerate(order)}
    place[-1] = -1
    for records in (battle.fighters, battle.phases, battle.orders):
        records[: len(order)] = records[: len(order)][order]
    for number in range(len(order)):
        fighter, phase = battle.fighters[number], battle.phases[number]
        for key in ("carrying", "carried_by", "focus"):
            fighter[key] = place[int(fighter[key])]
        for key in ("hidden_from", "struck", "surprised", "attacked", "assailants"):
            fighter[key] = renumber_mask(int(fighter[key]), order)
        phase.crashed = renumber_mask(int(phase.crashed), order)
        phase.second_target = place[int(phase.second_target)]
        phase.ward = place[int(phase.ward)]
        if phase.verb != Verb.MOVE_STRAIGHT:
            phase.target = place[int(phase.target)]


def told(battle, order):
    """The log without its order, in the numbers before `renumber`."""
    order = [*order, -1]
    return sorted(
        (int(one.kind), order[one.actor], order[one.target], *one.tolist()[3:])
        for one in battle.events[: battle.num_events]
    )


@pytest.mark.rule("RP9", "RP15", "RP33")
@pytest.mark.parametrize("seed", range(60))
def test_RP9_no_movement_hangs_on_the_numbering(fight, seed):
    random = np.random.default_rng(seed)
    battle, people = crowd(fight, random)
    red = int(battle.side_size[0])
    order = [*random.permutation(red), *(red + random.permutation(len(people) - red))]
    order = [int(number) for number in order]
    other = np.array([battle], battle.dtype)[0]
    march(battle, people)
    renumbered = [dict(people[number]) for number in order]
    place = {old: new for new, old in enumerate(order)}
    renumber(other, order)
    for one in renumbered:
        if one["does"] != Verb.MOVE_STRAIGHT:
            one["to"] = place.get(one["to"], -1)
    march(other, renumbered)
    assert told(battle, list(range(len(people)))) == told(other, order)
    renumber(battle, order)
    for records in ("fighters", "phases"):
        for number in range(len(people)):
            assert battle[records][number].tobytes() == other[records][number].tobytes()


@pytest.mark.rule("RP13", "RP33", "RP40")
@pytest.mark.parametrize("seed", range(60))
def test_RP33_nobody_shares_a_square_or_stands_in_a_wall(fight, seed):
    battle, people = crowd(fight, np.random.default_rng(1000 + seed))
    before = [at(battle, number) for number in range(len(people))]
    march(battle, people)
    stand = []
    for number in range(len(people)):
        fighter, phase = battle.fighters[number], battle.phases[number]
        x, y = at(battle, number)
        assert 0 <= x < battle.width
        assert 0 <= y < battle.height
        assert int(battle.high[y]) >> x & 1 == 0
        assert phase.steps + phase.left <= SPRINT_STEPS
        if fighter.carried_by < 0:
            assert distance(*before[number], x, y) <= phase.steps
            if fighter.life == Life.ABLE:
                stand.append((x, y))
        else:
            assert (x, y) == at(battle, int(fighter.carried_by))
    assert len(stand) == len(set(stand))
