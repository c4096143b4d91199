"""The player of the other side in Gymnasium's interfaces.

Letters: `A` actions, `N` the observation's length.
"""

from __future__ import annotations

import importlib
from typing import Any, Protocol

import numpy as np

from ..engine.loops import choose_in_battle
from ..engine.system import System, get_system, random_choice
from ..inputs.arguments import quote
from ..session.agent_query import checked_agent, query_in_match
from ..session.match import Match


class Predicts(Protocol):
    """The interface of Stable-Baselines3's policies, used here with batches of one.

    If the object has a method `watch(battles, rng_state)`, as agents that read the record have, it
    is called first, with the battle, array `[1]`, and the opponent's generator, `[1, 4]` uint32.
    """

    def predict(
        self, observation: np.ndarray, *, action_masks: np.ndarray, **more: Any
    ) -> tuple[np.ndarray, Any]:
        """Actions `[1]` for observations `[1, N]` and masks `[1, A]` bool, and a state."""


class Opponent:
    """The player of the other side: a compiled heuristic, or an agent with `predict`.

    Attributes:
        who: the given name or object.
        policy: the number of the compiled heuristic, None for others.
        agent: the object with `predict`, None for a compiled heuristic and for `random`.
        max_side: slots a side that it needs, 0 for any number.
    """

    def __init__(self, system: System, who: str | Predicts) -> None:
        """Find the opponent.

        Args:
            system: the system.
            who: the name of any agent, or an object with `predict`.

        Raises:
            FileNotFoundError: no such file.
            ImportError: the packages that the agent needs are not installed.
            KeyError: the name is unknown; the message suggests similar ones.
            TypeError: an object without `predict`.
            ValueError: an agent of another system, or one that cannot be used.
        """
        self.who = who
        self._find(system)
        self.forget()

    def _find(self, system: System) -> None:
        self.policy: int | None = None
        self.agent: Any = None
        self.system_name, self.max_side = system.name, 0
        if self.who == "random":
            return  # random choices need no heuristics, which take long to compile
        if not isinstance(self.who, str):
            if not callable(getattr(self.who, "predict", None)):
                raise TypeError(
                    f"an opponent is a name or has a method predict, got {quote(self.who)}"
                )
            self.agent = self.who
        else:
            # The agents are in a higher layer: they are loaded by name, when one is needed.
            registry = importlib.import_module("....agents.registry", __package__)
            agent = registry.make_agent(self.who, system)
            self.policy = getattr(agent, "policy", None)
            self.agent = agent if self.policy is None else None
        if self.agent is not None:
            self.max_side = checked_agent(self.agent, system)

    def check_slots(self, max_side: int) -> None:
        """Refuse battles of another size than the opponent learned.

        Raises:
            ValueError: as `check_slots`.
        """
        check_slots(self.who, self.max_side, max_side)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle a named agent by its name only: its attributes may be impossible to copy."""
        return self.__dict__ | ({"agent": None} if isinstance(self.who, str) else {})

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._find(get_system(self.system_name))

    def forget(self) -> None:
        """Prepare for a new battle."""
        self.state: Any = None
        self.is_first = True

    def choose(self, match: Match) -> int:
        """The action for the deciding fighter.

        Raises:
            AgentError: the agent failed or chose an illegal action; the message names it.
        """
        if self.policy is not None:
            mask = np.empty_like(match.mask)
            return choose_in_battle(match.battles, 0, self.policy, mask, match.rng_state)
        if self.agent is None:
            return int(random_choice(match.mask.copy(), match.rng_state))
        action, self.state = query_in_match(
            self.agent,
            match,
            state=self.state,
            episode_start=np.array([self.is_first]),
            deterministic=False,
        )
        self.is_first = False
        return action


def check_slots(who: Any, slots: int, max_side: int) -> None:
    """Refuse battles of `max_side` slots a side for an opponent that needs `slots`, 0 for any.

    Raises:
        ValueError: "the opponent 'x' needs 3 slots a side, and these battles have 1: give
            max_side=3".
    """
    if slots not in (0, max_side):
        can_grow = slots > max_side
        raise ValueError(
            f"the opponent {quote(who)} needs {slots} slot{'s' * (slots > 1)} a side, and these "
            f"battles have {max_side}: "
            + (f"give max_side={slots}" if can_grow else "choose one that learned in such battles")
        )
