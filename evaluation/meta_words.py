"""The findings of a meta-game in sentences, for the terminal and for pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MOST_CYCLES = 6
"""Most cycles that a sentence names."""


def cycles_sentence(meta_game: dict[str, Any]) -> str:
    """The cycles by name, and the share of triples without one.

    Args:
        meta_game: As `MetaGame.to_json` writes it.
    """
    cycles, triples = meta_game["cycles"], meta_game["sure_triples"]
    if not triples:
        return "In no three agents do all three pairings have a sure winner, so no cycle shows."
    if not cycles:
        where = f"in all {triples} triples" if triples > 1 else "in the only triple"
        return f"No cycles: {where} with a sure winner of each pairing, the agents can be ranked."
    named = [f"{a} beats {b} beats {c} beats {a}" for a, b, c in cycles[:MOST_CYCLES]]
    if len(cycles) > MOST_CYCLES:
        named.append(f"{len(cycles) - MOST_CYCLES} more")
    return (
        f"Cycles, in {len(cycles)} of {triples} triples with a sure winner of each pairing: "
        f"{'; '.join(named)}."
    )


def explained_sentence(meta_game: dict[str, Any]) -> str:
    """How far ratings describe the pay-off matrix."""
    share = meta_game["explained_by_ratings"]
    if share["estimate"] is None:
        return "The scores of the pairings differ no more than by luck."
    return (
        f"Ratings explain {span(share)} % of the variance of the scores between the pairings; the "
        "rest depends on who meets whom."
    )


def luck_sentence(variance: dict[str, Any]) -> str:
    """Skill against luck.

    Args:
        variance: As `Shares.to_json` writes it.
    """
    told = (
        f"Of the variance of the results, {span(variance['skill'])} % is skill, who fights whom; "
        f"{span(variance['seat'])} % the seat, the side and who decides first; "
        f"{span(variance['dice'])} % dice that favour a side; "
        f"{span(variance['play'])} % how the dice turn out in different hands."
    )
    if variance["negative"]:
        told += f" The estimate of {', '.join(variance['negative'])} was below 0."
    return told


def span(share: dict[str, float]) -> str:
    """A share with its interval, in percent."""
    estimate, low, high = (100 * share[key] for key in ("estimate", "low", "high"))
    return f"{estimate:z.0f} [{low:z.0f}, {high:z.0f}]"


def elo_span(points: Mapping[str, float]) -> str:
    """Elo points with their interval."""
    return f"{points['estimate']:z.0f} [{points['low']:z.0f}, {points['high']:z.0f}]"
