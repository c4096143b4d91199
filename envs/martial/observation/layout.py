"""The names of an observation's numbers, block by block; `observation/writer.py` writes them."""

from __future__ import annotations

from ...core.engine.layout import Layout, length_of, make_layout, prefixed
from ..enums import FreeAction, Kind, Maneuver, Part, Trigger, Window
from ..state import (
    PACK,
    WEAPON_SLOTS,
)
from ..tables import (
    ATTRIBUTE_NAMES,
    MAX_PARTS,
    SKILL_NAMES,
)

NUM_WINDOWS = int(Window.DIRECTION)
NUM_KINDS = len(Kind)
NUM_MANEUVERS = len(Maneuver)
NUM_TRIGGERS = int(Trigger.UNTRAINED)
NUM_PARTS = len(Part)
NUM_FREE = len(FreeAction)

ITEM = (
    ("is_melee", 1, "a melee weapon (RD18)"),
    ("two_hands", 1, "needs both hands"),
    ("reach", 1, "feet beyond 5 / 5"),
    ("increment", 1, "range increment of shots in feet / 80, 0: it does not shoot (D75)"),
    ("thrown", 1, "made for throwing (D80)"),
    ("reload", 1, "AP to load again / 2"),
    ("critical", 1, "naturals below 20 that threaten a critical hit / 2 (D47)"),
    ("parry", 1, "modifier of a Parry / 2 (RD18), of a shield when not readied (RD31)"),
    ("can_parry", 1, "it can parry at all"),
    ("effect", 3, "of a critical hit: bleed / 2, dazed, one more degree (D46)"),
    ("shield", 1, "bonus of a shield / 2 (RD19)"),
)
CARRIED = (("is_melee", 1), ("is_ranged", 1), ("is_thrown", 1), ("is_shield", 1))
"""What is said of each item stowed."""

BODY = (
    ("is_conscious", 1, "alive and conscious"),
    ("is_down", 1, "unconscious (D15)"),
    *prefixed("main", ITEM),
    *prefixed("off", ITEM),
    ("slots", WEAPON_SLOTS, "weapons in use: the hands, then natural ones (RD42)"),
    ("reach", 1, "feet that its longest weapon in use reaches / 15"),
    ("injuries", NUM_PARTS, "by kind of part: share of destruction, -1: it has none (D26-D44)"),
    ("size", 1, "categories above medium / 2 (D53)"),
    ("armour", 1, "armour and natural armour / 10 (D8, RD19)"),
    ("attack", 1, "martial bonus and best attribute of a blow / 10 (D5)"),
    ("martial_bonus", 1, "/ 3 (D6)"),
    ("dexterity", 1, "/ 4"),
    ("constitution", 1, "/ 4, -1: it has none (D14)"),
    ("speed", 2, "squares on the ground and in the air / 12"),
    ("prone", 1, "D59, D60"),
    ("flying", 1, "aloft"),
    ("grappled", 1, "in a grapple, 1/2 if it is the one who holds (RD17)"),
    ("exhausted", 1, "Stamina is spent (RD7, XD4)"),
    ("bleed", 1, "Stamina lost a turn / 4 (RD12)"),
    ("dazed", 1, "its turns / 2 (RD9)"),
    ("stunned", 1, "its turns / 2 (RD9)"),
    ("sickened", 1, "D43"),
    ("confused", 1, "D38"),
    ("off_guard", 1, "RD8"),
    ("defending", 1, "D83"),
    ("shield_ready", 1, "D84"),
    ("exposed", 1, "advantages that it gives by Cleave, Lunge, Charge / 3 (D70, D71)"),
    ("reactions", 1, "left / 5 (D89)"),
    ("action_points", 1, "AP left / 3 (D62)"),
    ("attacks", 1, "Attack actions of its turn / 3 (D68)"),
    ("must_reload", 1, "its weapon is not loaded (RD18)"),
    ("is_active", 1, "it is its turn"),
    ("turn_comes", 1, "its turn of this round is still to come (D61)"),
)
OWN_ONLY = (
    ("stamina", 1, "points left / all (D11)"),
    ("stamina_left", 1, "points left / 40, at most 1"),
    ("exhaustion", 1, "points of the Exhaustion pool left / 10 (RD7)"),
    ("save_dc", 1, "DC of the save of D17 / 40, at most 1"),
    ("attributes", len(ATTRIBUTE_NAMES), "Strength to Wisdom / 4 (RD24)"),
    ("level", 1, "/ 10"),
    ("skills", len(SKILL_NAMES), "modifiers / 10 (RD36)"),
    ("free_used", NUM_FREE, "free actions of this turn, in the order of `FreeAction` (RD21)"),
    ("pack", PACK * len(CARRIED), "each item stowed: melee, ranged, thrown, shield (RD39)"),
    ("near", 2, "a weapon, a shield lies within reach (RD39)"),
    ("hidden", 1, "RD46"),
    ("position", 2, "column and row / 32 and 16"),
    ("walls", 8, "whether an obstacle or the edge is next, clockwise from north"),
)
PLACE = (
    ("distance", 1, "squares / 16, at most 1"),
    ("offset", 2, "columns and rows from oneself / 16"),
)
ALLY_ONLY = (
    *PLACE,
    ("stamina", 1, "points left / all (D11)"),
    ("exhaustion", 1, "points of the Exhaustion pool left / 10 (RD7)"),
    ("hidden", 1, "RD46"),
)
ENEMY_ONLY = (
    *PLACE,
    ("defence", 1, "Defence Value as it stands now, 10 less / 15 (D8, D10)"),
    ("in_my_reach", 1, "my longest weapon in use reaches it (D69)"),
    ("in_its_reach", 1, "its longest weapon in use reaches me"),
    ("in_line", 1, "nothing high hides all of it"),
    ("cover", 1, "1/2 cover, 1 total cover from me (D56, D57)"),
    ("flanked", 1, "I flank it with an ally (D58)"),
    ("heart_known", 1, "I have located its heart (D42, XD2)"),
    ("is_partner", 1, "it is in a grapple with me (RD17)"),
    ("is_attacker", 1, "it makes the attack under way"),
    ("is_target", 1, "the attack under way is against it"),
    ("is_provoker", 1, "it provokes the reaction that is asked (RD14)"),
)
WINDOW = (
    ("window", NUM_WINDOWS, "one-hot: hide, turn, riders, reactive_attack, ... (QD1-QD10)"),
    ("trigger", NUM_TRIGGERS, "one-hot: leaving, shooting, standing, untrained (RD14)"),
    ("attack", 1, "an attack is under way that one knows of"),
    ("is_mine", 1, "it is my own"),
    ("is_on_me", 1, "it is against me"),
    ("kind", NUM_KINDS, "one-hot: melee, shot, throw, maneuver"),
    ("maneuver", NUM_MANEUVERS, "one-hot, in the book's order (D51)"),
    ("weapon", length_of(ITEM), "what it is made with, as for the hands"),
    ("power", 1, "Stamina on Power Attack or Deadly Aim / 3 (D73, D78)"),
    ("reckless", 1, "degrees of Reckless Attack / 6 (D74)"),
    ("ways", 5, "Lunge, Charge, Multiweapon, Cleave, Reactive Attack"),
    ("shots", 1, "shots that follow / 2 (D79)"),
    ("penalty", 1, "disadvantages of earlier attacks / 5 (D68, D72, D79)"),
    ("net", 1, "advantages less disadvantages / 5, before my roll (RD1)"),
    ("edge", 1, "bonus less Defence Value / 20, before my roll"),
    ("rolled", 1, "the die has fallen"),
    ("natural", 1, "the kept die / 20 (RD1)"),
    ("margin", 1, "total less Defence Value / 20; for attacker and target (XD3)"),
    ("degrees", 1, "degrees so far / 6; for attacker and target (RD38)"),
    ("critical", 1, "D46, D47"),
    ("part", NUM_PARTS, "one-hot: the kind of part chosen (D20)"),
    ("target_parts", MAX_PARTS, "of my target, by number: destruction, -1: none (QD4)"),
    ("target_classes", MAX_PARTS, "of my target, by number: severity + 1 / 5 (QD4)"),
    ("round", 1, "round / round limit (RD35)"),
    ("sides", 2, "conscious fighters of mine and of those seen of theirs / 6"),
    ("ambush", 1, "one side may have begun hidden (D3)"),
)

OWN_LENGTH = length_of(BODY) + length_of(OWN_ONLY)
ALLY_LENGTH = length_of(BODY) + length_of(ALLY_ONLY)
ENEMY_LENGTH = length_of(BODY) + length_of(ENEMY_ONLY)
WINDOW_LENGTH = length_of(WINDOW)


def observation_layout(max_side: int) -> Layout:
    """The named pieces: own, allies, enemies, window."""
    own, ally, enemy = BODY + OWN_ONLY, BODY + ALLY_ONLY, BODY + ENEMY_ONLY
    return make_layout(own, ally, enemy, WINDOW, max_side)
