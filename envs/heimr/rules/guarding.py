"""Guards of allies, borders, places and things (H88, H139 to H145, RH25, RH45 to RH47, QH13).

An action that a guard would stop meets it in two steps, the same for attacks (GUARDED, SLIPPED),
for movement and for taking what is guarded (BORDER_GUARDED, BORDER_SLIPPED). The first step calls
`ask_guarded` with the guard: it opens the window for the fighter who comes, and the answer writes
`frame.slips`. In the second step a fighter who goes into the guard is redirected (`redirect`) or
stays (`intercept`). For one who slips past, `slip_past` asks the guard once for its attack, a frame
of Role.GUARD; `is_caught` says what came of it.
"""

from __future__ import annotations

from ...core.compiler.compile import njit
from ...core.engine.battle import NOBODY, has_full_choices, log_event, open_window
from ..enums import Act, Effect, Event, Guarded, Outcome, Role, Window
from ..state import GROUND_CAPACITY, HANDS
from ..tables import DIRECTIONS, NONE
from .characters.conditions import can_act, is_gone, is_prone
from .combat_actions.action_stack import is_action_under_way, push, top_frame, was_hidden_from
from .combat_basics.clusters import join_clusters, share_cluster
from .combat_basics.initiative import first_from
from .dice_challenges.situational_penalties import is_in_melee_reach
from .grid import leads_off, neighbour, opposite
from .modules.armoury import is_melee_hand, lies_in
from .positions.hiding import is_hidden_from, stop_hiding

GUARDS_ITEMS = DIRECTIONS
"""Argument of Guard for what lies in the location; 0 to 3 is the border in that direction."""
GUARDS_PLACE = GUARDS_ITEMS + 1
"""Argument of Guard for the whole location."""

# --- Declaring (H88, RH25) ------------------------------------------------------------------------


@njit
def can_guard(fighter):
    """Whether a fighter can guard: able to act, upright, holding nobody (RH25)."""
    return can_act(fighter) and not is_prone(fighter) and fighter.holds == NOBODY


@njit
def has_border(battle, location, direction):
    """Whether a location has a border or an exit to guard (H143, RH55)."""
    if neighbour(battle, location, direction) != NONE:
        return True
    return leads_off(battle, location, direction)


@njit
def has_items(battle, location):
    """Whether items lie in a location and can be guarded (H139)."""
    for place in range(GROUND_CAPACITY):
        if lies_in(battle, place, location):
            return True
    return False


@njit
def may_guard_ally(battle, actor, target):
    """Whether a fighter may guard another: an ally beside it (H139, RH25, HH26)."""
    other = battle.fighters[target]
    if target == actor or battle.side[target] != battle.side[actor] or is_gone(other):
        return False
    return is_in_melee_reach(battle, actor, target)


@njit
def may_guard(battle, actor, argument, target):
    """Whether a fighter may guard an ally, or its location, a border or items of it (H139, RH25).

    `argument` is the Direction of the border, GUARDS_ITEMS or GUARDS_PLACE, any number with an
    ally; `target` is the ally, else NOBODY.
    """
    fighter = battle.fighters[actor]
    if not can_guard(fighter) or fighter.location == NONE:
        return False
    if target != NOBODY:
        return may_guard_ally(battle, actor, target)
    if argument == GUARDS_ITEMS:
        return has_items(battle, fighter.location)
    if argument == GUARDS_PLACE:
        return has_full_choices(battle, actor)
    return has_border(battle, fighter.location, argument)


@njit
def guard(battle, actor, argument, target):
    """Guard until the next turn, or until an opponent is met (H88, H139, RH25)."""
    fighter = battle.fighters[actor]
    if target != NOBODY:
        fighter.guard, fighter.guarded = Guarded.ALLY, target
    elif argument == GUARDS_ITEMS:
        fighter.guard, fighter.guarded = Guarded.ITEMS, NONE
    elif argument == GUARDS_PLACE:
        fighter.guard, fighter.guarded = Guarded.PLACE, NONE
    else:
        fighter.guard, fighter.guarded = Guarded.BORDER, argument
    log_event(battle, Event.GUARDS, actor, target, fighter.guard, fighter.guarded, 0)


@njit
def end_guard(battle, actor):
    """End a guard: it has met one opponent or cannot go on (H139, H142, RH25)."""
    fighter = battle.fighters[actor]
    if fighter.guard != Guarded.NOTHING:
        fighter.guard, fighter.guarded = Guarded.NOTHING, NONE
        log_event(battle, Event.GUARD_ENDS, actor, NOBODY, 0, 0, 0)


@njit
def review_guard(battle, actor):
    """End the guard of a fighter who is prone, dazed or holds another (RH25)."""
    if not can_guard(battle.fighters[actor]):
        end_guard(battle, actor)


# --- Guards in the way (H139 to H141, H143, H144) -------------------------------------------------


@njit
def responds(battle, other, actor):
    """Whether a guard stops an opponent: still able, aware of it, not letting it by (H144, RH25).

    Not an opponent who was hidden when it declared its action (HH40), nor one whom an answer to its
    action has felled, for that one goes no further (HH34).
    """
    fighter = battle.fighters[other]
    if fighter.guard == Guarded.NOTHING or battle.side[other] == battle.side[actor]:
        return False
    if not can_act(battle.fighters[actor]):
        return False
    if is_action_under_way(battle):
        frame = top_frame(battle)
        if was_hidden_from(frame, other) or (frame.let_by >> other) & 1 != 0:
            return False
    return can_guard(fighter) and not is_hidden_from(battle, actor, other)


@njit
def guards_at(battle, actor, location, what, which):
    """Opponents of a fighter who guard something in a location, a bit each (H139, H144)."""
    mask = 0
    for other in range(battle.num_fighters):
        fighter = battle.fighters[other]
        if fighter.location == location and fighter.guard == what and fighter.guarded == which:
            if responds(battle, other, actor):
                mask |= 1 << other
    return mask


@njit
def within_reach(battle, mask, actor):
    """The guards whose melee reaches a fighter; the others stop nobody (HH26)."""
    for other in range(battle.num_fighters):
        if not is_in_melee_reach(battle, other, actor):
            mask &= ~(1 << other)
    return mask


@njit
def has_met_guard(battle):
    """Whether a guard has already intercepted the charge of this attack (RH45, RH46)."""
    if not is_action_under_way(battle):
        return False
    frame = top_frame(battle)
    return frame.charges and frame.first_target != frame.target


@njit
def guard_of(battle, actor, target):
    """The guard that intercepts an attack, -1; the first of several (H140, H141, H144).

    An attack is redirected once only (RH45), and to a guard that it reaches (HH26).
    """
    location = battle.fighters[target].location
    if location == NONE or has_met_guard(battle):
        return NOBODY
    mask = guards_at(battle, actor, location, Guarded.ALLY, target) & ~(1 << target)
    mask = within_reach(battle, mask, target)
    if is_action_under_way(battle) and not is_shot(battle, top_frame(battle)):
        mask = within_reach(battle, mask, actor)
    return first_from(battle, mask, actor)


@njit
def border_guard(battle, actor, direction):
    """The guard in a fighter's own location that stops it at a border (H143, HH26)."""
    location = battle.fighters[actor].location
    mask = guards_at(battle, actor, location, Guarded.BORDER, direction)
    return first_from(battle, within_reach(battle, mask, actor), actor)


@njit
def far_guard(battle, actor, direction):
    """The guard beyond a border, which intercepts the attack of a charge (H143, RH46).

    Asked once the actor has crossed in that direction and stands beside the guard.
    """
    location = battle.fighters[actor].location
    mask = guards_at(battle, actor, location, Guarded.BORDER, opposite(direction))
    return first_from(battle, within_reach(battle, mask, actor), actor)


@njit
def place_guard(battle, actor):
    """The guard of a location, which intercepts an opponent who has entered it (H139, HH47)."""
    mask = guards_at(battle, actor, battle.fighters[actor].location, Guarded.PLACE, NONE)
    return first_from(battle, within_reach(battle, mask, actor), actor)


@njit
def item_guard(battle, actor):
    """The guard of the items in a fighter's location (H139, HH26)."""
    location = battle.fighters[actor].location
    mask = guards_at(battle, actor, location, Guarded.ITEMS, NONE)
    return first_from(battle, within_reach(battle, mask, actor), actor)


@njit
def end_border_guards(battle, actor, location, direction):
    """An opponent has crossed a border: its guards on both sides end (H143)."""
    other = neighbour(battle, location, direction)
    for number in range(battle.num_fighters):
        fighter = battle.fighters[number]
        if fighter.guard == Guarded.BORDER and battle.side[number] != battle.side[actor]:
            near = fighter.location == location and fighter.guarded == direction
            far = fighter.location == other and fighter.guarded == opposite(direction)
            if near or (far and other != NONE):
                end_guard(battle, number)


# --- Meeting a guard (H139, H140, H143, RH45, RH46, QH13) -----------------------------------------


@njit
def ask_intercept(battle, other):
    """Ask a guard once whether it steps in; whether it is asked (H139, HH48).

    The step stays as it is; to wait means to step in.
    """
    frame = top_frame(battle)
    if frame.guard == other or not has_full_choices(battle, other):
        return False
    frame.guard = other
    open_window(battle, other, Window.INTERCEPT)
    return True


@njit
def let_by(battle, other):
    """The guard does not respond: the next one may, and its guard goes on (H139, H141, HH48)."""
    frame = top_frame(battle)
    frame.guard = NOBODY
    frame.let_by = frame.let_by | (1 << other)
    log_event(battle, Event.LETS_BY, other, frame.actor, frame.act, 0, 0)


@njit
def ask_guarded(battle, other):
    """Ask the actor: into the guard, or past it; a shot has no choice (QH13, HH19).

    The caller has set the next step.
    """
    frame = top_frame(battle)
    frame.guard = other
    frame.slips = False
    actor = frame.actor
    if is_in_melee_reach(battle, other, actor) and not is_shot(battle, frame):
        open_window(battle, actor, Window.GUARDED)


@njit
def is_shot(battle, frame):
    """Whether an action is an attack with a weapon that is no melee weapon (H53)."""
    if frame.act != Act.WEAPON_ATTACK or frame.hand == NONE:
        return False
    return not is_melee_hand(battle.fighters[frame.actor], frame.hand)


@njit
def redirect(battle, frame):
    """Redirect the attack to the guard, which ends the guard (H140, RH45).

    The original target stays `first_target`: a dodged shot goes on to it.
    """
    other = frame.guard
    end_guard(battle, other)
    log_event(battle, Event.INTERCEPTS, other, frame.actor, frame.act, frame.target, 0)
    frame.target = other
    if not is_shot(battle, frame):
        join_clusters(battle, frame.actor, other)
        stop_hiding(battle, other)


@njit
def intercept(battle, frame):
    """The guard of a border or item stops the actor and joins its cluster (RH46)."""
    other = frame.guard
    end_guard(battle, other)
    log_event(battle, Event.INTERCEPTS, other, frame.actor, frame.act, NONE, 0)
    join_clusters(battle, other, frame.actor)
    stop_hiding(battle, other)


# --- Slipping past (H145, RH47) -------------------------------------------------------------------


@njit
def may_strike_late(battle, other, actor, hand):
    """Whether a guard may attack a fighter who slips past: melee, once a turn (H145, RH47)."""
    fighter = battle.fighters[other]
    if fighter.struck_late or not can_act(fighter) or not is_melee_hand(fighter, hand):
        return False
    if fighter.seconds[Effect.STUMBLE] > 0 and not share_cluster(battle, other, actor):
        return False
    return is_in_melee_reach(battle, other, actor)


@njit
def can_strike_late(battle, other, actor):
    """Whether a guard may attack a fighter who slips past, with either hand (H145, RH47)."""
    for hand in range(HANDS):
        if may_strike_late(battle, other, actor, hand):
            return True
    return False


@njit
def slip_past(battle, frame):
    """Ask the guard, once, to attack the fighter who slips past; whether it is asked (H145, QH13).

    The step stays as it is; the answer may have pushed the attack meanwhile.
    """
    other, actor = frame.guard, frame.actor
    if (frame.asked >> other) & 1 != 0:
        return False
    frame.asked = frame.asked | (1 << other)
    battle.outcome = Outcome.NONE
    if not can_strike_late(battle, other, actor):
        return False
    open_window(battle, other, Window.SLIPPED)
    return True


@njit
def strike_late(battle, other, hand):
    """The guard attacks the fighter who slips past, with one weapon (H145, RH14, RH47)."""
    actor = top_frame(battle).actor
    battle.fighters[other].struck_late = True
    push(battle, Role.GUARD, Act.WEAPON_ATTACK, other, actor, 0)
    top_frame(battle).hand = hand


@njit
def is_caught(battle, frame):
    """Whether the guard's attack has hit, which stops the fighter (RH47)."""
    return frame.asked != 0 and battle.outcome == Outcome.HIT


@njit
def end_slip(battle, frame):
    """After slipping past: a hit stops the fighter and ends the guard; else it stays (RH47).

    Returns whether the fighter is stopped.
    """
    if is_caught(battle, frame):
        end_guard(battle, frame.guard)
        return True
    log_event(battle, Event.SLIPS, frame.actor, frame.guard, frame.act, 0, 0)
    return False
