"""The names of an observation's numbers, block by block; `observation/writer.py` writes them.

What is hidden (XH1, XH2, XH5, XH6) stands in the block of oneself, HP, willpower and fatigue also
in those of allies, of enemies only as Insight has shown them.
"""

from __future__ import annotations

from ...core.engine.layout import Layout, length_of, make_layout, prefixed
from ..actions.table import READIABLE
from ..enums import (
    Defence,
    Skill,
    Trigger,
    Window,
)
from ..tables import BODY_PARTS, DIRECTIONS

NUM_WINDOWS = int(Window.CHASE)
NUM_DEFENCES = len(Defence) - 1
NUM_TRIGGERS = len(Trigger) - 1
NUM_READIABLE = len(READIABLE)
NUM_SKILLS = len(Skill)
DEED_KINDS = 10

ITEM = (
    ("damage", 1, "HP of a hit / 3 (RH2)"),
    ("bonus", 1, "potential of attacks, parries, blocks / 5 (RH31)"),
    ("range", 1, "squares / 6, -1: melee, 0: no weapon"),
)
ABILITY = (
    ("dice", 1, "consistency / 6 (H37)"),
    ("potential", 1, "potential / 6"),
)
BODY = (
    ("can_act", 1, "awake and not dazed (H26, H128)"),
    ("is_down", 1, "asleep or unconscious (H128 to H130)"),
    ("is_out", 1, "dead or fled (RH28)"),
    *prefixed("sword", ITEM),
    *prefixed("off", ITEM),
    ("missile", 1, "a missile is drawn (RH29)"),
    ("armour", 1, "HP that its armour adds / 4 (RH1)"),
    ("injured", BODY_PARTS, "torso, sword arm, other arm, right leg, left leg (H32)"),
    ("prone", 1, "H127"),
    ("climbing", 1, "H136"),
    ("height", 1, "/ 4 (H151)"),
    ("defence", NUM_DEFENCES, "one-hot: the pre-roll is a dodge, a block, a parry (XH4)"),
    ("defence_value", 1, "of the pre-roll / 16, from -1 to 1 (XH4)"),
    ("defence_fails", 1, "it does not reach the fatigue (XH4)"),
    ("uses", 2, "dodges and blocks since its turn / 3 (H121)"),
    ("ongoing", 1, "-2 on all defences (H81)"),
    ("dodge_ready", 1, "the Dodge action (RH60)"),
    ("effects", 4, "seconds of stumble, daze, bind, weaken / 4"),
    ("in_cluster", 1, "H51"),
    ("holds", 1, "it holds somebody (H112)"),
    ("held", 1, "somebody holds it (H113)"),
    ("guards", 1, "something or somebody (H88)"),
    ("upcoming", 1, "an action in progress (XH3)"),
    ("has_readied", 1, "an action is readied, whatever it is (XH2)"),
    ("turn", 1, "turns until its own / 12 (H44)"),
)
OWN_ONLY = (
    ("hp", 1, "/ 6, from -1 to 1"),
    ("wp", 1, "/ 8"),
    ("fatigue", 1, "/ 12, at most 1"),
    ("fatigue_above", 1, "above its base / 8 (H103)"),
    ("tired", 1, "fatigue has risen since its turn began (H73)"),
    *prefixed("weapon", ABILITY),
    *prefixed("shield", ABILITY),
    *prefixed("brawl", ABILITY),
    *prefixed("agility", ABILITY),
    ("senses", 2, "consistency of Survival and Perception / 6"),
    ("skills", NUM_SKILLS, "levels / 3 (RH6)"),
    ("standard", 1, "the standard action is used (H80)"),
    ("readied", NUM_READIABLE, "one-hot: the readied action (XH2)"),
    ("trigger", NUM_TRIGGERS, "one-hot: its trigger (XH2)"),
    ("missiles", 1, "in the quiver / 12"),
    ("pack", 2, "a melee weapon, another thing within reach (H97)"),
    ("position", 2, "column and row / 4"),
    ("ground", 2, "difficult; concealment of what stands here / 5 (H147, H155)"),
    ("ways", DIRECTIONS, "borders that can be walked over: north, east, south, west (H7)"),
    ("hidden", 1, "XH1"),
    ("hide", 1, "result of Hide / 16 (XH1)"),
)
PLACE = (
    ("offset", 2, "columns and rows from oneself / 4"),
    ("distance", 1, "turns to get there / 8, at most 1 (H55)"),
)
ALLY_ONLY = (
    *PLACE,
    ("hp", 1, "/ 6, from -1 to 1"),
    ("wp", 1, "/ 8"),
    ("fatigue", 1, "/ 12, at most 1"),
)
ENEMY_ONLY = (
    *PLACE,
    ("hidden", 1, "it is hidden from me; the place is the last one known (XH1, RH50)"),
    ("same_cluster", 1, "it is in my cluster (H51)"),
    ("concealment", 1, "effectiveness against me / 5 (H131)"),
    ("blind", 1, "I stand in a blind spot of it (H157)"),
    ("inside", 1, "I may brawl with it unpunished (H110)"),
    ("holds_me", 1, "H113"),
    ("sized_up", 1, "its figures are those of my Insight (XH5)"),
    ("hp", 1, "as it was then / 6"),
    ("wp", 1, "as it was then / 8"),
    ("fatigue", 1, "as it was then / 12"),
    ("is_actor", 1, "it does what is under way"),
    ("is_target", 1, "what is under way is aimed at it"),
)
WINDOW = (
    ("window", NUM_WINDOWS, "one-hot: start, turn, trigger, defence, ... (QH1 to QH14)"),
    ("deed", DEED_KINDS, "one-hot: the kind of what is under way (`looks.KIND_OF`)"),
    ("is_mine", 1, "it is my own"),
    ("is_on_me", 1, "it is aimed at me"),
    ("is_by_ally", 1, "an ally does it"),
    ("is_on_ally", 1, "it is aimed at an ally"),
    ("out_of_turn", 1, "readied, provoked, or by a guard"),
    ("aimed", 1, "at a body part or an item (H117)"),
    ("total", 1, "of the attack / 16, from -1 to 1"),
    ("hit", 1, "it has hit"),
    ("part", BODY_PARTS, "one-hot: the part that is hit (H116)"),
    ("damage", 1, "HP / 4"),
    ("seconds", 1, "of the effect that is called / 4"),
    ("challenge", 1, "CR to be met / 12 (H18)"),
    ("roll", 1, "my own that has failed / 16, from -1 to 1 (H19)"),
    ("darkness", 1, "/ 3 (H155)"),
    ("weather", 1, "/ 3"),
    ("round", 1, "round / round limit (RH28)"),
    ("sides", 2, "fighters able of mine and of those known of theirs / 6"),
)

OWN_LENGTH = length_of(BODY) + length_of(OWN_ONLY)
ALLY_LENGTH = length_of(BODY) + length_of(ALLY_ONLY)
ENEMY_LENGTH = length_of(BODY) + length_of(ENEMY_ONLY)
WINDOW_LENGTH = length_of(WINDOW)


def observation_layout(max_side: int) -> Layout:
    """The named pieces: own, allies, enemies, window."""
    own, ally, enemy = BODY + OWN_ONLY, BODY + ALLY_ONLY, BODY + ENEMY_ONLY
    return make_layout(own, ally, enemy, WINDOW, max_side)
