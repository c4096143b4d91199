"""What `conceal` may change, and what it must (XD1 to XD4)."""

from __future__ import annotations

import pytest

from quintain.envs.martial.enums import (
    Window,
)
from quintain.envs.martial.tables import MANEUVER_NAMES

pytestmark = pytest.mark.interpreted

PLAIN = {"armour": "none", "held": ["sword"]}
HIDDEN_FIELDS = {"stamina", "exhaustion", "strain", "located", "x", "y"}
ROWS = "\n".join(["........", "..##....", "........", "........"])


@pytest.mark.rule("XD1", "XD2", "XD4")
def test_XD4_only_dice_pools_strain_and_hearts_of_opponents_change(battle_of, concealed, changed):
    foe = {**PLAIN, "looked": 3, "at": (20, 3), "strain": 1}
    battle = battle_of([PLAIN, PLAIN], [foe])
    assert changed(battle, 0) == changed(battle, 1) == set()
    assert changed(battle, 2) == {"stamina", "strain", "located"}
    copy = concealed(battle)
    for name in battle.dtype.names:
        if name not in ("dice", "fighters"):
            assert copy[name].tobytes() == battle[name].tobytes(), name
    assert (copy.dice != battle.dice).any()


@pytest.mark.rule("XD4", "RD7")
@pytest.mark.parametrize(
    ("stamina", "exhaustion", "life"), [(9, 7, 0), (1, 7, 0), (0, 7, 0), (0, 1, 0), (0, 0, 1)]
)
def test_XD4_who_is_seen_exhausted_or_unconscious_stays_so(
    battle_of, stamina, exhaustion, life, concealed
):
    foe = {**PLAIN, "stamina": stamina, "exhaustion": exhaustion, "life": life}
    battle = battle_of([PLAIN], [foe])
    pools = set()
    for seed in range(40):
        it = concealed(battle, 0, seed).fighters[1]
        assert (it.stamina <= 0) == (stamina <= 0)
        assert it.life == life
        assert 0 <= it.stamina <= it.max_stamina
        assert (it.exhaustion == 0) == (life == 1)
        assert 2 * it.strain <= it.max_stamina - it.stamina
        pools.add((int(it.stamina), int(it.exhaustion)))
    assert (len(pools) > 5) == (life == 0)


@pytest.mark.rule("XD4", "D14")
def test_XD4_who_has_no_constitution_has_nothing_to_hide(battle_of, changed):
    battle = battle_of([PLAIN], [{"base": "skeleton", "looked": 0}])
    assert changed(battle, 1) == set()


@pytest.mark.rule("XD2", "RD33")
def test_XD2_hearts_only_of_those_who_were_looked_at(battle_of, concealed):
    battle = battle_of([PLAIN, PLAIN], [{**PLAIN, "looked": 0b01, "located": 0b01}])
    found = {int(concealed(battle, 0, seed).fighters[2].located) for seed in range(40)}
    assert found == {0, 1}


@pytest.mark.compiled
@pytest.mark.rule("XD1", "RD46")
def test_XD1_hidden_opponents_are_anywhere_behind_cover(battle_of, concealed):
    hider = {**PLAIN, "at": (1, 1), "hidden": True}
    battle = battle_of([{**PLAIN, "at": (6, 1)}], [hider], map=ROWS)
    places = set()
    for seed in range(60):
        copy = concealed(battle, 0, seed)
        places.add((int(copy.fighters[1].x), int(copy.fighters[1].y)))
        assert copy.fighters[1].hidden
    assert len(places) > 2
    assert all(x < 4 for x, _ in places)  # beyond the wall all is in sight


@pytest.mark.rule("XD1")
def test_XD1_an_open_map_leaves_the_hidden_where_they_are(battle_of, concealed):
    battle = battle_of([PLAIN], [{**PLAIN, "at": (9, 9), "hidden": True}])
    it = concealed(battle).fighters[1]
    assert (it.x, it.y) == (9, 9)


@pytest.mark.rule("XD1")
def test_XD1_the_hidden_know_where_they_are_themselves(battle_of, changed):
    hider = {**PLAIN, "at": (1, 1), "hidden": True}
    battle = battle_of([hider], [{**PLAIN, "at": (6, 1)}], map=ROWS)
    assert changed(battle, 0) == set()


@pytest.mark.compiled
@pytest.mark.rule("XD1", "XD2", "XD4", "RD46")
@pytest.mark.parametrize("name", ["ambush", "skirmish"])
def test_XD1_what_is_hidden_changes_no_mask(name, same_masks):
    """In random play: who decides may do the same, whatever it cannot know."""
    assert same_masks(name, 150) > 0


@pytest.mark.rule("RD17", "RD46")
@pytest.mark.parametrize("maneuver", ["overrun", "reposition", "shove"])
def test_RD17_nobody_is_moved_into_who_hides_there(battle_of, begun, act, maneuver):
    """It looks free to the attacker, and proves not to be."""
    hider = {**PLAIN, "at": (6, 3), "hidden": True, "acted": False}
    foe = {**PLAIN, "held": [], "reactions": 0}
    battle = begun(battle_of([{**PLAIN, "held": ["spear"]}], [foe, hider]))
    act(battle, "maneuver", MANEUVER_NAMES.index(maneuver), faces=[19])
    if battle.window == Window.DIRECTION:
        act(battle, "direction", 2)
    places = [(int(it.x), int(it.y)) for it in battle.fighters[:3]]
    assert places == [(4, 3), (5, 3), (6, 3)]
