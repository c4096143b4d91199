"""Bodies: lists of parts, limbs, what is open to injury, hands, speeds (D6, D17, D21, D53, D94)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import (
    Life,
    Part,
    Severity,
    Size,
)
from quintain.envs.martial.rules.injuries import bodies, mobility
from quintain.envs.martial.tables import (
    BODY_END,
    BODY_NAMES,
    BODY_NUM_PARTS,
    BODY_SIZE,
    ENDLESS,
    NONE,
    PART_COUNT,
    PART_DESTROYED,
    PART_NAMES,
    PART_SEVERITY,
)

pytestmark = pytest.mark.interpreted

CLASSES = {
    "minor": "ear nose tail wing",
    "major": "eye hand foot horn mouth",
    "severe": "arm leg",
    "deadly": "head",
    "fatal": "heart",
}
HUMAN = {"ear": 2, "nose": 1, "eye": 2, "hand": 2, "foot": 2, "mouth": 1, "arm": 2, "leg": 2,
         "head": 1, "heart": 1}  # fmt: skip
LIMBS = {"hand": "arm", "foot": "leg"}
WITHOUT_CONSTITUTION = ("skeleton",)


@pytest.fixture
def one(battle_of):
    """A fighter of some body, with old injuries by kind of part."""

    def build(body="human", /, **more):
        plain = {"held": [], "carried": [], "armour": "none", "trained": []}
        return battle_of([{**plain, "body": body, **more}]).fighters[0]

    return build


def kinds_of(body):
    """The kinds of parts that a body has, with how many."""
    counts = PART_COUNT[BODY_NAMES.index(body)]
    return {name: int(count) for name, count in zip(PART_NAMES, counts, strict=True) if count}


# --- Who it is ------------------------------------------------------------------------------------


@pytest.mark.rule("D6", "RD24")
@pytest.mark.parametrize(
    ("level", "bonus"), [(1, 1), (3, 1), (4, 2), (5, 2), (7, 2), (8, 3), (10, 3)]
)
def test_RD24_martial_bonus_by_level(one, level, bonus):
    assert bodies.martial_bonus(one(level=level)) == bonus


@pytest.mark.rule("D53")
def test_D53_the_size_is_that_of_the_body(one):
    sizes = [bodies.size(one(body)) for body in BODY_NAMES]
    assert sizes == list(BODY_SIZE)
    assert {"human": Size.MEDIUM, "sprite": Size.TINY, "two_headed_giant": Size.HUGE}.items() <= {
        body: Size(int(size)) for body, size in zip(BODY_NAMES, sizes, strict=True)
    }.items()


@pytest.mark.rule("D14", "D19", "RD34")
@pytest.mark.parametrize("body", BODY_NAMES)
def test_D14_some_bodies_have_no_constitution(one, body):
    assert bodies.has_constitution(one(body, constitution=0)) == (body not in WITHOUT_CONSTITUTION)


# --- Lists of parts (D94, RD20) -------------------------------------------------------------------


@pytest.mark.rule("D94", "RD20")
def test_RD20_the_parts_of_a_human():
    assert kinds_of("human") == HUMAN


@pytest.mark.rule("D94")
@pytest.mark.parametrize("body", BODY_NAMES)
def test_D94_a_body_lists_its_parts_kind_by_kind(one, body):
    fighter = one(body)
    parts = [int(bodies.kind_of(fighter, part)) for part in range(bodies.num_parts(fighter))]
    assert parts == sorted(parts)
    assert {Part(kind).name.lower(): parts.count(kind) for kind in parts} == kinds_of(body)
    assert len(parts) == BODY_NUM_PARTS[BODY_NAMES.index(body)]


@pytest.mark.rule("D21", "D45")
@pytest.mark.parametrize("severity", CLASSES)
def test_D21_classes_of_parts(severity):
    found = {
        name
        for name, of in zip(PART_NAMES, PART_SEVERITY, strict=True)
        if of == Severity[severity.upper()]
    }
    assert found == set(CLASSES[severity].split())


@pytest.mark.rule("RD20")
@pytest.mark.parametrize("body", BODY_NAMES)
def test_RD20_hands_belong_to_arms_and_feet_to_legs(one, part_number, body):
    fighter = one(body)
    for part in range(bodies.num_parts(fighter)):
        kind = Part(int(bodies.kind_of(fighter, part))).name.lower()
        limb = LIMBS.get(kind)
        if limb is None or limb not in kinds_of(body):
            assert bodies.limb_of(fighter, part) == NONE
        else:
            which = part - part_number(fighter, kind)
            assert bodies.limb_of(fighter, part) == part_number(fighter, limb, which)
            assert BODY_END[fighter.body, part_number(fighter, limb, which)] == part


@pytest.mark.rule("RD20")
@pytest.mark.parametrize("body", BODY_NAMES)
def test_RD20_one_injury_of_any_part_is_a_hurt(one, body):
    fighter = one(body)
    assert bodies.is_unhurt(fighter)
    for part in range(bodies.num_parts(fighter)):
        fighter.injuries[:] = 0
        fighter.injuries[part] = 1
        assert not bodies.is_unhurt(fighter)


@pytest.mark.rule("RD20")
@pytest.mark.parametrize(("kind", "limb"), LIMBS.items())
def test_RD20_a_destroyed_limb_takes_its_hand_or_foot(one, part_number, kind, limb):
    whole = one(injuries={limb: [2, 0]})
    assert not bodies.is_destroyed(whole, part_number(whole, kind, 0))
    maimed = one(injuries={limb: [3, 0], kind: [1, 0]})
    assert bodies.is_destroyed(maimed, part_number(maimed, kind, 0))
    assert not bodies.is_destroyed(maimed, part_number(maimed, kind, 1))
    assert bodies.injured_parts(maimed, Part[kind.upper()]) == 1
    # but it keeps only the injuries that it had (RD25): a severe one counts 3, a major one 2
    assert bodies.injury_sum(maimed) == 3 * 3 + 2


@pytest.mark.rule("D25", "RD20")
def test_RD20_destroyed_with_its_limb_counts_as_injured(one):
    assert bodies.all_injured(one(injuries={"arm": [3, 0], "hand": [0, 1]}), Part.HAND)
    assert not bodies.all_injured(one(injuries={"arm": [2, 0], "hand": [0, 1]}), Part.HAND)
    assert bodies.injured_parts(one(injuries={"arm": [3, 0]}), Part.HAND) == 0  # of its own


# --- Sums and openness (D17, D21, D22, RD25, RD44) ------------------------------------------------


@pytest.mark.rule("D17", "RD25")
@pytest.mark.parametrize(
    ("injuries", "value"),
    [
        ({}, 0),
        ({"ear": 1}, 1),
        ({"eye": 1}, 2),
        ({"leg": 1}, 3),
        ({"head": 1}, 4),
        ({"heart": 1}, 5),
        ({"ear": [1, 2], "nose": 4, "hand": [2, 0], "arm": [0, 3], "head": 2, "heart": 1}, 33),
    ],
)
def test_RD25_values_of_injuries_add_up(one, injuries, value):
    assert bodies.injury_sum(one(injuries=injuries)) == value


@pytest.mark.rule("D21", "D22")
@pytest.mark.parametrize("body", BODY_NAMES)
@pytest.mark.parametrize("severity", Severity)
def test_D22_parts_of_the_class_and_of_lower_ones_are_open(one, body, severity):
    fighter = one(body)
    for part in range(bodies.num_parts(fighter)):
        is_open = PART_SEVERITY[bodies.kind_of(fighter, part)] <= severity
        assert bodies.is_part_open(fighter, part, severity) == is_open
    assert not bodies.is_part_open(fighter, bodies.num_parts(fighter), severity)
    assert not bodies.is_part_open(fighter, -1, severity)


@pytest.mark.rule("D20", "RD44")
@pytest.mark.parametrize("kind", HUMAN)
def test_RD44_a_destroyed_part_is_not_open(one, part_number, kind):
    last = PART_DESTROYED[Part[kind.upper()]]
    if last == ENDLESS:
        last = 100
        assert kind == "nose"
        nose = one(injuries={kind: int(last)})
        assert bodies.is_part_open(nose, part_number(nose, kind), Severity.FATAL)
        return
    for injuries, is_open in ((int(last) - 1, True), (int(last), False)):
        fighter = one(injuries={kind: injuries})
        assert bodies.is_part_open(fighter, part_number(fighter, kind), 4) == is_open


@pytest.mark.rule("D41")
@pytest.mark.parametrize(
    ("body", "heads", "injuries", "has"),
    [
        ("human", 0, 1, False),
        ("human", 1, 1, True),
        ("human", 1, 2, False),
        ("two_headed_giant", [1, 0], 1, False),
        ("two_headed_giant", [4, 0], 1, False),
        ("two_headed_giant", [1, 1], 1, True),
        ("two_headed_giant", [3, 1], 1, True),
        ("two_headed_giant", [3, 1], 2, False),
        ("two_headed_giant", [4, 2], 2, True),
    ],
)
def test_D41_more_than_half_of_the_heads(one, body, heads, injuries, has):
    assert bodies.heads_with(one(body, injuries={"head": heads}), injuries) == has


# --- Hands (D31, D35, RD39) -----------------------------------------------------------------------


@pytest.mark.rule("RD39", "D35")
@pytest.mark.parametrize(
    ("body", "hands"),
    [("human", 2), ("sprite", 2), ("tentacled_horror", 2), ("wolf", 0), ("winged_beast", 0)],
)
def test_D35_who_has_hands_or_arms_that_grasp(one, body, hands):
    fighter = one(body)
    assert [bool(bodies.is_hand_usable(fighter, hand)) for hand in (0, 1)] == [hands > 0] * 2


@pytest.mark.rule("RD39", "D31", "D35")
@pytest.mark.parametrize("kind", ["hand", "arm"])
@pytest.mark.parametrize(("injuries", "usable"), [(0, True), (1, True), (2, False), (3, False)])
@pytest.mark.parametrize("which", [0, 1])
def test_RD39_two_injuries_of_hand_or_arm_hold_nothing(one, kind, injuries, usable, which):
    hurt = [0, 0]
    hurt[which] = injuries
    fighter = one(injuries={kind: hurt})
    assert bodies.is_hand_usable(fighter, which) == usable
    assert bodies.is_hand_usable(fighter, 1 - which)


@pytest.mark.rule("RD39")
def test_RD39_one_injury_of_each_still_holds(one):
    assert bodies.is_hand_usable(one(injuries={"hand": [1, 0], "arm": [1, 0]}), 0)


# --- Speeds (RD7, RD13, RD19, D29, D32, D36) ------------------------------------------------------

SPEEDS = {"human": 6, "halfling": 4, "sprite": 4, "winged_beast": 6, "horned_brute": 8,
          "two_headed_giant": 8, "tentacled_horror": 4, "wolf": 8, "skeleton": 6}  # fmt: skip


@pytest.mark.rule("RD13")
@pytest.mark.parametrize("body", BODY_NAMES)
def test_RD13_base_speed_of_the_bodies(one, body):
    assert mobility.speed_squares(one(body)) == SPEEDS[body]
    assert mobility.climb_squares(one(body)) == (4 if body == "tentacled_horror" else 0)
    flies = {"sprite": 8, "winged_beast": 12}
    assert mobility.fly_squares(one(body)) == flies.get(body, 0)


@pytest.mark.rule("RD19")
@pytest.mark.parametrize(("armour", "squares"), [("light", 6), ("medium", 6), ("heavy", 4)])
def test_RD19_heavy_armour_slows_to_20_feet(one, armour, squares):
    assert mobility.speed_squares(one(armour=armour)) == squares
    assert mobility.speed_squares(one("halfling", armour=armour)) == 4


@pytest.mark.rule("RD7")
def test_RD7_the_exhausted_go_at_half_speed(one):
    assert mobility.speed_squares(one(stamina=1)) == 6
    assert mobility.speed_squares(one(stamina=0)) == 3
    assert mobility.speed_squares(one(stamina=0, injuries={"foot": [2, 0]})) == 2  # 25 feet halved
    assert mobility.fly_squares(one("winged_beast", stamina=0)) == 6
    assert mobility.climb_squares(one("tentacled_horror", stamina=0)) == 2
    assert mobility.speed_squares(one("skeleton", stamina=0)) == 6


@pytest.mark.rule("D36", "RD43")
def test_D36_injuries_leave_one_square_of_base_speed(one):
    both = one("halfling", injuries={"leg": [2, 2], "foot": [2, 2]})
    assert mobility.speed_squares(both) == 1
    assert mobility.climb_squares(one("tentacled_horror", injuries={"leg": [2, 2, 2, 0]})) == 0


# --- Conditions that follow from the record -------------------------------------------------------


@pytest.mark.rule("D15", "RD29")
@pytest.mark.parametrize("life", Life)
def test_D15_the_unconscious_are_helpless(one, life):
    fighter = one(life=life)
    assert bodies.is_conscious(fighter) == (life == Life.ALIVE)
    assert bodies.is_helpless(fighter) == (life != Life.ALIVE)
    assert bodies.is_gone(fighter) == (life == Life.DEAD)
    assert bodies.is_unconscious(fighter) == (life not in (Life.ALIVE, Life.DEAD))


@pytest.mark.rule("D4", "D10", "RD8", "RD9", "RD11", "TD7")
@pytest.mark.parametrize(
    ("state", "off_guard", "reacts"),
    [
        ({}, False, True),
        ({"acted": False}, True, False),
        ({"stunned": 1}, True, False),
        ({"tricked": True}, True, False),
        ({"life": Life.EXHAUSTION}, True, False),
        ({"dazed": 1}, False, False),
        ({"reactions": 0}, False, False),
        ({"confused": True}, False, True),
        ({"prone": True}, False, True),
        ({"injuries": {"eye": [1, 1]}}, False, True),
    ],
)
def test_RD8_who_is_off_guard_and_who_can_react(one, state, off_guard, reacts):
    fighter = one(**state)
    assert bodies.is_off_guard(fighter) == off_guard
    assert bodies.can_react(fighter) == reacts
