"""The end of a battle (RP30), and the part of fallen fighters in it (P46 to P49)."""

from __future__ import annotations

import pytest

from quintain.envs.platemail.enums import (
    Ending,
    Life,
    Window,
)
from quintain.envs.platemail.rules.endings import end_if_decided, end_round
from quintain.envs.platemail.tables import QUIET_LIMIT, ROUND_LIMIT

pytestmark = [pytest.mark.interpreted]

DOWN = {"life": int(Life.FATALLY_WOUNDED)}


def result(battle) -> tuple:
    """Whether the battle is over, the winner, the reason, and both rewards."""
    ending = Ending(int(battle.ending))
    return bool(battle.over), int(battle.winner), ending, [float(r) for r in battle.reward]


GOES_ON = (False, -1, Ending.NONE, [0, 0])


@pytest.mark.rule("RP30")
def test_RP30_goes_on_while_one_of_each_side_is_able(fight):
    battle = fight([DOWN, {}], [{}, DOWN])
    end_if_decided(battle)
    assert result(battle) == GOES_ON


@pytest.mark.rule("RP30")
@pytest.mark.parametrize("state", [{"dazed": 2}, {"prone": 1}, {"terror": 3}, {"entrapped": 1}])
def test_RP30_dazed_prone_and_terrified_count_as_able(duel, state):
    battle = duel(state, {})
    end_if_decided(battle)
    assert result(battle) == GOES_ON


@pytest.mark.rule("RP30", "P46", "P48", "P49")
@pytest.mark.parametrize("life", [Life.FATALLY_WOUNDED, Life.STABLE, Life.DEAD])
def test_RP30_a_side_with_nobody_able_loses(fight, events, life):
    """Stable or not, an unconscious fighter stays so until the battle ends (P49, RP11)."""
    battle = fight([{}], [{"life": int(life)}, DOWN])
    battle.window = Window.FIRST
    end_if_decided(battle)
    assert result(battle) == (True, 0, Ending.SIDE_DOWN, [1, -1])
    assert battle.window == Window.NONE
    assert events(battle) == [("over", -1, -1, int(Ending.SIDE_DOWN), 0, 0)]


@pytest.mark.rule("RP30")
def test_RP30_red_can_lose_too(fight):
    battle = fight([DOWN], [{}, {}])
    end_if_decided(battle)
    assert result(battle) == (True, 1, Ending.SIDE_DOWN, [-1, 1])


@pytest.mark.rule("RP30", "P21")
def test_RP30_both_sides_down_at_once_is_a_draw(fight):
    battle = fight([DOWN, DOWN], [DOWN])
    end_if_decided(battle)
    assert result(battle) == (True, -1, Ending.BOTH_SIDES_DOWN, [0, 0])


@pytest.mark.rule("RP30")
def test_RP30_a_side_loses_with_its_ward(fight):
    battle = fight([{**DOWN, "ward": True}, {}, {}], [{}])
    end_if_decided(battle)
    assert result(battle) == (True, 1, Ending.WARD_DOWN, [-1, 1])


@pytest.mark.rule("RP30")
def test_RP30_a_ward_who_is_able_loses_nothing(fight):
    battle = fight([{"ward": True}, DOWN], [{}])
    end_if_decided(battle)
    assert result(battle) == GOES_ON


@pytest.mark.rule("RP30")
def test_RP30_the_last_one_down_is_named_before_the_ward(fight):
    battle = fight([{}], [{**DOWN, "ward": True}])
    end_if_decided(battle)
    assert result(battle) == (True, 0, Ending.SIDE_DOWN, [1, -1])


@pytest.mark.rule("RP30")
def test_RP30_both_wards_down_is_a_draw(fight):
    battle = fight([{**DOWN, "ward": True}, {}], [{}, {**DOWN, "ward": True}])
    end_if_decided(battle)
    assert result(battle) == (True, -1, Ending.WARD_DOWN, [0, 0])


@pytest.mark.rule("RP30")
def test_RP30_one_side_down_and_the_other_without_its_ward_is_a_draw(fight):
    battle = fight([DOWN], [{}, {**DOWN, "ward": True}])
    end_if_decided(battle)
    assert result(battle) == (True, -1, Ending.WARD_DOWN, [0, 0])


@pytest.mark.rule("RP30", "P3")
def test_RP30_after_the_last_round_it_is_a_draw(duel):
    battle = duel()
    battle.round_limit = ROUND_LIMIT
    battle.round_number = ROUND_LIMIT - 2
    end_round(battle, 1)
    assert result(battle) == GOES_ON
    end_round(battle, 1)
    assert battle.round_number == ROUND_LIMIT
    assert result(battle) == (True, -1, Ending.ROUND_LIMIT, [0, 0])


@pytest.mark.rule("RP30")
def test_RP30_fifteen_rounds_without_a_wound_are_a_draw(duel, events):
    battle = duel()
    for _ in range(QUIET_LIMIT - 1):
        end_round(battle, 0)
    assert result(battle) == GOES_ON
    end_round(battle, 0)
    assert result(battle) == (True, -1, Ending.QUIET, [0, 0])
    assert events(battle, "over") == [("over", -1, -1, int(Ending.QUIET), -1, 0)]


@pytest.mark.rule("RP30")
def test_RP30_a_wound_begins_the_count_anew(duel):
    battle = duel()
    for _ in range(QUIET_LIMIT - 1):
        end_round(battle, 0)
    end_round(battle, 1)
    assert battle.quiet_rounds == 0
    for _ in range(QUIET_LIMIT - 1):
        end_round(battle, 0)
    assert result(battle) == GOES_ON


@pytest.mark.rule("RP30")
def test_RP30_the_last_round_is_asked_before_the_quiet(duel):
    battle = duel()
    battle.round_limit = 1
    battle.quiet_rounds = QUIET_LIMIT - 1
    end_round(battle, 0)
    assert result(battle) == (True, -1, Ending.ROUND_LIMIT, [0, 0])
