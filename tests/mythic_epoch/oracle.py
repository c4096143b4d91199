"""A slow reading of the rows: the legal choices of a position.

`oracle` is written from the rows alone in plain Python, with its own geometry and numbers. It uses
only the record, no function of the engine.
"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

from quintain.envs.mythic_epoch.actions import table
from quintain.envs.mythic_epoch.enums import Act, Status, Window
from quintain.envs.mythic_epoch.tables import WEAPON_NAMES

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

    def strike(self, man, square, reach):
        """Within a reach: beside, or with a missile's line (RM18, RM32; RULES.md, H19)."""
        squares = far(man.square, square)
        return squares <= 1 or (squares <= reach and self.line(man.square, square))

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
    lying = [far(me.square, square) for square, _, _ in weapons_on_ground(scene)]
    legal = set()
    if not me.loaded and me.points >= 6:
        legal.add(("reload",))
    if me.carries and me.points >= 4:
        legal.add(("draw_weapon",))
    if me.hand == "unarmed" and me.points >= 4 and lying and min(lying) <= 1:
        legal.add(("pick_up_weapon",))
        lying_there = list(enumerate(weapons_on_ground(scene)))
        nearest = min(lying_there, key=lambda one: far(me.square, one[1][0]))[0]
        at_hand = [one for one in lying_there if far(me.square, one[1][0]) <= 1]
        for kind in {weapon for _, (_, weapon, _) in at_hand}:
            same = [one for one in at_hand if one[1][1] == kind]
            best = min(same, key=lambda one: (not one[1][2], far(me.square, one[1][0])))[0]
            if best != nearest:
                legal.add(("pick_up_other", WEAPON_NAMES[kind]))
    return legal


def oracle_against(scene, me, foe):
    """Legal declarations On Guard against one opponent (M17, M20, M23, M25, M28, M30)."""
    distance = far(me.square, foe.square)
    in_fire = me.shoots and scene.fire(me, foe.square)
    strikes = me.armed and me.points >= me.cost and scene.strike(me, foe.square, me.reach)
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
    if me.armed and scene.strike(me, foe.square, me.reach) and me.points >= me.cost:
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
    """Squares, weapons, and whether they are loaded."""
    battle = scene.battle
    ground = zip(
        battle.ground_x, battle.ground_y, battle.ground_weapon, battle.ground_loaded, strict=True
    )
    return [
        ((int(x), int(y)), int(weapon), bool(loaded))
        for x, y, weapon, loaded in ground
        if weapon >= 0
    ]


def beside(square, side):
    """The next square in a direction."""
    return square[0] + COMPASS[side][0], square[1] + COMPASS[side][1]


def oracle_moves(scene, me):
    """The Moves of the vocabulary that change something (M18, QM2; RULES.md, H2)."""
    open_sides = [side for side in range(8) if scene.free(beside(me.square, side))]
    can_plan = scene.battle.step_foe != me.number  # it has not just given up a plan (QM2)
    can_plan = can_plan and continuations(scene, me, me.square, 4)
    legal = {("move_by_steps",)} if can_plan else set()
    if not open_sides:
        return legal
    legal |= {("move", side) for side in open_sides}
    for slot, foe in enemies(scene, me):
        distance = far(me.square, foe.square)
        if distance > 1:
            legal.add(("move_towards", slot))
        if me.reach > 1 and not scene.strike(me, foe.square, me.reach):
            legal.add(("move_to_reach", slot))
        if any(far(beside(me.square, side), foe.square) > distance for side in open_sides):
            legal.add(("move_away", slot))
    allies = [man for man in scene.men if man.side == me.side and man is not me]
    for slot, ally in enumerate(allies):
        if not ally.down and far(me.square, ally.square) > 1:
            legal.add(("move_to_ally", slot))
    if oracle_cover(scene, me):
        legal.add(("move_to_cover",))
    lying = [far(me.square, square) for square, _, _ in weapons_on_ground(scene)]
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
        reaches = scene.strike(me, scene.active.square, me.reach)
        return {
            act
            for act, may in (
                (Act.DOUBLE, me.armed and reaches and me.points >= me.cost),
                (Act.UNARMED_DOUBLE, distance <= 1 and me.points >= 3),
                (Act.WIND, me.armed and me.points >= me.parry_cost),
            )
            if may
        }
    return set()


def oracle_on_guard(scene, me):
    """Counter-Attack, Counter-Fire, Dodge, Evade, Parry, Retreat (M32-M34, M36-M38)."""
    distance = far(me.square, scene.active.square)
    way = touched(scene)
    reaches = any(scene.strike(me, square, me.reach) for square in way)
    strikes, blows = scene.act in BLOWS | MOVEMENTS, scene.act in BLOWS
    parries = blows and me.armed and me.points >= me.parry_cost
    shot = scene.act == Act.RANGED_ATTACK and distance > scene.active.attack_speed
    return {
        act
        for act, may in (
            (Act.COUNTER_ATTACK, strikes and me.armed and reaches and me.points >= me.cost),
            (Act.UNARMED_COUNTER_ATTACK, strikes and me.points >= 3
             and any(far(me.square, square) <= 1 for square in way)),
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


def touched(scene):
    """Squares that the announced action may touch: where it begins, passes and ends (RM13)."""
    if scene.act == Act.MOVE:
        return set(scene.way)
    if scene.act != Act.COMBAT_MOVE:
        return {scene.active.square}
    foe, seen = scene.men[scene.target].square, set()
    found, left = {scene.active.square}, [(scene.active.square, (1, 4, 4))]
    while left:
        square, terms = left.pop()
        for side in range(8):
            step = after_step(scene, scene.active, square, side, foe, terms, retreats=False)
            if step is not None:
                found.update(step[0])
                state = (step[0][-1], tuple(step[1]))
                left += [] if state in seen else [state]
                seen.add(state)
    return found


def oracle_line_of_fire(scene, me):
    """Aim, or a movement with a square in line (M33, RM13)."""
    if scene.act not in MOVEMENTS | {Act.AIM}:
        return False
    return any(scene.fire(me, square) for square in touched(scene))


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
    """QM6: RM34, RM12; past an ally two squares (RM32)."""
    foe = scene.men[scene.battle.step_foe]
    left = [int(scene.battle[name]) for name in ("straight_steps", "sideways_steps", "free_steps")]
    retreats = me is not scene.active
    return {
        ("step", side)
        for side in range(8)
        if after_step(scene, me, me.square, side, foe.square, left, retreats)
    }


def after_step(scene, me, start, side, foe, left, retreats):
    """The square of a legal step and what is left after it: plain, plain, critical; else None."""
    squares = [beside(start, side)]
    met = [man for man in scene.standing(squares[0]) if man is not me]
    passes_foe = any(man.side != me.side for man in met)
    if met:
        squares.append(beside(squares[0], side))
    ends = [man for man in scene.standing(squares[-1]) if man is not me]
    if ends or not all(scene.floor(square) for square in squares) or (retreats and passes_foe):
        return None
    changes = [
        far(after, foe) - far(before, foe)
        for before, after in itertools.pairwise([start, *squares])
    ]
    if retreats and min(changes) < 0 and changes[0] < 0:
        return None
    straight, sideways, free = left
    straight -= sum(change != 0 for change in changes)
    sideways -= changes.count(0)
    free -= len(squares)
    is_plain = straight >= 0 and sideways >= 0 and not passes_foe
    if not is_plain and free < 0:
        return None
    plain = [straight, sideways] if is_plain else [0, 0]
    return squares, [*plain, max(0, free)]


def name_of(action):
    """An action id in the words of the oracle."""
    choice = table.decode(action, 6)
    sides = {"move_step": "move", "step": "step"}
    if choice["verb"] in sides:
        return (sides[choice["verb"]], int(table.argument_of(action)))
    if choice["weapon"] is not None:
        return (choice["verb"], choice["weapon"])
    return (choice["verb"],) if choice["target"] is None else (choice["verb"], choice["target"])
