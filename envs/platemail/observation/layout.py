"""The names of an observation's numbers, block by block; `observation/writer.py` writes them."""

from __future__ import annotations

from ...core.engine.layout import Layout, Rows, length_of, make_layout
from ..actions.orders import (
    ENEMY_DESCRIPTIONS,
)
from ..enums import (
    Act,
    Condition,
    Spell,
    Window,
)

NUM_ACTS = int(Act.STABILIZE)
NUM_CONDITIONS = len(Condition)
NUM_WINDOWS = int(Window.STANDING)
NUM_SPELLS = len(Spell)

WEAPON = (
    ("penetration", 1, "Penetration / 3 (P91-P121)"),
    ("two_hands", 1, "needs both hands"),
    ("reach", 1, "has Reach (RP19)"),
    ("range", 1, "range increment in squares / 6, 0: not for shooting (P107)"),
    ("missile_only", 1, "not for melee (RP39)"),
    ("thrown", 1, "is thrown (RP38)"),
    ("reload", 1, "0 none, 1/2 quick, 1 complex (P124)"),
    ("silent", 1, "does not break stealth (P125)"),
    ("critical", 1, "severs or dazes on a critical hit (P103, P105)"),
    ("entraps", 1, "entraps (P122)"),
    ("weapon_deflection", 1, "Deflection while Ready / 2 (P96, P102)"),
)
BODY = (
    *WEAPON,
    ("is_able", 1, "able to act"),
    ("is_fallen", 1, "Unconscious and dying (P46)"),
    ("is_stable", 1, "Unconscious and Stable (P48)"),
    ("wounds", 1, "Wounds / 4 (P45)"),
    ("second_weapon", 1, "a weapon in the left hand (RP19)"),
    ("shield_deflection", 1, "of the shield / 2 (P132-P134)"),
    ("shield_absorb", 1, "of the shield (P133)"),
    ("shield_cover", 1, "it gives Cover (P134)"),
    ("armour_deflection", 1, "of the armour / 3 (P126-P131)"),
    ("armour_absorb", 1, "of the armour / 3"),
    ("prone", 1, "RP10"),
    ("entrapped", 1, "by a net 1/2, by Bind 1 (RP47)"),
    ("limbs", 2, "legs and arms lost / 2 (RP20)"),
    ("dazed", 1, "actions / 4 (P89)"),
    ("terror", 1, "actions / 4 (P90)"),
    ("has_spell", 1, "a spell is Prepared (XP3)"),
    ("aimed", 1, "has just aimed (P66)"),
    ("carrying", 1, "carries somebody (RP42)"),
    ("did", 3, "in the last phase moved, was attacked, used a weapon (RP16)"),
    ("high_ground", 1, "stands high (P110)"),
    ("is_ward", 1, "the side loses with it"),
)
OWN_ONLY = (
    ("attributes", 3, "Strength, Dexterity, Will / 3 (RP1)"),
    ("skills", 3, "Stealth, Perception, Medical / 3 (RP1)"),
    ("attack_bonus", 1, "/ 4 (RP1)"),
    ("max_wounds", 1, "/ 6 (P42)"),
    ("loaded", 1, "the weapon in hand can be shot (P124)"),
    ("stock", 1, "thrown weapons / 3 (RP38)"),
    ("doses", 1, "of poison / 3 (RP21)"),
    ("carried", len(WEAPON), "the weapon of the other set, as above (RP38)"),
    ("spells", len(Spell), "known (RP23)"),
    ("prepared", len(Spell), "one-hot: the spell in hand (RP37)"),
    ("mends", 1, "left / 3"),
    ("focus", 1, "holds somebody bound (P76)"),
    ("hidden", 1, "share of the enemies who are Unaware (P56)"),
    ("stealth_roll", 1, "/ 23 (P55)"),
    ("position", 2, "column and row / 32 and 16"),
    ("edges", 4, "squares to the edge north, east, south, west / 6, at most 1"),
)
PLACE = (
    ("is_here", 1, "the slot is filled, the fighter not dead"),
    ("distance", 1, "squares / 16, at most 1"),
    ("offset", 2, "columns and rows from oneself / 16"),
)
ALLY_ONLY = (
    *PLACE,
    ("plan", 4, "its sealed order: it moves, strikes, shoots or casts, helps (XP1)"),
    ("plan_target", 1, "its order names the enemy who is closest to me"),
)
ENEMY_ONLY = (
    *PLACE,
    ("is_seen", 1, "I am aware of it and see it (P9, P31)"),
    ("is_blind", 1, "it is Unaware of me (P56)"),
    ("in_my_range", 1, "within my melee range (P25)"),
    ("in_its_range", 1, "I am within its melee range"),
    ("covered", 1, "it has Cover from me (P30)"),
)
WINDOW = (
    ("window", NUM_WINDOWS, "one-hot: first, condition, then, else, standing (QP1-QP5)"),
    ("first", NUM_ACTS, "one-hot: the first action as written, by the book's actions"),
    ("condition", NUM_CONDITIONS, "one-hot: IF as written (RP16)"),
    ("argument", 1, "its threshold / 12"),
    ("then", NUM_ACTS, "one-hot: THEN as written"),
    ("round", 1, "round / round limit (RP30)"),
    ("quiet", 1, "rounds without a Wound / 15 (RP30)"),
    ("sides", 2, "able fighters of mine and of theirs / 6"),
)


def _named(max_side: int) -> Rows:
    targets = max_side + ENEMY_DESCRIPTIONS
    return (
        *WINDOW,
        ("first_target", targets, "one-hot: enemy slot or description that the first names"),
        ("if_target", max_side, "one-hot: enemy slot that IF names"),
        ("then_target", targets, "one-hot: enemy slot or description that THEN names"),
    )


OWN_LENGTH = length_of(BODY) + length_of(OWN_ONLY)
ALLY_LENGTH = length_of(BODY) + length_of(ALLY_ONLY)
ENEMY_LENGTH = length_of(BODY) + length_of(ENEMY_ONLY)
WINDOW_LENGTH = length_of(WINDOW)


def observation_layout(max_side: int) -> Layout:
    """The named pieces: own, allies, enemies, window."""
    own, ally, enemy = BODY + OWN_ONLY, BODY + ALLY_ONLY, BODY + ENEMY_ONLY
    return make_layout(own, ally, enemy, _named(max_side), max_side)
