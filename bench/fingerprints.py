"""Checks that battles are unchanged, by hashes of the play in every scenario.

    python bench/fingerprints.py [--quick] [--revise] [SYSTEM ...]

A fingerprint covers observations, masks, deciding fighters, rewards, endings and the bytes of the
records: of 200 battles with random legal actions, and of 50 battles in which each compiled
heuristic plays both sides. `bench/fingerprints.json` contains those of this version. A change of
rules, of an observation or of the order in which dice are drawn changes them; a change of names or
files does not. Exit status 1 if one differs, or is of a scenario, a heuristic or a system that no
longer exists; `--revise` writes the new ones and removes these. `--quick` takes few and short
battles, of random play and of one heuristic: for runs without the compiler.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import quintain
from quintain.agents.base import strongest
from quintain.agents.registry import make_agent
from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.loops import choose_randomly
from quintain.envs.core.engine.system import get_system

FILE = Path(__file__).with_name("fingerprints.json")


@dataclass(frozen=True)
class Size:
    """Numbers of battles and of decisions in each; a battle that ends starts again."""

    random_battles: int
    random_steps: int
    heuristic_battles: int
    heuristic_steps: int


FULL, QUICK = Size(200, 400, 50, 200), Size(4, 60, 2, 40)
QUICK_MARK = "quick "
"""Begins the descriptions of short battles."""


def add(digest: hashlib._Hash, vector: BattleVector) -> None:
    """Add all arrays of a step."""
    for array in (
        vector.observations,
        vector.action_masks,
        vector.to_act,
        vector.side,
        vector.rewards,
        vector.terminated,
        vector.truncated,
    ):
        digest.update(np.ascontiguousarray(array))


def random_battles(system: str, scenario: str, size: Size) -> str:
    """Fingerprint of random legal play."""
    vector = BattleVector(system, size.random_battles, scenario, seed=1)
    rng_state = np.random.default_rng(1).integers(1, 2**32, (size.random_battles, 4), np.uint32)
    actions = np.zeros(size.random_battles, np.int64)
    digest = hashlib.blake2b(digest_size=12)
    for _ in range(size.random_steps):
        add(digest, vector)
        choose_randomly(vector.action_masks, rng_state, actions)
        vector.step(actions)
    digest.update(vector.battles.tobytes())
    digest.update(vector.final.tobytes())
    return digest.hexdigest()


def heuristic_battles(system: str, scenario: str, heuristic: str, size: Size) -> str:
    """Fingerprint of battles in which a heuristic plays both sides, blue within the step."""
    vector = BattleVector(
        system, size.heuristic_battles, scenario, seed=2, opponents=(None, heuristic)
    )
    agent = make_agent(heuristic, system, 3)
    digest = hashlib.blake2b(digest_size=12)
    for _ in range(size.heuristic_steps):
        add(digest, vector)
        agent.watch(vector.battles.copy())
        actions, _ = agent.predict(vector.observations.copy(), action_masks=vector.action_masks)
        vector.step(actions)
    digest.update(vector.battles.tobytes())
    digest.update(vector.final.tobytes())
    return digest.hexdigest()


def fingerprints(name: str, quick: bool) -> dict[str, str]:
    """Every fingerprint of a system, by its description."""
    system = get_system(name)
    size, mark = (QUICK, QUICK_MARK) if quick else (FULL, "")
    found = {}
    for scenario in system.scenario_names():
        place = f"{mark}{name}/{scenario}"
        found[f"{place} random"] = random_battles(name, scenario, size)
        for heuristic in [strongest(system)] if quick else system.policies:
            found[f"{place} {heuristic}"] = heuristic_battles(name, scenario, heuristic, size)
    return found


def is_covered(key: str, systems: Sequence[str], quick: bool) -> bool:
    """Whether a run of these systems finds the fingerprint, if what it describes still exists."""
    place = key.removeprefix(QUICK_MARK)
    system = place.partition("/")[0]
    return (place != key) == quick and (system in systems or system not in quintain.systems())


def main() -> int:
    """Compare or revise."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", default=quintain.systems())
    parser.add_argument("--quick", action="store_true", help="few and short battles")
    parser.add_argument("--revise", action="store_true", help="write the new fingerprints")
    options = parser.parse_args()
    kept = json.loads(FILE.read_text()) if FILE.exists() else {}
    found: dict[str, str] = {}
    for name in options.systems:
        found |= fingerprints(name, options.quick)
    changed = [key for key, value in found.items() if kept.get(key) != value]
    for key in changed:
        print(f"{key}: {kept.get(key, 'none')} -> {found[key]}")
    covered = {key for key in kept if is_covered(key, options.systems, options.quick)}
    gone = sorted(covered - {*found})
    for key in gone:
        print(f"{key}: {kept[key]} -> none")
    print(f"{len(found) - len(changed)} of {len(found)} fingerprints are as they were")
    if options.revise:
        known = {key: value for key, value in (kept | found).items() if key not in gone}
        FILE.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")
        return 0
    return 1 if changed or gone else 0


if __name__ == "__main__":
    sys.exit(main())
