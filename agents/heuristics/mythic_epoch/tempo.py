"""The worth of action points: a duel of attrition, solved for each pair of weapons.

Two fighters within reach of each other trade attacks. The fighter whose turn it is attacks, feints
or ends the turn, and then regains action points; the other answers with nothing, Parry, Evade or
Counter-Attack. Damage counts with its mean, and each future turn counts less than the one before
(`PATIENCE`). Value iteration solves this small game over the action points of both (0 to 12 each),
for trained fighters in light armour. The tables give the worth of the points that both have left
after an exchange; the exchange itself is computed with the true figures (`exchange.py`).

A missile weapon counts as a weapon whose shots cannot be parried.

Sums are taken term by term (`+=`), because NumPy's sums of whole arrays differ in the last bit from
one processor to another.
"""

from __future__ import annotations

import math

import numpy as np

from ....envs.mythic_epoch.tables import (
    ACTION_POINTS,
    ARMOUR_COVERAGE,
    ARMOUR_LOAD,
    ARMOUR_NAMES,
    COMBAT_DEFENCE,
    CT_COUNTER_ATTACK_BONUS,
    EVADE_COST,
    FEINT_BONUS,
    RECOVERY_POINTS,
    RECOVERY_THRESHOLDS,
    UNARMED,
    WEAPON_ACCURACY,
    WEAPON_COST,
    WEAPON_NAMES,
    WEAPON_PARRY_COST,
    WEAPON_RANGE,
    WEAPON_RELOAD_COST,
)
from .odds import MEAN_DAMAGE, MISS, MISSES
from .queries import ASSUMED_AGILITY, ASSUMED_BRAWLING, ASSUMED_SKILL

PATIENCE = 0.9
"""Discount factor of each turn: most duels last two or three rounds."""
TURNS = 20
"""Number of turns that are looked ahead; the turns after them weigh an eighth in all."""
ENDURANCE = 5
LIGHT = ARMOUR_NAMES.index("light")
COVERAGE = ARMOUR_COVERAGE[LIGHT]
EVADE = ASSUMED_AGILITY + ARMOUR_LOAD[LIGHT]
NEVER = 1e6
LEVELS = ACTION_POINTS + 1
WEAPONS = len(WEAPON_NAMES)


def recovery_odds(endurance: int) -> np.ndarray:
    """Chance of each number of action points regained, `[13]` (M44, RM5)."""
    odds = np.zeros(LEVELS)
    for pool, chance in enumerate(MISSES):
        met = endurance - pool >= RECOVERY_THRESHOLDS
        odds[RECOVERY_POINTS[np.argmax(met)] if met.any() else 0] += chance
    return odds / math.fsum(odds)


def _wins_by(least: np.ndarray) -> np.ndarray:
    return np.where(
        least >= 1, MISSES[np.maximum(least, 1)], 1 + MISS - MISSES[np.maximum(1 - least, 1)]
    ) / (1 + MISS)


def _mean(hits: np.ndarray, criticals: np.ndarray, weapon: np.ndarray) -> np.ndarray:
    return criticals * MEAN_DAMAGE[weapon, -1] + (hits - criticals) * MEAN_DAMAGE[weapon, LIGHT]


def _opposed(edge: np.ndarray, hurdle: int, weapon: np.ndarray) -> np.ndarray:
    """Mean damage of a blow with this edge that needs a net result of at least `hurdle`."""
    hits = _wins_by(np.maximum(COMBAT_DEFENCE, hurdle) - edge)
    criticals = _wins_by(np.maximum(COMBAT_DEFENCE + COVERAGE, hurdle) - edge)
    return _mean(hits, criticals, weapon)


def _free(rating: np.ndarray, weapon: np.ndarray) -> np.ndarray:
    hits = MISSES[np.maximum(0, COMBAT_DEFENCE - rating)]
    criticals = MISSES[np.maximum(0, COMBAT_DEFENCE + COVERAGE - rating)]
    return _mean(hits, criticals, weapon)


def _gains() -> tuple[np.ndarray, np.ndarray]:
    """Mean damage dealt minus taken, of Melee Attack and of Feint: `[4, W, W]`, answers first."""
    own, other = np.meshgrid(np.arange(WEAPONS), np.arange(WEAPONS), indexing="ij")
    is_missile = WEAPON_RANGE[own] > 0
    knife = np.where(WEAPON_RANGE[other] > 0, UNARMED, other)
    rating, against = _rating(own), _rating(knife)
    edge = rating - against
    tempo = np.where(is_missile | (own == UNARMED), 0, CT_COUNTER_ATTACK_BONUS)
    counter = _opposed(edge + tempo, -100, own) - _opposed(-edge - tempo, -100, knife)
    attack = np.stack(
        [_free(rating, own), _opposed(edge, 1, own), _opposed(rating - EVADE, 1, own), counter]
    )
    feint = np.stack([0 * counter, _opposed(edge + FEINT_BONUS, 1, own), 0 * counter, counter])
    feint[:, is_missile | (own == UNARMED)] = -NEVER
    return attack, feint


def _rating(weapon: np.ndarray) -> np.ndarray:
    skill = np.where(weapon == UNARMED, ASSUMED_BRAWLING, ASSUMED_SKILL)
    return skill + WEAPON_ACCURACY[weapon]


def _prices() -> np.ndarray:
    """AP cost of each answer to each weapon, `[4, W, W]`; more than 12 means impossible."""
    own, other = np.meshgrid(np.arange(WEAPONS), np.arange(WEAPONS), indexing="ij")
    missile = WEAPON_RANGE[own] > 0
    no_parry = missile | (WEAPON_PARRY_COST[other] == 0)
    counter = WEAPON_COST[np.where(WEAPON_RANGE[other] > 0, UNARMED, other)]
    return np.stack(
        [
            0 * own,
            np.where(no_parry, 99, WEAPON_PARRY_COST[other]),
            np.where(missile, 99, EVADE_COST),
            np.where(missile, 99, counter),
        ]
    )


def game_values(attack: np.ndarray, feint: np.ndarray) -> np.ndarray:
    """Values of two-row games, from the payoffs `[4, ...]` of each row against each answer."""
    best = np.maximum(attack.min(0), feint.min(0))
    slope = attack - feint
    for one in range(3):
        for other in range(one + 1, 4):
            steep = slope[one] - slope[other]
            with np.errstate(divide="ignore", invalid="ignore"):
                share = (feint[other] - feint[one]) / steep
            share = np.where((share > 0) & (share < 1), share, 0.0)
            best = np.maximum(best, (feint + share * slope).min(0))
    return best


def solve_tempo() -> tuple[np.ndarray, np.ndarray]:
    """Solve the duel of attrition for each pair of weapons.

    Returns:
        Two arrays `[W, W, 13, 13]` (own weapon, the other's, own points, the other's): the value to
        the fighter whose turn it is, in damage points, if the turn continues and if it ends now.
    """
    attack, feint = _gains()
    prices = _prices()
    costs = WEAPON_COST + WEAPON_RELOAD_COST
    odds = recovery_odds(ENDURANCE)
    recover = np.zeros((LEVELS, LEVELS))
    for points in range(LEVELS):
        for regained in range(LEVELS):
            recover[points, min(ACTION_POINTS, points + regained)] += odds[regained]
    values = np.zeros((WEAPONS, WEAPONS, LEVELS, LEVELS))
    for _ in range(TURNS):
        ended = np.zeros_like(values)
        for regained in range(LEVELS):
            others = values[..., regained].transpose(1, 0, 2)[:, :, None, :]  # [W, W, 1, 13]
            ended -= PATIENCE * recover[:, regained, None] * others
        values = _take_turn(ended, attack, feint, prices, costs)
    return np.ascontiguousarray(values), np.ascontiguousarray(ended)


def _take_turn(
    ended: np.ndarray, attack: np.ndarray, feint: np.ndarray, prices: np.ndarray, costs: np.ndarray
) -> np.ndarray:
    """Values during a turn, from the values after its end; low AP are solved before high AP."""
    values = ended.copy()
    own, other = np.ogrid[:WEAPONS, :WEAPONS]
    lowest = int(costs.min())
    for first in range(lowest, LEVELS, lowest):
        points = np.arange(first, min(LEVELS, first + lowest))
        left = points[None, :] - costs[:, None]  # [W, points]
        rest = np.arange(LEVELS) - prices[..., None]  # [4, W, W, 13]
        after = values[
            own[None, ..., None, None],
            other[None, ..., None, None],
            np.maximum(0, left)[None, :, None, :, None],
            np.maximum(0, rest)[:, :, :, None, :],
        ]
        is_legal = (rest >= 0)[:, :, :, None, :]
        tries = game_values(
            np.where(is_legal, attack[..., None, None] + after, NEVER),
            np.where(is_legal, feint[..., None, None] + after, NEVER),
        )
        tries = np.where((left >= 0)[:, None, :, None], tries, -NEVER)
        values[:, :, points] = np.maximum(values[:, :, points], tries)
    return values


TURN_VALUE, END_VALUE = solve_tempo()
