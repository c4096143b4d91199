"""Every loop that rolls or asks until something happens has a bound, and reports it.

The tests replace the event that ends the loop by one that never occurs. The loops run as plain
Python.
"""

from __future__ import annotations

import importlib
import inspect
from types import SimpleNamespace

import numpy as np
import pytest

from quintain.envs.core.engine import batch_loops, dice, loops
from quintain.envs.core.engine.dice import FAULT_ENDLESS, check_fault
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.session.match import Match

pytestmark = pytest.mark.interpreted

STEPS = {
    "heimr": ["play_step", "pass_idle"],
    "martial": ["attack_step", "play_stage"],
    "mythic_epoch": ["play_stage"],
    "platemail": ["write_next_clause"],
    "wildroll": ["frame_step", "play_stage"],
}
"""The function that each system repeats between two decisions, in `turn.py`."""


def plain(function):
    """A compiled function as plain Python, with all callees looked up by name."""
    return getattr(function, "py_func", function)


def nothing(*arguments):
    """Change nothing."""


def new_battle(name):
    match = Match(name, "duel")
    match.reset(1)
    return match.battles


def is_given_up(battle):
    """Whether the battle was aborted, and the Python layer raises an error."""
    with pytest.raises(RuntimeError, match=r"a step in round \d+ did not end"):
        check_fault(battle)
    return battle.fault == FAULT_ENDLESS and bool(battle.over)


@pytest.mark.parametrize("name", STEPS)
def test_steps_that_lead_to_no_decision(name, monkeypatch):
    turn = importlib.import_module(f"quintain.envs.{name}.turn")
    battle = new_battle(name)[0]
    for step in STEPS[name]:
        monkeypatch.setattr(turn, step, nothing)
    monkeypatch.setattr(turn, "MAX_STEPS", 1000)
    battle.window = 0
    plain(turn.play_on)(battle)
    assert is_given_up(battle)


@pytest.mark.parametrize(
    ("module", "function", "roll"),
    [
        ("mythic_epoch.rules.initiative", "break_ties", "roll_initiative"),
        ("martial.rules.initiative", "break_ties", "die"),
    ],
)
def test_ties_that_are_never_broken(module, function, roll, monkeypatch):
    initiative = importlib.import_module(f"quintain.envs.{module}")
    battle = new_battle(module.partition(".")[0])[0]
    battle.fighters["initiative"] = 5
    battle.fighters["tie_roll"] = 5
    battle.fighters[1] = battle.fighters[0]
    monkeypatch.setattr(initiative, "draw_again", nothing, raising=False)
    monkeypatch.setattr(initiative, roll, lambda *arguments: 5)
    plain(getattr(initiative, function))(battle)
    assert is_given_up(battle)


def test_lots_that_are_always_equal(monkeypatch):
    initiative = importlib.import_module("quintain.envs.wildroll.rules.combat_sequence.initiative")
    battle = new_battle("wildroll")[0]
    monkeypatch.setattr(initiative, "die", lambda *arguments: 5)
    plain(initiative.settle_ties)(battle, 0b11)
    assert is_given_up(battle)


def test_a_path_that_never_ends(monkeypatch):
    movement = importlib.import_module("quintain.envs.martial.rules.rounds_and_actions.movement")
    battle = new_battle("martial")[0]
    monkeypatch.setattr(movement, "can_continue", lambda *arguments: True)
    monkeypatch.setattr(movement, "ask_next_reactor", lambda *arguments: False)
    monkeypatch.setattr(movement, "take_next_square", nothing)
    monkeypatch.setattr(movement, "provoke", nothing)
    monkeypatch.setattr(movement, "MAX_STEPS", 1000)
    plain(movement.continue_movement)(battle, 0)
    assert is_given_up(battle)


def test_opponents_that_decide_for_ever(monkeypatch):
    battles = new_battle("mythic_epoch")
    for name in ("act_in_battle", "legal_action_mask"):
        monkeypatch.setattr(batch_loops, name, nothing)
    monkeypatch.setattr(batch_loops, "choose", lambda *arguments: 0)
    batch = SimpleNamespace(battles=battles, masks=[None], rng_state=[None], rewards=None)
    plain(batch_loops.play_opponents)(batch, 0, np.zeros((1, 2), np.int16))
    assert is_given_up(battles[0])


def test_heuristics_that_play_for_ever(monkeypatch):
    battles = new_battle("mythic_epoch")
    monkeypatch.setattr(loops, "advance", nothing)
    monkeypatch.setattr(loops, "legal_action_mask", nothing)
    monkeypatch.setattr(loops, "choose", lambda *arguments: 0)
    usage = np.zeros((2, 1), np.int64)
    controllers = np.zeros((1, 2), np.int16)
    taken = plain(loops.play_out)(battles, controllers, [None], None, [0], usage)
    assert taken == loops.DECISIONS_IN_A_ROUND + 1
    assert is_given_up(battles[0])


def test_dice_that_miss_for_ever(monkeypatch):
    battle = new_battle("mythic_epoch")[0]
    monkeypatch.setattr(dice, "below", lambda rng_state, bound: 1)
    assert plain(dice.misses_before_hit)(battle, 20) == dice.MAX_MISSES
    with pytest.raises(RuntimeError, match=r"a step in round \d+ did not end"):
        check_fault(battle)


@pytest.mark.parametrize("bound", [3, 6, 10, 12, 20, 100])
def test_a_generator_of_four_zeros_still_ends_its_draws(bound):
    """Four zeros are the generator's fixed point, which all interfaces refuse."""
    assert dice.below(np.zeros(4, np.uint32), bound) == 0


def test_every_loop_that_asks_or_rolls_is_bounded():
    """No `while` asks for a decision or rolls a die; the remaining ones count down."""
    for name in STEPS:
        turn = importlib.import_module(f"quintain.envs.{name}.turn")
        assert "while" not in inspect.getsource(plain(turn.play_on))
    assert "while" not in inspect.getsource(plain(dice.below))
    assert "while True" not in "".join(
        file.read_text()
        for name in STEPS
        for file in (get_system(name).rules_file.parent / "rules").rglob("*.py")
    )
