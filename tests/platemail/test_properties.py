"""Random legal play: ranges, independent clauses, snapshots, compared byte for byte."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from hypothesis import given

from quintain.envs.core.engine.legality import IllegalAction
from quintain.envs.core.engine.system import get_system
from quintain.envs.core.session.match import Match
from quintain.envs.platemail import step as engine
from quintain.envs.platemail import turn
from quintain.envs.platemail.actions import masks as action_masks
from quintain.envs.platemail.actions import table
from quintain.envs.platemail.actions.clauses import SEQUENCE, WINDOW, order_clause
from quintain.envs.platemail.enums import Condition, Ending, Event, Life, Spell, Verb, Window
from quintain.envs.platemail.rules.hiding import has_hiding_place
from quintain.envs.platemail.rules.spells import bind_bit
from quintain.envs.platemail.scenario import Scenario, scenario_names
from quintain.envs.platemail.state import BATTLE
from quintain.envs.platemail.tables import NONE, PHASES, UNARMED

from .random_battles import (
    NOBODY,
    choose,
    copy_of,
    deploy,
    order_masks,
    seeds,
    seen_by,
    slow,
    write_all,
)

pytestmark = pytest.mark.interpreted

SYSTEM = get_system("platemail")

# --- Random orders --------------------------------------------------------------------------------


def mask_of(battle):
    """The mask of the deciding fighter."""
    mask = np.zeros(table.num_actions(int(battle.max_side)), np.bool_)
    action_masks.legal_action_mask(battle, mask)
    return mask


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
    assert it.struck & ~it.surprised == 0
    assert it.surprised & ~it.hides_from == 0
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
