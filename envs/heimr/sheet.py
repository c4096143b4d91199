"""The state of a battle of Heimr as a person writes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core.engine.battle import NOBODY
from ..core.engine.record import Field
from ..core.scenarios.sheet_keys import Key, Rows, Speaker
from ..core.scenarios.sheets import Problem, Sheet
from ..core.scenarios.yaml_models import FieldError
from .enums import (
    ABILITY_NAMES,
    ACT_NAMES,
    DIRECTION_NAMES,
    PART_NAMES,
    Defence,
    Effect,
    Guarded,
    Hand,
    Life,
    Stage,
    Trigger,
    Window,
)
from .rules.characters.conditions import can_defend
from .sheet_keys import BordersKey, GuardedKey, HiddenKey, LevelsKey, PlaceKey, PlacesKey
from .state import BATTLE, NO_FRAME
from .tables import ITEM_NAMES, MOST_FIELD
from .turn import play_on

LIVES, EFFECTS, TRIGGERS, DEFENCES, GUARDS, HANDS = (
    tuple(member.name.lower() for member in enum)
    for enum in (Life, Effect, Trigger, Defence, Guarded, Hand)
)


class BlindKey(PlacesKey):
    """The key for blind spots, which may go beyond the edge of the field (H157)."""

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the bits; errors as in `Key.write`."""
        known = [[x, y] for y in range(MOST_FIELD) for x in range(MOST_FIELD)]
        if not isinstance(value, list) or any(one not in known for one in value):
            raise FieldError(
                f"must be a list of [column, row], 0 to {MOST_FIELD - 1}, got {value!r}"
            )
        record[self.name] = sum({1 << known.index(one) for one in value})


FIGHTER_KEYS = (
    PlaceKey("at", "the square", "H5", of="location", is_rolled=True),
    Key("life", "awake, or why it is out of action", "H129, H130, RH5", names=LIVES),
    Key("hp", "HP left", "H1, H31"),
    Key("wp", "WP left", "H1"),
    Key("fatigue", "the fatigue", "H69"),
    Key("tired", "whether the fatigue has risen since the start of its turn", "H73"),
    Key("injured", "injured body parts", "H32", names=PART_NAMES, is_set=True),
    Key("dying", "own turns since the fatal injury", "H34, H35, RH19"),
    Key("stable", "whether it is stable", "H36"),
    Key("treated", "turns of surgery", "RH58"),
    Key("treated_by", "the surgeon", "RH58"),
    Key("treats", "the fighter whom it has treated in this turn", "RH58"),
    Key("armour_wear", "damage counters of the armour", "RH4"),
    Key("seconds", "seconds left of each Effect", "H60", places=EFFECTS),
    Key("stumble_side", "the direction that Stumble blocks", "H64", names=DIRECTION_NAMES),
    Key("bind_part", "the body part of a called Bind", "H28", names=PART_NAMES),
    Key("height", "height above the lowest ground", "H151"),
    Key(
        "climbs_on",
        "the border or the object that it climbs on",
        "H136",
        names=(*DIRECTION_NAMES, "object"),
    ),
    Key("prone", "whether it is prone", "H127"),
    Key("cluster", "the cluster, by the number of one of its fighters", "H51"),
    Key("standard", "whether this turn's standard action is used", "H80"),
    Key("simultaneous", "whether this turn's simultaneous action is used", "H83"),
    Key("moved_only", "whether the standard action was a Move, Draw or Put away", "H97"),
    Key("free", "free actions of this turn", "H80", names=ACT_NAMES, is_set=True),
    Key("ongoing", "whether all defences have -2 until the next turn", "H81"),
    Key("delayed", "whether it has delayed since its last turn", "RH35"),
    Key("upcoming", "the upcoming action", "H82", names=ACT_NAMES),
    Key("upcoming_argument", "the direction, place or item of it, as its number", "H82"),
    Key("readied", "the readied action", "H46", names=ACT_NAMES),
    Key("readied_argument", "the direction, place or item of it, as its number", "H46"),
    Key("trigger", "the event that it waits for", "RH37", names=TRIGGERS),
    Key("trigger_by", "the fighter that the trigger names", "RH37"),
    Key("defence", "the pre-rolled defence", "H106", names=DEFENCES, is_rolled=True),
    Key("defence_d6", "its d6", "RH10", is_rolled=True),
    Key("defence_value", "its total", "H106", is_rolled=True),
    Key("defence_fails", "whether it did not reach the fatigue", "RH10", is_rolled=True),
    Key("defence_penalty", "the penalty with which it was rolled", "RH39", is_rolled=True),
    Key("defence_hand", "the hand of the parry or block", "H106", names=HANDS, is_rolled=True),
    Key("dodge_ready", "whether it took the Dodge action", "RH60"),
    Key("dodges", "dodges used since the start of its turn", "H121"),
    Key("blocks", "blocks used since the start of its turn", "H121"),
    Key("parried", "hands whose weapon has parried", "H122", names=HANDS, is_set=True),
    Key("uses", "the ability chosen for each hand", "H178", names=ABILITY_NAMES, is_held=True),
    Key("last_target", "the fighter whom it attacked last"),
    Key("struck_late", "whether a guard's free attack is used", "RH47"),
    Key("dodged", "fighters whose attack of their last turn it dodged", "H110"),
    Key("holds", "the fighter whom it holds", "H112, RH44"),
    Key("held_by", "the fighter who holds it", "H112, RH44"),
    Key("held_part", "the body part that is held", "H113", names=PART_NAMES),
    Key("guard", "the kind of thing that it guards", "RH25", names=GUARDS),
    GuardedKey("guarded", "the ally or the border that it guards", "RH25"),
    PlaceKey("entered_from", "the square from which it came in this turn", "H158"),
    PlaceKey("ran_from", "the square from which it ran away", "H90"),
    Key("came", "whether it has changed its square in this turn", "H94"),
    Key(
        "began_with", "the fighters of its cluster at the start of its turn", "H95", is_rolled=True
    ),
    Key("shot_by", "the fighters who shot at it in their last turn", "H95"),
    BlindKey("blind", "squares of its blind spots", "H157", is_rolled=True),
    Key("gave_away", "whether it has stopped hiding since its turn began", "RH49"),
    HiddenKey("hidden", "whether it is hidden, unknown to all whom known_by omits", "H132, RH50"),
    Key(
        "hide",
        "its Hide, less the sounds since; 0: every look finds it",
        "H95, H135",
        is_rolled=True,
    ),
    Key("found_by", "fighters who have found it", "RH49, RH50", is_rolled=True),
    Key("known_by", "fighters who know that it is hidden", "RH50", is_rolled=True),
    PlaceKey("last_seen", "the square where it was last seen or heard", "RH50", is_rolled=True),
    Key("held", "items in the hands, the sword hand first", "H107", names=ITEM_NAMES, is_held=True),
    Key("pack", "weapons within easy reach", "H97", names=ITEM_NAMES, is_held=True),
    Key("bag", "the item in the bag", "H100", names=ITEM_NAMES, is_held=True),
    Key("missiles", "missiles in the quiver", "RH29", is_held=True),
    Key("missile", "whether a missile is in hand", "RH29", is_held=True),
    Key("concealed_item", "the place of the concealed item, as its number", "H101", is_held=True),
    Key("conceal", "the Agility roll of that", "RH51", is_held=True),
    Key("item_found_by", "fighters who have found this item", "RH51"),
    Key("sized_up_by", "fighters who know figures of it by Insight", "RH51"),
    Key("seen_hp", "HP of each enemy as it saw them", "RH51"),
    Key("seen_wp", "WP of each enemy as it saw them", "RH51"),
    Key("seen_fatigue", "fatigue of each enemy as it saw it", "RH51"),
    LevelsKey("spent", "uses of skills in this battle", "RH62"),
    Key("free_used", "free skills of weapon, shield or race that are used, as a number", "RH62"),
    Key("stumbles_ignored", "Stumbles that the armour has ignored", "RH62"),
    Key("power_used", "whether the power of the race is used", "RH62"),
    Key("raging", "turns without an attack in a rage, -1 after an attack", "RH62"),
    Key("poisoned", "whether its next hit also dazes", "RH62"),
    Key("arm_hits", "hits on the weapon arm by Disarming Strike", "H110"),
    Key("chases", "the fighter whom it pursues off the field", "RH55"),
    Key("gap", "squares between them", "RH55"),
    Key("chase_turns", "turns since the chase began", "RH55"),
    Key("chase_roll", "this turn's roll of the fighter who flees", "RH55"),
    Key("flees", "whether it is off the field and not yet escaped", "RH55"),
    PlaceKey("exit", "the square by which it left", "RH55"),
    Key("terrain", "the ability with which it flees", "H79", names=ABILITY_NAMES),
    Key("caught", "whether it was caught, without a Breather since", "HH45"),
)

BATTLE_KEYS = (
    Key("round", "the round", "H43", of="round_number", shift=1),
    Key(
        *("turn", "the fighter who has the turn", "H44", "to_act"),
        is_rolled=True,
        is_somebody=True,
    ),
    Key("order", "the fighters in the order of their turns", "H44, TH7", is_rolled=True),
    Key("owed", "who owes a pre-rolled defence; without it all who have none", "H106, RH12"),
    BordersKey("borders", "borders as they are now", "H148-H150, H174"),
    Rows(
        "ground",
        "items lying about",
        "H99",
        columns=(
            Key("item", "an item", of="ground_item", names=ITEM_NAMES),
            PlaceKey("at", "its square", of="ground_location"),
        ),
    ),
)


def settle(battle: np.record) -> None:
    """Everyone owes a defence, as before the first turn (RH12)."""
    battle.owed = (1 << battle.num_fighters) - 1


def open_turn(battle: np.record) -> None:
    """Let the fighter of `to_act`, or the first who is able to act, decide in its turn (H44)."""
    order = battle.order[: battle.num_fighters].tolist()
    if battle.to_act == NOBODY:
        able = [number for number in order if _is_able(battle.fighters[number])]
        battle.to_act = able[0] if able else 0
    if battle.to_act in order:
        battle.place = order.index(battle.to_act)
    battle.stage, battle.window, battle.top = Stage.TURN, Window.TURN, NO_FRAME
    for number in range(battle.num_fighters):
        fighter = battle.fighters[number]
        if fighter.defence != Defence.NONE or not can_defend(fighter):
            battle.owed &= ~(1 << number)


def resume(battle: np.record) -> None:
    """Ask for the defences that are owed, before the turn goes on (H106, RH12)."""
    if battle.owed:
        battle.to_act, battle.window = NOBODY, Window.NONE
        play_on(battle)


def _is_able(fighter: np.record) -> bool:
    return bool(fighter.life == Life.AWAKE and fighter.seconds[Effect.DAZE] == 0)


def problems(battle: np.record) -> Iterator[Problem]:
    """Fighters whose state contradicts itself or the turn."""
    if battle.fighters[battle.to_act].life != Life.AWAKE:
        yield battle.to_act, "is out of action and cannot have the turn"
    numbers = range(battle.num_fighters)
    for side in range(2):
        members = [one for one in numbers if battle.side[one] == side]
        if all(battle.fighters[one].life != Life.AWAKE for one in members):
            yield members[0], "and every ally are out of action: the battle would be over"
    for number in numbers:
        fighter = battle.fighters[number]
        if fighter.holds != NOBODY and battle.fighters[fighter.holds].held_by != number:
            yield number, "holds one who is held by another: write held_by there"
        if fighter.held_by != NOBODY and battle.fighters[fighter.held_by].holds != number:
            yield number, "is held by one who holds another: write holds there"


def is_open(battle: np.record) -> bool:
    """Whether a fighter decides in its turn, with no action under way."""
    is_turn = battle.window == Window.TURN and battle.stage == Stage.TURN
    return bool(not battle.over and is_turn)


SHEET = Sheet(
    dtype=BATTLE,
    fighter=FIGHTER_KEYS,
    battle=BATTLE_KEYS,
    open=open_turn,
    problems=problems,
    is_open=is_open,
    moment="a fighter's choice in its turn, with no action under way",
    settle=settle,
    resume=resume,
)
