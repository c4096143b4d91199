"""The layout of an observation, block by block; `writer.py` and `body.py` write it.

Hidden facts (XW1, XW2) stand in the blocks of oneself and of allies only: attributes, stamina,
mana, wound slots, the readied action.
"""

from __future__ import annotations

from ...core.engine.battle import MAX_SIDE
from ...core.engine.layout import (
    Layout,
    count,
    flag,
    length_of,
    make_layout,
    one_hot,
    packed,
    places,
    prefixed,
    scales,
    share,
)
from ...core.maps.hex_grid import HEX_COMPASS
from ..enums import (
    Attribute,
    Condition,
    Deed,
    Defence,
    Level,
    Posture,
    Role,
    Skill,
    Stage,
    Step,
    Water,
    Window,
)
from ..state import PACK
from ..tables import (
    CHARM_EFFECTS,
    CONDITION_LEVELS,
    DASH_FACTOR,
    DEPTH,
    DRAG_POINTS,
    HELPLESS_ROUNDS,
    LEVELS,
    MOST_RATE,
    READIABLE,
    SPELL_NAMES,
)

FAR = 16
"""Hexes that count as 1 in a distance."""
WINDOWS = tuple(Window)[Window.TURN :]
DEEDS = tuple(Deed)[Deed.NONLETHAL :]
FIRST_WINDOW, FIRST_DEED = int(WINDOWS[0]), int(DEEDS[0])
WOUNDS = tuple(Level)[Level.LIGHT : Level.LIGHT + LEVELS]
WATERS = (Water.KNEE, Water.WAIST, Water.DEEP)
MOMENTS = (Stage.TURN_START, Stage.TURN_END, Step.DECLARED, Step.RESOLVED)
"""The moments of an interrupt, in the order of `window.moment` (W58)."""
ATTRIBUTE_LIMITS = tuple(10 if one == Attribute.SPEED else 5 for one in Attribute)

ITEM_PIECES = (
    flag("is_melee", "a melee weapon (RW7)"),
    flag("two_hands", "needs both hands"),
    count("reach", 2, "hexes", "free hexes between (RW32)"),
    count("increment", 25, "yards", "range increment, 0: it does not shoot"),
    count("reload", 6, "AP", "AP to load it again"),
    count("damage", 4, "points", "damage, cut off at 1 (W19)", low=-1),
    count("accuracy", 1, "point", "accuracy (W21, W22)", low=-1),
    count("block", 2, "points", "Block (W35)"),
    flag(
        "properties", "properties (RW9, W28)",
        parts=("armour piercing", "slicing", "concussive", "penetrating"),
    ),
    flag("is_shield", "a shield: it blocks shots too (W36)"),
    flag("is_kit", "a healing kit (W99)"),
)  # fmt: skip
CARRIED_PIECES = tuple(
    flag(name, "of an item stowed") for name in ("is_melee", "is_ranged", "is_shield", "is_kit")
)
BODY_PIECES = (
    flag("can_act", "awake, neither helpless nor pinned"),
    flag("is_down", "unconscious or helpless"),
    flag("is_dead", "dead: its block says nothing else"),
    flag("is_dying", "dying (RW11)"),
    count("dying_rounds", 5, "rounds", "full rounds of dying, cut off at 1"),
    *prefixed("main", ITEM_PIECES),
    *prefixed("off", ITEM_PIECES),
    *prefixed("natural", ITEM_PIECES),
    count("reach", 2, "hexes", "reach of its longest weapon in use, -1: none", low=-1),
    count("wounds", 5, "wounds", "wounds of each level (XW2)", parts=WOUNDS),
    count("severity", 5, "levels", "level of the worst wound (W7)"),
    share("npc", 3, "", "1/3 minion, 2/3 standard, 1 elite (W10)", static=True),
    count("size", 7, "sizes", "size, 0 of a human (RW3)", low=-1, static=True),
    count("armour", 4, "points", "Toughness of armour (RW9)", static=True),
    count("action_points", 24, "AP", "AP, cut off at 1 (XW2)"),
    count("initiative", 30, "points", "initiative, cut off at 1 (XW2)"),
    one_hot("posture", Posture, "posture"),
    flag("exhausted", "exhausted (RW12)"),
    flag("staggered", "staggered (RW12)"),
    count("helpless_rounds", HELPLESS_ROUNDS, "rounds", "rounds helpless (W72)"),
    count("conditions", CONDITION_LEVELS, "levels", "conditions (RW12)", parts=Condition),
    flag("defending", "it defends (W78)"),
    flag("has_readied", "an action is readied (RW26)"),
    count("long", 18, "AP", "AP still to be paid for a long action (W49)"),
    one_hot("long_deed", DEEDS, "which long action"),
    count("movement", 10, "points", "movement points left, cut off at 1 (W65)", low=-1),
    count("dash", DASH_FACTOR, "steps", "Dash: 1 doubled, 2 raised by a check too (W87)"),
    count("drag", DRAG_POINTS, "AP", "AP of movement that a Drag allows (W90)"),
    flag("grappling", "grapples (RW34)", parts=("it holds", "it is held")),
    flag("pinned", "pinned (W92)"),
    count("harried", 3, "times", "times harried, cut off at 1 (W79)"),
    count("distracted", 3, "times", "times distracted, cut off at 1 (W95)"),
    flag("flanked", "flanked (W32)"),
    count("ignores", 3, "fighters", "fighters whose flank it ignores (W34)"),
    count("shield", 2, "rounds", "rounds of Force shield (RW19)"),
    flag(
        "effects", "effects of its magical item that are called up",
        parts=[str(effect) for effect in range(CHARM_EFFECTS)],
    ),
    flag("must_reload", "its weapon is not loaded (RW7)"),
    one_hot("water", WATERS, "the water that it stands in (W68)"),
    flag("underwater", "under water (W104)"),
    flag("climbing", "it climbs (W105)"),
    flag("mounted", "it rides (W106)"),
    flag("ridden", "it is ridden"),
    flag("uncontrolled", "a mount out of control"),
    flag("is_active", "it is its turn"),
    flag("turn_comes", "its turn of this round is still to come (W42)"),
)  # fmt: skip
ATTRIBUTES = count(
    "attributes", ATTRIBUTE_LIMITS, "points", "attributes (RW3)", parts=Attribute, low=-1
)
OWN_PIECES = (
    *BODY_PIECES,
    ATTRIBUTES,
    count("skills", 3, "points", "skills", parts=Skill, static=True),
    count("stamina", 20, "points", "stamina, cut off at 1 (W11)"),
    share("fatigue", 1, "", "fatigue of the normal maximum of stamina, cut off at 1 (W14)"),
    count("mana", 15, "points", "mana, cut off at 1 (W15)"),
    count("invested", 15, "points", "mana invested, cut off at 1 (W16)"),
    count("slots_left", 5, "slots", "free wound slots (W4)", parts=WOUNDS),
    flag("spells", "spells that I know (RW19)", parts=SPELL_NAMES, static=True),
    one_hot("readied", READIABLE, "the readied action (W80)"),
    count("potions", 2, "potions", "potions, cut off at 1"),
    flag(
        "pack", "items stowed: melee, ranged, shield, kit (W81)",
        parts=[f"{item} {piece.name}" for item in range(PACK) for piece in CARRIED_PIECES],
    ),
    flag("near", "an item lies in my hex"),
    flag("hidden", "I am hidden (XW1)"),
    flag("hurrying", "I hurry (W103)"),
    count(
        "round_gains", 24, "AP", "AP that I get (W46, W47)",
        parts=("at the start of a round", "at the end of a turn"),
    ),
    count("points_most", 72, "AP", "most AP that I can have (W48)"),
    count("rate", MOST_RATE, "yards", "movement rate now (W63)"),
    count("position", (32, 16), "hexes", "where I stand", parts=("column", "row")),
    flag("free_sides", "I could go there", parts=HEX_COMPASS),
    count(
        "cost_sides", 12, "points", "movement points of a yard there, cut off at 1 (W68)",
        parts=HEX_COMPASS,
    ),
)  # fmt: skip
PLACE_PIECES = (
    count("distance", FAR, "hexes", "distance from me, cut off at 1"),
    count("offset", FAR, "hexes", "where it is, seen from me", parts=("columns", "rows"), low=-1),
    one_hot("side", HEX_COMPASS, "which side of me it is on"),
)
ALLY_PIECES = (
    *BODY_PIECES,
    *PLACE_PIECES,
    count("stamina", 20, "points", "stamina, cut off at 1 (W11)"),
    share("fatigue", 1, "", "fatigue of the normal maximum of stamina, cut off at 1 (W14)"),
    count("mana", 15, "points", "mana, cut off at 1"),
    flag("hidden", "it is hidden (XW1)"),
    flag("is_mount", "I ride it"),
    count("slots_left", 5, "slots", "free wound slots", parts=WOUNDS),
)
ENEMY_PIECES = (
    *BODY_PIECES,
    *PLACE_PIECES,
    count("gap", FAR, "hexes", "free hexes between us, cut off at 1 (RW32)", low=-1),
    flag("in_my_reach", "my longest weapon in use reaches it"),
    flag("in_its_reach", "its longest weapon in use reaches me"),
    flag("in_line", "nothing blocks the line"),
    count("cover", 4, "quarters", "quarters of cover that it has from me (W30)"),
    count("bonus", 7, "points", "of posture, cover, flanking for my attacks on it", low=-1),
    flag("is_rear", "it ignores me (W34)"),
    flag("ignored", "I ignore it"),
    flag("flanks_me", "it helps to flank me"),
    flag("i_flank", "I help to flank it"),
    flag("i_hold", "I hold it in a grapple"),
    flag("holds_me", "it holds me"),
    flag("is_faster", "its initiative is above mine (W57)"),
    flag("is_actor", "it carries out the action under way"),
    flag("is_target", "the action under way is aimed at it"),
)
WINDOW_PIECES = (
    one_hot("window", WINDOWS, "the decision at hand (QW1-QW12)"),
    one_hot("moment", MOMENTS, "the moment to interrupt (W58)"),
    count("depth", DEPTH, "interrupts", "interrupts under way (RW15)"),
    one_hot("deed", DEEDS, "the action under way (W72 to W106)"),
    one_hot("role", Role, "why it is taken: in its turn, as an interrupt, as a reaction"),
    flag("is_mine", "it is my own"),
    flag("is_on_me", "it is aimed at me"),
    flag("is_by_ally", "it is an ally's"),
    flag("is_on_ally", "it is aimed at an ally"),
    count("cost", 18, "AP", "its AP"),
    packed("weapon", ITEM_PIECES, "the item that it is done with, as for the hands"),
    flag("rolled", "the dice have fallen (XW4)"),
    count("natural", 18, "points", "sum of the dice"),
    count("total", 30, "points", "result of the roll; for the side that rolled", low=-1),
    one_hot("defence", Defence, "the Defense that it is measured against (W112)"),
    count(
        "defences", 20, "points", "my Defenses, where I may choose (QW6)", parts=Defence, low=-1
    ),
    count("level", 5, "levels", "level of the wound that threatens"),
    count("yards", 6, "yards", "of a push, or of a Cling"),
    count("split", 30, "points", "points of my Cling (W89)", low=-1),
    share("round", 1, "", "round of the round limit (RW31)"),
    count(
        "sides", MAX_SIDE, "fighters", "fighters able to act that I know of",
        parts=("mine", "theirs"),
    ),
)  # fmt: skip

PLACE, BODY = places(PLACE_PIECES), places(BODY_PIECES)
OWN, ALLY = places(OWN_PIECES), places(ALLY_PIECES)
ENEMY, WINDOW = places(ENEMY_PIECES), places(WINDOW_PIECES)
PER = scales(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES)
ITEM_LENGTH, CARRIED_LENGTH = length_of(ITEM_PIECES), length_of(CARRIED_PIECES)
OWN_LENGTH, ALLY_LENGTH = length_of(OWN_PIECES), length_of(ALLY_PIECES)
ENEMY_LENGTH, WINDOW_LENGTH = length_of(ENEMY_PIECES), length_of(WINDOW_PIECES)


def observation_layout(max_side: int) -> Layout:
    """The named pieces: own, allies, enemies, window."""
    return make_layout(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES, max_side)
