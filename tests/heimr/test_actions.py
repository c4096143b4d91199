"""The table of actions, and the mask of each window by example (QH1 to QH14)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import MAX_SIDE
from quintain.envs.heimr.actions import masks
from quintain.envs.heimr.actions.table import (
    ACTS,
    AIMS,
    CHARGE_BIND,
    CHARGE_HIT,
    FROM_BAG,
    READIABLE,
    TABLE,
    action_id,
    aim_of,
    argument_of,
    hand_of,
    num_actions,
    slot_in,
    verb_of,
)
from quintain.envs.heimr.enums import Act, Effect, Role, Skill, Step, Verb, Window
from quintain.envs.heimr.rules import guarding
from quintain.envs.heimr.rules.combat_actions import charges, climbs, item_actions
from quintain.envs.heimr.rules.combat_actions.action_stack import push
from quintain.envs.heimr.tables import CAN_BE_READIED, IS_READIED_QUICKLY, NONE

pytestmark = pytest.mark.interpreted


def offered(battle, *verbs):
    """The legal actions, of these verbs or of all: "wait", "move 3", "attack 0 1"."""
    mask = np.ones(num_actions(int(battle.max_side)), np.bool_)
    masks.legal_action_mask(battle, mask)
    found = set()
    for action in np.flatnonzero(mask):
        name = Verb(int(verb_of(action))).name.lower()
        argument, slot = int(argument_of(action)), max(0, int(slot_in(action)))
        parts = [name] + ([str(argument)] if argument or slot else [])
        if not verbs or name in verbs:
            found.add(" ".join(parts + ([str(slot)] if slot else [])))
    return found


def asked(battle, window, actor=0):
    """The battle with a window open."""
    battle.to_act, battle.window = actor, window
    return battle


def turn_of(battle, actor=0):
    """It is somebody's turn, and it may choose."""
    return asked(battle, Window.TURN, actor)


# --- The table ------------------------------------------------------------------------------------


def test_ids_do_not_shift_with_the_number_of_slots():
    """The table of a duel is the beginning of that of a skirmish, and of the largest."""
    counts = [int(num_actions(side)) for side in range(1, MAX_SIDE + 1)]
    assert np.diff(counts).tolist() == [counts[1] - counts[0]] * (MAX_SIDE - 1)
    for action in range(counts[-1]):
        verb, argument, slot = verb_of(action), argument_of(action), slot_in(action)
        assert action_id(verb, argument, max(0, slot)) == action
        assert (slot >= 0) == bool(TABLE.target[verb])


def test_the_table_is_small():
    assert num_actions(1) < 230
    assert num_actions(3) < 350


def test_every_action_has_a_verb():
    assert {int(ACTS[verb]) for verb in Verb} == set(Act) - {Act.HOLD_ON}
    assert {verb for verb in Verb if ACTS[verb] == Act.NONE} == {
        Verb.WAIT, Verb.GIVE_UP, Verb.SLIP, Verb.STRIKE, Verb.STOP, Verb.DECLINE, Verb.DEFENCE,
        Verb.SKILL, Verb.REROLL, Verb.DIRECTION, Verb.TERRAIN, Verb.TRIGGER, Verb.TRIGGER_BY,
        Verb.TRIGGER_FOR, Verb.DELAY, Verb.DELAY_FOR, Verb.AIM, Verb.ABILITY, Verb.HAND, Verb.BREAK,
        Verb.SHOW,
    }  # fmt: skip


def test_hand_and_aim_of_an_attack():
    pairs = [(int(hand_of(one)), int(aim_of(one))) for one in range(2 * AIMS)]
    assert pairs == [(hand, aim) for hand in (0, 1) for aim in range(-1, 7)]


def test_what_actions_are_about_is_what_the_rules_say():
    assert (CHARGE_HIT, CHARGE_BIND) == (charges.CHARGE_HIT, charges.CHARGE_BIND)
    assert item_actions.FROM_BAG == FROM_BAG
    assert guarding.GUARDS_ITEMS == 4
    assert climbs.DOWNWARD == 5
    assert [bool(one) for one in CAN_BE_READIED[READIABLE]] == [True] * len(READIABLE)


# --- The start of a turn (QH1, H45, H82, RH35) ----------------------------------------------------


@pytest.mark.rule("QH1", "H45", "RH35")
def test_QH1_delaying_to_before_and_behind_the_others(battle_of):
    battle = asked(battle_of(["fighter"] * 2, ["fighter"] * 2), Window.START)
    assert offered(battle, "delay") == {"delay", "delay 1", "delay 0 1", "delay 1 1"}
    assert offered(battle, "delay_for") == {"delay_for 1"}  # it stands just before that one now
    battle.fighters[0].delayed = True
    assert offered(battle) == {"wait"}


@pytest.mark.rule("QH1", "H82")
def test_QH1_an_upcoming_action_can_be_dropped(battle_of):
    red = {"upcoming": Act.BREATHER_LATER}
    assert offered(asked(battle_of([red]), Window.START), "give_up") == {"give_up"}
    assert offered(asked(battle_of(), Window.START), "give_up") == set()


# --- The turn (QH2, QH3, QH4, QH14) ---------------------------------------------------------------


def test_only_waiting_is_left_when_nobody_decides(battle_of):
    assert offered(battle_of()) == {"wait"}


@pytest.mark.rule("QH2", "H26", "H65")
def test_H65_the_dazed_only_wait(battle_of):
    assert offered(turn_of(battle_of([{"seconds": {"daze": 2}}]))) == {"wait"}


@pytest.mark.rule("QH4", "H84", "H117")
def test_QH4_attacks_at_nothing_or_a_body_part(battle_of):
    battle = turn_of(battle_of(["fighter"], ["fighter"]))
    parts = {f"attack {place}" for place in range(1, 6)}
    assert offered(battle, "attack") == {"attack", *parts}
    battle.fighters[1].location += 1
    assert offered(battle, "attack") == set()


@pytest.mark.rule("QH4", "RH14")
def test_RH14_with_two_weapons_either_may_strike_first(battle_of):
    battle = turn_of(battle_of(["knife_fighter"], ["fighter"]))
    both = {f"attack {hand * AIMS}" if hand else "attack" for hand in (0, 1)}
    assert both <= offered(battle, "attack")
    assert len(offered(battle, "attack")) == 12


@pytest.mark.rule("QH4", "RH16")
def test_RH16_who_can_break_aims_at_what_hands_hold(battle_of):
    breaker = {"base": "axeman", "wp": 2}
    battle = turn_of(battle_of([breaker], ["swordsman"]))
    items = {"attack 6", "attack 7"}
    assert items <= offered(battle, "attack")
    battle.fighters[1].held[1] = NONE
    assert offered(battle, "attack") & items == {"attack 6"}
    battle.fighters[0].wp = 1
    assert offered(battle, "attack") & items == set()


@pytest.mark.rule("QH5", "H108")
def test_QH5_a_bind_needs_a_free_hand(battle_of):
    battle = turn_of(battle_of([{"held": []}], ["fighter"]))
    assert "brawl_bind" in offered(battle, "brawl_bind")
    assert len(offered(battle, "brawl_hit")) == 6
    full = turn_of(battle_of(["swordsman"], ["fighter"]))
    assert offered(full, "brawl_bind") == set()
    assert "brawl_hit" in offered(full, "brawl_hit")


@pytest.mark.rule("QH2", "H80")
def test_H80_after_the_standard_action_only_free_ones_are_left(battle_of):
    battle = turn_of(battle_of(["swordsman"], ["fighter"]))
    assert {"attack", "move", "dodge", "ready"} <= {one.split()[0] for one in offered(battle)}
    battle.fighters[0].standard = True
    left = {one.split()[0] for one in offered(battle)}
    assert left.isdisjoint({"attack", "brawl_hit", "move", "run", "dodge", "ready", "charge"})
    assert {"wait", "guard_border", "drop_prone", "drop_item", "size_up"} <= left


@pytest.mark.rule("QH2", "H83", "H97")
def test_H97_a_draw_goes_with_a_move(battle_of):
    red = {"held": [], "pack": ["light"], "standard": True, "moved_only": True}
    battle = turn_of(battle_of([red]))
    assert offered(battle, "draw", "dodge", "move") == {"draw"}
    battle.fighters[0].moved_only = False
    assert offered(battle, "draw") == set()


@pytest.mark.rule("QH3", "H80")
def test_QH3_each_free_action_once_a_turn(battle_of):
    battle = turn_of(battle_of())
    battle.ground_item[0], battle.ground_location[0] = 0, battle.fighters[0].location
    free = ("drop_prone", "size_up", "frisk", "guard_items")
    assert offered(battle, *free) == set(free)
    battle.fighters[0].free = 1 << Act.LOOK | 1 << Act.GUARD
    assert offered(battle, *free) == {"drop_prone"}


@pytest.mark.rule("QH3", "H139")
def test_H139_guards_of_an_ally_a_border_and_things(battle_of):
    battle = turn_of(battle_of([{"at": (0, 0)}, {"at": (0, 0)}, {"at": (1, 0)}]))
    assert offered(battle, "guard") == {"guard"}  # the other ally is elsewhere
    assert offered(battle, "guard_border") == {"guard_border 1", "guard_border 2"}


@pytest.mark.rule("QH14", "H7", "H87", "H89", "H90")
def test_QH14_ways_over_the_four_borders(battle_of):
    battle = turn_of(battle_of([{"at": (0, 1)}], [{"at": (1, 1)}]))
    ways = {f"move {direction}" for direction in (1, 2)} | {"move"}
    assert offered(battle, "move") == ways
    assert offered(battle, "run") == {way.replace("move", "run") for way in ways}
    assert offered(battle, "charge") == {"charge", "charge 2", "charge 3"}


@pytest.mark.rule("QH14", "H89", "H149", "H150")
def test_QH14_a_challenge_can_be_taken_but_not_run_or_charged(battle_of):
    borders = [((1, 1), "east", "window"), ((1, 1), "north", "unlocked regular_gate")]
    battle = turn_of(battle_of([{}], [{"at": (2, 1)}], borders=borders))
    assert offered(battle, "move") == {"move 1", "move 2", "move 3"}
    assert offered(battle, "run") == {"run 2", "run 3"}
    assert offered(battle, "charge") == set()
    assert offered(battle, "open") == {"open"}


@pytest.mark.rule("QH14", "H91", "H92", "H152")
def test_QH14_climbs_and_jumps(battle_of):
    borders = [((1, 1), "east", "ladder")]
    field = {"heights": "000 003 000", "borders": borders}
    battle = turn_of(battle_of([{"held": []}], **field))
    assert offered(battle, "climb_up", "climb_down", "jump_down") == {"climb_up 1"}
    battle.fighters[0].height, battle.fighters[0].climbs_on = 1, 1
    seen = offered(battle, "climb_up", "climb_down", "jump_down")
    assert seen == {"climb_up 1", "climb_down 1", "jump_down"}


@pytest.mark.rule("QH2", "H52", "H89", "H127", "RH44")
@pytest.mark.parametrize(
    ("red", "may"),
    [({"cluster": 0}, True), ({}, False), ({"cluster": 0, "prone": True}, False),
     ({"cluster": 0, "held_by": 1}, False)],
)  # fmt: skip
def test_H52_a_cluster_can_be_left(battle_of, red, may):
    battle = turn_of(battle_of([red], [{"cluster": 0}]))
    assert offered(battle, "leave_cluster") == ({"leave_cluster"} if may else set())


@pytest.mark.rule("QH3", "H94", "H127", "RH41")
def test_H94_the_prone_crawl_and_stand_up(battle_of):
    battle = turn_of(battle_of([{"prone": True}], [{"at": (2, 1)}]))
    assert len(offered(battle, "crawl")) == 4
    assert offered(battle, "move", "run", "stand_up", "drop_prone") == {"stand_up"}


@pytest.mark.rule("QH3", "H97", "H98", "H99", "H100", "H101", "H102")
def test_things_to_handle(battle_of):
    red = {"base": "archer", "missile": False, "bag": "torch"}
    battle = turn_of(battle_of([red]))
    battle.ground_item[3], battle.ground_location[3] = 0, battle.fighters[0].location
    kinds = ("draw", "put_away", "drop_item", "get_item", "conceal_item", "swap")
    assert offered(battle, *kinds) == {"draw 3", "put_away", "drop_item", "conceal_item",
                                       "conceal_item 3"}  # fmt: skip
    battle.fighters[0].held[0] = NONE
    assert offered(battle, *kinds) == {"draw", "get_item 3", f"get_item {FROM_BAG}",
                                       "conceal_item", "conceal_item 3"}  # fmt: skip


@pytest.mark.rule("QH2", "H103", "RH21")
def test_H103_breathers_for_who_is_tired(battle_of):
    kinds = ("breather", "breather_later")
    assert offered(turn_of(battle_of([{"fatigue": 6}])), *kinds) == set(kinds)
    assert offered(turn_of(battle_of()), *kinds) == set()


@pytest.mark.rule("QH3", "H104", "H105")
def test_H104_looking_where_somebody_may_hide(battle_of):
    hidden = {"at": (2, 0), "hidden": True, "known_by": [0], "last_seen": 2}
    battle = turn_of(battle_of(["fighter"] * 2, [hidden, {"at": (0, 0)}], map="..s\n...\n..."))
    assert offered(battle, "look") == {"look 12"}
    assert offered(battle, "frisk", "size_up") == {"frisk 0 1", "size_up 0 1"}
    assert offered(battle, "speak") == set()
    battle.fighters[2].found_by = 1
    battle.fighters[2].known_by = 1
    assert offered(battle, "look") == {"look 12"}
    assert offered(battle, "speak") == {"speak"}


@pytest.mark.rule("RH6", "RH62", "RH58", "H112")
def test_skills_powers_and_grips_that_are_actions(battle_of):
    bash = {"base": "shieldman", "skills": {"shield_bash": 2}}
    assert offered(turn_of(battle_of([bash])), "shield_bash") == {"shield_bash", "shield_bash 1"}
    assert offered(turn_of(battle_of(["shieldman"])), "shield_bash") == {"shield_bash"}
    assert offered(turn_of(battle_of(["champion"])), "shoving_strike") == {"shoving_strike"}
    assert offered(turn_of(battle_of([{"base": "orc", "hp": 1}])), "power") == {"power"}
    surgeon = turn_of(battle_of(["surgeon", {"hp": -3, "injured": ["torso"]}]))
    assert offered(surgeon, "surgery") == {"surgery"}
    holder = turn_of(battle_of([{"holds": 1}], [{"held_by": 0, "held_part": 1}]))
    assert "let_go" in offered(holder)


@pytest.mark.rule("H146", "RH57")
def test_H146_carrying_an_ally_and_dragging_an_opponent(battle_of):
    limp = {"life": 2, "hp": -4, "injured": ["torso"]}
    battle = turn_of(battle_of([{}, {"injured": ["left_leg"], "hp": 0}], [limp]))
    assert len(offered(battle, "carry")) == 4
    assert offered(battle, "carry_enemy") == set()  # that takes two


@pytest.mark.rule("QH6", "RH36")
def test_RH36_what_can_be_readied(battle_of):
    battle = turn_of(battle_of())
    assert len(offered(battle, "ready")) == np.count_nonzero(IS_READIED_QUICKLY) == 9
    battle.quick_sides = 0
    assert len(offered(battle, "ready")) == len(READIABLE)
    battle.fighters[0].standard = True
    assert offered(battle, "ready") == set()


# --- Readied actions (QH6, RH37) ------------------------------------------------------------------


@pytest.mark.rule("QH6", "RH37")
def test_QH6_triggers_name_any_opponent_one_or_an_ally(battle_of):
    battle = asked(battle_of(["fighter"] * 2, ["fighter"] * 2), Window.TRIGGER)
    assert len(offered(battle, "trigger")) == 4
    assert len(offered(battle, "trigger_by")) == 10
    assert offered(battle, "trigger_for") == {"trigger_for"}
    battle.fighters[3].life = 3
    assert len(offered(battle, "trigger_by")) == 5


@pytest.mark.rule("QH6", "H46")
def test_QH6_a_readied_action_that_fires_is_of_its_kind(battle_of):
    battle = asked(battle_of([{"readied": Act.MOVE}], ["fighter"]), Window.READIED)
    assert {one.split()[0] for one in offered(battle)} == {"wait", "move"}
    battle.fighters[0].standard = True  # it has been paid long ago
    battle.fighters[0].readied = Act.WEAPON_ATTACK
    assert {one.split()[0] for one in offered(battle)} == {"wait", "attack"}


# --- Defences (QH7 to QH9, QH11) ------------------------------------------------------------------


@pytest.mark.rule("QH7", "H118", "H122")
@pytest.mark.parametrize(
    ("red", "kinds"),
    [
        ("fighter", {"defence 1"}),
        ("swordsman", {"defence", "defence 1"}),
        ("knife_fighter", {"defence 1", "defence 2"}),
        ({"parried": 1}, set()),
        ("archer", set()),
    ],
)
def test_QH7_the_kinds_of_the_next_defence(battle_of, red, kinds):
    battle = asked(battle_of([red]), Window.DEFENCE)
    assert offered(battle) == {"wait", *kinds}


def attack(battle, actor=1, target=0, **fields):
    """An attack under way; the target is asked."""
    push(battle, Role.TURN, Act.WEAPON_ATTACK, actor, target, 0)
    frame = battle.frames[battle.top]
    frame.hand, frame.weapon = 0, battle.fighters[actor].held[0]
    for key, value in fields.items():
        frame[key] = value
    return battle


@pytest.mark.rule("QH8", "QH9", "H125", "H160")
def test_QH8_a_shot_that_finds_a_parry_can_be_blocked(battle_of):
    red = {"base": "swordsman", "defence": 3}
    battle = asked(attack(battle_of([red], [{"base": "archer", "at": (2, 1)}])), Window.DEFEND)
    assert offered(battle) == {"wait", "defence", "decline"}
    battle.fighters[0].defence = 1
    assert offered(battle) == {"wait", "decline"}


@pytest.mark.rule("QH11", "RH44")
def test_QH11_who_holds_may_let_go_first(battle_of):
    battle = battle_of([{"holds": 1}], [{"held_by": 0, "held_part": 1}, {}])
    assert offered(asked(attack(battle, actor=2), Window.DEFEND)) == {"wait", "let_go"}


# --- Within an action (QH5, QH10 to QH13) ---------------------------------------------------------


@pytest.mark.rule("QH13", "H145")
def test_QH13_past_a_guard_and_the_guard_at_who_slips(battle_of):
    battle = battle_of([{}], ["knife_fighter"])
    push(battle, Role.TURN, Act.MOVE, 0, NONE, 1)
    assert offered(asked(battle, Window.GUARDED)) == {"wait", "slip"}
    assert offered(asked(battle, Window.SLIPPED, 1)) == {"wait", "strike", "strike 1"}


@pytest.mark.rule("QH5", "H111", "RH17")
def test_QH5_the_armed_one_strikes_with_either_hand(battle_of):
    battle = battle_of([{"held": []}], ["knife_fighter"])
    push(battle, Role.TURN, Act.BRAWL_HIT, 0, 1, 0)
    assert offered(asked(battle, Window.PROVOKED, 1)) == {"wait", "strike", "strike 1"}


@pytest.mark.rule("QH11", "H114")
def test_QH11_the_holder_stops_it_or_lets_go(battle_of):
    battle = battle_of([{"held_by": 1, "held_part": 1}], [{"holds": 0}])
    push(battle, Role.TURN, Act.HIDE, 0, NONE, 0)
    assert offered(asked(battle, Window.HOLD, 1)) == {"wait", "stop", "let_go"}


@pytest.mark.rule("QH10", "H85", "RH6")
def test_QH10_skills_on_a_hit(battle_of):
    battle = attack(battle_of(["spearman"], ["fighter"]), 0, 1, step=Step.DAMAGE, part=3, hit=True)
    assert offered(asked(battle, Window.SKILL)) == {"wait", f"skill {int(Skill.TACKLING_STRIKE)}"}
    battle.frames[battle.top].part = 0
    assert offered(battle) == {"wait"}


@pytest.mark.rule("QH10", "H30", "RH6")
def test_QH10_skills_against_an_effect(battle_of):
    battle = attack(battle_of([{"base": "brawler"}], ["fighter"]), effect=Effect.STUMBLE)
    sturdy = f"skill {int(Skill.STURDY_STANCE)}"
    assert offered(asked(battle, Window.RESIST)) == {"wait", sturdy}
    battle.frames[battle.top].effect = Effect.DAZE
    assert offered(battle) == {"wait"}


@pytest.mark.rule("QH10", "H19")
def test_QH10_once_more(battle_of):
    battle = battle_of()
    push(battle, Role.TURN, Act.MOVE, 0, NONE, 1)
    assert offered(asked(battle, Window.REROLL)) == {"wait", "reroll"}


@pytest.mark.rule("QH12", "H64", "H159")
@pytest.mark.parametrize(
    ("at", "sides"), [((1, 1), {0, 1, 2, 3}), ((0, 0), {0, 3}), ((2, 0), {0, 1}), ((1, 2), {2})]
)
def test_QH12_the_side_that_a_stumble_closes(battle_of, at, sides):
    battle = attack(battle_of([{"at": at}], ["fighter"]), 0, 1, step=Step.RESISTED)
    seen = offered(asked(battle, Window.DIRECTION), "direction")
    assert seen == {f"direction {side}".replace(" 0", "") for side in sides}


@pytest.mark.rule("QH12", "H159")
def test_QH12_the_line_of_a_shot(battle_of):
    battle = attack(battle_of(["archer"], ["fighter"]), 0, 1, step=Step.ROLL)
    seen = offered(asked(battle, Window.DIRECTION), "direction")
    assert seen == {"direction", "direction 1"}


@pytest.mark.rule("H77", "H79", "RH55", "HH46")
def test_H77_terrain_of_who_flees_and_the_blow_of_who_has_caught_up(battle_of):
    battle = battle_of([{"flees": True, "at": (-1, -1)}], ["fighter"])
    assert offered(asked(battle, Window.CHASE)) == {"wait", "terrain", "give_up"}
    battle = battle_of([{"chases": 1, "at": (-1, -1)}], [{"flees": True, "at": (-1, -1)}])
    assert offered(asked(battle, Window.CHASE)) == {"wait", "give_up"}
    battle = battle_of([{"chases": 2}], ["fighter", {"flees": True}])
    seen = offered(asked(battle, Window.CHASE))
    assert {one.split()[0] for one in seen} == {"wait", "attack", "brawl_hit", "brawl_bind"}
    assert all(one.endswith(" 1") for one in seen - {"wait"})
