"""The facts that a fighter cannot know, and the samples of `conceal` (XM1-XM4)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from quintain.envs.core.engine.dice import load_dice, seed_rng_states
from quintain.envs.mythic_epoch import hidden
from quintain.envs.mythic_epoch import step as engine
from quintain.envs.mythic_epoch.actions import masks as action_masks
from quintain.envs.mythic_epoch.actions import table
from quintain.envs.mythic_epoch.enums import (
    Act,
    Skill,
)
from quintain.envs.mythic_epoch.tables import CAST

pytestmark = pytest.mark.interpreted


def rng_state(seed=0):
    """Random words of their own for a sample."""
    return seed_rng_states(seed, 1)[0]


def twin(battle):
    """An independent copy."""
    copy = np.zeros(1, battle.dtype)
    copy[0] = battle
    return copy[0]


def concealed(battle, fighter, seed=0):
    """The battle as a fighter may imagine it."""
    copy = twin(battle)
    hidden.conceal(copy, fighter, rng_state(seed))
    return copy


# --- The feint flag (XM1) -------------------------------------------------------------------------


@pytest.fixture
def announced(fight, act):
    """A Melee Attack or a Feint that blue_0 may answer; the log is off."""

    def build(name):
        battle = fight([{}, {"at": (4, 9)}], [{}, {"at": (20, 9)}])
        battle.log = False
        battle.events[:] = np.zeros(1, battle.events.dtype)
        act(battle, name)
        return battle

    return build


@pytest.mark.rule("XM1", "QM3", "M23")
@pytest.mark.parametrize("opponent", [2, 3])
def test_XM1_nothing_tells_a_feint_from_an_attack_before_the_reaction(announced, opponent):
    feint, attack = announced("feint"), announced("melee_attack")
    assert feint.tobytes() != attack.tobytes()
    for seed in range(20):
        one, other = (concealed(battle, opponent, seed) for battle in (feint, attack))
        assert one.tobytes() == other.tobytes()


@pytest.mark.rule("XM1", "QM4")
def test_XM1_the_same_reactions_answer_both(announced, legal):
    feint, attack = announced("feint"), announced("melee_attack")
    assert legal(feint) == legal(attack)
    assert feint.fighters[0].action_points == attack.fighters[0].action_points


@pytest.mark.compiled
@pytest.mark.rule("XM1")
def test_XM1_one_announced_attack_in_eight_is_taken_for_a_feint(announced):
    battle = announced("melee_attack")
    taken = Counter(int(concealed(battle, 2, seed).action) for seed in range(2000))
    assert set(taken) == {Act.FEINT, Act.MELEE_ATTACK}
    assert abs(taken[Act.FEINT] - 250) < 4 * (2000 * 7 / 64) ** 0.5


@pytest.mark.rule("XM1")
@pytest.mark.parametrize("own", [0, 1])
def test_XM1_the_own_side_knows(announced, own):
    for name in ("feint", "melee_attack"):
        battle = announced(name)
        for seed in range(20):
            assert concealed(battle, own, seed).action == battle.action


@pytest.mark.rule("XM1", "TM8")
def test_XM1_at_the_counter_tempo_step_it_is_out(announced, act):
    for name in ("feint", "melee_attack"):
        battle = announced(name)
        act(battle, "counter_attack")
        for seed in range(20):
            assert concealed(battle, 2, seed).action == battle.action


@pytest.mark.rule("XM1")
@pytest.mark.parametrize("name", ["unarmed_attack", "combat_move"])
def test_XM1_no_other_action_is_taken_for_a_feint(announced, name):
    battle = announced(name)
    for seed in range(20):
        assert concealed(battle, 2, seed).action == battle.action


# --- The dice (XM2) -------------------------------------------------------------------------------


@pytest.mark.rule("XM2")
@pytest.mark.parametrize("fighter", [0, 1])
def test_XM2_the_coming_dice_are_drawn_anew_for_everybody(duel, fighter):
    battle, other = duel(), duel()
    other.dice[:] = rng_state(99)
    load_dice(other, [5, 5, 5])
    one, two = concealed(battle, fighter), concealed(other, fighter)
    assert (one.dice == two.dice).all()
    assert not (one.dice == battle.dice).all()
    assert two.next_loaded == two.num_loaded  # nobody foresees loaded dice
    assert not (concealed(battle, fighter, 1).dice == one.dice).all()
    assert one.dice.any()  # the generator must not be all zero


# --- The condition of the others (XM3) ------------------------------------------------------------

# With endurance 5 there are 30 points: half from 15 on, near collapse from 23 on, out at 30.
BANDS = [(0, 0), (14, 0), (15, 1), (22, 1), (23, 2), (29, 2), (30, 3), (45, 3)]


@pytest.mark.rule("XM3", "RM10")
@pytest.mark.parametrize(("damage", "band"), BANDS)
def test_XM3_bands(duel, damage, band):
    assert hidden.band_of(duel({"damage": damage}).fighters[0]) == band


@pytest.mark.rule("XM3")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"damage": 0}, {"damage": 14}),
        ({"damage": 15}, {"damage": 22}),
        ({"damage": 23}, {"damage": 29}),
        ({"damage": 0, "endurance": 1}, {"damage": 19, "endurance": 10}),
    ],
)
def test_XM3_endurance_and_damage_within_a_band_make_no_difference(duel, one, other):
    for seed in range(20):
        seen = [concealed(duel(blue=blue), 0, seed).tobytes() for blue in (one, other)]
        assert seen[0] == seen[1]


@pytest.mark.rule("XM3")
@pytest.mark.parametrize(("damage", "band"), BANDS[:6])
def test_XM3_a_sample_keeps_the_band_and_varies_in_it(duel, damage, band):
    battle = duel(blue={"damage": damage})
    seen = [concealed(battle, 0, seed).fighters[1] for seed in range(200)]
    assert {hidden.band_of(fighter) for fighter in seen} == {band}
    assert len({int(fighter.damage) for fighter in seen}) > 4
    endurances = {int(fighter.skills[Skill.ENDURANCE]) for fighter in seen}
    assert endurances <= set(range(11))
    assert len(endurances) > 6


@pytest.mark.rule("XM3")
@pytest.mark.parametrize("rating", [0, 5, 10])
def test_XM3_the_skills_of_a_sample_are_those_of_the_cast(duel, rating):
    names = [skill.name.lower() for skill in Skill if skill != Skill.ENDURANCE]
    battle = duel(blue=dict.fromkeys(names, rating))
    skills = concealed(battle, 0).fighters[1].skills
    brawler = CAST["brawler"]["skills"]
    assert [skills[Skill[name.upper()]] for name in names] == [brawler.get(it, 0) for it in names]


@pytest.mark.rule("XM3")
@pytest.mark.parametrize("damage", [30, 45])
def test_XM3_the_fallen_are_seen_to_have_fallen(duel, damage):
    battle = duel(blue={"damage": damage})
    seen = concealed(battle, 0).fighters[1]
    assert seen.damage == damage


@pytest.mark.rule("XM3")
def test_XM3_own_side_and_action_points_are_no_secret(fight):
    red = [{"damage": 7}, {"damage": 20, "at": (4, 9)}]
    battle = fight(red, [{"action_points": 5, "damage": 9}])
    for seed in range(20):
        seen = concealed(battle, 0, seed)
        assert seen.fighters[0].tobytes() == battle.fighters[0].tobytes()
        assert seen.fighters[1].tobytes() == battle.fighters[1].tobytes()
        assert seen.fighters[2].action_points == 5
        names = [name for name in battle.fighters.dtype.names if name not in ("skills", "damage")]
        for name in names:
            assert seen.fighters[2][name] == battle.fighters[2][name]


# --- Reactions are declared openly (XM4) ----------------------------------------------------------


@pytest.mark.rule("XM4", "RM14")
def test_XM4_who_is_asked_later_sees_what_the_others_have_declared(fight, act, who):
    battle = fight([{}], [{"at": (5, 3)}, {"at": (5, 4)}])
    act(battle, "combat_move")
    act(battle, "counter_attack")
    assert who(battle) == ("blue_1", "reaction")
    for viewer in range(3):
        assert concealed(battle, viewer).fighters[1].reaction == Act.COUNTER_ATTACK
    assert concealed(battle, 2).fighters[1].action_points == 8  # and has paid


# --- A concealed battle can be played on ----------------------------------------------------------


@pytest.mark.rule("XM1", "XM2", "XM3")
def test_XM2_a_concealed_battle_keeps_its_window_and_its_mask(announced, duel, act):
    for battle in (announced("feint"), duel(), duel(held="grappled")):
        fighter = int(battle.to_act)
        masks = np.zeros((2, table.num_actions(int(battle.max_side))), np.bool_)
        seen = concealed(battle, fighter)
        action_masks.legal_action_mask(battle, masks[0])
        action_masks.legal_action_mask(seen, masks[1])
        assert (masks[0] == masks[1]).all()
        engine.advance(seen, 0)
