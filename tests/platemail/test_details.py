"""The details of an order with full choices (P14, P24, P48, P52, P61, P77, P81, P90, RP23)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.core.maps.square_grid import DX, DY
from quintain.envs.platemail import step as engine
from quintain.envs.platemail import turn
from quintain.envs.platemail.actions import masks, table
from quintain.envs.platemail.actions.clauses import (
    FIRST,
    MAIN,
    NUM_CLAUSES,
    ORDER_CLAUSES,
    THEN,
    WINDOW,
    Clause,
    write_detail_of,
)
from quintain.envs.platemail.actions.table import ANOTHER, AT_BAY
from quintain.envs.platemail.enums import Act, Description, Life, Spell, Verb, Window
from quintain.envs.platemail.rules import attacks, movement, spells, support, targets, terror

pytestmark = pytest.mark.interpreted

N, NE, E, SE, S, SW, W, NW = range(8)


def ordered(battle, actor, verb, target=NOBODY, **details):
    """Give a fighter an order for the first phase, and begin the phase."""
    order = battle.orders[actor]
    order.verb[FIRST], order.target[FIRST] = verb, target
    for step, side in enumerate(details.pop("steps", ())):
        write_detail_of(order, FIRST, step, side)
    for name, value in details.items():
        if name in ("second", "third"):
            write_detail_of(order, FIRST, ("second", "third").index(name), value)
        else:
            order[name] = value
    battle.phase = 1
    turn.begin_phase(battle, np.zeros(12, np.int64))
    turn.resolve_early(battle)
    turn.set_stances(battle)
    return battle


def asked(battle):
    """The windows that the first fighter is asked in while he takes the last legal action."""
    turn.begin_round(battle)
    turn.play_on(battle)
    mask, found = np.zeros(table.num_actions(int(battle.max_side)), np.bool_), []
    while battle.to_act == 0 and battle.round_number == 0:
        found.append(Window(battle.window))
        masks.legal_action_mask(battle, mask)
        if battle.window == Window.FIRST:
            engine.advance(battle, table.directive_action(battle, 0, Verb.SPRINT_STEPS, NOBODY))
        elif battle.window == Window.STEP:
            engine.advance(battle, int(np.flatnonzero(mask)[-1]))
        else:
            engine.advance(battle, 0)
    return found


@pytest.mark.rule("QP2", "P14")
def test_QP2_steps_are_asked_one_by_one_and_only_with_full_choices(duel):
    battle = duel()
    assert asked(battle)[:7] == [Window.FIRST, *[Window.STEP] * 6]
    assert battle.orders[0].is_written == 1
    quick = duel()
    quick.quick_sides = 3
    mask = np.zeros(table.num_actions(1), np.bool_)
    for clause in range(len(MAIN), NUM_CLAUSES):
        masks.order_mask(quick, 0, clause, mask)
        assert np.flatnonzero(mask).tolist() == [0]
    masks.order_mask(quick, 0, FIRST, mask)
    verbs = {int(table.verb_of(action)) for action in np.flatnonzero(mask)}
    assert max(verbs) < Verb.MOVE_STEPS


@pytest.mark.rule("QP2", "RP29", "RP46")
@pytest.mark.parametrize(("dazed", "steps"), [(0, [FIRST, THEN]), (1, [THEN]), (2, [])])
def test_RP29_steps_are_asked_of_the_actions_that_a_fighter_keeps(duel, dazed, steps):
    battle = duel({"dazed": dazed})
    mask, found = np.zeros(table.num_actions(1), np.bool_), []
    for directive in (FIRST, THEN):
        clause = ORDER_CLAUSES.index(Clause(Window.STEP, directive, 0))
        masks.order_mask(battle, 0, clause, mask)
        found += [directive] if mask[1:].any() else []
    assert found == steps


@pytest.mark.rule("P14", "P50")
@pytest.mark.parametrize("seed", range(8))
def test_P14_a_walk_goes_along_the_named_steps(duel, seed):
    sides = np.random.default_rng(seed).integers(0, 8, 6).tolist()
    battle = ordered(duel({"at": (15, 8)}, {"at": (31, 0)}), 0, Verb.SPRINT_STEPS, steps=sides)
    movement.move_all(battle)
    me = battle.fighters[0]
    assert (me.x, me.y) == (15 + sum(DX[sides]), 8 + sum(DY[sides]))
    assert battle.phases[0].steps == 6


@pytest.mark.rule("P14", "RP31")
def test_P14_a_walk_stops_where_the_order_or_the_room_ends(duel):
    rows = "....\n..#.\n...."
    battle = duel({"at": (0, 1)}, {"at": (3, 2)}, map=rows)
    movement.move_all(ordered(battle, 0, Verb.MOVE_STEPS, steps=(E, E, E)))
    assert (battle.fighters[0].x, battle.phases[0].steps) == (1, 1)
    battle = duel({"at": (0, 1)}, {"at": (3, 2)}, map=rows)
    movement.move_all(ordered(battle, 0, Verb.MOVE_STEPS, steps=(E,)))
    assert battle.fighters[0].x == 1


@pytest.mark.rule("P52", "RP43")
def test_P52_a_step_of_fall_back_must_lead_away(duel):
    battle = duel({"at": (5, 5)}, {"at": (6, 5)})
    movement.move_all(ordered(battle, 0, Verb.FALL_BACK_STEPS, steps=(SW, W, NW)))
    assert (battle.fighters[0].x, battle.fighters[0].y) == (2, 5)
    battle = duel({"at": (5, 5)}, {"at": (6, 5)})
    movement.move_all(ordered(battle, 0, Verb.FALL_BACK_STEPS, steps=(N,)))
    assert (battle.fighters[0].y, battle.phases[0].slips) == (5, 1)


@pytest.mark.rule("QP3", "P61", "RP19")
def test_QP3_the_order_names_the_further_targets(fight):
    blue = [{"at": (5, 4)}, {"at": (5, 5)}, {"at": (3, 4)}]
    for second, third, found in ((2, 3, (2, 3)), (1, 2, (1, 2)), (3, NOBODY, (3, 3))):
        battle = fight([{"at": (4, 4), "second": "dagger"}], blue)
        ordered(battle, 0, Verb.THREE_ATTACKS_SPREAD, 1, second=second, third=third)
        turn.resolve_late(battle)
        phase = battle.phases[0]
        assert (phase.target, phase.second_target, phase.third_target) == (1, *found)


@pytest.mark.rule("QP3", "P57", "P20")
@pytest.mark.parametrize(("second", "other"), [(0, 1), (1, 0)])
def test_QP3_a_further_target_of_whom_the_attacker_is_unaware_is_none(fight, second, other):
    """Blue 0 names two red fighters, one of them Hidden from it: the other has both attacks."""
    red = [{"at": (5, 4)}, {"at": (5, 5)}]
    red[second]["hidden_from"] = 1 << 2
    battle = fight(red, [{"at": (4, 4)}])
    ordered(battle, 2, Verb.FULL_ATTACK_SPREAD, other, second=second)
    turn.resolve_late(battle)
    assert (battle.phases[2].target, battle.phases[2].second_target) == (other, other)


@pytest.mark.rule("QP11", "P24")
@pytest.mark.parametrize(("only", "first", "rest"), [(0, 0b010, 0b100), (1, 0b010, 0)])
def test_QP11_openings_of_one_enemy_come_first_or_alone(fight, only, first, rest):
    battle = fight([{}], [{}, {}])
    battle.orders[0].opening, battle.orders[0].opening_only = 1, only
    assert movement.wanted(battle, 0, 0b110) == first
    assert movement.wanted(battle, 0, 0b100) == rest


@pytest.mark.rule("QP11", "P12", "P24", "RP39")
@pytest.mark.parametrize(
    ("arms", "verb", "opportunity", "is_asked"),
    [
        ({"hand": "sword"}, Verb.FULL_ATTACK, 1, False),
        ({"hand": "sword"}, Verb.MOVE_TO, 1, True),
        ({"hand": "sword"}, Verb.MOVE_TO, 0, False),
        ({"hand": "long_bow"}, Verb.MOVE_TO, 1, False),
        ({"hand": "long_bow", "carried_hand": "sword"}, Verb.MOVE_TO, 1, True),
        ({"hand": "long_bow", "carried_hand": "short_bow"}, Verb.MOVE_TO, 1, False),
    ],
)
def test_QP11_openings_are_asked_of_those_who_could_take_them(
    fight, arms, verb, opportunity, is_asked
):
    battle = fight([arms], [{}, {}, {"life": Life.STABLE}])
    order = battle.orders[0]
    order.verb[:], order.opportunity = verb, opportunity
    openings = list(WINDOW).index(Window.OPENINGS)
    assert bool(masks.has_choice(battle, 0, openings)) == is_asked
    mask = np.zeros(table.num_actions(3), np.bool_)
    masks.order_mask(battle, 0, openings, mask)
    named = [slot for slot in range(3) if mask[table.first_id(table.OPENING_FIRST, slot)]]
    assert named == [0, 1], "the fallen give no opening"


@pytest.mark.rule("QP10", "P90")
def test_QP10_the_target_in_terror(fight):
    battle = fight([{"at": (4, 4)}], [{"at": (5, 4)}, {"at": (5, 5), "wounds": 2}, {"at": (9, 9)}])
    for written, target in ((1, 1), (2, 2), (1, 1), (Description.MOST_WOUNDED, 2)):
        battle.orders[0].at_bay = written
        assert terror.target_at_bay(battle, 0, Verb.COUNTER) == target
    battle.orders[0].at_bay = 3  # out of reach: the closest, here one of two by lot
    assert terror.target_at_bay(battle, 0, Verb.COUNTER) in (1, 2)


@pytest.mark.rule("P19", "P61", "P90", "QP3", "QP10")
@pytest.mark.parametrize(("seen_casting", "legal"), [(0b0, False), (0b10, False), (0b01, True)])
def test_P19_a_detail_describes_only_a_caster_who_was_seen_to_cast(fight, seen_casting, legal):
    caster = {"base": "battle_mage", "seen_casting": seen_casting}
    details = ((Window.SECOND_TARGET, ANOTHER, 0), (Window.AT_BAY, AT_BAY, 1))
    for window, verb, fear in details:
        battle = fight([{"terror": fear}, {}], [{}, caster])
        mask = np.zeros(table.num_actions(2), np.bool_)
        masks.order_mask(battle, 0, list(WINDOW).index(window), mask)
        assert mask[table.described_id(verb, Description.CLOSEST)]
        assert mask[table.described_id(verb, Description.CASTER)] == legal


@pytest.mark.rule("P75", "P31", "RP23")
def test_RP23_a_blast_falls_on_the_square_of_the_order(fight):
    mage = {"base": "battle_mage", "at": (0, 0), "prepared": Spell.BLAST}
    battle = fight([mage], [{"at": (6, 0)}, {"at": (10, 0)}])
    ordered(battle, 0, Verb.RELEASE_BESIDE, 1, steps=(E, E))
    assert spells.can_release(battle, 0)
    x = 6 + spells.named_offset(battle, 0, True)
    assert x == 8
    assert all(spells.is_in_blast(battle, x, 0, other) for other in (1, 2))
    assert not spells.is_in_blast(battle, x, 0, 0)


@pytest.mark.rule("P75", "RP23", "P7")
@pytest.mark.parametrize(("far", "steps", "legal"), [
    (12, (), True), (13, (W,), True), (14, (W, W), True), (15, (W, W), False),
])  # fmt: skip
def test_RP23_a_blast_beside_an_enemy_is_offered_as_far_as_its_place_can_be(
    fight, far, steps, legal
):
    mage = {"base": "battle_mage", "at": (0, 0), "prepared": Spell.BLAST}
    battle = fight([mage], [{"at": (far, 0)}])
    mask = np.zeros(table.num_actions(1), np.bool_)
    for target in (1, Description.CLOSEST):
        masks.first_mask(battle, 0, mask)
        assert mask[table.directive_action(battle, 0, Verb.RELEASE_BESIDE, target)] == legal
        assert (
            spells.can_release(ordered(battle, 0, Verb.RELEASE_BESIDE, target, steps=steps), 0)
            == legal
        )
        if steps:
            write_detail_of(battle.orders[0], FIRST, 0, E)
            assert not spells.can_release(battle, 0)


@pytest.mark.rule("P20", "P75", "RP23")
@pytest.mark.parametrize(("steps", "meant"), [((W,), 1), ((), 2)])
def test_P20_a_described_enemy_is_one_beside_whom_the_blast_can_be(fight, steps, meant):
    mage = {"base": "battle_mage", "at": (0, 0), "prepared": Spell.BLAST}
    battle = fight([mage], [{"at": (13, 0), "wounds": 2}, {"at": (9, 0)}])
    ordered(battle, 0, Verb.RELEASE_BESIDE, Description.MOST_WOUNDED, steps=steps)
    assert battle.phases[0].target == meant


@pytest.mark.rule("P77")
def test_P77_a_door_in_a_direction_is_opened_or_closed(duel):
    rows = ".+.\n./.\n..."
    for verb, side, door in ((Verb.OPEN_DOOR, NE, True), (Verb.CLOSE_DOOR, E, True)):
        battle = ordered(duel({"at": (0, 1)}, {"at": (2, 2)}, map=rows), 0, verb, side)
        assert (support.door_meant(battle, 0) != NOBODY) == door
    for verb, side in ((Verb.CLOSE_DOOR, NE), (Verb.OPEN_DOOR, E), (Verb.OPEN_DOOR, S)):
        battle = ordered(duel({"at": (0, 1)}, {"at": (2, 2)}, map=rows), 0, verb, side)
        assert support.door_meant(battle, 0) == NOBODY


@pytest.mark.rule("P81", "P82", "P48")
def test_P81_a_fallen_enemy_can_be_carried_off_an_able_one_cannot(duel):
    for life, carried in ((1, 1), (0, NOBODY)):
        battle = duel({"at": (4, 4)}, {"at": (5, 4), "life": life, "countdown": 3})
        movement.move_all(ordered(battle, 0, Verb.RESCUE_ENEMY, 1, steps=(W, W)))
        assert battle.fighters[0].carrying == carried
        assert battle.fighters[0].x == (2 if carried == 1 else 4)
    assert table.ACTS[Verb.STABILIZE_ENEMY] == Act.STABILIZE


def test_every_detail_has_its_own_clause():
    assert len(set(ORDER_CLAUSES)) == NUM_CLAUSES == 31


@pytest.mark.rule("P61", "P64", "QP3", "RP31")
@pytest.mark.parametrize(("verb", "hand", "far"), [
    (Verb.FULL_ATTACK_SPREAD, "sword", 0), (Verb.RAPID_FIRE_SPREAD, "short_bow", 5),
])  # fmt: skip
@pytest.mark.parametrize("first", ["dead", "unknown", "undescribed"])
@pytest.mark.parametrize("second", [2, NOBODY])
def test_P61_the_second_attack_does_not_need_the_target_of_the_first(
    fight, loaded, events, verb, hand, far, first, second
):
    """Two enemies stand by the fighter; the first attack has no target, the second has."""
    blue = [{"at": (5 + far, 3)}, {"at": (5 + far, 4)}]
    battle = fight([{"at": (4, 4), "hand": hand}], blue)
    target = 1
    if first == "dead":
        battle.fighters[1].life = Life.DEAD
    elif first == "unknown":
        battle.fighters[1].hidden_from = 1
    else:
        target, battle.fighters[1].hidden_from = Description.CASTER, 1
    ordered(battle, 0, verb, target, second=second)
    targets.resolve_late(battle)
    with loaded(battle, [15]):
        attacks.attack_all(battle)
    lost, attack = events(battle, "lost", "attack")
    assert (lost[1], attack[:3]) == (0, ("attack", 0, 2))
