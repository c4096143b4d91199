"""The fields that a fighter cannot know, and a plausible sample of them (XD1 to XD4)."""

from __future__ import annotations

import numpy as np

from ..core.compiler.compile import njit
from ..core.engine.dice import below, reset_dice
from ..core.engine.hidden import Hidden, from_enemies, from_everybody
from .enums import Life, Maneuver, Skill, Window
from .rules.attack_roll.checks import skill_modifier
from .rules.injuries.bodies import has_constitution, is_blinded, is_conscious, is_exhausted
from .rules.injuries.mobility import can_fly, can_stand
from .rules.injuries.wounds import exhaustion_pool
from .rules.positioning.sight import cover_of, has_line, is_unseen
from .rules.positioning.squares import is_free_for
from .rules.rounds_and_actions.items import can_keep
from .rules.rounds_and_actions.upkeep import reactions_of
from .state import HANDS, PACK
from .tables import CARRIED, CAST_HELD, DIE, NONE

HEART_CHANCE = 4
"""A sample lets one opponent in four know where a heart is (RD33)."""
MORE_CHANCE = 3
"""A sample puts another item into one place of three in a pack that holds something."""


# --- The hidden fields ----------------------------------------------------------------------------


@njit
def is_rummaged(battle, thief, of):
    """Whether a thief chooses among the items of a fighter's pack (RD17)."""
    if battle.window != Window.ITEM or battle.to_act != thief:
        return False
    attack = battle.attacks[battle.frame]
    return attack.target == of and attack.maneuver == Maneuver.STEAL


def has_hidden_pools(battle: np.record, viewer: int, of: int) -> bool:
    """Whether `of` is an enemy with a Constitution: other enemies have no pools (XD4, D14)."""
    return from_enemies(battle, viewer, of) and bool(has_constitution(battle.fighters[of]))


def has_hidden_exhaustion(battle: np.record, viewer: int, of: int) -> bool:
    """Whether `of` is an exhausted enemy: other enemies have a full Exhaustion pool (XD4, RD7)."""
    return has_hidden_pools(battle, viewer, of) and bool(is_exhausted(battle.fighters[of]))


def exhaustion_seen(battle: np.record, viewer: int, of: int) -> bool:
    """Whether a fighter is exhausted, which everyone can see (XD4)."""
    return bool(is_exhausted(battle.fighters[of]))


def is_ambusher(battle: np.record, viewer: int, of: int) -> bool:
    """Whether `of` is an enemy who has not been found (XD1)."""
    return bool(is_unseen(battle, viewer, of))


def hearts_possible(battle: np.record, viewer: int, of: int) -> bool:
    """Whether a fighter has located only hearts that it has looked for (XD2, RD33)."""
    fighter = battle.fighters[of]
    return int(fighter.located) & ~int(fighter.looked) == 0


def has_hidden_pack(battle: np.record, viewer: int, of: int) -> bool:
    """Whether `of` is an enemy whom the viewer is not stealing from: a thief finds all (RD17)."""
    return from_enemies(battle, viewer, of) and not bool(is_rummaged(battle, viewer, of))


def pack_seen(battle: np.record, viewer: int, of: int) -> bool:
    """Whether there is an item to Steal, which a thief must know (RD17)."""
    return bool((battle.fighters[of].pack != NONE).any())


HIDDEN = (
    Hidden("dice", ("XD3",), from_everybody),
    Hidden("fighters.stamina", ("XD4",), has_hidden_pools, exhaustion_seen),
    Hidden("fighters.exhaustion", ("XD4",), has_hidden_exhaustion),
    Hidden("fighters.strain", ("XD4",), has_hidden_pools),
    Hidden("fighters.located", ("XD2",), shows=hearts_possible),
    Hidden("fighters.x", ("XD1",), is_ambusher, is_free=False),
    Hidden("fighters.y", ("XD1",), is_ambusher, is_free=False),
    Hidden("fighters.initiative", ("XD1",), is_ambusher),
    Hidden("fighters.tie_roll", ("XD1",), is_ambusher),
    Hidden("fighters.flying", ("XD1",), is_ambusher, is_free=False),
    Hidden("fighters.prone", ("XD1",), is_ambusher),
    Hidden("fighters.held", ("XD1",), is_ambusher),
    Hidden("fighters.damaged", ("XD1",), is_ambusher),
    Hidden("fighters.loaded", ("XD1",), is_ambusher),
    Hidden("fighters.bleed", ("XD1",), is_ambusher),
    Hidden("fighters.defending", ("XD1",), is_ambusher),
    Hidden("fighters.shield_ready", ("XD1",), is_ambusher),
    Hidden("fighters.action_points", ("XD1",), is_ambusher),
    Hidden("fighters.reactions", ("XD1",), is_ambusher),
    Hidden("fighters.used", ("XD1",), is_ambusher),
    Hidden("fighters.pack", ("XD4",), has_hidden_pack, pack_seen),
    Hidden("fighters.damaged_pack", ("XD4",), has_hidden_pack),
)
"""The fields that a fighter cannot know."""

# --- A sample of them -----------------------------------------------------------------------------


@njit(shared=True)
def conceal(battle, fighter, rng_state):
    """Overwrite what a fighter cannot know by a plausible sample (XD1, XD2, XD4).

    The sample draws the coming dice again and, for each opponent, the numbers of Stamina,
    exhaustion and strain, the stowed items, the hearts that it has located, and of one who hides
    the place, the initiative, and what it holds and does. An opponent who is exhausted or
    unconscious stays so.
    """
    reset_dice(battle, rng_state)
    for other in range(battle.num_fighters):
        if battle.side[other] != battle.side[fighter]:
            conceal_pools(battle.fighters[other], rng_state)
            if not is_rummaged(battle, fighter, other):
                conceal_pack(battle.fighters[other], rng_state)
            conceal_hearts(battle, other, rng_state)
            if battle.fighters[other].hidden:
                conceal_place(battle, other, rng_state)
                conceal_readiness(battle.fighters[other])
    conceal_initiatives(battle, fighter, rng_state)


@njit
def conceal_pools(fighter, rng_state):
    """Draw Stamina, exhaustion points and strain that fit what is seen (XD4, RD6, RD7)."""
    if not has_constitution(fighter):
        return
    most = fighter.max_stamina
    pool = exhaustion_pool(fighter)
    if is_conscious(fighter) and is_exhausted(fighter):
        fighter.exhaustion = 1 + below(rng_state, pool)
    elif is_exhausted(fighter):
        fighter.exhaustion = 0 if fighter.life == Life.EXHAUSTION else below(rng_state, pool + 1)
    else:
        fighter.stamina = 1 + below(rng_state, most)
        fighter.exhaustion = pool
    fighter.strain = below(rng_state, (most - fighter.stamina) // 2 + 1)


@njit
def conceal_pack(fighter, rng_state):
    """Draw what an opponent has stowed, among what the cast carries (XD4, RD17, RD39).

    A pack that holds something still does, for a thief knows that there is something to Steal.
    """
    is_empty = True
    for place in range(PACK):
        is_empty = is_empty and fighter.pack[place] == NONE
    for place in range(PACK):
        fighter.damaged_pack[place] = 0
        if not is_empty:
            fighter.pack[place] = NONE
            if place == 0 or below(rng_state, MORE_CHANCE) == 0:
                fighter.pack[place] = CARRIED[below(rng_state, len(CARRIED))]


@njit
def next_known_initiative(battle, viewer, seat):
    """The initiative of the first fighter after a seat whom the viewer knows (D1).

    Without one it is lower than any Stealth check of the fighter in the seat.
    """
    for later in range(seat + 1, battle.num_fighters):
        known = np.int64(battle.order[later])
        if not is_unseen(battle, viewer, known):
            return np.int64(battle.fighters[known].initiative)
    return skill_modifier(battle.fighters[battle.order[seat]], Skill.STEALTH)


@njit
def conceal_initiatives(battle, viewer, rng_state):
    """Draw the Stealth of hidden opponents, higher than of all who act after them (D3, XD1).

    The order of turns stays. Everyone knows as much of it: a hidden fighter acts before each
    opponent whose turn has begun, or that opponent would have found it (RD46).
    """
    for seat in range(battle.num_fighters):
        other = np.int64(battle.order[seat])
        if not is_unseen(battle, viewer, other):
            continue
        fighter = battle.fighters[other]
        least = next_known_initiative(battle, viewer, seat) + 1
        most = DIE + skill_modifier(fighter, Skill.STEALTH)
        if seat > 0:
            most = np.int64(battle.fighters[battle.order[seat - 1]].initiative)
        fighter.initiative = least + below(rng_state, max(0, most - least) + 1)
        fighter.tie_roll = 0


@njit
def conceal_hearts(battle, other, rng_state):
    """Draw the hearts that an opponent has located, among those it has looked for (XD2, RD33)."""
    fighter = battle.fighters[other]
    located = 0
    for seen in range(battle.num_fighters):
        if (fighter.looked >> seen) & 1 == 1 and below(rng_state, HEART_CHANCE) == 0:
            located |= np.int64(1) << seen
    fighter.located = located


@njit
def is_hiding_place(battle, other):
    """Whether a fighter has cover from every opponent, or no line leads to it (RD46)."""
    for enemy in range(battle.num_fighters):
        it = battle.fighters[enemy]
        if battle.side[enemy] == battle.side[other] or not is_conscious(it) or is_blinded(it):
            continue
        if has_line(battle, enemy, other) and cover_of(battle, enemy, other) == 0:
            return False
    return True


@njit
def conceal_place(battle, other, rng_state):
    """Put a hidden opponent on, or above, any square with cover from its opponents (XD1)."""
    fighter = battle.fighters[other]
    old_x, old_y, was_flying = fighter.x, fighter.y, fighter.flying
    if can_fly(fighter):
        fighter.flying = below(rng_state, 2) == 0
    count = count_places(battle, other, -1)
    fighter.x = old_x
    fighter.y = old_y
    if count > 0:
        count_places(battle, other, below(rng_state, count))
    else:
        fighter.flying = was_flying


@njit
def conceal_readiness(fighter):
    """A hidden opponent is as it came, ready to fight: nobody has hurt or seen it (XD1, RD46).

    It is never its own turn while another decides, so that it has no AP.
    """
    fighter.prone = not fighter.flying and not can_stand(fighter)
    for hand in range(HANDS):
        fighter.held[hand] = CAST_HELD[fighter.cast, hand]
        fighter.damaged[hand] = 0
    for hand in range(HANDS):
        if fighter.held[hand] != NONE and not can_keep(fighter, hand):
            fighter.held[hand] = NONE
    fighter.loaded = True
    fighter.bleed = 0
    fighter.defending = False
    fighter.shield_ready = False
    fighter.action_points = 0
    fighter.reactions = reactions_of(fighter) if fighter.acted else 0
    fighter.used = 0


@njit
def count_places(battle, other, chosen):
    """Number of squares where a fighter could hide; the fighter ends on number `chosen`."""
    fighter = battle.fighters[other]
    fighter.x = NONE
    fighter.y = NONE
    count = 0
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
