"""The layout of an observation, block by block.

`body.py`, `own.py`, `writer.py` and `window.py` write it. Hidden facts (XW1, XW2) stand in the
blocks of oneself and of allies only: attributes, stamina, mana, wound slots, the readied action.
"""

from __future__ import annotations

import numpy as np

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
    table,
)
from ...core.engine.seats import named
from ...core.maps.hex_grid import HEX_COMPASS
from ..enums import (
    Act,
    Attribute,
    Condition,
    Defence,
    Level,
    Skill,
    Stage,
    Step,
    Window,
)
from ..state import PACK
from ..tables import (
    CALM_BONUS_MOST,
    CHARM_EFFECTS,
    CONDITION_LEVELS,
    DASH_FACTOR,
    DEPTH,
    DRAG_POINTS,
    HELPLESS_ROUNDS,
    LEVELS,
    MOST_RATE,
    RUN_UP,
    SPELL_NAMES,
)

FAR = 16
"""Hexes that count as 1 in a distance, and that one looks along each side."""
GROUND_ITEMS = 3
"""Items on the ground that one sees, the nearest first."""
WINDOWS = tuple(Window)[Window.TURN :]
FIRST_WINDOW = int(WINDOWS[0])
WOUNDS = tuple(Level)[Level.LIGHT : Level.LIGHT + LEVELS]
MOMENTS = (Stage.TURN_START, Stage.TURN_END, Step.DECLARED, Step.RESOLVED)
"""The moments of an interrupt, in the order of `window.moment` (W58)."""
ATTRIBUTE_LIMITS = tuple(10 if one == Attribute.SPEED else 5 for one in Attribute)
ACT_KINDS = {
    "strike": (Act.QUICK, Act.NONLETHAL, Act.STANDARD, Act.REBUFF, Act.STRONG),
    "spell": (Act.FIRE_BOLT, Act.FORCE_SHIELD, Act.HEAL),
    "guard": (Act.DEFEND, Act.HARRY, Act.INTERPOSE, Act.READY, Act.SEIZE),
    "grapple": (Act.GRAPPLE, Act.PIN, Act.CLING, Act.DRAG, Act.ESCAPE),
    "hinder": (Act.DISARM, Act.DISTRACT, Act.SHOVE, Act.TRIP),
    "closing": (Act.POSTURE, Act.OPENING, Act.ENTER),
    "care": (Act.STABILIZE, Act.TREAT_CONDITION, Act.TREAT_WOUND),
    "move": (
        Act.WAY, Act.DASH, Act.JUMP, Act.SURFACE, Act.MOUNT, Act.DISMOUNT, Act.CALM,
    ),
    "item": (
        Act.RETRIEVE, Act.STOW, Act.PICK_UP, Act.RELOAD, Act.DOOR, Act.POTION, Act.CHARM,
        Act.END_EFFECT,
    ),
}  # fmt: skip
"""The actions by their kind (W72 to W106)."""

ACT_PIECES = (
    one_hot("kind", ACT_KINDS, "the kind of an action"),
    share("place", 1, "", "which action of its kind, as a share of their number; 1 is the last"),
)
KIND_OF = {act: kind for kind, members in ACT_KINDS.items() for act in members}
ACT_LOOK = table(
    ACT_PIECES,
    {
        **{
            f"kind_{kind}": np.array([KIND_OF.get(act) == kind for act in Act])
            for kind in ACT_KINDS
        },
        "place": np.array(
            [
                (1 + members.index(act)) / len(members)
                if (members := ACT_KINDS.get(KIND_OF.get(act, ""), ()))
                else 0
                for act in Act
            ]
        ),
    },
)
"""The numbers of `ACT_PIECES` for each action: no two actions have the same."""

WEAPON_PIECES = (
    count("reach", 3, "hexes", "hexes that it strikes into, 0: no melee weapon (RW32)"),
    count("increment", 25, "yards", "range increment, 0: it does not shoot (RW24)"),
    count("damage", 4, "points", "damage, cut off at 1 (W19)", low=-1),
    count("accuracy", 1, "point", "accuracy (W21, W22)", low=-1),
    share(
        "edge", 1, "",
        "1 armour piercing, 1/2 concussive, -1/2 slicing, -1 penetrating (RW9, W28)", low=-1,
    ),
)  # fmt: skip
FIRST_OFF = 2
"""The first of these of a weapon in the off hand: `off_reach` has its reach, and none shoots."""
THING_PIECES = (
    share("weapon", 1, "", "1 a melee weapon, -1 one that shoots", low=-1),
    share("tool", 1, "", "1 a shield, -1 a healing kit", low=-1),
)
BODY_PIECES = (
    share("awake", 1, "", "1 free to act, 1/2 awake but helpless or pinned (RW12)"),
    flag("is_dead", "dead: its block says nothing else"),
    count("dying", 6, "rounds", "rounds of dying, the first one too, cut off at 1 (RW11)"),
    packed(
        "main", WEAPON_PIECES, "the weapon in the main hand; if that is empty, the natural weapon"
    ),
    count("off_reach", 3, "hexes", "hexes that the weapon in the off hand strikes into"),
    count("block", 4, "points", "Block in use (W35, W36)", parts=("of all", "against shots")),
    flag("has_kit", "a healing kit is in hand (W99)"),
    count("free_hands", 2, "hands", "empty hands (RW7)"),
    count("wounds", 5, "wounds", "wounds of each level (XW2)", parts=WOUNDS),
    share("npc", 3, "", "1/3 minion, 2/3 standard, 1 elite (W10)", static=True),
    count("size", 7, "sizes", "size, 0 of a human (RW3)", low=-1, static=True),
    count("armour", 4, "points", "Toughness of armour (RW9)", static=True),
    count("action_points", 24, "AP", "AP, cut off at 1 (XW2)"),
    count("initiative", 30, "points", "initiative, cut off at 1 (XW2)"),
    share("posture", 2, "", "1/2 crouching, 1 prone (W30)"),
    share("weariness", 2, "", "1/2 exhausted, 1 staggered (RW12)"),
    count("helpless_rounds", HELPLESS_ROUNDS, "rounds", "rounds helpless (W72)"),
    count("conditions", CONDITION_LEVELS, "levels", "conditions (RW12)", parts=Condition),
    flag("defending", "it defends (W78)"),
    flag("has_readied", "an action is readied (RW26)"),
    count("long", 18, "AP", "AP still to be paid for a long action (W49)"),
    flag("long_attack", "the long action is an attack or a spell"),
    count("movement", 10, "points", "movement points left, cut off at 1 (W65)", low=-1),
    count("dash", DASH_FACTOR, "steps", "Dash: 1 doubled, 2 raised by a check too (W87)"),
    count("drag", DRAG_POINTS, "AP", "AP of movement that a Drag allows (W90)"),
    named("holds", "whom it holds in a grapple, the first of several (RW34)"),
    share("is_held", 2, "", "1/2 held in a grapple, 1 pinned (RW34, W92)"),
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
    share(
        "footing", 4, "",
        "1/4 in knee water, 1/2 waist water, 3/4 swims, 1 under water, -1 climbs (W68, W105)",
        low=-1,
    ),
    share("riding", 1, "", "1 it rides, -1 it is ridden (W106)", low=-1),
    share(
        "control", CALM_BONUS_MOST, "tries",
        "tries in a row to calm its mount; -1 a mount out of control (W106)", low=-1,
    ),
    share("turn_in", 1, "", "turns until its own comes, of the number of fighters; 0: now (W53)"),
    flag("turn_comes", "its turn of this round is still to come (W42)"),
    flag("surprised", "surprised: no AP before the end of its first turn (W56)"),
    count("run", RUN_UP, "yards", "yards of its run-up, cut off at 1 (W69)"),
    named("attacked", "whom its last attack was at (W75)"),
)  # fmt: skip
ATTRIBUTES = count(
    "attributes", ATTRIBUTE_LIMITS, "points", "attributes (RW3)", parts=Attribute, low=-1
)
OFFSET = share("offset", FAR, "hexes", "where it is, seen from me", parts=("east", "south"), low=-1)
OFF_WEAPON = packed("off", WEAPON_PIECES[FIRST_OFF:], "the weapon in its off hand, as above")
RAY_PIECES = (
    count(
        "open_squares", FAR, "hexes", "hexes to walk that way until a wall, a pit or the edge",
        parts=HEX_COMPASS,
    ),
    share(
        "rough_squares", 1, "", "nearness of slow or slippery ground that way, 1: next (W68)",
        parts=HEX_COMPASS,
    ),
    share(
        "cover_squares", 1, "", "nearness of a low wall, a slit or undergrowth that way (W31)",
        parts=HEX_COMPASS,
    ),
    share(
        "drop_squares", 1, "", "nearness of a pit or a cliff that way (W105, H22)",
        parts=HEX_COMPASS,
    ),
)  # fmt: skip
OWN_PIECES = (
    *BODY_PIECES,
    packed("natural", WEAPON_PIECES, "my natural weapon"),
    share(
        "off_edge", 1, "",
        "edge of the weapon in my off hand, else of my second natural weapon (RW7)", low=-1,
    ),
    count(
        "attack", 12, "points",
        "modifier of attacks with my main hand's weapon, else with the natural one (W21, W22)",
        low=-1,
    ),
    ATTRIBUTES,
    count("skills", 3, "points", "skills", parts=Skill, static=True),
    count("stamina", 20, "points", "stamina, cut off at 1 (W11)"),
    share("fatigue", 1, "", "fatigue of the normal maximum of stamina, cut off at 1 (W14)"),
    count("mana", 15, "points", "mana, cut off at 1 (W15)"),
    count("invested", 15, "points", "mana invested, cut off at 1 (W16)"),
    count("slots_left", 5, "slots", "free wound slots (W4)", parts=WOUNDS),
    flag("spells", "spells that I know (RW19)", parts=SPELL_NAMES, static=True),
    packed("readied", ACT_PIECES, "the readied action (W80)"),
    share(
        "long_target", MAX_SIDE, "slots",
        "target of my long action: slot i of the enemies is i + 1, of the allies -(i + 1) (W49)",
        low=-1,
    ),
    count("potions", 2, "potions", "potions, cut off at 1"),
    *(
        piece
        for place in range(PACK)
        for piece in prefixed(f"pack_{place}", THING_PIECES)
    ),
    *(
        piece
        for place in range(GROUND_ITEMS)
        for piece in prefixed(f"ground_{place}", (*THING_PIECES, OFFSET))
    ),
    flag("hidden", "I am hidden (XW1)"),
    flag("hurrying", "I hurry (W103)"),
    count("round_gains", 48, "AP", "AP that I get in a round (W46, W47)"),
    count("points_most", 72, "AP", "most AP that I can have (W48)"),
    count("excess", 24, "AP", "AP that the end of my turn would take away (W45)"),
    count("rate", MOST_RATE, "yards", "movement rate now (W63)"),
    count("position", (32, 16), "hexes", "where I stand", parts=("column", "row")),
    count(
        "cost_sides", 12, "points",
        "movement points of a yard there, cut off at 1; 0: no way (W68)", parts=HEX_COMPASS,
    ),
    *RAY_PIECES,
    share(
        "current", 9, "yards", "where deep water carries in a turn (W68)",
        parts=("east", "south"), low=-1, static=True,
    ),
)  # fmt: skip
ALLY_PIECES = (
    *BODY_PIECES,
    OFFSET,
    count("stamina", 20, "points", "stamina, cut off at 1 (W11)"),
    share("fatigue", 1, "", "fatigue of the normal maximum of stamina, cut off at 1 (W14)"),
    count("mana", 15, "points", "mana, cut off at 1"),
    flag("hidden", "it is hidden (XW1)"),
    flag("is_mount", "I ride it"),
    count("slots_left", 5, "slots", "free wound slots", parts=WOUNDS),
    flag("is_actor", "it carries out the action under way"),
    flag("is_target", "the action under way is aimed at it"),
    OFF_WEAPON,
)
ENEMY_PIECES = (
    *BODY_PIECES,
    OFFSET,
    count("gap", FAR, "hexes", "free hexes between us, cut off at 1 (RW32)", low=-1),
    flag("in_my_reach", "my longest weapon in use reaches it"),
    flag("in_its_reach", "its longest weapon in use reaches me"),
    flag("in_line", "nothing blocks the line"),
    count("cover", 4, "quarters", "quarters of cover that it has from me (W30)"),
    count("my_cover", 4, "quarters", "quarters of cover that I have from it (W30)"),
    count("bonus", 7, "points", "of posture, cover, flanking for my attacks on it", low=-1),
    flag("is_rear", "it ignores me (W34)"),
    flag("ignored", "I ignore it"),
    flag("flanks_me", "it helps to flank me"),
    flag("i_flank", "I help to flank it"),
    flag("is_actor", "it carries out the action under way"),
    flag("is_target", "the action under way is aimed at it"),
    count("my_opening", 30, "points", "my opening against its Rebuffs, cut off at 1 (W83)"),
    count("its_opening", 30, "points", "its opening against my Rebuffs, cut off at 1 (W83)"),
    share("long_aim", 1, "", "its long action is aimed: 1 at me, 1/2 at an ally of mine (W49)"),
    OFF_WEAPON,
)
WINDOW_PIECES = (
    one_hot("window", WINDOWS, "the decision at hand (QW1-QW12)"),
    one_hot("moment", MOMENTS, "the moment to interrupt (W58)"),
    count("depth", DEPTH, "interrupts", "interrupts under way (RW15)"),
    packed("act", ACT_PIECES, "the action under way, or the long one (W72 to W106)"),
    share("role", 1, "", "1 an interrupt, 1/2 a reaction, 0 in its turn (W58)"),
    flag("is_mine", "it is my own"),
    flag("is_on_me", "it is aimed at me"),
    flag("is_by_ally", "it is an ally's"),
    flag("is_on_ally", "it is aimed at an ally"),
    share(
        "waiting", 1, "",
        "the action that waits below it: 1 mine, 1/2 an ally's, -1 an enemy's that is aimed at "
        "me, -1/2 another one of an enemy (RW15)",
        low=-1,
    ),
    count("cost", 18, "AP", "its AP; of a walk those that it may still buy"),
    packed("weapon", WEAPON_PIECES, "the item that it is done with"),
    count("natural", 18, "points", "sum of the dice, 0: not rolled yet (XW4)"),
    count("total", 30, "points", "result of the roll; for the side that rolled", low=-1),
    one_hot(
        "defence", ("melee", "ranged", "other"), "the Defense that it is measured against (W112)"
    ),
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

BODY, OWN, ALLY = places(BODY_PIECES), places(OWN_PIECES), places(ALLY_PIECES)
ENEMY, WINDOW = places(ENEMY_PIECES), places(WINDOW_PIECES)
PER = scales(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES)
OWN_LENGTH, ALLY_LENGTH = length_of(OWN_PIECES), length_of(ALLY_PIECES)
ENEMY_LENGTH, WINDOW_LENGTH = length_of(ENEMY_PIECES), length_of(WINDOW_PIECES)
THING_LENGTH = length_of(THING_PIECES)
OFFSET_PLACE = places([OFFSET])
GROUND_LENGTH = THING_LENGTH + length_of([OFFSET])


def observation_layout(max_side: int) -> Layout:
    """The named pieces: own, allies, enemies, window."""
    return make_layout(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES, max_side)
