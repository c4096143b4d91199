"""Unconsciousness, the save against death, waking (D15 to D19, D39, RD3, RD48, RD49)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import (
    Life,
    Peril,
)
from quintain.envs.martial.rules.injuries.wounds import (
    dying_dc,
    dying_save,
    exhaustion_pool,
    injure,
)
from quintain.envs.martial.rules.rounds_and_actions.upkeep import action_points_of, start_turn
from quintain.envs.martial.rules.stamina import lose, strain

pytestmark = pytest.mark.interpreted

PLAIN = {"held": [], "armour": "none", "trained": [], "constitution": 2, "level": 3}
DOWN = {"life": Life.EXHAUSTION, "stamina": 0, "exhaustion": 0, "prone": True}
"""Unconscious from exhaustion; every d20 has a disadvantage then (RD7): two dice, the lower one."""


@pytest.fixture
def one(battle_of):
    """A battle in which red_0 is as said; unless said otherwise +5 on its saves."""
    return lambda **said: battle_of([{**PLAIN, **said}])


@pytest.mark.rule("RD7", "RD46")
def test_RD46_who_falls_unconscious_hides_no_more(one):
    battle = one(hidden=True, stamina=1, exhaustion=1)
    lose(battle, 0, 2)
    assert battle.fighters[0].life == Life.EXHAUSTION
    assert not battle.fighters[0].hidden


# --- The DC (D17, RD25) ---------------------------------------------------------------------------

CASES = [  # injuries, bleed, DC
    ({"ear": 1}, 0, 1),
    ({"ear": 1}, 3, 4),
    ({"leg": 2, "hand": [1, 1]}, 0, 10),
    ({"eye": [2, 0], "arm": [0, 3], "nose": 1}, 2, 16),
    ({"heart": 1, "foot": [1, 1]}, 1, 10),
]


@pytest.mark.rule("D16", "D17", "RD25")
@pytest.mark.parametrize(("injuries", "bleed", "dc"), CASES)
def test_D17_all_injuries_and_the_bleeding_add_up(one, injuries, bleed, dc):
    battle = one(**DOWN, injuries=injuries, bleed=bleed)
    assert dying_dc(battle.fighters[0]) == dc


@pytest.mark.rule("D16", "D17", "D18", "RD36")
@pytest.mark.parametrize(("injuries", "bleed", "dc"), CASES[2:4])
def test_D18_equal_to_the_dc_lives_and_one_less_dies(one, loaded, injuries, bleed, dc):
    for natural, life in ((dc - 5, Life.EXHAUSTION), (dc - 6, Life.DEAD)):
        battle = one(**DOWN, injuries=injuries, bleed=bleed)
        with loaded(battle, [natural, 20]):
            dying_save(battle, 0)
        assert battle.fighters[0].life == life
        assert battle.fighters[0].bleed == bleed  # success: nothing


# --- The critical save (D18, RD3, RD49) -----------------------------------------------------------


@pytest.mark.rule("D18", "RD3")
@pytest.mark.parametrize(
    ("injuries", "natural", "wakes"),
    [
        ({"leg": 1, "hand": 1}, 9, False),  # 14 against 5
        ({"leg": 1, "hand": 1}, 10, True),  # 15: 10 above the DC
        ({"leg": [2, 2], "arm": [2, 2]}, 19, False),  # 24 against 24
        ({"leg": [2, 2], "arm": [2, 2]}, 20, True),
        ({"leg": [3, 3], "arm": [3, 3], "hand": [3, 3]}, 20, True),  # 25 against 48
    ],
)
def test_D18_a_critical_save_brings_back(one, loaded, events, injuries, natural, wakes):
    battle = one(**DOWN, injuries=injuries, bleed=0)
    with loaded(battle, [natural, 20]):
        dying_save(battle, 0)
    fighter = battle.fighters[0]
    assert fighter.life == (Life.ALIVE if wakes else Life.EXHAUSTION)
    assert (fighter.stamina, fighter.exhaustion) == ((1, 7) if wakes else (0, 0))
    assert fighter.prone
    assert bool(events(battle, "wakes")) == wakes


@pytest.mark.rule("D18")
def test_D18_a_critical_save_stops_the_bleeding(one, loaded):
    battle = one(**DOWN, bleed=4)
    with loaded(battle, [20, 20]):
        dying_save(battle, 0)
    assert battle.fighters[0].bleed == 0


@pytest.mark.rule("RD49", "D39")
@pytest.mark.parametrize("life", [Life.KNOCKED_OUT, Life.COMA])
@pytest.mark.parametrize(("before", "after"), [(0, 1), (9, 9)])
def test_RD49_a_critical_save_wakes_nobody_from_a_blow_on_the_head(
    one, loaded, life, before, after
):
    battle = one(life=life, stamina=before, exhaustion=2, bleed=1, injuries={"head": 3})
    with loaded(battle, [20, 20] + [20] * (before == 0)):
        dying_save(battle, 0)
    fighter = battle.fighters[0]
    assert fighter.life == life
    assert (fighter.stamina, fighter.exhaustion, fighter.bleed) == (after, 7, 0)


# --- When it is due (D16, RD48) -------------------------------------------------------------------


@pytest.mark.rule("D16", "RD48")
def test_RD48_no_save_while_conscious(one, loaded, part_number):
    battle = one(stamina=0, exhaustion=3)
    with loaded(battle):
        injure(battle, 1, 0, part_number(battle.fighters[0], "leg"), 3)
        dying_save(battle, 0)
    assert battle.fighters[0].life == Life.ALIVE


@pytest.mark.rule("D16", "D17", "D23", "RD48")
@pytest.mark.parametrize(("face", "life"), [(4, Life.EXHAUSTION), (3, Life.DEAD)])
def test_D16_one_save_for_each_effect_with_the_new_injuries_in_its_dc(
    one, loaded, part_number, face, life
):
    battle = one(**DOWN, injuries={"leg": [1, 0]})  # 3, and two of an arm: 9
    with loaded(battle, [face, 19]):
        injure(battle, 1, 0, part_number(battle.fighters[0], "arm"), 2)
    assert battle.fighters[0].life == life


@pytest.mark.rule("D16")
def test_D16_a_hit_without_injury_asks_for_no_save(one, loaded, part_number):
    battle = one(**DOWN, injuries={"leg": [3, 0]})
    with loaded(battle):
        strain(battle, 1, 0, 3)
        injure(battle, 1, 0, part_number(battle.fighters[0], "leg"), 1)  # it is gone already
        injure(battle, 1, 0, part_number(battle.fighters[0], "arm"), 0)
    assert battle.fighters[0].life == Life.EXHAUSTION


@pytest.mark.rule("D16", "D44")
def test_D16_the_dead_save_no_more(one, loaded, part_number):
    battle = one(**DOWN, injuries={"heart": 1})
    with loaded(battle):
        injure(battle, 1, 0, part_number(battle.fighters[0], "heart"), 1)
    assert battle.fighters[0].life == Life.DEAD


@pytest.mark.rule("D16", "RD12", "RD48")
@pytest.mark.parametrize(("face", "life"), [(1, Life.EXHAUSTION), (7, Life.EXHAUSTION)])
def test_D16_bleeding_asks_the_unconscious_each_turn(one, loaded, face, life):
    battle = one(**DOWN, bleed=3, injuries={"leg": [1, 0]})
    with loaded(battle, [face, 20]):
        start_turn(battle, 0)
    assert battle.fighters[0].life == life
    assert battle.fighters[0].action_points == 0


@pytest.mark.rule("D16", "D17", "RD12")
def test_D16_bleeding_kills_the_unconscious(one, loaded, events):
    battle = one(**DOWN, bleed=4, injuries={"leg": [1, 0]})
    with loaded(battle, [1, 20]):  # 6 against 7
        start_turn(battle, 0)
    assert battle.fighters[0].life == Life.DEAD
    assert [event[0] for event in events(battle)] == ["bleeds", "modifier", "check", "dies"]


@pytest.mark.rule("D16", "RD48", "RD12")
def test_RD48_who_faints_from_bleeding_saves_only_next_time(one, loaded):
    battle = one(stamina=0, exhaustion=2, bleed=2, injuries={"leg": [1, 0]})
    with loaded(battle):
        start_turn(battle, 0)
    assert battle.fighters[0].life == Life.EXHAUSTION
    with loaded(battle, [10, 10]):
        start_turn(battle, 0)
    assert battle.fighters[0].life in (Life.ALIVE, Life.EXHAUSTION)


@pytest.mark.rule("D18", "TD2")
def test_D18_who_wakes_at_the_start_of_its_turn_acts(one, loaded):
    battle = one(**DOWN, bleed=1)
    with loaded(battle, [20, 20]):
        start_turn(battle, 0)
    assert battle.fighters[0].life == Life.ALIVE
    assert battle.fighters[0].action_points == 3
    assert battle.fighters[0].prone


@pytest.mark.rule("D19", "RD34")
def test_RD34_without_constitution_nobody_saves(one, loaded):
    battle = one(body="skeleton", constitution=0, injuries={"arm": [3, 0]})
    with loaded(battle):
        dying_save(battle, 0)
        lose(battle, 0, 50)
    assert battle.fighters[0].life == Life.ALIVE
    assert exhaustion_pool(battle.fighters[0]) == 0


# --- Waking from a blow on the head (D39, RD49) ---------------------------------------------------

KNOCKED = {"life": Life.KNOCKED_OUT, "injuries": {"head": 3}, "prone": True, "level": 10,
           "constitution": 4}  # fmt: skip


@pytest.mark.rule("D39", "RD49")
@pytest.mark.parametrize(("face", "wakes"), [(16, True), (15, False)])
def test_D39_a_check_of_dc_30_at_the_start_of_each_turn(one, loaded, events, face, wakes):
    battle = one(**KNOCKED)
    with loaded(battle, [face, 20]):  # 14, and the concussion's second die
        start_turn(battle, 0)
    assert battle.fighters[0].life == (Life.ALIVE if wakes else Life.KNOCKED_OUT)
    assert battle.fighters[0].action_points == (3 if wakes else 0)
    assert battle.fighters[0].asleep_turns == 1
    assert [event[2:] for event in events(battle, "check")] == [(Peril.SLEEP, face, 14 + face, 30)]


@pytest.mark.rule("D39")
def test_D39_it_may_try_turn_after_turn(one, loaded):
    battle = one(**KNOCKED)
    for turn in range(1, 4):
        with loaded(battle, [15, 15]):
            start_turn(battle, 0)
        assert battle.fighters[0].asleep_turns == turn
    with loaded(battle, [16, 16]):
        start_turn(battle, 0)
    assert battle.fighters[0].life == Life.ALIVE


@pytest.mark.rule("D39", "RD49")
@pytest.mark.parametrize("life", [Life.COMA, Life.EXHAUSTION])
def test_RD49_from_a_coma_or_exhaustion_no_check_wakes(one, loaded, life):
    battle = one(**{**KNOCKED, "life": life})
    with loaded(battle):
        start_turn(battle, 0)
    assert battle.fighters[0].life == life


@pytest.mark.rule("RD49", "RD7")
def test_RD49_who_wakes_without_exhaustion_points_stays_down(one, loaded):
    battle = one(**KNOCKED, stamina=0, exhaustion=0)
    with loaded(battle, [16, 20, 20]):
        start_turn(battle, 0)
    assert battle.fighters[0].life == Life.EXHAUSTION
    assert battle.fighters[0].action_points == 0


@pytest.mark.rule("D39", "RD49")
def test_D39_exhausted_and_then_knocked_out(one, loaded, part_number):
    battle = one(**DOWN, injuries={"head": 2})
    with loaded(battle, [20, 20, 20, 2, 2, 2]):  # the check of the head, then the save
        injure(battle, 1, 0, part_number(battle.fighters[0], "head"), 1)
    assert battle.fighters[0].life == Life.DEAD
    battle = one(**DOWN, injuries={"head": 2})
    with loaded(battle, [20, 20, 20, 7, 7, 7]):  # 25 is not 30: a coma; 12 against 12
        injure(battle, 1, 0, part_number(battle.fighters[0], "head"), 1)
    assert battle.fighters[0].life == Life.COMA


@pytest.mark.rule("D15", "RD9")
def test_D15_the_unconscious_have_no_action_points(one):
    battle = one(**DOWN)
    assert action_points_of(battle.fighters[0]) == 0
