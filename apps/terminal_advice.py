"""Advice in `play`: any agent's, for any fighter."""

from __future__ import annotations

from ..agents.base import strongest
from ..envs.core.session.match import Match
from ..evaluation.advice import advice_for, adviser_for
from ..evaluation.advice_text import advice_lines
from ..table.journal import TableError
from .common import load_agent

BY = "by"
"""The word before the name of an agent: `advice blue 2 by search:50`."""


def told_advice(match: Match, words: str) -> list[str]:
    """The lines of an advice.

    Args:
        match: the battle.
        words: a fighter, or nothing for the one who decides; after it may stand `by` and the name
            of an agent in place of the strongest heuristic.

    Raises:
        ValueError: there is no such fighter or agent, or it cannot advise here.
    """
    if match.memory:
        raise TableError("advice needs fighters without memory: play against another agent")
    whom, name = asked(words)
    try:
        loaded = load_agent(name or strongest(match.system), match.system)
    except KeyError as error:
        raise ValueError(error.args[0]) from None
    agent, note = adviser_for(match, loaded)
    return [*([note] if note else []), *advice_lines(advice_for(match, agent, whom or None))]


def asked(words: str) -> tuple[str, str]:
    """The fighter and the agent of `blue 2 by search:50`, each empty if it is not named."""
    parts = words.split()
    if len(parts) > 1 and parts[-2] == BY:
        return " ".join(parts[:-2]), parts[-1]
    return words.strip(), ""
