"""The ids in the registries of Gymnasium and PettingZoo, independent of the order of imports."""

from __future__ import annotations

import itertools
import subprocess
import sys

import pettingzoo
import pytest

from quintain.discovery import ENVS, own_systems

MADE = {
    "gymnasium": "gymnasium.make('quintain/MythicEpoch-v0', disable_env_checker=True).unwrapped",
    "pettingzoo": "pettingzoo.make('aec', 'quintain/mythic_epoch-v0')",
}

ORDERS = list(itertools.permutations(["quintain", "gymnasium", "pettingzoo"]))


def run(code):
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")


def test_every_system_of_quintain_has_a_manual_page():
    pages = sorted(file.stem.removesuffix("_v0") for file in ENVS.glob("*_v0.py"))
    assert pages == own_systems()


@pytest.mark.parametrize("order", ORDERS)
def test_the_ids_are_registered_in_any_order_of_imports(order):
    if not hasattr(pettingzoo, "register"):
        pytest.skip("PettingZoo has a registry from 1.27 on")
    imports = "\n".join(f"import {name}" for name in order)
    code = f"{imports}\nimport sys\nprint('numba' in sys.modules)\n" + "\n".join(
        f"{name}.spec(*{arguments!r}).entry_point and print({name!r})"
        for name, arguments in (
            ("gymnasium", ("quintain/MythicEpoch-v0",)),
            ("pettingzoo", ("aec", "quintain/mythic_epoch-v0")),
        )
    )
    assert run(code) == ["False", "gymnasium", "pettingzoo", ""]


def test_an_environment_is_made_by_its_id():
    code = "import quintain, gymnasium, pettingzoo\n" + "\n".join(
        f"print(type({made}).__name__)" for made in MADE.values()
    )
    assert run(code)[0] == "BattleEnv"


def test_a_module_id_imports_quintain_by_itself():
    code = (
        "import gymnasium\n"
        "one = gymnasium.make('quintain:quintain/MythicEpoch-v0', disable_env_checker=True)\n"
        "many = gymnasium.make_vec('quintain:quintain/MythicEpoch-v0', num_envs=2)\n"
        "print(type(one.unwrapped).__name__)\nprint(type(many).__name__)"
    )
    assert run(code)[:2] == ["BattleEnv", "BattleVectorEnv"]


def test_importing_quintain_imports_none_of_the_libraries():
    libraries = ["numba", "numpy", "gymnasium", "pettingzoo"]
    assert run(f"import sys, quintain\nprint({{*{libraries}}} & {{*sys.modules}})")[0] == "set()"
