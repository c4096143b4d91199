"""The veteran: weighs attacks, charges, rest and waiting by exact chances (XH4, QH2 to QH4).

It sizes its enemies up, aims where it pays, fights the one whom its side can bring down first, and
breathes while nobody attacks it.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.battle import NOBODY
from ....envs.core.compile import njit
from ....envs.heimr.action_ids import Verb
from ....envs.heimr.rules.abilities import consistency
from ....envs.heimr.rules.health import most_hp
from ....envs.heimr.rules.items import ability_of, is_armed, is_shooting_hand
from ....envs.heimr.state import HANDS, Window
from ....envs.heimr.tables import BREATHER, IS_RANGED, NONE
from ....envs.heimr.terms import Deed, Hand
from .answers import WAIT, answer
from .odds import chance_at_least
from .reckon import (
    CHARGE_PENALTY,
    best_aim,
    mean_danger,
    striking_hand,
    worth_of_attack,
)
from .sight import (
    alone,
    at_foe,
    attack_with,
    closest,
    come_near,
    foes_within,
    gap,
    has_shooting_foe,
    is_disarmed,
    is_foe,
    is_friend,
    make_ready,
    ready,
    shoots,
    tiredness,
)
from .styles import (
    best_attack,
    brawl,
    draw_missile,
    guard_weak,
    is_out_of_missiles,
    keep_away,
    look_about,
)

BLOW_WORTH = 2000
"""What a blow that lands is worth on the average."""
HORIZON = 6
"""Blows, struck and met, for which a breather counts."""
FOCUS = 10
"""Of 100: how much more an attack is worth for each ally beside its target."""
PATIENCE = 4
"""Rounds for which it lets enemies come."""
NEAR = 1

# --- Resting (H67, H82, H103) ---------------------------------------------------------------------


@njit
def blow_dice(fighter):
    """Consistency of one's usual attack."""
    hand = striking_hand(fighter)
    ability = np.int64(0) if hand == NONE else ability_of(fighter, hand)
    return consistency(fighter, ability)


@njit
def worth_of_rest(fighter):
    """What a breather gives back: blows and defences that reach the fatigue (H67, H103)."""
    gained = min(np.int64(BREATHER), tiredness(fighter))
    if gained <= 0:
        return np.int64(0)
    fatigue, dice = np.int64(fighter.fatigue), blow_dice(fighter)
    more = chance_at_least(dice, fatigue - gained) - chance_at_least(dice, fatigue)
    return np.int64(HORIZON * BLOW_WORTH * more)


@njit
def price_of_ongoing(battle, actor):
    """What it costs to defend oneself so much worse until the next turn (H81)."""
    total = np.int64(0)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and gap(battle, actor, foe) <= NEAR:
            then = mean_danger(battle, actor, foe, CHARGE_PENALTY)
            now = mean_danger(battle, actor, foe, np.int64(0))
            total += np.int64((then - now) * BLOW_WORTH)
    return total


# --- Attacks (QH4) --------------------------------------------------------------------------------


@njit
def friends_beside(battle, actor, foe):
    """How many allies are beside an enemy."""
    count = np.int64(0)
    for other in range(battle.num_fighters):
        if is_friend(battle, actor, other) and gap(battle, other, foe) == 0:
            count += 1
    return count


@njit
def focused(battle, actor, foe, worth):
    """An attack is worth more on whom allies fight too, and on who is hurt already."""
    fighter = battle.fighters[foe]
    share = 100 + FOCUS * friends_beside(battle, actor, foe)
    share += FOCUS * (most_hp(fighter) - max(np.int64(0), np.int64(fighter.hp)))
    return worth * share // 100


@njit
def quarry(battle, mask, actor):
    """Whom to attack from here, and what it is worth; -1 if nobody."""
    best, most = np.int64(NOBODY), np.int64(-1)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe):
            hand, worth = best_attack(battle, mask, actor, np.int64(foe))
            if hand != NONE:
                worth = focused(battle, actor, foe, worth)
                if worth > most:
                    best, most = np.int64(foe), worth
    return best, most


@njit
def strike(battle, mask, actor, foe):
    """The attack on an enemy that is worth most, aimed where that pays."""
    hand, _worth = best_attack(battle, mask, actor, foe)
    if hand == NONE:
        return np.int64(NONE)
    return attack_with(battle, mask, hand, best_aim(battle, actor, foe, hand), foe)


@njit
def best_charge(battle, mask, actor):
    """The charge that is worth most, and its worth with its price; -1 if none is possible."""
    best, most = np.int64(NONE), np.int64(-(1 << 20))
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe):
            for hand in range(HANDS):
                action = at_foe(battle, mask, Verb.CHARGE, hand, np.int64(foe))
                if action != NONE:
                    none = np.int64(NONE)
                    worth = worth_of_attack(battle, actor, foe, np.int64(hand), none, True)
                    worth = focused(battle, actor, foe, worth)
                    if worth > most:
                        best, most = action, worth
    if best != NONE:
        most -= price_of_ongoing(battle, actor)
    return best, most


# --- Free actions (QH3, H104, RH62) ---------------------------------------------------------------


@njit
def use_power(battle, mask, actor):
    """Heal, rage or poison when an enemy is near; -1 if that is of no use."""
    fighter = battle.fighters[actor]
    if fighter.hp <= 0 or foes_within(battle, actor, NEAR) == 0:
        return np.int64(NONE)
    return alone(mask, Verb.POWER, 0)


@njit
def size_up(battle, mask, actor):
    """Look into the will to fight of the nearest enemy, once a turn (H104)."""
    return at_foe(battle, mask, Verb.SIZE_UP, 0, closest(battle, actor))


@njit
def prepare(battle, mask, actor):
    """What comes before all else: feet, weapon, powers, a look at the enemy; -1 if nothing."""
    action = alone(mask, Verb.STAND_UP, 0)
    if action == NONE:
        action = size_up(battle, mask, actor)
    if action == NONE:
        action = use_power(battle, mask, actor)
    if action == NONE:
        action = make_ready(battle, mask, actor)
    return action


# --- Nobody is within reach -----------------------------------------------------------------------


@njit
def lets_come(battle, actor):
    """Whether to wait for enemies: they come, and cannot shoot (H46)."""
    if battle.round_number >= PATIENCE or has_shooting_foe(battle, actor):
        return False
    return is_armed(battle.fighters[actor])


@njit
def approach(battle, mask, actor):
    """Charge where the defence is low, rest, wait with a readied blow, or come nearer."""
    foe = closest(battle, actor)
    if foe == NOBODY:
        return look_about(battle, mask, actor)
    action, worth = best_charge(battle, mask, actor)
    rest = alone(mask, Verb.BREATHER, 0)
    if rest != NONE and worth_of_rest(battle.fighters[actor]) > max(np.int64(0), worth):
        return rest
    waits = lets_come(battle, actor)
    if action != NONE and (not waits or worth > BLOW_WORTH // 2):
        return action
    if waits:
        return ready(mask, np.int64(Deed.WEAPON_ATTACK))
    return come_near(battle, mask, actor, foe)


# --- Bows -----------------------------------------------------------------------------------------


@njit
def shoot(battle, mask, actor):
    """Shoot where it is worth most; draw, and on the way back off from who is near; -1."""
    fighter = battle.fighters[actor]
    if is_out_of_missiles(fighter):
        return alone(mask, Verb.DROP_ITEM, Hand.SWORD)
    if is_shooting_hand(fighter, Hand.SWORD):
        foe, _worth = quarry(battle, mask, actor)
        if foe != NOBODY:
            return strike(battle, mask, actor, foe)
    action = keep_away(battle, mask, actor)
    if action == NONE:
        action = draw_missile(mask)
    return action


# --- The turn -------------------------------------------------------------------------------------


@njit
def strike_or_rest(battle, mask, actor):
    """The best attack, or a breather where that is worth more; -1 if nobody is in reach."""
    foe, worth = quarry(battle, mask, actor)
    if foe == NOBODY:
        return np.int64(NONE)
    rest = alone(mask, Verb.BREATHER, 0)
    if rest != NONE:
        gain = worth_of_rest(battle.fighters[actor]) - price_of_ongoing(battle, actor)
        if gain > worth:
            return rest
    return strike(battle, mask, actor, foe)


@njit
def act(battle, mask, actor):
    """The standard action of the turn; -1 if there is none left."""
    fighter = battle.fighters[actor]
    if fighter.standard and not fighter.moved_only:
        return np.int64(NONE)
    if shoots(fighter) and IS_RANGED[fighter.held[Hand.SWORD]]:
        action = shoot(battle, mask, actor)
        if action != NONE or not is_armed(fighter):
            return action
    if fighter.standard:
        return np.int64(NONE)
    if is_disarmed(fighter):
        return brawl(battle, mask, actor)
    action = strike_or_rest(battle, mask, actor)
    return action if action != NONE else approach(battle, mask, actor)


@njit
def end_turn(battle, mask, actor):
    """Guard the weak, then breathe for as long as nobody attacks: it costs nothing (H82)."""
    action = guard_weak(battle, mask, actor)
    if action == NONE:
        action = alone(mask, Verb.BREATHER_LATER, 0)
    return action if action != NONE else np.int64(WAIT)


@njit
def start_turn(battle, mask, actor):
    """Go on breathing if that is worth more than a blow; else give it up (QH1, H82)."""
    action = alone(mask, Verb.GIVE_UP, 0)
    if action == NONE:
        return np.int64(WAIT)
    most = np.int64(0)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and gap(battle, actor, foe) <= NEAR:
            hand = striking_hand(battle.fighters[actor])
            none = np.int64(NONE)
            most = max(most, np.int64(worth_of_attack(battle, actor, foe, hand, none, False)))
    return action if most > worth_of_rest(battle.fighters[actor]) else np.int64(WAIT)


@njit
def veteran(battle, mask, actor, window):
    """The strongest of the styles."""
    if window == Window.START:
        return start_turn(battle, mask, actor)
    if window != Window.TURN:
        return answer(battle, mask, actor, window)
    action = prepare(battle, mask, actor)
    if action == NONE:
        action = act(battle, mask, actor)
    return action if action != NONE else end_turn(battle, mask, actor)
