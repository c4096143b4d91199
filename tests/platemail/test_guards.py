"""Guard: the blocking fighter, the result and the order of blocks (P68 to P73, RP27, RP41)."""

from __future__ import annotations

import pytest

from quintain.envs.platemail.enums import (
    Act,
    Life,
    Mode,
    Spell,
)
from quintain.envs.platemail.rules.attacks import attack_all, opportunity_attack, strike
from quintain.envs.platemail.rules.guards import (
    SPELL_WEAPON,
    can_be_guarded,
    defense,
    guard_for,
    may_block,
)
from quintain.envs.platemail.rules.wounds import tally
from quintain.envs.platemail.tables import (
    WEAPON_NAMES,
)

from .attack_phase import noted

pytestmark = [pytest.mark.interpreted]

W = {name: number for number, name in enumerate(WEAPON_NAMES)}
WARD, GUARD, SECOND = 1, 2, 3
"""Blue: the ward at (5, 3), guards at (5, 4) and (6, 3); red is around them."""


@pytest.fixture
def guarded(fight):
    """A battle in a phase: one attacker, a ward with a club, and guards of the ward."""

    def build(*guards, red=None, ward=None, limit=99):
        places = ({"at": (5, 4)}, {"at": (6, 3)})
        blue = [{"hand": "club", "armour": "leather", **(ward or {})}]
        for place, guard in zip(places, guards, strict=False):
            blue.append({"hand": "club", **place, **guard})
        red = [{"hand": "club"}] if red is None else red
        battle = fight(red, blue)
        battle.phase = 1
        for actor in range(battle.num_fighters):
            fighter, phase = battle.fighters[actor], battle.phases[actor]
            phase.able = phase.ready = fighter.life == Life.ABLE
            phase.start_x, phase.start_y = fighter.x, fighter.y
            phase.act = Act.COUNTER if actor < len(red) else Act.MOVE
            phase.target = phase.second_target = len(red)
            if actor > len(red):
                phase.act, phase.ward, phase.limit = Act.GUARD, len(red), limit
        return battle

    return build


# --- Who tries (P68, P69, QP7, RP41) --------------------------------------------------------------


@pytest.mark.rule("P68", "P69")
def test_P69_a_guard_beside_his_ward_blocks(guarded):
    battle = guarded({})
    assert guard_for(battle, 0, WARD) == GUARD
    assert guard_for(battle, 0, GUARD) == -1


@pytest.mark.rule("P68", "P69", "P13", "RP41")
@pytest.mark.parametrize(
    ("fields", "phase", "is_willing"),
    [
        ({}, {}, True),
        ({"y": 5}, {}, False),  # two squares away
        ({"x": 6}, {}, True),
        ({"life": Life.FATALLY_WOUNDED}, {}, False),
        ({}, {"ready": 0}, False),  # P13: no reactions
        ({}, {"act": Act.DEFEND}, False),
        ({}, {"ward": 0}, False),
        ({}, {"ward": GUARD}, False),
    ],
)
def test_P68_who_can_block(guarded, fields, phase, is_willing):
    battle = guarded({})
    for key, value in fields.items():
        battle.fighters[GUARD][key] = value
    for key, value in phase.items():
        battle.phases[GUARD][key] = value
    assert may_block(battle, GUARD, 0, WARD) == is_willing
    assert guard_for(battle, 0, WARD) == (GUARD if is_willing else -1)


@pytest.mark.rule("P69")
@pytest.mark.parametrize(("unaware", "guard"), [(0, GUARD), (1 << WARD, GUARD), (1 << GUARD, -1)])
def test_P69_not_against_those_the_guard_is_unaware_of(guarded, unaware, guard):
    battle = guarded({})
    battle.fighters[0].hidden_from = unaware
    assert guard_for(battle, 0, WARD) == guard


@pytest.mark.rule("QP7", "P72")
@pytest.mark.parametrize(("limit", "blocks", "guard"), [(1, 0, GUARD), (1, 1, -1), (2, 1, GUARD)])
def test_QP7_a_guard_blocks_as_often_as_he_will(guarded, limit, blocks, guard):
    battle = guarded({}, limit=limit)
    battle.phases[GUARD].blocks = blocks
    assert guard_for(battle, 0, WARD) == guard


@pytest.mark.rule("RP41")
@pytest.mark.parametrize(
    ("first", "second", "chosen"), [("buckler", "none", GUARD), ("none", "buckler", SECOND)]
)
def test_RP41_of_several_guards_the_one_with_the_most_deflection(
    guarded, loaded, first, second, chosen
):
    battle = guarded({"shield": first}, {"shield": second})
    with loaded(battle, []):
        assert guard_for(battle, 0, WARD) == chosen


@pytest.mark.rule("RP41", "P72")
def test_RP41_deflection_is_compared_as_it_is_worn(guarded, loaded):
    battle = guarded({"shield": "tower_shield"}, {})
    battle.phases[GUARD].blocks = 2
    with loaded(battle, []):
        assert guard_for(battle, 0, WARD) == SECOND  # +1 -2 against nothing


@pytest.mark.rule("RP41", "P72")
@pytest.mark.parametrize("tired", [GUARD, SECOND])
def test_RP41_the_attempt_to_come_is_what_is_compared(guarded, loaded, tired):
    battle = guarded({}, {})
    battle.phases[tired].blocks = 1
    with loaded(battle, []):
        assert guard_for(battle, 0, WARD) == GUARD + SECOND - tired


@pytest.mark.rule("P68")
def test_P68_nobody_guards_himself(guarded):
    battle = guarded({})
    battle.phases[GUARD].ward = GUARD
    assert guard_for(battle, 0, GUARD) == -1


@pytest.mark.rule("RP41")
@pytest.mark.parametrize(("lots", "chosen"), [([60, 40], SECOND), ([40, 60], GUARD)])
def test_RP41_equal_guards_draw_lots(guarded, loaded, lots, chosen):
    battle = guarded({}, {})
    with loaded(battle, lots):
        assert guard_for(battle, 0, WARD) == chosen


# --- What comes of it (P70 to P72, RP27, RP41) ----------------------------------------------------


@pytest.mark.rule("P70", "RP27")
@pytest.mark.parametrize(("face", "is_taken"), [(14, False), (15, True)])
def test_P70_the_roll_must_exceed_ten_and_the_guards_deflection(
    guarded, loaded, events, face, is_taken
):
    battle = guarded({"shield": "shield", "armour": "leather"})
    assert defense(battle, GUARD) == 14
    with loaded(battle, [face, 2] if is_taken else [face]):
        attack_all(battle)
    told = ("taken", GUARD, WARD, W["club"], 14, 2)
    if not is_taken:
        told = ("blocked", GUARD, WARD, W["club"], 14, face)
    assert events(battle, "taken", "blocked") == [told]


@pytest.mark.rule("P36", "P70")
def test_P36_a_natural_20_gets_past_any_guard(guarded, loaded):
    battle = guarded({"shield": "shield"}, red=[{"hand": "club", "wounds": 19}])
    with loaded(battle, [20, 2]):
        attack_all(battle)
    assert battle.phases[GUARD].hits == 1


@pytest.mark.rule("P70", "RP27")
def test_P70_a_blocked_attack_is_negated_and_uses_no_absorb(guarded, loaded):
    battle = guarded({"armour": "chain_mail"})
    with loaded(battle, [5]):
        attack_all(battle)
    assert battle.phases[WARD].hits == battle.phases[GUARD].hits == 0
    assert battle.phases[GUARD].wounds.sum() == battle.phases[WARD].wounds.sum() == 0
    assert tally(battle) == 0
    assert battle.phases[GUARD].blocks == 1
    assert battle.fighters[WARD].attacked == 1


@pytest.mark.rule("P71", "RP45")
@pytest.mark.parametrize("parity", [2, 20])
def test_P71_on_even_the_guard_is_hit(guarded, loaded, events, parity):
    battle = guarded({"armour": "chain_mail"})
    with loaded(battle, [15, parity]):
        attack_all(battle)
    assert (battle.phases[WARD].hits, battle.phases[GUARD].hits) == (0, 1)
    assert events(battle, "taken") == [("taken", GUARD, WARD, W["club"], 11, parity)]
    assert battle.fighters[GUARD].attacked == 1


@pytest.mark.rule("P71", "RP41")
@pytest.mark.parametrize(("face", "hits"), [(12, 0), (13, 1)])
def test_P71_on_odd_the_attacker_rolls_anew_against_the_ward(guarded, loaded, events, face, hits):
    battle = guarded({"armour": "chain_mail"})
    with loaded(battle, [18, 7, face]):
        attack_all(battle)
    assert (battle.phases[WARD].hits, battle.phases[GUARD].hits) == (hits, 0)
    assert events(battle, "let_through") == [("let_through", GUARD, WARD, W["club"], 11, 7)]


@pytest.mark.rule("RP41", "P36")
@pytest.mark.parametrize("parity", [2, 3])
def test_RP41_a_critical_is_critical_for_the_guard_but_not_for_the_ward(guarded, loaded, parity):
    battle = guarded({"shield": "shield", "armour": "chain_mail"})
    with loaded(battle, [20, parity] + [19] * (parity % 2)):
        attack_all(battle)
    taker, wounds = (GUARD, {1: 2}) if parity == 2 else (WARD, {0: 1})
    assert {p: n for p, n in enumerate(battle.phases[taker].wounds.tolist()) if n} == wounds


@pytest.mark.rule("RP41")
def test_RP41_the_first_roll_has_all_modifiers_of_the_attack_on_the_ward(guarded, loaded, events):
    battle = guarded(
        {}, red=[{"hand": "flail", "attack_bonus": 1}], ward={"shield": "buckler", "prone": 1}
    )
    battle.phases[GUARD].melee = -1  # of no account: the attack is not meant for him
    with loaded(battle, [4]):
        attack_all(battle)
    assert [event[4] for event in events(battle, "attack")] == [4 + 1 + 2 + 3]
    assert len(events(battle, "blocked")) == 1


@pytest.mark.rule("RP41")
def test_RP41_what_hits_the_guard_is_not_guarded_again(guarded, loaded):
    battle = guarded({}, {})
    battle.phases[SECOND].ward = GUARD
    with loaded(battle, [18, 2]):
        attack_all(battle)
    assert battle.phases[GUARD].hits == 1
    assert battle.phases[SECOND].blocks == 0


@pytest.mark.rule("RP41")
def test_RP41_what_the_guard_lets_through_meets_no_second_guard(guarded, loaded):
    battle = guarded({"shield": "buckler"}, {})
    with loaded(battle, [18, 3, 19]):
        attack_all(battle)
    assert battle.phases[WARD].hits == 1
    assert battle.phases[SECOND].blocks == 0


@pytest.mark.rule("RP41")
def test_RP41_two_who_guard_each_other_pass_nothing_to_and_fro(guarded, loaded):
    battle = guarded({})
    battle.phases[WARD].act, battle.phases[WARD].ward = Act.GUARD, GUARD
    battle.phases[WARD].limit = 99
    with loaded(battle, [18, 2]):
        attack_all(battle)
    assert (battle.phases[WARD].hits, battle.phases[GUARD].hits) == (0, 1)
    assert battle.phases[WARD].blocks == 0


@pytest.mark.rule("RP12", "P71")
def test_RP12_the_guard_of_a_fallen_ward_is_rolled_for(guarded, loaded):
    battle = guarded({}, ward={"life": Life.STABLE})
    with loaded(battle, [5]):
        attack_all(battle)
    assert battle.phases[WARD].hits == 0
    with loaded(battle, [18, 3]):
        attack_all(battle)
    assert battle.phases[WARD].hits == 1


@pytest.mark.rule("P72")
def test_P72_each_further_attempt_costs_one_deflection(guarded, loaded, events):
    battle = guarded({"armour": "full_plate"}, red=[{"hand": "club"}])
    for number in (13, 12, 11):
        with loaded(battle, [number]):
            attack_all(battle)
        assert events(battle, "blocked")[-1][4] == number
    for number in (11, 10):  # too high for what is left
        with loaded(battle, [number, 2]):
            attack_all(battle)
    assert battle.phases[GUARD].hits == 2


@pytest.mark.rule("P72")
@pytest.mark.parametrize(("blocks", "number"), [(0, 13), (1, 13), (2, 12), (3, 11)])
def test_P72_the_guard_himself_is_easier_to_hit(guarded, blocks, number):
    battle = guarded({"armour": "full_plate"})
    battle.phases[GUARD].blocks = blocks
    assert defense(battle, GUARD) == number


# --- What can be guarded against (P73, RP27) ------------------------------------------------------


@pytest.mark.rule("P73", "RP23")
def test_P73_weapons_and_bolt_but_no_other_spell(guarded):
    assert [can_be_guarded(SPELL_WEAPON + spell) for spell in Spell] == [
        spell == Spell.BOLT for spell in Spell
    ]
    assert all(can_be_guarded(weapon) for weapon in range(len(WEAPON_NAMES)))


@pytest.mark.rule("P73", "P69")
def test_P73_a_bolt_is_guarded(guarded, loaded):
    battle = guarded({})
    with loaded(battle, [18, 2]):
        strike(battle, 0, WARD, SPELL_WEAPON + Spell.BOLT, Mode.SPELL, 1)
    assert battle.phases[GUARD].wounds[3] == 2


@pytest.mark.rule("P69", "P26", "RP27")
def test_RP27_opportunity_attacks_are_guarded_too(guarded, loaded):
    battle = guarded({})
    with loaded(battle, [5]):
        opportunity_attack(battle, 0, WARD)
    assert battle.phases[GUARD].blocks == 1


@pytest.mark.rule("P70", "P112")
def test_P70_a_blocked_net_entraps_nobody_a_taken_one_the_guard(guarded, loaded):
    for faces, snared in (([5], (0, 0)), ([18, 2], (0, 1))):
        battle = guarded({}, red=[{"hand": "net"}])
        battle.phases[0].act = Act.RANGED_ATTACK
        with loaded(battle, faces):
            attack_all(battle)
        assert (battle.phases[WARD].snares, battle.phases[GUARD].snares) == snared


@pytest.mark.rule("P71", "P93", "RP41")
@pytest.mark.parametrize(("parity", "taker", "pierce"), [([4], GUARD, 0), ([7, 15], WARD, 1)])
def test_P93_a_dagger_pierces_the_unaware_ward_and_not_his_guard(
    guarded, loaded, parity, taker, pierce
):
    battle = guarded({"at": (5, 4)}, red=[{"hand": "dagger", "hidden_from": 1 << WARD}])
    with loaded(battle, [19, *parity]):
        attack_all(battle)
    assert noted(battle, taker) == {pierce: 1}


@pytest.mark.rule("P71", "P100", "RP41")
@pytest.mark.parametrize(("parity", "taker", "pierce"), [([4], GUARD, 1), ([7, 15], WARD, 2)])
def test_P100_a_pike_pierces_the_charging_ward_and_not_his_guard(
    guarded, loaded, parity, taker, pierce
):
    battle = guarded({"at": (5, 4)}, red=[{"hand": "pike"}])
    battle.phases[WARD].act = Act.CHARGE
    with loaded(battle, [19, *parity]):
        attack_all(battle)
    assert noted(battle, taker) == {pierce: 1}


# --- The order (P72, RP41) ------------------------------------------------------------------------


@pytest.mark.rule("RP41", "P72", "QP7")
@pytest.mark.parametrize(("lots", "blocked"), [([80, 20], 0), ([20, 80], 1)])
def test_RP41_the_order_of_the_attacks_is_drawn(guarded, loaded, events, lots, blocked):
    battle = guarded({"at": (6, 4)}, red=[{"hand": "club"}, {"hand": "club"}], limit=1)
    with loaded(battle, [*lots, 5, 5]):
        attack_all(battle)
    attacks = events(battle, "attack", "blocked", "miss")
    assert [event[0] for event in attacks] == ["attack", "blocked", "attack", "miss"]
    assert attacks[0][1] == blocked
    assert attacks[2][1] == 1 - blocked


@pytest.mark.rule("RP41")
def test_RP41_equal_lots_are_drawn_again(guarded, loaded, events):
    battle = guarded({"at": (6, 4)}, red=[{"hand": "club"}, {"hand": "club"}], limit=1)
    with loaded(battle, [50, 50, 70, 30, 5, 5]):  # the one who came second draws first
        attack_all(battle)
    assert events(battle, "attack")[0][1] == 1


@pytest.mark.rule("RP41", "P72")
def test_RP41_attacks_on_the_guard_himself_have_lots_too(guarded, loaded, events):
    battle = guarded({"at": (5, 4), "armour": "full_plate"}, red=[{"hand": "club"}] * 3)
    battle.phases[2].target = 4  # at the guard
    with loaded(battle, [90, 50, 10, 5, 5, 13]):
        attack_all(battle)
    assert battle.phases[4].hits == 1  # 13 hits after two attempts
    battle = guarded({"at": (5, 4), "armour": "full_plate"}, red=[{"hand": "club"}] * 3)
    battle.phases[2].target = 4
    with loaded(battle, [50, 10, 90, 13, 5, 5]):
        attack_all(battle)
    assert battle.phases[4].hits == 0


@pytest.mark.rule("RP41")
def test_RP41_no_lots_where_no_guard_is_concerned(guarded, loaded):
    battle = guarded(red=[{"hand": "club"}, {"hand": "club"}])
    with loaded(battle, [5, 5]):
        attack_all(battle)
    assert battle.phases[2].hits == 0


@pytest.mark.rule("RP41", "RP9")
def test_RP41_no_order_hangs_on_the_numbering(guarded):
    outcomes = set()
    for keys in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        people = [{"hand": ("club", "axe", "mace")[key]} for key in keys]
        battle = guarded({"at": (5, 4), "shield": "buckler"}, {"at": (6, 3)}, red=people)
        for slot, key in enumerate(keys):
            battle.fighters[slot].key = key
            battle.fighters[slot].x, battle.fighters[slot].y = 4, 2 + key
        battle.round_number = 9
        attack_all(battle)
        told = [phase.tolist()[20:] for phase in battle.phases[3:6]]
        outcomes.add(repr(told))
    assert len(outcomes) == 1
