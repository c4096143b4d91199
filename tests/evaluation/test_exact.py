"""Exact values of small fights: by hand, against the engine's own dice, and against challengers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

from quintain.agents.python_agent import PythonAgent
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.loops import advance_active
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.session.step_outcomes import ChanceError
from quintain.evaluation import exact
from quintain.evaluation.exact import BestResponse, Small
from quintain.evaluation.exact_value import GameValue, Side, solve_stage
from quintain.evaluation.exploitability import measure_exploitability

MYTHIC, PLATEMAIL = get_system("mythic_epoch"), get_system("platemail")
FIGHTS = Path(__file__).parents[2] / "bench" / "small_fights"
KNIVES, EXCHANGE = (str(FIGHTS / f"{name}.yaml") for name in ("knives", "exchange"))
ORDERS = {
    "first": {("wait", None)},
    "condition": {("wait", None)},
    "then": {("wait", None), ("full_attack", "closest"), ("counter", "closest")},
}
QUICK = ("quick", "quick")
pytestmark = pytest.mark.compiled


# --- Chance ---------------------------------------------------------------------------------------


def simulate(small: Small, record: bytes, action: int, count: int) -> dict[bytes, float]:
    """The shares of the records after many copies of a step with the dice of the engine."""
    battles = small.battles([record]).repeat(count)
    battles["dice"] = seed_rng_states(1, count)
    advance_active(battles, np.full(count, action), np.ones(count, np.bool_))
    found: dict[bytes, float] = {}
    for row in range(count):
        after = small.record(battles[row : row + 1])
        found[after] = found.get(after, 0.0) + 1 / count
    return found


def attack_or_wait(small: Small, record: bytes) -> int:
    """A melee attack if it is legal, else waiting."""
    _, actions = small.options(record)
    verbs = {small.system.decode(action, 1)["verb"]: action for action in actions}
    return verbs.get("melee_attack", actions[0])


def test_the_chances_of_a_step_are_those_of_the_engines_dice():
    small, count, most = Small(MYTHIC, KNIVES, QUICK), 4000, 0
    record = small.start
    for _ in range(6):  # two attacks, each with a reaction and a reply
        action = attack_or_wait(small, record)
        after, seen = small.step(record, action), simulate(small, record, action, count)
        assert sum(after.values()) == pytest.approx(1)
        common = {one: share for one, share in after.items() if share > 0.005}
        for one, share in common.items():
            error = 4.5 * np.sqrt(share * (1 - share) / count)
            assert seen.get(one, 0.0) == pytest.approx(share, abs=error + 1e-9)
        most = max(most, len(common))
        record = max(after, key=lambda one: (not small.battles([one])["over"][0], after[one]))
        if small.battles([record])["over"][0]:
            break
    assert most > 3


def test_a_fight_whose_beginning_needs_dice_is_refused():
    with pytest.raises(ChanceError, match="dice decide the beginning"):
        Small(MYTHIC, "duel", QUICK)


@pytest.mark.parametrize("side", ["red", "blue"])
def test_a_beginning_that_rarely_differs_is_refused_too(side, tmp_path):
    """Without a tie roll of its own a fighter of the turn with knives draws one."""
    model = yaml.safe_load(Path(KNIVES).read_text("utf-8"))
    del model[side][0]["state"]["tie_roll"]
    file = tmp_path / "knives.yaml"
    file.write_text(yaml.safe_dump(model), "utf-8")
    with pytest.raises(ChanceError, match="dice decide the beginning"):
        Small(MYTHIC, str(file), QUICK)


def test_an_agent_that_draws_lots_is_refused():
    with pytest.raises(ChanceError, match="fencer draws lots"):
        BestResponse(MYTHIC, KNIVES, make_agent("fencer", MYTHIC), 0).value()


class Rarely:
    """Takes its first legal action, and its last one in a small share of its decisions."""

    def __init__(self, share):
        """Choose the last one with a probability of `share`."""
        self.share = share

    def choose(self, view):
        """The action."""
        legal = view.legal()
        return legal[-1] if view.random.random() < self.share else legal[0]


@pytest.mark.parametrize("share", [0.05, 0.01])
def test_an_agent_that_rarely_draws_lots_is_refused_too(share):
    agent = PythonAgent("rarely", MYTHIC, Rarely(share))
    with pytest.raises(ChanceError, match="rarely draws lots"):
        BestResponse(MYTHIC, KNIVES, agent, 0, "full").value()
    always = PythonAgent("always", MYTHIC, Rarely(0))
    assert BestResponse(MYTHIC, KNIVES, always, 0, "full").value() == 0


def test_a_heuristic_that_uses_its_dice_is_refused_whatever_it_chooses(monkeypatch):
    """All 1000 answers on other dice could still be the same."""

    def query(agent, system, battles, dice, observations, masks, rows):
        dice[:] += np.uint32(1)
        return np.argmax(masks, axis=1), None

    monkeypatch.setattr(exact, "query_agent", query)
    with pytest.raises(ChanceError, match="guardian draws lots"):
        BestResponse(MYTHIC, KNIVES, make_agent("guardian", MYTHIC), 0).value()


# --- Best responses -------------------------------------------------------------------------------


@pytest.mark.parametrize(("agent", "side"), [("guardian", 1), ("mythic_epoch-duel", 0)])
def test_battles_of_the_exact_response_have_its_value(agent, side):
    response = BestResponse(MYTHIC, KNIVES, make_agent(agent, MYTHIC), side)
    value = response.value()
    rewards = response.play(1000, seed=5)
    assert rewards.mean() == pytest.approx(value, abs=4 * rewards.std() / np.sqrt(len(rewards)))


def test_no_challenger_takes_more_points_than_the_exact_response():
    agent = make_agent("guardian", MYTHIC)
    values = [BestResponse(MYTHIC, KNIVES, agent, side, "full").value() for side in (0, 1)]
    most = (1 + np.mean(values)) / 2
    found = measure_exploitability(MYTHIC, KNIVES, agent, pairs=100)
    for one in found.challengers:
        assert one.fresh.mean_score <= most + 4 * np.sqrt(0.25 / one.fresh.battles)
    assert found.best.fresh.mean_score > most - 0.1  # the berserker finds nearly all of it


# --- Values ---------------------------------------------------------------------------------------


def test_the_linear_program_solves_a_game_by_hand():
    """Rock, paper and scissors in which a rock that breaks scissors counts twice."""
    red, blue = Side(), Side()
    mine, theirs = red.enter(0, b"red"), blue.enter(0, b"blue")
    table = [[0, -1, 2], [1, 0, -1], [-1, 1, 0]]
    payoffs = {
        (red.extend(mine, row), blue.extend(theirs, column)): float(table[row][column])
        for row in range(3)
        for column in range(3)
    }
    assert solve_stage(red, blue, payoffs) == pytest.approx(1 / 12)


def test_a_secret_of_one_side_is_worth_its_bluff():
    """Blue does not see which of two cards red holds; red may bet, and blue may call.

    A bet wins 2 with the good card and loses 2 with the bad one if blue calls, and 1 if not; a
    check wins or loses 1. Red bets always with the good card and once in three times with the bad
    one, which is worth 1/3.
    """
    red, blue = Side(), Side()
    payoffs: dict[tuple[int, int], float] = {}
    call = blue.enter(0, b"a bet")
    for card, worth in ((b"good", 1), (b"bad", -1)):
        place = red.enter(0, card)
        bet, check = (red.extend(place, action) for action in (0, 1))
        payoffs[check, 0] = worth / 2
        payoffs[bet, blue.extend(call, 0)] = 2 * worth / 2
        payoffs[bet, blue.extend(call, 1)] = 1 / 2
    assert solve_stage(red, blue, payoffs) == pytest.approx(1 / 3)


def test_the_value_of_a_turn_with_knives_lies_between_best_responses():
    value = GameValue(MYTHIC, KNIVES).value()
    agent = make_agent("berserker", MYTHIC)
    as_red, as_blue = (BestResponse(MYTHIC, KNIVES, agent, side).value() for side in (0, 1))
    assert as_red >= value - 1e-9
    assert as_blue >= -value - 1e-9
    assert value == pytest.approx(-0.3057, abs=1e-3)


def test_the_value_of_sealed_orders_is_that_of_their_table():
    game = GameValue(PLATEMAIL, EXCHANGE, menu=ORDERS)
    red, blue, payoffs = game._grow(game.small.start)
    assert len(payoffs) == 9
    table = np.zeros((3, 3))
    for (row, column), gain in payoffs.items():
        table[row - 2, column - 2] = gain
    low, high = table.min(1).max(), table.max(0).min()  # in pure orders
    value = game.value()
    assert low - 1e-9 <= value <= high + 1e-9
    assert value == solve_stage(red, blue, payoffs)
    patient = BestResponse(PLATEMAIL, EXCHANGE, make_agent("patient", PLATEMAIL), 0, menu=ORDERS)
    assert patient.value() == pytest.approx(table[:, 0].max())  # it always Defends
    assert patient.value() >= value


def test_nobody_sees_a_sealed_order_of_the_same_round(tmp_path):
    """Blue still has its first action, which it writes after red's order and without knowing it."""
    model = yaml.safe_load(Path(EXCHANGE).read_text("utf-8"))
    del model["blue"][0]["state"]["dazed"]
    file = tmp_path / "exchange.yaml"
    file.write_text(yaml.safe_dump(model), "utf-8")
    waits = {("wait", None), ("counter", "closest")}
    game = GameValue(PLATEMAIL, str(file), menu={**ORDERS, "first": waits, "then": waits})
    _, blue, payoffs = game._grow(game.small.start)
    orders = {(mine, theirs) for mine, theirs in payoffs if mine and theirs}
    assert orders == set(payoffs)  # what blue does is a part of the same stage
    assert len(payoffs) == 2 * 4
    assert len(blue.parents) == 1 + 2 + 2  # two first actions; as many after each order of red
