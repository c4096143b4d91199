"""The released NPC files are small, valid, made by a recipe, and listed in the README."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quintain.agents.base import PATIENT, strongest
from quintain.agents.npc import NpcAgent, find_npc, read_npc, released, released_names
from quintain.agents.npc.graph import MAX_MULTIPLY_ADDS, check_graph
from quintain.agents.npc.manifest import Manifest
from quintain.agents.npc.released import SIZES, best_released
from quintain.agents.registry import make_agent
from quintain.apps.cli import app
from quintain.bench import exploit
from quintain.bench.release import MAX_BYTES, RECIPES
from quintain.envs.core.engine.battle import MAX_SIDE
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.session.match import Match
from quintain.training.card import write_card
from quintain.training.config import TrainingConfig, load_config
from quintain.training.export import _scenarios

ROOT = Path(__file__).parents[2]
NAMES = released_names()
each = pytest.mark.parametrize("name", NAMES)


def test_there_is_one_for_each_duel_and_skirmish_and_for_any_party():
    expected = {f"{system}-{one}" for system in system_names() for one in SIZES}
    assert set(NAMES) == set(RECIPES) == expected


@each
def test_it_is_small_and_fits_the_rules(name):
    agent = NpcAgent(find_npc(name))
    assert agent.npc.path.stat().st_size < MAX_BYTES
    system, kind = name.split("-")
    manifest = agent.npc.manifest
    assert (manifest.name, manifest.system, manifest.max_side) == (name, system, SIZES[kind])
    config = load_config(RECIPES[name][0])
    assert manifest.scenarios == _scenarios(config)
    assert manifest.proof.same_choices == manifest.proof.states == 1000
    match = Match(system, config.encounters()[-1] if config.parties else kind, max_side=SIZES[kind])
    match.reset(1)
    action, _ = agent.predict(match.observation, deterministic=True, action_masks=match.mask)
    assert match.mask[action]


@each
def test_it_was_made_by_its_recipe(name):
    config, steps = RECIPES[name]
    recipe = read_npc(find_npc(name)).manifest.training
    settings = load_config(config).model_dump(mode="json")
    named = settings["scenario"] if isinstance(settings["scenario"], list) else None
    settings |= {"scenario": named or [settings["scenario"]], "steps": steps}
    settings |= {"minutes": 0}
    known = TrainingConfig.model_validate(recipe.config)  # later options have their defaults
    assert known.model_dump(mode="json") == settings
    batch = settings["num_envs"] * settings["rollout"]
    assert steps <= recipe.decisions < steps + batch


@each
def test_it_was_measured_against_every_heuristic(name):
    manifest = read_npc(find_npc(name)).manifest
    heuristics = list(get_system(manifest.system).policies)
    measured = [one.opponent for one in manifest.results]
    if PATIENT not in measured:  # trained and measured before every system had it
        heuristics.remove(PATIENT)
    assert measured == heuristics
    assert all(one.battles >= 1000 for one in manifest.results)
    by_name = {one.opponent: one for one in manifest.results}
    assert by_name["random"].low > 0.8
    if manifest.max_side < MAX_SIDE:
        (own,) = (one for one in manifest.ratings if one.agent == name)
        assert own.high > 0  # at least even with the strongest heuristic
    (zero,) = (one.agent for one in manifest.ratings if one.elo == one.low == one.high == 0)
    assert zero == strongest(get_system(manifest.system))


@each
def test_it_was_screened_and_has_no_absurd_habit(name):
    npc = read_npc(find_npc(name))
    assert len(npc.manifest.screening) >= 5
    assert not [one.measure for one in npc.manifest.screening if one.found]
    assert "None was found." in npc.card


@pytest.mark.parametrize(
    ("red", "blue", "scenario", "kind"),
    [
        (1, 1, "", "duel"),
        (3, 3, "my_camp", "skirmish"),
        (3, 2, "skirmish", "skirmish"),
        (2, 2, "", "skirmish"),
        (1, 3, "", "general"),
        (4, 6, "", "general"),
        (6, 6, "", "general"),
    ],
)
def test_the_best_one_fits_the_encounter(red, blue, scenario, kind):
    assert best_released("martial", red, blue, scenario) == f"martial-{kind}"


def test_without_one_for_any_party_the_smallest_with_room_is_best(monkeypatch):
    monkeypatch.setattr(released, "released_names", lambda _: ["martial-duel", "martial-skirmish"])
    assert best_released("martial", 2, 1) == "martial-skirmish"
    assert best_released("martial", 1, 1) == "martial-duel"
    assert best_released("martial", 4, 1) is None


def test_a_file_without_a_screening_still_loads():
    manifest = read_npc(find_npc("martial-duel")).manifest.model_dump(mode="json")
    del manifest["screening"]
    old = Manifest.model_validate(manifest)
    assert old.screening == []
    about = old.model_dump(mode="json")
    del about["files"]
    assert "Nobody has looked for them." in write_card(about)


def test_a_file_without_exploitability_still_loads():
    manifest = read_npc(find_npc("mythic_epoch-duel")).manifest.model_dump(mode="json")
    del manifest["exploitability"]
    old = Manifest.model_validate(manifest)
    assert old.exploitability == []
    about = old.model_dump(mode="json")
    del about["files"]
    assert "exploited" not in write_card(about)


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({}, "from scripted fighters and from itself"),
        ({"self_play": 0.0}, "from scripted fighters"),
        ({"self_play": 1.0}, "from itself"),
        ({"self_play": 0.0, "opponents": {"random": 1.0}}, "from a fighter who acts at random"),
        ({"opponents": {"fencer?caution=1": 1.0, "x.npc": 1.0, "tactician": 0.0}},
         "from scripted fighters and from other agents and from itself"),
        ({"self_play": 1.0, "teacher": {"agent": "tactician"}},
         "from scripted fighters and from itself"),
    ],
)  # fmt: skip
def test_the_card_says_whom_it_learned_from(config, words):
    about = read_npc(find_npc("mythic_epoch-duel")).manifest.model_dump(exclude={"files"})
    about["training"]["config"] |= config
    assert f"It learned {words}, never from people" in write_card(about)


def test_the_card_names_the_agent_that_is_rated_0():
    about = read_npc(find_npc("mythic_epoch-duel")).manifest.model_dump(exclude={"files"})
    assert "Ratings of all of them (tactician is 0)" in write_card(about)
    zero = {"agent": "mythic_epoch-duel", "elo": 0.0, "low": 0.0, "high": 0.0}
    about["ratings"] = [zero, {"agent": "random", "elo": -500.0, "low": -600.0, "high": -400.0}]
    assert "Ratings of all of them (mythic_epoch-duel is 0)" in write_card(about)


@each
def test_its_exploitability_is_told_on_the_card(name):
    npc = read_npc(find_npc(name))
    for one in npc.manifest.exploitability:
        assert one.won + one.drawn + one.lost == one.battles >= 1000
        assert one.score == pytest.approx((one.won + one.drawn / 2) / one.battles, abs=1e-4)
        assert one.low <= one.score <= one.high
        assert one.encounter.partition("/")[0] == npc.manifest.system
        assert f"In {one.encounter}, the best challenger took" in write_card(
            npc.manifest.model_dump(exclude={"files"})
        )


@pytest.mark.docs
def test_the_docs_list_the_points_that_they_lose(golden):
    stands, told = golden("docs/evaluation.md", exploit.table(), "exploited")
    assert stands == told, "make docs"


@each
def test_its_name_works_as_an_agents(name):
    system = name.partition("-")[0]
    agent = make_agent(name, system)
    assert (agent.name, agent.system.name) == (name, system)
    other = next(one for one in system_names() if one != system)
    with pytest.raises(ValueError, match="was trained for"):
        make_agent(name, other)


@pytest.mark.parametrize("system", system_names())
def test_watch_uses_it_by_default(system):
    said = CliRunner().invoke(app, ["watch", f"{system}/duel", "--json"])
    assert said.exit_code == 0, said.output
    best = strongest(get_system(system))
    assert json.loads(said.stdout)["players"] == {"red": f"{system}-duel", "blue": best}
    said = CliRunner().invoke(app, ["agents", system])
    assert f"{system}-duel" in said.stdout


@pytest.mark.docs
def test_the_readme_lists_them(golden):
    rows = [
        "| NPC | Elo, the heuristics' best | wins of decided, % | hardest | most draws, % "
        "| bytes |",
        "|---|---|---|---|---|---|",
    ]
    for name in NAMES:
        npc = read_npc(find_npc(name))
        elo = {one.agent: one for one in npc.manifest.ratings}
        mine = elo.pop(name)
        best = max(elo.values(), key=lambda one: one.elo)
        decided = [one for one in npc.manifest.results if one.share is not None]
        hardest = min(decided, key=lambda one: one.share)
        drawn = max(npc.manifest.results, key=lambda one: one.drawn / one.battles)
        mean = sum(one.share for one in decided) / len(decided)
        rows.append(
            f"| `{name}` | {mine.elo:.0f} [{mine.low:.0f}, {mine.high:.0f}], {best.agent} "
            f"{best.elo:.0f} | {100 * mean:.0f} | {hardest.opponent} {100 * hardest.share:.0f} "
            f"[{100 * hardest.low:.0f}, {100 * hardest.high:.0f}] | "
            f"{drawn.opponent} {100 * drawn.drawn / drawn.battles:.0f} | "
            f"{npc.path.stat().st_size:,} |"
        )
    stands, told = golden("README.md", "\n".join(rows), "released")
    assert stands == told, "make docs"


@pytest.mark.docs
def test_the_docs_say_how_much_a_decision_costs(golden):
    rows = ["| slots a side | multiply-adds a decision |", "|---|---|"]
    for kind, slots in SIZES.items():
        costs = {}
        for system in system_names():
            npc = read_npc(find_npc(f"{system}-{kind}"))
            length = sum(piece.length for piece in npc.manifest.observation)
            costs[system] = check_graph(npc.policy, length, len(npc.manifest.actions))
        ends = (min(costs, key=costs.__getitem__), max(costs, key=costs.__getitem__))
        least, most = (f"{costs[one]:,} ({get_system(one).title})" for one in ends)
        rows.append(f"| {slots}, `SYSTEM-{kind}` | {least} to {most} |")
    rows.append(f"| any, allowed | {MAX_MULTIPLY_ADDS:,} |")
    stands, told = golden("docs/training.md", "\n".join(rows), "cost")
    assert stands == told, "make docs"
