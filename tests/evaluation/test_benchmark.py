"""Quintain-10: the numbers of its tasks, their mean, and the score files."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import scipy

from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system
from quintain.evaluation.benchmark import (
    PARTS,
    PROTOCOL,
    TASKS,
    Part,
    TaskScore,
    aggregate,
    cost_of,
    interquartile_mean,
    pairs_of,
    score_task,
)
from quintain.evaluation.score_files import digest, read_score, to_file

FOLDER = Path(__file__).parents[2] / "docs" / "benchmark"


def scored(task, shares, agent="x"):
    """A score with these shares of the pairs in the four parts; no draws."""
    parts = {}
    for name, share in zip(PARTS, shares, strict=True):
        count = pairs_of(task, name)
        won = round(2 * count * share)
        pairs = (2,) * (won // 2) + (1,) * (won % 2)
        parts[name] = Part(won, 0, 2 * count - won, pairs + (0,) * (count - len(pairs)))
    return TaskScore(task, agent, 1, None, None, parts)


def test_the_parts_of_a_task_count_alike_and_the_known_one_does_not_count():
    one = scored("heimr/duel", (0.2, 0.5, 0.8, 1.0))
    assert one.number == pytest.approx(0.5)
    assert one.known().estimate == 1
    found = one.interval()
    assert found.low < found.estimate == one.number < found.high


def test_a_draw_is_no_win():
    parts = {name: Part(0, 80, 0, (0,) * 40) for name in PARTS}
    assert TaskScore("heimr/duel", "x", 1, None, None, parts).number == 0


def test_the_mean_leaves_out_the_highest_and_lowest_quarter():
    assert interquartile_mean(np.array([0.0, 1.0, 2.0, 9.0])) == 1.5
    numbers = (0.0, 0.1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.9, 1.0)
    found = aggregate([scored(t, (n,) * 4) for t, n in zip(TASKS, numbers, strict=True)])
    assert found.estimate == pytest.approx(0.5)
    assert found.low <= found.estimate <= found.high


def test_seeds_that_differ_widen_the_interval_of_the_mean():
    alike = [scored(task, (0.5,) * 4) for task in TASKS for _ in range(2)]
    apart = [scored(task, (share,) * 4) for task in TASKS for share in (0.2, 0.8)]
    one, other = aggregate(alike), aggregate(apart)
    assert one.estimate == pytest.approx(other.estimate)
    assert other.high - other.low > 2 * (one.high - one.low)


def test_the_highest_and_lowest_quarter_of_all_runs_are_left_out():
    """As in rliable: of the runs of all tasks together, not of the means of the tasks."""
    shares = [(0.9, 0.9, 0.1)] * 5 + [(0.5, 0.5, 0.5)] * 5
    runs = [
        scored(task, (one,) * 4) for task, each in zip(TASKS, shares, strict=True) for one in each
    ]
    found = aggregate(runs)
    pooled = scipy.stats.trim_mean([one.number for one in runs], 0.25)
    assert found.estimate == pytest.approx(pooled)
    assert pooled == pytest.approx((3 * 0.9 + 13 * 0.5) / 16, abs=1e-3)
    assert found.low <= found.estimate <= found.high


def uneven(counts):
    """Runs of all tasks, as many of each as `counts` says; no two have the same number."""
    shares = iter(np.random.default_rng(3).permutation(np.linspace(0.1, 0.9, sum(counts))))
    return [
        scored(task, (float(next(shares)),) * 4)
        for task, count in zip(TASKS, counts, strict=True)
        for _ in range(count)
    ]


def test_a_run_counts_as_the_copies_that_make_all_tasks_alike():
    counts = (*[3] * 9, 2)
    runs = uneven(counts)
    copies = [6 // count for count in counts for _ in range(count)]
    numbers = np.repeat([one.number for one in runs], copies)
    assert len(numbers) == 60
    assert aggregate(runs).estimate == pytest.approx(scipy.stats.trim_mean(numbers, 0.25))


def test_numbers_of_runs_without_a_common_factor_need_no_copies():
    """Equal copies would be 360,360 of each task, 107 GiB of resamples."""
    found = aggregate(uneven((5, 7, 8, 9, 11, 13, 5, 5, 5, 5)))
    assert found.low < found.estimate < found.high


def test_of_ten_runs_two_are_left_out_at_each_end():
    numbers = np.array([9.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 9.0])
    assert interquartile_mean(numbers) == pytest.approx(4 / 6)
    assert interquartile_mean(numbers[:3]) == pytest.approx(10 / 3)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda file: file.stem)
def test_the_published_scores_are_those_of_their_counts(file):
    text = file.read_text(encoding="utf-8")
    told, content = json.loads(text), read_score(text)
    assert content.keys() == told.keys()
    intervals = [(told["interquartile_mean"], content["interquartile_mean"])]
    for one, other in zip(told["tasks"], content["tasks"], strict=True):
        assert one["parts"] == other["parts"]
        intervals += [(one[name], other[name]) for name in ("number", "known")]
    for one, other in intervals:
        assert one == pytest.approx(other, abs=1e-9)


def test_parts_that_win_with_the_same_dice_tell_less_than_others():
    """The first part and the third have the same dice, pair by pair."""
    generator = np.random.default_rng(1)
    won = generator.binomial(2, 0.5, 120)
    others = generator.permutation(won)
    widths = []
    for both in (won, others, 2 - won):
        by_pair = {"held_out_opponents": won, "both": both, "held_out_scenario": np.ones(126, int)}
        parts = {
            name: Part(int(each.sum()), 0, 2 * len(each) - int(each.sum()), tuple(each.tolist()))
            for name, each in by_pair.items()
        }
        found = TaskScore("heimr/duel", "x", 1, None, None, parts).interval()
        widths.append(found.high - found.low)
    assert widths[0] == pytest.approx(2**0.5 * widths[1], rel=0.15)
    assert widths[2] < 0.4 * widths[1]


def test_seeds_of_one_method_have_the_same_dice():
    """Two runs that win the same pairs tell no more of the mean than one of them."""
    once = [scored(task, (0.5,) * 4) for task in TASKS[:4]]
    one, two = aggregate(once), aggregate([each for each in once for _ in "ab"])
    assert two.high - two.low == pytest.approx(one.high - one.low)


def test_many_seeds_of_one_task_count_as_one_task():
    once = [
        scored(task, (share,) * 4) for task, share in zip(TASKS, (0.9, *[0.3] * 9), strict=True)
    ]
    often = [*[once[0]] * 5, *once[1:]]
    assert aggregate(often).estimate == pytest.approx(aggregate(once).estimate)


@pytest.mark.parametrize("chance", [0.02, 0.99])
def test_the_number_is_within_its_limits_19_times_in_20_near_the_ends(chance):
    generator, found, count = np.random.default_rng(2), 0, 200
    for _ in range(count):
        parts = {}
        for name in PARTS:
            won = generator.binomial(2, chance, pairs_of("heimr/duel", name))
            total, every = int(won.sum()), 2 * len(won)
            parts[name] = Part(total, 0, every - total, tuple(won.tolist()))
        limits = TaskScore("heimr/duel", "x", 1, None, None, parts).interval()
        found += limits.low <= chance <= limits.high
    assert found / count > 0.93


def test_all_or_nothing_leaves_doubt():
    lost, won = (scored("heimr/duel", (share,) * 4).interval() for share in (0, 1))
    assert lost.low == lost.estimate == 0 < lost.high
    assert won.low < won.estimate == won.high == 1


def test_a_score_of_fewer_battles_is_refused():
    parts = {name: Part(0, 16, 0, (0,) * 8) for name in PARTS}
    with pytest.raises(ValueError, match="fewer than"):
        read_score(to_file("x", [TaskScore("heimr/duel", "x", 1, None, None, parts)], {}))


def test_a_score_file_is_read_back_and_refused_if_it_was_changed():
    text = to_file("mine", [scored(task, (0.5,) * 4) for task in TASKS], {"quintain": "0"})
    content = read_score(text)
    assert content["protocol"] == PROTOCOL
    assert [one["task"] for one in content["tasks"]] == list(TASKS)
    assert content["interquartile_mean"]["estimate"] == pytest.approx(0.5)
    content["tasks"][3]["parts"]["both"]["won"] += 1
    with pytest.raises(ValueError, match="was changed"):
        read_score(json.dumps(content))


@pytest.mark.parametrize("text", ["", "[" * 100_000, '{"protocol": ' + "9" * 5000 + "}", "\0"])
def test_a_score_file_that_is_no_json_is_refused(text):
    with pytest.raises(ValueError, match="this is no score file: it is not JSON"):
        read_score(text)


def test_a_refusal_does_not_repeat_a_long_protocol():
    with pytest.raises(ValueError, match="this score is of 'xxx") as found:
        read_score(json.dumps({"protocol": "x" * 10**6}))
    assert len(str(found.value)) < 300


def no_parts(content):
    content["tasks"][0]["parts"] = {}


def no_tasks(content):
    del content["tasks"]


def unknown_task(content):
    content["tasks"][0]["task"] = "heimr/bridge"


def more_wins(content):
    content["tasks"][0]["parts"]["both"]["won"] += 1


def better_number(content):
    content["tasks"][0]["number"]["estimate"] = 0.9


def better_mean(content):
    content["interquartile_mean"] = content["tasks"][0]["number"]


def three_wins(content):
    content["tasks"][0]["parts"]["both"]["by_pair"][0] = 3


def more_pairs(content):
    content["tasks"][0]["parts"]["both"]["by_pair"] += [0]
    content["tasks"][0]["parts"]["both"]["lost"] += 2


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (no_parts, "held_out_opponents: must be given"),
        (no_tasks, "score file: tasks: must be given"),
        (unknown_task, "task: must be 'heimr/duel', .* got 'heimr/bridge'"),
        (more_wins, "won must be the sum of by_pair, 120"),
        (better_number, r"number of heimr/duel must be 0\.5, got 0\.9"),
        (better_mean, "interquartile_mean of the file must be None, got 0.5"),
        (three_wins, "must be 2 or less, got 3"),
        (more_pairs, "both must have 120 pairs, got 121"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused_in_a_sentence(edit, words):
    content = json.loads(to_file("x", [scored("heimr/duel", (0.5,) * 4)], {}))
    edit(content)
    content["digest"] = digest(content)
    with pytest.raises(ValueError, match=words) as raised:
        read_score(json.dumps(content))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "names no protocol"),
        ('{"protocol": "Quintain-10, version 0"}', "and this is"),
        (f'{{"protocol": "{PROTOCOL}"}}', "was changed"),
    ],
)
def test_other_files_are_refused_in_a_sentence(text, words):
    with pytest.raises(ValueError, match=words):
        read_score(text)


def test_a_file_without_all_tasks_has_no_mean():
    assert read_score(to_file("x", [scored("heimr/duel", (1,) * 4)], {}))["tasks"]
    assert (
        read_score(to_file("x", [scored("heimr/duel", (1,) * 4)], {}))["interquartile_mean"] is None
    )


@pytest.mark.compiled
def test_a_task_is_fought_against_all_opponents_and_gives_the_same_score_again():
    agent, foes = make_agent("berserker", get_system("mythic_epoch")), []
    first = score_task("mythic_epoch/duel", agent, report=foes.append, pairs=6)
    assert foes.count("dancer") == 2
    assert foes.count("tactician") == 2
    assert not {"random", "patient"} & set(foes)
    assert [part.won + part.drawn + part.lost for part in first.parts.values()] == [12] * 4
    again = score_task("mythic_epoch/duel", agent, pairs=6)
    assert first == again


def test_an_npc_file_says_what_its_training_cost():
    decisions, minutes = cost_of(make_agent("mythic_epoch-duel", get_system("mythic_epoch")))
    assert decisions > 1_000_000
    assert minutes > 1
    assert cost_of(make_agent("berserker", get_system("mythic_epoch"))) == (None, None)


def test_lists_of_counts_stand_in_one_line():
    text = to_file("x [1, 2]", [scored(TASKS[0], (0.5, 0.25, 0.125, 1))], {})
    assert '"by_pair": [2,2,' in text
    assert read_score(text)["method"] == "x [1, 2]"
    (task,) = read_score(text)["tasks"]
    assert task["parts"]["known"]["by_pair"] == [2] * pairs_of(TASKS[0], "known")


def test_an_unknown_task_is_refused():
    with pytest.raises(ValueError, match="a task is one of"):
        score_task("mythic_epoch/bridge", None)
