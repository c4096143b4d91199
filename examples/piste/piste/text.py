"""The bout in sentences."""

import numpy as np

from quintain.envs.core.engine.battle import agent_name
from quintain.envs.core.text.outcome import Harm, Outcome

from .enums import Event
from .tables import TOUCHES

UNIT = "touches"  # what a fencer suffers
DEALT = {Event.TOUCH: Harm()}  # one touch for each such event
SENTENCES = {
    Event.STEP: ("{actor} {step} one pace.", "B4"),
    Event.ATTACK: ("{actor} attacks {target}.", "B5"),
    Event.FEINT: ("{actor} only feints, {target} {parry}.", "B5"),
    Event.LUNGE: ("{actor} lunges, {target} {parry}: it rolls {dice} and needs {amount}.", "B7"),
    Event.TOUCH: ("{actor} touches {target}: {amount} of 3.", "B8"),
}


def fighter_names(battle: np.record) -> list[str]:
    """`Red 0`, `Blue 0`, `Blue 1`."""
    agents = [agent_name(battle, number) for number in range(battle.num_fighters)]
    return [agent.replace("_", " ").capitalize() for agent in agents]


def narrate(battle: np.record) -> list[tuple[str, tuple[str, ...]]]:
    """A sentence for each event since the last decision, with its row of RULES.md."""
    names, lines = [*fighter_names(battle), "nobody"], []
    for event in battle.events[: battle.num_events]:
        text, row = SENTENCES[Event(event.kind)]
        step = "advances" if event.what > 0 else "retreats"
        parry = "parries" if event.what else "does not parry"
        who = {"actor": names[event.actor], "target": names[event.target]}
        what = {"amount": event.amount, "dice": event.dice, "step": step, "parry": parry}
        lines.append((text.format(**who, **what), (row,)))
    if battle.over:
        winner = ("Red wins", "Blue wins", "A draw")[battle.winner]
        lines.append((f"{winner}.", ("B8" if battle.winner >= 0 else "B9",)))
    return lines


def outcome(battles: np.ndarray) -> Outcome:
    """The end of every fencer, arrays `[B, F]`. Nobody dies or flees."""
    touches = battles["fighters"]["touches"].astype(np.int64)
    nobody = np.zeros(touches.shape, np.bool_)
    return Outcome(fallen=touches >= TOUCHES, dead=nobody, left=nobody, wounds=touches)
