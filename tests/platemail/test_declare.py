"""Legal orders verb by verb: first, after IF, and standing (P7, P15, P18, P20)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.platemail.actions import masks, table
from quintain.envs.platemail.enums import (
    Condition,
    Description,
    Life,
    Spell,
    Verb,
    Window,
)
from quintain.envs.platemail.state import (
    LEFT_ARM,
    LEFT_LEG,
    RIGHT_LEG,
)
from quintain.envs.platemail.tables import (
    NO_SHIELD,
    NONE,
    WEAPON_NAMES,
)

FOR_ALLIES = {it.verb for it in table.FOR_ALLIES}
pytestmark = [pytest.mark.interpreted]

DIRECTIVES = (Window.FIRST, Window.THEN, Window.ELSE)
WALLED = "\n".join(["." * 16] * 4 + ["....#...........", *["." * 16] * 4])
"""A pillar at (4, 4)."""


def mask_of(battle, window, actor=0):
    """The mask of a clause."""
    mask = np.ones(table.num_actions(int(battle.max_side)), np.bool_)
    masks.order_mask(battle, actor, window - 1, mask)
    return mask


def offered(battle, window=Window.FIRST, actor=0):
    """The directives that a mask allows: pairs of verb and target."""
    return {
        (int(table.verb_of(a)), int(table.target_of(battle, actor, a)))
        for a in np.flatnonzero(mask_of(battle, window, actor))
    }


def verbs(battle, window=Window.FIRST, actor=0):
    """The verbs that a mask allows."""
    return {Verb(verb) for verb, _ in offered(battle, window, actor)}


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


# --- Movement -------------------------------------------------------------------------------------

FREE_TO_GO = {Verb.SPRINT_TO, Verb.CHARGE, Verb.SKULK_TO}


@pytest.mark.rule("RP10", "RP20", "RP47", "P122")
@pytest.mark.parametrize(
    ("state", "walks", "runs", "stands_up"),
    [
        ({}, True, True, False),
        ({"prone": 1}, False, False, True),
        ({"prone": 1, "limbs": LEFT_LEG}, True, False, False),
        ({"prone": 1, "limbs": LEFT_ARM}, False, False, True),
        ({"entrapped": 1}, False, False, False),
        ({"entrapped": 1, "prone": 1}, False, False, False),
    ],
)
def test_RP10_movement_that_would_be_void_is_not_offered(duel, state, walks, runs, stands_up):
    legal = verbs(duel(state))
    assert ({Verb.MOVE_TO, Verb.MOVE_AWAY, Verb.MOVE_STRAIGHT} <= legal) == walks
    assert (legal & FREE_TO_GO == FREE_TO_GO) == runs
    assert bool(legal & FREE_TO_GO) == runs
    assert (Verb.STAND_UP in legal) == stands_up
    assert {Verb.COUNTER, Verb.FALL_BACK} <= legal  # its stance holds: RP31


@pytest.mark.rule("RP10", "RP20", "P15")
@pytest.mark.parametrize("state", [{}, {"prone": 1}, {"entrapped": 1}, {"limbs": RIGHT_LEG}])
def test_RP20_later_only_a_lost_leg_keeps_one_down(duel, state):
    legal = verbs(duel(state), Window.THEN)
    whole = "limbs" not in state
    assert {Verb.MOVE_TO, Verb.MOVE_STRAIGHT, Verb.CUT_FREE, Verb.FALL_BACK} <= legal
    assert bool(legal & FREE_TO_GO) == whole
    assert (Verb.STAND_UP in legal) == whole


@pytest.mark.rule("RP10", "RP42")
def test_RP10_who_carries_is_encumbered(fight):
    red = [{"at": (4, 4), "carrying": 1}, {"at": (4, 4), "carried_by": 0}]
    battle = fight([{**red[0], "carrying": -1}, {"at": (3, 4)}], [{"at": (5, 4)}])
    free = verbs(battle)
    battle.fighters[0].carrying, battle.fighters[1].carried_by = 1, 0
    encumbered = verbs(battle)
    lost = {Verb.SPRINT_TO, Verb.CHARGE, Verb.FULL_ATTACK, Verb.SKULK_TO, Verb.SPRINT_NEXT_TO}
    assert lost <= free
    assert not lost & encumbered
    assert {Verb.MOVE_TO, Verb.COUNTER, Verb.RESCUE, Verb.FALL_BACK} <= encumbered
    assert lost <= verbs(battle, Window.THEN)


@pytest.mark.rule("RP10", "RP42", "P55")
def test_RP10_a_carrier_does_not_skulk_in_place(fight):
    red = [{"at": (3, 4), "stealth_roll": 12}, {"at": (2, 4)}]
    battle = fight(red, [{"at": (6, 4)}], map=WALLED)
    assert {Verb.SKULK_STILL, Verb.SKULK_KEEP} <= verbs(battle)
    battle.fighters[0].carrying, battle.fighters[1].carried_by = 1, 0
    assert not {Verb.SKULK_STILL, Verb.SKULK_KEEP} & verbs(battle)


@pytest.mark.rule("P14", "RP40")
def test_P14_steps_lead_to_floor(duel):
    battle = duel({"at": (0, 0)}, {"at": (9, 4)})
    steps = {target for verb, target in offered(battle) if verb == Verb.MOVE_STRAIGHT}
    assert steps == {2, 3, 4}
    assert {t for v, t in offered(battle, Window.ELSE) if v == Verb.MOVE_STRAIGHT} == set(range(8))


@pytest.mark.rule("P30", "RP40")
def test_RP40_without_obstacles_nobody_goes_to_cover(duel):
    to_cover = {Verb.MOVE_TO_COVER, Verb.SPRINT_TO_COVER, Verb.SKULK_TO_COVER}
    for window in DIRECTIVES:
        assert not verbs(duel(), window) & to_cover
        assert to_cover <= verbs(duel({"at": (3, 4)}, {"at": (9, 4)}, map=WALLED), window)


@pytest.mark.rule("RP19", "RP32")
def test_RP32_stopping_at_reach_needs_a_weapon_with_reach(duel):
    to_reach = {Verb.MOVE_TO_REACH, Verb.CHARGE_TO_REACH}
    assert not to_reach & verbs(duel({"hand": "spear"}), Window.THEN)
    assert to_reach <= verbs(duel({"hand": "pike"}))
    packed = duel({"hand": "sword", "carried_hand": "pike"})
    assert not to_reach & verbs(packed)
    assert to_reach <= verbs(packed, Window.ELSE)


@pytest.mark.rule("RP43", "RP31", "P52")
@pytest.mark.parametrize("window", DIRECTIVES)
@pytest.mark.parametrize("state", [{}, {"prone": 1}, {"entrapped": 1}, {"limbs": LEFT_LEG}])
def test_RP43_one_may_fall_back_from_nobody_for_the_stance(duel, window, state):
    for blue in ({}, {"hidden_from": 1}):
        assert Verb.FALL_BACK in verbs(duel(state, blue), window)
    assert Verb.FALL_BACK not in verbs(duel({"dazed": 2}), window)


# --- Weapons --------------------------------------------------------------------------------------


@pytest.mark.rule("RP19", "P106")
def test_RP19_three_attacks_need_two_weapons(duel):
    assert Verb.THREE_ATTACKS not in verbs(duel(), Window.THEN)
    pair = duel({"second": "dagger"})
    assert Verb.THREE_ATTACKS in verbs(pair)
    packed = duel({"hand": "spear", "carried_hand": "sword", "carried_second": "sword"})
    assert Verb.THREE_ATTACKS not in verbs(packed)
    assert Verb.THREE_ATTACKS in verbs(packed, Window.THEN)


SHOTS = {Verb.AIM, Verb.SHOOT, Verb.RAPID_FIRE}


@pytest.mark.rule("P63", "P64", "P65", "P66", "P120", "P121", "RP38")
@pytest.mark.parametrize(
    ("red", "now", "later"),
    [
        ({"hand": "sword"}, set(), set()),
        ({"hand": "long_bow"}, SHOTS, SHOTS),
        ({"hand": "dart", "stock": 2}, SHOTS, SHOTS),
        ({"hand": "dart", "stock": 1}, {Verb.AIM, Verb.SHOOT}, SHOTS),
        ({"hand": "dart", "stock": 0}, set(), set()),
        ({"hand": "light_crossbow"}, {Verb.AIM, Verb.SHOOT}, {Verb.AIM, Verb.SHOOT, Verb.RELOAD}),
        (
            {"hand": "heavy_crossbow", "loaded": 0},
            {Verb.RELOAD},
            {Verb.AIM, Verb.SHOOT, Verb.RELOAD},
        ),
        ({"hand": "sword", "carried_hand": "long_bow"}, set(), SHOTS),
    ],
)
def test_P63_shots_need_a_weapon_ready_to_shoot_now_or_any_later(duel, red, now, later):
    battle = duel({"at": (4, 4), **red}, {"at": (9, 4)})
    # one enemy: no second target for a spread
    kinds = SHOTS | {Verb.RELOAD, Verb.RAPID_FIRE_SPREAD}
    assert verbs(battle) & kinds == now
    assert verbs(battle, Window.THEN) & kinds == later


@pytest.mark.rule("P108", "P31")
def test_P108_shots_need_a_target_in_range_and_in_line_now(duel):
    for x, legal in ((25, True), (26, False)):
        battle = duel({"at": (1, 4), "hand": "short_bow"}, {"at": (x, 4)})
        assert ((Verb.SHOOT, 1) in offered(battle)) == legal
        assert (Verb.SHOOT, 1) in offered(battle, Window.THEN)
    hidden = duel({"at": (3, 4), "hand": "short_bow"}, {"at": (6, 4)}, map=WALLED)
    assert Verb.SHOOT not in verbs(hidden)
    assert Verb.AIM in verbs(hidden)


@pytest.mark.rule("P78", "RP38", "RP20")
def test_P78_swapping_needs_another_set_and_the_arms_for_it(duel):
    for window in DIRECTIVES:
        assert Verb.SWAP not in verbs(duel(), window)
        assert Verb.SWAP in verbs(duel({"carried_hand": "spear"}), window)
        assert Verb.SWAP not in verbs(duel({"carried_hand": "spear", "limbs": LEFT_ARM}), window)
        assert Verb.SWAP in verbs(duel({"carried_hand": "axe", "limbs": LEFT_ARM}), window)


@pytest.mark.rule("RP20", "RP38", "P15")
def test_RP20_what_one_arm_cannot_take_up_is_not_guessed_at(duel):
    bow, swords = {"carried_hand": "long_bow"}, {"carried_hand": "sword", "carried_second": "sword"}
    shots = {Verb.AIM, Verb.SHOOT, Verb.RAPID_FIRE}
    assert shots <= verbs(duel(bow), Window.THEN)
    assert not shots & verbs(duel({**bow, "limbs": LEFT_ARM}), Window.THEN)
    assert Verb.THREE_ATTACKS in verbs(duel(swords), Window.THEN)
    assert Verb.THREE_ATTACKS not in verbs(duel({**swords, "limbs": LEFT_ARM}), Window.THEN)


@pytest.mark.rule("RP47", "P122")
def test_RP47_only_the_entrapped_cut_themselves_free_now(duel):
    assert Verb.CUT_FREE not in verbs(duel())
    assert Verb.CUT_FREE in verbs(duel({"entrapped": 1}))
    assert Verb.CUT_FREE in verbs(duel(), Window.THEN)


@pytest.mark.rule("P77")
def test_P77_doors_must_be_adjacent_now_and_near_later(duel):
    rows = "\n".join(["." * 16] * 4 + ["....+...........", *["." * 16] * 4])
    for x, now, later in ((3, True, True), (2, False, True), (11, False, True), (12, False, False)):
        battle = duel({"at": (x, 4)}, {"at": (9, 8)}, map=rows)
        assert (Verb.DOOR in verbs(battle)) == now
        assert (Verb.DOOR in verbs(battle, Window.THEN)) == later


# --- Skulking -------------------------------------------------------------------------------------

SKULKING = {Verb.SKULK_STILL, Verb.SKULK_KEEP}


@pytest.mark.rule("P54", "P55", "QP6")
def test_P55_skulking_in_place_needs_cover_now_and_a_roll_to_keep(duel):
    open_ground = duel({"at": (3, 4), "stealth_roll": 12}, {"at": (3, 8)}, map=WALLED)
    assert not verbs(open_ground) & SKULKING
    assert verbs(open_ground, Window.THEN) >= SKULKING
    behind = duel({"at": (3, 4), "stealth_roll": 12}, {"at": (6, 4)}, map=WALLED)
    assert verbs(behind) >= SKULKING
    behind.fighters[0].stealth_roll = 0
    assert verbs(behind) & SKULKING == {Verb.SKULK_STILL}
    assert not verbs(duel(), Window.THEN) & SKULKING


@pytest.mark.rule("P134")
def test_P134_a_tower_shield_is_cover_to_skulk_in(fight):
    red = [{"at": (4, 4)}, {"at": (4, 5), "base": "shield_bearer"}]
    battle = fight(red, [{"at": (9, 4)}])
    assert Verb.SKULK_STILL in verbs(battle)
    battle.fighters[1].x = 2
    assert Verb.SKULK_STILL not in verbs(battle)
    assert Verb.SKULK_STILL in verbs(battle, Window.THEN)


# --- Spells ---------------------------------------------------------------------------------------


@pytest.mark.rule("P74", "RP23", "RP37")
def test_P74_one_prepares_what_one_knows_and_does_not_hold(duel):
    battle = duel({"base": "battle_mage", "prepared": int(Spell.FEAR)})
    prepared = {target for verb, target in offered(battle) if verb == Verb.PREPARE}
    assert prepared == {Spell.BOLT, Spell.BLAST}
    later = {target for verb, target in offered(battle, Window.THEN) if verb == Verb.PREPARE}
    assert later == {Spell.BOLT, Spell.BLAST, Spell.FEAR}
    assert Verb.PREPARE not in verbs(duel(), Window.THEN)


@pytest.mark.rule("RP23")
def test_RP23_casting_needs_a_free_hand_now_or_after_a_swap(duel):
    casting = {Verb.PREPARE, Verb.RELEASE}
    battle = duel({"base": "battle_mage", "carried_hand": "dagger", "prepared": int(Spell.BOLT)})
    assert verbs(battle) >= casting
    battle.fighters[0].hand = WEAPON_NAMES.index("staff")
    assert not verbs(battle) & casting
    assert verbs(battle, Window.THEN) >= casting
    battle.fighters[0].carried_hand = NONE
    assert not verbs(battle, Window.THEN) & casting


@pytest.mark.rule("P75", "RP23")
@pytest.mark.parametrize("spell", list(Spell))
def test_P75_each_spell_is_released_at_those_it_is_for(fight, spell):
    mage = {"base": "healer", "at": (4, 4), "wounds": 1, "prepared": int(spell)}
    red = [mage, {"at": (4, 5), "wounds": 1}, {"at": (4, 6)}]
    blue = [{"at": (6, 4)}, {"at": (6, 5), "life": int(Life.STABLE)}]
    legal = offered(fight(red, blue))
    mends = spell == Spell.MEND
    assert ((Verb.MEND, 1) in legal) == ((Verb.MEND_SELF, NOBODY) in legal) == mends
    assert ((Verb.RELEASE, 3) in legal) == (not mends)
    assert ((Verb.RELEASE, 4) in legal) == (spell in (Spell.BOLT, Spell.BLAST))


@pytest.mark.rule("P48", "RP9", "RP23")
def test_RP9_the_unhurt_may_be_mended_for_the_wounds_of_the_phase(fight):
    mage = {"base": "healer", "at": (4, 4), "prepared": int(Spell.MEND)}
    battle = fight([mage, {"at": (4, 5)}, {"at": (4, 6)}], [{"at": (9, 9)}])
    legal = offered(battle)
    assert {(Verb.MEND_SELF, NOBODY), (Verb.MEND, 1), (Verb.MEND, 2)} <= legal
    most_wounded = (Verb.MEND, Description.MOST_WOUNDED_ALLY)
    assert most_wounded not in legal  # nobody is
    battle.fighters[2].wounds = 1
    assert most_wounded in offered(battle)


@pytest.mark.rule("P75", "RP23")
def test_RP23_releases_need_range_and_mends_left(fight):
    mage = {"base": "healer", "at": (1, 4), "wounds": 1, "prepared": int(Spell.BIND)}
    for x, legal in ((7, True), (8, False)):
        assert ((Verb.RELEASE, 1) in offered(fight([mage], [{"at": (x, 4)}]))) == legal
    for mends, legal in ((1, True), (0, False)):
        healer = {**mage, "prepared": int(Spell.MEND), "mends": mends}
        assert (Verb.MEND_SELF in verbs(fight([healer], [{}]))) == legal
        healer["prepared"] = NONE
        assert (Verb.MEND_SELF in verbs(fight([healer], [{}]), Window.THEN)) == legal


@pytest.mark.rule("P75", "P76")
def test_P76_focus_needs_a_focus_now_and_the_spell_later(duel):
    healer = duel({"base": "healer"})
    assert not verbs(healer) & {Verb.FOCUS, Verb.RELEASE}
    assert verbs(healer, Window.ELSE) >= {Verb.FOCUS, Verb.RELEASE}
    healer.fighters[0].focus = 1
    assert Verb.FOCUS in verbs(healer)
    assert Verb.FOCUS not in verbs(duel({"base": "battle_mage"}), Window.ELSE)


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


@pytest.mark.rule("RP42")
def test_RP42_one_carries_one_who_is_not_carried(fight):
    red = [{"at": (4, 4)}, {"at": (4, 5)}, {"at": (4, 6)}]
    battle = fight(red, [{"at": (9, 9)}])
    assert {(Verb.RESCUE, 1), (Verb.RESCUE, 2)} <= offered(battle)
    battle.fighters[1].carrying, battle.fighters[2].carried_by = 2, 1
    assert not {(Verb.RESCUE, 1), (Verb.RESCUE, 2)} & offered(battle)
    assert (Verb.RESCUE, 2) in offered(battle, actor=1)
    assert (Verb.RESCUE, 0) not in offered(battle, actor=1)


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
        ({"hand": "dagger"}, False),
        ({"hand": "long_bow"}, False),
        ({"hand": "dagger", "carried_hand": "sword"}, True),
        ({"hand": "long_bow", "carried_hand": "sword"}, True),
        ({"hand": "long_bow", "carried_hand": "dagger"}, False),
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
    battle.fighters[0].hand = WEAPON_NAMES.index("dagger")
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
        ({"hides_from": 2, "hand": "dagger"}, {}, {0}),  # Silent
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
    assert verbs(battle) == {Verb.DEFEND, Verb.STAND_UP, Verb.FALL_BACK}
    battle.fighters[0].dazed = 1
    assert not masks.has_choice(battle, 0, 0)
