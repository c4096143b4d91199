"""The networks that learn to fight, and the SB3 policy around them.

Letters: `B` decisions, `N` the observation's length, `A` actions, `S` slots a side, `W` units of a
hidden layer, `V` verbs of a slot.

`Shape` tells a network the places of the observation's blocks. The actions begin with `singles`,
followed by `V` verbs for slot 0, for slot 1, and so on.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from ..envs.core.engine.memory_layout import layout_of
from ..envs.core.engine.system import System

ILLEGAL = -1e8
"""Logit of an illegal action."""
HEADS = 4
"""Heads of the attention between fighters."""


def limit_threads(count: int = 1) -> None:
    """Let PyTorch use `count` threads in this process; one is fastest for such small networks.

    With more, threads wait for each other at every layer: on a busy machine a tournament takes
    twenty times as long.
    """
    torch.set_num_threads(count)


@dataclass(frozen=True)
class Shape:
    """The shape of a system's observations and actions.

    Attributes:
        length: `N`.
        num_actions: `A`.
        max_side: `S`.
        singles: actions before the first slot's.
        verbs: `V`.
        own: `(start, end)` of the fighter's own block.
        window: `(start, end)` of the block of the present decision and of those of the memory.
        allies: `(start, end)` of all ally blocks, which are adjacent and equally long.
        enemies: `(start, end)` of all enemy blocks.
    """

    length: int
    num_actions: int
    max_side: int
    singles: int
    verbs: int
    own: tuple[int, int]
    window: tuple[int, int]
    allies: tuple[int, int]
    enemies: tuple[int, int]

    @classmethod
    def of(cls, system: System, max_side: int, memory: int = 0) -> Shape:
        """The shape of a system with `max_side` slots a side and `memory` remembered events."""
        layout = layout_of(system, max_side, memory)
        blocks = layout.blocks()
        enemy = [blocks[f"enemy_{slot}"] for slot in range(max_side)]
        ally = [blocks[f"ally_{slot}"] for slot in range(max_side - 1)]
        verbs = system.num_actions(2) - system.num_actions(1)
        return cls(
            length=layout.length,
            num_actions=system.num_actions(max_side),
            max_side=max_side,
            singles=system.num_actions(1) - verbs,
            verbs=verbs,
            own=(blocks["own"].start, blocks["own"].stop),
            window=(blocks["window"].start, layout.length),
            allies=(ally[0].start, ally[-1].stop) if ally else (0, 0),
            enemies=(enemy[0].start, enemy[-1].stop),
        )

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for files."""
        return asdict(self)


def linear(inputs: int, outputs: int, gain: float = math.sqrt(2)) -> nn.Linear:
    """A layer with orthogonal weights, which suit PPO."""
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


class BlockEncoder(nn.Module):
    """Reads the observation block by block: one set of weights for all enemies, one for all allies.

    It gives an embedding `[B, W]` of the whole observation (own block, window, mean and maximum
    over the enemies and over the allies) and one `[B, S, W]` for each slot.
    """

    def __init__(self, shape: Shape, width: int, more: int = 0) -> None:
        """Build it for a shape, with hidden layers of `width` units.

        Args:
            shape: the places of the blocks.
            width: `W`.
            more: numbers that a subclass adds to the own block for `join`.
        """
        super().__init__()
        self.shape = shape
        half = width // 2
        self.half_width = half
        self.enemy_length = (shape.enemies[1] - shape.enemies[0]) // shape.max_side
        self.ally_length = (shape.allies[1] - shape.allies[0]) // max(1, shape.max_side - 1)
        self.enemy = linear(self.enemy_length, half)
        self.ally = linear(self.ally_length, half) if shape.max_side > 1 else None
        self.plain_length = shape.own[1] - shape.own[0] + shape.window[1] - shape.window[0]
        pooled = half if shape.max_side == 1 else 4 * half
        self.whole = linear(self.plain_length + more + pooled, width)

    def split(self, observations: Tensor) -> tuple[Tensor, Tensor, Tensor | None]:
        """The own block with the window, and the embeddings of enemies and of allies."""
        shape = self.shape
        own = observations[:, shape.own[0] : shape.own[1]]
        window = observations[:, shape.window[0] : shape.window[1]]
        enemies = observations[:, shape.enemies[0] : shape.enemies[1]]
        enemies = self.enemy(enemies.unflatten(1, (shape.max_side, self.enemy_length))).relu()
        allies = None
        if self.ally is not None:
            allies = observations[:, shape.allies[0] : shape.allies[1]]
            allies = self.ally(allies.unflatten(1, (shape.max_side - 1, self.ally_length))).relu()
        return torch.cat((own, window), 1), enemies, allies

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Observations `[B, N]` to the embeddings of the whole and of the slots."""
        return self.join(*self.split(observations))

    def join(self, own: Tensor, enemies: Tensor, allies: Tensor | None) -> tuple[Tensor, Tensor]:
        """The embeddings of the whole and of the slots, from those of the fighters."""
        if allies is None:
            return self.whole(torch.cat((own, enemies[:, 0]), 1)).relu(), enemies
        pooled = (enemies.mean(1), enemies.amax(1), allies.mean(1), allies.amax(1))
        whole = self.whole(torch.cat((own, *pooled), 1)).relu()
        # No ally has the number of the last enemy slot.
        slots = torch.cat((enemies, nn.functional.pad(allies, (0, 0, 0, 1))), 2)
        return whole, slots


class AttentionEncoder(BlockEncoder):
    """As `BlockEncoder`, but first each fighter attends to all others (Vaswani et al. 2017).

    Attention is written as products and means, since an NPC file allows no product of two arrays
    of a decision (`agents/npc/operators.py`). An empty slot takes part: its block is 0.
    """

    def __init__(self, shape: Shape, width: int) -> None:
        """Build it for a shape, with hidden layers of `width` units."""
        half = width // 2
        super().__init__(shape, width, more=half)
        self.heads = HEADS if half % HEADS == 0 else 1
        self.own = linear(self.plain_length, half)
        self.queries, self.keys, self.values = (linear(half, half, 1.0) for _ in range(3))
        self.mixed = linear(half, half, 1.0)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Observations `[B, N]` to the embeddings of the whole and of the slots."""
        own, enemies, allies = self.split(observations)
        parts = [self.own(own).relu().unsqueeze(1), enemies, *([] if allies is None else [allies])]
        fighters = torch.cat(parts, 1)
        fighters = (fighters + self.mixed(self.attend(fighters))).relu()
        end = 1 + self.shape.max_side
        enemies, rest = fighters[:, 1:end], fighters[:, end:]
        own = torch.cat((own, fighters[:, 0]), 1)
        return self.join(own, enemies, None if allies is None else rest)

    def attend(self, fighters: Tensor) -> Tensor:
        """Embeddings `[B, F, W]` to the mean values of those that each of the `F` attends to."""
        count, size = fighters.shape[1], self.half_width // self.heads
        parts = (count, self.heads, size)
        queries = self.queries(fighters).unflatten(2, parts[1:]).unsqueeze(2)
        keys = self.keys(fighters).unflatten(2, parts[1:]).unsqueeze(1)
        values = self.values(fighters).unflatten(2, parts[1:]).unsqueeze(1)
        scores = (queries * keys).mean(4) * math.sqrt(size)
        mixed = (scores.softmax(2).unsqueeze(4) * values).mean(2) * count
        return mixed.flatten(2)


class BlockNetwork(nn.Module):
    """Logits and value over blocks; a slot's verbs are scored from that slot and the whole."""

    encoder_class: type[BlockEncoder] = BlockEncoder
    values_teach_encoder = True
    """Whether the values' loss changes the encoder, which the policy shares."""

    def __init__(self, shape: Shape, width: int) -> None:
        """Build it for a shape, with hidden layers of `width` units."""
        super().__init__()
        self.shape = shape
        self.encoder = self.encoder_class(shape, width)
        half = width // 2
        self.actor = linear(width, width)
        self.critic = linear(width, width)
        self.single = linear(width, shape.singles, 0.01)
        self.slot = linear(half if shape.max_side == 1 else 2 * half, half)
        self.slot_in_whole = linear(width, half)
        self.verb = linear(half, shape.verbs, 0.01)
        self.value = linear(width, 1, 1.0)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Observations `[B, N]` to logits `[B, A]` and values `[B, 1]`."""
        whole, slots = self.encoder(observations)
        plan = self.actor(whole).relu()
        judged = (self.slot(slots) + self.slot_in_whole(plan).unsqueeze(1)).relu()
        logits = torch.cat((self.single(plan), self.verb(judged).flatten(1)), 1)
        seen = whole if self.values_teach_encoder else whole.detach()
        return logits, self.value(self.critic(seen).relu())


class AttentionNetwork(BlockNetwork):
    """As `BlockNetwork`, with attention between the fighters."""

    encoder_class = AttentionEncoder


class PlainNetwork(nn.Module):
    """Two hidden layers for the policy and two for the value: a plain baseline."""

    def __init__(self, shape: Shape, width: int) -> None:
        """Build it for a shape, with hidden layers of `width` units."""
        super().__init__()
        self.shape = shape
        self.actor = nn.Sequential(
            linear(shape.length, width),
            nn.ReLU(),
            linear(width, width),
            nn.ReLU(),
            linear(width, shape.num_actions, 0.01),
        )
        self.critic = nn.Sequential(
            linear(shape.length, width),
            nn.ReLU(),
            linear(width, width),
            nn.ReLU(),
            linear(width, 1, 1.0),
        )

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Observations `[B, N]` to logits `[B, A]` and values `[B, 1]`."""
        return self.actor(observations), self.critic(observations)


NETWORKS: dict[str, type[nn.Module]] = {
    "blocks": BlockNetwork,
    "attention": AttentionNetwork,
    "mlp": PlainNetwork,
}


def build_network(name: str, shape: Shape, width: int) -> nn.Module:
    """A network by its name in `NETWORKS`."""
    return NETWORKS[name](shape, width)


def mask_logits(logits: Tensor, masks: np.ndarray | Tensor | None) -> Tensor:
    """Logits `[B, A]`; those of illegal actions are so low that none is drawn."""
    if masks is None:
        return logits
    legal = torch.as_tensor(masks).reshape(logits.shape).bool()
    return torch.where(legal, logits, ILLEGAL)


def draw(logits: Tensor, generator: torch.Generator | None = None) -> Tensor:
    """Actions `[B]` drawn from the logits (the Gumbel trick)."""
    waits = -torch.rand(logits.shape, generator=generator).log_()
    return (logits - waits.log_()).argmax(1)


@torch.inference_mode()
def choose(
    network: nn.Module,
    observations: np.ndarray,
    masks: np.ndarray,
    deterministic: bool = False,
    generator: torch.Generator | None = None,
) -> np.ndarray:
    """Actions `[B]` of a network, without SB3."""
    logits = mask_logits(network(torch.from_numpy(observations))[0], masks)
    return (logits.argmax(1) if deterministic else draw(logits, generator)).numpy()


@torch.inference_mode()
def action_chances(network: nn.Module, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Probabilities `[B, A]` float64 of the actions; exactly 0 for illegal ones."""
    logits = mask_logits(network(torch.from_numpy(observations))[0], masks)
    return logits.double().softmax(1).numpy()


class FighterPolicy(MaskableActorCriticPolicy):
    """SB3's maskable policy around one of our networks.

    It behaves like its parent, but builds no distribution objects that only cost time.
    """

    network: nn.Module

    def __init__(
        self, *args: Any, shape: Shape, network_name: str, width: int, **options: Any
    ) -> None:
        """Build the policy as SB3 does, with a network by its name in `NETWORKS`."""
        self.shape = shape
        self.network_name = network_name
        self.width = width
        super().__init__(*args, **options)

    def _build(self, lr_schedule: Any) -> None:
        self.network = build_network(self.network_name, self.shape, self.width)
        optimizer_class: Any = self.optimizer_class
        self.optimizer = optimizer_class(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: np.ndarray | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Actions `[B]`, values `[B, 1]` and log-probabilities `[B]`."""
        logits, values = self.network(obs)
        logits = mask_logits(logits, action_masks)
        actions = logits.argmax(1) if deterministic else draw(logits)
        chances = logits.log_softmax(1)
        return actions, values, chances.gather(1, actions.unsqueeze(1)).squeeze(1)

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Values, log-probabilities of the actions, and entropies."""
        logits, values = self.network(obs)
        logits = mask_logits(logits, action_masks)
        chances = logits.log_softmax(1)
        taken = chances.gather(1, actions.unsqueeze(1)).squeeze(1)
        # exp() of the log-probabilities would be thirteen times slower, because of illegal actions.
        return values, taken, -(logits.softmax(1) * chances).sum(1)

    def get_distribution(self, obs: Any, action_masks: np.ndarray | None = None) -> Any:
        """SB3's distribution, for `predict`."""
        distribution = self.action_dist.proba_distribution(self.network(obs)[0])
        if action_masks is not None:
            distribution.apply_masking(action_masks)
        return distribution

    def predict_values(self, obs: Any) -> Tensor:
        """Values `[B, 1]`."""
        return self.network(obs)[1]
