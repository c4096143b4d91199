"""Whole rounds with loaded dice, what is carried over, what is decided (P3 to P13, TP, QP)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.platemail.actions.masks import legal_action_mask
from quintain.envs.platemail.actions.table import directive_action, num_actions
from quintain.envs.platemail.enums import Condition, Description, Spell, Verb, Window
from quintain.envs.platemail.state import NET
from quintain.envs.platemail.step import advance
from quintain.envs.platemail.turn import begin_round, play_on

from .written_orders import DEFEND, EAST, PASS, SOUTH, W, kinds, legal, phases, play, square

pytestmark = [pytest.mark.interpreted]


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


@pytest.mark.rule("P81", "RP42", "P46")
def test_RP42_a_carrier_who_falls_sets_down_before_new_orders_are_written(fight, load, events):
    """Two openings in the second phase; the first one is critical and strikes the carrier."""
    red = [{"at": (4, 3), "wounds": 3, "armour": "leather"}, {"at": (5, 3)}]
    battle = fight(red, [{"at": (5, 4)}, {"at": (20, 12)}])
    load(battle, [20, 1])
    play(battle, {"then": (Verb.RESCUE, 1)})
    assert kinds(events, battle, "picked_up", "down", "set_down") == [
        "picked_up", "down", "set_down"
    ]  # fmt: skip
    assert (battle.fighters[0].carrying, battle.fighters[1].carried_by) == (-1, -1)


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
