"""Piste keeps quintain's contract, and its own rules."""

import pytest

from quintain import testing
from quintain.envs.core.session.match import Match


@pytest.mark.parametrize("check", testing.CHECKS)
def test_piste_keeps_the_contract(check):
    assert check("piste") > 0


def act(match, *verbs):
    """Take actions by their verbs, each at the first enemy."""
    for verb in verbs:
        target = 0 if verb in ("lunge", "feint") else None
        match.step(match.system.encode({"verb": verb, "target": target}, match.max_side))


@pytest.fixture
def match():
    """A match on a strip where the fencers begin within reach."""
    near = Match("piste", "bout").scenarios[0].model_copy(update={"red": [4], "blue": [6]})
    return Match("piste", near, log=True)


def test_B5_a_parried_feint_opens_the_way_for_a_lunge(match):
    match.reset(loaded_dice=[2, 2])  # blue begins; the lunge rolls 2
    act(match, "wait", "feint", "parry", "lunge")
    assert match.battle.fighters["touches"][:2].tolist() == [0, 1]
    assert ("Red lunges, rolls 2, needs 2; Blue does not parry.", ("B7",)) in match.narrate()


@pytest.mark.parametrize(
    ("answer", "face", "touches"),
    [("wait", 1, 0), ("wait", 2, 1), ("parry", 5, 0), ("parry", 6, 1)],
)
def test_B7_a_lunge_touches_on_a_2_or_parried_on_a_6(match, answer, face, touches):
    match.reset(loaded_dice=[2, face])
    act(match, "wait", "lunge", answer)
    assert match.battle.fighters["touches"][1] == touches


def test_B6_the_deciding_fencer_sees_whether_it_may_parry(match):
    match.reset(loaded_dice=[2])
    place = match.layout.slices()["window.may_parry"]
    assert match.observation[place] == 0
    act(match, "wait", "lunge")
    assert match.observation[place] == 1
