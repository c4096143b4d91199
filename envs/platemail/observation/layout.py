"""The meaning of each number of an observation, block by block; `writer.py` writes them."""

from __future__ import annotations

from ...core.engine.battle import MAX_SIDE
from ...core.engine.layout import (
    Layout,
    Pieces,
    count,
    flag,
    length_of,
    make_layout,
    one_hot,
    packed,
    places,
    scales,
    share,
    wholes,
)
from ...core.maps.square_grid import COLUMNS, COMPASS
from ..actions.table import ENEMY_DESCRIPTIONS, NEAR_SQUARES
from ..enums import Act, Condition, Description, Spell, Window
from ..tables import (
    ATTACK_BONUS_LIMIT,
    ATTRIBUTE_LIMIT,
    MEND_USES,
    QUIET_LIMIT,
    ROUND_LIMIT,
    SKILL_LIMIT,
    STOCK,
)

FAR = 16
"""Squares that count as 1 in a distance."""
ACTS = tuple(sorted(set(Act) - {Act.NOTHING, Act.DAZED, Act.TERROR, Act.CARRIED}))
"""The actions that a fighter can order."""
WINDOWS = tuple(Window)[Window.FIRST :]
FIRST_ACT, FIRST_WINDOW = int(ACTS[0]), int(WINDOWS[0])
ATTACKERS = 3
"""Attackers that count as 1."""
PLANS = ("moves", "strikes", "shoots or casts", "helps")
"""The kinds of an ally's order."""
LAST = ("attack", "guard", "shot", "spell")
"""The kinds of an action that was carried out, as `LAST_PLACE` places them."""
LAST_OTHER = ("fall back", "skulk", "help")
"""Further kinds of an action that was carried out."""
ORDERED = ("goes", "leaves", "hides", "charges", "strikes", "shoots", "casts", "helps")
"""The kinds of a directive, as `ORDER_KIND` numbers them; those of Defend and items are none."""
ASKED = ("reached", "down", "hurt", "done")
"""The kinds of a condition, as `CONDITION_KIND` numbers them."""
WAYS = 8
"""Most orders of the same action."""

WEAPON_PIECES = (
    count("penetration", 3, "points", "Penetration of the weapon in hand (P91-P121)"),
    flag("reach", "the weapon has Reach (RP19)"),
    count("range", 6, "squares", "range increment, 0: not for shooting (P107)"),
    flag("thrown", "the weapon is thrown (RP38)"),
    share("reload", 2, "", "Reload: 0 none, 1/2 quick, 1 complex (P124)"),
    flag("silent", "the weapon does not break stealth (P125)"),
    share("effect", 3, "", "it dazes 1/3 or severs 2/3 on a critical hit, entraps 1 (P103-P122)"),
    count("weapon_deflection", 2, "points", "Deflection while Ready (P96, P102)"),
    count("weapon_bonus", 3, "points", "attack bonus: the flail's, the fist's (P94, RP39)", low=-1),
    count("more_penetration", 2, "points", "in some attacks (P93, P99-P101)"),
)
LEFT_PIECES = WEAPON_PIECES[-4:]
"""The traits of a weapon in the left hand: it can neither reach nor be thrown."""
BELT_PIECES = (
    count("penetration", 3, "points", "Penetration of its weapon (P91-P121)"),
    flag("reach", "it has Reach (RP19)"),
    count("range", 6, "squares", "its range increment, 0: not for shooting (P107)"),
    flag("melee", "it is a melee weapon (RP39)"),
    flag("shield", "a shield goes with it (P132)"),
)
SHIELD_PIECES = (
    count("shield_deflection", 2, "points", "Deflection of the shield (P132-P134)"),
    count("shield_absorb", 1, "point", "Absorb of the shield (P133)"),
    flag("shield_cover", "the shield gives Cover (P134)"),
)
ARMOUR_PIECES = (
    count("armour_deflection", 3, "points", "Deflection of the armour (P126-P131)"),
    count("armour_absorb", 3, "points", "Absorb of the armour"),
    count("protects_limbs", 3, "points", "rolls that save a limb (P129, P135)"),
)
BODY_PIECES = (
    *WEAPON_PIECES,
    flag("is_able", "able to act"),
    count("dying", 4, "rounds", "dying: 1 and the rounds off its count, cut off (P46, P47, RP12)"),
    flag("is_stable", "Unconscious and Stable (P48)"),
    count("wounds", 4, "Wounds", "Wounds, cut off at 1 (P45)"),
    flag("second_weapon", "a weapon in the left hand (RP19)"),
    count("shots", STOCK, "shots", "thrown weapons left, a loaded weapon 3 (P124, RP38)"),
    flag("mounted", "mounted (RP44)", static=True),
    *SHIELD_PIECES,
    *ARMOUR_PIECES,
    flag("prone", "prone (RP10)"),
    share("entrapped", 1, "", "by a net 1/2, by Bind 1 (RP47)"),
    count("limbs", 2, "limbs", "limbs lost (RP20)", parts=("legs", "arms")),
    count("dazed", 4, "actions", "actions still to be lost (P89)"),
    count("terror", 4, "actions", "actions in Terror (P90)"),
    flag("has_spell", "a spell is Prepared (XP3)"),
    flag("aimed", "its last action was Aim (P66)"),
    flag("focus", "it keeps up a Bind (P76)"),
    share("carrying", 1, "", "1 it carries somebody, -1 somebody carries it (RP42)", low=-1),
    flag("moved", "it moved in the last phase (RP16)"),
    one_hot("last", LAST, "the kind of its action in the last phase (RP16)"),
    count("attackers", ATTACKERS, "fighters", "its attackers in the last round, cut off at 1"),
    flag("high_ground", "it stands on high ground (P110)"),
    flag("is_ward", "the side loses with it", static=True),
    packed("left", LEFT_PIECES, "the weapon in the left hand, as above (RP19)"),
    flag("netted", "a net holds it, whatever else does (RP47)"),
    one_hot("last_other", LAST_OTHER, "its action in the last phase, if of these kinds (RP16)"),
)
SHEET_PIECES = (
    count(
        "attributes", ATTRIBUTE_LIMIT, "points", "attributes (RP1)",
        parts=("strength", "dexterity", "will"), low=-1, static=True,
    ),
    count(
        "skills", SKILL_LIMIT, "points", "skills (RP1)",
        parts=("stealth", "perception", "medical"), static=True,
    ),
    count("attack_bonus", ATTACK_BONUS_LIMIT, "points", "Attack Bonus (RP1)", static=True),
    count("max_wounds", 6, "Wounds", "Max Wounds, cut off at 1 (P42)", static=True),
    count("doses", 3, "doses", "poison, cut off at 1 (RP21)"),
)  # fmt: skip
SPELL_PIECES = (
    one_hot("prepared", Spell, "the spell in hand (RP37)"),
    count("mends", MEND_USES, "uses", "uses of Mend left"),
)
OWN_PIECES = (
    *BODY_PIECES,
    *SHEET_PIECES,
    packed("carried", WEAPON_PIECES, "the weapon of the other set, as above (RP38)"),
    flag("spells", "spells that I know (RP23)", parts=Spell, static=True),
    *SPELL_PIECES,
    share("hidden", 1, "", "share of the enemies I know of who may be Unaware of me (P56)"),
    count("stealth_roll", 23, "points", "my last Stealth roll (P55)", low=-1),
    count("position", (32, 16), "squares", "where I stand", parts=("column", "row")),
    count(
        "open_squares", FAR, "squares", "squares to a wall or the edge that way, cut off at 1",
        parts=COMPASS,
    ),
    share("low_squares", 1, "", "1 / squares to the first low one that way (RP40)", parts=COMPASS),
    count(
        "high_squares", FAR, "squares", "where the nearest high ground is, cut off (P110)",
        parts=("columns", "rows"), low=-1,
    ),
    share("door_open", 1, "", "the nearest door is: 1 open, -1 closed (P77)", low=-1),
    count("door", FAR, "squares", "where it is, cut off", parts=("columns", "rows"), low=-1),
    flag("has_carried", "there is another set (RP38)"),
    packed("carried_left", LEFT_PIECES, "the left hand's weapon of the other set (RP38)"),
    packed("carried_shield", SHIELD_PIECES, "the shield of the other set (RP38)"),
    count("carried_shots", STOCK, "shots", "of the other set: as the shots in hand (RP38)"),
    count(
        "map", (32, 16), "squares", "size of the map", parts=("columns", "rows"), static=True
    ),
    flag("full_absorb", "Penetration is compared with the whole Absorb (RP6)", static=True),
    flag("plans_together", "allies see each other's orders (XP1)", static=True),
)  # fmt: skip
PLACE_PIECES = (
    flag("is_here", "the slot is filled, the fighter not dead"),
    count("distance", FAR, "squares", "distance from me, cut off at 1"),
    count("offset", FAR, "squares", "where it is, seen from me", parts=("columns", "rows"), low=-1),
    count("far_distance", COLUMNS - 1, "squares", "distance from me, not cut off"),
    packed("belt", BELT_PIECES, "the other set, at its belt (RP38)"),
)
ALLY_PIECES = (
    *BODY_PIECES,
    *PLACE_PIECES,
    one_hot("plan", PLANS, "the kind of the first action in its sealed order (XP1)"),
    flag("guards_me", "its order guards me (P68)"),
    *SHEET_PIECES,
    flag("spells", "spells that it knows (RP23)", parts=Spell, static=True),
    *SPELL_PIECES,
    share("hidden", 1, "", "share of the enemies I know of who may be Unaware of it (P56)"),
    flag("in_sight", "I see it (P31)"),
    count("binds", MAX_SIDE, "slots", "slot of the enemy whom its Bind holds, from 1 (P76)"),
    one_hot("order_first", ORDERED, "the kind of the first action in its sealed order (XP1)"),
    one_hot("order_if", ASKED, "the kind of IF in it (RP16)"),
    one_hot("order_then", ORDERED, "the kind of THEN in it"),
    one_hot("order_else", ORDERED, "the kind of ELSE in it"),
    flag("order_helps_me", "that directive of it is for me", parts=("first", "then", "else")),
)
ENEMY_PIECES = (
    *BODY_PIECES,
    *PLACE_PIECES,
    flag("is_seen", "I am aware of it and see it (P9, P31)"),
    flag("is_blind", "it may be Unaware of me (P56)"),
    flag("in_my_range", "it is within my melee range (P25)"),
    flag("in_its_range", "I am within its melee range"),
    flag("covered", "it has Cover from me (P30)"),
    flag("covers_me", "I have Cover from it (P30)"),
    flag("attacked", "in the last round it attacked (RP16)", parts=("me", "an ally")),
    share("named", 1, "", "share of my allies whose order names it (XP1)"),
    flag("attacked_ward", "in the last phase it attacked my side's ward (P18)"),
    flag("binds_me", "its Bind holds me (P76)"),
    count("binds", MAX_SIDE, "slots", "slot of the ally whom its Bind holds, from 1 (P76)"),
    flag("bound_by_me", "my Bind holds it (P76)"),
    flag("seen_casting", "I have seen it prepare, hold or release a spell (P19)"),
    flag("surprised", "I attacked it when it was Unaware of me, and it may still be (P58)"),
    share("unnoticed", 1, "", "share of my allies who are Unaware of it (RP36)"),
)
_WAYS = tuple(str(way) for way in range(1, WAYS + 1))
WINDOW_PIECES = (
    one_hot("window", WINDOWS, "the clause to write (QP1-QP5)"),
    share("details", 3, "", "details are asked of: 1/3 the first, 2/3 THEN, 1 ELSE (QP2, QP3)"),
    share("steps_left", 1, "", "share of the named steps that are left (P14)"),
    count("walk", 6, "squares", "where the named steps lead", parts=("columns", "rows"), low=-1),
    one_hot("first", ACTS, "the first action as written, by the book's actions"),
    one_hot("condition", Condition, "IF as written (RP16)"),
    count("argument", NEAR_SQUARES[-1], "squares or Wounds", "the threshold of IF"),
    one_hot("then", ACTS, "THEN as written, or ELSE while its details are asked"),
    share("round", 1, "", "round of the round limit (RP30)"),
    count("quiet", QUIET_LIMIT, "rounds", "rounds without a Wound (RP30)"),
    count("sides", MAX_SIDE, "fighters", "able fighters I know of", parts=("mine", "theirs")),
    count("rounds_left", ROUND_LIMIT, "rounds", "rounds to the limit, cut off at 1 (RP30)"),
    one_hot("first_way", _WAYS, "which of the orders of that action, as `Verb` has them (QP2)"),
    one_hot("first_spell", Spell, "the spell that the first prepares (QP9)"),
    count(
        "first_walk", 6, "squares", "where its steps or its direction lead (P14)",
        parts=("columns", "rows"), low=-1,
    ),
    one_hot("then_way", _WAYS, "as `first_way`, of that directive"),
    one_hot("then_spell", Spell, "the spell that it prepares"),
    count(
        "then_walk", 6, "squares", "where it leads", parts=("columns", "rows"), low=-1
    ),
    one_hot("else_kind", ORDERED, "the kind of ELSE, once it is written (QP4)"),
)  # fmt: skip


NAMED_BY_ALLY = 3
"""Pieces of `order_pieces`, each with a number more than a side has slots."""


def order_pieces(max_side: int) -> Pieces:
    """The enemies that an ally's order names: they end its block (XP1)."""
    named = (*(f"enemy_{slot}" for slot in range(max_side)), "described")
    return (
        one_hot("order_first_target", named, "enemy slot or description in its first action (XP1)"),
        one_hot("order_then_target", named, "the same of THEN"),
        one_hot("order_else_target", named, "the same of ELSE"),
    )


ATTACKS_BY_SLOT = 2
"""Pieces of `attack_pieces`, with a number for each slot of a side; the first leaves one out."""


def attack_pieces(max_side: int) -> Pieces:
    """The attacks of the last round: they end the block of an enemy (RP16)."""
    allies = tuple(f"ally_{slot}" for slot in range(max_side - 1))
    of_mine = flag(
        "assailants", "in the last round this one attacked it (RP16)", parts=(*allies, "me")
    )
    of_it = flag("attacked_slot", "in the last round it attacked this ally (RP16)", parts=allies)
    return (of_it, of_mine) if allies else (of_mine,)


def named_pieces(max_side: int) -> Pieces:
    """The enemies that an order names: they end the block of the decision at hand."""
    slots = tuple(f"enemy_{slot}" for slot in range(max_side))
    described = (*slots, *ENEMY_DESCRIPTIONS)
    allies = (*(f"ally_{slot}" for slot in range(max_side - 1)), Description.MOST_WOUNDED_ALLY)
    return (
        one_hot("first_target", described, "enemy slot or description that the first names"),
        one_hot("if_target", slots, "enemy slot that IF names"),
        one_hot("then_target", described, "the same of that directive"),
        one_hot("first_ally", allies, "ally slot or description that the first names (P68)"),
        one_hot("then_ally", allies, "the same of that directive"),
        flag("further", "targets of the attacks after its first one (QP3)", parts=described),
    )


WEAPON, PLACE, BODY = places(WEAPON_PIECES), places(PLACE_PIECES), places(BODY_PIECES)
SHEET, SPELLS = places(SHEET_PIECES), places(SPELL_PIECES)
OWN, ALLY = places(OWN_PIECES), places(ALLY_PIECES)
ENEMY, WINDOW = places(ENEMY_PIECES), places(WINDOW_PIECES)
PER = scales(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES)
FULL = wholes(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES)
OWN_LENGTH, ALLY_LENGTH = length_of(OWN_PIECES), length_of(ALLY_PIECES)
ENEMY_LENGTH, WINDOW_LENGTH = length_of(ENEMY_PIECES), length_of(WINDOW_PIECES)


def observation_layout(max_side: int) -> Layout:
    """The named pieces: own, allies, enemies, window."""
    window = (*WINDOW_PIECES, *named_pieces(max_side))
    ally = (*ALLY_PIECES, *order_pieces(max_side))
    enemy = (*ENEMY_PIECES, *attack_pieces(max_side))
    return make_layout(OWN_PIECES, ally, enemy, window, max_side)
