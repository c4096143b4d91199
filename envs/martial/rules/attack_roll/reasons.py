"""Why an attack roll has more dice or a bonus, for the log (D53 to D60, D68 to D79, RD15, RD29).

Nothing here changes a roll: each reason asks the rule that does. A test holds the dice of the
logged reasons to the net advantage of the roll.
"""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ....core.engine.battle import log_event
from ...enums import Event, Reason
from ...tables import (
    CHARGE_ADVANTAGE,
    FLANKING_ADVANTAGE,
    HELPLESS_ADVANTAGE,
    MULTIWEAPON_DISADVANTAGE,
)
from ..injuries.bodies import is_helpless
from ..positioning.sight import are_flanking, endangers_friend, is_flanking_seen
from .checks import log_d20_reasons, log_reason
from .defence import is_ranged, path_bonus, unseen_path_bonus
from .modifiers import (
    cover_disadvantage,
    distance_disadvantage,
    engaged_disadvantage,
    eye_disadvantage,
    lying_shot_advantage,
    prone_advantage,
    prone_target_disadvantage,
    rapid_disadvantage,
    size_bonus,
    skill_disadvantage,
)


@njit
def log_help(battle, attacker, target, reason, amount, is_seen):
    """Log a reason that an ally gives, and whether it is a hidden one (D58, D76, XD1)."""
    log_event(battle, Event.MODIFIER, attacker, target, reason, amount, np.int64(not is_seen))


@njit
def log_melee_reasons(battle, attack):
    """Log flanking, Charge, and fighters who are prone or exposed (D58 to D60, D70, RD15)."""
    attacker, target = attack.attacker, attack.target
    exposed = np.int64(battle.fighters[target].exposed)
    prone = Reason.PRONE_TARGET if battle.fighters[target].prone else Reason.PRONE
    log_reason(battle, attacker, target, prone, prone_advantage(battle, attack))
    log_reason(battle, attacker, target, Reason.EXPOSED_TARGET, exposed)
    if are_flanking(battle, attacker, target):
        is_seen = is_flanking_seen(battle, attacker, target)
        log_help(battle, attacker, target, Reason.FLANKING, FLANKING_ADVANTAGE, is_seen)
    if attack.charge:
        log_reason(battle, attacker, target, Reason.CHARGE, CHARGE_ADVANTAGE)


@njit
def log_missile_reasons(battle, attack):
    """Log distance, allies in the fight, prone fighters, bodies in the path (D59, D75 to D77)."""
    attacker, target = attack.attacker, attack.target
    lying, far = lying_shot_advantage(battle, attack), distance_disadvantage(battle, attack)
    low, engaged = prone_target_disadvantage(battle, attack), engaged_disadvantage(battle, attack)
    log_reason(battle, attacker, target, Reason.PRONE, lying)
    log_reason(battle, attacker, target, Reason.PRONE_TARGET, -low)
    log_reason(battle, attacker, target, Reason.DISTANCE, -far)
    if engaged != 0:
        is_seen = endangers_friend(battle, attacker, target, True)
        log_help(battle, attacker, target, Reason.ALLY_ENGAGED, -engaged, is_seen)
    log_path(battle, attack)


@njit
def log_path(battle, attack):
    """Log the bodies in the path, and the part by those hidden from the attacker (D77, XD1)."""
    attacker, target = attack.attacker, attack.target
    bonus, unseen = path_bonus(battle, attack), unseen_path_bonus(battle, attack, attacker)
    if bonus != 0:
        log_event(battle, Event.MODIFIER, attacker, target, Reason.PATH, -bonus, unseen)


@njit
def log_own_reasons(battle, attack):
    """Log what hinders the attacker: eyes, head, exhaustion, injuries at a skill (D26 to D37)."""
    attacker, target = attack.attacker, attack.target
    fighter = battle.fighters[attacker]
    log_reason(battle, attacker, target, Reason.EYES, -eye_disadvantage(fighter))
    log_d20_reasons(battle, attacker, target)
    log_reason(battle, attacker, target, Reason.BODY, -skill_disadvantage(battle, attack))


@njit
def log_choice_reasons(battle, attack):
    """Log the price of several attacks and of recklessness (D68, D72, D74, D79)."""
    attacker, target = attack.attacker, attack.target
    several = np.int64(MULTIWEAPON_DISADVANTAGE if attack.multi else 0)
    rapid = rapid_disadvantage(1 + attack.rapid)
    earlier = attack.penalty - several - rapid
    log_reason(battle, attacker, target, Reason.EARLIER_ATTACKS, -earlier)
    log_reason(battle, attacker, target, Reason.MULTIWEAPON, -several)
    log_reason(battle, attacker, target, Reason.RAPID_SHOT, -rapid)
    log_reason(battle, attacker, target, Reason.RECKLESS, -attack.reckless)


@njit
def log_attack_reasons(battle, attack):
    """Log all that changes the dice, the total and the Defence Value of an attack (D53 to D79)."""
    attacker, target = attack.attacker, attack.target
    if is_ranged(attack):
        log_missile_reasons(battle, attack)
    else:
        log_melee_reasons(battle, attack)
    if is_helpless(battle.fighters[target]):
        log_reason(battle, attacker, target, Reason.HELPLESS_TARGET, HELPLESS_ADVANTAGE)
    cover = cover_disadvantage(battle, attacker, target)
    log_reason(battle, attacker, target, Reason.COVER, -cover)
    log_own_reasons(battle, attack)
    log_choice_reasons(battle, attack)
    log_reason(battle, attacker, target, Reason.SIZE, size_bonus(battle, attack))
