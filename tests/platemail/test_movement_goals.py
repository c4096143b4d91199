"""Movement away from enemies and to cover (P30, P31, P50 to P53, RP43)."""

from __future__ import annotations

import pytest

from quintain.envs.platemail.enums import Act, Life, Verb
from quintain.envs.platemail.tables import MOVE_STEPS, SPRINT_STEPS, WEAPON_NAMES

from .movement_phase import IDLE, STILL, at, field
from .written_orders import play

pytestmark = [pytest.mark.interpreted]


# --- Away (P50, P51, P52, RP43) -------------------------------------------------------------------


@pytest.mark.rule("P50", "P51")
@pytest.mark.parametrize(
    ("verb", "steps"), [(Verb.MOVE_AWAY, MOVE_STEPS), (Verb.SPRINT_AWAY, SPRINT_STEPS)]
)
def test_P50_away_from_an_enemy_straight(moved, verb, steps):
    battle = moved([{"at": (6, 8), "does": verb, "to": 1}], [{"at": (5, 8), **IDLE}])
    x, y = at(battle)
    assert x == 6 + steps
    assert abs(y - 8) <= steps


@pytest.mark.rule("P50")
def test_P50_away_stays_where_no_step_gains(moved):
    battle = moved([{"at": (0, 0), "does": Verb.MOVE_AWAY, "to": 1}], [{"at": (3, 3), **IDLE}])
    assert at(battle) == (0, 0)


@pytest.mark.rule("P52", "RP43")
def test_P52_fall_back_leads_15_feet_from_hostiles_and_is_not_answered(moved, events):
    battle = moved([{"at": (6, 8), "does": Verb.FALL_BACK}], [{"at": (5, 8), **STILL}])
    assert at(battle)[0] == 9
    assert events(battle, "opportunity") == []


@pytest.mark.rule("RP43")
def test_RP43_between_two_hostiles_he_stands(moved):
    battle = moved(
        [{"at": (6, 8), "does": Verb.FALL_BACK}],
        [{"at": (5, 8), **IDLE}, {"at": (7, 8), **IDLE}],
        map="\n".join(["#" * 15] * 8 + ["." * 15] + ["#" * 15]),
    )
    assert at(battle) == (6, 8)
    assert battle.fighters[0].moved == 0


@pytest.mark.rule("RP43")
@pytest.mark.parametrize(("second", "square"), [((11, 0), 6), ((12, 0), 6)])
def test_RP43_no_step_comes_nearer_to_any_hostile(moved, second, square):
    battle = moved(
        [{"at": (6, 0), "does": Verb.FALL_BACK}],
        [{"at": (5, 0), **IDLE}, {"at": second, **IDLE}],
        map="." * 15,
    )
    assert at(battle) == (square, 0)


@pytest.mark.rule("RP43")
@pytest.mark.parametrize(
    "other", [{"hidden_from": 1}, {"life": Life.STABLE}, {"life": Life.FATALLY_WOUNDED}]
)
def test_RP43_only_known_hostiles_able_to_act_count(moved, other):
    battle = moved(
        [{"at": (6, 0), "does": Verb.FALL_BACK}],
        [{"at": (5, 0), **IDLE}, {"at": (12, 0), **IDLE, **other}],
        map="." * 15,
    )
    assert at(battle) == (9, 0)


@pytest.mark.rule("RP43", "P52")
def test_RP43_with_no_known_hostile_he_stands(moved):
    battle = moved(
        [{"at": (6, 0), "does": Verb.FALL_BACK}], [{"at": (5, 0), "hidden_from": 1, **IDLE}]
    )
    assert at(battle) == (6, 0)


@pytest.mark.rule("P90", "RP43")
@pytest.mark.parametrize("stand", [0, 1])
def test_P90_terror_leads_30_feet_from_hostiles(moved, stand):
    battle = moved(
        [{"at": (8, 0), "act": Act.TERROR, "does": Verb.CHARGE, "to": 1, "stand": stand}],
        [{"at": (5, 0), **STILL}],
        map="." * 30,
    )
    assert at(battle) == (14, 0)


@pytest.mark.rule("P90", "RP43", "QP10")
@pytest.mark.parametrize(
    ("stand", "guarded", "square"), [(1, STILL, 6), (0, STILL, 12), (1, IDLE, 12)]
)
def test_P90_who_would_be_struck_at_the_first_step_may_stand(moved, stand, guarded, square):
    battle = moved(
        [{"at": (6, 0), "act": Act.TERROR, "stand": stand}],
        [{"at": (5, 0), **guarded}],
        map="." * 30,
        faces=[10] if square == 12 and guarded is STILL else [],
    )
    assert at(battle) == (square, 0)


@pytest.mark.rule("P90", "RP43", "RP36", "XP2")
@pytest.mark.parametrize(("unaware", "square"), [(0, 6), (1, 12)])
def test_P90_nobody_stands_in_terror_for_one_he_is_unaware_of(moved, unaware, square):
    battle = moved(
        [{"at": (6, 0), "act": Act.TERROR}],
        [{"at": (5, 0), **STILL, "hidden_from": unaware}, {"at": (4, 0), **IDLE}],
        map="." * 30,
        faces=[10] if unaware else [],
    )
    assert at(battle) == (square, 0)


# --- To cover (P30, P31, P53) ---------------------------------------------------------------------

WALL = field("..........", "....o.....", "..........", "..........", "..........")


@pytest.mark.rule("P53", "P54", "P30")
@pytest.mark.parametrize(
    ("verb", "start", "square"),
    [
        (Verb.MOVE_TO_COVER, (3, 3), (3, 2)),  # the line to (3, 2) crosses the low square
        (Verb.SKULK_TO_COVER, (2, 1), (2, 1)),  # covered already
        (Verb.MOVE_TO_COVER, (5, 1), (4, 1)),  # into the low square
    ],
)
def test_P53_to_the_nearest_square_in_cover_from_the_nearest_enemy(moved, verb, start, square):
    enemy = (9, 1) if start != (3, 3) else (6, 0)
    battle = moved([{"at": start, "does": verb}], [{"at": enemy, **IDLE}], map=WALL)
    assert at(battle) == square


@pytest.mark.rule("P53", "P31")
@pytest.mark.parametrize(("verb", "x"), [(Verb.MOVE_TO_COVER, 0), (Verb.SPRINT_TO_COVER, 4)])
def test_P53_the_search_ends_with_the_steps_of_the_action(moved, verb, x):
    rows = field("............", "....#.......", "............")
    battle = moved([{"at": (0, 0), "does": verb}], [{"at": (0, 2), **IDLE}], map=rows)
    assert at(battle)[0] >= x
    assert (at(battle) == (0, 0)) == (x == 0)


@pytest.mark.rule("P53")
def test_P53_without_an_enemy_in_sight_nobody_seeks_cover(moved):
    battle = moved(
        [{"at": (5, 1), "does": Verb.MOVE_TO_COVER}],
        [{"at": (9, 1), "hidden_from": 1, **IDLE}],
        map=WALL,
    )
    assert at(battle) == (5, 1)


@pytest.mark.rule("P90", "QP10", "RP15")
@pytest.mark.parametrize(("hand", "place", "lost", "arm"), [
    ("long_bow", (6, 6), 0, "long_bow"), ("long_bow", (1, 1), 0, "long_bow"),
    ("dagger", (3, 3), 0, "dagger"), ("dagger", (1, 1), 0, "dagger"),
    ("light_crossbow", (1, 1), 1, "unarmed"), ("light_crossbow", (6, 6), 1, None),
    ("sword", (6, 6), 0, None), ("dagger", (14, 14), 0, None),
])  # fmt: skip
def test_P90_at_bay_a_missile_weapon_may_be_used_with_disfavor(
    duel, loaded, events, hand, place, lost, arm
):
    """In the corner; `lost`: the crossbow is not loaded."""
    terrified = {"at": (0, 0), "hand": hand, "strength": 2, "terror": 1, "loaded": 1 - lost}
    battle = duel(terrified, {"at": place})
    stays = {"first": (Verb.AIM, -1), "then": (Verb.AIM, -1)}
    with loaded(battle, [9] if arm else []):
        play(battle, {"then": (Verb.DEFEND, -1)}, stays)
    told = [(event[3], event[5]) for event in events(battle, "attack")]
    assert told == ([(WEAPON_NAMES.index(arm), 9)] if arm else [])
    if arm:
        favor = 3 if (place == (1, 1) and arm != hand) or (hand, place) == ("dagger", (1, 1)) else 0
        assert events(battle, "attack")[0][4] == 9 - 3 + favor
