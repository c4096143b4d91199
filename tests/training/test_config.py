"""Training configs: the shipped ones are valid, and errors are one sentence."""

from __future__ import annotations

import re

import pytest

from quintain.training.config import CONFIGS, ConfigError, TrainingConfig, find_config, load_config
from quintain.training.learning import train
from quintain.training.run_dir import find_run, write_config

SHIPPED = sorted(CONFIGS.glob("*/training/*.yaml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_configs_are_valid(path):
    config = load_config(path)
    config.check_opponents()
    assert config.num_envs * config.rollout % config.minibatch == 0
    assert config.encounters()  # its parties have room on their maps


def test_every_field_has_a_description():
    fields = set(TrainingConfig.model_fields)
    text = TrainingConfig.__doc__.partition("Attributes:")[2]
    documented = re.findall(r"^        (\w+): \S.*", text, re.MULTILINE)
    assert documented == [name for name in TrainingConfig.model_fields]
    assert set(documented) == fields


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rolout": 8}, "line 1[0-9]: rolout: unknown key: did you mean rollout"),
        ({"foo": 8}, "foo: unknown key: docs/training.md lists the keys"),
        ({"scenario": []}, "scenario: names no scenario"),
        ({"steps": 0}, "steps: must be 1 or more, got 0"),
        ({"system": "mythic_epic"}, "no system 'mythic_epic': did you mean mythic_epoch"),
        ({"opponents": {"random": 0}}, "at least one opponent needs a weight above 0"),
        ({"network": "cnn"}, "'blocks', 'attention' or 'mlp'"),
        ({"self_play": 1.5}, "self_play: must be 1.0 or less, got 1.5"),
        ({"steps": True}, "steps: must be a whole number, got true"),
        ({"steps": "2048"}, "steps: must be a whole number, got '2048'"),
        ({"steps": 2048.0}, "steps: must be a whole number, got 2048.0"),
        ({"learning_rate": "0.1"}, "learning_rate: must be a number, got '0.1'"),
        ({"learning_rate": True}, "learning_rate: must be a number, got true"),
        ({"learning_rate": 0}, "learning_rate: must be more than 0"),
        ({"shaping": float("nan")}, "shaping: must be a number, got '.nan'"),
        ({"num_envs": 10**30}, "num_envs: must be 10000000 or less"),
        ({"num_envs": 10**6, "rollout": 10**6}, "num_envs x rollout must be 10000000 or less"),
        ({"num_envs": 3, "rollout": 3, "minibatch": 4}, "9, leaves 1 decision .* minibatch of 4"),
        ({"engine_threads": 10**6}, "engine_threads: must be 256 or less"),
        ({"seed": 2**32}, "seed: must be 4294967295 or less"),
        ({"title": "\x1b[2J"}, "not U.001B, a control character: leave it out"),
    ],
)
def test_errors_are_one_sentence(tiny, changes, message):
    path = tiny(**changes)
    with pytest.raises(ConfigError, match=message) as error:
        load_config(path)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_numbers_are_written_as_people_write_them(tiny):
    path = tiny()
    path.write_text(path.read_text() + "learning_rate: 3e-4\nseed: 1_000\nentropy: 1e999\n")
    with pytest.raises(ConfigError, match="entropy: must be a finite number, got inf"):
        load_config(path)
    path.write_text(path.read_text().replace("1e999", "1"))
    config = load_config(path)
    assert (config.learning_rate, config.seed, config.entropy) == (3e-4, 1000, 1.0)


@pytest.mark.parametrize("minutes", [float("nan"), float("inf"), -1.0, 1e99])
def test_an_invalid_length_is_one_sentence(tiny, minutes, tmp_path):
    with pytest.raises(ConfigError, match="minutes: must be") as error:
        train(tiny(), minutes=minutes, out=tmp_path / "run", progress=False)
    assert "\n" not in str(error.value)
    assert not (tmp_path / "run").exists()


def test_an_unknown_heuristic_names_the_file_and_the_nearest(tiny):
    path = tiny(opponents={"berserk": 1})
    message = "opponents: no heuristic 'berserk': did you mean berserker"
    with pytest.raises(ConfigError, match=message) as error:
        find_run(path, None, False)
    assert str(path) in str(error.value)


@pytest.mark.parametrize("key", ["opponents", "teacher"])
def test_no_name_in_a_config_runs_code(tiny, tmp_path, key):
    """It looks like a class in a Python file, and like an NPC file."""
    (tmp_path / "evil.py").write_text("raise SystemExit('it ran')\n")
    name = f"{tmp_path}/evil.py:x.npc"
    value = {name: 1.0} if key == "opponents" else {"agent": name}
    with pytest.raises(ConfigError, match=f"{key}: no NPC file"):
        load_config(tiny(**{key: value})).check_opponents()


def test_an_empty_list_of_opponents_is_refused(tiny):
    with pytest.raises(ConfigError, match="the list is empty, so self_play must be 1"):
        load_config(tiny(opponents={}, self_play=0.5)).check_opponents()


@pytest.mark.parametrize(
    "name",
    [
        "configs/mythic_epoch/duel.yaml",
        "configs/mythic_epoch/training/duel.yaml",
        "mythic_epoch/duel",
        "mythic_epoch/training/duel.yaml",
    ],
)
def test_a_config_is_found_by_its_names(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert find_config(name) == CONFIGS / "mythic_epoch" / "training" / "duel.yaml"


def test_a_missing_config_names_the_nearest():
    with pytest.raises(ConfigError, match="did you mean mythic_epoch/duel"):
        find_config("configs/mythic_epoch/dual.yaml")


@pytest.mark.parametrize("name", ["nothere.yaml", "mine/nothere.yml"])
def test_a_missing_file_is_said_to_be_missing(name):
    with pytest.raises(ConfigError, match=f"'{name}': there is no such file; choose from heimr/"):
        find_config(name)


@pytest.mark.parametrize("name", ["ray_checkpoint", "ray_checkpoint.previous"])
def test_the_folder_of_a_run_on_ray_can_be_resumed_and_is_not_overwritten(tmp_path, name):
    write_config(load_config("mythic_epoch/duel"), tmp_path)
    (tmp_path / name).mkdir()
    folder, config = find_run("mythic_epoch/duel", tmp_path, True)
    assert folder == tmp_path
    assert config.scenario == "duel"
    with pytest.raises(ConfigError, match="holds a run already: give --resume or another --out"):
        find_run("mythic_epoch/duel", tmp_path, False)
