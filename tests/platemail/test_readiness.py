"""The actions of all fighters, and how they affect readiness (P11 to P13, P50 to P90, RP9)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import MAX_FIGHTERS
from quintain.envs.platemail.enums import (
    Act,
    Life,
    Verb,
)
from quintain.envs.platemail.rules.phase_setup import UNLIMITED, begin_phase, set_stances
from quintain.envs.platemail.state import (
    NET,
)
from quintain.envs.platemail.tables import (
    PENETRATIONS,
)

pytestmark = [pytest.mark.interpreted]

FIRST, THEN, ELSE = range(3)


def order(verb: int, target: int = -1, **more: int) -> dict:
    """An order whose three directives are the same."""
    return {"order": {"verb": [verb] * 3, "target": [target] * 3, **more}}


def start(battle, clauses=()):
    """Begin a phase; without clauses all fighters carry out the first directive."""
    chosen = np.zeros(MAX_FIGHTERS, np.int64)
    chosen[: len(clauses)] = clauses
    battle.phase = 1
    begin_phase(battle, chosen)
    set_stances(battle)


def acts(battle) -> list[Act]:
    """The actions that all fighters carry out."""
    return [Act(int(phase.act)) for phase in battle.phases[: battle.num_fighters]]


# --- Which action ---------------------------------------------------------------------------------


@pytest.mark.rule("P7", "P8", "RP9", "RP25")
def test_P8_the_clause_that_is_named_is_carried_out(fight):
    verbs = {"verb": [Verb.COUNTER, Verb.MOVE_TO, Verb.SPRINT_AWAY], "target": [3, 4, 5]}
    battle = fight([{"order": verbs}] * 3, [{}] * 3)
    start(battle, [FIRST, THEN, ELSE])
    assert acts(battle)[:3] == [Act.COUNTER, Act.MOVE, Act.SPRINT]
    assert [int(phase.target) for phase in battle.phases[:3]] == [3, 4, 5]
    assert [int(phase.verb) for phase in battle.phases[:3]] == [29, 17, 21]


@pytest.mark.rule("RP25")
def test_RP25_what_is_not_written_is_defend(duel):
    battle = duel({"order": {"verb": [Verb.COUNTER, Verb.COUNTER, -1], "target": [1, 1, 1]}}, {})
    start(battle, [ELSE])
    assert acts(battle)[0] == Act.DEFEND
    assert (battle.phases[0].verb, battle.phases[0].target) == (Verb.DEFEND, -1)


@pytest.mark.rule("RP9")
def test_RP9_a_phase_begins_with_blank_notes(duel):
    battle = duel({**order(Verb.DEFEND), "x": 7, "y": 2}, {"life": int(Life.STABLE)})
    battle.phases[0] = tuple(
        [1] * PENETRATIONS if shape else 1
        for shape in (battle.phases.dtype[name].shape for name in battle.phases.dtype.names)
    )
    start(battle)
    phase = battle.phases[0]
    assert phase.wounds.tolist() == [0] * PENETRATIONS
    assert (phase.hits, phase.snares, phase.daze, phase.steps, phase.clashed) == (0, 0, 0, 0, 0)
    assert (phase.target, phase.second_target, phase.destination_x, phase.ward) == (-1,) * 4
    assert (phase.start_x, phase.start_y) == (7, 2)
    assert [int(phase.able) for phase in battle.phases[:2]] == [1, 0]


@pytest.mark.rule("RP16")
def test_RP16_what_was_seen_in_the_last_phase_is_over(duel):
    battle = duel({"moved": 1, "attacked": 2, "used_weapon": 1}, {})
    start(battle)
    fighter = battle.fighters[0]
    assert (fighter.moved, fighter.attacked, fighter.used_weapon) == (0, 0, 0)
    assert fighter.assailants == 2  # the attacker of a ward is looked for among these


@pytest.mark.rule("RP29", "P46")
@pytest.mark.parametrize("life", [Life.FATALLY_WOUNDED, Life.STABLE, Life.DEAD])
def test_RP29_the_unconscious_lose_their_orders(duel, life):
    battle = duel({**order(Verb.COUNTER, 1), "life": int(life), "dazed": 1}, {})
    start(battle)
    assert acts(battle)[0] == Act.NOTHING
    assert (battle.phases[0].able, battle.phases[0].ready, battle.phases[0].verb) == (0, 0, -1)
    assert battle.fighters[0].dazed == 1


@pytest.mark.rule("P89", "RP29", "RP46")
def test_P89_dazed_replaces_the_order_and_one_is_counted_off(duel):
    battle = duel({**order(Verb.COUNTER, 1), "dazed": 2}, {})
    start(battle)
    assert acts(battle)[0] == Act.DAZED
    assert (battle.phases[0].verb, battle.phases[0].target) == (-1, -1)
    assert battle.fighters[0].dazed == 1
    start(battle)
    start(battle)
    assert acts(battle)[0] == Act.COUNTER
    assert battle.fighters[0].dazed == 0


@pytest.mark.rule("P90", "RP46")
def test_RP46_dazed_goes_before_terror(duel):
    battle = duel({**order(Verb.COUNTER, 1), "dazed": 1, "terror": 2}, {})
    start(battle)
    assert acts(battle)[0] == Act.DAZED
    assert (battle.fighters[0].dazed, battle.fighters[0].terror) == (0, 2)
    start(battle)
    assert acts(battle)[0] == Act.TERROR
    assert battle.fighters[0].terror == 1


@pytest.mark.rule("RP29", "RP47")
def test_RP29_the_entrapped_keep_their_order(duel):
    battle = duel({**order(Verb.CUT_FREE), "entrapped": NET}, {})
    start(battle)
    assert acts(battle)[0] == Act.QUICK_ITEM


@pytest.mark.rule("P78", "P79", "P120", "P121", "P124")
@pytest.mark.parametrize(
    ("weapon", "act", "ready"),
    [("light_crossbow", Act.QUICK_ITEM, 1), ("heavy_crossbow", Act.COMPLEX_ITEM, 0)],
)
def test_P79_to_reload_a_heavy_crossbow_is_complex(duel, weapon, act, ready):
    battle = duel({**order(Verb.RELOAD), "hand": weapon}, {})
    start(battle)
    assert acts(battle)[0] == act
    assert battle.phases[0].ready == ready


@pytest.mark.rule("P78")
def test_P78_a_swap_is_quick_with_a_heavy_crossbow_too(duel):
    battle = duel({**order(Verb.SWAP), "hand": "heavy_crossbow", "carried_hand": "sword"}, {})
    start(battle)
    assert (acts(battle)[0], battle.phases[0].ready) == (Act.QUICK_ITEM, 1)


# --- Carried (RP42) -------------------------------------------------------------------------------


def carrying(first: dict, second: dict):
    """Red 0 carries red 1."""
    return [{**first, "carrying": 1, "carried_by": -1}, {**second, "carried_by": 0, "x": 4, "y": 3}]


@pytest.mark.rule("RP42", "P81")
def test_RP42_a_conscious_ally_who_is_carried_on_loses_his_action(fight):
    battle = fight(carrying(order(Verb.RESCUE, 1), order(Verb.COUNTER, 2)), [{}])
    start(battle)
    assert acts(battle)[:2] == [Act.RESCUE, Act.CARRIED]
    assert (battle.phases[1].ready, battle.phases[1].able, battle.phases[1].target) == (0, 1, -1)
    assert (battle.fighters[0].carrying, battle.fighters[1].carried_by) == (1, 0)


@pytest.mark.rule("RP42")
def test_RP42_whoever_does_something_else_next_had_set_him_down(fight, events):
    battle = fight(carrying(order(Verb.DEFEND), order(Verb.COUNTER, 2)), [{"at": (3, 2)}])
    start(battle)
    assert acts(battle)[:2] == [Act.DEFEND, Act.COUNTER]
    assert (battle.fighters[0].carrying, battle.fighters[1].carried_by) == (-1, -1)
    places = [(int(it.x), int(it.y)) for it in battle.fighters[:3]]
    assert len(set(places)) == 3
    assert max(abs(places[1][0] - 4), abs(places[1][1] - 3)) == 1
    phase = battle.phases[1]
    assert (phase.start_x, phase.start_y) == places[1]
    assert events(battle) == [("set_down", 0, 1, 0, 0, 0)]


@pytest.mark.rule("RP42", "P89")
def test_RP42_a_dazed_rescuer_does_not_carry_on(fight):
    battle = fight(carrying({**order(Verb.RESCUE, 1), "dazed": 1}, order(Verb.COUNTER, 2)), [{}])
    start(battle)
    assert acts(battle)[:2] == [Act.DAZED, Act.COUNTER]


@pytest.mark.rule("RP42")
def test_RP42_to_rescue_another_sets_the_first_one_down(fight):
    red = [*carrying(order(Verb.RESCUE, 2), order(Verb.COUNTER, 3)), {}]
    battle = fight(red, [{}])
    start(battle)
    assert acts(battle)[:2] == [Act.RESCUE, Act.COUNTER]
    assert battle.fighters[0].carrying == -1


@pytest.mark.rule("RP42", "RP46")
@pytest.mark.parametrize(("lost", "act"), [("dazed", Act.DAZED), ("terror", Act.CARRIED)])
def test_RP42_terror_cannot_move_who_is_carried(fight, lost, act):
    battle = fight(carrying(order(Verb.RESCUE, 1), {lost: 1}), [{}])
    start(battle)
    assert acts(battle)[1] == act
    assert battle.fighters[1][lost] == 0


@pytest.mark.rule("RP42")
def test_RP42_the_unconscious_stay_unconscious_when_carried(fight):
    battle = fight(carrying(order(Verb.RESCUE, 1), {"life": int(Life.STABLE)}), [{}])
    start(battle)
    assert acts(battle)[1] == Act.NOTHING
    assert battle.fighters[1].carried_by == 0


# --- Ready (P11, RP47) ----------------------------------------------------------------------------

READY = [
    (Verb.MOVE_TO, 1),  # P50
    (Verb.SPRINT_TO, 0),  # P51
    (Verb.FALL_BACK, 1),  # P52
    (Verb.SKULK_STILL, 1),  # P53
    (Verb.CHARGE, 0),  # P60
    (Verb.FULL_ATTACK, 0),  # P61
    (Verb.COUNTER, 1),  # P62
    (Verb.SHOOT, 1),  # P63
    (Verb.RAPID_FIRE, 0),  # P64
    (Verb.AIM, 0),  # P66
    (Verb.DEFEND, 1),  # P67
    (Verb.GUARD, 1),  # P68
    (Verb.PREPARE, 0),  # P74
    (Verb.RELEASE, 0),  # P75
    (Verb.FOCUS, 0),  # P76
    (Verb.RESCUE, 0),  # P81
    (Verb.STABILIZE, 0),  # P82
    (Verb.DOOR, 1),  # P78
]


@pytest.mark.rule("P11", "P50", "P51", "P52", "P53", "P60", "P61", "P62", "P63", "P64")
@pytest.mark.rule("P66", "P67", "P68", "P74", "P75", "P76", "P81", "P82", "P78", "TP5")
@pytest.mark.parametrize(("verb", "ready"), READY)
def test_P11_the_tag_of_each_action(duel, verb, ready):
    battle = duel(order(verb), {})
    start(battle)
    assert battle.phases[0].ready == ready


@pytest.mark.rule("P13", "P122", "RP47")
@pytest.mark.parametrize("held", [NET, 1 << 2])
@pytest.mark.parametrize("verb", [Verb.COUNTER, Verb.DEFEND, Verb.MOVE_TO, Verb.CUT_FREE])
def test_RP47_the_entrapped_are_never_ready(duel, verb, held):
    battle = duel({**order(verb), "entrapped": held}, {})
    start(battle)
    assert battle.phases[0].ready == 0


@pytest.mark.rule("P89", "P90")
@pytest.mark.parametrize("state", ["dazed", "terror"])
def test_P89_P90_dazed_and_terrified_are_not_ready(duel, state):
    battle = duel({**order(Verb.DEFEND), state: 1}, {})
    start(battle)
    assert battle.phases[0].ready == 0


# --- Favor and Disfavor on who acts ---------------------------------------------------------------

STANCES = [
    (Verb.MOVE_TO, 0, 0),  # P50
    (Verb.SPRINT_TO, 0, -1),  # P51
    (Verb.FALL_BACK, -1, 0),  # P52
    (Verb.SKULK_STILL, 0, 0),  # P53
    (Verb.CHARGE, 0, 0),  # P60
    (Verb.FULL_ATTACK, 1, 0),  # P61
    (Verb.COUNTER, -1, 0),  # P62
    (Verb.SHOOT, 1, 0),  # P63
    (Verb.RAPID_FIRE, 1, 0),  # P64
    (Verb.AIM, 1, 0),  # P66
    (Verb.DEFEND, -1, 0),  # P67
    (Verb.GUARD, 0, 0),  # P68
    (Verb.PREPARE, 1, 1),  # P74
    (Verb.RELEASE, 0, 0),  # P75
    (Verb.FOCUS, 1, 1),  # P76
    (Verb.SWAP, 0, 0),  # P77
    (Verb.RESCUE, 1, 1),  # P81
    (Verb.STABILIZE, 0, 0),  # P82
]


@pytest.mark.rule("P50", "P51", "P52", "P60", "P61", "P62", "P63", "P64", "P66", "P67", "P68")
@pytest.mark.rule("P74", "P75", "P76", "P81", "RP9")
@pytest.mark.parametrize(("verb", "melee", "missiles"), STANCES)
def test_P50_to_P82_favor_on_who_takes_the_action(duel, verb, melee, missiles):
    battle = duel(order(verb), {})
    start(battle)
    assert (battle.phases[0].melee, battle.phases[0].missiles) == (melee, missiles)


@pytest.mark.rule("P89", "P90")
@pytest.mark.parametrize(("state", "favor"), [("dazed", 1), ("terror", 0)])
def test_P89_attacks_on_the_dazed_have_favor(duel, state, favor):
    battle = duel({**order(Verb.COUNTER), state: 1}, {})
    start(battle)
    assert (battle.phases[0].melee, battle.phases[0].missiles) == (favor, favor)


@pytest.mark.rule("RP31", "RP47", "P62")
def test_RP31_the_stance_holds_for_the_entrapped(duel):
    battle = duel({**order(Verb.COUNTER, 1), "entrapped": NET}, {})
    start(battle)
    assert battle.phases[0].melee == -1


@pytest.mark.rule("RP10")
def test_RP10_prone_is_counted_with_the_attack_not_here(duel):
    battle = duel({**order(Verb.MOVE_TO), "prone": 1}, {})
    start(battle)
    assert (battle.phases[0].melee, battle.phases[0].missiles) == (0, 0)


@pytest.mark.rule("P67")
@pytest.mark.parametrize(("verb", "saves"), [(Verb.DEFEND, 1), (Verb.COUNTER, 0)])
def test_P67_saving_throws_have_favor_with_defend(duel, verb, saves):
    battle = duel(order(verb), {})
    start(battle)
    assert battle.phases[0].saves == saves


@pytest.mark.rule("P52")
@pytest.mark.parametrize(("verb", "slips"), [(Verb.FALL_BACK, 1), (Verb.MOVE_AWAY, 0)])
def test_P52_nobody_strikes_at_who_falls_back(duel, verb, slips):
    battle = duel(order(verb), {})
    start(battle)
    assert battle.phases[0].slips == slips


@pytest.mark.rule("TP4", "P27")
@pytest.mark.parametrize("takes", [0, 1])
def test_TP4_attacks_of_opportunity_can_be_declined(duel, takes):
    battle = duel(order(Verb.COUNTER, 1, opportunity=takes), {})
    start(battle)
    assert battle.phases[0].opportunity == 1 - takes


# --- Guard (P68) ----------------------------------------------------------------------------------


@pytest.mark.rule("P68", "P69")
@pytest.mark.parametrize(("verb", "limit"), [(Verb.GUARD, UNLIMITED), (Verb.GUARD_ONCE, 1)])
def test_P68_whom_and_how_often_a_guard_guards(fight, verb, limit):
    battle = fight([order(verb, 1), {}], [{}])
    start(battle)
    assert (battle.phases[0].ward, battle.phases[0].limit) == (1, limit)


@pytest.mark.rule("P68")
@pytest.mark.parametrize("target", [0, 2, -1])
def test_P68_neither_himself_nor_an_enemy_nor_nobody(fight, target):
    battle = fight([order(Verb.GUARD, target), {}], [{}])
    start(battle)
    assert battle.phases[0].ward == -1


# --- Binds (RP37) ---------------------------------------------------------------------------------


@pytest.mark.rule("RP37", "P76")
@pytest.mark.parametrize(("verb", "is_held"), [(Verb.FOCUS, True), (Verb.DEFEND, False)])
def test_RP37_a_bind_without_focus_ends_before_readiness_is_fixed(duel, verb, is_held):
    caster = {**order(verb), "spells": ["bind"], "focus": 1}
    battle = duel(caster, {**order(Verb.COUNTER, 0), "entrapped": 1 << 1})
    start(battle)
    assert bool(battle.fighters[1].entrapped) == is_held
    assert bool(battle.phases[1].ready) != is_held
    assert (battle.fighters[0].focus == 1) == is_held
