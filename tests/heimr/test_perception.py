"""Observation and speech."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import close_window
from quintain.envs.heimr import turn
from quintain.envs.heimr.enums import Act, Effect, Life, Step, Window
from quintain.envs.heimr.rules.combat_actions import perception
from quintain.envs.heimr.rules.positions import hiding

pytestmark = pytest.mark.interpreted
CARTS = "c.c\n.c.\n..."
MIDDLE = 6
HIDDEN = {"hidden": True, "hide": 7, "last_seen": -1}


@pytest.mark.rule("H104", "RH51")
@pytest.mark.parametrize(
    ("at", "total"),
    [((1, 1), 6 + 2), ((0, 1), 6 + 1), ((1, 0), 6 + 1), ((0, 0), 6), ((2, 2), 6)],
)
def test_H104_the_bonus_of_ones_own_and_of_bordering_locations(
    battle_of, do, loaded, events, at, total
):
    battle = battle_of(red=[{"at": at}], blue=[{**HIDDEN, "hide": total}], map=CARTS)
    with loaded(battle, [2, 6]):
        do(battle, Act.LOOK, MIDDLE)
    assert events(battle, "looks") == [("looks", 0, -1, MIDDLE, total, 0)]
    assert battle.fighters[1].found_by == 1
    assert battle.fighters[1].hidden


@pytest.mark.rule("H104", "RH51", "RH49")
@pytest.mark.parametrize(("hide", "found"), [(8, True), (9, False)])
def test_H104_perception_has_to_reach_the_hide_result(battle_of, loaded, do, hide, found):
    battle = battle_of(red=["fighter", "fighter"], blue=[{**HIDDEN, "hide": hide}], map=CARTS)
    with loaded(battle, [2, 6]):
        window = do(battle, Act.LOOK, MIDDLE)
    assert (window == Window.REROLL) != found
    assert (not hiding.is_hidden_from(battle, 2, 0)) == found
    assert hiding.is_hidden_from(battle, 2, 1)


@pytest.mark.rule("H104", "RH51")
def test_H104_everybody_there_and_nobody_elsewhere(battle_of, loaded, do):
    blue = [{**HIDDEN, "hide": 4}, {**HIDDEN, "hide": 8}, {**HIDDEN, "hide": 4, "at": (0, 0)}]
    battle = battle_of(blue=blue, map=CARTS)
    with loaded(battle, [2, 5]):
        do(battle, Act.LOOK, MIDDLE)
    assert [int(one.found_by) for one in battle.fighters[1:4]] == [1, 0, 0]


@pytest.mark.rule("HH29", "RH7", "H19", "H104")
def test_HH29_who_finds_nobody_may_pay_to_look_again(battle_of, loaded, do):
    battle = battle_of(red=[{"wp": 2}], blue=[HIDDEN], map=CARTS)
    with loaded(battle, [2, 3]):
        assert do(battle, Act.LOOK, 0) == Window.REROLL
    assert battle.frames[0].step == Step.CHECKED
    close_window(battle)
    turn.play_on(battle)
    assert (battle.window, battle.fighters[1].found_by) == (Window.TURN, 0)


@pytest.mark.rule("H19", "RH7")
def test_H19_without_willpower_nobody_is_asked(battle_of, loaded, do):
    battle = battle_of(red=[{"wp": 0}], blue=[HIDDEN], map=CARTS)
    with loaded(battle, [2, 3]):
        assert do(battle, Act.LOOK, MIDDLE) == Window.TURN


@pytest.mark.rule("H104", "RH34")
def test_RH34_perception_does_not_tire(battle_of, loaded, do):
    battle = battle_of(red=[{"fatigue": 12}], blue=[HIDDEN], map=CARTS)
    with loaded(battle, [1, 5]):
        do(battle, Act.LOOK, MIDDLE)
    assert (battle.fighters[0].fatigue, battle.fighters[1].found_by) == (12, 1)


@pytest.mark.rule("HH43", "H104", "XH1")
@pytest.mark.parametrize(
    "more",
    [{"known_by": [0]}, {"known_by": []}, {"found_by": [0]}, {"hidden": False}, {"at": (2, 2)}],
)
def test_HH43_whether_or_not_anybody_hides_there(battle_of, more):
    battle = battle_of(blue=[{**HIDDEN, **more}], map=CARTS)
    assert perception.may_look(battle, 0, MIDDLE)


@pytest.mark.rule("HH43", "H104", "H155")
def test_H104_where_one_may_look(battle_of):
    battle = battle_of(map="c#c\n.c.\n...")
    looks = [{place for place in range(25) if perception.may_look(battle, 0, place)}]
    battle.weather = 1
    looks.append({place for place in range(25) if perception.may_look(battle, 0, place)})
    assert looks == [{0, 2, 6}, {0, 2, 5, 6, 7, 10, 11, 12}]
    battle.fighters[0].height, battle.weather = 2, 0
    assert not perception.may_look(battle, 0, MIDDLE)
    battle.fighters[0].height = 0
    battle.fighters[0].seconds[Effect.DAZE] = 2
    assert not perception.may_look(battle, 0, MIDDLE)


@pytest.mark.rule("H104", "RH51", "XH6")
@pytest.mark.parametrize(
    ("conceal", "item", "found"), [(6, 0, True), (7, 0, False), (0, -1, False)]
)
def test_H104_a_hidden_item(battle_of, loaded, do, conceal, item, found):
    battle = battle_of(blue=[{"concealed_item": item, "conceal": conceal, "pack": ["light"]}])
    with loaded(battle, [2, 6]):
        assert do(battle, Act.FRISK, target=1) == Window.TURN
    assert (battle.fighters[1].item_found_by == 1) == found
    assert bool(perception.may_frisk(battle, 0, 1)) != found


@pytest.mark.rule("H104", "RH32", "RH51", "XH5")
@pytest.mark.parametrize(("face", "told"), [(4, True), (3, False)])
def test_RH51_insight_against_persuasion(battle_of, loaded, do, events, face, told):
    battle = battle_of(
        red=[{"empathy": 1}], blue=[{"sociability": 2, "hp": 3, "wp": 5, "fatigue": 9}]
    )
    with loaded(battle, [3, face]):
        do(battle, Act.SIZE_UP, target=1)
    blue = battle.fighters[1]
    assert (blue.sized_up_by == 1) == told
    assert ((blue.seen_hp[0], blue.seen_wp[0], blue.seen_fatigue[0]) == (3, 5, 9)) == told
    assert events(battle, "sizes_up") == [("sizes_up", 0, 1, int(told), 0, 0)]


@pytest.mark.rule("HH27", "RH51")
def test_HH27_each_observer_keeps_its_own_figures(battle_of, loaded, do):
    battle = battle_of(
        red=["fighter"] * 2, blue=[{"sized_up_by": [1], "seen_hp": 4, "seen_wp": 6, "hp": 2}]
    )
    with loaded(battle, [3, 6]):
        do(battle, Act.SIZE_UP, target=2)
    blue = battle.fighters[2]
    assert (blue.sized_up_by, blue.seen_hp[0], blue.seen_hp[1]) == (0b11, 2, 4)
    assert (blue.seen_wp[0], blue.seen_wp[1]) == (blue.wp, 6)
    battle.fighters[0].free = 0
    blue.hp = 1
    with loaded(battle, [3, 2]):  # it fails, and still knows what it has seen before
        do(battle, Act.SIZE_UP, target=2)
    assert (blue.sized_up_by, blue.seen_hp[0]) == (0b11, 2)
    with loaded(battle, [3, 6]):
        do(battle, Act.SIZE_UP, actor=1, target=2)
    assert (blue.seen_hp[0], blue.seen_hp[1], blue.seen_wp[1]) == (2, 1, blue.wp)


@pytest.mark.rule("H104", "H132")
@pytest.mark.parametrize(
    ("blue", "frisk", "size_up"),
    [({}, True, True), (HIDDEN, False, False), ({"life": Life.ASLEEP}, True, False),
     ({"at": (-1, -1)}, False, False), ({"item_found_by": [0]}, False, True)],
)  # fmt: skip
def test_H104_only_whom_one_sees(battle_of, blue, frisk, size_up):
    battle = battle_of(red=["fighter", "fighter"], blue=[blue], map=CARTS)
    assert bool(perception.may_frisk(battle, 0, 2)) == frisk
    assert bool(perception.may_size_up(battle, 0, 2)) == size_up
    assert not perception.may_frisk(battle, 0, 1)


@pytest.mark.rule("H105", "RH50")
def test_H105_RH50_who_has_found_one_tells_all_allies(battle_of, do, events):
    blue = [{**HIDDEN, "found_by": [0], "known_by": [0]}]
    battle = battle_of(red=["fighter"] * 3, blue=blue, map=CARTS)
    assert perception.may_speak(battle, 0)
    assert not perception.may_speak(battle, 1)
    battle.fighters[0].seconds[Effect.DAZE] = 2
    assert not perception.may_speak(battle, 0)
    battle.fighters[0].seconds[Effect.DAZE] = 0
    assert do(battle, Act.SPEAK) == Window.TURN
    hidden = battle.fighters[3]
    assert (hidden.known_by, hidden.found_by, hidden.last_seen) == (0b111, 1, MIDDLE)
    assert not perception.may_speak(battle, 0)
    assert events(battle)[-1] == ("speaks", 0, -1, 0, 0, 0)


@pytest.mark.rule("H105", "H135", "RH49")
def test_H135_who_speaks_gives_himself_away(battle_of, do):
    red = [HIDDEN, {"life": Life.ASLEEP}]
    battle = battle_of(red=red, blue=[{"at": (0, 2)}], map=CARTS)
    do(battle, Act.SPEAK)
    assert not battle.fighters[0].hidden


@pytest.mark.rule("H105", "H129")
@pytest.mark.parametrize(("face", "wakes"), [(5, True), (4, False)])
def test_H129_a_word_may_wake_a_friend(battle_of, do, loaded, face, wakes):
    battle = battle_of(red=["fighter", {"life": Life.ASLEEP, "held": []}])
    assert perception.may_speak(battle, 0)
    with loaded(battle, [1, face]):
        perception.speak(battle, 0)
    assert (battle.fighters[1].life == Life.AWAKE) == wakes
