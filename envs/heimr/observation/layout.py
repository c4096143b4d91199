"""The numbers of an observation, block by block; `writer.py` and `body.py` write them.

The block of the fighter itself holds its hidden numbers (XH1, XH2, XH5, XH6). The blocks of allies
hold their HP, willpower and fatigue; those of enemies hold only the figures that Insight has shown.
"""

from __future__ import annotations

from dataclasses import replace

from ...core.engine.battle import MAX_FIGHTERS, MAX_SIDE
from ...core.engine.layout import (
    Layout,
    Pieces,
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
from ...core.engine.seats import named
from ..enums import BodyPart, Defence, Direction, Effect, Skill, Trigger, Window
from ..state import PACK
from ..tables import BODY_PARTS

FULL_RANGE = 6
"""Squares that count as 1 in a range."""
WINDOWS = tuple(Window)[Window.START :]
DEFENCES = tuple(Defence)[Defence.DODGE :]
TRIGGERS = tuple(Trigger)[Trigger.ENTERS :]
FIRST_WINDOW, FIRST_DEFENCE = int(WINDOWS[0]), int(DEFENCES[0])
FIRST_TRIGGER = int(TRIGGERS[0])
PARTS = tuple(BodyPart)[:BODY_PARTS]
EFFECTS = (Effect.STUMBLE, Effect.DAZE)
"""The effects that skills of the data call and that no other piece shows."""
SKILLS = tuple(skill for skill in Skill if skill != Skill.COMBAT_MOBILITY)
"""Combat mobility only adds HP, which are shown."""
CALLED = (Effect.STUMBLE, Effect.FALL, Effect.DROP, Effect.DAZE)
"""The effects that are called on hits, of which the first three by skills."""
GROUND = 3
"""Items on the ground that are shown, the nearest first."""
OWN_CLUSTER = 8
"""The number of one's own cluster; those of the others are lower."""
ACT_KINDS = (
    "other", "weapon attack", "hit", "bind", "bash", "shove", "charge", "move", "item", "rest",
)  # fmt: skip
"""Kinds of what is under way, as `body.KIND_OF` numbers them."""

SIDES = "1 north, 2 east, 3 south, 4 west"

ITEM_PIECES = (
    count("damage", 3, "HP", "HP of a hit (RH2)"),
    count("bonus", 5, "points", "potential of attacks, parries, blocks (RH31)"),
)


def of_kind(pieces: Pieces) -> Pieces:
    """The same pieces of the sheet of a kind, which all know (HH38)."""
    return tuple(
        replace(piece, meaning=f"{piece.meaning}, of its kind (XH6, HH38)") for piece in pieces
    )


SWORD_PIECES = (
    *ITEM_PIECES,
    count("range", FULL_RANGE, "squares", "range, -1: melee, 0: no weapon", low=-1),
)
CARRIED = ("melee weapon", "other")
"""Kinds of items that are not in hand."""
ABILITY_PIECES = (
    count("dice", 6, "dice", "consistency (H37)", low=-1),
    count("potential", 6, "points", "potential", low=-1),
)
PACK_PIECES = (
    count("damage", 3, "HP", "HP of a hit (RH2)"),
    count("range", FULL_RANGE, "squares", "range, -1: melee, 0: no weapon", low=-1),
    count("dice", 6, "dice", "best consistency of my kind with it (H37, HH38)", low=-1),
)
POWERS, POISONED = "1 Mend, 2 Rage, 3 poison, 4 the next hit is poisoned", 4
"""Powers of races, as `sheets.POWER_OF` numbers them."""
PREROLL_PIECES = (
    one_hot("defence", DEFENCES, "the pre-roll (XH4)"),
    count("defence_value", 16, "points", "of the pre-roll (XH4)", low=-1),
    flag("defence_fails", "the pre-roll does not reach the fatigue (XH4)"),
    count("defence_d6", 6, "points", "d6 of the pre-roll, which tires below the fatigue (H126)"),
)
BODY_PIECES = (
    flag("can_act", "awake and not dazed (H26, H128)"),
    flag("is_down", "asleep or unconscious (H128 to H130)"),
    flag("is_out", "dead or fled: its block says nothing else (RH28)"),
    *prefixed("sword", SWORD_PIECES),
    *prefixed("off", ITEM_PIECES),
    share("off_item", 3, "", "in its off-hand: 1 a weapon, 2 a shield, 3 a light (H107, H156)"),
    flag("missile", "a missile is drawn (RH29)"),
    flag("pack", "in its pack within reach, not concealed (H97, XH6)", parts=CARRIED),
    count("missiles", 12, "missiles", "missiles in the quiver, cut off at 1"),
    count("armour", 4, "HP", "HP that its armour adds (RH1)"),
    count("wear", 3, "counters", "damage counters of the armour (RH4)"),
    flag("ignores_stumble", "its armour ignores one more Stumble (RH62)"),
    count("usual_hp", 8, "HP", "HP of its kind when unhurt (RH1, HH38)", static=True),
    flag("injured", "injured parts (H32)", parts=PARTS),
    flag("prone", "prone (H127)"),
    flag("climbing", "it climbs (H136)"),
    count("height", 4, "levels", "height, cut off at 1 (H151)"),
    *PREROLL_PIECES,
    count("uses", 3, "times", "defences since its turn (H121)", parts=("dodges", "blocks")),
    share("parried", 3, "", "weapons that have parried: 1 sword hand, 2 off-hand, 3 both (H122)"),
    flag("ongoing", "an ongoing action: -2 on all defences (H81)"),
    flag("dodge_ready", "the Dodge action (RH60)"),
    count("effects", 4, "seconds", "seconds that an effect lasts, cut off at 1", parts=EFFECTS),
    count("fall_lasts", 4, "seconds", "seconds that a Fall lasts, cut off at 1 (H23)"),
    share("stumble_side", len(Direction), "", f"border that its Stumble closes: {SIDES} (H64)"),
    share("cluster", OWN_CLUSTER, "", "number of its cluster, 1: mine, 0: none (H51)"),
    named("holds", "whom it holds (H112)"),
    flag("held", "it is held (H113)"),
    share(
        "held_part",
        len(BodyPart),
        "",
        "part by which it is held: 1 the torso, 2 and 3 the "
        "sword arm and the other, 4 and 5 the right leg and the left, 6 hands, 7 feet (H113)",
    ),
    share("guards", 4, "", "it guards 1 an ally, 2 a border, 3 items, 4 the location (H88)"),
    named("guarded", "the ally whom it guards (H139)"),
    share("guarded_border", len(Direction), "", f"the border that it guards: {SIDES} (H143)"),
    flag("struck_late", "its attack as a guard is used until its turn (RH47)"),
    share("upcoming", 2, "", "an action in progress: 1 a Crawl, 2 a Breather (XH3)"),
    share("crawls", len(Direction), "", f"where it crawls: {SIDES} (H94, XH3)"),
    flag("has_readied", "an action is readied, whatever it is (XH2)"),
    named("attacked", "whom it attacked last"),
    count("chase", 4, "squares", "gap to the fighter that it pursues, -1: it flees (RH55)", low=-1),
    named("quarry", "whom it pursues off the field (RH55)"),
    count("turn_in", MAX_FIGHTERS, "turns", "turns until its own (H44)"),
)
WAY_PIECES = (
    count("open_squares", 4, "squares", "locations to walk to that way, -1: off the field "
          "(H7, RH55)", parts=Direction, low=-1),
    count("rise", 4, "levels", "height of the next ground over mine (H151)", parts=Direction,
          low=-1),
    count("barrier", 3, "points", "toughness of the barrier, cut off at 1 (H150)",
          parts=Direction),
    count("crossing", 12, "points", "CR to cross or to climb it, cut off at 1 (H149, H154)",
          parts=Direction),
    count("cover", 5, "points", "concealment in the next location, cut off at 1 (H155)",
          parts=Direction),
    flag("guarded_way", "an enemy guards the border or the next location (H143)",
         parts=Direction),
    flag("difficult_way", "the next location is difficult terrain (H147)", parts=Direction),
    count("room", 4, "fighters", "who may still cross, -1: none, 0: any number (H148)",
          parts=Direction, low=-1),
    count("wall", 4, "levels", "height of the barrier, -1: no climb leads up there (H154, H174)",
          parts=Direction, low=-1),
)  # fmt: skip
RAY_PIECES = tuple(
    share(name, 1, "", f"nearness of {what} that way, 1: next, 0: none", parts=Direction)
    for name, what in (
        ("cover_squares", "a location with concealment (H155)"),
        ("difficult_squares", "difficult terrain (H147)"),
        ("high_squares", "ground higher than where I stand (H151)"),
        ("object_squares", "an object to climb (H154)"),
        ("fire_squares", "a location with a fire (H156)"),
    )
)
GROUND_PIECES = (
    flag("item", "an item on the ground, the nearest first (H100)", parts=CARRIED),
    count("offset", 4, "squares", "where it is, seen from me", parts=("columns", "rows"), low=-1),
    count("place", 8, "places", "its number in the actions (H100)"),
    *PACK_PIECES[:2],
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
    *prefixed("climbing", ABILITY_PIECES),
    count("senses", 6, "dice", "consistency", parts=("survival", "perception"), low=-1),
    count("senses_potential", 6, "points", "potential", parts=("survival", "perception"), low=-1),
    count("social", 6, "dice", "consistency", parts=("persuasion", "insight"), low=-1, static=True),
    count("skills", 3, "levels", "levels of skills (RH6)", parts=SKILLS, static=True),
    flag(
        "free_use",
        "a use without willpower is spent, of a skill, of an item or the race (RH62)",
        parts=("skill", "other"),
    ),
    share("power", POISONED, "", f"of my race, that is left: {POWERS} (RH62)"),
    count("rage", 5, "turns", "of a rage without an attack, cut off at 1 (RH1)"),
    *(piece for place in range(PACK) for piece in prefixed(f"pack_{place + 1}", PACK_PIECES)),
    flag("bag", "in the bag (H100)"),
    share(
        "concealed",
        PACK + 3,
        "",
        "place of the item that I conceal: from 1 on the pack, 4 the bag, 5 and 6 the hands (H101)",
    ),
    flag("standard", "the standard action is used (H80)"),
    one_hot("readied", ACT_KINDS, "the kind of the readied action (XH2)"),
    one_hot("trigger", TRIGGERS, "its trigger (XH2)"),
    named("trigger_by", "the fighter whom the trigger names (XH2)"),
    flag("caught", "I was caught and cannot flee before a breather (HH45)"),
    count("position", 4, "squares", "where I stand", parts=("column", "row")),
    count(
        "ground",
        (1, 5, 3, 4),
        "levels",
        "my location (H147, H151, H155, H156)",
        parts=("difficult", "concealment", "darkness", "object"),
    ),
    share(
        "climbs_on",
        len(Direction) + 1,
        "",
        f"what I climb: the border {SIDES}, 5 the object (H136)",
    ),
    *WAY_PIECES,
    *RAY_PIECES,
    count(
        "exit",
        4,
        "squares",
        "the nearest location with an exit, seen from me (RH55)",
        parts=("columns", "rows"),
        low=-1,
    ),
    flag("field_has_exit", "the field on which I stand has an exit (RH55)"),
    *(piece for place in range(GROUND) for piece in prefixed(f"ground_{place}", GROUND_PIECES)),
    flag("hidden", "I am hidden (XH1)"),
    count("hide", 16, "points", "result of Hide (XH1)", low=-1),
)
PLACE_PIECES = (
    count("offset", 4, "squares", "where it is, seen from me", parts=("columns", "rows"), low=-1),
    count("distance", 8, "turns", "turns to get there, cut off at 1 (H55)"),
)
PART_PIECES = (
    flag("is_actor", "it carries out the action under way"),
    flag("is_target", "the action under way is aimed at it"),
)
ALLY_PIECES = (
    *BODY_PIECES,
    *PLACE_PIECES,
    *POOL_PIECES,
    *PART_PIECES,
    *of_kind(prefixed("usual_weapon", ABILITY_PIECES)),
    share(
        "readied",
        len(ACT_KINDS) - 1,
        "",
        "kind of its readied action, as in `own.readied`, from 0 on (XH2)",
    ),
    share("trigger", len(TRIGGERS), "", "its trigger, as in `own.trigger`, from 1 on (XH2)"),
    named("trigger_by", "the fighter whom its trigger names (XH2)"),
    count("treated", 30, "turns", "turns of surgery on it (RH58)"),
    flag("hidden", "it is hidden (XH1)"),
    count("hide", 16, "points", "result of its Hide (XH1)", low=-1),
)
ENEMY_PIECES = (
    *BODY_PIECES,
    *PLACE_PIECES,
    flag("hidden", "it is hidden from me; the place is the last one known (XH1, RH50)"),
    count("concealment", 5, "points", "effectiveness against me, cut off at 1 (H131)"),
    count("my_concealment", 5, "points", "of mine against it, cut off at 1 (H131)"),
    flag("blind", "I stand in a blind spot of it (H157)"),
    flag("in_my_blind", "it stands in a blind spot of mine (H157)"),
    flag("inside", "I may brawl with it unpunished (H110)"),
    flag("inside_mine", "it may brawl with me unpunished (H110)"),
    flag("unseen", "I am hidden from it (H132)"),
    flag("caught", "it was caught and cannot flee before a breather (HH45)"),
    share("power", POISONED, "", f"of its race, that is left: {POWERS} (RH62)"),
    count(
        "exit",
        4,
        "squares",
        "where it has left the field, seen from me (RH55)",
        parts=("columns", "rows"),
        low=-1,
    ),
    count(
        "usual_hit", 4, "HP", "HP of the best skill of its kind in attack (RH6, HH38)", static=True
    ),
    *of_kind(prefixed("usual_weapon", ABILITY_PIECES)),
    flag("sized_up", "its figures are those of my Insight (XH5)"),
    *POOL_PIECES,
    *PART_PIECES,
)
WINDOW_PIECES = (
    one_hot("window", WINDOWS, "the decision at hand (QH1 to QH14)"),
    one_hot("act", ACT_KINDS, "the kind of the action under way"),
    flag("is_mine", "it is my own"),
    flag("is_on_me", "it is aimed at me"),
    flag("is_by_ally", "it is an ally's"),
    flag("is_on_ally", "it is aimed at an ally"),
    flag("out_of_turn", "readied, provoked, or by a guard"),
    flag("aimed", "at a body part or an item (H117)"),
    share("aim", len(PARTS) + 2, "", "what it is aimed at: from 1 on the parts, 6 and 7 what the "
          "sword hand and the off-hand hold (H117, RH16)"),
    flag("off_hand", "it is an attack with the off-hand"),
    flag("both", "another weapon strikes afterwards (RH14)"),
    share("way", len(Direction), "", f"where the movement leads: {SIDES} (H89)"),
    named("guard", "the guard in its way (H140, H143)"),
    flag("takes_weapon", "the item that I take in one of both hands is a weapon (H107)"),
    count("total", 16, "points", "total of the attack", low=-1),
    flag("hit", "it has hit"),
    one_hot("part", PARTS, "the part that is hit (H116)"),
    count("damage", 4, "HP", "damage, cut off at 1"),
    one_hot("effect", CALLED, "the effect that is called (RH6)"),
    count("seconds", 4, "seconds", "of the effect that is called, cut off at 1"),
    count("challenge", 12, "points", "CR to be met (H18)", low=-1),
    count("chase_roll", 16, "points", "roll of my quarry, -1: exhausted (H76, H78)", low=-1),
    flag("quarry_climbs", "my quarry flees over terrain that is climbed (H79)"),
    count("roll", 16, "points", "my own roll that has failed (H19)", low=-1),
    count("darkness", 3, "levels", "darkness (H155)"),
    count("weather", 3, "levels", "weather"),
    share("round", 1, "", "round of the round limit (RH28)"),
    count(
        "sides", MAX_SIDE, "fighters", "fighters able to act that I know of",
        parts=("mine", "theirs"),
    ),
    flag("full_choices", "the side has the windows of full choices", parts=("mine", "theirs"),
         static=True),
    flag("blind_spots", "the module of blind spots is on (RH56)", static=True),
    count("field", 5, "squares", "size of the field (H5)", parts=("columns", "rows"), static=True),
)  # fmt: skip

ABILITY, POOL = places(ABILITY_PIECES), places(POOL_PIECES)
PLACE, BODY, WAYS = places(PLACE_PIECES), places(BODY_PIECES), places(WAY_PIECES)
RAYS = places(RAY_PIECES)
ON_GROUND, PART = places(GROUND_PIECES), places(PART_PIECES)
OWN, ALLY = places(OWN_PIECES), places(ALLY_PIECES)
ENEMY, WINDOW = places(ENEMY_PIECES), places(WINDOW_PIECES)
IN_PACK = places(PACK_PIECES)
PER = scales(
    ABILITY_PIECES, GROUND_PIECES[:3], OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES
)
SWORD_LENGTH, ITEM_LENGTH = length_of(SWORD_PIECES), length_of(ITEM_PIECES)
GROUND_LENGTH, PACK_LENGTH = length_of(GROUND_PIECES), length_of(PACK_PIECES)
OWN_LENGTH, ALLY_LENGTH = length_of(OWN_PIECES), length_of(ALLY_PIECES)
ENEMY_LENGTH, WINDOW_LENGTH = length_of(ENEMY_PIECES), length_of(WINDOW_PIECES)


def observation_layout(max_side: int) -> Layout:
    """The named pieces: own, allies, enemies, window."""
    return make_layout(OWN_PIECES, ALLY_PIECES, ENEMY_PIECES, WINDOW_PIECES, max_side)
