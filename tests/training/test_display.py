"""The display of a run."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.training.display import Display


@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_the_wins_are_complete_and_the_bar_fits(columns, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", columns)
    names = ["random", "brawler", "defender", "headhunter", "crippler", "archer", "warlord"]
    with Display("A [/b] duel", True) as display:
        display.show_wins(327_680, names, np.array([0.93, 0.06, 0.04, 0.08, 0.12, 0.5, np.nan]))
        display.show_progress(0.42, 12_345_678, 5_863)
    said, bar = capsys.readouterr().err.splitlines()
    assert said.startswith("after 0.33 M decisions, % of decided battles won: random 93, brawler 6")
    assert said.endswith("warlord –")
    assert "A [/b] duel" in bar
    assert "42 %" in bar
    assert "12.35 M decisions, 5,863/s" in bar
    assert len(bar) <= int(columns)
