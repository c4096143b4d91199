"""The table of actions and the masks of each clause (P5 to P8, P15, P18, P20, QP1 to QP5)."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.engine.action_table import Target
from quintain.envs.core.engine.battle import MAX_FIGHTERS, NOBODY
from quintain.envs.platemail.actions import masks, table
from quintain.envs.platemail.enums import (
    Condition,
    Description,
    Life,
    Spell,
    Verb,
    Window,
)
from quintain.envs.platemail.state import (
    BATTLE,
    LEFT_ARM,
    LEFT_LEG,
    RIGHT_ARM,
    RIGHT_LEG,
)
from quintain.envs.platemail.tables import (
    ARMOUR_NAMES,
    NONE,
    SHIELD_NAMES,
    UNARMED,
    WEAPON_NAMES,
)

pytestmark = [pytest.mark.interpreted]

SIZES = range(1, 7)
KINDS = (
    *(table.IS_DIRECTIVE, table.IS_CONDITION, table.IS_STANDING),
    *(table.IS_STEP, table.IS_ANOTHER, table.IS_AT_BAY, table.IS_OPENING),
)
ALONE = {it.verb for it in table.ALONE}
ENEMY_DESCRIPTIONS = [d for d in Description if d != Description.MOST_WOUNDED_ALLY]
MASKS = {
    Window.FIRST: masks.first_mask,
    Window.CONDITION: masks.condition_mask,
    Window.THEN: masks.later_mask,
    Window.ELSE: masks.later_mask,
    Window.STANDING: masks.standing_mask,
}


def mask_of(battle, window, actor=0):
    """The mask of a clause."""
    mask = np.ones(table.num_actions(int(battle.max_side)), np.bool_)
    MASKS[window](battle, actor, mask)
    return mask


def random_battle(seed, size=None):
    """A battle with random fields in their ranges, of `size` or of 1 to 6 fighters a side."""
    chance = np.random.default_rng(seed)
    battle = np.zeros(1, BATTLE)[0]
    red, blue = (size or int(number) for number in chance.integers(1, 7, 2))
    battle.num_fighters = red + blue
    battle.side_size[:] = red, blue
    battle.max_side = size or int(chance.integers(max(red, blue), 7))
    battle.side[red:] = 1
    battle.width, battle.height = 24, 12
    battle.door_x[:], battle.door_y[:] = NONE, NONE
    battle.has_obstacles = int(chance.integers(2))
    if battle.has_obstacles:
        battle.low[:12] = chance.integers(0, 1 << 24, 12) & chance.integers(0, 1 << 24, 12)
        battle.high[:12] = chance.integers(0, 1 << 24, 12) & chance.integers(0, 1 << 12, 12)
        battle.door_x[0], battle.door_y[0] = chance.integers(24), chance.integers(12)
    for actor in range(battle.num_fighters):
        randomize(battle.fighters[actor], chance, actor, red, red + blue)
    return battle


def randomize(fighter, chance, actor, red, count):
    """A fighter in any state."""
    for field in ("prepared", "focus", "carrying", "carried_by", "second", "carried_second"):
        fighter[field] = NONE
    fighter.key, fighter.x, fighter.y = actor, chance.integers(24), chance.integers(12)
    fighter.hand = chance.integers(len(WEAPON_NAMES))
    fighter.carried_hand = chance.integers(-1, len(WEAPON_NAMES))
    fighter.second = fighter.carried_second = chance.choice([NONE, WEAPON_NAMES.index("dagger")])
    fighter.shield = chance.integers(len(SHIELD_NAMES))
    fighter.carried_shield = chance.integers(len(SHIELD_NAMES))
    fighter.armour = chance.integers(len(ARMOUR_NAMES))
    fighter.max_wounds, fighter.wounds = 3, chance.integers(5)
    fighter.life = chance.choice([Life.ABLE] * 5 + [Life.FATALLY_WOUNDED, Life.STABLE, Life.DEAD])
    for field in ("loaded", "prone", "moved", "attacked", "used_weapon", "is_ward"):
        fighter[field] = chance.integers(2)
    fighter.stock = fighter.carried_stock = chance.integers(4)
    fighter.spells, fighter.mends = chance.integers(32), chance.integers(4)
    fighter.prepared = chance.integers(-1, len(Spell)) if fighter.spells else NONE
    fighter.limbs = chance.choice([0, 0, LEFT_LEG, RIGHT_LEG, LEFT_ARM, RIGHT_ARM])
    fighter.entrapped = chance.choice([0, 0, 0, 1])
    fighter.dazed, fighter.terror = chance.choice([0, 0, 0, 1, 2], 2)
    foes = range(red, count) if actor < red else range(red)
    fighter.hidden_from = sum(1 << foe for foe in foes if chance.random() < 0.2)
    fighter.hides_from = fighter.hidden_from
    fighter.stealth_roll = chance.integers(20)


# --- The table ------------------------------------------------------------------------------------


@pytest.mark.parametrize("max_side", SIZES)
def test_ids_do_not_shift_when_slots_are_added(max_side):
    assert table.num_actions(max_side) == table.FIRST_SLOT + table.SLOT_ACTIONS * max_side
    said = [table.decode(action, max_side) for action in range(table.num_actions(max_side))]
    assert said == [table.decode(action, 6) for action in range(table.num_actions(max_side))]


@pytest.mark.rule("QP1", "QP2", "QP3", "QP5", "QP10", "QP11")
@pytest.mark.parametrize("actor", [0, 3, 5, 6, 11])
def test_QP1_every_action_says_one_thing_and_that_names_the_action(actor):
    battle = random_battle(2, 6)
    kinds = np.zeros(len(KINDS), int)
    for action in range(1, table.num_actions(6)):
        target, standing = table.target_of(battle, actor, action), int(table.standing_of(action))
        said = np.array([kind[action] for kind in KINDS])
        assert said.sum() == 1
        kinds += said
        if table.slot_in(action) >= 0 and target == NOBODY:
            continue  # the last ally slot: nobody has six allies
        if table.IS_DIRECTIVE[action]:
            verb = table.verb_of(action)
            assert table.directive_action(battle, actor, verb, target) == action
        elif table.IS_CONDITION[action]:
            condition = table.condition_of(action)
            assert table.condition_action(battle, actor, condition, target) == action
        elif table.IS_STANDING[action]:
            assert table.standing_action(standing & 1, standing >> 1) == action
        assert (standing > 0) == table.IS_STANDING[action]
    assert kinds.tolist() == [
        *(47 + 18 * 11 + 9 * 7 + 3 * 6, 12 + 4 * 6, 3),
        *(8, 5 + 6, 5 + 6, 2 * 6),
    ]


def test_the_passing_action_defends_asks_nothing_and_changes_no_standing_choice():
    battle = random_battle(3)
    assert table.verb_of(0) == Verb.DEFEND
    assert table.target_of(battle, 0, 0) == NOBODY
    assert all(kind[0] for kind in KINDS)
    assert table.condition_of(0) == Condition.ALWAYS
    assert table.standing_of(0) == 0
    assert table.directive_action(battle, 0, Verb.DEFEND, NOBODY) == 0
    assert table.condition_action(battle, 0, Condition.ALWAYS, NOBODY) == 0
    assert table.standing_action(0, 0) == 0


def test_a_target_is_a_fighter_a_description_a_spell_or_a_direction(fight):
    battle = fight([{}, {}, {}], [{}, {}])
    helps = {it.verb for it in table.HELP_ENEMIES}
    towards = (Verb.MOVE_STRAIGHT, Verb.OPEN_DOOR, Verb.CLOSE_DOOR)
    several = {Verb.PREPARE: Spell, **dict.fromkeys(towards, range(8))}
    valid = {
        Target.ENEMY: [3, 4, *ENEMY_DESCRIPTIONS],
        Target.ALLY: [0, 2, Description.MOST_WOUNDED_ALLY],
    }
    for verb in Verb:
        alone = several.get(verb, [NOBODY])
        for target in valid.get(Target(table.TARGETS[verb]), alone):
            if verb in helps and target >= MAX_FIGHTERS:
                continue  # the fallen are named
            action = table.directive_action(battle, 1, verb, int(target))
            assert table.verb_of(action) == verb
            assert table.target_of(battle, 1, action) == target


# --- All masks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_legal_means_something_and_names_itself(seed):
    battle = random_battle(seed)
    for actor in range(int(battle.num_fighters)):
        for window in MASKS:
            mask = mask_of(battle, window, actor)
            assert mask[0]
            for action in np.flatnonzero(mask)[1:]:
                check_meaning(battle, actor, window, int(action))


def check_meaning(battle, actor, window, action):
    """A legal action belongs to its clause, names an existing fighter, and names itself."""
    if window == Window.STANDING:
        assert table.standing_of(action) > 0
    elif window == Window.CONDITION:
        condition = table.condition_of(action)
        argument = table.target_of(battle, actor, action)
        assert condition in set(Condition) - {Condition.ALWAYS}
        assert table.condition_action(battle, actor, condition, argument) == action
    else:
        verb, target = table.verb_of(action), table.target_of(battle, actor, action)
        assert verb in set(Verb) - {Verb.DEFEND}
        assert (target == NOBODY) == (verb in ALONE)
        assert table.directive_action(battle, actor, verb, target) == action
        named = Target(table.TARGETS[verb])
        if named and target < battle.num_fighters:
            assert battle.fighters[target].life != Life.DEAD
            assert (battle.side[target] != battle.side[actor]) == (named == Target.ENEMY)
            assert target != actor


TWO_HANDED = {"great_axe", "great_sword", "lance", "pike", "spear", "staff", "long_bow",
              "short_bow", "light_crossbow", "heavy_crossbow"}  # fmt: skip
NO_MELEE = {"unarmed", "bolo", "net", "dart", "javelin", "blowgun", "sling", "long_bow",
            "short_bow", "light_crossbow", "heavy_crossbow"}  # fmt: skip
THROWN = {"dagger", "bolo", "net", "dart", "javelin"}
SQUARES = {  # of a missile's Range (P112 to P121)
    "dagger": 3, "bolo": 3, "net": 3, "javelin": 3, "dart": 6, "blowgun": 6, "sling": 6,
    "long_bow": 6, "short_bow": 6, "light_crossbow": 6, "heavy_crossbow": 6,
}  # fmt: skip


class Book:
    """The rows about a first action on an open map, in slow, simple code."""

    def __init__(self, battle, actor):
        """Read the rows for a fighter of a battle."""
        self.me = me = battle.fighters[actor]
        self.battle, self.actor = battle, actor
        self.hand = WEAPON_NAMES[me.hand]
        self.acts = me.life == Life.ABLE and me.dazed == 0 and me.terror == 0
        self.foes = [
            other
            for other in range(battle.num_fighters)
            if battle.side[other] != battle.side[actor]
        ]

    def far(self, other):
        """RP13: squares of 5 feet, the larger difference."""
        it = self.battle.fighters[other]
        return max(abs(int(it.x) - int(self.me.x)), abs(int(it.y) - int(self.me.y)))

    def knows(self, other):
        """P57, RP36: the fighter is alive and not hidden from the reader's fighter."""
        it = self.battle.fighters[other]
        return it.life != Life.DEAD and not it.hidden_from >> self.actor & 1

    def reach(self):
        """P25, P99, P100, RP19: two squares with lance and pike."""
        second = WEAPON_NAMES[self.me.second] if self.me.second >= 0 else "unarmed"
        striking = self.hand if self.hand not in NO_MELEE else second
        return 2 if striking in ("lance", "pike") else 1

    def blow(self, foe):
        """P57, RP12, RP14: a known fighter in reach, or who may come into it (30 feet)."""
        comes = 6 if self.battle.fighters[foe].life == Life.ABLE else 0
        return self.acts and self.knows(foe) and self.far(foe) <= self.reach() + comes

    def has_missile(self):
        """RP38: something to shoot or throw in the right hand."""
        return self.hand in SQUARES and (self.hand not in THROWN or self.me.stock > 0)

    def is_loaded(self):
        """P120, P121."""
        return self.me.loaded or not self.hand.endswith("crossbow")

    def shot(self, foe):
        """P63, P108, P109: with a loaded weapon, at most at four times the Range."""
        if not (self.acts and self.has_missile() and self.is_loaded() and self.knows(foe)):
            return False
        return self.far(foe) <= 4 * SQUARES[self.hand]

    def two_shots(self, foe):
        """P64, P65, RP38: no crossbow, and two to throw."""
        has_two = self.hand not in THROWN or self.me.stock > 1
        return self.shot(foe) and not self.hand.endswith("crossbow") and has_two

    def free_hands(self):
        """RP20, RP38."""
        arms = 2 - bool(self.me.limbs & LEFT_ARM) - bool(self.me.limbs & RIGHT_ARM)
        held = 0 if self.hand == "unarmed" else 1 + (self.hand in TWO_HANDED)
        return arms - held - (self.me.second >= 0) - (SHIELD_NAMES[self.me.shield] != "none")

    def prepare(self, spell):
        """P74, RP23, RP37: known, a free hand, not in hand already, a Mend left."""
        me = self.me
        is_known = me.spells >> spell & 1 and me.prepared != spell
        has_use = spell != Spell.MEND or me.mends > 0
        return self.acts and bool(is_known) and has_use and self.free_hands() > 0

    def faces_net(self):
        """P112, RP47: an enemy in sight who is not Dazed has a bolo or net, at most 60 feet."""
        fighters = self.battle.fighters
        throwers = [foe for foe in self.foes if self.knows(foe) and fighters[foe].life == Life.ABLE]
        nets = [foe for foe in throwers if WEAPON_NAMES[fighters[foe].hand] in ("bolo", "net")]
        ready = [foe for foe in nets if fighters[foe].stock > 0 and fighters[foe].dazed == 0]
        return any(self.far(foe) <= 4 * SQUARES["net"] for foe in ready)

    def alone(self):
        """P66, P78, P124, RP10, RP20, RP47."""
        me, has_missile = self.me, self.has_missile()
        legs = me.limbs & (LEFT_LEG | RIGHT_LEG)
        return {
            Verb.AIM: has_missile and self.is_loaded(),
            Verb.RELOAD: has_missile and not self.is_loaded(),
            Verb.CUT_FREE: me.entrapped != 0 or self.faces_net(),
            Verb.STAND_UP: me.prone and not me.entrapped and not legs,
            Verb.FOCUS: me.focus != NONE,
        }


@pytest.mark.rule("P7", "P57", "P61", "P62", "P63", "P64", "P65", "P66", "P74", "P108", "P124")
@pytest.mark.parametrize("seed", range(40))
def test_P7_the_first_mask_is_what_the_rows_say(seed):
    battle = random_battle(seed)
    battle.has_obstacles, battle.low[:], battle.high[:] = 0, 0, 0
    for actor in range(int(battle.num_fighters)):
        book, mask = Book(battle, actor), mask_of(battle, Window.FIRST, actor)
        told = {}
        for foe in book.foes:
            told[Verb.FULL_ATTACK, foe] = told[Verb.COUNTER, foe] = book.blow(foe)
            told[Verb.SHOOT, foe], told[Verb.RAPID_FIRE, foe] = book.shot(foe), book.two_shots(foe)
            is_down = book.me.prone or book.me.entrapped
            told[Verb.CHARGE, foe] = book.blow(foe) if is_down else book.acts and book.knows(foe)
        for spell in Spell:
            told[Verb.PREPARE, spell] = book.prepare(spell)
        for verb, is_open in book.alone().items():
            told[verb, NOBODY] = book.acts and is_open
        for (verb, target), is_legal in told.items():
            action = table.directive_action(battle, actor, int(verb), int(target))
            assert mask[action] == bool(is_legal), (actor, verb, target)


@pytest.mark.rule("P15", "P20", "RP25")
@pytest.mark.parametrize("seed", range(12))
def test_P15_no_mask_asks_what_another_clause_says(seed):
    battle = random_battle(seed)
    chance = np.random.default_rng(seed)
    before = [mask_of(battle, window) for window in MASKS]
    for order in battle.orders:
        order.verb[:] = chance.integers(0, len(Verb), 3)
        order.target[:] = chance.integers(0, battle.num_fighters, 3)
        order.condition, order.argument = chance.integers(0, 11), chance.integers(0, 3)
        order.opportunity, order.stand = chance.integers(0, 2, 2)
    for window, mask in zip(MASKS, before, strict=True):
        assert (mask_of(battle, window) == mask).all()


@pytest.mark.rule("RP36", "XP2")
@pytest.mark.parametrize("seed", range(12))
def test_RP36_no_mask_shows_anything_of_those_one_is_unaware_of(seed):
    battle = random_battle(seed)
    before = {window: mask_of(battle, window) for window in MASKS}
    chance = np.random.default_rng(seed)
    for foe in range(int(battle.side_size[0]), int(battle.num_fighters)):
        it = battle.fighters[foe]
        if it.hidden_from & 1:
            it.x, it.y = chance.integers(24), chance.integers(12)
            it.wounds, it.hand, it.prepared = 0, UNARMED, NONE
            it.life = Life.ABLE if it.life != Life.DEAD else Life.DEAD
    for window, mask in before.items():
        assert (mask_of(battle, window) == mask).all(), window


@pytest.mark.parametrize("seed", range(12))
def test_masks_follow_the_slots_not_the_numbers(seed):
    battle = random_battle(seed, 3)
    for one in battle.fighters:
        one.hidden_from = 0
    mirrored = battle.copy()
    mirrored.fighters[:3], mirrored.fighters[3:6] = battle.fighters[3:6], battle.fighters[:3]
    for window in MASKS:
        for actor in range(3):
            one, other = mask_of(battle, window, actor), mask_of(mirrored, window, actor + 3)
            assert (one == other).all()


@pytest.mark.parametrize("seed", range(12))
def test_a_choice_is_more_than_passing(seed):
    """All have ordered to skulk, which the standing choice asks about (QP11)."""
    battle = random_battle(seed)
    for order in battle.orders:
        order.verb[0] = Verb.SKULK_STILL
    for actor in range(int(battle.num_fighters)):
        for window in MASKS:
            battle.to_act, battle.window = actor, int(window)
            mask = mask_of(battle, window, actor)
            assert masks.has_choice(battle, actor, int(window) - 1) == mask[1:].any()
            whole = np.ones(len(mask), np.bool_)
            masks.legal_action_mask(battle, whole)
            assert (whole == mask).all()
            masks.order_mask(battle, actor, int(window) - 1, whole)
            assert (whole == mask).all()
        standing = mask_of(battle, Window.STANDING, actor)
        assert masks.needs_standing(battle, actor) == standing[1:].any()


def test_when_nobody_decides_one_can_only_pass(duel):
    battle = duel()
    mask = np.ones(table.num_actions(1), np.bool_)
    for to_act, window, over in ((NOBODY, Window.FIRST, False), (0, 0, False), (0, 1, True)):
        battle.to_act, battle.window, battle.over = to_act, int(window), over
        masks.legal_action_mask(battle, mask)
        assert np.flatnonzero(mask).tolist() == [0]


@pytest.mark.parametrize("max_side", SIZES)
def test_the_choices_of_the_clauses_cover_what_their_masks_allow(max_side):
    choices = masks.order_choices(max_side)
    directives = 47 + 18 * 5 + 10 + 30 * max_side
    details = [6 + max_side, 6 + max_side, *[9] * 6]
    assert [len(clause) for clause in choices] == [
        *(directives, 13 + 4 * max_side, directives, directives, 4),
        *(details * 3),
        *(1 + 2 * max_side, 6 + max_side),
    ]
    together = np.unique(np.concatenate(choices))
    assert (together == np.arange(table.num_actions(max_side))).all()
    for clause, actions in enumerate(choices):
        assert actions[0] == 0
        for seed in range(10):
            battle = random_battle(seed)
            if battle.max_side == max_side:
                whole = np.ones(table.num_actions(max_side), np.bool_)
                masks.order_mask(battle, 0, clause, whole)
                allowed = np.flatnonzero(whole)
                assert np.isin(allowed, actions).all()


@pytest.mark.rule("RP29", "RP46")
@pytest.mark.parametrize(
    ("dazed", "terror", "first", "later"),
    [
        (0, 0, True, True),
        (1, 0, False, True),
        (0, 1, False, True),
        (1, 1, False, False),
        (2, 0, False, False),
        (0, 3, False, False),
    ],
)
def test_RP29_lost_actions_leave_nothing_to_write(duel, dazed, terror, first, later):
    battle = duel({"dazed": dazed, "terror": terror})
    assert mask_of(battle, Window.FIRST)[1:].any() == first
    for window in (Window.CONDITION, Window.THEN):
        assert mask_of(battle, window)[1:].any() == later


@pytest.mark.rule("P46")
@pytest.mark.parametrize("life", [Life.FATALLY_WOUNDED, Life.STABLE, Life.DEAD])
def test_P46_the_fallen_write_nothing(duel, life):
    battle = duel({"life": int(life), "terror": 1})
    for window in MASKS:
        assert not mask_of(battle, window)[1:].any()
