"""The contract of every registered system."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import gymnasium
import pettingzoo
import pytest

from quintain import testing
from quintain.envs.core.engine.battle import MEMORY_FIELDS
from quintain.envs.core.engine.layout import Layout
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.session.snapshot import fingerprint
from quintain.registration import gymnasium_id, pettingzoo_id, register_ids

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

OF_TWO_MODES = pytest.param(testing.check_determinism, marks=pytest.mark.compiled)
CHECKS = [check for check in testing.CHECKS if check is not testing.check_determinism]

MYTHIC = get_system("mythic_epoch")
TWICE = MYTHIC.observation_layout(1).pieces[:1] * 2


@pytest.mark.parametrize("check", [*CHECKS, OF_TWO_MODES])
def test_every_system_passes_the_contract(system, check):
    assert check(system) > 0


def test_standing_choices_hide_the_same_as_others(system, telling):
    assert testing.check_hidden_information(system, telling) > 0


def test_the_ids_are_registered_once(system, recwarn):
    register_ids()
    assert not recwarn.list
    assert gymnasium.spec(gymnasium_id(system.name)).id == gymnasium_id(system.name)
    if hasattr(pettingzoo, "register"):  # PettingZoo 1.27 on
        for kind in ("aec", "parallel"):
            env = pettingzoo.make(kind, pettingzoo_id(system.name))
            assert env.metadata["name"] == f"{system.name}_v0"


def test_a_battle_is_small_with_and_without_its_log(system):
    whole = {
        "heimr": 4224, "martial": 2560, "mythic_epoch": 1024, "platemail": 4096, "wildroll": 3072,
    }  # fmt: skip
    size = system.dtype.itemsize - sum(system.dtype[name].itemsize for name in MEMORY_FIELDS)
    assert size <= whole[system.name]
    most = {"heimr": 3840, "mythic_epoch": 1024, "wildroll": 2560}.get(system.name, 2048)
    assert size - system.dtype["events"].itemsize < most


def test_the_metadata_of_the_environments(system, v0):
    text = " ".join(v0.__doc__.split())
    few, more = system.num_actions(1), system.num_actions(2)
    assert text.startswith(f"{system.title} as a PettingZoo and a Gymnasium environment.")
    assert f"`Discrete({few})` in a duel, {more - few} more for each additional slot a side" in text
    assert f"N = {system.observation_layout(1).length} in a duel" in text
    assert f"`quintain.envs.{system.name}.SYSTEM`" in text
    for window in system.windows[1:]:
        assert f"`{window}`" in text


def test_fingerprints_distinguish_records(system):
    assert fingerprint(system.dtype) != fingerprint(system.template_dtype)


# --- A system that breaks the contract ------------------------------------------------------------


def shift(decode):
    """Number actions differently in larger battles."""
    return lambda action, max_side: decode(action + (max_side > 1 and action == 3), max_side)


def narrow(max_side):
    """Declare numbers that are never above 0."""
    pieces = MYTHIC.observation_layout(max_side).pieces
    return Layout(tuple(dataclasses.replace(piece, high=0) for piece in pieces))


def above_zero(max_side):
    """Declare a number that an empty block contradicts."""
    (piece,) = TWICE[:1]
    return Layout((dataclasses.replace(piece, low=1),))


def write_health(battle, fighter, rng_state):
    """Conceal too much: the fighter's own position, which it sees."""
    battle.dice[0] += 1
    battle.fighters[fighter].x += 1


BROKEN = [
    ("check_layout", {"observation_layout": lambda max_side: Layout(TWICE)}, "have one name"),
    ("check_layout", {"observation_layout": above_zero}, "the bounds of a piece exclude"),
    ("check_play", {"observation_layout": narrow}, "outside their bounds: own.is_here"),
    ("check_actions", {"decode": shift(MYTHIC.decode)}, "an id changes with 1 slots"),
    ("check_actions", {"verbs": ("wait",)}, "the verbs are"),
    ("check_scenarios", {"scenario_names": list}, "the system has no scenario"),
    ("check_play", {"describe": lambda battle, action: "waits"}, "action 0 has no sentence"),
    ("check_play", {"narrate": lambda battle: [("", ())]}, "an empty sentence"),
    ("check_observation", {"observe": lambda *arguments: None}, "old numbers in own.is_here"),
    ("check_endings", {"truncating": ()}, "a draw at the round limit must be a truncation"),
    ("check_hidden_information", {"conceal": lambda *arguments: None}, "drawn again"),
    (
        "check_hidden_information",
        {"conceal": write_health},
        "the observation depends on hidden fields",
    ),
]


@pytest.mark.parametrize(("check", "broken", "message"), BROKEN)
def test_a_broken_system_is_caught(check, broken, message):
    with pytest.raises(AssertionError, match=message):
        getattr(testing, check)(dataclasses.replace(MYTHIC, **broken))


def test_checks_refuse_a_python_that_ignores_them():
    command = [sys.executable, "-O", "-c", "import quintain.testing"]
    told = subprocess.run(command, capture_output=True, text=True)
    assert told.returncode == 1
    assert "the checks of quintain.testing are assertions: run Python without -O" in told.stderr
