"""Modifiers of the attack roll (D5, D30, D53 to D60, D68 to D80, RD15, RD29, RD30)."""

from __future__ import annotations

import numpy as np

from ....core.compiler.compile import njit
from ...enums import (
    Attribute,
    Kind,
    Part,
    Skill,
)
from ...tables import (
    CHARGE_ADVANTAGE,
    ENGAGED_DISADVANTAGE,
    EYE_DISADVANTAGE,
    FLANKING_ADVANTAGE,
    HELPLESS_ADVANTAGE,
    IS_KNEELING,
    MANEUVER_SKILL,
    NEARLY_EQUAL,
    POWER_BONUS,
    PRONE_ADVANTAGE,
    SIZE_STEP,
    SQUARE,
    STRENGTH_ALONE,
    THROW_INCREMENT,
    THROW_PER_STRENGTH,
    TOTAL_COVER_DISADVANTAGE,
    WEAPON_INCREMENT,
    WEAPON_THROWN,
)
from ..injuries.bodies import attribute, injured_parts, is_blinded, is_helpless, martial_bonus, size
from ..maneuvers.maneuvers import maneuver_modifier
from ..positioning.sight import are_flanking, cover_of, endangers_friend, feet_between
from .checks import (
    chance_of_face,
    check_disadvantage,
    d20_disadvantage,
    flat_penalty,
    is_trained,
    skill_modifier,
)
from .defence import defence_against, is_ranged

# --- Numbers added to the roll (D5, D53, D55, D69, D73, D75, D78, D80) ----------------------------


@njit
def attack_attribute(fighter, kind):
    """The best attribute that the kind of attack may use (D7, D69, D75, D80)."""
    dexterity = attribute(fighter, Attribute.DEXTERITY)
    strength = attribute(fighter, Attribute.STRENGTH)
    wisdom = attribute(fighter, Attribute.WISDOM)
    if kind == Kind.SHOT:
        return max(dexterity, wisdom)
    if kind == Kind.THROW:
        return max(strength, max(dexterity, wisdom))
    return max(strength, dexterity)


@njit
def size_difference(battle, attacker, target):
    """Size categories by which the target is larger, negative if it is smaller (D53)."""
    return size(battle.fighters[target]) - size(battle.fighters[attacker])


@njit
def doubled_by_size(categories):
    """1 for one size category, doubled for each further one, with its sign (D53, D55, RD30)."""
    return SIZE_STEP[categories] if categories >= 0 else -SIZE_STEP[-categories]


@njit
def size_bonus(battle, attack):
    """Bonus against larger targets in melee, against smaller ones by maneuvers (D53, D55)."""
    larger = size_difference(battle, attack.attacker, attack.target)
    if attack.kind == Kind.MELEE:
        return doubled_by_size(larger)
    if attack.kind == Kind.MANEUVER:
        return doubled_by_size(-larger)
    return 0


@njit
def skill_of(battle, attack):
    """The skill that a maneuver rolls, none for Sunder (D51, RD17)."""
    if attack.escape:
        return np.int64(escape_skill(battle, attack))
    return MANEUVER_SKILL[attack.maneuver]


@njit
def kind_modifier(battle, attack):
    """The attribute of an attack, the skill of a maneuver (D5, D49, RD16)."""
    fighter = battle.fighters[attack.attacker]
    if attack.kind != Kind.MANEUVER:
        return attack_attribute(fighter, attack.kind)
    if attack.escape:
        return skill_modifier(fighter, escape_skill(battle, attack))
    return maneuver_modifier(fighter, attack.maneuver)


@njit
def bonus_without_kind(battle, attack):
    """The sum added to the natural roll, without attribute or skill (D53, D55, D73, D78, RD10)."""
    fighter = battle.fighters[attack.attacker]
    bonus = martial_bonus(fighter) + size_bonus(battle, attack) + POWER_BONUS * attack.power
    return bonus - flat_penalty(fighter)


@njit
def attack_bonus(battle, attack):
    """The sum added to the natural roll of an attack (D5, D53, D55, D73, D78, RD10)."""
    return kind_modifier(battle, attack) + bonus_without_kind(battle, attack)


# --- The skill of an escape (D50, RD17) -----------------------------------------------------------


@njit
def chance_with_skill(battle, attack, skill):
    """Chance that an escape with a skill reaches the Defence Value (D49, RD1, RD17)."""
    fighter = battle.fighters[attack.attacker]
    bonus = bonus_without_kind(battle, attack) + skill_modifier(fighter, skill)
    net = advantage_without_skill(battle, attack) - check_disadvantage(fighter, skill)
    return chance_of_face(net, defence_against(battle, attack) - bonus)


@njit
def escape_skill(battle, attack):
    """The skill that escapes a grapple: that with the better chance (RD17).

    Of two chances that are nearly equal the trained skill, which does not provoke (D50).
    """
    fighter = battle.fighters[attack.attacker]
    athletics = chance_with_skill(battle, attack, Skill.ATHLETICS)
    acrobatics = chance_with_skill(battle, attack, Skill.ACROBATICS)
    is_better = acrobatics > athletics
    if abs(acrobatics - athletics) <= NEARLY_EQUAL:
        knows_acrobatics = is_trained(fighter, Skill.ACROBATICS)
        if knows_acrobatics != is_trained(fighter, Skill.ATHLETICS):
            is_better = knows_acrobatics
    return Skill.ACROBATICS if is_better else Skill.ATHLETICS


# --- Advantages of melee (D58 to D60, D70, D71, RD15) ---------------------------------------------


@njit
def prone_advantage(battle, attack):
    """Advantage on a prone target; disadvantage of a prone attacker (D59, D60)."""
    is_down = battle.fighters[attack.attacker].prone
    if battle.fighters[attack.target].prone:
        return PRONE_ADVANTAGE
    return -PRONE_ADVANTAGE if is_down else 0


@njit
def melee_advantage(battle, attack):
    """Flanking, prone, charging, exposed targets; for maneuvers too (D58 to D60, D70, RD15)."""
    attacker, target = attack.attacker, attack.target
    net = prone_advantage(battle, attack) + battle.fighters[target].exposed
    if are_flanking(battle, attacker, target):
        net += FLANKING_ADVANTAGE
    if attack.charge:
        net += CHARGE_ADVANTAGE
    return net


# --- Advantages of missiles (D59, D60, D75, D76, D80, RD41) ---------------------------------------


@njit
def throw_increment(fighter, item):
    """Feet of a thrown object's range increment (D80)."""
    feet = WEAPON_THROWN[item] if WEAPON_THROWN[item] > 0 else THROW_INCREMENT
    return feet + THROW_PER_STRENGTH * max(0, attribute(fighter, Attribute.STRENGTH))


@njit
def range_increment(fighter, kind, item):
    """Feet of a missile's range increment (D75, D80)."""
    return throw_increment(fighter, item) if kind == Kind.THROW else WEAPON_INCREMENT[item]


@njit
def increments(battle, attacker, target, kind, item):
    """Full range increments to the target, none within the first (D75, RD41)."""
    feet = feet_between(battle, attacker, target)
    return feet // max(SQUARE, range_increment(battle.fighters[attacker], kind, item))


@njit
def prone_target_disadvantage(battle, attack):
    """Disadvantage of a shot at a prone target (D59)."""
    return np.int64(PRONE_ADVANTAGE if battle.fighters[attack.target].prone else 0)


@njit
def lying_shot_advantage(battle, attack):
    """Prone shooters throw worse, and shoot better with a crossbow (D60)."""
    if not battle.fighters[attack.attacker].prone:
        return 0
    if attack.kind == Kind.THROW:
        return np.int64(-PRONE_ADVANTAGE)
    return np.int64(PRONE_ADVANTAGE if IS_KNEELING[attack.weapon] else 0)


@njit
def distance_disadvantage(battle, attack):
    """Disadvantage of a missile by distance: one for each full range increment (D75)."""
    attacker, target = attack.attacker, attack.target
    return increments(battle, attacker, target, attack.kind, attack.weapon)


@njit
def engaged_disadvantage(battle, attack):
    """Disadvantage of a missile at an enemy engaged with an ally (D76)."""
    attacker, target = attack.attacker, attack.target
    is_endangered = endangers_friend(battle, attacker, target, False)
    return np.int64(ENGAGED_DISADVANTAGE if is_endangered else 0)


@njit
def missile_advantage(battle, attack):
    """Distance, prone fighters, and allies engaged with the target (D59, D60, D75, D76)."""
    net = lying_shot_advantage(battle, attack) - prone_target_disadvantage(battle, attack)
    return net - distance_disadvantage(battle, attack) - engaged_disadvantage(battle, attack)


# --- Disadvantages of any attack (D26, D30, D37, D56, D57, RD7, RD11) -----------------------------


@njit
def eye_disadvantage(fighter):
    """Injured eyes at an attack roll; the blinded have at least that of total cover (D30, RD11)."""
    injured = EYE_DISADVANTAGE * injured_parts(fighter, Part.EYE)
    return max(TOTAL_COVER_DISADVANTAGE, injured) if is_blinded(fighter) else injured


@njit
def cover_disadvantage(battle, attacker, target):
    """The target's cover, that of the blinded included in their eyes (D56, D57, RD11)."""
    if is_blinded(battle.fighters[attacker]):
        return 0
    return cover_of(battle, attacker, target)


@njit
def sight_disadvantage(battle, attacker, target):
    """Injured eyes and cover; for the blinded total cover (D30, D56, D57, RD11)."""
    eyes = eye_disadvantage(battle.fighters[attacker])
    return eyes + cover_disadvantage(battle, attacker, target)


@njit
def skill_disadvantage(battle, attack):
    """Disadvantage of a maneuver's skill by injuries and armour (D31 to D36, RD16, RD19)."""
    if attack.kind != Kind.MANEUVER:
        return 0
    skill = skill_of(battle, attack)
    if skill == STRENGTH_ALONE:
        return 0
    return check_disadvantage(battle.fighters[attack.attacker], skill)


@njit
def advantage_without_skill(battle, attack):
    """Advantages minus disadvantages, without those of a maneuver's skill (D56 to D60, RD1)."""
    attacker, target = attack.attacker, attack.target
    if is_ranged(attack):
        net = missile_advantage(battle, attack)
    else:
        net = melee_advantage(battle, attack)
    if is_helpless(battle.fighters[target]):
        net += HELPLESS_ADVANTAGE
    net -= sight_disadvantage(battle, attacker, target)
    net -= d20_disadvantage(battle.fighters[attacker])
    return net - attack.penalty - attack.reckless


@njit
def net_advantage(battle, attack):
    """Advantages minus disadvantages of an attack roll (D56 to D60, D68, D72, D74, D79, RD1)."""
    return advantage_without_skill(battle, attack) - skill_disadvantage(battle, attack)


# --- Several attacks (D68, D72, D79) --------------------------------------------------------------


@njit
def iterative_disadvantage(fighter):
    """Disadvantage for each earlier Attack action of the turn (D68)."""
    return fighter.attacks


@njit
def rapid_disadvantage(shots):
    """Disadvantage of each shot of a Rapid Shot: one for each beyond the first (D79)."""
    return shots - 1
