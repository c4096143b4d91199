"""The file that `quintain new` begins with, and the reference of legal keys behind it."""

from __future__ import annotations

import re

import pytest

from quintain.envs.core.engine.system import System, get_system
from quintain.envs.core.scenarios.blank_scenario import write_blank_scenario
from quintain.envs.core.scenarios.reference import legal_keys
from quintain.envs.core.session.match import Match

pytestmark = pytest.mark.interpreted


def loaded(system: System, text: str, folder) -> object:
    """The scenario with this text."""
    (folder / "new.yaml").write_text(text, encoding="utf-8")
    return system.load_scenario(str(folder / "new.yaml"))


@pytest.mark.parametrize("sizes", [(1, 1), (4, 6)])
def test_a_blank_scenario_can_be_fought(system, sizes, tmp_path):
    scenario = loaded(system, write_blank_scenario(system, *sizes), tmp_path)
    assert (len(scenario.red), len(scenario.blue)) == sizes
    assert Match(system, scenario).reset(1) >= 0


def test_the_example_of_a_blank_scenario_is_legal(system, tmp_path):
    text = write_blank_scenario(system, 1, 1, "random")
    (example,) = re.findall(r"^#   (- \{fighter: .*)", text, re.MULTILINE)
    text = re.sub(r"^  - .*", f"  {example}", text, count=1, flags=re.MULTILINE)
    scenario = loaded(system, text, tmp_path)
    seat = scenario.red[0]
    assert (seat.name, seat.at, seat.agent) == ("Aldric", (0, 0), "random?caution=0.8")
    assert seat.fighter[0].armour == system.scenario_model.vocabulary["armour"][1]
    assert len(seat.fighter[0].model_fields_set) > 2  # the entry, the armour and a weapon


def test_a_blank_scenario_names_every_key_and_name(system):
    comments = [line for line in write_blank_scenario(system, 1, 1).splitlines() if "#" in line]
    words = {*re.findall(r"[\w-]+", " ".join(comments))}
    assert {key.key for key in legal_keys(system.scenario_model)} <= words
    vocabulary = system.scenario_model.vocabulary
    assert {"cast", "armour"} < set(vocabulary)
    assert {name for names in vocabulary.values() for name in names} <= words


def test_a_blank_scenario_cuts_no_list_and_no_line(system):
    lines = write_blank_scenario(system, 1, 1, "random").splitlines()
    comments = " ".join(line.strip("# ") for line in lines if line.startswith("#"))
    assert "..." not in comments
    assert all(len(line) <= 110 for line in lines if not line.startswith("#   - {"))
    for key in system.scenario_model.sheet.fighter:
        assert ", ".join(key.names) in comments


def test_a_blank_scenario_says_what_the_ids_of_rows_are():
    text = write_blank_scenario(get_system("mythic_epoch"), 1, 1)
    assert "# RM19 and the like are rows of the rules: quintain rules mythic_epoch --rows\n" in text


def test_a_blank_scenario_says_how_a_fighter_and_a_hold_are_written(system):
    text = " ".join(write_blank_scenario(system, 1, 1).replace("#", " ").split())
    fighter = "a name of the cast; or a mapping with `base`; or a list of up to 8, of which one is"
    assert f" fighter: {fighter} drawn name: " in text
    assert (" held: a list; pairs that begin bound or grappled " in text) == (
        system.name == "mythic_epoch"
    )


def test_the_legend_explains_every_letter(system):
    model = system.scenario_model
    assert set(model.legend) == set(model.letters)
    assert all(model.legend.values())
    assert "_" not in "".join(model.legend.values())


def test_legal_keys_are_those_of_the_models():
    model = get_system("mythic_epoch").scenario_model
    keys = legal_keys(model)
    of_seat = [key.key for key in keys if key.part == "red, blue"]
    assert [key.key for key in keys if key.part == "scenario"] == list(model.model_fields)
    assert of_seat == [*model.model_fields["red"].annotation.__args__[0].model_fields]
    (rating,) = (key for key in keys if (key.part, key.key) == ("held", "status"))
    assert rating.value == "bound or grappled"
    (armour,) = (key for key in keys if (key.part, key.key) == ("fighter", "armour"))
    assert armour.meaning == "RM10"
    (limit,) = (key for key in keys if key.key == "round_limit")
    assert limit.value == "a whole number from 0 to 10000"


@pytest.mark.parametrize("sizes", [(0, 1), (1, 7)])
def test_sides_have_one_to_six_fighters(sizes):
    with pytest.raises(ValueError, match="must be a whole number between 1 and 6"):
        write_blank_scenario(get_system("martial"), *sizes)
