"""Parties drawn by lot: sizes, maps and fighters keep their limits."""

from __future__ import annotations

import re

import pytest

from quintain.bench.general import held_out
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.scenarios.yaml_models import ScenarioError
from quintain.training.config import ConfigError, load_config
from quintain.training.league_config import LeagueConfig
from quintain.training.learner import build_env
from quintain.training.parties import Parties, make_parties, repeats

CAST = ["swordsman", "archer"]


def sizes(model):
    return tuple(sorted((len(model.red), len(model.blue))))


def test_the_same_seed_draws_the_same_parties_and_more_of_them_keep_the_first():
    system = get_system("mythic_epoch")
    few, more = (make_parties(system, Parties(count=count, fighters=CAST), 3) for count in (4, 8))
    assert few == more[:4]
    assert few != make_parties(system, Parties(count=4, fighters=CAST), 4)


def test_parties_keep_their_limits_and_leave_the_sides_their_room():
    parties = Parties(count=40, fighters=CAST, most=5, difference=1, columns=[10, 14], rows=[6, 7])
    found = make_parties(get_system("martial"), parties, 0)
    assert {len(model.red) for model in found} == {1, 2, 3, 4, 5}
    assert {len(model.blue) for model in found} == {1, 2, 3, 4, 5}
    assert any("o" in model.map for model in found)
    for model in found:
        (width, height), rows = model.size, model.map.split()
        assert 10 <= width <= 14
        assert 6 <= height <= 7
        assert abs(len(model.red) - len(model.blue)) <= 1
        assert {one.base for _, seat in model.seats() for one in seat.fighter} <= set(CAST)
        depth = width // 4
        assert all(set(row[:depth] + row[width - depth :]) == {"."} for row in rows)


def test_all_learners_of_a_league_fight_in_the_same_parties():
    given = LeagueConfig(training="mythic_epoch/general", seed=5).learner_config()
    drawn = [given.model_copy(update={"seed": seed}).encounters() for seed in (6, 7)]
    assert drawn[0] == drawn[1]
    own = LeagueConfig(training="mythic_epoch/general", seed=6).learner_config()
    assert own.encounters() != drawn[0]
    chosen = {"parties": {"count": 2, "fighters": CAST, "seed": 3}}
    settings = LeagueConfig(training="martial/general", settings=chosen, seed=5).learner_config()
    assert settings.parties.seed == 3


def test_battles_with_other_dice_have_the_same_parties(tiny):
    config = load_config(tiny(self_play=0.0, parties={"count": 3, "fighters": CAST, "most": 2}))
    envs = build_env(config), build_env(config, config.seed + 10_007)
    one, other = (env.vector.scenarios for env in envs)
    assert one == other
    assert (envs[0].reset() != envs[1].reset()).any()


def test_a_share_of_the_battles_is_in_parties_and_measured_are_the_scenarios_alone(tiny):
    parties = {"count": 6, "fighters": CAST, "most": 1, "difference": 0}
    for share, times in ((0.2, 24), (0.5, 6)):
        config = load_config(tiny(scenario="duel", parties={**parties, "share": share}))
        encounters = config.encounters()
        assert encounters[:-6] == ["duel"] * times
        assert config.measured_encounters() == "duel"
    config = load_config(tiny(scenario="duel", parties=parties))
    assert config.measured_encounters() == config.encounters()
    assert len(config.encounters()) == 7


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("scenarios", [1, 2, 5])
@pytest.mark.parametrize("count", [1, 2, 6])
def test_the_share_is_true_with_few_parties_too(tiny, share, scenarios, count):
    named = ["duel", "skirmish", "duel", "skirmish", "duel"][:scenarios]
    parties = {"count": count, "fighters": CAST, "most": 1, "difference": 0, "share": share}
    encounters = load_config(tiny(scenario=named, parties=parties)).encounters()
    drawn = [one for one in encounters if not isinstance(one, str)]
    assert len(drawn) / len(encounters) == pytest.approx(share, abs=0.02)
    assert all(encounters.count(one) == encounters.count(drawn[0]) for one in drawn)
    assert encounters[: -len(drawn)] == named * ((len(encounters) - len(drawn)) // scenarios)


def test_parties_are_named_once_where_that_is_exact_enough(tiny):
    """The released NPCs of a config with 40 parties and a share of 0.3 learned so."""
    assert repeats(1, 40, 0.3) == (93, 1)
    assert repeats(1, 6, 0.2) == (24, 1)
    assert repeats(1, 6, 0.9) == (2, 3)
    assert repeats(5, 1, 0.9) == (1, 37)


def test_a_fighter_of_no_cast_is_refused():
    with pytest.raises(ScenarioError, match=r"parties: party 1.*swordsmen"):
        make_parties(get_system("martial"), Parties(count=1, fighters=["swordsmen"]), 0)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"columns": [20, 10]}, r"columns must be \[least, most\] between 3 and 32, got \[20, 10"),
        ({"rows": [5, 99]}, r"rows must be \[least, most\] between 1 and 16"),
        ({"fighters": []}, "fighters"),
        ({"most": 7}, "most: must be 6 or less"),
        ({"sizes": 3}, "unknown key"),
    ],
)
def test_errors_of_a_config_are_one_sentence(tiny, changes, message):
    path = tiny(parties={"count": 2, "fighters": CAST, **changes})
    with pytest.raises(ConfigError, match=message) as error:
        load_config(path)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("system", system_names())
def test_the_held_out_encounters_are_not_in_the_training_config(system):
    config, known = load_config(f"{system}/general"), get_system(system)
    named = [known.load_scenario(name) for name in config.scenario]
    learned = [*named, *make_parties(known, config.parties, config.seed)]
    unseen = [known.load_scenario(str(file)) for file in held_out(system)]
    assert len(unseen) == 5
    assert not {model.map for model in unseen} & {model.map for model in learned}
    new_sizes = {sizes(model) for model in unseen} - {sizes(model) for model in learned}
    assert new_sizes == {(2, 5), (3, 6)}


@pytest.mark.docs
def test_the_docs_list_every_key_of_parties(golden):
    text = Parties.__doc__.partition("Attributes:\n")[2]
    entries = re.findall(r"^        (\w+): (.*(?:\n            .*)*)", text, re.MULTILINE)
    defaults = Parties(count=1, fighters=["nobody"]).model_dump()
    assert [name for name, _ in entries] == list(Parties.model_fields)
    lines = ["| key of `parties` | default | what it says |", "|---|---|---|"]
    for name, told in entries:
        given = "required" if name in ("count", "fighters") else f"`{defaults[name]}`"
        lines.append(f"| `{name}` | {given} | {' '.join(told.split())} |")
    stands, written = golden("docs/training.md", "\n".join(lines), "parties")
    assert stands == written, "make docs"
