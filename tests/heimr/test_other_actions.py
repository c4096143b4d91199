"""Actions that are neither attacks nor movement."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import close_window
from quintain.envs.heimr import turn
from quintain.envs.heimr.enums import Act, Direction, Guarded, Stage, Window
from quintain.envs.heimr.rules.environment import border_crossing
from quintain.envs.heimr.rules.forced_movement import restraint
from quintain.envs.heimr.tables import NONE

pytestmark = pytest.mark.interpreted
HELD = {"held_by": 1, "held_part": 3, "cluster": 0, "held": [], "pack": ["light"], "defence": 1}
HOLDER = {"holds": 0, "cluster": 0, "held": []}


def go_on(battle):
    """Nothing more is answered."""
    close_window(battle)
    turn.play_on(battle)
    return Window(int(battle.window))


@pytest.mark.rule("H88", "H139")
def test_H88_guard_is_free(battle_of, do):
    battle = battle_of()
    assert do(battle, Act.GUARD, Direction.NORTH) == Window.TURN
    fighter = battle.fighters[0]
    assert (fighter.guard, fighter.guarded) == (Guarded.BORDER, Direction.NORTH)
    assert not fighter.standard


@pytest.mark.rule("H103", "H81")
def test_H103_a_breather_at_once_hinders_defences(battle_of, do):
    battle = battle_of(red=[{"fatigue": 9}])
    do(battle, Act.BREATHER)
    fighter = battle.fighters[0]
    assert (fighter.fatigue, fighter.ongoing, battle.stage) == (7, True, Stage.TURN_END)


@pytest.mark.rule("H112", "RH44")
def test_H112_letting_go_is_no_action(battle_of, do):
    battle = battle_of(red=[{"holds": 1}], blue=[{"held_by": 0, "held_part": 3}])
    do(battle, Act.LET_GO)
    assert (battle.fighters[0].holds, battle.fighters[1].held_by, battle.owed) == (-1, -1, 1)
    assert not battle.fighters[0].standard


@pytest.mark.rule("H174", "H150")
def test_H174_a_door_is_opened(battle_of, do):
    battle = battle_of(borders=[((1, 1), "east", "unlocked regular_door")])
    do(battle, Act.OPEN, Direction.EAST)
    assert battle.borders[2 * 6].toughness == 0
    assert battle.fighters[0].standard


@pytest.mark.rule("H150", "RH16")
def test_H150_a_break_opens_a_barrier(battle_of, do):
    battle = battle_of(red=["axeman"], borders=[((1, 1), "east", "regular_door")])
    do(battle, Act.BREAK_BARRIER, Direction.EAST)
    assert battle.borders[2 * 6].toughness == 0


@pytest.mark.rule("H114", "RH7", "QH10")
@pytest.mark.parametrize(
    ("first", "again", "freed"), [(9, None, True), (3, 9, True), (3, 4, False)]
)
def test_H114_the_cr_of_a_holder(battle_of, do, load, first, again, freed):
    battle = battle_of(red=[HELD], blue=[HOLDER])
    assert do(battle, Act.CONCEAL_ITEM) == Window.HOLD
    load(battle, [4, 7])
    close_window(battle)
    restraint.restrain(battle)
    assert battle.frames[0].challenge == 7 + 2
    load(battle, [4, first, 1])
    window = go_on(battle)
    if again is not None:
        assert (window, battle.to_act) == (Window.REROLL, 0)
        close_window(battle)
        border_crossing.reroll(battle)
        load(battle, [4, again, 1])
        turn.play_on(battle)
        assert battle.fighters[0].wp == 7
        if not freed:
            assert go_on(battle) != Window.REROLL
    assert (battle.fighters[0].held_by == -1) == freed
    assert (battle.fighters[0].concealed_item != NONE) == freed


@pytest.mark.rule("H114", "H19")
def test_H114_who_does_not_pay_is_stopped(battle_of, do, load, events):
    battle = battle_of(red=[HELD], blue=[HOLDER])
    do(battle, Act.CONCEAL_ITEM)
    load(battle, [4, 7])
    close_window(battle)
    restraint.restrain(battle)
    load(battle, [4, 3, 1])
    assert go_on(battle) == Window.REROLL
    go_on(battle)
    assert (battle.fighters[0].held_by, battle.fighters[0].wp) == (1, 8)
    assert events(battle, "fails") == [("fails", 0, -1, Act.CONCEAL_ITEM, 0, 0)]
    assert battle.fighters[0].ongoing


@pytest.mark.rule("H114", "H101")
def test_H114_unhindered_where_the_holder_lets_it_be(battle_of, do, load):
    battle = battle_of(red=[HELD], blue=[HOLDER])
    do(battle, Act.CONCEAL_ITEM)
    load(battle, [4, 5, 1])
    go_on(battle)
    assert (battle.fighters[0].held_by, battle.fighters[0].concealed_item) == (1, 0)
