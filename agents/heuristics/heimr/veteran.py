"""The veteran: it compares attacks, charges, rest and positions by exact odds (XH4, QH2 to QH4).

It lets enemies come: its side stands together and attacks the first enemy who enters, whose defence
is worse after a charge. It aims where that pays. It steps back from an enemy with a high defence,
who then has to charge again. It sizes enemies up, guards weak allies, and rests while nobody
attacks it. The constants were tuned by tournaments in all scenarios.
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit
from ....envs.core.engine.battle import NOBODY
from ....envs.heimr.enums import Act, Hand, Verb, Window
from ....envs.heimr.rules.characters.conditions import is_prone
from ....envs.heimr.rules.combat_actions.action_stack import top_frame
from ....envs.heimr.rules.modules.armoury import is_armed, is_shooting_hand
from ....envs.heimr.state import HANDS
from ....envs.heimr.tables import D6, IS_RANGED, NONE, ONGOING_PENALTY, PART_OF_FACE
from .action_value import best_aim, is_open_to, item_of, needed_value, worth_of_attack, worth_of_hit
from .answers import WAIT, answer, fire_readied, meet_attack
from .brawler import brawl
from .queries import (
    at_foe,
    attack_with,
    back_off,
    closest,
    come_near,
    foes_within,
    gap,
    is_disarmed,
    is_foe,
    is_friend,
    make_ready,
    ready,
    shoots,
    untargeted_action,
    way_toward,
)
from .risk import NEAR, mean_danger, price_of_ongoing, striking_hand, worth_of_rest
from .styles import (
    draw_missile,
    guard_weak,
    is_out_of_missiles,
    keep_away,
    look_about,
)

GOOD_CHARGE = 2600
"""Least worth of a charge for a fighter who could also wait for the enemy's charge."""
PATIENCE = 7
"""Rounds that the veteran waits for enemies, longer than a sentinel."""

# --- Stepping back --------------------------------------------------------------------------------


@njit
def worth_when(battle, actor, foe, more):
    """Worth of the fighter's usual attack on an enemy who defends with `more` dice fewer."""
    hand = striking_hand(battle.fighters[actor])
    item = item_of(battle.fighters[actor], hand)
    total = np.int64(0)
    for face in range(1, D6 + 1):
        part = PART_OF_FACE[face]
        total += worth_of_hit(battle.fighters[actor], battle.fighters[foe], item, part)
    return np.int64(mean_danger(battle, foe, actor, more) * total / D6)


@njit
def must_charge(battle, foe):
    """Whether an enemy in melee has to charge a fighter who steps back."""
    fighter = battle.fighters[foe]
    return is_armed(fighter) and not is_prone(fighter) and not shoots(fighter)


@njit
def worth_of_step(battle, actor):
    """Worth of stepping back, which forces enemies to charge (H81, H87)."""
    most = np.int64(0)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe):
            if not must_charge(battle, foe):
                return np.int64(0)
            if gap(battle, actor, foe) == 0:
                gain = worth_when(battle, actor, foe, ONGOING_PENALTY)
                gain -= worth_when(battle, actor, foe, np.int64(0))
                most = max(most, np.int64(gain))
    return most


@njit
def step_back(battle, mask, actor):
    """Step away from enemies who would have to charge; -1 if that gains nothing."""
    if battle.round_number >= PATIENCE:
        return np.int64(NONE)
    return back_off(battle, mask, actor)


# --- Attacks (QH4) --------------------------------------------------------------------------------


@njit
def best_attack(battle, mask, actor, foe):
    """The hand of the best attack on an enemy and its worth; hand -1 if there is none."""
    best, most = np.int64(NONE), np.int64(0)
    for hand in range(HANDS):
        if attack_with(battle, mask, hand, NONE, foe) != NONE:
            aim = best_aim(battle, actor, foe, hand)
            worth = np.int64(worth_of_attack(battle, actor, foe, hand, aim, False))
            if worth > most or best == NONE:
                best, most = np.int64(hand), worth
    return best, most


@njit
def choose_target(battle, mask, actor):
    """The enemy to attack from here and the worth of the attack; -1 if there is none."""
    best, most = np.int64(NOBODY), np.int64(-1)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe):
            hand, worth = best_attack(battle, mask, actor, np.int64(foe))
            if hand != NONE and worth > most:
                best, most = np.int64(foe), worth
    return best, most


@njit
def strike(battle, mask, actor, foe):
    """The attack on an enemy that is worth most, aimed if that pays."""
    hand, _worth = best_attack(battle, mask, actor, foe)
    if hand == NONE:
        return np.int64(NONE)
    return attack_with(battle, mask, hand, best_aim(battle, actor, foe, hand), foe)


@njit
def best_charge(battle, mask, actor):
    """The charge that is worth most and its worth minus its cost; -1 if none is legal."""
    best, most = np.int64(NONE), np.int64(-(1 << 20))
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe):
            for hand in range(HANDS):
                action = at_foe(battle, mask, Verb.CHARGE, hand, np.int64(foe))
                if action != NONE:
                    none = np.int64(NONE)
                    worth = worth_of_attack(battle, actor, foe, np.int64(hand), none, True)
                    if worth > most:
                        best, most = action, worth
    if best != NONE:
        most -= price_of_ongoing(battle, actor)
    return best, most


# --- Free actions (QH3, H104, RH62) ---------------------------------------------------------------


@njit
def use_power(battle, mask, actor):
    """Heal, rage or poison when an enemy is near; -1 if that is useless."""
    fighter = battle.fighters[actor]
    if fighter.hp <= 0 or foes_within(battle, actor, NEAR) == 0:
        return np.int64(NONE)
    return untargeted_action(mask, Verb.POWER, 0)


@njit
def size_up(battle, mask, actor):
    """Use Insight on the nearest enemy, once a turn (H104)."""
    return at_foe(battle, mask, Verb.SIZE_UP, 0, closest(battle, actor))


@njit
def prepare(battle, mask, actor):
    """Stand up, draw a weapon, use powers, or size an enemy up; -1 if none is needed."""
    action = untargeted_action(mask, Verb.STAND_UP, 0)
    if action == NONE:
        action = size_up(battle, mask, actor)
    if action == NONE:
        action = use_power(battle, mask, actor)
    if action == NONE:
        action = make_ready(battle, mask, actor)
    return action


# --- Nobody is within reach -----------------------------------------------------------------------


@njit
def is_ally_fighting(battle, actor):
    """Whether an ally nearby (`NEAR` turns) is in melee."""
    for other in range(battle.num_fighters):
        if is_friend(battle, actor, other) and gap(battle, actor, other) <= NEAR:
            for foe in range(battle.num_fighters):
                if is_foe(battle, actor, foe) and gap(battle, other, foe) == 0:
                    return True
    return False


@njit
def rally(battle, mask, actor):
    """Move to an ally to meet enemies together; -1 if an ally is here or enemies are near."""
    if foes_within(battle, actor, NEAR) > 0:
        return np.int64(NONE)
    for other in range(battle.num_fighters):
        if is_friend(battle, actor, other):
            place = np.int64(battle.fighters[other].location)
            return way_toward(battle, mask, actor, Verb.MOVE, place)
    return np.int64(NONE)


@njit
def await_enemies(battle, mask, actor):
    """Stand together and ready an attack on enemies who enter (H46)."""
    action = rally(battle, mask, actor)
    return action if action != NONE else ready(mask, np.int64(Act.WEAPON_ATTACK))


@njit
def should_wait(battle, actor):
    """Whether to wait for enemies: not for long, armed, and no ally fights yet (H46)."""
    if battle.round_number >= PATIENCE or is_ally_fighting(battle, actor):
        return False
    return is_armed(battle.fighters[actor])


@njit
def approach(battle, mask, actor):
    """Charge a low defence, rest, wait with a readied attack, or come nearer."""
    foe = closest(battle, actor)
    if foe == NOBODY:
        return look_about(battle, mask, actor)
    action, worth = best_charge(battle, mask, actor)
    rest = untargeted_action(mask, Verb.BREATHER, 0)
    if rest != NONE and worth_of_rest(battle, actor) > max(np.int64(0), worth):
        return rest
    if not should_wait(battle, actor):
        return action if action != NONE else come_near(battle, mask, actor, foe)
    if action != NONE and worth > GOOD_CHARGE:
        return action
    return await_enemies(battle, mask, actor)


# --- Bows -----------------------------------------------------------------------------------------


@njit
def shoot(battle, mask, actor):
    """Shoot where it is worth most, draw a missile, or back off; -1 if none is legal."""
    fighter = battle.fighters[actor]
    if is_out_of_missiles(fighter):
        return untargeted_action(mask, Verb.DROP_ITEM, Hand.SWORD)
    if is_shooting_hand(fighter, Hand.SWORD):
        foe, _worth = choose_target(battle, mask, actor)
        if foe != NOBODY:
            return strike(battle, mask, actor, foe)
    action = keep_away(battle, mask, actor)
    if action == NONE:
        action = draw_missile(mask)
    return action


# --- The turn -------------------------------------------------------------------------------------


@njit
def strike_or_rest(battle, mask, actor):
    """The best attack, or a breather if worth more; -1 if no enemy is in reach."""
    foe, worth = choose_target(battle, mask, actor)
    if foe == NOBODY:
        return np.int64(NONE)
    rest = untargeted_action(mask, Verb.BREATHER, 0)
    if rest != NONE:
        gain = worth_of_rest(battle, actor) - price_of_ongoing(battle, actor)
        if gain > worth:
            return rest
    if worth < worth_of_step(battle, actor):
        action = step_back(battle, mask, actor)
        if action != NONE:
            return action
    return strike(battle, mask, actor, foe)


@njit
def act(battle, mask, actor):
    """The standard action of the turn; -1 if it is already spent."""
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
    """Guard a weak ally, then rest while nobody attacks, which costs nothing (H82)."""
    action = guard_weak(battle, mask, actor)
    if action == NONE:
        action = untargeted_action(mask, Verb.BREATHER_LATER, 0)
    return action if action != NONE else np.int64(WAIT)


@njit
def start_turn(battle, mask, actor):
    """Continue resting if that is worth more than an attack, else end the rest (QH1, H82)."""
    action = untargeted_action(mask, Verb.GIVE_UP, 0)
    if action == NONE:
        return np.int64(WAIT)
    most = np.int64(0)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and gap(battle, actor, foe) <= NEAR:
            hand = striking_hand(battle.fighters[actor])
            none = np.int64(NONE)
            most = max(most, np.int64(worth_of_attack(battle, actor, foe, hand, none, False)))
    return action if most > worth_of_rest(battle, actor) else np.int64(WAIT)


# --- Answers --------------------------------------------------------------------------------------


@njit
def is_preroll_futile(battle, actor):
    """Whether the pre-roll cannot stop the current attack, so that using it only tires."""
    frame = top_frame(battle)
    foe = np.int64(frame.actor)
    if not is_foe(battle, actor, foe) or frame.act != Act.WEAPON_ATTACK or frame.hand == NONE:
        return False
    hand, charges = np.int64(frame.hand), frame.charges
    if battle.fighters[foe].held[hand] == NONE:  # a weapon that flies
        return False
    if not is_open_to(battle, foe, actor, hand, charges):
        return False
    needed = needed_value(battle, foe, actor, hand)
    return needed <= battle.fighters[foe].fatigue


@njit
def meet(battle, mask, actor):
    """Do not use a pre-roll that would fail, which avoids its fatigue (H126, H160)."""
    fighter = battle.fighters[actor]
    is_last = foes_within(battle, actor, NEAR) == 1
    if is_last and not fighter.tired and is_preroll_futile(battle, actor):
        action = untargeted_action(mask, Verb.DECLINE, 0)
        if action != NONE:
            return action
    return meet_attack(battle, mask, actor)


@njit
def fire(battle, mask, actor):
    """The readied attack that is worth most."""
    foe, _worth = choose_target(battle, mask, actor)
    if foe == NOBODY:
        return fire_readied(battle, mask, actor)
    return strike(battle, mask, actor, foe)


@njit
def veteran(battle, mask, actor, window):
    """The strongest heuristic of Heimr."""
    if window == Window.START:
        return start_turn(battle, mask, actor)
    if window == Window.DEFEND:
        return meet(battle, mask, actor)
    if window == Window.READIED:
        return fire(battle, mask, actor)
    if window != Window.TURN:
        return answer(battle, mask, actor, window)
    action = prepare(battle, mask, actor)
    if action == NONE:
        action = act(battle, mask, actor)
    return action if action != NONE else end_turn(battle, mask, actor)
