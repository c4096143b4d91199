"""Faults of a system's rules, which its author can make, each as one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from traceback import walk_tb
from typing import Any

from ..discovery import own_systems
from ..envs.core.engine.dice import IDLE
from ..envs.core.engine.system import System
from ..envs.core.inputs.arguments import said
from ..envs.core.inputs.plain_text import one_line

UNCOMPILED = "NUMBA_DISABLE_JIT=1"
"""The setting with which the rules run as plain Python."""
NUMBA, COMPILER = "numba.", "numba.core."
"""The beginnings of the names of Numba's modules, and of those that compile."""
HEADING = re.compile(r".*Failed in \w+ mode pipeline.*\n")
"""A line of Numba's messages; the last one of several nested faults stands above the innermost."""
PLACE = re.compile(r'^ *File "(.+)", line (\d+):', re.MULTILINE)
SIGNATURE = "for signature:"
LONGEST = 160
"""Most letters of a reason."""
ENDLESS = "did not end: "
REPORT = " (then please report the seed)"


def rule_fault(error: Exception) -> str | None:
    """The sentence about a rule that does not compile or never ends; None for other errors."""
    if _is_of_compiler(error):
        place = _place_of(error)
        where = f" in {place}" if place else ""
        return (
            f"a rule does not compile{where}: {_reason_of(error)}: run the same command with "
            f"{UNCOMPILED} to see the line"
        )
    text = str(error)
    if not isinstance(error, RuntimeError) or not (ENDLESS in text or text == IDLE):
        return None
    system = _system_of(error)
    if system is None or system.name in own_systems():
        return said(error)
    return f"{system.name}: {said(error).replace(REPORT, '')}"


def _is_of_compiler(error: Exception) -> bool:
    """Whether Numba raised it, or Python did in a function of Numba's compiler."""
    if any(one.__module__.startswith(NUMBA) for one in type(error).__mro__):
        return True
    names = (variables.get("__name__", "") for _, variables in _frames(error))
    return isinstance(error, KeyError | AttributeError) and any(
        name.startswith(COMPILER) for name in names
    )


def _reason_of(error: Exception) -> str:
    """The line of Numba's message that says what is wrong; of other errors, their own."""
    if isinstance(error, KeyError):
        return f"unknown name {error}"
    text = str(error)
    place = next(_places(text), None)
    text = HEADING.split(text[: place.start()] if place else text)[-1]
    lines = [line.strip() for line in text.splitlines() if line.strip()] or [type(error).__name__]
    called = lines[1].lstrip("> ") if lines[0].endswith(SIGNATURE) and lines[1:] else ""
    return one_line(f"{lines[0]} {called}".strip(" .:"), LONGEST)


def _place_of(error: Exception) -> str:
    """The file and the line of the rule, as far as the compiler knows; else empty."""
    named = next(_places(str(error)), None)
    if named is not None:
        return _name_of(named[1], named[2])
    for locals_, _ in reversed(list(_frames(error))):
        found = getattr(locals_.get("self"), "loc", None)
        if isinstance(file := getattr(found, "filename", None), str):
            return _name_of(file, getattr(found, "line", "?"))
    return ""


def _places(text: str) -> Iterator[re.Match[str]]:
    """The places of rules in a message of Numba, the innermost first; none of Numba's own."""
    return (one for one in PLACE.finditer(text) if NUMBA.rstrip(".") not in Path(one[1]).parts)


def _name_of(file: str, line: object) -> str:
    """A place in words: `piste/rules.py, line 50`."""
    return f"{Path(file).parent.name}/{Path(file).name}, line {line}"


def _system_of(error: Exception) -> System | None:
    """The system whose battle was played: the innermost one that a function names."""
    for locals_, _ in reversed(list(_frames(error))):
        mine = getattr(locals_.get("self"), "system", None)
        for one in (locals_.get("system"), mine):
            if isinstance(one, System):
                return one
    return None


def _frames(error: Exception) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The local and the global variables of the functions that the error went through."""
    for frame, _ in walk_tb(error.__traceback__):
        yield frame.f_locals, frame.f_globals
