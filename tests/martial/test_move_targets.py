"""Movement to flanks, to cover, to weapons, and past the hidden (D56, D58, RD39, RD46)."""

from __future__ import annotations

import pytest

from .movement import FAR, PLAIN, E, S, W, at

pytestmark = pytest.mark.interpreted


# --- Flanks, cover, weapons, the hidden (D56, D58, RD39, RD46) ------------------------------------


@pytest.mark.rule("D58")
def test_D58_move_to_flank_ends_opposite_of_an_ally(battle_of, begun, act, legal):
    friends = [{**PLAIN, "at": (2, 6)}, {**PLAIN, "at": (6, 3)}]
    foes = [{**PLAIN, "at": (5, 3), "acted": False}]
    battle = begun(battle_of(friends, foes))
    act(battle, "flank")
    assert at(battle) == (4, 3)
    assert legal(battle, "flank") == set()


@pytest.mark.rule("QD1", "RD13")
@pytest.mark.parametrize(
    ("held", "place", "offered"),
    [(["sword"], (5, 4), set()), (["sword"], (6, 3), {"toward"}), (["spear"], (6, 3), {"toward"}),
     (["spear"], (7, 3), {"toward", "to_reach"})],
)  # fmt: skip
def test_RD13_moves_towards_an_enemy_lead_to_it(battle_of, begun, legal, held, place, offered):
    battle = begun(battle_of([{**PLAIN, "held": held, "at": (4, 3)}], [{**PLAIN, "at": place}]))
    assert legal(battle, "toward", "to_reach") == offered


@pytest.mark.rule("D56")
def test_D56_move_to_cover_from_who_can_shoot(battle_of, begun, act, legal):
    rows = "\n".join(["." * 12, "...o........", "." * 12])
    archer = {"base": "archer", "at": (10, 1), "acted": False}
    battle = begun(battle_of([{**PLAIN, "at": (4, 1)}], [archer], map=rows))
    act(battle, "cover")
    assert at(battle) == (2, 1)
    assert legal(battle, "cover") == set()
    swordsman = {**PLAIN, "at": (10, 1), "acted": False}
    battle = begun(battle_of([{**PLAIN, "at": (4, 1)}], [swordsman], map=rows))
    assert legal(battle, "cover") == set()


@pytest.mark.rule("RD39")
def test_RD39_move_to_the_nearest_weapon_of_the_unarmed(battle_of, begun, act, legal):
    battle = battle_of([{"held": [], "at": (4, 3)}], [{**PLAIN, **FAR}])
    battle.ground_item[0], battle.ground_x[0], battle.ground_y[0] = 1, 9, 3
    battle = begun(battle)
    act(battle, "to_weapon")
    assert at(battle) == (8, 3)
    assert legal(battle, "to_weapon") == set()
    act(battle, "pick_up_weapon")
    assert battle.fighters[0].held[0] == 1


@pytest.mark.rule("RD46")
def test_RD46_who_leaves_cover_in_sight_is_found(battle_of, begun, act):
    rows = "\n".join(["........", "..#.....", *["........"] * 6])
    hider = {**PLAIN, "at": (1, 1), "hidden": True}
    battle = begun(battle_of([hider], [{**PLAIN, "at": (6, 1)}], map=rows))
    act(battle, "move", S)
    assert not battle.fighters[0].hidden
    battle = begun(battle_of([hider], [{**PLAIN, "at": (6, 1)}], map=rows))
    act(battle, "step", W)
    assert battle.fighters[0].hidden


@pytest.mark.rule("RD11", "RD46")
@pytest.mark.parametrize(("eyes", "hidden"), [([1, 0], False), ([1, 1], True)])
def test_RD46_the_blinded_see_nobody_leave_cover(battle_of, begun, act, eyes, hidden):
    rows = "\n".join(["........", "..#.....", *["........"] * 6])
    hider = {**PLAIN, "at": (1, 1), "hidden": True}
    guard = {**PLAIN, "at": (6, 1), "injuries": {"eye": eyes}}
    battle = begun(battle_of([hider], [guard], map=rows))
    act(battle, "move", S)
    assert battle.fighters[0].hidden == hidden


@pytest.mark.rule("RD15")
@pytest.mark.parametrize(("bump", "squares", "strikes"), [((2, 3), 1, 0), ((9, 9), 2, 1)])
def test_RD15_a_charge_stopped_within_ten_feet_strikes_nobody(
    battle_of, begun, act, events, bump, squares, strikes
):
    """A hidden fighter blocks the path; the spear would reach from the charger's last square."""
    spearman = {**PLAIN, "held": ["spear"], "at": (0, 3)}
    hidden = {**PLAIN, "at": bump, "hidden": True, "acted": False}
    battle = begun(battle_of([spearman], [{**PLAIN, "at": (3, 3), "acted": False}, hidden]))
    act(battle, "charge", faces=None)
    assert at(battle) == (squares, 3)
    assert len(events(battle, "attacks")) == strikes


@pytest.mark.rule("D32", "D36", "D29")
@pytest.mark.parametrize(("feet", "lies"), [([1, 1, 1, 1], True), ([1, 1, 1, 0], False)])
def test_D32_who_lands_on_hurt_feet_only_lies(battle_of, begun, act, feet, lies):
    flyer = {"base": "dragonling", "at": (4, 3), "flying": True, "injuries": {"foot": feet}}
    battle = begun(battle_of([flyer], [{**PLAIN, **FAR}]))
    act(battle, "land")
    assert (battle.fighters[0].flying, battle.fighters[0].prone) == (False, lies)


@pytest.mark.rule("RD17", "D29")
def test_RD17_who_is_held_in_the_air_cannot_land(battle_of, begun, legal):
    held = {"base": "dragonling", "at": (4, 3), "flying": True, "grapple": 1}
    holder = {**held, "at": (5, 3), "grapple": 0, "is_grappler": True}
    assert legal(begun(battle_of([held], [holder])), "land") == set()
    free = {**held, "grapple": -1}
    assert legal(begun(battle_of([free], [{**free, "at": (5, 3)}])), "land") == {"land"}


@pytest.mark.rule("RD46", "D29")
def test_RD46_who_rises_from_behind_a_low_obstacle_is_found(battle_of, begun, act):
    rows = "\n".join(["........", "..o.....", "........"])
    hider = {"base": "sprite", "at": (1, 1), "hidden": True, "looked": -1}
    battle = begun(battle_of([hider], [{**PLAIN, "at": (6, 1)}], map=rows))
    act(battle, "take_off")
    assert not battle.fighters[0].hidden


@pytest.mark.rule("RD46", "RD47")
def test_RD46_who_walks_into_the_hidden_finds_them_and_stops(battle_of, begun, act, legal):
    hider = {**PLAIN, "at": (7, 3), "hidden": True, "acted": False}
    battle = begun(battle_of([{**PLAIN, "at": (4, 3)}], [hider]))
    assert "move 2" in legal(battle)
    assert legal(battle, "toward") == set()
    act(battle, "move", E)
    assert at(battle) == (6, 3)
    assert not battle.fighters[1].hidden
    assert legal(battle, "strike") == {"strike", "strike 2"}
