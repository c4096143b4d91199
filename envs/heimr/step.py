"""The effect of an action when it is taken (QH1 to QH14)."""

from __future__ import annotations

from ..core.compiler.bits import contains
from ..core.compiler.compile import njit
from ..core.engine.battle import NOBODY, begin_decision, close_window
from .actions.table import (
    ACTS,
    DEFENCE_HANDS,
    DEFENCES,
    OPPONENT_TRIGGERS,
    READIABLE,
    aim_of,
    argument_of,
    fighter_of,
    hand_of,
    verb_of,
)
from .enums import (
    DETAIL_WINDOWS,
    OWN_ACTION_WINDOWS,
    REACTION_WINDOWS,
    Defence,
    Hand,
    Role,
    Stage,
    Trigger,
    Verb,
    Window,
)
from .rules.attacks.attack_choices import choose_ability, choose_aim, forgo_second, keep_aim
from .rules.attacks.brawl import answer_provoked
from .rules.attacks.weapon_attack import begin_attack
from .rules.combat_actions.action_stack import push, top_frame
from .rules.combat_actions.climbs import DOWNWARD
from .rules.combat_actions.skills import call_skill, resist
from .rules.combat_actions.upcoming_actions import drop_upcoming
from .rules.combat_basics.chase import choose_terrain, give_up_chase
from .rules.combat_basics.initiative import delay
from .rules.combat_basics.readied import fire_readied, set_trigger
from .rules.defence.defences import block_instead, decline, let_go_first
from .rules.defence.prerolls import (
    awaits_ability,
    choose_defence,
    roll_defence,
    roll_with_ability,
)
from .rules.effects import choose_direction
from .rules.environment.border_crossing import reroll
from .rules.forced_movement.restraint import release, restrain
from .rules.grid import square_of
from .rules.guarding import GUARDS_ITEMS, GUARDS_PLACE, let_by, strike_late
from .rules.modules.armoury import IN_HANDS
from .rules.positions.hiding import show_to
from .tables import NONE
from .turn import play_on

# --- Actions (QH2 to QH6, QH14) -------------------------------------------------------------------


@njit
def argument_for(battle, verb, argument):
    """The argument of a verb, as the rules of its action encode it."""
    if verb == Verb.READY:
        return READIABLE[argument]
    if verb == Verb.LOOK:
        return square_of(battle, argument)
    if verb == Verb.CLIMB_DOWN:
        return argument + DOWNWARD
    if verb == Verb.GUARD_ITEMS:
        return GUARDS_ITEMS
    if verb == Verb.GUARD_PLACE:
        return GUARDS_PLACE
    if verb == Verb.CONCEAL_HELD:
        return argument + IN_HANDS
    return argument


@njit
def begin(battle, role, actor, verb, argument, target):
    """Declare an action (QH2 to QH6)."""
    act = ACTS[verb]
    if verb == Verb.ATTACK:
        begin_attack(battle, role, act, actor, target, hand_of(argument), aim_of(argument))
    elif verb == Verb.BRAWL_HIT or verb == Verb.BRAWL_BIND:
        begin_attack(battle, role, act, actor, target, NONE, argument + NONE)
    else:
        push(battle, role, act, actor, target, argument_for(battle, verb, argument))


# --- The turn (QH1 to QH4, QH6) -------------------------------------------------------------------


@njit
def answer_turn(battle, actor, verb, argument, target):
    """The next action, or the end of the turn; at its end to stay down (QH2 to QH4, RH41)."""
    if verb == Verb.WAIT:
        if battle.stage == Stage.TURN:
            battle.stage = Stage.ACTED
    else:
        begin(battle, Role.TURN, actor, verb, argument, target)


@njit
def answer_start(battle, actor, verb, argument, target):
    """Go on, drop what was upcoming, or delay (QH1)."""
    if verb == Verb.GIVE_UP:
        drop_upcoming(battle, actor)
    elif verb != Verb.WAIT:
        delay(battle, actor, target, argument)


@njit
def answer_trigger(battle, actor, verb, argument, target):
    """Set the trigger of the readied action; to wait means any opponent who enters (QH6, RH37)."""
    if verb == Verb.WAIT:
        set_trigger(battle, actor, Trigger.ENTERS, NOBODY)
    elif verb == Verb.TRIGGER_FOR:
        set_trigger(battle, actor, Trigger.ATTACKS_ALLY, target)
    else:
        set_trigger(battle, actor, OPPONENT_TRIGGERS[argument], target)


@njit
def answer_readied(battle, actor, verb, argument, target):
    """The readied action is made, or let be (QH6, H47)."""
    if verb != Verb.WAIT:
        fire_readied(battle, actor)
        begin(battle, Role.READIED, actor, verb, argument, target)


@njit
def answer_chase(battle, actor, verb, argument, target):
    """The terrain of a fleeing fighter, giving up, or the action of one who has caught up (H77)."""
    if verb == Verb.TERRAIN:
        choose_terrain(battle, actor)
    elif verb == Verb.GIVE_UP:
        give_up_chase(battle, actor)
    elif verb != Verb.WAIT:
        begin(battle, Role.TURN, actor, verb, argument, target)


@njit
def answer_in_turn(battle, actor, window, verb, argument, target):
    """Decisions of a fighter about its own actions."""
    if window == Window.TURN:
        answer_turn(battle, actor, verb, argument, target)
    elif window == Window.START:
        answer_start(battle, actor, verb, argument, target)
    elif window == Window.TRIGGER:
        answer_trigger(battle, actor, verb, argument, target)
    elif window == Window.READIED:
        answer_readied(battle, actor, verb, argument, target)
    else:
        answer_chase(battle, actor, verb, argument, target)


# --- Defences (QH7 to QH9, QH11) ------------------------------------------------------------------


@njit
def answer_preroll(battle, actor, verb, argument):
    """The kind of the next defence; a fighter who waits will dodge (QH7)."""
    if verb == Verb.WAIT:
        roll_defence(battle, actor, Defence.DODGE, Hand.SWORD, 0)
    else:
        choose_defence(battle, actor, DEFENCES[argument], DEFENCE_HANDS[argument])


@njit
def answer_defend(battle, verb):
    """The answer to an attack; to wait keeps the prepared defence (QH8, QH9, QH11)."""
    if verb == Verb.DEFENCE:
        block_instead(battle)
    elif verb == Verb.DECLINE:
        decline(battle)
    elif verb == Verb.LET_GO:
        let_go_first(battle)


# --- Within an action (QH5, QH10 to QH13) ---------------------------------------------------------


@njit
def answer_others_act(battle, actor, window, verb, argument):
    """The answer of a guard, an armed fighter or a holder to an action (QH5, QH11, QH13)."""
    if verb == Verb.WAIT:
        return
    if window == Window.SLIPPED:
        strike_late(battle, actor, argument)
    elif window == Window.PROVOKED:
        answer_provoked(battle, argument)
    elif verb == Verb.STOP:
        restrain(battle)
    else:
        release(battle)


@njit
def answer_own_act(battle, window, argument):
    """Slip past, call a skill, resist, roll again, a direction; nobody waits (QH10, QH12, QH13)."""
    if window == Window.GUARDED:
        top_frame(battle).slips = True
    elif window == Window.SKILL:
        call_skill(battle, argument)
    elif window == Window.RESIST:
        resist(battle, argument)
    elif window == Window.REROLL:
        reroll(battle)
    else:
        choose_direction(battle, argument)


# --- Choices of sides with full choices (H27, H84, H95, H107, H117, H139, H178) -------------------


@njit
def answer_aim(battle, verb, argument):
    """The aim of an attack; to wait keeps it, to decline spares the second weapon (H84, H117)."""
    if verb == Verb.DECLINE:
        forgo_second(battle)
    elif verb == Verb.AIM:
        choose_aim(battle, argument + NONE)
    else:
        keep_aim(battle)


@njit
def answer_ability(battle, actor, verb, argument):
    """The ability of a parry, a block or an attack; to wait means the best (H178, HH1)."""
    ability = argument if verb == Verb.ABILITY else NONE
    if awaits_ability(battle, actor):
        roll_with_ability(battle, actor, ability)
    else:
        choose_ability(battle, ability)


@njit
def answer_detail(battle, actor, window, verb, argument, target):
    """The windows that only sides with full choices are shown; all but some may wait."""
    if window == Window.AIM:
        answer_aim(battle, verb, argument)
    elif window == Window.ABILITY:
        answer_ability(battle, actor, verb, argument)
    elif window == Window.INTERCEPT:
        if verb == Verb.DECLINE:
            let_by(battle, actor)
    elif verb == Verb.HAND:
        top_frame(battle).hand = argument
    elif verb == Verb.BREAK:
        top_frame(battle).argument = argument
    elif verb == Verb.SHOW:
        show_to(battle, actor, target)


# --- Advancing ------------------------------------------------------------------------------------


@njit
def answer(battle, actor, window, action):
    """Hand an answer to where it was asked."""
    verb, argument = verb_of(action), argument_of(action)
    target = fighter_of(battle, actor, action)
    if contains(OWN_ACTION_WINDOWS, window):
        answer_in_turn(battle, actor, window, verb, argument, target)
    elif window == Window.DEFENCE:
        answer_preroll(battle, actor, verb, argument)
    elif window == Window.DEFEND:
        answer_defend(battle, verb)
    elif contains(REACTION_WINDOWS, window):
        answer_others_act(battle, actor, window, verb, argument)
    elif contains(DETAIL_WINDOWS, window):
        answer_detail(battle, actor, window, verb, argument, target)
    elif verb != Verb.WAIT:
        answer_own_act(battle, window, argument)


@njit(shared=True)
def advance(battle, action):
    """Apply a legal action and play on to the next decision or the end."""
    begin_decision(battle)
    actor, window = battle.to_act, battle.window
    close_window(battle)
    answer(battle, actor, window, action)
    play_on(battle)
