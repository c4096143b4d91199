"""The order of an attack, and maneuvers that are attacks (D49, D88, D97, RD16, RD17, RD32)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.rules.rounds_and_actions import attack_steps
from quintain.envs.martial.state import NO_FRAME
from quintain.envs.martial.tables import ITEM_NAMES

from .attacks import BLUE, HARD, RED, bodies, injuries, names

pytestmark = pytest.mark.interpreted


# --- The order of an attack (TD4, RD32, D88) ------------------------------------------------------


@pytest.mark.rule("TD4", "RD32", "RD38")
def test_TD4_the_order_of_an_attack(battle_of, attack, answer, events, part_number):
    battle = battle_of(*bodies({"held": ["sword"]}, {"held": ["sword"]}))
    attack(battle, riders=(1, 1), faces=[19, 19])  # 25 against 10: 3 degrees, 1 of the critical
    answer(battle, "parry", 0, faces=[20])  # 23
    answer(battle, "part", part_number(battle.fighters[1], "head"))
    answer(battle, "extra", 1, faces=[20, 20])  # a check against being stunned
    told = ["attacks", "riders", "rolls", "hits", "critical", "parries", "injures", "strain"]
    assert [name for name in names(events(battle)) if name in told] == [
        *told[:7], "injures", "strain"
    ]  # fmt: skip
    assert names(events(battle))[-1] == "condition"


@pytest.mark.rule("D88", "RD14", "TD3", "QD7")
def test_D88_reactions_come_before_the_roll(battle_of, attack, answer, window, events):
    battle = battle_of(*bodies({"held": ["bow"]}, {"held": ["axe"]}))
    attack(battle, "shot")
    assert (window(battle), int(battle.to_act)) == ("reactive_attack", 1)
    assert events(battle, "rolls") == []
    answer(battle, "wait", faces=[15])
    assert window(battle) == "part"


@pytest.mark.rule("D88", "D93", "RD14", "RD42")
@pytest.mark.parametrize(("face", "shoots"), [(1, True), (20, False)])
def test_D88_who_cannot_go_on_has_no_roll(battle_of, attack, answer, window, events, face, shoots):
    # A Reactive Trip: a prone fighter uses no bow (D60).
    red = {"held": ["bow"], "natural_armour": 4}
    battle = battle_of(*bodies(red, {"trained": ["acrobatics"]}), trigger=0)
    attack(battle, "shot")
    attack_steps.begin_attack(battle, 1, 1, 0, 3, 0)
    battle.attacks[1].maneuver = 9
    answer(battle, "wait", faces=[face, 2] if shoots else [face])
    assert bool(battle.fighters[0].prone) != shoots
    assert len(events(battle, "rolls")) == (2 if shoots else 1)
    assert int(battle.frame) == NO_FRAME


@pytest.mark.rule("D50", "RD14", "QD7")
@pytest.mark.parametrize(
    ("maneuver", "trained", "asked"),
    [
        ("trip", [], True),
        ("trip", ["acrobatics"], False),
        ("shove", ["acrobatics"], True),
        ("steal", ["athletics"], True),
        ("sunder", [], False),  # no skill to be untrained in
    ],
)
def test_D50_untrained_maneuvers_provoke_their_target(
    battle_of, attack, window, maneuver, trained, asked
):
    person = {**BLUE, "held": ["axe"], "carried": ["dagger"], "natural_armour": 40}
    other = {**person, "at": (3, 3)}
    battle = battle_of([{**RED, "trained": trained}], [person, other])
    attack(battle, "maneuver", maneuver=maneuver, faces=[] if asked else [2])
    assert window(battle) == ("reactive_attack" if asked else "none")
    if asked:
        assert (int(battle.to_act), int(battle.provoker)) == (1, 0)


@pytest.mark.rule("D50", "RD17")
@pytest.mark.parametrize(
    ("trained", "asked"), [([], True), (["athletics"], False), (["acrobatics"], False)]
)
def test_D50_so_does_an_untrained_way_out_of_a_grapple(battle_of, attack, window, trained, asked):
    battle = battle_of(
        [{**RED, "dexterity": 2, "trained": trained, "grapple": 1}],
        [{**HARD, "grapple": 0, "is_grappler": True}],
    )
    attack(battle, "maneuver", maneuver="grapple", escape=True, faces=[] if asked else [2])
    assert window(battle) == ("reactive_attack" if asked else "none")


@pytest.mark.rule("RD14", "RD42")
def test_RD14_blows_and_reactive_attacks_provoke_nobody(battle_of, attack, window):
    battle = battle_of(*bodies(blue=HARD))
    attack(battle, faces=[2])
    assert window(battle) == "none"
    attack(battle, "maneuver", maneuver="trip", frame="reaction", faces=[2])
    assert window(battle) == "none"


# --- Maneuvers (D49, D97, RD16, RD17, QD8) --------------------------------------------------------


@pytest.mark.rule("D49", "RD4", "D97", "RD16")
@pytest.mark.parametrize(("face", "succeeds"), [(9, False), (10, True), (11, True)])
def test_D49_equal_to_dv_succeeds(battle_of, attack, events, face, succeeds):
    red = {"trained": ["acrobatics"], "dexterity": 1}  # Trip: 1 + 1 + 2
    battle = battle_of(*bodies(red, HARD))
    attack(battle, "maneuver", maneuver="trip", faces=[face])
    assert bool(battle.fighters[1].prone) == succeeds
    assert injuries(battle) == {}
    assert battle.fighters[1].strain == 0


@pytest.mark.rule("QD8", "RD17", "RD2")
def test_RD17_a_shove_asks_for_its_direction(battle_of, attack, answer, window):
    red = {"trained": ["athletics"]}  # Shove: 1 + 3 + 2
    battle = battle_of(*bodies(red))
    attack(battle, "maneuver", maneuver="shove", faces=[9])  # 15 against 10: 1 degree
    assert window(battle) == "direction"
    answer(battle, "direction", 2)  # east
    assert (int(battle.fighters[1].x), int(battle.fighters[1].y)) == (7, 3)


@pytest.mark.rule("RD17")
def test_RD17_the_only_direction_is_taken_without_asking(battle_of, attack, window):
    rows = "....\n.##.\n....\n.##."
    battle = battle_of(
        [{**RED, "trained": ["athletics"], "at": (0, 2)}], [{**BLUE, "at": (1, 2)}], map=rows
    )
    attack(battle, "maneuver", maneuver="shove", faces=[4])
    assert window(battle) == "none"
    assert (int(battle.fighters[1].x), int(battle.fighters[1].y)) == (2, 2)


@pytest.mark.rule("RD17")
@pytest.mark.parametrize(("face", "free"), [(4, False), (5, True)])
def test_RD17_out_of_a_grapple_against_dv(battle_of, attack, face, free):
    battle = battle_of(
        [{**RED, "trained": ["athletics"], "grapple": 1}],
        [{**BLUE, "natural_armour": 1, "grapple": 0, "is_grappler": True}],
    )
    attack(battle, "maneuver", maneuver="grapple", escape=True, faces=[face])
    assert (battle.fighters[0].grapple == -1) == free


@pytest.mark.rule("TD4", "D67")
def test_TD4_the_log_says_who_attacks_whom_with_what(battle_of, attack, events):
    battle = battle_of(*bodies(blue=HARD))
    attack(battle, faces=[2])
    assert events(battle, "attacks") == [("attacks", 0, 1, 0, ITEM_NAMES.index("axe"), 0)]
    assert names(events(battle)) == ["attacks", "rolls", "misses"]
