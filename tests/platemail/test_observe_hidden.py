"""Observations without hidden facts (P9, XP1 to XP6)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.platemail.actions import masks as action_masks
from quintain.envs.platemail.actions import table
from quintain.envs.platemail.actions.clauses import NUM_CLAUSES
from quintain.envs.platemail.enums import Condition, Life, Spell, Verb
from quintain.envs.platemail.rules.sight import is_known_dead, survey

from .observations import PILLAR, first_decision, one_hot

pytestmark = pytest.mark.interpreted


def masks(battle, actor):
    """The masks of all clauses of a fighter's order."""
    shown = np.zeros((NUM_CLAUSES, table.num_actions(int(battle.max_side))), np.bool_)
    for clause, mask in enumerate(shown):
        action_masks.order_mask(battle, actor, clause, mask)
    return shown


# --- What is hidden (XP1 to XP6) ------------------------------------------------------------------


def give_order(battle, actor, verb, target):
    """A sealed order."""
    order = battle.orders[actor]
    order.verb[:] = verb
    order.target[:] = target
    order.condition, order.argument = Condition.MOVED, 0
    order.opportunity, order.stand, order.is_written = 0, 0, 1


@pytest.fixture
def stays(fight, numbers):
    """Two against two; whether a change leaves all that red_0 sees and may write."""

    def check(change, rules=None, rows=None, **fields):
        blue = {"base": "battle_mage", "at": (6, 3), "carried_hand": "sword", **fields}
        battle = fight([{}, {}], [blue, {"at": (6, 5)}], rules=rules, map=rows)
        first_decision(battle)
        assert battle.to_act == 0
        seen, shown, before = numbers(battle, 0), masks(battle, 0), battle.tobytes()
        change(battle)
        assert battle.tobytes() != before
        survey(battle)  # as at the beginning of every round
        return (numbers(battle, 0) == seen).all() and (masks(battle, 0) == shown).all()

    return check


@pytest.mark.rule("XP1", "P5")
def test_XP1_sealed_orders_of_enemies_do_not_show(stays):
    assert stays(lambda battle: give_order(battle, 2, Verb.CHARGE, 0))
    assert stays(lambda battle: give_order(battle, 3, Verb.DEFEND, -1))


@pytest.mark.rule("XP1", "P5")
def test_XP1_orders_of_allies_show_only_to_those_who_plan_together(stays):
    def change(battle):
        give_order(battle, 1, Verb.CHARGE, 2)

    assert stays(change, {"plan_alone": True})
    assert not stays(change)


@pytest.mark.rule("XP1")
@pytest.mark.parametrize(
    ("verb", "target", "plan", "named"),
    [
        (Verb.SPRINT_AWAY, 2, 0, [1, 0]),
        (Verb.COUNTER, 2, 1, [1, 0]),
        (Verb.COUNTER, 3, 1, [0, 1]),
        (Verb.AIM, -1, 2, [0, 0]),
        (Verb.GUARD, 0, 3, [0, 0]),
        (Verb.MOVE_STRAIGHT, 2, 0, [0, 0]),  # a direction is nobody
        (Verb.PREPARE, 2, 2, [0, 0]),
    ],
)
def test_XP1_an_allys_plan(fight, verb, target, plan, named, look, block):
    battle = fight([{}, {}], [{"at": (6, 3)}, {"at": (9, 3)}])
    assert not any(look(battle, 0)["ally_0.plan"])
    give_order(battle, 1, verb, target)
    seen = block(battle, 0, "ally_0")
    assert seen["plan"] == one_hot(4, plan)
    assert seen["guards_me"] == (verb == Verb.GUARD)
    assert [look(battle, 0)[f"enemy_{slot}.named"] for slot in range(2)] == named


@pytest.mark.rule("XP1", "XP2")
def test_XP1_how_many_allies_name_an_enemy(fight, look):
    battle = fight([{}, {}, {}], [{"at": (6, 3)}, {"at": (2, 3)}, {"hidden_from": 1}])
    for target, named in ((3, [1 / 2, 0, 0]), (4, [0, 1 / 2, 0]), (5, [0, 0, 0])):
        give_order(battle, 1, Verb.CHARGE, target)  # of the last one he is Unaware
        assert [look(battle, 0)[f"enemy_{slot}.named"] for slot in range(3)] == named
    give_order(battle, 1, Verb.CHARGE, 3)
    give_order(battle, 2, Verb.COUNTER, 3)
    assert look(battle, 0)["enemy_0.named"] == 1


@pytest.mark.rule("RP16")
def test_RP16_who_attacked_whom_in_the_last_round(fight, look):
    battle = fight([{"attacked": 0b0100}, {"assailants": 0b1000}], [{}, {}])
    seen = look(battle, 0)
    assert seen["enemy_0.attacked"] == [1, 0]
    assert seen["enemy_1.attacked"] == [0, 1]
    assert seen["own.attackers"] == seen["ally_0.attackers"] == pytest.approx(1 / 3)


@pytest.mark.rule("RP16")
def test_RP16_who_attacked_whom_by_slot(fight, look):
    red = [{}, {"attacked": 0b010000}, {"assailants": 0b001000}]
    blue = [{"attacked": 0b100}, {"assailants": 0b001}, {"hidden_from": 0b001, "attacked": 0b010}]
    battle = fight(red, blue)
    seen = look(battle, 0)
    assert [seen[f"enemy_{slot}.attacked_slot"] for slot in range(3)] == [[0, 1], [1, 0], [0, 0]]
    assert [seen[f"enemy_{slot}.assailants"] for slot in range(3)] == [
        [0, 1, 0],
        [0, 0, 1],
        [0, 0, 0],  # he is Unaware of this one
    ]
    assert look(battle, 1)["enemy_2.assailants"] == [0, 0, 1]
    duel = fight([{}], [{"attacked": 0b01}])
    assert look(duel, 0)["enemy_0.assailants"] == 1
    assert "enemy_0.attacked_slot" not in look(duel, 0)


@pytest.mark.rule("P30", "RP40")
def test_RP40_rays_show_walls_cover_high_ground_and_doors(duel, look):
    rows = "........\n..o..#..\n........\n..+...^."
    seen = look(duel({"at": (2, 2)}, {"at": (7, 0)}, map=rows), 0)
    assert seen["own.open_squares"] == pytest.approx(
        [2 / 16, 2 / 16, 5 / 16, 1 / 16, 0, 1 / 16, 2 / 16, 2 / 16]
    )
    assert seen["own.low_squares"] == [1, *[0] * 7]
    assert seen["own.high_squares"] == [4 / 16, 1 / 16]
    assert (seen["own.door_open"], seen["own.door"]) == (-1, [0, 1 / 16])


@pytest.mark.rule("XP4")
def test_XP4_armour_that_was_seen_is_remembered(fight, look):
    def seen(**more):
        battle = fight([{"at": (1, 1)}], [{"at": (3, 1), "armour": "leather", **more}], map=PILLAR)
        return look(battle, 0)["enemy_0.armour_absorb"]

    assert (seen(), seen(seen_by=1)) == (0, pytest.approx(1 / 3))


@pytest.mark.rule("P30")
def test_P30_a_fighter_knows_from_whom_he_has_cover(duel, look):
    battle = duel({"at": (0, 0)}, {"at": (3, 0)}, map="o...")
    assert look(battle, 0)["enemy_0.covers_me"] == 1
    assert look(battle, 1)["enemy_0.covers_me"] == 0


@pytest.mark.rule("XP2", "RP36")
def test_XP2_nothing_of_one_of_whom_he_is_unaware_shows(stays):
    def change(battle):
        it = battle.fighters[2]
        it.x, it.y, it.wounds, it.hand, it.prone, it.stealth_roll = 20, 9, 2, 3, 1, 17
        it.prepared, it.dazed, it.entrapped, it.armour = Spell.BOLT, 2, 1, 3

    assert stays(change, hidden_from=1)
    assert not stays(change)


@pytest.mark.rule("XP2", "P134")
def test_XP2_the_tower_shield_of_one_of_whom_he_is_unaware_does_not_show(stays):
    """It covers a visible ally of its bearer; the Cover would reveal the bearer's position."""

    def change(battle):
        battle.fighters[2].x, battle.fighters[2].y = 7, 5

    shield = {"base": "shield_bearer", "carried_hand": "dagger", "at": (20, 9)}
    assert stays(change, hidden_from=1, **shield)


@pytest.mark.rule("XP2")
def test_XP2_an_enemys_stealth_roll_does_not_show(stays):
    def change(battle):
        battle.fighters[2].stealth_roll = 17

    assert stays(change)


@pytest.mark.rule("XP3", "P74")
def test_XP3_that_a_spell_is_in_hand_shows_but_not_which(stays):
    def change(spell):
        def set_spell(battle):
            battle.fighters[2].prepared = spell

        return set_spell

    for spell in set(Spell) - {Spell.BOLT}:
        assert stays(change(spell), prepared=Spell.BOLT)
    assert not stays(change(-1), prepared=Spell.BOLT)


@pytest.mark.rule("XP4", "XP5", "RP1")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("strength", -3), ("dexterity", 3), ("will", 0), ("stealth", 3), ("perception", 3),
        ("medical", 3), ("attack_bonus", 4), ("max_wounds", 6), ("doses", 3), ("mends", 1),
        ("countdown", 2),
    ],
)  # fmt: skip
def test_XP4_numbers_of_enemies_do_not_show(stays, field, value):
    def change(battle):
        battle.fighters[2][field] = value

    assert stays(change)


@pytest.mark.rule("XP6")
def test_XP6_the_dice_to_come_do_not_show(stays):
    def change(battle):
        battle.dice[:] = seed_rng_states(5, 1)[0]
        battle.num_loaded = 3

    assert stays(change)


@pytest.mark.rule("XP4")
def test_XP4_the_fallen_out_of_sight_are_alike_until_they_are_seen(fight, numbers):
    rows = "\n".join(["." * 12] * 3 + ["......#....."] + ["." * 12] * 3)

    def known(life, at=(9, 3)):
        fallen = {"at": at, "life": life, "wounds": 4, "countdown": 2, "seen_by": 1}
        battle = first_decision(fight([{"at": (3, 3)}], [fallen, {"at": (3, 6)}], map=rows))
        return numbers(battle, 0).tolist(), masks(battle, 0).tolist()

    dying = known(Life.FATALLY_WOUNDED)
    assert known(Life.STABLE) == dying
    assert known(Life.DEAD) == dying
    dead, stable, dying = (
        known(life, (9, 1)) for life in (Life.DEAD, Life.STABLE, Life.FATALLY_WOUNDED)
    )
    assert dead[0] != stable[0] != dying[0]
    assert dead[1] != dying[1]


@pytest.mark.rule("XP4", "P7", "P81", "P82")
def test_XP4_the_masks_do_not_tell_who_behind_a_wall_can_be_helped(fight):
    """A fallen enemy, and a comrade of his who might bring him to a healer of the other side."""
    rows = "\n".join(["." * 12] * 2 + ["....##......", "....##......"] + ["." * 12] * 3)

    def offered(life=Life.FATALLY_WOUNDED, comrade=None, **more):
        fallen = {"at": (6, 3), "life": life, "wounds": 4, "seen_by": 1, **more}
        comrade = {"at": (7, 3), **(comrade or {})}
        battle = first_decision(fight([{"at": (3, 3)}], [fallen, comrade], map=rows))
        mask = masks(battle, 0)[0]
        verbs = (Verb.STABILIZE_ENEMY, Verb.RESCUE_ENEMY)
        assert [mask[table.directive_action(battle, 0, verb, 1)] for verb in verbs] == [True, True]
        return mask.tolist()

    dying = offered()
    assert offered(Life.STABLE) == offered(Life.DEAD) == dying
    assert offered(comrade={"dazed": 1}) == offered(comrade={"prone": 1}) == dying
    assert offered(carried_by=2, comrade={"carrying": 1}) == dying


@pytest.mark.rule("P7", "P81", "P82", "XP4")
@pytest.mark.parametrize(("comrade", "may"), [
    ({"at": (7, 3)}, True), ({"at": (9, 3)}, False), ({"at": (7, 3), "life": Life.STABLE}, False),
])  # fmt: skip
def test_P82_a_comrade_behind_a_wall_may_bring_whom_he_can_reach(fight, comrade, may):
    rows = "\n".join(["." * 12] * 2 + ["....##......", "....##......"] + ["." * 12] * 3)
    fallen = {"at": (6, 3), "life": Life.FATALLY_WOUNDED, "wounds": 4, "seen_by": 1}
    battle = first_decision(fight([{"at": (3, 3)}], [fallen, comrade, {"at": (11, 6)}], map=rows))
    verb = table.directive_action(battle, 0, Verb.STABILIZE_ENEMY, 1)
    assert masks(battle, 0)[0][verb] == may


@pytest.mark.rule("XP4")
def test_XP4_a_body_that_was_seen_is_known_behind_a_wall_too(fight):
    rows = "\n".join(["." * 12] * 3 + ["......#....."] + ["." * 12] * 3)
    dead = {"at": (9, 1), "life": Life.DEAD, "wounds": 4, "seen_by": 1}
    battle = first_decision(fight([{"at": (3, 3)}], [dead, {"at": (3, 6)}], map=rows))
    assert is_known_dead(battle, 0, 1)
    battle.fighters[1].y = 3
    survey(battle)
    assert is_known_dead(battle, 0, 1)
