"""Heuristics in positions set up by hand: they fight as described, without hidden facts."""

from __future__ import annotations

import pytest

from quintain.agents.heuristics.heimr import POLICIES
from quintain.agents.heuristics.heimr.action_value import chance_against_new_defence
from quintain.agents.heuristics.heimr.veteran import is_preroll_futile
from quintain.envs.core.engine.battle import close_window
from quintain.envs.heimr.actions.table import DEFENCES, READIABLE, argument_of, slot_in, verb_of
from quintain.envs.heimr.enums import (
    Act,
    BodyPart,
    Defence,
    Direction,
    Skill,
    Step,
    Trigger,
    Verb,
    Window,
)
from quintain.envs.heimr.tables import NONE

from .styles import BEHIND, HIGH, LOW, chosen, looked, target, verb

pytestmark = pytest.mark.interpreted

STYLES = [name for name in POLICIES if name != "random"]

# --- Everybody ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STYLES)
def test_who_lies_stands_up(battle_of, name):
    battle = battle_of(red=[{"prone": True}])
    assert verb(battle, name) == "stand_up"


@pytest.mark.parametrize("name", [name for name in STYLES if name != "brawler"])
def test_who_is_disarmed_picks_a_weapon_up(battle_of, name):
    battle = battle_of(red=[{"held": [], "free": 1 << Act.LOOK}])
    battle.ground_item[0], battle.ground_location[0] = battle.fighters[1].held[0], 6
    assert verb(battle, name) == "get_item"


@pytest.mark.parametrize("name", ["attacker", "shield", "wearer_down", "sentinel", "veteran"])
def test_who_stands_beside_an_enemy_strikes(battle_of, name):
    battle = battle_of(red=[{"free": 1 << Act.LOOK}], blue=[LOW])
    assert verb(battle, name) == "attack"


@pytest.mark.parametrize("name", STYLES)
def test_the_turn_is_ended_once_nothing_is_left(battle_of, name):
    battle = battle_of(red=[{"standard": True, "free": 1 << Act.LOOK}])
    assert verb(battle, name) == "wait"


# --- Attacker -------------------------------------------------------------------------------------


@pytest.mark.rule("H87")
def test_H87_an_attacker_charges_who_is_next_to_it(battle_of):
    battle = battle_of(red=[BEHIND], blue=[{"at": (1, 1)}])
    assert verb(battle, "attacker") == "charge"


def test_an_attacker_comes_near(battle_of):
    battle = battle_of(red=[BEHIND], blue=[{"at": (2, 1)}])
    action = chosen(battle, "attacker")
    assert verb_of(action) == Verb.MOVE
    assert argument_of(action) == Direction.EAST


@pytest.mark.rule("H67")
@pytest.mark.parametrize(
    ("fatigue", "ground", "expected"),
    [(8, ".", "attack"), (10, ".", "attack"), (10, "m", "breather"), (11, ".", "breather")],
)
def test_H67_an_attacker_rests_only_where_it_could_hardly_strike(
    battle_of, fatigue, ground, expected
):
    battle = battle_of(red=[{"fatigue": fatigue}], map=f"...\n.{ground}.\n...")
    assert verb(battle, "attacker") == expected


@pytest.mark.rule("H151", "H152")
@pytest.mark.parametrize(("own", "other", "expected"), [(0, 3, "climb_up"), (3, 0, "climb_down")])
def test_H152_an_attacker_follows_a_fighter_who_hangs_on_the_wall(battle_of, own, other, expected):
    battle = battle_of(
        red=[{"height": own, "climbs_on": Direction.EAST if own else -1}],
        blue=[{"height": other, "climbs_on": Direction.EAST if other else -1}],
        heights="003 003 003",
        borders=[((1, 1), "east", "ladder")],
    )
    assert verb(battle, "attacker") == expected


@pytest.mark.rule("H152")
def test_H152_an_attacker_climbs_down_to_go_to_another_part_of_the_wall(battle_of):
    hangs = {"height": 3, "climbs_on": Direction.EAST}
    battle = battle_of(
        red=[hangs],
        blue=[{**hangs, "at": (1, 2)}],
        heights="003 003 003",
        borders=[((1, 1), "east", "ladder"), ((1, 2), "east", "ladder")],
    )
    assert verb(battle, "attacker") == "climb_down"


# --- Shield ---------------------------------------------------------------------------------------


@pytest.mark.rule("H121", "H122")
@pytest.mark.parametrize(
    ("used", "expected"),
    [
        ({}, Defence.BLOCK),
        ({"blocks": 1}, Defence.PARRY),
        ({"blocks": 1, "parried": 1}, Defence.DODGE),
        ({"blocks": 1, "parried": 1, "dodges": 1}, Defence.BLOCK),
        ({"blocks": 2, "parried": 1, "dodges": 1}, Defence.DODGE),
    ],
)
def test_H121_a_shield_changes_its_defence_before_the_penalty_grows(battle_of, used, expected):
    battle = battle_of(red=[{"base": "swordsman", **used}])
    action = chosen(battle, "shield", Window.DEFENCE)
    found = DEFENCES[argument_of(action)] if verb_of(action) == Verb.DEFENCE else Defence.DODGE
    assert found == expected


def test_a_shield_rests_when_it_is_exhausted(battle_of):
    battle = battle_of(red=[{"base": "swordsman", "fatigue": 8}])
    assert verb(battle, "shield") == "breather"


# --- Wearer down ----------------------------------------------------------------------------------


@pytest.mark.rule("H103")
@pytest.mark.parametrize(("fatigue", "expected"), [(4, "attack"), (5, "attack"), (6, "breather")])
def test_H103_a_wearer_down_rests_in_good_time(battle_of, fatigue, expected):
    assert verb(battle_of(red=[{"fatigue": fatigue}]), "wearer_down") == expected


def test_a_wearer_down_does_not_charge(battle_of):
    battle = battle_of(red=[BEHIND], blue=[{"at": (1, 1)}])
    assert verb(battle, "wearer_down") == "move"


def test_a_wearer_down_saves_its_willpower_where_an_attacker_spends_it(battle_of, attack):
    battle = battle_of(red=["knife_fighter"])
    frame = attack(battle, step=Step.DAMAGE)
    frame.part, frame.hit = BodyPart.LEFT_LEG, True
    assert verb(battle, "wearer_down", Window.SKILL) == "wait"
    action = chosen(battle, "attacker", Window.SKILL)
    assert argument_of(action) == Skill.FOCUSED_STRIKE


# --- Archer ---------------------------------------------------------------------------------------


@pytest.mark.rule("H54", "XH4")
@pytest.mark.parametrize(("defences", "slot"), [((LOW, HIGH), 0), ((HIGH, LOW), 1)])
def test_XH4_an_archer_shoots_at_the_low_defence(battle_of, defences, slot):
    blue = [{"at": (2, 1), **one} for one in defences]
    battle = battle_of(red=[{"base": "archer", **BEHIND}], blue=blue)
    assert verb(battle, "archer") == "attack"
    assert target(battle, "archer") == slot


def test_an_archer_shoots_at_the_nearer_of_equals(battle_of):
    blue = [{"at": (2, 2), **LOW}, {"at": (1, 1), **LOW}]
    battle = battle_of(red=[{"base": "archer", "at": (0, 0)}], blue=blue, columns=3)
    blue_defence = 9
    for one in (1, 2):
        battle.fighters[one].defence_value = blue_defence
    battle.fighters[1].location = 12
    assert target(battle, "archer") == 1


@pytest.mark.rule("H97", "RH29")
def test_H97_an_archer_backs_off_and_draws_on_the_way(battle_of):
    battle = battle_of(red=[{"base": "archer", "missile": False}], blue=[{"at": (1, 1)}])
    assert verb(battle, "archer") == "move"
    battle.fighters[0].standard = battle.fighters[0].moved_only = True
    battle.fighters[0].location = 5
    action = chosen(battle, "archer")
    assert verb_of(action) in (Verb.DRAW, Verb.MOVE)
    battle.fighters[1].location = 12
    assert verb(battle, "archer") == "draw"


@pytest.mark.rule("H167")
def test_H167_an_archer_with_a_throwing_weapon_throws_it_where_it_stands(battle_of):
    battle = battle_of(red=["thrower"])
    assert verb(battle, "archer") == "attack"


def test_an_archer_without_missiles_takes_its_blade(battle_of):
    battle = battle_of(red=[{"base": "archer", "missile": False, "missiles": 0}])
    assert verb(battle, "archer") == "drop_item"
    battle.fighters[0].held[0] = -1
    assert verb(battle, "archer") == "draw"


# --- Brawler --------------------------------------------------------------------------------------


@pytest.mark.rule("H110")
def test_H110_a_brawler_waits_until_it_is_inside_and_binds(battle_of):
    battle = battle_of(red=["brawler"])
    action = chosen(battle, "brawler")
    assert verb_of(action) == Verb.READY
    assert READIABLE[argument_of(action)] == Act.BRAWL_HIT
    battle.fighters[0].dodged = 1 << 1
    action = chosen(battle, "brawler")
    assert verb_of(action) == Verb.BRAWL_BIND
    assert argument_of(action) == 1 + BodyPart.SWORD_ARM


def test_a_brawler_hits_whom_it_holds(battle_of):
    battle = battle_of(red=[{"base": "brawler", "holds": 1}], blue=[{"held_by": 0, "held_part": 1}])
    assert verb(battle, "brawler") == "brawl_hit"


@pytest.mark.rule("RH37")
def test_RH37_its_readied_blow_waits_for_an_attack(battle_of):
    battle = battle_of(red=[{"base": "brawler", "readied": Act.BRAWL_HIT}])
    action = chosen(battle, "brawler", Window.TRIGGER)
    assert verb_of(action) == Verb.TRIGGER
    assert argument_of(action) == 2  # ATTACKS_ME


BOXER = {"base": "swordsman", "trained": {"brawl": [4, 4]}}


def test_a_brawler_always_dodges_who_is_better_with_bare_hands(battle_of):
    assert verb(battle_of(red=[BOXER]), "brawler", Window.DEFENCE) == "wait"
    assert verb(battle_of(red=["swordsman"]), "brawler", Window.DEFENCE) == "defence"


@pytest.mark.rule("H110")
def test_H110_a_brawler_who_is_better_with_its_weapon_uses_it_until_it_is_inside(battle_of):
    battle = battle_of(red=["fighter"])
    assert verb(battle, "brawler") == "attack"
    battle.fighters[0].dodged = 1 << 1
    assert verb(battle, "brawler") == "brawl_bind"


@pytest.mark.rule("H67")
def test_H67_a_brawler_out_of_breath_rests(battle_of):
    battle = battle_of(red=[{"base": "brawler", "dodged": [1], "fatigue": 12}])
    assert verb(battle, "brawler") == "breather"
    battle.fighters[0].fatigue = 8
    assert verb(battle, "brawler") == "brawl_bind"


# --- Sentinel -------------------------------------------------------------------------------------


@pytest.mark.rule("H139")
def test_H139_a_sentinel_guards_the_weaker_ally(battle_of):
    red = ["sentinel", {"hp": 3}, {"hp": 1}]
    battle = battle_of(red=red)
    action = chosen(battle, "sentinel")
    assert verb_of(action) == Verb.GUARD
    assert slot_in(action) == 1


@pytest.mark.rule("H143", "H46")
def test_H143_a_sentinel_guards_the_border_and_readies_an_attack(battle_of):
    battle = battle_of(red=[{"base": "sentinel", **BEHIND}], blue=[{"at": (1, 1)}])
    action = chosen(battle, "sentinel")
    assert verb_of(action) == Verb.GUARD_BORDER
    assert argument_of(action) == Direction.EAST
    battle.fighters[0].free = 1 << Act.GUARD
    action = chosen(battle, "sentinel")
    assert verb_of(action) == Verb.READY
    assert READIABLE[argument_of(action)] == Act.WEAPON_ATTACK


def test_a_sentinel_does_not_wait_for_arrows(battle_of):
    battle = battle_of(
        red=[{"base": "sentinel", **BEHIND}], blue=[{"base": "archer", "at": (2, 1)}]
    )
    assert verb(battle, "sentinel") == "move"


def test_a_sentinel_waits_where_its_own_side_shoots_too(battle_of):
    battle = battle_of(
        red=[{"base": "sentinel", **BEHIND}, {"base": "archer", "at": (0, 0)}],
        blue=[{"base": "archer", "at": (2, 1)}],
    )
    assert verb(battle, "sentinel") == "ready"
    battle.round_number = 6
    assert verb(battle, "sentinel") == "move"


# --- What they may not see ------------------------------------------------------------------------

POSITIONS = {
    "beside": ({}, {}),
    "apart": (BEHIND, {"at": (1, 1)}),
    "archer": ({"base": "archer", **BEHIND}, {"at": (2, 1)}),
    "done": ({"standard": True, "fatigue": 7}, {}),
    "looked": ({"free": 1 << Act.LOOK, "fatigue": 7}, HIGH),
}
CHANGES = [
    {"hp": 1},
    {"wp": 0},
    {"fatigue": 15},
    {"skills": 0x15555},
    {"readied": Act.MOVE, "trigger": Trigger.LEAVES, "trigger_by": 0},
    {"consistency": [4] * 15, "potential": [4] * 15},
    {"attributes": [4] * 6},
    {"hide": 9, "spent": 5, "free_used": 3},
]


@pytest.mark.rule("XH2", "XH5", "XH6")
@pytest.mark.parametrize("name", STYLES)
@pytest.mark.parametrize("position", POSITIONS)
def test_XH5_what_is_hidden_changes_no_choice(battle_of, name, position):
    red, blue = POSITIONS[position]
    base = battle_of(red=[red], blue=[{**blue, "readied": Act.WEAPON_ATTACK}])
    expected = chosen(base, name)
    for change in CHANGES:
        battle = battle_of(red=[red], blue=[{**blue, "readied": Act.WEAPON_ATTACK}])
        for key, value in change.items():
            battle.fighters[1][key] = value
        before = battle.copy()
        assert chosen(battle, name) == expected, change
        close_window(battle)
        assert battle.fighters.tobytes() == before.fighters.tobytes()


@pytest.mark.rule("XH1", "H132")
@pytest.mark.parametrize("name", STYLES)
def test_XH1_where_an_unknown_enemy_hides_changes_no_choice(battle_of, name):
    found = set()
    for place in ((1, 1), (1, 0), (2, 0)):
        hidden = {"at": place, "hidden": True, "hide": 9, "last_seen": -1}
        battle = battle_of(
            red=[BEHIND], blue=[hidden, {"at": (2, 2), "life": 3}], map="ttt\nttt\nttt"
        )
        found.add(chosen(battle, name))
    assert len(found) == 1


@pytest.mark.rule("RH51")
def test_RH51_what_insight_has_shown_counts(battle_of):
    shown = {"sized_up_by": [0], "seen_hp": 4, "seen_wp": 8, "seen_fatigue": 4}
    battle = battle_of(red=[looked()], blue=[{**LOW, **shown}, {**LOW, **shown, "seen_hp": 1}])
    assert target(battle, "veteran") == 1
    battle.fighters[1].seen_hp, battle.fighters[2].seen_hp = 1, 4
    assert target(battle, "veteran") == 0


def test_the_hand_of_a_thrown_weapon_says_nothing_of_the_throw(battle_of):
    battle = battle_of(blue=[{"held": [], "fatigue": 20}])
    battle.top = 0
    frame = battle.frames[0]
    frame.act, frame.actor, frame.target, frame.hand = Act.WEAPON_ATTACK, 1, 0, 0
    assert not is_preroll_futile(battle, 0)


@pytest.mark.boundscheck
@pytest.mark.rule("XH6", "H101", "RH39")
@pytest.mark.parametrize(("hand", "defence"), [(0, Defence.PARRY), (1, Defence.BLOCK)])
def test_XH6_a_pre_roll_with_what_is_concealed_counts_as_a_dodge(battle_of, hand, defence):
    preroll = {"defence": defence, "defence_hand": hand, "defence_value": 9, "defence_d6": 4}
    held = ["medium", "small_shield"][: hand + 1]
    battle = battle_of([looked()], [{"held": held, "prone": True, **preroll}])
    battle.fighters[1].held[hand] = NONE  # as the others see it
    chance = chance_against_new_defence(battle, 0, 1, 0, NONE, False)
    battle.fighters[1].defence, battle.fighters[1].defence_hand = Defence.DODGE, 0
    assert chance == chance_against_new_defence(battle, 0, 1, 0, NONE, False)


@pytest.mark.boundscheck
@pytest.mark.rule("RH55", "H106")
@pytest.mark.parametrize("name", STYLES)
def test_RH55_who_has_left_the_field_pre_rolls_without_regard_to_an_archer_on_it(battle_of, name):
    flees = {"base": "swordsman", "at": (-1, -1), "flees": True, "exit": 0}
    follows = {"base": "runner", "at": (-1, -1), "chases": 0, "exit": 0}
    battle = battle_of([flees], ["archer", follows])
    battle.owed = 1
    action = chosen(battle, name, Window.DEFENCE)
    battle.fighters[1].location = NONE
    assert action == chosen(battle, name, Window.DEFENCE)
