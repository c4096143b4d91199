"""Heuristics in positions set up by hand: they fight as described, without hidden facts."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from quintain.agents.heuristics.wildroll import POLICIES, action_value, choose, odds
from quintain.envs.core.engine.dice import seed_rng_states
from quintain.envs.core.engine.system import get_system
from quintain.envs.wildroll.actions.masks import legal_action_mask
from quintain.envs.wildroll.actions.table import (
    num_actions,
    verb_of,
)
from quintain.envs.wildroll.enums import (
    Act,
    Level,
    Posture,
    Stage,
    Verb,
)
from quintain.envs.wildroll.rules.health.wounds import level_of, shifted
from quintain.envs.wildroll.tables import FAILURE_TO, SUCCESS_FROM

pytestmark = pytest.mark.interpreted

FIGHTERS = [name for name in POLICIES if name != "random"]
FAR, APART, SPENT = {"at": (20, 3)}, {"at": (6, 3)}, {"action_points": 1}
BEHIND = {"initiative": 10}
DYING = {"life": 1, "dying": True, "posture": Posture.PRONE, "wounds": {"critical": 1}}


def chosen(battle, name):
    """The action of a heuristic in the open window."""
    mask = np.zeros(num_actions(int(battle.max_side)), np.bool_)
    legal_action_mask(battle, mask)
    action = int(
        choose(battle, get_system("wildroll").policies[name], mask, seed_rng_states(1, 1)[0])
    )
    assert mask[action]
    return action


def verb(battle, name):
    """Its verb."""
    return Verb(int(verb_of(chosen(battle, name)))).name.lower()


@pytest.fixture
def asked(battle_of, begun):
    """A battle at its first decision: red_0's turn, or an interrupt before it."""

    def build(red=("fighter",), blue=(BEHIND,), map=None, **fields):
        return begun(battle_of(red, blue, map, **fields))

    return build


@pytest.fixture
def begins(asked):
    """blue_0, who is faster, may interrupt the beginning of red_0's turn."""
    return lambda red, blue=("fighter",): asked([BEHIND | red], blue, stage=Stage.TURN_START)


# --- Everybody ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIGHTERS)
def test_everybody_gets_up(asked, name):
    assert verb(asked([{"posture": Posture.PRONE}]), name) == "posture"


@pytest.mark.parametrize("name", FIGHTERS)
def test_everybody_takes_a_blade_in_the_empty_hand(asked, name):
    battle = asked([{"held": [], "scabbard": ["dagger"]}])
    assert verb(battle, name) == "retrieve"


@pytest.mark.parametrize("name", FIGHTERS)
def test_everybody_breaks_out_of_a_pin(asked, name):
    battle = asked([{"pinned_by": 1}], [{**BEHIND, "holding": [0]}])
    assert verb(battle, name) == "escape"


@pytest.mark.parametrize("name", FIGHTERS)
def test_nobody_begins_an_attack_for_which_the_points_are_wanting(asked, name):
    assert verb(asked([{"action_points": 2, "initiative": 1}]), name) == "wait"


@pytest.mark.parametrize("name", [name for name in FIGHTERS if name != "patient"])
def test_everybody_rebuffs(asked, act, name):
    battle = asked([{"held": ["dagger"], "at": (3, 3)}], ["fighter"])
    act(battle, "toward")
    assert verb(battle, name) == "rebuff"


@pytest.mark.parametrize("name", FIGHTERS)
def test_everybody_harries_who_shoots_beside_it(asked, act, name):
    battle = asked(["archer"], [BEHIND])
    act(battle, "standard")
    assert verb(battle, name) == "harry"


# --- What nobody may see (XW1, XW2, RW26) ---------------------------------------------------------


@pytest.mark.rule("XW2", "RW26")
@pytest.mark.parametrize("name", FIGHTERS)
def test_the_hidden_figures_of_an_enemy_leave_every_choice(asked, name):
    battle = asked(["fighter", "healer"], [BEHIND | {"readied": Act.QUICK}, BEHIND | FAR])
    before, choice = battle.tobytes(), chosen(battle, name)
    assert battle.tobytes() == before
    for enemy in battle.fighters[2:4]:
        enemy.attributes[:] = 5
        enemy.skills[:] = 3
        enemy.specialisations = 0
        enemy.stamina = enemy.mana = 1
    battle.fighters[2].readied = Act.SEIZE
    assert chosen(battle, name) == choice


@pytest.mark.rule("XW1")
@pytest.mark.parametrize("name", FIGHTERS)
def test_nobody_goes_for_a_hidden_enemy(asked, name):
    battle = asked(["fighter"], [BEHIND | FAR, BEHIND | {"at": (8, 3), "hidden": True}])
    choice = chosen(battle, name)
    battle.fighters[2].x = 3
    assert chosen(battle, name) == choice


# --- Aggressor ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "attack"), [(12, "strong"), (8, "standard"), (4, "quick"), (2, "wait")]
)
def test_the_aggressor_strikes_as_hard_as_its_points_allow(asked, points, attack):
    assert verb(asked([{"action_points": points}]), "aggressor") == attack


def test_the_aggressor_moves_in(asked):
    assert verb(asked(blue=[BEHIND | FAR]), "aggressor") == "to_reach"


def test_the_aggressor_leaves_the_turns_of_others_alone(begins):
    assert verb(begins({}), "aggressor") == "pass"


# --- Waiter ---------------------------------------------------------------------------------------


def test_the_waiter_keeps_its_points_while_it_is_ahead(asked):
    assert verb(asked(), "waiter") == "wait"


def test_the_waiter_does_not_let_points_be_lost(asked):
    assert verb(asked([{"action_points": 16}]), "waiter") == "standard"


def test_the_waiter_seizes_the_initiative_that_it_lacks(asked):
    assert verb(asked([{"initiative": 9}], [BEHIND | SPENT]), "waiter") == "seize"


def test_the_waiter_strikes_in_the_turns_of_others(begins):
    assert verb(begins({}), "waiter") == "standard"


# --- Canceller ------------------------------------------------------------------------------------


@pytest.fixture
def declared(asked, act):
    """blue_0 may interrupt red_0's declaration."""

    def build(red, blue=("fighter",), verb="standard"):
        battle = asked([BEHIND | red], blue)
        act(battle, verb)
        return battle

    return build


def test_the_canceller_steps_aside_from_a_declared_blow(declared):
    battle = declared({"held": ["dagger"]})
    assert verb(battle, "canceller") == "step"


def test_the_canceller_lets_pass_what_is_not_declared(begins):
    assert verb(begins({}), "canceller") == "wait"


def test_the_canceller_keeps_points_for_the_turns_of_others(asked):
    assert verb(asked([{"action_points": 9}]), "canceller") == "wait"
    assert verb(asked([{"action_points": 11}]), "canceller") == "standard"


def test_the_canceller_shoves_who_strikes_at_an_ally(declared):
    strong = {"strength": 4, "skills": {"athletics": 3}, "at": (4, 4)}
    battle = declared({}, ["fighter", strong | {"initiative": 30}])
    assert battle.to_act == 2
    assert verb(battle, "canceller") == "shove"


# --- Grappler -------------------------------------------------------------------------------------


def test_the_grappler_comes_next_to_its_enemy(asked):
    assert verb(asked(["wrestler"], [BEHIND | FAR]), "grappler") == "toward"


def test_the_grappler_gets_past_a_rebuff_behind_an_opening(asked):
    wrestler = {"base": "wrestler", "at": (3, 3)}
    assert verb(asked([wrestler]), "grappler") == "opening"
    far = {"at": (2, 3), "action_points": 6, "base": "wrestler"}
    spearman = BEHIND | {"base": "spearman", "at": (5, 3), "posture": Posture.PRONE}
    assert verb(asked([far], [spearman]), "grappler") == "toward"  # it is in reach already


def test_the_grappler_takes_hold(asked):
    assert verb(asked(["wrestler"]), "grappler") == "grapple"


def test_the_grappler_pins_whom_it_holds(asked):
    wrestler = {"base": "wrestler", "holding": [1]}
    assert verb(asked([wrestler], [BEHIND | {"holding": [0]}]), "grappler") == "pin"


def test_the_grappler_strikes_at_the_pinned(asked):
    wrestler = {"base": "wrestler", "holding": [1]}
    pinned = BEHIND | {"holding": [0], "pinned_by": 0}
    assert verb(asked([wrestler], [pinned]), "grappler") == "strong"


# --- Archer ---------------------------------------------------------------------------------------


def test_the_archer_shoots_from_afar(asked):
    assert verb(asked(["archer"], [BEHIND | FAR]), "archer") == "standard"


def test_the_archer_gets_out_of_reach(asked):
    assert verb(asked(["archer"], [BEHIND]), "archer") in ("step", "away")


def test_the_archer_crouches_under_fire(asked):
    shooter = BEHIND | FAR | {"base": "archer"}
    assert verb(asked(["archer"], [shooter]), "archer") == "posture"


def test_the_archer_goes_behind_a_wall_that_it_can_shoot_over(asked):
    rows = ["." * 32] * 16
    rows[2] = rows[3] = rows[4] = "....." + "o" + "." * 26
    shooter = BEHIND | FAR | {"base": "archer"}
    battle = asked([{"base": "archer", "at": (2, 3)}], [shooter], "\n".join(rows))
    assert verb(battle, "archer") == "cover"


def test_the_archer_loads_again(asked):
    crossbow = {"base": "crossbowman", "loaded": False}
    assert verb(asked([crossbow], [BEHIND | FAR]), "archer") == "reload"


# --- Medic ----------------------------------------------------------------------------------------


def test_the_medic_stabilizes_the_dying(asked):
    assert verb(asked(["medic", DYING], [BEHIND | FAR]), "medic") == "stabilize"


def test_the_medic_goes_to_who_is_badly_hurt(asked):
    hurt = {"wounds": {"critical": 1}, "at": (4, 9)}
    assert verb(asked(["medic", hurt], [BEHIND | FAR]), "medic") == "to_ally"


def test_the_medic_heals_by_magic(asked):
    hurt = {"wounds": {"severe": 1}}
    assert verb(asked(["healer", hurt], [BEHIND | FAR]), "medic") == "heal"


def test_the_medic_treats_conditions_and_wounds_while_nobody_is_near(asked):
    bleeding = {"bleeding": 1}
    assert verb(asked(["medic", bleeding], [BEHIND | FAR]), "medic") == "treat_condition"
    hurt = {"wounds": {"severe": 1}}
    assert verb(asked(["medic", hurt], [BEHIND | FAR]), "medic") == "treat_wound"


def test_the_medic_shields_itself_and_fights_when_nobody_needs_it(asked):
    assert verb(asked(["healer"], [BEHIND | {"at": (9, 3)}]), "medic") == "force_shield"
    assert verb(asked(["medic"]), "medic") == "strong"


# --- Marshal --------------------------------------------------------------------------------------


def test_the_marshal_strikes_strongly(asked):
    assert verb(asked(), "marshal") == "strong"


def test_the_marshal_saves_up_only_while_it_is_ahead(asked):
    assert verb(asked([{"action_points": 6}], [BEHIND | SPENT]), "marshal") == "wait"
    faster = SPENT | {"initiative": 30}
    assert verb(asked([{"action_points": 6}], [faster]), "marshal") == "standard"


def test_the_marshal_strikes_first_in_the_turns_of_others(begins):
    assert verb(begins({}), "marshal") == "strong"


def test_the_marshal_does_not_lose_its_lead_for_little(begins):
    battle = begins(SPENT, [{"initiative": 11, "action_points": 4}])
    assert verb(battle, "marshal") == "wait"


def test_the_marshal_steps_aside_where_that_spoils_the_blow(declared):
    battle = declared({"action_points": 5}, [{"action_points": 4, "at": (6, 3)}])
    assert verb(battle, "marshal") == "step"


def test_the_marshal_uses_the_longer_reach(asked):
    spearman = {"base": "spearman", "at": (4, 3)}
    assert verb(asked([spearman], [BEHIND]), "marshal") == "step"


def test_the_marshal_makes_an_opening_where_a_rebuff_threatens(asked):
    knife = {"base": "knife_fighter", "at": (3, 3), "action_points": 14}
    assert verb(asked([knife], [BEHIND]), "marshal") == "opening"
    assert verb(asked([knife], [BEHIND | SPENT]), "marshal") == "toward"


def test_the_marshal_readies_a_blow_for_who_is_faster_and_will_come(asked):
    spearman = {"base": "spearman", "at": (11, 3), "initiative": 30}
    assert verb(asked([{"action_points": 7}], [spearman]), "marshal") == "ready"


def test_the_marshal_does_not_spend_its_last_points_on_coming_near(asked):
    assert verb(asked([{"action_points": 3}], [BEHIND | {"at": (9, 3)}]), "marshal") == "wait"


def test_the_marshal_goes_for_the_most_wounded_in_reach(asked):
    hurt = BEHIND | {"wounds": {"light": 2, "severe": 2}, "at": (5, 4)}
    battle = asked(["fighter"], [BEHIND, hurt])
    action = chosen(battle, "marshal")
    assert verb_of(action) == Verb.STRONG
    other = asked(["fighter"], [hurt | {"at": (5, 3)}, BEHIND | {"at": (5, 4)}])
    assert chosen(other, "marshal") < action


def test_the_marshal_defends_itself_when_it_cannot_strike_hard(asked):
    maceman = {"base": "maceman", "initiative": 30}
    battle = asked([{"action_points": 3, "held": ["dagger"]}], [maceman])
    assert verb(battle, "marshal") == "defend"


# --- Odds (RW1, RW2, RW23) ------------------------------------------------------------------------

ROLLS = [sum(faces) for faces in itertools.product(range(1, 7), repeat=3)]


def wild_results():
    """All results of a wild roll, each of 216 x 6 equally likely."""
    for natural in ROLLS:
        sign = int(natural >= SUCCESS_FROM) - int(natural <= FAILURE_TO)
        yield from (natural + sign * face for face in range(1, 7))


@pytest.mark.rule("RW1", "RW2")
@pytest.mark.parametrize("needed", [-9, -3, -2, 5, 10, 16, 18, 24, 25, 40])
def test_chances_are_those_of_all_faces(needed):
    results = list(wild_results())
    expected = sum(result >= needed for result in results) / len(results)
    assert odds.chance_of_wild(needed) == expected
    plain = sum(natural >= needed for natural in ROLLS) / len(ROLLS)
    assert odds.chance_of_ordinary(needed) == plain


@pytest.mark.rule("W2", "W73", "W76")
@pytest.mark.parametrize(("act", "steps"), [(Act.QUICK, -1), (Act.STANDARD, 0), (Act.REBUFF, 1)])
def test_the_worth_of_a_blow_is_the_mean_over_all_faces(battle_of, act, steps):
    battle = battle_of()
    target = battle.fighters[1]
    worths = [0, *(int(action_value.wound_worth(target, level)) for level in range(1, 6))]
    total = 0
    for result in wild_results():
        roll = result + 5  # Dexterity 1, Melee 2, Blade 1, sword 1
        if roll >= 11:  # 10 and the block of a sword
            level = level_of(roll + 1 - 11 - 3)  # Strength 1, Vitality 1, medium armour 2
            total += worths[shifted(level, steps)]
    expected = total / (len(ROLLS) * 6)
    assert action_value.worth_of(battle, 0, 1, int(act), 0, 0) == pytest.approx(expected, abs=1)
    assert worths == sorted(worths)
    assert worths[Level.FATAL] == action_value.WHOLE
