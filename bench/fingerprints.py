"""Whether battles play as they did: a hash of what every scenario shows, asks and decides.

    python bench/fingerprints.py [--revise] [SYSTEM ...]

A fingerprint covers observations, masks, deciding fighters, rewards, endings and the bytes of the
records: of 200 battles with random legal actions, and of 50 battles in which each compiled
heuristic plays both sides. `bench/fingerprints.json` holds those of this version. A change of
rules, of an observation or of the order in which dice are drawn changes them; a change of names or
files does not. Exit status 1 if one differs; `--revise` writes the new ones.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

import numpy as np

import quintain
from quintain.agents.registry import make_agent
from quintain.envs.core.loops import choose_randomly
from quintain.envs.core.system import get_system
from quintain.envs.core.vector import BattleVector

FILE = Path(__file__).with_name("fingerprints.json")
RANDOM_BATTLES = 200
RANDOM_STEPS = 400
"""Decisions in each of the random battles; those that end before begin anew."""
HEURISTIC_BATTLES = 50
HEURISTIC_STEPS = 200


def add(digest: hashlib._Hash, vector: BattleVector) -> None:
    """Add all that a step wrote."""
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


def random_battles(system: str, scenario: str) -> str:
    """Fingerprint of random legal play."""
    vector = BattleVector(system, RANDOM_BATTLES, scenario, seed=1)
    words = np.random.default_rng(1).integers(1, 2**32, (RANDOM_BATTLES, 4), np.uint32)
    actions = np.zeros(RANDOM_BATTLES, np.int64)
    digest = hashlib.blake2b(digest_size=12)
    for _ in range(RANDOM_STEPS):
        add(digest, vector)
        choose_randomly(vector.action_masks, words, actions)
        vector.step(actions)
    digest.update(vector.battles.tobytes())
    digest.update(vector.final.tobytes())
    return digest.hexdigest()


def heuristic_battles(system: str, scenario: str, heuristic: str) -> str:
    """Fingerprint of battles in which a heuristic plays both sides, blue within the step."""
    vector = BattleVector(system, HEURISTIC_BATTLES, scenario, seed=2, opponents=(None, heuristic))
    agent = make_agent(heuristic, system, 3)
    digest = hashlib.blake2b(digest_size=12)
    for _ in range(HEURISTIC_STEPS):
        add(digest, vector)
        agent.watch(vector.battles.copy())
        actions, _ = agent.predict(vector.observations.copy(), action_masks=vector.action_masks)
        vector.step(actions)
    digest.update(vector.battles.tobytes())
    digest.update(vector.final.tobytes())
    return digest.hexdigest()


def fingerprints(name: str) -> dict[str, str]:
    """Every fingerprint of a system, by what it is of."""
    system = get_system(name)
    found = {}
    for scenario in system.scenario_names():
        found[f"{name}/{scenario} random"] = random_battles(name, scenario)
        for heuristic in system.policies:
            key = f"{name}/{scenario} {heuristic}"
            found[key] = heuristic_battles(name, scenario, heuristic)
    return found


def main() -> int:
    """Compare or revise."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", default=quintain.systems())
    parser.add_argument("--revise", action="store_true", help="write the new fingerprints")
    options = parser.parse_args()
    kept = json.loads(FILE.read_text()) if FILE.exists() else {}
    found: dict[str, str] = {}
    for name in options.systems:
        found |= fingerprints(name)
    changed = [key for key, value in found.items() if kept.get(key) != value]
    for key in changed:
        print(f"{key}: {kept.get(key, 'none')} -> {found[key]}")
    print(f"{len(found) - len(changed)} of {len(found)} fingerprints are as they were")
    if options.revise:
        FILE.write_text(json.dumps(dict(sorted((kept | found).items())), indent=1) + "\n")
        return 0
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
