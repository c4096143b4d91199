"""A package that is missing or does not fit: one sentence with the command that installs it."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import quintain

CLASH = "Numba needs NumPy 2.4 or less. Got NumPy 2.9."
INSTALL = "pip install '.[{}]' in quintain's repository"
TRAIN = INSTALL.format("train")


def last_line(script: str) -> str:
    """The last line that a Python script writes to its error stream."""
    code = f"import sys\nsys.path.insert(0, {str(Path(quintain.__file__).parents[1])!r})\n"
    done = subprocess.run(
        [sys.executable, "-c", code + textwrap.dedent(script)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    return done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("package", "use", "expected"),
    [
        ("typer", "main()", f"the command line needs more packages: {INSTALL.format('cli')}"),
        (
            "stable_baselines3",
            "import quintain.training.vec_env",
            f"ImportError: BattleVecEnv needs more packages: {TRAIN}",
        ),
        (
            "torch",
            "from quintain.training import train; train('mythic_epoch/duel')",
            f"ImportError: training needs more packages: {TRAIN}",
        ),
        (
            "onnx",
            "import quintain.agents.npc.graph",
            f"ImportError: NPC files need more packages: {INSTALL.format('npc')}",
        ),
        (
            "pyspiel",
            "import quintain.envs.core.adapters.openspiel",
            f"ImportError: OpenSpiel is not installed: {INSTALL.format('openspiel')}",
        ),
        (
            "starlette",
            "sys.argv[1:] = ['table']; main()",
            f"quintain: the page needs more packages: {INSTALL.format('table')}",
        ),
    ],
)
def test_a_missing_package_is_named_with_its_command(package, use, expected):
    script = f"sys.modules[{package!r}] = None\nfrom quintain.__main__ import main\n{use}"
    assert last_line(script) == expected


def test_a_clash_of_versions_is_one_sentence():
    script = f"""
    class Clash:
        def find_spec(self, name, path=None, target=None):
            if name == "numba":
                raise ImportError({CLASH!r})

    sys.meta_path.insert(0, Clash())
    from quintain.__main__ import main
    main()
    """
    command = "pip install --upgrade '.[cli]' in quintain's repository"
    assert last_line(script) == f"quintain: {CLASH.rstrip('.')}: {command}"
