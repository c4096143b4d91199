"""The numbers of an observation, block by block; `writer.py` and `body.py` write them.

The block of the fighter itself holds its hidden numbers (XH1, XH2, XH5, XH6). The blocks of allies
hold their HP, willpower and fatigue; those of enemies hold only the figures that Insight has shown.
"""

from __future__ import annotations

from ...core.engine.battle import MAX_FIGHTERS, MAX_SIDE
from ...core.engine.layout import (
    Layout,
    count,
    flag,
    length_of,
    make_layout,
    one_hot,
    places,
    prefixed,
    scales,
    share,
)
from ..actions.table import READIABLE
from ..enums import Action, BodyPart, Defence, Direction, Effect, Skill, Trigger, Window
from ..tables import BODY_PARTS

FULL_RANGE = 6
"""Squares that count as 1 in a range."""
WINDOWS = tuple(Window)[Window.START :]
DEFENCES = tuple(Defence)[Defence.DODGE :]
TRIGGERS = tuple(Trigger)[Trigger.ENTERS :]
FIRST_WINDOW, FIRST_DEFENCE = int(WINDOWS[0]), int(DEFENCES[0])
FIRST_TRIGGER = int(TRIGGERS[0])
PARTS = tuple(BodyPart)[:BODY_PARTS]
EFFECTS = (Effect.STUMBLE, Effect.DAZE, Effect.BIND, Effect.WEAKEN)
READIABLE_NAMES = tuple(Action(deed) for deed in READIABLE)
DEED_KINDS = (
    "other", "weapon attack", "hit", "bind", "bash", "shove", "charge", "way", "thing", "rest",
)  # fmt: skip
"""Kinds of what is under way, as `body.KIND_OF` numbers them."""

ITEM_PIECES = (
    count("damage", 3, "HP", "HP of a hit (RH2)"),
    count("bonus", 5, "points", "potential of attacks, parries, blocks (RH31)"),
    count("range", FULL_RANGE, "squares", "range, -1: melee, 0: no weapon", low=-1),
)
ABILITY_PIECES = (
    count("dice", 6, "dice", "consistency (H37)", low=-1),
    count("potential", 6, "points", "potential", low=-1),
)
PREROLL_PIECES = (
    one_hot("defence", DEFENCES, "the pre-roll (XH4)"),
    count("defence_value", 16, "points", "of the pre-roll (XH4)", low=-1),
    flag("defence_fails", "the pre-roll does not reach the fatigue (XH4)"),
)
BODY_PIECES = (
    flag("can_act", "awake and not dazed (H26, H128)"),
    flag("is_down", "asleep or unconscious (H128 to H130)"),
    flag("is_out", "dead or fled: its block says nothing else (RH28)"),
    *prefixed("sword", ITEM_PIECES),
    *prefixed("off", ITEM_PIECES),
    flag("missile", "a missile is drawn (RH29)"),
    count("armour", 4, "HP", "HP that its armour adds (RH1)"),
    flag("injured", "injured parts (H32)", parts=PARTS),
    flag("prone", "prone (H127)"),
    flag("climbing", "it climbs (H136)"),
    count("height", 4, "levels", "height, cut off at 1 (H151)"),
    *PREROLL_PIECES,
    count("uses", 3, "times", "defences since its turn (H121)", parts=("dodges", "blocks")),
    flag("ongoing", "an ongoing action: -2 on all defences (H81)"),
    flag("dodge_ready", "the Dodge action (RH60)"),
    count("effects", 4, "seconds", "seconds that an effect lasts, cut off at 1", parts=EFFECTS),
    flag("in_cluster", "in a cluster (H51)"),
    flag("holds", "it holds a fighter (H112)"),
    flag("held", "it is held (H113)"),
    flag("guards", "it guards (H88)"),
    flag("upcoming", "an action in progress (XH3)"),
    flag("has_readied", "an action is readied, whatever it is (XH2)"),
    count("turn", MAX_FIGHTERS, "turns", "turns until its own (H44)"),
)
POOL_PIECES = (
    count("hp", 6, "HP", "HP", low=-1),
    count("wp", 8, "points", "willpower, cut off at 1"),
    count("fatigue", 12, "points", "fatigue, cut off at 1"),
)
OWN_PIECES = (
    *BODY_PIECES,
    *POOL_PIECES,
    count("fatigue_above", 8, "points", "fatigue above its base (H103)", low=-1),
    flag("tired", "fatigue has risen since my turn began (H73)"),
    *prefixed("weapon", ABILITY_PIECES),
    *prefixed("shield", ABILITY_PIECES),
    *prefixed("brawl", ABILITY_PIECES),
    *prefixed("agility", ABILITY_PIECES),
    count("senses", 6, "dice", "consistency", parts=("survival", "perception"), low=-1),
    count("skills", 3, "levels", "levels of skills (RH6)", parts=Skill, static=True),
    flag("standard", "the standard action is used (H80)"),
    one_hot("readied", READIABLE_NAMES, "the readied action (XH2)"),
    one_hot("trigger", TRIGGERS, "its trigger (XH2)"),
    count("missiles", 12, "missiles", "missiles in the quiver, cut off at 1"),
    flag("pack", "within reach (H97)", parts=("melee weapon", "other")),
    count("position", 4, "squares", "where I stand", parts=("column", "row")),
    count(
        "ground", (1, 5), "levels", "the ground (H147, H155)", parts=("difficult", "concealment")
    ),
    flag("ways", "borders that can be walked over (H7)", parts=Direction),
    flag("hidden", "I am hidden (XH1)"),
    count("hide", 16, "points", "result of Hide (XH1)", low=-1),
)
PLACE_PIECES = (
    count("offset", 4, "squares", "where it is, seen from me", parts=("columns", "rows"), low=-1),
    count("distance", 8, "turns", "turns to get there, cut off at 1 (H55)"),
)
ALLY_PIECES = (*BODY_PIECES, *PLACE_PIECES, *POOL_PIECES)
ENEMY_PIECES = (
    *BODY_PIECES,
    *PLACE_PIECES,
    flag("hidden", "it is hidden from me; the place is the last one known (XH1, RH50)"),
    flag("same_cluster", "it is in my cluster (H51)"),
    count("concealment", 5, "points", "effectiveness against me, cut off at 1 (H131)"),
    flag("blind", "I stand in a blind spot of it (H157)"),
    flag("inside", "I may brawl with it unpunished (H110)"),
    flag("holds_me", "it holds me (H113)"),
    flag("sized_up", "its figures are those of my Insight (XH5)"),
    *POOL_PIECES,
    flag("is_actor", "it carries out the action under way"),
    flag("is_target", "the action under way is aimed at it"),
)
WINDOW_PIECES = (
    one_hot("window", WINDOWS, "the decision at hand (QH1 to QH14)"),
    one_hot("deed", DEED_KINDS, "the kind of the action under way"),
    flag("is_mine", "it is my own"),
    flag("is_on_me", "it is aimed at me"),
    flag("is_by_ally", "it is an ally's"),
    flag("is_on_ally", "it is aimed at an ally"),
    flag("out_of_turn", "readied, provoked, or by a guard"),
    flag("aimed", "at a body part or an item (H117)"),
    count("total", 16, "points", "total of the attack", low=-1),
    flag("hit", "it has hit"),
    one_hot("part", PARTS, "the part that is hit (H116)"),
    count("damage", 4, "HP", "damage, cut off at 1"),
    count("seconds", 4, "seconds", "of the effect that is called, cut off at 1"),
    count("challenge", 12, "points", "CR to be met (H18)", low=-1),
    count("roll", 16, "points", "my own roll that has failed (H19)", low=-1),
    count("darkness", 3, "levels", "darkness (H155)"),
    count("weather", 3, "levels", "weather"),
    share("round", 1, "", "round of the round limit (RH28)"),
    count(
        "sides", MAX_SIDE, "fighters", "fighters able to act that I know of",
        parts=("mine", "theirs"),
    ),
)  # fmt: skip

ITEM, ABILITY, POOL = places(ITEM_PIECES), places(ABILITY_PIECES), places(POOL_PIECES)
PLACE, BODY = places(PLACE_PIECES), places(BODY_PIECES)
OWN, ALLY = places(OWN_PIECES), places(ALLY_PIECES)
ENEMY, WINDOW = places(ENEMY_PIECES), places(WINDOW_PIECES)
PER = scales(ABILITY_PIECES, OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES)
ITEM_LENGTH = length_of(ITEM_PIECES)
OWN_LENGTH, ALLY_LENGTH = length_of(OWN_PIECES), length_of(ALLY_PIECES)
ENEMY_LENGTH, WINDOW_LENGTH = length_of(ENEMY_PIECES), length_of(WINDOW_PIECES)


def observation_layout(max_side: int) -> Layout:
    """The named pieces: own, allies, enemies, window."""
    return make_layout(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES, max_side)
