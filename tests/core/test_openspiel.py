"""The games of OpenSpiel: its own tests, what a side sees, chance, copies and pickles."""

from __future__ import annotations

import functools
import pickle
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pytest

from quintain.discovery import system_names
from quintain.envs.core.engine.legality import IllegalAction
from quintain.envs.core.scenarios.yaml_models import ScenarioError
from quintain.envs.core.session.match import Match

pyspiel = pytest.importorskip("pyspiel", reason="needs .[openspiel]")

KNIVES = str(Path(__file__).parents[2] / "bench" / "small_fights" / "knives.yaml")
MODES = ("explicit", "sampled")
pytestmark = pytest.mark.compiled


@functools.cache
def load(system="mythic_epoch", **params):
    return pyspiel.load_game(f"quintain_{system}", {"choices": "quick", **params})


def roll(state, draw):
    """Choose outcomes of chance until a side decides or the battle ends."""
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(draw.choice(outcomes, p=chances)))


def play(state, draw, decisions):
    """Play at random; yields the state at each decision."""
    roll(state, draw)
    for _ in range(decisions):
        if state.is_terminal():
            return
        yield state
        state.apply_action(int(draw.choice(state.legal_actions())))
        roll(state, draw)


def begin(seed=0, **params):
    """A state at its first decision, and a generator."""
    draw = np.random.default_rng(seed)
    state = load(**params).new_initial_state()
    roll(state, draw)
    return state, draw


def attack(state):
    """The first legal action that begins with an attack, else the first."""
    player = state.current_player()
    legal = state.legal_actions()
    return next((a for a in legal if "ttack" in state.action_to_string(player, a)), legal[0])


# --- OpenSpiel's tests ----------------------------------------------------------------------------


def test_every_system_is_a_registered_game():
    assert {f"quintain_{name}" for name in system_names()} <= {*pyspiel.registered_names()}


def test_openspiels_random_simulation_passes(system):
    game = load(system.name, scenario="duel")
    pyspiel.random_sim_test(game, 1, serialize=True, verbose=False)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC


def test_openspiels_random_simulation_passes_with_sampled_dice():
    """Without its serialization: OpenSpiel lets no game of Python give the state of its dice."""
    game = load(scenario="duel", chance="sampled")
    pyspiel.random_sim_test(game, 2, serialize=False, verbose=False)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC


def test_openspiels_environment_for_learners_steps_through_a_battle():
    rl_environment = pytest.importorskip("open_spiel.python.rl_environment")
    env = rl_environment.Environment(load(scenario="duel"))
    env.seed(1)
    step, draw = env.reset(), np.random.default_rng(1)
    for _ in range(2000):
        if step.last():
            break
        player = step.observations["current_player"]
        step = env.step([int(draw.choice(step.observations["legal_actions"][player]))])
    assert step.last()
    assert sum(step.rewards) == 0


# --- Decisions ------------------------------------------------------------------------------------


def test_a_side_decides_as_its_fighters_do(system):
    """Actions, masks and observations are those of a match of the same battle."""
    state, draw = begin(system=system.name, scenario="duel")
    match = Match(system, "duel", choices="quick")
    match.reset(seed=0)
    for now in play(state, draw, 60):
        side, fighter = now.current_player(), int(now.battle.to_act)
        match.battles[:] = now.battle
        match.to_act = fighter
        match._show()
        assert side == match.battles["side"][0, fighter]
        assert now.legal_actions() == np.flatnonzero(match.mask).tolist()
        assert now.legal_actions(1 - side) == []
        np.testing.assert_array_equal(now.observation_tensor(side)[2:], match.observation)
        words = [now.action_to_string(side, action) for action in now.legal_actions()]
        assert words == [match.describe(action) for action in now.legal_actions()]
        assert len({*words}) == len(words)


def test_an_illegal_action_is_refused_in_words_and_changes_nothing():
    state, _ = begin(scenario="duel")
    before, illegal = str(state), state.legal_actions_mask().index(0)
    with pytest.raises(IllegalAction, match="is illegal for"):
        state.apply_action(illegal)
    assert (str(state), state.is_chance_node()) == (before, False)


def test_results_are_those_of_the_battle():
    seen = Counter()
    for seed in range(6):
        state, draw = begin(seed, scenario=KNIVES)
        for _ in play(state, draw, 100):
            assert state.returns() == [0, 0]
        winner = int(state.battle.winner)
        assert state.returns() == ([0, 0] if winner < 0 else [1 - 2 * winner, 2 * winner - 1])
        seen[winner] += 1
    assert len(seen) > 1


@pytest.mark.parametrize(
    ("params", "error", "text"),
    [
        ({"chance": "none"}, ValueError, "chance must be explicit, merged or sampled, got 'none'"),
        ({"scenario": "nowhere"}, ScenarioError, "nowhere"),
        ({"choices": "some"}, ValueError, "choices must be 'full' or 'quick'"),
        ({"memory": 9}, ValueError, "memory must be between 0 and 8"),
        ({"draws": 0}, ValueError, "draws must be a whole number between 1 and"),
    ],
)
def test_an_impossible_parameter_is_one_sentence(params, error, text):
    with pytest.raises(error, match=text):
        load(**params)


# --- What a side knows ----------------------------------------------------------------------------


def test_an_information_state_recalls_every_observation_and_action():
    """Equal strings mean equal pasts, and the tensor shows the last ones, the newest first."""
    game, pasts = load(scenario=KNIVES, recall=3), {}
    size, actions = game.observation_tensor_shape()[0] - 2, game.num_distinct_actions()
    for seed in range(40):
        state, draw, past = game.new_initial_state(), np.random.default_rng(seed), ([], [])
        while not state.is_terminal():
            side, legal = state.current_player(), state.legal_actions()
            seen = state.observation_tensor(side)
            known = repr((past[side], seen, legal))
            assert pasts.setdefault(state.information_state_string(), known) == known
            tensor = np.array(state.information_state_tensor(side))
            assert tensor[: size + 2].tolist() == seen
            earlier, chosen = np.split(tensor[size + 2 :], [3 * size])
            for row, (then, action) in enumerate(past[side][::-1][:3]):
                assert earlier.reshape(3, size)[row].tolist() == then
                assert np.flatnonzero(chosen.reshape(3, actions)[row]).tolist() == [action]
            action = int(draw.choice(legal))
            past[side].append((seen[2:], action))
            state.apply_action(action)
            roll(state, draw)
    assert len(pasts) == len({*pasts.values()}) > 5


def test_the_parts_of_a_tensor_have_the_names_of_the_observations_blocks():
    game = load(scenario="skirmish", memory=2)
    observer = game.make_py_observer()
    blocks = game.layout.blocks()
    assert list(observer.dict) == ["player", *blocks]
    assert {"own", "ally_0", "enemy_1", "window", "memory_1"} < {*blocks}
    assert observer.tensor.size == 2 + game.layout.length


def test_an_observation_in_words_names_its_numbers():
    state, _ = begin(scenario=KNIVES)
    words = state.observation_string(1)
    assert words.startswith("blue: own.")
    assert words.endswith(f"legal {' '.join(map(str, state.legal_actions()))}")
    assert state.observation_string(0).endswith("legal nothing")


def test_only_what_one_side_sees_can_be_observed():
    for kind in (
        pyspiel.IIGObservationType(False, False),
        pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.ALL_PLAYERS),
    ):
        with pytest.raises(ValueError, match="a side has one kind of observation"):
            load(scenario=KNIVES).make_py_observer(kind)


def test_a_drawn_state_is_one_that_the_side_cannot_tell_from_this_one(system):
    state, draw = begin(system=system.name, scenario="duel")
    differ = 0
    for now in play(state, draw, 40):
        side = now.current_player()
        drawn = now.resample_from_infostate(side, draw.random)
        assert drawn.information_state_string(side) == now.information_state_string(side)
        assert drawn.legal_actions() == now.legal_actions()
        differ += str(drawn) != str(now)
        with pytest.raises(ValueError, match="does not decide"):
            now.resample_from_infostate(1 - side, draw.random)
    assert differ > 0


# --- Chance ---------------------------------------------------------------------------------------


def distribution(state):
    """The probabilities of what both sides see after the dice of a step, by its chance nodes."""
    found = defaultdict(float)
    todo = [(state, 1.0)]
    while todo:
        one, chance = todo.pop()
        if one.is_chance_node():
            todo += [(one.child(face), chance * share) for face, share in one.chance_outcomes()]
        else:
            seen = one.returns() if one.is_terminal() else map(one.information_state_string, (0, 1))
            found[tuple(seen)] += chance
    return found


def after_an_attack(chance):
    """A small fight in which blue attacks and red attacks back: the dice of both."""
    state, _ = begin(scenario=KNIVES, chance=chance)
    while not state.is_chance_node():
        state.apply_action(attack(state))
    return state


def test_merged_outcomes_have_the_probabilities_of_the_dice():
    dice, merged = (distribution(after_an_attack(chance)) for chance in ("explicit", "merged"))
    assert len(after_an_attack("merged").chance_outcomes()) == len(dice) == len(merged) > 1
    assert dice == pytest.approx(merged)


def test_sampled_dice_have_the_probabilities_of_the_outcomes():
    merged, state, count = distribution(after_an_attack("merged")), after_an_attack("sampled"), 2000
    rolled = Counter(key for _ in range(count) for key in distribution(state))
    assert {*rolled} <= {*merged}
    for key, share in merged.items():
        error = 4.5 * np.sqrt(share * (1 - share) / count)
        assert rolled[key] / count == pytest.approx(share, abs=error)


def test_every_chance_node_has_probabilities_that_add_up_to_one(system):
    state, draw = load(system.name, scenario="duel").new_initial_state(), np.random.default_rng(3)
    nodes = 0
    while not state.is_terminal() and nodes < 60:
        if state.is_chance_node():
            nodes += 1
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            assert len({*outcomes}) == len(outcomes) <= state.get_game().max_chance_outcomes()
            assert all(state.action_to_string(-1, outcome) for outcome in outcomes)
            state.apply_action(int(draw.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(draw.choice(state.legal_actions())))
    assert nodes > 1


def test_an_impossible_outcome_is_refused():
    state = after_an_attack("explicit")
    with pytest.raises(ValueError, match="outcome 99 is impossible here"):
        state.apply_action(99)


def test_a_deployment_at_random_has_as_many_outcomes_as_the_game_says():
    state = load(scenario="skirmish", draws=5).new_initial_state()
    assert [share for _, share in state.chance_outcomes()] == [0.2] * 5
    begun = {str(state.child(outcome)) for outcome in range(5)}
    assert len(begun) == 5
    assert begun == {str(state.child(outcome)) for outcome in range(5)}


# --- Copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("chance", MODES)
def test_a_state_holds_no_dice_that_are_still_to_be_rolled(chance):
    state, draw = begin(scenario="duel", chance=chance)
    for now in play(state, draw, 30):
        assert not now.battle.dice.any()
        assert now.battle.num_loaded == 0


def test_copies_of_a_state_roll_dice_of_their_own():
    state = after_an_attack("sampled")
    ends = Counter()
    for _ in range(100):
        copy = state.clone()
        copy.apply_action(0)
        ends[str(copy)] += 1
    assert len(ends) > 1


def test_a_search_on_copies_learns_nothing_about_the_dice_of_the_battle():
    """The dice of a copy and those of the battle agree as often as any two rolls do."""
    state, count = after_an_attack("sampled"), 1000
    foreseen, rolled = ([], [])
    for _ in range(count):
        for ends in (foreseen, rolled):
            copy = state.clone()
            copy.apply_action(0)
            ends.append(str(copy))
    shares = np.array([*Counter(foreseen + rolled).values()]) / (2 * count)
    expected = (shares**2).sum()
    agree = np.mean([one == other for one, other in zip(foreseen, rolled, strict=True)])
    assert 0.05 < expected < 0.95
    assert agree == pytest.approx(expected, abs=4.5 * np.sqrt(expected * (1 - expected) / count))


@pytest.mark.parametrize("chance", ["explicit", "merged", "sampled"])
def test_states_and_games_are_pickled(chance):
    state, _ = begin(scenario=KNIVES, chance=chance)
    state.apply_action(attack(state))
    copy = pickle.loads(pickle.dumps(state))
    assert (str(copy), copy.history()) == (str(state), state.history())
    assert copy.information_state_string(1) == state.information_state_string(1)
    for one in (state, copy):
        roll(one, np.random.default_rng(4))
    game = pickle.loads(pickle.dumps(state.get_game()))
    assert str(game) == str(state.get_game())
    same = [one.generator.integers(1 << 30) for one in (game, state.get_game())]
    assert same[0] == same[1]


def test_explicit_states_are_serialized_by_openspiel():
    state = after_an_attack("explicit")
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, copy = pyspiel.deserialize_game_and_state(text)
    assert (str(copy), copy.history()) == (str(state), state.history())
    assert [copy.child(3).history()] == [state.child(3).history()]


# --- Registration ---------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["quintain, pyspiel", "pyspiel, quintain"])
def test_the_games_are_registered_in_any_order_of_imports(order):
    code = (
        f"import {order}\nimport sys\nprint('numba' in sys.modules)\n"
        "print(pyspiel.load_game('quintain_mythic_epoch(scenario=duel,choices=quick)'))"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    first, second, *_ = done.stdout.split("\n")
    assert first == "False"
    assert second.startswith("quintain_mythic_epoch(")
