"""Exports the agent of a run as an NPC file (`agents.npc`), and proves that both choose alike.

The same run gives the same bytes: nothing in the file depends on the time or place of the export.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from ..agents.chances import ChanceAgent
from ..agents.npc.agent import PolicyAgent
from ..agents.npc.archive import CARD, MANIFEST, POLICY, pack
from ..agents.npc.fingerprint import action_names, layout_hash, observation_pieces
from ..agents.npc.graph import check_graph
from ..agents.npc.manifest import NAME, Manifest, NpcError, write_manifest
from ..agents.npc.reading import EXTENSION, check_card
from ..agents.registry import make_agent
from ..agents.roles import has_roles
from ..envs.core.engine.system import System
from ..envs.core.inputs.files import write_file
from ..envs.core.scenarios.yaml_files import read_model
from ..evaluation.arena import final_result, play_pairs
from ..evaluation.screening import screen_agent
from ..evaluation.statistics import PairResult, summarize_pair
from ..evaluation.tournament import Tournament, run_tournament
from .card import write_card
from .checkpoint import CheckpointError
from .config import TrainingConfig, load_config
from .league_config import FILE_NAME as LEAGUE_FILE
from .league_config import LeagueConfig
from .league_summary import LEARNS, read_summary
from .logbook import CSV_NAME
from .matchmaking import MAIN, ROLES
from .onnx_graph import to_onnx
from .run_dir import CONFIG_NAME
from .trained import TrainedAgent, load_trained

PROOF_STATES = 1000
TOLERANCE = 1e-5
"""Largest allowed difference between a probability of the file and of the network."""
PROOF_PAIRS = 20
PROOF_SEED = 30_000_000
PROOF_ROUNDS = 20
TRIAL_SEED = 40_000_000
"""Seed of battles that no evaluation during training has used."""
SCREENED_PAIRS = 40
"""Most pairs of battles in which each player is screened."""
LEAST_SCREENED = 20
HABITS = 8
PACKAGES = ("quintain", "torch", "stable-baselines3", "sb3-contrib", "numpy", "numba", "onnx")
LICENCE = "MIT"


def export(
    run: str | Path,
    out: str | Path,
    *,
    name: str | None = None,
    battles: int = 1000,
    licence: str = LICENCE,
    report: Callable[[PairResult], None] | None = None,
) -> Path:
    """Write the trained agent of a run as an NPC file, measured and proved.

    Args:
        run: folder of the run; its files are PyTorch's and are read without executing anything.
        out: the file, which ends in `.npc`.
        name: name of the NPC; by default the file's name without its ending.
        battles: an even number, for each pair of the NPC and the heuristics.
        licence: licence for passing the NPC on.
        report: called with each pairing's result so far.

    Returns:
        The file.

    Raises:
        CheckpointError: the folder holds no agent, or one with other observations.
        ConfigError: its config cannot be used.
        NpcError: the name, the licence or the network is not allowed in an NPC file, or the file
            would choose differently from the network.
        KeyboardInterrupt: the user stopped it; nothing is written.
    """
    out = Path(out)
    trained = load_trained(str(run))
    name = check_name(out, name, trained.system)
    config = load_config(Path(run) / CONFIG_NAME)
    check_card(" ".join((licence, *_scenarios(config))))  # the user's part of the card
    policy = to_onnx(trained.network)
    shape: Any = trained.network.shape
    check_graph(policy, shape.length, shape.num_actions)
    npc = PolicyAgent(
        name,
        trained.system,
        trained.max_side,
        policy,
        choices=trained.choices,
        memory=trained.memory,
    )
    states = collect_states(trained, config)
    proof = prove(trained, npc, states)
    about = {
        **_layout(npc),
        "name": npc.name,
        "scenarios": _scenarios(config),
        **measure(npc, config, battles, report),
        "habits": _habits(npc, states),
        "screening": screen(npc, config.measured_encounters(), battles),
        "training": _recipe(trained, Path(run), config),
        "proof": proof,
        "licence": licence,
    }
    files = {POLICY: policy, CARD: write_card(about).encode()}
    about["files"] = {key: hashlib.sha256(data).hexdigest() for key, data in files.items()}
    files[MANIFEST] = write_manifest(Manifest.model_validate(about))
    write_file(out, pack(files))
    return out


def check_name(out: Path, name: str | None, system: System) -> str:
    """The name of the NPC in the file `out`.

    Raises:
        NpcError: file or name cannot be used.
    """
    name = name or out.stem
    if out.suffix != EXTENSION:
        raise NpcError(f"an NPC file ends in {EXTENSION}, got {str(out)!r}")
    if not re.fullmatch(NAME, name):
        raise NpcError(
            f"the name of an NPC may have letters, digits, '.', '-' and '_', got {name!r}"
        )
    if name in system.policies:
        raise NpcError(f"{name!r} is a heuristic of {system.title}: give another name")
    return name


def _layout(npc: PolicyAgent) -> dict[str, Any]:
    system, side = npc.system, npc.max_side
    pieces, actions = observation_pieces(system, side, npc.memory), action_names(system, side)
    return {
        "system": system.name,
        "rules_version": system.rules_version,
        "max_side": side,
        "choices": npc.choices,
        "memory": npc.memory,
        "layout": layout_hash(system.name, system.rules_version, side, pieces, actions),
        "observation": pieces,
        "actions": actions,
    }


def _scenarios(config: TrainingConfig) -> list[str]:
    given = config.scenario if isinstance(config.scenario, list) else [config.scenario]
    names = [Path(one).stem for one in given]  # paths are private
    if config.parties is not None:
        sizes = "1" if config.parties.most == 1 else f"1 to {config.parties.most}"
        names.append(f"{config.parties.count} parties of {sizes} a side")
    return names


# --- Measuring ------------------------------------------------------------------------------------


def measure(
    npc: PolicyAgent,
    config: TrainingConfig,
    battles: int,
    report: Callable[[PairResult], None] | None,
) -> dict[str, Any]:
    """Results against every heuristic, and ratings of all of them."""
    heuristics = [make_agent(name, npc.system) for name in npc.system.policies]
    agents = [npc, *heuristics]
    tournament = run_tournament(
        npc.system.name, config.measured_encounters(), agents, battles, TRIAL_SEED, report=report
    )
    if not tournament.is_complete:
        raise KeyboardInterrupt
    ratings = [
        {key: one[key] for key in ("agent", "elo", "low", "high")}
        for one in tournament.ratings().to_json()
    ]
    return {"results": _results(tournament, npc.name), "ratings": ratings}


def screen(npc: PolicyAgent, scenario: Any, battles: int) -> list[dict[str, Any]]:
    """The part `screening` of the manifest, from at most `battles` battles of each player.

    It is empty for fewer than `LEAST_SCREENED` battles, in which hardly a habit could be found, and
    for systems whose actions have no known roles.
    """
    if battles < LEAST_SCREENED or not has_roles(npc.system.name):
        return []
    pairs = min(SCREENED_PAIRS, battles // 2)
    found = screen_agent(npc.system, scenario, npc, pairs=pairs)
    return [one.to_json() for one in found]


def _results(tournament: Tournament, name: str) -> list[dict[str, Any]]:
    results = []
    for pair in tournament.results:
        if pair.a == name:
            decided = summarize_pair(pair, seed=TRIAL_SEED).decided
            share = {"share": decided.estimate, "low": decided.low, "high": decided.high}
            known = {key: None if value != value else value for key, value in share.items()}
            counts = {"battles": pair.battles, "won": pair.wins, "drawn": pair.draws}
            results.append({"opponent": pair.b, **counts, "lost": pair.losses, **known})
    return results


# --- Proving --------------------------------------------------------------------------------------


class StateRecorder(ChanceAgent):
    """An agent that records the observations of another agent and chooses like it."""

    def __init__(self, agent: ChanceAgent) -> None:
        """Record the observations of `agent`."""
        super().__init__(
            agent.name, agent.system, agent.max_side, choices=agent.choices, memory=agent.memory
        )
        self.agent = agent
        self.seen: list[tuple[np.ndarray, np.ndarray]] = []

    def compute_chances(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Record observations `[B, N]` and masks `[B, A]`; the agent's probabilities `[B, A]`."""
        self.seen.append((observations.copy(), masks.copy()))
        return self.agent.compute_chances(observations, masks)


def collect_states(
    trained: TrainedAgent, config: TrainingConfig, count: int = PROOF_STATES
) -> tuple[np.ndarray, np.ndarray]:
    """Observations `[count, N]` and masks `[count, A]` from battles against every heuristic.

    Raises:
        NpcError: the battles have fewer decisions.
    """
    recorder = StateRecorder(trained)
    for seed in range(PROOF_SEED, PROOF_SEED + PROOF_ROUNDS):  # further rounds if battles are short
        for name in trained.system.policies:
            opponent = make_agent(name, trained.system)
            pairs = play_pairs(
                trained.system, config.measured_encounters(), recorder, opponent, PROOF_PAIRS, seed
            )
            final_result(pairs)
        if sum(len(masks) for _, masks in recorder.seen) >= count:
            break
    observations, masks = (np.concatenate(part) for part in zip(*recorder.seen, strict=True))
    if len(masks) < count:
        raise NpcError(
            f"the battles have only {len(masks)} decisions, the comparison needs {count}"
        )
    rows = np.linspace(0, len(masks) - 1, count).astype(int)
    return observations[rows], masks[rows]


def prove(
    trained: TrainedAgent, npc: PolicyAgent, states: tuple[np.ndarray, np.ndarray]
) -> dict[str, Any]:
    """Compare the file with the network.

    Raises:
        NpcError: they differ.
    """
    observations, masks = states
    theirs, ours = trained.chances(observations, masks), npc.chances(observations, masks)
    same = int((theirs.argmax(1) == ours.argmax(1)).sum())
    illegal = int((ours[~masks] > 0).sum())
    difference = float(np.abs(theirs - ours).max())
    if difference > TOLERANCE or same < len(masks) or illegal:
        raise NpcError(
            f"the file differs from the network: probabilities by {difference:.1e}, the choice is "
            f"the same in {same} of {len(masks)}, {illegal} illegal actions are possible"
        )
    return {
        "states": len(masks),
        "largest_difference": difference,
        "same_choices": same,
        "illegal": illegal,
    }


def _habits(npc: PolicyAgent, states: tuple[np.ndarray, np.ndarray]) -> list[dict[str, Any]]:
    """Its most probable verbs in these states; forced waiting does not count."""
    observations, masks = states
    shares: dict[str, float] = {}
    means = npc.chances(observations, masks).mean(0)
    for action, mean in enumerate(means):
        verb = npc.system.decode(action, npc.max_side)["verb"]
        shares[verb] = shares.get(verb, 0.0) + float(mean)
    commonest = sorted(shares.items(), key=lambda item: -item[1])[:HABITS]
    return [{"verb": verb, "share": round(min(1.0, share), 4)} for verb, share in commonest]


# --- The recipe -----------------------------------------------------------------------------------


def _recipe(trained: TrainedAgent, run: Path, config: TrainingConfig) -> dict[str, Any]:
    cost = trained.training_cost()
    if cost is None:
        raise CheckpointError(f"{run / CSV_NAME}: the length of the run is missing")
    values = config.model_dump(mode="json")
    values["scenario"] = _scenarios(config)[: -1 if config.parties else None]
    values["opponents"] = {Path(key).name: weight for key, weight in config.opponents.items()}
    return {
        "config": values,
        "league": _fought_roles(run),
        "decisions": cost[0],
        "seconds": cost[1],
        "date": trained.date,
        "versions": {package: version(package) for package in PACKAGES},
    }


def _fought_roles(run: Path) -> list[str]:
    """The roles of the learners whose copies the main agents of a league fought; else none."""
    summary = read_summary(run)
    if summary is None:
        return []
    league = read_model(LeagueConfig, run / LEAGUE_FILE)
    copied = {one["role"] for one in summary["players"] if one["reason"] != LEARNS}
    fought = copied | {MAIN} if league.copies else {MAIN} if league.self_play else set()
    return [role for role in ROLES if role in fought]
