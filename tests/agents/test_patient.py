"""The patient of every system: it never attacks first, and two of them do not fight."""

from __future__ import annotations

import functools

import numba
import numpy as np
import pytest

from quintain.agents.base import PATIENT, HeuristicAgent, simplest
from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.platemail.enums import Window

pytestmark = pytest.mark.interpreted

SLOW = bool(numba.config.DISABLE_JIT)
BATTLES, DECISIONS = (2, 60) if SLOW else (64, 1500)
SCENARIOS = ("duel", "skirmish")
ATTACKS = {
    "heimr": "attack brawl_hit brawl_bind shield_bash shoving_strike charge strike",
    "martial": "strike lunge charge multiweapon shoot throw rapid_throw maneuver cleave",
    "mythic_epoch": "melee_attack ranged_attack unarmed_attack feint disarm grapple press "
    "unarmed_press counter_attack unarmed_counter_attack counter_fire double unarmed_double",
    "platemail": "charge charge_to_reach full_attack full_attack_spread three_attacks "
    "three_attacks_spread counter shoot rapid_fire rapid_fire_spread release",
    "wildroll": "quick standard strong nonlethal fire_bolt opening grapple pin disarm distract "
    "shove trip command rebuff",
}
"""Verbs with which a fighter attacks."""


@functools.cache
def verb(system, action, max_side):
    """The verb of an action."""
    return get_system(system).decode(action, max_side)["verb"]


def verbs(system, battles, actions):
    """The verb of each action; of a later clause of an order of Platemail none."""
    max_side = int(battles["max_side"][0])
    names = [verb(system, action, max_side) for action in actions.tolist()]
    if system == "platemail":  # the patient's order: IF attacked Full Attack
        first = battles["window"] == Window.FIRST
        names = [name if is_first else "" for name, is_first in zip(names, first, strict=True)]
    return names


def play(system, scenario, opponent):
    """Battles of red patients: of each decision row, side, verb, and whether the battle ended."""
    vector = BattleVector(system, BATTLES, scenario, seed=4)
    agents = [HeuristicAgent(name, system, 5) for name in (PATIENT, opponent)]
    for _ in range(DECISIONS):
        battles, masks, side = vector.battles, vector.action_masks, vector.side.copy()
        actions = np.zeros(BATTLES, np.int64)
        for number, agent in enumerate(agents):
            rows = side == number
            if rows.any():
                agent.watch(battles[rows])
                seen = vector.observations[rows]
                actions[rows] = agent.predict(seen, action_masks=masks[rows])[0]
        assert masks[np.arange(BATTLES), actions].all()
        used = verbs(system, battles, actions)
        vector.step(actions)
        yield side, used, vector.terminated | vector.truncated, vector.rewards


def test_the_words_for_attacks_are_verbs():
    for name in system_names():
        assert set(ATTACKS[name].split()) <= set(get_system(name).verbs)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("system", system_names())
def test_a_patient_never_attacks_first(system, scenario):
    attacks = set(ATTACKS[system].split())
    attacked, strikes = np.zeros(BATTLES, bool), 0
    for side, used, ended, _ in play(system, scenario, simplest(get_system(system))):
        is_attack = np.array([name in attacks for name in used])
        strikes += (is_attack & (side == 1)).sum()
        attacked |= is_attack & (side == 1)
        assert attacked[is_attack & (side == 0)].all()
        attacked &= ~ended
    assert strikes > 0


@pytest.mark.parametrize("system", system_names())
def test_two_patients_do_not_attack(system):
    attacks = set(ATTACKS[system].split())
    for _, used, _, rewards in play(system, "duel", PATIENT):
        assert not attacks.intersection(used)
        assert not rewards.any()
