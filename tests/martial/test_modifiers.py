"""Modifiers of an attack roll: attributes, size, position, sight, several attacks."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import (
    Kind,
    Life,
    Maneuver,
)
from quintain.envs.martial.rules.attack_roll import modifiers
from quintain.envs.martial.rules.positioning import sight
from quintain.envs.martial.rules.rounds_and_actions import attack_steps
from quintain.envs.martial.state import (
    TURN_FRAME,
)

pytestmark = pytest.mark.interpreted

# Level 3: martial bonus 1.
PLAIN = {"strength": 2, "dexterity": 1, "held": ["axe"], "armour": "none"}
BOW = {"dexterity": 2, "held": ["bow"], "armour": "none"}
CROSSBOW = {"dexterity": 2, "held": ["crossbow"], "armour": "none"}
DAGGER = {"strength": 0, "held": ["dagger"], "armour": "none"}
FAR = {"at": (10, 3)}  # 6 squares from (4, 3)


def record(battle, kind="melee", slot=0, attacker=0, target=None, **fields):
    """An attack of red_0 on the first of blue, not yet rolled."""
    victim = int(battle.side_size[0]) if target is None else target
    attack_steps.begin_attack(battle, TURN_FRAME, attacker, victim, int(Kind[kind.upper()]), slot)
    attack = battle.attacks[TURN_FRAME]
    if "maneuver" in fields:
        fields["maneuver"] = Maneuver[fields["maneuver"].upper()]
    for key, value in fields.items():
        attack[key] = value
    return attack


def bonus(battle, kind="melee", slot=0, **fields):
    """The bonus on the natural roll."""
    return int(modifiers.attack_bonus(battle, record(battle, kind, slot, **fields)))


def net(battle, kind="melee", slot=0, **fields):
    """Advantages less disadvantages."""
    return int(modifiers.net_advantage(battle, record(battle, kind, slot, **fields)))


# --- What is added (D5 to D7, D69, D73, D75, D78, D80, RD10, RD24) --------------------------------


@pytest.mark.rule("D5", "D6", "RD24")
@pytest.mark.parametrize(("level", "expected"), [(1, 3), (3, 3), (4, 4), (8, 5), (10, 5)])
def test_D5_martial_bonus_and_an_attribute(battle_of, level, expected):
    assert bonus(battle_of([{**PLAIN, "level": level}])) == expected


@pytest.mark.rule("D7", "D69", "D75", "D80", "H1")
@pytest.mark.parametrize(
    ("kind", "strength", "dexterity", "wisdom", "best"),
    [
        ("melee", 3, 1, 4, 3),
        ("melee", 1, 3, 4, 3),
        ("melee", -1, -1, 4, -1),
        ("shot", 4, 2, 1, 2),
        ("shot", 4, 1, 3, 3),
        ("throw", 4, 2, 1, 4),
        ("throw", 1, 4, 2, 4),
        ("throw", 0, 1, 3, 3),
    ],
)
def test_D7_the_kind_of_attack_decides_on_the_attribute(
    battle_of, kind, strength, dexterity, wisdom, best
):
    held = {"melee": "axe", "shot": "bow", "throw": "dagger"}[kind]
    person = {"strength": strength, "dexterity": dexterity, "wisdom": wisdom, "held": [held]}
    assert bonus(battle_of([person]), kind) == 1 + best


@pytest.mark.rule("D73", "D78")
@pytest.mark.parametrize(("power", "expected"), [(0, 3), (1, 5), (3, 9)])
def test_D73_two_for_each_stamina(battle_of, power, expected):
    assert bonus(battle_of([PLAIN]), power=power) == expected
    assert bonus(battle_of([BOW]), "shot", power=power) == expected


@pytest.mark.rule("RD10", "D43")
def test_RD10_the_sickened_lose_2(battle_of):
    battle = battle_of([{**PLAIN, "sickened": True}])
    assert (bonus(battle), net(battle)) == (1, 0)


@pytest.mark.rule("RD16", "D49", "D51", "RD36")
@pytest.mark.parametrize(
    ("maneuver", "expected"),
    [
        ("disarm", 1 + 1 + 2),  # Acrobatics, trained
        ("trip", 1 + 1 + 2),
        ("reposition", 1 + 1 + 2),
        ("shove", 1 + 3),  # Athletics, untrained
        ("grapple", 1 + 3),
        ("drag", 1 + 3),
        ("overrun", 1 + 3),
        ("steal", 1 + 1),  # Thievery
        ("trick", 1 + 1),
        ("sunder", 1 + 3),  # Strength alone
    ],
)
def test_RD16_a_maneuver_adds_its_skill(battle_of, maneuver, expected):
    person = {"strength": 3, "dexterity": 1, "trained": ["acrobatics"], "held": ["axe"]}
    assert bonus(battle_of([person]), "maneuver", maneuver=maneuver) == expected


@pytest.mark.rule("RD17")
@pytest.mark.parametrize(
    ("trained", "injuries", "expected", "disadvantage"),
    [
        (["athletics"], {}, 1 + 2 + 2, 0),
        (["acrobatics"], {}, 1 + 1 + 2, 0),
        ([], {}, 1 + 2, 0),
        (["athletics"], {"hand": 1}, 1 + 1, 0),  # Acrobatics needs no hands
        (["athletics"], {"foot": 1}, 1 + 2 + 2, -1),
    ],
)
def test_RD17_the_better_skill_gets_out_of_a_grapple(
    battle_of, trained, injuries, expected, disadvantage
):
    battle = battle_of([{**PLAIN, "trained": trained, "injuries": injuries}])
    fields = {"maneuver": "grapple", "escape": True}
    assert bonus(battle, "maneuver", **fields) == expected
    assert net(battle, "maneuver", **fields) == disadvantage


# --- Size (D53, D55, RD30) ------------------------------------------------------------------------

BODIES = ["sprite", "halfling", "human", "horned_brute", "two_headed_giant"]


@pytest.mark.rule("D53", "D55", "RD30")
@pytest.mark.parametrize("attacker", range(5))
@pytest.mark.parametrize("target", range(5))
def test_D53_size_doubles_in_melee_and_the_other_way_in_maneuvers(battle_of, attacker, target):
    steps = (0, 1, 2, 4, 8)
    larger = target - attacker
    size = steps[larger] if larger >= 0 else -steps[-larger]
    battle = battle_of([{**PLAIN, "body": BODIES[attacker]}], [{"body": BODIES[target]}])
    assert bonus(battle) == 3 + size
    assert bonus(battle, "maneuver", maneuver="sunder") == 3 - size
    assert bonus(battle, "throw") == 3


# --- Prone (D59, D60) -----------------------------------------------------------------------------


@pytest.mark.rule("D59", "D60")
@pytest.mark.parametrize(
    ("own", "other", "melee", "shot", "throw", "crossbow"),
    [
        (False, False, 0, 0, 0, 0),
        (False, True, 1, -1, -1, -1),
        (True, False, -1, 0, -1, 1),
        (True, True, 1, -1, -2, 0),
    ],
)
def test_D59_D60_lying(battle_of, own, other, melee, shot, throw, crossbow):
    blue = [{"prone": other}]
    assert net(battle_of([{**PLAIN, "prone": own}], blue)) == melee
    trip = battle_of([{**PLAIN, "prone": own}], blue)
    assert net(trip, "maneuver", maneuver="sunder") == melee
    assert net(battle_of([{**DAGGER, "prone": own}], blue), "throw") == throw
    assert net(battle_of([{**CROSSBOW, "prone": own}], blue), "shot") == crossbow
    if not own:  # who lies uses no bow
        assert net(battle_of([BOW], blue), "shot") == shot


# --- Flanking (D58, RD27) -------------------------------------------------------------------------


@pytest.mark.rule("D58")
@pytest.mark.parametrize(
    ("ally", "expected"),
    [
        ((6, 3), 1),  # straight across
        ((6, 2), 0),  # not quite
        ((6, 4), 0),
        ((5, 2), 0),
        ((7, 3), 0),  # opposite, not adjacent
    ],
)
def test_D58_flanking_from_opposite_sides(battle_of, ally, expected):
    battle = battle_of([PLAIN, {**PLAIN, "held": ["spear"], "at": ally}])
    assert net(battle) == expected


@pytest.mark.rule("D58")
@pytest.mark.parametrize(("ally", "expected"), [((6, 2), 1), ((6, 4), 0), ((6, 3), 0)])
def test_D58_flanking_from_opposite_corners(battle_of, ally, expected):
    battle = battle_of([{**PLAIN, "at": (4, 4)}, {**PLAIN, "at": ally}], [{"at": (5, 3)}])
    assert net(battle) == expected


@pytest.mark.rule("D58", "RD27", "RD8")
@pytest.mark.parametrize(
    ("ally", "expected"),
    [
        ({}, 1),
        ({"reactions": 0}, 1),
        ({"held": []}, 1),  # with bare hands
        ({"prone": True}, 1),
        ({"life": Life.EXHAUSTION}, 0),
        ({"stunned": 1}, 0),
        ({"acted": False}, 0),
        ({"tricked": True}, 0),
        ({"disabled": [2, 0, 0, 0], "held": ["bow"]}, 0),  # nothing to strike with
    ],
)
def test_D58_both_must_threaten(battle_of, ally, expected):
    battle = battle_of([PLAIN, {**PLAIN, "at": (6, 3), **ally}])
    assert net(battle) == expected
    assert sight.are_flanking(battle, 0, 2) == (expected == 1)


@pytest.mark.rule("D58")
def test_D58_only_for_melee_and_at_one_height(battle_of):
    ally = {**PLAIN, "at": (6, 3)}
    assert net(battle_of([DAGGER, ally]), "throw") == -1  # an ally is in the fray (D76)
    assert net(battle_of([PLAIN, ally]), "maneuver", maneuver="trip") == 1
    assert net(battle_of([PLAIN, {"base": "sprite", "at": (6, 3), "flying": True}])) == 0
    assert net(battle_of([{**PLAIN, "held": ["spear"], "at": (3, 3)}, {**ally, "at": (7, 3)}])) == 0


# --- Cover (D56, D57, H3) and sight (D30, RD11) ---------------------------------------------------


@pytest.mark.rule("D56", "D57", "H3")
@pytest.mark.parametrize("kind", ["shot", "throw"])
@pytest.mark.parametrize(
    ("rows", "red", "blue", "cover"),
    [
        ("........\n........\n........", (0, 1), (6, 1), 0),
        ("........\n........\n.....#..", (0, 1), (6, 1), 0),  # beside the line
        ("........\n....o...\n........\n........", (0, 0), (6, 2), 1),
        ("........\n.....o..\n........", (0, 1), (6, 1), 2),
        ("........\n.o......\n........", (0, 1), (6, 1), 0),  # next to the shooter
        ("........\n.....o..\n........", (6, 1), (0, 1), 0),
    ],
)
def test_D56_cover_and_total_cover(battle_of, kind, rows, red, blue, cover):
    person = BOW if kind == "shot" else {**DAGGER, "strength": 4}
    battle = battle_of([{**person, "at": red}], [{"at": blue}], map=rows)
    assert sight.cover_of(battle, 0, 1) == cover
    assert net(battle, kind) == -cover - (1 if kind == "throw" else 0)  # 30 feet


@pytest.mark.rule("D56", "D57", "H3")
def test_D56_low_obstacles_hide_nobody_in_the_air(battle_of):
    rows = "........\n.....o..\n........"
    for flying, cover in ((False, 2), (True, 0)):
        sprite = {"base": "sprite", "at": (6, 1), "flying": flying}
        assert net(battle_of([{**BOW, "at": (0, 1)}], [sprite], map=rows), "shot") == -cover


@pytest.mark.rule("D56", "H3")
def test_D56_in_melee_with_a_long_reach_too(battle_of):
    # Low obstacles next to the attacker do not cover, high ones do.
    for letter, cover in ((".", 0), ("o", 0), ("#", 1)):
        rows = f".....\n.....\n..{letter}..\n....."
        battle = battle_of([{"held": ["spear"], "at": (1, 1)}], [{"at": (3, 2)}], map=rows)
        assert net(battle) == -cover


@pytest.mark.rule("D30", "RD11", "D57", "RD43")
@pytest.mark.parametrize(
    ("injuries", "expected"),
    [({}, 0), ({"eye": [1, 0]}, -1), ({"eye": [2, 0]}, -1), ({"eye": [1, 1]}, -2)],
)
def test_D30_an_injured_eye_is_a_disadvantage_two_blind(battle_of, injuries, expected):
    assert net(battle_of([{**PLAIN, "injuries": injuries}])) == expected


@pytest.mark.rule("RD11")
def test_RD11_the_blinded_get_no_more_disadvantage_from_cover(battle_of):
    rows = "........\n....o...\n........\n........"
    for eyes, expected in (([0, 0], -1), ([1, 0], -2), ([1, 1], -2)):
        person = {**BOW, "at": (0, 0), "injuries": {"eye": eyes}}
        assert net(battle_of([person], [{"at": (6, 2)}], map=rows), "shot") == expected
    horror = {"base": "horror", "injuries": {"eye": [1, 1, 1]}}
    assert net(battle_of([horror]), slot=2) == -3  # total cover stands for two of its eyes


# --- Injuries, exhaustion, helplessness (D37, RD7, RD29, D31 to D36) ------------------------------


@pytest.mark.rule("D37", "RD7", "RD43")
@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({"injuries": {"head": 1}}, -1),
        ({"stamina": 1}, 0),
        ({"stamina": 0}, -1),
        ({"stamina": 0, "injuries": {"head": 1, "eye": 1}}, -3),
        ({"base": "giant", "injuries": {"head": [1, 0]}}, 0),
        ({"base": "giant", "injuries": {"head": [1, 1]}}, -1),
    ],
)
def test_D37_what_worsens_every_d20(battle_of, state, expected):
    battle = battle_of([{**PLAIN, **state}])
    assert net(battle) == expected
    assert net(battle, "maneuver", maneuver="sunder") == expected


@pytest.mark.rule("RD29", "D15", "D59")
def test_RD29_two_advantages_against_the_helpless(battle_of):
    blue = [{"life": Life.COMA, "prone": True}]
    assert net(battle_of([PLAIN], blue)) == 3  # lying as well
    assert net(battle_of([BOW], blue), "shot") == 1
    assert net(battle_of([PLAIN], [{"stunned": 1}])) == 0


@pytest.mark.rule("RD16", "D31", "D32", "D35", "D36", "RD19")
@pytest.mark.parametrize(
    ("state", "trip", "shove", "steal", "strike"),
    [
        ({"injuries": {"hand": 1}}, 0, -1, -1, 0),
        ({"injuries": {"arm": 1}}, -2, -2, -2, 0),
        ({"injuries": {"foot": 1}}, -1, -1, 0, 0),
        ({"injuries": {"leg": 1}}, -2, -2, 0, 0),
        ({"armour": "heavy"}, -1, 0, 0, 0),
    ],
)
def test_RD16_what_worsens_the_skill_worsens_the_maneuver(
    battle_of, state, trip, shove, steal, strike
):
    battle = battle_of([{**PLAIN, **state}])
    for maneuver, expected in (("trip", trip), ("shove", shove), ("steal", steal)):
        assert net(battle, "maneuver", maneuver=maneuver) == expected
    assert net(battle, "maneuver", maneuver="sunder") == 0
    assert net(battle) == strike


# --- Opened defences and Charge (D70, D71, RD15) --------------------------------------------------


@pytest.mark.rule("D70", "D71", "RD15", "RD43")
@pytest.mark.parametrize("exposed", [0, 1, 3])
def test_D70_D71_melee_attacks_against_opened_defences(battle_of, exposed):
    blue = [{"exposed": exposed}]
    assert net(battle_of([PLAIN], blue)) == exposed
    assert net(battle_of([PLAIN], blue), "maneuver", maneuver="trip") == exposed
    assert net(battle_of([BOW], blue), "shot") == 0
    assert net(battle_of([DAGGER], blue), "throw") == 0


@pytest.mark.rule("RD15", "D85")
def test_RD15_a_charge_is_an_advantage(battle_of):
    assert net(battle_of([PLAIN]), charge=True) == 1


# --- Several attacks (D68, D72, D74, D79) ---------------------------------------------------------


@pytest.mark.rule("D68")
@pytest.mark.parametrize("attacks", [0, 1, 2])
def test_D68_one_disadvantage_for_each_earlier_attack_action(battle_of, attacks):
    battle = battle_of([{**PLAIN, "attacks": attacks}])
    assert modifiers.iterative_disadvantage(battle.fighters[0]) == attacks
    assert net(battle, penalty=attacks) == -attacks


@pytest.mark.rule("D79")
@pytest.mark.parametrize(("shots", "expected"), [(1, 0), (2, 1), (3, 2)])
def test_D79_one_disadvantage_for_each_shot_beyond_the_first(shots, expected):
    assert modifiers.rapid_disadvantage(shots) == expected


@pytest.mark.rule("D74", "D68")
@pytest.mark.parametrize("reckless", [0, 1, 6])
def test_D74_one_disadvantage_for_each_reckless_degree(battle_of, reckless):
    assert net(battle_of([PLAIN]), reckless=reckless, penalty=1) == -1 - reckless


# --- Distance (D75, D80, RD41) --------------------------------------------------------------------


@pytest.mark.rule("D75", "RD41", "RD18")
@pytest.mark.parametrize(
    ("held", "squares", "expected"),
    [
        ("bow", 11, 0),
        ("bow", 12, -1),
        ("bow", 23, -1),
        ("bow", 24, -2),
        ("crossbow", 15, 0),
        ("crossbow", 16, -1),
    ],
)
def test_D75_a_disadvantage_for_each_full_increment(battle_of, held, squares, expected):
    battle = battle_of([{**BOW, "held": [held], "at": (2, 3)}], [{"at": (2 + squares, 3)}])
    assert net(battle, "shot") == expected


@pytest.mark.rule("D80", "D75", "RD41")
@pytest.mark.parametrize(
    ("held", "strength", "squares", "expected"),
    [
        ("axe", 0, 1, 0),
        ("axe", 0, 2, -1),
        ("axe", 0, 3, -1),
        ("axe", 0, 4, -2),
        ("dagger", 0, 2, -1),
        ("axe", -1, 2, -1),  # no shorter for a penalty
        ("axe", 1, 2, 0),
        ("axe", 1, 3, -1),
        ("dagger", 4, 5, 0),
        ("dagger", 4, 6, -1),
        ("shield", 2, 4, -1),
    ],
)
def test_D80_throws_go_10_feet_and_5_for_each_strength(
    battle_of, held, strength, squares, expected
):
    person = {**DAGGER, "strength": strength, "held": [held], "at": (2, 3)}
    assert net(battle_of([person], [{"at": (2 + squares, 3)}]), "throw") == expected


@pytest.mark.rule("RD27", "D75", "H2", "H5")
def test_RD27_diagonals_are_5_feet_and_flyers_10_feet_up(battle_of):
    battle = battle_of([{**BOW, "at": (0, 0)}], [{"base": "sprite", "at": (3, 2)}])
    assert sight.feet_between(battle, 0, 1) == 15
    battle.fighters[1].x = battle.fighters[1].y = 1
    for flying, feet in ((False, 5), (True, 10)):
        battle.fighters[1].flying = flying
        assert sight.feet_between(battle, 0, 1) == feet


# --- Shooting into a fight (D76, RD41) ------------------------------------------------------------


@pytest.mark.rule("D76", "RD41")
@pytest.mark.parametrize(
    ("ally", "target", "expected"),
    [
        ({"at": (11, 3)}, {}, -1),
        ({"at": (11, 4)}, {}, -1),
        ({"at": (12, 3)}, {}, 0),  # 10 feet off
        ({"at": (12, 3), "held": ["spear"]}, {}, 0),  # engaged, yet 10 feet off
        ({"at": (11, 3), "life": Life.COMA}, {"acted": False}, 0),  # neither threatens the other
        ({"at": (11, 3), "life": Life.COMA}, {}, -1),  # the enemy threatens the ally
        ({"at": (11, 3), "life": Life.DEAD}, {}, 0),
        ({"at": (11, 3)}, {"base": "brute"}, -1),  # one size larger than the ally
        ({"at": (11, 3)}, {"base": "giant"}, 0),  # two
        ({"at": (11, 3), "base": "halfling_scout"}, {"base": "brute"}, 0),
    ],
)
def test_D76_care_for_an_ally_in_the_fray(battle_of, ally, target, expected):
    battle = battle_of([BOW, ally], [{**FAR, **target}])
    assert net(battle, "shot") == expected


@pytest.mark.rule("D76")
def test_D76_not_for_enemies_who_fight_nobody_and_not_in_melee(battle_of):
    assert net(battle_of([BOW], [FAR]), "shot") == 0
    assert net(battle_of([PLAIN, {"at": (6, 2)}])) == 0
    assert net(battle_of([{**DAGGER, "strength": 4}, {"at": (11, 3)}], [FAR]), "throw") == -2
