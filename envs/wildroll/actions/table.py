"""The actions of Wildroll: the meaning of each id, in numbers and in words (QW1 to QW12).

Id 0 waits: it ends the turn, and passes in the other windows (it continues a long action).
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ...core.engine.action_table import ActionTable, Entry, Target
from ...core.maps.hex_grid import HEX_COMPASS
from ..enums import FULL_VERBS, Act, Condition, Defence, Level, Posture, Verb
from ..state import HANDS, PACK
from ..tables import (
    ACT_NAMES,
    CHARM_EFFECTS,
    JUMP_LEAST,
    JUMP_MOST,
    MOST_HINDERED,
    MOST_SHOVE,
    NATURAL_SLOTS,
    READIABLE,
)

WAIT = 0
SIDES = len(HEX_COMPASS)
JUMPS = JUMP_MOST - JUMP_LEAST + 1

# --- Options --------------------------------------------------------------------------------------


def _lower(*members: IntEnum) -> tuple[str, ...]:
    return tuple(member.name.lower() for member in members)


HAND_WORDS = ("main_hand", "off_hand")
NATURAL_WORDS = tuple(f"natural_{number + 1}" for number in range(NATURAL_SLOTS))
WEAPON_WORDS = HAND_WORDS + NATURAL_WORDS
PLACE_WORDS = ("scabbard_1", "scabbard_2", "pouch", "sack")
"""The places of the pack (W81)."""
LEVEL_WORDS = _lower(*Level)[Level.LIGHT : Level.DEATH]
CONDITION_WORDS = _lower(*Condition)
POSTURE_WORDS = _lower(*Posture)
DEFENCE_WORDS = _lower(*Defence)[Defence.POWER :]
"""Defenses that Defend can put in the place of Melee and Ranged Defense (W78)."""
MERCY_WORDS = ("unconscious", "helpless")
READIABLE_WORDS = tuple(ACT_NAMES[act] for act in READIABLE)
JUMP_WORDS = tuple(
    f"{side}_{yards}" for side in HEX_COMPASS for yards in range(JUMP_LEAST, JUMP_MOST + 1)
)
"""The argument is side * JUMPS + yards - JUMP_LEAST."""
assert len(PLACE_WORDS) == PACK
assert len(HAND_WORDS) == HANDS

# --- The table ------------------------------------------------------------------------------------

ENEMY, ALLY = Target.ENEMY, Target.ALLY


def _act(
    act: Act,
    phrase: str,
    options: tuple[str, ...] | range = (),
    first: int = 0,
    target: Target = Target.NONE,
) -> Entry:
    """A verb that declares the action of its name."""
    return Entry(Verb[act.name], phrase, options, first, target, declares=act)


def _way(
    verb: Verb,
    name: str,
    phrase: str,
    options: tuple[str, ...] = (),
    target: Target = Target.NONE,
) -> Entry:
    """A movement to a goal."""
    return Entry(verb, phrase, options, target=target, declares=Act.WAY, name=name)


TABLE = ActionTable(
    Entry(Verb.WAIT, "ends the turn with {kept} AP left"),
    Entry(Verb.PASS, "interrupts no more in this turn"),
    Entry(Verb.GIVE_UP, "gives up {long}"),
    _act(Act.REBUFF, "rebuffs {mover} with {weapon}", WEAPON_WORDS),
    _act(Act.HARRY, "harries {doer}"),
    _act(Act.CLING, "clings to {mover}"),
    Entry(
        Verb.SPLIT,
        "takes {yards} off the movement of {clung} and follows with the rest",
        range(MOST_HINDERED + 1),
    ),
    Entry(Verb.DEFENCE, "meets the attack with the {defence}", DEFENCE_WORDS),
    Entry(Verb.PARRY, "meets the Disarm with a melee weapon check"),
    Entry(Verb.LEVEL, "deals {a_level} wound", LEVEL_WORDS, first=1),
    Entry(Verb.MERCY, "leaves {victim} {mercy}", MERCY_WORDS, first=1),
    Entry(Verb.PUSH, "pushes {victim} {side}", HEX_COMPASS),
    Entry(Verb.YARDS, "pushes {victim} {yards}", range(1, 1 + MOST_SHOVE)),
    _act(Act.DEFEND, "defends"),
    _act(Act.READY, "readies {readied}", READIABLE_WORDS),
    _act(Act.SEIZE, "seizes the initiative"),
    _act(Act.POSTURE, "{changes}", POSTURE_WORDS),
    _act(Act.ESCAPE, "tries to escape from {holders}"),
    Entry(Verb.RELEASE, "lets go of {held}"),
    _act(Act.DRAG, "tries to drag the grapple along"),
    _act(Act.DASH, "dashes{again}"),
    _act(Act.MOUNT, "mounts {steed}"),
    _act(Act.DISMOUNT, "dismounts"),
    _act(Act.CALM, "tries to regain control of {own_mount}"),
    _act(Act.SURFACE, "tries to come to the surface"),
    _act(Act.RELOAD, "reloads {loadable}"),
    _act(Act.RETRIEVE, "takes {packed} from the {place}", PLACE_WORDS),
    _act(Act.STOW, "stows {hand}", HAND_WORDS),
    Entry(Verb.DROP, "drops {hand}", HAND_WORDS),
    _act(Act.PICK_UP, "picks up {near}"),
    Entry(Verb.HURRY, "will try to do the next such action more quickly"),
    _act(Act.DOOR, "{opens} the door in the {side}", HEX_COMPASS),
    _act(Act.POTION, "drinks a potion"),
    _act(Act.CHARM, "calls up the {effect}", range(CHARM_EFFECTS)),
    _act(Act.END_EFFECT, "ends the {effect}", range(CHARM_EFFECTS)),
    _act(Act.FORCE_SHIELD, "casts a Force Shield"),
    Entry(
        Verb.HEAL_SELF,
        "casts Heal on {a_level} wound of its own",
        LEVEL_WORDS,
        first=1,
        declares=Act.HEAL,
    ),
    Entry(
        Verb.TREAT_SELF,
        "treats {a_level} wound of its own",
        LEVEL_WORDS,
        first=1,
        declares=Act.TREAT_WOUND,
    ),
    Entry(
        Verb.TREAT_OWN_CONDITION,
        "treats itself for {condition}",
        CONDITION_WORDS,
        declares=Act.TREAT_CONDITION,
    ),
    Entry(Verb.STEP, "{goes} {side}", HEX_COMPASS, declares=Act.WAY),
    _act(Act.JUMP, "jumps {jump}", JUMP_WORDS),
    _way(Verb.TO_ITEM, "move_to_item", "{goes} to the nearest item on the ground"),
    _way(Verb.TO_GROUND, "move_to_ground", "{goes} to firm ground"),
    _act(Act.QUICK, "makes a Quick Attack on {target} with {weapon}", WEAPON_WORDS, target=ENEMY),
    _act(
        Act.STANDARD,
        "makes a Standard Attack on {target} with {weapon}",
        WEAPON_WORDS,
        target=ENEMY,
    ),
    _act(Act.STRONG, "makes a Strong Attack on {target} with {weapon}", WEAPON_WORDS, target=ENEMY),
    _act(
        Act.NONLETHAL,
        "makes a Nonlethal Attack on {target} with {weapon}",
        WEAPON_WORDS,
        target=ENEMY,
    ),
    _act(Act.FIRE_BOLT, "casts a Fire Bolt at {target}", target=ENEMY),
    _act(Act.OPENING, "creates an opening against the Rebuffs of {target}", target=ENEMY),
    _act(Act.ENTER, "tries to enter the space of {target}", target=ENEMY),
    _act(Act.GRAPPLE, "tries to grapple {target} with {grip}", target=ENEMY),
    _act(Act.INTERPOSE, "tries to put {target} before the attack", target=ENEMY),
    _act(Act.PIN, "tries to pin {target}", target=ENEMY),
    _act(
        Act.DISARM,
        "tries to knock {its_item} out of the {hand_name} of {target}",
        HAND_WORDS,
        target=ENEMY,
    ),
    _act(Act.DISTRACT, "tries to distract {target}", target=ENEMY),
    _act(Act.SHOVE, "tries to shove {target}", target=ENEMY),
    _act(Act.TRIP, "tries to trip {target}", target=ENEMY),
    Entry(Verb.IGNORE, "ignores {target}, whose attacks become rear attacks", target=ENEMY),
    Entry(Verb.HEED, "ignores {target} no longer", target=ENEMY),
    Entry(
        Verb.COMMAND,
        "has {own_mount} attack {target} with {mount_weapon}",
        NATURAL_WORDS,
        target=ENEMY,
        declares=Act.STANDARD,
    ),
    _way(Verb.TOWARD, "move_toward", "{goes} as near to {target} as 4 AP allow", target=ENEMY),
    _way(
        Verb.TO_REACH,
        "move_to_reach",
        "{goes} to where the longest weapon reaches {target}",
        target=ENEMY,
    ),
    _way(Verb.AWAY, "move_away", "{goes} away from {target}", target=ENEMY),
    _way(Verb.FLANK, "move_to_flank", "{goes} to flank {target}", target=ENEMY),
    _way(Verb.COVER, "move_to_cover", "{goes} behind cover from {target}", target=ENEMY),
    _act(Act.HEAL, "casts Heal on {a_level} wound of {target}", LEVEL_WORDS, first=1, target=ALLY),
    _act(Act.TREAT_WOUND, "treats {a_level} wound of {target}", LEVEL_WORDS, first=1, target=ALLY),
    _act(Act.TREAT_CONDITION, "treats {target} for {condition}", CONDITION_WORDS, target=ALLY),
    _act(Act.STABILIZE, "tries to stabilize {target}", target=ALLY),
    _way(Verb.TO_ALLY, "move_to_ally", "{goes} to the side of {target}", target=ALLY),
    Entry(Verb.BUY, "buys movement ahead (1 AP)", name="buy_movement"),
    _way(Verb.STEPS, "move_by_steps", "{goes} step by step"),
    Entry(Verb.WITH, "does it with {weapon}", WEAPON_WORDS, name="use_weapon"),
    Entry(Verb.SIDE, "gets down to the {side}", HEX_COMPASS, name="get_down"),
    Entry(Verb.RIDE, "mounts {target}", target=ALLY),
    Entry(
        Verb.HEAL_ENEMY,
        "casts Heal on {a_level} wound of {target}",
        LEVEL_WORDS,
        first=1,
        target=ENEMY,
        declares=Act.HEAL,
    ),
    Entry(
        Verb.TREAT_ENEMY_WOUND,
        "treats {a_level} wound of {target}",
        LEVEL_WORDS,
        first=1,
        target=ENEMY,
        declares=Act.TREAT_WOUND,
    ),
    Entry(
        Verb.TREAT_ENEMY_CONDITION,
        "treats {target} for {condition}",
        CONDITION_WORDS,
        target=ENEMY,
        declares=Act.TREAT_CONDITION,
    ),
    Entry(
        Verb.STABILIZE_ENEMY,
        "tries to stabilize {target}",
        target=ENEMY,
        declares=Act.STABILIZE,
    ),
    Entry(
        Verb.GRAPPLE_ALLY,
        "tries to grapple {target} with {grip}",
        target=ALLY,
        declares=Act.GRAPPLE,
    ),
    Entry(
        Verb.INTERPOSE_ALLY,
        "tries to put {target} before the attack",
        target=ALLY,
        declares=Act.INTERPOSE,
    ),
)
OFFSET, FIRST_SLOT = TABLE.offset, TABLE.first_slot
ARGUMENTS, FIRST_ARGUMENT, TARGETS = TABLE.num_arguments, TABLE.first_argument, TABLE.target
VERB, ARGUMENT, SLOT = TABLE.verb, TABLE.argument, TABLE.slot
ACTS = TABLE.declares
"""The action that a verb declares."""
num_actions, encode, decode, VERBS = TABLE.num_actions, TABLE.encode, TABLE.decode, TABLE.verbs
verb_of, argument_of, slot_in, fighter_of, action_id, first_id = TABLE.accessors(__name__)

ANSWERS = (
    Verb.WAIT, Verb.PASS, Verb.GIVE_UP, Verb.REBUFF, Verb.HARRY, Verb.CLING, Verb.SPLIT,
    Verb.DEFENCE, Verb.PARRY, Verb.LEVEL, Verb.MERCY, Verb.PUSH, Verb.YARDS, Verb.WITH,
    Verb.SIDE, Verb.RIDE,
)  # fmt: skip
"""The verbs of the windows within an action."""
IS_FULL_VERB = np.isin(np.arange(len(Verb)), FULL_VERBS)
"""Whether only a side with full choices has a verb."""
TURN_VERBS = np.array([int(verb) for verb in Verb if verb not in ANSWERS])
"""All others: they are chosen in a turn or an interrupt, except INTERPOSE."""
