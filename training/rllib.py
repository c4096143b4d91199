"""PPO of RLlib's new API stack over batches of battles: module, learner, env runner, algorithm.

An env runner holds a `BattleVecEnv` with its share of the battles and returns a rollout as arrays.
RLlib's own runner keeps a Python object for every battle, which takes longer than the battles. The
loss is that of MaskablePPO, with exact masks.

Letters: `T` decisions of a battle in a rollout, `B` battles of a runner, `A` actions, `N` the
observation's length.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.algorithms.ppo.torch.ppo_torch_learner import PPOTorchLearner
from ray.rllib.core import DEFAULT_MODULE_ID
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env import INPUT_ENV_SPACES
from ray.rllib.env.single_agent_env_runner import SingleAgentEnvRunner
from ray.rllib.evaluation.postprocessing import Postprocessing
from ray.rllib.policy.sample_batch import MultiAgentBatch, SampleBatch
from ray.rllib.utils.metrics import (
    ENV_RUNNER_RESULTS,
    LEARNER_RESULTS,
    NUM_ENV_STEPS_SAMPLED_LIFETIME,
)
from ray.tune.registry import register_env

from .. import agents  # noqa: F401  (registers the heuristics)
from .config import TrainingConfig
from .learner import build_env, runner_seed
from .policies import Shape, build_network, choose, draw, limit_threads, mask_logits

MASKS = "action_masks"
NAME = "quintain"
LOSSES = {
    "policy_gradient_loss": "policy_loss", "value_loss": "value_loss", "entropy_loss": "entropy",
}  # fmt: skip
"""The names of SB3's log, and ours."""
ADAM = 1e-5
"""Epsilon of Adam, as SB3's policies have it."""


class FighterModule(TorchRLModule, ValueFunctionAPI):
    """One of our networks, with exact masks.

    Attributes:
        network: the network; `shape`, `network_name` and `width` say which, as in `FighterPolicy`.
    """

    def setup(self) -> None:
        """Build the network that `model_config` names."""
        about = self.model_config
        self.shape, self.width = Shape(**about["shape"]), about["width"]
        self.network_name = about["network"]
        self.network = build_network(self.network_name, self.shape, self.width)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        logits, values = self.network(batch[Columns.OBS])
        logits = mask_logits(logits, batch[MASKS])
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: values.squeeze(1)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """Values `[b]`, which `_forward` has already computed."""
        return self._forward(batch)[Columns.EMBEDDINGS] if embeddings is None else embeddings


class FighterLearner(PPOTorchLearner):
    """PPO's loss as in MaskablePPO: advantages are normalised in each minibatch."""

    def configure_optimizers_for_module(self, module_id: str, config: Any = None) -> None:
        """Use Adam with SB3's epsilon."""
        module = self._module[module_id]
        parameters = self.get_parameters(module)
        optimizer = torch.optim.Adam(parameters, eps=ADAM)
        self.register_optimizer(
            module_id=module_id, optimizer=optimizer, params=parameters, lr_or_lr_schedule=config.lr
        )

    def before_gradient_based_update(self, *, timesteps: dict[str, Any]) -> None:
        """Set the learning rate and the weight of the entropy for this update."""
        super().before_gradient_based_update(timesteps=timesteps)
        self._entropy_weight = timesteps["entropy"]
        for _, optimizer in self.get_optimizers_for_module(DEFAULT_MODULE_ID):
            self._set_optimizer_lr(optimizer, timesteps["learning_rate"])

    def compute_loss_for_module(
        self, *, module_id: str, config: Any, batch: dict[str, Any], fwd_out: dict[str, Any]
    ) -> Any:
        """The loss of a minibatch."""
        chances = fwd_out[Columns.ACTION_DIST_INPUTS].log_softmax(1)
        taken = chances.gather(1, batch[Columns.ACTIONS].unsqueeze(1)).squeeze(1)
        ratio = (taken - batch[Columns.ACTION_LOGP]).exp()
        advantages = batch[Postprocessing.ADVANTAGES]
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        clipped = ratio.clamp(1 - config.clip_param, 1 + config.clip_param)
        policy_loss = -torch.min(advantages * ratio, advantages * clipped).mean()
        targets = batch[Postprocessing.VALUE_TARGETS]
        value_loss = (targets - fwd_out[Columns.EMBEDDINGS]).square().mean()
        probabilities = fwd_out[Columns.ACTION_DIST_INPUTS].softmax(1)
        entropy = -(probabilities * chances).sum(1).mean()
        said = {"policy_loss": policy_loss, "value_loss": value_loss, "entropy": -entropy}
        self.metrics.log_dict(said, key=module_id, window=1)
        return policy_loss + config.vf_loss_coeff * value_loss - self._entropy_weight * entropy


@dataclass(frozen=True)
class Orders:
    """The settings of one update, which travel with each request for a rollout.

    A runner that was started again needs nothing else.

    Attributes:
        discount: of one decision.
        opponents: Array `[O]`: weights of the named opponents.
        copy: weights of the frozen copy of this update.
        learning_rate: of this update.
        entropy: weight of the entropy in this update.
        decisions: that the run has learned from.
    """

    discount: float
    opponents: np.ndarray
    copy: dict[str, Any]
    learning_rate: float
    entropy: float
    decisions: int


@dataclass(frozen=True)
class Rollout:
    """The decisions of one runner, and its battles that ended.

    Attributes:
        columns: arrays `[T B, ...]` by the names of RLlib.
        tally: Array `[O + 1, 3]`: battles won, drawn and lost against each opponent.
        rounds: number of rounds of these battles.
        decisions: number of the learner's decisions in these battles.
    """

    columns: dict[str, np.ndarray]
    tally: np.ndarray
    rounds: int
    decisions: int


class BattleRunner(SingleAgentEnvRunner):
    """Plays its share of the battles: one network call for all of them at each step."""

    def make_env(self) -> None:
        """Create the battles; each runner has its own dice."""
        config = TrainingConfig.model_validate(self.config.env_config["training"])
        limit_threads(config.torch_threads)
        share = -(-config.num_envs // max(1, self.num_workers))
        seed = runner_seed(config.seed, self.worker_index or 0, 0)
        self.settings = config.model_copy(update={"num_envs": share})
        self.env = build_env(self.settings, seed)  # all runners draw the same parties
        self.num_envs = share
        self._observations: Any = None
        self._starts = np.ones(share, np.float32)
        torch.manual_seed(seed)

    def make_module(self) -> None:
        """Build the learner's network, and one for the frozen copy."""
        spec = self.config.get_rl_module_spec(spaces=self.get_spaces(), inference_only=False)
        self.module = spec.build()
        self.copy = spec.build().network.eval().requires_grad_(False)
        if self.env is not None:
            self.env.spar_with(lambda seen, masks: choose(self.copy, seen, masks))

    def get_spaces(self) -> dict[str, Any]:
        """The spaces of the battles."""
        if self.env is None:
            return self.spaces
        spaces = self.env.observation_space, self.env.action_space
        return {INPUT_ENV_SPACES: spaces, DEFAULT_MODULE_ID: spaces}

    def sample(self, orders: Orders | None = None, **_: Any) -> Any:
        """A rollout with these orders; RLlib asks for none without them."""
        assert orders is not None
        self.copy.load_state_dict(orders.copy)
        self.env.set_weights(orders.opponents)
        if self._observations is None:
            self._begin_battles(orders.decisions)
        before = self.env.tally.copy(), self.env.rounds, self.env.decisions
        columns = self._play(orders.discount)
        return Rollout(
            columns, self.env.tally - before[0], self.env.rounds - before[1],
            self.env.decisions - before[2],
        )  # fmt: skip

    def _begin_battles(self, decisions: int) -> None:
        """Begin the battles; after a resume or a restart with other dice than those of before."""
        if decisions:
            seed = runner_seed(self.settings.seed, self.worker_index or 0, decisions)
            self.env.seed(seed)
            torch.manual_seed(seed)
        self._observations = self.env.reset()

    @torch.inference_mode()
    def _play(self, discount: float) -> dict[str, np.ndarray]:
        """Play `T` decisions of each battle; the columns `[T B, ...]` of a batch."""
        size = self.settings.rollout, self.num_envs
        vector, network = self.env.vector, self.module.network
        seen = np.empty((*size, vector.observation_length), np.float32)
        masks = np.empty((*size, vector.num_actions), np.bool_)
        actions = np.empty(size, np.int64)
        chances, values, rewards, starts = np.empty((4, *size), np.float32)
        for step in range(size[0]):
            seen[step], masks[step] = self._observations, vector.action_masks
            starts[step] = self._starts
            logits, value = network(torch.from_numpy(seen[step]))
            logits = mask_logits(logits, masks[step])
            drawn = draw(logits)
            taken = logits.log_softmax(1).gather(1, drawn.unsqueeze(1)).squeeze(1)
            actions[step], chances[step] = drawn.numpy(), taken.numpy()
            values[step] = value.squeeze(1).numpy()
            self.env.step_async(actions[step])
            self._observations, rewards[step], ended, _ = self.env.step_wait()
            self._starts = ended.astype(np.float32)
        last = network(torch.from_numpy(self._observations))[1].squeeze(1).numpy()
        gains = advantages_of(
            rewards, values, starts, last, self._starts, discount, self.settings.gae_lambda
        )
        columns = {
            Columns.OBS: seen, MASKS: masks, Columns.ACTIONS: actions,
            Columns.ACTION_LOGP: chances, Postprocessing.ADVANTAGES: gains,
            Postprocessing.VALUE_TARGETS: gains + values,
        }  # fmt: skip
        return {name: array.reshape(-1, *array.shape[2:]) for name, array in columns.items()}


def advantages_of(
    rewards: np.ndarray, values: np.ndarray, starts: np.ndarray, last: np.ndarray,
    last_starts: np.ndarray, discount: float, gae_lambda: float,
) -> np.ndarray:  # fmt: skip
    """Generalised advantages.

    Args:
        rewards: Array `[T, B]`.
        values: Array `[T, B]`: of the observation before each reward.
        starts: Array `[T, B]`: 1 where that observation begins a battle.
        last: Array `[B]`: values of the observations after the rollout.
        last_starts: Array `[B]`: 1 where these begin a battle.
        discount: of one decision.
        gae_lambda: lambda of the advantages.

    Returns:
        Array `[T, B]` float32.
    """
    found = np.empty_like(rewards)
    gain = np.zeros_like(last)
    following, goes_on = last, 1 - last_starts
    for step in reversed(range(len(rewards))):
        error = rewards[step] + discount * following * goes_on - values[step]
        gain = error + discount * gae_lambda * goes_on * gain
        found[step], following, goes_on = gain, values[step], 1 - starts[step]
    return found


class BattlePPO(PPO):
    """PPO over the runners' rollouts.

    Attributes:
        orders: those of the next update; the caller sets them before each `train`.
        rollouts: those of the last update; empty if no runner answered.
        seconds: time of its `rollout` and of its `update`.
        losses: of its last minibatch.
    """

    orders: Orders
    rollouts: list[Rollout]
    seconds: dict[str, float]
    losses: dict[str, float]

    def training_step(self) -> None:
        """Collect a rollout from each living runner, learn from them, send the new weights."""
        orders, began = self.orders, time.perf_counter()
        self.rollouts = self.env_runner_group.foreach_env_runner(
            "sample",
            kwargs={"orders": orders},
            local_env_runner=self.env_runner_group.num_remote_workers() == 0,
        )
        self.losses, self.seconds = {}, {"rollout": time.perf_counter() - began}
        if not self.rollouts:
            return
        began = time.perf_counter()
        names = self.rollouts[0].columns
        columns = {
            name: np.concatenate([one.columns[name] for one in self.rollouts]) for name in names
        }
        count = len(columns[Columns.ACTIONS])
        total = (ENV_RUNNER_RESULTS, NUM_ENV_STEPS_SAMPLED_LIFETIME)
        self.metrics.log_value(total, count, reduce="lifetime_sum")
        timesteps = {
            NUM_ENV_STEPS_SAMPLED_LIFETIME: self.metrics.peek(total, default=0),
            "learning_rate": orders.learning_rate,
            "entropy": orders.entropy,
        }
        results = self.learner_group.update(
            batch=MultiAgentBatch({DEFAULT_MODULE_ID: SampleBatch(columns)}, count),
            timesteps=timesteps,
            num_epochs=self.config.num_epochs,
            minibatch_size=min(self.config.minibatch_size, count),
            shuffle_batch_per_epoch=True,
        )
        self.losses = {
            name: float(results[0][DEFAULT_MODULE_ID][key].peek()) for name, key in LOSSES.items()
        }
        self.metrics.aggregate(results, key=LEARNER_RESULTS)
        self.env_runner_group.sync_weights(
            from_worker_or_learner_group=self.learner_group, policies=[DEFAULT_MODULE_ID]
        )
        self.seconds["update"] = time.perf_counter() - began


def algorithm_config(
    config: TrainingConfig, shape: Shape, spaces: tuple[Any, Any], runners: int
) -> Any:
    """The config of RLlib for a training config.

    Args:
        config: of the run.
        shape: of observations and actions.
        spaces: of observations and actions.
        runners: number of env runners besides this process; 0 plays the battles here.
    """
    register_env(NAME, lambda _: None)  # the runners make their own battles
    seen, actions = spaces
    about = {"shape": shape.as_dict(), "network": config.network, "width": config.width}
    module = RLModuleSpec(
        module_class=FighterModule, observation_space=seen, action_space=actions, model_config=about
    )
    return (
        PPOConfig(algo_class=BattlePPO)
        .environment(
            NAME,
            observation_space=seen,
            action_space=actions,
            disable_env_checking=True,
            env_config={"training": config.model_dump()},
        )
        .env_runners(
            env_runner_cls=BattleRunner,
            num_env_runners=runners,
            num_envs_per_env_runner=-(-config.num_envs // max(1, runners)),
            create_local_env_runner=runners == 0,
            rollout_fragment_length=config.rollout,
        )
        .training(
            learner_class=FighterLearner,
            lr=config.learning_rate,
            train_batch_size_per_learner=config.num_envs * config.rollout,
            minibatch_size=config.minibatch,
            num_epochs=config.epochs,
            clip_param=config.clip_range,
            vf_loss_coeff=config.value_weight,
            grad_clip=config.max_gradient,
            grad_clip_by="global_norm",
            use_kl_loss=False,
        )
        .learners(num_learners=0)
        .rl_module(rl_module_spec=module)
        .fault_tolerance(restart_failed_env_runners=True)
        .debugging(seed=config.seed, log_level="ERROR")
    )
