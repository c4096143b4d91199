"""The command `card`: rules that a person can run, fitted, measured and printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import expit, logit
from typer.testing import CliRunner

from quintain.agents.base import strongest
from quintain.agents.cards import Card, CardAgent, read_card
from quintain.agents.cards.card import MOST_RULES, Condition
from quintain.agents.cards.facts import facts_of, see_facts
from quintain.agents.cards.kinds import action_forms, known_kinds
from quintain.agents.registry import make_agent
from quintain.apps.card_command import adds, card_page, say_condition, sections_of, sheet_of
from quintain.apps.card_sheet import HEIGHT, MARGIN, SIZES, Paragraph, fitted, write_sheet
from quintain.apps.cli import app
from quintain.envs.core.engine.system import get_system, system_names
from quintain.envs.core.session.match import Match
from quintain.evaluation.arena import final_result, play_pairs
from quintain.evaluation.card_fitting import fit_card
from quintain.evaluation.card_measures import BLOCKS, measure_card
from quintain.evaluation.shares import share_by_block

pytestmark = pytest.mark.compiled
each_system = pytest.mark.parametrize("system", system_names())


def known(**more: Any) -> Card:
    """A card with known rules for Mythic Epoch: wait at half health, else attack or come nearer."""
    spent = {"fact": "own.half_spent", "is_above": True, "limit": 0.5}
    rules = [
        {"conditions": [spent], "choices": ["wait"]},
        {"conditions": [], "choices": ["melee_attack @nearest", "combat_move @nearest", "wait"]},
    ]
    content = {
        "format": "quintain card", "version": 1, "agent": "known", "system": "mythic_epoch",
        "scenario": "duel", "headings": [{"window": "turn", "rules": rules}],
        "otherwise": ["wait"], "details": {}, **more,
    }  # fmt: skip
    return Card.model_validate(content)


def test_the_card_of_a_player_with_known_rules_has_its_choices() -> None:
    system, player = get_system("mythic_epoch"), CardAgent(known())
    fitted = fit_card(system, "duel", player, pairs=30)
    measured = measure_card(system, "duel", player, fitted, pairs=25).measured
    assert measured is not None
    assert measured.equal.estimate > 0.98
    assert measured.equal.estimate > measured.trivial.high
    assert abs(measured.lost.estimate) < 0.05


@pytest.mark.parametrize(("share", "spread"), [(0.9, 0.7), (0.99, 0.3)])
def test_a_share_of_blocks_is_within_its_limits_19_times_in_20(share: float, spread: float) -> None:
    generator, found, count = np.random.default_rng(0), 0, 1000
    usual = logit(share)
    true = expit(usual + spread * generator.normal(size=100_000)).mean()
    for _ in range(count):
        sizes = 1 + generator.poisson(30, BLOCKS)
        hits = generator.binomial(sizes, expit(usual + spread * generator.normal(size=BLOCKS)))
        limits = share_by_block(hits.tolist(), sizes.tolist())
        found += limits.low <= true <= limits.high
    assert found / count > 0.925


def test_a_share_that_is_equal_in_all_blocks_has_some_width() -> None:
    limits = share_by_block([10] * BLOCKS, [10] * BLOCKS)
    assert limits.low < limits.estimate == limits.high == 1


@each_system
def test_a_card_plays_whole_battles_and_has_twelve_rules_at_most(system: str) -> None:
    here = get_system(system)
    fitted = fit_card(here, "duel", make_agent(strongest(here), here), pairs=3)
    assert 1 <= fitted.count <= MOST_RULES
    pairs = play_pairs(here, "duel", CardAgent(fitted), make_agent("random", here), 2)
    assert final_result(pairs).scores.shape == (2, 2)
    assert sum(len(section.rules) for section in sections_of(fitted)) >= fitted.count


@each_system
def test_every_fact_and_kind_has_words(system: str) -> None:
    here = get_system(system)
    assert all(fact.words.strip() for fact in facts_of(here).values())
    assert len(action_forms(here, 2)) == here.num_actions(2)
    assert known_kinds(here)


def test_the_first_rule_that_fits_decides() -> None:
    match, agent = Match("mythic_epoch", "duel"), CardAgent(known())
    place = list(facts_of(match.system)).index("own.half_spent")
    generator, taken = np.random.default_rng(0), set()
    for seed in range(20):
        match.reset(seed)
        while match.to_act >= 0:
            if match.window == "turn":
                seen = match.observation[None]
                is_spent = see_facts(match.system, seen, match.max_side)[0, place] > 0.5
                action, _ = agent.predict(seen, action_masks=match.mask[None])
                verb = str(match.system.decode(int(action[0]), match.max_side)["verb"])
                assert (verb == "wait") or not is_spent
                taken.add((bool(is_spent), verb))
            match.step(int(generator.choice(np.flatnonzero(match.mask))))
    assert {(True, "wait"), (False, "melee_attack"), (False, "combat_move")} <= taken


def test_conditions_are_said_with_whole_numbers_and_shares_in_percent() -> None:
    facts = facts_of(get_system("mythic_epoch"))
    near = Condition(fact="near.distance", is_above=False, limit=1.5)
    assert say_condition(near, facts[near.fact]) == "distance to the nearest enemy at most 1"
    (rule, _) = known().headings[0].rules
    assert say_condition(rule.conditions[0], facts["own.half_spent"]) == "my half spent"
    left = Condition(fact="own.damage_left", is_above=True, limit=0.352)
    assert say_condition(left, facts[left.fact]) == "my damage left above 35 %"


def test_a_card_says_what_its_words_mean() -> None:
    meant = sections_of(known())[-1]
    assert meant.title == "The meaning of the words"
    assert meant.rules == ["my half spent = half the damage points or fewer are left"]
    (_, meant) = sections_of(known(headings=[], otherwise=["counter_attack", "ct_parry", "wait"]))
    assert meant.rules == [
        "ct parry = Parries the Counter-Attack of the target in Counter-Tempo with the weapon"
    ]


def test_no_meaning_on_a_card_says_how_a_number_is_cut_off() -> None:
    limit = {"is_above": True, "limit": 1.0}
    facts = [{"fact": name, **limit} for name in ("near.distance", "own.initiative", "own.armour")]
    rules = [{"conditions": facts, "choices": ["wait"]}]
    (turn, _, meant) = sections_of(
        known(system="wildroll", headings=[{"window": "turn", "rules": rules}])
    )
    assert "my initiative above 1" in turn.rules[0]
    assert meant.rules == ["my armour = Toughness of armour"]


def test_a_fact_of_a_packed_piece_is_told_as_what_it_is() -> None:
    """A kind is a flag; the number that tells the actions of a kind apart is no fact."""
    facts = facts_of(get_system("wildroll"))
    kind, reach = facts["own.readied_kind_strike"], facts["own.main_reach"]
    assert say_condition(Condition(fact=kind.name, is_above=True, limit=0.5), kind) == (
        "my readied kind strike"
    )
    assert kind.meaning.startswith("the readied action: the kind of an action")
    assert say_condition(Condition(fact=reach.name, is_above=False, limit=1.5), reach) == (
        "my main reach at most 1"
    )
    assert not any(name.endswith("_place") for name in facts)


def test_a_sheet_is_one_page_however_long_the_card(tmp_path: Path) -> None:
    file = tmp_path / "card.pdf"
    write_sheet(sheet_of(known(agent="<b>$x$", otherwise=["wait"])), file)
    assert file.read_bytes().startswith(b"%PDF")
    for count in (1, 60):
        words = [Paragraph("a rule that says many words " * 9, f"{at}.") for at in range(count)]
        lines = fitted(words)
        assert {line.text for line in lines} >= {f"{at}." for at in range(count)}
        assert max(line.y for line in lines) <= HEIGHT - MARGIN
        assert lines[0].size == SIZES[0] or count > 1


@pytest.mark.parametrize(
    ("words", "meaning", "is_more"),
    [
        ("my prone", "prone", False),
        ("my defending", "it defends", False),
        ("melee attack", "makes a Melee Attack on the target with the weapon", False),
        ("heal self", "tries to stop the bleeding", True),
        ("round", "round of the round limit", True),
        ("distance to the nearest enemy", "", False),
    ],
)
def test_a_meaning_stands_on_the_card_if_it_says_more_than_the_words(
    words: str, meaning: str, is_more: bool
) -> None:
    assert adds(words, meaning) is is_more


def test_hostile_names_stay_text() -> None:
    page = card_page(known(agent="<img src=x>{{RULES}}", scenario="</title><script>"))
    assert "<img" not in page
    assert "<script" not in page
    assert "{{RULES}}" in page


def test_the_command_writes_a_page_and_an_agent(tmp_path: Path) -> None:
    page, file, sheet = (tmp_path / name for name in ("card.html", "x.card.json", "card.pdf"))
    words = ["card", "tactician", "--scenario", "mythic_epoch/duel", "--battles", "4", "--json"]
    result = CliRunner().invoke(
        app, [*words, "--html", str(page), "--pdf", str(sheet), "--save", str(file)]
    )
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["agent"] == "tactician"
    assert "<h1>tactician: Mythic Epoch, duel</h1>" in page.read_text()
    assert sheet.read_bytes().startswith(b"%PDF")
    assert read_card(file).measured is not None
    assert make_agent(str(file), "mythic_epoch").name == str(file)


def test_a_card_of_a_fight_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "fight.yaml"
    file.write_text(
        "system: mythic_epoch\ntitle: X\nmap: ....\n"
        "red: [{fighter: swordsman, at: [0, 0]}]\nblue: [{fighter: swordsman, at: [2, 0]}]\n"
    )
    words = ["card", "tactician", "--scenario", str(file), "--battles", "4", "--json"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.exception
    assert json.loads(result.stdout)["system"] == "mythic_epoch"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tactician"], "say which battles"),
        (["mythic_epoch-duel", "--save", "card.txt"], "ends in .card.json"),
    ],
)
def test_a_call_that_cannot_work_gets_a_sentence(words: list[str], message: str) -> None:
    result = CliRunner().invoke(app, ["card", *words])
    assert isinstance(result.exception, ValueError)
    assert message in str(result.exception)
