"""Legal orders: targets, allies, conditions, standing choices (P7, P15, P18, P20)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.platemail.actions import masks, table
from quintain.envs.platemail.enums import Condition, Description, Life, Spell, Verb, Window
from quintain.envs.platemail.state import LEFT_ARM
from quintain.envs.platemail.tables import NO_SHIELD, WEAPON_NAMES

from .legal_orders import DIRECTIVES, WALLED, mask_of, offered, verbs
from .written_orders import play

pytestmark = [pytest.mark.interpreted]

FOR_ALLIES = {it.verb for it in table.FOR_ALLIES}


def asked(battle, actor=0):
    """The conditions that the mask allows: pairs of condition and argument."""
    return {
        (int(table.condition_of(a)), int(table.target_of(battle, actor, a)))
        for a in np.flatnonzero(mask_of(battle, Window.CONDITION, actor))
    }


# --- Targets --------------------------------------------------------------------------------------


@pytest.mark.rule("P18", "P57", "P60", "RP36", "RP12")
@pytest.mark.parametrize("window", DIRECTIVES)
@pytest.mark.parametrize(
    ("state", "is_target"),
    [
        ({}, True),
        ({"life": int(Life.FATALLY_WOUNDED)}, True),
        ({"life": int(Life.STABLE)}, True),
        ({"life": int(Life.DEAD)}, False),
        ({"hidden_from": 1}, False),
    ],
)
def test_RP12_the_fallen_can_be_chased_and_struck_while_they_live(fight, window, state, is_target):
    battle = fight([{"at": (4, 4)}], [{"at": (5, 4), **state}, {"at": (4, 9)}])
    legal = offered(battle, window)
    for verb in (Verb.MOVE_TO, Verb.CHARGE, Verb.SPRINT_AWAY, Verb.COUNTER, Verb.FULL_ATTACK):
        assert ((verb, 1) in legal) == is_target


@pytest.mark.rule("P18", "P7")
def test_P18_descriptions_need_somebody_in_sight_now_but_not_later(duel):
    for where, seen in (((3, 6), True), ((6, 4), False)):
        battle = duel({"at": (3, 4)}, {"at": where}, map=WALLED)
        assert ((Verb.CHARGE, Description.CLOSEST) in offered(battle)) == seen
        assert (Verb.CHARGE, Description.CLOSEST) in offered(battle, Window.THEN)
        assert (Verb.CHARGE, 1) in offered(battle)


@pytest.mark.rule("P10", "P18")
def test_P18_with_one_enemy_other_descriptions_are_only_other_names(fight):
    battle = fight([{"at": (4, 4)}], [{"at": (5, 4)}, {"at": (5, 5)}])
    for window in DIRECTIVES:
        legal = offered(battle, window)
        assert (Verb.COUNTER, Description.MOST_WOUNDED) in legal
        assert (Verb.COUNTER, Description.BIGGEST_THREAT) in legal
        assert (Verb.FULL_ATTACK_SPREAD, 1) in legal
    battle.fighters[2].life = Life.DEAD
    for window in DIRECTIVES:
        described = {target for _, target in offered(battle, window) if target >= 12}
        assert described == {Description.CLOSEST}
        assert Verb.FULL_ATTACK_SPREAD not in verbs(battle, window)


@pytest.mark.rule("P18")
def test_P18_a_caster_and_a_ward_must_be_there_to_be_described(fight):
    plain = fight([{}, {}], [{}, {}])
    assert not {t for _, t in offered(plain)} & {Description.CASTER, Description.WARDS_ATTACKER}
    assert (Verb.COUNTER, Description.CASTER) not in offered(plain, Window.THEN)
    assert (Verb.COUNTER, Description.WARDS_ATTACKER) in offered(plain, Window.THEN)
    seen = {"base": "battle_mage", "seen_casting": 0b1}
    rich = fight([{}, {"is_ward": 1}], [{}, seen])
    for window in DIRECTIVES:
        targets = {target for _, target in offered(rich, window)}
        assert {Description.CASTER, Description.WARDS_ATTACKER} <= targets


@pytest.mark.rule("P19", "XP3")
def test_P19_the_caster_is_offered_only_after_it_has_been_seen_to_cast(fight):
    secret = fight([{}, {}], [{}, {"base": "battle_mage"}])
    known = fight([{}, {}], [{}, {"base": "battle_mage", "seen_casting": 0b10}])
    for window in DIRECTIVES:
        for battle, actor, legal in ((secret, 0, False), (known, 0, False), (known, 1, True)):
            described = {target for _, target in offered(battle, window, actor)}
            assert (Description.CASTER in described) == legal


@pytest.mark.rule("P61", "P62", "RP14")
@pytest.mark.parametrize(("hand", "squares"), [("sword", 7), ("pike", 8)])
def test_RP14_a_blow_needs_somebody_who_could_arrive(duel, hand, squares):
    for beyond, legal in ((0, True), (1, False)):
        battle = duel({"at": (1, 4), "hand": hand}, {"at": (1 + squares + beyond, 4)})
        assert ((Verb.COUNTER, 1) in offered(battle)) == legal
        assert (Verb.COUNTER, 1) in offered(battle, Window.THEN)


@pytest.mark.rule("RP12", "P61")
def test_RP12_the_fallen_do_not_arrive(duel):
    for x, legal in ((5, True), (6, False)):
        battle = duel({"at": (4, 4)}, {"at": (x, 4), "life": int(Life.STABLE)})
        assert ((Verb.FULL_ATTACK, 1) in offered(battle)) == legal


# --- Allies ---------------------------------------------------------------------------------------


@pytest.mark.rule("P68", "P81", "P82", "RP47")
@pytest.mark.parametrize(
    ("ally", "legal"),
    [
        ({"at": (4, 5)}, {Verb.GUARD, Verb.GUARD_ONCE, Verb.RESCUE, Verb.CARRY}),
        ({"at": (4, 8)}, {Verb.GUARD, Verb.GUARD_ONCE, Verb.RESCUE, Verb.CARRY}),
        (
            {"at": (4, 14)},
            {Verb.GUARD, Verb.GUARD_ONCE, Verb.RESCUE, Verb.CARRY},
        ),  # may come to meet him
        ({"at": (4, 15)}, set()),
        ({"at": (4, 8), "life": 1}, {Verb.GUARD, Verb.GUARD_ONCE, Verb.RESCUE, Verb.CARRY}),
        ({"at": (4, 9), "life": 1}, set()),
        (
            {"at": (4, 5), "entrapped": 1},
            {Verb.GUARD, Verb.GUARD_ONCE, Verb.RESCUE, Verb.CARRY, Verb.FREE},
        ),
        ({"at": (4, 6), "entrapped": 1}, {Verb.GUARD, Verb.GUARD_ONCE, Verb.RESCUE, Verb.CARRY}),
        (
            {"at": (4, 5), "life": 1},
            {Verb.GUARD, Verb.GUARD_ONCE, Verb.RESCUE, Verb.CARRY, Verb.STABILIZE},
        ),
        ({"at": (4, 6), "life": 1}, {Verb.GUARD, Verb.GUARD_ONCE, Verb.RESCUE, Verb.CARRY}),
        ({"at": (4, 5), "life": 2}, {Verb.GUARD, Verb.GUARD_ONCE, Verb.RESCUE, Verb.CARRY}),
        ({"at": (4, 5), "life": 3}, None),
    ],
)
def test_P81_what_can_be_done_for_an_ally(fight, ally, legal):
    battle = fight([{"at": (4, 4)}, ally], [{"at": (9, 9)}])
    beside = set() if legal is None else {Verb.MOVE_NEXT_TO, Verb.SPRINT_NEXT_TO}
    assert {v for v, t in offered(battle) if v in FOR_ALLIES} == (legal or set()) | beside
    later = {Verb(v) for v, t in offered(battle, Window.THEN) if v in FOR_ALLIES}
    everything = FOR_ALLIES - {Verb.MEND}
    assert later == (set() if legal is None else everything)


@pytest.mark.rule("P68", "RP47")
def test_P68_the_entrapped_cannot_guard_and_to_the_prone_the_ward_must_come(fight):
    for state, far, near in (({"entrapped": 1}, False, False), ({"prone": 1}, False, True)):
        red = [{"at": (4, 4), **state}, {"at": (4, 5), "life": 1}, {"at": (4, 6), "life": 1}]
        red += [{"at": (4, 11)}, {"at": (4, 12)}]
        legal = offered(fight(red, [{"at": (9, 9)}]))
        for ally, may_be in ((1, near), (2, far), (3, near), (4, far)):
            assert ((Verb.GUARD, ally) in legal) == may_be


@pytest.mark.rule("P7", "P81", "RP42")
@pytest.mark.parametrize(("rescuer", "ally"), [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)])
def test_RP42_one_may_carry_those_who_carry_or_are_carried_since_they_may_be_set_down(
    fight, events, rescuer, ally
):
    red = [{"at": (4, 4)}, {"at": (4, 6), "carrying": 2}, {"at": (4, 5), "carried_by": 1}]
    battle = fight(red, [{"at": (19, 9)}])
    for window in DIRECTIVES:
        assert (Verb.RESCUE, ally) in offered(battle, window, rescuer)
    orders = [{}, {}, {}]
    orders[rescuer] = {"first": (Verb.RESCUE, ally)}
    play(battle, *orders)
    goes_on = (rescuer, ally) == (1, 2)
    lifted = events(battle, "picked_up")
    assert lifted == ([] if goes_on else [("picked_up", rescuer, ally, 0, 0, 0)])


@pytest.mark.rule("P18")
def test_P18_the_most_wounded_ally_is_one_of_several(fight):
    described = (Verb.GUARD, Description.MOST_WOUNDED_ALLY)
    battle = fight([{}, {}, {}], [{}])
    for window in DIRECTIVES:
        assert described in offered(battle, window)
    battle.fighters[1].life = Life.DEAD
    for window in DIRECTIVES:
        assert described not in offered(battle, window)
        assert (Verb.GUARD, 2) in offered(battle, window)


# --- Conditions -----------------------------------------------------------------------------------


@pytest.mark.rule("P9", "RP16", "RP36")
def test_RP16_conditions_are_about_enemies_able_to_act_whom_one_knows(fight):
    states = [{}, {"life": 1}, {"life": 3}, {"hidden_from": 1}]
    battle = fight([{}], [{"at": (9, y), **state} for y, state in enumerate(states)])
    named = {argument for condition, argument in asked(battle) if condition in (1, 3, 7, 10)}
    assert named == {1}
    about_one = {condition for condition, argument in asked(battle) if argument == 1}
    assert about_one >= {Condition.REACHED, Condition.DOWN, Condition.MOVED, Condition.USED_WEAPON}


@pytest.mark.rule("RP16")
@pytest.mark.parametrize("wounds", range(4))
def test_RP16_wounds_are_asked_beyond_those_one_has(duel, wounds):
    thresholds = {argument for kind, argument in asked(duel({"wounds": wounds})) if kind == 4}
    assert thresholds == {n for n in (1, 2, 3) if n > wounds}
    assert (Condition.WOUNDED, 3) not in asked(duel({"max_wounds": 2}))


@pytest.mark.rule("P8", "RP16", "RP23")
@pytest.mark.parametrize(("more", "least"), [
    ({}, 2), ({"prepared": int(Spell.BOLT)}, 3), ({"mends": 0}, 3), ({"dazed": 1}, 3),
    ({"at": (4, 10)}, 3), ({"limbs": LEFT_ARM}, 3),
])  # fmt: skip
def test_RP16_wounds_that_a_mend_may_heal_first_are_asked_too(fight, more, least):
    healer = {"base": "healer", "at": (4, 9), "prepared": int(Spell.MEND), "mends": 3, **more}
    battle = fight([{"at": (4, 3), "wounds": 2}, healer], [{"at": (20, 3)}])
    thresholds = {argument for kind, argument in asked(battle) if kind == Condition.WOUNDED}
    assert thresholds == set(range(least, 4))


@pytest.mark.rule("P9", "RP16")
def test_RP16_an_ally_who_is_down_may_be_out_of_sight_later(fight):
    red = [{"at": (3, 4)}, {"at": (3, 6), "life": 1}]
    assert (Condition.ALLY_DOWN, NOBODY) in asked(fight(red, [{}], map=WALLED))
    assert (Condition.ALLY_DOWN, NOBODY) not in asked(fight(red, [{}]))


@pytest.mark.rule("RP16")
def test_RP16_an_ally_may_still_fall(fight):
    assert (Condition.ALLY_DOWN, NOBODY) not in asked(fight([{}], [{}]))
    battle = fight([{}, {}], [{}])
    assert (Condition.ALLY_DOWN, NOBODY) in asked(battle)
    battle.fighters[1].life = Life.STABLE
    assert (Condition.ALLY_DOWN, NOBODY) not in asked(battle)


# --- Standing choices -----------------------------------------------------------------------------


def standing(battle):
    """The standing choices that are offered, as bits."""
    mask = mask_of(battle, Window.STANDING)
    return {int(table.standing_of(action)) for action in np.flatnonzero(mask)}


@pytest.mark.rule("TP4", "QP11", "P59")
@pytest.mark.parametrize(
    ("red", "asked"),
    [
        ({}, True),
        ({"hand": "dagger"}, True),  # Silent only when it is thrown
        ({"hand": "long_bow"}, False),
        ({"hand": "dagger", "carried_hand": "sword"}, True),
        ({"hand": "long_bow", "carried_hand": "sword"}, True),
        ({"hand": "long_bow", "carried_hand": "dagger"}, True),
        ({"hand": "long_bow", "carried_hand": "sling"}, False),
        ({"dazed": 1}, True),
        ({"dazed": 2}, False),
    ],
)
def test_QP11_who_may_begin_to_hide_is_asked_too(duel, red, asked):
    battle = duel({"at": (3, 4), **red}, {"at": (9, 4)}, map=WALLED)
    assert standing(battle) == ({0, 1} if asked else {0})
    assert standing(duel(red)) == {0}  # nowhere to hide
    battle.fighters[1].life = Life.STABLE
    assert standing(battle) == {0}  # from nobody


@pytest.mark.rule("TP4", "QP11", "P53")
@pytest.mark.parametrize("clause", range(3))
def test_QP11_who_has_ordered_to_skulk_is_asked_in_his_turn(duel, clause):
    battle = duel({"at": (3, 4)}, {"at": (9, 4)}, map=WALLED)
    assert not masks.needs_standing(battle, 0)
    battle.orders[0].verb[clause] = int(Verb.SKULK_TO_COVER)
    assert masks.needs_standing(battle, 0)
    battle.fighters[0].hand = WEAPON_NAMES.index("sling")
    assert not masks.needs_standing(battle, 0)


@pytest.mark.rule("TP4", "QP11", "P59", "P134")
def test_QP11_a_tower_shield_is_something_to_hide_behind(duel):
    assert standing(duel({"shield": "tower_shield"})) == {0, 1}


@pytest.mark.rule("QP10", "QP11")
@pytest.mark.parametrize(
    ("red", "blue", "choices"),
    [
        ({}, {}, {0}),
        ({"hides_from": 2}, {}, {0, 1}),
        ({"hides_from": 2, "hand": "dagger"}, {}, {0, 1}),
        ({"hides_from": 2, "hand": "long_bow"}, {}, {0}),  # not armed for it
        ({"terror": 1}, {}, {0, 2}),
        ({}, {"base": "battle_mage"}, {0}),
        ({}, {"base": "battle_mage", "prepared": int(Spell.BOLT)}, {0, 2}),
        ({}, {"base": "battle_mage", "prepared": int(Spell.FEAR), "life": 1}, {0}),
        ({"hidden_from": 2}, {}, {0}),  # he cannot tell (XP4)
        ({"hides_from": 2, "terror": 1}, {}, {0, 1, 2, 3}),
    ],
)
def test_QP11_standing_choices_are_asked_where_they_matter(duel, red, blue, choices):
    assert standing(duel(red, blue)) == choices


def test_the_first_action_without_anything_to_do_is_no_choice(duel):
    battle = duel({"entrapped": 1}, {"hidden_from": 1})
    assert Verb.CUT_FREE in verbs(battle)
    assert battle.fighters[0].shield == NO_SHIELD
    battle.fighters[0].entrapped, battle.fighters[0].prone = 0, 1
    assert verbs(battle) == {Verb.DEFEND, Verb.STAND_UP, Verb.FALL_BACK}  # nobody to sprint from
    battle.fighters[0].dazed = 1
    assert not masks.has_choice(battle, 0, 0)
