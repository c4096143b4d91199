"""Heuristics in positions set up by hand: they fight as described, without hidden facts."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.agents.heuristics.heimr import POLICIES, choose
from quintain.envs.core.engine.battle import close_window, open_window
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.system import get_system
from quintain.envs.heimr.actions.masks import legal_action_mask
from quintain.envs.heimr.actions.table import (
    AIMS,
    DEFENCES,
    READIABLE,
    argument_of,
    num_actions,
    slot_in,
    verb_of,
)
from quintain.envs.heimr.enums import (
    Action,
    BodyPart,
    Defence,
    Direction,
    Skill,
    Step,
    Trigger,
    Verb,
    Window,
)

pytestmark = pytest.mark.interpreted

STYLES = [name for name in POLICIES if name != "random"]
LOW, HIGH = (
    {"defence": Defence.DODGE, "defence_value": value, "defence_d6": 4} for value in (2, 15)
)
BEHIND = {"at": (0, 1)}


def chosen(battle, name, window=Window.TURN, actor=0):
    """The action of a heuristic in a window."""
    close_window(battle)
    open_window(battle, actor, window)
    mask = np.zeros(num_actions(int(battle.max_side)), np.bool_)
    legal_action_mask(battle, mask)
    action = int(choose(battle, get_system("heimr").policies[name], mask, seed_rng_states(1, 1)[0]))
    assert mask[action]
    return action


def verb(battle, name, window=Window.TURN):
    """Its verb."""
    return Verb(int(verb_of(chosen(battle, name, window)))).name.lower()


def target(battle, name):
    """The slot of the enemy that it chooses."""
    return int(slot_in(chosen(battle, name)))


# --- Everybody ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STYLES)
def test_who_lies_stands_up(battle_of, name):
    battle = battle_of(red=[{"prone": True}])
    assert verb(battle, name) == "stand_up"


@pytest.mark.parametrize("name", [name for name in STYLES if name != "brawler"])
def test_who_is_disarmed_picks_a_weapon_up(battle_of, name):
    battle = battle_of(red=[{"held": [], "free": 1 << Action.LOOK}])
    battle.ground_item[0], battle.ground_location[0] = battle.fighters[1].held[0], 6
    assert verb(battle, name) == "get_item"


@pytest.mark.parametrize("name", ["attacker", "shield", "wearer_down", "sentinel", "veteran"])
def test_who_stands_beside_an_enemy_strikes(battle_of, name):
    battle = battle_of(red=[{"free": 1 << Action.LOOK}], blue=[LOW])
    assert verb(battle, name) == "attack"


@pytest.mark.parametrize("name", STYLES)
def test_the_turn_is_ended_once_nothing_is_left(battle_of, name):
    battle = battle_of(red=[{"standard": True, "free": 1 << Action.LOOK}])
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
    assert READIABLE[argument_of(action)] == Action.BRAWL_HIT
    battle.fighters[0].dodged = 1 << 1
    action = chosen(battle, "brawler")
    assert verb_of(action) == Verb.BRAWL_BIND
    assert argument_of(action) == 1 + BodyPart.SWORD_ARM


def test_a_brawler_hits_whom_it_holds(battle_of):
    battle = battle_of(red=[{"base": "brawler", "holds": 1}], blue=[{"held_by": 0, "held_part": 1}])
    assert verb(battle, "brawler") == "brawl_hit"


@pytest.mark.rule("RH37")
def test_RH37_its_readied_blow_waits_for_an_attack(battle_of):
    battle = battle_of(red=[{"base": "brawler", "readied": Action.BRAWL_HIT}])
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
    battle.fighters[0].free = 1 << Action.GUARD
    action = chosen(battle, "sentinel")
    assert verb_of(action) == Verb.READY
    assert READIABLE[argument_of(action)] == Action.WEAPON_ATTACK


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


# --- Veteran --------------------------------------------------------------------------------------


@pytest.mark.rule("H104")
def test_H104_a_veteran_sizes_its_enemy_up_first(battle_of):
    assert verb(battle_of(), "veteran") == "size_up"


def looked(**fields):
    """A fighter who has used its observation of this turn."""
    return {"free": 1 << Action.LOOK, **fields}


@pytest.mark.rule("H106")
@pytest.mark.parametrize(("defences", "slot"), [((LOW, HIGH), 0), ((HIGH, LOW), 1)])
def test_H106_a_veteran_attacks_the_low_defence(battle_of, defences, slot):
    battle = battle_of(red=[looked()], blue=list(defences))
    assert target(battle, "veteran") == slot


def test_a_veteran_attacks_whom_a_hit_brings_down(battle_of):
    hurt = {**LOW, "sized_up_by": [0], "seen_hp": 1, "seen_wp": 3, "seen_fatigue": 4}
    battle = battle_of(red=[looked()], blue=[LOW, hurt])
    assert target(battle, "veteran") == 1


@pytest.mark.rule("H117")
def test_H117_a_veteran_aims_at_the_torso_of_who_is_open_and_nearly_beaten(battle_of):
    open_to = {"defence": Defence.NONE, "sized_up_by": [0], "seen_hp": 1, "seen_fatigue": 4}
    battle = battle_of(red=[looked(trained={"swordsmanship": [4, 4]})], blue=[open_to])
    action = chosen(battle, "veteran")
    assert argument_of(action) % AIMS == 1 + BodyPart.TORSO
    battle.fighters[1].seen_hp = 4
    assert argument_of(chosen(battle, "veteran")) % AIMS == 0


@pytest.mark.rule("H103", "H67")
def test_H67_a_tired_veteran_rests_against_a_defence_that_it_cannot_beat(battle_of):
    battle = battle_of(red=[looked(fatigue=10)], blue=[{**HIGH, "defence_value": 17}])
    battle.round_number = 20
    assert verb(battle, "veteran") == "breather"
    battle.fighters[1].defence_fails = True
    battle.fighters[0].fatigue = 5
    assert verb(battle, "veteran") == "attack"


@pytest.mark.rule("H81", "H87")
def test_H87_a_veteran_steps_back_from_a_defence_that_it_cannot_beat(battle_of):
    battle = battle_of(red=[looked()], blue=[{**HIGH, "defence_value": 17}])
    assert verb(battle, "veteran") == "move"
    battle.round_number = 10  # it has no patience any more
    assert verb(battle, "veteran") == "attack"
    battle.round_number = 0
    battle.fighters[1].prone = True  # who lies does not charge
    assert verb(battle, "veteran") == "attack"


@pytest.mark.rule("H82")
def test_H82_a_veteran_breathes_at_the_end_of_its_turn_and_gives_it_up_for_a_good_blow(battle_of):
    battle = battle_of(red=[looked(fatigue=6, standard=True)], blue=[LOW])
    assert verb(battle, "veteran") == "breather_later"
    battle.fighters[0].upcoming = Action.BREATHER_LATER
    assert verb(battle, "veteran", Window.START) == "give_up"
    battle.fighters[1].defence_value = 20
    assert verb(battle, "veteran", Window.START) == "wait"


@pytest.mark.rule("H46")
def test_H46_a_veteran_lets_enemies_come_but_not_for_ever(battle_of):
    battle = battle_of(red=[looked(**BEHIND)], blue=[{"at": (1, 1), **HIGH}])
    assert verb(battle, "veteran") == "ready"
    battle.round_number = 20
    assert verb(battle, "veteran") == "charge"


def test_a_veteran_joins_an_ally_before_enemies_are_near(battle_of):
    red = [looked(at=(0, 0)), {"at": (0, 1)}]
    battle = battle_of(red=red, blue=[{"at": (2, 0), **HIGH}])
    action = chosen(battle, "veteran")
    assert verb_of(action) == Verb.MOVE
    assert argument_of(action) == Direction.SOUTH
    battle.fighters[2].location = 1
    assert verb(battle, "veteran") == "ready"
    battle.fighters[0].location = battle.fighters[1].location
    assert verb(battle, "veteran") == "ready"


def test_a_veteran_helps_an_ally_who_fights_next_to_it(battle_of):
    battle = battle_of(red=[looked(**BEHIND), {"at": (1, 1)}], blue=[{"at": (1, 1), **HIGH}])
    assert verb(battle, "veteran") == "charge"
    battle.fighters[1].location = battle.fighters[0].location
    assert verb(battle, "veteran") == "ready"


@pytest.mark.rule("H126", "H160")
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"defence_value": 9}, "decline"),  # the least that reaches a fatigue of 4 shows 10
        ({"defence_value": 10}, "wait"),
        ({"defence_value": 14, "defence_fails": True}, "decline"),
        ({"defence_value": 9, "tired": True}, "wait"),  # it cannot tire again in this turn
    ],
)
def test_H160_a_veteran_saves_its_breath_where_a_defence_stops_nothing(
    battle_of, attack, fields, expected
):
    battle = battle_of(blue=[{"defence": Defence.PARRY, "defence_d6": 2, **fields}])
    attack(battle, step=Step.MET)
    action = chosen(battle, "veteran", Window.DEFEND, actor=1)
    assert Verb(int(verb_of(action))).name.lower() == expected


@pytest.mark.rule("H126")
def test_H126_a_veteran_uses_a_bad_defence_up_if_another_enemy_is_near(battle_of, attack):
    battle = battle_of(red=["fighter", "fighter"], blue=[{**LOW, "defence_value": 3}])
    attack(battle, step=Step.MET, target=2)
    assert verb_of(chosen(battle, "veteran", Window.DEFEND, actor=2)) == Verb.WAIT
    battle.fighters[1].life = 3
    assert verb_of(chosen(battle, "veteran", Window.DEFEND, actor=2)) == Verb.DECLINE


@pytest.mark.rule("H139")
def test_H139_a_veteran_guards_who_is_worse_off(battle_of):
    battle = battle_of(red=[looked(standard=True), {"hp": 1}])
    assert verb(battle, "veteran") == "guard"


@pytest.mark.rule("QH7")
def test_QH7_a_veteran_takes_the_defence_that_is_beaten_least(battle_of):
    battle = battle_of(red=["shieldman"])
    assert DEFENCES[argument_of(chosen(battle, "veteran", Window.DEFENCE))] == Defence.BLOCK
    battle.fighters[0].blocks = 3
    assert DEFENCES[argument_of(chosen(battle, "veteran", Window.DEFENCE))] == Defence.PARRY


@pytest.mark.rule("QH10")
def test_QH10_a_veteran_calls_a_skill_only_where_it_adds_something(battle_of, attack):
    battle = battle_of(red=["champion"])
    battle.fighters[0].free_used = 1 << 2  # the great weapon's Stumble is gone
    frame = attack(battle, step=Step.DAMAGE)
    frame.part, frame.hit = BodyPart.TORSO, True
    assert verb(battle, "veteran", Window.SKILL) == "wait"  # Hit 2 in place of 3
    battle.fighters[0].free_used = 0
    assert argument_of(chosen(battle, "veteran", Window.SKILL)) == Skill.SHOVING_STRIKE
    assert frame.skill == -1


# --- What they may not see ------------------------------------------------------------------------

POSITIONS = {
    "beside": ({}, {}),
    "apart": (BEHIND, {"at": (1, 1)}),
    "archer": ({"base": "archer", **BEHIND}, {"at": (2, 1)}),
    "done": ({"standard": True, "fatigue": 7}, {}),
    "looked": ({"free": 1 << Action.LOOK, "fatigue": 7}, HIGH),
}
CHANGES = [
    {"hp": 1},
    {"wp": 0},
    {"fatigue": 15},
    {"skills": 0x15555},
    {"readied": Action.MOVE, "trigger": Trigger.LEAVES, "trigger_by": 0},
    {"consistency": [4] * 15, "potential": [4] * 15},
    {"attributes": [4] * 6},
    {"hide": 9, "spent": 5, "free_used": 3},
]


@pytest.mark.rule("XH2", "XH5", "XH6")
@pytest.mark.parametrize("name", STYLES)
@pytest.mark.parametrize("position", POSITIONS)
def test_XH5_what_is_hidden_changes_no_choice(battle_of, name, position):
    red, blue = POSITIONS[position]
    base = battle_of(red=[red], blue=[{**blue, "readied": Action.WEAPON_ATTACK}])
    expected = chosen(base, name)
    for change in CHANGES:
        battle = battle_of(red=[red], blue=[{**blue, "readied": Action.WEAPON_ATTACK}])
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
