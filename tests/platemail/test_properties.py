"""Random legal play: ranges, renumbering without effect, independent clauses, snapshots.

Battles have any characters of the cast, on any map, in changed states: wounded, fallen, netted,
bound, Dazed, in Terror, carried, hidden, with spells in hand. Comparisons are exact, byte for byte.
"""

from __future__ import annotations

import itertools
import random

import numba
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from quintain.envs.core.compiler.bits import contains
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.legality import IllegalAction
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.session.match import Match
from quintain.envs.platemail import deploy as deployment
from quintain.envs.platemail import step as engine
from quintain.envs.platemail import turn
from quintain.envs.platemail.actions import masks as action_masks
from quintain.envs.platemail.actions import table
from quintain.envs.platemail.actions.clauses import (
    NUM_CLAUSES,
    SECOND,
    SEQUENCE,
    THIRD,
    WINDOW,
    detail_of,
    order_clause,
    write_detail_of,
)
from quintain.envs.platemail.enums import (
    Condition,
    Ending,
    Event,
    Life,
    Spell,
    Verb,
    Window,
)
from quintain.envs.platemail.observation.layout import observation_layout
from quintain.envs.platemail.observation.writer import observe
from quintain.envs.platemail.rules.bodies import has_free_hand, is_reloadable, knows_spell
from quintain.envs.platemail.rules.conditions import is_about_enemy
from quintain.envs.platemail.rules.hiding import has_hiding_place
from quintain.envs.platemail.rules.spells import bind_bit
from quintain.envs.platemail.rules.targets import names_fighter
from quintain.envs.platemail.rules.verbs import SPREADS
from quintain.envs.platemail.rules.wounds import sever
from quintain.envs.platemail.scenario import Scenario, make_template, scenario_names
from quintain.envs.platemail.state import (
    BATTLE,
    NET,
)
from quintain.envs.platemail.tables import (
    ARMOUR_NAMES,
    CAST_NAMES,
    IS_THROWN,
    NONE,
    PHASES,
    UNARMED,
)

pytestmark = pytest.mark.interpreted

FEW, MANY = (6, 12) if numba.config.DISABLE_JIT else (60, 150)
"""Examples: a round takes a tenth of a second without the compiler."""
slow = settings(
    deadline=None,
    max_examples=FEW,
    phases=(Phase.explicit, Phase.generate),  # neighbouring seeds have nothing in common
    suppress_health_check=list(HealthCheck),
)
seeds = st.integers(0, 2**32 - 1)
NOBODY = -1
SLOTS = 12
SYSTEM = get_system("platemail")

# --- Random battles -------------------------------------------------------------------------------


def random_person(rng):
    """Any character of the cast, with other attributes, armour and Max Wounds."""
    person = {"base": rng.choice(CAST_NAMES), "attack_bonus": rng.randint(0, 4)}
    person |= {key: rng.randint(-3, 3) for key in ("strength", "dexterity", "will")}
    person |= {key: rng.randint(0, 3) for key in ("stealth", "perception", "medical")}
    if rng.random() < 0.5:
        person["armour"] = rng.choice(ARMOUR_NAMES)
    if rng.random() < 0.3:
        person["max_wounds"] = rng.randint(1, 6)
    return person


def random_rows(rng, width, height):
    """A map of text: bare, or with low, high and raised squares and a few doors."""
    letters = rng.choice([".", "....o#^", "..o", ".....#"])
    rows = [[rng.choice(letters) for _ in range(width)] for _ in range(height)]
    if "#" in letters:
        for _ in range(rng.randint(1, 3)):
            rows[rng.randrange(height)][rng.randrange(width)] = rng.choice("+/")
    return rows


def random_scenario(rng):
    """Any scenario: sizes, map, people, wards, switches; most begin close together."""
    width, height = rng.choice([(5, 4), (9, 7), (16, 5)])
    rows = random_rows(rng, width, height)
    places = rng.sample([(x, y) for x in range(width) for y in range(height)], width * height)
    if rng.random() < 0.7:
        places.sort(key=lambda at: -max(abs(at[0] - width // 2), abs(at[1] - height // 2)))
    sizes = rng.choice([(1, 1), (2, 1), (1, 3), (2, 2), (3, 2), (3, 3), (4, 4)])
    wards = [rng.randrange(size) if rng.random() < 0.2 else None for size in sizes]

    def seat(place, ward):
        x, y = places.pop()
        if rows[y][x] in "#+":
            rows[y][x] = "."
        return {"fighter": random_person(rng), "at": [x, y], "ward": place == ward}

    red, blue = (
        [seat(place, ward) for place in range(size)]
        for size, ward in zip(sizes, wards, strict=True)
    )
    return Scenario.model_validate(
        {
            "title": "Random",
            "description": "Random.",
            "map": "\n".join("".join(row) for row in rows),
            "red": red,
            "blue": blue,
            "round_limit": rng.randint(2, 6),
            "max_side": rng.choice([0, max(sizes), 6]),
            "rules": {key: rng.random() < 0.5 for key in ("full_absorb", "plan_alone")},
        }
    )


def deploy(seed):
    """A random battle at its first decision, changed so that rare states occur."""
    rng = random.Random(seed)
    battle = np.zeros(1, BATTLE)[0]
    battle.dice[:] = seed_rng_states(seed, 1)[0]
    deployment.deploy(battle, make_template(random_scenario(rng))[0])
    if rng.random() < 0.8:
        stir(battle, rng)
        begin_anew(battle)
    return battle, rng


def begin_anew(battle):
    """Ask for the round's orders again, from the first clause."""
    battle.window, battle.to_act = Window.NONE, NOBODY
    turn.begin_round(battle)
    engine.play_on(battle)


def side_of(battle, side):
    """The numbers of a side's fighters."""
    return [actor for actor in range(battle.num_fighters) if battle.side[actor] == side]


def stir(battle, rng):
    """Another plausible state; at least one fighter of each side stays able."""
    battle.quiet_rounds = rng.choice([0, 0, 13])
    spared = {rng.choice(side_of(battle, side)) for side in (0, 1)}
    numbers = range(battle.num_fighters)
    for actor in numbers:
        it = battle.fighters[actor]
        it.moved, it.used_weapon = (rng.random() < 0.3 for _ in range(2))
        it.attacked = rng.getrandbits(battle.num_fighters) if rng.random() < 0.3 else 0
        if actor not in spared and rng.random() < 0.25:
            it.life = rng.choice([Life.FATALLY_WOUNDED, Life.STABLE, Life.DEAD])
            it.wounds = it.max_wounds + rng.randint(1, 2)
            it.countdown = rng.randint(0, int(it.max_wounds))
            continue
        it.wounds = rng.choice([0, 0, rng.randint(0, int(it.max_wounds))])
        it.prone = rng.random() < 0.1
        for field in ("dazed", "terror"):
            it[field] = rng.choice([0] * 6 + [1, 3])
        stir_gear(battle, actor, rng)
        stir_hiding(battle, actor, rng)
    for actor in rng.sample(numbers, len(numbers)):
        if rng.random() < 0.3:
            stir_bind(battle, actor, rng)
        elif rng.random() < 0.3:
            stir_burden(battle, actor, rng)


def stir_gear(battle, actor, rng):
    """Nets, severed limbs, weapons to be loaded, few to throw, a spell in hand, aim."""
    it = battle.fighters[actor]
    it.entrapped = NET * (rng.random() < 0.15)
    if rng.random() < 0.1:
        sever(battle, actor, rng.randint(1, 4))
    if IS_THROWN[it.hand]:
        it.stock = rng.randint(1, 3)
    if is_reloadable(it):
        it.loaded = rng.random() < 0.5
    it.aimed = rng.random() < 0.2
    known = [spell for spell in Spell if knows_spell(it, spell)]
    if known and has_free_hand(it) and rng.random() < 0.6:
        it.prepared = rng.choice(known)


def stir_hiding(battle, actor, rng):
    """Change the enemies who are Unaware of a fighter, and those that it has struck."""
    if rng.random() < 0.3:
        it = battle.fighters[actor]
        it.stealth_roll = rng.randint(1, 23)
        for enemy in side_of(battle, 1 - battle.side[actor]):
            it.hidden_from |= (rng.random() < 0.6) << enemy
        it.struck = it.hidden_from & rng.getrandbits(SLOTS)
        it.hides_from = it.hidden_from


def stir_bind(battle, actor, rng):
    """A Bind on an enemy that lasts while the caster keeps Focus."""
    caster = battle.fighters[actor]
    enemy = rng.choice(side_of(battle, 1 - battle.side[actor]))
    if caster.life == battle.fighters[enemy].life == Life.ABLE and knows_spell(caster, Spell.BIND):
        caster.focus = enemy
        battle.fighters[enemy].entrapped |= bind_bit(actor)


def stir_burden(battle, actor, rng):
    """An ally carried on the shoulders."""
    carrier, ally = battle.fighters[actor], rng.choice(side_of(battle, battle.side[actor]))
    it = battle.fighters[ally]
    is_free = all(one.carrying == one.carried_by == NOBODY for one in (carrier, it))
    can_carry = carrier.life == Life.ABLE and carrier.prone == 0
    if ally == actor or not can_carry or it.life == Life.DEAD or not is_free:
        return
    carrier.carrying, it.carried_by = ally, actor
    it.x, it.y = carrier.x, carrier.y


# --- Random orders --------------------------------------------------------------------------------


def mask_of(battle):
    """The mask of the deciding fighter."""
    mask = np.zeros(table.num_actions(int(battle.max_side)), np.bool_)
    action_masks.legal_action_mask(battle, mask)
    return mask


def masks_of(battle, actor):
    """The masks of all clauses of a fighter: `[clauses, actions]`."""
    size = table.num_actions(int(battle.max_side))
    masks = np.zeros((NUM_CLAUSES, size), np.bool_)
    for clause, mask in enumerate(masks):
        action_masks.order_mask(battle, actor, clause, mask)
    return masks


def order_masks(battle):
    """The masks of all fighters: `[fighters, clauses, actions]`."""
    return np.stack([masks_of(battle, actor) for actor in range(battle.num_fighters)])


def choose(mask, rng):
    """A legal action; first a verb, so that those with many targets are not chosen most."""
    by_verb = {}
    for action in np.flatnonzero(mask).tolist():
        by_verb.setdefault(int(table.verb_of(action)), []).append(action)
    return rng.choice(rng.choice(list(by_verb.values())))


def write_all(battle, rng):
    """Write a random order for every fighter; return the choice for each clause that is asked."""
    chosen = {}
    for actor, masks in enumerate(order_masks(battle)):
        for clause in SEQUENCE.tolist():
            if not turn.is_asked(battle, actor, clause):
                continue
            action = choose(masks[clause], rng)
            engine.write_clause(battle, actor, clause, action)
            chosen[actor, clause] = action
        battle.orders[actor].is_written = 1
    battle.window, battle.to_act, battle.writer = Window.NONE, NOBODY, NOBODY
    return chosen


def copy_of(battle):
    """A battle of its own with the same bytes."""
    copy = np.zeros(1, BATTLE)
    copy[0] = battle
    return copy[0]


def play_through(seed, decisions=60):
    """Battles at each decision of a random game, with the action taken."""
    battle, rng = deploy(seed)
    for _ in range(decisions):
        if battle.over:
            break
        action = choose(mask_of(battle), rng)
        yield battle, action
        engine.advance(battle, action)
    yield battle, None


def rounds(seed, count):
    """Battles of a random game at the beginning of rounds, with the dice of the test."""
    battle, rng = deploy(seed)
    for _ in range(count):
        if battle.over:
            return
        yield battle, rng
        write_all(battle, rng)
        turn.carry_out_round(battle)


# --- Ranges ---------------------------------------------------------------------------------------


def check_fighter(battle, actor):
    """Check properties of every fighter at every decision."""
    it = battle.fighters[actor]
    assert 0 <= it.x < battle.width
    assert 0 <= it.y < battle.height
    if it.life != Life.DEAD:  # a door closes on the dead
        assert not int(battle.high[it.y]) >> int(it.x) & 1  # RP40
    assert it.wounds >= 0
    assert (it.life == Life.ABLE) <= (it.wounds <= it.max_wounds)  # P46
    assert 0 <= it.countdown <= it.max_wounds  # P47
    assert it.stock >= 0
    assert it.mends >= 0
    assert it.doses >= 0
    assert (it.limbs & 3 == 0) or it.prone == 1  # RP20
    hands = (it.hand != UNARMED) + (it.second != NONE) + (it.shield != 0)
    assert hands <= 2 - bin(int(it.limbs) & 12).count("1")  # RP38
    check_bonds(battle, actor)


def check_bonds(battle, actor):
    """Check who holds, carries and does not see whom (RP36, RP37, RP42, RP47)."""
    it, numbers = battle.fighters[actor], range(battle.num_fighters)
    for field in ("focus", "carrying", "carried_by"):
        assert -1 <= it[field] < battle.num_fighters
    if it.carrying >= 0:
        burden = battle.fighters[it.carrying]
        assert burden.carried_by == actor
        assert (burden.x, burden.y) == (it.x, it.y)
        assert it.life == Life.ABLE
    if it.carried_by >= 0:
        assert battle.fighters[it.carried_by].carrying == actor
    bound = [other for other in numbers if battle.fighters[other].entrapped & bind_bit(actor)]
    assert bound == ([it.focus] if it.focus >= 0 else [])
    if it.life != Life.ABLE:
        assert it.prepared == it.focus == NONE
        assert it.dazed == it.terror == it.aimed == 0
    unaware = [other for other in numbers if it.hidden_from >> other & 1]
    assert all(battle.side[other] != battle.side[actor] for other in unaware)
    assert it.struck & ~it.hidden_from == 0
    assert it.hidden_from & ~it.hides_from == 0


@pytest.mark.compiled
@pytest.mark.rule("P46", "P47", "RP12", "RP20", "RP33", "RP36", "RP37", "RP38", "RP42", "RP47")
@pytest.mark.boundscheck
@slow
@given(seeds)
def test_RP33_legal_play_keeps_every_range(seed):
    for battle, _ in play_through(seed):
        standing = []
        for actor in range(battle.num_fighters):
            check_fighter(battle, actor)
            it = battle.fighters[actor]
            if it.life == Life.ABLE and it.carried_by < 0:
                standing.append((int(it.x), int(it.y)))
        assert len(standing) == len(set(standing))  # RP33
        assert battle.over == (battle.window == Window.NONE) == (battle.to_act == NOBODY)
        assert battle.over or mask_of(battle).sum() > 1  # no window without a choice
        if not battle.over:
            assert battle.fighters[battle.to_act].life == Life.ABLE
        assert not battle.phases["act"].any()


@pytest.mark.compiled
@pytest.mark.rule("RP30")
@slow
@given(seeds)
def test_RP30_legal_play_ends_within_the_round_limit(seed):
    for battle, _ in play_through(seed, 5000):
        assert battle.over or battle.round_number < battle.round_limit
    assert battle.over
    assert sorted(battle.reward.tolist()) in ([0, 0], [-1, 1])
    assert (battle.winner == NOBODY) == (battle.reward.tolist() == [0, 0])
    if battle.winner != NOBODY:
        assert battle.reward[battle.winner] == 1
        assert battle.ending in (Ending.SIDE_DOWN, Ending.WARD_DOWN)


@pytest.mark.compiled
@pytest.mark.parametrize("name", scenario_names())
def test_RP36_carried_out_rounds_leave_only_who_is_covered_hidden(name):
    """Battles as scenarios deploy them, without the stirring above."""
    match = Match(SYSTEM, name)
    match.reset(3)
    rng = random.Random(3)
    for _ in range(2):
        write_all(match.battle, rng)
        turn.carry_out_round(match.battle)
        match.battle.is_surveyed = 0  # ask for what is so, not for what seems so (XP2)
        for actor in range(match.battle.num_fighters):
            check_fighter(match.battle, actor)
            it = match.battle.fighters[actor]
            for observer in range(match.battle.num_fighters):
                if it.hidden_from >> observer & 1 and not match.is_over:
                    assert has_hiding_place(match.battle, actor, observer)


# --- Numbering decides nothing (RP15, RP33) -------------------------------------------------------


def renumbered(battle, place):
    """The same battle in which fighter n has the number `place[n]`; keys stay with the fighters.

    Where red's fighters get the last numbers, the sides change their names.
    """
    swaps = battle.side[0] != battle.side[battle.num_fighters - 1] and place[0] > place[-1]
    swaps = swaps and place[0] >= battle.side_size[1]
    other = copy_of(battle)
    if swaps:
        other.side_size[:] = battle.side_size[::-1]
        other.side[:] = np.arange(SLOTS) >= battle.side_size[1]
        other.winner = battle.winner if battle.winner < 0 else 1 - battle.winner
        other.reward[:] = battle.reward[::-1]
    for number, there in enumerate(place):
        for rows in ("fighters", "orders", "phases"):
            other[rows][there] = battle[rows][number]
        for rows in ("concealed", "covered"):
            other[rows][there] = bits(place, battle[rows][number])
    for there in place:
        renumber_fighter(other.fighters[there], place)
        renumber_order(other.orders[there], place)
    for field in ("to_act", "writer"):
        other[field] = at(place, battle[field])
    return other


def at(place, number):
    """The new number of a fighter, -1 for nobody."""
    return place[number] if number >= 0 else NOBODY


def bits(place, mask):
    """A mask of fighters by their new numbers."""
    return sum(1 << there for number, there in enumerate(place) if int(mask) >> number & 1)


def renumber_fighter(it, place):
    for field in ("focus", "carrying", "carried_by"):
        it[field] = at(place, it[field])
    for field in (
        "hidden_from",
        "hides_from",
        "seen_by",
        "seen_casting",
        "struck",
        "attacked",
        "assailants",
    ):
        it[field] = bits(place, it[field])
    it.entrapped = (int(it.entrapped) & NET) | bits(place, int(it.entrapped) >> 1) << 1


def renumber_order(order, place):
    for clause, verb in enumerate(order.verb):
        if names_fighter(verb) and order.target[clause] < SLOTS:
            order.target[clause] = at(place, order.target[clause])
        for nth in (SECOND, THIRD) if verb >= 0 and contains(SPREADS, int(verb)) else ():
            if detail_of(order, clause, nth) < SLOTS:
                write_detail_of(order, clause, nth, at(place, detail_of(order, clause, nth)))
    if is_about_enemy(order.condition):
        order.argument = at(place, order.argument)
    order.opening = at(place, order.opening)
    if order.at_bay < SLOTS:
        order.at_bay = at(place, order.at_bay)


def shuffled(battle, rng):
    """New numbers for the fighters, each on the same side."""
    red, blue = side_of(battle, 0), side_of(battle, 1)
    return rng.sample(red, len(red)) + rng.sample(blue, len(blue))


def exchanged(battle):
    """New numbers that exchange the sides."""
    red, blue = (int(size) for size in battle.side_size)
    return [blue + number for number in range(red)] + list(range(blue))


def meanings(battle, actor, place):
    """The meanings of all legal choices of a fighter, by the numbers of `place`."""
    said = []
    for clause, mask in enumerate(masks_of(battle, actor)):
        for action in np.flatnonzero(mask).tolist():
            verb = int(table.verb_of(action))
            target = int(table.target_of(battle, actor, action))
            if table.TARGETS[verb] and target < SLOTS:
                target = place[target]
            said.append((clause, verb, target, int(table.argument_of(action))))
    return sorted(said)


def play_round(battle, rng):
    """Play a round with three numberings; return the renumbered results, before and after."""
    actor, same = rng.randrange(battle.num_fighters), range(battle.num_fighters)
    places = shuffled(battle, rng), exchanged(battle)
    other = renumbered(battle, places[0])
    before = [meanings(other, places[0][actor], same)]
    after = [meanings(battle, actor, places[0])]
    write_all(battle, rng)
    others = [renumbered(battle, place) for place in places]
    turn.carry_out_round(battle)
    for place, other in zip(places, others, strict=True):
        turn.carry_out_round(other)
        before.append(other.tobytes())
        after.append(renumbered(battle, place).tobytes())
    return before, after


def test_renumbering_back_is_no_change():
    for seed in range(20):
        battle, rng = deploy(seed)
        write_all(battle, rng)
        for place in (shuffled(battle, rng), exchanged(battle)):
            back = [place.index(number) for number in range(len(place))]
            other = renumbered(battle, place)
            assert sorted(other.side_size) == sorted(battle.side_size)
            assert renumbered(other, back).tobytes() == battle.tobytes()


@pytest.mark.compiled
@pytest.mark.rule("RP15", "RP33", "RP35", "RP41", "P21", "TP1")
@pytest.mark.boundscheck
@settings(slow, max_examples=MANY)
@given(seeds)
def test_RP15_other_numbers_or_sides_give_the_same_battle(seed):
    """Permuting the fighters of a side permutes a round, exchanging the sides exchanges it."""
    battle, rng = deploy(seed)
    for _ in range(2):
        if not battle.over:
            before, after = play_round(battle, rng)
            assert before == after


def seen_by(battle, actor):
    """The observation of a fighter."""
    out = np.zeros(observation_layout(int(battle.max_side)).length, np.float32)
    observe(battle, actor, out)
    return out


@pytest.mark.compiled
@slow
@given(seeds)
def test_both_sides_see_and_may_write_the_same(seed):
    """Slots keep their fighters when the sides change names, and so do all actions."""
    for battle, _ in rounds(seed, 2):
        place = exchanged(battle)
        other = renumbered(battle, place)
        ours, theirs = order_masks(battle), order_masks(other)
        for actor, there in enumerate(place):
            assert (ours[actor] == theirs[there]).all()
            assert (seen_by(battle, actor) == seen_by(other, there)).all()


@pytest.mark.compiled
@slow
@given(seeds)
def test_empty_slots_are_never_read(seed):
    battle, rng = deploy(seed)
    count = int(battle.num_fighters)
    masks = order_masks(battle)
    write_all(battle, rng)
    other = copy_of(battle)
    for slot in range(count, SLOTS):
        other.fighters[slot] = battle.fighters[rng.randrange(count)]
        other.fighters[slot].key = slot
    assert (order_masks(other) == masks).all()
    turn.carry_out_round(battle)
    turn.carry_out_round(other)
    other.fighters[count:] = battle.fighters[count:]
    assert other.tobytes() == battle.tobytes()


# --- The clauses (QP1 to QP5) ---------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.rule("P5", "QP4", "RP25", "TP2", "XP1")
@slow
@given(seeds)
def test_P5_the_mask_of_a_clause_depends_on_no_clause_before_it(seed):
    begun, masks = -1, None
    for battle, action in play_through(seed, 40):
        if action is None:
            return
        if battle.round_number != begun:
            begun, masks = int(battle.round_number), order_masks(battle)
        assert (mask_of(battle) == masks[battle.to_act, order_clause(battle)]).all()


@pytest.mark.compiled
@pytest.mark.rule("P5", "RP29", "TP2", "QP11")
@slow
@given(seeds)
def test_P5_everybody_who_can_act_is_asked_once_for_each_clause(seed):
    asked, before = [], None
    for battle, _ in play_through(seed):
        if before is not None and (battle.over or battle.round_number != before.round_number):
            assert asked == sorted(set(asked))
            for actor in range(before.num_fighters):
                mine = [WINDOW[SEQUENCE[place - 1]] for who, place in asked if who == actor]
                assert fits(before.fighters[actor], mine), (actor, mine)
            asked = []
        if not asked:
            before = copy_of(battle)
        asked.append((int(battle.to_act), int(battle.clause)))


def fits(it, mine):
    """Whether a fighter with this first clause is asked for these clauses."""
    lost = PHASES if it.life != Life.ABLE else min(PHASES, int(it.dazed) + int(it.terror))
    if (Window.FIRST in mine and lost > 0) or (Window.ELSE in mine and lost == PHASES):
        return False
    return (Window.CONDITION in mine) == (Window.THEN in mine) == (lost < PHASES)


@pytest.mark.compiled
@pytest.mark.rule("P5", "TP2")
@slow
@given(seeds)
def test_P5_nothing_happens_before_the_last_order_is_sealed(seed):
    before = None
    for battle, _ in play_through(seed):
        it = (battle.fighters.tobytes(), battle.dice.tobytes(), battle.high.tobytes())
        if before is not None and not battle.over and battle.round_number == before[0]:
            assert it == before[1]
        before = (int(battle.round_number), it)


# --- Snapshots ------------------------------------------------------------------------------------


@pytest.mark.compiled
@slow
@given(seeds)
def test_bytes_are_a_snapshot_at_every_window(seed):
    kept = []
    for battle, action in play_through(seed, 40):
        kept.append((battle.tobytes(), action))
        mask_of(battle)
        assert battle.tobytes() == kept[-1][0]  # asking for the mask changes nothing
    for (before, action), (after, _) in itertools.pairwise(kept):
        again = np.frombuffer(before, BATTLE).copy()
        engine.advance(again[0], action)
        assert again[0].tobytes() == after


@pytest.mark.compiled
@slow
@given(seeds)
def test_copies_play_on_alike(seed):
    battle, rng = deploy(seed)
    masks = order_masks(battle)
    for actor in range(battle.num_fighters):
        seen_by(battle, actor)
    twin = copy_of(battle)
    for one in (battle, twin):
        dice = random.Random(seed)
        while not one.over and one.round_number < 1:
            engine.advance(one, choose(mask_of(one), dice))
    assert battle.tobytes() == twin.tobytes()
    assert masks.any()
    assert rng is not None


@pytest.mark.rule("QP1", "QP5", "QP10")
def test_illegal_actions_change_nothing():
    mages = [{"fighter": "battle_mage", "at": [column, 0]} for column in (0, 1)]
    data = {"title": "Mages", "description": "Mages.", "map": "...", "red": mages[:1]}
    match = Match(SYSTEM, Scenario.model_validate({**data, "blue": mages[1:]}))
    match.reset(1)
    rng = random.Random(1)
    met = set()
    while len(met) < Window.STANDING:  # which is asked for where an enemy holds a spell (QP10)
        before, seen = match.get_state(), match.observation.copy()
        for action in (rng.choice(np.flatnonzero(~match.mask).tolist()), -1, match.num_actions):
            with pytest.raises(IllegalAction):
                match.step(action)
            assert match.get_state() == before
            assert (match.observation == seen).all()
        met.add(match.window)
        prepares = [action for action in PREPARES if match.mask[action]]
        match.step(rng.choice(prepares or np.flatnonzero(match.mask).tolist()))
        if match.is_over:
            match.reset()
    assert met == {"first", "condition", "then", "else", "standing"}


# --- What the random battles meet -----------------------------------------------------------------


PREPARES = [table.action_id(Verb.PREPARE, spell, 0) for spell in Spell]
FIERCE = (
    Verb.CHARGE, Verb.FULL_ATTACK, Verb.SHOOT, Verb.RAPID_FIRE, Verb.GUARD, Verb.STABILIZE,
    Verb.RELEASE, Verb.MEND, Verb.PREPARE, Verb.FREE,
)  # fmt: skip


def choose_new(mask, said, met, rng):
    """A legal action with a meaning that has not occurred yet, else often an effective one."""
    legal = np.flatnonzero(mask).tolist()
    best = [action for action in legal if said(action) not in met]
    if not best and rng.random() < 0.6:
        best = [action for action in legal if said(action) in FIERCE]
    return rng.choice(best) if best else choose(mask, rng)


@pytest.mark.compiled
def test_the_random_battles_meet_every_window_verb_condition_and_nearly_every_event():
    """Else the properties above would hold of too little."""
    windows, verbs, conditions, events = {Window.NONE}, set(), set(), {Event.NONE}
    for seed in range(200):
        if len(events) > 38 and set(Verb) <= verbs and set(Window) == windows:
            break
        battle, rng = deploy(seed)
        battle.log = True
        for actor, masks in enumerate(order_masks(battle)):
            for clause in SEQUENCE.tolist():
                mask, window = masks[clause], Window(WINDOW[clause])
                if not turn.is_asked(battle, actor, clause):
                    continue
                if window == Window.CONDITION:
                    met, said = conditions, lambda action: int(table.condition_of(action))
                else:
                    met, said = verbs, lambda action: int(table.verb_of(action))
                action = choose_new(mask, said, met, rng)
                met.add(said(action))
                windows |= {window} if mask.sum() > 1 else set()
                engine.write_clause(battle, actor, clause, action)
        battle.num_events = 0
        turn.carry_out_round(battle)
        assert battle.events_lost == 0
        events |= {Event(int(event.kind)) for event in battle.events[: battle.num_events]}
    assert windows == set(Window)
    assert verbs - set(range(table.STANDING, table.AT_BAY + 1)) == set(Verb)
    assert conditions == set(Condition)
    assert len(events) > 38, set(Event) - events
