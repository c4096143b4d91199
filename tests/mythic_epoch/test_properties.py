"""Random legal play: ranges, the mask against a slow reading of the rows, symmetry, snapshots.

The mask is compared with `oracle`, which is written from the rows alone in plain Python, with its
own geometry and numbers. It uses only the record, no function of the engine.
"""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import numba
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.mythic_epoch import deploy as deployment
from quintain.envs.mythic_epoch import step as engine
from quintain.envs.mythic_epoch import turn
from quintain.envs.mythic_epoch.actions import masks, table
from quintain.envs.mythic_epoch.enums import (
    Act,
    Stage,
    Status,
    Window,
)
from quintain.envs.mythic_epoch.scenario import Scenario, make_template
from quintain.envs.mythic_epoch.state import (
    BATTLE,
)
from quintain.envs.mythic_epoch.tables import (
    ARMOUR_NAMES,
    WEAPON_NAMES,
)

pytestmark = [pytest.mark.interpreted, pytest.mark.boundscheck]

EXAMPLES = 4 if numba.config.DISABLE_JIT else 12
slow = settings(deadline=None, max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))

# --- The rows, read slowly ------------------------------------------------------------------------

# RM9: AP, AP of Parry and Wind (0: none), reach, range, attack speed, AP of a Reload.
WEAPONS = {
    "unarmed": (3, 0, 1, 0, 10, 0),
    "dagger": (3, 2, 1, 0, 10, 0),
    "sword": (4, 2, 1, 0, 10, 0),
    "axe": (4, 3, 1, 0, 10, 0),
    "mace": (4, 3, 1, 0, 10, 0),
    "spear": (4, 2, 2, 0, 10, 0),
    "great_weapon": (5, 3, 1, 0, 10, 0),
    "bow": (6, 0, 1, 60, 10, 0),
    "pistol": (3, 0, 1, 40, 40, 6),
}
COMPASS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
BLOWS = {Act.MELEE_ATTACK, Act.FEINT, Act.UNARMED_ATTACK}
BIND_ACTIONS = {Act.DISARM, Act.GRAPPLE, Act.PRESS, Act.UNARMED_PRESS, Act.WITHDRAW}
GRAPPLE_ACTIONS = {Act.ESCAPE, Act.PIN, Act.UNARMED_ATTACK}
MOVEMENTS = {Act.MOVE, Act.COMBAT_MOVE}


def far(a, b):
    """Squares between two squares (RM32)."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


class Man:
    """A fighter as the rows see it."""

    def __init__(self, battle, number):
        """Read one fighter of the record."""
        it = battle.fighters[number]
        self.number, self.side = number, int(battle.side[number])
        self.square = (int(it.x), int(it.y))
        self.points, self.status = int(it.action_points), Status(int(it.status))
        self.partner, self.hand = int(it.partner), WEAPON_NAMES[it.hand]
        self.carries, self.loaded = int(it.carried) >= 0, bool(it.loaded)
        self.aim = int(it.aim_target)
        self.reaction = Act(int(it.reaction))
        self.down = int(it.damage) >= 20 + 2 * int(it.skills[8])  # RM10
        self.shoots = self.hand in ("bow", "pistol")
        self.armed = self.hand != "unarmed" and not self.shoots
        blade = self.hand if self.armed else "unarmed"
        self.strike_cost, _, self.reach = WEAPONS[blade][:3]
        self.cost, self.parry_cost = WEAPONS[self.hand][:2]
        self.range, self.attack_speed, self.reload_cost = WEAPONS[self.hand][3:]


class Scene:
    """A battle as the rows see it."""

    def __init__(self, battle):
        """Read the record."""
        self.battle = battle
        self.men = [Man(battle, number) for number in range(battle.num_fighters)]
        self.active = self.men[battle.order[battle.turn]]
        self.high = self.squares(battle.high)
        self.low = self.squares(battle.low)
        self.size = (int(battle.width), int(battle.height))
        self.act = Act(int(battle.action))
        self.target = int(battle.target)
        steps = range(battle.path_length)
        way = [(int(battle.path_x[step]), int(battle.path_y[step])) for step in steps]
        self.way = [self.active.square, *way]

    def squares(self, rows):
        """Set of the squares in row masks."""
        width, height = int(self.battle.width), int(self.battle.height)
        return {(x, y) for y in range(height) for x in range(width) if int(rows[y]) >> x & 1}

    def floor(self, square):
        """On the map, no obstacle (RM32)."""
        inside = 0 <= square[0] < self.size[0] and 0 <= square[1] < self.size[1]
        return inside and square not in self.high and square not in self.low

    def standing(self, square):
        """The fighter on a square; fallen fighters leave their squares free (RM32)."""
        return [man for man in self.men if man.square == square and not man.down]

    def free(self, square):
        """Floor squares without a standing fighter."""
        return self.floor(square) and not self.standing(square)

    def line(self, a, b):
        """A missile's line: the target's centre or a corner is seen past high obstacles (RM32)."""
        inset = Fraction(7, 16)
        points = [(0, 0), *((sx * inset, sy * inset) for sx in (-1, 1) for sy in (-1, 1))]
        others = self.high - {a, b}
        return any(
            not any(crosses(a, (b[0] + dx, b[1] + dy), wall) for wall in others)
            for dx, dy in points
        )

    def fire(self, archer, square):
        """Within range and line (RM9, RM32)."""
        return far(archer.square, square) <= archer.range and self.line(archer.square, square)


def crosses(start, end, square):
    """Whether a segment passes through the inside of a square (clipping, exact)."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        origin, delta = Fraction(start[axis]), Fraction(end[axis]) - start[axis]
        near, beyond = square[axis] - Fraction(1, 2), square[axis] + Fraction(1, 2)
        if delta == 0:
            if not near < origin < beyond:
                return False
            continue
        first, last = sorted(((near - origin) / delta, (beyond - origin) / delta))
        low, high = max(low, first), min(high, last)
    return low < high


def oracle(battle):
    """Names of the legal actions by the rows, as (verb, slot) or (verb, direction) or (verb,)."""
    scene = Scene(battle)
    if battle.over:
        return {("wait",)}
    me = scene.men[battle.to_act]
    window = Window(int(battle.window))
    if window == Window.TURN:
        legal = oracle_turn(scene, me)
    elif window == Window.REACTION:
        legal = {(act.name.lower(),) for act in oracle_reactions(scene, me)}
    elif window == Window.COUNTER_TEMPO:
        legal = oracle_counter_tempo(scene, me)
    elif scene.act == Act.NOTHING:
        return oracle_plan(scene, me)
    else:
        legal = oracle_steps(scene, me)
    return legal | {("wait",)}


def oracle_turn(scene, me):
    """QM1 with the costs of RM26."""
    if me.status == Status.BOUND:
        return oracle_bound(scene, me)
    if me.status in (Status.GRAPPLED, Status.PINNED):
        return oracle_grappled(scene, me)
    legal = oracle_moves(scene, me) if me.points >= 2 else set()
    if me.status == Status.OFF_GUARD:
        return legal | ({("ready",)} if me.points >= 1 else set())
    legal |= oracle_weapons(scene, me)
    for slot, foe in enemies(scene, me):
        legal |= {(verb, slot) for verb in oracle_against(scene, me, foe)}
    return legal


def oracle_weapons(scene, me):
    """Reload and taking weapons (RM9, RM27)."""
    lying = [far(me.square, square) for square, _ in weapons_on_ground(scene)]
    legal = set()
    if not me.loaded and me.points >= 6:
        legal.add(("reload",))
    if me.carries and me.points >= 4:
        legal.add(("draw_weapon",))
    if me.hand == "unarmed" and me.points >= 4 and lying and min(lying) <= 1:
        legal.add(("pick_up_weapon",))
        near = [(weapon, far(me.square, at)) for at, weapon in weapons_on_ground(scene)]
        first = min(near, key=lambda one: one[1])[0]
        for weapon in {weapon for weapon, distance in near if distance <= 1} - {first}:
            legal.add(("pick_up_other", WEAPON_NAMES[weapon]))
    return legal


def oracle_against(scene, me, foe):
    """Legal declarations On Guard against one opponent (M17, M20, M23, M25, M28, M30)."""
    distance = far(me.square, foe.square)
    in_fire = me.shoots and scene.fire(me, foe.square)
    strikes = me.armed and me.points >= me.cost and distance <= me.reach
    return {
        verb
        for verb, may in (
            ("melee_attack", strikes),
            ("feint", strikes),
            ("unarmed_attack", me.points >= 3 and distance <= 1),
            ("combat_move", me.points >= 3),
            ("ranged_attack", in_fire and me.loaded and me.points >= me.cost),
            ("aim", in_fire and me.points >= 4 and me.aim != foe.number),
        )
        if may
    }


def oracle_bound(scene, me):
    """M21, M24, M27, M31; RM35, RM37."""
    foe = scene.men[me.partner]
    distance = far(me.square, foe.square)
    legal = {("withdraw",)} if me.points >= 2 else set()
    if me.armed and foe.hand != "unarmed" and me.points >= me.cost:
        legal.add(("disarm",))
    if distance <= 1 and me.points >= me.strike_cost:
        legal.add(("grapple",))
    if me.armed and distance <= me.reach and me.points >= me.cost:
        legal.add(("press",))
    if distance <= 1 and me.points >= 3:
        legal.add(("unarmed_press",))
    return legal


def oracle_grappled(scene, me):
    """M22, M26, M30: 3 AP each."""
    if me.points < 3:
        return set()
    legal = {("escape",)}
    if me.status == Status.GRAPPLED:
        slot = next(slot for slot, foe in enemies(scene, me) if foe.number == me.partner)
        legal.add(("unarmed_attack", slot))
        if scene.men[me.partner].status == Status.GRAPPLED:
            legal.add(("pin",))
    return legal


def enemies(scene, me):
    """Standing enemies with their slots."""
    foes = [man for man in scene.men if man.side != me.side]
    return [(slot, foe) for slot, foe in enumerate(foes) if not foe.down]


def weapons_on_ground(scene):
    """Squares and weapons."""
    ground = zip(
        scene.battle.ground_x, scene.battle.ground_y, scene.battle.ground_weapon, strict=True
    )
    return [((int(x), int(y)), int(weapon)) for x, y, weapon in ground if weapon >= 0]


def beside(square, side):
    """The next square in a direction."""
    return square[0] + COMPASS[side][0], square[1] + COMPASS[side][1]


def oracle_moves(scene, me):
    """The Moves of the vocabulary that change something (M18, QM2; RULES.md, H2)."""
    open_sides = [side for side in range(8) if scene.free(beside(me.square, side))]
    legal = {("move_by_steps",)} if continuations(scene, me, me.square, 4) else set()
    if not open_sides:
        return legal
    legal |= {("move", side) for side in open_sides}
    for slot, foe in enemies(scene, me):
        distance = far(me.square, foe.square)
        if distance > 1:
            legal.add(("move_towards", slot))
        if me.reach > 1 and distance > me.reach:
            legal.add(("move_to_reach", slot))
        if any(far(beside(me.square, side), foe.square) > distance for side in open_sides):
            legal.add(("move_away", slot))
    allies = [man for man in scene.men if man.side == me.side and man is not me]
    for slot, ally in enumerate(allies):
        if not ally.down and far(me.square, ally.square) > 1:
            legal.add(("move_to_ally", slot))
    if oracle_cover(scene, me):
        legal.add(("move_to_cover",))
    lying = [far(me.square, square) for square, _ in weapons_on_ground(scene)]
    if me.hand == "unarmed" and lying and min(lying) > 1:
        legal.add(("move_to_weapon",))
    return legal


def continuations(scene, me, square, left):
    """Directions in which a planned path can go on and end in a free square (RM8, RM32)."""

    def passable(at):
        return scene.floor(at) and all(
            man.side == me.side for man in scene.men if man.square == at and not man.down
        )

    def ends(at, steps):
        return scene.free(at) or (
            steps > 0
            and passable(at)
            and any(ends(beside(at, side), steps - 1) for side in range(8))
        )

    return {side for side in range(8) if left > 0 and ends(beside(square, side), left - 1)}


def oracle_plan(scene, me):
    """QM2: the next square of a Move that is planned square by square."""
    way = scene.way
    legal = {("step", side) for side in continuations(scene, me, way[-1], 5 - len(way))}
    return legal | {("wait",)}


def oracle_cover(scene, me):
    """A free square within 4 that has an obstacle towards the nearest archer; none here yet."""
    archers = [foe for _, foe in enemies(scene, me) if foe.shoots]
    if not archers:
        return False
    archer = min(archers, key=lambda foe: (far(me.square, foe.square), foe.number))

    def sheltered(square):
        angle = math.atan2(archer.square[1] - square[1], archer.square[0] - square[0])
        side = round(angle / (math.pi / 4)) % 8  # 0 is east, clockwise
        ahead = beside(square, (side + 2) % 8)
        return square != archer.square and ahead in scene.low | scene.high

    x, y = me.square
    near = [(x + dx, y + dy) for dx in range(-4, 5) for dy in range(-4, 5)]
    return not sheltered(me.square) and any(
        sheltered(square) for square in near if scene.free(square)
    )


def oracle_reactions(scene, me):
    """All reactions of a fighter to the announced action (QM4, TM5, RM13, RM14)."""
    if me.side == scene.active.side or me.down:
        return set()
    if scene.act not in MOVEMENTS | {Act.AIM} and scene.target != me.number:
        return set()
    if me.status == Status.ON_GUARD:
        return oracle_on_guard(scene, me)
    if me.partner != scene.active.number:
        return set()
    if me.status == Status.GRAPPLED and scene.act in GRAPPLE_ACTIONS and me.points >= 3:
        return {Act.STRUGGLE}
    if me.status == Status.BOUND and scene.act in BIND_ACTIONS:
        distance = far(me.square, scene.active.square)
        return {
            act
            for act, may in (
                (Act.DOUBLE, me.armed and distance <= me.reach and me.points >= me.cost),
                (Act.UNARMED_DOUBLE, distance <= 1 and me.points >= 3),
                (Act.WIND, me.armed and me.points >= me.parry_cost),
            )
            if may
        }
    return set()


def oracle_on_guard(scene, me):
    """Counter-Attack, Counter-Fire, Dodge, Evade, Parry, Retreat (M32-M34, M36-M38)."""
    distance = far(me.square, scene.active.square)
    nearest = distance
    if scene.act == Act.MOVE:
        nearest = min(far(me.square, square) for square in scene.way)
    elif scene.act == Act.COMBAT_MOVE and scene.target == me.number:
        nearest = distance - 1  # RULES.md, H5
    strikes, blows = scene.act in BLOWS | MOVEMENTS, scene.act in BLOWS
    parries = blows and me.armed and me.points >= me.parry_cost
    shot = scene.act == Act.RANGED_ATTACK and distance > scene.active.attack_speed
    return {
        act
        for act, may in (
            (Act.COUNTER_ATTACK, strikes and me.armed and nearest <= me.reach
             and me.points >= me.cost),
            (Act.UNARMED_COUNTER_ATTACK, strikes and nearest <= 1 and me.points >= 3),
            (Act.EVADE, blows and me.points >= 2),
            (Act.PARRY, parries),
            (Act.PARRY_TO_BIND, parries and scene.battle.bind_at_will),
            (Act.COUNTER_FIRE, me.shoots and me.loaded and me.points >= me.cost
             and oracle_line_of_fire(scene, me)),
            (Act.DODGE, shot and me.points >= 2),
            (Act.RETREAT, me.points >= 3 and oracle_comes_nearer(scene, me)),
        )
        if may
    }  # fmt: skip


def oracle_line_of_fire(scene, me):
    """Aim, or a movement with a square in line (M33, RM13)."""
    if scene.act not in MOVEMENTS | {Act.AIM}:
        return False
    way = scene.way if scene.act == Act.MOVE else [scene.active.square]
    return any(scene.fire(me, square) for square in way)


def oracle_comes_nearer(scene, me):
    """A movement that would end nearer (M38, RM13)."""
    distance = far(me.square, scene.active.square)
    if scene.act == Act.COMBAT_MOVE:
        return scene.target == me.number and distance > 1
    return scene.act == Act.MOVE and far(me.square, scene.way[-1]) < distance


def oracle_counter_tempo(scene, me):
    """M23, M41, M42: none of them costs more than the attack with the weapons of RM9."""
    answer = scene.men[scene.target].reaction
    if answer in (Act.COUNTER_ATTACK, Act.UNARMED_COUNTER_ATTACK):
        return {("ct_counter_attack",), ("ct_parry",)}
    if scene.act == Act.FEINT and answer in (Act.PARRY, Act.PARRY_TO_BIND):
        return {("feint_counter_attack",)}
    return set()


def oracle_steps(scene, me):
    """QM6: RM34, RM12."""
    battle = scene.battle
    foe = scene.men[battle.step_foe]
    retreats = me is not scene.active
    legal = set()
    for side in range(8):
        square = beside(me.square, side)
        change = far(square, foe.square) - far(me.square, foe.square)
        if battle.free_steps > 0:
            may = change > 0 or not retreats
        elif change == 0:
            may = battle.sideways_steps > 0
        else:
            may = battle.straight_steps > 0 and (change > 0 or not retreats)
        if may and scene.free(square):
            legal.add(("step", side))
        elif may and scene.floor(square) and battle.free_steps >= 2 and not retreats:
            if scene.free(beside(square, side)):
                legal.add(("step", side))
    return legal


def name_of(action):
    """An action id in the words of the oracle."""
    choice = table.decode(action, 6)
    sides = {"move_step": "move", "step": "step"}
    if choice["verb"] in sides:
        return (sides[choice["verb"]], int(table.argument_of(action)))
    if choice["weapon"] is not None:
        return (choice["verb"], choice["weapon"])
    return (choice["verb"],) if choice["target"] is None else (choice["verb"], choice["target"])


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
