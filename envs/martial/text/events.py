"""Each kind of event as a clause of the fight report: templates, with the rows of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.engine.battle import NOBODY
from ...core.text.narration import (
    Clause,
    Line,
    LoggedEvent,
    Narrator,
    SlotTable,
    count,
    sum_of_parts,
)
from ...core.text.templates import by, template
from ..enums import (
    Event,
    Kind,
    Life,
    Maneuver,
    Manner,
    Skill,
    Taking,
    Trigger,
    TurnAction,
)
from ..rules.attack_roll.checks import flat_penalty, skill_modifier
from ..rules.injuries.bodies import has_constitution
from ..rules.rounds_and_actions.posture import TAKES_OFF
from ..rules.rounds_and_actions.ranged_attacks import STICKS
from ..tables import DIE, IS_NATURAL, NONE
from .injury_events import CHECKS, FALLS, INJURY_SLOTS, RECOVERS, SUFFERS
from .names import part_name, the_item
from .reasons import CHANGES, dice_kept, path_bonus, size_bonus, unseen_path

LEAVES: dict[int, Clause[Narrator]] = {
    TurnAction.TAKE_OFF: template("{actor} provokes {target} by taking off", "RD14", "H5", "D93"),
    TurnAction.LAND: template("{actor} provokes {target} by landing", "RD14", "H5", "D93"),
}
"""Actions that provoke like leaving a square (H5)."""
LEAVES_SQUARE = template("{actor} provokes {target} by leaving a square", "RD14", "D93")


def _leaves(narrator: Narrator, event: LoggedEvent) -> Line:
    """The log ends with the question for a reaction, so the action is still under way."""
    return LEAVES.get(int(narrator.battle.act), LEAVES_SQUARE)(narrator, event)


TRIGGERS: dict[int, Clause[Narrator]] = {
    Trigger.LEAVING: _leaves,
    Trigger.SHOOTING: template("{actor} provokes {target} by a missile in reach", "RD14", "D93"),
    Trigger.STANDING: template("{actor} provokes {target} by standing up", "RD14", "D93"),
    Trigger.UNTRAINED: template(
        "{actor} provokes {target} by a maneuver without training", "D50", "RD14", "D93"
    ),
}
MANEUVERS = {
    Maneuver.DISARM: ("tries to Disarm {target}", "{target} is disarmed"),
    Maneuver.DRAG: ("tries to Drag {target} along", "{target} is dragged along"),
    Maneuver.GRAPPLE: ("tries to Grapple {target}", "{actor} holds {target}"),
    Maneuver.OVERRUN: ("tries to Overrun {target}", "{actor} runs {target} over"),
    Maneuver.REPOSITION: ("tries to Reposition {target}", "{target} is moved aside"),
    Maneuver.SHOVE: ("tries to Shove {target} away", "{target} is shoved back"),
    Maneuver.STEAL: ("tries to Steal from {target}", "{target} is robbed"),
    Maneuver.SUNDER: ("tries to Sunder what {target} holds", "what {target} holds is struck"),
    Maneuver.TRICK: ("tries to Trick {target}", "{target} falls for the Trick"),
    Maneuver.TRIP: ("tries to Trip {target}", "{target} is tripped"),
}
"""The attempt, and the effect of a success."""
# --- Slots ----------------------------------------------------------------------------------------


def part_of(narrator: Narrator, fighter: int, part: int) -> str:
    """`Blue's left arm`."""
    body = int(narrator.battle.fighters[fighter].body)
    return f"{narrator.owner(fighter)} {part_name(body, part)}"


def _is_down(narrator: Narrator, event: LoggedEvent) -> bool:
    """Whether the fighter lay prone at an event, whatever has happened to it since."""
    for later in narrator.events[narrator.at :]:
        if later.actor == event.actor and later.kind in (Event.PRONE, Event.STANDS, Event.FLIES):
            return later.kind == Event.STANDS
    return bool(narrator.battle.fighters[event.actor].prone)


def _is_aloft(narrator: Narrator, event: LoggedEvent) -> bool:
    """Whether the fighter flew at an event, whatever has happened to it since."""
    for later in narrator.events[narrator.at :]:
        if later.actor == event.actor and later.kind == Event.FLIES:
            return later.what != TAKES_OFF
    return bool(narrator.battle.fighters[event.actor].flying)


def _gait(narrator: Narrator, event: LoggedEvent) -> str:
    if event.dice:
        return "crawls"
    if _is_aloft(narrator, event):
        return "flies"
    return "is stopped after" if _is_down(narrator, event) else "moves"


def _weapon(_: Any, event: LoggedEvent) -> str:
    is_named = event.amount and not IS_NATURAL[event.amount]
    return the_item(event.amount) if is_named else "the weapon"


def _whose(narrator: Narrator, event: LoggedEvent) -> str:
    return "its own" if event.target in (NONE, event.actor) else narrator.owner(event.target)


def _loser(narrator: Narrator, event: LoggedEvent) -> str:
    return narrator.owner(event.actor if event.target == NOBODY else event.target)


def _needed(narrator: Narrator, event: LoggedEvent) -> str:
    if not event.dice:
        return ""
    value = event.dice - unseen_path(narrator, event.actor)
    return f" against {narrator.owner(event.target)} Defence Value {value}"


def _locates(narrator: Narrator, event: LoggedEvent) -> Line:
    """A Lore check; its result is a secret of its side (D42, XD2)."""
    if narrator.is_secret(event.actor):
        return narrator.fill("{actor} looks for {target's} heart", event), ("D42", "RD33", "XD2")
    result = "locates" if event.amount else "does not locate"
    check = "{actor} rolls {lore} against {what} in a Lore check"
    return narrator.fill(f"{check} and {result} {{target's}} heart", event), ("D42", "RD33")


def _skill_sum(skill: Skill) -> Callable[[Narrator, LoggedEvent], str]:
    """The sum of a skill check, of which the log has the total (RD36)."""

    def told(narrator: Narrator, event: LoggedEvent) -> str:
        fighter = narrator.battle.fighters[event.actor]
        total = event.dice if event.kind == Event.LOCATES else event.amount
        natural = total - int(skill_modifier(fighter, skill)) + int(flat_penalty(fighter))
        return sum_of_parts(natural, total) if 1 <= natural <= DIE else f"{total}"

    return told


SLOTS: SlotTable = {
    **INJURY_SLOTS,
    "item": lambda _, event: the_item(event.amount),
    "an_item": lambda _, event: the_item(event.amount).removeprefix("the "),
    "weapon": _weapon,
    "whose": _whose,
    "loser's": _loser,
    "gait": _gait,
    "part": lambda narrator, event: part_of(narrator, event.target, event.what),
    "own_part": lambda narrator, event: part_of(narrator, event.actor, event.what),
    "lore": _skill_sum(Skill.LORE),
    "heal": _skill_sum(Skill.HEAL),
    "degrees": lambda _, event: f" with {count(event.amount, 'degree')}" * (event.amount > 0),
    "sum": lambda _, event: sum_of_parts(event.what, event.amount),
    "needed": _needed,
    "taken": lambda _, event: count(max(0, event.dice), "degree"),
    "kept": lambda narrator, _: dice_kept(narrator.reasons),
    "by_size": lambda narrator, _: size_bonus(narrator.reasons),
    "in_path": lambda narrator, event: path_bonus(narrator, event.actor),
    "change": lambda _, event: count(abs(event.amount), "degree"),
    "more": lambda _, event: "more" if event.amount > 0 else "fewer",
    "larger": lambda _, event: "smaller" if event.amount > 0 else "larger",
}
"""Slots of the templates beside fighters and numbers."""

# --- Clauses that depend on more than one field ---------------------------------------------------


def riders(narrator: Narrator, event: LoggedEvent) -> Line:
    """The Stamina spent before the roll."""
    parts, rows = [], []
    if event.amount:
        parts.append(f"{event.amount} Stamina on {'Deadly Aim' if event.dice else 'Power Attack'}")
        rows += ["D73", "D78"]
    if event.what:
        parts.append(f"{event.what} Stamina on Reckless Attack")
        rows += ["D74", "RD28"]
    spent = " and ".join(parts) or "no Stamina"
    return f"{narrator.name(event.actor)} spends {spent}", tuple(rows) or ("RD28",)


def injuries(narrator: Narrator, event: LoggedEvent, times: int) -> Line:
    """A part that is injured `times` times at once."""
    text = f"{part_of(narrator, event.target, event.what)} takes {count(times, 'injury')}"
    total = f", {event.amount} in all" if event.amount > times else ""
    return text + total, ("D20", "D23")


def _dies(narrator: Narrator, event: LoggedEvent) -> Line:
    if has_constitution(narrator.battle.fighters[event.actor]):
        return f"{narrator.name(event.actor)} dies", ("D18", "D41", "D44")
    return f"{narrator.name(event.actor)} is destroyed", ("D19", "D41", "RD34")


ATTACKS = by(
    "what",
    {
        Kind.MELEE: by(
            "dice",
            {
                Manner.LUNGE: template(
                    "{actor} makes a Lunge at {target} with {item}", "D71", "D69"
                ),
                Manner.CLEAVE: template(
                    "{actor} makes a Cleave at {target} with {item}", "D70", "D69"
                ),
                Manner.MULTIWEAPON: template(
                    "{actor} makes a Multiweapon attack on {target} with {item}", "D72", "D69"
                ),
            },
            template("{actor} attacks {target} with {item}", "D67", "D69"),
        ),
        Kind.SHOT: by(
            "dice",
            {
                Manner.RAPID_SHOT: template(
                    "{actor} makes a Rapid Shot at {target} with {item}", "D79", "D75"
                )
            },
            template("{actor} shoots at {target} with {item}", "D75"),
        ),
        Kind.THROW: by(
            "dice",
            {
                Manner.RAPID_SHOT: template(
                    "{actor} throws {item} at {target} in a Rapid Shot", "D79", "D80"
                )
            },
            template("{actor} throws {item} at {target}", "D80"),
        ),
        Kind.MANEUVER: by(
            "amount",
            {
                maneuver: template(f"{{actor}} {tries}", "D49", "D51", "RD16")
                for maneuver, (tries, _) in MANEUVERS.items()
            },
            template("{actor} tries to break free from {target}", "D49", "D51", "RD16"),
        ),
    },
)
CLAUSES: dict[int, Clause[Narrator]] = {
    Event.ROUND: template("Round {round}", "D61"),
    Event.TURN: by(
        "what",
        {
            Life.EXHAUSTION: template("{actor} lies unconscious from exhaustion", "D15", "RD7"),
            Life.KNOCKED_OUT: template("{actor} lies unconscious, knocked out", "D15", "D39"),
            Life.COMA: template("{actor} lies unconscious in a coma", "D15", "D39"),
        },
        template("{actor} has the turn", "TD1", "D61"),
    ),
    Event.HIDES: template("{actor} hides", "D3", "XD1"),
    Event.FOUND: by(
        "actor",
        {NOBODY: template("{target} is seen", "RD46")},
        template("{actor} sees {target}", "RD46"),
    ),
    Event.LOCATES: _locates,
    Event.MOVES: by(
        "what",
        {TurnAction.CHARGE: template("{actor} Charges {amount:square}", "D85", "RD15")},
        template("{actor} {gait} {amount:square}", "RD13"),
    ),
    Event.PROVOKES: by("what", TRIGGERS),
    Event.REACTS: template("{actor} makes a Reactive Attack on {target}", "D88", "D93", "RD42"),
    Event.ATTACKS: ATTACKS,
    Event.RIDERS: riders,
    Event.MODIFIER: by("what", CHANGES),
    Event.ROLLS: template(
        "{actor} rolls {sum}{by_size}{kept}{needed}{in_path}", "D5", "D20", "RD1"
    ),
    Event.MISSES: by(
        "what",
        {Kind.MANEUVER: template("the maneuver fails", "D49", "RD16")},
        template("{actor} misses {target}", "D20"),
    ),
    Event.HITS: by(
        "what",
        {Kind.MANEUVER: template("the maneuver succeeds{degrees}", "D49", "RD16", "RD2")},
        template("{actor} hits {target}{degrees}", "D20", "RD2"),
    ),
    Event.CRITICAL: template("the hit is critical", "D46", "D47"),
    Event.FUMBLES: by(
        "what",
        {
            1: template("{actor} loses the weapon", "D48"),
            2: template("{actor} cannot use that weapon until the end of the next turn", "D48"),
        },
        template("{actor} fumbles", "D48"),
    ),
    Event.PARRIES: by(
        "what",
        {0: template("{actor} spends the last Stamina on a Parry against {target}", "D92", "RD7")},
        template(
            "{actor} answers {target} with a Parry of {sum}{kept}, which takes {taken} off",
            "D92",
            "RD31",
        ),
    ),
    Event.DEFLECTED: template("{actor's} attack is deflected", "D92", "RD38"),
    Event.NO_INJURY: template("{target} is not injured", "RD38", "RD44"),
    Event.DESTROYED: template("{own_part} is destroyed", "RD20", "D25"),
    Event.STRAIN: template(
        "{target} takes {amount} Strain and loses {strained} Stamina{left}", "D24", "RD6"
    ),
    Event.CONDITION: by("what", SUFFERS),
    Event.CONDITION_OVER: by("what", RECOVERS),
    Event.CHECK: by("target", CHECKS),
    Event.BLEEDS: template("{actor} bleeds and loses {amount} Stamina{left}", "RD12"),
    Event.FALLS: by("what", FALLS),
    Event.DIES: _dies,
    Event.WAKES: template("{actor} wakes", "D18", "D39", "RD49"),
    Event.EXHAUSTED: template("{actor} is exhausted", "D12", "RD7"),
    Event.MANEUVER: by(
        "what",
        {maneuver: template(done, "D97", "RD17") for maneuver, (_, done) in MANEUVERS.items()},
        template("{actor} breaks free from {target}", "RD17"),
    ),
    Event.DROPS: template("{actor} drops {item}", "RD39"),
    Event.TAKES: by(
        "what",
        {
            Taking.DRAWS: template("{actor} draws {item}", "RD39"),
            Taking.PICKS_UP: template("{actor} picks up {item}", "RD39"),
            Taking.STEALS: template("{actor} steals {item} from {target}", "RD17", "RD39"),
        },
    ),
    Event.SUNDERED: by(
        "what",
        {2: template("{loser's} {an_item} is destroyed", "RD17")},
        template("{loser's} {an_item} is damaged", "RD17"),
    ),
    Event.LANDS: by(
        "what",
        {STICKS: template("{item} sticks in {target}", "D81")},
        template("{item} lands on the ground", "D81", "D82"),
    ),
    Event.DEFENDS: template("{actor} Defends", "D83"),
    Event.READIES_SHIELD: template("{actor} Readies the shield", "D84"),
    Event.STANDS: template("{actor} stands up", "RD13"),
    Event.PRONE: by(
        "what",
        {1: template("{actor} drops prone", "RD40")},
        template("{actor} falls prone", "RD40"),
    ),
    Event.RELOADS: template("{actor} reloads {weapon}", "RD18"),
    Event.HEALS: by(
        "what",
        {
            outcome: template(
                "{actor} rolls {heal} against {dice} in a Heal check: {whose} bleeding " + end,
                "RD12",
                "RD36",
            )
            for outcome, end in enumerate(("goes on", "stops"))
        },
    ),
    Event.FREED: template("{actor} and {target} grapple no longer", "RD17"),
    Event.FLIES: by(
        "what",
        {
            0: template("{actor} lands", "RD35"),
            1: template("{actor} takes off", "RD35"),
            2: template("{actor} falls from the air", "D29", "RD45"),
        },
    ),
    Event.STOWS: template("{actor} stows {item}", "RD39"),
}
"""The clause of each kind of event by itself; `report` joins some of them."""
