"""The names of an observation's numbers, block by block; `observation/writer.py` writes them.

What is hidden (XW1, XW2) stands in the blocks of oneself and of allies only: attributes, stamina,
mana, wound slots, the readied action.
"""

from __future__ import annotations

from ...core.engine.layout import Layout, length_of, make_layout, prefixed
from ..enums import (
    ATTRIBUTE_NAMES,
    DEED_NAMES,
    SKILL_NAMES,
    Condition,
    Defence,
    Posture,
    Stage,
    Step,
    Water,
    Window,
)
from ..state import (
    PACK,
)
from ..tables import CHARM_EFFECTS, LEVELS, READIABLE, SPELL_NAMES

NUM_WINDOWS = int(Window.DISTANCE)
NUM_DEEDS = len(DEED_NAMES) - 1
NUM_DEFENCES = len(Defence)
NUM_POSTURES = len(Posture)
NUM_CONDITIONS = len(Condition)
NUM_WATERS = len(Water)
NUM_READIABLE = len(READIABLE)
NUM_MOMENTS = 4

MOMENTS = (Stage.TURN_START, Stage.TURN_END, Step.DECLARED, Step.RESOLVED)
"""The moments of an interrupt, in the order of `window.moment` (W58)."""

ITEM = (
    ("is_melee", 1, "a melee weapon (RW7)"),
    ("two_hands", 1, "needs both hands"),
    ("reach", 1, "free hexes between / 2 (RW32)"),
    ("increment", 1, "range increment in yards / 25, 0: it does not shoot"),
    ("reload", 1, "AP to load again / 6"),
    ("damage", 1, "/ 4, at most 1 (W19)"),
    ("accuracy", 1, "W21, W22"),
    ("block", 1, "/ 2 (W35)"),
    ("properties", 4, "armour piercing, slicing, concussive, penetrating (RW9, W28)"),
    ("is_shield", 1, "it blocks shots too (W36)"),
    ("is_kit", 1, "a healing kit (W99)"),
)
CARRIED = (("is_melee", 1), ("is_ranged", 1), ("is_shield", 1), ("is_kit", 1))
"""What is said of each item stowed."""

BODY = (
    ("can_act", 1, "awake, neither helpless nor pinned"),
    ("is_down", 1, "unconscious or helpless"),
    ("is_dead", 1, "dead"),
    ("is_dying", 1, "RW11"),
    ("dying_rounds", 1, "full rounds / 5, at most 1"),
    *prefixed("main", ITEM),
    *prefixed("off", ITEM),
    *prefixed("natural", ITEM),
    ("reach", 1, "free hexes that its longest weapon in use reaches / 2, -1: none"),
    ("wounds", LEVELS, "wounds of each level / 5, light first (XW2)"),
    ("severity", 1, "of the worst wound / 5 (W7)"),
    ("npc", 1, "minion, standard, elite / 3 (W10)"),
    ("size", 1, "/ 7"),
    ("armour", 1, "Toughness of armour / 4 (RW9)"),
    ("action_points", 1, "AP / 24, at most 1 (XW2)"),
    ("initiative", 1, "/ 30, at most 1 (XW2)"),
    ("posture", NUM_POSTURES, "one-hot: standing, crouching, prone"),
    ("exhausted", 1, "RW12"),
    ("staggered", 1, "RW12"),
    ("helpless_rounds", 1, "/ 2 (W72)"),
    ("conditions", NUM_CONDITIONS, "levels / 3: bleeding, burning, hobbled, poisoned (RW12)"),
    ("defending", 1, "W78"),
    ("has_readied", 1, "an action is readied (RW26)"),
    ("long", 1, "AP still to be paid for a long action / 18 (W49)"),
    ("long_deed", NUM_DEEDS, "one-hot: which long action"),
    ("movement", 1, "movement points left / 10, at most 1 (W65)"),
    ("dash", 1, "/ 2 (W87)"),
    ("drag", 1, "AP of movement that a Drag allows / 4 (W90)"),
    ("grappling", 2, "it holds somebody, somebody holds it (RW34)"),
    ("pinned", 1, "W92"),
    ("harried", 1, "times / 3 (W79)"),
    ("distracted", 1, "times / 3 (W95)"),
    ("flanked", 1, "W32"),
    ("ignores", 1, "fighters whose flank it ignores / 3 (W34)"),
    ("shield", 1, "rounds of Force shield / 2 (RW19)"),
    ("effects", CHARM_EFFECTS, "of its magical item that are called up"),
    ("must_reload", 1, "its weapon is not loaded (RW7)"),
    ("water", NUM_WATERS - 1, "one-hot: knee, waist, deep (W68)"),
    ("underwater", 1, "W104"),
    ("climbing", 1, "W105"),
    ("mounted", 1, "it rides (W106)"),
    ("ridden", 1, "it is ridden"),
    ("uncontrolled", 1, "a mount out of control"),
    ("is_active", 1, "it is its turn"),
    ("turn_comes", 1, "its turn of this round is still to come (W42)"),
)
OWN_ONLY = (
    ("attributes", len(ATTRIBUTE_NAMES), "/ 5, Speed / 10 (RW3)"),
    ("skills", len(SKILL_NAMES), "/ 3"),
    ("stamina", 1, "points / 20 (W11)"),
    ("fatigue", 1, "of the normal maximum, at most 1 (W14)"),
    ("mana", 1, "points / 15 (W15)"),
    ("invested", 1, "points / 15 (W16)"),
    ("slots_left", LEVELS, "free wound slots / 5 (W4)"),
    ("spells", len(SPELL_NAMES), "those that it knows (RW19)"),
    ("readied", NUM_READIABLE, "one-hot: the readied action (W80)"),
    ("potions", 1, "/ 2"),
    ("pack", PACK * len(CARRIED), "each item stowed: melee, ranged, shield, kit (W81)"),
    ("near", 1, "an item lies in its hex"),
    ("hidden", 1, "XW1"),
    ("hurrying", 1, "W103"),
    ("round_gains", 2, "AP that a round start and a turn end give / 24 (W46, W47)"),
    ("points_most", 1, "most AP / 72 (W48)"),
    ("rate", 1, "movement rate now / 25 (W63)"),
    ("position", 2, "column and row / 32 and 16"),
    ("free_sides", 6, "whether one could go there, clockwise from north-east"),
    ("cost_sides", 6, "points that a yard there costs / 12, at most 1 (W68)"),
)
PLACE = (
    ("distance", 1, "hexes / 16, at most 1"),
    ("offset", 2, "columns and rows from oneself / 16, at most 1"),
    ("side", 6, "one-hot: which side of me it is on, clockwise from north-east"),
)
ALLY_ONLY = (
    *PLACE,
    ("stamina", 1, "points / 20 (W11)"),
    ("fatigue", 1, "of the normal maximum, at most 1 (W14)"),
    ("mana", 1, "points / 15"),
    ("hidden", 1, "XW1"),
    ("is_mount", 1, "I ride it"),
    ("slots_left", LEVELS, "free wound slots / 5"),
)
ENEMY_ONLY = (
    *PLACE,
    ("gap", 1, "free hexes between us / 16, at most 1 (RW32)"),
    ("in_my_reach", 1, "my longest weapon in use reaches it"),
    ("in_its_reach", 1, "its longest weapon in use reaches me"),
    ("in_line", 1, "nothing blocks the line"),
    ("cover", 1, "quarters of cover that it has from me / 4 (W30)"),
    ("bonus", 1, "posture, cover, flanking for my attacks on it / 7, at most 1"),
    ("is_rear", 1, "it ignores me (W34)"),
    ("ignored", 1, "I ignore it"),
    ("flanks_me", 1, "it helps to flank me"),
    ("i_flank", 1, "I help to flank it"),
    ("i_hold", 1, "I hold it in a grapple"),
    ("holds_me", 1, "it holds me"),
    ("is_faster", 1, "its initiative is above mine (W57)"),
    ("is_actor", 1, "it does what is under way"),
    ("is_target", 1, "what is under way is aimed at it"),
)
WINDOW = (
    ("window", NUM_WINDOWS, "one-hot: turn, interrupt, long, rebuff, ... (QW1-QW12)"),
    ("moment", NUM_MOMENTS, "one-hot: turn start, turn end, declared, resolved (W58)"),
    ("depth", 1, "interrupts under way / 3 (RW15)"),
    ("deed", NUM_DEEDS, "one-hot: what is under way (W72 to W106)"),
    ("role", 3, "one-hot: in its turn, an interrupt, a reaction"),
    ("is_mine", 1, "it is my own"),
    ("is_on_me", 1, "it is aimed at me"),
    ("is_by_ally", 1, "an ally does it"),
    ("is_on_ally", 1, "it is aimed at an ally"),
    ("cost", 1, "its AP / 18"),
    ("weapon", length_of(ITEM), "what it is done with, as for the hands"),
    ("rolled", 1, "the dice have fallen (XW4)"),
    ("natural", 1, "their sum / 18"),
    ("total", 1, "the result / 30, from -1 to 1; for who rolled"),
    ("defence", NUM_DEFENCES, "one-hot: what it is measured against (W112)"),
    ("defences", NUM_DEFENCES, "my own Defenses / 20, where I may choose (QW6)"),
    ("level", 1, "of the wound that threatens / 5"),
    ("yards", 1, "of a push, or of a Cling / 6"),
    ("split", 1, "points of my Cling / 30 (W89)"),
    ("round", 1, "round / round limit (RW31)"),
    ("sides", 2, "fighters able to act of mine and of those seen of theirs / 6"),
)

OWN_LENGTH = length_of(BODY) + length_of(OWN_ONLY)
ALLY_LENGTH = length_of(BODY) + length_of(ALLY_ONLY)
ENEMY_LENGTH = length_of(BODY) + length_of(ENEMY_ONLY)
WINDOW_LENGTH = length_of(WINDOW)


def observation_layout(max_side: int) -> Layout:
    """The named pieces: own, allies, enemies, window."""
    own, ally, enemy = BODY + OWN_ONLY, BODY + ALLY_ONLY, BODY + ENEMY_ONLY
    return make_layout(own, ally, enemy, WINDOW, max_side)
