"""Faults that the author of a rule makes: one sentence, with the place where it is known."""

from __future__ import annotations

import sys

import pytest
from numba.core.errors import NumbaError

from quintain.apps import lookup, rule_faults
from quintain.apps.cli import main
from quintain.apps.rule_faults import rule_fault
from quintain.envs.core.compiler.compile import njit
from quintain.envs.core.engine.dice import FAULT_ENDLESS, FAULT_IDLE
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.session.match import Match

SYSTEM = get_system("mythic_epoch")
AGAIN = "run the same command with NUMBA_DISABLE_JIT=1 to see the line"


@njit
def misspelt_field(battle):
    return battle.to_atc


@njit
def misspelt_name(battle):
    return battle.to_act + NOBODI  # noqa: F821


@njit
def misspelt_attribute(battle):
    return battle.to_act.seat


@njit
def caller(battle):
    return misspelt_attribute(battle)


@njit
def two_kinds(battle):
    return battle.to_act >= "red"


def error_of(rule):
    """The error of a rule that does not compile."""
    with pytest.raises((NumbaError, KeyError)) as caught:
        rule(SYSTEM.new_battles(1)[0])
    return caught.value


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (misspelt_field, "unknown name 'to_atc'"),
        (misspelt_name, "NameError: name 'NOBODI' is not defined"),
        (misspelt_attribute, "Unknown attribute 'seat' of type int8"),
        (caller, "Unknown attribute 'seat' of type int8"),
        (two_kinds, "found for signature: ge(int8, Literal[str](red))"),
    ],
)
def test_a_rule_that_does_not_compile_is_one_sentence(rule, reason):
    told = rule_fault(error_of(rule))
    assert told.startswith("a rule does not compile")
    assert told.endswith(f"{reason}: {AGAIN}")
    assert "\n" not in told


@pytest.mark.parametrize("rule", [misspelt_field, misspelt_attribute, caller, two_kinds])
def test_it_names_the_line_of_the_innermost_rule(rule):
    where = misspelt_attribute if rule is caller else rule
    line = where.py_func.__code__.co_firstlineno + 2
    assert f" in apps/test_rule_faults.py, line {line}: " in rule_fault(error_of(rule))


def test_the_command_line_prints_it_in_place_of_a_traceback(monkeypatch, capsys):
    monkeypatch.setattr(lookup, "systems", lambda: misspelt_field(SYSTEM.new_battles(1)[0]))
    monkeypatch.setattr(sys, "argv", ["quintain", "systems"])
    with pytest.raises(SystemExit) as left:
        main()
    told = capsys.readouterr().err
    assert left.value.code == 2
    assert told.startswith("quintain: a rule does not compile in apps/test_rule_faults.py, line ")
    assert told.rstrip().endswith(AGAIN)


@pytest.mark.parametrize("error", [KeyError("x"), AttributeError("x"), RuntimeError("x")])
def test_other_errors_are_no_faults_of_rules(error):
    assert rule_fault(error) is None


def endless(fault):
    """The error of a battle with a fault."""
    match = Match(SYSTEM, "duel")
    match.reset(1)
    match.battle.fault = fault
    with pytest.raises(RuntimeError) as caught:
        match.step(int(match.mask.argmax()))
    return caught.value


def test_a_rule_that_never_ends_is_one_sentence(monkeypatch):
    error = endless(FAULT_ENDLESS)
    assert rule_fault(error).endswith("or a rule is wrong (then please report the seed)")
    monkeypatch.setattr(rule_faults, "own_systems", list)
    told = rule_fault(error)
    assert told.startswith("mythic_epoch: a step in round ")
    assert told.endswith("or a rule is wrong")


def test_battles_without_a_decision_are_one_sentence():
    assert rule_fault(endless(FAULT_IDLE)).startswith("your side had no decision in many battles")
