"""`predict`, `watch`, and agents by name."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np
import pytest

from quintain import training
from quintain.agents.base import RandomAgent
from quintain.agents.python_agent import PythonAgent
from quintain.agents.registry import agent_names, make_agent
from quintain.agents.search import SearchAgent
from quintain.agents.view import View
from quintain.apps.common import load_agent
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.session.match import Match
from quintain.evaluation.arena import final_result, play_pairs

SYSTEM = get_system("mythic_epoch")
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "my_tactic.py"


# --- predict and watch ----------------------------------------------------------------------------


def test_one_observation_gives_one_action_and_the_state_back(walk):
    states = walk("duel", 1)
    agent = RandomAgent("random", SYSTEM)
    action, state = agent.predict(
        states.observations[0], state="mine", action_masks=states.masks[0]
    )
    assert np.ndim(action) == 0
    assert states.masks[0, action]
    assert state == "mine"


def test_predict_needs_masks(walk):
    with pytest.raises(ValueError, match="random chooses among legal actions"):
        RandomAgent("random", SYSTEM).predict(walk("duel", 1).observations)


def test_predict_needs_a_mask_for_each_observation(walk):
    states = walk("duel", 2)
    with pytest.raises(ValueError, match="2 observations came with 1 action masks"):
        RandomAgent("random", SYSTEM).predict(states.observations, action_masks=states.masks[0])


@pytest.mark.parametrize("name", ["tactician", "search"])
def test_agents_that_read_the_record_need_to_watch(walk, name):
    states = walk("duel", 2)
    agent = make_agent(name, SYSTEM)
    with pytest.raises(ValueError, match=r"call watch\(battles\).*shown 0 for 2"):
        agent.predict(states.observations, action_masks=states.masks)


def test_watched_records_are_used_for_one_choice(walk):
    states = walk("duel", 3)
    agent = RandomAgent("random", SYSTEM, 4)
    agent.watch(states.battles, seed_rng_states(1, 3))
    agent.predict(states.observations, action_masks=states.masks)
    fresh = RandomAgent("random", SYSTEM, 4)
    for rows in (slice(0, 2), slice(0, 3)):
        seen, masks = states.observations[rows], states.masks[rows]
        after, expected = (one.predict(seen, action_masks=masks)[0] for one in (agent, fresh))
        assert after.tolist() == expected.tolist()


def test_random_needs_no_records_and_is_the_same_row_by_row(walk):
    states = walk("skirmish", 20)
    together, _ = RandomAgent("random", SYSTEM, 4).predict(
        states.observations, action_masks=states.masks
    )
    agent = RandomAgent("random", SYSTEM, 4)
    alone = [
        int(agent.predict(observation, action_masks=mask)[0])
        for observation, mask in zip(states.observations, states.masks, strict=True)
    ]
    assert together.tolist() == alone


# --- Names ----------------------------------------------------------------------------------------


def test_all_names_make_agents_of_that_name():
    names = agent_names("mythic_epoch")
    assert names[0] == "random"
    assert names[-1] == "search"
    for name in names:
        agent = make_agent(name, "mythic_epoch")
        assert agent.name == name
        assert agent.policy == SYSTEM.policies.get(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("berzerker", "did you mean berserker"),
        ("tactican", "did you mean tactician"),
        ("xyz", "`quintain agents mythic_epoch` lists the names"),
        ("search:0", "write search, search:200"),
        ("search:many:of:them", "write search, search:200"),
        ("search:-5", "write search, search:200"),
        ("search:20s", "write search, search:200"),
        ("search:0.5ms", "write search, search:200"),
        ("search:50:tactican", "did you mean tactician"),
        ("my_tactic.py", "write my_tactic.py:Class"),
    ],
)
def test_an_unknown_name_gives_the_nearest(name, message):
    with pytest.raises(KeyError, match=message):
        make_agent(name, SYSTEM)


def test_search_takes_play_outs_time_and_a_heuristic():
    agent = make_agent("search:50:fencer", SYSTEM)
    assert isinstance(agent, SearchAgent)
    assert (agent.budget, agent.milliseconds) == (50, None)
    assert agent.play_out_policy == SYSTEM.policies["fencer"]
    assert make_agent("search:20ms", SYSTEM).milliseconds == 20
    assert make_agent("search", SYSTEM).budget == 200


@pytest.fixture
def run(tmp_path, monkeypatch):
    """The name of a run, with an empty file where the trained agent would be."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs/x").mkdir(parents=True)
    (tmp_path / "runs/x/policy.pt").touch()
    return "runs/x"


def test_a_folder_is_a_trained_agent(monkeypatch, run):
    class Loaded:
        def seed(self, seed):
            self.seeded = seed

    monkeypatch.setattr(training, "load_trained", lambda name: Loaded())
    agent = make_agent(run, SYSTEM, seed=3)
    assert (agent.name, agent.seeded) == ("runs/x", 3)


def test_a_path_is_the_name_of_its_file():
    agent = make_agent(Path(f"{EXAMPLE}:Sly"), SYSTEM)
    assert agent.recipe.name == f"{EXAMPLE}:Sly"


def test_a_file_of_another_kind_is_no_agent(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("title: A fight")
    with pytest.raises(ValueError, match=r"mine\.yaml' is no agent: give the folder of a run, an"):
        make_agent(str(file), SYSTEM)


def test_a_missing_run_is_reported(run):
    with pytest.raises(
        FileNotFoundError, match="no trained agent in 'runs/y': did you mean runs/x"
    ):
        make_agent("runs/y", SYSTEM)
    (Path(run) / "policy.pt").unlink()
    with pytest.raises(FileNotFoundError, match=r"in 'runs/x': it holds no policy\.pt"):
        make_agent(run, SYSTEM)
    with pytest.raises(FileNotFoundError, match="in 'runs/y': there is no such folder"):
        make_agent("runs/y", SYSTEM)


LEARNED = """
class First:
    max_side = 1

    def seed(self, number):
        self.number = number

    def predict(self, observation, state=None, *, action_masks, **more):
        return action_masks.argmax(axis=1), state

class Larger(First):
    max_side = 7
"""


def test_a_class_with_predict_is_an_agent(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(LEARNED, encoding="utf-8")
    agent = make_agent("mine.py:First", SYSTEM, seed=3)
    assert (agent.name, agent.number, agent.recipe.name) == ("mine.py:First", 3, "mine.py:First")
    result = final_result(play_pairs(SYSTEM, "duel", agent, make_agent("random", SYSTEM), 2, 1))
    assert result.battles == 4
    with pytest.raises(ValueError, match="max_side between 0 and 6, got 7"):
        make_agent("mine.py:Larger", SYSTEM)


ALTERNATING = """
class Alternating:
    def __init__(self):
        self.count = 0

    def seed(self, number):
        self.count = number

    def choose(self, view):
        self.count += 1
        legal = view.legal()
        return legal[self.count % len(legal)]
"""


def test_a_tactic_that_remembers_is_seeded_before_each_block(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(ALTERNATING, encoding="utf-8")
    agent = load_agent("mine.py:Alternating", SYSTEM)  # its errors are traced
    other = make_agent("berserker", SYSTEM)
    one, again = (
        [(pair.wins, pair.draws, pair.mean_rounds) for pair in pairs]
        for pairs in (play_pairs(SYSTEM, "duel", agent, other, 6, 0, block=3) for _ in "ab")
    )
    assert one == again
    plain = make_agent("mine.py:Alternating", SYSTEM, seed=3)
    assert plain.tactic.count == 3
    plain.seed(None)
    assert plain.tactic.count != 3


def test_a_module_with_a_class_is_told_as_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "sly.py").touch()
    with pytest.raises(KeyError, match=r"write mine/sly\.py:Sly"):
        make_agent("mine.sly:Sly", SYSTEM)
    with pytest.raises(KeyError, match=r"no agent 'mine\.other:Sly': `quintain agents"):
        make_agent("mine.other:Sly", SYSTEM)


def test_a_trained_agent_without_its_packages_says_what_to_install(monkeypatch, run):
    def fail(name):
        raise ModuleNotFoundError("No module named 'torch'")

    monkeypatch.setattr(training, "load_trained", fail)
    with pytest.raises(ImportError, match=r"'runs/x' looks like a trained .*'\.\[train\]'"):
        make_agent(run, SYSTEM)


# --- A user's own heuristic -----------------------------------------------------------------------


def test_the_example_of_the_docs_beats_random(walk):
    agent = make_agent(f"{EXAMPLE}:Sly", SYSTEM)
    from quintain.evaluation.arena import final_result, play_pairs

    result = final_result(play_pairs(SYSTEM, "duel", agent, make_agent("random", SYSTEM), 40))
    assert result.wins > 70


@pytest.mark.parametrize("scenario", ["duel", "skirmish", "wrestlers"])
def test_the_example_of_the_docs_is_legal_and_repeats_itself(walk, scenario):
    states = walk(scenario, 60)
    actions = [
        make_agent(f"{EXAMPLE}:Sly", SYSTEM, 9).predict(
            states.observations, action_masks=states.masks
        )[0]
        for _ in range(2)
    ]
    np.testing.assert_array_equal(*actions)
    assert states.masks[np.arange(60), actions[0]].all()


def test_a_wrong_class_or_file_gives_the_nearest(tmp_path):
    with pytest.raises(ValueError, match="did you mean Sly"):
        make_agent(f"{EXAMPLE}:Slyy", SYSTEM)
    with pytest.raises(FileNotFoundError, match=r"did you mean my_tactic\.py"):
        make_agent(f"{EXAMPLE.with_name('my_tactics.py')}:Sly", SYSTEM)
    (tmp_path / "empty.py").write_text("")
    with pytest.raises(ValueError, match="it defines none"):
        make_agent(f"{tmp_path / 'empty.py'}:Sly", SYSTEM)


def test_files_of_one_name_in_two_folders_are_two_modules(tmp_path):
    agents = []
    for folder, number in (("a", 1), ("b", 2)):
        (tmp_path / folder).mkdir()
        file = tmp_path / folder / "mine.py"
        file.write_text(f"NUMBER = {number}\nclass Mine:\n    def choose(self, view): ...\n")
        agents.append(make_agent(f"{file}:Mine", SYSTEM))
    names = [type(agent.tactic).__module__ for agent in agents]
    assert [sys.modules[name].NUMBER for name in names] == [1, 2]


class Chooser:
    """Chooses by a function."""

    def __init__(self, choose):
        """Keep the function."""
        self.choose = choose


def answer_of(states, choose):
    """The choice of a tactic, given as a function, in the first state."""
    agent = PythonAgent("test", SYSTEM, Chooser(choose))
    return agent.predict(states.observations[:1], action_masks=states.masks[:1])[0][0]


def test_a_view_has_observations_and_legal_actions_by_name(table):
    board = table([{"action_points": 6}], [{"hand": "spear", "armour": "heavy"}])

    def choose(view):
        assert view["own.action_points"] == pytest.approx(0.5)
        assert view["enemy_0.armour"] == pytest.approx(1)
        assert view["own.status"].tolist() == [0, 1, 0, 0, 0]
        assert view.which("own.status") == 1
        assert view.which("window.act") == -1
        assert view.enemies() == [0]
        assert view.max_side == 1
        (attack,) = view.legal("melee_attack", target=0)
        assert view.verb(attack) == "melee_attack"
        assert view.target(attack) == 0
        assert view.first("parry", "feint") in view.legal("feint")
        assert view.first("parry") is None
        assert attack in view.legal()
        assert view.legal("melee_attack", target=1) == []
        return attack

    assert answer_of(board, choose) == SYSTEM.encode({"verb": "melee_attack", "target": 0}, 1)


@pytest.mark.parametrize("name", system_names())
def test_a_view_knows_the_enemies_of_every_system(name):
    match = Match(name, "skirmish")
    match.reset(seed=0)
    view = View(match.system, match.observation, match.mask, random.Random(0))
    assert view.enemies() == [0, 1, 2]
    assert View(match.system, 0 * match.observation, match.mask, random.Random(0)).enemies() == []


def test_none_waits(table):
    assert answer_of(table(), lambda view: None) == 0


@pytest.mark.parametrize(
    ("choose", "message"),
    [
        (lambda view: view["enemy_0.distanse"], "did you mean enemy_0.distance"),
        (lambda view: view.legal("melee_atack"), "did you mean melee_attack"),
    ],
)
def test_a_wrong_name_in_a_view_gives_the_nearest(table, choose, message):
    with pytest.raises(KeyError, match=message):
        answer_of(table(), choose)


@pytest.mark.parametrize("action", [10_000, -1, "parry", True, 1])
def test_an_illegal_choice_is_named(table, action):
    with pytest.raises(ValueError, match=r"test chose .* illegal; legal are: 0 \(wait\)"):
        answer_of(table(), lambda view: action)


def test_a_tactic_without_choose_is_refused():
    with pytest.raises(ValueError, match=r"needs a method choose\(self, view\)"):
        PythonAgent("test", SYSTEM, object())
