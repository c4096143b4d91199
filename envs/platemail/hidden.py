"""The information hidden from a fighter, and a plausible sample of it for a search (XP1 to XP6)."""

from __future__ import annotations

import numpy as np

from ..core.compiler.bits import contains
from ..core.compiler.compile import njit
from ..core.engine.battle import NOBODY
from ..core.engine.dice import below, reset_dice
from ..core.engine.hidden import (
    Hidden,
    Question,
    draw_from_ranges,
    from_enemies,
    from_everybody,
    range_plan,
)
from .enums import Act, Life, Spell
from .rules.bodies import are_enemies, has_free_hand, is_able, is_caster
from .rules.conditional_legality import carried_set_leaves_hand
from .rules.hiding import COVERT_ACTS, MISSILE_ACTS, has_hiding_place
from .rules.sight import is_concealed_from, is_floor, is_unaware, survey
from .state import FIGHTER
from .tables import (
    ATTACK_BONUS_LIMIT,
    ATTRIBUTE_LIMIT,
    BASE_SAVE,
    DIE,
    IS_SILENT,
    MAX_WOUNDS,
    MEND_USES,
    NONE,
    SKILL_LIMIT,
    STOCK,
)
from .turn import clear_order

NUM_SPELLS = len(Spell)
BINDS = 1 << int(Spell.BIND)
"""The spells of a caster who knows Bind alone."""
SECRET_CASTERS = 4
"""One in four enemies who have shown no spell, and have a hand for it, casts in a sample (XP4)."""


# --- The hidden fields ----------------------------------------------------------------------------


def is_sealed(battle: np.record, viewer: int, of: int) -> bool:
    """Whether it is an order that the viewer does not know (XP1)."""
    return not shares_plans(battle, viewer, of)


def is_out_of_mind(battle: np.record, viewer: int, of: int) -> bool:
    """Whether the viewer is Unaware of an enemy (XP2)."""
    return from_enemies(battle, viewer, of) and bool(is_unaware(battle, viewer, of))


def is_dying_enemy(battle: np.record, viewer: int, of: int) -> bool:
    """Whether it is an enemy whose rounds until death depend on his Max Wounds (XP4, RP12)."""
    dying = battle.fighters[of].life == Life.FATALLY_WOUNDED
    return from_enemies(battle, viewer, of) and bool(dying)


def preparation_seen(battle: np.record, viewer: int, of: int) -> bool:
    """Whether a spell is being prepared (XP3)."""
    return bool(battle.fighters[of].prepared != NONE)


def casting_seen(battle: np.record, viewer: int, of: int) -> bool:
    """Whether he is known to know any spell: he has shown it (XP3, P19)."""
    it = battle.fighters[of]
    return bool(has_cast(it)) and bool(is_caster(it))


def stealth_seen(battle: np.record, viewer: int, of: int) -> bool:
    """Whether he has ever rolled Stealth (XP2, P55)."""
    return bool(has_rolled_stealth(battle.fighters[of]))


def own_side_of(field: str) -> Question:
    """The bits of a fighter's own side in a field of enemies: always none."""

    def bits(battle: np.record, viewer: int, of: int) -> int:
        own_side = np.flatnonzero(battle.side[: battle.num_fighters] == battle.side[of])
        return int(battle.fighters[of][field]) & int(np.bitwise_or.reduce(1 << own_side))

    return bits


def is_own_side(battle: np.record, viewer: int, of: int) -> bool:
    """Whether it is a fighter who cannot tell which enemies are Unaware of him (XP4)."""
    return not from_enemies(battle, viewer, of)


def rounds_seen(battle: np.record, viewer: int, of: int) -> int:
    """The age of a dying fighter's count: the Max Wounds decide when they die (XP4, RP12)."""
    it = battle.fighters[of]
    return int(it.countdown) - int(it.max_wounds) if it.life == Life.FATALLY_WOUNDED else 0


HIDDEN = (
    Hidden("dice", ("XP6",), from_everybody),
    Hidden("orders.verb", ("XP1",), is_sealed),
    Hidden("orders.target", ("XP1",), is_sealed),
    Hidden("orders.details", ("XP1",), is_sealed),
    Hidden("orders.condition", ("XP1",), is_sealed),
    Hidden("orders.argument", ("XP1",), is_sealed),
    Hidden("orders.opportunity", ("XP1",), is_sealed),
    Hidden("orders.stand", ("XP1",), is_sealed),
    Hidden("orders.opening", ("XP1",), is_sealed),
    Hidden("orders.opening_only", ("XP1",), is_sealed),
    Hidden("orders.at_bay", ("XP1",), is_sealed),
    Hidden("orders.is_written", ("XP1",), is_sealed),
    Hidden("fighters.x", ("XP2",), is_out_of_mind, is_free=False),
    Hidden("fighters.y", ("XP2",), is_out_of_mind, is_free=False),
    Hidden("concealed", ("XP2",), from_everybody, is_free=False),  # follows from the places
    Hidden("covered", ("XP2",), from_everybody, is_free=False),
    Hidden("fighters.stealth_roll", ("XP2",), shows=stealth_seen),
    Hidden("fighters.prepared", ("XP3",), shows=preparation_seen),
    Hidden("fighters.hides_from", ("XP2", "XP4"), shows=own_side_of("hides_from")),
    Hidden("fighters.surprised", ("XP2", "XP4"), shows=own_side_of("surprised")),
    Hidden("fighters.spells", ("XP3", "XP4"), shows=casting_seen),
    Hidden("fighters.mends", ("XP3", "XP4")),
    Hidden("fighters.max_wounds", ("XP4",), shows=rounds_seen),
    Hidden("fighters.countdown", ("XP4",), is_dying_enemy, rounds_seen),
    Hidden("fighters.strength", ("XP4",), sample=(0, ATTRIBUTE_LIMIT)),
    Hidden("fighters.dexterity", ("XP4",), sample=(0, ATTRIBUTE_LIMIT)),
    Hidden("fighters.will", ("XP4",), sample=(0, ATTRIBUTE_LIMIT)),
    Hidden("fighters.stealth", ("XP4",), sample=(0, SKILL_LIMIT)),
    Hidden("fighters.perception", ("XP4",), sample=(0, SKILL_LIMIT)),
    Hidden("fighters.medical", ("XP4",), sample=(0, SKILL_LIMIT)),
    Hidden("fighters.attack_bonus", ("XP4",), sample=(0, ATTACK_BONUS_LIMIT)),
    Hidden("fighters.doses", ("XP5",), sample=(0, STOCK)),
    Hidden("fighters.hidden_from", ("XP4",), is_own_side, own_side_of("hidden_from")),
    Hidden("fighters.struck", ("XP4",), is_own_side, is_free=False),  # those who are Unaware
)
"""The fields of which a fighter cannot know all values."""

RANGE_PLAN = range_plan(HIDDEN, FIGHTER)

# --- A sample of them -----------------------------------------------------------------------------


@njit
def shares_plans(battle, one, other):
    """Whether one fighter knows the other's order (XP1)."""
    return one == other or (battle.plans_together != 0 and battle.side[one] == battle.side[other])


@njit(shared=True)
def conceal(battle, fighter, rng_state):
    """Overwrite all that a fighter cannot know with a plausible sample (XP1 to XP6).

    It draws the dice, the opponents' attributes, Max Wounds and spells, the squares of opponents
    Hidden from him, and which opponents are Unaware of his side. Sealed orders that he does not
    know become blank: their writers are asked again after him.
    """
    reset_dice(battle, rng_state)
    battle.is_surveyed = 0
    for other in range(battle.num_fighters):
        if not shares_plans(battle, fighter, other):
            clear_order(battle.orders[other])
        if battle.side[other] != battle.side[fighter]:
            conceal_body(battle, other, rng_state)
            if is_unaware(battle, fighter, other) and is_able(battle.fighters[other]):
                conceal_place(battle, fighter, other, rng_state)
    for other in range(battle.num_fighters):
        if battle.side[other] == battle.side[fighter]:
            conceal_awareness(battle, other, rng_state)
        else:
            conceal_belief(battle, other)
    survey(battle)


@njit
def conceal_body(battle, other, rng_state):
    """Draw attributes, doses, spells and the last Stealth roll (XP2, XP3, XP4, XP5)."""
    it = battle.fighters[other]
    conceal_max_wounds(it)
    draw_from_ranges(battle.fighters, other, RANGE_PLAN, rng_state)
    if has_rolled_stealth(it):  # he may keep a roll that he has made (P55)
        it.stealth_roll = 1 + below(rng_state, DIE)
    if has_cast(it) or (has_hand_to_cast(it) and below(rng_state, SECRET_CASTERS) == 0):
        conceal_spells(it, rng_state)
    else:
        it.spells = 0
        it.mends = 0


@njit
def has_rolled_stealth(fighter):
    """Whether he has ever rolled Stealth, as all know (P55, XP2)."""
    return fighter.hidden_from != 0 or fighter.stealth_roll != 0 or fighter.acted == Act.SKULK


@njit
def has_cast(fighter):
    """Whether he has shown that he is a caster: by a spell, now or in an earlier phase (P19)."""
    is_casting = fighter.prepared != NONE or fighter.focus != NOBODY
    return is_casting or fighter.seen_casting != 0


@njit
def has_hand_to_cast(fighter):
    """Whether he has a free hand, or would have one after a swap (RP23, RP38)."""
    return has_free_hand(fighter) or carried_set_leaves_hand(fighter)


@njit
def conceal_awareness(battle, actor, rng_state):
    """Draw which of the enemies who may be Unaware of a fighter are (XP4, RP4).

    An enemy whose Perception is not below the roll was perhaps Not Ready: a coin decides. Those who
    gave Favor to a first attack, and whom the sample leaves Unaware, give it no more (P58).
    """
    it = battle.fighters[actor]
    it.hidden_from = 0
    for other in range(battle.num_fighters):
        if contains(it.hides_from, other):
            perception = BASE_SAVE + battle.fighters[other].perception
            if perception < it.stealth_roll or below(rng_state, 2) == 0:
                it.hidden_from |= 1 << other
    it.struck = it.surprised & it.hidden_from


@njit
def conceal_belief(battle, actor):
    """Find whom an enemy believes Unaware of him, by the Stealth roll of the sample (XP2, P56).

    After a secret act he believes it of all who have no clear view of him, or where that roll may
    surpass Perception. The Unaware whom he has attacked are those who have given Favor (P58).
    """
    it = battle.fighters[actor]
    it.hides_from = it.hidden_from
    it.surprised = it.struck
    if not is_able(it) or not has_rolled_stealth(it) or not was_covert(it):
        return
    for observer in range(battle.num_fighters):
        if not are_enemies(battle, actor, observer) or not is_able(battle.fighters[observer]):
            continue
        if is_concealed_from(battle, actor, observer):
            it.hides_from |= 1 << observer
        elif it.stealth_roll > BASE_SAVE and has_hiding_place(battle, actor, observer):
            it.hides_from |= 1 << observer


@njit
def was_covert(fighter):
    """Whether his last act reveals nobody; before the first he was deployed in hiding (RP36)."""
    if contains(MISSILE_ACTS, fighter.acted):
        return IS_SILENT[fighter.hand]
    return fighter.acted == Act.NOTHING or contains(COVERT_ACTS, fighter.acted)


@njit
def conceal_max_wounds(it):
    """Draw Max Wounds, and the rounds that a dying fighter lives with them (XP4, P47)."""
    if it.life == Life.FATALLY_WOUNDED:
        left = it.countdown + MAX_WOUNDS - it.max_wounds
        it.countdown = max(0, left)
    it.max_wounds = MAX_WOUNDS
    if is_able(it):
        it.max_wounds = max(MAX_WOUNDS, it.wounds)


@njit
def conceal_spells(it, rng_state):
    """Draw which spells a caster knows, which is in hand, and the Mends left (XP3, XP4).

    He knows what he has in hand, and Bind where he keeps one up.
    """
    it.mends = below(rng_state, MEND_USES + 1)
    known = 1 + below(rng_state, (1 << NUM_SPELLS) - 1)
    if it.focus != NOBODY:
        known |= BINDS
    if it.prepared != NONE:
        spell = below(rng_state, NUM_SPELLS)
        it.prepared = spell
        known |= 1 << spell
        if spell == Spell.MEND:
            it.mends = max(1, it.mends)
    it.spells = known


@njit
def conceal_place(battle, fighter, other, rng_state):
    """Put an enemy who is Hidden from the fighter into any free square with Cover (XP2)."""
    it = battle.fighters[other]
    old_x, old_y = it.x, it.y
    count = count_places(battle, fighter, other, -1)
    it.x = old_x
    it.y = old_y
    if count > 0:
        count_places(battle, fighter, other, below(rng_state, count))


@njit
def count_places(battle, fighter, other, chosen):
    """Number of squares where an enemy could hide; he stays in square number `chosen` (XP2)."""
    it = battle.fighters[other]
    count = 0
    for y in range(battle.height):
        for x in range(battle.width):
            it.x = x
            it.y = y
            if is_free(battle, other) and has_hiding_place(battle, other, fighter):
                if count == chosen:
                    return count
                count += 1
    return count


@njit
def is_free(battle, actor):
    """Whether a fighter stands on floor where nobody else does."""
    me = battle.fighters[actor]
    if not is_floor(battle, me.x, me.y):
        return False
    for other in range(battle.num_fighters):
        it = battle.fighters[other]
        if other != actor and is_able(it) and it.x == me.x and it.y == me.y:
            return False
    return True
