"""The state of a battle of Heimr as a person writes it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from ..core.engine.battle import NOBODY, fighters_of_side
from ..core.scenarios.sheets import Problem, Sheet
from .enums import (
    Act,
    BodyPart,
    Defence,
    Effect,
    Guarded,
    Hand,
    Injury,
    Life,
    Skill,
    Stage,
    Window,
)
from .rules.characters.abilities import skill_level
from .rules.characters.conditions import (
    arm_of,
    can_act,
    can_defend,
    is_climbing,
    is_conscious,
    is_dead,
    is_felled,
    is_gone,
    is_in_chase,
    is_part_injured,
    is_prone,
)
from .rules.combat_actions.climbs import top_of
from .rules.combat_actions.item_actions import carried_at
from .rules.combat_basics.chase import leave_field
from .rules.combat_basics.clusters import (
    end_cluster_without_opponents,
    join_clusters,
    leave_cluster,
    share_cluster,
)
from .rules.combat_basics.fatigue import base_fatigue
from .rules.defence.current_defence import review_defence, void_defence
from .rules.effects import cancel_upcoming, extend_effect, fall_prone, forget_upcoming, is_lasting
from .rules.endings import is_beaten
from .rules.forced_movement.restraint import let_go
from .rules.grid import floor_of
from .rules.guarding import review_guard
from .rules.health.health import (
    apply_injury_level,
    count_dying,
    injury_of,
    is_dying,
    is_injured,
    lose_preparations,
    recover,
    wear_armour,
)
from .rules.health.surgery import stop_treatment
from .rules.modules.armoury import drop_item, reveal_item
from .sheet_keys import BATTLE_KEYS, FIGHTER_KEYS
from .state import BATTLE, HANDS, NO_FRAME, ON_OBJECT
from .tables import (
    ARMOUR_STUMBLES,
    CAN_POISON,
    CAN_RAGE,
    EFFECTS,
    INJURY_HP,
    NEEDS_AMMUNITION,
    NONE,
    RAGE_TURNS,
    SKILL_BITS,
    SKILL_FREE,
    SKILL_HITS,
    SKILLS,
)
from .text.state_clauses import state_clauses
from .turn import play_on

# --- Consequences (H31 to H36, H52, H106, H112, RH20, RH25, RH38, RH55, RH62) ---------------------


def follow(battle: np.record, number: int, written: Collection[str]) -> Iterator[str]:
    """Draw the consequences of injuries, effects and items; last, those between fighters.

    Yields:
        Clauses about the dice that chose an injured part, and what a Stumble or a Bind affects.
    """
    fighter, owed = battle.fighters[number], int(battle.owed)
    if is_dead(fighter) and "hp" not in written:
        fighter.hp = min(int(fighter.hp), int(INJURY_HP[Injury.MUTILATED]) - 1)
    yield from _injure(battle, number)
    yield from _extend_effects(fighter)
    _lie_down(battle, number, written)
    _lose_preparations(battle, number)
    _count_items(battle, number)
    _count_uses(fighter)
    _leave(battle, number)
    review_defence(battle, number)
    if fighter.defence == Defence.NONE:
        void_defence(fighter)
    if number == battle.num_fighters - 1:
        _join(battle)
    battle.owed = owed


def _injure(battle: np.record, number: int) -> Iterator[str]:
    """Injuries end above 0 HP; below it they wear the armour, drop items, and kill (H31 to H36)."""
    fighter = battle.fighters[number]
    recover(fighter)
    if not is_injured(fighter):
        return
    if fighter.armour_wear == 0:
        wear_armour(battle, number)
    if fighter.injured == 0 and not is_dead(fighter):
        yield "has 0 HP or less: write injured, the parts that the dice have chosen (H32, H116)"
    level = injury_of(int(fighter.hp))
    if level == Injury.DEATH or not fighter.stable:
        treated, dying = int(fighter.treated), int(fighter.dying)
        apply_injury_level(battle, number, level)
        fighter.treated = treated
        if dying > 0 and is_dying(fighter):
            fighter.dying = dying - 1
            count_dying(battle, number)
    for hand in range(HANDS):
        if is_part_injured(fighter, int(arm_of(hand))):
            drop_item(battle, number, hand)


def _extend_effects(fighter: np.record) -> Iterator[str]:
    """An effect of too few seconds is over; a Stumble has a side, a Bind a part (H60, H64, H28)."""
    for effect in range(EFFECTS):
        seconds = int(fighter.seconds[effect])
        fighter.seconds[effect] = 0
        if is_lasting(effect):
            extend_effect(fighter, effect, seconds)
    for effect, key in ((Effect.STUMBLE, "stumble_side"), (Effect.BIND, "bind_part")):
        if fighter.seconds[effect] == 0:
            fighter[key] = NONE
        elif fighter[key] == NONE:
            yield f"has seconds of {effect.name.title()} left: write {key}"


def _lie_down(battle: np.record, number: int, written: Collection[str]) -> None:
    """The felled and the unconscious lie, and a fighter stands where one can (H23, H127, H151)."""
    fighter = battle.fighters[number]
    if fighter.location != NONE and not is_climbing(fighter):
        if int(fighter.height) not in _heights(battle, fighter):
            fighter.height = floor_of(battle, int(fighter.location))
    if fighter.life in (Life.UNCONSCIOUS, Life.DEAD):
        fighter.prone = True
    if is_felled(fighter) and not is_gone(fighter):
        free = int(fighter.free)
        fall_prone(battle, number)
        fighter.free = free


def _heights(battle: np.record, fighter: np.record) -> list[int]:
    """The heights on which a fighter can stand in its location: ground, objects and crests."""
    location = int(fighter.location)
    tops = [int(top_of(battle, location, place)) for place in range(ON_OBJECT + 1)]
    return [int(floor_of(battle, location)), *(top for top in tops if top != NONE)]


def _lose_preparations(battle: np.record, number: int) -> None:
    """A fighter who cannot act plans, holds and guards nothing (H82, H115, RH20, RH25, RH38)."""
    fighter = battle.fighters[number]
    if not is_conscious(fighter) or is_part_injured(fighter, int(BodyPart.TORSO)):
        lose_preparations(battle, number)
    if not can_act(fighter):
        cancel_upcoming(battle, number)
        let_go(battle, number)
    if not is_conscious(fighter):
        leave_cluster(battle, number)
    if fighter.upcoming == Act.CRAWL and not is_prone(fighter):
        forget_upcoming(fighter)
    review_guard(battle, number)
    if fighter.guard not in (Guarded.ALLY, Guarded.BORDER):
        fighter.guarded = NONE


def _count_items(battle: np.record, number: int) -> None:
    """A missile needs its weapon, a concealed item its place, and wear its armour (RH4, RH29)."""
    fighter = battle.fighters[number]
    held = [int(item) for item in fighter.held if item != NONE]
    if not any(NEEDS_AMMUNITION[item] for item in held):
        fighter.missile = False
    place = int(fighter.concealed_item)
    if place == NONE or carried_at(fighter, place) == NONE:
        reveal_item(fighter, place)
    if fighter.armour == 0:
        fighter.armour_wear = 0
    rested = fighter.copy()
    rested.held[Hand.OFF] = NONE  # a tower shield that it has taken up later has tired nobody
    fighter.fatigue = max(int(fighter.fatigue), int(base_fatigue(rested)))


def _count_uses(fighter: np.record) -> None:
    """Uses in this battle are at most those of skills, armour and race (RH62)."""
    for skill in range(SKILLS):
        if not 0 < SKILL_FREE[skill] <= skill_level(fighter, skill):
            fighter.spent &= ~(((1 << SKILL_BITS) - 1) << SKILL_BITS * skill)
    most_stumbles = int(ARMOUR_STUMBLES[fighter.armour])
    fighter.stumbles_ignored = min(int(fighter.stumbles_ignored), most_stumbles)
    most_hits = int(SKILL_HITS[Skill.DISARMING_STRIKE, 1])
    fighter.arm_hits = min(int(fighter.arm_hits), most_hits)
    fighter.raging = min(int(fighter.raging), RAGE_TURNS) if CAN_RAGE[fighter.race] else 0
    fighter.poisoned = fighter.poisoned and CAN_POISON[fighter.race]
    fighter.power_used = fighter.power_used or fighter.poisoned or fighter.raging != 0
    if not (CAN_POISON[fighter.race] or CAN_RAGE[fighter.race]):
        fighter.power_used = False


def _leave(battle: np.record, number: int) -> None:
    """A chase and a flight lead off the field; without them nothing is left of them (RH55)."""
    fighter = battle.fighters[number]
    is_off = is_in_chase(fighter) or fighter.life == Life.FLED
    if is_off and fighter.location != NONE:
        exit_of = int(fighter.exit)
        leave_field(battle, number)
        fighter.exit = fighter.exit if exit_of == NONE else exit_of
    if not is_off:
        fighter.gap = fighter.chase_turns = fighter.chase_roll = 0
        fighter.exit = NONE


def _join(battle: np.record) -> None:
    """Consequences between fighters: holds, clusters, treatments, who has found whom (RH38, RH58).

    Its opponents alone find a fighter, size it up, and have attacks that it dodges.
    """
    numbers = range(battle.num_fighters)
    for number in numbers:
        fighter = battle.fighters[number]
        held = int(fighter.holds)
        if held != NOBODY and is_conscious(battle.fighters[held]):
            if not share_cluster(battle, number, held):
                join_clusters(battle, number, held)
        if fighter.held_by == NOBODY:
            fighter.held_part = NONE
        if not _can_treat(battle, int(fighter.treated_by), number):
            stop_treatment(battle, number)
        if not _can_treat(battle, number, int(fighter.treats)):
            fighter.treats = NOBODY
        opponents = int(fighters_of_side(battle, 1 - battle.side[number]))
        for key in ("dodged", "found_by", "known_by", "item_found_by", "sized_up_by"):
            fighter[key] &= opponents
        fighter.began_with &= ~(1 << number)
        fighter.hide = fighter.hide if fighter.hidden else 0
        fighter.gave_away = fighter.gave_away and not fighter.hidden
    for cluster in numbers:
        end_cluster_without_opponents(battle, cluster)


def _can_treat(battle: np.record, healer: int, patient: int) -> bool:
    """Whether one fighter can have treated another: an ally, with Battlefield Surgery (RH58)."""
    if NOBODY in (healer, patient) or healer == patient:
        return False
    level = skill_level(battle.fighters[healer], Skill.BATTLEFIELD_SURGERY)
    return bool(level > 0 and battle.side[healer] == battle.side[patient])


# --- The turn -------------------------------------------------------------------------------------


def settle(battle: np.record) -> None:
    """Everyone owes a defence, as before the first turn (RH12)."""
    battle.owed = (1 << battle.num_fighters) - 1


def open_turn(battle: np.record) -> None:
    """Let the fighter of `to_act`, or the first who is able to act, decide in its turn (H44)."""
    order = battle.order[: battle.num_fighters].tolist()
    if battle.to_act == NOBODY:
        able = [number for number in order if _is_able(battle.fighters[number])]
        battle.to_act = able[0] if able else 0
    if battle.to_act in order:
        battle.place = order.index(battle.to_act)
    battle.stage, battle.window, battle.top = Stage.TURN, Window.TURN, NO_FRAME
    for number in range(battle.num_fighters):
        fighter = battle.fighters[number]
        if fighter.defence != Defence.NONE or not can_defend(fighter):
            battle.owed &= ~(1 << number)


def resume(battle: np.record) -> None:
    """Ask for the defences that are owed, before the turn goes on (H106, RH12)."""
    if battle.owed:
        battle.to_act, battle.window = NOBODY, Window.NONE
        play_on(battle)


def _is_able(fighter: np.record) -> bool:
    return bool(can_act(fighter) and not is_in_chase(fighter))


def problems(battle: np.record) -> Iterator[Problem]:
    """Fighters whose state contradicts itself or the turn."""
    if not _is_able(battle.fighters[battle.to_act]):
        yield battle.to_act, "is out of action, dazed or in a chase and cannot have the turn"
    numbers = range(battle.num_fighters)
    for side in range(2):
        if is_beaten(battle, side):
            members = [one for one in numbers if battle.side[one] == side]
            yield members[0], "and every ally are out of action: the battle would be over"
    for number in numbers:
        fighter = battle.fighters[number]
        if fighter.holds != NOBODY and battle.fighters[fighter.holds].held_by != number:
            yield number, "holds one who is held by another: write held_by there"
        if fighter.held_by != NOBODY and battle.fighters[fighter.held_by].holds != number:
            yield number, "is held by one who holds another: write holds there"
        for clause in state_clauses(battle, number):
            yield number, clause


def is_open(battle: np.record) -> bool:
    """Whether a fighter decides in its turn, with no action under way."""
    is_turn = battle.window == Window.TURN and battle.stage == Stage.TURN
    return bool(not battle.over and is_turn)


SHEET = Sheet(
    dtype=BATTLE,
    fighter=FIGHTER_KEYS,
    battle=BATTLE_KEYS,
    open=open_turn,
    follow=follow,
    problems=problems,
    is_open=is_open,
    moment="a fighter's choice in its turn, with no action under way",
    settle=settle,
    resume=resume,
)
