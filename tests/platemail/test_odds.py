"""Exact odds: every face of the dice against closed forms (P33 to P40, P62, RP6, RP49)."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import pytest

from quintain.agents.heuristics.platemail import exchange
from quintain.envs.core.engine.dice import load_dice
from quintain.envs.platemail.enums import (
    Act,
    Mode,
)
from quintain.envs.platemail.rules.attacks import attack_all, strike
from quintain.envs.platemail.rules.guards import defense
from quintain.envs.platemail.rules.modifiers import (
    modifiers,
    penetration,
)
from quintain.envs.platemail.rules.wounds import tally
from quintain.envs.platemail.tables import (
    ARMOUR_NAMES,
    SHIELD_NAMES,
    WEAPON_NAMES,
)

MELEE = ("axe", "club", "dagger", "flail", "mace", "sword", "great_axe", "great_sword", "lance",
         "pike", "spear", "staff", "unarmed")  # fmt: skip
MISSILES = {  # Range in feet (P107)
    "dagger": 15, "bolo": 15, "net": 15, "dart": 30, "javelin": 15, "blowgun": 30, "sling": 30,
    "long_bow": 30, "short_bow": 30, "light_crossbow": 30, "heavy_crossbow": 30,
}  # fmt: skip
SHOTS = {  # what the attack's own action adds in thirds (P63, P64, P66)
    "ranged": (Act.RANGED_ATTACK, 0, 0),
    "rapid": (Act.RAPID_FIRE, 0, -1),
    "aimed": (Act.RANGED_ATTACK, 1, 1),
}
ARMOUR = {  # Deflection when Not Ready, when Ready; Absorb (P126-P131)
    "none": (0, 3, 0), "leather": (2, 2, 1), "chain_mail": (1, 1, 2), "splint_mail": (1, 1, 2),
    "half_plate": (2, 2, 3), "full_plate": (3, 3, 3),
}  # fmt: skip
SHIELDS = {"none": (0, 0), "buckler": (2, 0), "shield": (2, 1), "tower_shield": (1, 1)}
FACES = range(1, 21)


def hit_faces(bonus: int, defense: int) -> int:
    """Faces of a d20 that hit: those above Defense less bonus, and the 20 (P34, P36)."""
    return min(20, max(1, 20 - (defense - bonus)))


def bonus_by_hand(weapon: str, shield: str, stance: int) -> int:
    """Modifiers of a plain fighter's attack on a shield bearer (P23, P94, P104, P134, RP39)."""
    missing = 3 if weapon in ("great_axe", "great_sword") else 0
    against_shield = 2 if weapon == "flail" and shield != "none" else 0
    cover = -2 if shield == "tower_shield" else 0
    balance = stance - (weapon == "unarmed")
    return 3 * ((balance > 0) - (balance < 0)) + against_shield - missing + cover


def meet(duel, weapon, armour, shield, ready):
    """A phase in which red is about to strike blue, who holds a club."""
    # Two hands are the attacker's; blue holds club and shield.
    battle = duel({"hand": weapon}, {"hand": "club", "armour": armour, "shield": shield})
    battle.log = False
    battle.phase = 1
    for actor in (0, 1):
        battle.phases[actor].able = 1
    battle.phases[0].act = Act.FULL_ATTACK
    battle.phases[0].target = battle.phases[0].second_target = 1
    battle.phases[1].act = Act.COUNTER
    battle.phases[1].ready = ready
    return battle


def forget(battle):
    """Forget the hits on blue."""
    battle.phases[1].wounds[:] = 0
    battle.phases[1].hits = battle.phases[1].daze = battle.phases[1].severings = 0
    battle.fighters[1].wounds = 0


@pytest.mark.interpreted
def test_the_tables_of_this_file_are_complete():
    assert set(ARMOUR) == set(ARMOUR_NAMES)
    assert set(SHIELDS) == set(SHIELD_NAMES)
    assert set(MELEE) | set(MISSILES) == set(WEAPON_NAMES)


@pytest.mark.rule("P32", "P33", "P34", "P36", "P37", "P39", "P94", "P104")
@pytest.mark.parametrize("ready", [0, 1])
@pytest.mark.parametrize("armour", ARMOUR)
@pytest.mark.parametrize("weapon", MELEE)
def test_P34_all_faces_of_every_weapon_against_every_armour_and_shield(duel, weapon, armour, ready):
    for shield, (deflects, _) in SHIELDS.items():
        battle = meet(duel, weapon, armour, shield, ready)
        number = 10 + ARMOUR[armour][ready] + deflects * ready
        bonus = bonus_by_hand(weapon, shield, 0)
        hits = wounds = 0
        for face in FACES:
            forget(battle)
            load_dice(battle, [face, 1])
            strike(battle, 0, 1, WEAPON_NAMES.index(weapon), Mode.MELEE, 1)
            hits += int(battle.phases[1].hits)
            wounds += int(battle.phases[1].wounds.sum())
        assert hits == hit_faces(bonus, number)
        assert wounds == hits + 1  # one face is critical


@pytest.mark.rule("P34", "P36", "P63", "P64", "P66", "P104", "P107", "P108", "P134", "RP8")
@pytest.mark.parametrize("shot", SHOTS)
@pytest.mark.parametrize("armour", ARMOUR)
@pytest.mark.parametrize("weapon", MISSILES)
def test_P107_all_faces_of_every_missile_at_every_increment(duel, weapon, armour, shot):
    act, aimed, favor = SHOTS[shot]
    increment = MISSILES[weapon] // 5  # squares
    weak = -2 if weapon == "long_bow" else 0
    for shield, (deflects, _) in SHIELDS.items():
        battle = meet(duel, weapon, armour, shield, 1)
        battle.phases[0].act, battle.fighters[0].aimed = act, aimed
        number = 10 + ARMOUR[armour][1] + deflects
        cover = -2 if shield == "tower_shield" else 0
        for squares in (
            1,
            *(increment * part + far for part in (1, 2, 3) for far in (0, 1)),
            4 * increment,
        ):
            battle.phases[1].start_x = battle.phases[0].start_x + squares
            bonus = 3 * favor - 2 * ((squares - 1) // increment) + weak + cover
            hits = 0
            for face in FACES:
                forget(battle)
                load_dice(battle, [face, 1])
                strike(battle, 0, 1, WEAPON_NAMES.index(weapon), Mode.MISSILE, 1)
                hits += int(battle.phases[1].hits)
            assert hits == hit_faces(bonus, number), (shield, squares)


@pytest.mark.interpreted
@pytest.mark.rule("P22", "P23", "P62", "P61")
@pytest.mark.parametrize("stance", [-1, 0, 1])
def test_P62_all_faces_with_favor_and_disfavor(duel, stance):
    battle = meet(duel, "sword", "leather", "none", 1)
    battle.phases[1].melee = stance
    hits = 0
    for face in FACES:
        forget(battle)
        load_dice(battle, [face])
        strike(battle, 0, 1, WEAPON_NAMES.index("sword"), Mode.MELEE, 1)
        hits += int(battle.phases[1].hits)
    assert hits == hit_faces(bonus_by_hand("sword", "none", stance), 12) == 8 + 3 * stance


@pytest.mark.interpreted
@pytest.mark.rule("P36", "P45")
@pytest.mark.parametrize(("wounds", "attack_bonus"), [(0, 4), (0, 0), (3, 0), (12, 0)])
def test_P36_all_faces_down_to_the_20_alone(duel, wounds, attack_bonus):
    battle = meet(duel, "club", "full_plate", "shield", 1)
    battle.fighters[0].wounds = wounds
    battle.fighters[0].attack_bonus = attack_bonus
    hits = 0
    for face in FACES:
        forget(battle)
        load_dice(battle, [face])
        strike(battle, 0, 1, WEAPON_NAMES.index("club"), Mode.MELEE, 1)
        hits += int(battle.phases[1].hits)
    assert hits == hit_faces(attack_bonus - wounds, 15)


# --- RP6: both sides of each boundary -------------------------------------------------------------


@pytest.mark.interpreted
@pytest.mark.rule("P38", "P40", "RP6")
@pytest.mark.parametrize("full_absorb", [False, True])
@pytest.mark.parametrize("armour", ARMOUR)
@pytest.mark.parametrize(("shield", "adds"), [("none", 0), ("shield", 1)])
def test_RP6_both_sides_of_each_boundary(duel, armour, shield, adds, full_absorb):
    battle = duel({}, {"armour": armour, "shield": shield}, rules={"full_absorb": full_absorb})
    phase = battle.phases[1]
    phase.able = phase.ready = 1
    whole = ARMOUR[armour][2] + adds
    for used in range(whole + 1):  # stopped by as many Wounds of Penetration 0
        left = whole if full_absorb and used < whole else whole - used
        for pierce in (left - 1, left):
            if pierce < 0 or (used and pierce == 0):
                continue
            battle.fighters[1].wounds = 0
            phase.wounds[:] = 0
            phase.wounds[0] = used
            phase.wounds[pierce] += 1
            expected = 1 if pierce >= left else 0
            assert tally(battle) == expected, (used, pierce)


# --- RP49: Wounds a phase by a sword's Full Attack on a Counter -----------------------------------


def expected_wounds(bonus, number, pierce, absorb, attacks=2):
    """Wounds past Absorb of a number of attacks, in closed form (P36, P44, RP6)."""
    hit, critical = Fraction(hit_faces(bonus, number), 20), Fraction(1, 20)
    results = ((1 - hit, []), (hit - critical, [pierce]), (critical, [pierce + 1] * 2))
    total = Fraction(0)
    for outcome in itertools.product(results, repeat=attacks):
        left, past = absorb, 0
        for wound in sorted(itertools.chain.from_iterable(wounds for _, wounds in outcome)):
            if wound >= left:
                past += 1
            else:
                left -= 1
        total += math.prod(chance for chance, _ in outcome) * past
    return total


@pytest.mark.interpreted
@pytest.mark.rule("RP49", "P61", "P62", "RP6")
@pytest.mark.parametrize(
    ("armour", "shield", "printed"),
    [
        ("leather", "none", "0.22"),
        ("leather", "shield", "0.11"),
        ("chain_mail", "none", "0.12"),
        ("chain_mail", "shield", "0.02"),
        ("full_plate", "none", "0.02"),
        ("full_plate", "shield", "0.00"),
    ],
)
def test_RP49_a_swords_full_attack_on_a_counter(duel, armour, shield, printed):
    battle = meet(duel, "sword", armour, shield, 1)
    battle.fighters[1].hand = WEAPON_NAMES.index("sword")
    battle.phases[1].melee = -1
    number = int(defense(battle, 1))
    faces = (1, 19, 20)  # a miss, a hit, a critical hit
    hit = hit_faces(-3, number)
    chances = (Fraction(20 - hit, 20), Fraction(hit - 1, 20), Fraction(1, 20))
    average = Fraction(0)
    for (one, p), (other, q) in itertools.product(zip(faces, chances, strict=True), repeat=2):
        if p * q == 0:
            continue
        forget(battle)
        load_dice(battle, [one, other])
        attack_all(battle)
        average += p * q * int(tally(battle))
    absorb = ARMOUR[armour][2] + SHIELDS[shield][1]
    assert average == expected_wounds(-3, number, 0, absorb)
    assert abs(average - Fraction(printed)) <= Fraction(1, 200)


@pytest.mark.interpreted
@pytest.mark.rule("P34", "P36", "RP6")
@pytest.mark.parametrize("attacks", [1, 2, 3])
def test_RP6_the_heuristics_use_the_closed_form(attacks):
    for bonus, number, pierce, absorb in itertools.product(
        (-6, -3, 0, 3), (10, 13, 16), range(4), range(5)
    ):
        chance = exchange.hit_chance(bonus, number)
        computed = exchange.expected_wounds(attacks, chance, absorb, pierce)
        exact = expected_wounds(bonus, number, pierce, absorb, attacks)
        assert computed == pytest.approx(float(exact), abs=1e-12)


# --- The numbers behind the rolls -----------------------------------------------------------------


@pytest.mark.interpreted
@pytest.mark.rule("P33", "P40", "P104")
def test_P33_the_closed_forms_take_the_rules_own_numbers(duel):
    for weapon, shield in itertools.product(MELEE, SHIELDS):
        battle = meet(duel, weapon, "leather", shield, 1)
        arm = WEAPON_NAMES.index(weapon)
        assert modifiers(battle, 0, 1, arm, Mode.MELEE) == bonus_by_hand(weapon, shield, 0)
        assert penetration(battle, 0, 1, arm, Mode.MELEE) <= 1
