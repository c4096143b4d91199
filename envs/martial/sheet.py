"""The state of a battle of Martial as a person writes it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.engine.battle import NOBODY
from ..core.engine.record import Field
from ..core.maps.square_grid import has_square
from ..core.scenarios.sheet_keys import Key, Pair, Rows, Speaker
from ..core.scenarios.sheets import Problem, Sheet, overfull_hands
from .enums import Attribute, FreeAction, Life, Stage, TurnAction, Window
from .rules.injuries.bodies import has_constitution, heads_with
from .rules.injuries.mobility import can_fly
from .rules.injuries.wounds import (
    KNOCK_OUT,
    begin_injured,
    exhaustion_pool,
    fall_down,
    is_killed,
)
from .rules.positioning.squares import occupies_square
from .rules.rounds_and_actions.items import drop_all, empty_hand
from .rules.rounds_and_actions.upkeep import action_points_of, reactions_of
from .state import BATTLE, HANDS, NO_FRAME
from .tables import (
    ACTION_POINTS,
    BODY_CLIMB,
    BODY_FLY,
    BODY_NAMES,
    BODY_NUM_PARTS,
    BODY_PART,
    ITEM_HANDS,
    ITEM_NAMES,
    NONE,
    PART_DESTROYED,
    SUNDER_DESTROYS,
)
from .text.names import part_name

LIVES = tuple(life.name.lower() for life in Life)
FREE_ACTIONS = tuple(action.name.lower() for action in FreeAction)


@dataclass(frozen=True)
class PartKey(Key):
    """A key for a number of each part of the body, whose names depend on the body."""

    def value(self, fields: tuple[Field, ...]) -> str:
        """The names come from `bodies.yaml`."""
        return f"parts of the body (left arm), each with {self._kind(self.field_in(fields))}"

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """The numbers of the parts that have any."""
        return self._with_places(record).read(record, fields, speaker)

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the numbers; errors as in `Key.write`."""
        for body in np.unique(record["body"]):
            mine = record["body"] == body
            part = record[mine]
            self._with_places(part[0]).write(part, fields, value, speaker)
            record[mine] = part

    def _with_places(self, record: Any) -> Key:
        body = int(record["body"])
        parts = tuple(part_name(body, part) for part in range(int(BODY_NUM_PARTS[body])))
        return Key(self.name, self.meaning, self.row, places=parts)


FIGHTER_KEYS = (
    Pair("at", "the square", is_rolled=True, fields=(Key("x", "column"), Key("y", "row"))),
    Key("life", "whether it is alive and conscious", "D15, D18, D39, RD7", names=LIVES),
    Key("stamina", "points of Stamina left", "D11"),
    Key("max_stamina", "most points of Stamina", "RD5"),
    Key("exhaustion", "points of the Exhaustion pool left", "RD7"),
    Key("strain", "points of Strain", "D24"),
    PartKey("injuries", "injuries by part of the body", "D26-D44", is_bodily=True),
    Key("injured_count", "all injuries that it has", "RD34"),
    Key("bleed", "Stamina lost a turn", "RD12"),
    Key("dazed", "own turns still to end dazed", "RD37"),
    Key("stunned", "own turns still to end stunned", "RD37"),
    Key("sickened", "whether it is sickened", "D43"),
    Key("confused", "whether it is confused", "D38"),
    Key("tricked", "whether it is off-guard until its next turn", "RD17"),
    Key("prone", "whether it is prone", "D59, D60"),
    Key("flying", "whether it is aloft", "D29, RD45"),
    Key("grapple", "the other fighter of a grapple", "RD17"),
    Key("is_grappler", "whether it holds the other fighter", "RD17"),
    Key("last_target", "whom it attacked last"),
    Key(
        "acted", "whether it has begun its first turn; all have after round 1", "D4", is_rolled=True
    ),
    Key("defending", "whether it defends", "D83"),
    Key("shield_ready", "whether its shield is ready", "D84"),
    Key("exposed", "advantages against it from its Cleave, Lunge or Charge", "D70, D71, RD15"),
    Key("ap", "AP left", "D62", of="action_points", is_rolled=True),
    Key("attacks", "Attack actions of this turn", "D68"),
    Key(
        "free_actions",
        "free actions used in this turn",
        "D63, RD28",
        "used",
        FREE_ACTIONS,
        is_set=True,
    ),
    Key("reactions", "reactions left", "D89", is_rolled=True),
    Key("asleep_turns", "turns since it was knocked out", "D39"),
    Key("held", "items in the hands, the main one first", "RD18", names=ITEM_NAMES, is_held=True),
    Key("damaged", "injuries of the items in the hands", "D51", is_held=True),
    Key("pack", "items stowed", "RD39", names=ITEM_NAMES, is_held=True),
    Key("damaged_pack", "injuries of the items stowed", "D51", is_held=True),
    Key("loaded", "whether the crossbow in the hands is loaded", "RD18", is_held=True),
    Key("disabled", "own turns without each natural weapon", "D48"),
    Key("hidden", "whether it is hidden", "RD46"),
    Key("initiative", "the roll at the start; the highest goes first", "D1", is_rolled=True),
    Key("tie_roll", "the draw among equals", "RD26", is_rolled=True),
    Key("located", "fighters whose heart it has located", "D42", is_rolled=True),
    Key("looked", "fighters whose heart it has tried to locate", "RD33", is_rolled=True),
)

BATTLE_KEYS = (
    Key("round", "the round", "D61", of="round_number", shift=1),
    Key(
        *("turn", "the fighter who has the turn", "D1", "to_act"),
        is_rolled=True,
        is_somebody=True,
    ),
    Rows(
        "ground",
        "items on the ground",
        "D51",
        columns=(
            Key("item", "an item", of="ground_item", names=ITEM_NAMES),
            Pair("at", "its square", fields=(Key("ground_x", "column"), Key("ground_y", "row"))),
            Key("damaged", "its injuries", of="ground_damaged"),
        ),
    ),
)


UNSAID = -1
"""Reactions of a fighter whose state does not say them."""


def settle(battle: np.record) -> None:
    """Give everyone the AP of a turn (D62); the reactions are not known yet."""
    for number in range(battle.num_fighters):
        battle.fighters[number].action_points = ACTION_POINTS
        battle.fighters[number].reactions = UNSAID


def follow(battle: np.record, number: int, written: Collection[str]) -> Iterator[str]:
    """Draw the consequences of injuries, exhaustion, items and reactions (D4, D16 to D44, D96).

    Yields:
        Clauses about the checks of a head injury (D38, D39), whose results the state must say.
    """
    fighter = battle.fighters[number]
    parts = BODY_PART[fighter.body]
    fighter.injuries[:] = np.minimum(fighter.injuries, PART_DESTROYED[parts])
    yield from _follow_life(fighter, written)
    if fighter.flying and BODY_FLY[fighter.body] == 0:
        yield f"has the body of a {BODY_NAMES[fighter.body]} and cannot fly"
    fighter.flying = fighter.flying and can_fly(fighter)
    _lose_items(battle, number)
    begin_injured(battle, number)
    if fighter.life != Life.ALIVE:
        fall_down(battle, number)
    elif "ap" not in written or fighter.stunned > 0:
        fighter.action_points = action_points_of(fighter)
    if fighter.reactions > 0 and "acted" not in written:
        fighter.acted = True
    elif fighter.reactions > 0 and not fighter.acted:
        fighter.reactions = 0


def _follow_life(fighter: np.record, written: Collection[str]) -> Iterator[str]:
    """Death and unconsciousness by injuries and exhaustion; clauses as in `follow`."""
    if is_killed(fighter):
        fighter.life = Life.DEAD
    elif heads_with(fighter, KNOCK_OUT) and has_constitution(fighter) and "life" not in written:
        yield "has a third head injury: write whether life is alive, knocked_out or coma (D39)"
    elif fighter.exhaustion == 0 and has_constitution(fighter) and fighter.life == Life.ALIVE:
        if "life" in written:
            yield "is unconscious without exhaustion points: write exhaustion, above 0 (RD7)"
        fighter.life = Life.EXHAUSTION
    if fighter.life == Life.EXHAUSTION:
        fighter.stamina = fighter.exhaustion = 0


def _lose_items(battle: np.record, number: int) -> None:
    """Items that are destroyed or that the stunned drop, and the shield that they ready (RD9)."""
    fighter = battle.fighters[number]
    for hand in range(HANDS):
        if fighter.held[hand] == NONE or fighter.damaged[hand] >= SUNDER_DESTROYS:
            empty_hand(battle, number, hand)
    gone = (fighter.pack == NONE) | (fighter.damaged_pack >= SUNDER_DESTROYS)
    fighter.pack[gone] = NONE
    fighter.damaged_pack[gone] = 0
    if fighter.stunned > 0:
        drop_all(battle, number)


def fill_unsaid(battle: np.record) -> None:
    """After round 1 all have had a turn and their reactions, if the state is silent (D4, D89)."""
    for number in range(battle.num_fighters):
        fighter = battle.fighters[number]
        if fighter.reactions == UNSAID:
            fighter.acted = fighter.acted or battle.round_number > 0
            fighter.reactions = reactions_of(fighter) if fighter.acted else 0


def open_turn(battle: np.record) -> None:
    """Sort the order of turns by initiative, and let the fighter of `to_act` decide (D1, RD26)."""
    numbers = range(battle.num_fighters)
    fighters = battle.fighters
    ranked = sorted(numbers, key=lambda one: _rank(fighters[one]), reverse=True)
    for seat, number in enumerate(ranked):
        battle.order[seat] = number
        fighters[number].seat = seat
    if battle.to_act == NOBODY:
        able = [number for number in ranked if _can_act(fighters[number])]
        battle.to_act = able[0] if able else 0
    fighters[battle.to_act].acted = True
    fill_unsaid(battle)
    battle.turn = fighters[battle.to_act].seat
    battle.stage, battle.window, battle.act = Stage.TURN, Window.TURN, TurnAction.NOTHING
    battle.frame, battle.asking, battle.provoked = NO_FRAME, 0, 0
    battle.path_length = battle.path_at = battle.steps_left = 0


def _rank(fighter: np.record) -> tuple[int, int, int]:
    return fighter.initiative, fighter.attributes[Attribute.DEXTERITY], fighter.tie_roll


def _can_act(fighter: np.record) -> bool:
    return bool(fighter.life == Life.ALIVE and fighter.stunned == 0)


def problems(battle: np.record) -> Iterator[Problem]:
    """Fighters whose state contradicts itself or the turn."""
    if not _can_act(battle.fighters[battle.to_act]):
        yield battle.to_act, "is unconscious, dead or stunned and cannot have the turn"
    for side in range(2):
        members = [one for one in range(battle.num_fighters) if battle.side[one] == side]
        if all(battle.fighters[one].life != Life.ALIVE for one in members):
            yield members[0], "and every ally are unconscious or dead: the battle would be over"
    for number in range(battle.num_fighters):
        fighter = battle.fighters[number]
        if fighter.is_grappler and fighter.grapple == NOBODY:
            yield number, "holds nobody: write grapple"
        if fighter.grapple != NOBODY and battle.fighters[fighter.grapple].grapple != number:
            yield number, "grapples with one who grapples with another: write grapple for both"
        if fighter.stamina > fighter.max_stamina:
            yield number, f"has more Stamina than its maximum of {fighter.max_stamina}"
        if fighter.prone and fighter.flying:
            yield number, "cannot be both prone and flying"
        for clause in (*_excesses(fighter), *_misplaced(battle, number)):
            yield number, clause


def _excesses(fighter: np.record) -> Iterator[str]:
    """Clauses about what is more than a fighter can have."""
    pool, reactions = exhaustion_pool(fighter), reactions_of(fighter)
    if fighter.exhaustion > pool:
        yield f"has more exhaustion points than its pool of {pool} (RD7)"
    if fighter.reactions > reactions:
        yield f"has more reactions than the {reactions} of a turn (D89)"
    if fighter.life in (Life.KNOCKED_OUT, Life.COMA) and not heads_with(fighter, KNOCK_OUT):
        yield f"is knocked out by {KNOCK_OUT} injuries of the head alone: write injuries (D39)"
    yield from overfull_hands(fighter.held, ITEM_HANDS, ITEM_NAMES, HANDS)


def _misplaced(battle: np.record, number: int) -> Iterator[str]:
    """Clauses about a square in which the fighter cannot be."""
    fighter = battle.fighters[number]
    if not occupies_square(fighter):
        return
    is_crossing = fighter.flying or BODY_CLIMB[fighter.body] > 0
    if has_square(battle.high, fighter.x, fighter.y) or (
        has_square(battle.low, fighter.x, fighter.y) and not is_crossing
    ):
        yield "is on an obstacle that it cannot climb: write at (H6)"
    for earlier in range(number):
        near = battle.fighters[earlier]
        if (near.x, near.y) == (fighter.x, fighter.y) and occupies_square(near):
            yield "shares its square with another: write at (RD47)"


def is_open(battle: np.record) -> bool:
    """Whether a fighter decides in its turn, with no action under way and not confused."""
    return bool(not battle.over and battle.window == Window.TURN and battle.confusion == 0)


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
)
