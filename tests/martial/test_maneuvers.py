"""The ten maneuvers (D49 to D52, D97, RD16, RD17).

The attacker has +6 with Athletics, +7 with Acrobatics and Thievery, +4 with Sunder; the DV is 11.
"""

from __future__ import annotations

import pytest

from quintain.envs.core.maps.square_grid import DX, DY
from quintain.envs.martial.enums import (
    Condition,
    Kind,
    Life,
    Maneuver,
    Step,
    Window,
)
from quintain.envs.martial.rules.injuries import bodies
from quintain.envs.martial.rules.maneuvers import directions, maneuvers
from quintain.envs.martial.rules.rounds_and_actions import attack_steps
from quintain.envs.martial.tables import (
    ITEM_NAMES,
    MANEUVER_NAMES,
    NONE,
    SKILL_NAMES,
)

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
MAN = {"held": ["sword"], "carried": ["dagger"], "armour": "none", "strength": 3, "dexterity": 4,
       "trained": ["athletics", "acrobatics", "thievery"]}  # fmt: skip
FOE = {"held": ["axe", "shield"], "carried": ["mace"], "armour": "none", "dexterity": 0,
       "constitution": 0, "strength": 0, "trained": []}  # fmt: skip
N, NE, E, SE, S, SW, W, NW = range(8)


@pytest.fixture
def one(battle_of):
    """Red_0 at (4, 3) about to try, blue_0 at (5, 3) to suffer a maneuver."""

    def build(red=None, blue=None, more=(), **fields):
        others = [{**FOE, **one} for one in more]
        return battle_of([{**MAN, **(red or {})}], [{**FOE, **(blue or {})}, *others], **fields)

    return build


@pytest.fixture
def succeed():
    """Carry out a maneuver that has succeeded with a number of degrees."""

    def effect(battle, maneuver, degrees=0, side=0):
        attack = battle.attacks[0]
        attack.attacker, attack.target = 0, 1
        attack.kind, attack.step = Kind.MANEUVER, Step.DIRECTION
        attack.maneuver, attack.degrees = Maneuver[maneuver.upper()], degrees
        attack.escape = False
        battle.frame = 0
        attack_steps.choose_direction(battle, side)
        while attack.step == Step.GO:
            attack_steps.attack_step(battle)

    return effect


def may(battle, maneuver, attacker=0, target=1):
    """Whether a maneuver may be tried."""
    return bool(maneuvers.may_maneuver(battle, attacker, target, Maneuver[maneuver.upper()]))


def sides(battle, maneuver):
    """The directions in which red_0 can move blue_0."""
    mask = directions.possible_directions(battle, 0, 1, Maneuver[maneuver.upper()])
    return {side for side in range(8) if mask >> side & 1}


def at(battle, fighter):
    """The position of a fighter."""
    return int(battle.fighters[fighter].x), int(battle.fighters[fighter].y)


def names(places):
    """The items in hands or pack, by name."""
    return [ITEM_NAMES[item] if item != NONE else None for item in places]


# --- The roll (D49, D50, D51, D52, D97, RD16) -----------------------------------------------------


@pytest.mark.rule("D51", "RD16")
@pytest.mark.parametrize("maneuver", MANEUVER_NAMES)
def test_D51_each_maneuver_has_its_skill(one, maneuver):
    number = Maneuver[maneuver.upper()]
    for skill in SKILL_NAMES:
        battle = one({"trained": [skill], "level": 10, "strength": 0, "dexterity": 0})
        fighter = battle.fighters[0]
        is_it = skill == SKILL_OF[maneuver]
        assert maneuvers.maneuver_modifier(fighter, number) == (5 if is_it else 0)
        trained = is_it or SKILL_OF[maneuver] is None
        assert maneuvers.is_trained_for(fighter, number) == trained


@pytest.mark.rule("D51", "D52", "RD16")
@pytest.mark.parametrize("maneuver", MANEUVER_NAMES)
def test_RD16_the_attribute_of_each_maneuver(one, maneuver):
    fighter = one({"trained": [], "strength": 1, "dexterity": 2}).fighters[0]
    expected = 1 if SKILL_OF[maneuver] in ("athletics", None) else 2
    assert maneuvers.maneuver_modifier(fighter, Maneuver[maneuver.upper()]) == expected


@pytest.mark.rule("D49", "D52", "D97", "RD16")
@pytest.mark.parametrize("maneuver", MANEUVER_NAMES)
@pytest.mark.parametrize("misses", [0, 1])
def test_D49_equal_to_the_defence_value_succeeds(one, attack, events, maneuver, misses):
    battle = one(blue={"reactions": 0})
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
def test_RD16_a_natural_20_means_nothing(one, attack, events, face, strength, succeeds):
    battle = one({"strength": strength, "trained": []}, {"reactions": 0, "held": ["sword"]})
    attack(battle, "maneuver", maneuver="sunder", faces=[face])  # +1 for the martial bonus
    assert bool(events(battle, "maneuver")) == succeeds
    assert events(battle, "critical") == []


@pytest.mark.rule("RD16")
def test_RD16_a_natural_1_means_nothing(one, attack, events):
    battle = one({"strength": 9}, {"reactions": 0, "held": ["sword"]})
    attack(battle, "maneuver", maneuver="sunder", faces=[1])
    assert len(events(battle, "maneuver")) == 1
    failing = one({"strength": 0}, {"reactions": 0})
    attack(failing, "maneuver", maneuver="sunder", faces=[1])
    assert events(failing, "fumbles", "drops") == []


@pytest.mark.rule("D50")
@pytest.mark.parametrize("maneuver", MANEUVER_NAMES)
def test_D50_an_untrained_one_provokes_its_target(one, attack, window, maneuver):
    battle = one({"trained": [], "reactions": 3})
    attack(battle, "maneuver", maneuver=maneuver, faces=[1] if maneuver == "sunder" else [])
    provokes = SKILL_OF[maneuver] is not None
    assert window(battle) == ("reactive_attack" if provokes else "none")


# --- Who may try (D49, RD17) ----------------------------------------------------------------------


@pytest.mark.rule("D49")
@pytest.mark.parametrize("maneuver", MANEUVER_NAMES)
@pytest.mark.parametrize(("place", "reach"), [((5, 4), True), ((6, 3), False)])
def test_D49_within_reach(one, maneuver, place, reach):
    assert may(one(blue={"at": place}), maneuver) == reach


@pytest.mark.rule("D49", "RD17")
@pytest.mark.parametrize("maneuver", MANEUVER_NAMES)
def test_D49_a_long_weapon_reaches_farther(one, maneuver):
    battle = one({"held": ["spear"]}, {"at": (6, 3)})  # Drag and Overrun begin side by side
    assert may(battle, maneuver) == (maneuver not in ("drag", "overrun"))


@pytest.mark.rule("D49")
@pytest.mark.parametrize("maneuver", MANEUVER_NAMES)
def test_D49_not_the_dead_nor_the_hidden(one, maneuver):
    assert not may(one(blue={"life": Life.DEAD}), maneuver)
    assert not may(one(blue={"hidden": True}), maneuver)


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
def test_RD17_a_maneuver_must_be_of_use(one, maneuver, blue, can):
    assert may(one(blue=blue), maneuver) == can


@pytest.mark.rule("RD17")
@pytest.mark.parametrize("who", [0, 1])
def test_RD17_the_grappled_are_neither_moved_nor_grappled_again(one, who):
    battle = one(more=[{"at": (20, 10)}])
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
def test_RD17_a_grapple_needs_a_grip(one, red, can):
    assert may(one(red), "grapple") == can


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
def test_RD17_disarm_drops_a_held_item(one, succeed, events, held, left, fallen):
    battle = one(blue={"held": held})
    succeed(battle, "disarm", 3)
    assert names(battle.fighters[1].held) == left
    assert (battle.ground_item[0], battle.ground_x[0], battle.ground_y[0]) == (ITEM[fallen], 5, 3)
    assert events(battle) == [
        ("maneuver", 0, 1, Maneuver.DISARM, 3, 0),
        ("drops", 1, -1, 0, ITEM[fallen], 0),
    ]


@pytest.mark.rule("RD17")
def test_RD17_sunder_injures_and_destroys(one, succeed, events):
    battle = one(blue={"held": [None, "shield"], "shield_ready": True})
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
def test_RD17_steal_takes_an_unheld_item(one, succeed, red, held, pack, lies):
    battle = one(red, {"carried": ["mace", "dagger"], "damaged_pack": [1, 0, 0, 0]})
    succeed(battle, "steal")
    thief = battle.fighters[0]
    assert names(thief.held) == held
    assert [name for name in names(thief.pack) if name] == pack
    assert names(battle.fighters[1].pack)[:2] == [None, "dagger"]
    assert (battle.ground_item[0] == ITEM["mace"]) == lies
    damages = [*thief.damaged, *thief.damaged_pack, battle.ground_damaged[0]]
    assert sum(damages) == 1  # it comes as it was


@pytest.mark.rule("RD17")
def test_RD17_the_first_item_of_the_pack_is_stolen(one, succeed):
    battle = one(blue={"carried": [None, None, "axe", "dagger"]})
    succeed(battle, "steal")
    assert names(battle.fighters[0].held)[1] == "axe"


# --- Trip and Trick (RD17) ------------------------------------------------------------------------


@pytest.mark.rule("RD17", "D59")
def test_RD17_trip_makes_prone(one, succeed):
    battle = one()
    succeed(battle, "trip")
    assert battle.fighters[1].prone


@pytest.mark.rule("RD17", "D29")
def test_RD17_trip_brings_down_who_flies(one, succeed):
    battle = one({"body": "sprite", "flying": True}, {"body": "sprite", "flying": True})
    assert may(battle, "trip")
    succeed(battle, "trip")
    assert (battle.fighters[1].flying, battle.fighters[1].prone) == (False, True)


@pytest.mark.rule("RD17", "RD8")
def test_RD17_trick_leaves_off_guard(one, succeed, events):
    battle = one()
    succeed(battle, "trick")
    assert bodies.is_off_guard(battle.fighters[1])
    assert not bodies.can_react(battle.fighters[1])
    assert events(battle, "condition") == [("condition", 1, -1, Condition.TRICKED, 0, 0)]


# --- Shove (RD17) ---------------------------------------------------------------------------------


@pytest.mark.rule("RD17", "H15")
@pytest.mark.parametrize(
    ("place", "possible"),
    [((5, 3), {NE, E, SE}), ((5, 4), {E, SE, S}), ((4, 2), {NW, N, NE}), ((3, 2), {W, NW, N})],
)
def test_RD17_shove_leads_away(one, place, possible):
    assert sides(one(blue={"at": place}), "shove") == possible


@pytest.mark.rule("RD17", "RD47")
def test_RD17_shove_only_into_free_squares(one):
    battle = one(more=[{"at": (6, 3)}])
    assert sides(battle, "shove") == {NE, SE}
    battle.fighters[2].life = Life.COMA
    assert sides(battle, "shove") == {NE, SE}
    battle.fighters[2].life = Life.DEAD  # the dead leave room
    assert sides(battle, "shove") == {NE, E, SE}
    walled = one(
        map="........\n.........\n......o..\n......#..\n......#..".replace("........\n", "", 1)
    )
    assert sides(walled, "shove") <= {NE, E, SE}


@pytest.mark.rule("RD17")
@pytest.mark.parametrize(("degrees", "squares"), [(0, 1), (1, 2), (3, 4)])
@pytest.mark.parametrize("side", [NE, E, SE])
def test_RD17_shove_5_feet_and_5_for_each_degree(one, succeed, degrees, squares, side):
    battle = one({"at": (4, 7)}, {"at": (5, 7)})
    succeed(battle, "shove", degrees, side)
    assert at(battle, 1) == (5 + squares * DX[side], 7 + squares * DY[side])
    assert at(battle, 0) == (4, 7)


@pytest.mark.rule("RD17")
def test_RD17_shove_stops_where_no_square_is_free(one, succeed):
    battle = one(more=[{"at": (8, 3)}])
    succeed(battle, "shove", 5, E)
    assert at(battle, 1) == (7, 3)
    edge = one({"at": (29, 3)}, {"at": (30, 3)})
    succeed(edge, "shove", 5, E)
    assert at(edge, 1) == (31, 3)


@pytest.mark.rule("RD17")
def test_RD17_nobody_is_moved_where_it_cannot_be(one, succeed):
    battle = one()
    succeed(battle, "shove", 0, W)
    assert at(battle, 1) == (5, 3)


# --- Drag (RD17) ----------------------------------------------------------------------------------


@pytest.mark.rule("RD17", "H15")
def test_RD17_drag_wherever_the_dragger_can_go(one):
    assert sides(one(), "drag") == {N, NE, SE, S, SW, W, NW}
    assert sides(one({"at": (0, 0)}, {"at": (1, 0)}), "drag") == {SE, S}
    assert sides(one({"prone": True}), "drag") == set()


@pytest.mark.rule("RD17")
@pytest.mark.parametrize(("degrees", "squares"), [(0, 1), (2, 3)])
def test_RD17_drag_takes_the_target_along(one, succeed, degrees, squares):
    battle = one({"at": (8, 8)}, {"at": (9, 8)})
    succeed(battle, "drag", degrees, W)
    assert (at(battle, 0), at(battle, 1)) == ((8 - squares, 8), (9 - squares, 8))


@pytest.mark.rule("RD17")
def test_RD17_drag_follows_into_the_squares_that_are_left(one, succeed):
    battle = one({"at": (8, 8)}, {"at": (9, 8)})
    succeed(battle, "drag", 0, N)
    assert (at(battle, 0), at(battle, 1)) == ((8, 7), (8, 8))


@pytest.mark.rule("RD17")
def test_RD17_drag_goes_as_far_as_squares_are_free(one, succeed):
    battle = one({"at": (2, 3)}, {"at": (3, 3)})
    succeed(battle, "drag", 4, W)
    assert (at(battle, 0), at(battle, 1)) == ((0, 3), (1, 3))


@pytest.mark.rule("RD17", "D32", "D36")
@pytest.mark.parametrize(("body", "squares"), [("human", 0), ("tentacled_horror", 2)])
def test_RD17_drag_takes_nobody_onto_what_it_cannot_climb(one, succeed, body, squares):
    climber = {"body": "tentacled_horror", "held": [], "at": (4, 3)}
    battle = one(
        climber, {"at": (5, 3), "body": body}, map="\n".join(["." * 12] * 3 + ["....o......."])
    )
    succeed(battle, "drag", 1, W)
    assert (at(battle, 0), at(battle, 1)) == ((4 - squares, 3), (5 - squares, 3))


# --- Drag and Overrun lead out of threatened squares (RD14) ---------------------------------------


@pytest.fixture
def set_out():
    """Begin a successful maneuver; record the provoked fighters before each square."""

    def go(battle, maneuver, side, degrees=0, reactive=False, stop=None):
        attack = battle.attacks[0]
        attack.attacker, attack.target, attack.reactive = 0, 1, reactive
        attack.kind, attack.maneuver = Kind.MANEUVER, Maneuver[maneuver.upper()]
        attack.degrees, attack.escape = degrees, False
        battle.frame = 0
        attack_steps.choose_direction(battle, side)
        asked = []
        while attack.step == Step.GO:
            attack_steps.attack_step(battle)
            if battle.window == Window.REACTIVE_ATTACK:
                asked.append((int(battle.to_act), at(battle, 0)))
                battle.window, battle.to_act = Window.NONE, -1
                if stop:
                    stop(battle.fighters[0])
        return asked

    return go


@pytest.mark.rule("RD14", "RD17", "D50")
@pytest.mark.parametrize(
    ("place", "asked"),
    [
        ((4, 4), [(2, (4, 3))]),  # once, though it threatens two squares that are left
        ((3, 3), [(2, (4, 3))]),
        ((6, 4), [(2, (5, 3))]),  # the target's square, run through
        ((7, 5), []),
    ],
)
def test_RD14_overrun_leaves_threatened_squares(one, set_out, place, asked):
    battle = one(more=[{"at": place}])
    assert set_out(battle, "overrun", E, degrees=1) == asked
    assert (at(battle, 0), at(battle, 1)) == ((6, 3), (5, 3))
    assert battle.fighters[1].prone


@pytest.mark.rule("RD14", "RD17", "D50")
def test_RD14_drag_leaves_threatened_squares(one, set_out):
    battle = one({"at": (8, 8)}, {"at": (9, 8)}, more=[{"at": (6, 7)}, {"at": (8, 7)}])
    assert set_out(battle, "drag", W, degrees=2) == [(3, (8, 8)), (2, (7, 8))]
    assert (at(battle, 0), at(battle, 1)) == ((5, 8), (6, 8))


@pytest.mark.rule("RD14", "RD42")
def test_RD14_nobody_reacts_to_a_reaction(one, set_out):
    battle = one(more=[{"at": (4, 4)}])
    assert set_out(battle, "overrun", E, reactive=True) == []
    assert at(battle, 0) == (6, 3)


@pytest.mark.rule("RD14", "RD17", "D88")
@pytest.mark.parametrize(
    ("place", "end", "falls"), [((4, 4), (4, 3), False), ((6, 4), (4, 3), True)]
)
def test_D88_who_falls_to_the_reaction_goes_no_farther(one, set_out, place, end, falls):
    def fall(fighter):
        fighter.prone = True

    battle = one(more=[{"at": place}])
    assert len(set_out(battle, "overrun", E, degrees=1, stop=fall)) == 1
    assert at(battle, 0) == end  # nobody stays in another's square
    assert battle.fighters[1].prone == falls


@pytest.mark.rule("RD14", "RD17")
def test_RD14_an_overrun_in_play_is_answered_before_it_goes(battle_of, begun, act):
    me = {"at": (4, 3), "trained": ["athletics"], "strength": 4}
    battle = begun(battle_of([me], [{"at": (5, 3)}, {"at": (4, 4), "acted": True}]))
    act(battle, "maneuver", Maneuver.OVERRUN, faces=[19])
    if battle.window == Window.PARRY:
        act(battle, "wait")
    assert (battle.to_act, battle.window) == (2, Window.REACTIVE_ATTACK)
    assert at(battle, 0) == (4, 3)
    act(battle, "wait")
    assert at(battle, 0) == (6, 3)
    assert battle.window == Window.TURN


# --- Reposition (RD17) ----------------------------------------------------------------------------


@pytest.mark.rule("RD17", "H15")
def test_RD17_reposition_to_another_square_within_reach(one, succeed):
    battle = one()
    assert sides(battle, "reposition") == {N, S, NW, SW}
    succeed(battle, "reposition", 3, NW)
    assert at(battle, 1) == (4, 2)


@pytest.mark.rule("RD17", "H15")
def test_RD17_reposition_farther_with_a_long_reach(one):
    battle = one({"held": ["spear"]}, more=[{"at": (6, 3)}])
    assert sides(battle, "reposition") == {N, NE, SE, S, SW, NW}


# --- Overrun (RD17) -------------------------------------------------------------------------------


@pytest.mark.rule("RD17", "H15")
@pytest.mark.parametrize(("degrees", "prone"), [(0, False), (1, True)])
def test_RD17_overrun_passes_through(one, succeed, degrees, prone):
    battle = one()
    assert sides(battle, "overrun") == {E}
    succeed(battle, "overrun", degrees, E)
    assert (at(battle, 0), at(battle, 1)) == ((6, 3), (5, 3))
    assert battle.fighters[1].prone == prone


@pytest.mark.rule("RD17", "RD47", "H15")
def test_RD17_overrun_needs_the_square_behind(one):
    assert sides(one(more=[{"at": (6, 3)}]), "overrun") == set()
    assert sides(one({"at": (30, 3)}, {"at": (31, 3)}), "overrun") == set()
    assert sides(one({"at": (8, 8)}, {"at": (7, 7)}), "overrun") == {NW}
    assert sides(one({"prone": True}), "overrun") == set()


# --- Grapple (RD17) -------------------------------------------------------------------------------


@pytest.fixture
def held(one, succeed):
    """Red_0 has grappled blue_0."""

    def build(red=None, blue=None, **more):
        battle = one(red, blue, **more)
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


# --- Directions are asked for (H15, QD8) ----------------------------------------------------------


@pytest.mark.rule("QD8", "RD17")
def test_QD8_the_direction_is_chosen_after_the_roll(one, attack, answer, window):
    battle = one(blue={"reactions": 0})
    attack(battle, "maneuver", maneuver="shove", faces=[15])  # 21 against 11: 2 degrees
    assert window(battle) == "direction"
    answer(battle, "direction", SE)
    assert at(battle, 1) == (8, 6)


@pytest.mark.rule("QD8", "RD17")
def test_QD8_an_only_direction_is_taken_unasked(one, attack, window):
    battle = one(blue={"reactions": 0})
    attack(battle, "maneuver", maneuver="overrun", faces=[10])
    assert window(battle) == "none"
    assert at(battle, 0) == (6, 3)
