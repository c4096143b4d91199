"""The maneuvers: the roll, who may try, and those that move nobody (D49 to D52, D97, RD16, RD17).

The attacker has +6 with Athletics, +7 with Acrobatics and Thievery, +4 with Sunder; the DV is 11.
"""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import Condition, Life, Maneuver
from quintain.envs.martial.rules.injuries import bodies
from quintain.envs.martial.rules.maneuvers import maneuvers
from quintain.envs.martial.tables import ITEM_NAMES, MANEUVER_NAMES, NONE, SKILL_NAMES

pytestmark = [pytest.mark.interpreted]

ITEM = {name: number for number, name in enumerate(ITEM_NAMES)}
SKILL_OF = {
    "disarm": "acrobatics",
    "drag": "athletics",
    "grapple": "athletics",
    "overrun": "athletics",
    "reposition": "acrobatics",
    "shove": "athletics",
    "steal": "thievery",
    "sunder": None,
    "trick": "thievery",
    "trip": "acrobatics",
}
BONUS = {"athletics": 6, "acrobatics": 7, "thievery": 7, None: 4}
DV = 11


def may(battle, maneuver, attacker=0, target=1):
    """Whether a maneuver may be tried."""
    return bool(maneuvers.may_maneuver(battle, attacker, target, Maneuver[maneuver.upper()]))


def names(places):
    """The items in hands or pack, by name."""
    return [ITEM_NAMES[item] if item != NONE else None for item in places]


# --- The roll (D49, D50, D51, D52, D97, RD16) -----------------------------------------------------


@pytest.mark.rule("D51", "RD16")
@pytest.mark.parametrize("maneuver", MANEUVER_NAMES)
def test_D51_each_maneuver_has_its_skill(maneuver_battle, maneuver):
    number = Maneuver[maneuver.upper()]
    for skill in SKILL_NAMES:
        battle = maneuver_battle({"trained": [skill], "level": 10, "strength": 0, "dexterity": 0})
        fighter = battle.fighters[0]
        is_it = skill == SKILL_OF[maneuver]
        assert maneuvers.maneuver_modifier(fighter, number) == (5 if is_it else 0)
        trained = is_it or SKILL_OF[maneuver] is None
        assert maneuvers.is_trained_for(fighter, number) == trained


@pytest.mark.rule("D51", "D52", "RD16")
@pytest.mark.parametrize("maneuver", MANEUVER_NAMES)
def test_RD16_the_attribute_of_each_maneuver(maneuver_battle, maneuver):
    fighter = maneuver_battle({"trained": [], "strength": 1, "dexterity": 2}).fighters[0]
    expected = 1 if SKILL_OF[maneuver] in ("athletics", None) else 2
    assert maneuvers.maneuver_modifier(fighter, Maneuver[maneuver.upper()]) == expected


@pytest.mark.rule("D49", "D52", "D97", "RD16")
@pytest.mark.parametrize("maneuver", MANEUVER_NAMES)
@pytest.mark.parametrize("misses", [0, 1])
def test_D49_equal_to_the_defence_value_succeeds(maneuver_battle, attack, events, maneuver, misses):
    battle = maneuver_battle(blue={"reactions": 0})
    needed = DV - BONUS[SKILL_OF[maneuver]]
    attack(battle, "maneuver", maneuver=maneuver, faces=[needed - misses])
    roll = events(battle, "rolls")[0]
    assert roll[4:] == (DV - misses, DV)
    assert not battle.fighters[1].injuries.any()  # D97
    assert battle.fighters[1].strain == 0
    done = battle.window != 0 or bool(events(battle, "maneuver"))
    assert done == (not misses)


@pytest.mark.rule("RD16")
@pytest.mark.parametrize(("face", "strength", "succeeds"), [(20, -1, True), (20, -12, False)])
def test_RD16_a_natural_20_means_nothing(maneuver_battle, attack, events, face, strength, succeeds):
    battle = maneuver_battle(
        {"strength": strength, "trained": []}, {"reactions": 0, "held": ["sword"]}
    )
    attack(battle, "maneuver", maneuver="sunder", faces=[face])  # +1 for the martial bonus
    assert bool(events(battle, "maneuver")) == succeeds
    assert events(battle, "critical") == []


@pytest.mark.rule("RD16")
def test_RD16_a_natural_1_means_nothing(maneuver_battle, attack, events):
    battle = maneuver_battle({"strength": 9}, {"reactions": 0, "held": ["sword"]})
    attack(battle, "maneuver", maneuver="sunder", faces=[1])
    assert len(events(battle, "maneuver")) == 1
    failing = maneuver_battle({"strength": 0}, {"reactions": 0})
    attack(failing, "maneuver", maneuver="sunder", faces=[1])
    assert events(failing, "fumbles", "drops") == []


@pytest.mark.rule("D50")
@pytest.mark.parametrize("maneuver", MANEUVER_NAMES)
def test_D50_an_untrained_one_provokes_its_target(maneuver_battle, attack, window, maneuver):
    battle = maneuver_battle({"trained": [], "reactions": 3})
    attack(battle, "maneuver", maneuver=maneuver, faces=[1] if maneuver == "sunder" else [])
    provokes = SKILL_OF[maneuver] is not None
    assert window(battle) == ("reactive_attack" if provokes else "none")


# --- Who may try (D49, RD17) ----------------------------------------------------------------------


@pytest.mark.rule("D49")
@pytest.mark.parametrize("maneuver", MANEUVER_NAMES)
@pytest.mark.parametrize(("place", "reach"), [((5, 4), True), ((6, 3), False)])
def test_D49_within_reach(maneuver_battle, maneuver, place, reach):
    assert may(maneuver_battle(blue={"at": place}), maneuver) == reach


@pytest.mark.rule("D49", "RD17")
@pytest.mark.parametrize("maneuver", MANEUVER_NAMES)
def test_D49_a_long_weapon_reaches_farther(maneuver_battle, maneuver):
    battle = maneuver_battle(
        {"held": ["spear"]}, {"at": (6, 3)}
    )  # Drag and Overrun begin side by side
    assert may(battle, maneuver) == (maneuver not in ("drag", "overrun"))


@pytest.mark.rule("D49")
@pytest.mark.parametrize("maneuver", MANEUVER_NAMES)
def test_D49_not_the_dead_nor_the_hidden(maneuver_battle, maneuver):
    assert not may(maneuver_battle(blue={"life": Life.DEAD}), maneuver)
    assert not may(maneuver_battle(blue={"hidden": True}), maneuver)


@pytest.mark.rule("RD17")
@pytest.mark.parametrize(
    ("maneuver", "blue", "can"),
    [
        ("disarm", {"held": []}, False),
        ("disarm", {"held": [None, "shield"]}, True),
        ("sunder", {"held": []}, False),
        ("sunder", {"held": ["spear"]}, True),
        ("steal", {"carried": []}, False),
        ("steal", {"held": [], "carried": ["dagger"]}, True),
        ("trick", {"tricked": True}, False),
        ("trick", {"acted": False}, False),
        ("trick", {"stunned": 1}, False),
        ("trick", {"life": Life.COMA}, False),
        ("trick", {"dazed": 1}, True),
        ("trip", {"prone": True}, False),
        ("trip", {"body": "sprite", "flying": True}, False),  # 10 feet above
        ("grapple", {"prone": True}, True),
    ],
)
def test_RD17_a_maneuver_must_be_of_use(maneuver_battle, maneuver, blue, can):
    assert may(maneuver_battle(blue=blue), maneuver) == can


@pytest.mark.rule("RD17")
@pytest.mark.parametrize("who", [0, 1])
def test_RD17_the_grappled_are_neither_moved_nor_grappled_again(maneuver_battle, who):
    battle = maneuver_battle(more=[{"at": (20, 10)}])
    battle.fighters[who].grapple = 2
    for maneuver in MANEUVER_NAMES:
        moves = maneuver in ("drag", "grapple", "reposition", "shove")
        moves |= maneuver == "overrun" and who == 0  # it moves only who runs
        assert may(battle, maneuver) != moves


@pytest.mark.rule("RD17", "D31")
@pytest.mark.parametrize(
    ("red", "can"),
    [
        ({"injuries": {"hand": [2, 0]}}, True),
        ({"injuries": {"hand": [2, 2]}}, False),
        ({"body": "wolf", "held": []}, True),
        ({"flying": True, "body": "sprite", "held": ["spear"]}, False),  # not as high up
    ],
)
def test_RD17_a_grapple_needs_a_grip(maneuver_battle, red, can):
    assert may(maneuver_battle(red), "grapple") == can


# --- Disarm, Sunder, Steal (RD17) -----------------------------------------------------------------


@pytest.mark.rule("RD17", "H10")
@pytest.mark.parametrize(
    ("held", "left", "fallen"),
    [
        (["axe", "shield"], [None, "shield"], "axe"),
        ([None, "shield"], [None, None], "shield"),
        (["spear"], [None, None], "spear"),
    ],
)
def test_RD17_disarm_drops_a_held_item(maneuver_battle, succeed, events, held, left, fallen):
    battle = maneuver_battle(blue={"held": held})
    succeed(battle, "disarm", 3)
    assert names(battle.fighters[1].held) == left
    assert (battle.ground_item[0], battle.ground_x[0], battle.ground_y[0]) == (ITEM[fallen], 5, 3)
    assert events(battle) == [
        ("maneuver", 0, 1, Maneuver.DISARM, 3, 0),
        ("drops", 1, -1, 0, ITEM[fallen], 0),
    ]


@pytest.mark.rule("RD17")
def test_RD17_sunder_injures_and_destroys(maneuver_battle, succeed, events):
    battle = maneuver_battle(blue={"held": [None, "shield"], "shield_ready": True})
    succeed(battle, "sunder", 4)
    assert names(battle.fighters[1].held) == [None, "shield"]
    assert battle.fighters[1].damaged[1] == 1
    succeed(battle, "sunder")
    assert names(battle.fighters[1].held) == [None, None]
    assert list(battle.fighters[1].damaged) == [0, 0]
    assert not battle.fighters[1].shield_ready
    assert battle.ground_item[0] == NONE
    assert [event[1:5] for event in events(battle, "sundered")] == [
        (0, 1, 1, ITEM["shield"]),
        (0, 1, 2, ITEM["shield"]),
    ]


@pytest.mark.rule("RD17", "H10")
@pytest.mark.parametrize(
    ("red", "held", "pack", "lies"),
    [
        ({"held": ["sword"], "carried": []}, ["sword", "mace"], [], False),
        ({"held": ["sword", "shield"], "carried": []}, ["sword", "shield"], ["mace"], False),
        ({"held": ["spear"], "carried": ["axe"]}, ["spear", None], ["axe", "mace"], False),
        (
            {"held": ["spear"], "carried": ["axe"] * 4},
            ["spear", None],
            ["axe"] * 4,
            True,
        ),
    ],
)
def test_RD17_steal_takes_an_unheld_item(maneuver_battle, succeed, red, held, pack, lies):
    battle = maneuver_battle(red, {"carried": ["mace", "dagger"], "damaged_pack": [1, 0, 0, 0]})
    succeed(battle, "steal")
    thief = battle.fighters[0]
    assert names(thief.held) == held
    assert [name for name in names(thief.pack) if name] == pack
    assert names(battle.fighters[1].pack)[:2] == [None, "dagger"]
    assert (battle.ground_item[0] == ITEM["mace"]) == lies
    damages = [*thief.damaged, *thief.damaged_pack, battle.ground_damaged[0]]
    assert sum(damages) == 1  # it comes as it was


@pytest.mark.rule("RD17")
def test_RD17_the_first_item_of_the_pack_is_stolen(maneuver_battle, succeed):
    battle = maneuver_battle(blue={"carried": [None, None, "axe", "dagger"]})
    succeed(battle, "steal")
    assert names(battle.fighters[0].held)[1] == "axe"


# --- Trip and Trick (RD17) ------------------------------------------------------------------------


@pytest.mark.rule("RD17", "D59")
def test_RD17_trip_makes_prone(maneuver_battle, succeed):
    battle = maneuver_battle()
    succeed(battle, "trip")
    assert battle.fighters[1].prone


@pytest.mark.rule("RD17", "D29")
def test_RD17_trip_brings_down_who_flies(maneuver_battle, succeed):
    battle = maneuver_battle({"body": "sprite", "flying": True}, {"body": "sprite", "flying": True})
    assert may(battle, "trip")
    succeed(battle, "trip")
    assert (battle.fighters[1].flying, battle.fighters[1].prone) == (False, True)


@pytest.mark.rule("RD17", "RD8")
def test_RD17_trick_leaves_off_guard(maneuver_battle, succeed, events):
    battle = maneuver_battle()
    succeed(battle, "trick")
    assert bodies.is_off_guard(battle.fighters[1])
    assert not bodies.can_react(battle.fighters[1])
    assert events(battle, "condition") == [("condition", 1, -1, Condition.TRICKED, 0, 0)]


# --- Grapple (RD17) -------------------------------------------------------------------------------


@pytest.fixture
def held(maneuver_battle, succeed):
    """Red_0 has grappled blue_0."""

    def build(red=None, blue=None, **more):
        battle = maneuver_battle(red, blue, **more)
        succeed(battle, "grapple")
        return battle

    return build


@pytest.mark.rule("RD17")
def test_RD17_grapple_holds_both(held):
    battle = held()
    one, other = battle.fighters[0], battle.fighters[1]
    assert (one.grapple, other.grapple) == (1, 0)
    assert (one.is_grappler, other.is_grappler) == (True, False)


@pytest.mark.rule("RD17")
def test_RD17_only_the_grappler_lets_go(held, events):
    battle = held()
    maneuvers.release(battle, 1)
    assert battle.fighters[0].grapple == 1
    maneuvers.release(battle, 0)
    assert (battle.fighters[0].grapple, battle.fighters[1].grapple) == (NONE, NONE)
    assert len(events(battle, "freed")) == 1


@pytest.mark.rule("RD17")
@pytest.mark.parametrize(("face", "is_free"), [(4, False), (5, True)])
def test_RD17_out_of_a_grapple_by_a_maneuver(held, attack, face, is_free):
    # DV 11 + 4 of the grappler's Dexterity; Athletics: 1 + 4 + 5
    battle = held({"reactions": 0}, {"strength": 4, "trained": ["athletics"], "level": 3})
    battle.fighters[1].level, battle.fighters[1].attributes[0] = 10, 2
    # martial bonus 3, Strength 2, training 5
    attack(battle, "maneuver", attacker=1, target=0, escape=True, faces=[face])
    assert (battle.fighters[1].grapple == NONE) == is_free
    assert (battle.fighters[0].grapple == NONE) == is_free
