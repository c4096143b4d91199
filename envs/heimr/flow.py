"""How the play goes on: windows, stages of a turn, steps of a deed (TH1 to TH5, QH1 to QH14).

`turn.play_on` repeats, until somebody is asked,

1. **pre-rolls that are owed**: `battle.owed` is a set of fighters, a bit each. Whoever is in it is
   asked for a type of defence (Window.DEFENCE) and rolls it, before anything else goes on. Rules
   never ask themselves: they call `owe` at the moment when the book wants the roll (H106, H124).
   Only while a blow is falling (the steps HIT to ANSWERED of the last frame) it has to wait (TH4).
2. **frames**: a stack of what is under way (`battle.frames`, `battle.top`). A frame is one deed of
   one fighter; the last one goes on first, by `rules/steps.py`, which carries out its `step` and
   nothing more. A step that asks somebody sets the next step *before* it opens the window, so that
   the answer only has to write into the frame. What happens within a deed is a frame upon it: the
   attack of a charge, a readied action, the attack that a brawl provokes, that of a guard.
3. **stages**: with nothing under way the sequence of the turn goes on (`battle.stage`, `turn.py`).

A step that several may answer (readied actions, guards) asks one after another in the order of the
turns, with their bits in `frame.asked`; going to another step clears it. A nested frame leaves its
result in `battle.outcome` (Outcome), which the frame below reads at its next step.
"""

from __future__ import annotations

from enum import IntEnum


class Window(IntEnum):
    """The kinds of decision (QH1 to QH14)."""

    NONE = 0
    START = 1  # go on with the turn, drop an upcoming action, or delay (QH1)
    TURN = 2  # the next action, or the end of the turn (QH2, QH3, QH4, QH14)
    TRIGGER = 3  # what the readied action waits for (QH6)
    DEFENCE = 4  # type of the next pre-roll (QH7)
    READIED = 5  # the readied action fires, or is let be (QH6)
    GUARDED = 6  # go into the guard, or outmanoeuvre it (QH13)
    SLIPPED = 7  # the guard attacks who slips past, or not (QH13)
    PROVOKED = 8  # the armed one attacks who brawls, or not (QH5)
    HOLD = 9  # the holder stops an action of the held, lets go, or lets it be (QH11)
    DEFEND = 10  # keep the pre-roll, dodge, block, do not defend, let go first (QH8, QH9, QH11)
    SKILL = 11  # a skill called on a hit (QH10)
    RESIST = 12  # a skill against an effect (QH10)
    REROLL = 13  # a failed challenge again, for willpower (QH10)
    DIRECTION = 14  # that Stumble blocks, or line of a blind spot (QH12)
    CHASE = 15  # what the chaser does to whom it has caught up with (H77)


class Stage(IntEnum):
    """Where the play stands while nothing is under way (turn.py, TH1, TH2)."""

    PREROLL = 0  # before the first turn all roll a defence (TH1, RH12)
    NEXT = 1  # whose turn it is
    START = 2  # delay, upcoming action (RH35, H82)
    UPKEEP = 3  # what ends and comes back at the start (TH2 a)
    TURN = 4  # actions (TH2 b)
    ACTED = 5  # effects end, who fell stands up, the next defence is owed (TH2 c)
    TURN_END = 6  # that defence is rolled; then the turn is over
    CHASE = 7  # the roll of who flees or pursues off the field, in place of a turn (RH55)


class Role(IntEnum):
    """Why somebody does something."""

    TURN = 0  # in its own turn
    READIED = 1  # its trigger has fired (H46)
    PROVOKED = 2  # a brawl ran into it (H111)
    GUARD = 3  # somebody slips past it (H145)


class Step(IntEnum):
    """Steps of what is under way, in their order; each deed goes through some of them."""

    # Of every deed.
    DECLARED = 0  # paid with the kind of action that it is; what it ends
    INTENDED = 1  # readied actions on the intention (H49)
    RESTRAINED = 2  # the holder of its actor may stop it (H114)
    # Of attacks (TH4): rules/strike.py.
    GUARDED = 3  # a guard of the target (H140)
    SLIPPED = 4  # the guard's free attack, and what came of it (H145)
    PROVOKED = 5  # a brawl against an armed one (H111)
    CLOSED_IN = 6  # what came of that
    LUCKY = 7  # the d10 against the hidden (H133)
    DEFENDED = 8  # how the target meets it (H125, H160)
    MET = 9  # dodge or block in place of a parry, or the pre-roll once more (RH39)
    ROLL = 10  # attack roll, fatigue, comparison with the defence
    HIT = 11  # body part, and a skill called on it (H116, RH6)
    DAMAGE = 12  # of weapon or skill
    DIRECTION = 13  # of a Stumble (H64)
    RESISTED = 14  # Resist (H30)
    EFFECT = 15  # of a skill
    INJURED = 16  # effect of an injury, holding on, end of a hold (H32, H115, H152)
    ANSWERED = 17  # readied actions on an attack (RH37)
    REPLACED = 18  # who has used its defence rolls the next one (H124)
    AGAIN = 19  # the second weapon, the next one of the cluster, who was guarded (RH14, H57, RH45)
    # Of movement: rules/moves.py.
    BORDER_GUARDED = 20  # a guard of the border (H143)
    BORDER_SLIPPED = 21
    CHALLENGE = 22  # the CR of the border or the climb (H149, H154)
    CHALLENGED = 23  # passed or failed, after any re-roll
    CROSSED = 24  # in the other location; readied actions on leaving
    ENTERED = 25  # readied actions on entering
    ARRIVED = 26  # the attack of a charge, the end of a flight
    LANDING = 27  # the Agility check of a fall or jump (H153)
    LANDED = 28
    # Of all else: rules/doings.py.
    CHECK = 29  # a roll that can be made again (H19)
    CHECKED = 30
    TAKES_EFFECT = 31
    OVER = 32


class Outcome(IntEnum):
    """What came of the last nested deed."""

    NONE = 0
    HIT = 1
    DODGED = 2
    STOPPED = 3  # blocked, parried, missed
    FAILED = 4  # it did not reach the fatigue, or what its holder has rolled (H67, H114, RH47)
