"""The role of each verb in a fight, and what a fighter sees of wounds, in all five systems.

A character (`character.py`) knows actions by these roles alone. A verb that is none of attack,
approach, withdraw, defend, support and yield, or that may be several of them, is `other`.

Letters: `B` battles, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from ..envs.core.engine.system import get_system


class Role(IntEnum):
    """The role of a verb."""

    OTHER = 0
    WAIT = 1
    ATTACK = 2
    APPROACH = 3
    WITHDRAW = 4
    DEFEND = 5
    SUPPORT = 6
    YIELD = 7


VERBS: Mapping[str, Mapping[Role, str]] = {
    "heimr": {
        Role.WAIT: "wait",
        Role.ATTACK: "strike attack brawl_hit brawl_bind shield_bash shoving_strike charge",
        Role.DEFEND: "defence dodge",
        Role.SUPPORT: "guard surgery",
        Role.YIELD: "surrender",
        Role.WITHDRAW: "leave_cluster run",
        Role.OTHER: "give_up slip stop decline skill reroll direction terrain trigger let_go "
        "break_barrier open guard_border guard_items move climb_up climb_down jump_down drop_prone "
        "stand_up crawl hide draw put_away drop_item get_item conceal_item swap breather "
        "breather_later look speak ready power aim ability hand break guard_place conceal_held "
        "frisk size_up trigger_by delay carry_enemy show trigger_for delay_for carry",
    },
    "martial": {
        Role.WAIT: "wait",
        Role.ATTACK: "strike lunge charge multiweapon shoot throw rapid_throw maneuver cleave "
        "attack_next",
        Role.APPROACH: "move_toward move_to_reach move_to_flank",
        Role.WITHDRAW: "move_away move_to_cover",
        Role.DEFEND: "defend ready_shield parry",
        Role.SUPPORT: "heal move_to_ally",
        Role.OTHER: "stand_up drop_prone reload heal_self release escape pick_up_weapon "
        "pick_up_shield take_off land hide move_to_weapon draw stow drop step move direction "
        "riders part extra move_step_by_step pick_up item",
    },
    "mythic_epoch": {
        Role.WAIT: "wait",
        Role.ATTACK: "melee_attack unarmed_attack ranged_attack feint combat_move disarm grapple "
        "press unarmed_press counter_attack unarmed_counter_attack counter_fire double "
        "unarmed_double ct_counter_attack feint_counter_attack",
        Role.APPROACH: "move_towards move_to_reach",
        Role.WITHDRAW: "move_away move_to_cover withdraw retreat",
        Role.DEFEND: "ready dodge evade parry parry_to_bind ct_parry",
        Role.SUPPORT: "move_to_ally",
        Role.OTHER: "reload draw_weapon pick_up_weapon escape pin struggle wind move_to_weapon "
        "move_step step move_by_steps pick_up_other aim",
    },
    "platemail": {
        Role.DEFEND: "wait counter",
        Role.ATTACK: "charge charge_to_reach full_attack full_attack_spread three_attacks "
        "three_attacks_spread shoot rapid_fire rapid_fire_spread release release_beside at_bay",
        Role.APPROACH: "move_to move_to_reach sprint_to skulk_to",
        Role.WITHDRAW: "move_away sprint_away fall_back move_to_cover sprint_to_cover "
        "skulk_to_cover",
        Role.SUPPORT: "guard guard_once rescue stabilize free mend carry move_next_to "
        "sprint_next_to",
        Role.OTHER: "skulk_still skulk_keep aim reload swap cut_free stand_up door focus mend_self "
        "move_steps sprint_steps skulk_steps fall_back_steps prepare move_straight open_door "
        "close_door if_reached_any if_wounded if_hindered if_ally_down if_attacked if_near "
        "no_opportunity no_stand no_opportunity_no_stand step another if_reached if_down if_moved "
        "if_used_weapon stabilize_enemy mend_enemy rescue_enemy opening_first opening_only",
    },
    "wildroll": {
        Role.WAIT: "wait pass",
        Role.ATTACK: "rebuff quick standard strong nonlethal fire_bolt grapple pin disarm shove "
        "trip command",
        Role.APPROACH: "move_toward move_to_reach move_to_flank enter",
        Role.WITHDRAW: "move_away move_to_cover",
        Role.DEFEND: "defend force_shield parry",
        Role.SUPPORT: "heal treat_wound treat_condition stabilize move_to_ally interpose_ally",
        Role.OTHER: "give_up harry cling split defence level mercy push yards ready seize posture "
        "escape release drag dash mount dismount calm surface reload retrieve stow drop pick_up "
        "hurry door potion charm end_effect heal_self treat_self treat_own_condition step jump "
        "move_to_item move_to_ground buy_movement move_by_steps use_weapon get_down opening "
        "interpose distract ignore heed ride heal_enemy treat_enemy_wound treat_enemy_condition "
        "stabilize_enemy grapple_ally",
    },
}

TRICKS: Mapping[str, str] = {
    "heimr": "brawl_bind shield_bash shoving_strike",
    "martial": "maneuver move_to_flank move_to_cover",
    "mythic_epoch": "feint disarm grapple press unarmed_press combat_move move_to_cover",
    "platemail": "skulk_to move_to_cover sprint_to_cover skulk_to_cover",
    "wildroll": "grapple pin disarm shove trip move_to_flank move_to_cover",
}
"""Attacks and moves that gain something other than harm or distance: feints, holds, disarms, trips,
flanks, cover, steps that nobody notices."""

Pieces = Callable[[str], np.ndarray]
"""A piece of the observations `[B, N]` by its name: Array `[B, n]`."""


def _heimr_harm(pieces: Pieces, who: str) -> np.ndarray:
    if who == "own":
        return 1 - pieces("own.hp")[:, 0]
    return pieces(f"{who}.injured").sum(1)  # an enemy's HP show only if it was sized up


def _martial_harm(pieces: Pieces, who: str) -> np.ndarray:
    injuries = np.maximum(pieces(f"{who}.injuries"), 0).sum(1)
    if who != "own":
        return injuries  # an enemy's Stamina is hidden
    return 1 - pieces(f"{who}.stamina")[:, 0] + injuries


def _mythic_epoch_harm(pieces: Pieces, who: str) -> np.ndarray:
    if who == "own":
        return 1 - pieces("own.damage_left")[:, 0]
    return (pieces(f"{who}.half_spent") / 2 + pieces(f"{who}.near_collapse") / 4)[:, 0]


def _platemail_harm(pieces: Pieces, who: str) -> np.ndarray:
    wounds = 4 * pieces(f"{who}.wounds")[:, 0]
    if who == "own":
        return wounds / np.maximum(6 * pieces("own.max_wounds")[:, 0], 1)
    return wounds / 4


def _wildroll_harm(pieces: Pieces, who: str) -> np.ndarray:
    return pieces(f"{who}.wounds") @ np.arange(1.0, 6.0)


@dataclass(frozen=True)
class Marks:
    """How a fighter sees wounds and missiles.

    Attributes:
        harm: `(pieces, who)`: the harm of `own` or `enemy_0`, Array `[B]`; more is worse.
        hurt: its own harm from which a fighter is hurt.
        spent: its own harm from which it may yield; None where the rules know no surrender.
        missiles: pieces of an enemy of which one above 0 shows an archer or a caster, and the
            place of the number in the piece.
        attacked_me: a piece of an enemy, the place of the number in it, and the number that says
            that its last attack was against the fighter (Mythic Epoch: that it is its foe).
        distance: the piece of an enemy with its distance.
    """

    harm: Callable[[Pieces, str], np.ndarray]
    hurt: float
    spent: float | None
    missiles: tuple[tuple[str, int], ...]
    attacked_me: tuple[str, int, float]
    distance: str = "distance"


MARKS: Mapping[str, Marks] = {
    "heimr": Marks(
        _heimr_harm,
        0.5,  # at most 3 HP
        0.8,
        (("missile", 0),),
        ("attacked", 0, -1.0),
    ),
    "martial": Marks(
        _martial_harm,
        0.5,  # at most half its Stamina, or injured
        None,
        (("main_increment", 0),),
        ("aims_at_me", 0, 1.0),
    ),
    "mythic_epoch": Marks(
        _mythic_epoch_harm,
        0.5,  # at most half its damage points
        None,
        (("missile_range", 0),),
        ("am_its_foe", 0, 1.0),
    ),
    "platemail": Marks(
        _platemail_harm,
        0.5,  # at least half its Max Wounds
        None,
        (("range", 0), ("has_spell", 0)),
        ("attacked", 0, 1.0),
    ),
    "wildroll": Marks(
        _wildroll_harm,
        0.6,  # wounds of 3 points: a light one counts 1, a fatal one 5
        None,
        (("main", 1),),
        ("attacked", 0, -1.0),
        "gap",
    ),
}
"""The marks of each system."""


@functools.cache
def has_roles(system_name: str) -> bool:
    """Whether the roles of a system's actions are known: those of systems in other packages not."""
    return system_name in VERBS


def role_of_verbs(system_name: str) -> dict[str, Role]:
    """The role of each verb of a system.

    Raises:
        KeyError: the system has no table of roles.
    """
    if not has_roles(system_name):
        raise KeyError(
            f"characters, tactics and habits need to know which actions attack, approach or "
            f"defend, and quintain knows it only of {', '.join(VERBS)}, not of {system_name!r}"
        )
    table = VERBS[system_name]
    return {verb: role for role, verbs in table.items() for verb in verbs.split()}


@dataclass(frozen=True)
class ActionRoles:
    """The actions of a table.

    Attributes:
        role: Array `[A]` int8: the `Role`.
        verb: Array `[A]`: number of the verb.
        slot: Array `[A]`: slot of the enemy, -1 without one.
        base: Array `[A]`: a number that actions share if they differ by their target alone.
        is_trick: Array `[A]` bool: whether its verb is one of `TRICKS`.
    """

    role: np.ndarray
    verb: np.ndarray
    slot: np.ndarray
    base: np.ndarray
    is_trick: np.ndarray


@functools.cache
def action_roles(system_name: str, max_side: int) -> ActionRoles:
    """The actions of a system's table with `max_side` slots a side."""
    system = get_system(system_name)
    roles, numbers = role_of_verbs(system_name), {verb: at for at, verb in enumerate(system.verbs)}
    choices = [system.decode(action, max_side) for action in range(system.num_actions(max_side))]
    bases: dict[tuple[Any, ...], int] = {}
    for one in choices:
        bases.setdefault(_base(one), len(bases))
    targets = [one.get("target") for one in choices]
    tricks = TRICKS[system_name].split()
    return ActionRoles(
        np.array([roles[one["verb"]] for one in choices], np.int8),
        np.array([numbers[one["verb"]] for one in choices]),
        np.array([one if isinstance(one, int) else -1 for one in targets]),
        np.array([bases[_base(one)] for one in choices]),
        np.array([one["verb"] in tricks for one in choices]),
    )


def _base(choice: dict[str, Any]) -> tuple[Any, ...]:
    """An action in words without its target."""
    return tuple(value for key, value in choice.items() if key != "target")
