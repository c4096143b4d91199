"""An attack step by step, from its declaration to the next weapon (TD4, RD38).

`attack_step` carries out one step of the attack under way. Before it opens a window it sets the
step that comes after the answer, so that a window that is passed over needs no answer at all.
"""

from __future__ import annotations

from ....core.compiler.bits import contains
from ....core.compiler.compile import njit
from ....core.engine.battle import log_event, open_window
from ...enums import STEPS_TO_RESULT, Event, Kind, Manner, Step, Trigger, Window
from ...state import NO_FRAME, REACTION_FRAME, TURN_FRAME
from ...tables import CLEAVE_STAMINA, NONE
from ..attack_roll.hits import (
    first_part_open,
    inflict,
    log_injury_reasons,
    most_extra,
    parts_open,
    roll_attack,
)
from ..initiative import reveal
from ..maneuvers.drag_and_overrun import begin_path, moves_attacker, path_step
from ..maneuvers.maneuvers import carry_out, must_choose_item
from ..reactions.parry import can_parry, parry
from ..reactions.reactive_attack import ask_next_reactor, provoke
from ..stamina import spend
from .attacks import (
    directions_of,
    is_attack_possible,
    may_follow_up,
    must_choose_target,
    next_slot,
    num_directions,
    only_direction,
    ready_next_weapon,
    trigger_of,
)
from .items import weapon_in
from .ranged_attacks import draw_to_throw
from .riders import can_cleave, can_use_riders, cleave, use_riders

# --- Beginning (D67, TD4) -------------------------------------------------------------------------


@njit
def clear_roll(attack):
    """Clear the values of one roll before the next (RD28)."""
    attack.power = 0
    attack.reckless = 0
    attack.lunge = False
    attack.charge = False
    attack.cleave = False
    attack.degrees = 0
    attack.critical = False
    attack.hit = False
    attack.part = NONE
    attack.extra = 0
    attack.side = 0
    attack.gone = 0


@njit
def begin_attack(battle, frame, attacker, target, kind, slot):
    """Begin an attack; the caller sets what else belongs to it (D67)."""
    fighter = battle.fighters[attacker]
    attack = battle.attacks[frame]
    clear_roll(attack)
    attack.attacker = attacker
    attack.target = target
    attack.first_target = target
    attack.kind = kind
    attack.step = Step.BEGIN
    attack.slot = slot
    attack.weapon = NONE if kind == Kind.MANEUVER else weapon_in(fighter, slot)
    attack.maneuver = NONE
    attack.escape = False
    attack.multi = False
    attack.shots = 0
    attack.rapid = 0
    attack.penalty = 0
    attack.taken = NONE
    attack.reactive = frame == REACTION_FRAME
    attack.natural = 0
    attack.total = 0
    attack.dv = 0
    battle.frame = frame


@njit
def manner_of_attack(attack):
    """The manner of an attack in an ATTACKS event (D70 to D72, D79)."""
    if attack.cleave:
        return Manner.CLEAVE
    if attack.lunge:
        return Manner.LUNGE
    if attack.multi:
        return Manner.MULTIWEAPON
    return Manner.RAPID_SHOT if attack.rapid > 0 else Manner.PLAIN


@njit
def announce(battle, attack):
    """Log the attack (TD4)."""
    attack.step = Step.RIDERS
    attacker, target = attack.attacker, attack.target
    battle.fighters[attacker].last_target = target
    what = attack.maneuver if attack.kind == Kind.MANEUVER else attack.weapon
    log_event(battle, Event.ATTACKS, attacker, target, attack.kind, what, manner_of_attack(attack))


@njit
def end_attack(battle, attack):
    """End the attack; an interrupted one goes on (D88)."""
    attack.step = Step.OVER
    if battle.frame == REACTION_FRAME and battle.attacks[TURN_FRAME].step != Step.OVER:
        battle.frame = TURN_FRAME
    else:
        battle.frame = NO_FRAME


# --- Steps before the roll (D50, D73, D74, RD14, TD4) ---------------------------------------------


@njit
def ask_for_riders(battle, attack):
    """The attacker may spend Stamina on the roll (QD3)."""
    attack.step = Step.PROVOKE
    if can_use_riders(battle):
        open_window(battle, attack.attacker, Window.RIDERS)


@njit
def provoke_by_attack(battle, attack):
    """The provoking check: shots and throws in melee reach, untrained maneuvers (RD14, TD4)."""
    attack.step = Step.ROLL
    trigger = trigger_of(battle, attack)
    if trigger != Trigger.NONE:
        provoke(battle, attack.attacker, trigger)
        attack.step = Step.REACTIONS


@njit
def await_reactions(battle, attack):
    """All who are provoked may attack before the roll (D88, RD14, TD3)."""
    if not ask_next_reactor(battle):
        attack.step = Step.ROLL


# --- The roll and the Parry (D5, D92, TD4) --------------------------------------------------------


@njit
def roll(battle, attack):
    """Roll, unless the attack has become impossible (D5, D88)."""
    if not is_attack_possible(battle, attack):
        end_attack(battle, attack)
        return
    attack.step = Step.PARRY
    roll_attack(battle, attack)


@njit
def ask_for_parry(battle, attack):
    """The target of a hit may parry, knowing the total (D92, QD6, XD3)."""
    attack.step = Step.RESULT
    if can_parry(battle):
        open_window(battle, attack.target, Window.PARRY)


@njit
def take_result(battle, attack):
    """The attacker is no longer hidden; a hit takes effect (RD38, RD46)."""
    reveal(battle, attack.attacker)
    if not attack.hit:
        attack.step = Step.NEXT
    elif attack.kind == Kind.MANEUVER:
        attack.step = Step.DIRECTION
    else:
        attack.step = Step.PART
        if battle.log:
            log_injury_reasons(battle, attack)


# --- Injury (D20 to D24, QD4) ---------------------------------------------------------------------


@njit
def ask_for_part(battle, attack):
    """The attacker chooses the body part, if it can choose among several (D20, QD4)."""
    attack.step = Step.EXTRA
    if parts_open(battle) > 1:
        open_window(battle, attack.attacker, Window.PART)


@njit
def ask_for_extra(battle, attack):
    """The attacker may spend unused degrees on further injuries (D23, QD4).

    A hit injures a part that can be injured (D20): the first one if the attacker chose none.
    """
    attack.step = Step.INJURE
    if attack.part == NONE:
        attack.part = first_part_open(battle)
    if most_extra(battle) > 0:
        open_window(battle, attack.attacker, Window.EXTRA)


@njit
def injure_target(battle, attack):
    """Injuries, strain and critical effect (D20 to D24, TD4)."""
    attack.step = Step.CLEAVE
    inflict(battle, attack)


@njit
def ask_for_cleave(battle, attack):
    """The attacker may Cleave into another opponent (D70, QD5)."""
    attack.step = Step.NEXT
    if can_cleave(battle):
        open_window(battle, attack.attacker, Window.CLEAVE)


# --- Maneuvers (D97, RD17) ------------------------------------------------------------------------


@njit
def ask_for_direction(battle, attack):
    """The maneuver takes effect; of several items or directions one is chosen (RD17)."""
    if must_choose_item(battle, attack):
        attack.step = Step.EFFECT
        open_window(battle, attack.attacker, Window.ITEM)
        return
    attack.step = Step.NEXT
    directions = directions_of(battle)
    if num_directions(directions) > 1:
        open_window(battle, attack.attacker, Window.DIRECTION)
    else:
        choose_direction(battle, max(0, only_direction(directions)))


@njit
def choose_direction(battle, direction):
    """The maneuver takes effect in this direction (QD8, RD17)."""
    attack = battle.attacks[battle.frame]
    if moves_attacker(attack):
        begin_path(battle, attack, direction)
    else:
        carry_out(battle, battle.frame, direction)


@njit
def affect_item(battle, attack):
    """A Disarm, Sunder or Steal affects the chosen item, else the first one (RD17, H10)."""
    attack.step = Step.NEXT
    carry_out(battle, battle.frame, 0)


# --- Follow-ups (D72, D79) ------------------------------------------------------------------------


@njit
def follow_up(battle, attack):
    """The next weapon of a Multiweapon or shot of a Rapid Shot, or the end (D72, D79)."""
    slot = NONE
    if may_follow_up(battle, attack):
        slot = next_slot(battle, attack)
    if slot == NONE:
        end_attack(battle, attack)
        return
    clear_roll(attack)
    attack.target = attack.first_target
    ready_next_weapon(battle, attack, slot)
    if must_choose_target(battle, attack):
        attack.step = Step.LEAVE
        open_window(battle, attack.attacker, Window.NEXT_TARGET)
    else:
        announce_next(battle, attack)


@njit
def announce_next(battle, attack):
    """The next blow or missile, which is drawn now if no hand holds it (D72, D79, RD21)."""
    if attack.kind == Kind.THROW:
        draw_to_throw(battle, attack.attacker)
    announce(battle, attack)


# --- The machine ----------------------------------------------------------------------------------


@njit
def step_to_result(battle, attack, step):
    """One step of the attack up to its result."""
    if step == Step.BEGIN:
        announce(battle, attack)
    elif step == Step.RIDERS:
        ask_for_riders(battle, attack)
    elif step == Step.PROVOKE:
        provoke_by_attack(battle, attack)
    elif step == Step.REACTIONS:
        await_reactions(battle, attack)
    elif step == Step.ROLL:
        roll(battle, attack)
    elif step == Step.PARRY:
        ask_for_parry(battle, attack)
    else:
        take_result(battle, attack)


@njit
def attack_step(battle):
    """Carry out one step of the attack under way; it may open a window (TD4, RD38)."""
    attack = battle.attacks[battle.frame]
    step = attack.step
    if contains(STEPS_TO_RESULT, step):
        step_to_result(battle, attack, step)
    elif step == Step.PART:
        ask_for_part(battle, attack)
    elif step == Step.EXTRA:
        ask_for_extra(battle, attack)
    elif step == Step.INJURE:
        injure_target(battle, attack)
    elif step == Step.DIRECTION:
        ask_for_direction(battle, attack)
    elif step == Step.GO:
        path_step(battle, attack)
    elif step == Step.CLEAVE:
        ask_for_cleave(battle, attack)
    elif step == Step.EFFECT:
        affect_item(battle, attack)
    elif step == Step.LEAVE:
        end_attack(battle, attack)
    else:
        follow_up(battle, attack)


# --- Answers of windows (QD3 to QD6, QD8) ---------------------------------------------------------


@njit
def choose_riders(battle, power, reckless):
    """Spend Stamina on the roll (QD3)."""
    if power + reckless > 0:
        use_riders(battle, power, reckless)


@njit
def choose_parry(battle, hand):
    """Parry with a hand (QD6)."""
    parry(battle, hand)


@njit
def choose_part(battle, part):
    """Injure this part (QD4)."""
    battle.attacks[battle.frame].part = part


@njit
def choose_extra(battle, extra):
    """Injure the part `extra` times more (QD4)."""
    battle.attacks[battle.frame].extra = extra


@njit
def choose_item(battle, taken):
    """Affect this item: a hand, then a place in the pack (RD17)."""
    battle.attacks[battle.frame].taken = taken


@njit
def choose_next_target(battle, target):
    """Attack this enemy with the next weapon or missile (D72, D79)."""
    attack = battle.attacks[battle.frame]
    attack.target = target
    attack.first_target = target
    announce_next(battle, attack)


@njit
def choose_cleave(battle, target):
    """Attack this opponent too: a new roll, the same disadvantages (D70, QD5, RD28)."""
    attack = battle.attacks[battle.frame]
    clear_roll(attack)
    cleave(battle, target)
    announce(battle, attack)
    spend(battle, attack.attacker, CLEAVE_STAMINA)
