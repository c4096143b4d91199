"""Hidden information: samples, masks and whole battles (XD1 to XD4)."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.martial.actions.table import verb_of
from quintain.envs.martial.enums import Life, Verb, Window
from quintain.envs.martial.state import PACK
from quintain.envs.martial.tables import CARRIED, ITEM_NAMES, MANEUVER_NAMES, NONE

pytestmark = pytest.mark.interpreted

PLAIN = {"armour": "none", "held": ["sword"]}
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


@pytest.mark.rule("XD4", "RD17", "RD39")
@pytest.mark.parametrize("carried", [[], ["dagger"], ["axe", "shield", "sword"]])
def test_XD4_a_stowed_item_may_be_any_that_the_cast_carries(battle_of, concealed, carried):
    battle = battle_of([PLAIN], [{**PLAIN, "carried": carried}])
    packs = {tuple(map(int, concealed(battle, 0, seed).fighters[1].pack)) for seed in range(60)}
    assert {item for pack in packs for item in pack} <= {NONE, *map(int, CARRIED)}
    if carried:
        assert all(pack[0] != NONE for pack in packs)
        assert len(packs) > 10
    else:
        assert packs == {(NONE,) * PACK}


@pytest.mark.rule("D3", "XD1", "RD46")
def test_XD1_the_stealth_of_the_hidden_is_any_that_nobody_has_matched(battle_of, concealed):
    """Blue's first fighter acts before red, who has not found it: its Stealth is higher."""
    hider = {**PLAIN, "hidden": True, "dexterity": 4, "initiative": 17, "tie_roll": 9}
    known = {**PLAIN, "initiative": 11}
    battle = battle_of([known], [hider, {**PLAIN, "initiative": 9}], order=[1, 0, 2, *[-1] * 9])
    samples = 15 if numba.config.DISABLE_JIT else 300
    drawn = [concealed(battle, 0, seed).fighters for seed in range(samples)]
    initiatives, possible = {int(one[1].initiative) for one in drawn}, set(range(12, 20 + 4 + 1))
    assert initiatives <= possible
    assert len(initiatives) >= min(samples // 3, len(possible))
    assert {int(fighters[1].tie_roll) for fighters in drawn} == {0}
    assert all(fighters[2].initiative == 9 for fighters in drawn)


@pytest.mark.rule("D1", "XD1")
def test_XD1_the_stealth_of_several_hidden_keeps_the_order_of_turns(battle_of, concealed):
    hider = {**PLAIN, "hidden": True}
    red, blue = [{**PLAIN, "initiative": 5}], [{**PLAIN, "initiative": 12}, hider, hider]
    battle = battle_of(red, blue, order=[1, 2, 3, 0, *[-1] * 8])
    drawn = set()
    samples = 15 if numba.config.DISABLE_JIT else 300
    for seed in range(samples):
        first, second, third, last = (
            int(concealed(battle, 0, seed).fighters[one].initiative) for one in (1, 2, 3, 0)
        )
        assert (first, last) == (12, 5)
        assert first >= second >= third > last
        drawn.add((second, third))
    assert len(drawn) > samples // 15


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


@pytest.mark.rule("XD1", "RD46")
@pytest.mark.parametrize(
    ("injuries", "prone", "held"),
    [({}, False, "sword"), ({"leg": [1, 1]}, True, "sword"), ({"hand": 2}, False, None)],
)
def test_XD1_a_hidden_opponent_is_as_it_came(battle_of, concealed, injuries, prone, held):
    """Whatever it has done since: the sample of an idle one is the same."""
    idle = {"base": "swordsman", "at": (1, 1), "hidden": True, "injuries": injuries}
    busy = {**idle, "held": ["bow"], "prone": not prone, "bleed": 3, "defending": True, "used": 3,
            "shield_ready": True, "action_points": 2, "reactions": 9, "damaged": 1,
            "loaded": False}  # fmt: skip
    samples = []
    for hider in (idle, busy):
        battle = battle_of([{**PLAIN, "at": (6, 1)}], [hider], map=ROWS)
        samples.append(concealed(battle, 0, 3).fighters[1])
    assert samples[0].tobytes() == samples[1].tobytes()
    it = samples[0]
    assert (bool(it.prone), int(it.bleed), int(it.action_points)) == (prone, 0, 0)
    assert it.held[0] == (NONE if held is None else ITEM_NAMES.index(held))


@pytest.mark.rule("XD1", "H5")
def test_XD1_a_hidden_opponent_with_wings_may_be_aloft(battle_of, concealed):
    hider = {"base": "sprite", "at": (1, 1), "hidden": True}
    battle = battle_of([{**PLAIN, "at": (6, 1)}], [hider], map=ROWS)
    assert {bool(concealed(battle, 0, seed).fighters[1].flying) for seed in range(9)} == {0, 1}


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
    """In random play the deciding fighter may do the same, whatever it cannot know."""
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


# --- Whole battles --------------------------------------------------------------------------------

WALLED = "\n".join([*["............"] * 4, "############", *["............"] * 2])
"""An arena, and below it a room that nobody can see or enter."""
SEATS = [3, 4, 0, 2, 1]
"""The order of turns: the hidden first."""


@pytest.fixture
def ambushed(battle_of, begun):
    """Two reds and a blue in the arena; two blues hide in the room, at these places."""

    def build(first, second, **more):
        room = {"armour": "none", "held": [], "looked": -1, "initiative": 30, "hidden": True}
        red = [{"base": "archer", "at": (0, 0)}, {"base": "swordsman", "at": (1, 3)}]
        blue = [{"base": "spearman", "at": (8, 1)}, {**room, "at": first}]
        blue.append({**room, "at": second, **more})
        battle = battle_of(red, blue, WALLED, order=[*SEATS, *[NOBODY] * 7], round_limit=8)
        for seat, actor in enumerate(SEATS):
            battle.fighters[actor].seat = seat
        return begun(battle)

    return build


@pytest.fixture
def known_to_red(numbers, legal_actions):
    """Red's knowledge at a decision: the time, the deciding fighter, observations and mask."""

    def look(battle):
        mask = legal_actions(battle) if battle.to_act < 2 else None
        seen = [numbers(battle, fighter).tobytes() for fighter in range(2)]
        return bool(battle.over), int(battle.round_number), int(battle.to_act), mask, seen

    return look


@pytest.mark.rule("XD1", "RD46", "TD1")
@pytest.mark.parametrize("seed", range(2))
def test_XD1_a_whole_battle_shows_the_unaware_nothing_of_the_hidden(
    ambushed, system, legal_actions, known_to_red, seed
):
    """Others hide, elsewhere, and do other things: red sees, decides and may do the same."""
    one, other = ambushed((0, 5), (11, 6)), ambushed((7, 6), (3, 5), life=Life.DEAD)
    choose, dice, decisions = random.Random(seed), np.random.default_rng(seed), 0
    while True:
        for battle in (one, other):
            while not battle.over and battle.to_act > 2:  # one of the hidden
                system.advance(battle, choose.choice(legal_actions(battle)))
        assert known_to_red(one) == known_to_red(other)
        if one.over:
            break
        legal = {*legal_actions(one)} & {*legal_actions(other)}
        action = choose.choice([it for it in sorted(legal) if verb_of(it) != Verb.TO_ALLY])
        one.dice[:] = other.dice[:] = dice.integers(1, 1 << 32, 4, np.uint32)
        system.advance(one, action)
        system.advance(other, action)
        decisions += 1
    assert decisions > 20
    assert all(battle.fighters["hidden"][3:5].all() for battle in (one, other))
