"""The state of a battle of Platemail as a person writes it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from ..core.compiler.bits import contains
from ..core.engine.battle import NOBODY
from ..core.maps.square_grid import has_square
from ..core.scenarios.sheets import Problem, Sheet
from .deploy import BLANK_FIGHTER, stock_of
from .enums import Act, Life, Reload, Spell, Window
from .rules.attacks import empty_hands
from .rules.bodies import (
    are_enemies,
    arms_left,
    hands_in_use,
    is_able,
    is_caster,
    is_melee_weapon,
    knows_spell,
)
from .rules.clashes import holds_square
from .rules.hiding import MISSILE_ACTS, note_noise, stays_out_of_sight
from .rules.sight import is_floor
from .rules.spells import bind_bit, end_bind
from .rules.wounds import count_down, fall, let_go, lose_spells, sever
from .sheet_keys import BATTLE_KEYS, FIGHTER_KEYS
from .state import BATTLE, LEFT_ARM, NET, RIGHT_ARM
from .tables import (
    DIE,
    ENTRAPS,
    LIMBS,
    NO_SHIELD,
    NONE,
    UNARMED,
    WEAPON_HANDS,
    WEAPON_RANGE,
    WEAPON_RELOAD,
)
from .text.names import held_name, weapon_name
from .turn import UNWRITTEN, begin_round, play_on

CLOSED_DOOR, OPEN_DOOR = "+", "/"
"""Map letters of doors (RP40)."""


# --- Consequences (P46, P105, RP37 to RP47) -------------------------------------------------------


def follow(battle: np.record, number: int, written: Collection[str]) -> Iterator[str]:
    """Draw the consequences of Wounds, lost limbs and held items; last, those between fighters.

    Yields:
        Clauses about Wounds that a fallen fighter lacks, and about thrown weapons that are gone.
    """
    fighter = battle.fighters[number]
    _fall(battle, number, written)
    if fighter.wounds <= fighter.max_wounds and not is_able(fighter):
        yield f"falls only by more Wounds than its maximum of {fighter.max_wounds} (P46)"
    _count_items(fighter, written)
    _lose_limbs(battle, number)
    if stock_of(int(fighter.carried_hand)) > 0 and fighter.carried_stock == 0:
        yield "carries the last weapon that it has thrown: write carried_hand: unarmed (RP38)"
    if not knows_spell(fighter, Spell.MEND):
        fighter.mends = 0
    if fighter.prepared != NONE and not _can_have_prepared(fighter):
        fighter.prepared = NONE
    if fighter.dazed > 0 or fighter.terror > 0:
        lose_spells(battle, number)
    if number == battle.num_fighters - 1:
        empty_hands(battle)
        _join(battle)
        for one in range(battle.num_fighters):
            _note_enemies(battle, one)


def _fall(battle: np.record, number: int, written: Collection[str]) -> None:
    """Let a fighter fall by its Wounds, and lose what the fallen lose (P46, RP12, RP37)."""
    fighter = battle.fighters[number]
    countdown = int(fighter.countdown)
    if is_able(fighter) and fighter.wounds > fighter.max_wounds:
        fall(battle, number)
    if is_able(fighter):
        fighter.countdown = 0
        return
    if fighter.life == Life.FATALLY_WOUNDED:
        is_said = "countdown" in written
        fighter.countdown = countdown if is_said else _first_countdown(battle, number)
    if "wounds" not in written:
        fighter.wounds = max(fighter.wounds, fighter.max_wounds + 1)
    let_go(battle, number)


def _first_countdown(battle: np.record, number: int) -> int:
    """The countdown in the order after the fall: the end of that round has counted (RP12)."""
    after = battle.copy()
    fall(after, number)
    count_down(after)
    return int(after.fighters[number].countdown)


def _lose_limbs(battle: np.record, number: int) -> None:
    """Lie Prone without a leg, and drop what a lost arm held (P105, RP20).

    After that another set may have been taken up: then the first has nothing in that hand.
    """
    fighter = battle.fighters[number]
    has_set = fighter.carried_hand != NONE
    is_too_much = hands_in_use(fighter) > arms_left(fighter)
    is_left_full = fighter.second != NONE or fighter.shield != NO_SHIELD
    is_carried_full = fighter.carried_second != NONE or fighter.carried_shield != NO_SHIELD
    drops = {
        LEFT_ARM: is_too_much or (is_left_full and (is_carried_full or not has_set)),
        RIGHT_ARM: is_too_much or UNARMED not in (fighter.hand, fighter.carried_hand),
    }
    lost = int(fighter.limbs)
    for limb in range(1, LIMBS + 1):
        bit = 1 << limb - 1
        if lost & bit and drops.get(bit, True):
            fighter.limbs &= ~bit
            sever(battle, number, limb)


def _count_items(fighter: np.record, written: Collection[str]) -> None:
    """Set the thrown weapons and the loads of both sets as their weapons have them (RP38, P124)."""
    for of in ("", "carried_"):
        weapon, stock = int(fighter[f"{of}hand"]), int(fighter[f"{of}stock"])
        is_new = stock == 0 and f"{of}stock" not in written
        fighter[f"{of}stock"] = stock_of(weapon) if is_new else min(stock, stock_of(weapon))
        if weapon != UNARMED and WEAPON_RELOAD[weapon] == Reload.NONE:
            fighter[f"{of}loaded"] = 1


def _can_have_prepared(fighter: np.record) -> bool:
    """Whether a fighter can hold its Prepared spell: known, and a Mend left (RP23)."""
    is_known = knows_spell(fighter, int(fighter.prepared))
    return bool(is_known and (fighter.prepared != Spell.MEND or fighter.mends > 0))


def _can_hold(battle: np.record, caster: int, target: int) -> bool:
    """Whether a Bind of one fighter can hold another one (RP37, RP42, RP47)."""
    fighter = battle.fighters[caster]
    is_free = NOBODY == fighter.carrying == fighter.carried_by
    is_calm = fighter.dazed == fighter.terror == 0
    both_able = is_able(fighter) and is_able(battle.fighters[target])
    is_known = knows_spell(fighter, Spell.BIND) and are_enemies(battle, caster, target)
    return bool(is_free and is_calm and both_able and is_known)


def _join(battle: np.record) -> None:
    """Let each Bind stand with its caster and with the fighter it holds; likewise Rescues."""
    numbers = range(battle.num_fighters)
    for caster in numbers:
        fighter = battle.fighters[caster]
        for target in numbers:
            is_held = battle.fighters[target].entrapped & bind_bit(caster)
            if is_held and fighter.focus == NOBODY and _can_hold(battle, caster, target):
                fighter.focus = target
            if is_held and fighter.focus != target:
                battle.fighters[target].entrapped &= ~bind_bit(caster)
        held = int(fighter.focus)
        if held != NOBODY and not _can_hold(battle, caster, held):
            end_bind(battle, caster)
        elif held != NOBODY:
            battle.fighters[held].entrapped |= bind_bit(caster)
            fighter.prepared = NONE
        if fighter.carrying != NOBODY:
            burden = battle.fighters[fighter.carrying]
            burden.x, burden.y = fighter.x, fighter.y
        _act(fighter)


def _act(fighter: np.record) -> None:
    """The last action of a fighter who holds a Bind, carries, is carried or aims (P66, RP42)."""
    if not is_able(fighter):
        return
    if fighter.aimed:
        fighter.acted = Act.AIM
    if fighter.focus != NOBODY and fighter.acted != Act.RELEASE_SPELL:
        fighter.acted = Act.FOCUS_SPELL
    if fighter.carrying != NOBODY:
        fighter.acted = Act.RESCUE
    if fighter.carried_by != NOBODY and fighter.acted != Act.DAZED:
        fighter.acted = Act.CARRIED
    fighter.aimed = fighter.acted == Act.AIM and _may_have_had(fighter, WEAPON_RANGE)


def _note_enemies(battle: np.record, number: int) -> None:
    """Only enemies can be Unaware of a fighter, see it, throw nets and cause Terror (RP22, RP36).

    Its own side attacks it with a Blast alone (P21, RP23).
    """
    fighter = battle.fighters[number]
    others = [battle.fighters[one] for one in range(battle.num_fighters)]
    enemies = [one for one in range(battle.num_fighters) if are_enemies(battle, number, one)]
    mask = sum(1 << one for one in enemies)
    blasts = sum(1 << one for one, it in enumerate(others) if knows_spell(it, Spell.BLAST))
    hidden = sum(1 << one for one in enemies if _may_be_unaware(battle, one, number))
    fighter.hidden_from &= hidden
    fighter.hides_from &= hidden
    fighter.struck &= fighter.hidden_from
    fighter.surprised = fighter.surprised & fighter.hides_from | fighter.struck
    fighter.seen_by &= mask
    fighter.seen_casting &= mask if is_caster(fighter) else 0
    fighter.attacked &= mask | blasts
    fighter.assailants &= mask | blasts
    if not any(_may_have_had(others[one], ENTRAPS) for one in enemies):
        fighter.entrapped &= ~NET
    if not any(knows_spell(others[one], Spell.FEAR) for one in enemies):
        fighter.terror = 0


def _may_have_had(fighter: np.record, kind: np.ndarray) -> bool:
    """Whether a fighter has a weapon of a kind, or an empty hand that may have thrown it (RP38)."""
    weapons = [int(fighter.hand), int(fighter.carried_hand)]
    return any(one == UNARMED or (one != NONE and kind[one] > 0) for one in weapons)


def _may_be_unaware(battle: np.record, observer: int, number: int) -> bool:
    """Whether an enemy can be Unaware of a fighter after its last action (P54, P59, RP36).

    The weapon in the hand that threw its last one is gone, or fell with an arm: it may have been
    Silent.
    """
    then, fighter = battle.copy(), battle.fighters[number]
    is_gone = fighter.hand == UNARMED or arms_left(fighter) < 2
    is_unknown = (contains(MISSILE_ACTS, fighter.acted) and is_gone) or fighter.acted == Act.NOTHING
    then.phases[number].act = Act.SKULK if is_unknown else fighter.acted
    note_noise(then)
    then.is_surveyed = 0  # the survey is of the squares where they were deployed
    return bool(stays_out_of_sight(then, number, observer))


# --- The round ------------------------------------------------------------------------------------


def open_round(battle: np.record) -> None:
    """Let the first fighter who is able to act write his order (P5)."""
    able = [one for one in range(battle.num_fighters) if is_able(battle.fighters[one])]
    battle.to_act = battle.writer = able[0] if able else 0
    battle.clause, battle.window, battle.phase, battle.is_surveyed = 1, Window.FIRST, 0, 1


def resume(battle: np.record) -> None:
    """Clear all orders and ask for the first one (P5)."""
    battle.to_act, battle.window = NOBODY, Window.NONE
    begin_round(battle)
    play_on(battle)


def problems(battle: np.record) -> Iterator[Problem]:
    """Fighters whose state contradicts itself or the battle."""
    numbers = range(battle.num_fighters)
    for side in range(2):
        members = [one for one in numbers if battle.side[one] == side]
        if not any(is_able(battle.fighters[one]) for one in members):
            yield members[0], "and every ally are unable to act: the battle would be over"
    for number in numbers:
        fighter = battle.fighters[number]
        if fighter.is_ward and not is_able(fighter):
            yield number, "is its side's ward and unable to act: the battle would be over"
        if fighter.carrying != NOBODY and battle.fighters[fighter.carrying].carried_by != number:
            yield number, "carries one who is carried by another: write carried_by there"
        if fighter.carried_by != NOBODY and battle.fighters[fighter.carried_by].carrying != number:
            yield number, "is carried by one who carries another: write carrying there"
        for clause in (*_excesses(fighter), *_misplaced(battle, number)):
            yield number, clause


def _excesses(fighter: np.record) -> Iterator[str]:
    """Clauses about what is more than a fighter can have or hold (RP4, RP12, RP38)."""
    if fighter.life == Life.FATALLY_WOUNDED and fighter.countdown >= fighter.max_wounds:
        yield f"has less than its {fighter.max_wounds} Max Wounds in rounds until death (RP12)"
    if fighter.stealth_roll > DIE + fighter.stealth:
        yield f"rolls at most {DIE} + {fighter.stealth} for Stealth (RP4)"
    for of in ("", "carried_"):
        copy = fighter.copy()
        hand, copy.second, copy.shield = (
            int(fighter[of + k]) for k in ("hand", "second", "shield")
        )
        copy.hand = UNARMED if hand == NONE else hand
        if hands_in_use(copy) > arms_left(BLANK_FIGHTER[0]):
            yield f"cannot hold {held_name(copy)} in two hands: write {of}second and {of}shield"
        if copy.second != NONE and not _fits_the_left_hand(int(copy.second)):
            yield f"has a {weapon_name(copy.second)} in the left hand: write {of}second (RP19)"
        if hand == NONE and hands_in_use(copy) > 0:
            yield f"has {held_name(copy)} in the other set and no weapon: write carried_hand"


def _fits_the_left_hand(weapon: int) -> bool:
    """Whether a second weapon is one for melee and for one hand (RP19)."""
    return bool(is_melee_weapon(weapon) and WEAPON_HANDS[weapon] == 1)


def _misplaced(battle: np.record, number: int) -> Iterator[str]:
    """Clauses about where a fighter cannot be, and whom it cannot carry (RP33, RP40, RP42)."""
    fighter = battle.fighters[number]
    if fighter.life != Life.DEAD and not is_floor(battle, int(fighter.x), int(fighter.y)):
        yield "is off the map, in a wall or a closed door: write at (RP40)"
    for other in range(number) if holds_square(fighter) else ():
        it = battle.fighters[other]
        if holds_square(it) and (it.x, it.y) == (fighter.x, fighter.y):
            yield "shares its square with another who is able to act: write at (RP33)"
    if fighter.carrying == NOBODY:
        return
    if not is_able(fighter) or fighter.carried_by != NOBODY:
        yield "is carried or unable to act, and cannot carry: write carrying: nobody (RP42)"
    elif are_enemies(battle, number, int(fighter.carrying)):
        if is_able(battle.fighters[fighter.carrying]):
            yield "can carry no enemy who is able to act: write carrying: nobody (RP42)"


def redraw(battle: np.record, text: str) -> str:
    """The map with its doors as they are now (RP40)."""
    rows = [list(row) for row in text.split()]
    for x, y in zip(battle.door_x.tolist(), battle.door_y.tolist(), strict=True):
        if x != NOBODY:
            rows[y][x] = CLOSED_DOOR if has_square(battle.high, x, y) else OPEN_DOOR
    return "\n".join(map("".join, rows))


def is_open(battle: np.record) -> bool:
    """Whether nobody has written a clause of the round's orders yet."""
    verbs = battle.orders["verb"][: battle.num_fighters]
    conditions = battle.orders["condition"][: battle.num_fighters]
    return bool(not battle.over and (verbs == UNWRITTEN).all() and not conditions.any())


SHEET = Sheet(
    dtype=BATTLE,
    fighter=FIGHTER_KEYS,
    battle=BATTLE_KEYS,
    open=open_round,
    follow=follow,
    problems=problems,
    is_open=is_open,
    moment="the beginning of a round, before the first order",
    resume=resume,
    redraw=redraw,
)
