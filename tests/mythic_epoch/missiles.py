"""Missile weapons, and what the log says of a shot."""

from __future__ import annotations

SPENT = {"action_points": 0}  # cannot react
BOW = {"hand": "bow"}  # ranged 5: 0 unaimed, 7 aimed
PISTOL = {"hand": "pistol"}  # 1 unaimed, 8 aimed
NOBODY = -1


def outcome(log):
    """Kind, net result and Combat Defence of a shot that misses; kind and damage of another."""
    return [
        (event[0], event[4], event[5]) if event[0] == "miss" else (event[0], event[4])
        for event in log
        if event[0] in ("miss", "hit", "critical")
    ]
