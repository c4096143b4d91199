"""Attacks: targets, rolls, hits (P32 to P36, P60 to P66, RP9, RP31).

An attack is made with an arm: a weapon, or `SPELL_WEAPON` and the number of a spell. Its ordinal
names its dice: 0 is the attack of opportunity, 1 to 3 are those of the action.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler.compile import njit, scratch
from ...core.engine.battle import MAX_FIGHTERS, NOBODY, log_event
from ..enums import (
    Act,
    Block,
    Event,
    Failure,
    Life,
    Mode,
    Roll,
    Spell,
    Verb,
)
from ..tables import (
    CRITICAL,
    CRITICAL_PENETRATION,
    DIE,
    IGNORES_ABSORB,
    IS_THROWN,
    NONE,
    RANGE_INCREMENTS,
    SPELL_RANGE,
    UNARMED,
    WEAPON_RANGE,
)
from .attack_order import (
    ARM,
    ATTACKER,
    COLUMNS,
    LOT,
    MODE,
    ORDINAL,
    TARGET,
    draw_lots,
    sort_by_lot,
)
from .bodies import (
    are_enemies,
    can_shoot,
    has_free_hand,
    has_missile_weapon,
    is_able,
    is_reloadable,
    melee_weapon,
    reach,
)
from .failures import log_lost_attack, lose_order
from .guards import (
    SPELL_WEAPON,
    can_be_guarded,
    defense,
    guard_for,
    meet_guard,
)
from .modifiers import (
    had_line,
    log_attack_reasons,
    modifiers,
    penetration,
    start_gap,
    strikes_with_both,
)
from .rolls import roll, wins_tie
from .sight import can_perceive, gap, is_unaware
from .verbs import is_mend
from .wounds import note_hit

ATTACKS = np.zeros(len(Act), np.int64)  # of each action
ATTACKS[Act.CHARGE] = 1  # P60
ATTACKS[Act.FULL_ATTACK] = 2  # P61; three with two weapons: RP19
ATTACKS[Act.COUNTER] = 1  # P62
ATTACKS[Act.RANGED_ATTACK] = 1  # P63
ATTACKS[Act.RAPID_FIRE] = 2  # P64
ATTACKS[Act.TERROR] = 1  # P90
MOST_ATTACKS = 3
ALL_ATTACKS = MAX_FIGHTERS * MOST_ATTACKS

# --- Legal targets (P57, P61, P65, P108, P120, P121, RP14, RP31, RP36) ----------------------------


@njit
def is_foe(battle, attacker, target):
    """Whether the target is a living enemy."""
    if target == NOBODY or not are_enemies(battle, attacker, target):
        return False
    return battle.fighters[target].life != Life.DEAD


@njit
def can_strike(battle, attacker, target):
    """Whether the target stands in melee range and is perceived (P25, P57, RP14, RP36)."""
    if not is_foe(battle, attacker, target) or not can_perceive(battle, attacker, target):
        return False
    return gap(battle, attacker, target) <= reach(battle.fighters[attacker])


@njit
def can_reach_by_missile(battle, attacker, target, squares):
    """Whether the target is an enemy he knows of, in line and within range (P31, P57, P109)."""
    if not is_foe(battle, attacker, target) or is_unaware(battle, attacker, target):
        return False
    return start_gap(battle, attacker, target) <= squares and had_line(battle, attacker, target)


@njit
def can_loose(battle, attacker, target, number):
    """Whether the action's shot of this number, from 0, is possible (P65, P108, P120, P121)."""
    fighter = battle.fighters[attacker]
    if not can_shoot(fighter) or (IS_THROWN[fighter.hand] and fighter.stock <= number):
        return False
    if battle.phases[attacker].act == Act.RAPID_FIRE and is_reloadable(fighter):
        return False
    squares = RANGE_INCREMENTS * WEAPON_RANGE[fighter.hand]
    return can_reach_by_missile(battle, attacker, target, squares)


@njit
def can_hurl_bolt(battle, caster, target):
    """Whether a Bolt in hand would reach the target (P75, P110, RP23)."""
    if not has_free_hand(battle.fighters[caster]):
        return False
    return can_reach_by_missile(battle, caster, target, SPELL_RANGE[Spell.BOLT])


# --- One attack (P34, P36, P44, P69 to P72, P81, RP12, RP42) --------------------------------------


@njit
def land(battle, attacker, target, arm, mode, is_critical, ordinal, beaten):
    """Hit the target, or the fighter whom it carries (P36, P81, RP42, RP45).

    Penetration is that against the fighter who is hit (P40, P93, P100). `beaten` is the Defense of
    the roll, 0 without a roll; the log tells it.
    """
    taker = target
    carried = battle.fighters[target].carrying
    if carried != NOBODY:
        parity = roll(battle, DIE, Roll.RESCUE_PARITY, attacker, target, ordinal)
        if parity % 2 == 0:
            taker = carried
            battle.fighters[carried].attacked |= 1 << attacker
            log_event(battle, Event.TAKEN, taker, target, arm, 0, parity)
    pierce = penetration(battle, attacker, taker, arm, mode)
    if is_critical:
        pierce += CRITICAL_PENETRATION
    pierce = min(pierce, IGNORES_ABSORB - 1)
    note_hit(battle, attacker, taker, arm, pierce, is_critical, ordinal, beaten)


@njit
def swing(battle, attacker, target, arm, mode, bonus, ordinal):
    """Roll against the target; fallen targets are hit without a roll (P32 to P36, RP12)."""
    if not is_able(battle.fighters[target]):
        log_event(battle, Event.ATTACK, attacker, target, arm, 0, 0)
        land(battle, attacker, target, arm, mode, False, ordinal, 0)
        return
    number = roll(battle, DIE, Roll.ATTACK, attacker, target, ordinal)
    total = number + bonus
    limit = defense(battle, target)
    log_event(battle, Event.ATTACK, attacker, target, arm, total, number)
    if number == CRITICAL or total > limit:
        land(battle, attacker, target, arm, mode, number == CRITICAL, ordinal, limit)
    else:
        log_event(battle, Event.MISS, attacker, target, arm, limit, number)


@njit
def note_attack(battle, attacker, target, arm):
    """Note a visible attack, hit or miss, and end the first surprise (P58, RP16)."""
    battle.fighters[target].attacked |= 1 << attacker
    if arm != UNARMED and arm < SPELL_WEAPON:
        battle.fighters[attacker].used_weapon = 1
    if is_unaware(battle, target, attacker):
        battle.fighters[attacker].struck |= 1 << target
        battle.fighters[attacker].surprised |= 1 << target


@njit
def strike(battle, attacker, target, arm, mode, ordinal):
    """Make one attack on a legal target; a guard is rolled for first (P69, P71).

    An attack that a guard takes keeps its modifiers against the ward (RP41), not its Penetration.
    """
    bonus = modifiers(battle, attacker, target, arm, mode)
    log_attack_reasons(battle, attacker, target, arm, mode)
    note_attack(battle, attacker, target, arm)
    block = np.int64(Block.LET_THROUGH)
    guard = guard_for(battle, attacker, target) if can_be_guarded(arm) else NOBODY
    if guard != NOBODY:
        block = meet_guard(battle, guard, attacker, target, arm, bonus, ordinal)
    if block == Block.LET_THROUGH:
        swing(battle, attacker, target, arm, mode, bonus, ordinal)
    elif block != Block.STOPPED:
        battle.fighters[guard].attacked |= 1 << attacker
        is_critical = block == Block.TAKEN_CRITICAL
        land(battle, attacker, guard, arm, mode, is_critical, ordinal, 0)


@njit
def opportunity_attack(battle, attacker, target):
    """Make an attack of opportunity, one a phase, on a fighter who leaves (P26, P27, RP27).

    It is a melee attack, and so always heard (P59, P125).
    """
    battle.phases[attacker].opportunity = 1
    log_event(battle, Event.OPPORTUNITY, attacker, target, 0, 0, 0)
    battle.phases[attacker].loud = 1
    arm = melee_weapon(battle.fighters[attacker])
    strike(battle, attacker, target, arm, Mode.OPPORTUNITY, 0)


# --- The attacks of a phase (P21, P60 to P66, P90, RP9, RP31, RP41) -------------------------------


@njit
def clash_target(battle, attacker):
    """Target of a charger in a Clash: his own if possible, else an opponent there (P88, RP34)."""
    target = battle.phases[attacker].target
    if can_strike(battle, attacker, target):
        return target
    best = NOBODY
    for other in range(battle.num_fighters):
        if not can_strike(battle, attacker, other) or not is_able(battle.fighters[other]):
            continue
        if gap(battle, attacker, other) > 1:
            continue
        if best == NOBODY or is_nearer_clash(battle, other, best, attacker):
            best = other
    return best


@njit
def is_nearer_clash(battle, one, other, attacker):
    """Whether the charger prefers the first: a Clash counts first, then the higher lot."""
    mine, its = battle.phases[one].clashed != 0, battle.phases[other].clashed != 0
    if mine != its:
        return mine
    return wins_tie(battle, one, other, attacker)


@njit
def target_of_attack(battle, attacker, number):
    """Target of the action's attack of this number, from 0 (P61, P64, P88, QP3)."""
    phase = battle.phases[attacker]
    if phase.act == Act.CHARGE and phase.clashed != 0:
        return clash_target(battle, attacker)
    if number == 2 and phase.third_target != NOBODY:
        return phase.third_target
    return phase.second_target if number > 0 else phase.target


@njit
def arm_of_attack(battle, attacker, mode, number):
    """Arm of the action's attack of this number: the second of three by the left."""
    if mode == Mode.SPELL:
        return SPELL_WEAPON + Spell.BOLT
    if mode == Mode.MISSILE:
        return battle.fighters[attacker].hand
    if number == 1 and strikes_with_both(battle, attacker):
        return battle.fighters[attacker].second
    return melee_weapon(battle.fighters[attacker])


@njit
def is_bolt(battle, caster):
    """Whether the fighter's action is to release a Bolt, which is an attack (P75, RP23)."""
    phase = battle.phases[caster]
    if phase.act != Act.RELEASE_SPELL or is_mend(phase.verb):
        return False
    return battle.fighters[caster].prepared == Spell.BOLT


@njit
def attacks_of(battle, attacker):
    """Number of attacks of the fighter's action, 0 to 3 (P60 to P64, P75, P90, RP19, RP23)."""
    phase = battle.phases[attacker]
    if phase.able == 0 or (phase.act == Act.TERROR and phase.target == NOBODY):
        return 0
    if is_bolt(battle, attacker):
        return 1
    return ATTACKS[phase.act] + np.int64(strikes_with_both(battle, attacker))


@njit
def mode_of_action(battle, attacker):
    """Mode of the attacks of the fighter's action."""
    phase = battle.phases[attacker]
    act = phase.act
    if act == Act.RELEASE_SPELL:
        return np.int64(Mode.SPELL)
    is_missile = act == Act.RANGED_ATTACK or act == Act.RAPID_FIRE
    is_missile = is_missile or (act == Act.TERROR and phase.verb == Verb.SHOOT)  # at bay: P90
    return np.int64(Mode.MISSILE if is_missile else Mode.MELEE)


@njit
def is_legal_attack(battle, attacker, target, mode, number):
    """Whether the action's attack of this number has a legal target (RP31)."""
    if mode == Mode.SPELL:
        return can_hurl_bolt(battle, attacker, target)
    if mode == Mode.MISSILE:
        return can_loose(battle, attacker, target, number)
    return can_strike(battle, attacker, target)


@njit
def declare(battle, attacker, attacks, count):
    """Append the fighter's legal attacks to the list. Returns its new length (RP31)."""
    mode = mode_of_action(battle, attacker)
    for number in range(attacks_of(battle, attacker)):
        target = target_of_attack(battle, attacker, number)
        if not is_legal_attack(battle, attacker, target, mode, number):
            log_lost_attack(battle, attacker, target, mode, number)
            continue
        attack = attacks[count]
        attack[ATTACKER] = attacker
        attack[TARGET] = target
        attack[ARM] = arm_of_attack(battle, attacker, mode, number)
        attack[MODE] = mode
        attack[ORDINAL] = number + 1
        attack[LOT] = 0
        count += 1
    return count


@njit
def spend_spell(battle, caster, target):
    """Remove a released spell from the hand (P75, RP37)."""
    fighter = battle.fighters[caster]
    log_event(battle, Event.RELEASED, caster, target, fighter.prepared, 0, 0)
    fighter.prepared = NONE
    battle.phases[caster].released = 1


@njit
def spend_shot(fighter):
    """Unload a crossbow that shot; use up a thrown weapon (P120, P121, RP38)."""
    if is_reloadable(fighter):
        fighter.loaded = 0
    if IS_THROWN[fighter.hand]:
        fighter.stock -= 1


@njit
def empty_hands(battle):
    """Empty the hand that threw its last weapon, which was seen until now (RP36, RP38)."""
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        if IS_THROWN[fighter.hand] and fighter.stock <= 0:
            fighter.hand = UNARMED


@njit
def take_aim(battle):
    """Note who aimed a missile weapon now; every other Aim is over (P66)."""
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        is_aiming = battle.phases[actor].act == Act.AIM
        fighter.aimed = np.int64(is_aiming and has_missile_weapon(fighter))
        if fighter.aimed != 0:
            log_event(battle, Event.AIMED, actor, NOBODY, fighter.hand, 0, 0)
        elif is_aiming:
            lose_order(battle, actor, Failure.NO_MISSILE)


@njit
def attack_all(battle):
    """Make all attacks of the actions, Bolts included, and note their effects (P21, RP9 step 3)."""
    attacks = scratch(ALL_ATTACKS, COLUMNS)
    count = 0
    empty_hands(battle)
    for attacker in range(battle.num_fighters):
        count = declare(battle, attacker, attacks, count)
    draw_lots(battle, attacks, count)
    sort_by_lot(battle, attacks, count)
    for place in range(count):
        attack = attacks[place]
        attacker, target, mode = attack[ATTACKER], attack[TARGET], attack[MODE]
        if mode == Mode.MISSILE:
            spend_shot(battle.fighters[attacker])
        elif mode == Mode.SPELL:
            spend_spell(battle, attacker, target)
        strike(battle, attacker, target, attack[ARM], mode, attack[ORDINAL])
    take_aim(battle)
