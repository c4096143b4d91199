"""The tables of injuries, cell by cell, for every part of every body (D20 to D45).

Dice: a natural 20 lets a fighter of level 10 and Constitution +4 succeed at every check, a 1 fail.
"""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import (
    Condition,
    Life,
    Part,
    Severity,
    Skill,
)
from quintain.envs.martial.rules.attack_roll import checks
from quintain.envs.martial.rules.attack_roll.modifiers import eye_disadvantage
from quintain.envs.martial.rules.injuries import bodies, mobility
from quintain.envs.martial.rules.injuries.wounds import begin_injured, injure, open_severity
from quintain.envs.martial.rules.rounds_and_actions import items
from quintain.envs.martial.state import (
    HANDS,
)
from quintain.envs.martial.tables import (
    ACTION_POINTS,
    BODY_NAMES,
    BODY_NATURAL,
    HAS_CONSTITUTION,
    NONE,
    PART_COUNT,
    PART_NAMES,
    WEAPON_NAMES,
    WEAPON_PART,
)

pytestmark = pytest.mark.interpreted

HURT_SKILLS = {  # disadvantages of the first injury
    "ear": {"perception": 1},
    "nose": {"perception": 1, "survival": 1},
    "tail": {"acrobatics": 1},  # the advantage of a tail is lost
    "wing": {"fly": 1},
    "eye": {"perception": 1},
    "hand": {"athletics": 1, "thievery": 1},
    "foot": {"acrobatics": 1, "athletics": 1},
    "horn": {},
    "mouth": {},
    "arm": {"acrobatics": 2, "athletics": 2, "thievery": 2},
    "leg": {"acrobatics": 2, "athletics": 2},
    "head": {},
    "heart": {},
}
DESTROYED_BY = {"ear": 2, "tail": 2, "wing": 2, "eye": 2, "hand": 3, "foot": 3, "horn": 2,
                "mouth": 3, "arm": 3, "leg": 3, "head": 4, "heart": 2}  # fmt: skip
DISABLED_BY = {"tail": 1, "wing": 1, "hand": 2, "foot": 2, "horn": 1, "mouth": 2, "arm": 2,
               "leg": 2}  # fmt: skip


def count(body, kind):
    """How many parts of a kind a body has."""
    return int(PART_COUNT[BODY_NAMES.index(body), Part[kind.upper()]])


def with_kind(*kinds):
    """The bodies that have all these kinds of parts."""
    return [body for body in BODY_NAMES if all(count(body, kind) for kind in kinds)]


def each_part(*, without=()):
    """Every single part of every body: body, kind, which of the kind."""
    return [
        (body, kind, which)
        for body in BODY_NAMES
        for kind in PART_NAMES
        for which in range(count(body, kind))
        if kind not in without
    ]


def parts_of(kind):
    """Every part of a kind: body, which."""
    return [(body, which) for body, name, which in each_part() if name == kind]


def has_constitution(body):
    """Whether the creature makes Constitution checks."""
    return bool(HAS_CONSTITUTION[BODY_NAMES.index(body)])


@pytest.fixture
def one(battle_of):
    """A battle in which blue_0 has some body; it is red's turn."""

    def build(body="human", /, **more):
        plain = {"held": [], "armour": "none", "trained": [], "level": 10, "constitution": 4}
        if not has_constitution(body):
            plain["constitution"] = 0
        return battle_of(blue=[{**plain, "body": body, **more}])

    return build


@pytest.fixture
def hurt(loaded, part_number):
    """Injure blue_0: kind of part, which of them, how often, with which dice."""

    def times(battle, kind, which=0, times=1, faces=()):
        with loaded(battle, faces):
            injure(battle, 0, 1, part_number(battle.fighters[1], kind, which), times)
        return battle.fighters[1]

    return times


def disadvantages(fighter):
    """The disadvantage of each skill, those without left out."""
    worse = {skill.name.lower(): int(checks.check_disadvantage(fighter, skill)) for skill in Skill}
    return {skill: by for skill, by in worse.items() if by}


def worse_than_unhurt(battle_of, fighter, body):
    """How much worse each skill is than that of an unhurt one."""
    whole = battle_of([{"held": [], "armour": "none", "body": body}]).fighters[0]
    before, after = disadvantages(whole), disadvantages(fighter)
    changes = {skill: after.get(skill, 0) - before.get(skill, 0) for skill in {*before, *after}}
    return {skill: by for skill, by in changes.items() if by}


def has_natural(fighter, name):
    """Whether a natural weapon can be used."""
    slots = list(BODY_NATURAL[fighter.body])
    return bool(items.is_usable(fighter, HANDS + slots.index(WEAPON_NAMES.index(name))))


def bodies_of_weapon(name):
    """The bodies with a natural weapon."""
    number = WEAPON_NAMES.index(name)
    return [body for body, slots in zip(BODY_NAMES, BODY_NATURAL, strict=True) if number in slots]


CHECKS = {("head", 2): 2, ("head", 3): 2, ("heart", 1): 1}
"""Dice of a check: those of the head with its concussion, that of the heart without."""


def dice_of(body, kind, injuries):
    """Dice with which a body succeeds at all checks of a number of injuries."""
    if not has_constitution(body) or (kind == "head" and count(body, "head") > 1):
        return []
    return [20] * sum(CHECKS.get((kind, stage), 0) for stage in range(1, injuries + 1))


# --- What all parts have in common ----------------------------------------------------------------


@pytest.mark.rule("D20", "D21")
@pytest.mark.parametrize(
    ("degrees", "severity"),
    [(-1, NONE), (0, "MINOR"), (1, "MAJOR"), (2, "SEVERE"), (3, "DEADLY"), (4, "FATAL"),
     (5, "FATAL"), (10, "FATAL")],
)  # fmt: skip
def test_D21_each_degree_opens_the_next_class(degrees, severity):
    assert open_severity(degrees) == (Severity[severity] if severity != NONE else NONE)


@pytest.mark.rule("D26", "D27", "D28", "D29", "D30", "D31", "D32", "D33", "D34", "D35", "D36")
@pytest.mark.parametrize(("body", "kind", "which"), each_part())
def test_D26_to_D36_the_first_injury_hinders_these_skills(one, hurt, battle_of, body, kind, which):
    fighter = hurt(one(body), kind, which, 1, dice_of(body, kind, 1))
    assert worse_than_unhurt(battle_of, fighter, body) == HURT_SKILLS[kind]


@pytest.mark.rule("RD43")
@pytest.mark.parametrize(("body", "kind", "which"), each_part(without=["heart"]))
def test_RD43_the_second_injury_of_a_part_hinders_skills_no_more(
    one, hurt, battle_of, body, kind, which
):
    fighter = hurt(one(body), kind, which, 2, dice_of(body, kind, 2))
    assert worse_than_unhurt(battle_of, fighter, body) == HURT_SKILLS[kind]


@pytest.mark.rule("RD43")
def test_RD43_skills_suffer_from_every_injured_part(one, hurt, battle_of):
    battle = one("human")
    for kind, which in [("hand", 0), ("hand", 1), ("foot", 0), ("arm", 1), ("leg", 0)]:
        fighter = hurt(battle, kind, which)
    worse = {"acrobatics": 1 + 2 + 2, "athletics": 2 + 1 + 2 + 2, "thievery": 2 + 2}
    assert worse_than_unhurt(battle_of, fighter, "human") == worse


@pytest.mark.rule("D26", "D28", "D29", "D30", "D31", "D32", "D33", "D34", "D35", "D36", "D40",
                  "D43")  # fmt: skip
@pytest.mark.parametrize(("body", "kind", "which"), each_part(without=["nose"]))  # RD44, below
def test_D26_to_D43_which_injury_destroys(one, hurt, part_number, body, kind, which):
    last = DESTROYED_BY[kind]
    for injuries in range(1, last + 1):
        fighter = hurt(one(body), kind, which, injuries, dice_of(body, kind, injuries))
        part = part_number(fighter, kind, which)
        assert fighter.injuries[part] == injuries
        assert bodies.is_destroyed(fighter, part) == (injuries == last)
        assert bodies.is_part_open(fighter, part, Severity.FATAL) == (injuries < last)


@pytest.mark.rule("RD44", "D23")
@pytest.mark.parametrize(("body", "kind", "which"), each_part(without=["nose"]))
def test_RD44_what_is_destroyed_takes_no_more_injuries(one, hurt, part_number, body, kind, which):
    last = DESTROYED_BY[kind]
    fighter = hurt(one(body), kind, which, last + 3, dice_of(body, kind, last))
    assert fighter.injuries[part_number(fighter, kind, which)] == last
    assert fighter.injured_count == last


@pytest.mark.rule("RD44", "D27")
@pytest.mark.parametrize("body", with_kind("nose"))
def test_RD44_a_nose_has_no_second_stage(one, hurt, part_number, body):
    fighter = hurt(one(body), "nose", 0, 5)
    assert fighter.injuries[part_number(fighter, "nose")] == 5
    assert not bodies.is_destroyed(fighter, part_number(fighter, "nose"))
    assert bodies.injury_sum(fighter) == 5
    assert disadvantages(fighter)["perception"] == 1


@pytest.mark.rule("D28", "D29", "D31", "D32", "D33", "D34", "D35", "D36")
@pytest.mark.parametrize(
    ("body", "kind", "which"), each_part(without={*PART_NAMES} - {*DISABLED_BY})
)
def test_D28_to_D36_which_injury_disables_the_natural_attack(
    one, hurt, part_number, body, kind, which
):
    at = DISABLED_BY[kind]
    for injuries in range(1, 4):
        fighter = hurt(one(body), kind, which, injuries)
        part = part_number(fighter, kind, which)
        assert bodies.is_part_disabled(fighter, part) == (injuries >= at)


@pytest.mark.rule("D35", "D36")
@pytest.mark.parametrize(("limb", "kind"), [("arm", "hand"), ("leg", "foot")])
@pytest.mark.parametrize(("injuries", "disabled"), [(1, False), (2, True), (3, True)])
def test_D35_and_D36_a_limb_disables_what_its_hand_or_foot_attacks_with(
    one, hurt, part_number, limb, kind, injuries, disabled
):
    for body in with_kind(limb, kind):
        fighter = hurt(one(body), limb, 1, injuries)
        assert bodies.is_part_disabled(fighter, part_number(fighter, kind, 1)) == disabled
        assert not bodies.is_part_disabled(fighter, part_number(fighter, kind, 0))


@pytest.mark.rule("D28", "D29", "D32", "D33", "D34", "D35", "D36", "H11")
@pytest.mark.parametrize(
    "weapon", [name for name, part in zip(WEAPON_NAMES, WEAPON_PART, strict=False) if part != NONE]
)
def test_D28_to_D36_a_natural_weapon_is_lost_with_the_last_part_that_bears_it(one, hurt, weapon):
    part = Part(int(WEAPON_PART[WEAPON_NAMES.index(weapon)]))
    kind = part.name.lower()
    for body in bodies_of_weapon(weapon):
        battle = one(body)
        for which in range(count(body, kind)):
            assert has_natural(battle.fighters[1], weapon)
            hurt(battle, kind, which, DISABLED_BY[kind] - 1)
            assert has_natural(battle.fighters[1], weapon) or not DISABLED_BY[kind] - 1
            hurt(battle, kind, which, 1)
        assert not has_natural(battle.fighters[1], weapon)


@pytest.mark.rule("D94")
def test_D94_every_body_with_a_natural_weapon_has_the_part_for_it():
    for body, slots in zip(BODY_NAMES, BODY_NATURAL, strict=True):
        for weapon in slots:
            if weapon != NONE and WEAPON_PART[weapon] != NONE:
                assert count(body, Part(int(WEAPON_PART[weapon])).name.lower())


@pytest.mark.rule("D20", "D23")
def test_D23_several_injuries_come_one_after_another(one, hurt, events):
    battle = one("human")
    hurt(battle, "eye", 0, 2)
    part = int(battle.fighters[1].injuries.nonzero()[0][0])
    assert events(battle) == [
        ("injures", 0, 1, part, 1, 0),
        ("injures", 0, 1, part, 2, 0),
        ("destroyed", 1, -1, part, 0, 0),
    ]


# --- Ears, noses, eyes (D26, D27, D30) ------------------------------------------------------------


@pytest.mark.rule("D26", "RD11")
@pytest.mark.parametrize("body", with_kind("ear"))
def test_D26_deafened_when_all_ears_are_injured(one, hurt, events, body):
    battle = one(body)
    for which in range(count(body, "ear")):
        assert not bodies.is_deafened(battle.fighters[1])
        hurt(battle, "ear", which)
    assert bodies.is_deafened(battle.fighters[1])
    assert disadvantages(battle.fighters[1])["perception"] == count(body, "ear")
    hurt(battle, "ear", 0)
    told = events(battle, "condition")
    assert told == [("condition", 1, -1, Condition.DEAFENED, 0, 0)]


@pytest.mark.rule("D26", "D30")
def test_D26_who_has_no_ears_or_eyes_loses_no_sense(one):
    skeleton = one("skeleton").fighters[1]
    assert not bodies.is_deafened(skeleton)
    assert not bodies.is_blinded(skeleton)


@pytest.mark.rule("D30", "RD11")
@pytest.mark.parametrize("body", with_kind("eye"))
def test_D30_eyes_hinder_attacks_and_the_last_one_blinds(one, hurt, events, body):
    battle = one(body)
    for which in range(count(body, "eye")):
        fighter = battle.fighters[1]
        assert not bodies.is_blinded(fighter)
        assert eye_disadvantage(fighter) == which
        hurt(battle, "eye", which)
    assert bodies.is_blinded(battle.fighters[1])
    # total cover stands for two eyes; each one more still hinders
    assert eye_disadvantage(battle.fighters[1]) == max(2, count(body, "eye"))
    assert not bodies.is_off_guard(battle.fighters[1])
    assert events(battle, "condition") == [("condition", 1, -1, Condition.BLINDED, 0, 0)]


@pytest.mark.rule("D30")
@pytest.mark.parametrize(("body", "which"), parts_of("eye"))
def test_D30_an_eye_is_destroyed_by_the_second_injury_and_hinders_no_more(one, hurt, body, which):
    battle = one(body)
    assert eye_disadvantage(hurt(battle, "eye", which)) == 1
    assert eye_disadvantage(hurt(battle, "eye", which)) == 1


# --- Tail and wings (D28, D29, RD45) --------------------------------------------------------------


@pytest.mark.rule("D28")
@pytest.mark.parametrize("body", with_kind("tail"))
def test_D28_the_tail_loses_its_slap_and_its_advantage_at_once(one, hurt, body):
    battle = one(body)
    assert checks.tail_advantage(battle.fighters[1]) == 1
    hurt(battle, "tail")
    assert checks.tail_advantage(battle.fighters[1]) == 0
    if body in bodies_of_weapon("tail_slap"):
        assert not has_natural(battle.fighters[1], "tail_slap")


@pytest.mark.rule("D29", "RD45")
@pytest.mark.parametrize("body", with_kind("wing"))
def test_RD45_one_uninjured_wing_carries_nobody(one, hurt, events, body):
    battle = one(body, flying=True)
    wings = count(body, "wing")
    for which in range(wings):
        fighter = battle.fighters[1]
        flies = wings - which >= 2
        assert mobility.can_fly(fighter) == flies
        assert fighter.flying == flies
        assert fighter.prone != flies
        hurt(battle, "wing", which)
    assert mobility.fly_squares(battle.fighters[1]) == 0
    assert events(battle, "flies", "prone") == [("flies", 1, -1, 2, 0, 0)]


@pytest.mark.rule("D29", "H4")
def test_D29_each_injured_wing_slows_by_10_feet(one, hurt):
    battle = one("sprite")
    assert mobility.fly_squares(battle.fighters[1]) == 8
    assert mobility.fly_squares(hurt(battle, "wing", 0)) == 6
    assert mobility.fly_squares(hurt(battle, "wing", 0)) == 6  # destroyed, hurt before
    assert mobility.fly_squares(hurt(battle, "wing", 3)) == 4
    assert mobility.fly_squares(hurt(battle, "wing", 2)) == 0


@pytest.mark.rule("D29")
def test_D29_both_wings_hurt_at_once(one):
    battle = one("winged_beast", flying=True, injuries={"wing": [1, 1]})
    begin_injured(battle, 1)
    assert not battle.fighters[1].flying
    assert battle.fighters[1].prone


@pytest.mark.rule("D29")
def test_D29_who_stands_on_the_ground_does_not_fall(one, hurt):
    assert not hurt(one("winged_beast"), "wing").prone


# --- Hands and arms (D31, D35, RD20, RD39) --------------------------------------------------------


@pytest.mark.rule("D31", "D35")
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize(
    ("body", "kind"), [(body, kind) for kind in ("hand", "arm") for body in with_kind(kind)]
)
def test_D31_and_D35_the_second_injury_drops_the_item(one, hurt, events, body, kind, which):
    battle = one(body, held=["sword", "shield"])
    before = list(battle.fighters[1].held)
    hurt(battle, kind, which)
    assert list(battle.fighters[1].held) == before
    hurt(battle, kind, which)
    assert battle.fighters[1].held[which] == NONE
    assert battle.fighters[1].held[1 - which] == before[1 - which]
    assert battle.ground_item[0] == before[which]
    assert (battle.ground_x[0], battle.ground_y[0]) == (5, 3)
    assert [event[4] for event in events(battle, "drops")] == [before[which]]
    assert not items.can_hold(battle.fighters[1], before[which])


@pytest.mark.rule("D31", "D35")
@pytest.mark.parametrize("kind", ["hand", "arm"])
@pytest.mark.parametrize("which", [0, 1])
def test_D31_either_hand_drops_what_needs_both(one, hurt, kind, which):
    battle = one("human", held=["spear"])
    hurt(battle, kind, which, 2)
    assert list(battle.fighters[1].held) == [NONE, NONE]


@pytest.mark.rule("D35", "D84")
@pytest.mark.parametrize("kind", ["hand", "arm"])
def test_D35_a_hurt_arm_readies_no_shield(one, hurt, kind):
    battle = one("human", held=["sword", "shield"], shield_ready=True)
    assert items.shield_bonus_ready(hurt(battle, kind, 1)) == 2
    assert items.shield_bonus_ready(hurt(battle, kind, 1)) == 0
    assert not battle.fighters[1].shield_ready


@pytest.mark.rule("D35", "RD20")
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("body", with_kind("hand", "arm"))
def test_RD20_a_destroyed_arm_takes_its_hand(one, hurt, events, part_number, body, which):
    battle = one(body)
    fighter = hurt(battle, "arm", which, 2)
    hand, arm = part_number(fighter, "hand", which), part_number(fighter, "arm", which)
    assert not bodies.is_destroyed(fighter, hand)
    hurt(battle, "arm", which)
    assert bodies.is_destroyed(fighter, hand)
    assert fighter.injuries[hand] == 0
    assert bodies.injury_sum(fighter) == 9  # three severe ones, none for the hand
    assert not bodies.is_part_open(fighter, hand, Severity.FATAL)
    assert [event[3] for event in events(battle, "destroyed")] == [arm, hand]
    assert disadvantages(fighter)["thievery"] == 2  # the hand adds nothing of its own
    assert bodies.is_injured(fighter, hand)
    assert not bodies.is_hand_usable(fighter, which)
    assert bodies.is_hand_usable(fighter, 1 - which)


# --- Feet and legs (D32, D36, RD20, RD40) ---------------------------------------------------------

SLOWED = {"foot": 1, "leg": 2}  # squares, and AP of standing up
WALKERS = [(body, kind) for kind in SLOWED for body in with_kind(kind)]


@pytest.mark.rule("D32", "D36", "RD13")
@pytest.mark.parametrize(("body", "kind"), WALKERS)
def test_D32_and_D36_the_first_injury_makes_standing_up_dearer(one, hurt, body, kind):
    battle = one(body)
    assert mobility.stand_cost(battle.fighters[1]) == 1
    assert mobility.stand_cost(hurt(battle, kind, 1)) == 1 + SLOWED[kind]
    assert mobility.stand_cost(hurt(battle, kind, 1)) == 1 + SLOWED[kind]
    assert mobility.stand_cost(hurt(battle, kind, 0)) == 3  # a turn's points at most


@pytest.mark.rule("D32", "D36")
@pytest.mark.parametrize(("body", "kind"), WALKERS)
def test_D32_and_D36_the_second_injury_slows(one, hurt, body, kind):
    battle = one(body)
    full = mobility.speed_squares(battle.fighters[1])
    climb = mobility.climb_squares(battle.fighters[1])
    assert mobility.speed_squares(hurt(battle, kind, 1)) == full
    fighter = hurt(battle, kind, 1)
    assert mobility.speed_squares(fighter) == full - SLOWED[kind]
    assert mobility.climb_squares(fighter) == max(0, climb - SLOWED[kind])
    fly = mobility.fly_squares(fighter)
    assert fly == mobility.fly_squares(one(body).fighters[1])  # not the fly speed
    hurt(battle, kind, 0, 2)
    assert mobility.speed_squares(fighter) == max(1, full - 2 * SLOWED[kind])


@pytest.mark.rule("D32", "D36", "RD40")
@pytest.mark.parametrize(("body", "kind"), WALKERS)
def test_D32_and_D36_prone_when_all_are_injured(one, hurt, events, body, kind):
    battle = one(body)
    for which in range(count(body, kind)):
        assert mobility.can_stand(battle.fighters[1])
        assert not battle.fighters[1].prone
        hurt(battle, kind, which)
    assert not mobility.can_stand(battle.fighters[1])
    assert battle.fighters[1].prone
    assert len(events(battle, "prone")) == 1


@pytest.mark.rule("D32", "D36")
@pytest.mark.parametrize("kind", SLOWED)
def test_D36_in_the_air_no_foot_is_missed(one, hurt, kind):
    battle = one("sprite", flying=True)
    hurt(battle, kind, 0)
    hurt(battle, kind, 1)
    assert battle.fighters[1].flying
    assert not battle.fighters[1].prone


@pytest.mark.rule("D36", "RD20", "RD43")
@pytest.mark.parametrize("body", with_kind("foot", "leg"))
def test_RD20_a_destroyed_leg_takes_its_foot(one, hurt, events, part_number, body):
    battle = one(body)
    full = mobility.speed_squares(battle.fighters[1])
    fighter = hurt(battle, "leg", 1, 3)
    foot, leg = part_number(fighter, "foot", 1), part_number(fighter, "leg", 1)
    assert bodies.is_destroyed(fighter, foot)
    assert [event[3] for event in events(battle, "destroyed")] == [leg, foot]
    assert mobility.speed_squares(fighter) == max(1, full - 2)  # a leg, and no foot
    assert mobility.stand_cost(fighter) == 1 + 2
    assert bodies.injury_sum(fighter) == 9


@pytest.mark.rule("D31", "D32", "D35", "D36", "RD20", "RD43")
@pytest.mark.parametrize(
    ("end", "limb", "skill", "alone", "both"),
    [("foot", "leg", "athletics", 2, 3), ("hand", "arm", "thievery", 2, 3)],
)
def test_RD20_only_its_own_injuries_count_for_a_part_gone_with_its_limb(
    one, hurt, end, limb, skill, alone, both
):
    battle = one("human")
    fighter = hurt(battle, limb, 1, 3)
    assert disadvantages(fighter)[skill] == alone
    assert disadvantages(hurt(one("human", injuries={end: [0, 2]}), limb, 1, 3))[skill] == both


@pytest.mark.rule("D32", "D36", "RD13", "RD20")
@pytest.mark.parametrize(
    "injuries",
    [{"leg": [0, 3]}, {"leg": [0, 1], "foot": [0, 1]}, {"leg": [3, 0], "foot": [1, 0]}],
)
def test_RD13_a_fighter_with_a_sound_foot_and_leg_stands_up_in_a_turn(one, injuries):
    fighter = one("human", injuries=injuries).fighters[1]
    assert mobility.can_stand(fighter)
    assert mobility.stand_cost(fighter) == ACTION_POINTS


@pytest.mark.rule("RD20", "D32")
def test_RD20_a_foot_gone_with_its_leg_and_the_other_foot_hurt(one, hurt):
    battle = one("human")
    hurt(battle, "leg", 0, 3)
    assert not battle.fighters[1].prone
    assert hurt(battle, "foot", 1).prone
    assert not mobility.can_stand(battle.fighters[1])


# --- Horns and mouths (D33, D34) ------------------------------------------------------------------


@pytest.mark.rule("D33")
def test_D33_one_horn_is_left_to_gore_with(one, hurt):
    battle = one("horned_brute")
    assert has_natural(hurt(battle, "horn", 0), "gore")
    assert not has_natural(hurt(battle, "horn", 1), "gore")


@pytest.mark.rule("D34")
@pytest.mark.parametrize("body", bodies_of_weapon("bite"))
def test_D34_the_second_injury_of_the_mouth_takes_the_bite(one, hurt, body):
    battle = one(body)
    assert has_natural(hurt(battle, "mouth"), "bite")
    assert not has_natural(hurt(battle, "mouth"), "bite")


@pytest.mark.rule("D34")
@pytest.mark.parametrize("body", with_kind("mouth"))
def test_D34_a_mouth_stops_nothing_else_in_a_battle(one, hurt, body):
    fighter = hurt(one(body), "mouth", 0, 3)
    assert bodies.is_conscious(fighter)
    assert disadvantages(fighter) == disadvantages(one(body).fighters[1])


# --- Heads (D37 to D41, RD34) ---------------------------------------------------------------------

ONE_HEAD = [body for body in with_kind("head") if count(body, "head") == 1]
MORTAL = [body for body in ONE_HEAD if has_constitution(body)]


@pytest.mark.rule("D37")
@pytest.mark.parametrize("body", ONE_HEAD)
def test_D37_the_first_injury_is_a_concussion(one, hurt, events, body):
    battle = one(body)
    fighter = hurt(battle, "head")
    assert checks.d20_disadvantage(fighter) == 1
    assert not fighter.confused
    assert bodies.is_conscious(fighter)
    assert events(battle, "condition") == [("condition", 1, -1, Condition.CONCUSSED, 0, 0)]


@pytest.mark.rule("D38", "RD9", "RD37")
@pytest.mark.parametrize("body", MORTAL)
@pytest.mark.parametrize(("faces", "stunned"), [([11, 20], False), ([20, 10], True)])
def test_D38_the_second_injury_stuns_or_dazes(one, hurt, events, body, faces, stunned):
    battle = one(body, injuries={"head": 1}, held=["sword"] if count(body, "arm") else [])
    fighter = hurt(battle, "head", faces=faces)  # 14 and the lower die: 25 or 24
    assert fighter.stunned == stunned
    assert fighter.dazed == (not stunned)
    assert fighter.held[0] == NONE or not stunned
    assert bodies.is_off_guard(fighter) == stunned
    assert not bodies.can_react(fighter)
    check = events(battle, "check")
    assert [event[3:] for event in check] == [(not stunned, 14 + min(faces), 25)]


@pytest.mark.rule("D39", "RD49")
@pytest.mark.parametrize("body", MORTAL)
@pytest.mark.parametrize(("faces", "life"), [([16, 20], Life.KNOCKED_OUT), ([15, 20], Life.COMA)])
def test_D39_the_third_injury_knocks_out(one, hurt, events, body, faces, life):
    battle = one(body, injuries={"head": 2})
    fighter = hurt(battle, "head", faces=faces)  # DC 30
    assert fighter.life == life
    assert fighter.prone
    assert bodies.is_helpless(fighter)
    assert events(battle, "falls") == [("falls", 1, -1, life, 0, 0)]


@pytest.mark.rule("D39")
def test_D39_the_save_of_the_unconscious_does_not_follow_from_the_blow_that_knocks_out(one, hurt):
    fighter = hurt(one(injuries={"head": 2}), "head", faces=[20, 20])
    assert fighter.life == Life.KNOCKED_OUT


@pytest.mark.rule("D39", "D29")
def test_D39_who_is_knocked_out_in_the_air_falls(one, hurt):
    fighter = hurt(one("sprite", flying=True, injuries={"head": 2}), "head", faces=[20, 20])
    assert not fighter.flying
    assert fighter.prone


@pytest.mark.rule("D40", "D41")
@pytest.mark.parametrize("body", ONE_HEAD)
def test_D41_the_fourth_injury_destroys_the_only_head(one, hurt, events, body):
    battle = one(body, injuries={"head": 3}, life=Life.ALIVE)
    fighter = hurt(battle, "head")
    assert fighter.life == Life.DEAD
    assert fighter.prone
    assert events(battle, "dies") == [("dies", 1, 0, 0, 0, 0)]


@pytest.mark.rule("D23", "D37", "D38", "D39")
@pytest.mark.parametrize(("injuries", "life"), [(2, Life.ALIVE), (3, Life.COMA), (4, Life.DEAD)])
def test_D38_several_injuries_at_once_take_effect_in_turn(one, hurt, injuries, life):
    faces = [1, 20, 1, 20][: 2 * (injuries - 1)] if injuries < 4 else [1, 20, 1, 20]
    fighter = hurt(one("human"), "head", 0, injuries, faces)
    assert fighter.life == life
    assert fighter.stunned == 1


@pytest.mark.rule("RD34", "D14", "D19")
def test_RD34_a_head_without_constitution(one, hurt, events):
    battle = one("skeleton", held=["sword"])
    fighter = hurt(battle, "head", 0, 1)
    assert checks.d20_disadvantage(fighter) == 1
    hurt(battle, "head", 0, 1)
    assert fighter.confused  # at once: it was neither stunned nor dazed
    assert (fighter.stunned, fighter.dazed) == (0, 0)
    hurt(battle, "head", 0, 1)
    assert fighter.life == Life.ALIVE
    assert not fighter.prone
    hurt(battle, "head", 0, 1)
    assert fighter.life == Life.DEAD
    assert events(battle, "check", "falls") == []


@pytest.mark.rule("D41")
def test_D41_effects_wait_for_more_than_half_of_the_heads(one, hurt, events):
    battle = one("two_headed_giant", held=["mace"])
    fighter = hurt(battle, "head", 0, 4)
    assert bodies.is_destroyed(fighter, int(fighter.injuries.nonzero()[0][0]))
    assert bodies.is_conscious(fighter)
    assert checks.d20_disadvantage(fighter) == 0
    assert events(battle, "check", "condition") == []
    hurt(battle, "head", 1)  # both heads have a first injury
    assert checks.d20_disadvantage(fighter) == 1
    hurt(battle, "head", 1, faces=[20, 20])  # a second one
    assert fighter.dazed == 1
    hurt(battle, "head", 1, faces=[1, 20])  # a third one
    assert fighter.life == Life.COMA
    hurt(battle, "head", 1)
    assert fighter.life == Life.DEAD


@pytest.mark.rule("D41")
def test_D41_what_the_whole_creature_suffers_comes_once(one, hurt, events):
    battle = one("two_headed_giant", injuries={"head": [2, 1]})
    hurt(battle, "head", 1, faces=[20, 20])
    assert battle.fighters[1].dazed == 1
    hurt(battle, "head", 0)  # a third injury of one of two
    assert bodies.is_conscious(battle.fighters[1])
    assert len(events(battle, "check")) == 1


# --- Hearts (D43, D44) ----------------------------------------------------------------------------

HEARTS = [(body, which) for body, which in parts_of("heart")]


@pytest.mark.rule("D43", "RD10")
@pytest.mark.parametrize(("body", "which"), HEARTS)
@pytest.mark.parametrize(("face", "stunned"), [(11, 0), (10, 1)])
def test_D43_the_first_injury_sickens_and_may_stun(one, hurt, events, body, which, face, stunned):
    battle = one(body)
    fighter = hurt(battle, "heart", which, faces=[face])  # 14 and the die against 25
    assert fighter.sickened
    assert fighter.stunned == stunned
    assert fighter.dazed == 0
    assert [event[3:] for event in events(battle, "check")] == [(1 - stunned, 14 + face, 25)]


@pytest.mark.rule("D43", "D44")
@pytest.mark.parametrize("body", with_kind("heart"))
def test_D44_dead_when_all_hearts_are_destroyed(one, hurt, body):
    battle = one(body, injuries={"heart": [1] * count(body, "heart")})
    for which in range(count(body, "heart")):
        assert battle.fighters[1].life == Life.ALIVE
        hurt(battle, "heart", which)
    assert battle.fighters[1].life == Life.DEAD


@pytest.mark.rule("D43", "RD43")
def test_D43_each_heart_has_its_first_injury(one, hurt):
    battle = one("tentacled_horror")
    hurt(battle, "heart", 0, faces=[20])
    hurt(battle, "heart", 1, faces=[1 + 2])  # sickened: 2 less
    assert battle.fighters[1].stunned == 1
    assert battle.fighters[1].life == Life.ALIVE


@pytest.mark.rule("D44")
def test_D44_who_has_no_heart_does_not_die_of_it(one, hurt):
    assert hurt(one("skeleton"), "arm", 0, 3).life == Life.ALIVE


# --- Creatures without Constitution (D19, RD34) ---------------------------------------------------


@pytest.mark.rule("D19", "RD34")
def test_RD34_ten_injuries_destroy_who_has_no_constitution(one, hurt, events):
    battle = one("skeleton")
    for kind, which in [("hand", 0), ("hand", 1), ("mouth", 0)]:
        hurt(battle, kind, which, 3)
    assert battle.fighters[1].life == Life.ALIVE
    hurt(battle, "foot", 0)
    assert battle.fighters[1].life == Life.DEAD
    assert len(events(battle, "injures")) == 10


@pytest.mark.rule("D19", "RD34")
def test_RD34_ten_injuries_do_not_kill_who_has_a_constitution(one, hurt):
    battle = one("human")
    for kind, which in [("hand", 0), ("hand", 1), ("mouth", 0), ("arm", 0)]:
        hurt(battle, kind, which, 3)
    assert battle.fighters[1].life == Life.ALIVE


# --- How long (D25, D96) --------------------------------------------------------------------------


@pytest.mark.rule("D96")
@pytest.mark.parametrize(
    ("injuries", "field"),
    [({"foot": [1, 1]}, "prone"), ({"leg": [1, 1]}, "prone"), ({"heart": 1}, "sickened"),
     ({"head": 2}, "confused")],
)  # fmt: skip
def test_D96_old_injuries_take_effect_from_the_start(one, injuries, field):
    battle = one("human", injuries=injuries)
    begin_injured(battle, 1)
    assert battle.fighters[1][field]
    whole = one("human")
    begin_injured(whole, 1)
    assert not whole.fighters[1][field]


@pytest.mark.rule("D96")
def test_D96_old_injuries_of_the_hand_let_it_hold_nothing(one):
    battle = one("human", held=["sword"], injuries={"hand": 2})
    begin_injured(battle, 1)
    assert battle.fighters[1].held[0] == NONE


@pytest.mark.rule("D19", "RD34", "D96")
@pytest.mark.parametrize(("mouth", "life"), [(2, Life.ALIVE), (3, Life.DEAD)])
def test_RD34_old_injuries_are_among_the_ten(one, hurt, mouth, life):
    battle = one("skeleton", injuries={"hand": [3, 3], "mouth": mouth})
    begin_injured(battle, 1)
    assert battle.fighters[1].injured_count == 6 + mouth
    assert hurt(battle, "foot").life == life
