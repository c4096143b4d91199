"""The quick commands with hostile words."""

from __future__ import annotations

import functools
from typing import Any

from hostile_files import folder, write
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from quintain.apps.cli import app

ODD = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        [
            "", "-", "--", "nan", "inf", "-1", "9" * 50, "\udce9", "$x$", "[/red]", "a,b", ",",
            "/dev/null", "/dev/zero", ".", "/", "mythic_epoch", "mythic_epoch/", "runs/x", "x.npc",
            "x.py:X", "search:0", "search:99999999999", "random",
        ]
    ),
)  # fmt: skip
SCENARIO = st.one_of(st.sampled_from(["mythic_epoch/duel", "mythic_epoch/skirmish"]), ODD)
AGENTS = st.one_of(st.sampled_from(["random,random", "berserker,random"]), ODD)
SEED = st.one_of(st.just("0"), ODD)

QUICK = (
    "systems",
    "advise mythic_epoch-duel mythic_epoch/duel",
    "watch mythic_epoch/skirmish --agents search:2,berserker",
    "train x.yaml --minutes 1",
)


@functools.cache
def files() -> list[str]:
    """Files of other kinds than a command expects, and a folder."""
    for line in QUICK:  # before the first input, so that none waits for an import
        CliRunner().invoke(app, line.split())
    made = {"empty": b"", "text": b"title: x", "magic": b"QUINTAIN", "zip": b"PK\x03\x04"}
    return [str(folder()), *(str(write(name, data)) for name, data in made.items())]


@st.composite
def words(draw: Any) -> list[str]:
    """A command with its arguments."""
    file = st.one_of(st.sampled_from(files()), ODD)
    some = {
        "systems": [],
        "show": [SCENARIO, st.just("--seed"), SEED],
        "rules": [st.one_of(st.just("mythic_epoch"), ODD)],
        "agents": [st.one_of(st.just("mythic_epoch"), ODD)],
        "watch": [SCENARIO, st.just("--agents"), AGENTS, st.just("--seed"), SEED],
        "replay": [file],
        "inspect": [file],
        "advise": [file, file],
        "tournament": [SCENARIO, st.just("--battles"), st.sampled_from(["0", "2", "nan", "1e9"])],
        "score": [AGENTS, st.just("--pairs"), st.sampled_from(["0", "nan", "1e9"])],
        "tactics": [SCENARIO, st.just("--battles"), st.sampled_from(["0", "4", "nan", "1e9"])],
        "held-out": [SCENARIO, AGENTS, st.just("--battles"), st.sampled_from(["0", "nan"])],
        "exploit": [SCENARIO, AGENTS, st.just("--decisions"), st.sampled_from(["0", "nan", "-1"])],
        "report": [file, st.just("--out"), st.just("/dev/null/x.html")],
        "train": [file, st.just("--minutes"), st.sampled_from(["nan", "-1", "inf", "1e99"])],
    }
    name = draw(st.sampled_from(sorted(some)))
    known = ["--json", "--rows", "--no-maps", "--sees", "--observation", "--all"]
    flags = draw(st.lists(st.sampled_from(known), max_size=2))
    return [name, *(draw(one) for one in some[name]), *flags]


@given(words())
def fuzz_command_line(line: list[str]) -> None:
    """Every command line ends in an answer or in a printable error."""
    result = CliRunner().invoke(app, line)
    error = result.exception
    if not isinstance(error, None | SystemExit | ValueError | KeyError | OSError | ImportError):
        raise error
