"""Attacks by weapon: weapons, poison, armour and shields, Bolt (P91 to P134, RP7, RP21, RP23)."""

from __future__ import annotations

import pytest

from quintain.envs.platemail.enums import Act, Mode
from quintain.envs.platemail.rules.attacks import (
    attack_all,
    can_hurl_bolt,
    can_loose,
    empty_hands,
    strike,
)
from quintain.envs.platemail.rules.guards import defense
from quintain.envs.platemail.rules.modifiers import modifiers, penetration
from quintain.envs.platemail.state import NET
from quintain.envs.platemail.tables import ARMOUR_NAMES, SHIELD_NAMES, UNARMED, WEAPON_NAMES

from .attack_phase import BOLT, LOW, W, act, begin, noted

pytestmark = [pytest.mark.interpreted]


# --- Weapons (P91 to P125) ------------------------------------------------------------------------

PRINTED = {  # weapon: Penetration (P91-P102, P112-P121)
    "axe": 0, "club": 0, "dagger": 0, "flail": 0, "mace": 0, "sword": 0, "great_axe": 1,
    "great_sword": 1, "lance": 1, "pike": 1, "spear": 1, "staff": 0, "bolo": 0, "net": 0,
    "dart": 0, "javelin": 1, "blowgun": 1, "sling": 0, "long_bow": 2, "short_bow": 1,
    "light_crossbow": 2, "heavy_crossbow": 3, "unarmed": 0,
}  # fmt: skip


@pytest.mark.rule(
    "P91", "P92", "P93", "P94", "P95", "P96", "P97", "P98", "P99", "P100", "P101", "P102", "P112",
    "P113", "P114", "P115", "P116", "P117", "P118", "P119", "P120", "P121", "RP39",
)  # fmt: skip
@pytest.mark.parametrize("weapon", WEAPON_NAMES)
def test_P91_penetration_as_printed(duel, weapon):
    battle = begin(duel({"strength": 3}))
    for mode in (Mode.MELEE, Mode.MISSILE):
        assert penetration(battle, 0, 1, W[weapon], mode) == PRINTED[weapon]


@pytest.mark.rule("P91", "P97", "P98", "P105", "P117", "P95", "P103")
@pytest.mark.parametrize(
    ("weapon", "severs", "dazes"),
    [
        ("axe", 1, 0),
        ("great_axe", 1, 0),
        ("great_sword", 1, 0),
        ("mace", 0, 1),
        ("club", 0, 0),
        ("sword", 0, 0),
    ],
)
def test_P91_what_criticals_bring(duel, loaded, weapon, severs, dazes):
    battle = act(duel({"hand": weapon, "strength": 3}), 0, Act.COUNTER)
    with loaded(battle, [20, 3] if dazes else [20]):
        attack_all(battle)
    assert battle.phases[1].severings == severs
    assert battle.phases[1].daze == 3 * dazes
    battle = act(duel({"hand": weapon, "strength": 3}), 0, Act.COUNTER)
    with loaded(battle, [19]):
        attack_all(battle)
    assert battle.phases[1].severings == battle.phases[1].daze == 0


@pytest.mark.rule("P117", "P103")
def test_P117_a_slings_critical_dazes(duel, loaded):
    battle = act(duel({"hand": "sling"}), 0, Act.RANGED_ATTACK)
    with loaded(battle, [20, 4]):
        attack_all(battle)
    assert battle.phases[1].daze == 4


@pytest.mark.rule("P103", "RP46", "RP45")
def test_RP46_of_two_dazings_the_longer_holds(duel, loaded):
    battle = act(duel({"hand": "mace"}), 0, Act.FULL_ATTACK)
    with loaded(battle, [20, 3, 20, 2]):
        attack_all(battle)
    assert battle.phases[1].daze == 3


@pytest.mark.rule("P93")
def test_P93_a_dagger_pierces_the_unaware(duel):
    battle = begin(duel({"hand": "dagger", "hidden_from": 2, "struck": 2}))
    assert penetration(battle, 0, 1, W["dagger"], Mode.MELEE) == 1
    assert penetration(battle, 0, 1, W["dagger"], Mode.MISSILE) == 0  # P113
    assert penetration(battle, 0, 1, W["sword"], Mode.MELEE) == 0


@pytest.mark.rule("P94", "RP24")
@pytest.mark.parametrize(("shield", "adds"), [("none", 0), ("buckler", 2), ("tower_shield", 2)])
def test_P94_a_flail_against_shields_ready_or_not(duel, shield, adds):
    battle = begin(duel({}, {"shield": shield}))
    for ready in (0, 1):
        battle.phases[1].ready = ready
        cover = -2 if shield == "tower_shield" else 0
        assert modifiers(battle, 0, 1, W["flail"], Mode.MELEE) == adds + cover
        assert modifiers(battle, 0, 1, W["sword"], Mode.MELEE) == cover


@pytest.mark.rule("P99", "RP44")
@pytest.mark.parametrize(
    ("mounted", "action", "pierces"), [(1, Act.CHARGE, 3), (0, Act.CHARGE, 1), (1, Act.COUNTER, 1)]
)
def test_P99_a_lance_when_mounted_and_charging(duel, mounted, action, pierces):
    battle = act(duel({"mounted": bool(mounted)}), 0, action)
    assert penetration(battle, 0, 1, W["lance"], Mode.MELEE) == pierces


@pytest.mark.rule("P100")
@pytest.mark.parametrize(
    ("ready", "charges", "pierces"), [(1, True, 2), (0, True, 1), (1, False, 1)]
)
def test_P100_a_pike_against_chargers_while_ready(duel, ready, charges, pierces):
    battle = begin(duel(), r1=Act.CHARGE if charges else Act.MOVE)
    battle.phases[0].ready = ready
    for mode in (Mode.MELEE, Mode.OPPORTUNITY):
        assert penetration(battle, 0, 1, W["pike"], mode) == pierces


@pytest.mark.rule("P101")
@pytest.mark.parametrize(("action", "pierces"), [(Act.CHARGE, 2), (Act.FULL_ATTACK, 1)])
def test_P101_a_spear_when_charging(duel, action, pierces):
    assert penetration(act(duel(), 0, action), 0, 1, W["spear"], Mode.MELEE) == pierces


@pytest.mark.rule("P104", "P97", "P98", "P118")
@pytest.mark.parametrize(
    ("weapon", "strength", "modifier"),
    [
        ("great_axe", 3, 0),
        ("great_axe", 2, -1),
        ("great_sword", 0, -3),
        ("great_sword", -3, -6),
        ("long_bow", 2, 0),
        ("long_bow", 3, 0),
        ("long_bow", 1, -1),
        ("sword", -3, 0),
    ],
)
def test_P104_each_missing_point_of_strength_costs_one(duel, weapon, strength, modifier):
    battle = begin(duel({"strength": strength}))
    assert modifiers(battle, 0, 1, W[weapon], Mode.MELEE) == modifier


@pytest.mark.rule("P112", "P122", "RP47", "P35")
@pytest.mark.parametrize("weapon", ["net", "bolo"])
def test_P112_a_net_entraps_on_a_hit_and_deals_its_wound(duel, loaded, weapon):
    battle = act(duel({"hand": weapon}), 0, Act.RANGED_ATTACK)
    with loaded(battle, [19]):
        attack_all(battle)
    assert battle.phases[1].snares == NET
    assert noted(battle, 1) == {0: 1}
    battle = act(duel({"hand": weapon}), 0, Act.RANGED_ATTACK)
    with loaded(battle, [2]):
        attack_all(battle)
    assert battle.phases[1].snares == 0


@pytest.mark.rule("P120", "P121", "P124")
@pytest.mark.parametrize("weapon", ["light_crossbow", "heavy_crossbow"])
def test_P124_a_crossbow_is_empty_after_a_shot(duel, loaded, events, weapon):
    battle = act(duel({"hand": weapon}), 0, Act.RANGED_ATTACK)
    with loaded(battle, [2]):
        attack_all(battle)
    assert battle.fighters[0].loaded == 0
    with loaded(battle, []):
        attack_all(battle)
    assert len(events(battle, "lost")) == 1


@pytest.mark.rule("P124", "RP31")
def test_P124_a_lost_attack_shoots_nothing(duel, loaded):
    battle = act(duel({"hand": "light_crossbow"}), 0, Act.RANGED_ATTACK, -1)
    with loaded(battle, []):
        attack_all(battle)
    assert battle.fighters[0].loaded == 1


@pytest.mark.rule("RP38", "P112")
def test_RP38_what_is_thrown_is_gone(duel, loaded, events):
    battle = act(duel({"hand": "dagger", "stock": 3}), 0, Act.RAPID_FIRE)
    with loaded(battle, [2, 2]):
        attack_all(battle)
    assert (battle.fighters[0].stock, battle.fighters[0].hand) == (1, W["dagger"])
    with loaded(battle, [2]):
        attack_all(battle)
    assert (battle.fighters[0].stock, battle.fighters[0].hand) == (0, W["dagger"])
    assert len(events(battle, "lost")) == 1
    empty_hands(battle)
    assert battle.fighters[0].hand == UNARMED


@pytest.mark.rule("RP38", "RP39")
def test_RP38_the_last_dagger_thrown_is_no_weapon_for_melee(duel, loaded, events):
    battle = act(duel({"hand": "dagger", "stock": 0}), 0, Act.COUNTER)
    with loaded(battle, [5]):
        attack_all(battle)
    assert events(battle, "attack") == [("attack", 0, 1, UNARMED, 2, 5)]


@pytest.mark.rule("RP38")
def test_RP38_a_bow_never_runs_out(duel, loaded):
    battle = act(duel({"hand": "short_bow"}), 0, Act.RAPID_FIRE)
    with loaded(battle, [2, 2]):
        attack_all(battle)
    assert battle.fighters[0].hand == W["short_bow"]
    assert can_loose(battle, 0, 1, 1)


# --- Poison (P116, P123, RP21) --------------------------------------------------------------------


@pytest.mark.rule("P116", "P123", "RP21")
@pytest.mark.parametrize(("faces", "daze"), [([18, 10, 4], 0), ([18, 9, 4], 4), ([18, 9, 1], 1)])
def test_RP21_a_poisoned_hit_dazes_who_fails_on_strength(duel, load, faces, daze):
    blowpipe = {"hand": "blowgun", "poison": 3, "at": (3, 3)}
    target = {"strength": 2, "wounds": 1, "armour": "full_plate", "at": (6, 3)}
    battle = act(duel(blowpipe, target), 0, Act.RANGED_ATTACK)
    load(battle, faces)
    attack_all(battle)
    assert battle.phases[1].daze == daze
    assert battle.fighters[0].doses == 2
    assert noted(battle, 1) == {}


@pytest.mark.rule("RP21")
@pytest.mark.parametrize(("doses", "face"), [(0, 18), (3, 2)])
def test_RP21_no_dose_or_no_hit_no_poison(duel, loaded, doses, face):
    battle = act(duel({"hand": "blowgun", "poison": doses}), 0, Act.RANGED_ATTACK)
    with loaded(battle, [face]):
        attack_all(battle)
    assert battle.fighters[0].doses == doses
    assert battle.phases[1].daze == 0


@pytest.mark.rule("RP21")
def test_RP21_no_dose_is_used_on_the_fallen(duel, loaded):
    battle = act(duel({"hand": "blowgun", "poison": 3}, {"life": 2}), 0, Act.RANGED_ATTACK)
    with loaded(battle, []):
        attack_all(battle)
    assert battle.phases[1].hits == 1
    assert battle.fighters[0].doses == 3


@pytest.mark.rule("RP21")
def test_RP21_other_weapons_are_not_poisoned(duel, loaded):
    battle = act(duel({"hand": "dagger", "poison": 3}), 0, Act.COUNTER)
    with loaded(battle, [19]):
        attack_all(battle)
    assert battle.fighters[0].doses == 3


@pytest.mark.rule("P116", "P36")
def test_P116_only_the_extra_wound_of_a_critical_hit(duel, loaded):
    battle = act(duel({"hand": "blowgun"}), 0, Act.RANGED_ATTACK)
    with loaded(battle, [20]):
        attack_all(battle)
    assert noted(battle, 1) == {2: 1}


# --- Armour and shields (P33, P37, P39, P126 to P134, RP7) ----------------------------------------


@pytest.mark.rule(
    "P33", "P37", "P39", "P96", "P102", "P126", "P127", "P128", "P129", "P130", "P131", "P132",
    "P133", "P134", "RP7",
)  # fmt: skip
@pytest.mark.parametrize(
    ("armour", "always", "ready"),
    [
        ("none", 0, 3),
        ("leather", 2, 2),
        ("chain_mail", 1, 1),
        ("splint_mail", 1, 1),
        ("half_plate", 2, 2),
        ("full_plate", 3, 3),
    ],
)
@pytest.mark.parametrize(
    ("shield", "adds"), [("none", 0), ("buckler", 2), ("shield", 2), ("tower_shield", 1)]
)
@pytest.mark.parametrize(("hand", "parries"), [("sword", 1), ("staff", 2), ("club", 0)])
def test_P33_defense_is_ten_and_deflection(
    duel, armour, always, ready, shield, adds, hand, parries
):
    battle = duel({}, {"hand": "club", "armour": armour, "shield": shield})
    battle.fighters[1].hand = W[hand]
    begin(battle)
    assert defense(battle, 1) == 10 + ready + adds + parries
    battle.phases[1].ready = 0
    assert defense(battle, 1) == 10 + always
    assert {armour, shield} <= {*ARMOUR_NAMES, *SHIELD_NAMES}


# --- Bolt (RP23) ----------------------------------------------------------------------------------


@pytest.mark.rule("RP23", "P30", "P110")
def test_RP23_a_bolt_is_a_ranged_attack_without_increments(duel, loaded, events):
    mage = {"attack_bonus": 1, "strength": -3, "wounds": 3, "at": (3, 3)}
    row = "...^....o......"
    battle = begin(duel(mage, {"hand": "club", "at": (14, 3)}, map=LOW.format(row)))
    with loaded(battle, [16]):
        strike(battle, 0, 1, BOLT, Mode.SPELL, 1)
    assert events(battle, "attack") == [("attack", 0, 1, BOLT, 14, 16)]
    assert noted(battle, 1) == {3: 2}
    assert battle.fighters[0].used_weapon == 0


@pytest.mark.rule("RP23")
@pytest.mark.parametrize(("squares", "is_cast"), [(12, True), (13, False)])
def test_RP23_a_bolt_carries_sixty_feet(duel, squares, is_cast):
    battle = begin(duel({"at": (3, 3)}, {"at": (3 + squares, 3)}))
    assert can_hurl_bolt(battle, 0, 1) == is_cast


@pytest.mark.rule("RP23", "P36")
def test_RP23_a_critical_bolt(duel, loaded):
    battle = begin(duel())
    with loaded(battle, [20]):
        strike(battle, 0, 1, BOLT, Mode.SPELL, 1)
    assert noted(battle, 1) == {4: 3}
