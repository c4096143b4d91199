"""Programs and parts in one process, in any order, with any content of the cache.

The tests use an engine of functions that call each other and return records, numbers and tuples.
Several processes call them at the same time, each in a different order, from a cache that is empty,
full, or lacks files. The results must always be those of the plain functions.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from quintain.envs.core.compiler import compile as compiler
from quintain.envs.core.compiler import jit_linker

from .tiny_engine import copy_compiler, fresh_environment, play

RULES = """
import numpy as np
from ..core.compiler.compile import njit

INNER = np.dtype((np.record, [("kind", "i1"), ("amount", "i4")]))
OTHER = np.dtype((np.record, [("speed", "i2"), ("name", "i1")]))
OUTER = np.dtype((np.record, [("top", "i1"), ("frames", INNER, (4,)), ("other", OTHER, (4,))]))

@njit
def frame(battle, index):
    return battle.frames[index]

@njit
def other(battle, index):
    return battle.other[index]

@njit
def top_frame(battle):
    return frame(battle, battle.top)

@njit
def top_other(battle):
    return other(battle, battle.top)

@njit(shared=True)
def amount(battle):
    return top_frame(battle).amount + top_other(battle).speed

@njit
def both(battle):
    return top_frame(battle).kind, top_other(battle).speed, amount(battle)

@njit
def frames(battle):
    return frame(battle, 0).kind, frame(battle, 1).amount

@njit
def total(battle):
    sum = 0
    for index in range(len(battle.frames)):
        sum += frame(battle, index).amount + other(battle, index).speed
    sum += frames(battle)[1]
    return sum + amount(battle)

@njit
def push(battle):
    top_frame(battle).amount += total(battle)
    return top_frame(battle)

@njit
def fourth(battle):
    return frame(battle, 3)
"""
PLAY = """
import json, random, sys
import numpy as np
from engine.envs.tiny import rules

def new_battle():
    battle = np.zeros(1, rules.OUTER)[0]
    battle.top = 2
    for index in range(4):
        battle.frames[index].kind = index
        battle.frames[index].amount = 100 * index + 1
        battle.other[index].speed = 10 * index
    return battle

def told(result):
    if isinstance(result, tuple) and not isinstance(result, np.void):
        return [told(one) for one in result]
    return np.asarray(result).tolist()

calls = {name: 1 for name in json.loads(sys.argv[2])}
calls.update(frame=2, other=2)
order = [name for name in calls for _ in range(2)]
random.Random(int(sys.argv[1])).shuffle(order)
results = {}
for name in order:
    arguments = (new_battle(), 1)[: calls[name]]
    results[name] = told(getattr(rules, name)(*arguments))
print(json.dumps(results, sort_keys=True))
"""
NAMES = ("top_frame", "top_other", "amount", "both", "frames", "total", "push", "fourth")


@pytest.fixture
def engine(tmp_path):
    """A directory that holds the package `engine`."""
    files = {
        "__init__.py": "",
        "envs/__init__.py": "from .core.compiler import compile\n",
        "envs/core/__init__.py": "",
        "envs/core/compiler/__init__.py": "",
        "envs/tiny/__init__.py": "",
        "envs/tiny/rules.py": RULES,
    }
    for name, text in files.items():
        file = tmp_path / "engine" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    copy_compiler(tmp_path)
    return tmp_path


def test_a_function_can_be_called_after_its_callers_were_linked_from_the_cache(engine):
    """A part loaded for a caller lacks the objects that Python needs; its program has them."""
    first = "from engine.envs.tiny import rules; import json, numpy as np\n"
    first += "battle = np.zeros(1, rules.OUTER)[0]; rules.top_frame(battle)\n"
    play(engine, first + "print(json.dumps(0))")
    then = "rules.push(battle)\nprint(json.dumps(rules.top_frame(battle).dtype == rules.INNER))"
    assert play(engine, first.replace("rules.top_frame(battle)", "") + then) is True


def test_a_function_keeps_its_meaning_when_its_module_is_loaded_again(engine):
    script = """
import importlib, json
import numpy as np
from engine.envs.tiny import rules
found = []
for _ in range(3):
    rules = importlib.reload(rules)
    battle = np.zeros(1, rules.OUTER)[0]
    found.append(rules.push(battle).dtype == rules.INNER)
    found.append(rules.top_other(battle).dtype == rules.OTHER)
print(json.dumps(found))
"""
    assert play(engine, script) == [True] * 6
    assert play(engine, script) == [True] * 6
    (engine / "file").write_text("")
    nowhere = f"import tempfile; tempfile.tempdir = {str(engine / 'file')!r}\n"
    assert play(engine, nowhere + script, QUINTAIN_CACHE_DIR=str(engine / "file")) == [True] * 6


def test_python_calls_the_variant_that_compiled_callers_use(engine):
    script = """
import enum, json
import numpy as np
from engine.envs.tiny import rules

class Place(enum.IntEnum):
    SECOND = 1

battle = np.zeros(1, rules.OUTER)[0]
battle.frames["amount"] = 5, 6, 7, 8
battle.top = 1
found = [rules.frame(battle, place) for place in (1, np.int8(1), np.uint16(1), Place.SECOND)]
found.append(rules.top_frame(battle))
print(json.dumps([[int(one.amount) for one in found], len(rules.frame.overloads)]))
"""
    assert play(engine, script) == [[6] * 5, 1]


def test_code_that_never_runs_breaks_no_link(engine):
    """The optimizer drops a call; functions below it are still there for other callers."""
    script = """
import json
import numpy as np
from engine.envs.core.compiler.compile import njit

@njit
def add(numbers, number):
    for place in range(len(numbers)):
        numbers[place] += number

@njit
def never(numbers):
    add(numbers, 1), add(numbers, 2)

@njit
def once(numbers):
    add(numbers, 3), add(numbers, 4)

@njit
def calls(numbers):
    once(numbers)
    for _ in range(0):
        never(numbers)
    return numbers[0]

print(json.dumps(int(calls(np.zeros(16, np.int64)))))
"""
    assert play(engine, script) == 7


def test_a_function_that_prints_is_refused():
    """Otherwise it would wait for ever for the lock that it holds."""

    @compiler.njit
    def says(number):
        print(number)
        return number

    @compiler.njit
    def calls(number):
        return says(number)

    for function in (says, calls):
        with pytest.raises(jit_linker.LinkError, match="says prints or uses Python objects"):
            function(1)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 30))]
)
def test_programs_load_in_any_order_from_any_cache(engine, seed):
    """Three processes at once, repeatedly, between which files vanish or are damaged."""
    generator = random.Random(seed)
    expected = play(engine, PLAY, "0", json.dumps(NAMES), NUMBA_DISABLE_JIT="1")
    for _ in range(3):
        running = [
            subprocess.Popen(
                [sys.executable, "-c", PLAY, str(generator.random())[2:], json.dumps(NAMES)],
                env=fresh_environment(engine),
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(3)
        ]
        for process in running:
            output, _ = process.communicate(timeout=120)
            assert json.loads(output) == expected
        harm(generator, engine / "cache")


RULES_OF_A_SYSTEM = """
import importlib, inspect, json, pkgutil, random, sys
import numpy as np
import quintain
from quintain.envs.core.session.match import Match

name, seed = sys.argv[1], sys.argv[2]
package = importlib.import_module(f"quintain.envs.{name}.rules")
rules = {}
for place in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
    module = importlib.import_module(place.name)
    for key, function in vars(module).items():
        plain = getattr(function, "py_func", function)
        if inspect.isfunction(plain) and plain.__module__ == module.__name__:
            if list(inspect.signature(plain).parameters) in (["battle"], ["battle", "actor"]):
                rules[f"{place.name}.{key}"] = function, len(inspect.signature(plain).parameters)

def told(result):
    return None if result is None else np.asarray(result).tolist()

results = {}
chosen = random.Random(seed).sample(sorted(rules), 25)
for key in sorted(chosen) if sys.argv[3] == "sorted" else chosen:
    function, count = rules[key]
    match = Match(name, "skirmish")
    match.reset(3)
    try:
        result = function(*(match.battles[0], 1)[:count])
    except Exception as error:
        result = f"{type(error).__name__}: {error}"
    results[key] = told(result), match.battles.tobytes().hex()
print(json.dumps(results))
"""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["heimr", "martial", "mythic_epoch", "platemail", "wildroll"])
def test_rules_of_a_system_can_be_called_in_any_order_from_any_cache(tmp_path, name, seed):
    """Python calls single rules, as tests do; results are those of a separate process.

    Bounds checks are on, since some rules are called in states where they make no sense.
    """
    generator = random.Random(seed)
    for number in range(3):
        command = [sys.executable, "-c", RULES_OF_A_SYSTEM, name, str(generator.random())]
        places = ("cache", "cache", f"cold-{number}")
        running = [
            subprocess.Popen(
                [*command, "as drawn" if place == "cache" else "sorted"],
                env={
                    **os.environ,
                    "NUMBA_BOUNDSCHECK": "1",
                    "QUINTAIN_CACHE_DIR": str(tmp_path / place),
                },
                stdout=subprocess.PIPE,
                text=True,
            )
            for place in places
        ]
        first, second, expected = (
            json.loads(process.communicate(timeout=900)[0]) for process in running
        )
        assert first == second == expected
        harm(generator, tmp_path / "cache")


def harm(generator: random.Random, folder: Path) -> None:
    """Delete some files of a cache, and truncate or change others."""
    for file in sorted(folder.rglob("*.nbc")):
        fate = generator.random()
        if fate < 0.3:
            file.unlink()
        elif fate < 0.4:
            file.write_bytes(file.read_bytes()[: generator.randrange(2000)])
        elif fate < 0.5:
            content = bytearray(file.read_bytes())
            content[generator.randrange(len(content))] ^= 1 << generator.randrange(8)
            file.write_bytes(content)
