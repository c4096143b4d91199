"""A teacher is asked in the learner's own states, teaches the policy, and fades; runs resume."""

from __future__ import annotations

import csv
import re

import numpy as np
import pytest
import torch

from quintain import training
from quintain.agents.registry import make_agent
from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.system import get_system
from quintain.evaluation.arena import final_result, play_pairs
from quintain.evaluation.statistics import summarize_pair
from quintain.training import checkpoint
from quintain.training.config import ConfigError, TeacherConfig, load_config
from quintain.training.expert import CANDIDATES, Expert, deciding_side, propose
from quintain.training.learning import Run
from quintain.training.logbook import CSV_NAME
from quintain.training.policies import Shape, build_network

SYSTEM = get_system("mythic_epoch")
pytestmark = pytest.mark.compiled

ALONE = {"alone": True, "final_weight": 1.0}


def rows_of(folder):
    with (folder / CSV_NAME).open() as file:
        return list(csv.DictReader(file))


def column(rows, name):
    return [float(row[name]) for row in rows if row[name]]


# --- The teacher of a run -------------------------------------------------------------------------


@pytest.fixture
def brief(tiny):
    """A function that writes a config of four updates with few evaluations."""

    def write(**changes):
        return tiny(steps=1024, evaluation_pairs=1, opponents={"berserker": 1.0}, **changes)

    return write


@pytest.mark.parametrize("agent", ["mythic_epoch-duel", "search:2"])
def test_the_policy_comes_closer_to_the_teacher(brief, tmp_path, agent):
    config = brief(teacher={"agent": agent, "asked": 1.0, **ALONE}, choices="quick")
    rows = rows_of(training.train(config, out=tmp_path / "run", progress=False))
    distance = column(rows, "teacher/cross_entropy")
    assert len(distance) == len(rows)
    assert distance[-1] < distance[0] - 0.1
    assert not any(column(rows, "train/policy_gradient_loss"))


def test_a_teacher_may_remember_less_than_the_learner(brief, tmp_path):
    config = brief(teacher={"agent": "mythic_epoch-duel", "asked": 1.0}, choices="quick", memory=2)
    rows = rows_of(training.train(config, out=tmp_path / "run", progress=False))
    assert column(rows, "teacher/cross_entropy")


@pytest.mark.parametrize("network", ["blocks", "mlp"])
def test_the_policy_learns_from_nothing_but_a_teacher_alone(brief, tmp_path, network):
    """Neither the entropy bonus nor the values, which share an encoder, move the policy."""
    teacher = {"agent": "fencer", "asked": 1e-9, **ALONE}
    config = brief(teacher=teacher, entropy=0.5, final_entropy=0.5, network=network)
    run = Run(load_config(config), tmp_path, False, baselines=())
    values = ("critic", "value")
    before = {name: one.clone() for name, one in run.policy.network.state_dict().items()}
    run.learn(False)
    for name, weights in run.policy.network.state_dict().items():
        moved = not torch.equal(weights, before[name])
        assert moved == name.startswith(values), name


def test_the_weight_falls_and_at_0_nobody_is_asked(brief, tmp_path):
    config = brief(teacher={"agent": "fencer", "share": 0.5, "weight": 2.0})
    rows = rows_of(training.train(config, out=tmp_path / "run", progress=False))
    assert column(rows, "teacher/weight") == [2, 1, 0, 0]
    assert [bool(row["teacher/cross_entropy"]) for row in rows] == [True, True, False, False]
    assert [share > 0 for share in column(rows, "time/teacher_share")] == [True, True, False, False]


@pytest.mark.parametrize("agent", ["fencer", "search"])
def test_a_resumed_run_with_a_teacher_equals_an_uninterrupted_one(
    brief, tmp_path, monkeypatch, agent
):
    config = brief(teacher={"agent": agent, "share": 1.0, "final_weight": 0.5}, choices="quick")
    whole, halved = tmp_path / "whole", tmp_path / "halved"
    training.train(config, out=whole, progress=False)
    update = Run.update

    def update_or_stop(self, display):
        if self.decisions >= 512:
            raise KeyboardInterrupt
        update(self, display)

    with monkeypatch.context() as patch:
        patch.setattr(Run, "update", update_or_stop)
        with pytest.raises(KeyboardInterrupt):
            training.train(config, out=halved, progress=False)
    training.train(config, out=halved, resume=True, progress=False)
    a, b = (checkpoint.read(folder)[0] for folder in (whole, halved))
    for name, weights in a["policy"].items():
        assert torch.equal(weights, b["policy"][name]), name
    assert torch.equal(a["torch"], b["torch"])


@pytest.mark.parametrize(
    ("teacher", "message"),
    [
        ({"agent": "fencr"}, "teacher: no heuristic 'fencr': did you mean fencer"),
        ({"agent": "dancer"}, "teacher: dancer is held out of training"),
        ({"agent": "search:9:dancer"}, "teacher: dancer is held out of training"),
        ({"agent": "mine.py:Sly"}, "teacher: no heuristic 'mine.py:Sly'"),
        ({"agent": "fencer", "alone": True}, "a teacher alone needs a final_weight above 0"),
        ({"agent": "fencer", "asked": 0}, "teacher.asked: must be more than 0"),
        ({}, "teacher.agent"),
    ],
)
def test_errors_of_a_teacher_are_one_sentence(tiny, teacher, message):
    with pytest.raises(ConfigError, match=message) as error:
        load_config(tiny(teacher=teacher)).check_opponents()
    assert "\n" not in str(error.value)


@pytest.mark.docs
def test_the_docs_list_every_key_of_a_teacher(golden):
    text = TeacherConfig.__doc__.partition("Attributes:\n")[2]
    entries = re.findall(r"^        (\w+): (.*(?:\n            .*)*)", text, re.MULTILINE)
    assert [name for name, _ in entries] == list(TeacherConfig.model_fields)
    defaults = TeacherConfig(agent="nobody").model_dump()
    lines = ["| key of `teacher` | default | what it says |", "|---|---|---|"]
    for name, told in entries:
        given = "required" if name == "agent" else f"`{defaults[name]}`"
        lines.append(f"| `{name}` | {given} | {' '.join(told.split())} |")
    stands, written = golden("docs/training.md", "\n".join(lines), "teacher")
    assert stands == written, "make docs"


@pytest.mark.slow
def test_a_teacher_shortens_the_beginning(tiny, tmp_path):
    """After a few updates a run with a teacher is clearly stronger than one without."""
    settings = {
        "choices": "quick", "num_envs": 256, "minibatch": 512, "width": 64,
        "opponents": {"tactician": 1.0}, "checkpoint_every": 1.0,
    }  # fmt: skip
    shares = []
    for name, teacher in (("taught", {"agent": "tactician", "share": 1.0}), ("alone", None)):
        config = tiny(steps=25_000, teacher=teacher, **settings)
        folder = training.train(config, out=tmp_path / name, progress=False)
        agents = make_agent(str(folder), SYSTEM), make_agent("tactician", SYSTEM, seed=1)
        shares.append(summarize_pair(final_result(play_pairs(SYSTEM, "duel", *agents, 200))))
    assert shares[0].decided.low > shares[1].decided.high + 0.05, shares


# --- The search of expert iteration ---------------------------------------------------------------


def decisions(scenario, count=32, steps=40, **options):
    """Battles in the middle, whose fighters have a choice."""
    vector = BattleVector("mythic_epoch", count, scenario, seed=1, **options)
    generator = np.random.default_rng(0)
    for _ in range(steps):
        noise = generator.random(vector.action_masks.shape)
        vector.step(np.where(vector.action_masks, noise, -1).argmax(1))
    return vector, np.flatnonzero(vector.action_masks.sum(1) > 1)


def improve(vector, rows, network, shaping=0.0):
    expert = Expert(network, SYSTEM, vector.memory, shaping)
    seen = vector.observations[rows], vector.action_masks[rows]
    return expert.chances(vector.battles, rows, *seen, np.random.default_rng(3))


@pytest.mark.parametrize(
    ("scenario", "options"), [("duel", {}), ("skirmish", {"memory": 3, "choices": "quick"})]
)
def test_the_improved_policy_is_legal_and_changes_no_battle(scenario, options):
    vector, rows = decisions(scenario, **options)
    network = build_network("blocks", Shape.of(SYSTEM, vector.max_side, vector.memory), 16)
    before = vector.battles.tobytes()
    chances = improve(vector, rows, network, shaping=1.0)
    assert vector.battles.tobytes() == before
    assert chances.shape == vector.action_masks[rows].shape
    np.testing.assert_allclose(chances.sum(1), 1, atol=1e-5)
    assert (chances[~vector.action_masks[rows]] == 0).all()
    np.testing.assert_array_equal(chances, improve(vector, rows, network, shaping=1.0))


def test_the_search_does_not_know_the_coming_dice():
    vector, rows = decisions("duel")
    network = build_network("blocks", Shape.of(SYSTEM, 1), 16)
    first = improve(vector, rows, network)
    vector.battles["dice"] += 12345
    np.testing.assert_array_equal(first, improve(vector, rows, network))


def test_results_and_opinions_are_judged_for_the_side_that_decides():
    vector, _ = decisions("duel")
    battles = vector.battles.copy()
    battles["over"][:2], battles["winner"][:2] = True, (0, -1)

    class Optimist(torch.nn.Module):
        def forward(self, observations):
            return None, torch.full((len(observations), 1), 0.25)

    expert = Expert(Optimist(), SYSTEM, 0, shaping=0.0, draw_reward=-0.5)
    sizes = vector.observations.shape[1], vector.action_masks.shape[1]
    deciding = deciding_side(battles)
    red = expert._judge(battles, sizes, np.zeros(len(battles), int))
    blue = expert._judge(battles, sizes, np.ones(len(battles), int))
    assert (red[0], blue[0], red[1], blue[1]) == (1, -1, -0.5, -0.5)
    np.testing.assert_array_equal(red[2:], np.where(deciding[2:] == 0, 0.25, -0.25))
    np.testing.assert_array_equal(blue[2:], -red[2:])


def test_the_improved_policy_prefers_what_a_long_search_prefers():
    vector, rows = decisions("duel", count=64)
    network = build_network("blocks", Shape.of(SYSTEM, 1), 16)
    rng_state = np.ones((len(rows), 4), np.uint32)
    search = make_agent("search:2000:random", SYSTEM)
    search.watch(vector.battles[rows].copy(), rng_state)
    masks = vector.action_masks[rows]
    best, _ = search.predict(vector.observations[rows], action_masks=masks)
    improved, each = improve(vector, rows, network), np.arange(len(rows))
    usual = 1 / masks.sum(1)  # the network is new, and hardly prefers anything
    assert (improved[each, best] / usual).mean() > 1.1


def test_candidates_are_legal_and_drawn_by_the_network():
    masks = np.ones((2000, 12), bool)
    masks[:, 3] = False
    masks[0, 1:] = False
    logits = np.log(np.full(masks.shape, 0.05))
    logits[:, 5] = 3.0
    found = propose(logits, masks, np.random.default_rng(0))
    assert not found[:, 3].any()
    assert found[0].tolist() == [True] + 11 * [False]
    assert (found[1:].sum(1) == CANDIDATES).all()
    assert found[1:, 5].mean() > 0.99
    assert 0.5 < found[1:, 0].mean() < 0.9
