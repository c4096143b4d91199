"""The bout in sentences."""

from functools import partial

import numpy as np

from quintain.envs.core.text.narration import Line, Narrator, full_names
from quintain.envs.core.text.outcome import Harm, Outcome
from quintain.envs.core.text.templates import template

from .enums import Ending, Event
from .tables import TOUCHES

KINDS = ["fencer"]
UNIT = "touches"  # what a fencer suffers
DEALT = {Event.TOUCH: Harm()}  # one touch for each such event
CLAUSES = {
    Event.ADVANCE: template("{actor} advances one pace", "B4"),
    Event.RETREAT: template("{actor} retreats one pace", "B4"),
    Event.ATTACK: template("{actor} attacks {target}", "B5"),
    Event.FEINT: template("{actor} only feints, {target} {parry}", "B5"),
    Event.LUNGE: template("{actor} lunges, rolls {dice}, needs {amount}; {target} {parry}", "B7"),
    Event.TOUCH: template("{actor} touches {target}: {amount} of 3", "B8"),
}
fighter_names = partial(full_names, called=KINDS)  # `the red fencer`, `the blue fencer 2`
ENDINGS = {Ending.SIDE_OUT: "{winner} wins", Ending.ROUND_LIMIT: "A draw"}


class Report(Narrator):
    """The events since the last decision, told one by one."""

    clauses = CLAUSES
    slots = Narrator.slots | {"parry": lambda _, e: "parries" if e.what else "does not parry"}


def narrate(battle: np.record) -> list[Line]:
    """A sentence for each event since the last decision, with its row of RULES.md."""
    report = Report(battle, KINDS)
    report.write({})
    if battle.over:
        report.say_end(ENDINGS, battle.ending, battle.winner, "B8" if battle.winner >= 0 else "B9")
    return report.lines


def outcome(battles: np.ndarray) -> Outcome:
    """The end of every fencer, arrays `[B, F]`. Nobody dies or flees."""
    touches = battles["fighters"]["touches"].astype(np.int64)
    nobody = np.zeros(touches.shape, np.bool_)
    return Outcome(fallen=touches >= TOUCHES, dead=nobody, left=nobody, wounds=touches)
