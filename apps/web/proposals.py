"""The proposals of an agent at the table, with odds and reasons."""

from __future__ import annotations

from typing import Any

from ...agents.base import strongest
from ...envs.core.inputs.plain_text import clean
from ...envs.core.session.match import Match
from ...evaluation.advice import advice_for, adviser_for
from ...evaluation.advice_text import about, small_print
from .room import Room


def proposal_part(
    room: Room, match: Match, name: str, battles: int, without: list[int], fighter: int
) -> dict[str, Any]:
    """The proposals of an agent for the decision at hand, or for another fighter's next turn.

    Args:
        room: knows the agents.
        match: a copy of the battle.
        name: of the agent; empty for the strongest heuristic.
        battles: battles that are played on after each proposal; 0 for none, which is quick.
        without: first actions that the game master has vetoed.
        fighter: the number of the fighter; -1 for the one who decides.

    Raises:
        ValueError: the agent cannot advise here, or all its proposals are vetoed.
    """
    adviser = room.agent(name or strongest(match.system), match.system, "advice")
    agent, note = adviser_for(match, adviser)
    whom = None if fighter < 0 else fighter
    advice = advice_for(match, agent, whom, battles=battles, with_reasons=battles > 0)
    left = [one for one in advice.proposals if one.actions[0] not in without]
    if not left:
        raise ValueError(f"{advice.agent} has no other proposal: choose by hand")
    return {
        "agent": advice.agent,
        "note": clean(f"{note} {advice.moment}".strip()),
        "at_hand": not advice.moment,
        "proposals": [
            {
                "actions": list(one.actions),
                "sentence": clean(one.sentence),
                "about": [clean(line) for line in about(advice, one)],
            }
            for one in left
        ],
        "reasons": [clean(reason) for reason in advice.reasons],
        "small": small_print(advice),
    }
