"""Cards as files and as agents."""

import json

import pytest

from quintain.agents.cards import Card, CardError, read_card, write_card
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system

PLAIN = {
    "format": "quintain card",
    "version": 1,
    "agent": "fencer",
    "system": "mythic_epoch",
    "scenario": "duel",
    "headings": [{"window": "turn", "rules": [{"conditions": [], "choices": ["wait"]}]}],
    "otherwise": ["wait"],
    "details": {},
}


def test_a_card_file_round_trips_and_is_an_agent(tmp_path):
    file, card = tmp_path / "x.card.json", Card.model_validate(PLAIN)
    write_card(card, file)
    assert read_card(file) == card
    assert make_agent(str(file), get_system("mythic_epoch")).card == card


@pytest.mark.parametrize(
    "change",
    [
        {"system": "chess"},
        {"otherwise": ["win"]},
        {"headings": [{"window": "lunch", "rules": PLAIN["headings"][0]["rules"]}]},
        {"headings": [{"window": "turn", "rules": PLAIN["headings"][0]["rules"] * 12}]},
        {"more": 1},
    ],
)
def test_a_hostile_card_gets_one_sentence(tmp_path, change):
    file = tmp_path / "x.card.json"
    file.write_text(json.dumps({**PLAIN, **change}))
    with pytest.raises(CardError) as caught:
        read_card(file)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("text", ["", "hello", "[" * 100_000])
def test_a_card_that_is_no_json_is_told_so(tmp_path, text):
    file = tmp_path / "x.card.json"
    file.write_text(text)
    with pytest.raises(CardError, match="is no usable card: it is no JSON") as caught:
        read_card(file)
    assert len(str(caught.value)) < 300
