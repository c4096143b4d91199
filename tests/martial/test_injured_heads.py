"""The tables of injuries, cell by cell: horns, mouths, heads, hearts (D33 to D44, RD34).

Dice: a natural 20 lets a fighter of level 10 and Constitution +4 succeed at every check, a 1 fail.
"""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import Condition, Life, Peril
from quintain.envs.martial.rules.attack_roll import checks
from quintain.envs.martial.rules.injuries import bodies
from quintain.envs.martial.tables import NONE

from .injuries import (
    bodies_of_weapon,
    count,
    disadvantages,
    has_constitution,
    has_natural,
    parts_of,
    with_kind,
)

pytestmark = pytest.mark.interpreted


# --- Horns and mouths (D33, D34) ------------------------------------------------------------------


@pytest.mark.rule("D33")
def test_D33_one_horn_is_left_to_gore_with(body_battle, hurt):
    battle = body_battle("horned_brute")
    assert has_natural(hurt(battle, "horn", 0), "gore")
    assert not has_natural(hurt(battle, "horn", 1), "gore")


@pytest.mark.rule("D34")
@pytest.mark.parametrize("body", bodies_of_weapon("bite"))
def test_D34_the_second_injury_of_the_mouth_takes_the_bite(body_battle, hurt, body):
    battle = body_battle(body)
    assert has_natural(hurt(battle, "mouth"), "bite")
    assert not has_natural(hurt(battle, "mouth"), "bite")


@pytest.mark.rule("D34")
@pytest.mark.parametrize("body", with_kind("mouth"))
def test_D34_a_mouth_stops_nothing_else_in_a_battle(body_battle, hurt, body):
    fighter = hurt(body_battle(body), "mouth", 0, 3)
    assert bodies.is_conscious(fighter)
    assert disadvantages(fighter) == disadvantages(body_battle(body).fighters[1])


# --- Heads (D37 to D41, RD34) ---------------------------------------------------------------------

ONE_HEAD = [body for body in with_kind("head") if count(body, "head") == 1]
MORTAL = [body for body in ONE_HEAD if has_constitution(body)]


@pytest.mark.rule("D37")
@pytest.mark.parametrize("body", ONE_HEAD)
def test_D37_the_first_injury_is_a_concussion(body_battle, hurt, events, body):
    battle = body_battle(body)
    fighter = hurt(battle, "head")
    assert checks.d20_disadvantage(fighter) == 1
    assert not fighter.confused
    assert bodies.is_conscious(fighter)
    assert events(battle, "condition") == [("condition", 1, -1, Condition.CONCUSSED, 0, 0)]


@pytest.mark.rule("D38", "RD9", "RD37")
@pytest.mark.parametrize("body", MORTAL)
@pytest.mark.parametrize(("faces", "stunned"), [([11, 20], False), ([20, 10], True)])
def test_D38_the_second_injury_stuns_or_dazes(body_battle, hurt, events, body, faces, stunned):
    battle = body_battle(body, injuries={"head": 1}, held=["sword"] if count(body, "arm") else [])
    fighter = hurt(battle, "head", faces=faces)  # 14 and the lower die: 25 or 24
    assert fighter.stunned == stunned
    assert fighter.dazed == (not stunned)
    assert fighter.held[0] == NONE or not stunned
    assert bodies.is_off_guard(fighter) == stunned
    assert not bodies.can_react(fighter)
    check = events(battle, "check")
    assert [event[2:] for event in check] == [(Peril.STUN, min(faces), 14 + min(faces), 25)]


@pytest.mark.rule("D39", "RD49")
@pytest.mark.parametrize("body", MORTAL)
@pytest.mark.parametrize(("faces", "life"), [([16, 20], Life.KNOCKED_OUT), ([15, 20], Life.COMA)])
def test_D39_the_third_injury_knocks_out(body_battle, hurt, events, body, faces, life):
    battle = body_battle(body, injuries={"head": 2})
    fighter = hurt(battle, "head", faces=faces)  # DC 30
    assert fighter.life == life
    assert fighter.prone
    assert bodies.is_helpless(fighter)
    assert events(battle, "falls") == [("falls", 1, -1, life, 0, 0)]


@pytest.mark.rule("D39")
def test_D39_the_save_of_the_unconscious_does_not_follow_from_the_blow_that_knocks_out(
    body_battle, hurt
):
    fighter = hurt(body_battle(injuries={"head": 2}), "head", faces=[20, 20])
    assert fighter.life == Life.KNOCKED_OUT


@pytest.mark.rule("D39", "D29")
def test_D39_who_is_knocked_out_in_the_air_falls(body_battle, hurt):
    fighter = hurt(body_battle("sprite", flying=True, injuries={"head": 2}), "head", faces=[20, 20])
    assert not fighter.flying
    assert fighter.prone


@pytest.mark.rule("D40", "D41")
@pytest.mark.parametrize("body", ONE_HEAD)
def test_D41_the_fourth_injury_destroys_the_only_head(body_battle, hurt, events, body):
    battle = body_battle(body, injuries={"head": 3}, life=Life.ALIVE)
    fighter = hurt(battle, "head")
    assert fighter.life == Life.DEAD
    assert fighter.prone
    assert events(battle, "dies") == [("dies", 1, 0, 0, 0, 0)]


@pytest.mark.rule("D23", "D37", "D38", "D39")
@pytest.mark.parametrize(("injuries", "life"), [(2, Life.ALIVE), (3, Life.COMA), (4, Life.DEAD)])
def test_D38_several_injuries_at_once_take_effect_in_turn(body_battle, hurt, injuries, life):
    faces = [1, 20, 1, 20][: 2 * (injuries - 1)] if injuries < 4 else [1, 20, 1, 20]
    fighter = hurt(body_battle("human"), "head", 0, injuries, faces)
    assert fighter.life == life
    assert fighter.stunned == 1


@pytest.mark.rule("RD34", "D14", "D19", "D39")
def test_RD34_a_head_without_constitution(body_battle, hurt, events):
    battle = body_battle("skeleton", held=["sword"])
    fighter = hurt(battle, "head", 0, 1)
    assert checks.d20_disadvantage(fighter) == 1
    hurt(battle, "head", 0, 1)
    assert fighter.confused  # at once: it was neither stunned nor dazed
    assert (fighter.stunned, fighter.dazed) == (0, 0)
    assert not fighter.prone
    hurt(battle, "head", 0, 1)
    assert fighter.life == Life.ALIVE
    assert fighter.prone  # not unconscious, but the fall of D39 stays
    hurt(battle, "head", 0, 1)
    assert fighter.life == Life.DEAD
    assert events(battle, "check", "falls") == []


@pytest.mark.rule("D41")
def test_D41_effects_wait_for_more_than_half_of_the_heads(body_battle, hurt, events):
    battle = body_battle("two_headed_giant", held=["mace"])
    fighter = hurt(battle, "head", 0, 4)
    assert bodies.is_destroyed(fighter, int(fighter.injuries.nonzero()[0][0]))
    assert bodies.is_conscious(fighter)
    assert checks.d20_disadvantage(fighter) == 0
    assert events(battle, "check", "condition") == []
    hurt(battle, "head", 1)  # both heads have a first injury
    assert checks.d20_disadvantage(fighter) == 1
    hurt(battle, "head", 1, faces=[20, 20])  # a second one
    assert fighter.dazed == 1
    hurt(battle, "head", 1, faces=[1, 20])  # a third one
    assert fighter.life == Life.COMA
    hurt(battle, "head", 1)
    assert fighter.life == Life.DEAD


@pytest.mark.rule("D41")
def test_D41_what_the_whole_creature_suffers_comes_once(body_battle, hurt, events):
    battle = body_battle("two_headed_giant", injuries={"head": [2, 1]})
    hurt(battle, "head", 1, faces=[20, 20])
    assert battle.fighters[1].dazed == 1
    hurt(battle, "head", 0)  # a third injury of one of two
    assert bodies.is_conscious(battle.fighters[1])
    assert len(events(battle, "check")) == 1


# --- Hearts (D43, D44) ----------------------------------------------------------------------------

HEARTS = [(body, which) for body, which in parts_of("heart")]


@pytest.mark.rule("D43", "RD10")
@pytest.mark.parametrize(("body", "which"), HEARTS)
@pytest.mark.parametrize(("face", "stunned"), [(11, 0), (10, 1)])
def test_D43_the_first_injury_sickens_and_may_stun(
    body_battle, hurt, events, body, which, face, stunned
):
    battle = body_battle(body)
    fighter = hurt(battle, "heart", which, faces=[face])  # 14 and the die against 25
    assert fighter.sickened
    assert fighter.stunned == stunned
    assert fighter.dazed == 0
    assert [event[2:] for event in events(battle, "check")] == [(Peril.HEART, face, 14 + face, 25)]


@pytest.mark.rule("D43", "D44")
@pytest.mark.parametrize("body", with_kind("heart"))
def test_D44_dead_when_all_hearts_are_destroyed(body_battle, hurt, body):
    battle = body_battle(body, injuries={"heart": [1] * count(body, "heart")})
    for which in range(count(body, "heart")):
        assert battle.fighters[1].life == Life.ALIVE
        hurt(battle, "heart", which)
    assert battle.fighters[1].life == Life.DEAD


@pytest.mark.rule("D43", "RD43")
def test_D43_each_heart_has_its_first_injury(body_battle, hurt):
    battle = body_battle("tentacled_horror")
    hurt(battle, "heart", 0, faces=[20])
    hurt(battle, "heart", 1, faces=[1 + 2])  # sickened: 2 less
    assert battle.fighters[1].stunned == 1
    assert battle.fighters[1].life == Life.ALIVE


@pytest.mark.rule("D44")
def test_D44_who_has_no_heart_does_not_die_of_it(body_battle, hurt):
    assert hurt(body_battle("skeleton"), "arm", 0, 3).life == Life.ALIVE
