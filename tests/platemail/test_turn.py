"""Whole rounds with loaded dice, carried-over state, hidden facts (P3-P13, TP, QP, XP)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import DRAW, NOBODY
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.platemail.actions.masks import legal_action_mask
from quintain.envs.platemail.actions.table import directive_action, num_actions
from quintain.envs.platemail.enums import (
    Act,
    Condition,
    Description,
    Ending,
    Life,
    Save,
    Spell,
    Verb,
    Window,
)
from quintain.envs.platemail.hidden import conceal
from quintain.envs.platemail.observation.layout import observation_layout
from quintain.envs.platemail.observation.writer import observe
from quintain.envs.platemail.state import (
    NET,
)
from quintain.envs.platemail.step import advance
from quintain.envs.platemail.tables import (
    WEAPON_NAMES,
)
from quintain.envs.platemail.turn import begin_round, carry_out_round, clear_order, play_on

pytestmark = [pytest.mark.interpreted]

W = {name: number for number, name in enumerate(WEAPON_NAMES)}
DEFEND = (Verb.DEFEND, NOBODY)
EAST, SOUTH = 2, 4
PASS = 0


def write(battle, actor, first=DEFEND, then=DEFEND, condition=None, otherwise=DEFEND):
    """Write a fighter's order: directives are a verb and a target, the condition with argument."""
    order = battle.orders[actor]
    clear_order(order)
    for clause, (verb, target) in enumerate((first, then, otherwise)):
        order.verb[clause], order.target[clause] = verb, target
    if condition:
        order.condition, order.argument = condition
    order.is_written = 1


def play(battle, *orders):
    """Play a round with these orders, by fighter; a fighter without an order Defends."""
    battle.num_events = 0
    for actor in range(battle.num_fighters):
        write(battle, actor, **(orders[actor] if actor < len(orders) else {}))
    carry_out_round(battle)


def kinds(events, battle, *wanted):
    """Kinds of the events of a battle, in order."""
    return [event[0] for event in events(battle, *wanted)]


def square(battle, actor):
    return int(battle.fighters[actor].x), int(battle.fighters[actor].y)


def phases(events, battle):
    """The log of each of the two phases."""
    log = events(battle)
    second = log.index(next(event for event in log if event[0] == "phase" and event[4] == 2))
    return log[:second], log[second:]


def twin(battle):
    """An independent copy."""
    copy = np.zeros(1, battle.dtype)
    copy[0] = battle
    return copy[0]


# --- The round (P3 to P8, TP1, TP2) ---------------------------------------------------------------


@pytest.mark.rule("P3", "P4", "TP2")
def test_P4_a_round_is_two_phases_with_an_action_in_each(duel, loaded, events):
    battle = duel({}, {"at": (20, 3)})
    with loaded(battle, []):
        play(battle, {"first": (Verb.MOVE_STRAIGHT, EAST), "then": (Verb.MOVE_STRAIGHT, SOUTH)})
    assert events(battle, "phase") == [("phase", -1, -1, 0, 1, 0), ("phase", -1, -1, 0, 2, 0)]
    first, second = phases(events, battle)
    assert ("moved", 0, -1, 3, 7 + 32 * 3, 0) in first
    assert ("moved", 0, -1, 3, 7 + 32 * 6, 0) in second
    assert battle.round_number == 1


@pytest.mark.rule("P5", "TP1", "TP2")
def test_P5_all_write_and_seal_before_anything_is_carried_out(fight, events):
    battle = fight([{}, {}], [{}, {}])
    begin_round(battle)
    play_on(battle)
    before = [square(battle, actor) for actor in range(4)]
    writers = []
    while battle.round_number == 0:
        actor = int(battle.to_act)
        sealed = [battle.orders[other].tobytes() for other in writers if other != actor]
        assert all(battle.orders[other].is_written for other in writers if other != actor)
        assert "phase" not in kinds(events, battle)
        assert [square(battle, other) for other in range(4)] == before
        if not writers or writers[-1] != actor:
            writers.append(actor)
        verb = Verb.MOVE_AWAY if battle.window == Window.FIRST else None
        enemy = 2 if actor < 2 else 0
        advance(battle, directive_action(battle, actor, verb, enemy) if verb else PASS)
        if battle.round_number == 0:
            assert sealed == [battle.orders[other].tobytes() for other in writers if other != actor]
    assert writers == [0, 1, 2, 3]
    assert kinds(events, battle, "phase") == ["phase", "phase"]
    assert [square(battle, actor) for actor in range(4)] != before


@pytest.mark.rule("TP1", "TP2")
def test_TP1_both_phases_follow_the_last_clause_without_another_choice(duel):
    battle = duel({}, {"at": (12, 3)})
    begin_round(battle)
    play_on(battle)
    windows = []
    while battle.round_number == 0:
        windows.append((int(battle.to_act), int(battle.window)))
        advance(battle, PASS)
    both = [Window.FIRST, Window.CONDITION, Window.THEN]  # without a condition there is no ELSE
    assert windows == [(actor, window) for actor in (0, 1) for window in both]
    assert (battle.to_act, battle.window) == (0, Window.FIRST)
    assert [int(order.is_written) for order in battle.orders[:2]] == [0, 0]


@pytest.mark.rule("P8", "TP2", "QP4")
def test_P8_with_a_condition_else_is_asked_for(duel):
    battle = duel({}, {"at": (12, 3)})
    begin_round(battle)
    play_on(battle)
    advance(battle, PASS)
    mask = np.zeros(num_actions(1), np.bool_)
    legal_action_mask(battle, mask)
    assert battle.window == Window.CONDITION
    advance(battle, int(np.flatnonzero(mask)[1]))
    assert (battle.to_act, battle.window) == (0, Window.THEN)
    advance(battle, PASS)
    assert (battle.to_act, battle.window) == (0, Window.ELSE)
    advance(battle, PASS)
    assert battle.orders[0].is_written == 1
    assert (battle.to_act, battle.window) == (1, Window.FIRST)


PATTERN = {
    "first": (Verb.CHARGE, Description.CLOSEST),
    "condition": (Condition.REACHED_ANY, -1),
    "then": (Verb.FULL_ATTACK, Description.CLOSEST),
    "otherwise": (Verb.CHARGE, Description.CLOSEST),
}


@pytest.mark.rule("P10", "P8", "P60", "P61", "TP2")
def test_P10_the_pattern_where_the_first_charge_gets_there(duel, loaded, events):
    battle = duel({}, {"at": (8, 3)})
    with loaded(battle, [2, 3, 4]):
        play(battle, PATTERN)
    first, second = phases(events, battle)
    assert [event for event in first if event[0] == "attack"] == [
        ("attack", 0, 1, W["sword"], 2, 2)  # Favor of the run, Disfavor of Defend
    ]
    assert ("condition", 0, -1, Condition.REACHED_ANY, 1, 0) in first
    assert [event[4:] for event in second if event[0] == "attack"] == [(0, 3), (1, 4)]
    assert square(battle, 0) == (7, 3)


@pytest.mark.rule("P10", "P8", "P60", "TP2")
def test_P10_the_pattern_where_it_takes_two(duel, loaded, events):
    battle = duel({}, {"at": (11, 3)})
    with loaded(battle, [2]):
        play(battle, PATTERN)
    first, second = phases(events, battle)
    assert "attack" not in [event[0] for event in first]
    assert ("condition", 0, -1, Condition.REACHED_ANY, 0, 0) in first
    assert [event[4:] for event in second if event[0] == "attack"] == [(2, 2)]
    assert square(battle, 0) == (10, 3)


@pytest.mark.rule("P7", "P8")
def test_P7_the_condition_is_about_the_second_action_only(duel, loaded, events):
    battle = duel({}, {"at": (20, 3)})
    never = (Condition.DOWN, 1)
    with loaded(battle, []):
        play(
            battle,
            {
                "first": (Verb.MOVE_STRAIGHT, EAST),
                "condition": never,
                "then": (Verb.MOVE_STRAIGHT, EAST),
                "otherwise": (Verb.MOVE_STRAIGHT, SOUTH),
            },
        )
    assert square(battle, 0) == (7, 6)


@pytest.mark.rule("P8", "P9", "TP2", "RP16")
@pytest.mark.parametrize(("face", "end"), [(18, (1, 3)), (17, (4, 3))])
def test_TP2_conditions_are_asked_of_the_state_after_the_first_phase(duel, loaded, face, end):
    battle = duel()
    with loaded(battle, [face]):  # less 3 for Defend it must be greater than 14
        play(
            battle,
            {"condition": (Condition.WOUNDED, 1), "then": (Verb.FALL_BACK, NOBODY)},
            {"first": (Verb.COUNTER, 0)},
        )
    assert square(battle, 0) == end


# --- Ready (P11 to P13, TP5) ----------------------------------------------------------------------


@pytest.mark.rule("P12", "P13", "P24", "TP5")
@pytest.mark.parametrize(
    ("verb", "faces"), [(Verb.DEFEND, [2]), (Verb.COUNTER, [2]), (Verb.PREPARE, []), (Verb.AIM, [])]
)
def test_P12_the_ready_react_the_others_do_not(duel, loaded, events, verb, faces):
    battle = duel({"spells": ["bolt"]}, {})
    target = {Verb.COUNTER: 1, Verb.PREPARE: Spell.BOLT}.get(verb, NOBODY)
    with loaded(battle, faces):
        play(battle, {"first": (verb, target)}, {"first": (Verb.MOVE_AWAY, 0)})
    assert len(events(battle, "opportunity")) == len(faces)


@pytest.mark.rule("P12", "P13", "P11", "TP5")
def test_TP5_readiness_is_that_of_the_phases_own_action(duel, loaded, events):
    battle = duel({"spells": ["bolt"]}, {})
    prepare = (Verb.PREPARE, Spell.BOLT)
    away = {"first": DEFEND, "then": (Verb.MOVE_AWAY, 0)}
    with loaded(battle, [2]):
        play(battle, {"first": prepare, "then": DEFEND}, away)
    _, second = phases(events, battle)
    assert "opportunity" in [event[0] for event in second]
    battle = duel({"spells": ["bolt"]}, {})
    with loaded(battle, []):
        play(battle, {"first": DEFEND, "then": prepare}, away)
    assert events(battle, "opportunity") == []


@pytest.mark.rule("TP5", "RP9", "P122", "RP47")
@pytest.mark.parametrize("leaves_first", [True, False])
def test_TP5_a_net_takes_readiness_from_the_next_phase_on(fight, loaded, events, leaves_first):
    battle = fight([{}], [{}, {"at": (4, 6), "hand": "net"}])
    away = (Verb.MOVE_AWAY, 0)
    with loaded(battle, [2, 19] if leaves_first else [19]):
        play(
            battle,
            {},
            {"first": away} if leaves_first else {"then": away},
            {"first": (Verb.SHOOT, 0)},
        )
    assert battle.fighters[0].entrapped == NET
    assert len(events(battle, "opportunity")) == leaves_first


# --- All at once (P21, P43, P45, TP3) -------------------------------------------------------------


@pytest.mark.rule("P21", "P43", "RP9", "RP30")
def test_P43_two_who_fell_each_other_both_fall_and_the_second_phase_is_not_played(
    duel, loaded, events
):
    battle = duel({"wounds": 3}, {"wounds": 3})
    with loaded(battle, [20, 20]):
        play(battle, {"first": (Verb.COUNTER, 1)}, {"first": (Verb.COUNTER, 0)})
    assert kinds(events, battle, "phase", "critical", "down", "over") == [
        "phase", "critical", "critical", "down", "down", "over",
    ]  # fmt: skip
    assert (battle.over, battle.winner, battle.ending) == (True, DRAW, Ending.BOTH_SIDES_DOWN)


@pytest.mark.rule("P21", "P43")
def test_P21_more_than_enough_may_hit_the_same_target(fight, loaded, events):
    battle = fight(
        [{"at": (4, 3)}, {"at": (5, 4)}, {"at": (6, 3)}], [{"wounds": 3}, {"at": (20, 3)}]
    )
    strike = {"first": (Verb.COUNTER, 3)}
    with loaded(battle, [18, 18, 18]):
        play(battle, strike, strike, strike)
    assert events(battle, "wounded") == [("wounded", 3, -1, 3, 6, 0)]
    assert not battle.over


@pytest.mark.rule("P43", "P45", "P21")
def test_P45_wounds_of_the_first_phase_hamper_the_second(duel, loaded, events):
    battle = duel({}, {})
    blows = {"first": (Verb.COUNTER, 1), "then": (Verb.COUNTER, 1)}
    back = {"first": (Verb.COUNTER, 0), "then": (Verb.COUNTER, 0)}
    with loaded(battle, [18, 2, 10, 10]):  # 18 less 3 for Counter is greater than 14
        play(battle, blows, back)
    assert [event[1:] for event in events(battle, "attack")] == [
        (0, 1, W["sword"], 15, 18),
        (1, 0, W["sword"], -1, 2),
        (0, 1, W["sword"], 7, 10),
        (1, 0, W["sword"], 6, 10),
    ]


@pytest.mark.rule("TP3", "RP9", "P43", "P28", "P74", "P26")
@pytest.mark.parametrize(
    ("save", "last"), [(12, ["wounded", "prepared"]), (11, ["disrupted", "wounded", "dazed"])]
)
def test_TP3_the_steps_of_a_phase_in_their_order(fight, loaded, events, save, last):
    battle = fight([{}, {"at": (4, 8)}], [{"spells": ["bolt"], "hand": "dagger"}, {"at": (5, 8)}])
    with loaded(battle, [2, 10, save]):  # the one who leaves; the blow; Will at -1
        play(
            battle,
            {"first": (Verb.COUNTER, 2)},
            {},
            {"first": (Verb.PREPARE, Spell.BOLT)},
            {"first": (Verb.MOVE_AWAY, 1)},
        )
    first, _ = phases(events, battle)
    told = [event[0] for event in first if event[0] not in ("phase", "action", "moved", "miss")]
    assert told == ["opportunity", "attack", "reasons", "attack", "hit", "save", *last]
    assert [event[1] for event in first if event[0] == "attack"] == [1, 0]
    assert (battle.fighters[2].prepared == Spell.BOLT) == (last[-1] == "prepared")


@pytest.mark.rule(
    "TP3", "RP9", "P21", "P16", "P17", "P24", "P60", "P70", "P71", "P72", "P74", "P83", "P84",
    "P85", "P86", "P88", "RP3", "RP29", "RP33", "RP41",
)  # fmt: skip
def test_TP3_a_round_in_which_all_comes_together(fight, loaded, events):
    charger, guard, caster, walker, sprinter, foe, twice, once, leaver = range(9)
    battle = fight(
        [
            {"at": (4, 3)},
            {"at": (4, 8)},
            {"at": (5, 8), "spells": ["bolt"], "hand": "dagger"},
            {"at": (10, 12)},
            {"at": (12, 12)},
        ],
        [{"at": (7, 3)}, {"at": (6, 8)}, {"at": (6, 9)}, {"at": (3, 8)}],
    )
    dice = [
        *(8, 13),  # Crash: the walker with Favor 11, the sprinter with Disfavor 10
        14,  # the guard at the one who leaves: 14 is not greater than 14
        *(5, 9, 2),  # lots: the second blow at the caster comes first, the Counter last
        11,  # Favor makes 14, the guard has 14: blocked
        *(11, 7, 8),  # 14 beats 13, odd: let through; 11 beats the caster's 10
        *(12, 4),  # 15 beats 12, even: the guard takes it
        *(8, 7),  # the chargers, with Favor: 11 hits, 10 does not
        11,  # Will less one hit: 10 is too little
    ]
    with loaded(battle, dice):
        play(
            battle,
            {"first": (Verb.CHARGE, foe)},
            {"first": (Verb.GUARD, caster)},
            {"first": (Verb.PREPARE, Spell.BOLT), "then": (Verb.PREPARE, Spell.BOLT)},
            {"first": (Verb.MOVE_STRAIGHT, EAST)},
            {"first": (Verb.SPRINT_NEXT_TO, walker), "then": (Verb.STAND_UP, NOBODY)},
            {"first": (Verb.CHARGE, charger)},
            {"first": (Verb.FULL_ATTACK, caster)},
            {"first": (Verb.COUNTER, caster)},
            {"first": (Verb.MOVE_AWAY, guard)},
        )
    first, second = phases(events, battle)
    sword, crash, will = W["sword"], int(Save.CRASH), int(Save.CONCENTRATION)
    assert [event for event in first if event[0] not in ("phase", "action", "reasons")] == [
        ("save", walker, sprinter, crash, 11, 8),
        ("crash", walker, sprinter, 1, 0, 0),
        ("save", sprinter, walker, crash, 10, 13),
        ("crash", sprinter, walker, 0, 0, 0),
        ("clash", charger, foe, 0, 0, 0),
        ("opportunity", guard, leaver, 0, 0, 0),
        ("attack", guard, leaver, sword, 14, 14),
        ("miss", guard, leaver, sword, 14, 14),
        ("prone", sprinter, -1, 0, 0, 0),
        ("moved", charger, -1, 1, 5 + 32 * 3, 0),
        ("moved", walker, -1, 3, 13 + 32 * 12, 0),
        ("moved", sprinter, -1, 1, 11 + 32 * 12, 0),
        ("moved", foe, -1, 1, 6 + 32 * 3, 0),
        ("moved", leaver, -1, 3, 0 + 32 * 8, 0),
        ("attack", twice, caster, sword, 14, 11),
        ("blocked", guard, caster, sword, 14, 11),
        ("attack", twice, caster, sword, 14, 11),
        ("let_through", guard, caster, sword, 0, 7),
        ("attack", twice, caster, sword, 11, 8),
        ("hit", twice, caster, 1, 0, 10),
        ("attack", once, caster, sword, 15, 12),
        ("taken", guard, caster, sword, 0, 4),
        ("hit", once, guard, 1, 0, 0),
        ("attack", charger, foe, sword, 11, 8),
        ("hit", charger, foe, 1, 0, 10),
        ("attack", foe, charger, sword, 10, 7),
        ("miss", foe, charger, sword, 10, 7),
        ("save", caster, caster, will, 10, 11),
        ("disrupted", caster, -1, 0, 0, 0),
        ("wounded", guard, -1, 1, 1, 0),
        ("wounded", caster, -1, 1, 1, 0),
        ("wounded", foe, -1, 1, 1, 0),
        ("dazed", caster, -1, 0, 1, 0),
    ]
    told = [event[:2] for event in second if event[0] not in ("phase", "action")]
    assert told == [("stood_up", sprinter), ("round", -1)]
    assert ("action", caster, -1, -1, int(Act.DAZED), 0) in second  # the order is lost
    fighters = battle.fighters[:9]
    assert [int(it.wounds) for it in fighters] == [0, 1, 1, 0, 0, 1, 0, 0, 0]
    assert [square(battle, actor) for actor in range(9)] == [
        (5, 3), (4, 8), (5, 8), (13, 12), (11, 12), (6, 3), (6, 8), (6, 9), (0, 8),
    ]  # fmt: skip
    assert [int(it.prepared) for it in fighters] == [-1] * 9
    assert [int(it.dazed) + int(it.prone) for it in fighters] == [0] * 9


@pytest.mark.rule("P18", "P60", "RP12", "P47")
def test_RP12_one_may_charge_at_the_fallen(fight, loaded, events):
    battle = fight([{}], [{"at": (7, 3), "life": Life.STABLE, "wounds": 4}, {"at": (20, 9)}])
    begin_round(battle)
    play_on(battle)
    assert legal(battle, 0, Verb.CHARGE, 1)[0]
    with loaded(battle, []):  # hit without a roll
        play(battle, {"first": (Verb.CHARGE, 1)})
    assert square(battle, 0) == (6, 3)
    assert events(battle, "hit", "wounded") == [
        ("hit", 0, 1, 1, 0, 0),
        ("wounded", 1, -1, 1, 5, 0),
    ]


@pytest.mark.rule("P48", "RP9", "RP23")
def test_RP9_a_mend_on_the_unhurt_heals_the_wound_of_the_phase(duel, loaded):
    healer = {"spells": ["mend"], "hand": "dagger", "prepared": Spell.MEND, "mends": 3}
    battle = duel(healer)
    with loaded(battle, [18]):
        play(battle, {"first": (Verb.MEND_SELF, NOBODY)}, {"first": (Verb.COUNTER, 0)})
    assert (int(battle.fighters[0].wounds), int(battle.fighters[0].mends)) == (0, 2)


@pytest.mark.rule("TP3", "TP2", "P47", "RP12")
def test_TP2_the_count_of_the_fallen_goes_by_rounds_not_by_phases(fight, loaded):
    battle = fight([{}], [{"wounds": 3}, {"at": (20, 3)}])
    with loaded(battle, [18]):
        play(battle, {"first": (Verb.COUNTER, 1)})
    at_first = int(battle.fighters[1].countdown)
    with loaded(battle, []):
        play(battle)
    assert int(battle.fighters[1].countdown) == at_first - 1


@pytest.mark.rule("P39", "RP9", "RP34", "P88")
@pytest.mark.parametrize(
    ("walks", "dice", "limit", "wounds"),
    [
        ((Verb.MOVE_TO, 0), [2, 14], 10, 1),  # Clash: an attack of opportunity, then the Charge
        (DEFEND, [17], 15, 0),  # still Ready, in its shield and unarmoured: 10 + 2 + 3
    ],
)
def test_RP34_after_a_clash_the_shield_neither_deflects_nor_absorbs(
    duel, loaded, events, walks, dice, limit, wounds
):
    battle = duel({"hand": "axe"}, {"at": (7, 3), "hand": "axe", "shield": "shield"})
    with loaded(battle, dice):
        play(battle, {"first": (Verb.CHARGE, 1)}, {"first": walks})
    assert ("hit", 0, 1, 1, 0, limit) in events(battle)
    assert battle.fighters[1].wounds == wounds


# --- What is carried over (TP6) -------------------------------------------------------------------

SHOOT_AT_1 = (Verb.SHOOT, 1)


@pytest.mark.rule("TP6", "P66")
@pytest.mark.parametrize(
    ("then", "total"), [((Verb.AIM, NOBODY), 13), (DEFEND, 10), (SHOOT_AT_1, 10)]
)
def test_TP6_an_aim_is_carried_into_the_next_round_and_no_farther(
    duel, loaded, events, then, total
):
    battle = duel({"hand": "short_bow", "strength": 3}, {"at": (9, 3)})
    with loaded(battle, [2] if then == SHOOT_AT_1 else []):
        play(battle, {"first": (Verb.AIM, NOBODY), "then": then})
    with loaded(battle, [10, 10]):
        play(battle, {"first": SHOOT_AT_1, "then": SHOOT_AT_1})
    assert [event[4] for event in events(battle, "attack")] == [total, 10]


@pytest.mark.rule("TP6", "P66")
@pytest.mark.parametrize(
    ("between", "total"),
    [((Verb.MOVE_STRAIGHT, SOUTH), 10), ((Verb.FALL_BACK, NOBODY), 8), ((Verb.AIM, NOBODY), 13)],
)  # 8: beyond the Range
def test_P66_only_the_very_next_action_is_aimed(duel, loaded, events, between, total):
    battle = duel({"hand": "short_bow", "strength": 3}, {"at": (9, 3)})
    with loaded(battle, [10]):
        play(battle, {"first": (Verb.AIM, NOBODY), "then": between})
        play(battle, {"first": SHOOT_AT_1})
    assert [event[4] for event in events(battle, "attack")] == [total]


@pytest.mark.rule("TP6", "RP37", "P74", "P75", "QP9")
def test_TP6_a_prepared_spell_is_kept_into_the_next_round(duel, loaded, events):
    battle = duel({"spells": ["bolt", "fear"], "hand": "dagger"}, {"at": (9, 3)})
    with loaded(battle, []):
        play(battle, {"then": (Verb.PREPARE, Spell.FEAR)})
        assert battle.fighters[0].prepared == Spell.FEAR
        play(battle)
        assert battle.fighters[0].prepared == Spell.FEAR
    with loaded(battle, [20]):
        play(battle, {"first": (Verb.RELEASE, 1)})
    assert events(battle, "released") == [("released", 0, 1, Spell.FEAR, 0, 0)]
    assert battle.fighters[0].prepared == -1


@pytest.mark.rule("TP6", "P89", "P103", "RP29", "RP46")
def test_TP6_dazed_actions_run_on_over_the_rounds(duel, loaded, events):
    battle = duel({"dazed": 3}, {"at": (20, 3)})
    step = {"first": (Verb.MOVE_STRAIGHT, EAST), "then": (Verb.MOVE_STRAIGHT, EAST)}
    with loaded(battle, []):
        play(battle, step)
        assert (square(battle, 0), int(battle.fighters[0].dazed)) == ((4, 3), 1)
        play(battle, step)
    assert (square(battle, 0), int(battle.fighters[0].dazed)) == ((7, 3), 0)


@pytest.mark.rule("TP6", "P124", "P120")
def test_TP6_an_empty_crossbow_stays_empty_until_it_is_loaded(duel, loaded, events):
    battle = duel({"hand": "light_crossbow"}, {"at": (9, 3)})
    with loaded(battle, [2]):
        play(battle, {"first": SHOOT_AT_1, "then": SHOOT_AT_1})
    assert len(events(battle, "lost")) == 1
    with loaded(battle, [2]):
        play(battle, {"first": (Verb.RELOAD, NOBODY), "then": SHOOT_AT_1})
    assert events(battle, "lost") == []


@pytest.mark.rule("TP6", "P45", "P55", "P56", "RP36")
def test_TP6_wounds_hiding_and_the_last_stealth_roll_last(duel, loaded, events):
    rows = "\n".join(["." * 32, "." * 32, "." * 32, "....o" + "." * 27, *["." * 32] * 4])
    battle = duel({"wounds": 2}, {"at": (20, 3)}, map=rows)
    keep = (Verb.SKULK_KEEP, NOBODY)
    with loaded(battle, [13]):
        play(battle, {"first": (Verb.SKULK_STILL, NOBODY), "then": keep})
    assert (int(battle.fighters[0].stealth_roll), int(battle.fighters[0].hidden_from)) == (11, 2)
    with loaded(battle, []):
        play(battle, {"first": keep, "then": keep})
    assert (int(battle.fighters[0].stealth_roll), int(battle.fighters[0].hidden_from)) == (11, 2)


@pytest.mark.rule("TP6", "P76", "RP37", "RP42")
def test_RP37_a_bind_ends_when_its_caster_is_picked_up(fight, loaded, events):
    red = [{"at": (4, 3)}, {"at": (6, 3), "spells": ["bind"], "hand": "dagger", "focus": 2}]
    battle = fight(red, [{"at": (12, 3), "entrapped": 1 << 2}])
    focus = (Verb.FOCUS, NOBODY)
    with loaded(battle, []):
        play(battle, {"then": (Verb.RESCUE, 1)}, {"first": focus, "then": focus})
    first, second = (
        [event[0] for event in part if event[0] in ("freed", "picked_up")]
        for part in phases(events, battle)
    )
    assert (first, second) == ([], ["picked_up", "freed"])
    assert (battle.fighters[1].focus, battle.fighters[2].entrapped) == (-1, 0)


# --- What is decided (QP8, QP9, QP12) -------------------------------------------------------------


def legal(battle, actor, verb, target=NOBODY):
    """Whether a directive is legal as the first action, and its id."""
    action = int(directive_action(battle, actor, verb, target))
    mask = np.zeros(num_actions(int(battle.max_side)), np.bool_)
    legal_action_mask(battle, mask)
    assert battle.to_act == actor
    return bool(mask[action]), action


def choose(battle, verb, target=NOBODY):
    """Order a first action, Defend as the second, and let all others Defend."""
    begin_round(battle)
    play_on(battle)
    is_legal, action = legal(battle, int(battle.to_act), verb, target)
    assert is_legal
    number = int(battle.round_number)
    advance(battle, action)
    while not battle.over and battle.round_number == number:
        advance(battle, PASS)


@pytest.mark.rule("QP8", "P77", "P78", "P122")
@pytest.mark.parametrize(
    ("verb", "kind"),
    [
        (Verb.RELOAD, "reloaded"),
        (Verb.SWAP, "swapped"),
        (Verb.CUT_FREE, "freed"),
        (Verb.DOOR, "door"),
    ],
)
def test_QP8_which_item_is_used_is_chosen(duel, events, verb, kind):
    bare = "." * 32
    rows = "\n".join([bare, bare, "....+" + "." * 27, *[bare] * 5])
    red = {"hand": "light_crossbow", "loaded": 0, "carried_hand": "club", "entrapped": NET}
    battle = duel(red, {"at": (20, 7)}, map=rows)
    choose(battle, verb)
    assert kinds(events, battle, "reloaded", "swapped", "freed", "door") == [kind]


@pytest.mark.rule("QP9", "P74")
@pytest.mark.parametrize("spell", list(Spell))
def test_QP9_which_spell_is_prepared_is_chosen(duel, spell):
    known = [other.name.lower() for other in Spell]
    battle = duel({"spells": known, "hand": "dagger"}, {"at": (20, 3)})
    choose(battle, Verb.PREPARE, spell)
    assert battle.fighters[0].prepared == spell


@pytest.mark.rule("QP9", "P75")
@pytest.mark.parametrize("target", [1, 2])
def test_QP9_at_whom_it_is_released_is_chosen(fight, events, target):
    caster = {"spells": ["fear"], "hand": "dagger", "prepared": Spell.FEAR}
    battle = fight([caster], [{"at": (8, 3)}, {"at": (8, 6)}])
    choose(battle, Verb.RELEASE, target)
    assert [event[2] for event in events(battle, "released")] == [target]


@pytest.mark.rule("QP12", "RP32", "RP19")
@pytest.mark.parametrize(("verb", "x"), [(Verb.MOVE_TO, 6), (Verb.MOVE_TO_REACH, 5)])
def test_QP12_with_reach_one_chooses_where_to_stop(duel, verb, x):
    battle = duel({"hand": "pike"}, {"at": (7, 3)})
    choose(battle, verb, 1)
    assert square(battle, 0) == (x, 3)


@pytest.mark.rule("QP12", "RP19", "P106")
@pytest.mark.parametrize(
    ("verb", "totals"), [(Verb.FULL_ATTACK, [-1, -1]), (Verb.THREE_ATTACKS, [-3, -3, -3])]
)
def test_QP12_with_two_weapons_one_chooses_two_attacks_or_three(duel, load, events, verb, totals):
    battle = duel({"second": "sword"}, {})
    load(battle, [2] * len(totals))
    choose(battle, verb, 1)
    assert [event[4] for event in events(battle, "attack")] == totals


# --- What is hidden (XP1 to XP6) ------------------------------------------------------------------


def seen(battle, fighter):
    """The observation of a fighter."""
    out = np.zeros(observation_layout(int(battle.max_side)).length, np.float32)
    observe(battle, fighter, out)
    return out.tobytes()


def imagined(battle, fighter, seed=0):
    """The battle as a fighter may imagine it."""
    copy = twin(battle)
    conceal(copy, fighter, seed_rng_states(seed, 1)[0])
    return copy


@pytest.mark.rule("XP1", "P5")
def test_XP1_nobody_sees_an_enemys_order_before_it_is_carried_out(duel):
    battle = duel()
    begin_round(battle)
    play_on(battle)
    one, other = twin(battle), twin(battle)
    advance(one, directive_action(one, 0, Verb.FULL_ATTACK, 1))
    advance(other, PASS)
    for written in (one, other):
        while written.to_act == 0:
            advance(written, PASS)
    assert one.orders[0].tobytes() != other.orders[0].tobytes()
    assert seen(one, 1) == seen(other, 1)
    assert imagined(one, 1).tobytes() == imagined(other, 1).tobytes()


@pytest.mark.rule("XP1")
@pytest.mark.parametrize("plan_alone", [False, True])
def test_XP1_allies_see_each_others_orders_if_they_plan_together(fight, plan_alone):
    battle = fight([{}, {}], [{}, {}], rules={"plan_alone": plan_alone})
    other = twin(battle)
    write(other, 0, (Verb.GUARD, 1))
    write(battle, 0, (Verb.COUNTER, 2))
    assert (seen(battle, 1) == seen(other, 1)) == plan_alone
    assert (imagined(battle, 1).orders[0].verb[0] == Verb.COUNTER) != plan_alone


@pytest.mark.rule("XP2")
def test_XP2_the_unaware_see_neither_place_nor_roll_of_the_hidden(duel):
    rows = "\n".join(["." * 32, "." * 32, "." * 32, "....o..o" + "." * 24, *["." * 32] * 4])
    one = duel({"hidden_from": 2, "stealth_roll": 15}, {"at": (20, 3)}, map=rows)
    other = duel({"hidden_from": 2, "stealth_roll": 19, "at": (7, 3)}, {"at": (20, 3)}, map=rows)
    assert seen(one, 1) == seen(other, 1)
    one.fighters[0].hidden_from = other.fighters[0].hidden_from = 0
    assert seen(one, 1) != seen(other, 1)


@pytest.mark.rule("XP3")
def test_XP3_enemies_see_that_a_spell_is_in_hand_but_not_which(duel):
    battles = [
        duel({"spells": ["bolt", "fear"], "hand": "dagger", "prepared": spell})
        for spell in (-1, Spell.BOLT, Spell.FEAR)
    ]
    none, bolt, fear = (seen(battle, 1) for battle in battles)
    assert none != bolt
    assert bolt == fear
    assert seen(battles[1], 0) != seen(battles[2], 0)
    assert imagined(battles[1], 1).tobytes() == imagined(battles[2], 1).tobytes()


ROW = "." * 32


@pytest.mark.compiled
@pytest.mark.rule("XP2")
def test_XP2_the_hidden_are_imagined_in_any_square_that_hides_them(duel):
    rows = "\n".join([ROW, ROW, ROW, "....o" + "." * 27, ROW, "....o..o" + "." * 24, ROW, ROW])
    battle = duel({"at": (4, 3), "hidden_from": 2}, {"at": (4, 7)}, map=rows)
    places = {square(imagined(battle, 1, seed), 0) for seed in range(60)}
    # in the low squares, or behind one as the observer looks
    assert {(4, 5), (4, 3), (4, 2)} <= places
    assert len(places) > 12
    assert not {place for place in places if place[1] > 5}
    others = [square(imagined(battle, 1, seed), 0) for seed in range(60)]
    assert others.count((4, 3)) < 20


@pytest.mark.rule("XP2")
def test_XP2_a_single_other_place_is_found_and_without_one_he_stays(duel):
    rows = "\n".join([ROW, "o" + ROW[1:], ROW, ROW])
    hider = {"at": (20, 3), "hidden_from": 2}  # what hid him is gone
    battle = duel(hider, {"at": (0, 3)}, map=rows)
    battle.low[1] = 0
    battle.has_obstacles = 1
    assert {square(imagined(battle, 1, seed), 0) for seed in range(9)} == {(20, 3)}
    battle.low[0] = 1
    assert {square(imagined(battle, 1, seed), 0) for seed in range(9)} == {(0, 0)}


@pytest.mark.rule("XP3", "XP4", "RP23", "RP37")
def test_XP3_the_spells_that_enemies_know_are_imagined(duel):
    battle = duel({"spells": ["fear"], "hand": "dagger", "prepared": Spell.FEAR})
    other = duel({"spells": ["bolt", "mend"], "hand": "dagger", "prepared": Spell.MEND, "mends": 3})
    assert imagined(battle, 1).tobytes() == imagined(other, 1).tobytes()
    casters = [imagined(battle, 1, seed).fighters[0] for seed in range(60)]
    assert len({int(it.spells) for it in casters}) > 15
    assert {int(it.prepared) for it in casters} == set(Spell)
    assert all(it.spells >> it.prepared & 1 for it in casters)
    assert all(it.mends > 0 for it in casters if it.prepared == Spell.MEND)
    assert imagined(battle, 0).fighters[0].spells == battle.fighters[0].spells
    battle.fighters[0].prepared, battle.fighters[0].focus = -1, 1
    keepers = [imagined(battle, 1, seed).fighters[0] for seed in range(20)]
    assert all(it.spells >> Spell.BIND & 1 and it.prepared == -1 for it in keepers)
    assert imagined(duel(), 1).fighters[0].spells == 0  # who casts nothing is seen to


@pytest.mark.rule("XP4", "P124", "RP38")
@pytest.mark.parametrize(
    ("hand", "field", "value"),
    [("heavy_crossbow", "loaded", 0), ("heavy_crossbow", "loaded", 1), ("dart", "stock", 2)],
)
def test_XP4_what_is_loaded_or_left_to_throw_is_open(duel, hand, field, value):
    battle = duel({"hand": hand, "strength": 3})
    battle.fighters[0][field] = value
    assert {int(imagined(battle, 1, seed).fighters[0][field]) for seed in range(9)} == {value}


@pytest.mark.rule("XP4", "RP38")
def test_XP4_what_hangs_at_the_belt_is_open(duel):
    battle = duel({"carried_hand": "light_crossbow", "carried_loaded": 0})
    for field in ("carried_hand", "carried_second", "carried_shield", "carried_loaded"):
        values = {int(imagined(battle, 1, seed).fighters[0][field]) for seed in range(9)}
        assert values == {int(battle.fighters[0][field])}


ATTRIBUTES = ["strength", "dexterity", "will", "stealth", "perception", "medical"]


@pytest.mark.rule("XP4", "RP1")
@pytest.mark.parametrize("number", [*ATTRIBUTES, "attack_bonus", "max_wounds"])
def test_XP4_attributes_and_max_wounds_are_not_seen(duel, number):
    one, other = duel({number: 1}), duel({number: 3})
    assert seen(one, 1) == seen(other, 1)
    assert seen(one, 0) != seen(other, 0)


@pytest.mark.rule("XP4")
@pytest.mark.parametrize("number", ATTRIBUTES)
def test_XP4_nor_imagined_as_they_are(duel, number):
    one, other = duel({number: 1}), duel({number: 3})
    assert imagined(one, 1).tobytes() == imagined(other, 1).tobytes()
    assert imagined(one, 0).fighters[0][number] == 1


@pytest.mark.rule("XP4")
@pytest.mark.parametrize("look", [{"wounds": 2}, {"hand": "axe"}, {"armour": "leather"}])
def test_XP4_wounds_weapons_and_armour_are_seen(duel, look):
    assert seen(duel(look), 1) != seen(duel(), 1)


@pytest.mark.rule("XP5", "P123")
def test_XP5_poison_is_not_seen(duel):
    one, other = duel({"hand": "blowgun", "poison": 3}), duel({"hand": "blowgun"})
    assert seen(one, 1) == seen(other, 1)
    assert seen(one, 0) != seen(other, 0)


@pytest.mark.rule("XP6")
def test_XP6_dice_to_come_are_neither_seen_nor_imagined(duel, load):
    one, other = duel(), duel()
    other.dice[:] = seed_rng_states(1, 1)[0]
    assert one.dice.tobytes() != other.dice.tobytes()
    for fighter in range(2):
        assert seen(one, fighter) == seen(other, fighter)
        assert imagined(one, fighter).dice.tobytes() == imagined(other, fighter).dice.tobytes()
    load(one, [20])
    copy = imagined(one, 0)
    assert copy.next_loaded == copy.num_loaded
    assert imagined(one, 0, 1).dice.tobytes() != copy.dice.tobytes()
