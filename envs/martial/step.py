"""What the system does with a battle record: advance, conceal, strength; see also `deploy.py`."""

from __future__ import annotations

import numpy as np

from ..core.compiler.compile import njit
from ..core.engine.battle import NOBODY, ally_in_slot, begin_decision, enemy_in_slot
from ..core.engine.dice import below, draw_anew
from .actions.table import (
    FIRST_WITH_ALLY,
    RECKLESS_CHOICES,
    WAIT,
    argument_of,
    slot_in,
    verb_of,
)
from .enums import (
    Kind,
    Life,
    Stage,
    Verb,
    Window,
)
from .rules.attack_roll.strike import (
    begin_attack,
    choose_cleave,
    choose_direction,
    choose_extra,
    choose_parry,
    choose_part,
    choose_riders,
)
from .rules.initiative.initiative import hide
from .rules.initiative.windows import close_window
from .rules.injuries.bodies import (
    has_constitution,
    injury_sum,
    is_blinded,
    is_conscious,
    is_exhausted,
)
from .rules.injuries.wounds import exhaustion_pool
from .rules.positioning.sight import cover_of, has_line
from .rules.positioning.squares import is_free_for
from .rules.reactions.reactions import use_reaction
from .rules.rounds_and_actions.declare import declare
from .state import (
    REACTION_FRAME,
)
from .tables import INJURIES_OF_DESTRUCTION, NONE
from .turn import play_on

HEART_CHANCE = 4
"""One in so many knows where a heart is, where it cannot be seen (RD33)."""
HEAVY_INJURIES = 20
"""Values of injuries (RD25) that halve what somebody is still worth."""


# --- Advancing ------------------------------------------------------------------------------------


@njit
def target_of(battle, actor, action):
    """Whom an action names, -1 if nobody."""
    slot = slot_in(action)
    if slot < 0:
        return np.int64(NOBODY)
    if verb_of(action) >= FIRST_WITH_ALLY:
        return np.int64(ally_in_slot(battle, actor, slot))
    return np.int64(enemy_in_slot(battle, actor, slot))


@njit
def take_action(battle, actor, action):
    """The choice of the turn: an action, or the end of the turn (QD1)."""
    if action == WAIT:
        battle.stage = Stage.TURN_OVER
        return
    target = target_of(battle, actor, action)
    declare(battle, actor, verb_of(action), argument_of(action), target)


@njit
def answer_provocation(battle, reactor, action):
    """A Reactive Attack by a strike or a maneuver, or none (D93, QD7, RD42)."""
    if action == WAIT:
        return
    provoker = np.int64(battle.provoker)
    use_reaction(battle, reactor)
    argument = argument_of(action)
    if verb_of(action) == Verb.STRIKE:
        begin_attack(battle, REACTION_FRAME, reactor, provoker, Kind.MELEE, argument)
    else:
        begin_attack(battle, REACTION_FRAME, reactor, provoker, Kind.MANEUVER, 0)
        battle.attacks[REACTION_FRAME].maneuver = argument
    battle.attacks[REACTION_FRAME].reactive = True
    battle.frame = REACTION_FRAME


@njit
def answer_in_attack(battle, actor, window, action):
    """A decision within an attack; who waits leaves it as it is (QD3 to QD6, QD8)."""
    if action == WAIT:
        return
    argument = argument_of(action)
    if window == Window.RIDERS:
        choose_riders(battle, argument // RECKLESS_CHOICES, argument % RECKLESS_CHOICES)
    elif window == Window.PARRY:
        choose_parry(battle, argument)
    elif window == Window.PART:
        choose_part(battle, argument)
    elif window == Window.EXTRA:
        choose_extra(battle, argument)
    elif window == Window.CLEAVE:
        choose_cleave(battle, target_of(battle, actor, action))
    elif window == Window.DIRECTION:
        choose_direction(battle, argument)


@njit(shared=True)
def advance(battle, action):
    """Apply a legal action and play on to the next decision or the end."""
    begin_decision(battle)
    actor, window = np.int64(battle.to_act), np.int64(battle.window)
    close_window(battle)
    if window == Window.TURN:
        take_action(battle, actor, action)
    elif window == Window.REACTIVE_ATTACK:
        answer_provocation(battle, actor, action)
    elif window == Window.HIDE:
        if action != WAIT:
            hide(battle, actor)
    else:
        answer_in_attack(battle, actor, window, action)
    play_on(battle)


# --- What a fighter cannot know (XD1 to XD4) ------------------------------------------------------


@njit(shared=True)
def conceal(battle, fighter, rng_state):
    """Overwrite what a fighter cannot know by a plausible sample (XD1, XD2, XD4).

    The coming dice are drawn anew, and of every opponent the numbers of Stamina, exhaustion and
    strain, whose hearts it has located, and where it hides. That somebody is exhausted or
    unconscious stays as it is.
    """
    draw_anew(battle, rng_state)
    for other in range(battle.num_fighters):
        if battle.side[other] != battle.side[fighter]:
            conceal_pools(battle.fighters[other], rng_state)
            conceal_hearts(battle, other, rng_state)
            if battle.fighters[other].hidden:
                conceal_place(battle, other, rng_state)


@njit
def conceal_pools(fighter, rng_state):
    """Draw Stamina, exhaustion points and strain that fit to what is seen (XD4, RD6, RD7)."""
    if not has_constitution(fighter):
        return
    most = np.int64(fighter.max_stamina)
    pool = exhaustion_pool(fighter)
    if is_conscious(fighter) and is_exhausted(fighter):
        fighter.exhaustion = 1 + below(rng_state, pool)
    elif is_exhausted(fighter):
        fighter.exhaustion = 0 if fighter.life == Life.EXHAUSTION else below(rng_state, pool + 1)
    else:
        fighter.stamina = 1 + below(rng_state, most)
        fighter.exhaustion = pool
    fighter.strain = below(rng_state, (most - np.int64(fighter.stamina)) // 2 + 1)


@njit
def conceal_hearts(battle, other, rng_state):
    """Draw whose hearts an opponent has located, of those it has looked at (XD2, RD33)."""
    fighter = battle.fighters[other]
    located = np.int64(0)
    for seen in range(battle.num_fighters):
        if (np.int64(fighter.looked) >> seen) & 1 == 1 and below(rng_state, HEART_CHANCE) == 0:
            located |= np.int64(1) << seen
    fighter.located = located


@njit
def is_hiding_place(battle, other):
    """Whether where somebody is, every opponent finds cover before it, or no line to it (RD46)."""
    for enemy in range(battle.num_fighters):
        it = battle.fighters[enemy]
        if battle.side[enemy] == battle.side[other] or not is_conscious(it) or is_blinded(it):
            continue
        if has_line(battle, enemy, other) and cover_of(battle, enemy, other) == 0:
            return False
    return True


@njit
def conceal_place(battle, other, rng_state):
    """Put a hidden opponent anywhere with cover from all who look for it (XD1)."""
    fighter = battle.fighters[other]
    old_x, old_y = np.int64(fighter.x), np.int64(fighter.y)
    count = count_places(battle, other, -1)
    fighter.x = old_x
    fighter.y = old_y
    if count > 0:
        count_places(battle, other, below(rng_state, count))


@njit
def count_places(battle, other, chosen):
    """Number of squares where somebody could hide; it is left in that of the number chosen."""
    fighter = battle.fighters[other]
    fighter.x = NONE
    fighter.y = NONE
    count = np.int64(0)
    for y in range(battle.height):
        for x in range(battle.width):
            if not is_free_for(battle, other, x, y):
                continue
            fighter.x = x
            fighter.y = y
            if is_hiding_place(battle, other):
                if count == chosen:
                    return count
                count += 1
            fighter.x = NONE
            fighter.y = NONE
    return count


# --- How strong a side still is -------------------------------------------------------------------


@njit
def worth(fighter):
    """Share that is left of one who is conscious: of its pools, less for its injuries."""
    if not has_constitution(fighter):
        left = INJURIES_OF_DESTRUCTION - np.int64(fighter.injured_count)
        return max(np.int64(0), left) / INJURIES_OF_DESTRUCTION
    whole = np.int64(fighter.max_stamina) + exhaustion_pool(fighter)
    left = np.int64(fighter.stamina) + np.int64(fighter.exhaustion)
    return left / whole * HEAVY_INJURIES / (HEAVY_INJURIES + injury_sum(fighter))


@njit(shared=True)
def strength(battle, side):
    """Share of its strength that a side has left, 0 to 1."""
    left = 0.0
    size = 0
    for actor in range(battle.num_fighters):
        if battle.side[actor] == side:
            size += 1
            if is_conscious(battle.fighters[actor]):
                left += worth(battle.fighters[actor])
    return left / size
