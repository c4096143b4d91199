"""The course of a recorded battle: chances at each position, and its turning points."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.registry import make_agent
from quintain.envs.core.session import replay as replays
from quintain.envs.core.session.match import Match
from quintain.envs.core.session.recording import recording_of
from quintain.evaluation import turning_points
from quintain.evaluation.statistics import Interval
from quintain.evaluation.turning_points import Chances, find_course, look_into, other_choices

pytestmark = pytest.mark.compiled
EVEN = Interval(0.5, 0.4, 0.6)
AROUND = [Chances(0, EVEN, EVEN), Chances(1, EVEN, EVEN)]


def recorded(system: str, scenario: str, decisions: int) -> replays.Replay:
    """A battle between two random agents, cut after some decisions."""
    match = Match(system, scenario)
    match.reset(3)
    generator = np.random.default_rng(3)
    while match.to_act >= 0 and len(match.actions) < decisions:
        match.step(int(generator.choice(np.flatnonzero(match.mask))))
    return replays.record(match)


@pytest.fixture(scope="module")
def duel() -> replays.Replay:
    """A duel of Mythic Epoch to its end."""
    return recorded("mythic_epoch", "duel", 100_000)


def test_the_course_has_a_chance_for_each_position(duel: replays.Replay) -> None:
    course = find_course(recording_of(duel), 20)
    assert [one.decision for one in course.chances] == list(range(len(duel.actions) + 1))
    for one in course.chances:
        assert 0 <= one.red.low <= one.red.estimate <= one.red.high <= 1
        assert one.red.estimate + one.blue.estimate <= 1 + 1e-9


def test_the_end_is_certain(duel: replays.Replay) -> None:
    last = find_course(recording_of(duel), 2).chances[-1]
    won = {"red": (1.0, 0.0), "blue": (0.0, 1.0), None: (0.0, 0.0)}[duel.result.winner]
    assert (last.red.estimate, last.blue.estimate) == won
    assert last.red.low == last.red.high == last.red.estimate


def test_the_same_seed_gives_the_same_course(duel: replays.Replay) -> None:
    one, other = (find_course(recording_of(duel), 10, seed=5) for _ in range(2))
    assert one.to_json() == other.to_json()


def test_progress_is_told(duel: replays.Replay) -> None:
    told: list[tuple[int, int]] = []
    find_course(recording_of(duel), 2, notice=lambda done, of: told.append((done, of)))
    count = len(duel.actions) + 1
    assert told == [(done, count) for done in range(1, count + 1)]


def test_a_fall_that_other_dice_do_not_show_is_no_turning_point(
    duel: replays.Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two falls in 20 battles, 80 others show one, and a smaller one."""
    asked: list[tuple[int, int]] = []

    def chances_at(match: Match, decision: int, count: int, seed: int) -> Chances:
        first, second = ((0.7, 0.4, 0.1), (0.5, 0.5, 0.35))
        if count > 20:
            asked.append((decision, count))
            assert seed != 5
        share = (first if count == 20 else second)[(decision > 3) + (decision > 7)]
        return Chances(decision, Interval(share, 0, 1), Interval(share, 0, 1))

    monkeypatch.setattr(turning_points, "chances_at", chances_at)
    (turn,) = find_course(recording_of(duel), 20, seed=5).turns
    assert asked == [(3, 80), (4, 80), (7, 80), (8, 80)]
    assert turn.decision == 8
    assert (turn.before.estimate, turn.after.estimate) == (0.5, 0.35)


@pytest.mark.parametrize("count", [0, 1, 25_001])
def test_a_wrong_number_of_battles_is_refused(duel: replays.Replay, count: int) -> None:
    with pytest.raises(ValueError, match="between 2 and 25000"):
        find_course(recording_of(duel), count)


def test_a_blunder_is_told_with_a_better_choice() -> None:
    """Surrender loses at once in Heimr: any other choice is better than that."""
    match = Match("heimr", "duel")
    match.reset(1)
    agent = make_agent("veteran", "heimr")
    give_up = -1
    while match.to_act >= 0 and give_up < 0:
        found = [one for one in np.flatnonzero(match.mask) if "surrender" in verb(match, one)]
        if found:
            give_up = int(found[0])
            break
        agent.watch(match.battles)
        action, _ = agent.predict(match.observation[None], action_masks=match.mask[None])
        match.step(int(action[0]))
    assert give_up >= 0
    turn = look_into(match, give_up, AROUND, 100, 0)
    assert turn.better
    assert turn.gain is not None
    assert turn.gain.low > 0
    assert "surrender" not in turn.better


def verb(match: Match, action: int) -> str:
    """The description of an action, in small letters."""
    return match.describe(int(action)).lower()


def test_a_decision_without_better_choice_blames_the_dice(duel: replays.Replay) -> None:
    match = next(replays.play(duel, log=False))
    best = None
    for action in np.flatnonzero(match.mask).tolist():
        turn = look_into(match, action, AROUND, 50, 0)
        best = turn if not turn.better else best
    assert best is not None, "some choice has no better one beyond chance"
    assert best.gain is None


def test_of_many_choices_a_part_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning_points, "SCREENED", 3)
    match = Match("martial", "skirmish")
    match.reset(0)
    legal = np.flatnonzero(match.mask).tolist()
    others = other_choices(match, legal[0], 0)
    assert len(others) == 3
    assert set(others) < set(legal[1:])
