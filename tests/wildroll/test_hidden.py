"""The fields that `conceal` may change and must change (RW26, XW1, XW2, H26, H34)."""

from __future__ import annotations

import numba
import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.wildroll.enums import Act, Attribute, Role
from quintain.envs.wildroll.rules.combat_sequence.action_stack import push
from quintain.envs.wildroll.rules.combat_sequence.points import most_points
from quintain.envs.wildroll.rules.combat_sequence.requirements import could_ever
from quintain.envs.wildroll.rules.flanking.lines import has_line
from quintain.envs.wildroll.rules.health.wounds import slots
from quintain.envs.wildroll.rules.stamina.stamina import (
    is_exhausted,
    is_staggered,
    most_mana,
    most_stamina,
)
from quintain.envs.wildroll.tables import (
    CAST_ATTRIBUTES,
    CAST_NAMES,
    CHARM_NAMES,
    ITEM_NAMES,
    NONE,
    READIABLE,
    SPELL_NAMES,
)

pytestmark = pytest.mark.interpreted

SHEET = {"attributes", "stamina", "fatigue"}
ROWS = "\n".join(["........", "..##....", "........", "........"])
DECISIONS = 12 if numba.config.DISABLE_JIT else 300


# --- The sheet and the pools (XW2) ----------------------------------------------------------------


@pytest.mark.rule("XW1", "XW2", "H34")
def test_XW2_only_dice_and_the_sheets_of_opponents_change(battle_of, concealed, changed):
    battle = battle_of(["fighter", "fighter"], ["fighter"])
    assert changed(battle, 0) == changed(battle, 1) == set()
    assert changed(battle, 2) == SHEET
    copy = concealed(battle)
    for name in battle.dtype.names:
        if name not in ("dice", "fighters"):
            assert copy[name].tobytes() == battle[name].tobytes(), name
    assert (copy.dice != battle.dice).any()


@pytest.mark.rule("H34", "XW2", "RW3")
def test_H34_attributes_are_within_1_of_those_of_the_kind(battle_of, concealed):
    strange = {"strength": 5, "perception": -5, "skills": {"aim": 3}, "armour": "heavy"}
    battle = battle_of(["fighter"], [{"base": "fighter", **strange}, "duellist"])
    met = [set() for _ in Attribute]
    for seed in range(30):
        copy = concealed(battle, 0, seed)
        for which in Attribute:
            kind = CAST_ATTRIBUTES[CAST_NAMES.index("fighter"), which]
            met[which].add(int(copy.fighters[1].attributes[which]) - int(kind))
        assert copy.fighters[1].skills.tolist() == battle_of().fighters[1].skills.tolist()
        assert copy.fighters[1].armour == battle.fighters[1].armour
    assert all(one == {-1, 0, 1} for one in met)


@pytest.mark.rule("H34", "XW2")
def test_H34_attributes_fit_the_wounds_and_the_ap_that_are_seen(battle_of, concealed):
    """With the figures of its kind it would have room for neither."""
    tough = {"speed": 6, "action_points": 40, "vitality": 5, "persona": 1}
    wounds = {"light": 6, "moderate": 5, "critical": 3}
    battle = battle_of(["fighter"], [{"base": "fighter", **tough, "wounds": wounds}, "fighter"])
    for seed in range(10):
        it = concealed(battle, 0, seed).fighters[1]
        assert it.action_points <= most_points(it.attributes[Attribute.SPEED])
        assert all(it.wounds[level - 1] <= slots(it, level) for level in range(1, 6))
        assert it.attributes[Attribute.SPEED] == 6
        assert it.attributes[Attribute.VITALITY] == 5
        assert it.attributes[Attribute.PERSONA] == 1


@pytest.mark.rule("XW2", "H34", "W14")
@pytest.mark.parametrize("npc", ["not", "standard"])
@pytest.mark.parametrize("fatigue", [0, 5, 6, 10, 11, 15])
def test_XW2_who_is_seen_exhausted_or_staggered_stays_so(battle_of, fatigue, npc, concealed):
    battle = battle_of(["fighter"], [{"fatigue": fatigue, "npc": npc}])
    it = battle.fighters[1]
    pools = set()
    for seed in range(20):
        other = concealed(battle, 0, seed).fighters[1]
        assert is_exhausted(other) == is_exhausted(it)
        assert is_staggered(other) == is_staggered(it)
        assert 0 <= other.stamina <= most_stamina(other)
        pools.add((int(other.fatigue), int(other.stamina)))
    assert len(pools) > 2


@pytest.mark.rule("XW2", "H34", "W16")
def test_XW2_mana_is_drawn_as_far_as_what_is_invested_leaves_room(battle_of, concealed):
    battle = battle_of(["fighter"], [{"base": "mage", "mana": 4, "invested": 5}])
    mana = set()
    for seed in range(40):
        it = concealed(battle, 0, seed).fighters[1]
        assert it.invested == 5
        assert 0 <= it.mana <= most_mana(it)
        mana.add(int(it.mana))
    assert len(mana) > 5


# --- Belongings (XW2) -----------------------------------------------------------------------------

LADEN = {"scabbard": ["dagger"], "pouch": ["sword"], "potions": 3, "charm": "warden_torc"}


@pytest.mark.rule("XW2", "H34", "W81", "W93", "W102")
def test_XW2_what_an_enemy_carries_is_what_its_kind_carries(battle_of, concealed, changed):
    battle = battle_of([{"base": "fighter", **LADEN}], [{"base": "healer", **LADEN}, "mage"])
    it, other = concealed(battle, 0).fighters[1:3]
    assert it.pack.tolist() == [ITEM_NAMES.index("dagger"), NONE, NONE, NONE]
    assert (it.potions, it.charm) == (1, NONE)
    assert other.charm == CHARM_NAMES.index("ember_ring")
    assert {"pack", "potions", "charm"} <= changed(battle, 1)
    assert not {"pack", "potions", "charm"} & changed(battle, 0)


@pytest.mark.rule("XW2", "H34", "W81")
def test_XW2_what_an_enemy_has_drawn_is_not_in_its_pack_as_well(battle_of, concealed):
    battle = battle_of(["fighter"], [{"base": "archer", "held": ["dagger"], "scabbard": ["bow"]}])
    assert (concealed(battle).fighters[1].pack == NONE).all()


@pytest.mark.rule("XW2", "W81", "W49")
@pytest.mark.parametrize("act", [Act.RETRIEVE, Act.STOW])
def test_XW2_who_takes_something_from_the_pack_shows_it(battle_of, changed, act):
    enemy = {"base": "fighter", **LADEN, "long_act": act, "long_left": 2}
    assert "pack" not in changed(battle_of(["fighter"], [enemy]), 1)


@pytest.mark.rule("XW2", "W81", "W102")
@pytest.mark.parametrize(("act", "field"), [(Act.STOW, "pack"), (Act.POTION, "potions")])
def test_XW2_an_action_under_way_shows_what_it_needs(battle_of, changed, act, field):
    battle = battle_of(["fighter"], [{"base": "fighter", **LADEN}])
    push(battle, Role.TURN, act, 1, NOBODY, 0)
    shown = {"pack", "potions", "charm"} - changed(battle, 1)
    assert shown == {field}


@pytest.mark.rule("XW2", "W93", "W110")
@pytest.mark.parametrize("shown", [{"effects": 1}, {"long_act": Act.CHARM, "long_left": 2}])
def test_XW2_an_effect_shows_the_magical_item(battle_of, changed, shown):
    enemy = {"base": "fighter", **LADEN}
    assert "charm" in changed(battle_of(["fighter"], [enemy]), 1)
    assert "charm" not in changed(battle_of(["fighter"], [{**enemy, **shown}]), 1)


@pytest.mark.rule("XW2", "W77", "RW19", "H34")
@pytest.mark.parametrize(
    ("shown", "known"),
    [
        ({}, {"heal", "force_shield"}),
        ({"shield_rounds": 1}, {"heal", "force_shield"}),
        ({"long_act": Act.FIRE_BOLT, "long_left": 2}, {"heal", "force_shield", "fire_bolt"}),
    ],
)
def test_XW2_an_enemy_knows_the_spells_of_its_kind_and_those_it_casts(
    battle_of, concealed, shown, known
):
    enemy = {"base": "healer", "spells": ["fire_bolt"], **shown}
    it = concealed(battle_of(["fighter"], [enemy]), 0).fighters[1]
    assert {name for spell, name in enumerate(SPELL_NAMES) if it.spells >> spell & 1} == known


# --- The readied action (RW26) --------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.rule("RW26", "XW1", "H34")
def test_RW26_a_readied_action_is_any_for_which_one_is_equipped(battle_of, concealed):
    battle = battle_of(["fighter"], [{"base": "fighter", "readied": Act.DEFEND}, "fighter"])
    imagined = set()
    for seed in range(600):
        copy = concealed(battle, 0, seed)
        imagined.add(int(copy.fighters[1].readied))
        assert copy.fighters[2].readied == Act.NONE
    assert imagined == {int(act) for act in READIABLE if could_ever(battle, 1, act)}
    assert Act.FIRE_BOLT not in imagined
    assert Act.PIN not in imagined


@pytest.mark.rule("RW26")
def test_RW26_ones_own_side_knows_it(battle_of, concealed):
    battle = battle_of(["fighter", {"readied": Act.TRIP}], ["fighter"])
    assert {int(concealed(battle, 0, seed).fighters[1].readied) for seed in range(20)} == {Act.TRIP}


# --- Where somebody hides (XW1, H26) --------------------------------------------------------------


@pytest.mark.rule("XW1", "H26", "H34")
def test_H26_hidden_opponents_are_anywhere_out_of_sight(battle_of, concealed):
    hider = {"at": (1, 1), "hidden": True}
    battle = battle_of([{"at": (6, 1)}], [hider], map=ROWS)
    places = set()
    for seed in range(40):
        copy = concealed(battle, 0, seed)
        it = copy.fighters[1]
        places.add((int(it.x), int(it.y)))
        assert it.hidden
        assert not has_line(copy, 0, 1)
    assert len(places) > 1
    assert all(x < 4 for x, _ in places)


@pytest.mark.rule("XW1", "XW2", "H34", "W48", "W52")
def test_XW1_initiative_and_ap_of_the_hidden_are_drawn(battle_of, concealed):
    hider = {"at": (1, 1), "hidden": True, "initiative": 99, "action_points": 70, "speed": 10}
    battle = battle_of([{"at": (6, 1)}], [hider, {"at": (7, 1)}], map=ROWS)
    pace = set()
    for seed in range(30):
        copy = concealed(battle, 0, seed)
        it, seen = copy.fighters[1:3]
        assert 5 <= it.initiative <= 26
        assert 0 <= it.action_points <= most_points(it.attributes[Attribute.SPEED])
        assert (seen.initiative, seen.action_points) == (18, 12)
        pace.add((int(it.initiative), int(it.action_points)))
    assert len(pace) > 20


@pytest.mark.rule("XW1", "H34")
def test_XW1_an_open_map_leaves_the_hidden_where_they_are(battle_of, concealed):
    battle = battle_of(["fighter"], [{"at": (9, 9), "hidden": True, "underwater": True}])
    it = concealed(battle).fighters[1]
    assert (it.x, it.y, it.underwater) == (9, 9, True)


@pytest.mark.rule("XW1", "H26", "W106")
def test_XW1_a_rider_hides_where_its_mount_does(battle_of, concealed):
    blue = [{"base": "lancer", "rides": 2, "hidden": True}]
    blue.append({"base": "horse", "at": (1, 1), "hidden": True})
    battle = battle_of([{"at": (6, 1)}], blue, map=ROWS)
    for seed in range(10):
        rider, mount = concealed(battle, 0, seed).fighters[1:3]
        assert (rider.x, rider.y) == (mount.x, mount.y)


@pytest.mark.rule("XW1", "H26")
def test_XW1_the_hidden_know_where_they_are_themselves(battle_of, changed):
    hider = {"at": (1, 1), "hidden": True}
    battle = battle_of([hider], [{"at": (6, 1)}], map=ROWS)
    assert changed(battle, 0) == set()


# --- Masks ----------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.rule("XW1", "XW2", "RW26", "H34")
@pytest.mark.parametrize("name", ["surprise", "duel_mixed", "healers"])
def test_XW1_what_is_hidden_changes_no_mask(name, same_masks):
    """In random play, masks do not depend on facts that the deciding fighter cannot know."""
    assert same_masks(name, DECISIONS) > 0
