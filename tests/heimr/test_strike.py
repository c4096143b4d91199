"""An attack step by step: guard, luck, roll, and the steps after a hit or a miss."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.enums import (
    Act,
    BodyPart,
    Defence,
    Direction,
    Effect,
    Guarded,
    Hand,
    Life,
    Outcome,
    Role,
    Skill,
)
from quintain.envs.heimr.rules import effects
from quintain.envs.heimr.rules.attacks import attack_steps, brawl
from quintain.envs.heimr.rules.combat_actions import skills
from quintain.envs.heimr.rules.defence import defences
from quintain.envs.heimr.tables import BODY_PARTS, NONE

pytestmark = pytest.mark.interpreted

ARCHER = {"base": "archer", "at": (0, 1)}


def ready(kind=Defence.DODGE, value=0, **more):
    """A fighter with a pre-rolled defence whose d6 does not raise its fatigue."""
    return {"defence": kind, "defence_value": value, "defence_d6": 6, **more}


def dodges(battle):
    """The dodges that can be tested, by the number of earlier dodges."""
    return [int(fighter.dodges) for fighter in battle.fighters[: battle.num_fighters]]


# --- Penalties and bonuses of the roll (H131, H133, H134, RH6, RH31) ------------------------------


@pytest.mark.rule("H134", "RH31", "RH6")
@pytest.mark.parametrize(
    ("red", "act", "hidden", "charges", "bonus"),
    [({}, Act.WEAPON_ATTACK, False, False, 3), ({}, Act.WEAPON_ATTACK, True, False, 3),
     ({}, Act.WEAPON_ATTACK, True, True, 5), ({}, Act.WEAPON_ATTACK, False, True, 3),
     (ARCHER, Act.WEAPON_ATTACK, True, False, 3),
     (ARCHER, Act.WEAPON_ATTACK, False, False, 1),
     ({}, Act.BRAWL_HIT, True, True, 2),
     ({"base": "shieldman"}, Act.SHIELD_BASH, True, False, 0)],
)  # fmt: skip
def test_H134_out_of_hiding_a_charge_or_a_shot_has_2_more(
    battle_of, attack, red, act, hidden, charges, bonus
):
    frame = attack(battle_of(red=[red]), act)
    frame.unseen_by, frame.charges = (1 << 1 if hidden else 0), charges
    assert attack_steps.added_potential(frame) == bonus


@pytest.mark.rule("H95", "H140", "RH45")
def test_H95_a_shot_that_the_guard_dodges_is_also_one_at_whom_it_guards(
    battle_of, attack, play_attack, load
):
    guard = ready(value=30, guard=Guarded.ALLY, guarded=1)
    battle = battle_of(red=[ARCHER], blue=[ready(value=30), guard])
    attack(battle, target=1)
    load(battle, [6, 9, 9, 9, 9, *[6, 6, 6] * 2])
    play_attack(battle)
    assert dodges(battle) == [0, 1, 1]
    assert [int(one.shot_by) for one in battle.fighters[1:3]] == [1, 1]


@pytest.mark.rule("H131", "H155", "RH38")
def test_H131_concealment_hinders_shots_and_in_a_cluster_nothing(battle_of, attack):
    battle = battle_of(red=[ARCHER], map="...\n.t.\n...")
    assert attack_steps.attack_penalty(battle, attack(battle)) == 2
    battle = battle_of(map="...\n.t.\n...", darkness=2)
    assert attack_steps.attack_penalty(battle, attack(battle)) == 0


# --- The roll (H67, H84, H119, RH23, RH31, RH6) ---------------------------------------------------


@pytest.mark.rule("H84", "H119", "RH31")
@pytest.mark.parametrize(("defence", "hp"), [(14, 2), (15, 4), (16, 4)])
def test_H84_an_attack_has_to_be_above_the_defence(
    battle_of, attack, play_attack, load, defence, hp
):
    battle = battle_of(blue=[ready(value=defence, hp=4)])
    attack(battle)
    load(battle, [3, 9, 2, 2, 1, 1, 1])  # 9 + 3 + 3
    play_attack(battle)
    assert battle.fighters[1].hp == hp
    assert dodges(battle) == [0, 1]


@pytest.mark.rule("H67", "H68", "H126")
def test_H67_an_attack_that_is_too_tired_fails_and_uses_no_defence(
    battle_of, attack, play_attack, loaded, events
):
    battle = battle_of(red=[{"fatigue": 8}], blue=[ready(value=0)])
    attack(battle)
    with loaded(battle, [3, 7, 2, 2]):
        play_attack(battle)
    assert dodges(battle) == [0, 0]
    assert battle.fighters[1].defence == Defence.DODGE
    assert battle.fighters[0].fatigue == 9
    assert battle.outcome == Outcome.FAILED
    assert events(battle, "misses") == [("misses", 0, 1, 0, 0, 0)]


@pytest.mark.rule("RH23")
@pytest.mark.parametrize(
    "state",
    [{"seconds": {"daze": 2}, "defence": 0}, {"life": Life.ASLEEP, "defence": 0}, {"holds": 2},
     {"defence_fails": True}],
)  # fmt: skip
def test_RH23_against_no_defence_any_attack_hits(battle_of, attack, play_attack, load, state):
    battle = battle_of(blue=[ready(value=99, **state), {}])
    attack(battle)
    load(battle, [3, 4, 1, 1, 6, 6, 6])
    play_attack(battle)
    assert battle.fighters[1].hp == 2


@pytest.mark.rule("RH23", "H160")
def test_RH23_who_declines_is_hit(battle_of, attack, play_attack, load):
    battle = battle_of(blue=[ready(value=99)])
    attack(battle)
    load(battle, [3, 4, 1, 1])
    play_attack(battle, defend=defences.decline)
    assert (battle.fighters[1].hp, battle.fighters[1].defence_value) == (2, 99)


@pytest.mark.rule("H96", "RH60")
@pytest.mark.parametrize(("prepared", "hp"), [(True, 4), (False, 1)])
def test_RH60_a_prepared_dodge_counts_2_more_against_a_shot(
    battle_of, attack, play_attack, load, prepared, hp
):
    battle = battle_of(red=[ARCHER], blue=[ready(value=10, dodge_ready=prepared)])
    attack(battle)
    load(battle, [5, 8, 2, 2, 2, 6, 6, 6, 6])  # 8 + 2 + 1 + 1
    play_attack(battle)
    assert battle.fighters[1].hp == hp


@pytest.mark.rule("RH6")
def test_RH6_a_shove_needs_no_hit_and_meets_no_defence(
    battle_of, attack, play_attack, loaded, events
):
    battle = battle_of(red=["champion"], blue=[ready(value=99, armour="light")])
    attack(battle, Act.SHOVING_STRIKE)
    with loaded(battle, [5, 6, 2, 2]):
        asked = play_attack(battle, direction=lambda it: effects.choose_direction(it, 3))
    other = battle.fighters[1]
    assert asked == ["direction"]
    assert (other.hp, other.cluster, other.stumble_side) == (2, NONE, Direction.WEST)
    assert (other.seconds[Effect.STUMBLE], other.defence_value) == (2, 99)
    assert battle.fighters[0].wp == 7
    assert events(battle, "hits", "misses") == []


@pytest.mark.rule("RH6", "H67")
def test_RH6_a_shove_that_is_too_tired_does_nothing(battle_of, attack, play_attack, loaded):
    battle = battle_of(red=[{"base": "champion", "fatigue": 9}], blue=[ready(armour="light")])
    attack(battle, Act.SHOVING_STRIKE)
    with loaded(battle, [5, 6, 2, 2]):
        play_attack(battle)
    assert battle.fighters[1].seconds[Effect.STUMBLE] == 0


@pytest.mark.rule("RH6")
@pytest.mark.parametrize(("level", "argument", "prone"), [(1, 0, False), (2, 1, True)])
def test_RH6_a_shield_bash_costs_no_hp(
    battle_of, attack, play_attack, load, level, argument, prone
):
    red = [{"base": "shieldman", "skills": {"shield_bash": level}}]
    battle = battle_of(red=red, blue=[ready(armour="light")])
    attack(battle, Act.SHIELD_BASH).argument = argument
    load(battle, [5, 6, 2, 2, 6, 6, 6])
    play_attack(battle)
    other = battle.fighters[1]
    assert (other.hp, other.prone, other.injured) == (2, prone, 0)
    assert (other.seconds[Effect.STUMBLE] > 0) != prone
    assert battle.fighters[0].wp == 7


@pytest.mark.rule("RH6")
def test_RH6_a_bash_without_willpower_is_not_made(battle_of, attack, play_attack, loaded, events):
    battle = battle_of(red=[{"base": "shieldman", "wp": 0}], blue=[ready()])
    attack(battle, Act.SHIELD_BASH)
    with loaded(battle, []):
        play_attack(battle)
    assert events(battle, "fails") == [("fails", 0, 1, Act.SHIELD_BASH, 0, 0)]
    assert battle.fighters[1].defence == Defence.DODGE


# --- What follows (H57, H110, RH14, RH45, TH5) ----------------------------------------------------


@pytest.mark.rule("H110")
@pytest.mark.parametrize(
    ("red", "kind", "role", "noted"),
    [({}, Defence.DODGE, Role.TURN, True), ({}, Defence.PARRY, Role.TURN, False),
     ({}, Defence.DODGE, Role.READIED, False), (ARCHER, Defence.DODGE, Role.TURN, False)],
)  # fmt: skip
def test_H110_a_dodged_blow_lets_one_in(
    battle_of, attack, play_attack, load, red, kind, role, noted
):
    battle = battle_of(red=[red], blue=[ready(kind, 99)])
    attack(battle, role=role)
    load(battle, [5, 5, 5, 5, 6, 6, 6, 6])
    play_attack(battle)
    assert battle.fighters[1].dodged == noted
    assert brawl.is_inside_reach(battle, 1, 0) == noted


@pytest.mark.rule("RH14", "H84", "H124")
def test_RH14_two_weapons_meet_two_defences(battle_of, attack, play_attack, loaded, events):
    red = [{"base": "knife_fighter", "held": ["light", "superior_light"]}]
    battle = battle_of(red=red, blue=[ready(value=99, base="fighter")])
    attack(battle, hand=Hand.OFF)
    # The first knife is dodged; the new pre-roll has two dice less, and the second knife hits.
    with loaded(battle, [5, 6, 2, 4, 5, 8, 1, 4, 1, 1]):
        asked = play_attack(battle)
    assert asked == ["defend", "defence", "defend", "skill", "defence"]
    kinds = [(event[0], event[1]) for event in events(battle, "misses", "prerolls", "hits")]
    assert kinds == [("misses", 0), ("prerolls", 1), ("hits", 0), ("prerolls", 1)]
    assert battle.fighters[1].dodges == 2
    assert battle.fighters[1].hp == 3


@pytest.mark.rule("RH14")
@pytest.mark.parametrize("role", [Role.PROVOKED, Role.GUARD])
def test_RH14_out_of_turn_one_weapon_strikes(battle_of, attack, play_attack, load, events, role):
    battle = battle_of(red=["knife_fighter"], blue=[ready(value=99)])
    attack(battle, role=role)
    load(battle, [5, 6, 2, 2, 6, 6, 6, 6])
    play_attack(battle)
    assert len(events(battle, "misses", "hits")) == 1


@pytest.mark.rule("RH14", "H65")
def test_RH14_the_second_weapon_does_not_strike_the_dead(
    battle_of, attack, play_attack, load, events
):
    battle = battle_of(red=["knife_fighter"], blue=[{"hp": -5, "defence": 0}])
    attack(battle)
    load(battle, [3, 9, 2, 2])
    play_attack(battle)
    assert len(events(battle, "hits")) == 1
    assert battle.fighters[1].life == Life.DEAD


@pytest.mark.rule("RH38", "RH14", "H131")
@pytest.mark.parametrize("darkness", [0, 3])
def test_RH38_darkness_hides_nobody_whom_the_first_weapon_has_felled(
    battle_of, attack, play_attack, loaded, events, darkness
):
    battle = battle_of(red=["knife_fighter"], blue=[{"hp": -3, "defence": 0}], darkness=darkness)
    attack(battle)
    with loaded(battle, [3, 9, 2] * 2):  # two d10 each time
        play_attack(battle)
    assert len(events(battle, "hits")) == 2
    assert battle.fighters[1].life == Life.UNCONSCIOUS
    assert [fighter.cluster for fighter in battle.fighters[:2]] == [NONE, NONE]


# --- A missile and a blade (H84, RH14, HH51) ------------------------------------------------------

THROWER = {"base": "thrower", "held": ["throwing", "light"], "fatigue": 1}
"""Throws with C 3, and uses the light weapon with C 0."""
DAZED = {"seconds": {"daze": 9}}
"""A target without a defence."""


def attacks_of(battle, events):
    """The results of the attacks, with their targets."""
    return [(event[0], event[2]) for event in events(battle, "hits", "misses", "fails")]


@pytest.mark.rule("HH51", "RH14", "H84", "H56", "RH29")
@pytest.mark.parametrize(("first", "faces"), [(Hand.SWORD, [3, 9, 2, 2, 3]), (Hand.OFF, [3, 3, 9])])
def test_HH51_a_throw_and_a_blow_are_two_attacks(
    battle_of, attack, play_attack, loaded, events, first, faces
):
    battle = battle_of(red=[THROWER], blue=[DAZED])
    attack(battle, hand=first)
    with loaded(battle, faces):  # the blow makes a cluster of two, which costs the throw two dice
        play_attack(battle)
    assert attacks_of(battle, events) == [("hits", 1), ("hits", 1)]
    assert battle.fighters[1].hp == 2
    assert battle.fighters[0].held[Hand.SWORD] == NONE
    assert battle.fighters[0].cluster == battle.fighters[1].cluster == 0


@pytest.mark.rule("HH51", "RH14", "H50", "H87")
@pytest.mark.parametrize(
    ("red", "hand", "charges", "faces"),
    [({"at": (0, 1)}, Hand.SWORD, False, [3, 9, 2, 2]), ({}, Hand.OFF, True, [3]),
     ({"injured": ["other_arm"]}, Hand.SWORD, False, [3, 9, 2, 2])],
)  # fmt: skip
def test_HH51_only_the_weapon_that_reaches_attacks(
    battle_of, attack, play_attack, loaded, events, red, hand, charges, faces
):
    battle = battle_of(red=[{**THROWER, **red}], blue=[DAZED])
    attack(battle, hand=hand).charges = charges
    with loaded(battle, faces):
        play_attack(battle)
    assert attacks_of(battle, events) == [("hits", 1)]


@pytest.mark.rule("HH51", "H57", "RH14", "H59")
def test_HH51_a_throw_through_a_cluster_ends_before_the_blow_at_the_first_target(
    battle_of, attack, play_attack, loaded, events
):
    blue = [ready(value=99, cluster=0), {**DAZED, "cluster": 0}]
    battle = battle_of(red=[THROWER, {"cluster": 0}], blue=blue)
    attack(battle, target=2)
    # Three in the cluster: no d10, then one against the next. The first target rolls another dodge.
    with loaded(battle, [3, 4, 3, 9, 3, 6, 6, 6]):
        play_attack(battle)
    assert [target for _, target in attacks_of(battle, events)] == [2, 3, 2]


@pytest.mark.rule("HH51", "H129", "H135", "HH40")
@pytest.mark.parametrize(("first", "total"), [(Hand.SWORD, 1), (Hand.OFF, 0)])
def test_HH51_a_blow_gives_the_thrower_away_before_or_after_its_throw(
    battle_of, attack, play_attack, load, events, first, total
):
    battle = battle_of(red=[{**THROWER, "hidden": True, "hide": 9}], blue=[DAZED], darkness=1)
    frame = attack(battle, hand=first)
    frame.unseen_by = 0b10
    if first == Hand.OFF:
        battle.fighters[0].hidden = False
    load(battle, [3] * 9)
    play_attack(battle)
    throw = events(battle, "rolls")[0 if first == Hand.SWORD else 1]
    assert throw[4] - throw[5] == 3 + 2 * total
    assert not battle.fighters[0].hidden


@pytest.mark.rule("HH51", "RH6", "RH16")
def test_HH51_a_throw_breaks_no_item(battle_of, attack, play_attack, load):
    red = {**THROWER, "skills": {"breaking_strike": 2}}
    battle = battle_of(red=[red], blue=[{**DAZED, "base": "swordsman"}], quick_sides=0)
    attack(battle, hand=Hand.OFF, aim=BODY_PARTS + Hand.OFF)
    load(battle, [3] * 9)
    aims = []
    play_attack(battle, aim=lambda it: aims.append(int(it.frames[it.top].aim)))
    assert aims == [NONE]


@pytest.mark.rule("H57", "H58", "H59", "TH5", "H121")
def test_TH5_an_arrow_into_a_cluster_that_everybody_dodges(
    battle_of, attack, play_attack, loaded, events
):
    red = [{**ARCHER, "fatigue": 5}, ready(value=99, cluster=0)]
    blue = [ready(value=99, cluster=0), ready(value=99, cluster=0)]
    battle = battle_of(red=red, blue=blue)
    attack(battle, target=2)
    # C 4 and three in the cluster: 1, then 2, then 3 dice. Each dodger rolls again with C 0.
    faces = [3, 6, 5, 4, 6, 3, 2, 6, 6, 5, 4, 4]
    with loaded(battle, faces):
        asked = play_attack(battle)
    assert asked == ["defend", "defence"] * 3
    assert [event[2] for event in events(battle, "misses")] == [2, 3, 1]
    rolls = [event for event in events(battle, "rolls") if event[1] == 0]
    assert [event[5] for event in rolls] == [6, 6, 6]
    assert battle.fighters[0].fatigue == 6  # of the first roll
    assert dodges(battle) == [0, 1, 1, 1]
    assert not battle.fighters[0].missile


@pytest.mark.rule("H57", "TH5", "H116")
def test_H57_the_next_of_the_cluster_is_hit_where_its_own_roll_says(
    battle_of, attack, play_attack, load, events
):
    red = [ARCHER, ready(value=0, cluster=0, hp=4)]
    battle = battle_of(red=red, blue=[ready(value=99, cluster=0)])
    attack(battle)
    load(battle, [5, 6, 6, 4, 2, 8, 8, 8, 6, 6, 6])
    play_attack(battle)
    assert events(battle, "hits") == [("hits", 0, 1, BodyPart.RIGHT_LEG, 3, 0)]
    assert battle.fighters[1].hp == 1


@pytest.mark.rule("RH48", "H67", "H57")
def test_RH48_a_tired_roll_ends_the_chain(battle_of, attack, play_attack, load, events):
    red = [{**ARCHER, "fatigue": 6}, ready(value=0, cluster=0)]
    battle = battle_of(red=red, blue=[ready(value=99, cluster=0)])
    attack(battle)
    load(battle, [3, 6, 1, 4, 4, 1, 5, 5, 5])
    play_attack(battle)
    assert [event[2] for event in events(battle, "misses")] == [2, 1]
    assert dodges(battle) == [0, 0, 1]


@pytest.mark.rule("H140", "RH45", "TH3")
def test_RH45_guards_of_guards_do_nothing_and_a_dodged_shot_goes_on(
    battle_of, attack, play_attack, load, events
):
    guard = {"guard": 1, "guarded": 1}
    blue = [ready(value=0, hp=4), ready(value=99, **guard), ready(value=99, guard=1, guarded=2)]
    battle = battle_of(red=[ARCHER], blue=blue)
    attack(battle)
    load(battle, [2, 8, 6, 6, 6, 6, 6, 6, 6, 6, 6])
    play_attack(battle)
    assert [event[1] for event in events(battle, "intercepts")] == [2]
    assert len([event for event in events(battle, "rolls") if event[1] == 0]) == 1
    assert events(battle, "hits") == [("hits", 0, 1, BodyPart.RIGHT_LEG, 3, 0)]
    assert dodges(battle) == [0, 1, 1, 0]


# --- Whole attacks (TH3, TH4) ---------------------------------------------------------------------


@pytest.mark.rule("TH4", "QH10", "H30", "RH6")
@pytest.mark.parametrize("resists", [False, True])
def test_TH4_a_disarming_strike_and_a_resist(
    battle_of, attack, play_attack, loaded, events, resists
):
    red = [{"base": "duellist", "held": ["medium"], "skills": {"disarming_strike": 2}}]
    blue = [ready(value=9, base="swordsman", skills={"sturdy_hands": 1})]
    battle = battle_of(red=red, blue=blue)
    attack(battle)
    answers = {"skill": lambda it: skills.call_skill(it, Skill.DISARMING_STRIKE)}
    if resists:
        answers["resist"] = lambda it: skills.resist(it, Skill.STURDY_HANDS)
    with loaded(battle, [4, 8, 3, 5]):
        asked = play_attack(battle, **answers)
    assert asked == ["defend", "skill", "resist", "defence"]
    other = battle.fighters[1]
    assert (other.hp, other.wp) == (3, 6 if resists else 8)
    assert (other.held[Hand.SWORD] == NONE) != resists
    kinds = [event[0] for event in events(battle, "skill", "hits", "resists", "effect", "prerolls")]
    assert kinds == ["skill", "hits", "resists" if resists else "effect", "prerolls"]
    assert battle.fighters[0].wp == 6
