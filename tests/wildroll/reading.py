"""A slow reading of the rows of turns and interrupts: the legal choices of a fighter.

`Reading` is written from the rows alone in plain Python, with its own geometry and numbers. It uses
only the record, no function of the engine. It is for empty maps.
"""

from __future__ import annotations

from quintain.envs.wildroll.actions.table import TABLE, action_id, verb_of
from quintain.envs.wildroll.enums import Act, Attribute, Skill, Step, Verb, Window
from quintain.envs.wildroll.tables import CHARM_NAMES, ITEM_NAMES, RACE_NAMES, READIABLE

REACH = {  # RW7, H27
    "unarmed": 0, "dagger": 0, "sword": 1, "axe": 1, "mace": 1, "spear": 2, "great_weapon": 1,
    "torch": 0, "bite": 0, "claws": 0, "fangs": 0, "hooves": 0, "beak": 0, "slam": 1, "pincers": 0,
}  # fmt: skip
INCREMENT = {"bow": 20, "crossbow": 25}  # RW7
BOTH_HANDS = ("spear", "great_weapon", "bow", "crossbow")
BODIES = {  # size, hexes round its own, rate of its own, natural weapons, hands (RW4, W106, W113)
    "human": (0, 0, None, ["unarmed"], 2),
    "halfling": (-2, 0, None, ["unarmed"], 2),
    "ogre": (3, 0, None, ["slam"], 2),
    "giant": (6, 1, None, ["slam"], 2),
    "merfolk": (0, 0, None, ["unarmed"], 2),
    "ooze": (1, 0, None, ["slam"], 2),
    "wolf": (-1, 0, 12, ["bite"], 0),
    "panther": (0, 0, 13, ["claws", "bite"], 0),
    "serpent": (-3, 0, 6, ["fangs"], 0),
    "crab": (2, 0, None, ["pincers"], 0),
    "horse": (5, 0, 16, ["hooves"], 0),
    "warhorse": (5, 0, 16, ["hooves"], 0),
    "griffin": (6, 0, 17, ["beak", "claws"], 0),
}
ANIMALS, MOUNTS = ("horse", "warhorse"), ("horse", "warhorse", "griffin")
POINTS = {  # RW5, RW7, RW19, W102, W105, W106
    "defend": 3, "ready": 2, "seize": 4, "posture": 2, "escape": 4, "drag": 3, "dash": 2,
    "mount": 5, "dismount": 5, "calm": 8, "reload": 6, "pick_up": 3, "potion": 4, "charm": 4,
    "end_effect": 2, "force_shield": 5, "heal_self": 8, "heal": 8, "treat_self": 18,
    "treat_wound": 18, "treat_own_condition": 6, "treat_condition": 6, "stabilize": 8, "quick": 3,
    "standard": 5, "strong": 9, "nonlethal": 5, "fire_bolt": 6, "opening": 3, "enter": 3,
    "grapple": 5, "pin": 5, "disarm": 4, "distract": 4, "shove": 4, "trip": 4,
}  # fmt: skip
PLACES = [1, 1, 3, 6]  # scabbards, pouch, sack (W81)
CHARMS = {"ember_ring": [2], "warden_torc": [3, 2]}  # mana of each effect (H27)
SPELLS = {"fire_bolt": (0, 2), "force_shield": (1, 3), "heal": (2, 4)}  # bit and mana (RW19)
ODD_ROWS = [(1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)]  # clockwise from north-east
EVEN_ROWS = [(0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
STANDING, CROUCHING, PRONE = 0, 1, 2


def beside(x, y, side, yards=1):
    """The hex a number of yards ahead."""
    for _ in range(yards):
        dx, dy = (ODD_ROWS if y % 2 else EVEN_ROWS)[side]
        x, y = x + dx, y + dy
    return x, y


def steps(one, other):
    """Steps between two hexes (RW17)."""
    (q1, r1), (q2, r2) = ((x - (y - y % 2) // 2, y) for x, y in (one, other))
    return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))


class Man:
    """A fighter as the rows see it."""

    def __init__(self, battle, number):
        """Read one fighter of the record."""
        it = self.it = battle.fighters[number]
        self.number, self.side, self.at = number, int(battle.side[number]), (int(it.x), int(it.y))
        self.race = RACE_NAMES[it.race]
        self.size, self.space, self.own_rate, self.natural, self.hands = BODIES[self.race]
        self.held = [ITEM_NAMES[item] if item >= 0 else None for item in it.held]
        self.pack = [ITEM_NAMES[item] if item >= 0 else None for item in it.pack]
        self.awake, self.dead = it.life == 0, it.life == 2
        self.able = self.awake and it.helpless_rounds == 0 and it.wounds[4] == 0
        self.acts = self.able and it.pinned_by < 0
        self.points, self.mount = int(it.action_points), int(it.mount)
        self.holding = {other for other in range(12) if int(it.holding) >> other & 1}
        self.arms = [*self.held, *self.natural, None][:4]

    @property
    def reach(self):
        """Of the longest melee weapon in use, None without one (RW32)."""
        return max((REACH[arm] for arm in self.arms if arm in REACH), default=None)

    @property
    def rate(self):
        """W63, W87, W113, RW12."""
        rate = self.own_rate
        if rate is None:
            strength, athletics = Attribute.STRENGTH, Skill.ATHLETICS
            total = self.it.attributes[strength] + self.size + self.it.skills[athletics]
            rate = max(0, 8 + (int(total) + 1) // 4)
        rate = rate // 2 if self.it.hobbled else rate
        return rate * (2 if self.it.dash else 1) + int(self.it.dash_rate)

    def takes(self, item):
        """Whether enough hands are empty (RW7)."""
        if item is None or None not in self.held:
            return False
        taken = sum(2 if one in BOTH_HANDS else 1 for one in self.held if one)
        return self.hands - taken >= (2 if item in BOTH_HANDS else 1)

    def casts(self, spell):
        """Whether it knows the spell and has the mana (W15, W77)."""
        bit, mana = SPELLS[spell]
        return int(self.it.spells) >> bit & 1 == 1 and self.it.mana >= mana


class Reading:
    """The actions that the rows allow the deciding fighter, in its turn or out of it."""

    def __init__(self, battle):
        """Read the record."""
        self.battle, self.in_turn = battle, battle.window == Window.TURN
        self.men = [Man(battle, number) for number in range(battle.num_fighters)]
        self.me = self.men[battle.to_act]
        self.foes = [man for man in self.men if man.side != self.me.side]
        self.friends = [man for man in self.men if man.side == self.me.side and man is not self.me]
        self.allowed: set[int] = set()

    # Where everybody is.

    def gap(self, one, other):
        """RW32, W106, W113."""
        far = max(-1, steps(one.at, other.at) - 1 - one.space - other.space)
        for rider, lower in ((one, other), (other, one)):
            if rider.mount >= 0 and lower.mount < 0 and lower.size < self.men[rider.mount].size:
                far += 1
        return far

    def sees(self, other):
        """XW1."""
        return other.side == self.me.side or not other.it.hidden

    def together(self, one, other):
        """Whether two fighters can share a hex (W84, H20)."""
        rides = one.mount == other.number or other.mount == one.number
        return rides or abs(one.size - other.size) >= 5

    def stands(self, mover, x, y):
        """Whether one may stop in a hex (H21)."""
        if not (0 <= x < self.battle.width and 0 <= y < self.battle.height):
            return False
        for man in self.men:
            counts = man is not mover and not man.dead and man.mount < 0 and self.sees(man)
            near = steps((x, y), man.at) - 1 - mover.space - man.space < 0
            if counts and near and not self.together(mover, man):
                return False
        return True

    def holders(self, man):
        """The fighters who hold a fighter and keep the grip: no pinned or helpless ones (H17)."""
        return [other for other in self.men if man.number in other.holding and other.acts]

    def grapples(self, man):
        """W88, H17."""
        return bool(man.holding or self.holders(man))

    def any_rides(self, man):
        """Whether any of the grappling fighters rides (W90, H25)."""
        group, wider = set(), {man.number}
        while wider != group:
            group = wider
            links = {(one, two) for one in group for two in range(len(self.men))}
            grips = [(man.number, it.number) for man in self.men for it in self.holders(man)]
            links = {
                two for one, two in links if two in self.men[one].holding or (one, two) in grips
            }
            wider = group | links
        return any(self.men[one].mount >= 0 for one in group)

    def held(self, man):
        """H17."""
        return bool(self.holders(man))

    # Noting actions.

    def pays(self, cost):
        """W49, W114, RW14, RW39."""
        begins = self.in_turn and self.me.points >= 1 and self.me.it.long_act == 0
        return self.me.points >= cost or begins

    def allow(self, verb, argument=None, slot=0, when=True, cost=None):
        """Note an action, if it is paid for."""
        if when and self.pays(POINTS[verb.name.lower()] if cost is None else cost):
            first = int(TABLE.first_argument[verb]) if argument is None else argument
            self.allowed.add(int(action_id(verb, first, slot)))

    def read(self):
        """All legal actions of the verbs that are read here."""
        self.allow(Verb.WAIT, cost=0)
        self.allow(Verb.PASS, when=not self.in_turn, cost=0)
        self.allow(Verb.ESCAPE, when=self.bound(self.me))
        if self.me.acts:
            self.alone()
            self.bid()
            self.things()
            self.treatment()
            self.steps()
            for slot, foe in enumerate(self.foes):
                self.closing(slot, foe)
                if not foe.dead and self.sees(foe):
                    self.attacks(slot, foe)
                    self.hinder(slot, foe)
                    self.command(slot, foe)
            self.free()
        return self.allowed

    def alone(self):
        """W78, W80, W82, W86, W87, W90, W98, W106, RW41."""
        me, it = self.me, self.me.it
        self.allow(Verb.DEFEND, when=not it.defending)
        self.allow(Verb.SEIZE)
        for posture in range(3):
            rises = it.posture == PRONE and posture == STANDING
            self.allow(
                Verb.POSTURE, posture, when=posture != it.posture and not rises and me.mount < 0
            )
        for place, act in enumerate(READIABLE):
            self.allow(Verb.READY, place, when=it.readied != act and self.could(act))
        rides = me.mount >= 0
        drags = self.grapples(me) and it.drag_points == 0
        self.allow(Verb.DRAG, when=drags and not self.any_rides(me))
        self.allow(Verb.DASH, when=it.dash < 2 and me.rate > 0 and not rides)
        near = any(self.carries(friend) for friend in self.friends)
        mounts = not rides and it.rider < 0 and near and it.posture != PRONE
        self.allow(Verb.MOUNT, when=mounts and not self.grapples(me))
        hexes = [beside(*me.at, side) for side in range(6)]
        self.allow(Verb.DISMOUNT, when=rides and any(self.stands(me, *at) for at in hexes))
        animal = rides and self.men[me.mount].race in ANIMALS
        self.allow(Verb.CALM, when=animal and self.men[me.mount].it.uncontrolled)

    def bound(self, man):
        """W85, W92."""
        return man.it.pinned_by >= 0 or self.held(man)

    def bid(self):
        """Actions of the animal that its rider commands, paid by both (W82, W85, W87, W106)."""
        animal = self.men[self.me.mount]
        if self.me.mount < 0 or animal.race not in ANIMALS or animal.it.uncontrolled:
            return
        rises, pays = animal.acts and animal.it.posture, min(self.me.points, animal.points)
        for posture in (STANDING, CROUCHING):
            when = posture < rises and (posture, rises) != (STANDING, PRONE)
            self.allow(Verb.POSTURE, posture, when=when and pays >= POINTS["posture"], cost=0)
        free = animal.able and self.bound(animal) and not self.bound(self.me)
        self.allow(Verb.ESCAPE, when=free and pays >= POINTS["escape"], cost=0)
        runs = animal.acts and animal.it.is_trained and animal.it.dash < 2 and animal.rate > 0
        self.allow(Verb.DASH, when=bool(runs) and pays >= POINTS["dash"], cost=0)

    def carries(self, friend):
        """W86, W108."""
        fits = friend.race in MOUNTS and friend.it.rider < 0 and friend.size >= self.me.size
        return fits and friend.awake and self.gap(self.me, friend) <= 0

    def could(self, act):
        """W80, H14."""
        me = self.me
        if act in (Act.DEFEND, Act.DASH, Act.SEIZE, Act.STABILIZE):
            return True
        if act == Act.ESCAPE:
            return self.held(me)
        if act == Act.PIN:
            return bool(me.holding)
        if act == Act.GRAPPLE:
            return me.race != "ooze" and any(REACH.get(arm) == 0 for arm in me.arms)
        if act.name.lower() in SPELLS:
            return me.casts(act.name.lower())
        shoots = act == Act.STANDARD and any(item in INCREMENT for item in me.held)
        return me.reach is not None or shoots

    def things(self):
        """W81, W93, W102, W110, RW7, H29."""
        me, it = self.me, self.me.it
        for place, item in enumerate(me.pack):
            self.allow(Verb.RETRIEVE, place, when=me.takes(item), cost=PLACES[place])
        free = [cost for cost, item in zip(PLACES, me.pack, strict=True) if item is None]
        for hand, item in enumerate(me.held):
            self.allow(Verb.STOW, hand, when=bool(item and free), cost=min(free, default=0))
            self.allow(Verb.DROP, hand, when=item is not None, cost=0)
        self.allow(Verb.RELOAD, when="crossbow" in me.held and not it.loaded)
        ground = zip(
            self.battle.ground_item, self.battle.ground_x, self.battle.ground_y, strict=True
        )
        here = [ITEM_NAMES[item] for item, x, y in ground if item >= 0 and (x, y) == me.at]
        self.allow(Verb.PICK_UP, when=any(me.takes(item) for item in here))
        most = max(0, 10 + int(it.attributes[Attribute.VITALITY]) - int(it.fatigue))
        self.allow(Verb.POTION, when=it.potions > 0 and it.stamina < most)
        mana = CHARMS[CHARM_NAMES[it.charm]] if it.charm >= 0 else []
        for effect, price in enumerate(mana):
            lasts = int(it.effects) >> effect & 1 == 1
            self.allow(Verb.CHARM, effect, when=not lasts and it.mana >= price)
            self.allow(Verb.END_EFFECT, effect, when=lasts)

    def treatment(self):
        """W77, W99 to W101, RW19, H28."""
        me = self.me
        self.allow(Verb.FORCE_SHIELD, when=me.casts("force_shield") and me.it.shield_rounds == 0)
        own = (Verb.HEAL_SELF, Verb.TREAT_SELF, Verb.TREAT_OWN_CONDITION)
        self.treat(me, 0, own)
        for slot, friend in enumerate(self.friends):
            if not friend.dead and self.gap(me, friend) <= 0:
                self.treat(friend, slot, (Verb.HEAL, Verb.TREAT_WOUND, Verb.TREAT_CONDITION))
                self.allow(Verb.STABILIZE, None, slot, bool(friend.it.dying))

    def treat(self, man, slot, verbs):
        """The treatments of one patient."""
        heal, treat, condition = verbs
        it = man.it
        tired = it.fatigue >= max(0, 10 + int(it.attributes[Attribute.VITALITY]))
        for level in range(1, 6):
            wounded = it.wounds[level - 1] > 0
            self.allow(heal, level, slot, wounded and self.me.casts("heal"))
            self.allow(treat, level, slot, wounded and not tired)
        for place, has in enumerate((it.bleeding, it.burning, it.hobbled, it.poisoned)):
            self.allow(condition, place, slot, has > 0)

    def steps(self):
        """W65, W84, W106, RW12, RW36, RW37, H21; not while dragging."""
        mover = self.me if self.me.mount < 0 else self.men[self.me.mount]
        tied = self.grapples(mover) or (mover is not self.me and self.held(self.me))
        if tied or not mover.acts or self.evades_twice() or self.rides_no_more(mover):
            return
        points = mover.points if mover is self.me else min(mover.points, self.me.points)
        left = (int(mover.it.move_quarters) + mover.rate * points) // 4 - int(mover.it.move_used)
        crowded = any(
            man.side != mover.side
            and not man.dead
            and not self.together(mover, man)
            and self.gap(mover, man) < 0
            for man in self.men
        )
        cost = (2 if mover.it.posture == PRONE else 1) * (2 if crowded else 1)
        if left >= cost:
            for side in range(6):
                free = self.stands(mover, *beside(*mover.at, side))
                self.allow(Verb.STEP, side, when=free, cost=0)

    def rides_no_more(self, mover):
        """H25: a sentient mount moves by itself, and so does one out of control."""
        return mover is not self.me and (mover.race not in ANIMALS or mover.it.uncontrolled)

    def evades_twice(self):
        """RW37."""
        if self.in_turn or self.battle.top < 0:
            return False
        frame = self.battle.frames[self.battle.top]
        it = self.battle.fighters[frame.actor]
        same = it.evaded_act == frame.act and it.evaded_target == frame.target
        barred = int(it.evaded_by) >> self.me.number & 1 == 1
        return frame.step == Step.DECLARED and same and barred

    def attacks(self, slot, foe):
        """W72 to W77, RW7, RW24, RW32; no walls."""
        me, far = self.me, self.gap(self.me, foe)
        for number, arm in enumerate(me.arms):
            reaches = arm in REACH and far <= REACH[arm]
            for verb in (Verb.QUICK, Verb.STRONG, Verb.NONLETHAL):
                self.allow(verb, number, slot, reaches)
            shoots = arm in INCREMENT and max(0, far) // INCREMENT.get(arm, 1) < 5
            ready = arm != "crossbow" or bool(me.it.loaded)
            self.allow(Verb.STANDARD, number, slot, reaches or (shoots and ready))
        self.allow(Verb.FIRE_BOLT, None, slot, me.casts("fire_bolt") and max(0, far) // 20 < 5)

    def hinder(self, slot, foe):
        """W94 to W97, H25."""
        me, it = self.me, foe.it
        near = me.reach is not None and self.gap(me, foe) <= me.reach
        for hand in (0, 1):
            self.allow(Verb.DISARM, hand, slot, near and foe.held[hand] is not None)
        self.allow(Verb.DISTRACT, None, slot, near and foe.acts)
        self.allow(Verb.SHOVE, None, slot, near and foe.mount < 0)
        self.allow(Verb.TRIP, None, slot, near and foe.mount < 0 and it.posture != PRONE)

    def closing(self, slot, foe):
        """W83, W84, W88, W92, H18."""
        me, far = self.me, self.gap(self.me, foe)
        self.allow(Verb.PIN, None, slot, foe.number in me.holding and foe.it.pinned_by < 0)
        if not self.sees(foe):
            return
        self.allow(Verb.OPENING, None, slot, foe.acts and me.reach is not None)
        sizes = abs(me.size - foe.size) < 5
        grips = any(REACH.get(arm) == 0 for arm in me.arms) and "ooze" not in (me.race, foe.race)
        free = foe.awake and foe.number not in me.holding
        self.allow(Verb.GRAPPLE, None, slot, sizes and grips and free and far <= 0)
        walks = me.mount < 0 and foe.mount < 0 and not self.grapples(me)
        if sizes and walks and not foe.dead and far == 0:
            alone = all(
                man in (me, foe)
                or man.dead
                or man.mount >= 0
                or not self.sees(man)
                or self.together(me, man)
                or steps(foe.at, man.at) - 1 - me.space - man.space >= 0
                for man in self.men
            )
            self.allow(Verb.ENTER, None, slot, alone)

    def command(self, slot, foe):
        """W106, H25."""
        if not self.in_turn or self.me.mount < 0:
            return
        mount = self.men[self.me.mount]
        it = mount.it
        obeys = mount.race in ANIMALS and it.is_trained and not it.uncontrolled and mount.acts
        for number, arm in enumerate(mount.natural):
            reaches = self.gap(mount, foe) <= REACH[arm]
            if obeys and reaches and mount.points >= 5:
                self.allow(Verb.COMMAND, number, slot, cost=0)

    def free(self):
        """W34, W43, W103, RW40, H12."""
        me, it = self.me, self.me.it
        self.allow(Verb.RELEASE, when=bool(me.holding), cost=0)
        quick = (Verb.MOUNT, Verb.DISMOUNT, Verb.RETRIEVE, Verb.POTION, Verb.CHARM)
        any_quick = any(verb_of(action) in quick for action in self.allowed)
        self.allow(Verb.HURRY, when=any_quick and not it.hurrying, cost=0)
        for slot, foe in enumerate(self.foes):
            bit = 1 << foe.number
            may = self.in_turn and not int(it.switched) & bit
            ignored = bool(int(it.ignoring) & bit)
            open_to = self.sees(foe) and not foe.dead
            self.allow(Verb.IGNORE, None, slot, bool(may and not ignored and open_to), cost=0)
            self.allow(Verb.HEED, None, slot, bool(may and ignored), cost=0)
