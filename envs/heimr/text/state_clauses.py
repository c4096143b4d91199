"""Clauses about written states that no battle has."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...core.engine.battle import NOBODY
from ..characters import MOST_MISSILES
from ..enums import Act, Defence, Guarded, Injury, Life, Trigger
from ..rules.characters.conditions import (
    is_climbing,
    is_conscious,
    is_dead,
    is_gone,
    is_in_chase,
)
from ..rules.combat_actions.climbs import top_of
from ..rules.combat_actions.item_actions import may_be_in_hand
from ..rules.combat_basics.clusters import in_cluster
from ..rules.grid import floor_of
from ..rules.health.health import injury_of, is_injured, most_hp, most_wp
from ..rules.modules.armoury import free_hands, takes_both_hands
from ..state import HANDS
from ..tables import (
    CHASE_ESCAPED,
    CHASE_TURNS,
    DYING_TURNS,
    FAINT_TURNS,
    INJURY_HP,
    ITEM_NAMES,
    NONE,
    RAGE_HP,
    SURGERY_TURNS,
)


def state_clauses(battle: np.record, number: int) -> Iterator[str]:
    """Clauses about all that is impossible in the state of a fighter, to follow its name."""
    fighter = battle.fighters[number]
    yield from (*_excesses(fighter), *_hands(fighter))
    for clauses in (_positions, _chases, _plans, _defences):
        yield from clauses(battle, number)


def _excesses(fighter: np.record) -> Iterator[str]:
    """Clauses about what is more than a fighter can have and survive."""
    level, dying = injury_of(int(fighter.hp)), int(fighter.dying)
    whole = int(most_hp(fighter)) + (RAGE_HP if fighter.raging else 0)
    if fighter.hp > whole:
        yield f"has more HP than its maximum of {whole} (RH1)"
    if fighter.wp > most_wp(fighter):
        yield f"has more WP than its maximum of {most_wp(fighter)} (RH1)"
    if is_dead(fighter) and level != Injury.DEATH and DYING_TURNS[level] == 0:
        yield "dies of its wounds alone: write hp (H34, H35)"
    if fighter.life == Life.SURRENDERED and not is_injured(fighter):
        yield "gives up only when injured: write hp and injured (HH49)"
    faints = level == Injury.MUTILATED or 0 < FAINT_TURNS[level] <= dying
    if fighter.life == Life.UNCONSCIOUS and (fighter.stable or not faints):
        yield f"faints at {INJURY_HP[Injury.MANGLED] - 1} HP, not stable: write hp (H34, H35)"
    if fighter.treated >= SURGERY_TURNS:
        yield f"is stable after {SURGERY_TURNS} turns of surgery (RH58)"


def _hands(fighter: np.record) -> Iterator[str]:
    """Clauses about what the hands cannot hold, nor the quiver (H107, RH29)."""
    if fighter.missiles + fighter.missile > MOST_MISSILES + 1:
        yield f"has more missiles than the {MOST_MISSILES} of a quiver and one in hand (RH29)"
    for hand in range(HANDS):
        if fighter.held[hand] != NONE and not may_be_in_hand(int(fighter.held[hand]), hand):
            yield f"cannot hold {ITEM_NAMES[fighter.held[hand]]} in this hand: write held (H107)"
    sword, off = (int(item) for item in fighter.held)
    if takes_both_hands(sword) and off != NONE:
        yield f"has both hands on {ITEM_NAMES[sword]}, none for {ITEM_NAMES[off]} (H107)"


def _positions(battle: np.record, number: int) -> Iterator[str]:
    """Clauses about climbers, clusters and holds."""
    fighter = battle.fighters[number]
    if is_climbing(fighter) and fighter.location != NONE:
        top = top_of(battle, int(fighter.location), int(fighter.climbs_on))
        if not floor_of(battle, int(fighter.location)) < fighter.height < top:
            yield "climbs between the ground and the top: write height (H91, H136)"
        if fighter.prone and is_conscious(fighter):
            yield "cannot be both prone and climbing (HH50)"
    for other in range(number) if in_cluster(fighter) else ():
        it = battle.fighters[other]
        if it.cluster == fighter.cluster and it.location != fighter.location:
            yield "is in a cluster with one in another square: write at and cluster (H51)"
    if fighter.holds != NOBODY:
        yield from _holds(battle, number)
    if fighter.held_by != NOBODY and fighter.held_part == NONE:
        yield "is held by a part that the dice have chosen: write held_part (H113)"


def _chases(battle: np.record, number: int) -> Iterator[str]:
    """Clauses about fighters off the field (RH55)."""
    fighter = battle.fighters[number]
    if not is_in_chase(fighter):
        return
    if fighter.flees and fighter.chases != NOBODY:
        yield "cannot both flee and pursue: write flees or chases (RH55)"
    if fighter.exit == NONE or battle.locations[fighter.exit].exits == 0:
        yield "leaves the field by a square with an exit: write exit (RH55)"
    if fighter.chases != NOBODY:
        quarry = battle.fighters[fighter.chases]
        if not quarry.flees and not is_gone(quarry):
            yield "pursues one who does not flee: write flees there (RH55)"
        if fighter.gap >= CHASE_ESCAPED or fighter.chase_turns >= CHASE_TURNS:
            yield f"has lost its quarry, {CHASE_ESCAPED} squares or {CHASE_TURNS} turns on (RH55)"


def _holds(battle: np.record, number: int) -> Iterator[str]:
    """Clauses about whom a fighter holds, and with which hand (H108, H112, RH44)."""
    fighter = battle.fighters[number]
    held = battle.fighters[fighter.holds]
    if battle.side[number] == battle.side[fighter.holds]:
        yield "holds one of its own side: write holds (H112)"
    if held.location != fighter.location:
        yield "holds one in another square: write at (RH44)"
    alone = fighter.copy()
    alone.holds = NOBODY
    if free_hands(alone) == 0:
        yield "holds with a hand that holds nothing else: write held (RH44)"


def _plans(battle: np.record, number: int) -> Iterator[str]:
    """Clauses about readied actions without their event (H46, RH37)."""
    fighter = battle.fighters[number]
    if fighter.readied == Act.NONE:
        return
    if fighter.trigger == Trigger.NONE:
        yield "waits for an event: write trigger (H46)"
    named, needs_ally = int(fighter.trigger_by), fighter.trigger == Trigger.ATTACKS_ALLY
    is_ally = named not in (NOBODY, number) and battle.side[named] == battle.side[number]
    if is_ally != needs_ally or named == number:
        yield "names one whose acts are no such event: write trigger_by (RH37)"


def _defences(battle: np.record, number: int) -> Iterator[str]:
    """Clauses about guards of nobody, and defences without a roll (H106, RH25)."""
    fighter = battle.fighters[number]
    ward = int(fighter.guarded)
    if fighter.guard == Guarded.ALLY:
        if ward in (NOBODY, number) or battle.side[ward] != battle.side[number]:
            yield "guards an ally: write guarded (RH25)"
    if fighter.defence != Defence.NONE and fighter.defence_d6 == 0:
        yield "has rolled its defence: write defence_d6 and defence_value (H106)"
