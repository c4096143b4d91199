"""Suggestions for names that somebody misspelled."""

from __future__ import annotations

import pytest

from quintain.envs.core.inputs.spelling import MOST_LISTED, names_like, nearest

WEAPONS = ["buckler", "mace", "short_sword", "long_sword", "light_crossbow", "axe"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("bukler", ["buckler"]),
        ("Mace", ["mace"]),
        ("long sword", ["long_sword"]),
        ("shortswrd", ["short_sword"]),
        ("sword", ["short_sword", "long_sword"]),
        ("crossbow", ["light_crossbow"]),
        ("musket", []),
        ("halberd", []),
        ("", []),
    ],
)
def test_only_names_that_somebody_may_mean_are_suggested(name, meant):
    assert names_like(name, WEAPONS) == meant


def test_every_slip_in_one_letter_is_recognised():
    for at in range(4):
        assert "mace" in names_like("mace"[:at] + "x" + "mace"[at + 1 :], WEAPONS)


def test_few_names_are_listed_and_of_many_the_place():
    many = [f"spell {number}" for number in range(MOST_LISTED + 1)]
    assert nearest("musket", many[:-1], "see the book") == f"choose from {', '.join(many[:-1])}"
    assert nearest("musket", many, "see the book") == "see the book"
    assert nearest("spell x", many, "see the book").startswith("did you mean spell ")
    assert nearest("musket", many) == f"choose from {', '.join(many)}"
