"""The card of an NPC says how it learned."""

from __future__ import annotations

import pytest

from quintain.agents.npc import find_npc, read_npc
from quintain.training.card import write_card


@pytest.fixture
def about():
    """The manifest of an NPC without a memory and without a league, not yet written."""
    return read_npc(find_npc("mythic_epoch-duel")).manifest.model_dump(exclude={"files"})


@pytest.mark.parametrize(
    ("league", "words"),
    [
        (["main"], "from scripted fighters and from copies of itself"),
        (["main", "exploiter"],
         "from scripted fighters and from copies of itself and from exploiters, which learned to "
         "beat it"),
    ],
)  # fmt: skip
def test_a_league_is_told(about, league, words):
    about["training"]["config"]["self_play"] = 0.0  # as leagues write it
    about["training"]["league"] = league
    card = write_card(about)
    assert f"It learned {words}, never from people" in card
    decisions = about["training"]["decisions"]
    assert f"after {decisions:,} decisions of all learners of its league in" in card


def test_a_run_alone_is_told(about):
    del about["training"]["league"]  # as in older files
    assert f"after {about['training']['decisions']:,} decisions in" in write_card(about)


@pytest.mark.parametrize(
    ("memory", "words"),
    [
        (0, "It has no memory and makes no plans: it sees only the present moment."),
        (1, "It makes no plans: it sees the present moment and remembers the last event it"),
        (4, "It makes no plans: it sees the present moment and remembers the last 4 events it"),
    ],
)
def test_its_memory_is_told(about, memory, words):
    assert words in write_card(about | {"memory": memory})
