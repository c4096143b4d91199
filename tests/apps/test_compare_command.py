"""The command `compare`: tables, pictures, mistakes."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from quintain.apps.cli import app

pytestmark = pytest.mark.interpreted

runner = CliRunner()
WORDS = ("compare", "mythic_epoch/duel", "--battles", "4")


def test_equipment_is_compared_for_people_programs_and_eyes(tmp_path):
    picture = tmp_path / "weapons.png"
    words = (*WORDS, "--weapons", "sword, axe", "--armour", "none,light")
    told = runner.invoke(app, (*words, "--picture", str(picture))).stdout
    for text in (
        "sword, light",
        "red in the rows",
        "4 battles for each pairing",
        "losses",
        "intervals reach",
    ):
        assert text in " ".join(told.split())
    assert picture.stat().st_size > 1000
    short = (words[0], "mythic_epoch", *words[2:])  # a system alone means its duel
    found = json.loads(runner.invoke(app, (*short, "--json")).stdout)
    assert found["encounter"] == "mythic_epoch/duel"
    assert list(found["red_wins"]) == ["sword, none", "sword, light", "axe, none", "axe, light"]
    assert len(found["standings"]) == 4


@pytest.mark.compiled
def test_many_pairings_are_left_to_the_picture():
    weapons = "unarmed,dagger,sword,axe,mace,spear,great_weapon,bow,pistol"
    result = runner.invoke(
        app, ("compare", "mythic_epoch/duel", "--battles", "2", "--weapons", weapons)
    )
    assert "--picture" in result.stderr
    assert "red in the rows" not in result.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--weapons", "sword"), "got 1: name more"),
        (("--weapons", "sword,rake"), "no weapon 'rake'"),
        (("--weapons", "sword,axe", "--picture", "a.txt"), "ends in .png"),
    ],
)
def test_mistakes_get_a_sentence(words, message):
    result = runner.invoke(app, (*WORDS, *words))
    told = " ".join((result.output + result.stderr + str(result.exception)).split())
    assert message in told
    assert result.exit_code != 0
