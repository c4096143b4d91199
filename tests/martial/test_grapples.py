"""Grapples: fighters held in another's square, and reaches that are lost (D48, D49, RD17, RD47)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.martial.enums import Kind, Maneuver, Skill, Window
from quintain.envs.martial.rules.attack_roll import checks, modifiers
from quintain.envs.martial.rules.attack_roll.defence import defence_against
from quintain.envs.martial.rules.injuries.conditions import end_lost_grapples
from quintain.envs.martial.rules.rounds_and_actions.items import longest_reach, reach_to_hold
from quintain.envs.martial.tables import NONE

from .movement import E, at

pytestmark = pytest.mark.interpreted

PLAIN = {"armour": "none", "held": [], "dexterity": 4, "strength": 3, "looked": -1}
TRAINED = {**PLAIN, "trained": ["athletics", "acrobatics"]}


def grapples(battle):
    """With whom each fighter is in a grapple."""
    return [int(it.grapple) for it in battle.fighters[: battle.num_fighters]]


# --- Held in another's square (RD17, RD47) --------------------------------------------------------


@pytest.mark.rule("RD17", "RD47")
def test_RD17_who_is_held_in_an_allys_square_goes_back_and_is_free(battle_of, begun, act):
    red = [{**PLAIN, "at": (3, 3)}, {**PLAIN, "at": (4, 3)}]
    battle = begun(battle_of(red, [{**TRAINED, "at": (5, 4)}, {**PLAIN, "at": (20, 9)}]))
    act(battle, "move", E)
    assert (battle.to_act, battle.window, at(battle)) == (2, Window.REACTIVE_ATTACK, (4, 3))
    act(battle, "maneuver", Maneuver.GRAPPLE, faces=[19])
    if battle.window == Window.PARRY:
        act(battle, "wait")
    assert at(battle) == (3, 3)
    assert grapples(battle) == [NOBODY] * 4


@pytest.mark.rule("RD17", "RD47")
def test_RD17_who_is_held_alone_in_its_square_stays_there(battle_of, begun, act):
    red = [{**PLAIN, "at": (3, 3)}]
    battle = begun(battle_of(red, [{**TRAINED, "at": (5, 4)}, {**PLAIN, "at": (20, 9)}]))
    act(battle, "move", E)
    act(battle, "maneuver", Maneuver.GRAPPLE, faces=[19])
    if battle.window == Window.PARRY:
        act(battle, "wait")
    assert at(battle) == (4, 3)
    assert grapples(battle) == [1, 0, NOBODY]


# --- A reach that is lost (D48, D49, RD17) --------------------------------------------------------


@pytest.fixture
def spear_grapple(battle_of, begun, act):
    """Red_0 has Grappled blue_0 with a spear."""

    def build(place, **more):
        red = {**TRAINED, "held": ["spear"], "at": (4, 3), **more}
        foe = {**TRAINED, "at": place, "reactions": 0}
        battle = begun(battle_of([red], [foe]))
        act(battle, "maneuver", Maneuver.GRAPPLE, faces=[19])
        assert grapples(battle) == [1, 0]
        return battle

    return build


@pytest.mark.rule("RD17", "D49")
@pytest.mark.parametrize(("place", "expected"), [((6, 3), [NOBODY] * 2), ((5, 3), [1, 0])])
def test_RD17_a_grapple_ends_with_the_reach_that_it_needs(spear_grapple, act, place, expected):
    battle = spear_grapple(place)
    act(battle, "drop")
    assert grapples(battle) == expected


@pytest.mark.rule("RD17", "D49")
def test_RD17_a_disarmed_grappler_lets_go(battle_of, begun, act):
    held = {**TRAINED, "held": ["spear"], "at": (4, 3), "grapple": 1}
    grappler = {**held, "at": (6, 3), "grapple": 0, "is_grappler": True, "reactions": 0}
    battle = begun(battle_of([held], [grappler]))
    act(battle, "maneuver", Maneuver.DISARM, faces=[19])
    assert grapples(battle) == [NOBODY] * 2


@pytest.mark.rule("RD17", "D48")
def test_RD17_a_weapon_disabled_for_a_while_still_holds(battle_of):
    foe = {"at": (6, 3), "grapple": 0}
    holder = {"base": "horror", "held": [], "at": (4, 3), "grapple": 1, "is_grappler": True}
    battle = battle_of([holder], [foe])
    reach = reach_to_hold(battle.fighters[0])
    assert reach == longest_reach(battle.fighters[0]) == 10
    battle.fighters[0].disabled[:] = 2
    assert longest_reach(battle.fighters[0]) < reach
    end_lost_grapples(battle)
    assert grapples(battle) == [1, 0]


# --- The skill of an escape (RD17, D50) -----------------------------------------------------------

HELD, HOLDER = {**PLAIN, "grapple": 1}, {**PLAIN, "grapple": 0, "is_grappler": True}


def chance(fighter, skill, bonus, net, dv):
    """The exact chance of an escape with a skill: the kept die reaches the Defence Value (RD1)."""
    net -= int(checks.check_disadvantage(fighter, skill))
    needed = dv - bonus - int(checks.skill_modifier(fighter, skill))
    one, dice = Fraction(max(0, min(20, 21 - needed)), 20), 1 + abs(net)
    return 1 - (1 - one) ** dice if net > 0 else one**dice


@pytest.mark.rule("RD17", "D31")
@pytest.mark.parametrize(("face", "is_free"), [(5, False), (6, True)])
def test_RD17_a_giant_with_an_injured_hand_trusts_its_strength(battle_of, attack, face, is_free):
    giant = {"base": "giant", "injuries": {"hand": 1}, "grapple": 1}
    battle = battle_of([giant], [{**HOLDER, "natural_armour": 4}])
    attack(battle, "maneuver", escape=True, faces=[face, 20])  # 3 + 8 + 2 by size against 19
    assert (battle.fighters[0].grapple == NOBODY) == is_free


@pytest.mark.rule("RD17", "D50")
@pytest.mark.parametrize(
    ("strength", "dexterity", "asked"), [(3, 1, False), (4, 1, False), (4, 0, True)]
)
def test_D50_of_two_skills_almost_as_good_the_trained_one_provokes_nobody(
    battle_of, attack, window, strength, dexterity, asked
):
    """Acrobatics adds 2 by training; Athletics is as good, better by 1, and by 2."""
    held = {**HELD, "strength": strength, "dexterity": dexterity, "trained": ["acrobatics"]}
    battle = battle_of([held], [HOLDER])
    attack(battle, "maneuver", escape=True, faces=[] if asked else [2])
    assert window(battle) == ("reactive_attack" if asked else "none")


TRAININGS = ([], ["athletics"], ["acrobatics"], ["athletics", "acrobatics"])
HURT = ({}, {"hand": 1}, {"foot": 1}, {"arm": 1}, {"hand": [1, 1], "eye": 1})


@pytest.mark.rule("RD17", "RD1", "D49", "D50")
@pytest.mark.parametrize("trained", TRAININGS)
@pytest.mark.parametrize("injuries", HURT)
def test_RD17_the_skill_with_the_better_chance_escapes(battle_of, injuries, trained):
    skills = (Skill.ATHLETICS, Skill.ACROBATICS)
    for strength, armour, natural in product((-1, 2, 4), ("none", "heavy"), (-6, 0, 6)):
        held = {**HELD, "dexterity": 1, "strength": strength, "armour": armour, "level": 5}
        held |= {"injuries": injuries, "trained": trained}
        battle = battle_of([held], [{**HOLDER, "natural_armour": natural, "exposed": 1}])
        attack, fighter = battle.attacks[0], battle.fighters[0]
        attack.target, attack.kind, attack.escape, attack.maneuver = 1, Kind.MANEUVER, True, NONE
        dv, net = int(defence_against(battle, attack)), 1 - injuries.get("eye", 0)
        chances = [chance(fighter, skill, 2, net, dv) for skill in skills]
        chosen = skills.index(modifiers.escape_skill(battle, attack))
        lost = max(chances) - chances[chosen]
        assert lost <= (0.075 if trained == [skills[chosen].name.lower()] else 0)
        if len(trained) == 1 and abs(chances[0] - chances[1]) <= 0.075:
            assert trained == [skills[chosen].name.lower()]
