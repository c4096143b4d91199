"""The config of a training run: one YAML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, field_validator, model_validator

from .. import configs
from ..agents.npc import is_npc
from ..agents.registry import SEARCH, make_agent
from ..envs.core.engine.battle import MAX_SIDE
from ..envs.core.engine.memory import MOST_EVENTS
from ..envs.core.engine.system import get_system, system_names
from ..envs.core.inputs.arguments import quote
from ..envs.core.inputs.spelling import nearest
from ..envs.core.scenarios.yaml_files import parse_model, read_model
from ..envs.core.scenarios.yaml_models import ScenarioError, Strict, Title
from ..evaluation.held_out import FOLDER, PREFIX, held_out_heuristics
from .parties import Parties, make_parties, repeats

CONFIGS = Path(configs.__file__).parent
EXTENSION = ".yaml"

MOST_DECISIONS = 10**12
"""Limit for decisions of a run."""
MOST_MINUTES = 10**7
"""Limit for minutes of a run, nineteen years."""
MOST_AT_ONCE = 10_000_000
"""Limit for decisions of a rollout, which a large memory holds."""
MOST_THREADS = 256
MOST_WIDTH = 4096

Decisions = Annotated[int, Field(ge=1, le=MOST_DECISIONS)]
Batch = Annotated[int, Field(ge=1, le=MOST_AT_ONCE)]
Few = Annotated[int, Field(ge=1, le=10_000)]
Threads = Annotated[int, Field(ge=1, le=MOST_THREADS)]
Weight = Annotated[float, Field(ge=0, le=1e6)]
Share = Annotated[float, Field(ge=0, le=1)]
Rate = Annotated[float, Field(gt=0, le=1e6)]
Minutes = Annotated[float, Field(ge=0, le=MOST_MINUTES)]


class ConfigError(ScenarioError):
    """A training config that cannot be used; the message says where and what would be right."""


NETWORK_SEARCH = "search"
"""The teacher that searches with the learning network."""


class TeacherConfig(Strict):
    """A teacher, whose choices the policy imitates in states that the learner visits.

    Attributes:
        agent: a heuristic, an NPC file, a search with either (`search:50:captain.npc`), or
            `search`: a search with the learning network itself.
        share: share of the run in which the weight falls linearly, from the beginning on.
        weight: weight of the cross-entropy at the beginning.
        final_weight: its weight after that share; with 0 the teacher is asked no more.
        asked: share of the learner's decisions at which the teacher is asked.
        alone: whether the policy learns from the teacher alone: rewards teach only the values,
            which then change no weights of the policy, and there is no entropy bonus; with `search`
            this is expert iteration.
    """

    agent: str
    share: Share = 0.25
    weight: Weight = 1.0
    final_weight: Weight = 0.0
    asked: Annotated[float, Field(gt=0, le=1)] = 0.25
    alone: bool = False

    @model_validator(mode="after")
    def _check_weights(self) -> TeacherConfig:
        if self.alone and not self.final_weight:
            raise ValueError("a teacher alone needs a final_weight above 0, or nothing is learned")
        return self


class TrainingConfig(Strict):
    """A training run.

    Letters: a decision is one choice of the learner, which SB3 calls a timestep.

    Attributes:
        title: a few words.
        system: name of the system.
        scenario: name or path of a scenario, or a list from which each battle draws one.
        parties: further encounters of many sizes, drawn by lot (`parties.py`); none if left out.
        max_side: slots a side in observations and actions; 0 for what the scenarios need.
        choices: `full`, every choice of the book, or `quick`, fewer; for both sides.
        memory: number of public events that each fighter remembers, 0 to 8.
        opponents: weight of each heuristic or NPC file (`captain.npc`, or the name of a released
            one); each battle draws its opponent by weight.
        priority: how strongly the draw prefers opponents that the learner beats less often: it
            multiplies the weight by the share of battles lost or drawn, to this power; 0 uses the
            weights alone.
        self_play: share of the battles against frozen copies of the learner.
        frozen_every: decisions after which a frozen copy joins the pool.
        frozen_pool: most copies in the pool; a new copy then replaces a random older one.
        newest: probability that a rollout uses the newest copy; otherwise any copy of the pool.
        steps: decisions to learn from, rounded up to whole rollouts (`num_envs` times `rollout`
            decisions); the run ends after these or after `minutes`.
        minutes: time to learn for, 0 for no limit; the schedules follow the limit that comes first.
        clock: the clock of minutes and speeds: `wall`, or `cpu`, the time that the run itself
            spends on its core, so that other work on the machine changes little.
        num_envs: number of simultaneous battles.
        rollout: decisions of each battle between two updates.
        minibatch: decisions in a gradient step.
        epochs: passes over the rollout in an update.
        learning_rate: learning rate of Adam at the beginning.
        final_learning_rate: learning rate of Adam at the end; it falls linearly.
        clip_range: clip range of PPO's ratio.
        teacher: an agent that the policy imitates at first, or throughout (`TeacherConfig`); none
            if left out.
        entropy: weight of the entropy bonus at the beginning.
        final_entropy: weight of the entropy bonus at the end.
        gae_lambda: lambda of generalised advantage estimation.
        value_weight: weight of the value loss.
        max_gradient: norm at which gradients are clipped.
        discount_per_round: discount of a full round; the discount of a decision follows from it and
            from the measured number of decisions that the learner's side takes in a round.
        shaping: weight of the potential-based reward, 0 for none. The potential is not discounted,
            so shaping keeps the best policy only if rounds hardly are.
        draw_reward: the learner's reward for a draw, -1 to 1; where copies of the learner wait for
            one another until the round limit, a value below 0 makes them wait less.
        network: `blocks` shares weights among enemies, allies and slots; `attention` also lets the
            fighters attend to each other; `mlp` is plain.
        width: units of the hidden layers.
        evaluate_every: decisions between two evaluations against every baseline.
        evaluation_pairs: pairs of battles (sides swapped, same dice) with each baseline.
        checkpoint_every: minutes of wall time between two checkpoints.
        seed: seed of everything random in the run.
        torch_threads: threads of PyTorch; one is fastest for such small networks.
        engine_threads: threads of the battles.
    """

    listed_by: ClassVar[str] = "docs/training.md lists the keys"
    title: Title = ""
    system: str = "mythic_epoch"
    scenario: str | Annotated[list[str], Field(max_length=100)] = "duel"
    parties: Parties | None = None
    max_side: Annotated[int, Field(ge=0, le=MAX_SIDE)] = 0
    choices: Literal["full", "quick"] = "full"
    memory: Annotated[int, Field(ge=0, le=MOST_EVENTS)] = 0
    opponents: dict[str, Weight] = Field(default_factory=lambda: {"random": 1.0})
    priority: Annotated[float, Field(ge=0, le=100)] = 1.0
    self_play: Share = 0.25
    frozen_every: Decisions = 250_000
    frozen_pool: Few = 24
    newest: Share = 0.5
    steps: Decisions = 5_000_000
    minutes: Minutes = 0.0
    clock: Literal["wall", "cpu"] = "wall"
    num_envs: Batch = 512
    rollout: Batch = 64
    minibatch: Batch = 4096
    epochs: Few = 4
    learning_rate: Rate = 1e-3
    final_learning_rate: Rate = 1e-4
    clip_range: Rate = 0.2
    teacher: TeacherConfig | None = None
    entropy: Weight = 0.01
    final_entropy: Weight = 0.001
    gae_lambda: Share = 0.98
    value_weight: Weight = 0.5
    max_gradient: Rate = 0.5
    discount_per_round: Share = 0.98
    shaping: Annotated[float, Field(ge=-1000, le=1000)] = 0.0
    draw_reward: Annotated[float, Field(ge=-1, le=1)] = 0.0
    network: Literal["blocks", "attention", "mlp"] = "blocks"
    width: Annotated[int, Field(ge=1, le=MOST_WIDTH)] = 128
    evaluate_every: Decisions = 500_000
    evaluation_pairs: Few = 100
    checkpoint_every: Annotated[float, Field(gt=0, le=MOST_MINUTES)] = 1.0
    seed: Annotated[int, Field(ge=0, le=2**32 - 1)] = 0
    torch_threads: Threads = 1
    engine_threads: Threads = 1

    @field_validator("system")
    @classmethod
    def _known_system(cls, value: str) -> str:
        if value not in system_names():
            raise ValueError(f"no system {quote(value)}: {nearest(value, system_names())}")
        return value

    @model_validator(mode="after")
    def _check_batch(self) -> TrainingConfig:
        decisions = self.num_envs * self.rollout
        if decisions < 2 or self.minibatch < 2:
            raise ValueError("num_envs x rollout and minibatch must be 2 decisions or more")
        if decisions > MOST_AT_ONCE:
            raise ValueError(f"num_envs x rollout must be {MOST_AT_ONCE} or less, got {decisions}")
        if decisions % self.minibatch == 1:  # its advantage cannot be normalised: all would be NaN
            raise ValueError(
                f"num_envs x rollout, {decisions}, leaves 1 decision for the last minibatch of "
                f"{self.minibatch}: choose another minibatch"
            )
        return self

    @field_validator("scenario")
    @classmethod
    def _check_scenarios(cls, value: str | list[str]) -> str | list[str]:
        if not value:
            raise ValueError("names no scenario")
        for name in [value] if isinstance(value, str) else value:
            if name.startswith(PREFIX) or FOLDER in Path(name).resolve().parents:
                raise ValueError(f"{quote(name)} is held out of training: name another scenario")
        return value

    @field_validator("opponents")
    @classmethod
    def _check_weights(cls, value: dict[str, float]) -> dict[str, float]:
        if value and sum(value.values()) <= 0:
            raise ValueError("at least one opponent needs a weight above 0")
        return value

    def entropy_at(self, share: float) -> float:
        """Weight of the entropy bonus at a finished share of the run; 0 with a teacher alone."""
        if self.teacher is not None and self.teacher.alone:
            return 0.0
        return self.entropy + share * (self.final_entropy - self.entropy)

    def encounters(self) -> Any:
        """The scenarios from which each battle draws one: as for `BattleVector`.

        Raises:
            ScenarioError: the parties cannot be drawn.
        """
        if self.parties is None:
            return self.scenario
        named = self.scenario if isinstance(self.scenario, list) else [self.scenario]
        seed = self.seed if self.parties.seed is None else self.parties.seed
        drawn = make_parties(get_system(self.system), self.parties, seed)
        share = self.parties.share
        times, again = (1, 1) if share is None else repeats(len(named), len(drawn), share)
        return [*named * times, *drawn * again]

    def measured_encounters(self) -> Any:
        """The scenarios in which the agent is evaluated: see `Parties.share`.

        Raises:
            ScenarioError: the parties cannot be drawn.
        """
        is_practice = self.parties is not None and self.parties.share is not None
        return self.scenario if is_practice else self.encounters()

    def check_opponents(self) -> None:
        """Check the names of the opponents and of the teacher.

        Raises:
            ConfigError: an unknown or held-out name, or battles without any opponent.
        """
        for name in self.opponents:
            self._check_agent("opponents", name)
        if not self.opponents and self.self_play < 1:
            raise ConfigError("opponents: the list is empty, so self_play must be 1")
        if self.teacher is not None and self.teacher.agent != NETWORK_SEARCH:
            search = SEARCH.fullmatch(self.teacher.agent)
            player = search["player"] if search else self.teacher.agent
            if player is not None:
                self._check_agent("teacher", player)

    def _check_agent(self, key: str, name: str) -> None:
        """Check that a name is a heuristic of the system or an NPC file."""
        known = list(get_system(self.system).policies)
        if name in held_out_heuristics(self.system):
            raise ConfigError(f"{key}: {name} is held out of training: name another one")
        if not is_npc(name):
            if name not in known:
                raise ConfigError(f"{key}: no heuristic {quote(name)}: {nearest(name, known)}")
            return
        try:
            make_agent(name, self.system)
        except (KeyError, ValueError, OSError) as error:
            raise ConfigError(f"{key}: {error}") from None


def find_config(path: str | Path, kind: str = "training") -> Path:
    """The file of a config: the path as given, or a config that comes with quintain.

    ``configs/mythic_epoch/duel.yaml``, ``mythic_epoch/duel`` and the full path below ``training/``
    all mean ``configs/mythic_epoch/training/duel.yaml``.

    Args:
        path: the path or the name.
        kind: folder of these configs, `training` or `league`.

    Raises:
        ConfigError: no such file; the message gives the nearest names.
    """
    given = Path(path)
    if given.is_file():
        return given
    folder, name = given.parent.name, given.stem
    if folder == kind:
        folder = given.parent.parent.name
    inside = CONFIGS / folder / kind / f"{name}{EXTENSION}"
    if folder in system_names() and inside.is_file():
        return inside
    known = sorted(
        f"{file.parents[1].name}/{file.stem}" for file in CONFIGS.glob(f"*/{kind}/*{EXTENSION}")
    )
    wanted = f"{folder}/{name}" if folder else name
    hint = nearest(wanted, known)
    if given.suffix in (EXTENSION, ".yml"):
        hint = f"there is no such file; {hint}"
    raise ConfigError(f"no {kind} config {str(path)!r}: {hint}")


def load_config(path: str | Path) -> TrainingConfig:
    """Read a training config.

    Raises:
        ConfigError: one sentence with the file, the line or key, and what would be right.
    """
    file = find_config(path)
    try:
        return read_model(TrainingConfig, file)
    except ConfigError:
        raise
    except ScenarioError as error:
        raise ConfigError(str(error)) from None


def change_config(config: TrainingConfig, **changes: int | float | None) -> TrainingConfig:
    """A config with other values.

    Raises:
        ConfigError: a value is not allowed; the message is one sentence.
    """
    try:
        return parse_model(TrainingConfig, {**config.model_dump(), **changes}, "training")
    except ScenarioError as error:
        raise ConfigError(str(error)) from None


def change_run(
    config: TrainingConfig, steps: int | None, minutes: float | None, seed: int | None
) -> TrainingConfig:
    """A config with the length and the seed that a user gives; None leaves the config's.

    Of steps and minutes, one that is given alone ends the run alone. Errors as in `change_config`.
    """
    given = {"steps": steps, "minutes": minutes, "seed": seed}
    changes = {name: value for name, value in given.items() if value is not None}
    if minutes is not None and steps is None:
        changes["steps"] = MOST_DECISIONS
    if steps is not None and minutes is None:
        changes["minutes"] = 0
    return change_config(config, **changes)
