"""The layout of observations, block by block; `writer.py` and `body.py` write the numbers."""

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
    wholes,
)
from ...core.maps.square_grid import COMPASS
from ..enums import (
    Attribute,
    FreeAction,
    Kind,
    Maneuver,
    Part,
    Skill,
    Trigger,
    TurnAction,
    Window,
)
from ..state import GROUND_RANKS, HANDS, PACK, WEAPON_SLOTS
from ..tables import ACTION_POINTS, LEVEL_LIMIT, MAX_PARTS, RECKLESS_LIMIT

FAR = 16
"""Squares that count as 1 in a distance."""
WINDOWS = tuple(Window)[Window.HIDE :]
TRIGGERS = tuple(Trigger)[Trigger.LEAVING :]
ACTS = tuple(TurnAction)[TurnAction.MOVE :]
FIRST_WINDOW, FIRST_TRIGGER, FIRST_ACT = int(WINDOWS[0]), int(TRIGGERS[0]), int(ACTS[0])
MANEUVER_SKILLS = (Skill.ACROBATICS, Skill.ATHLETICS, Skill.THIEVERY)
"""The skills of maneuvers (D51)."""
SLOTS = ("main", "off", *(f"natural {slot}" for slot in range(1, WEAPON_SLOTS - HANDS + 1)))
PART_NUMBERS = tuple(map(str, range(MAX_PARTS)))
PLACES = tuple(map(str, range(PACK)))
MOST_STEPS = 12
"""Squares of the fastest Move."""

ITEM_PIECES = (
    flag("is_melee", "a melee weapon (RD18)"),
    flag("two_hands", "needs both hands"),
    count("reach", 5, "feet", "reach beyond 5 feet"),
    count("increment", 80, "feet", "range increment of shots, 0: it does not shoot (D75)"),
    flag("thrown", "made for throwing (D80)"),
    count("reload", 2, "AP", "AP to load it again"),
    count("critical", 2, "naturals", "naturals below 20 that threaten a critical hit (D47)"),
    count("parry", 2, "points", "modifier of its Parry, if not readied (RD18, RD31)", low=-1),
    flag("can_parry", "it can parry at all"),
    count(
        "effect", (2, 1, 1), "points", "effect of a critical hit (D46)",
        parts=("bleed", "dazed", "degree"),
    ),
    count("shield", 2, "points", "bonus of a shield (RD19)"),
)  # fmt: skip
CARRIED_PIECES = tuple(
    flag(name, meaning)
    for name, meaning in (
        ("is_melee", "a melee weapon"),
        ("is_ranged", "a weapon that shoots"),
        ("is_thrown", "a weapon made for throwing"),
        ("is_shield", "a shield"),
    )
)
TRAIT_PIECES = (
    flag("two_hands", "needs both hands"),
    count("bleed", 2, "points", "bleeding by a critical hit (D46)"),
    count("dazed", 1, "rounds", "daze by a critical hit (D46)"),
    count("reload", 2, "AP", "AP to load it again"),
    count("shield", 2, "points", "bonus of a shield (RD19)"),
)
"""The traits of an item that nobody holds, beyond its kind."""
GROUND_PIECES = (
    *CARRIED_PIECES,
    flag("sundered", "one more Sunder destroys it (RD17)"),
    count("offset", FAR, "squares", "where it lies (RD39)", parts=("columns", "rows"), low=-1),
    *TRAIT_PIECES,
)
STATE_PIECES = (
    count("size", 2, "categories", "size categories above medium (D53)", low=-1, static=True),
    count("armour", 10, "points", "armour and natural armour (D8, RD19)"),
    count("attack", 10, "points", "martial bonus and best attribute of an attack (D5)"),
    count("martial_bonus", 3, "points", "martial bonus (D6)", static=True),
    count("dexterity", 4, "points", "Dexterity", low=-1, static=True),
    count("constitution", 4, "points", "Constitution, -1: it has none (D14)", low=-1, static=True),
    count("speed", 12, "squares", "speed", parts=("on the ground", "in the air")),
    flag("prone", "prone (D59, D60)"),
    flag("flying", "aloft"),
    share("grappled", 2, "", "in a grapple, 1/2 if it is the one who holds (RD17)"),
    flag("exhausted", "its Stamina is spent (RD7, XD4)"),
    count("bleed", 4, "points", "Stamina lost a turn, cut off at 1 (RD12)"),
    count("dazed", 2, "turns", "turns dazed, cut off at 1 (RD9)"),
    count("stunned", 2, "turns", "turns stunned, cut off at 1 (RD9)"),
    flag("sickened", "sickened (D43)"),
    flag("confused", "confused (D38)"),
    flag("off_guard", "off guard (RD8)"),
    flag("defending", "it defends (D83)"),
    flag("shield_ready", "its shield is readied (D84)"),
    count("exposed", 3, "advantages", "that it gives by Cleave, Lunge, Charge (D70, D71)"),
    count("reactions", 5, "reactions", "reactions left (D89)"),
    count("action_points", ACTION_POINTS, "AP", "AP left (D62)"),
    count("attacks", 3, "actions", "Attack actions of its turn (D68)"),
    flag("must_reload", "its weapon is not loaded (RD18)"),
    flag("may_wake", "knocked out: it may wake at the start of its turn (D39)"),
    flag("is_spent", "unconscious by exhaustion: a critical save wakes it (RD7, RD49)"),
)
BODY_PIECES = (
    flag("is_conscious", "alive and conscious"),
    flag("is_down", "unconscious (D15)"),
    *prefixed("main", ITEM_PIECES),
    *prefixed("off", ITEM_PIECES),
    flag("slots", "weapons in use (RD42)", parts=SLOTS),
    count("reach", 15, "feet", "reach of its longest weapon in use"),
    share("injuries", 1, "", "destruction, -1: it has none (D26-D44)", parts=Part, low=-1),
    *STATE_PIECES,
    flag("sundered", "one more Sunder destroys what is held (RD17)", parts=("main", "off")),
    flag("is_active", "it is its turn"),
    share("turn_in", 1, "", "turns until its own, of those of all whom I know (D61, TD1)"),
    count("partner", MAX_SIDE, "slots", "who is in a grapple with it, by slot from 1 (RD17)"),
    count("aim", MAX_SIDE, "slots", "whom of the other side it attacked last, by slot from 1"),
)
OWN_PIECES = (
    *BODY_PIECES,
    share("stamina", 1, "", "Stamina left of all (D11)"),
    count("stamina_left", 40, "points", "Stamina left, cut off at 1"),
    count("exhaustion", 10, "points", "Exhaustion pool left, cut off at 1 (RD7)"),
    count("save_dc", 40, "points", "DC of the save of D17, cut off at 1"),
    count("attributes", 4, "points", "attributes (RD24)", parts=Attribute, low=-1, static=True),
    count("level", LEVEL_LIMIT, "levels", "level", static=True),
    count("skills", 10, "points", "modifiers of skills (RD36)", parts=Skill, low=-1),
    flag("free_used", "free actions used in this turn (RD21)", parts=FreeAction),
    flag(
        "pack", "items stowed: melee, ranged, thrown, shield (RD39)",
        parts=[f"{item} {piece.name}" for item in PLACES for piece in CARRIED_PIECES],
    ),
    flag("pack_sundered", "one more Sunder destroys it (RD17)", parts=PLACES),
    packed(
        "pack_traits",
        [piece for place in PLACES for piece in prefixed(place, TRAIT_PIECES)],
        "traits of the items stowed (RD18, RD39)",
    ),
    flag("quick_draw", "I draw thrown weapons freely in a Rapid Shot (D79)", static=True),
    count(
        "skill_disadvantage", 5, "disadvantages", "of maneuvers, by injuries and armour (RD16)",
        parts=MANEUVER_SKILLS, low=-1,
    ),
    count("stand_up", ACTION_POINTS, "AP", "AP to stand up, -1: I cannot (D32, D36)", low=-1),
    count("disadvantage", 5, "disadvantages", "of my attacks by injuries, exhaustion (D30, D37)"),
    count("defence", 15, "points", "my Defence Value now, less 10 (D8, D10)", low=-1),
    share("turns_left", 1, "", "turns of this round, that of now too, as in `turn_in` (TD1)"),
    *(
        piece
        for rank in range(GROUND_RANKS)
        for piece in prefixed(f"ground_{rank}", GROUND_PIECES)
    ),
    flag("hidden", "I am hidden (RD46)"),
    count("position", (32, 16), "squares", "where I stand", parts=("column", "row")),
    count(
        "open_squares", FAR, "squares", "squares ahead to an obstacle or the edge (H5, H6)",
        parts=COMPASS,
    ),
    share(
        "low_squares", 1, "", "nearness of the first low obstacle: 1 is next, 0 far away (D56)",
        parts=COMPASS,
    ),
    share(
        "high_squares", 1, "", "nearness of the first high obstacle: 1 is next, 0 far away (H3)",
        parts=COMPASS,
    ),
)  # fmt: skip
PLACE_PIECES = (
    count("distance", FAR, "squares", "distance from me, cut off at 1"),
    count("offset", FAR, "squares", "where it is, seen from me", parts=("columns", "rows"), low=-1),
)
ALLY_PIECES = (
    *BODY_PIECES,
    *PLACE_PIECES,
    share("stamina", 1, "", "Stamina left of all (D11)"),
    count("exhaustion", 10, "points", "Exhaustion pool left, cut off at 1 (RD7)"),
    flag("hidden", "it is hidden (RD46)"),
    count("save_dc", 40, "points", "DC of its save of D17 if it bleeds or is down"),
)
ENEMY_PIECES = (
    *BODY_PIECES,
    *PLACE_PIECES,
    count("defence", 15, "points", "its Defence Value now, less 10 (D8, D10)", low=-1),
    flag("in_my_reach", "my longest weapon in use reaches it (D69)"),
    flag("in_its_reach", "its longest weapon in use reaches me"),
    flag("in_line", "nothing high hides all of it"),
    share("cover", 2, "", "1/2 cover, 1 total cover from me (D56, D57)"),
    flag("flanked", "I flank it with an ally (D58)"),
    flag("heart_known", "I have located its heart (D42, XD2)"),
    flag("is_partner", "it is in a grapple with me (RD17)"),
    flag("aims_at_me", "its last attack was against me"),
    flag("is_attacker", "it makes the attack under way"),
    flag("is_target", "the attack under way is against it"),
    flag("is_provoker", "it provokes the reaction that is asked (RD14)"),
    count("columns_beyond", FAR, "columns", "columns of the offset beyond the first 16", low=-1),
    flag("in_its_line", "it reaches me or has a missile in hand, and nothing high hides all of me"),
    share("cover_from_it", 2, "", "if so, 1/2 cover, 1 total cover of mine (D56, D57)"),
    flag("had_trigger", "my Move has provoked it already (RD14)"),
    count("level", LEVEL_LIMIT, "levels", "level", static=True),
    flag("trained", "trained in skills of maneuvers (D50)", parts=MANEUVER_SKILLS, static=True),
)
WINDOW_PIECES = (
    one_hot("window", WINDOWS, "the decision at hand (QD1-QD10)"),
    count("steps_left", MOST_STEPS, "squares", "left of a Move step by step (RD13)"),
    share(
        "target_pack", 1, "", "I Steal from it: 1/4 melee, 1/2 thrown, 3/4 shoots, 1 shield (RD17)",
        parts=PLACES,
    ),
    one_hot("trigger", TRIGGERS, "what provokes the reaction (RD14)"),
    flag("attack", "an attack is under way that I know of"),
    flag("is_mine", "it is my own"),
    flag("is_on_me", "it is against me"),
    one_hot("kind", Kind, "its kind"),
    one_hot("maneuver", Maneuver, "the maneuver (D51)"),
    packed("weapon", ITEM_PIECES, "the weapon of the attack, as for the hands"),
    count("power", 3, "points", "Stamina on Power Attack or Deadly Aim (D73, D78)"),
    count("reckless", RECKLESS_LIMIT, "degrees", "degrees of Reckless Attack (D74)"),
    flag(
        "ways", "how it is made",
        parts=("lunge", "charge", "multiweapon", "cleave", "reactive attack"),
    ),
    count("shots", 2, "shots", "shots that follow (D79)"),
    count("penalty", 5, "disadvantages", "from earlier attacks (D68, D72, D79)", low=-1),
    count("net", 5, "advantages", "advantages less disadvantages, before my roll (RD1)", low=-1),
    count("edge", 20, "points", "bonus less Defence Value, before my roll", low=-1),
    flag("rolled", "the die has fallen"),
    count("natural", 20, "points", "the kept die (RD1)"),
    count("margin", 20, "points", "total less Defence Value, as announced (TD4, XD3)", low=-1),
    count("degrees", 6, "degrees", "degrees now (RD38, TD4)", low=-1),
    flag("critical", "a critical hit (D46, D47)"),
    one_hot("part", Part, "the kind of part chosen (D20)"),
    share(
        "target_parts", 1, "", "parts of my target: destruction, -1: none (QD4)",
        parts=PART_NUMBERS, low=-1,
    ),
    count(
        "target_classes", 5, "classes", "parts of my target: severity + 1 (QD4)", parts=PART_NUMBERS
    ),
    share("round", 1, "", "round of the round limit (RD35)"),
    count(
        "sides", MAX_SIDE, "fighters", "conscious fighters that I know of", parts=("mine", "theirs")
    ),
    flag("ambush", "one side may have begun hidden (D3)", static=True),
    flag("my_ambush", "it is my side (D3)", static=True),
    flag("full_choices", "my side is asked every choice of the book", static=True),
    count("rounds_left", 10, "rounds", "rounds left, this one too, cut off at 1 (RD35)"),
    one_hot("act", ACTS, "the action under way, of whose turn it is (D93)"),
    count(
        "path_end", FAR, "squares", "where its path ends, seen from me (RD13)",
        parts=("columns", "rows"), low=-1,
    ),
    flag("forced", "it acts by its confusion (RD10)"),
    count("total", 40, "points", "total of the attack roll, as announced (QD6, XD3)", low=-1),
    count("blows", 3, "weapons", "of a Multiweapon that may follow (D72)"),
)  # fmt: skip

PLACE, STATE, BODY = places(PLACE_PIECES), places(STATE_PIECES), places(BODY_PIECES)
GROUND = places(GROUND_PIECES)
OWN, ALLY = places(OWN_PIECES), places(ALLY_PIECES)
ENEMY, WINDOW = places(ENEMY_PIECES), places(WINDOW_PIECES)
PER = scales(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES)
FULL = wholes(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES)
ITEM_LENGTH, CARRIED_LENGTH = length_of(ITEM_PIECES), length_of(CARRIED_PIECES)
GROUND_LENGTH, TRAIT_LENGTH = length_of(GROUND_PIECES), length_of(TRAIT_PIECES)
OWN_LENGTH, ALLY_LENGTH = length_of(OWN_PIECES), length_of(ALLY_PIECES)
ENEMY_LENGTH, WINDOW_LENGTH = length_of(ENEMY_PIECES), length_of(WINDOW_PIECES)


def observation_layout(max_side: int) -> Layout:
    """The named pieces: own, allies, enemies, window."""
    return make_layout(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES, max_side)
