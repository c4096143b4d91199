"""The actions of Martial: ids, verbs, arguments and phrases (QD1 to QD10).

Id 0 is "wait": it ends the turn, and in the other windows it passes. Only a body part (D20) and the
item of a maneuver (RD17) must be chosen: there, id 0 takes the first one.
"""

from __future__ import annotations

from ...core.engine.action_table import ActionTable, Entry, Target
from ...core.maps.square_grid import COMPASS
from ..enums import Maneuver, Verb
from ..state import GROUND_RANKS, HANDS, NATURAL_SLOTS, PACK
from ..tables import MANEUVER_NAMES, MARTIAL_BONUS, MAX_PARTS, RAPID_LIMIT, RECKLESS_LIMIT

WAIT = 0
DIRECTIONS = len(COMPASS)
POWER_CHOICES = int(MARTIAL_BONUS.max()) + 1  # 0..3 (D73)
RECKLESS_CHOICES = RECKLESS_LIMIT + 1
EXTRA_CHOICES = 6

# --- Options --------------------------------------------------------------------------------------

HAND_WORDS = ("main_hand", "off_hand")
WEAPON_WORDS = (*HAND_WORDS, *(f"natural_{number + 1}" for number in range(NATURAL_SLOTS)))
ITEM_WORDS = (*HAND_WORDS, *(f"pack_{place + 1}" for place in range(PACK)))
assert len(HAND_WORDS) == HANDS
assert len(MANEUVER_NAMES) == len(Maneuver)


def _riders(both: int) -> str:
    """Riders as one word: `power_2`, `reckless_1`, `power_2_reckless_1` (D73, D74)."""
    power, reckless = divmod(both, RECKLESS_CHOICES)
    parts = [f"power_{power}"] if power else []
    return "_".join([*parts, f"reckless_{reckless}"] if reckless else parts)


RIDERS = [_riders(both) for both in range(1, POWER_CHOICES * RECKLESS_CHOICES)]
"""The argument is power * RECKLESS_CHOICES + reckless."""

# --- The table ------------------------------------------------------------------------------------

ENEMY, ALLY = Target.ENEMY, Target.ALLY

TABLE = ActionTable(
    Entry(Verb.WAIT, "ends the turn with {left} AP left"),
    Entry(Verb.DEFEND, "defends"),
    Entry(Verb.READY_SHIELD, "readies the shield"),
    Entry(Verb.STAND_UP, "stands up"),
    Entry(Verb.DROP_PRONE, "drops prone"),
    Entry(Verb.RELOAD, "reloads {main}"),
    Entry(Verb.HEAL_SELF, "tries to stop the bleeding"),
    Entry(Verb.RELEASE, "lets go of {partner}"),
    Entry(Verb.ESCAPE, "tries to break free from {partner}"),
    Entry(Verb.PICK_UP_WEAPON, "picks up {weapon_near}"),
    Entry(Verb.PICK_UP_SHIELD, "picks up {shield_near}"),
    Entry(Verb.TAKE_OFF, "takes off"),
    Entry(Verb.LAND, "lands"),
    Entry(Verb.HIDE, "hides"),
    Entry(
        Verb.TO_WEAPON, "{moves} towards the nearest weapon on the ground", name="move_to_weapon"
    ),
    Entry(Verb.DRAW, "draws {packed} from the {place} place of the pack", range(PACK)),
    Entry(Verb.STOW, "stows {hand}", HAND_WORDS),
    Entry(Verb.DROP, "drops {hand}", HAND_WORDS),
    Entry(Verb.STEP, "{steps} {direction}", COMPASS),
    Entry(Verb.MOVE, "{moves} {direction}", COMPASS),
    Entry(Verb.DIRECTION, "{forces} {victim} {direction}", COMPASS),
    Entry(Verb.RIDERS, "{riders}", RIDERS, first=1),
    Entry(Verb.PARRY, "parries {attacker} with {hand}", HAND_WORDS),
    Entry(Verb.PART, "injures the {part} of {victim}", range(MAX_PARTS)),
    Entry(Verb.EXTRA, "injures the {chosen} of {victim} {more} more", range(1, 1 + EXTRA_CHOICES)),
    Entry(Verb.STEPS, "{moves} step by step", name="move_step_by_step"),
    Entry(Verb.PICK_UP, "picks up {lying}", range(GROUND_RANKS)),
    Entry(Verb.ITEM, "{takes} {item}", ITEM_WORDS),
    Entry(Verb.STRIKE, "strikes {target} with {weapon}", WEAPON_WORDS, target=ENEMY),
    Entry(Verb.LUNGE, "lunges at {target} with {weapon}", WEAPON_WORDS, target=ENEMY),
    Entry(Verb.CHARGE, "charges {target} with {weapon}", WEAPON_WORDS, target=ENEMY),
    Entry(Verb.MULTIWEAPON, "strikes {target} with every weapon", target=ENEMY),
    Entry(
        Verb.SHOOT, "shoots{times} at {target} with {main}", range(1, 1 + RAPID_LIMIT), target=ENEMY
    ),
    Entry(Verb.THROW, "throws {hand} at {target}", HAND_WORDS, target=ENEMY),
    Entry(Verb.RAPID_THROW, "throws{times} at {target}", range(2, 1 + RAPID_LIMIT), target=ENEMY),
    Entry(Verb.MANEUVER, "{maneuver}", MANEUVER_NAMES, target=ENEMY),
    Entry(Verb.CLEAVE, "cleaves into {target}", target=ENEMY),
    Entry(Verb.TOWARD, "{moves} towards {target}", target=ENEMY, name="move_toward"),
    Entry(
        Verb.TO_REACH,
        "{moves} to where the longest weapon reaches {target}",
        target=ENEMY,
        name="move_to_reach",
    ),
    Entry(Verb.AWAY, "{moves} away from {target}", target=ENEMY, name="move_away"),
    Entry(Verb.FLANK, "{moves} to flank {target}", target=ENEMY, name="move_to_flank"),
    Entry(Verb.COVER, "{moves} behind cover from {target}", target=ENEMY, name="move_to_cover"),
    Entry(Verb.HEAL, "tries to stop the bleeding of {target}", target=ALLY),
    Entry(Verb.TO_ALLY, "{moves} to the side of {target}", target=ALLY, name="move_to_ally"),
    Entry(Verb.NEXT, "attacks {target} next, with {next_weapon}", target=ENEMY, name="attack_next"),
)
OFFSET = TABLE.offset
num_actions, encode, decode, VERBS = TABLE.num_actions, TABLE.encode, TABLE.decode, TABLE.verbs
verb_of, argument_of, slot_in, fighter_of, action_id, first_id = TABLE.accessors(__name__)
