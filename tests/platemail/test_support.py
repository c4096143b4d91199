"""Items, doors, cutting free, Stabilize, standing up, Rescue (P77 to P82, P122, P124)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.maps.square_grid import has_square
from quintain.envs.platemail.actions.table import ACTS
from quintain.envs.platemail.enums import (
    Act,
    Life,
    Save,
    Verb,
)
from quintain.envs.platemail.rules.support import (
    set_down_all,
    settle_aid,
    stabilize_all,
    struggle_all,
    use_items,
)
from quintain.envs.platemail.state import (
    LEFT_ARM,
    LEFT_LEG,
    NET,
    RIGHT_ARM,
)
from quintain.envs.platemail.tables import (
    NO_SHIELD,
    NONE,
    SHIELD_NAMES,
    STOCK,
    UNARMED,
    WEAPON_NAMES,
)

pytestmark = [pytest.mark.interpreted]


def does(verb: int, target: int = -1, **more: int) -> dict:
    """A fighter who carries out a verb, Ready."""
    phase = {"verb": verb, "act": int(ACTS[verb]), "target": target, "able": 1, "ready": 1}
    return {"phase": {**phase, **more}}


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
@pytest.mark.parametrize(("weapon", "loaded"), [("light_crossbow", 1), ("short_bow", 0)])
def test_P124_nothing_to_reload(duel, events, weapon, loaded):
    battle = duel({"hand": weapon, "loaded": loaded, **does(Verb.RELOAD)}, {})
    use_items(battle)
    assert battle.fighters[0].loaded == loaded
    assert events(battle) == [("lost", 0, -1, int(Act.QUICK_ITEM), 0, 0)]


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
    assert events(battle) == [("lost", 0, -1, int(Act.MOVE), 0, 0)]


# --- Nets and Binds (P122, RP47) ------------------------------------------------------------------


@pytest.mark.rule("P122", "RP47")
def test_P122_a_use_item_frees_from_a_net(duel, loaded, events):
    battle = duel({"entrapped": NET, **does(Verb.CUT_FREE, ready=0)}, {})
    with loaded(battle, []):
        struggle_all(battle)
        assert battle.fighters[0].entrapped == NET  # at the phase's end only
        use_items(battle)
    assert battle.fighters[0].entrapped == 0
    assert events(battle) == [("freed", 0, 0, 0, 0, 0)]


@pytest.mark.rule("RP47")
@pytest.mark.parametrize(("x", "is_free"), [(5, True), (6, False)])
def test_RP47_an_adjacent_ally_frees(fight, events, x, is_free):
    battle = fight([does(Verb.FREE, 1), {"at": (x, 3), "entrapped": NET}], [{"at": (9, 9)}])
    struggle_all(battle)
    use_items(battle)
    assert (battle.fighters[1].entrapped == 0) == is_free
    freed, lost = ("freed", 0, 1, 0, 0, 0), ("lost", 0, -1, int(Act.QUICK_ITEM), 0, 0)
    assert events(battle) == [freed if is_free else lost]


@pytest.mark.rule("RP47")
@pytest.mark.parametrize(("face", "is_free"), [(8, False), (9, True)])
def test_RP47_from_bind_only_with_a_strength_save(duel, loaded, events, face, is_free):
    """9 + Strength 3 - 1 Wound is greater than 10."""
    held = {"entrapped": 1 << 2, "strength": 3, "wounds": 1, **does(Verb.CUT_FREE, ready=0)}
    battle = duel(held, {"spells": ["bind"], "focus": 0})
    with loaded(battle, [face]):
        struggle_all(battle)
        use_items(battle)
    assert (battle.fighters[0].entrapped == 0) == is_free
    assert battle.fighters[1].focus == (-1 if is_free else 0)
    told = [("save", 0, 1, int(Save.BIND), face + 2, face)]
    assert events(battle) == told + [("freed", 0, 0, 0, 0, 0)] * is_free


@pytest.mark.rule("RP47", "P45")
def test_P45_wounds_of_the_phase_do_not_hinder_the_save_yet(duel, loaded):
    battle = duel({"entrapped": 1 << 2, **does(Verb.CUT_FREE)}, {"focus": 0})
    with loaded(battle, [11]):
        struggle_all(battle)
    battle.fighters[0].wounds = 2  # the tally comes after
    use_items(battle)
    assert battle.fighters[0].entrapped == 0


@pytest.mark.rule("RP47", "RP9", "P82")
@pytest.mark.parametrize("falls", [False, True])
def test_RP47_a_helper_who_falls_in_the_phase_breaks_no_bind(fight, loaded, events, falls):
    held = {"at": (4, 4), "entrapped": NET | 1 << 3}
    battle = fight([does(Verb.FREE, 1), held], [{"at": (20, 4), "focus": 1}])
    with loaded(battle, [11]):
        struggle_all(battle)
        if falls:
            battle.fighters[0].life = Life.FATALLY_WOUNDED  # the tally comes between
        use_items(battle)
    assert battle.fighters[1].entrapped == (NET | 1 << 3 if falls else 0)
    assert battle.fighters[2].focus == (1 if falls else -1)
    assert events(battle, "freed") == ([] if falls else [("freed", 0, 1, 0, 0, 0)])


@pytest.mark.rule("RP47", "RP9")
def test_RP47_a_bind_is_broken_where_one_of_two_helpers_stands(fight, loaded):
    held = {"at": (4, 4), "entrapped": 1 << 4}
    battle = fight([does(Verb.FREE, 1), held, does(Verb.FREE, 1)], [{"at": (20, 4), "focus": 1}])
    battle.fighters[2].y = 5
    with loaded(battle, [11]):
        struggle_all(battle)
        battle.fighters[0].life = Life.FATALLY_WOUNDED
        use_items(battle)
    assert (battle.fighters[1].entrapped, battle.fighters[3].focus) == (0, -1)


@pytest.mark.rule("RP47")
def test_RP47_net_and_bind_at_once(duel, loaded):
    battle = duel({"entrapped": NET | 1 << 2, **does(Verb.CUT_FREE)}, {"focus": 0})
    with loaded(battle, [2]):
        struggle_all(battle)
        use_items(battle)
    assert battle.fighters[0].entrapped == 1 << 2


@pytest.mark.rule("RP47")
def test_RP47_two_helpers_are_one_save(fight, loaded):
    held = {"at": (5, 4), "entrapped": 1 << 5, **does(Verb.CUT_FREE)}
    red = [does(Verb.FREE, 2), does(Verb.FREE, 2), held, {}]
    battle = fight(red, [{"at": (20, 4), "focus": 2}])
    with loaded(battle, [11]):
        struggle_all(battle)
        use_items(battle)
    assert battle.fighters[2].entrapped == 0


@pytest.mark.rule("RP47", "RP31")
@pytest.mark.parametrize("target", [2, -1])
def test_RP47_neither_enemies_nor_nobody_are_freed(fight, events, target):
    battle = fight([does(Verb.FREE, target), {}], [{"at": (4, 2), "entrapped": NET}])
    struggle_all(battle)
    use_items(battle)
    assert battle.fighters[2].entrapped == NET
    assert [event[0] for event in events(battle)] == ["lost"]


@pytest.mark.rule("RP31")
def test_RP31_who_is_free_cuts_nothing(duel, events):
    battle = duel(does(Verb.CUT_FREE), {})
    struggle_all(battle)
    use_items(battle)
    assert [event[0] for event in events(battle)] == ["lost"]


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


# --- Stabilize (P48, P82, RP5) --------------------------------------------------------------------

DYING = {"life": int(Life.FATALLY_WOUNDED), "wounds": 4, "countdown": 2}


@pytest.mark.rule("P48", "P82", "RP5")
@pytest.mark.parametrize(("face", "succeeds"), [(9, False), (10, True)])
def test_RP5_the_medical_roll(fight, loaded, events, face, succeeds):
    """10 + Medical 2 - 1 Wound is greater than 10; the patient's Wounds do not count."""
    medic = {"medical": 2, "wounds": 1, **does(Verb.STABILIZE, 1)}
    battle = fight([medic, DYING], [{"at": (9, 9)}])
    with loaded(battle, [face]):
        stabilize_all(battle)
    settle_aid(battle)
    assert battle.fighters[1].life == (Life.STABLE if succeeds else Life.FATALLY_WOUNDED)
    kind = "stable" if succeeds else "failed_to_stabilize"
    assert events(battle) == [(kind, 0, 1, 0, face + 1, face)]


@pytest.mark.rule("P48", "RP9")
def test_RP9_aid_helps_after_the_tally(fight, loaded):
    battle = fight([does(Verb.STABILIZE, 1), DYING], [{"at": (9, 9)}])
    with loaded(battle, [20]):
        stabilize_all(battle)
    assert battle.fighters[1].life == Life.FATALLY_WOUNDED
    battle.fighters[1].life = Life.DEAD  # what the tally may bring
    settle_aid(battle)
    assert battle.fighters[1].life == Life.DEAD


@pytest.mark.rule("RP5", "RP31")
@pytest.mark.parametrize(
    ("patient", "target"),
    [
        ({**DYING, "at": (4, 5)}, 1),
        ({"at": (4, 4), "wounds": 3}, 1),
        ({**DYING, "life": int(Life.STABLE)}, 1),
        ({**DYING, "life": int(Life.DEAD)}, 1),
        (DYING, 0),
        (DYING, -1),
    ],
    ids=["not adjacent", "able", "stable", "dead", "himself", "nobody"],
)
def test_RP5_who_cannot_be_stabilised(fight, loaded, events, patient, target):
    battle = fight([does(Verb.STABILIZE, target), patient], [{"at": (9, 9)}])
    before = int(battle.fighters[1].life)
    with loaded(battle, []):
        stabilize_all(battle)
    settle_aid(battle)
    assert battle.fighters[1].life == before
    assert events(battle) == [("lost", 0, -1, int(Act.STABILIZE), 0, 0)]


# --- Rescue (P81, RP42) ---------------------------------------------------------------------------


def burden(**more) -> dict:
    """Red 1, whom red 0 carries."""
    return {"carried_by": 0, "x": 4, "y": 3, **more}


@pytest.mark.rule("P81", "RP42")
def test_RP42_at_the_end_of_a_rescue_he_may_go_on(fight, events):
    battle = fight([{"carrying": 1, **does(Verb.RESCUE, 1)}, burden()], [{"at": (9, 9)}])
    set_down_all(battle)
    assert (battle.fighters[0].carrying, battle.fighters[1].carried_by) == (1, 0)
    assert events(battle) == []


@pytest.mark.rule("P81", "RP42")
@pytest.mark.parametrize(
    ("carrier", "carried"),
    [
        (does(Verb.DEFEND), {}),
        ({**does(Verb.RESCUE, 1), "life": int(Life.STABLE)}, {}),
        (does(Verb.RESCUE, 1), {"life": int(Life.DEAD)}),
        (does(Verb.RESCUE, 2), {}),
    ],
    ids=["another action", "fallen", "burden dead", "another one"],
)
def test_RP42_who_is_set_down(fight, events, carrier, carried):
    battle = fight([{**carrier, "carrying": 1}, burden(**carried), {}], [{"at": (9, 9)}])
    set_down_all(battle)
    assert (battle.fighters[0].carrying, battle.fighters[1].carried_by) == (-1, -1)
    assert events(battle) == [("set_down", 0, 1, 0, 0, 0)]


@pytest.mark.rule("RP42", "RP12")
def test_RP42_the_unconscious_are_laid_where_the_rescuer_stands(fight, loaded):
    carrier = {**does(Verb.DEFEND), "carrying": 1}
    battle = fight([carrier, burden(life=int(Life.STABLE))], [{"at": (9, 9)}])
    with loaded(battle, []):
        set_down_all(battle)
    assert (battle.fighters[1].x, battle.fighters[1].y) == (4, 3)


@pytest.mark.rule("RP42", "RP33")
@pytest.mark.parametrize(("face", "square"), [(1, (3, 2)), (5, (5, 3)), (8, (5, 4))])
def test_RP42_who_can_stand_gets_an_adjacent_square_by_a_die(fight, loaded, face, square):
    battle = fight([{**does(Verb.DEFEND), "carrying": 1}, burden()], [{"at": (9, 9)}])
    with loaded(battle, [face]):
        set_down_all(battle)
    assert (battle.fighters[1].x, battle.fighters[1].y) == square


@pytest.mark.rule("RP42", "RP33")
def test_RP42_only_floor_where_nobody_stands(fight, loaded):
    """In a passage one square is left, and needs no die."""
    battle = fight(
        [
            {**does(Verb.DEFEND), "carrying": 1, "at": (2, 1)},
            burden(x=2, y=1, at=(0, 1)),
            {"at": (4, 1)},
        ],
        [{"at": (3, 1)}],
        map="#####\n.....\n#####",
    )
    battle.fighters[2].x = 0
    with loaded(battle, []):
        set_down_all(battle)
    assert (battle.fighters[1].x, battle.fighters[1].y) == (1, 1)


@pytest.mark.rule("RP33")
def test_RP33_where_all_is_taken_the_next_free_square(fight):
    rows = "#####\n.....\n#####"
    red = [
        {**does(Verb.DEFEND), "carrying": 1, "at": (2, 1)},
        burden(x=2, y=1, at=(0, 1)),
        {"at": (1, 1)},
    ]
    battle = fight(red, [{"at": (3, 1)}], map=rows)
    set_down_all(battle)
    assert (battle.fighters[1].x, battle.fighters[1].y) in {(0, 1), (4, 1)}


@pytest.mark.rule("RP33", "RP42", "P21")
def test_RP42_two_set_down_at_once_do_not_get_the_same_square(fight):
    rows = "#####\n.....\n#####"
    red = [{**does(Verb.DEFEND), "carrying": 2, "at": (0, 1)}, {}, {"carried_by": 0}]
    blue = [{**does(Verb.DEFEND), "carrying": 4, "at": (2, 1)}, {"carried_by": 3}]
    seats = [(0, 1), (4, 1), (1, 1), (2, 1), (3, 1)]
    for one, at in zip([*red, *blue], seats, strict=True):
        one["at"] = at
    for seed in range(8):
        battle = fight(red, blue, map=rows)
        battle.dice[:] = np.arange(1, 5) * (seed + 1)
        for carried, carrier in ((2, 0), (4, 3)):
            battle.fighters[carried].x = battle.fighters[carrier].x
        set_down_all(battle)
        places = {(int(it.x), int(it.y)) for it in battle.fighters[:5]}
        assert places == {(x, 1) for x in range(5)}
