"""The second process that compiles a system beside the one that waits."""

from __future__ import annotations

import subprocess
import sys

import pytest

from quintain.apps import common, compile_ahead
from quintain.envs.core.engine.system import get_system

pytestmark = pytest.mark.compiled


def test_it_compiles_what_a_battle_calls_and_nothing_else():
    code = """
import sys
from quintain.apps.compile_ahead import compile_late_functions
from quintain.apps.compiling import use_everything
from quintain.envs.core.compiler.compile import on_compile
from quintain.envs.core.engine.system import get_system
system = get_system(sys.argv[1])
use_everything(system)
with on_compile(lambda: sys.exit("compiled")):
    compile_late_functions(system)
"""
    command = [sys.executable, "-c", code, "mythic_epoch"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_process_ends_well():
    command = [sys.executable, "-m", compile_ahead.__name__, "mythic_epoch"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_it_runs_while_the_other_compiles_and_no_longer(monkeypatch):
    begun, commands = [], []

    class Process:
        def __init__(self, command, **_):
            commands.append(command)
            begun.append(True)

        def terminate(self):
            begun.pop()

        def wait(self, _):
            assert not begun

    monkeypatch.setattr(compile_ahead.subprocess, "Popen", Process)
    monkeypatch.setattr(compile_ahead.os, "cpu_count", lambda: 2)
    callbacks = []

    class OnCompile:
        def __init__(self, callback, each):
            callbacks.append(callback)
            each("envs.heimr.turn.play_on")

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

    monkeypatch.setattr(common, "on_compile", OnCompile)
    system = get_system("mythic_epoch")
    with common.compiling(system) as end:
        assert not begun  # everything may be stored
        callbacks[-1]()
        assert begun
        end()
        assert not begun
    with common.compiling(system, processes=1):
        callbacks[-1]()
        assert not begun
    monkeypatch.setattr(compile_ahead.os, "cpu_count", lambda: 1)
    with common.compiling(system):
        callbacks[-1]()
    assert len(commands) == 1
