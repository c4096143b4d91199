"""Observations of open facts, one's own other set, allies' sheets and orders (XP1, XP4)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.platemail import step as engine
from quintain.envs.platemail.actions import clauses, table
from quintain.envs.platemail.actions.clauses import ELSE, FIRST, THEN, write_detail_of
from quintain.envs.platemail.enums import Act, Condition, Description, Spell, Verb, Window
from quintain.envs.platemail.observation.layout import ASKED, LAST_OTHER, ORDERED, WAYS
from quintain.envs.platemail.rules.sight import survey

from .observations import PILLAR, first_decision, one_hot

pytestmark = pytest.mark.interpreted

NUM_SPELLS = len(Spell)
MAP = "\n".join(["." * 8] * 6)


def kind(name, names=ORDERED):
    """The one-hot of a kind by its name."""
    return one_hot(len(names), names.index(name))


# --- Bodies: the left hand, the belt, the net (RP16, RP19, RP38, RP47) ----------------------------


@pytest.mark.rule("RP19", "XP4")
@pytest.mark.parametrize(
    ("weapon", "look_of_it"),
    [
        ("none", [0, 0, 0, 0]),
        ("sword", [0, 1 / 2, 0, 0]),
        ("axe", [2 / 3, 0, 0, 0]),
        ("mace", [1 / 3, 0, 0, 0]),
        ("flail", [0, 0, 2 / 3, 0]),
        ("dagger", [0, 0, 0, 1 / 2]),
    ],
)
def test_RP19_all_who_see_a_fighter_see_the_weapon_in_its_left_hand(
    fight, weapon, look_of_it, block
):
    battle = fight([{"second": weapon}, {}], [{}])
    for actor, name in ((0, "own"), (1, "ally_0"), (2, "enemy_0")):
        assert block(battle, actor, name)["left"] == pytest.approx(look_of_it)


BELTS = [
    ({}, [0, 0, 0, 0, 0]),
    ({"carried_hand": "sword"}, [0, 0, 0, 1, 0]),
    ({"carried_hand": "pike"}, [1 / 3, 1, 0, 1, 0]),
    ({"carried_hand": "dagger"}, [0, 0, 1 / 2, 1, 0]),
    ({"carried_hand": "long_bow"}, [2 / 3, 0, 1, 0, 0]),
    ({"carried_hand": "mace", "carried_shield": "buckler"}, [0, 0, 0, 1, 1]),
]


@pytest.mark.rule("RP38", "XP4")
@pytest.mark.parametrize(("fields", "belt"), BELTS)
def test_RP38_the_other_set_hangs_at_the_belt_for_all_who_see_the_fighter(
    fight, fields, belt, block
):
    battle = fight([fields, {}], [{}])
    for actor, name in ((1, "ally_0"), (2, "enemy_0")):
        assert block(battle, actor, name)["belt"] == pytest.approx(belt)
    hidden = fight([{"at": (3, 1), **fields}], [{"at": (1, 1)}], map=PILLAR)
    assert block(hidden, 1, "enemy_0")["belt"] == [0] * 5  # behind the pillar


@pytest.mark.rule("RP47")
@pytest.mark.parametrize(("entrapped", "netted", "share"), [(1, 1, 1 / 2), (2, 0, 1), (3, 1, 1)])
def test_RP47_a_net_shows_beside_a_bind(fight, entrapped, netted, share, block):
    battle = fight([{"entrapped": entrapped}, {}], [{}])
    for actor, name in ((0, "own"), (1, "ally_0"), (2, "enemy_0")):
        seen = block(battle, actor, name)
        assert (seen["netted"], seen["entrapped"]) == (netted, share)


@pytest.mark.rule("RP16")
@pytest.mark.parametrize(
    ("act", "name"),
    [
        (Act.FALL_BACK, "fall back"),
        (Act.SKULK, "skulk"),
        (Act.RESCUE, "help"),
        (Act.STABILIZE, "help"),
        (Act.MOVE, None),
        (Act.GUARD, None),
    ],
)
def test_RP16_further_kinds_of_the_last_action(duel, act, name, block):
    expected = [0, 0, 0] if name is None else kind(name, LAST_OTHER)
    assert block(duel({}, {"acted": act}), 0, "enemy_0")["last_other"] == expected


# --- Oneself (RP6, RP38) --------------------------------------------------------------------------


@pytest.mark.rule("RP19", "RP38", "P124")
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, {"has_carried": 0, "carried_shots": 0}),
        ({"carried_hand": "club"}, {"has_carried": 1, "carried_shots": 0}),
        (
            {"carried_hand": "sword", "carried_second": "dagger"},
            {"carried_left": [0, 0, 0, 1 / 2], "carried_shield": [0, 0, 0]},
        ),
        (
            {"carried_hand": "mace", "carried_shield": "tower_shield"},
            {"carried_left": [0] * 4, "carried_shield": [1 / 2, 1, 1]},
        ),
        ({"carried_hand": "dart", "carried_stock": 2}, {"carried_shots": 2 / 3}),
        ({"carried_hand": "light_crossbow", "carried_loaded": 0}, {"carried_shots": 0}),
        ({"carried_hand": "light_crossbow", "carried_loaded": 1}, {"carried_shots": 1}),
    ],
)
def test_RP38_ones_own_other_set_shows_whole(duel, fields, expected, block):
    own = block(duel(fields, {}), 0, "own")
    for piece, value in expected.items():
        assert own[piece] == pytest.approx(value), piece


@pytest.mark.rule("RP6", "XP1")
@pytest.mark.parametrize("full_absorb", [True, False])
@pytest.mark.parametrize("plan_alone", [True, False])
def test_RP6_the_switches_and_the_size_of_the_map_show(fight, full_absorb, plan_alone, block):
    rules = {"full_absorb": full_absorb, "plan_alone": plan_alone}
    own = block(fight([{}], [{}], map=MAP, rules=rules), 0, "own")
    assert (own["full_absorb"], own["plans_together"]) == (full_absorb, not plan_alone)
    assert own["map"] == pytest.approx([8 / 32, 6 / 16])


@pytest.mark.rule("P108", "RP13")
def test_RP13_distances_beyond_16_squares_differ(duel, block):
    for column in (20, 31):
        seen = block(duel({"at": (0, 3)}, {"at": (column, 3)}), 0, "enemy_0")
        assert (seen["distance"], seen["far_distance"]) == (1, pytest.approx(column / 31))


# --- Enemies (P18, P19, P58, P76, RP36) -----------------------------------------------------------


@pytest.mark.rule("P76", "RP23", "RP37")
def test_P76_who_binds_whom(fight, block):
    healer = {"base": "healer"}
    red = [{**healer, "focus": 5}, {"entrapped": 2 << 4}, {}]
    battle = fight(red, [{}, {**healer, "focus": 1}, {"entrapped": 2 << 0}])
    mine = [block(battle, 0, f"enemy_{slot}") for slot in range(3)]
    assert [it["bound_by_me"] for it in mine] == [0, 0, 1]
    assert [it["binds"] for it in mine] == pytest.approx([0, 1 / 6, 0])  # my first ally
    assert [block(battle, 1, f"enemy_{slot}")["binds_me"] for slot in range(3)] == [0, 1, 0]
    assert block(battle, 1, "enemy_1")["binds"] == 0
    assert block(battle, 1, "ally_0")["binds"] == pytest.approx(3 / 6)
    assert block(battle, 2, "enemy_1")["binds"] == pytest.approx(2 / 6)  # its second ally


@pytest.mark.rule("P76", "XP2")
def test_XP2_a_bind_on_one_of_whom_he_is_unaware_does_not_show(fight, block):
    battle = fight([{}, {"base": "healer", "focus": 2}], [{"hidden_from": 1}])
    assert block(battle, 0, "ally_0")["binds"] == 0
    battle.fighters[2].hidden_from = 0
    assert block(battle, 0, "ally_0")["binds"] == pytest.approx(1 / 6)


@pytest.mark.rule("P19", "P58", "RP36", "XP3")
def test_P19_who_was_seen_casting_and_who_was_surprised(fight, block):
    battle = fight([{"surprised": 0b0100}, {}], [{"seen_casting": 0b01}, {"hidden_from": 0b10}])
    seen = [block(battle, 0, f"enemy_{slot}") for slot in range(2)]
    assert [it["seen_casting"] for it in seen] == [1, 0]
    assert [it["surprised"] for it in seen] == [1, 0]
    assert [it["unnoticed"] for it in seen] == [0, 1]
    other = block(battle, 1, "enemy_0")  # each for himself
    assert (other["seen_casting"], other["surprised"]) == (0, 0)


@pytest.mark.rule("P18", "RP16")
def test_P18_who_attacked_the_ward_in_the_last_phase(fight, block):
    ward = {"ward": True, "attacked": 0b0100, "assailants": 0b1000}
    battle = fight([{}, ward], [{}, {}])
    for actor in (0, 1):
        seen = [block(battle, actor, f"enemy_{slot}")["attacked_ward"] for slot in range(2)]
        assert seen == [1, 0]


# --- Allies (RP1, XP1, XP4) -----------------------------------------------------------------------


@pytest.mark.rule("RP1", "RP21", "RP23", "RP37", "P42", "P56", "XP3", "XP4")
def test_XP4_the_own_side_shares_its_sheets_and_no_other_sees_them(fight, block, numbers):
    it = {
        "base": "healer", "strength": -2, "dexterity": 1, "will": 3, "stealth": 2, "perception": 1,
        "medical": 3, "attack_bonus": 2, "max_wounds": 4, "poison": 2, "prepared": Spell.BIND,
        "mends": 1, "hides_from": 0b0100,
    }  # fmt: skip
    battle = fight([{}, it], [{}, {}])
    expected = {
        "attributes": [-2 / 3, 1 / 3, 1],
        "skills": [2 / 3, 1 / 3, 1],
        "attack_bonus": 1 / 2,
        "max_wounds": 4 / 6,
        "doses": 2 / 3,
        "spells": [0, 0, 1, 0, 1],
        "prepared": one_hot(NUM_SPELLS, Spell.BIND),
        "mends": 1 / 3,
        "hidden": 1 / 2,
    }
    seen, by_enemy = block(battle, 0, "ally_0"), numbers(battle, 2)
    for piece, value in expected.items():
        assert seen[piece] == pytest.approx(value), piece
    ally = battle.fighters[1]
    ally.strength, ally.will, ally.medical, ally.max_wounds, ally.doses = 3, 0, 0, 5, 0
    ally.mends, ally.spells, ally.prepared, ally.hides_from = 2, 7, Spell.BOLT, 0b1100
    assert (numbers(battle, 2) == by_enemy).all()
    assert block(battle, 0, "ally_0") != seen


@pytest.mark.rule("P56", "XP2")
def test_XP2_an_ally_in_hiding_tells_nothing_of_enemies_one_does_not_know(fight, look):
    red = [{}, {"hides_from": 0b0100}]
    one = fight(red, [{}, {"hidden_from": 0b01}])
    other = fight(red, [{}, {"hidden_from": 0b01, "life": 1}])
    assert look(one, 0) == look(other, 0)
    assert look(one, 0)["ally_0.hidden"] == 1


@pytest.mark.rule("P31")
def test_P31_whether_an_ally_is_in_sight(fight, block):
    battle = fight([{"at": (1, 1)}, {"at": (3, 1)}, {"at": (1, 3)}], [{"at": (7, 1)}], map=PILLAR)
    assert [block(battle, 0, f"ally_{slot}")["in_sight"] for slot in range(2)] == [0, 1]


def seal(battle, ally, verbs, targets, condition=Condition.ALWAYS, argument=-1):
    """Seal an order."""
    order = battle.orders[ally]
    order.verb[:], order.target[:] = verbs, targets
    order.condition, order.argument, order.is_written = condition, argument, 1


ORDER_PIECES = (
    "order_first", "order_if", "order_then", "order_else", "order_first_target",
    "order_then_target", "order_else_target", "order_helps_me",
)  # fmt: skip


@pytest.mark.rule("XP1", "P8", "P18", "RP16")
def test_XP1_the_whole_order_of_an_ally_shows(fight, block):
    battle = fight([{}, {}], [{"at": (6, 3)}, {"at": (9, 3)}])
    assert not any(np.any(block(battle, 0, "ally_0")[piece]) for piece in ORDER_PIECES)
    verbs = (Verb.CHARGE, Verb.FULL_ATTACK, Verb.GUARD)
    seal(battle, 1, verbs, (3, Description.CLOSEST, 0), Condition.REACHED, 3)
    seen = block(battle, 0, "ally_0")
    assert seen["order_first"] == kind("charges")
    assert seen["order_first_target"] == [0, 1, 0]
    assert seen["order_if"] == kind("reached", ASKED)
    assert seen["order_then"] == kind("strikes")
    assert seen["order_then_target"] == [0, 0, 1]
    assert seen["order_else"] == kind("helps")
    assert not any(seen["order_else_target"])
    assert seen["order_helps_me"] == [0, 0, 1]


@pytest.mark.rule("XP1", "P8")
def test_XP1_without_if_an_order_has_no_else(fight, block):
    battle = fight([{}, {}], [{}])
    seal(battle, 1, (Verb.FALL_BACK, Verb.SKULK_STILL, Verb.CHARGE), (-1, -1, 2))
    seen = block(battle, 0, "ally_0")
    assert (seen["order_first"], seen["order_then"]) == (kind("leaves"), kind("hides"))
    assert not any(seen["order_else"] + seen["order_else_target"] + seen["order_if"])


@pytest.mark.rule("XP1")
def test_XP1_the_order_of_an_ally_stays_sealed_for_enemies_and_where_each_plans_alone(fight, look):
    for rules, viewer in (({}, 2), ({"plan_alone": True}, 0)):
        battle = fight([{}, {}], [{}, {}], rules=rules)
        before = look(battle, viewer)
        seal(battle, 1, (Verb.CHARGE, Verb.GUARD, Verb.SHOOT), (2, 0, 3), Condition.WOUNDED, 1)
        assert look(battle, viewer) == before


@pytest.mark.rule("XP1", "XP2")
def test_XP2_an_order_at_one_of_whom_he_is_unaware_names_nobody(fight, block):
    battle = fight([{}, {}], [{}, {"hidden_from": 0b01}])
    seal(battle, 1, (Verb.CHARGE, Verb.CHARGE, Verb.CHARGE), (3, 3, 3), Condition.DOWN, 3)
    seen = block(battle, 0, "ally_0")
    for clause in ("first", "then", "else"):
        assert seen[f"order_{clause}"] == kind("charges")
        assert not any(seen[f"order_{clause}_target"])


@pytest.mark.rule("XP1")
@pytest.mark.parametrize(
    ("verb", "name"),
    [
        (Verb.MOVE_TO, "goes"),
        (Verb.SPRINT_STEPS, "goes"),
        (Verb.MOVE_AWAY, "leaves"),
        (Verb.FALL_BACK_STEPS, "leaves"),
        (Verb.SPRINT_TO_COVER, "hides"),
        (Verb.COUNTER, "strikes"),
        (Verb.AIM, "shoots"),
        (Verb.MEND_SELF, "casts"),
        (Verb.FREE, "helps"),
        (Verb.CARRY, "helps"),
        (Verb.DEFEND, None),
        (Verb.RELOAD, None),
        (Verb.STAND_UP, None),
    ],
)
def test_XP1_kinds_of_directives(fight, verb, name, block):
    battle = fight([{}, {}], [{}])
    seal(battle, 1, (verb, -1, -1), (-1, -1, -1))
    expected = [0] * len(ORDERED) if name is None else kind(name)
    assert block(battle, 0, "ally_0")["order_first"] == expected


@pytest.mark.rule("RP16")
@pytest.mark.parametrize(
    ("condition", "name"),
    [
        (Condition.NEAR, "reached"),
        (Condition.ALLY_DOWN, "down"),
        (Condition.ATTACKED, "hurt"),
        (Condition.USED_WEAPON, "done"),
    ],
)
def test_RP16_kinds_of_conditions(fight, condition, name, block):
    battle = fight([{}, {}], [{}])
    seal(battle, 1, (Verb.DEFEND, -1, -1), (-1, -1, -1), condition, 1)
    assert block(battle, 0, "ally_0")["order_if"] == kind(name, ASKED)


# --- One's own order at hand (QP1 to QP5, QP9, P14) -----------------------------------------------


def written(fight, block, clause, verb, target, window=Window.STANDING, **fields):
    """The block of the window after a clause was written, in a later window."""
    battle = first_decision(fight([fields, {}, {}], [{"at": (9, 3)}, {"at": (9, 5)}]))
    order = battle.orders[0]
    order.verb[clause], order.target[clause] = verb, target
    if clause != FIRST:
        order.condition = Condition.ATTACKED
    battle.window = window
    return battle, block(battle, 0, "window")


@pytest.mark.rule("QP1", "QP2")
@pytest.mark.parametrize("clause", ["first", "then"])
def test_QP2_orders_of_the_same_action_differ(fight, block, clause):
    number, seen = {"first": FIRST, "then": THEN}[clause], {}
    moves = [verb for verb in Verb if table.ACTS[verb] == Act.MOVE]
    assert len(moves) == WAYS
    for verb in moves:
        _, window = written(fight, block, number, verb, 3 if table.TARGETS[verb] else 0)
        seen[verb] = window[f"{clause}_way"]
    assert [it.index(1) for it in seen.values()] == list(range(WAYS))
    _, window = written(fight, block, number, Verb.COUNTER, 3)
    assert not any(window[f"{clause}_way"])  # it has only one


@pytest.mark.rule("QP9", "P74")
def test_QP9_the_spell_to_prepare_shows_in_later_clauses(fight, block):
    for clause, name in ((FIRST, "first"), (THEN, "then")):
        _, seen = written(fight, block, clause, Verb.PREPARE, Spell.FEAR, base="battle_mage")
        assert seen[f"{name}_spell"] == one_hot(NUM_SPELLS, Spell.FEAR)


@pytest.mark.rule("P14", "P77", "QP2")
@pytest.mark.parametrize(
    ("verb", "side", "walk"),
    [
        (Verb.MOVE_STRAIGHT, 2, [3 / 6, 0]),
        (Verb.MOVE_STRAIGHT, 5, [-3 / 6, 3 / 6]),
        (Verb.OPEN_DOOR, 0, [0, -1 / 6]),
    ],
)
def test_QP2_the_direction_shows_in_later_clauses(fight, block, verb, side, walk):
    for clause, name in ((FIRST, "first"), (THEN, "then")):
        _, seen = written(fight, block, clause, verb, side)
        assert seen[f"{name}_walk"] == pytest.approx(walk)


@pytest.mark.rule("P14")
def test_P14_the_steps_show_in_later_clauses(fight, block):
    battle, seen = written(fight, block, FIRST, Verb.SPRINT_STEPS, -1)
    assert seen["first_walk"] == [0, 0]
    for step, side in enumerate((2, 2, 3)):
        write_detail_of(battle.orders[0], FIRST, step, side)
    assert block(battle, 0, "window")["first_walk"] == pytest.approx([3 / 6, 1 / 6])


@pytest.mark.rule("P68", "P18")
@pytest.mark.parametrize(
    ("target", "ally"), [(1, [1, 0, 0]), (2, [0, 1, 0]), (Description.MOST_WOUNDED_ALLY, [0, 0, 1])]
)
def test_P68_the_ally_that_is_named_shows_in_later_clauses(fight, block, target, ally):
    for clause, name in ((FIRST, "first"), (THEN, "then")):
        _, seen = written(fight, block, clause, Verb.GUARD, target)
        assert seen[f"{name}_ally"] == ally
        assert not any(seen[f"{name}_target"])


@pytest.mark.rule("QP4")
def test_QP4_the_kind_of_else_shows_once_it_is_written(fight, block):
    _, seen = written(fight, block, ELSE, Verb.SHOOT, 3)
    assert seen["else_kind"] == kind("shoots")
    _, seen = written(fight, block, THEN, Verb.SHOOT, 3)
    assert not any(seen["else_kind"])


@pytest.mark.rule("QP3", "P61")
def test_QP3_further_targets_show(fight, block):
    battle, seen = written(fight, block, FIRST, Verb.FULL_ATTACK_SPREAD, 3)
    assert not any(seen["further"])
    write_detail_of(battle.orders[0], FIRST, clauses.SECOND, 4)
    write_detail_of(battle.orders[0], FIRST, clauses.THIRD, int(Description.CLOSEST))
    assert block(battle, 0, "window")["further"] == one_hot(3 + 5, 1, 3)


@pytest.mark.rule("RP30")
def test_RP30_rounds_left_do_not_depend_on_the_limit(fight, block):
    battle = fight([{}], [{}])
    battle.round_limit, battle.round_number = 20, 5
    first_decision(battle)
    assert block(battle, 0, "window")["rounds_left"] == pytest.approx(15 / 50)


@pytest.mark.rule("P30", "P134", "RP40")
@pytest.mark.parametrize("rows", ["." * 8, "..o.o..."])
@pytest.mark.parametrize("hidden_from", [0, 0b100])
@pytest.mark.parametrize("shield", ["none", "tower_shield"])
def test_P134_ones_own_cover_is_the_same_surveyed_or_not(fight, rows, hidden_from, shield, block):
    """The survey counts a tower shield only for those who know its bearer; I know my ally's."""
    bearer = {"at": (1, 1), "shield": shield, "hidden_from": hidden_from}
    battle = fight([{"at": (1, 0)}, bearer], [{"at": (7, 0)}], map=f"{rows}\n{'.' * 8}\n{'.' * 8}")
    plain = block(battle, 0, "enemy_0")["covers_me"]
    assert plain == (shield != "none" or "o" in rows)
    survey(battle)
    assert block(battle, 0, "enemy_0")["covers_me"] == plain


@pytest.mark.rule("XP1")
def test_XP1_play_keeps_the_orders_of_allies_in_view(fight, block):
    """The second of a side writes while the first one's order lies open to it."""
    battle = first_decision(fight([{}, {}], [{"at": (9, 3)}]))
    engine.advance(battle, table.directive_action(battle, 0, Verb.CHARGE, 2))
    while battle.to_act == 0:
        engine.advance(battle, table.WAIT)
    seen = block(battle, 1, "ally_0")
    assert (seen["order_first"], seen["order_first_target"]) == (kind("charges"), [1, 0, 0])
