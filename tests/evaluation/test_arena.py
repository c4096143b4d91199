"""Pairs of battles: common seeds, swapped sides, and results independent of blocks and threads."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import quintain.agents  # noqa: F401
from quintain.agents.character import Character, CharacterAgent
from quintain.agents.python_agent import PythonAgent
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.dice import FAULT_ENDLESS
from quintain.envs.core.engine.system import get_system
from quintain.evaluation.arena import final_result, play_pairs
from quintain.evaluation.field import pairing_seed, scores_of
from quintain.evaluation.statistics import PairResult
from quintain.evaluation.tournament import Tournament, run_tournament

SYSTEM = "mythic_epoch"


def agent(name):
    return make_agent(name, SYSTEM)


def fight(one, other, pairs=20, seed=3, **options):
    return final_result(
        play_pairs(SYSTEM, "duel", agent(one), agent(other), pairs, seed, **options)
    )


def counts(result):
    return result.wins, result.losses, result.draws, result.battles, result.mean_rounds


def test_blocks_and_threads_change_nothing():
    whole = fight("berserker", "guardian")
    assert counts(fight("berserker", "guardian", block=7)) == counts(whole)
    assert counts(fight("berserker", "guardian", threads=2)) == counts(whole)
    assert (fight("berserker", "guardian", block=3).scores == whole.scores).all()


def test_a_battle_that_did_not_end_has_no_score():
    battles = get_system(SYSTEM).new_battles(4)
    battles["fault"][2] = FAULT_ENDLESS
    with pytest.raises(RuntimeError, match="did not end"):
        scores_of(battles)


class ByPredict:
    """A compiled heuristic that the arena cannot recognize as one."""

    def __init__(self, inner):
        """Wrap `inner`."""
        self.name, self.watch, self.predict = inner.name, inner.watch, inner.predict


def test_predict_plays_as_the_compiled_loop_does():
    """A heuristic through `predict` and the same one inside compiled code: the same battles."""
    result = final_result(
        play_pairs(SYSTEM, "duel", ByPredict(agent("berserker")), agent("guardian"), 20, 3)
    )
    assert counts(result) == counts(fight("berserker", "guardian"))


def test_other_seeds_give_other_battles():
    assert fight("random", "berserker", seed=1).scores.tolist() != fight(
        "random", "berserker", seed=2
    ).scores.tolist() or counts(fight("random", "berserker", seed=1)) != counts(
        fight("random", "berserker", seed=2)
    )


def test_results_so_far_are_counted_once_and_never_change():
    """The result after each block is that of its battles alone, also after later blocks."""
    results = list(play_pairs(SYSTEM, "duel", agent("random"), agent("berserker"), 20, 3, block=7))
    assert [one.battles for one in results] == [14, 28, 40]
    for one in results:
        assert one == PairResult.from_scores(
            one.a, one.b, results[-1].scores[: one.battles // 2],
            results[-1].rounds[: one.battles // 2], one.distinct,
        )  # fmt: skip
        assert (one.scores == results[-1].scores[: one.battles // 2]).all()
        assert not one.scores.flags.writeable
        assert one.decided_first.shape == one.rounds.shape == one.scores.shape
        assert np.shares_memory(one.scores, results[-1].scores)
    assert [one.distinct for one in results] == [14, 28, 40]


def test_wins_are_those_of_the_first_agent():
    result = fight("berserker", "random", pairs=40)
    assert result.wins > 60
    mirrored = fight("random", "berserker", pairs=40)
    assert mirrored.losses > 60


def test_score_of_each_side():
    battles = get_system(SYSTEM).new_battles(4)
    battles["winner"] = [0, 0, 1, -1]
    assert scores_of(battles).tolist() == [[1.0, 0.0], [0.0, 0.5]]


class Cheat:
    """Always takes the last action, legal or not."""

    name = "cheat"

    def predict(
        self, observation, state=None, episode_start=None, deterministic=False, action_masks=None
    ):
        """The last action for every row."""
        return np.full(len(observation), action_masks.shape[1] - 1), state


def test_without_swapping_agents_keep_their_sides():
    found = run_tournament(SYSTEM, "two_on_one", [agent("tactician"), agent("tactician")], 40)
    assert found.agents == ("tactician (red)", "tactician (blue)")
    assert not found.is_swapped
    (result,) = found.results
    assert (result.a, result.b, result.battles, result.distinct) == (*found.agents, 40, 40)
    assert result.wins > 30  # two against one
    same = {"swap": False, "seed": pairing_seed(0, "tactician", "tactician")}
    again = final_result(
        play_pairs(SYSTEM, "two_on_one", agent("tactician"), agent("tactician"), 20, **same)
    )
    assert counts(again) == counts(result)
    blocks = final_result(
        play_pairs(SYSTEM, "two_on_one", *(agent("tactician") for _ in "ab"), 20, block=3, **same)
    )
    assert counts(blocks) == counts(result)
    asked = final_result(
        play_pairs(SYSTEM, "two_on_one", *(ByPredict(agent("tactician")) for _ in "ab"), 20, **same)
    )
    assert counts(asked) == counts(result)


def test_a_block_has_a_pair_at_least():
    with pytest.raises(
        ValueError, match="block must be a whole number between 1 and 1000000, got 0"
    ):
        fight("berserker", "guardian", block=0)


def test_illegal_choice_is_named():
    with pytest.raises(ValueError, match="cheat chose the illegal action"):
        final_result(play_pairs(SYSTEM, "duel", Cheat(), agent("random"), 2))


def test_tournament_is_the_same_twice_and_counts_every_pairing():
    names = ("random", "berserker", "guardian")
    runs = [
        run_tournament(SYSTEM, "duel", [agent(n) for n in names], 20, 5, threads=t).to_json()
        for t in (1, 2)
    ]
    assert runs[0] == runs[1]
    assert [(p["a"], p["b"]) for p in runs[0]["pairs"]] == [
        ("random", "berserker"),
        ("random", "guardian"),
        ("berserker", "guardian"),
    ]
    for pair in runs[0]["pairs"]:
        assert pair["wins"] + pair["losses"] + pair["draws"] == pair["battles"] == 20
    assert {one["agent"] for one in runs[0]["ratings"]} == set(names)


def test_interrupted_tournament_keeps_its_results():
    def stop(result):
        if result.b == "guardian":
            raise KeyboardInterrupt

    result = run_tournament(
        SYSTEM, "duel", [agent(n) for n in ("random", "berserker", "guardian")], 20, report=stop
    )
    assert not result.is_complete
    assert [pair.b for pair in result.results] == ["berserker", "guardian"]
    assert result.to_json()["complete"] is False


@pytest.mark.parametrize(
    ("names", "battles"),
    [(("random",), 10), (("random", "random", "fencer"), 10), (("random", "fencer"), 3)],
)
def test_invalid_tournaments_are_refused(names, battles):
    with pytest.raises(ValueError, match=r"two or more|tournament|battles"):
        run_tournament(SYSTEM, "duel", [agent(n) for n in names], battles)


@pytest.mark.parametrize("action", [-55, 55])
def test_a_number_outside_the_actions_is_refused(action):
    """Waiting is legal, and its number from the end of the table is -55."""

    class Stray(Cheat):
        def predict(self, observation, **more):
            return np.full(len(observation), action), None

    with pytest.raises(ValueError, match=f"cheat chose the illegal action {action} "):
        final_result(play_pairs(SYSTEM, "duel", Stray(), agent("random"), 2))


class Gambler:
    """Takes a random legal action, with the view's random numbers."""

    def choose(self, view):
        """A random action."""
        return view.random.choice(view.legal())


def test_dice_of_a_tactic_belong_to_the_battle():
    """Blocks and earlier battles do not change the random numbers of a tactic."""
    gambler, other = PythonAgent("gambler", SYSTEM, Gambler()), agent("random")
    results = [
        final_result(play_pairs(SYSTEM, "duel", gambler, other, 4, 3, block=block))
        for block in (4, 3, 1)
    ]
    assert counts(results[0]) == counts(results[1]) == counts(results[2])
    assert results[0].distinct == 8


def test_what_an_agent_played_before_does_not_change_its_draws():
    """An agent with a generator of its own is seeded before each block."""
    one, other = ByGenerator(), agent("random")
    first, again = (final_result(play_pairs(SYSTEM, "duel", one, other, 60, 3)) for _ in "ab")
    assert (first.scores == again.scores).all()
    character = CharacterAgent(ByGenerator(), Character(), get_system(SYSTEM), "ByGenerator")
    same = final_result(play_pairs(SYSTEM, "duel", character, other, 60, 3))
    assert (first.scores == same.scores).all()
    others = final_result(play_pairs(SYSTEM, "duel", one, other, 60, 4))
    assert (first.scores != others.scores).any()


class ByGenerator:
    """Takes random legal actions, with a generator of its own."""

    def seed(self, seed):
        """Begin the draws again."""
        self.draws = np.random.default_rng(seed)

    def predict(
        self, observation, state=None, episode_start=None, deterministic=False, action_masks=None
    ):
        """A random action for every row."""
        return np.where(action_masks, self.draws.random(action_masks.shape), -1).argmax(1), state


def test_a_battle_at_the_round_limit_has_that_many_rounds():
    short = get_system(SYSTEM).load_scenario("duel").model_copy(update={"round_limit": 1})
    waiters = [Waiter(), Waiter()]
    waiters[1].name = "other"
    result = final_result(play_pairs(SYSTEM, short, *waiters, 2))
    assert (result.draws, result.mean_rounds) == (4, 1.0)


class Waiter(Cheat):
    """Always waits."""

    name = "waiter"

    def predict(self, observation, **more):
        """Wait in every battle."""
        return np.zeros(len(observation), np.int64), None


@pytest.mark.parametrize(
    ("names", "anchor"),
    [
        (("random", "berserker", "tactician"), "tactician"),
        (("random", "tactician", "patient"), "tactician"),
        (("tactician", "fencer", "random"), "tactician"),
        (("random", "mine.py:Sly"), "mine.py:Sly"),
        (("a", "b", "random"), "a"),
        (("mine.py:Sly", "random", "patient"), "patient"),
        (("mine.py:Sly", "patient", "berserker", "random"), "berserker"),
    ],
)
def test_the_strongest_heuristic_is_rated_0_and_random_widens_no_other_interval(names, anchor):
    """The rating of an agent that always loses is uncertain; the others are not affected."""
    scores = {("random", True): [[0.0, 0.0]] * 200, ("other", False): [[1.0, 0.0]] * 200}
    results = []
    for a, b in itertools.combinations(names, 2):
        lost = scores["random", True] if "random" in (a, b) else scores["other", False]
        pair = PairResult.from_scores(a, b, np.array(lost) if b != "random" else 1 - np.array(lost))
        results.append(pair)
    tournament = Tournament(SYSTEM, "duel", 0, names, tuple(results), True)
    assert tournament.anchor == tournament.to_json()["anchor"] == anchor
    ratings = {one["agent"]: one for one in tournament.to_json()["ratings"]}
    assert [ratings[anchor][key] for key in ("elo", "low", "high")] == [0, 0, 0]
    widths = {name: one["high"] - one["low"] for name, one in ratings.items()}
    assert all(width < 100 for name, width in widths.items() if name != "random")
    assert widths["random"] > 300
