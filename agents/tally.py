"""The compiled part of the odds: battles played to the end, with a tally of who harmed whom.

Shapes: `B` battles, `A` actions, `F` fighters of the record, `K` kinds of events.
"""

from __future__ import annotations

from ..envs.core.compiler.compile import njit
from ..envs.core.engine.battle import abort_battle
from ..envs.core.engine.loops import DECISIONS_IN_A_ROUND
from ..envs.core.engine.system import advance, choose, legal_action_mask

NOTHING, ONE, AMOUNT, WHAT = range(4)
"""The harm that an event reports: none, one wound, or the number in a field of the event."""


@njit
def tally_events(battle, harms, dealt):
    """Add the harm that the log reports since the last decision.

    Args:
        battle: a battle whose log is on, right after `advance`.
        harms: `[K, 2]` the harm of each kind of event (`NOTHING` to `WHAT`), and whether the victim
            is the event's actor (1) or its target (0).
        dealt: `[F, F]` harm by dealer and victim, added to.
    """
    for at in range(battle.num_events):
        event = battle.events[at]
        harm = harms[event.kind, 0]
        if harm == NOTHING or event.actor < 0 or event.target < 0:
            continue
        points = 1
        if harm == AMOUNT:
            points = event.amount
        elif harm == WHAT:
            points = event.what
        if harms[event.kind, 1] != 0:
            dealt[event.target, event.actor] += points
        else:
            dealt[event.actor, event.target] += points


@njit
def tally_battles(battles, rows, harms, dealt):
    """Add the harm in every battle to `dealt [_, F, F]`; battle `i` has the row `rows[i]`."""
    for index in range(len(battles)):
        tally_events(battles[index], harms, dealt[rows[index]])


@njit
def play_and_tally(battles, policies, rng_state, mask, harms, dealt):
    """Play every battle to its end with heuristics.

    Args:
        battles: deployed battles whose log is on, played in place.
        policies: `[F]` the heuristic of each fighter.
        rng_state: `[B, 4]` generators of the heuristics.
        mask: scratch `[A]`.
        harms: as in `tally_events`.
        dealt: `[B, F, F]` harm by dealer and victim, added to.
    """
    for index in range(len(battles)):
        battle = battles[index]
        round_number, decisions = battle.round_number, 0
        while not battle.over:
            legal_action_mask(battle, mask)
            action = choose(battle, policies[battle.to_act], mask, rng_state[index])
            advance(battle, action)
            tally_events(battle, harms, dealt[index])
            decisions += 1
            if battle.round_number != round_number:
                round_number, decisions = battle.round_number, 0
            if decisions > DECISIONS_IN_A_ROUND:
                abort_battle(battle)
