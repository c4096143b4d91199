"""Legal orders verb by verb: movement, weapons, skulking, spells (P15, P18, P20)."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.platemail.enums import Description, Life, Spell, Verb, Window
from quintain.envs.platemail.state import LEFT_ARM, LEFT_LEG, RIGHT_LEG
from quintain.envs.platemail.tables import NONE, WEAPON_NAMES

from .legal_orders import DIRECTIVES, WALLED, offered, verbs
from .written_orders import play

pytestmark = [pytest.mark.interpreted]


# --- Movement -------------------------------------------------------------------------------------

FREE_TO_GO = {Verb.SPRINT_TO, Verb.CHARGE, Verb.SKULK_TO}
BOUND = 1 << 2
"""Held by a Bind of fighter 1."""


@pytest.mark.rule("RP10", "RP20", "RP47", "P122")
@pytest.mark.parametrize(
    ("state", "walks", "runs", "stands_up"),
    [
        ({}, True, True, False),
        ({"prone": 1}, False, False, True),
        ({"prone": 1, "limbs": LEFT_LEG}, True, False, False),
        ({"prone": 1, "limbs": LEFT_ARM}, False, False, True),
        ({"entrapped": 1}, False, False, False),
        ({"entrapped": 1, "prone": 1}, False, False, False),
        ({"entrapped": BOUND}, True, True, False),  # the Bind may end first: P76
        ({"entrapped": BOUND, "prone": 1}, False, False, True),
        ({"entrapped": 1 | BOUND}, False, False, False),
    ],
)
def test_RP10_movement_that_would_be_void_is_not_offered(duel, state, walks, runs, stands_up):
    legal = verbs(duel(state))
    assert ({Verb.MOVE_TO, Verb.MOVE_AWAY, Verb.MOVE_STRAIGHT} <= legal) == walks
    assert (legal & FREE_TO_GO == FREE_TO_GO) == runs
    # the stance of a Sprint and the attack of a Charge hold: RP31
    assert legal >= {Verb.SPRINT_TO, Verb.SPRINT_AWAY, Verb.CHARGE}
    assert (Verb.SKULK_TO in legal) == runs
    assert (Verb.STAND_UP in legal) == stands_up
    assert {Verb.COUNTER, Verb.FALL_BACK} <= legal  # its stance holds: RP31


@pytest.mark.rule("P76", "P81", "RP37", "RP47", "P7")
@pytest.mark.parametrize(("verb", "is_done"), [
    (Verb.GUARD, "let_through"), (Verb.RESCUE, "picked_up"), (Verb.MOVE_NEXT_TO, "moved"),
])  # fmt: skip
def test_P76_what_the_bound_are_offered_is_done_if_the_bind_ends(
    fight, loaded, events, verb, is_done
):
    """The caster does something else than Focus; the ally stands 10 feet away."""
    red = [{"at": (4, 4), "entrapped": 1 << 3}, {"at": (6, 4)}]
    battle = fight(red, [{"at": (11, 4), "focus": 0, "hand": "short_bow"}])
    assert (verb, 1) in offered(battle)
    faces = {Verb.GUARD: [15, 1, 2], Verb.RESCUE: [2, 5], Verb.MOVE_NEXT_TO: [2]}[verb]
    with loaded(battle, faces):
        play(battle, {"first": (verb, 1)}, {}, {"first": (Verb.SHOOT, 1)})
    assert events(battle, is_done)


@pytest.mark.rule("RP10", "RP20", "P15")
@pytest.mark.parametrize("state", [{}, {"prone": 1}, {"entrapped": 1}, {"limbs": RIGHT_LEG}])
def test_RP20_later_only_a_lost_leg_keeps_one_down(duel, state):
    legal = verbs(duel(state), Window.THEN)
    whole = "limbs" not in state
    assert {Verb.MOVE_TO, Verb.MOVE_STRAIGHT, Verb.CUT_FREE, Verb.FALL_BACK} <= legal
    assert bool(legal & FREE_TO_GO) == whole
    assert (Verb.STAND_UP in legal) == whole


@pytest.mark.rule("P7", "P81", "RP10", "RP42")
def test_RP42_a_carrier_is_offered_all_actions_since_he_sets_down_first(fight, loaded, events):
    red = [{"at": (3, 4), "stealth_roll": 12}, {"at": (2, 4), "life": 1, "countdown": 2}]
    battle = fight(red, [{"at": (5, 4)}], map=WALLED)
    free = {window: offered(battle, window) for window in DIRECTIVES}
    assert {Verb.SPRINT_TO, Verb.CHARGE, Verb.FULL_ATTACK, Verb.SKULK_KEEP} <= verbs(battle)
    battle.fighters[0].carrying, battle.fighters[1].carried_by = 1, 0
    for window in DIRECTIVES:
        assert offered(battle, window) == free[window]
    with loaded(battle, [2]):
        play(battle, {"first": (Verb.CHARGE, 2)})
    assert [event[0] for event in events(battle)[:3]] == ["phase", "set_down", "moved"]


@pytest.mark.rule("P14", "RP40")
def test_P14_steps_lead_to_floor(duel):
    battle = duel({"at": (0, 0)}, {"at": (9, 4)})
    steps = {target for verb, target in offered(battle) if verb == Verb.MOVE_STRAIGHT}
    assert steps == {2, 3, 4}
    assert {t for v, t in offered(battle, Window.ELSE) if v == Verb.MOVE_STRAIGHT} == set(range(8))


@pytest.mark.rule("P30", "RP40")
def test_RP40_without_obstacles_nobody_goes_to_cover(duel):
    to_cover = {Verb.MOVE_TO_COVER, Verb.SPRINT_TO_COVER, Verb.SKULK_TO_COVER}
    for window in DIRECTIVES:
        assert not verbs(duel(), window) & to_cover
        assert to_cover <= verbs(duel({"at": (3, 4)}, {"at": (9, 4)}, map=WALLED), window)


@pytest.mark.rule("RP19", "RP32")
def test_RP32_stopping_at_reach_needs_a_weapon_with_reach(duel):
    to_reach = {Verb.MOVE_TO_REACH, Verb.CHARGE_TO_REACH}
    assert not to_reach & verbs(duel({"hand": "spear"}), Window.THEN)
    assert to_reach <= verbs(duel({"hand": "pike"}))
    packed = duel({"hand": "sword", "carried_hand": "pike"})
    assert not to_reach & verbs(packed)
    assert to_reach <= verbs(packed, Window.ELSE)


@pytest.mark.rule("RP43", "RP31", "P52")
@pytest.mark.parametrize("window", DIRECTIVES)
@pytest.mark.parametrize("state", [{}, {"prone": 1}, {"entrapped": 1}, {"limbs": LEFT_LEG}])
def test_RP43_one_may_fall_back_from_nobody_for_the_stance(duel, window, state):
    for blue in ({}, {"hidden_from": 1}):
        assert Verb.FALL_BACK in verbs(duel(state, blue), window)
    assert Verb.FALL_BACK not in verbs(duel({"dazed": 2}), window)


# --- Weapons --------------------------------------------------------------------------------------


@pytest.mark.rule("RP19", "P106")
def test_RP19_three_attacks_need_two_weapons(duel):
    assert Verb.THREE_ATTACKS not in verbs(duel(), Window.THEN)
    pair = duel({"second": "dagger"})
    assert Verb.THREE_ATTACKS in verbs(pair)
    packed = duel({"hand": "spear", "carried_hand": "sword", "carried_second": "sword"})
    assert Verb.THREE_ATTACKS not in verbs(packed)
    assert Verb.THREE_ATTACKS in verbs(packed, Window.THEN)


SHOTS = {Verb.AIM, Verb.SHOOT, Verb.RAPID_FIRE}


@pytest.mark.rule("P63", "P64", "P65", "P66", "P120", "P121", "RP38")
@pytest.mark.parametrize(
    ("red", "now", "later"),
    [
        ({"hand": "sword"}, set(), set()),
        ({"hand": "long_bow"}, SHOTS, SHOTS),
        ({"hand": "dart", "stock": 2}, SHOTS, SHOTS),
        ({"hand": "dart", "stock": 1}, {Verb.AIM, Verb.SHOOT}, SHOTS),
        ({"hand": "dart", "stock": 0}, set(), set()),
        ({"hand": "light_crossbow"}, {Verb.AIM, Verb.SHOOT}, {Verb.AIM, Verb.SHOOT, Verb.RELOAD}),
        (
            {"hand": "heavy_crossbow", "loaded": 0},
            {Verb.RELOAD},
            {Verb.AIM, Verb.SHOOT, Verb.RELOAD},
        ),
        ({"hand": "sword", "carried_hand": "long_bow"}, set(), SHOTS),
    ],
)
def test_P63_shots_need_a_weapon_ready_to_shoot_now_or_any_later(duel, red, now, later):
    battle = duel({"at": (4, 4), **red}, {"at": (9, 4)})
    # one enemy: no second target for a spread
    kinds = SHOTS | {Verb.RELOAD, Verb.RAPID_FIRE_SPREAD}
    assert verbs(battle) & kinds == now
    assert verbs(battle, Window.THEN) & kinds == later


@pytest.mark.rule("P108", "P31")
def test_P108_shots_need_a_target_in_range_and_in_line_now(duel):
    for x, legal in ((25, True), (26, False)):
        battle = duel({"at": (1, 4), "hand": "short_bow"}, {"at": (x, 4)})
        assert ((Verb.SHOOT, 1) in offered(battle)) == legal
        assert (Verb.SHOOT, 1) in offered(battle, Window.THEN)
    hidden = duel({"at": (3, 4), "hand": "short_bow"}, {"at": (6, 4)}, map=WALLED)
    assert Verb.SHOOT not in verbs(hidden)
    assert Verb.AIM in verbs(hidden)


@pytest.mark.rule("P78", "RP38", "RP20")
def test_P78_swapping_needs_another_set_and_the_arms_for_it(duel):
    for window in DIRECTIVES:
        assert Verb.SWAP not in verbs(duel(), window)
        assert Verb.SWAP in verbs(duel({"carried_hand": "spear"}), window)
        assert Verb.SWAP not in verbs(duel({"carried_hand": "spear", "limbs": LEFT_ARM}), window)
        assert Verb.SWAP in verbs(duel({"carried_hand": "axe", "limbs": LEFT_ARM}), window)


@pytest.mark.rule("RP20", "RP38", "P15")
def test_RP20_what_one_arm_cannot_take_up_is_not_guessed_at(duel):
    bow, swords = {"carried_hand": "long_bow"}, {"carried_hand": "sword", "carried_second": "sword"}
    shots = {Verb.AIM, Verb.SHOOT, Verb.RAPID_FIRE}
    assert shots <= verbs(duel(bow), Window.THEN)
    assert not shots & verbs(duel({**bow, "limbs": LEFT_ARM}), Window.THEN)
    assert Verb.THREE_ATTACKS in verbs(duel(swords), Window.THEN)
    assert Verb.THREE_ATTACKS not in verbs(duel({**swords, "limbs": LEFT_ARM}), Window.THEN)


@pytest.mark.rule("RP47", "P122")
def test_RP47_only_the_entrapped_cut_themselves_free_now(duel):
    assert Verb.CUT_FREE not in verbs(duel())
    assert Verb.CUT_FREE in verbs(duel({"entrapped": 1}))
    assert Verb.CUT_FREE in verbs(duel(), Window.THEN)


@pytest.mark.rule("P7", "P112", "P122", "RP47")
@pytest.mark.parametrize(
    ("blue", "legal"),
    [
        ({"hand": "net", "stock": 3, "at": (16, 4)}, True),
        ({"hand": "net", "stock": 3, "at": (17, 4)}, False),
        ({"hand": "net", "stock": 3, "at": (9, 4), "dazed": 1}, False),
        ({"hand": "net", "stock": 3, "at": (9, 4), "hidden_from": 3}, False),
        ({"hand": "net", "stock": 3, "at": (9, 4), "life": int(Life.STABLE)}, False),
        ({"hand": "net", "stock": 0, "at": (9, 4)}, False),
        ({"hand": "sword", "carried_hand": "net", "carried_stock": 3, "at": (9, 4)}, False),
    ],
)
def test_RP47_a_net_that_may_be_thrown_now_can_be_cut_now(fight, blue, legal):
    battle = fight([{"at": (4, 4)}, {"at": (4, 5)}], [blue])
    assert (Verb.CUT_FREE in verbs(battle)) == legal
    assert ((Verb.FREE, 1) in offered(battle)) == legal


@pytest.mark.rule("P7", "P81", "P122", "RP47")
def test_RP47_a_helper_waits_for_an_ally_who_may_come_or_be_brought(fight):
    netter = {"hand": "net", "stock": 3, "at": (9, 4)}
    for y, legal in ((11, True), (12, False)):
        battle = fight([{"at": (4, 4)}, {"at": (4, y)}], [netter])
        assert ((Verb.FREE, 1) in offered(battle)) == legal
    held = {"at": (4, 7), "entrapped": 1}
    assert (Verb.FREE, 1) not in offered(fight([{"at": (4, 4)}, held], [{"at": (9, 9)}]))
    red = [{"at": (4, 4)}, held, {"at": (5, 7)}]
    assert (Verb.FREE, 1) in offered(fight(red, [{"at": (9, 9)}]))


@pytest.mark.rule("P7", "P71", "P81", "P112", "RP47")
@pytest.mark.parametrize(("ward", "is_open"), [
    ({"at": (12, 4)}, True),
    ({"at": (12, 4), "life": int(Life.STABLE)}, True),
    ({"at": (12, 4), "life": int(Life.DEAD)}, False),
    ({"at": (2, 4)}, False),  # too far for the ally to come to
])  # fmt: skip
def test_RP47_a_net_that_an_ally_may_take_for_another_can_be_cut(fight, loaded, ward, is_open):
    """The net reaches the ward alone: 60 feet; the ally may guard him, or be carried by him."""
    blue = [ward, {"at": (13, 4)}, {"at": (14, 4)}]
    battle = fight([{"hand": "net", "at": (0, 4)}], blue)
    assert ((Verb.FREE, 2) in offered(battle, actor=3)) == is_open
    if ward == {"at": (12, 4)}:
        net, guard = {"first": (Verb.SHOOT, 1)}, {"first": (Verb.GUARD, 1)}
        with loaded(battle, [20, 2]):
            play(battle, net, {}, guard, {"first": (Verb.FREE, 2)})
        assert battle.phases[2].snares == battle.fighters[2].entrapped == 0
        assert battle.fighters[2].wounds > 0


@pytest.mark.rule("P77")
def test_P77_doors_must_be_adjacent_now_and_near_later(duel):
    rows = "\n".join(["." * 16] * 4 + ["....+...........", *["." * 16] * 4])
    for x, now, later in ((3, True, True), (2, False, True), (11, False, True), (12, False, False)):
        battle = duel({"at": (x, 4)}, {"at": (9, 8)}, map=rows)
        assert (Verb.DOOR in verbs(battle)) == now
        assert (Verb.DOOR in verbs(battle, Window.THEN)) == later


# --- Skulking -------------------------------------------------------------------------------------

SKULKING = {Verb.SKULK_STILL, Verb.SKULK_KEEP}


@pytest.mark.rule("P54", "P55", "QP6", "P7")
def test_P55_skulking_in_place_needs_something_that_may_hide_and_a_roll_to_keep(duel):
    for at in ((3, 8), (6, 4)):  # an enemy in sight may walk behind the pillar
        battle = duel({"at": (3, 4), "stealth_roll": 12}, {"at": at}, map=WALLED)
        assert verbs(battle) >= SKULKING
        assert verbs(battle, Window.THEN) >= SKULKING
    battle.fighters[0].stealth_roll = 0
    assert verbs(battle) & SKULKING == {Verb.SKULK_STILL}
    battle.fighters[1].hidden_from = 1
    assert not verbs(battle) & SKULKING
    for window in (Window.FIRST, Window.THEN):
        assert not verbs(duel(), window) & SKULKING


@pytest.mark.rule("P134", "P7")
def test_P134_a_tower_shield_is_cover_to_skulk_in_also_if_it_arrives(fight, loaded):
    red = [{"at": (10, 8), "hand": "dagger"}, {"at": (7, 8), "shield": "tower_shield"}]
    battle = fight(red, [{"at": (14, 8)}])
    assert Verb.SKULK_STILL in verbs(battle)
    comes = {"first": (Verb.MOVE_NEXT_TO, 0)}
    with loaded(battle, [18]):
        play(battle, {"first": (Verb.SKULK_STILL, -1), "then": (Verb.AIM, -1)}, comes)
    assert battle.fighters[0].hidden_from == 4
    assert Verb.SKULK_STILL not in verbs(fight([red[0]], [{"at": (14, 8)}]))


@pytest.mark.rule("P7", "P81", "P82")
@pytest.mark.parametrize(("healer", "carrier", "is_open"), [
    ((9, 8), {}, True), ((10, 8), {}, False), ((9, 8), {"prone": 1}, False),
    ((9, 8), {"entrapped": 1}, False), ((9, 8), {"dazed": 1}, False), ((5, 9), {"prone": 1}, True),
])  # fmt: skip
def test_P82_one_may_wait_for_the_dying_who_is_carried_to_him(
    fight, loaded, healer, carrier, is_open
):
    dying = {"at": (4, 8), "life": Life.FATALLY_WOUNDED, "countdown": 2, "wounds": 4}
    red = [{"at": healer}, {"at": (5, 8), **carrier}, dying]
    battle = fight(red, [{"at": (1, 8)}])
    assert ((Verb.STABILIZE, 2) in offered(battle)) == is_open
    if healer == (5, 9):
        with loaded(battle, [15]):
            play(battle, {"first": (Verb.STABILIZE, 2)})
        assert battle.fighters[2].life == Life.STABLE


@pytest.mark.rule("P7", "P60", "RP10", "RP31")
@pytest.mark.parametrize("state", [{"prone": 1}, {"entrapped": 1}])
@pytest.mark.parametrize(("squares", "is_open"), [(1, True), (7, True), (8, False)])
def test_P60_who_cannot_walk_may_charge_an_enemy_who_is_or_comes_in_reach(
    fight, loaded, events, state, squares, is_open
):
    battle = fight([state], [{"at": (4 + squares, 3)}, {"at": (30, 9)}])
    assert ((Verb.CHARGE, 1) in offered(battle)) == is_open
    assert (Verb.CHARGE, 2) not in offered(battle)
    if squares == 1:
        with loaded(battle, [19]):
            play(battle, {"first": (Verb.CHARGE, 1)})
        assert [event[1:3] for event in events(battle, "attack")] == [(0, 1)]


@pytest.mark.rule("P7", "P51", "RP31", "RP47")
@pytest.mark.parametrize("state", [{"prone": 1}, {"entrapped": 1}])
def test_P51_the_stance_of_a_sprint_helps_who_cannot_walk(duel, loaded, events, state):
    battle = duel(state, {"at": (9, 3), "hand": "short_bow"})
    assert (Verb.SPRINT_TO, 1) in offered(battle)
    with loaded(battle, [15]):
        play(battle, {"first": (Verb.SPRINT_TO, 1)}, {"first": (Verb.SHOOT, 0)})
    assert events(battle, "attack")[0][4:] == (12, 15)


# --- Spells ---------------------------------------------------------------------------------------


@pytest.mark.rule("P74", "RP23", "RP37")
def test_P74_one_prepares_what_one_knows_and_does_not_hold(duel):
    battle = duel({"base": "battle_mage", "prepared": int(Spell.FEAR)})
    prepared = {target for verb, target in offered(battle) if verb == Verb.PREPARE}
    assert prepared == {Spell.BOLT, Spell.BLAST}
    later = {target for verb, target in offered(battle, Window.THEN) if verb == Verb.PREPARE}
    assert later == {Spell.BOLT, Spell.BLAST, Spell.FEAR}
    assert Verb.PREPARE not in verbs(duel(), Window.THEN)


@pytest.mark.rule("RP23")
def test_RP23_casting_needs_a_free_hand_now_or_after_a_swap(duel):
    casting = {Verb.PREPARE, Verb.RELEASE}
    battle = duel({"base": "battle_mage", "carried_hand": "dagger", "prepared": int(Spell.BOLT)})
    assert verbs(battle) >= casting
    battle.fighters[0].hand = WEAPON_NAMES.index("staff")
    assert not verbs(battle) & casting
    assert verbs(battle, Window.THEN) >= casting
    battle.fighters[0].carried_hand = NONE
    assert not verbs(battle, Window.THEN) & casting


@pytest.mark.rule("P75", "RP23")
@pytest.mark.parametrize("spell", list(Spell))
def test_P75_each_spell_is_released_at_those_it_is_for(fight, spell):
    mage = {"base": "healer", "at": (4, 4), "wounds": 1, "prepared": int(spell)}
    red = [mage, {"at": (4, 5), "wounds": 1}, {"at": (4, 6)}]
    blue = [{"at": (6, 4)}, {"at": (6, 5), "life": int(Life.STABLE)}]
    legal = offered(fight(red, blue))
    mends = spell == Spell.MEND
    assert ((Verb.MEND, 1) in legal) == ((Verb.MEND_SELF, NOBODY) in legal) == mends
    assert ((Verb.RELEASE, 3) in legal) == (not mends)
    assert ((Verb.RELEASE, 4) in legal) == (spell in (Spell.BOLT, Spell.BLAST))


@pytest.mark.rule("P48", "RP9", "RP23")
def test_RP9_the_unhurt_may_be_mended_for_the_wounds_of_the_phase(fight):
    mage = {"base": "healer", "at": (4, 4), "prepared": int(Spell.MEND)}
    battle = fight([mage, {"at": (4, 5)}, {"at": (4, 6)}], [{"at": (9, 9)}])
    legal = offered(battle)
    assert {(Verb.MEND_SELF, NOBODY), (Verb.MEND, 1), (Verb.MEND, 2)} <= legal
    most_wounded = (Verb.MEND, Description.MOST_WOUNDED_ALLY)
    assert most_wounded not in legal  # nobody is
    battle.fighters[2].wounds = 1
    assert most_wounded in offered(battle)


@pytest.mark.rule("P75", "RP23")
def test_RP23_releases_need_range_and_mends_left(fight):
    mage = {"base": "healer", "at": (1, 4), "wounds": 1, "prepared": int(Spell.BIND)}
    for x, legal in ((7, True), (8, False)):
        assert ((Verb.RELEASE, 1) in offered(fight([mage], [{"at": (x, 4)}]))) == legal
    for mends, legal in ((1, True), (0, False)):
        healer = {**mage, "prepared": int(Spell.MEND), "mends": mends}
        assert (Verb.MEND_SELF in verbs(fight([healer], [{}]))) == legal
        healer["prepared"] = NONE
        assert (Verb.MEND_SELF in verbs(fight([healer], [{}]), Window.THEN)) == legal


@pytest.mark.rule("P75", "P76")
def test_P76_focus_needs_a_focus_now_and_the_spell_later(duel):
    healer = duel({"base": "healer"})
    assert not verbs(healer) & {Verb.FOCUS, Verb.RELEASE}
    assert verbs(healer, Window.ELSE) >= {Verb.FOCUS, Verb.RELEASE}
    healer.fighters[0].focus = 1
    assert Verb.FOCUS in verbs(healer)
    assert Verb.FOCUS not in verbs(duel({"base": "battle_mage"}), Window.ELSE)
