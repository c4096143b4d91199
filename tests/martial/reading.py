"""A slow reading of the rows of turns: the legal choices of a fighter.

`Reading` is written from the rows alone in plain Python, with its own geometry and numbers. It uses
only the record, no function of the engine.
"""

from __future__ import annotations

from quintain.envs.martial.actions.table import TABLE, action_id
from quintain.envs.martial.enums import FreeAction, Verb
from quintain.envs.martial.tables import (
    BODY_NAMES,
    BODY_NUM_PARTS,
    BODY_PART,
    ITEM_NAMES,
    PART_NAMES,
)

REACH = {"sword": 5, "axe": 5, "mace": 5, "dagger": 5, "spear": 10}  # RD18
NATURAL = {  # natural weapons by body: reach in feet, kind of part
    "human": [("unarmed", 5, None)],
    "halfling": [("unarmed", 5, None)],
    "sprite": [("unarmed", 5, None)],
    "winged_beast": [
        ("bite", 5, "mouth"),
        ("talon", 5, "foot"),
        ("tail_slap", 10, "tail"),
        ("wing_buffet", 5, "wing"),
    ],
    "horned_brute": [("gore", 5, "horn"), ("unarmed", 5, None)],
    "two_headed_giant": [("unarmed", 5, None)],
    "tentacled_horror": [("tentacle", 10, "arm"), ("lash", 10, "leg"), ("bite", 5, "mouth")],
    "wolf": [("bite", 5, "mouth")],
    "skeleton": [("unarmed", 5, None)],
}
SPEED = {"halfling": 20, "sprite": 20, "tentacled_horror": 20}
SPEED |= {"horned_brute": 40, "two_headed_giant": 40, "wolf": 40}
FLY = {"sprite": 40, "winged_beast": 60}
COMPASS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
MAIMED = {"hand": 2, "arm": 2, "foot": 2, "leg": 2, "tail": 1, "wing": 1, "horn": 1, "mouth": 2}
GONE = {"hand": 3, "arm": 3, "foot": 3, "leg": 3, "tail": 2, "wing": 2, "horn": 2, "mouth": 3}


def parts(body):
    """Kinds of the parts of a body, in the order of the record (D94)."""
    number = BODY_NAMES.index(body)
    return [PART_NAMES[kind] for kind in BODY_PART[number, : BODY_NUM_PARTS[number]]]


class Man:
    """A fighter as the rows see it."""

    def __init__(self, battle, number):
        """Read one fighter of the record."""
        it = self.it = battle.fighters[number]
        self.number, self.side = number, int(battle.side[number])
        self.x, self.y = int(it.x), int(it.y)
        self.body = BODY_NAMES[it.body]
        self.has_stamina = self.body != "skeleton"
        self.points, self.prone, self.flying = (
            int(it.action_points),
            bool(it.prone),
            bool(it.flying),
        )
        self.held = [ITEM_NAMES[item] if item >= 0 else None for item in it.held]
        self.pack = [ITEM_NAMES[item] if item >= 0 else None for item in it.pack]
        self.awake, self.dead = it.life == 0, it.life == 4
        self.grappled, self.holds = it.grapple >= 0, bool(it.is_grappler)
        self.kinds = parts(self.body)
        self.hurt = self._stages()
        self.exhausted = self.has_stamina and it.stamina <= 0
        self.can_pay = self.has_stamina and max(0, int(it.stamina)) + int(it.exhaustion) > 0

    def _stages(self):
        """Injuries of each part; a limb takes its hand or foot with it (RD20)."""
        hurt = [int(self.it.injuries[part]) for part in range(len(self.kinds))]
        for end, limb in (("hand", "arm"), ("foot", "leg")):
            ends = [at for at, kind in enumerate(self.kinds) if kind == end]
            limbs = [at for at, kind in enumerate(self.kinds) if kind == limb]
            for one, other in zip(ends, limbs, strict=False):
                if hurt[other] >= GONE[limb]:
                    hurt[one] = max(hurt[one], GONE[end])
        return hurt

    def of(self, kind):
        """Injuries of all parts of a kind."""
        return [hurt for hurt, other in zip(self.hurt, self.kinds, strict=True) if other == kind]

    def hand_works(self, hand):
        """RD39: neither hand nor arm has two injuries."""
        own = [self.of(kind)[hand] for kind in ("hand", "arm") if len(self.of(kind)) > hand]
        return bool(own) and max(own) < 2

    def keeps(self, hand):
        """Whether an item can be used in a hand, one of two hands in both (RD39)."""
        both = self.held[hand] in ("spear", "bow", "crossbow")
        return self.hand_works(hand) and (not both or self.hand_works(1 - hand))

    def shoots(self):
        """Whether it is awake and holds what is shot or thrown (D75, D80)."""
        return self.awake and any(item in ("bow", "crossbow", "dagger") for item in self.held)

    def is_empty(self, hand):
        """Whether the hand holds nothing nor helps the other."""
        other = self.held[1 - hand]
        return self.held[hand] is None and other not in ("spear", "bow", "crossbow")

    def can_take(self, item):
        """Whether enough hands are empty and whole for it."""
        free = sum(self.is_empty(hand) and self.hand_works(hand) for hand in (0, 1))
        return free >= (2 if item in ("spear", "bow", "crossbow") else 1)

    def natural_works(self, place, kind):
        """D28 to D36, D48: a part of its kind is left, that its limb carries too."""
        if self.it.disabled[place] > 0:
            return False
        if kind is None:
            return True
        limb = {"hand": "arm", "foot": "leg"}.get(kind)
        limbs = self.of(limb) if limb else []
        for at, hurt in enumerate(self.of(kind)):
            carried = at >= len(limbs) or limbs[at] < MAIMED[limb]
            if hurt < MAIMED[kind] and carried:
                return True
        return False

    def weapons(self):
        """Reach of each slot that one can strike with (D69)."""
        reaches = {}
        for hand in (0, 1):
            if self.held[hand] in REACH and self.keeps(hand):
                reaches[hand] = REACH[self.held[hand]]
        for place, (_, feet, kind) in enumerate(NATURAL[self.body]):
            if self.natural_works(place, kind):
                reaches[2 + place] = feet
        return reaches

    def pace(self):
        """Squares of a Move (RD13, RD19, RD40, D32, D36, RD7)."""
        if self.prone:
            return 1
        feet = SPEED.get(self.body, 30)
        if self.flying:
            feet = FLY[self.body] - 10 * sum(hurt > 0 for hurt in self.of("wing"))
        else:
            feet = min(feet, 20 if self.it.armour == 3 else 100)
            feet -= 5 * sum(hurt >= 2 for hurt in self.of("foot"))
            feet -= 10 * sum(hurt >= 2 for hurt in self.of("leg"))
        feet = feet // 2 if self.exhausted else feet
        return feet // 5 if self.flying else max(1, feet // 5)

    def climbs(self):
        """Whether low obstacles do not stop it (H5, H6)."""
        feet = 20 - 5 * sum(hurt >= 2 for hurt in self.of("foot"))
        feet -= 10 * sum(hurt >= 2 for hurt in self.of("leg"))
        feet = feet // 2 if self.exhausted else feet
        return self.flying or (self.body == "tentacled_horror" and feet >= 5)


class Reading:
    """The actions that the rows allow in the turn of the deciding fighter."""

    def __init__(self, battle):
        """Read the record."""
        self.battle = battle
        self.men = [Man(battle, number) for number in range(battle.num_fighters)]
        self.me = self.men[battle.to_act]
        self.foes = [man for man in self.men if man.side != self.me.side]
        self.friends = [man for man in self.men if man.side == self.me.side and man is not self.me]
        self.allowed: set[int] = set()

    def has(self, rows, x, y):
        """Whether a map has something in a square."""
        return (int(rows[y]) >> x) & 1 == 1

    def open(self, x, y, man=None, floor=False):
        """Whether a fighter could enter the square if it were empty; `floor`: on foot."""
        if not (0 <= x < self.battle.width and 0 <= y < self.battle.height):
            return False
        if self.has(self.battle.high, x, y):
            return False
        return not self.has(self.battle.low, x, y) or (not floor and self.me.climbs())

    def free(self, x, y):
        """Whether the square is known to be free (RD46, RD47)."""
        for man in self.men:
            seen = man.side == self.me.side or not man.it.hidden
            if (man.x, man.y) == (x, y) and man is not self.me and not man.dead and seen:
                return False
        return self.open(x, y)

    def passes(self, x, y):
        """Whether a path may lead through: only enemies at the same height block it (RD47, H5)."""
        for foe in self.foes:
            stops = not foe.dead and not foe.it.hidden and foe.flying == self.me.flying
            if (foe.x, foe.y) == (x, y) and stops:
                return False
        return self.open(x, y)

    def leads_on(self, dx, dy):
        """Whether a straight Move ends on a free square (RD13, RD47)."""
        for step in range(1, self.me.pace() + 1):
            x, y = self.me.x + step * dx, self.me.y + step * dy
            if self.free(x, y) or not self.passes(x, y):
                return self.free(x, y)
        return False

    def leads_past_others(self):
        """Whether a walk through others' squares ends on a free one (RD47)."""
        start = (self.me.x, self.me.y)
        seen = edge = {start}
        for _ in range(self.me.pace()):
            edge = {(x + dx, y + dy) for x, y in edge for dx, dy in COMPASS} - seen
            if any(self.free(x, y) for x, y in edge):
                return True
            edge = {(x, y) for x, y in edge if self.passes(x, y)}
            seen = seen | edge
        return False

    def squares(self, one, other):
        """Squares between two."""
        return max(abs(one.x - other.x), abs(one.y - other.y))

    def feet(self, one, other):
        """Feet between two (RD27, H5)."""
        feet = 5 * self.squares(one, other)
        return feet if one.flying == other.flying else max(10, feet)

    def allow(self, verb, argument=None, slot=0, when=True):
        """Note an action."""
        if when:
            first = int(TABLE.first_argument[verb]) if argument is None else argument
            self.allowed.add(int(action_id(verb, first, slot)))

    def read(self):
        """All legal actions of the verbs that are read here."""
        self.allow(Verb.WAIT)
        self.simple()
        self.items()
        free = [self.free(self.me.x + dx, self.me.y + dy) for dx, dy in COMPASS]
        if self.me.points > 0 and not self.me.grappled:
            for side, (dx, dy) in enumerate(COMPASS):
                self.allow(Verb.MOVE, side, when=self.leads_on(dx, dy))
            self.allow(Verb.STEPS, when=any(free) or self.leads_past_others())
            if any(free):
                self.moves(free)
        if self.me.points > 0 and not self.me.it.defending:
            self.attacks()
        return self.allowed

    def simple(self):
        """D83, D84, RD12, RD13, RD17, RD40."""
        me = self.me
        points = me.points
        self.allow(Verb.DEFEND, when=points > 0 and not me.it.defending)
        shield = any(me.held[hand] in ("buckler", "shield") and me.keeps(hand) for hand in (0, 1))
        self.allow(Verb.READY_SHIELD, when=points > 0 and shield and not me.it.shield_ready)
        feet, legs = me.of("foot"), me.of("leg")
        cost = min(3, 1 + sum(hurt > 0 for hurt in feet) + 2 * sum(hurt > 0 for hurt in legs))
        stands = not (feet and all(feet)) and not (legs and all(legs))
        self.allow(Verb.STAND_UP, when=me.prone and stands and points >= cost)
        shot_at = any(foe.shoots() and not foe.it.hidden for foe in self.foes)
        in_path = any(friend.shoots() and not friend.flying for friend in self.friends)
        lies = not me.prone and not me.flying and not me.it.used & FreeAction.PRONE
        self.allow(Verb.DROP_PRONE, when=lies and (shot_at or in_path or "crossbow" in me.held))
        loads = any(me.held[hand] == "crossbow" and me.keeps(hand) for hand in (0, 1))
        self.allow(Verb.RELOAD, when=loads and not me.it.loaded and points >= 2)
        self.allow(Verb.HEAL_SELF, when=me.it.bleed > 0 and points >= 2)
        for slot, friend in enumerate(self.friends):
            near = self.feet(me, friend) <= 5 and not friend.dead
            self.allow(Verb.HEAL, None, slot, near and friend.it.bleed > 0 and points >= 2)
        lets_go = me.grappled and me.holds and points > 0 and not me.it.used & FreeAction.RELEASE
        self.allow(Verb.RELEASE, when=lets_go)
        escapes = me.grappled and not me.holds and points > 0 and not me.it.defending
        self.allow(Verb.ESCAPE, when=escapes)
        wings = me.of("wing")
        can_fly = me.body in FLY and sum(hurt == 0 for hurt in wings) >= 2
        rises = can_fly and not me.flying and not me.prone and not me.grappled
        self.allow(Verb.TAKE_OFF, when=rises and points > 0)
        floor = self.open(me.x, me.y, floor=True)
        self.allow(Verb.LAND, when=me.flying and floor and not me.grappled and points > 0)

    def items(self):
        """RD39."""
        me = self.me
        if me.points == 0:
            return
        for place, item in enumerate(me.pack):
            self.allow(Verb.DRAW, place, when=item is not None and me.can_take(item))
        for hand, item in enumerate(me.held):
            ready = item in ("buckler", "shield") and me.it.shield_ready
            self.allow(Verb.STOW, hand, when=item is not None and None in me.pack and not ready)
            self.allow(Verb.DROP, hand, when=item is not None and not me.it.used & FreeAction.DROP)
        for place in range(len(self.battle.ground_item)):
            item = int(self.battle.ground_item[place])
            x, y = int(self.battle.ground_x[place]), int(self.battle.ground_y[place])
            if item < 0 or me.flying or max(abs(x - me.x), abs(y - me.y)) > 1:
                continue
            verb = Verb.PICK_UP_WEAPON
            if ITEM_NAMES[item] in ("buckler", "shield"):
                verb = Verb.PICK_UP_SHIELD
            self.allow(verb, when=me.can_take(ITEM_NAMES[item]))
        kinds = set()  # the nearest weapon and shield have verbs of their own
        for rank, (far, item) in enumerate(self.lying()):
            kind = ITEM_NAMES[item] in ("buckler", "shield")
            if far <= 1 and not me.flying and me.can_take(ITEM_NAMES[item]):
                self.allow(Verb.PICK_UP, rank, when=kind in kinds)
                kinds.add(kind)

    def lying(self):
        """Distance and item of the three nearest different items on the ground (RD39, H9)."""
        me, ground = self.me, self.battle
        found = {}
        for place in range(len(ground.ground_item)):
            item, damaged = int(ground.ground_item[place]), int(ground.ground_damaged[place])
            if item >= 0:
                x, y = int(ground.ground_x[place]), int(ground.ground_y[place])
                far = max(abs(x - me.x), abs(y - me.y))
                found[item, damaged] = min(found.get((item, damaged), (99, 99)), (far, place))
        nearest = sorted((far, place, item) for (item, _), (far, place) in found.items())
        return [(far, item) for far, _, item in nearest[:3]]

    def moves(self, free):
        """RD13, RD40."""
        me = self.me
        for side in range(8):
            self.allow(Verb.STEP, side, when=free[side] and not me.prone)
        reach = max(me.weapons().values(), default=0) // 5
        for slot, foe in enumerate(self.foes):
            if foe.dead or foe.it.hidden:
                continue
            far = self.squares(me, foe)
            self.allow(Verb.TOWARD, None, slot, far > 1)
            self.allow(Verb.TO_REACH, None, slot, reach > 1 and far > reach)
            leads_away = [
                max(abs(me.x + dx - foe.x), abs(me.y + dy - foe.y)) > far for dx, dy in COMPASS
            ]
            away = any(is_free and leads for is_free, leads in zip(free, leads_away, strict=True))
            self.allow(Verb.AWAY, None, slot, away)
        for slot, friend in enumerate(self.friends):
            self.allow(Verb.TO_ALLY, None, slot, not friend.dead and self.squares(me, friend) > 1)
        armed = any(
            item not in (None, "buckler", "shield") and me.keeps(hand)
            for hand, item in enumerate(me.held)
        )
        lying = [
            (max(abs(int(x) - me.x), abs(int(y) - me.y)), place)
            for place, (item, x, y) in enumerate(
                zip(
                    self.battle.ground_item,
                    self.battle.ground_x,
                    self.battle.ground_y,
                    strict=True,
                )
            )
            if item >= 0 and ITEM_NAMES[item] not in ("buckler", "shield")
        ]
        if lying and not armed:
            far, place = min(lying)
            takes = me.can_take(ITEM_NAMES[self.battle.ground_item[place]])
            self.allow(Verb.TO_WEAPON, when=far > 1 and takes)

    def attacks(self):
        """D67 to D80, D85; on maps without high obstacles everything is in line."""
        me, weapons = self.me, self.me.weapons()
        throwable = [
            hand
            for hand, item in enumerate(me.held)
            if item is not None
            and me.keeps(hand)
            and not (item in ("buckler", "shield") and me.it.shield_ready)
        ]
        daggers = [hand for hand in throwable if me.held[hand] == "dagger"]
        stock = len(daggers) + me.pack.count("dagger")
        bows = [hand for hand, item in enumerate(me.held) if item in ("bow", "crossbow")]
        shots = 0
        if bows and me.keeps(bows[0]):
            if me.held[bows[0]] == "bow":
                shots = 0 if me.prone else 3
            else:
                shots = 1 if me.it.loaded else 0
        for slot, foe in enumerate(self.foes):
            if foe.dead or foe.it.hidden:
                continue
            feet = self.feet(me, foe)
            lunges = me.can_pay and not me.it.used & FreeAction.LUNGE
            for weapon, reach in weapons.items():
                self.allow(Verb.STRIKE, weapon, slot, feet <= reach)
                self.allow(Verb.LUNGE, weapon, slot, lunges and feet <= reach + 5)
                self.allow(Verb.CHARGE, weapon, slot, self.charges(foe, reach))
            several = [
                weapon
                for weapon, reach in weapons.items()
                if feet <= reach and self.name(weapon) != "unarmed"
            ]
            self.allow(Verb.MULTIWEAPON, None, slot, len(several) > 1)
            for number in range(1, shots + 1):
                self.allow(Verb.SHOOT, number, slot)
            for hand in throwable:
                self.allow(Verb.THROW, hand, slot)
            for number in range(2, 4):
                quick = me.it.quick_draw and bool(daggers) and number <= stock
                self.allow(Verb.RAPID_THROW, number, slot, quick)

    def name(self, weapon):
        """The weapon of a slot."""
        return self.me.held[weapon] if weapon < 2 else NATURAL[self.me.body][weapon - 2][0]

    def charges(self, foe, reach):
        """RD15: straight, 10 feet at least, twice the speed at most, over free squares."""
        me = self.me
        if me.points < 2 or me.prone or me.grappled:
            return False
        if foe.flying and not me.flying and reach < 10:
            return False
        far = self.squares(me, foe)
        length = max(2, far - reach // 5)
        if length > min(2 * me.pace(), far - 1, 24):
            return False
        for step in range(1, length + 1):
            x = me.x + round_half_away((foe.x - me.x) * step, far)
            y = me.y + round_half_away((foe.y - me.y) * step, far)
            if not self.free(x, y):
                return False
        return not (me.flying and not foe.flying) or self.open(x, y, floor=True)


def round_half_away(number, by):
    """A quotient to the nearest whole number, halves away from 0."""
    whole = (2 * abs(number) + by) // (2 * by)
    return whole if number >= 0 else -whole
