"""Each way in works in a fresh process whose cache is empty: all that it calls is compiled there.

The suite begins after `quintain compile`, and one process imports what another one would miss. So
each call here is the first of its process, on the tutorial's system, which compiles in seconds.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "piste"
ENTRY = "[quintain.systems]\npiste = piste:SYSTEM\n"
STEP = "; v.step(v.action_masks.argmax(1))"

WAYS = {
    "batch": f"import quintain; v = quintain.make_vec('piste', 4){STEP}",
    "batch with empty opponents": (
        f"import quintain; v = quintain.make_vec('piste', 4, opponents=(None, None)){STEP}"
    ),
    "batch against a heuristic": (
        f"import quintain; v = quintain.make_vec('piste', 4, opponents=(None, 'duellist')){STEP}"
    ),
    "batch with opponents set later": (
        "import quintain; v = quintain.make_vec('piste', 4); v.set_opponents((None, None))" + STEP
    ),
    "turns": (
        "import quintain; e = quintain.make('piste'); e.reset(seed=1)\n"
        "e.step(int(e.observe(e.agent_selection)['action_mask'].argmax()))"
    ),
    "all at once": (
        "import quintain; e = quintain.make('piste', 'parallel'); o, i = e.reset(seed=1)\n"
        "e.step({a: int(o[a]['action_mask'].argmax()) for a in e.agents})"
    ),
    "one side": (
        "import gymnasium, quintain; e = gymnasium.make('quintain/Piste-v0')\n"
        "o, i = e.reset(seed=1); e.step(int(i['action_mask'].argmax()))"
    ),
    "one side against a heuristic": (
        "import gymnasium, quintain; e = gymnasium.make('quintain/Piste-v0', opponent='duellist')\n"
        "o, i = e.reset(seed=1); e.step(int(i['action_mask'].argmax()))"
    ),
    "one side in a batch": (
        "import gymnasium, quintain; e = gymnasium.make_vec('quintain/Piste-v0', num_envs=4)\n"
        "o, i = e.reset(seed=1); e.step(i['action_mask'].argmax(1))"
    ),
    "one side in a batch against a heuristic": (
        "import gymnasium, quintain\n"
        "e = gymnasium.make_vec('quintain/Piste-v0', num_envs=4, opponent='duellist')\n"
        "o, i = e.reset(seed=1); e.step(i['action_mask'].argmax(1))"
    ),
    "match": (
        "from quintain.envs.core.session.match import Match\n"
        "m = Match('piste'); m.reset(seed=1); m.step(int(m.mask.argmax()))"
    ),
    "training": (
        "from quintain.training.vec_env import BattleVecEnv\n"
        "e = BattleVecEnv('piste', 'bout', 4, {'random': 1}); e.reset()\n"
        "e.step(e.action_masks().argmax(1))"
    ),
    "pickled batch": f"import pickle, sys; v = pickle.load(sys.stdin.buffer){STEP}",
    "watch": (
        "import sys; sys.argv[1:] = ['watch', 'piste/bout']\n"
        "from quintain.apps.cli import main; main()"
    ),
    "advise": (
        "import sys; sys.argv[1:] = ['advise', 'duellist', 'piste/bout']\n"
        "from quintain.apps.cli import main; main()"
    ),
    "tournament": (
        "import sys; sys.argv[1:] = 'tournament piste/bout --agents duellist,random'.split()\n"
        "from quintain.apps.cli import main; main()"
    ),
}  # fmt: skip


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
def pickled(site, tmp_path_factory) -> bytes:
    """A batch with empty opponents, as another process stores it."""
    code = (
        "import pickle, sys, quintain\n"
        "v = quintain.make_vec('piste', 4, opponents=(None, None))\n"
        "pickle.dump(v, sys.stdout.buffer)"
    )
    return first_call(site, code, tmp_path_factory.mktemp("other"))


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
def test_the_first_call_of_a_process_needs_no_cache(site, way, tmp_path, request):
    given = request.getfixturevalue("pickled") if "pickle" in way else b""
    first_call(site, WAYS[way], tmp_path, given)
    assert any(tmp_path.rglob("*")), "nothing was compiled"
