"""The choices of sides with full choices, which the rules of thumb answer for the others."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.heimr import step, turn
from quintain.envs.heimr.actions.masks import legal_action_mask
from quintain.envs.heimr.actions.table import decode, encode, num_actions
from quintain.envs.heimr.enums import (
    DETAIL_WINDOWS,
    Ability,
    Act,
    BodyPart,
    Defence,
    Direction,
    Guarded,
    Hand,
    Life,
    Role,
    Window,
)
from quintain.envs.heimr.rules import guarding
from quintain.envs.heimr.rules.attacks import attack_choices
from quintain.envs.heimr.rules.combat_actions.action_stack import push
from quintain.envs.heimr.rules.defence.current_defence import owe_defence
from quintain.envs.heimr.rules.modules.armoury import IN_HANDS, ability_of, has_alternative
from quintain.envs.heimr.rules.positions import hiding
from quintain.envs.heimr.scenario import scenario_names
from quintain.envs.heimr.system import SYSTEM
from quintain.envs.heimr.tables import BODY_PARTS, ITEM_NAMES, NONE

pytestmark = pytest.mark.interpreted

READY = {"defence": Defence.DODGE, "defence_value": 5, "defence_d6": 6}
LIGHT = ITEM_NAMES.index("light")
KNIVES = {"base": "knife_fighter", **READY}
BREAKER = {"base": "fighter", "skills": {"breaking_strike": 2}, **READY}
BOTH_WAYS = {
    "held": ["medium"], "strength": 0, "dexterity": 0, **READY,
    "trained": {"duelling": [3, 0], "swordsmanship": [0, 4]},
}  # fmt: skip


@pytest.fixture
def full(battle_of):
    """A battle in which both sides have full choices."""

    def build(*args, **fields):
        return battle_of(*args, quick_sides=0, **fields)

    return build


def legal(battle):
    """The legal choices but to wait: "decline", "aim torso", "show 1"."""
    mask = np.zeros(num_actions(int(battle.max_side)), np.bool_)
    legal_action_mask(battle, mask)
    found = set()
    for action in np.flatnonzero(mask)[1:]:
        parts = [part for part in decode(int(action), int(battle.max_side)).values()]
        found.add(" ".join(str(part) for part in parts if part is not None))
    return found


def take(battle, verb="wait", about=None, target=None):
    """Let the deciding fighter choose; the window that opens next."""
    choice = {"verb": verb, "about": about, "target": target}
    step.advance(battle, encode(choice, int(battle.max_side)))
    return Window(int(battle.window))


def wait_until(battle, window):
    """Pass in all windows until this one opens."""
    for _ in range(20):
        if battle.window == window:
            return
        take(battle)
    raise AssertionError(f"no window {window.name}")


# --- Aiming (H117) --------------------------------------------------------------------------------

PARTS = {f"aim {part}" for part in ("torso", "sword_arm", "other_arm", "right_leg", "left_leg")}


@pytest.mark.rule("H117", "H87")
@pytest.mark.parametrize(("how", "items"), [(0, {"aim sword_item"}), (2, set())])
def test_H117_a_charge_is_aimed_where_it_arrives(full, do, how, items):
    battle = full([{**BREAKER, "at": (0, 1)}], [READY])
    assert do(battle, Act.CHARGE, how, target=1) == Window.AIM
    assert (battle.to_act, legal(battle)) == (0, PARTS | items)
    take(battle, "aim", "left_leg")
    assert battle.frames[battle.top].aim == BodyPart.LEFT_LEG


@pytest.mark.rule("H117", "H111")
def test_H117_a_provoked_attack_is_aimed(full, do):
    battle = full([READY], [READY])
    assert do(battle, Act.BRAWL_HIT, target=1, hand=NONE, aim=NONE) == Window.PROVOKED
    assert take(battle, "strike", "sword_hand") == Window.AIM
    assert (battle.to_act, legal(battle)) == (1, PARTS)
    take(battle, "aim", "torso")
    assert battle.frames[battle.top].aim == BodyPart.TORSO


@pytest.mark.rule("H117", "H145")
def test_H117_the_attack_of_a_guard_is_aimed(full, do):
    battle = full([READY], [{"guard": Guarded.BORDER, "guarded": Direction.EAST, **READY}])
    assert do(battle, Act.MOVE, Direction.EAST) == Window.INTERCEPT
    assert take(battle) == Window.GUARDED
    assert take(battle, "slip") == Window.SLIPPED
    assert take(battle, "strike", "sword_hand") == Window.AIM
    take(battle)
    assert battle.frames[battle.top].aim == NONE


# --- The second weapon (H84, RH14) ----------------------------------------------------------------


@pytest.mark.rule("H84", "RH14", "H117")
@pytest.mark.parametrize(
    ("choice", "attacks", "aim"),
    [(("wait", None), 2, 0), (("aim", "anything"), 2, NONE), (("aim", "left_leg"), 2, 4),
     (("decline", None), 1, None)],
)  # fmt: skip
def test_H84_the_second_weapon_has_its_own_aim_and_may_rest(full, do, events, choice, attacks, aim):
    battle = full([KNIVES], [{**READY, "defence_value": 90}])
    do(battle, Act.WEAPON_ATTACK, target=1, hand=Hand.SWORD, aim=0)
    wait_until(battle, Window.AIM)
    assert legal(battle) == (PARTS - {"aim torso"}) | {"aim anything", "decline"}
    told = events(battle, "misses", "hits", "fails")
    take(battle, *choice)
    if aim is not None:
        assert battle.frames[battle.top].aim == aim
    while battle.window != Window.TURN:
        told += events(battle, "misses", "hits", "fails")
        take(battle)
    assert len(told + events(battle, "misses", "hits", "fails")) == attacks


# --- The ability (H178, HH1) ----------------------------------------------------------------------


@pytest.mark.rule("H178", "HH1")
def test_H178_the_attacker_chooses_the_ability(full, do, battle_of):
    battle = full([BOTH_WAYS], [READY])
    assert do(battle, Act.WEAPON_ATTACK, target=1, hand=0, aim=NONE) == Window.ABILITY
    best = ability_of(battle.fighters[0], 0)
    other = Ability.DUELLING + Ability.SWORDSMANSHIP - best
    assert legal(battle) == {f"ability {Ability(other).name.lower()}"}
    take(battle, "ability", Ability(other).name.lower())
    wait_until(battle, Window.DEFEND)
    assert battle.frames[battle.top].ability == other
    quick = battle_of([BOTH_WAYS], [READY])
    assert do(quick, Act.WEAPON_ATTACK, target=1, hand=0, aim=NONE) == Window.DEFEND
    assert quick.frames[quick.top].ability == best


@pytest.mark.rule("H178", "QH7")
def test_H178_a_parry_asks_for_its_ability(full):
    battle = full([{**BOTH_WAYS, "defence": 0}], [READY])
    owe_defence(battle, 0)
    turn.play_on(battle)
    assert battle.window == Window.DEFENCE
    assert take(battle, "defence", "parry_sword_hand") == Window.ABILITY
    best = ability_of(battle.fighters[0], 0)
    chosen = next(iter(legal(battle))).removeprefix("ability ")
    assert chosen != Ability(best).name.lower()
    take(battle, "ability", chosen)
    fighter = battle.fighters[0]
    assert (fighter.defence, fighter.uses[0]) == (Defence.PARRY, Ability[chosen.upper()])
    assert battle.owed == 0
    assert ability_of(fighter, 0) == Ability[chosen.upper()]


@pytest.mark.rule("H178", "HH1")
def test_H178_an_ability_that_is_worse_in_all_is_no_choice(full):
    worse = {**BOTH_WAYS, "trained": {"duelling": [1, 1], "swordsmanship": [1, 2]}}
    battle = full([worse, BOTH_WAYS, "swordsman"], ["champion"])
    assert [has_alternative(battle.fighters[one], 0) for one in range(4)] == [0, 1, 0, 0]


# --- Hands, Breaks (H107, HH32, H27, HH11) --------------------------------------------------------


@pytest.mark.rule("H107", "HH32")
@pytest.mark.parametrize(("choice", "hand"), [(("wait", None), 0), (("hand", "off_hand"), 1)])
def test_HH32_the_hand_that_takes_an_item(full, do, choice, hand):
    battle = full([{"held": [], "pack": ["light"], **READY}], [READY])
    assert do(battle, Act.DRAW, 0) == Window.HAND
    assert legal(battle) == {"hand off_hand"}
    take(battle, *choice)
    assert battle.fighters[0].held[hand] == LIGHT
    assert battle.fighters[0].held[1 - hand] == NONE


@pytest.mark.rule("H107")
def test_H107_one_hand_alone_is_not_asked_for(full, do):
    battle = full([{"held": ["medium"], "pack": ["light"], **READY}], [READY])
    assert do(battle, Act.DRAW, 0) == Window.TURN
    assert battle.fighters[0].held[1] == LIGHT


@pytest.mark.rule("H27", "HH11", "RH16")
@pytest.mark.parametrize(
    ("choice", "strength"), [(("wait", None), 1), (("break", "break_2"), 2)]
)  # fmt: skip
def test_HH11_the_number_of_a_break(full, do, load, events, choice, strength):
    battle = full([BREAKER], [{"held": ["crude_medium"], **READY, "defence_value": 1}])
    load(battle, [6, 10, 9, 9, 9])
    do(battle, Act.WEAPON_ATTACK, target=1, hand=0, aim=BODY_PARTS)
    wait_until(battle, Window.BREAK)
    assert legal(battle) == {"break break_2"}
    take(battle, *choice)
    told = {(event[1], event[4]) for event in events(battle, "breaks")}
    assert (1, strength) in told
    assert ((0, strength) in told) == (strength == 2)


@pytest.mark.rule("H27", "HH11", "RH6", "RH16")
@pytest.mark.parametrize(
    ("item", "numbers"), [("crude_medium", [2]), ("medium", [1]), ("superior_medium", [1])]
)
def test_HH11_every_number_but_the_one_that_waiting_calls(full, item, numbers):
    battle = full([BREAKER], [{"held": [item], **READY}])
    push(battle, Role.TURN, Act.WEAPON_ATTACK, 0, 1, 0)
    frame = battle.frames[battle.top]
    frame.aim = BODY_PARTS
    assert [n for n in range(4) if attack_choices.may_call_break(battle, frame, n)] == numbers
    frame.argument = numbers[0]
    assert attack_choices.strength_called(battle, frame) == numbers[0]


@pytest.mark.rule("H27", "HH11", "RH14")
def test_HH11_a_number_counts_for_the_strike_that_it_was_called_for(full, do, load, events):
    """The first weapon calls a 2; the second one calls the lowest number, which spares it."""
    red = [{**BREAKER, "held": ["light", "light"], "trained": {"duelling": [2, 2]}}]
    blue = [{"held": ["crude_medium", "torch"], "seconds": {"daze": 4}}]
    battle = full(red, blue)
    load(battle, [6] * 12)
    do(battle, Act.WEAPON_ATTACK, target=1, hand=0, aim=BODY_PARTS)
    wait_until(battle, Window.BREAK)
    take(battle, "break", "break_2")
    wait_until(battle, Window.AIM)
    take(battle, "aim", "off_item")
    wait_until(battle, Window.BREAK)
    take(battle)
    told = [(event[1], event[4]) for event in events(battle, "breaks")]
    assert told == [(1, 1)]
    assert [int(item) for item in battle.fighters[0].held] == [NONE, LIGHT]


# --- From whom to hide (H95) ----------------------------------------------------------------------


@pytest.mark.rule("H95")
def test_H95_one_chooses_from_whom_to_hide(full, do, load, events):
    battle = full([{"at": (0, 0), **READY}], [{"at": (2, 2)}] * 3, map="s..\n...\n...")
    load(battle, [6, 9, 9, 9])
    assert do(battle, Act.HIDE) == Window.HIDE_FROM
    assert legal(battle) == {"show 0", "show 1", "show 2"}
    assert take(battle, "show", None, 1) == Window.HIDE_FROM
    assert legal(battle) == {"show 0", "show 2"}
    assert len(events(battle, "shows")) == 1
    take(battle)
    assert [hiding.is_hidden_from(battle, 0, one) for one in (1, 2, 3)] == [True, False, True]


# --- Guards (H139 to H141, HH47, HH48) ------------------------------------------------------------


@pytest.mark.rule("H139", "H141", "HH48")
def test_HH48_a_guard_may_let_an_attack_by_and_the_next_one_is_asked(full, do, events):
    guard = {"guard": Guarded.ALLY, "guarded": 1, **READY}
    battle = full([READY], [READY, guard, guard])
    assert do(battle, Act.WEAPON_ATTACK, target=1, hand=0, aim=NONE) == Window.INTERCEPT
    assert (battle.to_act, legal(battle)) == (2, {"decline"})
    assert take(battle, "decline") == Window.INTERCEPT
    assert battle.to_act == 3
    assert len(events(battle, "lets_by")) == 1
    take(battle, "decline")
    frame = battle.frames[battle.top]
    assert (frame.target, battle.fighters[2].guard) == (1, Guarded.ALLY)
    assert battle.window == Window.DEFEND


@pytest.mark.rule("H139", "HH48")
def test_HH48_a_guard_who_waits_steps_in(full, do):
    battle = full([READY], [READY, {"guard": Guarded.ALLY, "guarded": 1, **READY}])
    do(battle, Act.WEAPON_ATTACK, target=1, hand=0, aim=NONE)
    assert take(battle) == Window.GUARDED
    take(battle)
    assert battle.frames[battle.top].target == 2
    assert battle.fighters[2].guard == Guarded.NOTHING


@pytest.mark.rule("H139", "HH47")
def test_HH47_an_opponent_who_enters_meets_the_guard_of_the_location(full, do, events):
    battle = full([READY], [{"at": (2, 1), "guard": Guarded.PLACE, **READY}])
    assert do(battle, Act.MOVE, Direction.EAST) == Window.INTERCEPT
    assert take(battle) == Window.GUARDED
    take(battle)
    red, blue = battle.fighters[:2]
    assert red.location == blue.location
    assert red.cluster == blue.cluster != NONE
    assert blue.guard == Guarded.NOTHING


@pytest.mark.rule("H139", "H145", "HH47")
def test_HH47_past_the_guard_of_a_location(full, do):
    battle = full([READY], [{"at": (2, 1), "guard": Guarded.PLACE, **READY}])
    do(battle, Act.MOVE, Direction.EAST)
    take(battle)
    assert take(battle, "slip") == Window.SLIPPED
    take(battle)
    assert battle.fighters[0].cluster == NONE
    assert battle.fighters[1].guard == Guarded.PLACE


@pytest.mark.rule("H87", "HH47")
def test_HH47_a_charge_meets_the_guard_of_the_location(full, do):
    battle = full([READY], [{"at": (2, 1), **READY}, {"at": (2, 1), "guard": Guarded.PLACE}])
    assert do(battle, Act.CHARGE, 0, target=1) == Window.INTERCEPT
    assert (battle.to_act, take(battle)) == (2, Window.GUARDED)
    wait_until(battle, Window.AIM)
    assert battle.frames[battle.top].target == 2


@pytest.mark.rule("H88", "HH47")
def test_HH47_only_a_side_with_full_choices_guards_a_location(full, battle_of):
    assert guarding.may_guard(full(), 0, guarding.GUARDS_PLACE, NONE)
    assert not guarding.may_guard(battle_of(), 0, guarding.GUARDS_PLACE, NONE)


# --- Concealed in the hand (H101, H104, XH6) ------------------------------------------------------


@pytest.mark.rule("H101", "H104", "XH6")
def test_H101_opponents_do_not_see_what_is_concealed_in_a_hand(full, do, load, block):
    battle = full([{"held": ["light"], **READY}, {}], [READY, READY])
    load(battle, [6, 3, 3])
    do(battle, Act.CONCEAL_ITEM, IN_HANDS + Hand.SWORD)
    assert battle.fighters[0].concealed_item == IN_HANDS
    seen = [block(battle, who, name)["sword_damage"] for who, name in
            ((0, "own"), (1, "ally_0"), (2, "enemy_0"), (3, "enemy_0"))]  # fmt: skip
    assert [bool(one) for one in seen] == [True, True, False, False]
    battle.fighters[0].item_found_by = 0b100
    assert block(battle, 2, "enemy_0")["sword_damage"] > 0
    assert block(battle, 3, "enemy_0")["sword_damage"] == 0


@pytest.mark.rule("H101", "RH16", "XH6")
def test_H101_nobody_aims_at_an_item_that_it_does_not_see(full):
    battle = full([BREAKER], [{"held": ["light"], "concealed_item": IN_HANDS}])
    battle.to_act, battle.window = 0, Window.TURN
    assert "attack sword_hand_sword_item 0" not in legal(battle)
    battle.fighters[1].item_found_by = 1
    assert "attack sword_hand_sword_item 0" in legal(battle)


@pytest.mark.rule("H101")
@pytest.mark.parametrize(
    ("act", "fields"),
    [
        (Act.WEAPON_ATTACK, {"target": 1, "hand": 0, "aim": NONE}),
        (Act.DROP_ITEM, {}),
        (Act.PUT_AWAY, {}),
        (Act.SWAP, {}),
    ],
)
def test_H101_a_concealed_item_shows_when_it_is_used(battle_of, do, act, fields):
    battle = battle_of([{"held": ["light"], "concealed_item": IN_HANDS, **READY}], [READY])
    do(battle, act, **fields)
    assert battle.fighters[0].concealed_item == NONE


# --- Surrender (H104, HH49) -----------------------------------------------------------------------


@pytest.mark.rule("HH49", "RH28")
def test_HH49_the_injured_may_surrender(full, battle_of, do, events):
    hurt = {"hp": 0, "injured": ["left_leg"], **READY}
    battle = full([hurt, READY], [hurt])
    battle.to_act, battle.window = 0, Window.TURN
    assert "surrender" in legal(battle)
    take(battle, "surrender")
    assert battle.fighters[0].life == Life.SURRENDERED
    assert events(battle, "surrenders") == [("surrenders", 0, -1, 0, 0, 0)]
    assert not battle.over
    do(battle, Act.SURRENDER, actor=2)
    assert (battle.over, battle.winner) == (True, 0)
    quick = battle_of([hurt], [READY])
    quick.to_act, quick.window = 0, Window.TURN
    assert "surrender" not in legal(quick)


@pytest.mark.rule("HH49", "RH38", "RH44", "RH25")
def test_HH49_who_surrenders_is_out_of_cluster_guard_and_hold(full, do):
    hurt = {"hp": 0, "injured": ["left_leg"], **READY}
    held = {"held_by": 2, "held_part": BodyPart.OTHER_ARM}
    red = [{**hurt, "cluster": 0, "guard": Guarded.ITEMS, "guarded": -1, **held}, READY]
    battle = full(red, [{**READY, "cluster": 0, "holds": 0}])
    do(battle, Act.SURRENDER)
    fighter = battle.fighters[0]
    assert (fighter.cluster, fighter.guard, fighter.held_by) == (NONE, Guarded.NOTHING, NOBODY)
    assert (fighter.defence, battle.fighters[2].holds) == (Defence.NONE, NOBODY)


@pytest.mark.rule("HH49")
def test_HH49_the_unhurt_do_not_surrender(full):
    battle = full()
    battle.to_act, battle.window = 0, Window.TURN
    assert "surrender" not in legal(battle)


# --- Sides with quick choices ---------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("name", scenario_names())
def test_a_side_with_quick_choices_is_not_asked_the_others(name, deployed, legal_actions):
    battle, chance = deployed(name, 3), np.random.default_rng(3)
    battle.quick_sides = 1
    asked = set()
    for _ in range(400):
        if battle.over:
            break
        asked.add((int(battle.side[battle.to_act]), int(battle.window)))
        SYSTEM.advance(battle, int(chance.choice(legal_actions(battle))))
    assert not any(DETAIL_WINDOWS >> window & 1 for side, window in asked if side == 0)
    assert len(asked) > 4
