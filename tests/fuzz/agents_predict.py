"""`make_agent`, and `watch` and `predict` of all kinds of agents, under hostile arguments."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
from battle_vector import ODD, arrays
from hypothesis import given
from hypothesis import strategies as st

import quintain
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "my_tactic.py"
NAMES = ["random", "berserker", "tactician", "search:2", "mythic_epoch-duel", f"{EXAMPLE}:Sly"]
KINDS = ["right", "fewer", "larger", "foreign", "all legal", "none legal", "copied"]


@functools.cache
def agent(name: str) -> Any:
    """An agent that is used for all inputs."""
    return make_agent(name, "mythic_epoch")


@functools.cache
def batch(scenario: str) -> Any:
    """Battles in which some decisions were taken."""
    vector = quintain.make_vec("mythic_epoch", 4, scenario, seed=3)
    for _ in range(5):
        vector.step(vector.action_masks.argmax(1))
    return vector


def given_arrays(kind: str) -> dict[str, Any]:
    """Records, observations and masks, some of them wrong."""
    vector = batch("skirmish" if kind == "larger" else "duel")
    found = {"battles": vector.battles.copy(), "observation": vector.observations.copy()}
    masks = vector.action_masks.copy()
    if kind == "fewer":
        found["battles"] = found["battles"][:2]
    elif kind == "larger":
        found["battles"] = batch("duel").battles.copy()
    elif kind == "foreign":
        found["battles"] = get_system("platemail").new_battles(4)
    elif kind.endswith("legal"):
        masks[:] = kind == "all legal"
    return {**found, "action_masks": masks}


@given(
    st.sampled_from(NAMES),
    st.sampled_from(KINDS),
    st.fixed_dictionaries(
        {},
        optional={
            name: st.one_of(ODD, arrays())
            for name in ("battles", "observation", "action_masks", "rng_state")
        },
    ),
    ODD,
)
def fuzz_agents_predict(name: str, kind: str, changes: dict[str, Any], more: Any) -> None:
    """Arrays of every kind, then valid ones."""
    player = agent(name)
    for hostile in (given_arrays(kind) | changes, given_arrays("right")):
        battles, rng_state = hostile.pop("battles"), hostile.pop("rng_state", None)
        try:
            player.watch(battles, rng_state)
            actions, _ = player.predict(**hostile, state=more, deterministic=bool(more))
        except ValueError:
            continue
        masks = np.atleast_2d(np.asarray(hostile["action_masks"]))
        assert masks[np.arange(len(masks)), actions].all()
    player.watch(batch("duel").battles)
    player.predict(batch("duel").observations, action_masks=batch("duel").action_masks)


@given(
    st.one_of(
        ODD, st.text(":./\\searchm0123456789", max_size=12), st.sampled_from(NAMES),
        st.from_regex(r"search:[0-9]{1,12}(ms)?(:[a-z]{1,9})?", fullmatch=True),
    ),
    st.one_of(st.sampled_from(["mythic_epoch", "platemail"]), ODD),
    ODD,
)  # fmt: skip
def fuzz_make_agent(name: Any, system: Any, seed: Any) -> None:
    """The names."""
    try:
        made = make_agent(name, system, seed)
    except (TypeError, ValueError, KeyError, OSError, ImportError):
        return
    assert callable(made.predict)
