"""Random legal play: ranges, the mask against a slow reading of the rows, symmetry, snapshots."""

from __future__ import annotations

import itertools
import random

import numba
import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.mythic_epoch import deploy as deployment
from quintain.envs.mythic_epoch import step as engine
from quintain.envs.mythic_epoch import turn
from quintain.envs.mythic_epoch.actions import masks, table
from quintain.envs.mythic_epoch.enums import Stage, Status, Window
from quintain.envs.mythic_epoch.scenario import Scenario, make_template
from quintain.envs.mythic_epoch.state import BATTLE
from quintain.envs.mythic_epoch.tables import ARMOUR_NAMES, WEAPON_NAMES

from .oracle import WEAPONS, Man, Scene, far, name_of, oracle, oracle_reactions

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

EXAMPLES = 4 if numba.config.DISABLE_JIT else 12
slow = settings(deadline=None, max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))

# --- Random battles -------------------------------------------------------------------------------


def random_scenario(rng):
    """Any scenario: sizes, map, arms, skills, surprise, pairs, switches."""
    is_far = rng.random() < 0.2  # a shooting match
    width, height = (28, 3) if is_far else rng.choice([(5, 4), (9, 7), (16, 5)])
    density = 0 if is_far else rng.choice([0, 0.1, 0.25])
    arms = ["bow", "bow", "pistol", "sword"] if is_far else list(WEAPONS)
    rows = [
        [rng.choice("o#") if rng.random() < density else "." for _ in range(width)]
        for _ in range(height)
    ]
    places = rng.sample([(x, y) for x in range(width) for y in range(height)], width * height)
    if is_far:  # at both ends, drawn from the end of the list
        places.sort(key=lambda square: -min(square[0], width - 1 - square[0]))
    elif rng.random() < 0.6:  # close together
        places.sort(key=lambda square: -far(square, (width // 2, height // 2)))
    sizes = rng.choice([(1, 1), (1, 1), (2, 1), (1, 3), (2, 2), (3, 3)])

    def seat():
        x, y = places.pop()
        rows[y][x] = "."
        person = {
            "base": "brawler",
            "hand": rng.choice(arms),
            "armour": rng.choice(ARMOUR_NAMES),
            "skills": {
                skill: rng.randint(0, 10)
                for skill in ("swords", "ranged", "brawling", "agility", "endurance")
            },
        }
        if rng.random() < 0.4:
            person["carried"] = rng.choice([name for name in WEAPONS if name != "unarmed"])
        status = rng.choice(["on_guard", "on_guard", "off_guard"])
        return {"fighter": person, "at": [x, y], "status": status}

    red, blue = ([seat() for _ in range(size)] for size in sizes)
    return Scenario.model_validate(
        {
            "title": "Random",
            "map": "\n".join("".join(row) for row in rows),
            "red": red,
            "blue": blue,
            "round_limit": rng.randint(1, 12),
            "max_side": rng.choice([0, max(sizes), 6]),
            "rules": {
                switch: rng.random() < 0.5
                for switch in ("bind_at_will", "counter_attack_unopposed", "recovery_adds_pool")
            },
        }
    )


def deploy(seed):
    """A random battle at its first decision, stirred up so that rare states are met."""
    rng = random.Random(seed)
    template = make_template(random_scenario(rng))
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(seed, 1)[0]
    deployment.deploy(battle, template[0])
    if rng.random() < 0.7:
        stir(battle, rng)
    return battle, rng


def stir(battle, rng):
    """Another lawful state: points, wounds, weapons on the ground, pairs."""
    numbers = range(battle.num_fighters)
    for number in numbers:
        fighter = battle.fighters[number]
        fighter.action_points = rng.randint(0, 12)
        if rng.random() < 0.5:
            fighter.damage = rng.randint(0, 19 + 2 * int(fighter.skills[8]))
        if WEAPON_NAMES[fighter.hand] == "pistol":
            fighter.loaded = rng.random() < 0.5
    for item in range(rng.randint(0, 3)):
        battle.ground_weapon[item] = rng.randrange(1, len(WEAPON_NAMES))
        under = battle.fighters[rng.choice(numbers)]
        battle.ground_x[item], battle.ground_y[item] = under.x, under.y
        battle.ground_loaded[item] = 1
    reds = [number for number in numbers if battle.side[number] == 0]
    blues = [number for number in numbers if battle.side[number] == 1]
    for red, blue in zip(reds, rng.sample(blues, len(blues)), strict=False):
        near = far(
            (battle.fighters[red].x, battle.fighters[red].y),
            (battle.fighters[blue].x, battle.fighters[blue].y),
        )
        if near <= 2 and rng.random() < 0.7:
            hold(battle, red, blue, rng, near)
    battle.window = Window.NONE  # the first window may not be one any more
    engine.play_on(battle)


def hold(battle, red, blue, rng, near):
    """Relate two fighters; at two squares by a bind only."""
    status = rng.choice(
        [Status.BOUND, Status.GRAPPLED, Status.PINNED] if near == 1 else [Status.BOUND]
    )
    pair = [(red, blue), (blue, red)]
    rng.shuffle(pair)
    for (one, other), is_held in zip(pair, (True, False), strict=True):
        battle.fighters[one].partner = other
        battle.fighters[one].status = status if is_held else min(status, Status.GRAPPLED)


def mask_of(battle):
    """The mask of the deciding fighter."""
    mask = np.zeros(table.num_actions(int(battle.max_side)), np.bool_)
    masks.legal_action_mask(battle, mask)
    return mask


def choose(battle, rng):
    """A legal action, blows and reactions rather than steps over the map."""
    legal = np.flatnonzero(mask_of(battle)).tolist()
    fierce = [
        action
        for action in legal
        if action and not name_of(action)[0].startswith(("move", "step", "ready"))
    ]
    if fierce and rng.random() < 0.8:
        return rng.choice(fierce)
    return rng.choice(legal)


def copy_of(battle):
    """A battle of its own with the same bytes."""
    copy = np.zeros(1, BATTLE)
    copy[0] = battle
    return copy[0]


def play_through(seed, decisions=80):
    """Battles at each decision of a random game, with the action taken."""
    battle, rng = deploy(seed)
    for _ in range(decisions):
        if battle.over:
            break
        action = choose(battle, rng)
        yield battle, action
        engine.advance(battle, action)
    yield battle, None


seeds = st.integers(0, 2**32 - 1)

# --- Ranges ---------------------------------------------------------------------------------------


def check_fighter(battle, number):
    """Check properties of every fighter at every decision."""
    it = battle.fighters[number]
    assert 0 <= it.action_points <= 12  # M1, RM15
    assert 0 <= it.x < battle.width
    assert 0 <= it.y < battle.height
    assert not int(battle.low[it.y]) >> int(it.x) & 1
    assert not int(battle.high[it.y]) >> int(it.x) & 1
    assert -1 <= it.aim_target < battle.num_fighters
    held = it.status in (Status.BOUND, Status.GRAPPLED, Status.PINNED)
    assert held == (it.partner >= 0)  # RM20
    if held:
        other = battle.fighters[it.partner]
        assert other.partner == number
        assert battle.side[it.partner] != battle.side[number]
        assert (it.status == Status.BOUND) == (other.status == Status.BOUND)
        assert not (it.status == other.status == Status.PINNED)
        assert it.aim_target == -1  # M11: both hands are busy
    if it.aim_target >= 0:
        assert WEAPON_NAMES[it.hand] in ("bow", "pistol")  # RM36
        assert battle.side[it.aim_target] != battle.side[number]
    assert it.loaded or WEAPON_NAMES[it.hand] == "pistol"  # RM9


@pytest.mark.rule("M1", "RM15", "RM20", "RM32", "RM36", "M11", "M12", "M15")
@slow
@given(seeds)
def test_legal_play_keeps_every_range(seed):
    for battle, _ in play_through(seed):
        men = [Man(battle, number) for number in range(battle.num_fighters)]
        for man in men:
            check_fighter(battle, man.number)
            assert not man.down or man.partner == -1
        standing = [man.square for man in men if not man.down]
        assert len(standing) == len(set(standing))  # RM32: one character a square
        assert battle.over or 0 <= battle.to_act < battle.num_fighters
        assert not battle.over or battle.to_act == -1
        assert battle.over or not men[battle.to_act].down
        assert battle.over == (battle.window == Window.NONE)


@pytest.mark.rule("RM28", "M9")
@slow
@given(seeds)
def test_legal_play_ends_within_the_round_limit(seed):
    for battle, _ in play_through(seed, 3000):
        assert 0 <= battle.round_number <= battle.round_limit
        assert battle.over or battle.round_number < battle.round_limit
    assert battle.over
    assert sorted(battle.reward.tolist()) in ([0, 0], [-1, 1])
    assert (battle.winner == -1) == (battle.reward.tolist() == [0, 0])


# --- The mask -------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.rule("QM1", "QM2", "QM4", "QM5", "QM6", "RM13", "RM14", "RM26", "TM5", "TM8")
@settings(slow, max_examples=3 * EXAMPLES)
@example(367)  # a loaded pistol lies behind an empty one
@given(seeds)
def test_the_mask_shows_what_the_rows_allow_and_nothing_else(seed):
    for battle, _ in play_through(seed, 60):
        mask = mask_of(battle)
        assert mask.any()
        shown = {name_of(action) for action in np.flatnonzero(mask).tolist()}
        assert shown == oracle(battle)
        assert battle.over or shown != {("wait",)}  # no window without a choice


@pytest.mark.compiled
@pytest.mark.rule("M5", "RM14", "XM4", "QM4")
@slow
@given(seeds)
def test_exactly_those_are_asked_who_have_a_reaction_in_initiative_order(seed):
    battle, rng = deploy(seed)
    asked = set()
    for _ in range(200):
        if battle.over:
            return
        if battle.window == Window.TURN:
            asked.clear()
        elif battle.window == Window.REACTION:
            assert battle.to_act not in asked
            asked.add(int(battle.to_act))
        engine.apply_action(battle, choose(battle, rng))
        play_to_decision(battle)


def play_to_decision(battle):
    """Stage by stage to the next window, holding the asking to the rows."""
    while not battle.over and battle.window == Window.NONE:
        if battle.stage == Stage.REACTIONS:
            scene = Scene(battle)
            left = [int(number) for number in battle.order[battle.asking : battle.num_fighters]]
            able = [number for number in left if oracle_reactions(scene, scene.men[number])]
            turn.play_stage(battle)
            if able:
                assert (battle.window, battle.to_act) == (Window.REACTION, able[0])
            else:
                assert battle.window == Window.NONE
        else:
            turn.play_stage(battle)


# --- Symmetry -------------------------------------------------------------------------------------


def swapped(battle):
    """The same battle with red and blue relabelled."""
    red, blue = (int(size) for size in battle.side_size)
    place = [blue + number for number in range(red)] + list(range(blue))
    other = copy_of(battle)
    other.side_size[:] = (blue, red)
    for number in range(red + blue):
        other.side[number] = 0 if number < blue else 1
        other.fighters[place[number]] = battle.fighters[number]
        other.order[number] = place[battle.order[number]]
    for number in range(red + blue):
        for field in ("partner", "aim_target", "last_target"):
            if other.fighters[number][field] >= 0:
                other.fighters[number][field] = place[other.fighters[number][field]]
    for field in ("to_act", "target", "stepper", "step_foe"):
        if battle[field] >= 0:
            other[field] = place[battle[field]]
    if battle.winner >= 0:
        other.winner = 1 - battle.winner
    other.reward[:] = battle.reward[::-1]
    return other


def test_swapping_twice_is_no_change():
    for seed in range(20):
        battle, _ = deploy(seed)
        assert swapped(swapped(battle)).tobytes() == battle.tobytes()


@pytest.mark.compiled
@slow
@given(seeds)
def test_swapping_the_sides_swaps_the_result(seed):
    for battle, action in play_through(seed, 60):
        mirror = swapped(battle)
        assert (mask_of(mirror) == mask_of(battle)).all()
        if action is None:
            return
        ahead = copy_of(battle)
        engine.advance(ahead, action)
        engine.advance(mirror, action)
        assert mirror.tobytes() == swapped(ahead).tobytes()


# --- Snapshots ------------------------------------------------------------------------------------


@slow
@given(seeds)
def test_bytes_are_a_snapshot_at_every_window(seed):
    kept = []
    for battle, action in play_through(seed, 60):
        if action is not None:
            kept.append((battle.tobytes(), action))
            mask_of(battle)
            assert battle.tobytes() == kept[-1][0]  # asking for the mask changes nothing
    for (before, action), (after, _) in itertools.pairwise(kept):
        again = np.frombuffer(before, BATTLE).copy()
        engine.advance(again[0], action)
        assert again[0].tobytes() == after


@pytest.mark.compiled
def test_the_random_games_meet_every_window_status_and_verb():
    """Else the properties above would hold of too little."""
    windows, statuses, verbs = set(), set(), set()
    for seed in range(100):
        for battle, action in play_through(seed, 20):
            windows.add(Window(int(battle.window)))
            statuses |= {Status(int(battle.fighters[n].status)) for n in range(battle.num_fighters)}
            if action is not None:
                verbs |= {name_of(legal)[0] for legal in np.flatnonzero(mask_of(battle)).tolist()}
    assert windows == set(Window)
    assert statuses == set(Status)
    assert verbs == {name_of(action)[0] for action in range(table.num_actions(6))}
