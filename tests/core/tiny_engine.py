"""A tiny engine around a copy of quintain's compiler, for tests in processes of their own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from quintain import discovery
from quintain.envs.core.compiler import sources

ENGINE = {
    "__init__.py": "",
    "agents/__init__.py": "",
    "configs/tiny/weapons.yaml": "sword: 3\n",
    "configs/tiny/training/duel.yaml": "steps: 100\n",
    "envs/__init__.py": "from .core.compiler import compile\n",  # as ours: the hash before all else
    "envs/core/__init__.py": "",
    "envs/core/compiler/__init__.py": "",
    "envs/tiny/__init__.py": "",
    "envs/tiny/tables.py": "DAMAGE = (1, 2, 3)\n",
    "envs/tiny/wounds.py": """
from ..core.compiler.compile import njit
from .tables import DAMAGE

@njit
def wounds(hits):
    return DAMAGE[hits] * 10
""",
    "envs/tiny/rules.py": """
from ..core.compiler.compile import njit, overload
from .wounds import wounds

def suffer(hits):
    return wounds(hits)

@overload(suffer)
def suffer_compiled(hits):
    return lambda hits: wounds(hits)

@njit(inline="always")
def total(hits):
    return suffer(hits) + 1
""",
}


REPORT = """
import json, sys
from engine.envs.core.compiler import compile as compiler
from engine.envs.tiny.rules import total
compiling = []
cached_before = compiler.is_cached(total)
with compiler.on_compile(lambda: compiling.append(True)):
    result = total(2)
print(json.dumps({
    "result": result,
    "cached_before": cached_before,
    "cached": compiler.is_cached(total),
    "compiling": len(compiling),
    "hits": sum(total.stats.cache_hits.values()),
    "folder": str(compiler.cache_folder("tiny")),
    "hash": compiler.engine_hash(),
}))
"""


def copy_compiler(engine: Path) -> None:
    """Give an engine the files of quintain's compiler."""
    shutil.copy(discovery.__file__, engine / "engine")
    folder = engine / "engine/envs/core/compiler"
    shutil.copytree(Path(sources.__file__).parent, folder, dirs_exist_ok=True)


def fresh_environment(engine: Path, **more: str) -> dict[str, str]:
    """The environment of a process beside the engine, with a cache of the engine's own."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "QUINTAIN_"))}
    return {
        **inherited,
        "PYTHONPATH": str(engine),
        "PYTHONDONTWRITEBYTECODE": "1",  # Python's own cache goes by the time of a file
        "QUINTAIN_CACHE_DIR": str(engine / "cache"),
        **more,
    }


def play(engine: Path, script: str = REPORT, *arguments: str, **environment: str) -> Any:
    """Run a script in a new process beside the engine, and return what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env=fresh_environment(engine, **environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
