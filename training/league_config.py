"""The config of a league: one YAML file, which names the training config of its learners."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import yaml
from pydantic import Field

from ..envs.core.inputs.files import write_file
from ..envs.core.scenarios.yaml_files import parse_model, read_model
from ..envs.core.scenarios.yaml_models import ScenarioError, Strict, Title
from .config import (
    MOST_DECISIONS,
    ConfigError,
    Decisions,
    Share,
    TrainingConfig,
    Weight,
    find_config,
    load_config,
)

KIND = "league"
"""The folder of these configs, `configs/SYSTEM/league/`."""
FILE_NAME, TRAINING_NAME = "league.yaml", "training.yaml"
MOST_LEARNERS = 8
"""Limit for the learners of one role."""

Learners = Annotated[int, Field(ge=0, le=MOST_LEARNERS)]


class LeagueConfig(Strict):
    """A league.

    Letters: a decision is one choice of a learner. A slice is the part of a league in which one
    learner learns against opponents that do not change.

    Attributes:
        title: a few words.
        training: the training config of all learners: a file, also one beside this config, or a
            name. Its `opponents` are the named opponents of the league; its `seed`, `steps`,
            `minutes`, `priority` and keys of self-play are not used.
        settings: keys of the training config with other values.
        decisions: decisions that all learners together learn from.
        slice: decisions of a slice, rounded up to whole rollouts.
        main_agents: number of main agents, which learn to beat everybody.
        main_exploiters: number of exploiters that learn to beat the main agents.
        league_exploiters: number of exploiters that learn to beat the whole league.
        exploiter_share: share of the decisions that all exploiters together learn from.
        exploiters_from: decisions of the main agents before the exploiters begin.
        named: weight of the named opponents in the battles of main agents and league exploiters;
            among them the weights of the training config and `priority` decide.
        copies: weight of the copies in the league in these battles; `priority` decides among them.
        self_play: weight of the main agents as they are now in the battles of main agents.
        priority: the chance of an opponent is proportional to the learner's share of points not
            won against it, to this power (prioritised fictitious self-play); 0 for even chances.
        networks: most copies among the opponents of one slice; each costs a pass of its network.
        memory: share of the older results that the pay-off table keeps after each slice of one of
            the two players.
        beats: a copy of a learner joins the league when the 95 % interval of its points from its
            targets lies above this share. The targets of a main agent are its newest copy, those
            of a main exploiter the main agents, those of a league exploiter all others.
        least_decisions: decisions of a learner before its next copy may join.
        main_copy_every: decisions after which a copy of a main agent joins in any case.
        exploiter_copy_every: the same for exploiters, which then begin again.
        restart: exploiters begin as a copy of a main agent (`main`) or untrained (`untrained`).
        most_copies: most copies in the league; beyond, the one leaves from which the main agents
            take the most points. The newest copy of each learner stays.
        seed: seed of everything random in the league.
    """

    listed_by: ClassVar[str] = "docs/league.md lists the keys"
    title: Title = ""
    training: Annotated[str, Field(min_length=1, max_length=1000)]
    settings: dict[str, Any] = Field(default_factory=dict)
    decisions: Decisions = 6_000_000
    slice: Decisions = 65_536
    main_agents: Annotated[int, Field(ge=1, le=MOST_LEARNERS)] = 1
    main_exploiters: Learners = 1
    league_exploiters: Learners = 0
    exploiter_share: Share = 0.25
    exploiters_from: Annotated[int, Field(ge=0, le=MOST_DECISIONS)] = 250_000
    named: Weight = 0.6
    copies: Weight = 0.3
    self_play: Weight = 0.1
    priority: Annotated[float, Field(ge=0, le=100)] = 1.0
    networks: Annotated[int, Field(ge=1, le=100)] = 2
    memory: Share = 0.7
    beats: Annotated[float, Field(ge=0.5, le=0.99)] = 0.53
    least_decisions: Decisions = 131_072
    main_copy_every: Decisions = 250_000
    exploiter_copy_every: Decisions = 250_000
    restart: Literal["main", "untrained"] = "main"
    most_copies: Annotated[int, Field(ge=2, le=1000)] = 30
    seed: Annotated[int, Field(ge=0, le=2**32 - 1)] = 0

    def learner_config(self) -> TrainingConfig:
        """The training config of the learners, with the changes of this league.

        Raises:
            ConfigError: it cannot be used.
        """
        base = load_config(self.training)
        never = {"minutes": 0.0, "self_play": 0.0, "priority": 0.0, "frozen_pool": 1}
        used = {**base.model_dump(), **self.settings}
        unused = [key for key in self.settings if key in (*never, "seed", "steps", "newest")]
        if unused:
            raise ConfigError(f"settings.{unused[0]}: a league does not use it: leave it out")
        fixed = {**never, "frozen_every": MOST_DECISIONS, "steps": MOST_DECISIONS}
        try:
            config = parse_model(TrainingConfig, {**used, **fixed, "seed": self.seed}, "settings")
        except ScenarioError as error:
            raise ConfigError(str(error)) from None
        if not sum(config.opponents.values()):
            raise ConfigError("settings.opponents: a league needs at least one named opponent")
        config.check_opponents()
        if config.parties is None or config.parties.seed is not None:
            return config
        parties = config.parties.model_copy(update={"seed": self.seed})  # the same for all learners
        return config.model_copy(update={"parties": parties})

    def check(self) -> None:
        """Check what no single key can say.

        Raises:
            ConfigError: main agents would have no opponents, or the training config is unusable.
        """
        if self.named <= 0 and self.self_play <= 0:
            raise ConfigError("named or self_play must be more than 0")
        if self.league_exploiters and self.named <= 0:
            raise ConfigError("named must be more than 0 for league exploiters to begin")
        learners = self.main_agents + self.main_exploiters + self.league_exploiters
        if self.most_copies <= learners:
            raise ConfigError(f"most_copies must be more than the number of learners, {learners}")
        self.learner_config()


def load_league(path: str | Path) -> LeagueConfig:
    """Read the config of a league.

    Args:
        path: a file, or the name of one that comes with quintain, `mythic_epoch/duel`.

    Raises:
        ConfigError: one sentence with the file, the line or key, and what would be right.
    """
    file = find_config(path, KIND)
    try:
        config = read_model(LeagueConfig, file)
    except ScenarioError as error:
        raise ConfigError(str(error)) from None
    beside = file.parent / config.training
    if beside.is_file():
        config = config.model_copy(update={"training": str(beside)})
    try:
        config.check()
    except ConfigError as error:
        raise ConfigError(f"{file}: {error}") from None
    return config


def change_league(config: LeagueConfig, **changes: Any) -> LeagueConfig:
    """A config with other values.

    Raises:
        ConfigError: a value is not allowed; the message is one sentence.
    """
    try:
        return parse_model(LeagueConfig, {**config.model_dump(), **changes}, KIND)
    except ScenarioError as error:
        raise ConfigError(str(error)) from None


def write_league(config: LeagueConfig, folder: Path) -> None:
    """Keep the config of a league in its folder, and the training config beside it."""
    training = load_config(config.training).model_dump()
    kept = {**config.model_dump(), "training": TRAINING_NAME}
    for name, content in ((TRAINING_NAME, training), (FILE_NAME, kept)):
        write_file(folder / name, yaml.safe_dump(content, sort_keys=False))
