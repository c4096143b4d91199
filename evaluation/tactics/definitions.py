"""The tactics that are counted, each defined once: which actions follow it, and when.

A case is a decision with a legal action that follows the tactic and a legal alternative that does
not; so the same definition counts a tactic and forbids it.

Letters: `n` decisions, `A` actions, `S` slots of enemies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ...agents.roles import ActionRoles, Role
from ...agents.sight import Sight

TURNS = ("turn", "first")
"""The windows in which a fighter chooses the action of its turn."""


@dataclass(frozen=True)
class Situation:
    """The knowledge of the deciding fighters of some battles.

    Attributes:
        masks: Array `[n, A]` bool.
        sight: the wounds and distances that they see.
        window: Array `[n]`: names of their windows of decision.
        side_target: Array `[n]`: slot of the enemy that their side attacked last, -1 for none.
        ally_targets: Array `[n, S]` bool: enemies that another fighter of their side attacked in
            this round or the last one.
    """

    masks: np.ndarray
    sight: Sight
    window: np.ndarray
    side_target: np.ndarray
    ally_targets: np.ndarray


@dataclass(frozen=True)
class Tactic:
    """A tactic.

    Attributes:
        name: its short name.
        words: the tactic as a sentence about an agent.
        of: the cases that its share counts.
    """

    name: str
    words: str
    of: str


@dataclass(frozen=True)
class TargetTactic(Tactic):
    """A choice among the targets of an attack.

    Attributes:
        slots: Array `[n, S]` bool: the enemies that the tactic prefers.
    """

    slots: Callable[[Situation], np.ndarray]


@dataclass(frozen=True)
class ActionTactic(Tactic):
    """A choice among kinds of actions.

    Attributes:
        verbs: verbs that follow the tactic, by system; None: the actions of `role`.
        role: the role that follows it.
        others: the roles of the alternatives; empty: all.
        when: Array `[n]` bool: the decisions that count.
    """

    verbs: Mapping[str, str] | None
    role: Role
    others: tuple[Role, ...]
    when: Callable[[Situation], np.ndarray]

    def actions(self, system: str, verb_names: np.ndarray, roles: ActionRoles) -> np.ndarray:
        """The actions that follow the tactic: Array `[2, A]` bool; below, the alternatives."""
        if self.verbs is None:
            follow = roles.role == self.role
        else:
            follow = np.isin(verb_names, self.verbs.get(system, "").split())
        others = np.isin(roles.role, self.others) if self.others else np.ones_like(follow)
        return np.stack([follow, others & ~follow])


# --- Moments --------------------------------------------------------------------------------------


def in_turn(situation: Situation) -> np.ndarray:
    """Decisions about the action of a turn."""
    return np.isin(situation.window, TURNS)


def out_of_turn(situation: Situation) -> np.ndarray:
    """All other decisions: reactions, details of attacks and orders, steps."""
    return ~in_turn(situation)


def in_interrupt(situation: Situation) -> np.ndarray:
    """Decisions whether to interrupt another fighter (W57 to W59)."""
    return situation.window == "interrupt"


def when_hurt(situation: Situation) -> np.ndarray:
    """Decisions about the turn of a fighter who is hurt."""
    return in_turn(situation) & situation.sight.hurt()[0]


def when_unhurt(situation: Situation) -> np.ndarray:
    """Decisions about the turn of a fighter who is not hurt."""
    return in_turn(situation) & ~situation.sight.hurt()[0]


# --- Targets --------------------------------------------------------------------------------------


def side_target(situation: Situation) -> np.ndarray:
    """The enemy whom the side attacked last."""
    slots = np.arange(situation.ally_targets.shape[1])
    return situation.side_target[:, None] == slots


def ally_targets(situation: Situation) -> np.ndarray:
    """The enemies whom others of the side have just attacked."""
    return situation.ally_targets


def best_by(taste: str) -> Callable[[Situation], np.ndarray]:
    """The enemies that suit a taste (`Sight.scores`) better than any other."""

    def slots(situation: Situation) -> np.ndarray:
        scores = situation.sight.scores(taste)
        return scores >= scores.max(1, keepdims=True) - 1e-6

    return slots


# --- The tactics ----------------------------------------------------------------------------------

AIMS = "attacks with a choice of enemies"
ATTACK_TURNS = "decisions of turns that allow an attack"

HINDERS = {
    "heimr": "brawl_bind shoving_strike shield_bash",
    "martial": "maneuver",
    "mythic_epoch": "disarm grapple press unarmed_press",
    "wildroll": "grapple pin disarm shove trip command",
}
FLANKS = {"martial": "move_to_flank", "wildroll": "move_to_flank"}
COVERS = {
    "martial": "move_to_cover", "mythic_epoch": "move_to_cover", "wildroll": "move_to_cover",
    "platemail": "move_to_cover sprint_to_cover skulk_to_cover",
}  # fmt: skip
SHOTS = {
    "martial": "shoot throw rapid_throw", "mythic_epoch": "ranged_attack",
    "platemail": "shoot rapid_fire rapid_fire_spread", "wildroll": "fire_bolt",
}  # fmt: skip
REACTIONS = {
    "heimr": "ready defence skill strike attack trigger",
    "martial": "strike maneuver parry cleave attack_next",
    "mythic_epoch": "dodge evade parry parry_to_bind counter_attack unarmed_counter_attack "
    "counter_fire double unarmed_double ct_counter_attack ct_parry feint_counter_attack",
    "platemail": "at_bay",
    "wildroll": "rebuff quick standard strong nonlethal harry cling interpose interpose_ally "
    "defend force_shield parry dash yards",
}
STRONG = {
    "heimr": "charge power", "martial": "lunge charge multiweapon", "mythic_epoch": "combat_move",
    "platemail": "full_attack full_attack_spread three_attacks three_attacks_spread",
    "wildroll": "strong",
}  # fmt: skip
RESTS = {
    "heimr": "breather breather_later",
    "martial": "heal_self",
    "platemail": "focus mend_self",
    "wildroll": "seize posture heal_self treat_self treat_own_condition",
}
EFFORTS = {"heimr": "skill power", "martial": "riders"}
COUNTERS = {
    "mythic_epoch": "counter_attack unarmed_counter_attack counter_fire double unarmed_double "
    "ct_counter_attack feint_counter_attack"
}
INTERRUPTS = {
    "wildroll": "quick standard strong nonlethal fire_bolt grapple pin disarm shove trip command "
    "move_toward move_to_reach move_away move_to_flank move_to_cover move_to_ally"
}
CONDITIONS = {
    "platemail": "if_reached_any if_wounded if_hindered if_ally_down if_attacked if_near "
    "if_reached if_down if_moved if_used_weapon"
}
PREPARES = {
    "heimr": "ready", "mythic_epoch": "ready aim", "platemail": "aim prepare counter",
    "wildroll": "ready",
}  # fmt: skip

TACTICS: tuple[TargetTactic | ActionTactic, ...] = (
    TargetTactic(
        "focus fire", "It attacks the enemy that its side attacked last", AIMS, side_target
    ),
    TargetTactic(
        "gang up", "It attacks an enemy whom an ally has just attacked", AIMS, ally_targets
    ),
    TargetTactic("finish", "It attacks the most hurt enemy", AIMS, best_by("weakest")),
    TargetTactic("nearest", "It attacks the nearest enemy", AIMS, best_by("nearest")),
    TargetTactic("hunt archers", "It attacks an archer or caster", AIMS, best_by("shooters")),
    ActionTactic(
        "shoot", "It shoots or throws instead of another attack", "attacks in its turns", SHOTS,
        Role.ATTACK, (Role.ATTACK,), in_turn,
    ),
    ActionTactic(
        "hinder", "It trips, grapples, disarms or shoves instead of striking",
        "attacks in its turns", HINDERS, Role.ATTACK, (Role.ATTACK,), in_turn,
    ),
    ActionTactic(
        "feint", "It feints instead of striking", "attacks in its turns",
        {"mythic_epoch": "feint"}, Role.ATTACK, (Role.ATTACK,), in_turn,
    ),
    ActionTactic(
        "all out", "It attacks with all its strength: the book's strong, full or charging attack",
        "attacks in its turns", STRONG, Role.ATTACK, (Role.ATTACK,), in_turn,
    ),
    ActionTactic(
        "flank", "It moves behind the enemy", "approaches", FLANKS, Role.APPROACH,
        (Role.APPROACH,), in_turn,
    ),
    ActionTactic(
        "take cover", "It moves into cover", "decisions of turns", COVERS, Role.WITHDRAW, (),
        in_turn,
    ),
    ActionTactic(
        "keep away", "It withdraws unhurt although it could attack", ATTACK_TURNS, None,
        Role.WITHDRAW, (Role.ATTACK,), when_unhurt,
    ),
    ActionTactic(
        "retreat hurt", "It withdraws when it is hurt", "decisions of turns of hurt fighters",
        None, Role.WITHDRAW, (), when_hurt,
    ),
    ActionTactic(
        "defend", "It takes a defensive action in its turn although it could attack",
        ATTACK_TURNS, None, Role.DEFEND, (Role.ATTACK,), in_turn,
    ),
    ActionTactic(
        "prepare", "It readies, aims or prepares although it could attack", ATTACK_TURNS,
        PREPARES, Role.OTHER, (Role.ATTACK,), in_turn,
    ),
    ActionTactic(
        "recover", "It rests, heals itself or gathers itself although it could attack",
        ATTACK_TURNS, RESTS, Role.OTHER, (Role.ATTACK,), in_turn,
    ),
    ActionTactic(
        "help allies", "It guards, heals or joins an ally although it could attack",
        ATTACK_TURNS, None, Role.SUPPORT, (Role.ATTACK,), in_turn,
    ),
    ActionTactic(
        "hold back", "It ends its turn although it could attack", ATTACK_TURNS, None, Role.WAIT,
        (Role.ATTACK,), in_turn,
    ),
    ActionTactic(
        "react", "It reacts out of its turn where it may", "decisions out of its turn", REACTIONS,
        Role.OTHER, (), out_of_turn,
    ),
    ActionTactic(
        "counter", "It answers an attack with one of its own", "decisions out of its turn",
        COUNTERS, Role.ATTACK, (), out_of_turn,
    ),
    ActionTactic(
        "interrupt", "It spends initiative to act before or after an enemy",
        "moments in which it may interrupt", INTERRUPTS, Role.ATTACK, (), in_interrupt,
    ),
    ActionTactic(
        "effort", "It spends Stamina or a skill on an attack", "decisions out of its turn",
        EFFORTS, Role.OTHER, (), out_of_turn,
    ),
    ActionTactic(
        "plan for both", "It orders with IF and ELSE", "clauses of orders", CONDITIONS,
        Role.OTHER, (), out_of_turn,
    ),
)  # fmt: skip
"""The tactics, in this order everywhere."""

WORDS = {one.name: one for one in TACTICS}
"""The tactics by their names."""
