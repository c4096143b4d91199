"""The block of an ally: its sheet, and its sealed order if the side plans together (XP1, XP4)."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import MAX_FIGHTERS, NOBODY, slot_of
from ...core.engine.layout import capped
from ..actions.clauses import ELSE, FIRST, THEN
from ..actions.table import ACTS
from ..enums import Act, Condition, Spell, Verb
from ..rules.sight import is_concealed_from, is_known_hostile, is_unaware
from ..rules.targets import names_fighter
from ..rules.verbs import FOR_ALLIES
from .body import see_belt, see_body, see_place
from .layout import ALLY, ALLY_LENGTH, ASKED, ORDERED, PER, SHEET, SPELLS

NUM_SPELLS = len(Spell)
ORDER_KIND = np.full(len(Verb), NOBODY)
"""The kind of each directive, -1 if it is none of `layout.ORDERED`."""
ORDER_KIND[
    [Verb.MOVE_TO, Verb.MOVE_TO_REACH, Verb.MOVE_STRAIGHT, Verb.MOVE_NEXT_TO, Verb.MOVE_STEPS]
] = ORDERED.index("goes")
ORDER_KIND[[Verb.SPRINT_TO, Verb.SPRINT_NEXT_TO, Verb.SPRINT_STEPS]] = ORDERED.index("goes")
ORDER_KIND[[Verb.MOVE_AWAY, Verb.SPRINT_AWAY]] = ORDERED.index("leaves")
ORDER_KIND[[Verb.MOVE_TO_COVER, Verb.SPRINT_TO_COVER]] = ORDERED.index("hides")
for _kind, _acts in {
    "leaves": (Act.FALL_BACK,),
    "hides": (Act.SKULK,),
    "charges": (Act.CHARGE,),
    "strikes": (Act.FULL_ATTACK, Act.COUNTER),
    "shoots": (Act.RANGED_ATTACK, Act.RAPID_FIRE, Act.AIM),
    "casts": (Act.PREPARE_SPELL, Act.RELEASE_SPELL, Act.FOCUS_SPELL),
    "helps": (Act.GUARD, Act.RESCUE, Act.STABILIZE),
}.items():
    ORDER_KIND[np.isin(ACTS[: len(Verb)], _acts)] = ORDERED.index(_kind)
ORDER_KIND[Verb.FREE] = ORDERED.index("helps")
CONDITION_KIND = np.full(len(Condition), NOBODY)
"""The kind of each condition, -1 for none."""
for _kind, _conditions in {
    "reached": (Condition.REACHED, Condition.REACHED_ANY, Condition.NEAR),
    "down": (Condition.DOWN, Condition.ALLY_DOWN),
    "hurt": (Condition.WOUNDED, Condition.HINDERED, Condition.ATTACKED),
    "done": (Condition.MOVED, Condition.USED_WEAPON),
}.items():
    CONDITION_KIND[list(_conditions)] = ASKED.index(_kind)


@njit
def plan_kind(act):
    """The kind of an ally's order: 0 it moves, 1 strikes, 2 shoots or casts, 3 helps."""
    if act == Act.CHARGE or act == Act.FULL_ATTACK or act == Act.COUNTER:
        return 1
    if act == Act.RANGED_ATTACK or act == Act.RAPID_FIRE or act == Act.AIM:
        return 2
    if act == Act.PREPARE_SPELL or act == Act.RELEASE_SPELL or act == Act.FOCUS_SPELL:
        return 2
    if act == Act.GUARD or act == Act.RESCUE or act == Act.STABILIZE or act == Act.DEFEND:
        return 3
    return 0


@njit
def shows_order(battle, ally):
    """Whether the side plans together and an ally's order is sealed (XP1)."""
    order = battle.orders[ally]
    return battle.plans_together != 0 and order.is_written != 0 and order.verb[FIRST] >= 0


@njit
def see_ally(battle, actor, ally, out, at):
    """The block of an ally, with its order if the side plans together (XP1)."""
    it = battle.fighters[ally]
    see_body(battle, ally, out, at)
    see_place(battle.fighters[actor], it, out, at + ALLY.is_here)
    see_belt(it, out, at + ALLY.is_here)
    see_sheet(it, out, at + ALLY.attributes)
    if it.spells != 0:
        see_spells(it, out, at + ALLY.spells, at + ALLY.prepared)
        if it.focus != NOBODY and not is_unaware(battle, actor, it.focus):
            out[at + ALLY.binds] = (1 + slot_of(battle, it.focus)) * PER.binds
    if it.hides_from != 0:
        out[at + ALLY.hidden] = share_unaware(battle, actor, ally)
    out[at + ALLY.in_sight] = not is_concealed_from(battle, ally, actor)
    if shows_order(battle, ally):
        see_order(battle, actor, ally, out, at)


@njit
def see_sheet(it, out, at):
    """Write attributes, skills and other numbers that the own side knows (RP1, XP4)."""
    out[at + SHEET.attributes_strength] = it.strength * PER.attributes
    out[at + SHEET.attributes_dexterity] = it.dexterity * PER.attributes
    out[at + SHEET.attributes_will] = it.will * PER.attributes
    out[at + SHEET.skills_stealth] = it.stealth * PER.skills
    out[at + SHEET.skills_perception] = it.perception * PER.skills
    out[at + SHEET.skills_medical] = it.medical * PER.skills
    out[at + SHEET.attack_bonus] = it.attack_bonus * PER.attack_bonus
    out[at + SHEET.max_wounds] = capped(it.max_wounds, PER.max_wounds)
    out[at + SHEET.doses] = capped(it.doses, PER.doses)


@njit
def see_spells(it, out, at, prepared_at):
    """The spells of a caster, and what is left of them (RP23, RP37)."""
    for spell in range(NUM_SPELLS):
        out[at + spell] = (it.spells >> spell) & 1
    if it.prepared >= 0:
        out[prepared_at + SPELLS.prepared + it.prepared] = 1
    out[prepared_at + SPELLS.mends] = it.mends * PER.mends


@njit
def share_unaware(battle, actor, hider):
    """Share of the enemies known to `actor` who may be Unaware of the hider (P56, XP4)."""
    known, unaware = 0, 0
    for other in range(battle.num_fighters):
        if is_known_hostile(battle, actor, other):
            known += 1
            unaware += contains(battle.fighters[hider].hides_from, other)
    return unaware / max(1, known)


@njit
def see_order(battle, actor, ally, out, at):
    """Write an ally's sealed order: its directives and its condition (XP1)."""
    order = battle.orders[ally]
    act = ACTS[order.verb[FIRST]]
    out[at + ALLY.plan + plan_kind(act)] = 1
    out[at + ALLY.guards_me] = act == Act.GUARD and order.target[FIRST] == actor
    targets, width = at + ALLY_LENGTH, battle.max_side + 1
    see_clause(battle, actor, order, FIRST, out, at + ALLY.order_first, at, targets)
    see_clause(battle, actor, order, THEN, out, at + ALLY.order_then, at, targets + width)
    kind = CONDITION_KIND[order.condition]
    if kind >= 0:
        out[at + ALLY.order_if + kind] = 1
        see_clause(battle, actor, order, ELSE, out, at + ALLY.order_else, at, targets + 2 * width)


@njit
def see_clause(battle, actor, order, clause, out, kind_at, at, named):
    """Write the kind of a directive, and whom it names of those whom the fighter knows of (XP2)."""
    verb = order.verb[clause]
    if verb < 0:
        return
    if ORDER_KIND[verb] >= 0:
        out[kind_at + ORDER_KIND[verb]] = 1
    target = order.target[clause]
    if target < 0 or not names_fighter(verb):
        return
    if contains(FOR_ALLIES, verb):
        out[at + ALLY.order_helps_me + clause] = target == actor
    elif target >= MAX_FIGHTERS:
        out[named + battle.max_side] = 1
    elif not is_unaware(battle, actor, target):
        out[named + slot_of(battle, target)] = 1
