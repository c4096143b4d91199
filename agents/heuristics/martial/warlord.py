"""The warlord: it compares the worth of blows, maneuvers, defences and Stamina.

Worth is counted in ten-thousandths of a healthy fighter (`action_value.py`).
"""

from __future__ import annotations

import numpy as np

from ....envs.core.compiler.compile import njit, scratch
from ....envs.core.engine.battle import NOBODY
from ....envs.martial.actions.table import (
    POWER_CHOICES,
    RECKLESS_CHOICES,
)
from ....envs.martial.enums import (
    Kind,
    Maneuver,
    Verb,
    Window,
)
from ....envs.martial.rules.attack_roll.defence import defence_seen
from ....envs.martial.rules.attack_roll.modifiers import attack_bonus, net_advantage
from ....envs.martial.rules.injuries.bodies import martial_bonus
from ....envs.martial.rules.injuries.mobility import can_stand
from ....envs.martial.rules.rounds_and_actions.items import longest_reach, weapon_in
from ....envs.martial.state import (
    HANDS,
    WEAPON_SLOTS,
)
from ....envs.martial.tables import (
    NONE,
    RAPID_LIMIT,
    SHIELD_BONUS,
    UNARMED,
)
from .action_value import (
    TABULATED_DEGREES,
    best_blow_worth,
    blow_with,
    blow_worth,
    bonus_with_power,
    chance_of_maneuver,
    parry_worth,
    stamina_price,
    worth_saved_by_dv,
)
from .answers import answer, come_near, is_on_last_stamina, move_to_weapon, shield_or_defend
from .body_parts import PLAIN, write_injury_worths
from .queries import (
    NEAR,
    allies_on,
    at_foe,
    closest,
    distance_to,
    foes_in_reach,
    get_up,
    holds_bow,
    is_foe,
    is_in_reach,
    make_ready,
    untargeted_action,
)

STRIDE = 30
"""Distance in feet from which an enemy can move and strike in its turn."""
BLOWS_A_TURN = 2
"""Number of blows in each enemy's turn against which a defence is valued."""
MOST_RECKLESS = 3
"""Most Reckless degrees that are considered before a blow."""
STAND_UP_WORTH = 500
"""Worth of the AP that a prone enemy spends on getting up."""
DISARM_WORTH = 1800
"""Worth of disarming an enemy who has no other weapon."""
LEAST_FLANK_GAIN = 300
"""Least gain for which the warlord moves behind an enemy."""

# --- Blows ----------------------------------------------------------------------------------------


@njit
def usual_slot(fighter):
    """The slot of the weapon that the fighter would strike with: in hand, else natural."""
    for slot in range(WEAPON_SLOTS):
        weapon = weapon_in(fighter, slot)
        if weapon != NONE and (slot >= HANDS or SHIELD_BONUS[weapon] == 0):
            return slot
    return HANDS


@njit
def worth_of_strike(battle, actor, foe, weapon, more_net):
    """Worth of a blow with a weapon now, with the best number of Reckless degrees."""
    penalty = np.int64(battle.fighters[actor].attacks)
    blow = blow_with(actor, foe, Kind.MELEE, weapon, penalty)
    return best_blow_worth(battle, blow, more_net, MOST_RECKLESS, PLAIN)


@njit
def usual_worth(battle, actor, foe, more_net):
    """Worth of a blow with the usual weapon now."""
    weapon = weapon_in(battle.fighters[actor], usual_slot(battle.fighters[actor]))
    return worth_of_strike(battle, actor, foe, weapon, more_net)


@njit
def best_strike_at(battle, mask, actor, foe):
    """The best blow at one enemy: action and worth; -1 and 0 if there is none."""
    best, most = np.int64(NONE), np.int64(0)
    for slot in range(WEAPON_SLOTS):
        action = at_foe(battle, mask, Verb.STRIKE, slot, foe)
        if action != NONE:
            weapon = weapon_in(battle.fighters[actor], slot)
            worth = worth_of_strike(battle, actor, foe, weapon, 0) - (weapon == UNARMED)
            if worth > most:
                best, most = action, worth
    action = at_foe(battle, mask, Verb.MULTIWEAPON, 0, foe)
    if action != NONE:
        worth = 2 * usual_worth(battle, actor, foe, -1)
        if worth > most:
            best, most = action, worth
    return best, most


@njit
def worth_of_trip(battle, actor, foe):
    """Worth of tripping an enemy: better blows at it, and the AP that it spends to get up."""
    if battle.fighters[foe].prone or not can_stand(battle.fighters[foe]):
        return np.int64(0)
    plain = usual_worth(battle, actor, foe, 0)
    follow = usual_worth(battle, actor, foe, 1) - plain
    gain = STAND_UP_WORTH + max(0, follow) + plain * (1 + allies_on(battle, actor, foe))
    return np.int64(gain * chance_of_maneuver(battle, actor, foe, Maneuver.TRIP))


@njit
def worth_of_disarm(battle, actor, foe):
    """Worth of disarming an enemy of its only weapon."""
    it = battle.fighters[foe]
    if it.held[0] == NONE or it.held[1] != NONE:
        return np.int64(0)
    return np.int64(DISARM_WORTH * chance_of_maneuver(battle, actor, foe, Maneuver.DISARM))


@njit
def best_maneuver_at(battle, mask, actor, foe):
    """Trip or Disarm, whichever is worth more: action and worth; -1 and 0 if neither."""
    best, most = np.int64(NONE), np.int64(0)
    action = at_foe(battle, mask, Verb.MANEUVER, Maneuver.TRIP, foe)
    if action != NONE:
        best, most = action, worth_of_trip(battle, actor, foe)
    action = at_foe(battle, mask, Verb.MANEUVER, Maneuver.DISARM, foe)
    if action != NONE:
        worth = worth_of_disarm(battle, actor, foe)
        if worth > most:
            best, most = action, worth
    return best, most


@njit
def best_attack(battle, mask, actor):
    """The blow or maneuver that is worth most: action and worth; -1 and 0 if there is none."""
    best, most = np.int64(NONE), np.int64(-1)
    for foe in range(battle.num_fighters):
        if not is_foe(battle, actor, foe) or not is_in_reach(battle, actor, foe):
            continue
        action, worth = best_strike_at(battle, mask, actor, foe)
        if action != NONE and worth > most:
            best, most = action, worth
        action, worth = best_maneuver_at(battle, mask, actor, foe)
        if action != NONE and worth > most:
            best, most = action, worth
    return best, most


# --- Defence --------------------------------------------------------------------------------------


@njit
def could_come(battle, foe, actor):
    """Whether an enemy reaches the fighter now or after one Move."""
    return distance_to(battle, foe, actor) <= longest_reach(battle.fighters[foe]) + STRIDE


@njit
def worth_of_defend(battle, actor, points):
    """Worth that additional points of DV save until the fighter's next turn."""
    saved = np.int64(0)
    for foe in range(battle.num_fighters):
        if is_foe(battle, actor, foe) and could_come(battle, foe, actor):
            weapon = weapon_in(battle.fighters[foe], usual_slot(battle.fighters[foe]))
            blow = blow_with(foe, actor, Kind.MELEE, weapon, 0)
            saved += worth_saved_by_dv(battle, blow, points, BLOWS_A_TURN, PLAIN)
    return saved


@njit
def shield_bonus(fighter):
    """Bonus of the shield in hand, 0 without one."""
    bonus = np.int64(0)
    for hand in range(HANDS):
        if fighter.held[hand] != NONE:
            bonus = max(bonus, SHIELD_BONUS[fighter.held[hand]])
    return bonus


@njit
def guard_instead(battle, mask, actor, worth):
    """Shield or Defend if it saves more than a blow of this worth; -1 if not."""
    me = battle.fighters[actor]
    shield = untargeted_action(mask, Verb.READY_SHIELD, 0)
    if shield != NONE and worth_of_defend(battle, actor, shield_bonus(me)) > worth:
        return shield
    defend = untargeted_action(mask, Verb.DEFEND, 0)
    if defend == NONE or me.action_points > 1:
        return np.int64(NONE)
    return defend if worth_of_defend(battle, actor, martial_bonus(me)) > worth else np.int64(NONE)


# --- The turn -------------------------------------------------------------------------------------


@njit
def count_injuries(fighter):
    """Number of injuries of a fighter."""
    count = np.int64(0)
    for part in range(len(fighter.injuries)):
        count += fighter.injuries[part]
    return count


@njit
def choose_target(battle, actor):
    """The enemy to fight: near, fought by allies, injured, prone; -1 if none is seen."""
    best, most = np.int64(NOBODY), np.int64(-(1 << 30))
    for foe in range(battle.num_fighters):
        if not is_foe(battle, actor, foe):
            continue
        rank = 12 * allies_on(battle, actor, foe) - distance_to(battle, actor, foe)
        rank += 10 * np.int64(battle.fighters[foe].prone) + 3 * count_injuries(battle.fighters[foe])
        if rank > most:
            best, most = np.int64(foe), rank
    return best


@njit
def fight(battle, mask, actor):
    """The strike, maneuver or defence that is worth most; -1 if no enemy is in reach."""
    action, worth = best_attack(battle, mask, actor)
    if action == NONE:
        return action
    guard = guard_instead(battle, mask, actor, worth)
    return guard if guard != NONE else action


@njit
def flank(battle, mask, actor):
    """Move behind an enemy whom an ally fights, if that gains enough; -1 if not."""
    me = battle.fighters[actor]
    if me.attacks > 0 or me.action_points < 2 or foes_in_reach(battle, actor) > 1:
        return np.int64(NONE)
    foe = choose_target(battle, actor)
    if foe == NOBODY or allies_on(battle, actor, foe) == 0:
        return np.int64(NONE)
    action = at_foe(battle, mask, Verb.FLANK, 0, foe)
    if action == NONE:
        return action
    gain = usual_worth(battle, actor, foe, 1) - usual_worth(battle, actor, foe, 0)
    return action if gain >= LEAST_FLANK_GAIN else np.int64(NONE)


@njit
def blade_turn(battle, mask, actor):
    """The turn of a warlord who fights in melee."""
    action = make_ready(battle, mask, actor)
    if action == NONE:
        action = flank(battle, mask, actor)
    if action == NONE:
        action = fight(battle, mask, actor)
    if action != NONE:
        return action
    foe = choose_target(battle, actor)
    if foe != NOBODY and battle.fighters[actor].attacks == 0:
        action = come_near(battle, mask, actor, foe)
    if action == NONE:
        action = move_to_weapon(mask)
    return action if action != NONE else shield_or_defend(mask)


@njit
def best_shot(battle, mask, actor):
    """The target and number of arrows that are worth most; else come nearer."""
    best, most = np.int64(NONE), np.int64(-1)
    me = battle.fighters[actor]
    for foe in range(battle.num_fighters):
        if not is_foe(battle, actor, foe):
            continue
        for shots in range(1, RAPID_LIMIT + 1):
            action = at_foe(battle, mask, Verb.SHOOT, shots, foe)
            if action != NONE:
                penalty = np.int64(me.attacks) + shots - 1
                blow = blow_with(actor, foe, Kind.SHOT, np.int64(me.held[0]), penalty)
                worth = shots * best_blow_worth(battle, blow, 0, 0, PLAIN)
                if worth > most:
                    best, most = action, worth
    return (
        best if best != NONE else at_foe(battle, mask, Verb.TOWARD, 0, choose_target(battle, actor))
    )


@njit
def bow_turn(battle, mask, actor):
    """The turn of a warlord with a bow: leave near enemies, then shoot as often as it pays."""
    foe = closest(battle, actor)
    action = get_up(mask)
    if action != NONE or foe == NOBODY:
        return action
    me = battle.fighters[actor]
    if distance_to(battle, actor, foe) <= NEAR and me.attacks == 0 and me.action_points > 1:
        action = at_foe(battle, mask, Verb.AWAY, 0, foe)
        if action != NONE:
            return action
    if foes_in_reach(battle, actor) > 0:
        action = blade_turn(battle, mask, actor)
        if action != NONE:
            return action
    action = untargeted_action(mask, Verb.RELOAD, 0)
    return action if action != NONE else best_shot(battle, mask, actor)


# --- Windows --------------------------------------------------------------------------------------


@njit
def best_riders(battle, mask, actor):
    """The Stamina for Power and Reckless degrees that is worth most; -1 for none."""
    frame = battle.attacks[battle.frame]
    worths = scratch(1, TABULATED_DEGREES)[0]
    write_injury_worths(battle, actor, np.int64(frame.target), PLAIN, worths)
    blow = blow_with(actor, np.int64(frame.target), np.int64(frame.kind), np.int64(frame.weapon), 0)
    net, bonus = net_advantage(battle, frame), attack_bonus(battle, frame)
    dv, price = defence_seen(battle, frame), stamina_price(battle.fighters[actor]) // 2
    best, most = np.int64(NONE), blow_worth(battle, blow, net, bonus, dv, 0, worths)
    for choice in range(1, POWER_CHOICES * RECKLESS_CHOICES):
        action = untargeted_action(mask, Verb.RIDERS, choice)
        if action != NONE:
            power, reckless = choice // RECKLESS_CHOICES, choice % RECKLESS_CHOICES
            stronger = bonus_with_power(bonus, power)
            worth = blow_worth(battle, blow, net - reckless, stronger, dv, reckless, worths)
            worth -= price * (power + reckless)
            if worth > most:
                best, most = action, worth
    return best


@njit
def best_parry(battle, mask, actor):
    """Parry if it saves more than its Stamina and the reaction are worth; -1 if not."""
    best, most = np.int64(NONE), stamina_price(battle.fighters[actor]) // 2
    if is_on_last_stamina(battle.fighters[actor]):
        return best
    for hand in range(HANDS):
        action = untargeted_action(mask, Verb.PARRY, hand)
        if action != NONE:
            worth = parry_worth(battle, actor, hand, PLAIN)
            if worth > most:
                best, most = action, worth
    return best


@njit
def warlord(battle, mask, rng_state, actor):
    """Flanks, trips, strikes and guards by expected worth, and spends Stamina where it pays."""
    window = np.int64(battle.window)
    if window == Window.TURN:
        if holds_bow(battle.fighters[actor]):
            return bow_turn(battle, mask, actor)
        return blade_turn(battle, mask, actor)
    if window == Window.RIDERS:
        return best_riders(battle, mask, actor)
    if window == Window.PARRY:
        return best_parry(battle, mask, actor)
    return answer(battle, mask, actor, window, PLAIN)
