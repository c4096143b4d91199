"""The command `report`, and the page and the replays of a tournament."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from quintain.agents.npc import find_npc
from quintain.apps.cli import app
from quintain.apps.report_command import keep_pairings, read_curve, scenario_of
from quintain.apps.report_page import Curve, Report, report_page
from quintain.evaluation.statistics import PairResult
from quintain.evaluation.tournament import Tournament

HOSTILE = "</script><img src=x onerror=alert(1)>{{BODY}}\"'"


class Reader(HTMLParser):
    """Collects tags, addresses, event handlers, and the frames' contents."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.events: list[str] = []
        self.frames: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag and its attributes."""
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        self.events += [name for name, _ in attrs if name.startswith("on")]
        self.frames += [value or "" for name, value in attrs if name == "srcdoc"]


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    return reader


def fought(*names: str) -> Tournament:
    """A tournament in which earlier agents win three battles of four."""
    scores = [[1, 1], [1, 0]] * 20
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    results = tuple(PairResult.from_scores(a, b, scores, rounds=scores) for a, b in pairs)
    return Tournament("mythic_epoch", HOSTILE, 0, names, results, True)


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return result.output


def test_a_page_needs_no_network_and_hostile_names_stay_text():
    curve = Curve(HOSTILE, [1, 9], [0.2, 0.5], [0.1, 0.4], [0.3, 0.6])
    inner = f"<p>{HOSTILE}</p>"
    tournaments = [fought(HOSTILE, "b", "c"), fought("b", HOSTILE)]
    page = report_page(
        Report(HOSTILE, [HOSTILE], tournaments, curves=[curve], battles=[(HOSTILE, inner)])
    )
    reader = read(page)
    assert reader.addresses == []
    assert reader.events == []
    assert "img" not in reader.tags
    assert reader.frames == [inner]  # a browser reads it as a page of its own
    assert reader.tags.count("script") == 1
    script = page.partition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in page
    assert "{{BODY}}" in page


def test_a_page_shows_every_agent_and_cell_sorted_by_rating():
    page = report_page(Report("three", ["quintain x"], [fought("weak", "mid", "strong")]))
    heads = re.findall(r"<th><span>(\w+)</span></th>", page)
    assert heads == ["weak", "mid", "strong"]  # the first wins most here
    assert page.count('title="weak against mid: 75.0 %"') == 1
    assert "can be ranked" in page
    assert "$ quintain x" in page
    assert "quintain 0." in page


def test_the_curve_of_a_run_has_intervals_and_skips_rows_without_evaluation(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # which has no folder of runs
    (tmp_path / "config.yaml").write_text(yaml.safe_dump({"evaluation_pairs": 100}))
    rows = ["decisions,win/random,win/berserker,draw/random", "10,0.5,0.1,0", "20,,,"]
    rows += ["30,1,0.5,0", "40,0.3"]  # a kill cut the last one short
    (tmp_path / "progress.csv").write_text("\n".join(rows))
    curve = read_curve(tmp_path)
    assert curve.decisions == [10, 30]
    assert curve.share == pytest.approx([0.3, 0.75])
    half = 1.96 * (0.25 / 100 + 0.09 / 100) ** 0.5 / 2
    assert curve.low[0] == pytest.approx(0.3 - half)
    assert scenario_of(str(tmp_path)) == "mythic_epoch/duel"
    assert read_curve(tmp_path / "nothing") is None
    with pytest.raises(ValueError, match="give --scenario"):
        scenario_of("berserker")
    with pytest.raises(FileNotFoundError, match="there is no such folder"):
        scenario_of("runs/nothing")
    assert scenario_of("mythic_epoch-duel") == "mythic_epoch/duel"
    assert scenario_of("heimr-general") == "heimr/skirmish"
    mine = tmp_path / "mine.npc"
    shutil.copy(find_npc("wildroll-skirmish"), mine)
    assert scenario_of(str(mine)) == scenario_of(f"{mine}?caution=1") == "wildroll/skirmish"
    with pytest.raises(FileNotFoundError, match="no NPC file"):
        scenario_of(str(tmp_path / "nothing.npc"))


@pytest.mark.parametrize("share", [0, 1])
def test_a_curve_that_wins_all_or_nothing_leaves_doubt(tmp_path, share):
    """The band holds the shares with which 200 battles are all won, or all lost, once in 20."""
    (tmp_path / "config.yaml").write_text(yaml.safe_dump({"evaluation_pairs": 100}))
    rows = ["decisions,win/berserker", f"10,{share}", f"20,{share}"]
    (tmp_path / "progress.csv").write_text("\n".join(rows))
    curve = read_curve(tmp_path)
    assert curve.share == [share, share]
    widths = [high - low for low, high in zip(curve.low, curve.high, strict=True)]
    assert min(widths) >= 1 - 0.05 ** (1 / 200)


def test_a_page_says_who_was_not_measured():
    page = report_page(Report("x", ["x"], [], exploited=[(HOSTILE, [])]))
    assert "Not measured: &lt;/script&gt;" in page
    assert "best challenger" not in page


@pytest.mark.compiled
def test_a_report_of_an_agent_has_ratings_unseen_and_a_battle_that_plays(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    places = ("--scenario", "mythic_epoch/duel", "--scenario", "mythic_epoch/held_out/duel")
    run("report", "mythic_epoch-duel", *places, "--agents", "random,fencer", "--battles", "6")
    page = Path("report.html").read_text(encoding="utf-8")
    for told in ("Elo in all scenarios", "Seen and unseen", "held_out/duel", "Skill and luck"):
        assert told in page
    for told in ("<h2>Exploitability</h2>", "a learned one", "3 of 1,", "97.5 % confidence"):
        assert told in page
    assert "6 battles of each agent against tactician" in page
    for told in ("<h2>Tactics in mythic_epoch/duel</h2>", "<td>feint</td>", "random, %"):
        assert told in page
    (battle,) = read(page).frames
    assert "<h2>mythic_epoch/held_out/duel</h2>" in page
    assert "mythic_epoch-duel plays red" in battle
    assert 'id="scrub"' in battle


@pytest.mark.compiled
def test_a_tournament_keeps_replays_of_each_pairing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("tournament", "mythic_epoch/duel", "--agents", "random,berserker,fencer")
    run(*words, "--battles", "4", "--keep", "3", "--replays", "kept")
    files = sorted(Path("kept").iterdir())
    assert len(files) == 9
    more = CliRunner().invoke(app, [*words, "--battles", "2", "--keep", "3"])
    assert "--keep is at most the number of --battles, 2, got 3" in str(more.exception)
    assert "verified" in run("replay", str(files[0]))


@pytest.mark.compiled
def test_an_interrupted_tournament_keeps_only_what_was_fought(tmp_path):
    names = ("random", "berserker", "fencer")
    result = PairResult.from_scores("random", "berserker", [[0, 0]])
    keep_pairings(Tournament("mythic_epoch", "duel", 0, names, (result,), False), 5, tmp_path)
    kept = sorted(file.name for file in tmp_path.iterdir())
    assert kept == ["pairing_01_battle_01.json", "pairing_01_battle_02.json"]


@pytest.mark.compiled
def test_an_agent_against_itself_keeps_its_sides(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("tournament", "mythic_epoch/duel", "--agents", "fencer,fencer", "--battles", "4")
    run(*words, "--keep", "1", "--report", "page.html")
    assert len(list(Path("replays").iterdir())) == 1
    assert "fencer (red)" in Path("page.html").read_text(encoding="utf-8")


def test_a_page_shows_the_standings_and_pay_offs_of_a_league():
    nothing = {"estimate": None, "low": 0.0, "high": 1.0}
    some = {"estimate": 0.6, "low": 0.5, "high": 0.7}
    players = [
        {"name": name, "role": role, "decisions": 5, "reason": HOSTILE, "named": some,
         "copies": nothing}
        for name, role in (("main", "main"), (HOSTILE, "league_exploiter"))
    ]  # fmt: skip
    payoff = {"main": {"main": None, HOSTILE: 0.6}, HOSTILE: {"main": 0.4, HOSTILE: None}}
    events = [{"decisions": 5, "text": HOSTILE}]
    league = {"decisions": 7000, "players": players, "payoff": payoff, "events": events}
    page = report_page(Report("one", [], [], leagues=[(HOSTILE, league)]))
    assert "img" not in read(page).tags
    for told in ("Standings", "7,000 decisions", "60 [50, 70]", "league exploiter"):
        assert told in page
    assert page.count(": 60.0 %") == 1
