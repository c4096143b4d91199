"""The fight report: sentences for single events and for related ones."""

from __future__ import annotations

import pytest

from quintain.envs.heimr.actions.describe import describe
from quintain.envs.heimr.actions.table import first_id
from quintain.envs.heimr.enums import (
    Ability,
    Act,
    BodyPart,
    Defence,
    Direction,
    Effect,
    Ending,
    Event,
    Guarded,
    Life,
    Role,
    Skill,
    Stage,
    Trigger,
    Verb,
    Window,
)
from quintain.envs.heimr.rules.grid import with_height
from quintain.envs.heimr.rules.health import health
from quintain.envs.heimr.state import ON_OBJECT
from quintain.envs.heimr.tables import ITEM_NAMES, LASTING_EFFECTS
from quintain.envs.heimr.text.names import ENDINGS

pytestmark = pytest.mark.interpreted

RED, BLUE, NOBODY = 0, 1, -1
BOW = ITEM_NAMES.index("bow")


@pytest.fixture
def flaws():
    """Further texts that these sentences may not contain."""
    return ("nobody", "the nothing")


LASTING = [Effect(effect) for effect in LASTING_EFFECTS]
ACTIONS = [action for action in Act if action]
SPREAD = {
    Event.DECLARES: {"what": ACTIONS, "dice": [Role.TURN], "amount": [Act.CHARGE]},
    Event.READIES: {"what": [Act.CHARGE], "amount": [one for one in Trigger if one]},
    Event.CLIMBS: {"what": [Direction.NORTH, ON_OBJECT], "amount": [2]},
    Event.CANCELLED: {"what": [Act.CRAWL], "amount": range(5)},
    Event.MEETS: {"what": [one for one in Defence if one], "amount": [12]},
    Event.FAILS: {"what": ACTIONS},
    Event.MOVES: {
        "what": [Act.MOVE, Act.CHARGE, Act.RUN, Act.CRAWL, Act.CARRY],
        "amount": [6, -1],
        "dice": [5],
    },
    Event.ROLLS: {"target": [NOBODY, *Ability], "what": [2], "amount": [8], "dice": [3]},
    Event.PREROLLS: {"what": [one for one in Defence if one], "amount": [9]},
    Event.REROLLS: {"amount": [6], "dice": [0, 11]},
    Event.MISSES: {"what": list(Defence)},
    Event.HITS: {"what": [-1, *range(5)], "amount": [2]},
    Event.INJURED: {"what": range(5), "amount": [-1]},
    Event.HOLDS: {"what": range(5)},
    Event.EFFECT: {"what": [effect for effect in Effect if effect]},
    Event.EFFECT_ENDS: {"what": LASTING},
    Event.RESISTS: {"what": LASTING, "dice": [0, -1]},
    Event.SKILL: {"what": list(Skill), "amount": [2]},
    Event.BARRIER: {"what": list(Direction)},
    Event.GUARDS: {"what": [one for one in Guarded if one], "amount": [1]},
    Event.INTENTION: {"amount": [3], "dice": [4]},
    Event.LOOKS: {"target": [NOBODY, BLUE], "what": [6], "amount": [5], "dice": [0, 1]},
    Event.FOUND: {"actor": [RED, NOBODY]},
    Event.CHASES: {"target": [BLUE, NOBODY]},
    Event.POWER: {"what": range(3), "amount": [7]},
    Event.TAKES: {"what": [BOW]},
    Event.STOWS: {"what": [BOW]},
    Event.BREAKS: {"what": [BOW]},
    Event.DROPS: {"what": range(len(ITEM_NAMES))},
    Event.OVER: {"what": list(ENDINGS), "amount": [0]},
}


@pytest.mark.golden
@pytest.mark.rule("H11", "H44", "H67", "H68", "H82", "H93", "H106", "H125", "H128", "RH47", "XH3")
@pytest.mark.rule("XH4", "H51", "H140")
def test_sentences(sentences, battle_of):
    battle = battle_of(["archer", "fighter"], ["ogre"], ending=Ending.SIDE_BEATEN, winner=0)
    sentences.of_kinds(battle, [kind for kind in Event if kind], SPREAD)
    duel = battle_of()

    def add(title, *events, battle=duel):
        sentences.of(battle, *events, title=title)

    two = battle_of(["archer"], ["ogre"], order=[1, 0, *[NOBODY] * 10])
    rolls = (Event.INITIATIVE, RED, NOBODY, 1, 7), (Event.INITIATIVE, BLUE, NOBODY, 3, 12)
    add("the order of turns", *rolls, battle=two)
    attack = (Event.ROLLS, RED, NOBODY, 2, 8, 3)
    tired, tires = (Event.TOO_TIRED, RED, NOBODY, 0, 5, 3), (Event.TIRES, RED, NOBODY, 0, 6)
    add("a roll with its fatigue", attack, tired, tires, (Event.MISSES, RED, BLUE, Defence.NONE))
    add("a hit", attack, (Event.HITS, RED, BLUE, 0, 2), tires)
    roll = (Event.ROLLS, RED, Ability.AGILITY, 4, 11, 6)
    add("a pre-roll", roll, (Event.PREROLLS, RED, NOBODY, Defence.PARRY, 11, 0))
    add(
        "a pre-roll that stops nothing",
        roll,
        tired,
        (Event.PREROLLS, RED, NOBODY, Defence.BLOCK, 11, 1),
    )
    add("a pre-roll against an attack", roll, (Event.PREROLLS, RED, BLUE, Defence.DODGE, 11, 0))
    crawl = (Event.DECLARES, RED, NOBODY, Act.CRAWL, 1, Role.TURN)
    turn, other = ((Event.TURN, who, NOBODY, 0, 1) for who in (RED, BLUE))
    add("an upcoming action begins", crawl)
    add("it continues", turn, crawl)
    add("it begins in another fighter's turn", other, crawl)
    add("a turn without a choice", turn, other)
    down = (Event.DECLARES, RED, NOBODY, Act.DROP_PRONE, 0, Role.TURN)
    add("dropping prone is no fall", down, (Event.FALLS, RED, NOBODY))
    run = (Event.DECLARES, RED, NOBODY, Act.RUN, 1, Role.TURN)
    add("an action that is done at once", run, (Event.MOVES, RED, NOBODY, Act.RUN, 6, 5))
    charge = (Event.DECLARES, RED, BLUE, Act.CHARGE, 0, Role.TURN)
    add("a charge", charge, (Event.MOVES, RED, NOBODY, Act.CHARGE, 6, 5))
    add("an event of another fighter", run, (Event.DROPS, BLUE, NOBODY, 0))
    fires = (Event.FIRES, RED, BLUE, Act.WEAPON_ATTACK)
    readied = (Event.DECLARES, RED, BLUE, Act.WEAPON_ATTACK, 0, Role.READIED)
    add("a readied action", fires, readied)
    for role in (Role.PROVOKED, Role.GUARD):
        add(role.name.lower(), (*readied[:-1], role))
    ends = (Event.GUARD_ENDS, RED)
    add("a guard steps in", ends, (Event.INTERCEPTS, RED, BLUE, Act.WEAPON_ATTACK, 1))
    join = (Event.CLUSTER, RED, BLUE)
    add("a cluster that ends at once", join, attack, (Event.LEAVES, RED))
    add("readied for any opponent", (Event.READIES, RED, NOBODY, Act.MOVE, Trigger.ENTERS))
    out = battle_of(blue=[{"life": Life.UNCONSCIOUS}])
    leaves = (Event.LEAVES, BLUE)
    add("no cluster with the unconscious", join, attack, battle=out)
    add("the unconscious leave no cluster", attack, leaves, battle=out)
    add("a fighter leaves the cluster when it falls", (Event.FAINTS, BLUE), leaves, battle=out)
    lost = (Event.CANCELLED, RED, NOBODY, Act.MOVE, 1)
    later = battle_of(stage=Stage.UPKEEP)
    add("a turn that ends without a choice", turn, lost, battle=later)
    dodge = (Event.PREROLLS, RED, NOBODY, Defence.DODGE, 11, 0)
    add("a turn that ends with a pre-roll", turn, roll, dodge, battle=later)
    add("a turn that ends with another roll", turn, roll, battle=later)
    add("a turn with a choice", turn, lost)
    high = battle_of(heights="000 002 000")
    up = with_height(7, 2)
    add("a way up", (Event.MOVES, RED, NOBODY, Act.MOVE, up, 6), battle=high)
    add("a way along an edge", (Event.MOVES, RED, NOBODY, Act.MOVE, up, up - 1), battle=high)
    stands, told = sentences.compare()
    assert stands == told, "make golden"


@pytest.mark.rule("HH22", "H89", "H151")
@pytest.mark.parametrize(
    ("borders", "end"),
    [([((1, 1), "east", "ladder")], "."), ([], ", down 2 to a height of 0.")],
)
def test_HH22_over_an_edge_with_a_way_down_the_fighter_is_still_at_its_height(
    battle_of, do, told, load, borders, end
):
    red = [{"at": (2, 1), "height": 2, "defence": 1}]
    battle = battle_of(red=red, heights="000\n002\n000", borders=borders)
    load(battle, [6] * 9)
    do(battle, Act.MOVE, Direction.WEST)
    assert told(battle).startswith(f"Red moves from C2 to B2{end}")
    assert battle.fighters[0].height == (2 if borders else 0)


@pytest.mark.rule("H34", "RH38")
@pytest.mark.parametrize("life", [Life.AWAKE, Life.UNCONSCIOUS])
def test_RH38_the_unconscious_who_die_left_their_cluster_long_ago(battle_of, told, life):
    battle = battle_of(blue=[{"life": life, "cluster": 0}], red=[{"cluster": 0}])
    health.die_of_wounds(battle, BLUE)
    assert ("leaves the cluster" in told(battle)) == (life == Life.AWAKE)


@pytest.mark.rule("H109", "H119")
def test_H109_a_touch_that_does_not_hit_is_told_once(battle_of, told):
    roll, meets = (Event.ROLLS, RED, NOBODY, 2, 8, 3), (Event.MEETS, RED, BLUE, Defence.DODGE, 8)
    touch, miss = (Event.TOUCHES, RED, BLUE), (Event.MISSES, RED, BLUE, Defence.DODGE)
    text = told(battle_of(), roll, meets, touch, miss)
    assert text.endswith("against Blue's dodge of 8 and touches Blue, too weakly to hurt.")


@pytest.mark.rule("XH2", "H46")
def test_XH2_the_game_master_is_told_what_is_readied(battle_of, told):
    text = told(
        battle_of(),
        (Event.DECLARES, RED, NOBODY, Act.READY, Act.CHARGE, Role.TURN),
        (Event.READIES, RED, BLUE, Act.CHARGE, Trigger.SHOOTS),
    )
    assert text == "Red readies a Charge. Red waits with the Charge until Blue shoots."


@pytest.mark.rule("H32", "RH20", "RH28")
def test_RH28_an_injured_torso_is_told_as_the_end_of_the_fight(told, battle_of):
    said = told(battle_of(), (Event.INJURED, RED, NOBODY, BodyPart.TORSO, -1))
    assert said == "Red is injured in the torso with -1 HP and can no longer fight."
    said = told(battle_of(), (Event.INJURED, RED, NOBODY, BodyPart.LEFT_LEG, -1))
    assert said == "Red is injured in the left leg with -1 HP."


@pytest.mark.rule("H106", "RH12", "RH23")
@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"defence": Defence.PARRY}, "uses the prepared parry"),
        ({"defence": Defence.NONE}, "has no defence prepared and does not defend"),
        ({"holds": RED}, "keeps its hold and does not defend"),
    ],
)
def test_RH12_a_defender_who_waits_says_with_what(battle_of, state, said):
    battle = battle_of(blue=[state], to_act=BLUE, window=Window.DEFEND, top=0)
    battle.frames[0].actor, battle.frames[0].target = RED, BLUE
    assert describe(battle, 0) == f"The blue fighter {said}."


@pytest.mark.rule("RH62", "RH1")
@pytest.mark.parametrize(
    ("race", "power"),
    [("orc", "mend"), ("shanata", "rage"), ("merfolk", "poison a weapon")],
)
def test_RH62_the_powers_of_the_races_have_names(battle_of, told, race, power):
    battle = battle_of(red=[{"race": race}], to_act=RED)
    said = told(battle, (Event.FAILS, RED, NOBODY, Act.POWER))
    assert said == f"Red's power to {power} has no effect."
    assert describe(battle, int(first_id(Verb.POWER, 0))).endswith(f" uses the power to {power}.")


def test_every_ending_has_words():
    assert set(ENDINGS) == set(Ending) - {Ending.NONE}


@pytest.mark.rule("H119", "H118")
def test_H119_an_attack_roll_tells_the_defence_that_it_meets(battle_of, told):
    roll, blind = (Event.ROLLS, 0, NOBODY, 3, 11, 8), (Event.BLIND_SPOT, 1, 0)
    meets, hits = (Event.MEETS, 0, 1, Defence.DODGE, 9), (Event.HITS, 0, 1, 0, 2)
    text = told(battle_of(), roll, blind, meets, hits)
    assert "Red rolls 8 + 3 = 11 (d6 3) against Blue's dodge of 9." in text
