"""Observations without hidden facts (XD1 to XD4)."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.martial.enums import Kind, Step, Window
from quintain.envs.martial.tables import ITEM_NAMES, NONE

from .observations import under_way

pytestmark = pytest.mark.interpreted


# --- What is hidden (XD1 to XD4) ------------------------------------------------------------------


@pytest.fixture
def stays(battle_of, numbers):
    """Whether what red_0 sees stays as it is when an enemy, fighter 2, is changed."""

    def check(change, **blue):
        battle = battle_of([{}, {}], [blue, {}], to_act=0, window=Window.TURN)
        before = numbers(battle, 0)
        change(battle)
        return (numbers(battle, 0) == before).all()

    return check


@pytest.mark.rule("XD4")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("stamina", 3), ("max_stamina", 50), ("exhaustion", 1), ("strain", 9), ("pack", 2),
        ("used", 255), ("located", 1), ("looked", 1), ("tie_roll", 7),
        ("initiative", 15), ("injured_count", 4),
    ],
)  # fmt: skip
def test_XD4_numbers_of_enemies_do_not_show(stays, field, value):
    def change(battle):
        battle.fighters[2][field] = value

    assert stays(change)


@pytest.mark.rule("XD4")
def test_XD4_that_an_enemy_is_exhausted_or_prone_shows(stays):
    def exhaust(battle):
        battle.fighters[2].stamina = 0

    def fell(battle):
        battle.fighters[2].prone = True

    assert not stays(exhaust)
    assert not stays(fell)


@pytest.mark.rule("XD4", "D11")
def test_XD4_allies_know_each_others_stamina(battle_of, look):
    battle = battle_of([{}, {"stamina": 4, "exhaustion": 3}])
    seen = look(battle, 0)
    assert seen["ally_0.stamina"] == pytest.approx(4 / 16)
    assert seen["ally_0.exhaustion"] == pytest.approx(3 / 10)


@pytest.mark.rule("XD1", "RD46")
def test_XD1_nothing_of_a_hidden_enemy_shows(stays):
    def change(battle):
        it = battle.fighters[2]
        it.x, it.y, it.prone, it.bleed, it.armour, it.stamina = 20, 9, True, 2, 3, 1
        it.held[:] = 3, NONE
        it.injuries[4] = 1

    assert stays(change, hidden=True)
    assert not stays(change)


@pytest.mark.rule("D56")
def test_D56_the_corner_of_a_wall_covers_a_neighbour_too(battle_of, look):
    rows = "\n".join(["...", ".#.", "..."])
    battle = battle_of([{"at": (0, 1)}], [{"at": (1, 0)}, {"at": (0, 0)}], map=rows)
    assert look(battle, 0)["enemy_0.cover"] == pytest.approx(1 / 2)
    assert look(battle, 0)["enemy_1.cover"] == 0


@pytest.mark.rule("XD1", "D77")
@pytest.mark.parametrize("hidden", [True, False])
def test_XD1_who_hides_in_the_path_or_anywhere_is_not_counted(battle_of, hidden, look):
    third = {"at": (8, 3), "hidden": hidden}
    shooter = {"base": "archer", "at": (4, 3)}
    battle = battle_of([shooter], [{"at": (12, 3)}, third], to_act=0, window=Window.RIDERS)
    under_way(battle, step=Step.RIDERS, kind=Kind.SHOT, weapon=ITEM_NAMES.index("bow"))
    seen = look(battle, 0)
    assert seen["window.edge"] == pytest.approx((1 + 4 - 16 - (0 if hidden else 2)) / 20)
    assert seen["window.sides"] == pytest.approx([1 / 6, (1 if hidden else 2) / 6])
    assert look(battle, 2)["window.sides"] == pytest.approx([2 / 6, 1 / 6])


@pytest.mark.rule("XD1", "D77", "TD4")
def test_D77_the_margin_of_a_shot_shows_nobody_who_hides_in_the_path(battle_of, begun, act, look):
    """Red_0 rolls 20: blue_1 in the path takes 2 off its margin."""
    margins = []
    for row, hidden in ((9, True), (3, True), (3, False)):
        foes = [{"at": (9, 3), "reactions": 0}, {"at": (6, row), "hidden": hidden, "looked": -1}]
        battle = begun(battle_of([{"base": "archer", "at": (4, 3), "looked": -1}], foes))
        act(battle, "shoot", faces=[])
        act(battle, "wait", faces=[20])  # no Stamina on it
        assert battle.window == Window.PART
        margins.append([look(battle, eye)["window.margin"] for eye in (0, 1)])
    out, hidden, seen = margins
    assert hidden[0] == out[0]
    assert hidden[1] == seen[0] == seen[1] < out[0] == out[1]


@pytest.mark.rule("XD1", "RD46")
def test_XD1_allies_see_who_is_hidden(battle_of, look):
    battle = battle_of([{}, {"hidden": True}], [{}])
    assert look(battle, 0)["ally_0.hidden"] == 1
    assert look(battle, 0)["ally_0.is_conscious"] == 1
    assert look(battle, 2)["enemy_0.is_conscious"] == 1
    assert not any(value for name, value in look(battle, 2).items() if name == "enemy_1.distance")


@pytest.mark.rule("XD1")
def test_XD1_an_attack_out_of_hiding_shows_when_it_is_seen(battle_of, look):
    battle = under_way(battle_of([{"hidden": True}], [{}]), step=Step.RIDERS)
    assert look(battle, 0)["window.attack"] == 1
    assert look(battle, 1)["window.attack"] == 0
    battle.fighters[0].hidden = False
    assert look(battle, 1)["window.attack"] == 1


@pytest.mark.rule("XD2", "D42")
def test_XD2_a_heart_is_known_to_who_has_located_it(battle_of, look):
    battle = battle_of([{"located": 0b100}, {}], [{}, {}])
    assert look(battle, 0)["enemy_0.heart_known"] == 1
    assert look(battle, 0)["enemy_1.heart_known"] == 0
    assert look(battle, 1)["enemy_0.heart_known"] == 0


def test_the_dice_to_come_do_not_show(stays):
    def change(battle):
        battle.dice[:] = seed_rng_states(5, 1)[0]
        battle.num_loaded = 3

    assert stays(change)
