"""The character of a fighter: how well it plays, and its temperament, around any agent.

A character narrows the legal actions before its agent chooses. A knob at 0.5 does nothing; the
farther it is from 0.5, the more decisions it narrows, all of them at 0 and at 1. A network then
chooses by its probabilities of the actions that are left. A heuristic that does not heed its mask
keeps its choice where it can; otherwise an action left that is most like it is drawn.
A taste for targets changes no decision to attack, only whom: the same attack on another enemy.
Cunning changes no decision to attack or move either, only how: by a trick, or by none.
A character reads the observation and the mask alone, so it knows no more than its fighter. With a
leader it also reads which fighter of its side decides, which that fighter knows.

Letters: `B` battles, `A` actions, `N` the observation's length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ..envs.core.engine.battle import MAX_SIDE
from ..envs.core.engine.system import System
from ..envs.core.inputs.arguments import quote
from ..envs.core.inputs.spelling import names_like, nearest
from ..envs.core.session.agent_query import policy_of
from ..envs.core.text.narration import count
from .narrowed import NarrowedAgent, allows, most_like, uniform
from .roles import Role, action_roles
from .sight import Sight
from .view import slots_of

NEUTRAL = 0.5
LEVELS = {"novice": 0.5, "easy": 0.25, "ordinary": 0.12, "hard": 0.05, "full": 0.0}
"""The share of decisions that a fighter of each difficulty leaves to chance."""
TARGETS = ("any", "weakest", "nearest", "shooters", "attackers")
TRICKY = (Role.ATTACK, Role.APPROACH, Role.WITHDRAW)
"""The roles with tricks."""
NUMBER = re.compile(r"[0-9]+(\.[0-9]*)?|\.[0-9]+")
SIGNED = re.compile(rf"[-+]?({NUMBER.pattern})")
KNOBS = (
    "write caution, aggression, loyalty or cunning with a number from 0 to 1 (0.5 changes "
    f"nothing), leader=1 with a loyalty above 0.5, target={'|'.join(TARGETS)}, or "
    f"difficulty={'|'.join(LEVELS)}, with & between them"
)
KNOB_MEANINGS = {
    "difficulty": (
        f"{', '.join(LEVELS)}; the share of its decisions that is left to chance, from half to none"
    ),
    "caution": (
        "0 to 1; above 0.5, a hurt fighter withdraws or defends where it can; below, it does not"
    ),
    "aggression": "0 to 1; above 0.5, it attacks where it can; below, it does not attack",
    "loyalty": (
        "0 to 1; above 0.5, it guards, heals or joins its allies where it can; below, it does not"
    ),
    "leader": (
        "the number of a fighter of its side, from 1; its loyalty is to that one alone: while an "
        "enemy is nearer to the leader than it is, it attacks or approaches that enemy, or helps "
        "the leader"
    ),
    "cunning": (
        "0 to 1; above 0.5, its attacks and moves are feints, holds, disarms, flanks or cover "
        "where they can; below, they are not"
    ),
    "target": f"{', '.join(TARGETS)}; the enemy of its attacks, if several can be attacked alike",
}
"""The values of each knob and its effect, in a line."""


@dataclass(frozen=True)
class Character:
    """The knobs.

    Attributes:
        caution: above 0.5, a hurt fighter withdraws or defends, and yields where the rules let it
            and it is nearly done; below, it does neither when hurt.
        aggression: above 0.5, it attacks whenever it can; below, it does not attack.
        loyalty: above 0.5, it helps its allies whenever it can: guards, heals, goes to them; below,
            it does not.
        leader: number of a fighter of its own side, from 1; 0 for none. A loyalty above 0.5 is then
            to that fighter alone: while an enemy is nearer to the leader than it is itself, it
            attacks that enemy, or goes for it, or guards, heals or joins the leader.
        cunning: above 0.5, where it attacks, approaches or withdraws, it does so by one of
            `roles.TRICKS` if one is legal; below, by none if it can do without.
        target: whom it attacks, if it attacks: `any`, `weakest` (most wounded), `nearest`,
            `shooters` (archers and casters), `attackers` (those whose last attack was against it).
        difficulty: one of `LEVELS`.
    """

    caution: float = NEUTRAL
    aggression: float = NEUTRAL
    loyalty: float = NEUTRAL
    leader: int = 0
    cunning: float = NEUTRAL
    target: str = "any"
    difficulty: str = "full"

    @property
    def is_neutral(self) -> bool:
        """Whether it changes nothing."""
        return self == Character()


def split_character(name: str) -> tuple[str, Character | None]:
    """An agent's name without its character, and the character: `captain?caution=0.8`.

    Raises:
        ValueError: the character cannot be read; the message lists the knobs.
    """
    agent, mark, text = name.rpartition("?")
    if not mark:
        return name, None
    given: dict[str, Any] = {}
    for part in text.split("&"):
        knob, _, value = part.partition("=")
        if knob in given or not agent:
            raise ValueError(f"cannot read the character {quote(text)}: {KNOBS}")
        given[knob] = _value(knob, value)
    if "leader" in given and given.get("loyalty", NEUTRAL) <= NEUTRAL:
        raise ValueError(f"cannot read {quote(text)}: leader needs a loyalty above 0.5 beside it")
    return agent, Character(**given)


def follow_leader(name: str, kept: list[int]) -> str:
    """An agent's name after fighters have left its side: its leader may have another number.

    If the leader has left, its loyalty is to nobody.

    Args:
        name: the name.
        kept: numbers of the fighters who stay, from 0.

    Raises:
        ValueError: the character cannot be read.
    """
    agent, character = split_character(name)
    if character is None or not character.leader:
        return name
    leader, parts = character.leader - 1, name.removeprefix(f"{agent}?").split("&")
    if leader in kept:
        new = f"leader={kept.index(leader) + 1}"
        parts = [new if part.startswith("leader=") else part for part in parts]
    else:
        parts = [part for part in parts if not part.startswith(("leader=", "loyalty="))]
    return f"{agent}?{'&'.join(parts)}" if parts else agent


def follow_leaders(data: dict[str, Any], kept: dict[str, list[int]]) -> None:
    """Rename the agents in the data of a scenario after fighters have left, as `follow_leader`.

    Args:
        data: the scenario as a file has it, without those who have left; changed.
        kept: by side, the numbers of the fighters who stay, from 0.
    """
    for side, stay in kept.items():
        named = [one for one in data[side] if one.get("agent")]
        for seat in named:
            seat["agent"] = follow_leader(seat["agent"], stay)
        of_sides = data.get("agents") or {}
        if of_sides.get(side):
            of_sides[side] = follow_leader(of_sides[side], stay)


def knobs_in(names: Iterable[str | None]) -> list[str]:
    """The knobs in the names of agents, `captain?caution=0.8`, each once."""
    written = {part.partition("=")[0] for name in names for part in _knobs_of(name or "")}
    return [knob for knob in KNOB_MEANINGS if knob in written]


def _knobs_of(name: str) -> list[str]:
    return name.partition("?")[2].split("&")


def _value(knob: str, value: str) -> float | int | str:
    """The value of a knob."""
    knobs = [field.name for field in fields(Character)]
    words = {"target": TARGETS, "difficulty": tuple(LEVELS)}
    if knob not in knobs:
        meant = names_like(knob, knobs)
        hint = f"did you mean {meant[0]}?" if meant else KNOBS
    elif knob in words:
        if value in words[knob]:
            return value
        hint = nearest(value, list(words[knob]))
    elif knob == "leader":
        if value.isdecimal() and len(value) < 3 and 1 <= int(value) <= MAX_SIDE:
            return int(value)
        hint = f"leader is the number of a fighter of its side, from 1 to {MAX_SIDE}"
    elif NUMBER.fullmatch(value) and float(value) <= 1:
        return float(value)
    else:
        verb = "goes" if SIGNED.fullmatch(value) else "must be a number"
        hint = f"{knob} {verb} from 0 to 1 (0.5 changes nothing)"
    raise ValueError(f"cannot read {quote(knob + '=' + value)}: {hint}")


class CharacterAgent(NarrowedAgent):
    """An agent with a character.

    Attributes:
        character: the knobs.
        policy: the compiled heuristic of a neutral character, which then plays as it did.
    """

    def __init__(
        self, inner: Any, character: Character, system: System, name: str, seed: int = 0
    ) -> None:
        """Give an agent a character.

        Raises:
            KeyError: the system has no table of roles.
        """
        super().__init__(inner, system, name, seed)
        self.character = character
        if character.is_neutral:
            self.policy = policy_of(inner, self.system)

    def narrow(self, observations: np.ndarray, masks: np.ndarray, words: np.ndarray) -> np.ndarray:
        """The actions that the character leaves."""
        if self.character.is_neutral:
            return masks
        return narrow(
            self.character, self.system, observations, masks, words, self.leader_slots(masks)
        )

    def leader_slots(self, masks: np.ndarray) -> np.ndarray | None:
        """Array `[B]`: the ally slot of each fighter's leader, -1 if it is the leader itself.

        Raises:
            ValueError: it was shown no battles, or a side has fewer fighters.
        """
        if not self.character.leader:
            return None
        battles, leader = self._battles, self.character.leader - 1
        if battles is None or len(battles) != len(masks):
            raise ValueError(f"{self.name} reads who decides: call watch(battles) before predict")
        rows, actor = np.arange(len(masks)), battles["to_act"].astype(int)
        side = battles["side"][rows, actor]
        size = battles["side_size"][rows, side].min()
        if leader >= size:
            has = count(int(size), "fighter")
            raise ValueError(f"{self.name}: its side has {has}, so there is no number {leader + 1}")
        own = actor - np.where(side == 1, battles["side_size"][:, 0], 0)
        return np.where(own == leader, -1, leader - (leader > own))

    def aim(
        self, observations: np.ndarray, left: np.ndarray, words: np.ndarray, actions: np.ndarray
    ) -> np.ndarray:
        """The chosen actions, by tricks or without, on the targets that the character prefers."""
        if not allows(left, actions).all():
            return actions  # the caller refuses them
        if self.character.cunning != NEUTRAL:
            self._turn(observations, left, words, actions)
        if self.character.target != "any":
            sight = Sight(self.system, observations, left.shape[1])
            sight.redirect(self.character.target, left, actions)
        return actions

    def _turn(
        self, observations: np.ndarray, left: np.ndarray, words: np.ndarray, actions: np.ndarray
    ) -> None:
        """Turn attacks and moves among `actions [B]` to tricks of their role, or away from them.

        The agent chooses the trick, on the same target where one is left.
        """
        strength = 2 * (self.character.cunning - NEUTRAL)
        roles = action_roles(self.system.name, slots_of(self.system.name, left.shape[1]))
        role, slot = roles.role[actions], roles.slot[actions]
        turns = np.isin(role, TRICKY) & (roles.is_trick[actions] == (strength < 0))
        turns &= uniform(words) < abs(strength)
        others = left & (roles.role == role[:, None]) & (roles.is_trick == (strength > 0))
        same = others & (roles.slot == slot[:, None])
        others = np.where(same.any(1)[:, None], same, others)
        rows = np.flatnonzero(turns & others.any(1))
        if len(rows):
            asked, dice = self._ask(observations, others, words, rows), words[rows]
            draws, is_left = uniform(dice), allows(others[rows], asked)
            words[rows] = dice
            for row, action, chosen, draw in zip(rows, asked, is_left, draws, strict=True):
                if not chosen:
                    action = most_like(roles, others[row], int(actions[row]), draw)
                actions[row] = action


# --- Narrowing ------------------------------------------------------------------------------------


def narrow(
    character: Character,
    system: System,
    observations: np.ndarray,
    masks: np.ndarray,
    words: np.ndarray,
    leaders: np.ndarray | None = None,
) -> np.ndarray:
    """The actions that a character leaves: Array `[B, A]` bool, some of each row of the mask.

    Args:
        character: the knobs.
        system: the system.
        observations: Array `[B, N]`.
        masks: Array `[B, A]` bool.
        words: Array `[B, 4]` uint32: dice for the draws, which advance.
        leaders: Array `[B]`: the ally slots of the leaders, -1 for none; None without leaders.
    """
    sight = Sight(system, observations, masks.shape[1])
    left = masks.copy()
    if character.caution != NEUTRAL:
        hurt, spent = sight.hurt()
        last = sight.has(Role.YIELD) & (spent[:, None] & (character.caution > NEUTRAL))
        safe = sight.has(Role.WITHDRAW, Role.DEFEND) | last
        _lean(left, character.caution, np.where(hurt[:, None], safe, False), words, hurt)
        _lean(left, max(NEUTRAL, character.caution), last, words, spent)
    everybody = np.ones(len(masks), np.bool_)
    helps = sight.has(Role.SUPPORT) if leaders is None else sight.protects(leaders, masks)
    for value, wanted in (
        (character.loyalty, helps),
        (character.aggression, sight.has(Role.ATTACK)),
    ):
        if value != NEUTRAL:
            _lean(left, value, wanted, words, everybody)
    share = LEVELS[character.difficulty]
    if share:
        _blunder(left, masks & ~sight.has(Role.YIELD), share, words)
    return left


def _lean(
    left: np.ndarray, value: float, wanted: np.ndarray, words: np.ndarray, rows: np.ndarray
) -> None:
    """Leave only the wanted actions (a value above 0.5) or only the others, in some rows."""
    strength = 2 * (value - NEUTRAL)
    kept = left & (wanted if strength > 0 else ~wanted)
    happens = rows & (uniform(words) < abs(strength)) & kept.any(1)
    left[happens] = kept[happens]


def _blunder(left: np.ndarray, masks: np.ndarray, share: float, words: np.ndarray) -> None:
    """Leave a single random action of a mask in a share of the rows."""
    happens = (uniform(words) < share) & masks.any(1)
    draws = uniform(words)
    for row in np.flatnonzero(happens):
        found = np.flatnonzero(masks[row])
        left[row] = False
        left[row, found[int(draws[row] * len(found))]] = True
