"""The page of a report in a browser: tables sort, the battle plays, a phone shows all of it."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.apps.replay_page import replay_page
from quintain.apps.report_page import Curve, Report, report_page
from quintain.envs.core.session import replay as replays
from quintain.envs.core.session.match import Match
from quintain.envs.core.session.recording import recording_of
from quintain.evaluation.statistics import Interval, PairResult
from quintain.evaluation.tournament import Tournament
from quintain.evaluation.turning_points import Chances, Course

pytestmark = pytest.mark.compiled
NARROW = 390


def battle() -> str:
    """The page of the first decisions of a battle."""
    match = Match("mythic_epoch", "duel")
    match.reset(1)
    while match.to_act >= 0 and len(match.actions) < 6:
        match.step(int(np.flatnonzero(match.mask)[-1]))
    return replay_page(recording_of(replays.record(match)), None)


def report() -> str:
    """A page with every part except seen and unseen."""
    scores = [[1, 1], [1, 0], [0, 0.5]] * 10
    names = ("best", "a_name_that_is_rather_long_for_a_telephone", "worst")
    pairs = [(names[0], names[1]), (names[0], names[2]), (names[1], names[2])]
    results = tuple(PairResult.from_scores(a, b, scores, rounds=scores) for a, b in pairs)
    fought = Tournament("mythic_epoch", "duel", 0, names, results, True)
    curve = Curve("runs/x", [1, 50], [0.1, 0.6], [0.05, 0.5], [0.2, 0.7])
    return report_page(
        Report("All", ["quintain report"], [fought], (), [curve], [("A battle", battle())])
    )


def test_tables_sort_and_the_battle_plays_without_network(browser, tmp_path):
    (tmp_path / "page.html").write_text(report(), encoding="utf-8")
    page, faults = browser.new_page(viewport={"width": NARROW, "height": 800}), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text))  # a refused script or style
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    address = (tmp_path / "page.html").as_uri()
    page.goto(address)
    ratings = page.locator("table.sorted").first

    def agents() -> list[str]:
        return ratings.locator("tbody td:first-child").all_inner_texts()

    assert agents()[::2] == ["best", "worst"]
    elo = ratings.locator("th button").nth(1)
    elo.click()
    assert agents()[0] == "best"  # numbers fall first
    elo.click()
    assert agents()[0] == "worst"
    ratings.locator("th button").first.click()
    assert agents() == sorted(agents())
    frame = page.frame_locator("iframe")
    assert "decision 0" in frame.locator("#place").inner_text()
    frame.locator("#on").click()
    assert "decision 0" not in frame.locator("#place").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW
    page.close()
    assert faults == []
    assert asked == [address]


def test_no_word_of_the_chances_is_cut_off(browser, tmp_path):
    match = Match("mythic_epoch", "duel")
    match.reset(1)
    match.step(int(np.flatnonzero(match.mask)[-1]))
    sure, never = Interval(1.0, 1.0, 1.0), Interval(0.0, 0.0, 0.0)
    even, little = Interval(0.5, 0.4, 0.6), Interval(0.05, 0.0, 0.1)
    course = Course(100, [Chances(0, even, little), Chances(1, sure, never)], [])
    recording = recording_of(replays.record(match))
    (tmp_path / "page.html").write_text(replay_page(recording, course), encoding="utf-8")
    page = browser.new_page(viewport={"width": NARROW, "height": 800})
    page.goto((tmp_path / "page.html").as_uri())
    cut = (
        "[...document.querySelectorAll('.bar span')].some(one => one.scrollWidth > one.clientWidth)"
    )
    for key, words in (("Home", ["red", "", ""]), ("End", ["red", "", ""])):
        page.keyboard.press(key)
        assert page.locator(".bar span").all_inner_texts() == words
        assert not page.evaluate(cut)
    assert page.locator(".bar .blue").bounding_box()["width"] == 0
    page.close()
