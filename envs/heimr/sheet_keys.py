"""The keys of Heimr's states, and the kinds of keys for fields that no plain key fits."""

from __future__ import annotations

from typing import Any

from ..core.engine.battle import NOBODY
from ..core.engine.record import Field
from ..core.scenarios.sheet_keys import NO_FIGHTER, NONE, Key, Rows, Speaker, write_keys
from ..core.scenarios.yaml_models import FieldError, check_known
from .enums import (
    ABILITY_NAMES,
    ACT_NAMES,
    DIRECTION_NAMES,
    PART_NAMES,
    SKILL_NAMES,
    Defence,
    Direction,
    Effect,
    Guarded,
    Hand,
    Life,
    Trigger,
)
from .state import BORDER
from .tables import ITEM_NAMES, LOCATIONS, MOST_FIELD, SKILL_BITS

NOWHERE = "nowhere"
SIDES = {"east": Direction.EAST, "south": Direction.SOUTH}
"""The borders that a square owns (H7)."""
BORDER_KEYS = tuple(Key(name, name) for name in BORDER.names or ())
LEVEL = (1 << SKILL_BITS) - 1
LIVES, EFFECTS, TRIGGERS, DEFENCES, GUARDS, HANDS = (
    tuple(member.name.lower() for member in enum)
    for enum in (Life, Effect, Trigger, Defence, Guarded, Hand)
)


def _number(value: Any, speaker: Speaker) -> int:
    """The number of a square [column, row] of the field."""
    columns, rows = speaker.scenario.size
    is_pair = isinstance(value, list | tuple) and len(value) == 2
    if not is_pair or not all(type(one) is int for one in value):
        raise FieldError(f"must be [column, row], got {value!r}")
    if not (0 <= value[0] < columns and 0 <= value[1] < rows):
        raise FieldError(f"must be in the field of {columns} x {rows} squares, got {value!r}")
    return int(value[1] * MOST_FIELD + value[0])


def _square(number: int) -> list[int]:
    return [number % MOST_FIELD, number // MOST_FIELD]


class PlaceKey(Key):
    """A key for a square of the field, or `nowhere`."""

    def value(self, fields: tuple[Field, ...]) -> str:
        """A square."""
        return f"[column, row] or {NOWHERE}"

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """The square."""
        number = int(record[self.of or self.name])
        return _square(number) if number >= 0 else NOWHERE

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the square's number; errors as in `Key.write`."""
        number = NOBODY if value == NOWHERE else _number(value, speaker)
        record[self.of or self.name] = number


class HiddenKey(Key):
    """The key for hiding: it is first unknown to everybody, as in an ambush (RH50, RH59).

    The keys for those who know of it come after this one.
    """

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the flag, and that nobody knows of the fighter; errors as in `Key.write`."""
        super().write(record, fields, value, speaker)
        if value:
            record["known_by"], record["last_seen"] = 0, NOBODY


class PlacesKey(Key):
    """A key for a set of squares."""

    def value(self, fields: tuple[Field, ...]) -> str:
        """A list of squares."""
        return "a list of [column, row]"

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """The squares."""
        bits = int(record[self.name])
        return [_square(number) for number in range(LOCATIONS) if bits >> number & 1]

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the bits; errors as in `Key.write`."""
        if not isinstance(value, list):
            raise FieldError(f"must be a list of [column, row], got {value!r}")
        record[self.name] = sum({1 << _number(one, speaker) for one in value})


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


class LevelsKey(Key):
    """A key for a number of each Skill, two bits each."""

    def value(self, fields: tuple[Field, ...]) -> str:
        """Skills with numbers."""
        return f"names of skills, each with 0 to {LEVEL}"

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """The numbers that are not 0."""
        bits = int(record[self.name])
        told = {name: bits >> SKILL_BITS * at & LEVEL for at, name in enumerate(SKILL_NAMES)}
        return {name: level for name, level in told.items() if level}

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the bits; errors as in `Key.write`."""
        if not isinstance(value, dict):
            raise FieldError(f"must be a mapping of skills, got {value!r}")
        bits = 0
        for name, level in value.items():
            check_known(name, SKILL_NAMES, "skill", name)
            if type(level) is not int or not 0 <= level <= LEVEL:
                raise FieldError(f"must be between 0 and {LEVEL}, got {level!r}", name)
            bits |= level << SKILL_BITS * SKILL_NAMES.index(name)
        record[self.name] = bits


class GuardedKey(Key):
    """The key for the ally or the border that a fighter guards; `guard` says which of them."""

    def value(self, fields: tuple[Field, ...]) -> str:
        """A fighter or a direction."""
        return f"a fighter, {', '.join(DIRECTION_NAMES)}, or {NONE}"

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """The ally or the border."""
        number = int(record["guarded"])
        if number < 0:
            return NONE
        return speaker.label(number) if record["guard"] == Guarded.ALLY else DIRECTION_NAMES[number]

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the number; errors as in `Key.write`."""
        if value in DIRECTION_NAMES:
            record["guarded"] = DIRECTION_NAMES.index(value)
        else:
            record["guarded"] = speaker.number(NO_FIGHTER if value == NONE else value)


class BordersKey(Key):
    """The key for borders as they are now: broken, opened, crossed (H148 to H150, H174)."""

    def value(self, fields: tuple[Field, ...]) -> str:
        """The keys of a border."""
        told = [f"{key.name} ({key.value(_parts(fields))})" for key in BORDER_KEYS]
        return (
            f"a list of mappings: at ([column, row]), side ({', '.join(SIDES)}), {', '.join(told)}"
        )

    def read(self, record: Any, fields: tuple[Field, ...], speaker: Speaker) -> Any:
        """Every border that is more than a line."""
        rows = []
        for number, border in enumerate(record["borders"]):
            names = {key.name: key.read(border, _parts(fields), speaker) for key in BORDER_KEYS}
            if any(value not in (0, False, NO_FIGHTER, NOBODY) for value in names.values()):
                side = tuple(SIDES)[number % 2]
                rows.append({"at": _square(number // 2), "side": side, **names})
        return rows

    def write(self, record: Any, fields: tuple[Field, ...], value: Any, speaker: Speaker) -> None:
        """Write the borders that are named; errors as in `Key.write`."""
        if not isinstance(value, list):
            raise FieldError(f"must be a list of mappings, got {value!r}")
        for row, entry in enumerate(value):
            if not isinstance(entry, dict) or entry.get("side") not in tuple(SIDES):
                raise FieldError(f"must have a side, {' or '.join(SIDES)}, got {entry!r}", row)
            number = 2 * _number(entry.get("at"), speaker) + tuple(SIDES).index(entry["side"])
            values = {key: one for key, one in entry.items() if key not in ("at", "side")}
            border = record["borders"][number]
            write_keys(BORDER_KEYS, border, _parts(fields), values, speaker, row)


def _parts(fields: tuple[Field, ...]) -> tuple[Field, ...]:
    return next(one.parts for one in fields if one.name == "borders")


FIGHTER_KEYS = (
    PlaceKey("at", "the square", "H5", of="location", is_rolled=True),
    Key("life", "awake, or why it is out of action", "H129, H130, RH5", names=LIVES),
    Key("hp", "HP left", "H1, H31"),
    Key("wp", "WP left", "H1"),
    Key("fatigue", "the fatigue", "H69", is_worn=True),
    Key("tired", "whether the fatigue has risen since the start of its turn", "H73"),
    Key("injured", "injured body parts", "H32", names=PART_NAMES, is_set=True),
    Key("dying", "own turns since the fatal injury", "H34, H35, RH19"),
    Key("stable", "whether it is stable", "H36"),
    Key("treated", "turns of surgery", "RH58"),
    Key("treated_by", "the surgeon", "RH58"),
    Key("treats", "the fighter whom it has treated in this turn", "RH58"),
    Key("armour_wear", "damage counters of the armour", "RH4", is_worn=True),
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
    Key("defence", "the pre-rolled defence", "H106", names=DEFENCES, is_rolled=True, is_held=True),
    Key("defence_d6", "its d6", "RH10", is_rolled=True, is_held=True),
    Key("defence_value", "its total", "H106", is_rolled=True, is_held=True),
    Key(
        "defence_fails",
        "whether it did not reach the fatigue",
        "RH10",
        is_rolled=True,
        is_held=True,
    ),
    Key(
        "defence_penalty",
        "the penalty with which it was rolled",
        "RH39",
        is_rolled=True,
        is_held=True,
    ),
    Key(
        "defence_hand",
        "the hand of the parry or block",
        "H106",
        names=HANDS,
        is_rolled=True,
        is_held=True,
    ),
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
    Key("stumbles_ignored", "Stumbles that the armour has ignored", "RH62", is_worn=True),
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
