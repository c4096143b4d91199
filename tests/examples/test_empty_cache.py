"""Each way in works in a fresh process whose cache is empty: all that it calls is compiled there.

The suite begins after `quintain compile`, and one process imports what another one would miss. So
each call here is the first of its process, on the tutorial's system, which compiles in seconds.
`make test-empty-cache SYSTEM=heimr` tries another system, which takes a quarter of an hour.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from string import Template

import pytest

from quintain.agents.registry import agent_names
from quintain.envs.core.engine.system import get_system
from quintain.registration import gymnasium_id

TUTORIAL = "piste"
EXAMPLE = Path(__file__).parents[2] / "examples" / "piste"
ENTRY = "[quintain.systems]\npiste = piste:SYSTEM\n"
STEP = "; v.step(v.action_masks.argmax(1))"

WAYS = {
    "batch": f"import quintain; v = quintain.make_vec('$system', 4){STEP}",
    "batch with empty opponents": (
        f"import quintain; v = quintain.make_vec('$system', 4, opponents=(None, None)){STEP}"
    ),
    "batch against a heuristic": (
        "import quintain\n"
        f"v = quintain.make_vec('$system', 4, opponents=(None, '$heuristic')){STEP}"
    ),
    "batch with opponents set later": (
        "import quintain; v = quintain.make_vec('$system', 4); v.set_opponents((None, None))" + STEP
    ),
    "turns": (
        "import quintain; e = quintain.make('$system'); e.reset(seed=1)\n"
        "e.step(int(e.observe(e.agent_selection)['action_mask'].argmax()))"
    ),
    "all at once": (
        "import quintain; e = quintain.make('$system', 'parallel'); o, i = e.reset(seed=1)\n"
        "e.step({a: int(o[a]['action_mask'].argmax()) for a in e.agents})"
    ),
    "one side": (
        "import gymnasium, quintain; e = gymnasium.make('$id')\n"
        "o, i = e.reset(seed=1); e.step(int(i['action_mask'].argmax()))"
    ),
    "one side against a heuristic": (
        "import gymnasium, quintain; e = gymnasium.make('$id', opponent='$heuristic')\n"
        "o, i = e.reset(seed=1); e.step(int(i['action_mask'].argmax()))"
    ),
    "one side in a batch": (
        "import gymnasium, quintain; e = gymnasium.make_vec('$id', num_envs=4)\n"
        "o, i = e.reset(seed=1); e.step(i['action_mask'].argmax(1))"
    ),
    "one side in a batch against a heuristic": (
        "import gymnasium, quintain\n"
        "e = gymnasium.make_vec('$id', num_envs=4, opponent='$heuristic')\n"
        "o, i = e.reset(seed=1); e.step(i['action_mask'].argmax(1))"
    ),
    "match": (
        "from quintain.envs.core.session.match import Match\n"
        "m = Match('$system'); m.reset(seed=1); m.step(int(m.mask.argmax()))"
    ),
    "training": (
        "from quintain.training.vec_env import BattleVecEnv\n"
        "e = BattleVecEnv('$system', '$scenario', 4, {'random': 1}); e.reset()\n"
        "e.step(e.action_masks().argmax(1))"
    ),
    "batch to pickle": (
        "import pickle, sys, quintain\n"
        "v = quintain.make_vec('$system', 4, opponents=(None, None))\n"
        "pickle.dump(v, sys.stdout.buffer)"
    ),
    "pickled batch": f"import pickle, sys; v = pickle.load(sys.stdin.buffer){STEP}",
    "watch": (
        "import sys; sys.argv[1:] = ['watch', '$system/$scenario']\n"
        "from quintain.apps.cli import main; main()"
    ),
    "advise": (
        "import sys; sys.argv[1:] = ['advise', '$heuristic', '$system/$scenario']\n"
        "from quintain.apps.cli import main; main()"
    ),
    "tournament": (
        "import sys\n"
        "sys.argv[1:] = 'tournament $system/$scenario --agents $heuristic,random'.split()\n"
        "from quintain.apps.cli import main; main()"
    ),
}  # fmt: skip
"""Code by its name; `code_of` fills in the names of a system."""


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """A folder like `site-packages` with the tutorial's system."""
    folder = tmp_path_factory.mktemp("site")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(EXAMPLE / "piste", folder / "piste", ignore=ignored)
    about = folder / "quintain_piste-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: quintain_piste\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text(ENTRY)
    return folder


@pytest.fixture(scope="module")
def code_of(request) -> Callable[[str], str]:
    """The code of a way, for the system of the option `--system`."""
    system = request.config.getoption("--system")
    names = {"system": system, "id": gymnasium_id(system), "scenario": "bout"}
    names["heuristic"] = "duellist"
    if system != TUTORIAL:
        names["scenario"] = get_system(system).default_scenario
        names["heuristic"] = agent_names(system)[1]
    return lambda way: Template(WAYS[way]).substitute(names)


@pytest.fixture(scope="module")
def pickled(site, code_of, tmp_path_factory) -> bytes:
    """A batch with empty opponents, as another process stores it."""
    return first_call(site, code_of("batch to pickle"), tmp_path_factory.mktemp("other"))


def first_call(site: Path, code: str, cache: Path, given: bytes = b"") -> bytes:
    """The output of Python code in a new process with an empty cache."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(site), *filter(None, sys.path)]),
            "QUINTAIN_CACHE_DIR": str(cache),
            "QUINTAIN_QUICK_COMPILE": "1",
        },
        input=given,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_the_first_call_of_a_process_needs_no_cache(site, code_of, way, tmp_path, request):
    given = request.getfixturevalue("pickled") if way == "pickled batch" else b""
    first_call(site, code_of(way), tmp_path, given)
    assert any(tmp_path.rglob("*")), "nothing was compiled"
