"""The state of a battle of Wildroll as a person writes it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from ..core.engine.battle import NOBODY
from ..core.scenarios.sheet_keys import Key, Pair, Rows
from ..core.scenarios.sheets import Problem, Sheet, overfull_hands
from .enums import ACT_NAMES, Level, Life, Npc, Posture, Stage, Window
from .rules.combat_sequence.points import gain_at_round_start
from .rules.flanking.flanking import update_flanked
from .rules.flanking.lines import find_neighbours
from .rules.grappling.grapples import end_grips, end_lost_grapples
from .rules.health.bodies import is_able, is_laid_low
from .rules.health.harm import lay_low, stop_everything
from .rules.health.wounds import slots, wounds_at
from .rules.stamina.stamina import most_mana, most_stamina, normal_mana
from .state import BATTLE, HANDS, NO_FRAME
from .tables import (
    ITEM_HANDS,
    ITEM_NAMES,
    NONE,
    OPEN_DOOR,
    SHUT_DOOR,
    TERRAIN_LETTERS,
)

LIVES = tuple(life.name.lower() for life in Life)
POSTURES = tuple(posture.name.lower() for posture in Posture)
LEVELS = tuple(level.name.lower() for level in Level if Level.NONE < level < Level.DEATH)
DOORS = TERRAIN_LETTERS[OPEN_DOOR] + TERRAIN_LETTERS[SHUT_DOOR]

FIGHTER_KEYS = (
    Pair("at", "the hex", is_rolled=True, fields=(Key("x", "column"), Key("y", "row"))),
    Key("life", "alive, unconscious or dead", "RW11", names=LIVES),
    Key("dying", "whether it is dying", "RW11"),
    Key("dying_rounds", "full rounds since it began to die", "RW11"),
    Key("helpless_rounds", "rounds that it is helpless but awake", "W72"),
    Key("helpless_since", "the number of that effect among all", "W61"),
    Key("wounds", "wounds of each level", "W1", places=LEVELS),
    Key("fatigue", "points of Fatigue", "W13"),
    Key("stamina", "points of Stamina left", "W11, W12"),
    Key("mana", "points of mana left", "W15"),
    Key("invested", "mana invested", "W16"),
    Key("bleeding", "level of bleeding", "RW12"),
    Key("burning", "level of burning", "RW12"),
    Key("poisoned", "level of poison", "RW12"),
    Key("hobbled", "whether it is hobbled", "RW12"),
    Key(
        *("ap", "AP left; without it those of the start of a round", "W45, W46", "action_points"),
        is_rolled=True,
    ),
    Key("initiative", "the roll of this round; the highest goes first", "W52, W55", is_rolled=True),
    Key("tie_roll", "the draw among equals", "RW16", is_rolled=True),
    Key("acted", "whether it has had its turn in this round", "W54", is_rolled=True),
    Key(
        "surprised",
        "whether it gains no AP before the end of its first turn",
        "W56, RW22",
        is_rolled=True,
    ),
    Key("passing", "whether it interrupts no more in this turn", "RW14"),
    Key("posture", "the posture", "W30", names=POSTURES),
    Key("defending", "whether it Defends", "W78"),
    Key("readied", "the readied action", "W80", names=ACT_NAMES),
    Key("long_action", "the action that goes on over turns", "W49", "long_act", ACT_NAMES),
    Key("long_target", "the fighter that this action names", "W49"),
    Key("long_argument", "the weapon, hand or level of this action, as its number", "W49"),
    Key("long_left", "AP still to be paid for it", "W49"),
    Key("evaded_by", "fighters who cancelled by moving since it last spent AP", "RW37"),
    Key("evaded_action", "the action that they cancelled", "RW37", "evaded_act", ACT_NAMES),
    Key("evaded_target", "the fighter that this action named", "RW37"),
    Key(
        "move_bought",
        "movement bought in this round, in quarters of a yard",
        "RW36",
        "move_quarters",
    ),
    Key("move_used", "movement spent in this round, in quarters of a yard", "W65"),
    Key("run", "yards gone just before", "W69"),
    Key("dash", "0 no Dash, 1 doubled, 2 raised by a check too", "W87"),
    Key("dash_rate", "the result of the check that raised the Dash", "W87"),
    Key("drag_points", "AP of movement that a Drag still allows, -1 for none", "W90"),
    Key("holding", "fighters whom it holds in a grapple", "W88, RW34"),
    Key("pinned_by", "the fighter who pins it", "W92"),
    Key("follows", "the fighter whom a Cling lets it follow", "W89"),
    Key("follow_yards", "how far it still may follow, in yards", "W89"),
    Key("last_target", "the fighter whom its last attack was at"),
    Key("ignoring", "enemies whose flank it ignores", "W34"),
    Key("switched", "enemies whom it began or stopped to ignore in this turn", "W34"),
    Key("harried", "times that it was Harried in this round", "W79"),
    Key("harried_by", "the fighters who Harried it", "W79"),
    Key("distracted", "times that it was Distracted in this round", "W95"),
    Key("rebuffed_by", "fighters who had their Rebuff against it in this turn", "RW28"),
    Key("opening", "bonus of openings, by the place of the enemy", "W83"),
    Key("shield_rounds", "rounds of Force Shield, this one counted", "RW19"),
    Key("shield_since", "the number of that effect among all", "W61"),
    Key(
        "effects",
        "effects of the magical item that are called up",
        "W111",
        names=("first", "second"),
        is_set=True,
    ),
    Key("potions", "potions left", "W102"),
    Key("held", "items in the hands, the main hand first", "RW7", names=ITEM_NAMES, is_held=True),
    Key("pack", "items stowed: scabbards, pouch, sack", "W81", names=ITEM_NAMES, is_held=True),
    Key("loaded", "whether the crossbow in the hands is loaded", "RW7", is_held=True),
    Key("underwater", "whether it is under water", "W104, W105"),
    Key("mount", "the fighter that it rides", "W106"),
    Key("rider", "the fighter that rides it", "W106"),
    Key("uncontrolled", "whether the mount is out of control", "W106"),
    Key("calming", "actions in a row to regain control", "W106"),
    Key("hurrying", "whether its next equal action is quicker", "W103"),
    Key("hidden", "whether the other side does not see it", "XW1", is_rolled=True),
)

BATTLE_KEYS = (
    Key("round", "the round", "TW1", of="round_number", shift=1),
    Key(
        *("turn", "the fighter who has the turn", "W53", "to_act"),
        is_rolled=True,
        is_somebody=True,
    ),
    Key("flanked", "fighters who are flanked", "W32"),
    Key("effects_begun", "effects begun so far", "W61", of="serial"),
    Rows(
        "ground_items",
        "items on the ground",
        "H29",
        columns=(
            Key("item", "an item", of="ground_item", names=ITEM_NAMES),
            Pair("at", "its hex", fields=(Key("ground_x", "column"), Key("ground_y", "row"))),
        ),
    ),
)


UNSAID = -1
"""AP of a fighter whose state does not say them."""


def settle(battle: np.record) -> None:
    """Nobody's AP are known yet."""
    battle.fighters["action_points"] = UNSAID


def follow(battle: np.record, number: int, written: Collection[str]) -> Iterator[str]:
    """Draw the consequences of wounds, fatigue and places (W5 to W16, W32, RW10 to RW12, H26)."""
    fighter = battle.fighters[number]
    fighter.wounds[:] = [
        min(count, slots(fighter, level)) for level, count in enumerate(fighter.wounds, Level.LIGHT)
    ]
    is_fatal = wounds_at(fighter, Level.FATAL) > 0
    if is_fatal and fighter.npc != Npc.NOT:
        fighter.life = Life.DEAD
    elif is_fatal and "dying" not in written and fighter.life != Life.DEAD:
        fighter.dying = True
    fighter.dying = fighter.dying and fighter.life != Life.DEAD
    if not fighter.dying and fighter.life != Life.DEAD:
        fighter.dying_rounds = 0
    if is_laid_low(fighter):
        lay_low(battle, number)
    if fighter.life != Life.ALIVE:
        end_grips(battle, number)
    elif not is_able(fighter):
        stop_everything(battle, number)
    end_lost_grapples(battle)
    find_neighbours(battle, number)
    update_flanked(battle)
    fighter.invested = min(fighter.invested, normal_mana(fighter))
    fighter.stamina = min(fighter.stamina, most_stamina(fighter))
    fighter.mana = min(fighter.mana, most_mana(fighter))
    fighter.effects = fighter.effects if fighter.charm != NONE else 0
    yield from ()


def gain_unsaid_points(battle: np.record) -> None:
    """Give the AP of the start of a round to all whose state does not say their AP (W46)."""
    for number in range(len(battle.fighters)):
        fighter = battle.fighters[number]
        if fighter.action_points != UNSAID:
            continue
        fighter.action_points = 0
        if number < battle.num_fighters:
            gain_at_round_start(battle, number)


def open_turn(battle: np.record) -> None:
    """Let the fighter of `to_act`, or the first who is able to act, decide in its turn (W53)."""
    gain_unsaid_points(battle)
    fighters = battle.fighters
    if battle.to_act == NOBODY:
        numbers = sorted(range(battle.num_fighters), key=lambda one: -fighters[one].initiative)
        able = [number for number in numbers if is_able(fighters[number])]
        battle.to_act = able[0] if able else 0
    battle.active = battle.to_act
    fighters[battle.to_act].acted = True
    battle.stage, battle.window, battle.top = Stage.TURN, Window.TURN, NO_FRAME
    battle.asked = battle.newly_flanked = 0


def problems(battle: np.record) -> Iterator[Problem]:
    """Fighters whose state contradicts itself or the turn."""
    if not is_able(battle.fighters[battle.to_act]):
        yield battle.to_act, "is unconscious, dead or helpless and cannot have the turn"
    for side in range(2):
        members = [one for one in range(battle.num_fighters) if battle.side[one] == side]
        if all(battle.fighters[one].life != Life.ALIVE for one in members):
            yield members[0], "and every ally are unconscious or dead: the battle would be over"
    for number in range(battle.num_fighters):
        fighter = battle.fighters[number]
        pinner = fighter.pinned_by
        if pinner != NOBODY and not battle.fighters[pinner].holding >> number & 1:
            yield number, "is pinned by one who does not hold it: write holding there"
        for clause in overfull_hands(fighter.held, ITEM_HANDS, ITEM_NAMES, HANDS):
            yield number, clause


def redraw(battle: np.record, text: str) -> str:
    """The map with its doors as they are now (W102)."""
    return "\n".join(
        "".join(
            TERRAIN_LETTERS[battle.ground[y, x]] if letter in DOORS else letter
            for x, letter in enumerate(row)
        )
        for y, row in enumerate(text.split())
    )


def is_open(battle: np.record) -> bool:
    """Whether a fighter decides in its turn, with no action under way."""
    return bool(not battle.over and battle.window == Window.TURN)


SHEET = Sheet(
    dtype=BATTLE,
    fighter=FIGHTER_KEYS,
    battle=BATTLE_KEYS,
    open=open_turn,
    follow=follow,
    problems=problems,
    is_open=is_open,
    moment="a fighter's choice in its turn, with no action under way",
    settle=settle,
    redraw=redraw,
)
