"""The search of expert iteration: the policy of the learning network, improved by looking ahead.

In each decision the network proposes a few actions. Each is tried in copies of the battle in which
`conceal` has replaced what the fighter cannot know. The network plays on for both sides, and its
value head judges where the copies end. All actions of a decision share their samples and dice, so
that they differ by their value and less by luck. The improved policy multiplies the network's
probability of each action by the exponential of its advantage (as Gumbel MuZero, Danihelka et al.
2022), which is scaled over the batch as in PPO.

Letters: `n` decisions, `A` actions, `N` the observation's length, `C` candidates, `m` copies.
"""

from __future__ import annotations

import numpy as np
import torch

from ..agents.chances import draw, look_at
from ..envs.core.engine.batch_loops import potential
from ..envs.core.engine.battle import DRAW
from ..envs.core.engine.loops import advance_active
from ..envs.core.engine.system import System
from ..envs.core.session.agent_query import battles_at, put_battles
from .policies import action_chances, mask_logits

CANDIDATES = 8
"""Most actions of a decision that are tried."""
SAMPLES = 4
"""Copies in which each of them is tried."""
REPLIES = 4
"""Decisions that the network plays in each copy before its value head judges."""
MOST_REPLIES = 20
"""Most such decisions; after `REPLIES` they end when the side that searches is to decide."""
STEP = 2.0
"""Factor of the scaled advantages in the exponent."""
LEAST_SPREAD = 1e-3
"""Least standard deviation by which advantages are divided."""


class Expert:
    """A search with a network, which may learn between two searches."""

    def __init__(
        self, network: torch.nn.Module, system: System, memory: int, shaping: float,
        draw_reward: float = 0.0,
    ) -> None:  # fmt: skip
        """Prepare a search.

        Args:
            network: one of `policies.NETWORKS`.
            system: the system of the battles.
            memory: number of events that each fighter remembers.
            shaping: weight of the potential-based reward in the returns that the values predict.
            draw_reward: the value of a draw for both sides.
        """
        self.network, self.system = network, system
        self.memory, self.shaping, self.draw_reward = memory, shaping, draw_reward

    def chances(
        self,
        battles: np.ndarray,
        rows: np.ndarray,
        observations: np.ndarray,
        masks: np.ndarray,
        draws: np.random.Generator,
    ) -> np.ndarray:
        """The improved policy.

        Args:
            battles: Array `[B]` of records; they are only copied.
            rows: Array `[n]`: the battles with the decisions.
            observations: Array `[n, N]` of the deciding fighters.
            masks: Array `[n, A]` bool.
            draws: the generator of all draws.

        Returns:
            Probabilities `[n, A]` float32; 0 for illegal actions.
        """
        with torch.inference_mode():
            outputs = mask_logits(self.network(torch.from_numpy(observations))[0], masks)
            logits = outputs.log_softmax(1).double().numpy()
        candidates = propose(logits, masks, draws)
        roots, actions = candidates.nonzero()
        values = self._try(battles[rows], observations, masks, roots, actions, draws)
        advantages = np.zeros(masks.shape)
        advantages[roots, actions] = values
        weights = np.exp(logits) * candidates
        means = (weights * advantages).sum(1) / weights.sum(1)
        advantages[candidates] -= means[roots]
        spread = max(LEAST_SPREAD, float(advantages[candidates].std()))
        improved = np.where(masks, logits + STEP * advantages / spread, -np.inf)
        improved = np.exp(improved - improved.max(1, keepdims=True))
        return (improved / improved.sum(1, keepdims=True)).astype(np.float32)

    def _try(
        self,
        battles: np.ndarray,
        observations: np.ndarray,
        masks: np.ndarray,
        roots: np.ndarray,
        actions: np.ndarray,
        draws: np.random.Generator,
    ) -> np.ndarray:
        """Mean values of some actions in the decisions `roots`, for the side that decides."""
        samples = self._samples(battles, draws)
        places = (roots[:, None] * SAMPLES + np.arange(SAMPLES)).ravel()
        copies = battles_at(samples, places)
        advance_active(copies, actions.repeat(SAMPLES), np.ones(len(copies), np.bool_))
        sizes = observations.shape[1], masks.shape[1]
        sides = deciding_side(battles)[roots].repeat(SAMPLES)
        numbers = draws.random((MOST_REPLIES, len(samples)))[:, places]
        self._play_on(copies, sizes, sides, numbers)
        return self._judge(copies, sizes, sides).reshape(-1, SAMPLES).mean(1)

    def _play_on(
        self, copies: np.ndarray, sizes: tuple[int, int], sides: np.ndarray, numbers: np.ndarray
    ) -> None:
        """Let the network play copies on, for both sides, until `sides [m]` are to decide.

        The value head learns only from decisions of the learner, who may lose most battles. So its
        opinions of the same battle on both sides need not add up to 0, and only those of one side
        can be compared.

        Args:
            copies: Array `[m]`, played in place.
            sizes: `N` and `A`.
            sides: the side of each that decided first.
            numbers: Array `[decisions, m]`: numbers from 0 to 1 that draw the actions.
        """
        for turn, drawn in enumerate(numbers):
            rows = np.flatnonzero(~copies["over"])
            part = battles_at(copies, rows)
            if turn >= REPLIES:
                waits = deciding_side(part) != sides[rows]
                rows, part = rows[waits], part[waits]
            if not len(rows):
                return
            actions = draw(action_chances(self.network, *look_at(part, *sizes)), drawn[rows])
            advance_active(part, actions, np.ones(len(rows), np.bool_))
            put_battles(copies, rows, part)

    def _samples(self, battles: np.ndarray, draws: np.random.Generator) -> np.ndarray:
        """Copies `[n * SAMPLES]` with samples of what the deciding fighters cannot know."""
        copies = battles_at(battles, np.arange(len(battles)).repeat(SAMPLES))
        copies["log"], copies["memory"] = False, self.memory
        words = draws.integers(1, 1 << 32, (len(copies), 4), np.uint32)
        fighters = copies["to_act"].tolist()
        for copy, fighter, word in zip(copies, fighters, words, strict=True):
            self.system.conceal(copy, fighter, word)
        if self.memory:  # nobody knows what the others noticed
            kinds = copies["memory_kinds"]
            kinds[np.arange(kinds.shape[1]) != copies["to_act"][:, None]] = 0
        return copies

    def _judge(self, copies: np.ndarray, sizes: tuple[int, int], sides: np.ndarray) -> np.ndarray:
        """Values `[m]` of copies for `sides [m]`: results, and the value head's opinions."""
        winner = copies["winner"]
        values = np.where(winner == DRAW, self.draw_reward, np.where(winner == sides, 1.0, -1.0))
        rows = np.flatnonzero(~copies["over"])
        if not len(rows):
            return values
        part = battles_at(copies, rows)
        with torch.inference_mode():
            seen, _ = look_at(part, *sizes)
            opinions = self.network(torch.from_numpy(seen))[1].numpy()[:, 0]
        values[rows] = np.where(deciding_side(part) == sides[rows], opinions, -opinions)
        if self.shaping:  # the value of a state is that of its future alone
            reached = np.array([potential(battle) for battle in part])
            values[rows] += self.shaping * (1 - 2 * sides[rows]) * reached
        return values


def deciding_side(battles: np.ndarray) -> np.ndarray:
    """The side of the deciding fighter of each battle, `[B]`; none of them is over."""
    return battles["side"][np.arange(len(battles)), battles["to_act"]]


def propose(logits: np.ndarray, masks: np.ndarray, draws: np.random.Generator) -> np.ndarray:
    """The candidates, `[n, A]` bool: at most `CANDIDATES` legal actions, drawn by the network."""
    scores = np.where(masks, logits + draws.gumbel(size=masks.shape), -np.inf)
    count = min(CANDIDATES, masks.shape[1])
    least = np.partition(scores, -count, axis=1)[:, -count, None]
    return masks & (scores >= least)
