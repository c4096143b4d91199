"""Power Attack, Deadly Aim, Reckless Attack, Cleave, Lunge, Multiweapon (D70 to D78, RD28)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import FreeAction, Life, Step
from quintain.envs.martial.rules.rounds_and_actions import attack_steps, riders
from quintain.envs.martial.state import NO_FRAME
from quintain.envs.martial.tables import ITEM_NAMES

from .attacks import BLUE, HARD, OPEN, RED, bodies, injuries, names, open_parts

pytestmark = pytest.mark.interpreted


# --- Power Attack, Deadly Aim, Reckless Attack (D73, D74, D78, RD28, QD3) -------------------------


@pytest.mark.rule("D73", "QD3", "TD4")
def test_D73_declared_and_paid_before_the_roll(battle_of, attack, answer, events, window):
    battle = battle_of(*bodies({"level": 4}, HARD))
    before = int(battle.fighters[0].stamina)
    attack(battle, riders=None)
    assert window(battle) == "riders"
    answer(battle, "riders", 2, 0, faces=[1])
    assert events(battle, "rolls") == [("rolls", 0, 1, 1, 1 + 5 + 4, 14)]
    assert before - int(battle.fighters[0].stamina) == 2
    assert names(events(battle, "riders", "rolls")) == ["riders", "rolls"]


@pytest.mark.rule("D73", "D74", "D78", "RD28", "QD3", "D13")
@pytest.mark.parametrize(
    ("kind", "power", "reckless", "stamina", "used", "legal"),
    [
        ("melee", 1, 0, 10, 0, True),
        ("melee", 2, 0, 10, 0, False),  # more than the martial bonus
        ("melee", 0, 6, 10, 0, True),
        ("melee", 0, 7, 10, 0, False),
        ("melee", 1, 6, 10, 0, True),
        ("melee", 0, 0, 10, 0, False),
        ("melee", 1, 0, 10, FreeAction.POWER, False),
        ("melee", 0, 1, 10, FreeAction.POWER, True),
        ("melee", 0, 1, 10, FreeAction.RECKLESS, False),
        ("melee", 1, 0, 10, FreeAction.RECKLESS | FreeAction.AIM, True),
        ("shot", 1, 0, 10, 0, True),  # Deadly Aim
        ("shot", 1, 0, 10, FreeAction.AIM, False),
        ("shot", 1, 0, 10, FreeAction.POWER, True),
        ("shot", 0, 1, 10, 0, False),  # Reckless in melee only
        ("throw", 1, 0, 10, 0, True),
        ("throw", 0, 1, 10, 0, False),
    ],
)
def test_D73_D74_D78_what_may_be_spent(battle_of, kind, power, reckless, stamina, used, legal):
    held = {"melee": "axe", "shot": "bow", "throw": "dagger"}[kind]
    battle = battle_of(*bodies({"held": [held], "stamina": stamina, "used": used}))
    attack_steps.begin_attack(battle, 0, 0, 1, ["melee", "shot", "throw"].index(kind), 0)
    assert bool(riders.may_use_riders(battle, power, reckless)) == legal


@pytest.mark.rule("D74", "RD28")
@pytest.mark.parametrize(("stamina", "exhaustion", "most"), [(10, 5, 6), (2, 0, 2), (1, 2, 3)])
def test_D74_as_much_as_both_pools_pay(battle_of, stamina, exhaustion, most):
    battle = battle_of(*bodies({"stamina": stamina, "exhaustion": exhaustion}))
    attack_steps.begin_attack(battle, 0, 0, 1, 0, 0)
    assert max(number for number in range(9) if riders.may_use_riders(battle, 0, number)) == most


@pytest.mark.rule("D14", "D73")
def test_D14_no_riders_without_stamina(battle_of, attack, window):
    battle = battle_of(*bodies({"base": "skeleton"}, HARD))
    attack(battle, riders=None, faces=[2])
    assert window(battle) == "none"


@pytest.mark.rule("D74")
def test_D74_a_die_less_and_a_degree_more_each(battle_of, attack, events):
    battle = battle_of(*bodies())
    before = int(battle.fighters[0].stamina)
    attack(battle, riders=(0, 2), faces=[18, 7, 12])
    assert events(battle, "rolls") == [("rolls", 0, 1, 7, 11, 10)]
    assert open_parts(battle) == OPEN[2]
    assert before - int(battle.fighters[0].stamina) == 2


@pytest.mark.rule("D73", "D74", "RD28")
def test_RD28_riders_combine_and_go_once_a_turn(battle_of, attack, window):
    battle = battle_of(*bodies({"level": 4}, {"natural_armour": 40}))
    attack(battle, riders=(1, 1), faces=[5, 6])
    assert battle.fighters[0].used == FreeAction.POWER | FreeAction.RECKLESS
    attack(battle, riders=None, faces=[5])
    assert window(battle) == "none"


@pytest.mark.rule("D98", "RD42", "RD28", "TD7")
def test_RD42_no_riders_on_a_reactive_attack_or_maneuver(battle_of, attack, window):
    battle = battle_of(*bodies(blue=HARD))
    attack(battle, frame="reaction", riders=None, faces=[2])
    assert (window(battle), int(battle.frame)) == ("none", NO_FRAME)
    attack(battle, "maneuver", maneuver="trip", riders=None, faces=[2])
    assert window(battle) == "none"


@pytest.mark.rule("RD7", "D73")
def test_RD7_the_last_point_spent_ends_the_attack(battle_of, attack, answer, events, window):
    battle = battle_of(*bodies({"stamina": 0, "exhaustion": 1}))
    attack(battle, riders=(1, 0), faces=[])
    assert battle.fighters[0].life == Life.EXHAUSTION
    assert (events(battle, "rolls"), int(battle.frame)) == ([], NO_FRAME)


# --- Cleave (D70, RD28, QD5) ----------------------------------------------------------------------


def three(battle_of, *others, red=None):
    """Red at (4, 3) against blue at (5, 3) and others."""
    more = [{**BLUE, **other} for other in others]
    return battle_of([{**RED, **(red or {})}], [BLUE, *more])


@pytest.mark.rule("D70", "QD5", "RD28")
def test_D70_after_a_hit_into_the_next_one(battle_of, attack, answer, window, events):
    battle = three(battle_of, {"at": (5, 4)})
    before = int(battle.fighters[0].stamina)
    attack(battle, penalty=1, faces=[7, 9])
    answer(battle, "part", 0)
    assert window(battle) == "cleave"
    answer(battle, "cleave", 2, faces=[8, 20])  # with the same disadvantage
    assert [event[2] for event in events(battle, "rolls")] == [1, 2]
    answer(battle, "part", 0)
    assert (window(battle), int(battle.frame)) == ("none", NO_FRAME)  # no second Cleave
    assert (injuries(battle, 1), injuries(battle, 2)) == ({"ear": 1}, {"ear": 1})
    assert before - int(battle.fighters[0].stamina) == 1
    assert (battle.fighters[0].exposed, battle.fighters[0].used) == (1, FreeAction.CLEAVE)


@pytest.mark.rule("D70", "RD7")
def test_D70_a_cleave_is_announced_then_paid_for(battle_of, attack, answer, events):
    battle = three(battle_of, {"at": (5, 4)})
    battle.fighters[0].stamina, battle.fighters[0].exhaustion = 0, 1
    attack(battle, faces=[20, 20])
    answer(battle, "part", 0)
    answer(battle, "extra", 1)
    answer(battle, "cleave", 2)
    told = events(battle, "attacks", "falls")
    assert [event[:3] for event in told] == [("attacks", 0, 1), ("attacks", 0, 2), ("falls", 0, -1)]


@pytest.mark.rule("D70", "QD5")
def test_D70_it_may_be_left(battle_of, attack, answer, window):
    battle = three(battle_of, {"at": (5, 4)})
    attack(battle, faces=[7])
    answer(battle, "part", 0)
    answer(battle, "wait")
    assert (int(battle.frame), int(battle.fighters[0].exposed)) == (NO_FRAME, 0)


@pytest.mark.rule("D70")
@pytest.mark.parametrize(
    ("other", "red", "possible"),
    [
        ({"at": (5, 4)}, {}, True),
        ({"at": (5, 2)}, {}, True),
        ({"at": (6, 3)}, {}, False),  # out of reach
        ({"at": (6, 3)}, {"held": ["spear"]}, True),
        ({"at": (5, 5)}, {"held": ["spear"]}, False),  # not next to the first
        ({"at": (3, 3)}, {}, False),
        ({"at": (5, 4), "life": Life.DEAD}, {}, False),
        ({"at": (5, 4), "life": Life.COMA}, {}, True),
        ({"at": (5, 4), "hidden": True}, {}, False),
        ({"at": (5, 4)}, {"used": FreeAction.CLEAVE}, False),
        ({"at": (5, 4)}, {"used": FreeAction.POWER}, True),
        ({"at": (5, 4)}, {"stamina": 0, "exhaustion": 0}, False),
        ({"at": (5, 4)}, {"base": "skeleton", "held": ["axe"]}, False),
    ],
)
def test_D70_whom_and_when(battle_of, attack, answer, window, other, red, possible):
    battle = three(battle_of, other, red=red)
    attack(battle, faces=[12] if "stamina" not in red else [12, 12])
    answer(battle, "part", 0)
    if window(battle) == "extra":
        answer(battle, "wait")
    assert window(battle) == ("cleave" if possible else "none")


@pytest.mark.rule("RD35", "D70")
@pytest.mark.parametrize(("other", "after"), [(Life.COMA, "none"), (Life.ALIVE, "cleave")])
def test_RD35_no_cleave_once_nobody_is_left_to_fight(
    battle_of, attack, answer, window, other, after
):
    battle = three(battle_of, {"at": (5, 4), "life": other, "prone": True})
    battle.fighters[1].stamina, battle.fighters[1].exhaustion = 0, 1
    attack(battle, faces=[12])
    answer(battle, "part", 0)
    if window(battle) == "extra":
        answer(battle, "wait")
    assert battle.fighters[1].life == Life.EXHAUSTION
    assert window(battle) == after


@pytest.mark.rule("D70")
def test_D70_not_after_a_miss(battle_of, attack, window):
    battle = three(battle_of, {"at": (5, 4)})
    attack(battle, faces=[6])
    assert window(battle) == "none"


@pytest.mark.rule("D70", "RD38")
def test_RD38_a_hit_without_injury_allows_it(battle_of, attack, window):
    battle = battle_of([RED], [{**BLUE, "natural_armour": -6}, {**BLUE, "at": (5, 4)}])
    attack(battle, faces=[1])  # 5 against 4, a class lower than minor
    assert (injuries(battle), window(battle)) == ({}, "cleave")


@pytest.mark.rule("D70", "RD28", "D98")
def test_D70_no_friend_no_maneuver_no_reaction(battle_of, attack, answer, window):
    battle = battle_of([RED, {**RED, "at": (5, 4)}], [BLUE])
    attack(battle, faces=[7])
    answer(battle, "part", 0)
    assert window(battle) == "none"
    battle = three(battle_of, {"at": (5, 4)})
    attack(battle, "maneuver", maneuver="trip", faces=[19])
    assert window(battle) == "none"
    battle = three(battle_of, {"at": (5, 4)})
    attack(battle, frame="reaction", faces=[7])
    answer(battle, "part", 0)
    assert window(battle) == "none"


@pytest.mark.rule("RD28", "D70", "D73", "RD15", "D71")
def test_RD28_a_cleave_is_a_roll_of_its_own(battle_of, attack, answer, events, window):
    # Power, Reckless, Charge and Lunge belong to the first roll; unused riders may join the second.
    battle = three(battle_of, {"at": (5, 4)})
    attack(battle, riders=(1, 0), charge=True, faces=[7, 3])
    answer(battle, "part", 0)
    answer(battle, "cleave", 2, riders=None)
    assert window(battle) == "riders"
    assert not riders.may_use_riders(battle, 1, 0)
    assert riders.may_use_riders(battle, 0, 1)
    answer(battle, "riders", 0, 1, faces=[9, 8])
    assert [event[3:5] for event in events(battle, "rolls")] == [(7, 13), (8, 12)]


# --- Lunge (D71) ----------------------------------------------------------------------------------


@pytest.mark.rule("D71", "D69")
@pytest.mark.parametrize(
    ("held", "squares", "lunge", "rolls"),
    [
        ("axe", 1, False, True),
        ("axe", 2, False, False),
        ("axe", 2, True, True),
        ("axe", 3, True, False),
        ("spear", 2, False, True),
        ("spear", 3, False, False),
        ("spear", 3, True, True),
    ],
)
def test_D71_5_feet_farther(battle_of, attack, events, held, squares, lunge, rolls):
    battle = battle_of(*bodies({"held": [held]}, {**HARD, "at": (4 + squares, 3)}))
    attack(battle, lunge=lunge, faces=[2] if rolls else [])
    assert len(events(battle, "rolls")) == rolls


# --- Multiweapon (D72, RD28) ----------------------------------------------------------------------


@pytest.mark.rule("D72", "RD28", "H8")
def test_D72_once_with_each_weapon(battle_of, attack, answer, events, window):
    battle = battle_of(*bodies({"held": ["axe", "dagger"], "dexterity": 1}, HARD))
    attack(battle, multi=True, penalty=1, faces=[2, 3, 4, 5])
    rolled = [event[3:5] for event in events(battle, "attacks")]
    assert rolled == [(0, ITEM_NAMES.index("axe")), (0, ITEM_NAMES.index("dagger"))]
    assert [event[3] for event in events(battle, "rolls")] == [2, 4]
    assert (int(battle.frame), int(battle.attacks[0].step)) == (NO_FRAME, Step.OVER)


@pytest.mark.rule("D72", "RD18", "H8")
def test_D72_each_kind_of_natural_weapon_but_no_bare_hands(battle_of, attack, events):
    beast = {"base": "dragonling", "strength": 3}
    battle = battle_of(*bodies(beast, {**HARD, "natural_armour": 40}))
    attack(battle, slot=2, multi=True, faces=[2, 3, 4, 5])
    weapons = [ITEM_NAMES[event[4]] for event in events(battle, "attacks")]
    assert weapons == ["bite", "talon", "tail_slap", "wing_buffet"]
    battle = battle_of(*bodies({"held": ["axe"]}, HARD))
    attack(battle, multi=True, penalty=1, faces=[2, 3])
    assert len(events(battle, "attacks")) == 1


@pytest.mark.rule("D72", "D69")
def test_D72_only_what_reaches_and_can_be_used(battle_of, attack, events):
    blue = {**HARD, "natural_armour": 40, "at": (6, 3)}
    battle = battle_of(*bodies({"base": "horror"}, blue))
    attack(battle, slot=2, multi=True, faces=[2, 3])
    weapons = [ITEM_NAMES[event[4]] for event in events(battle, "attacks")]
    assert weapons == ["tentacle", "lash"]  # a bite does not reach 10 feet
    beast = {"base": "dragonling", "injuries": {"tail": 1}, "disabled": [0, 1, 0, 0]}
    battle = battle_of(*bodies(beast, {"natural_armour": 40}))
    attack(battle, slot=2, multi=True, faces=[2, 3])
    weapons = [ITEM_NAMES[event[4]] for event in events(battle, "attacks")]
    assert weapons == ["bite", "wing_buffet"]


@pytest.mark.rule("D72", "D48")
def test_D72_a_dropped_weapon_does_not_stop_the_next(battle_of, attack, events):
    battle = battle_of(*bodies({"held": ["axe", "dagger"]}, HARD))
    attack(battle, multi=True, penalty=1, faces=[1, 9, 4, 5])
    assert battle.fighters[0].held.tolist() == [-1, ITEM_NAMES.index("dagger")]
    assert len(events(battle, "rolls")) == 2


@pytest.mark.rule("D72", "H8")
def test_D72_what_is_left_is_lost_when_the_target_falls(battle_of, attack, answer, events):
    battle = battle_of(
        *bodies({"held": ["axe", "dagger"]}, {"stamina": 1, "exhaustion": 1, "constitution": 0})
    )
    attack(battle, multi=True, faces=[7])
    answer(battle, "part", 0)
    assert battle.fighters[1].life == Life.EXHAUSTION
    assert (len(events(battle, "attacks")), int(battle.frame)) == (1, NO_FRAME)


@pytest.mark.rule("D72", "D70", "RD28")
def test_D72_goes_back_to_the_first_target_after_a_cleave(battle_of, attack, answer, events):
    battle = three(battle_of, {"at": (5, 4)}, red={"held": ["axe", "dagger"]})
    battle.quick_sides = 3
    attack(battle, multi=True, penalty=1, faces=[7, 7])
    answer(battle, "part", 0)
    answer(battle, "cleave", 2, faces=[2, 2, 3, 3])
    told = [(event[2], ITEM_NAMES[event[4]]) for event in events(battle, "attacks")]
    assert told == [(1, "axe"), (2, "axe"), (1, "dagger")]
