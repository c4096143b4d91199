"""Reload, Swap, standing up, and doors (P77 to P79, P120, P121, P124, RP10, RP38, RP40)."""

from __future__ import annotations

import pytest

from quintain.envs.core.maps.square_grid import has_square
from quintain.envs.platemail.enums import Act, Failure, Life, Verb
from quintain.envs.platemail.rules.support import use_items
from quintain.envs.platemail.state import LEFT_ARM, LEFT_LEG, NET, RIGHT_ARM
from quintain.envs.platemail.tables import (
    NO_SHIELD,
    NONE,
    SHIELD_NAMES,
    STOCK,
    UNARMED,
    WEAPON_NAMES,
)

from .orders import does

pytestmark = [pytest.mark.interpreted]


def holds(fighter) -> tuple:
    """The items in hand: weapons, shield, loaded, stock."""
    second = WEAPON_NAMES[fighter.second] if fighter.second >= 0 else None
    held = (WEAPON_NAMES[fighter.hand], second, SHIELD_NAMES[fighter.shield])
    return (*held, int(fighter.loaded), int(fighter.stock))


# --- Reload (P78, P79, P120, P121, P124) ----------------------------------------------------------


@pytest.mark.rule("P77", "P78", "P79", "P120", "P121", "P124")
@pytest.mark.parametrize(
    ("weapon", "act"), [("light_crossbow", Act.QUICK_ITEM), ("heavy_crossbow", Act.COMPLEX_ITEM)]
)
def test_P124_one_action_reloads(duel, events, weapon, act):
    battle = duel({"hand": weapon, "loaded": 0, **does(Verb.RELOAD, act=int(act))}, {})
    use_items(battle)
    assert battle.fighters[0].loaded == 1
    assert [event[0] for event in events(battle)] == ["reloaded"]


@pytest.mark.rule("P124", "RP31")
@pytest.mark.parametrize(
    ("weapon", "loaded", "why"),
    [("light_crossbow", 1, Failure.ALREADY_LOADED), ("short_bow", 0, Failure.NO_RELOAD)],
)
def test_P124_nothing_to_reload(duel, events, weapon, loaded, why):
    battle = duel({"hand": weapon, "loaded": loaded, **does(Verb.RELOAD)}, {})
    use_items(battle)
    assert battle.fighters[0].loaded == loaded
    assert events(battle) == [("lost", 0, -1, int(Act.QUICK_ITEM), why, 0)]


@pytest.mark.rule("P77", "RP9")
def test_RP9_who_has_fallen_in_the_phase_finishes_nothing(duel):
    start = {"hand": "light_crossbow", "loaded": 0, "life": int(Life.FATALLY_WOUNDED)}
    battle = duel({**start, **does(Verb.RELOAD)}, {})
    use_items(battle)
    assert battle.fighters[0].loaded == 0


@pytest.mark.rule("P77")
def test_P77_another_action_with_an_old_verb_is_no_use_item(duel):
    battle = duel({"hand": "light_crossbow", "loaded": 0, **does(Verb.RELOAD, act=Act.DAZED)}, {})
    use_items(battle)
    assert battle.fighters[0].loaded == 0


# --- Swap (P78, RP38) -----------------------------------------------------------------------------

JAVELINS = {
    "hand": "javelin", "shield": "shield", "stock": 2, "loaded": 1,
    "carried_hand": "light_crossbow", "carried_loaded": 0,
}  # fmt: skip


@pytest.mark.rule("P78", "RP38")
def test_RP38_one_swap_changes_both_hands_and_a_second_changes_them_back(duel, events):
    battle = duel({**JAVELINS, **does(Verb.SWAP)}, {})
    fighter = battle.fighters[0]
    before = holds(fighter)
    use_items(battle)
    assert holds(fighter) == ("light_crossbow", None, "none", 0, 0)
    crossbow = WEAPON_NAMES.index("light_crossbow")
    assert events(battle) == [("swapped", 0, -1, crossbow, 0, 0)]
    use_items(battle)
    assert holds(fighter) == before == ("javelin", None, "shield", 1, 2)
    assert STOCK == 3


@pytest.mark.rule("P78", "RP31")
def test_P78_without_another_set_the_order_is_lost(duel, events):
    battle = duel({"hand": "sword", "shield": "shield", **does(Verb.SWAP)}, {})
    use_items(battle)
    assert holds(battle.fighters[0])[:3] == ("sword", None, "shield")
    assert [event[0] for event in events(battle)] == ["lost"]


@pytest.mark.rule("RP20", "RP38")
def test_RP20_one_arm_cannot_take_up_a_two_handed_weapon(duel):
    battle = duel({"carried_hand": "spear", "limbs": LEFT_ARM, **does(Verb.SWAP)}, {})
    use_items(battle)
    assert holds(battle.fighters[0])[0] == "sword"


@pytest.mark.rule("RP20", "RP38")
@pytest.mark.parametrize(
    "rest", [{"carried_shield": "buckler"}, {"carried_second": "dagger"}, {}], ids=str
)
def test_RP20_one_arm_takes_up_the_weapon_and_leaves_the_rest(duel, rest):
    start = {"carried_hand": "club", **rest, "limbs": RIGHT_ARM, "hand": "sword"}
    battle = duel({**start, **does(Verb.SWAP)}, {})
    battle.fighters[0].hand = UNARMED
    use_items(battle)
    assert holds(battle.fighters[0])[:3] == ("club", None, "none")
    assert battle.fighters[0].second == NONE
    assert battle.fighters[0].shield == NO_SHIELD


@pytest.mark.rule("RP20")
def test_RP20_without_arms_nothing_is_taken_up(duel):
    both = RIGHT_ARM | LEFT_ARM
    battle = duel({"carried_hand": "club", "limbs": both, **does(Verb.SWAP)}, {})
    use_items(battle)
    assert holds(battle.fighters[0])[0] == "sword"


# --- Standing up (RP10, RP20, RP47) ---------------------------------------------------------------


@pytest.mark.rule("RP10")
def test_RP10_a_move_is_spent_on_standing_up(duel, events):
    battle = duel({"prone": 1, **does(Verb.STAND_UP)}, {})
    use_items(battle)
    assert battle.fighters[0].prone == 0
    assert events(battle) == [("stood_up", 0, -1, 0, 0, 0)]


@pytest.mark.rule("RP10", "RP20", "RP31", "RP47")
@pytest.mark.parametrize(
    ("state", "action"),
    [
        ({}, does(Verb.MOVE_TO, 1)),
        ({}, does(Verb.STAND_UP, act=Act.DAZED, ready=0)),
        ({"entrapped": NET}, does(Verb.STAND_UP, ready=0)),
        ({"limbs": LEFT_LEG}, does(Verb.STAND_UP)),
        ({"life": int(Life.STABLE)}, does(Verb.STAND_UP)),
    ],
    ids=["other move", "dazed", "entrapped", "leg lost", "unconscious"],
)
def test_RP10_who_stays_prone(duel, state, action):
    battle = duel({"prone": 1, **state, **action}, {})
    use_items(battle)
    assert battle.fighters[0].prone == 1


@pytest.mark.rule("RP31")
def test_RP31_who_stands_has_nothing_to_stand_up_from(duel, events):
    battle = duel(does(Verb.STAND_UP), {})
    use_items(battle)
    assert events(battle) == [("lost", 0, -1, int(Act.MOVE), Failure.NOT_PRONE, 0)]


# --- Doors (P77, RP40) ----------------------------------------------------------------------------


def door_map(door: str) -> str:
    """A wall in column 4 with a door in row 2."""
    return "\n".join("...." + (door if y == 2 else "#") + "....." for y in range(5))


@pytest.mark.rule("P77", "RP40")
@pytest.mark.parametrize(("door", "is_open"), [("+", True), ("/", False)])
def test_P77_an_adjacent_door_is_opened_or_closed(duel, events, door, is_open):
    battle = duel({"at": (3, 1), **does(Verb.DOOR)}, {"at": (8, 2)}, map=door_map(door))
    use_items(battle)
    assert has_square(battle.high, 4, 2) != is_open
    assert events(battle) == [("door", 0, -1, int(is_open), 0, 0)]


@pytest.mark.rule("P77", "RP31")
@pytest.mark.parametrize("at", [(2, 2), (3, 4)])
def test_P77_no_door_in_reach(duel, events, at):
    battle = duel({"at": at, **does(Verb.DOOR)}, {"at": (8, 2)}, map=door_map("+"))
    use_items(battle)
    assert has_square(battle.high, 4, 2)
    assert [event[0] for event in events(battle)] == ["lost"]


@pytest.mark.rule("P77")
@pytest.mark.parametrize(
    ("life", "is_closed"),
    [(Life.ABLE, False), (Life.STABLE, False), (Life.FATALLY_WOUNDED, False), (Life.DEAD, True)],
)
def test_P77_a_door_does_not_close_on_somebody(duel, life, is_closed):
    blue = {"at": (8, 2), "x": 4, "life": int(life)}
    battle = duel({"at": (3, 2), **does(Verb.DOOR)}, blue, map=door_map("/"))
    use_items(battle)
    assert has_square(battle.high, 4, 2) == is_closed


@pytest.mark.rule("P77", "P21")
@pytest.mark.parametrize("door", ["+", "/"])
def test_P21_two_at_the_same_door_do_it_once(duel, door):
    red, blue = {"at": (3, 2), **does(Verb.DOOR)}, {"at": (5, 3), **does(Verb.DOOR)}
    battle = duel(red, blue, map=door_map(door))
    use_items(battle)
    assert has_square(battle.high, 4, 2) == (door == "/")


@pytest.mark.rule("P77")
def test_P77_of_two_doors_the_one_straight_ahead(duel):
    rows = "....+.....\n....+.....\n....#....."
    battle = duel({"at": (3, 1), **does(Verb.DOOR)}, {"at": (8, 1)}, map=rows)
    use_items(battle)
    assert has_square(battle.high, 4, 0)
    assert not has_square(battle.high, 4, 1)
