"""The actions of Martial: what each id means, in numbers and in words (QD1 to QD10).

Id 0 waits: it ends the turn, and passes in the other windows.
"""

from __future__ import annotations

from ...core.engine.action_table import Action, ActionTable, Target
from ...core.maps.square_grid import COMPASS
from ..enums import Maneuver, Verb
from ..state import HANDS, NATURAL_SLOTS, PACK
from ..tables import MANEUVER_NAMES, MARTIAL_BONUS, MAX_PARTS, RAPID_LIMIT, RECKLESS_LIMIT

WAIT = 0
DIRECTIONS = len(COMPASS)
POWER_CHOICES = int(MARTIAL_BONUS.max()) + 1  # 0..3 (D73)
RECKLESS_CHOICES = RECKLESS_LIMIT + 1
EXTRA_CHOICES = 6

# --- Options --------------------------------------------------------------------------------------

HAND_WORDS = ("main_hand", "off_hand")
WEAPON_WORDS = (*HAND_WORDS, *(f"natural_{number + 1}" for number in range(NATURAL_SLOTS)))
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
    Action(Verb.WAIT, "ends the turn with {left} AP left"),
    Action(Verb.DEFEND, "defends"),
    Action(Verb.READY_SHIELD, "readies the shield"),
    Action(Verb.STAND_UP, "stands up"),
    Action(Verb.DROP_PRONE, "drops prone"),
    Action(Verb.RELOAD, "reloads {main}"),
    Action(Verb.HEAL_SELF, "tries to stop the bleeding"),
    Action(Verb.RELEASE, "lets go of {partner}"),
    Action(Verb.ESCAPE, "tries to break free from {partner}"),
    Action(Verb.PICK_UP_WEAPON, "picks up {weapon_near}"),
    Action(Verb.PICK_UP_SHIELD, "picks up {shield_near}"),
    Action(Verb.TAKE_OFF, "takes off"),
    Action(Verb.LAND, "lands"),
    Action(Verb.HIDE, "hides"),
    Action(
        Verb.TO_WEAPON, "{moves} towards the nearest weapon on the ground", name="move_to_weapon"
    ),
    Action(Verb.DRAW, "draws {packed} from the {place} place of the pack", range(PACK)),
    Action(Verb.STOW, "stows {hand}", HAND_WORDS),
    Action(Verb.DROP, "drops {hand}", HAND_WORDS),
    Action(Verb.STEP, "steps {direction}", COMPASS),
    Action(Verb.MOVE, "{moves} {direction}", COMPASS),
    Action(Verb.DIRECTION, "{forces} {victim} {direction}", COMPASS),
    Action(Verb.RIDERS, "{riders}", RIDERS, first=1),
    Action(Verb.PARRY, "parries {attacker} with {hand}", HAND_WORDS),
    Action(Verb.PART, "injures the {part} of {victim}", range(MAX_PARTS)),
    Action(Verb.EXTRA, "injures the {chosen} of {victim} {more} more", range(1, 1 + EXTRA_CHOICES)),
    Action(Verb.STRIKE, "strikes {target} with {weapon}", WEAPON_WORDS, target=ENEMY),
    Action(Verb.LUNGE, "lunges at {target} with {weapon}", WEAPON_WORDS, target=ENEMY),
    Action(Verb.CHARGE, "charges {target} with {weapon}", WEAPON_WORDS, target=ENEMY),
    Action(Verb.MULTIWEAPON, "strikes {target} with every weapon", target=ENEMY),
    Action(
        Verb.SHOOT, "shoots{times} at {target} with {main}", range(1, 1 + RAPID_LIMIT), target=ENEMY
    ),
    Action(Verb.THROW, "throws {hand} at {target}", HAND_WORDS, target=ENEMY),
    Action(Verb.RAPID_THROW, "throws{times} at {target}", range(2, 1 + RAPID_LIMIT), target=ENEMY),
    Action(Verb.MANEUVER, "{maneuver}", MANEUVER_NAMES, target=ENEMY),
    Action(Verb.CLEAVE, "cleaves into {target}", target=ENEMY),
    Action(Verb.TOWARD, "{moves} towards {target}", target=ENEMY, name="move_toward"),
    Action(
        Verb.TO_REACH,
        "{moves} to where the longest weapon reaches {target}",
        target=ENEMY,
        name="move_to_reach",
    ),
    Action(Verb.AWAY, "{moves} away from {target}", target=ENEMY, name="move_away"),
    Action(Verb.FLANK, "{moves} to flank {target}", target=ENEMY, name="move_to_flank"),
    Action(Verb.COVER, "{moves} behind cover from {target}", target=ENEMY, name="move_to_cover"),
    Action(Verb.HEAL, "tries to stop the bleeding of {target}", target=ALLY),
    Action(Verb.TO_ALLY, "{moves} to the side of {target}", target=ALLY, name="move_to_ally"),
)
OFFSET = TABLE.offset
num_actions, encode, decode, VERBS = TABLE.num_actions, TABLE.encode, TABLE.decode, TABLE.verbs
verb_of, argument_of, slot_in, fighter_of, action_id, first_id = TABLE.accessors(__name__)
