"""Whole battles that differ only in who is hidden where: the unaware notice nothing (XW1, H26).

Two copies of a battle are played side by side until a hidden fighter is found in one of them. The
hidden and their friends wait; the unaware choose at random, the same in both. At each of their
decisions the window, the mask, the round and every observation of their side are the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numba
import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.wildroll import step, turn
from quintain.envs.wildroll.actions.masks import legal_action_mask
from quintain.envs.wildroll.actions.table import WAIT, num_actions, verb_of
from quintain.envs.wildroll.hidden import is_out_of_sight
from quintain.envs.wildroll.rules.movement.spaces import has_room, put_into
from quintain.envs.wildroll.rules.movement.terrain import is_walkable

pytestmark = pytest.mark.interpreted

SEEDS = range(2 if numba.config.DISABLE_JIT else 8)
DECISIONS = 15 if numba.config.DISABLE_JIT else 100
UNSHARED = [0, 1, 2, *range(200, 212)]
"""Initiatives that only the hidden have: equals would draw lots, which changes the dice."""
LEAST, MORE = 8, 40
"""Initiative of the others below which a battle is no longer followed, and their lead over that."""
HALL = "\n".join(
    [
        "....................",
        "..##....d....##.....",
        "...#...ddd...#..m...",
        "........d.....p.....",
        ".....c....u.........",
        "...#.........#..i...",
        "..##....#....##.....",
        "........#...........",
    ]
)
UNAWARE = (
    "wrestler guard spearman crossbowman archer mage medic ogre champion knife_fighter".split()
)
RIDER = [
    {"base": "lancer", "rides": 1},
    {"base": "horse", "at": (10, 3)},
]


def riders(battle_of, choose):
    """A rider on a horse that shies, and a friend, against a bait with two in hiding."""
    friend = {"base": choose.choice(UNAWARE), "at": (9, 5)}
    return in_hiding(battle_of, choose, [*RIDER, friend], {"base": "thug", "at": (11, 4)})


def grapplers(battle_of, choose):
    """A holder of a bait, which it can drag and shove, and a friend on foot."""
    red = [
        {"base": choose.choice(["wrestler", "ogre"]), "at": (10, 4), "holding": [3]},
        {"base": choose.choice(UNAWARE), "at": (9, 5)},
        {"base": choose.choice(UNAWARE), "at": (5, 6)},
    ]
    return in_hiding(battle_of, choose, red, {"base": "thug", "at": (11, 4)})


def in_hiding(battle_of, choose, red, bait):
    """Red fighters against a bait and two hidden fighters; the initiatives are all different."""
    names = [choose.choice(["knife_fighter", "spearman", "archer"]) for _ in range(2)]
    blue = [bait, *({"base": name, "hidden": True, "at": (0, 0)} for name in names)]
    order = choose.sample(range(5, 25), len(red) + len(blue))
    everybody = [
        {**one, "initiative": value} for one, value in zip([*red, *blue], order, strict=True)
    ]
    battle = battle_of(everybody[: len(red)], everybody[len(red) :], map=HALL, hiding_side=1)
    battle.stage, battle.active = 0, NOBODY
    return battle


def from_scenario(deployed):
    """The scenario with one side in ambush."""

    def build(_, choose):
        return deployed("surprise", choose.randrange(1000), log=True)

    return build


def hide_anew(battle: np.record, choose: random.Random) -> None:
    """Move the hidden fighters anywhere out of sight, with any free initiative."""
    for number in range(int(battle.num_fighters)):
        it = battle.fighters[number]
        if not it.hidden:
            continue
        taken = battle.fighters["initiative"][: battle.num_fighters]
        it.initiative = choose.choice([value for value in UNSHARED if value not in taken])
        hexes = [(x, y) for x in range(int(battle.width)) for y in range(int(battle.height))]
        choose.shuffle(hexes)
        for x, y in hexes:
            if is_walkable(battle, x, y) and has_room(battle, number, x, y):
                put_into(battle, number, x, y)
                if is_out_of_sight(battle, number):
                    break


def hidden_ones(battle: np.record) -> list[bool]:
    """The hidden fighters."""
    return battle.fighters["hidden"].tolist()


def is_slow(battle: np.record) -> bool:
    """Whether the initiative of a fighter in sight could soon equal one of the hidden."""
    fighters = battle.fighters[: battle.num_fighters]
    return bool((fighters["initiative"][~fighters["hidden"]] < LEAST).any())


def wait_for(battle: np.record, side: int) -> bool:
    """Let the other side wait until this one decides; False if the battle ends before."""
    while not battle.over and battle.side[battle.to_act] != side:
        step.advance(battle, WAIT)
    return not battle.over


def seen(battle: np.record, side: int, numbers) -> tuple:
    """The current decision, and the observations of a side."""
    mask = np.zeros(num_actions(int(battle.max_side)), np.bool_)
    legal_action_mask(battle, mask)
    members = np.flatnonzero(battle.side[: battle.num_fighters] == side)
    views = [numbers(battle, int(one)).tobytes() for one in members]
    header = int(battle.to_act), int(battle.window), int(battle.round_number)
    return header, mask.tobytes(), views


def side_by_side(battle, numbers, choose: random.Random) -> Iterator[tuple[tuple, tuple]]:
    """The observations of the unaware fighters in both copies, decision by decision."""
    side = 1 - int(battle.hiding_side)
    pair = [np.array([battle])[0] for _ in range(2)]
    for copy in pair:
        hide_anew(copy, choose)
        for number in range(int(battle.num_fighters)):
            copy.fighters[number].initiative += 0 if copy.fighters[number].hidden else MORE
    before = hidden_ones(battle)
    for copy in pair:
        if int(copy.to_act) == NOBODY:
            turn.play_on(copy)
    for _ in range(DECISIONS):
        go_on = [wait_for(copy, side) for copy in pair]
        if any(hidden_ones(copy) != before or is_slow(copy) for copy in pair):
            return
        assert go_on[0] == go_on[1]
        if not go_on[0]:
            return
        views = [seen(copy, side, numbers) for copy in pair]
        yield views[0], views[1]
        mask = np.frombuffer(views[0][1], np.bool_)
        verbs = sorted({int(verb_of(action)) for action in np.flatnonzero(mask)})
        verb = choose.choice(verbs)
        action = choose.choice([it for it in np.flatnonzero(mask) if verb_of(it) == verb])
        for copy in pair:
            step.advance(copy, int(action))


@pytest.mark.compiled
@pytest.mark.rule("XW1", "H26", "W56", "W57", "W58", "W90", "W96", "W106", "H21")
@pytest.mark.parametrize("name", ["surprise", "riders", "grapplers"])
def test_XW1_the_unaware_notice_nothing_of_who_hides_where(battle_of, deployed, numbers, name):
    make = {"riders": riders, "grapplers": grapplers, "surprise": from_scenario(deployed)}[name]
    compared = 0
    for seed in SEEDS:
        choose = random.Random(seed)
        battle = make(battle_of, choose)
        battle.dice[:] = seed_rng_states(seed, 1)[0]
        for one, other in side_by_side(battle, numbers, choose):
            assert one == other, (seed, compared)
            compared += 1
    assert compared > 5 * len(SEEDS)  # decisions of the unaware
