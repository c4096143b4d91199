"""Each kind of event as a clause of the fight report: templates, with the rows of each."""

from __future__ import annotations

import numpy as np

from ...core.engine.battle import NOBODY
from ...core.text.narration import (
    Clause,
    Line,
    LoggedEvent,
    Narrator,
    SlotTable,
    a,
    count,
    sum_of_parts,
)
from ...core.text.templates import by, template
from ..enums import (
    Ability,
    Act,
    BodyPart,
    Defence,
    Effect,
    Event,
    Guarded,
    Role,
    Skill,
    Trigger,
)
from ..rules.characters.powers import MENDS, POISONS, RAGES
from ..rules.combat_actions.upcoming_actions import DROPPED
from ..rules.combat_basics.chase import GIVEN_UP
from ..rules.health.health import READIED_LOST
from ..tables import LOCATIONS, NONE
from .names import (
    ABILITY_TITLES,
    ACT_ROWS,
    DEFENCE_NOUNS,
    EFFECT_TITLES,
    PART_WORDS,
    SKILL_TITLES,
    TRIGGER_WORDS,
    action_title,
    climb_name,
    direction_name,
    place_name,
    the_item,
)

ROLES = {
    Role.TURN: ("", ()),
    Role.READIED: (", as readied", ("H46",)),
    Role.PROVOKED: (", provoked by the brawl", ("H111",)),
    Role.GUARD: (", as a guard", ("H145",)),
}
"""The reason to act out of turn, as the end of a sentence, and its rows."""
POINTS = (Effect.HIT, Effect.DRAIN, Effect.BREAK)
"""Effects whose number counts points, not seconds."""
WITH_ARTICLE = ("attack", "Bash", "Strike", "Charge", "Breather", "Observation", "power", "Crawl")
"""Words of the names of actions that take an article."""

# --- Slots ----------------------------------------------------------------------------------------


def an_action(fighter: np.record, act: Act) -> str:
    """An action of a fighter with its article, if its name takes one."""
    title = action_title(fighter, act)
    return a(title) if any(word in title for word in WITH_ARTICLE) else title


def _ability(_: Narrator, event: LoggedEvent) -> str:
    return "" if event.target == NOBODY else f" in {ABILITY_TITLES[Ability(event.target)]}"


def _lasting(_: Narrator, event: LoggedEvent) -> str:
    return count(event.amount, "point" if event.what in POINTS else "second")


def _destination(narrator: Narrator, event: LoggedEvent) -> str:
    is_off = event.amount < 0
    return "beyond the field" if is_off else place_name(narrator.battle, event.amount % LOCATIONS)


def _rise(_: Narrator, event: LoggedEvent) -> str:
    height, before = event.amount // LOCATIONS, event.dice // LOCATIONS
    if event.amount < 0 or event.dice < 0 or height == before:
        return ""
    rise = height - before
    return f", {'up' if rise > 0 else 'down'} {abs(rise)} to a height of {height}"


def _trigger(narrator: Narrator, event: LoggedEvent) -> str:
    opponent = "an opponent" if event.target == NOBODY else narrator.name(event.target)
    return TRIGGER_WORDS[Trigger(event.amount)].format(who=opponent)


SLOTS: SlotTable = {
    "action": lambda narrator, event: action_title(
        narrator.battle.fighters[event.actor], Act(event.what)
    ),
    "skill": lambda _, event: SKILL_TITLES[Skill(event.what)],
    "effect": lambda _, event: EFFECT_TITLES[Effect(event.what)],
    "lasting": _lasting,
    "part": lambda _, event: PART_WORDS[BodyPart(event.what)],
    "defence": lambda _, event: DEFENCE_NOUNS[Defence(event.what)],
    "item": lambda _, event: the_item(event.what),
    "bare_item": lambda _, event: the_item(event.what).removeprefix("the "),
    "ability": _ability,
    "sum": lambda _, event: sum_of_parts(event.dice, event.amount),
    "here": lambda narrator, event: place_name(narrator.battle, event.what),
    "origin": lambda narrator, event: place_name(narrator.battle, event.dice % LOCATIONS),
    "destination": _destination,
    "rise": _rise,
    "trigger": _trigger,
    "climbed": lambda _, event: climb_name(event.what),
    "side": lambda _, event: direction_name(event.what),
    "guarded_side": lambda _, event: direction_name(event.amount),
}
"""The slots of the templates, beside those for fighters and numbers."""

# --- Sentences that depend on more than the event -------------------------------------------------


def _declares(narrator: Narrator, event: LoggedEvent) -> Line:
    act, name = Act(event.what), narrator.name(event.actor)
    fighter = narrator.battle.fighters[event.actor]
    why, rows = ROLES[Role(event.dice)]
    if act == Act.READY:
        return f"{name} readies {an_action(fighter, Act(event.amount))}", ACT_ROWS[act]
    if act == Act.HOLD_ON:
        return f"{name} has to hold on", ACT_ROWS[act]
    text = f"{name} declares {an_action(fighter, act)}"
    if event.target not in (NOBODY, event.actor):
        text += f" on {narrator.name(event.target)}"
    return text + why, (*ACT_ROWS[act], *rows)


def _no_effect(narrator: Narrator, event: LoggedEvent) -> Line:
    text = narrator.fill("{actor's} {action} has no effect", event)
    return text, ACT_ROWS[Act(event.what)]


def _going(verb: str) -> Clause[Narrator]:
    return template(f"{{actor}} {verb} from {{origin}} to {{destination}}{{rise}}", "H6")


CLAUSES: dict[int, Clause[Narrator]] = {
    # Turns and plans
    Event.ROUND: template("round {round}", "H43", "RH28"),
    Event.TURN: template("{actor} has the turn", "H43"),
    Event.DELAYS: by(
        "what",
        {
            0: template("{actor} delays the turn until just before {target}", "H45", "RH35"),
            1: template("{actor} delays the turn until just after {target}", "H45", "RH35"),
        },
    ),
    Event.DECLARES: _declares,
    Event.CANCELLED: by(
        "amount",
        {
            1: template("{actor's} readied {action} is lost at the start of {actor's} turn", "H48"),
            DROPPED: template("{actor} gives up the {action}", "H82", "QH1"),
            GIVEN_UP: template("{actor} gives up the chase", "RH55", "HH46"),
            READIED_LOST: template("{actor's} readied {action} is lost", "RH37"),
        },
        template("{actor's} {action} is interrupted", "H82"),
    ),
    Event.FAILS: by(
        "amount",
        {0: _no_effect},
        template("{actor's} readied {action} has become impossible and is lost", "RH37"),
    ),
    Event.READIES: template(
        "{actor} waits with the {action} until {trigger}", "H46", "XH2", "RH37"
    ),
    Event.FIRES: template("{actor} takes the readied action on {target}", "H46", "H47"),
    Event.INTENTION: template(
        "{actor} hides the intention: Persuasion {amount} against {target's} Insight {dice}",
        "H49",
        "RH32",
    ),
    Event.GUARDS: by(
        "what",
        {
            Guarded.ALLY: template("{actor} guards {target}", "H88", "H139"),
            Guarded.BORDER: template("{actor} guards the {guarded_side} border", "H88", "H139"),
            Guarded.ITEMS: template("{actor} guards the items here", "H88", "H139"),
            Guarded.PLACE: template("{actor} guards the whole location", "H88", "H139", "HH47"),
        },
        template("{actor} guards nothing", "H88", "H139"),
    ),
    Event.INTERCEPTS: template("{actor} steps in as a guard", "H139", "H140"),
    Event.LETS_BY: template("{actor} does not step in and lets {target} by", "H139", "HH48"),
    Event.SLIPS: template("{actor} slips past {target}", "H145", "RH47"),
    Event.GUARD_ENDS: template("{actor} stops guarding", "H139", "RH25"),
    # Rolls
    Event.ROLLS: template("{actor} rolls {sum}{ability} (d6 {what})", "H11"),
    Event.TIRES: template("{actor} tires to fatigue {amount}", "H68"),
    Event.TOO_TIRED: template(
        "{actor} does not reach the fatigue of {amount} with dice of {dice}", "H67", "RH10"
    ),
    Event.RESTS: template("{actor} takes a Breather: fatigue {amount}", "H103"),
    Event.REROLLS: by(
        "dice",
        {0: template("{actor} pays willpower to roll again, {amount} WP left", "H19", "RH7")},
        template(
            "{actor} pays willpower to roll again, {dice} needed, {amount} WP left", "H19", "RH7"
        ),
    ),
    Event.PREROLLS: template("{actor} prepares a {defence} of {amount}", "H106", "XH4"),
    Event.ROLLS_AGAIN: template(
        "{actor} rolls the {defence} again in a worse position; the lower roll counts", "RH39"
    ),
    Event.NO_DEFENCE: by(
        "what",
        {
            0: template("{actor} cannot defend", "RH23"),
            1: template("{actor} does not defend", "H160"),
        },
    ),
    # Attacks
    Event.HITS: by(
        "what",
        {NONE: template("{actor} hits the item that {target} holds", "RH16", "H119")},
        template("{actor} hits {target} in the {part} for {amount:HP}", "H116", "H119"),
    ),
    Event.MISSES: by(
        "what",
        {Defence.NONE: template("{actor} misses {target}", "H119")},
        template("{actor} misses {target}, stopped by a {defence}", "H118", "H119"),
    ),
    Event.MEETS: template("{actor} meets {target's} {defence} of {amount}", "H118", "H119"),
    Event.TOUCHES: template("{actor} touches {target}, too weakly to hurt", "H109"),
    Event.SKILL: template("{actor} calls {skill} for {amount} WP", "H85", "RH6"),
    Event.RESISTS: by(
        "dice",
        {NONE: template("{actor's} armour ignores the {effect}", "RH62")},
        template("{actor} resists the {effect} for {amount} WP", "H30", "RH6"),
    ),
    Event.BLIND_SPOT: template("{actor} has a blind spot on the side away from {target}", "H157"),
    # Bodies
    Event.EFFECT: template("{actor} suffers {effect} for {lasting}", "H60", "H172"),
    Event.EFFECT_ENDS: template("{actor's} {effect} ends", "H60", "RH40"),
    Event.INJURED: by(
        "what",
        {
            BodyPart.TORSO: template(
                "{actor} is injured in the torso with {amount} HP and can no longer fight",
                *("H32", "RH20", "RH28"),
            )
        },
        template("{actor} is injured in the {part} with {amount} HP", "H32"),
    ),
    Event.FALLS: template("{actor} falls prone", "H23", "H127"),
    Event.STANDS: template("{actor} stands up", "RH41"),
    Event.FAINTS: template("{actor} falls unconscious", "H34", "H130"),
    Event.SURRENDERS: template("{actor} surrenders", "H104", "HH49"),
    Event.DIES: template("{actor} dies", "H34", "RH5"),
    Event.STABLE: template("{actor} is stable", "H36", "RH58"),
    Event.REOPENED: template("{actor's} injury opens again", "H36"),
    Event.WAKES: template("{actor} wakes", "H129"),
    Event.ARMOUR: template("{actor's} armour is damaged: {amount} of 3", "RH4"),
    Event.TREATS: template("{actor} treats {target}, {amount:turn} so far", "RH58"),
    Event.POWER: by(
        "what",
        {
            MENDS: template("{actor} pays willpower to mend, {amount} HP now", "RH62"),
            RAGES: template("{actor} flies into a rage, {amount} HP now", "RH62"),
            POISONS: template("{actor} pays willpower to poison the weapon", "RH62"),
        },
    ),
    # Clusters and holds
    Event.CLUSTER: template("{actor} and {target} are in one cluster", "H51"),
    Event.LEAVES: template("{actor} leaves the cluster", "H52"),
    Event.HOLDS: template("{actor} holds {target} by the {part}", "H112", "H113"),
    Event.LETS_GO: template("{actor} lets go of {target}", "H112"),
    Event.BREAKS_HOLD: template("{actor} breaks {target's} hold", "H114"),
    Event.STOPS_HELD: template(
        "{actor} holds {target} fast: {amount} needed to act against it", "H114"
    ),
    # Movement
    Event.MOVES: by(
        "what",
        {
            Act.RUN: _going("runs"),
            Act.CRAWL: _going("crawls"),
            Act.CARRY: _going("is moved"),
        },
        _going("moves"),
    ),
    Event.CROSSING_FAILS: template("{actor} fails to cross the border ({amount} needed)", "H149"),
    Event.CLIMBS: template("{actor} climbs {climbed} to a height of {amount}", "H91"),
    Event.CLIMB_FALLS: template("{actor} falls from a height of {amount}", "H152", "H153"),
    Event.LANDS: by(
        "what",
        {
            0: template("{actor} is hurt by the fall from a height of {amount}", "H153"),
            1: template("{actor} lands unhurt from a height of {amount}", "H153"),
        },
    ),
    Event.ESCAPES: template("{actor} has escaped from the field", "RH55"),
    Event.CHASES: by(
        "target",
        {NOBODY: template("{actor} flees from the field", "RH55")},
        template("{actor} pursues {target}: {amount:square} between them", "H76", "RH55"),
    ),
    Event.RETURNS: template("{actor} returns to the field in {here}", "H78", "RH55"),
    Event.CATCHES: by(
        "amount",
        {
            0: template("{actor} catches {target}", "H78", "RH55"),
            1: template("{actor} catches up with {target} and may act against it", "H77", "RH55"),
        },
    ),
    Event.CARRIES: template("{actor} moves {target}", "H146"),
    Event.BARRIER: by(
        "amount",
        {
            0: template("{actor} breaks open the {side} border", "H150", "H174"),
            1: template("{actor} opens the {side} border", "H150", "H174"),
        },
    ),
    # Items
    Event.BREAKS: template("{actor's} {bare_item} breaks", "H27", "RH16"),
    Event.DROPS: template("{actor} drops {item}", "H24", "H99"),
    Event.TAKES: by(
        "amount",
        {
            0: template("{actor} takes {item}", "H97", "H100"),
            1: template("{actor} draws a missile for {item}", "H97", "H100"),
        },
    ),
    Event.STOWS: by(
        "amount",
        {
            0: template("{actor} puts {item} away", "H98"),
            1: template("{actor} puts back the missile of {item}", "H98"),
        },
    ),
    Event.SWAPS: template("{actor} swaps the items in both hands", "H102"),
    Event.CONCEALS: template("{actor} conceals something", "H101"),
    # Perception
    Event.SIZES_UP: by(
        "what",
        {
            0: template("{actor} learns nothing about {target}", "H104", "RH51"),
            1: template("{actor} learns the HP, WP and fatigue of {target}", "H104", "RH51"),
        },
    ),
    Event.LOOKS: by(
        "target",
        {NOBODY: template("{actor} looks around in {here} with {amount}", "H104")},
        by(
            "dice",
            {
                0: template(
                    "{actor} searches {target} with {amount} and finds nothing", "H104", "RH51"
                ),
                1: template(
                    "{actor} searches {target} with {amount} and finds a concealed item",
                    "H104",
                    "RH51",
                ),
            },
        ),
    ),
    Event.HIDES: template("{actor} hides", "H95"),
    Event.SHOWS: template("{actor} does not hide from {target}", "H95"),
    Event.FOUND: by(
        "actor",
        {NOBODY: template("{target} is no longer hidden", "H135", "RH49")},
        template("{actor} finds {target}", "H132", "RH51"),
    ),
    Event.LUCKY: template(
        "{actor} strikes at a place where {target} may hide and rolls {what} on a d10", "H133"
    ),
    Event.SPEAKS: template("{actor} speaks", "H105"),
}
"""The sentence of each kind of event by itself; `report` joins some of them."""
