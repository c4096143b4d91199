"""Parry: conditions, weapons, and the arithmetic of degrees."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import (
    Life,
)
from quintain.envs.martial.rules.attack_roll import hits
from quintain.envs.martial.rules.reactions import parry
from quintain.envs.martial.state import (
    NO_FRAME,
)
from quintain.envs.martial.tables import NO_PARRY, NONE

pytestmark = pytest.mark.interpreted

# Level 3, so martial bonus 1. Red adds 4; blue has defence value 10 and parries at 1 + 0 + 2.
RED = {"strength": 3, "dexterity": 0, "held": ["axe"], "armour": "none"}
BLUE = {"strength": 0, "dexterity": -1, "constitution": 2, "held": ["sword"], "armour": "none"}


def bodies(red=None, blue=None):
    """Red and blue as `battle_of` takes them."""
    return [{**RED, **(red or {})}], [{**BLUE, **(blue or {})}]


# --- Who may parry what (D92, RD29, RD31, QD6, XD3) -----------------------------------------------


@pytest.mark.rule("D92", "QD6", "XD3")
def test_D92_after_a_hit_is_known_never_after_a_miss(battle_of, attack, window, events):
    battle = battle_of(*bodies())
    attack(battle, faces=[7])
    assert (window(battle), int(battle.to_act)) == ("parry", 1)
    assert events(battle, "rolls", "hits") == [("rolls", 0, 1, 7, 11, 10), ("hits", 0, 1, 0, 0, 0)]
    battle = battle_of(*bodies())
    attack(battle, faces=[6])
    assert window(battle) == "none"


@pytest.mark.rule("D92", "RD4", "RD7", "RD8", "RD9", "RD11", "RD29", "RD31", "D4", "D14", "D84")
@pytest.mark.parametrize(
    ("blue", "possible"),
    [
        ({}, True),
        ({"reactions": 0}, False),
        ({"stamina": 1}, True),
        ({"stamina": 0, "exhaustion": 1}, True),  # from the Exhaustion pool
        ({"stamina": 0, "exhaustion": 0}, False),
        ({"acted": False}, False),
        ({"tricked": True}, False),
        ({"dazed": 1}, False),
        ({"stunned": 1}, False),
        ({"life": Life.COMA, "prone": True}, False),
        ({"injuries": {"eye": [1, 1]}}, True),  # the blinded keep their reactions
        ({"prone": True}, True),
        ({"grapple": 0}, True),
        ({"held": ["axe"]}, True),
        ({"held": ["spear"]}, True),
        ({"held": []}, False),
        ({"held": ["bow"]}, False),
        ({"held": ["shield"]}, True),
        ({"held": ["shield"], "shield_ready": True, "natural_armour": -4}, False),
        ({"base": "skeleton", "held": ["sword"]}, False),  # no Stamina
        ({"injuries": {"hand": 2}}, False),
        ({"injuries": {"hand": 1}}, True),
    ],
)
def test_D92_who_may_parry(battle_of, attack, window, blue, possible):
    dice = 4 if "life" in blue else 2 if "prone" in blue else 1
    battle = battle_of(*bodies(blue=blue))
    attack(battle, faces=[15] * dice)
    assert window(battle) == ("parry" if possible else "part")


@pytest.mark.rule("D92", "RD31", "D75", "D80")
@pytest.mark.parametrize(("kind", "held"), [("shot", "bow"), ("throw", "dagger")])
def test_D92_no_missile_can_be_parried(battle_of, attack, window, kind, held):
    battle = battle_of(*bodies({"held": [held], "dexterity": 3}, {"at": (6, 3)}))
    attack(battle, kind, faces=[15])
    assert window(battle) == "part"


@pytest.mark.rule("RD42", "D92")
def test_RD42_a_reactive_attack_can_be_parried(battle_of, attack, answer, window):
    battle = battle_of(*bodies(), turn=1)
    attack(battle, frame="reaction", faces=[7])
    assert window(battle) == "parry"
    answer(battle, "parry", 0, faces=[9])
    assert int(battle.frame) == NO_FRAME


@pytest.mark.rule("D10", "RD46")
def test_RD46_what_comes_out_of_hiding_cannot_be_parried(battle_of, attack, window):
    battle = battle_of(*bodies({"hidden": True}))
    attack(battle, faces=[15])
    assert window(battle) == "part"


# --- The roll (RD31, RD18, RD19, D30, D37, D60, RD7, RD10) ----------------------------------------


@pytest.mark.rule("RD31", "RD18", "RD19", "H16")
@pytest.mark.parametrize(
    ("item", "modifier"),
    [
        ("sword", 2),
        ("axe", 0),
        ("mace", 0),
        ("dagger", 1),
        ("spear", 2),
        ("buckler", 1),
        ("shield", 2),
        ("bow", NO_PARRY),
        ("crossbow", NO_PARRY),
    ],
)
def test_RD31_parry_modifiers(battle_of, item, modifier):
    battle = battle_of(*bodies(blue={"held": [item]}))
    assert parry.parry_modifier(battle.fighters[1], 0) == modifier
    assert parry.parry_modifier(battle.fighters[1], 1) == NO_PARRY


@pytest.mark.rule("RD31", "D92")
@pytest.mark.parametrize(
    ("blue", "bonus"),
    [
        ({"strength": 3, "dexterity": 1}, 1 + 3 + 2),
        ({"strength": 1, "dexterity": 4}, 1 + 4 + 2),
        ({"level": 8}, 3 + 0 + 2),
        ({"sickened": True}, 1 + 0 + 2 - 2),
        ({"wisdom": 4}, 1 + 0 + 2),
        ({"defending": True}, 1 + 0 + 2),
        ({"armour": "heavy"}, 1 + 0 + 2),
    ],
)
def test_RD31_martial_bonus_attribute_and_item(battle_of, blue, bonus):
    battle = battle_of(*bodies(blue=blue))
    assert parry.parry_bonus(battle.fighters[1], 0) == bonus


@pytest.mark.rule("RD31", "D92", "D30", "D37", "D60", "RD7", "RD11")
@pytest.mark.parametrize(
    ("red", "blue", "net"),
    [
        ({}, {}, 0),
        ({}, {"injuries": {"eye": 1}}, -1),
        ({}, {"injuries": {"eye": [1, 1]}}, -2),
        ({}, {"injuries": {"head": 1}}, -1),
        ({}, {"stamina": 0}, -1),
        ({}, {"prone": True}, -1),
        ({"prone": True}, {"prone": True}, 0),
        ({"prone": True}, {}, 0),  # no advantage: it attacks nobody
        ({"exposed": 2}, {}, 0),
        ({"body": "two_headed_giant"}, {}, 0),
        ({}, {"attacks": 3}, 0),
    ],
)
def test_RD31_only_its_own_state_worsens_a_parry(battle_of, attack, red, blue, net):
    battle = battle_of(*bodies(red, blue))
    battle.attacks[0].attacker, battle.attacks[0].target = 0, 1
    assert parry.parry_advantage(battle, battle.attacks[0]) == net


@pytest.mark.rule("D92", "D13", "RD31")
@pytest.mark.parametrize("face", [1, 20])
def test_D92_it_costs_1_stamina_and_a_reaction(battle_of, attack, answer, events, face):
    battle = battle_of(*bodies(blue={"reactions": 2}))
    attack(battle, faces=[7])
    before = int(battle.fighters[1].stamina)
    answer(battle, "parry", 0, faces=[face])
    assert battle.fighters[1].reactions == 1
    spent = before - int(battle.fighters[1].stamina)
    assert spent == 1
    taken = 3 if face == 20 else 0
    assert events(battle, "parries") == [("parries", 1, 0, face, face + 3, taken)]


@pytest.mark.rule("D92", "QD6")
def test_QD6_it_may_be_left(battle_of, attack, answer, window):
    battle = battle_of(*bodies())
    attack(battle, faces=[7])
    before = (int(battle.fighters[1].stamina), int(battle.fighters[1].reactions))
    answer(battle, "wait")
    assert window(battle) == "part"
    assert (int(battle.fighters[1].stamina), int(battle.fighters[1].reactions)) == before


@pytest.mark.rule("RD7", "D92")
def test_RD7_who_falls_by_the_last_point_parries_no_more(battle_of, attack, answer, events, window):
    battle = battle_of(*bodies(blue={"stamina": 0, "exhaustion": 1}))
    attack(battle, faces=[7])
    answer(battle, "parry", 0)
    assert battle.fighters[1].life == Life.EXHAUSTION
    told = events(battle, "parries", "falls")
    assert [event[0] for event in told] == ["parries", "falls"]
    assert told[0][3:] == (0, 0, 0)  # it has rolled nothing
    assert window(battle) == "part"


# --- Degrees taken (D92, RD2, RD38) ---------------------------------------------------------------


@pytest.mark.rule("D92", "RD2")
@pytest.mark.parametrize(
    ("beyond", "taken"),
    [(-20, 0), (-1, 0), (0, 0), (1, 1), (4, 1), (5, 2), (9, 2), (10, 3), (14, 3), (15, 4)],
)
def test_D92_one_degree_if_higher_and_one_for_each_degree(beyond, taken):
    assert parry.degrees_parried(20 + beyond, 20) == taken


@pytest.mark.rule("D92", "RD38", "RD31", "D24")
@pytest.mark.parametrize(
    ("blow", "face", "degrees"),
    [
        # A blow of 11 against 10: no degree. The Parry must exceed 11 at 3 more than its die.
        (7, 8, 0),
        (7, 9, None),
        (7, 20, None),
        # A blow of 16: one degree.
        (12, 13, 1),
        (12, 14, 0),
        (12, 17, 0),
        (12, 18, None),
        # A blow of 21: two degrees. The best Parry is 23.
        (17, 18, 2),
        (17, 19, 1),
        (17, 20, 1),
    ],
)
def test_D92_on_both_sides_of_each_degree(
    battle_of, attack, answer, events, window, blow, face, degrees
):
    battle = battle_of(*bodies())
    attack(battle, faces=[blow])
    answer(battle, "parry", 0, faces=[face])
    if degrees is None:
        assert len(events(battle, "deflected")) == 1
        assert (window(battle), int(battle.frame)) == ("none", NO_FRAME)
        assert battle.fighters[1].strain == 0
        return
    assert events(battle, "deflected") == []
    assert (window(battle), int(battle.attacks[0].degrees)) == ("part", degrees)
    assert hits.parts_open(battle) == (3, 10, 14)[degrees]
    answer(battle, "part", 0)
    if window(battle) == "extra":
        answer(battle, "wait")
    assert battle.fighters[1].strain == 1 + degrees


@pytest.mark.rule("RD31", "D46", "D48")
def test_RD31_a_parry_has_no_criticals(battle_of, attack, answer, events):
    # A natural 1 above the total takes a degree, a natural 20 below it takes none.
    battle = battle_of(*bodies(blue={"strength": 4, "level": 8, "natural_armour": -14}))
    attack(battle, faces=[2])  # 6 against -2: 1 degree
    answer(battle, "parry", 0, faces=[1])  # 1 + 3 + 4 + 2
    assert events(battle, "parries") == [("parries", 1, 0, 1, 10, 1)]
    assert battle.fighters[1].held[0] != NONE
    battle = battle_of(*bodies({"strength": 4, "level": 8}, {"strength": -1}))
    attack(battle, riders=(3, 0), faces=[19])  # 32
    answer(battle, "parry", 0, faces=[20])  # 20 + 1 - 1 + 2
    assert events(battle, "parries") == [("parries", 1, 0, 20, 22, 0)]


@pytest.mark.rule("RD38", "D46", "RD18")
def test_RD38_it_counts_against_the_degree_of_a_critical(battle_of, attack, answer, window):
    # A natural 20 that equals the defence value: 24, one degree, an axe's bleeding.
    for dexterity, face, degrees, bleed in ((0, 20, 1, 2), (4, 18, 0, 2), (4, 20, 0, 2)):
        blue = {"dexterity": dexterity, "natural_armour": 13 - dexterity}
        battle = battle_of(*bodies(blue=blue))
        attack(battle, faces=[20])
        assert int(battle.attacks[0].dv) == 24
        answer(battle, "parry", 0, faces=[face])
        assert int(battle.attacks[0].degrees) == degrees
        answer(battle, "part", 0)
        if window(battle) == "extra":
            answer(battle, "wait")
        assert battle.fighters[1].bleed == bleed


@pytest.mark.rule("RD38", "D46")
def test_RD38_the_minor_injury_of_a_natural_20_below_dv_too(battle_of, attack, answer, events):
    battle = battle_of(*bodies(blue={"natural_armour": 30, "dexterity": 4}))
    attack(battle, faces=[20])  # 24
    answer(battle, "parry", 0, faces=[18])  # 25
    assert len(events(battle, "deflected")) == 1
    assert battle.fighters[1].strain == 0


@pytest.mark.rule("RD38", "D74", "RD32")
@pytest.mark.parametrize(("face", "result"), [(8, "part"), (9, "none")])
def test_RD38_reckless_degrees_save_nothing(battle_of, attack, answer, window, face, result):
    # A blow of 11 with 4 Reckless degrees: no degree of roll, so one Parry deflects it.
    battle = battle_of(*bodies())
    attack(battle, riders=(0, 4), faces=[7, 20, 20, 20, 20])
    answer(battle, "parry", 0, faces=[face])
    assert window(battle) == result
    if result == "part":
        assert int(hits.injury_degrees(battle, battle.attacks[0])) == 4


@pytest.mark.rule("RD38", "D54")
def test_RD38_nor_do_those_of_size(battle_of, attack, answer, window):
    # A huge one at a medium one: 2 less to hit, 2 degrees more of injury.
    for face, result in ((8, "part"), (9, "none")):
        battle = battle_of(*bodies({"body": "two_headed_giant"}))
        attack(battle, faces=[9])
        answer(battle, "parry", 0, faces=[face])
        assert window(battle) == result


@pytest.mark.rule("RD38", "D48")
def test_RD38_the_step_of_a_natural_1_comes_after_it(battle_of, attack, answer, events, window):
    # A natural 1 that hits with 1 degree; a Parry takes it, the natural 1 then the injury.
    for face, degrees, told in ((1, 1, 0), (3, 0, 1)):
        battle = battle_of(*bodies(blue={"natural_armour": -10}))  # defence value 0
        attack(battle, faces=[1])
        answer(battle, "parry", 0, faces=[face])
        assert int(battle.attacks[0].degrees) == degrees
        assert len(events(battle, "no_injury")) == told
        assert window(battle) == ("none" if told else "part")


@pytest.mark.rule("RD16", "D97", "D92")
@pytest.mark.parametrize(
    ("blow", "face", "prone"), [(8, 10, True), (8, 11, False), (13, 19, True), (13, 20, False)]
)
def test_RD16_maneuvers_can_be_parried(battle_of, attack, answer, window, blow, face, prone):
    # Trip: 1 + 2 + 2 more than the die; at 0 degrees one Parry deflects it.
    red = {"trained": ["acrobatics"], "dexterity": 2, "strength": 0}
    battle = battle_of(*bodies(red))
    attack(battle, "maneuver", maneuver="trip", faces=[blow])
    assert window(battle) == "parry"
    answer(battle, "parry", 0, faces=[face])
    assert bool(battle.fighters[1].prone) == prone


@pytest.mark.rule("D70", "RD38")
def test_RD38_what_is_deflected_allows_no_cleave(battle_of, attack, answer, window):
    reds, blues = bodies()
    battle = battle_of(reds, [*blues, {**BLUE, "at": (5, 4)}])
    attack(battle, faces=[7])
    answer(battle, "parry", 0, faces=[9])
    assert (window(battle), int(battle.frame)) == ("none", NO_FRAME)


@pytest.mark.rule("D91", "D92", "D72")
def test_D91_each_attack_may_be_parried_once(battle_of, attack, answer, window, events):
    battle = battle_of(*bodies({"held": ["axe", "dagger"]}, {"reactions": 2}))
    attack(battle, multi=True, faces=[7])
    answer(battle, "parry", 0, faces=[9, 8])  # deflected; the next blow hits
    assert window(battle) == "parry"
    answer(battle, "parry", 0, faces=[1])
    assert (window(battle), int(battle.fighters[1].reactions)) == ("part", 0)
    assert len(events(battle, "parries")) == 2


@pytest.mark.compiled
@pytest.mark.rule("D92", "RD31", "RD1")
def test_D92_exact_chance_to_deflect(battle_of, attack, answer, events):
    # 11 against a Parry of die + 3, with one eye hurt: both dice must show 9 or more.
    deflected = 0
    for first in range(1, 21):
        for second in range(1, 21):
            battle = battle_of(*bodies(blue={"injuries": {"eye": 1}}))
            attack(battle, faces=[7])
            answer(battle, "parry", 0, faces=[first, second])
            deflected += len(events(battle, "deflected"))
    assert deflected == 12 * 12
