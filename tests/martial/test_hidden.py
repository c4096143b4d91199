"""What `conceal` may change, and what it must (XD1 to XD4)."""

from __future__ import annotations

import random

import numpy as np
import pytest

from quintain.envs.core.dice import seed_words
from quintain.envs.martial import actions, deploy, play
from quintain.envs.martial.action_ids import num_actions
from quintain.envs.martial.scenario import load_scenario, make_template
from quintain.envs.martial.state import BATTLE, FIGHTER, Window
from quintain.envs.martial.tables import MANEUVER_NAMES
from quintain.envs.martial.words import decode

pytestmark = pytest.mark.interpreted

PLAIN = {"armour": "none", "held": ["sword"]}
HIDDEN_FIELDS = {"stamina", "exhaustion", "strain", "located", "x", "y"}
ROWS = "\n".join(["........", "..##....", "........", "........"])


def concealed(battle, fighter=0, seed=1):
    """The battle after `conceal`, as a copy."""
    copy = np.array([battle])[0]
    play.conceal(copy, fighter, seed_words(seed, 1)[0])
    return copy


def changed(battle, actor, seeds=20):
    """The fields of a fighter that `conceal` changes for red_0."""
    names = set()
    for seed in range(seeds):
        copy = concealed(battle, 0, seed)
        names |= {
            name
            for name in FIGHTER.names
            if copy.fighters[actor][name].tobytes() != battle.fighters[actor][name].tobytes()
        }
    return names


@pytest.mark.rule("XD1", "XD2", "XD4")
def test_XD4_only_dice_pools_strain_and_hearts_of_opponents_change(battle_of):
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
def test_XD4_who_is_seen_exhausted_or_unconscious_stays_so(battle_of, stamina, exhaustion, life):
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
def test_XD4_who_has_no_constitution_has_nothing_to_hide(battle_of):
    battle = battle_of([PLAIN], [{"base": "skeleton", "looked": 0}])
    assert changed(battle, 1) == set()


@pytest.mark.rule("XD2", "RD33")
def test_XD2_hearts_only_of_those_who_were_looked_at(battle_of):
    battle = battle_of([PLAIN, PLAIN], [{**PLAIN, "looked": 0b01, "located": 0b01}])
    found = {int(concealed(battle, 0, seed).fighters[2].located) for seed in range(40)}
    assert found == {0, 1}


@pytest.mark.rule("XD1", "RD46")
def test_XD1_hidden_opponents_are_anywhere_behind_cover(battle_of):
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
def test_XD1_an_open_map_leaves_the_hidden_where_they_are(battle_of):
    battle = battle_of([PLAIN], [{**PLAIN, "at": (9, 9), "hidden": True}])
    it = concealed(battle).fighters[1]
    assert (it.x, it.y) == (9, 9)


@pytest.mark.rule("XD1")
def test_XD1_the_hidden_know_where_they_are_themselves(battle_of):
    hider = {**PLAIN, "at": (1, 1), "hidden": True}
    battle = battle_of([hider], [{**PLAIN, "at": (6, 1)}], map=ROWS)
    assert changed(battle, 0) == set()


@pytest.mark.rule("D12", "D19", "RD35")
def test_RD35_strength_is_the_share_that_is_left(battle_of):
    battle = battle_of([PLAIN], [PLAIN])
    assert play.strength(battle, 0) == play.strength(battle, 1) == 1
    battle.fighters[0].stamina //= 2
    assert 0 < play.strength(battle, 0) < 1
    hurt = play.strength(battle, 0)
    battle.fighters[0].injuries[0] = 1
    assert play.strength(battle, 0) < hurt
    battle.fighters[0].life = 1
    assert play.strength(battle, 0) == 0
    bones = battle_of([{"base": "skeleton", "injured_count": 4}], [PLAIN])
    assert play.strength(bones, 0) == pytest.approx(0.6)


@pytest.mark.rule("XD1", "XD2", "XD4", "RD46")
@pytest.mark.parametrize("name", ["ambush", "skirmish"])
def test_XD1_what_is_hidden_changes_no_mask(name):
    """In random play: who decides may do the same, whatever it cannot know."""
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_words(2, 1)[0]
    deploy.deploy(battle, make_template(load_scenario(name))[0])
    choose = random.Random(2)
    mask = np.zeros(num_actions(int(battle.max_side)), np.bool_)
    other = mask.copy()
    while not battle.over and battle.decisions < 150:
        actions.legal_action_mask(battle, mask)
        if battle.decisions % 3 == 0:
            copy = concealed(battle, int(battle.to_act), int(battle.decisions))
            actions.legal_action_mask(copy, other)
            assert (mask == other).all(), decode(
                int(np.flatnonzero(mask != other)[0]), int(battle.max_side)
            )
        play.advance(battle, choose.choice(np.flatnonzero(mask)))


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
