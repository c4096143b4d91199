"""Legal first actions, by what is known now (QP1 to QP3, P7).

Actions without any effect are left out. Sets of verbs are integers (verbs.py). A verb is legal with
a target when both the fighter himself (`own_verbs_now`) and the target (`verbs_at_now` of an enemy,
`verbs_for_now` of an ally) allow it. For THEN and ELSE see conditional_legality.py.
"""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, enemy_in_slot, has_full_choices
from ...core.maps.square_grid import DX, DY
from ..enums import (
    Spell,
    Verb,
)
from ..tables import (
    BLAST_RADIUS,
    IS_THROWN,
    MOVE_STEPS,
    NONE,
    SPELL_RANGE,
)
from .bodies import (
    can_shoot,
    has_free_hand,
    has_lost_leg,
    has_missile_weapon,
    has_two_weapons,
    is_able,
    is_caster,
    is_entrapped,
    is_netted,
    is_reloadable,
    lost_actions,
    may_walk,
    reach,
)
from .help_legality import ARRIVAL, faces_net, help_for_now, may_free_now, may_stabilize_now
from .hiding import can_ever_hide, has_roll_to_keep
from .sight import (
    can_perceive,
    gap,
    is_concealed_from,
    is_floor,
    is_known_dead,
    is_known_hostile,
    is_unaware,
)
from .spells import can_prepare
from .support import can_swap, door_towards, is_closed, nearest_door
from .targets import is_in_range, is_in_spell_range
from .verbs import (
    AIM,
    BESIDE,
    BLOWS,
    CHARGES,
    CHASES,
    COUNTER,
    CRAWLS,
    CUT_FREE,
    DOOR,
    FALL_BACK,
    FOCUS,
    FREE,
    FULL_ATTACKS,
    FULL_CHOICES,
    GUARDS,
    MEND,
    MEND_ENEMY,
    MEND_SELF,
    NO_VERBS,
    ON_FOOT,
    PREPARE,
    RAPID_FIRE,
    RELEASE,
    RELEASE_BESIDE,
    RELOAD,
    RESCUE,
    SHOOT,
    SHOTS,
    SKULK_KEEP,
    SKULK_STILL,
    SPREADS,
    SPRINTS,
    STABILIZE,
    STABILIZE_ENEMY,
    STAND_UP,
    SWAP,
    THREE_ATTACKS,
    TO_COVER,
    TO_REACH,
    UNENCUMBERED_MOVES,
)

# --- Lost actions, and names in orders ------------------------------------------------------------


@njit
def may_name(battle, actor, target):
    """Whether an order can name the other fighter: known, and not known to be dead (P57, RP36)."""
    return (
        target != NOBODY
        and not is_known_dead(battle, actor, target)
        and not is_unaware(battle, actor, target)
    )


@njit
def has_several_enemies(battle, actor):
    """Whether the fighter knows of more than one enemy able to act."""
    count = 0
    for slot in range(battle.max_side):
        enemy = enemy_in_slot(battle, actor, slot)
        if enemy != NOBODY:
            count += is_known_hostile(battle, actor, enemy)
    return count > 1


# --- Means ----------------------------------------------------------------------------------------


@njit
def can_shoot_twice(fighter):
    """Whether two shots at once are possible: no Reload, and two to throw (P65, RP38)."""
    if not can_shoot(fighter) or is_reloadable(fighter):
        return False
    return not IS_THROWN[fighter.hand] or fighter.stock > 1


@njit
def knows_able_enemy(battle, actor):
    """Whether the fighter knows of any enemy able to act."""
    for other in range(battle.num_fighters):
        if is_known_hostile(battle, actor, other):
            return True
    return False


# --- The first action (P7) ------------------------------------------------------------------------


@njit
def moves_now(battle, actor):
    """The movement that has an effect, and stances (RP10, RP20, RP31, RP43, RP47, P122).

    Fall Back, Sprint and Charge are legal for a fighter who cannot move, too: their stance holds,
    and a Charge attacks an enemy in reach. A Bind may end before he moves (P76). A carrier sets
    down for all but the same Rescue (RP42).
    """
    fighter = battle.fighters[actor]
    verbs = ON_FOOT
    if is_netted(fighter):
        verbs = FALL_BACK
    elif fighter.prone != 0:
        verbs = FALL_BACK | (CRAWLS if has_lost_leg(fighter) else STAND_UP)
    verbs = verbs | (UNENCUMBERED_MOVES if may_walk(fighter) else SPRINTS | CHARGES)
    if battle.has_obstacles == 0:
        verbs = verbs & ~TO_COVER
    if reach(fighter) < 2:
        verbs = verbs & ~TO_REACH
    return verbs


@njit
def attacks_now(fighter):
    """The attacks for which he has the weapons in hand (P61 to P66, RP19)."""
    verbs = COUNTER | FULL_ATTACKS
    if has_two_weapons(fighter):
        verbs = verbs | THREE_ATTACKS
    if can_shoot(fighter):
        verbs = verbs | AIM | SHOOT
    if can_shoot_twice(fighter):
        verbs = verbs | RAPID_FIRE
    return verbs


@njit
def spells_now(fighter):
    """The casting for which he has the spell and a hand (P74 to P76, RP23, RP37)."""
    verbs = FOCUS if fighter.focus != NOBODY else NO_VERBS
    if not has_free_hand(fighter):
        return verbs
    if is_caster(fighter):
        verbs = verbs | PREPARE
    if fighter.prepared == Spell.MEND:
        if fighter.mends > 0:
            verbs = verbs | MEND | MEND_SELF | MEND_ENEMY  # RP9: this phase's Wounds count, too
    elif fighter.prepared != NONE:
        verbs = verbs | RELEASE
        if fighter.prepared == Spell.BLAST:
            verbs = verbs | RELEASE_BESIDE
    return verbs


@njit
def items_now(battle, actor):
    """Uses of items that have an effect (P77, P78, P124, RP47)."""
    fighter = battle.fighters[actor]
    verbs = NO_VERBS
    if has_missile_weapon(fighter) and not can_shoot(fighter):
        verbs = verbs | RELOAD
    if can_swap(fighter):
        verbs = verbs | SWAP
    if is_entrapped(fighter) or faces_net(battle, actor, actor):
        verbs = verbs | CUT_FREE
    if nearest_door(battle, actor) != NOBODY:
        verbs = verbs | DOOR
    return verbs


@njit
def skulks_now(battle, actor):
    """Skulking where he stands: Cover may come until the phase ends, too (P54, P55, P134).

    An enemy walks behind something, a door is closed, an ally with a tower shield arrives.
    """
    fighter = battle.fighters[actor]
    if not can_ever_hide(battle, actor) or not knows_able_enemy(battle, actor):
        return NO_VERBS
    return SKULK_STILL | SKULK_KEEP if has_roll_to_keep(fighter) else SKULK_STILL


@njit
def with_choices(battle, actor, verbs):
    """Those of the verbs that the fighter can order: quick choices lack some, all need a cause."""
    if not has_full_choices(battle, actor):
        verbs = verbs & ~FULL_CHOICES
    return verbs if has_several_enemies(battle, actor) else verbs & ~SPREADS


@njit
def own_verbs_now(battle, actor):
    """The verbs that the fighter himself could carry out in the first phase (P7)."""
    fighter = battle.fighters[actor]
    if lost_actions(fighter) > 0:
        return NO_VERBS
    verbs = moves_now(battle, actor) | attacks_now(fighter) | spells_now(fighter)
    verbs = verbs | items_now(battle, actor) | skulks_now(battle, actor)
    verbs = verbs | STABILIZE | STABILIZE_ENEMY | FREE
    if not is_netted(fighter):  # a guard must be Ready
        verbs = verbs | GUARDS
    return with_choices(battle, actor, verbs)


@njit
def verbs_at_now(battle, actor, enemy):
    """The verbs that an enemy is a target for in the first phase (P7, P18, P108, RP12, RP36).

    The dying can be helped (P48, P81, P82).
    """
    if not may_name(battle, actor, enemy):
        return NO_VERBS
    fighter = battle.fighters[actor]
    it_is_able = is_able(battle.fighters[enemy])
    verbs = CHASES
    if gap(battle, actor, enemy) <= reach(fighter) + (ARRIVAL if it_is_able else 0):
        verbs = verbs | BLOWS
    elif not may_walk(fighter):
        verbs = verbs & ~CHARGES
    if not it_is_able:
        verbs = verbs | help_for_now(battle, actor, enemy)
    if gap(battle, actor, enemy) <= SPELL_RANGE[Spell.BLAST] + BLAST_RADIUS:  # to a place nearby
        verbs = verbs | RELEASE_BESIDE
    if is_concealed_from(battle, enemy, actor):
        return verbs
    if is_in_range(battle, actor, enemy):
        verbs = verbs | SHOTS
    wounds = fighter.prepared == Spell.BOLT or fighter.prepared == Spell.BLAST
    if (it_is_able or wounds) and is_in_spell_range(battle, actor, enemy):
        verbs = verbs | RELEASE
    return verbs


@njit
def verbs_for_now(battle, actor, ally):
    """The verbs that an ally is a target for in the first phase (P7, P68, P81, P82, RP23, RP42).

    An ally able to act may come to meet his guard or rescuer. One who carries, or is carried by
    somebody, may be set down when the phase begins.
    """
    if not may_name(battle, actor, ally):
        return NO_VERBS
    fighter, it = battle.fighters[actor], battle.fighters[ally]
    far = gap(battle, actor, ally)
    verbs = BESIDE
    way = 1 + (MOVE_STEPS if fighter.prone == 0 else 0) + (ARRIVAL if is_able(it) else 0)
    if far <= way:
        verbs = verbs | GUARDS | RESCUE
    if may_stabilize_now(battle, actor, ally):
        verbs = verbs | STABILIZE
    if may_free_now(battle, actor, ally):
        verbs = verbs | FREE
    if is_in_spell_range(battle, actor, ally) and can_perceive(battle, actor, ally):
        verbs = verbs | MEND
    return verbs


@njit
def may_prepare_now(fighter, spell):
    """Whether a spell can be prepared that is not in hand already (P74, RP23, RP37)."""
    return can_prepare(fighter, spell) and fighter.prepared != spell


@njit
def may_step_now(battle, actor, side):
    """Whether there is floor in that direction (P14, RP40)."""
    fighter = battle.fighters[actor]
    return is_floor(battle, fighter.x + DX[side], fighter.y + DY[side])


@njit
def may_work_door_now(battle, actor, verb, side):
    """Whether a door in that direction is closed for one who opens, open for the other (P77)."""
    door = door_towards(battle, actor, side)
    return door != NOBODY and is_closed(battle, door) == (verb == Verb.OPEN_DOOR)
