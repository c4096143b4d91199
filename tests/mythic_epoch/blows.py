"""Checks and events of a blow in the log."""

from __future__ import annotations

from quintain.envs.mythic_epoch.enums import Status


def bound(battle):
    """Whether red_0 and blue_0 are Bound to each other and no other fighters are related."""
    pair = [(int(one.status), int(one.partner)) for one in battle.fighters[:2]]
    assert pair in ([(Status.BOUND, 1), (Status.BOUND, 0)], [(Status.ON_GUARD, -1)] * 2)
    return pair[0][0] == Status.BOUND


def totals(log):
    """The results of the checks in a log, in order."""
    return [event[4] for event in log if event[0] == "check"]


def kinds(log):
    """The kinds of events in a log."""
    return [event[0] for event in log]
