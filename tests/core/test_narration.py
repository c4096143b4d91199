"""Narration in every system: whole battles in correct sentences, without side effects."""

from __future__ import annotations

import ast
import importlib
from types import ModuleType

import numpy as np
import pytest

from quintain.envs.core.engine.system import System
from quintain.envs.core.session.match import Match
from quintain.envs.core.text.narration import LoggedEvent, Narrator, count
from quintain.envs.core.text.templates import by, template

pytestmark = pytest.mark.interpreted

DECISIONS = 60


def module_of(system: System, name: str) -> ModuleType:
    """A module of a system."""
    return importlib.import_module(f"quintain.envs.{system.name}.{name}")


def test_every_kind_of_event_has_one_clause(system):
    event, report = module_of(system, "enums").Event, module_of(system, "text.report")
    told = {*report.Report.clauses, *report.TELL, *report.Report.set_aside}
    assert {event(kind) for kind in told} == set(event) - {event.NONE}


def test_every_kind_of_event_is_logged_somewhere(system):
    folder = system.rules_file.parent
    files = [*folder.glob("rules/**/*.py"), *folder.glob("navigation/**/*.py")]
    logged = set()
    for file in [*files, folder / "turn.py", folder / "step.py"]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "Event":
                logged.add(node.attr)
    assert logged == {event.name for event in module_of(system, "enums").Event} - {"NONE"}


def test_nothing_is_narrated_with_the_log_off(system):
    match = Match(system, "duel")
    match.reset(1)
    assert match.narrate() == []


def test_every_decision_of_a_battle_is_narrated_in_sentences(system, told):
    for scenario in system.scenario_names():
        match, chance, lines = Match(system, scenario, log=True), np.random.default_rng(1), 0
        match.reset(1)
        for _ in range(DECISIONS):
            before = match.battle.tobytes()
            lines += bool(told(match.battle))
            assert match.battle.tobytes() == before
            assert match.battle.events_lost == 0
            if match.is_over:
                break
            match.step(int(chance.choice(np.flatnonzero(match.mask))))
        assert lines > 0, scenario


# --- The machinery that all share -----------------------------------------------------------------


@pytest.fixture
def narrator():
    """A narrator of six fighters."""
    match = Match("mythic_epoch", "skirmish", log=True)
    match.reset(1)
    return Narrator(match.battle, [f"fighter {letter}" for letter in "abcdefghijklmnop"])


def test_a_fighter_is_called_by_its_full_name_once(narrator):
    full, short = narrator.long[0], narrator.short[0]
    assert full != short
    assert [narrator.name(0), narrator.name(0), narrator.owner(0)] == [full, short, f"{short}'s"]
    assert narrator.name(-1) == narrator.name(99) == "nobody"


def test_slots_of_templates(narrator):
    event = LoggedEvent(1, 0, 1, 2, 1, -3)
    assert narrator.fill("{amount:yard} {what:yard} {dice:+} {amount}", event) == (
        "1 yard 2 yards -3 1"
    )
    with pytest.raises(KeyError, match="unknown"):
        narrator.fill("{unknown}", event)


@pytest.mark.parametrize(
    ("number", "thing", "said"),
    [
        (0, "yard", "no yards"),
        (1, "yard", "1 yard"),
        (2, "injury", "2 injuries"),
        (3, "HP", "3 HP"),
    ],
)
def test_counted_nouns(number, thing, said):
    assert count(number, thing) == said


@pytest.mark.parametrize(("amount", "said"), [(0, "none"), (1, "one"), (7, "many")])
def test_cases_choose_by_a_field(narrator, amount, said):
    clause = by("amount", {0: template("none"), 1: template("one")}, template("many"))
    assert clause(narrator, LoggedEvent(1, 0, 1, 0, amount, 0)) == (said, ())


def test_a_full_log_is_reported(narrator):
    narrator.say("it happens", "M1")
    narrator.battle.num_events, narrator.battle.events_lost = len(narrator.battle.events), 2
    narrator.say_what_is_lost()
    assert narrator.lines == [("It happens; more happened, but the log was full.", ("M1",))]


def test_the_nearest_is_named(narrator):
    assert narrator.near([], "yard") == ""
    assert narrator.near([(4, 2), (1, 3)], "yard") == f", next to {narrator.long[3]}"
    assert narrator.near([(4, 2)], "yard") == f", 4 yards from {narrator.long[2]}"
