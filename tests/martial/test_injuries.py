"""The injuries of all parts: their common rules, and how long they last (D19 to D25, D96).

Dice: a natural 20 lets a fighter of level 10 and Constitution +4 succeed at every check, a 1 fail.
"""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import Life, Part, Severity
from quintain.envs.martial.rules.injuries import bodies
from quintain.envs.martial.rules.injuries.wounds import begin_injured, open_severity
from quintain.envs.martial.tables import (
    BODY_NAMES,
    BODY_NATURAL,
    NONE,
    PART_NAMES,
    WEAPON_NAMES,
    WEAPON_PART,
)

from .injuries import (
    bodies_of_weapon,
    count,
    disadvantages,
    each_part,
    has_constitution,
    has_natural,
    with_kind,
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


def worse_than_unhurt(battle_of, fighter, body):
    """How much worse each skill is than that of an unhurt one."""
    whole = battle_of([{"held": [], "armour": "none", "body": body}]).fighters[0]
    before, after = disadvantages(whole), disadvantages(fighter)
    changes = {skill: after.get(skill, 0) - before.get(skill, 0) for skill in {*before, *after}}
    return {skill: by for skill, by in changes.items() if by}


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
def test_D26_to_D36_the_first_injury_hinders_these_skills(
    body_battle, hurt, battle_of, body, kind, which
):
    fighter = hurt(body_battle(body), kind, which, 1, dice_of(body, kind, 1))
    assert worse_than_unhurt(battle_of, fighter, body) == HURT_SKILLS[kind]


@pytest.mark.rule("RD43")
@pytest.mark.parametrize(("body", "kind", "which"), each_part(without=["heart"]))
def test_RD43_the_second_injury_of_a_part_hinders_skills_no_more(
    body_battle, hurt, battle_of, body, kind, which
):
    fighter = hurt(body_battle(body), kind, which, 2, dice_of(body, kind, 2))
    assert worse_than_unhurt(battle_of, fighter, body) == HURT_SKILLS[kind]


@pytest.mark.rule("RD43")
def test_RD43_skills_suffer_from_every_injured_part(body_battle, hurt, battle_of):
    battle = body_battle("human")
    for kind, which in [("hand", 0), ("hand", 1), ("foot", 0), ("arm", 1), ("leg", 0)]:
        fighter = hurt(battle, kind, which)
    worse = {"acrobatics": 1 + 2 + 2, "athletics": 2 + 1 + 2 + 2, "thievery": 2 + 2}
    assert worse_than_unhurt(battle_of, fighter, "human") == worse


@pytest.mark.rule("D26", "D28", "D29", "D30", "D31", "D32", "D33", "D34", "D35", "D36", "D40",
                  "D43")  # fmt: skip
@pytest.mark.parametrize(("body", "kind", "which"), each_part(without=["nose"]))  # RD44, below
def test_D26_to_D43_which_injury_destroys(body_battle, hurt, part_number, body, kind, which):
    last = DESTROYED_BY[kind]
    for injuries in range(1, last + 1):
        fighter = hurt(body_battle(body), kind, which, injuries, dice_of(body, kind, injuries))
        part = part_number(fighter, kind, which)
        assert fighter.injuries[part] == injuries
        assert bodies.is_destroyed(fighter, part) == (injuries == last)
        assert bodies.is_part_open(fighter, part, Severity.FATAL) == (injuries < last)


@pytest.mark.rule("RD44", "D23")
@pytest.mark.parametrize(("body", "kind", "which"), each_part(without=["nose"]))
def test_RD44_what_is_destroyed_takes_no_more_injuries(
    body_battle, hurt, part_number, body, kind, which
):
    last = DESTROYED_BY[kind]
    fighter = hurt(body_battle(body), kind, which, last + 3, dice_of(body, kind, last))
    assert fighter.injuries[part_number(fighter, kind, which)] == last
    assert fighter.injured_count == last


@pytest.mark.rule("RD44", "D27")
@pytest.mark.parametrize("body", with_kind("nose"))
def test_RD44_a_nose_has_no_second_stage(body_battle, hurt, part_number, body):
    fighter = hurt(body_battle(body), "nose", 0, 5)
    assert fighter.injuries[part_number(fighter, "nose")] == 5
    assert not bodies.is_destroyed(fighter, part_number(fighter, "nose"))
    assert bodies.injury_sum(fighter) == 5
    assert disadvantages(fighter)["perception"] == 1


@pytest.mark.rule("D28", "D29", "D31", "D32", "D33", "D34", "D35", "D36")
@pytest.mark.parametrize(
    ("body", "kind", "which"), each_part(without={*PART_NAMES} - {*DISABLED_BY})
)
def test_D28_to_D36_which_injury_disables_the_natural_attack(
    body_battle, hurt, part_number, body, kind, which
):
    at = DISABLED_BY[kind]
    for injuries in range(1, 4):
        fighter = hurt(body_battle(body), kind, which, injuries)
        part = part_number(fighter, kind, which)
        assert bodies.is_part_disabled(fighter, part) == (injuries >= at)


@pytest.mark.rule("D35", "D36")
@pytest.mark.parametrize(("limb", "kind"), [("arm", "hand"), ("leg", "foot")])
@pytest.mark.parametrize(("injuries", "disabled"), [(1, False), (2, True), (3, True)])
def test_D35_and_D36_a_limb_disables_what_its_hand_or_foot_attacks_with(
    body_battle, hurt, part_number, limb, kind, injuries, disabled
):
    for body in with_kind(limb, kind):
        fighter = hurt(body_battle(body), limb, 1, injuries)
        assert bodies.is_part_disabled(fighter, part_number(fighter, kind, 1)) == disabled
        assert not bodies.is_part_disabled(fighter, part_number(fighter, kind, 0))


@pytest.mark.rule("D28", "D29", "D32", "D33", "D34", "D35", "D36", "H11")
@pytest.mark.parametrize(
    "weapon", [name for name, part in zip(WEAPON_NAMES, WEAPON_PART, strict=False) if part != NONE]
)
def test_D28_to_D36_a_natural_weapon_is_lost_with_the_last_part_that_bears_it(
    body_battle, hurt, weapon
):
    part = Part(int(WEAPON_PART[WEAPON_NAMES.index(weapon)]))
    kind = part.name.lower()
    for body in bodies_of_weapon(weapon):
        battle = body_battle(body)
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
def test_D23_several_injuries_come_one_after_another(body_battle, hurt, events):
    battle = body_battle("human")
    hurt(battle, "eye", 0, 2)
    part = int(battle.fighters[1].injuries.nonzero()[0][0])
    assert events(battle) == [
        ("injures", 0, 1, part, 1, 0),
        ("injures", 0, 1, part, 2, 0),
        ("destroyed", 1, -1, part, 0, 0),
    ]


# --- Creatures without Constitution (D19, RD34) ---------------------------------------------------


@pytest.mark.rule("D19", "RD34")
def test_RD34_ten_injuries_destroy_who_has_no_constitution(body_battle, hurt, events):
    battle = body_battle("skeleton")
    for kind, which in [("hand", 0), ("hand", 1), ("mouth", 0)]:
        hurt(battle, kind, which, 3)
    assert battle.fighters[1].life == Life.ALIVE
    hurt(battle, "foot", 0)
    assert battle.fighters[1].life == Life.DEAD
    assert len(events(battle, "injures")) == 10


@pytest.mark.rule("D19", "RD34")
def test_RD34_ten_injuries_do_not_kill_who_has_a_constitution(body_battle, hurt):
    battle = body_battle("human")
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
def test_D96_old_injuries_take_effect_from_the_start(body_battle, injuries, field):
    battle = body_battle("human", injuries=injuries)
    begin_injured(battle, 1)
    assert battle.fighters[1][field]
    whole = body_battle("human")
    begin_injured(whole, 1)
    assert not whole.fighters[1][field]


@pytest.mark.rule("D96")
def test_D96_old_injuries_of_the_hand_let_it_hold_nothing(body_battle):
    battle = body_battle("human", held=["sword"], injuries={"hand": 2})
    begin_injured(battle, 1)
    assert battle.fighters[1].held[0] == NONE


@pytest.mark.rule("D19", "RD34", "D96")
@pytest.mark.parametrize(("mouth", "life"), [(2, Life.ALIVE), (3, Life.DEAD)])
def test_RD34_old_injuries_are_among_the_ten(body_battle, hurt, mouth, life):
    battle = body_battle("skeleton", injuries={"hand": [3, 3], "mouth": mouth})
    begin_injured(battle, 1)
    assert battle.fighters[1].injured_count == 6 + mouth
    assert hurt(battle, "foot").life == life
