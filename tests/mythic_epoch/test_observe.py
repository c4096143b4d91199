"""Observations: the numbers are what the layout says, and nothing hidden shows."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.system import get_system
from quintain.envs.mythic_epoch.enums import (
    Act,
    Skill,
    Window,
)
from quintain.envs.mythic_epoch.rules.checks import damage_points
from quintain.envs.mythic_epoch.tables import CAST_NAMES, WEAPON_NAMES

pytestmark = pytest.mark.interpreted

SYSTEM = get_system("mythic_epoch")


def play_on(scenario: str, steps: int, seed: int, battles: int = 4):
    """Vectors after each of `steps` random decisions."""
    rng = np.random.default_rng(seed)
    vector = BattleVector(SYSTEM, battles, scenario, seed=seed)
    for _ in range(steps):
        scores = rng.random(vector.action_masks.shape) * vector.action_masks
        vector.step(scores.argmax(axis=1))
        yield vector


def observe(battle, fighter: int, length: int) -> np.ndarray:
    out = np.zeros(length, np.float32)
    SYSTEM.observe(battle, fighter, out)
    return out


@pytest.mark.compiled
@pytest.mark.parametrize("scenario", ["duel", "skirmish"])
def test_pieces_are_what_they_say(scenario):
    """Pieces agree with what the test computes from the record."""
    for vector in play_on(scenario, 40, 2):
        where = vector.layout.slices()
        for index in range(vector.num_envs):
            battle, seen = vector.battles[index], vector.observations[index]
            me = battle.fighters[vector.to_act[index]]
            assert seen[where["own.action_points"]] == pytest.approx(me.action_points / 12)
            assert seen[where["own.damage_left"]] == pytest.approx(
                1 - me.damage / damage_points(me), abs=1e-6
            )
            assert seen[where["own.status"]].argmax() == me.status
            assert seen[where["own.endurance"]] == pytest.approx(me.skills[Skill.ENDURANCE] / 10)
            assert seen[where["window.window"]].argmax() == battle.window - 1
            assert seen[where["window.round"]] == pytest.approx(
                battle.round_number / battle.round_limit
            )


@pytest.mark.rule("RM32", "RM18")
@pytest.mark.parametrize(("between", "is_near"), [(".", 1), ("#", 0)])
def test_RM32_a_wall_between_leaves_nobody_within_reach(duel, look, between, is_near):
    battle = duel({"at": (0, 0)}, {"at": (2, 0), "hand": "spear"}, map=f".{between}.")
    assert look(battle, 0)["enemy_0.in_its_reach"] == is_near
    assert look(battle, 0)["enemy_0.in_my_reach"] == 0
    assert look(battle, 1)["enemy_0.in_my_reach"] == is_near


@pytest.mark.rule("RM2", "RM29")
@pytest.mark.parametrize(
    ("piece", "rating"),
    [
        ("own.melee_rating", 11),
        ("own.agility_rating", 6),
        ("own.footwork_rating", 10),
        ("ally_0.melee_rating", 11),
    ],
)
def test_RM2_ratings_are_divided_by_what_the_layout_says(fight, look, piece, rating):
    battle = fight([{"swords": 10, "agility": 7, "armour": "light"}, {"swords": 10}])
    layout = SYSTEM.observation_layout(int(battle.max_side))
    (full,) = next(one.full for one in layout.pieces if one.name == piece)
    assert look(battle, 0)[piece] == pytest.approx(rating / full)


@pytest.mark.compiled
@pytest.mark.rule("XM1")
def test_XM1_feint_looks_like_a_melee_attack():
    seen = 0
    for vector in play_on("duel", 1200, 3):
        for index in range(vector.num_envs):
            battle = vector.battles[index]
            if battle.window != Window.REACTION or battle.action not in (
                Act.FEINT,
                Act.MELEE_ATTACK,
            ):
                continue
            before = observe(battle, int(battle.to_act), vector.observation_length)
            battle.action = Act.FEINT if battle.action == Act.MELEE_ATTACK else Act.MELEE_ATTACK
            after = observe(battle, int(battle.to_act), vector.observation_length)
            battle.action = Act.FEINT if battle.action == Act.MELEE_ATTACK else Act.MELEE_ATTACK
            assert (before == after).all()
            seen += 1
        if seen > 30:
            return
    raise AssertionError(f"only {seen} blows were announced")


@pytest.mark.rule("XM2")
def test_XM2_the_coming_dice_do_not_show():
    for vector in play_on("skirmish", 20, 4):
        battle = vector.battles[0]
        before = observe(battle, int(battle.to_act), vector.observation_length)
        battle.dice[0] ^= 12345
        assert (observe(battle, int(battle.to_act), vector.observation_length) == before).all()


@pytest.mark.rule("XM3")
def test_XM3_enemies_show_damage_and_endurance_in_bands_only():
    """An enemy's damage within its band, and its endurance at equal bands, change nothing."""
    vector = BattleVector(SYSTEM, 1, "duel", seed=5)
    battle = vector.battles[0]
    me = int(vector.to_act[0])
    foe = battle.fighters[1 - me]
    whole = int(damage_points(foe))
    views = []
    for damage in range(whole):
        foe.damage = damage
        views.append(observe(battle, me, vector.observation_length).tobytes())
    changes = [d for d in range(1, whole) if views[d] != views[d - 1]]
    half, near = (whole + 1) // 2, -(-3 * whole // 4)
    assert changes == [half, near]
    foe.damage = 0
    before = observe(battle, me, vector.observation_length)
    foe.skills[Skill.ENDURANCE] += 2
    foe.skills[Skill.SWORDS] += 2
    assert (observe(battle, me, vector.observation_length) == before).all()


@pytest.mark.rule("XM3")
def test_XM3_action_points_are_public():
    vector = BattleVector(SYSTEM, 1, "duel", seed=6)
    battle = vector.battles[0]
    me = int(vector.to_act[0])
    where = vector.layout.slices()["enemy_0.action_points"]
    battle.fighters[1 - me].action_points = 6
    assert observe(battle, me, vector.observation_length)[where] == pytest.approx(0.5)


# --- What lies open at the table ------------------------------------------------------------------


def offset(across, down):
    """A number of squares as the observation has it."""
    return pytest.approx([across / 16, down / 16])


@pytest.mark.rule("RM32")
def test_RM32_floor_and_sight_reach_to_obstacles_and_edges(fight, look):
    """A low obstacle three squares east, a high one three squares south."""
    rows = ["." * 10 for _ in range(7)]
    rows[2], rows[5] = "......o...", "..#......."
    battle = fight([{"at": (2, 2)}], [{"at": (8, 6)}], map="\n".join(rows))
    seen = look(battle, 0)
    assert [16 * number for number in seen["own.open_squares"]] == [2, 2, 3, 4, 2, 2, 2, 2]
    assert [16 * number for number in seen["own.sight_squares"]] == [2, 2, 7, 4, 2, 2, 2, 2]
    open_map = "\n".join(["." * 10] * 7)
    seen = look(fight([{"at": (2, 2)}], [{"at": (8, 6)}], map=open_map), 0)
    for name in ("own.open_squares", "own.sight_squares"):
        assert [16 * number for number in seen[name]] == [2, 2, 7, 4, 4, 2, 2, 2]


@pytest.mark.rule("RM27")
def test_RM27_the_three_nearest_weapons_on_the_ground(fight, look):
    battle = fight([{}], [{"at": (20, 3)}])
    for item, (x, name) in enumerate([(14, "axe"), (6, "sword"), (1, "pistol"), (4, "spear")]):
        battle.ground_weapon[item] = WEAPON_NAMES.index(name)
        battle.ground_x[item], battle.ground_y[item] = x, 4
        battle.ground_loaded[item] = name != "pistol"
    seen = look(battle, 0)
    assert seen["own.ground_0_offset"] == offset(0, 1)
    assert [seen["own.ground_0_reach"], seen["own.ground_0_unloaded"]] == [1, 0]
    assert seen["own.ground_1_offset"] == offset(2, 1)
    assert seen["own.ground_1_damage"] == pytest.approx(7 / 12)
    assert seen["own.ground_2_offset"] == offset(-3, 1)
    assert seen["own.ground_2_range"] == pytest.approx(40 / 60)
    assert seen["own.ground_2_unloaded"] == 1


@pytest.mark.rule("RM27", "RM9")
def test_RM27_second_weapons_are_seen(fight, look):
    battle = fight([{}], [{"hand": "bow", "carried": "dagger"}, {"carried": "pistol"}])
    battle.fighters[2].carried_loaded = False
    seen = look(battle, 0)
    pieces = ("damage", "reach", "range", "unloaded")
    known = [[seen[f"enemy_{slot}.second_{piece}"] for piece in pieces] for slot in (0, 1)]
    assert known[0] == pytest.approx([4.5 / 12, 1 / 2, 0, 0])
    assert known[1] == pytest.approx([10.5 / 12, 1 / 2, 40 / 60, 1])
    assert seen["own.second_damage"] == 0


@pytest.mark.rule("M2", "RM4")
def test_M2_seats_and_turns_to_come(fight, act, look):
    """The order is red_0, red_1, blue_0, blue_1."""
    battle = fight([{}, {"at": (0, 0)}], [{"at": (20, 3)}, {"at": (20, 5)}])
    act(battle, "wait", faces=[0])
    seen = look(battle, 1)
    names = ("own", "ally_0", "enemy_0", "enemy_1")
    assert [seen[f"{name}.seat"] for name in names] == [0.25, 0, 0.5, 0.75]
    assert [seen[f"{name}.turn_in"] for name in names] == [0, 0.75, 0.25, 0.5]


@pytest.mark.rule("M17", "M4")
def test_M17_whom_an_archer_aims_at(fight, act, look):
    battle = fight([{"hand": "bow", "at": (2, 2)}], [{"at": (9, 2)}, {"at": (9, 5), "hand": "bow"}])
    act(battle, "aim", 1)
    act(battle, "wait")  # no Counter-Fire
    seen = look(battle, 1)
    assert seen["enemy_0.aims"] == 1
    assert seen["enemy_0.foe_offset"] == offset(7, 3)
    assert [seen["enemy_0.am_its_foe"], look(battle, 2)["enemy_0.am_its_foe"]] == [0, 1]
    assert [look(battle, 0)[f"enemy_{slot}.is_my_foe"] for slot in (0, 1)] == [0, 1]
    act(battle, "move_n")
    act(battle, "wait")
    seen = look(battle, 1)
    assert seen["enemy_0.aims"] == 0
    assert seen["enemy_0.foe_offset"] == offset(7, 4)
    battle.fighters[2].damage = 99
    assert look(battle, 1)["enemy_0.foe_offset"] == [0, 0]


@pytest.mark.rule("RM20", "M11")
def test_RM20_who_is_bound_with_whom(fight, look):
    battle = fight([{}, {"at": (9, 9)}], [{"at": (5, 4)}, {"at": (9, 8)}], held="bound")
    seen = look(battle, 1)
    assert seen["ally_0.foe_offset"] == offset(1, 1)
    assert seen["enemy_0.foe_offset"] == offset(-1, -1)
    assert seen["enemy_1.foe_offset"] == [0, 0]
    assert look(battle, 0)["enemy_0.is_my_foe"] == 1


@pytest.mark.rule("M18", "RM13", "RM33")
def test_M18_where_an_announced_move_goes_and_who_answers_it(fight, act, look, who):
    """The Move passes blue_0 at one square and ends two squares from it."""
    battle = fight([{"at": (2, 3)}], [{"at": (4, 4)}, {"at": (20, 9), "hand": "bow"}])
    act(battle, "move_by_steps")
    act(battle, "step_e")
    own = look(battle, 0)
    assert own["window.path_end"] == offset(1, 0)
    assert own["window.path_squares"] == 0.25
    assert look(battle, 1)["window.path_end"] == [0, 0]
    for _ in range(3):
        act(battle, "step_e")
    assert who(battle) == ("blue_0", "reaction")
    seen = look(battle, 1)
    assert seen["window.path_end"] == offset(2, -1)
    assert seen["window.path_squares"] == 1
    assert seen["window.approach"] == pytest.approx(1 / 16)
    assert look(battle, 0)["window.approach"] == 0
    act(battle, "counter_attack")
    assert who(battle) == ("blue_1", "reaction")
    seen = look(battle, 2)
    assert seen["ally_0.reaction"] == [1, 0, 0, 0]
    assert look(battle, 0)["enemy_0.reaction"] == [1, 0, 0, 0, 0, 0]


@pytest.mark.rule("XM4", "M5")
def test_XM4_the_striker_sees_the_answer_and_all_see_the_target(fight, act, look, who):
    battle = fight([{}, {"at": (0, 0)}], [{}])
    act(battle, "feint")
    assert [look(battle, 2)["own.is_target"], look(battle, 1)["enemy_0.is_target"]] == [1, 1]
    act(battle, "parry")
    assert who(battle) == ("red_0", "counter_tempo")
    assert look(battle, 0)["enemy_0.reaction"] == [0, 0, 0, 0, 1, 0]


# --- Fire, from both ends -------------------------------------------------------------------------


@pytest.mark.rule("RM6", "RM9", "RM32")
@pytest.mark.parametrize(("wall", "has_line", "quarters"), [(".", 1, 0), ("o", 1, 4), ("#", 0, 0)])
@pytest.mark.parametrize("bow", ["hand", "carried"])
def test_RM6_the_archer_and_its_target_see_line_and_cover(
    fight, look, bow, wall, has_line, quarters
):
    """The obstacle is next to the target: the archer cannot shoot over it."""
    rows = [".........", f".{wall}.......", "........."]
    other = {"hand": "dagger"} if bow == "carried" else {}
    battle = fight([{"at": (0, 1)}], [{"at": (8, 1), **other, bow: "bow"}], map="\n".join(rows))
    seen = look(battle, 0)
    assert [seen["enemy_0.in_its_fire"], 4 * seen["enemy_0.cover_from_it"]] == [has_line, quarters]
    own = ("in_my_fire", "cover") if bow == "hand" else ("in_second_fire", "second_cover")
    back = look(battle, 1)
    assert [back[f"enemy_0.{own[0]}"], 4 * back[f"enemy_0.{own[1]}"]] == [has_line, quarters]
    none = ("in_second_fire", "second_cover") if bow == "hand" else ("in_my_fire", "cover")
    assert [back[f"enemy_0.{piece}"] for piece in none] == [0, 0]
    assert [seen["enemy_0.in_my_fire"], seen["enemy_0.in_second_fire"]] == [0, 0]
    assert [back["enemy_0.in_its_fire"], back["enemy_0.cover_from_it"]] == [0, 0]


@pytest.mark.rule("RM6", "M17")
def test_RM6_cover_from_an_archer_who_aims_or_moves(fight, act, look, who):
    """Its line counts when it aims, not when it moves."""
    rows = ["." * 20, "." * 13 + "o" + "." * 6, "." * 20]
    battle = fight(
        [{"at": (0, 1), "hand": "bow"}], [{"at": (14, 1), "hand": "bow"}], map="\n".join(rows)
    )
    act(battle, "aim")
    assert who(battle) == ("blue_0", "reaction")
    seen = look(battle, 1)
    assert [seen["enemy_0.in_its_fire"], seen["enemy_0.cover_from_it"]] == [1, 1]
    act(battle, "wait")
    act(battle, "move_e")
    assert who(battle) == ("blue_0", "reaction")
    assert look(battle, 1)["enemy_0.in_its_fire"] == 0


# --- The result of a Combat Move ------------------------------------------------------------------


@pytest.mark.rule("M20", "RM14", "RM30")
def test_M20_the_mover_sees_its_result_and_what_stands_against_it(fight, act, look, who):
    """Sword 5 + 1 and the pool; blue_0 strikes at once, with 6 and its own pool."""
    battle = fight([{"at": (8, 8)}], [{"at": (9, 8)}, {"at": (20, 8), "action_points": 0}])
    act(battle, "combat_move")
    assert who(battle) == ("blue_0", "reaction")
    assert [look(battle, 1)[f"window.{piece}"] for piece in ("result", "margin")] == [0, 0]
    act(battle, "counter_attack", faces=[7, 2])
    assert who(battle) == ("red_0", "step")
    seen = look(battle, 0)
    assert [20 * seen["window.result"], 20 * seen["window.margin"]] == pytest.approx([13, 5])
    act(battle, "wait")
    assert who(battle) == ("red_0", "turn")
    assert [look(battle, 0)[f"window.{piece}"] for piece in ("result", "margin")] == [0, 0]


STEPS_LEFT = ("straight_steps", "sideways_steps", "free_steps")


@pytest.mark.rule("QM6", "RM34", "RM12")
@pytest.mark.parametrize(("pool", "free"), [(2, 0), (5, 4)])
def test_RM34_the_fighter_who_steps_sees_the_steps_that_are_left(duel, act, look, who, pool, free):
    """Sword 5 + 1 and the pool: 8 is a success, 11 a critical one."""
    battle = duel({"at": (8, 8)}, {"at": (12, 8)})

    def left(viewer):
        return [look(battle, viewer)[f"window.{piece}"] for piece in STEPS_LEFT]

    act(battle, "combat_move")
    act(battle, "wait", faces=[pool])
    assert who(battle) == ("red_0", "step")
    assert (left(0), left(1)) == ([1, 4 / 4, free / 4], [0, 0, 0])
    act(battle, "step_n")
    assert (left(0), left(1)) == ([1, 3 / 4, max(0, free - 1) / 4], [0, 0, 0])
    act(battle, "step_e")
    assert (left(0), left(1)) == ([0, 3 / 4, max(0, free - 2) / 4], [0, 0, 0])


@pytest.mark.rule("M38", "RM14")
def test_M38_who_retreats_sees_the_movers_result(fight, act, look, who):
    battle = fight([{"at": (4, 3)}], [{"at": (6, 3)}])
    act(battle, "combat_move")
    act(battle, "retreat", faces=[1, 4])
    assert who(battle) == ("blue_0", "step")
    for viewer in (0, 1):
        seen = look(battle, viewer)
        assert [20 * seen["window.result"], 20 * seen["window.margin"]] == pytest.approx([7, -3])


@pytest.mark.rule("RM14")
def test_RM14_a_result_beyond_the_scale_is_cut_off(duel, act, look):
    battle = duel({"at": (8, 8)}, {"at": (11, 8), "action_points": 0})
    act(battle, "combat_move", faces=[40])
    assert look(battle, 0)["window.result"] == 1


# --- The rules of the scenario, and sheets --------------------------------------------------------


@pytest.mark.rule("RM5", "RM30", "RM38")
@pytest.mark.parametrize(
    "switch", ["bind_at_will", "counter_attack_unopposed", "recovery_adds_pool"]
)
def test_RM30_all_switches_are_told(duel, look, switch):
    for is_on in (False, True):
        battle = duel(**{switch: is_on})
        assert [look(battle, viewer)[f"window.{switch}"] for viewer in (0, 1)] == [is_on, is_on]


@pytest.mark.rule("RM28")
@pytest.mark.parametrize(("limit", "number", "left"), [(50, 0, 1), (5, 0, 0.5), (50, 49, 0.1)])
def test_RM28_rounds_left(duel, look, limit, number, left):
    battle = duel()
    battle.round_limit, battle.round_number = limit, number
    assert look(battle, 0)["window.rounds_left"] == pytest.approx(left)


@pytest.mark.rule("RM29", "RM2")
def test_RM29_a_side_knows_its_own_skills(fight, look):
    skills = {"daggers": 1, "swords": 2, "axes": 3, "spears": 4, "great_weapons": 6}
    ally = {"ranged": 7, "brawling": 2, "agility": 0, "endurance": 8, "armour": "heavy"}
    battle = fight([skills, {**ally, "at": (0, 0)}], [{}])
    seen = look(battle, 0)
    assert [10 * rating for rating in seen["own.weapon_skills"]] == pytest.approx([1, 2, 3, 4, 6])
    known = [seen[f"ally_0.{one}"] for one in ("ranged", "brawling", "agility_rating", "endurance")]
    assert [10 * rating for rating in known] == pytest.approx([7, 2, -4, 8])


@pytest.mark.rule("RM2", "RM10")
def test_RM10_the_load_of_armour_takes_ratings_below_0(fight, look):
    battle = fight([{"agility": 0, "armour": "heavy", "hand": "bow"}], [{}])
    layout = SYSTEM.observation_layout(1)
    seen, where = look(battle, 0), layout.slices()
    for piece, full in (("agility_rating", 10), ("footwork_rating", 11)):
        assert seen[f"own.{piece}"] == pytest.approx(-4 / full)
        assert layout.low[where[f"own.{piece}"]] == -1


@pytest.mark.rule("XM3", "RM29")
def test_XM3_an_enemys_entry_in_the_cast_is_known_and_its_skills_are_not(fight, look):
    """Whatever its sheet, a brawler has brawling 5 and agility 4 by the cast."""
    battle = fight([{}], [{}])
    before = look(battle, 0)
    pieces = ("melee", "ranged", "brawling", "agility")
    known = [10 * before[f"enemy_0.cast_{piece}"] for piece in pieces]
    assert known == pytest.approx([0, 0, 5, 4])
    for skill in Skill:
        battle.fighters[1].skills[skill] = 9 if skill != Skill.ENDURANCE else 5
    assert look(battle, 0) == before
    battle.fighters[1].cast = CAST_NAMES.index("knight")
    known = [10 * look(battle, 0)[f"enemy_0.cast_{piece}"] for piece in pieces]
    assert known == pytest.approx([6, 0, 4, 4])
