"""The fight report: sentences for single events and for related ones."""

from __future__ import annotations

import pytest

from quintain.envs.wildroll.enums import (
    Act,
    Condition,
    Defence,
    Ending,
    Event,
    Level,
    Life,
    Posture,
    Role,
    Stage,
    Step,
)
from quintain.envs.wildroll.rules.combat_sequence import action_stack, initiative
from quintain.envs.wildroll.rules.rolls import checks
from quintain.envs.wildroll.tables import ITEM_NAMES
from quintain.envs.wildroll.text.declaration_events import PERFORMED
from quintain.envs.wildroll.text.events import BEGINS
from quintain.envs.wildroll.text.names import ENDINGS
from quintain.envs.wildroll.text.progress import PURPOSES

pytestmark = pytest.mark.interpreted

RED, BLUE, NOBODY = 0, 1, -1
SWORD = ITEM_NAMES.index("sword")
QUICK = (Event.DECLARES, RED, BLUE, Act.QUICK, 0, Role.TURN)
RIDERS = [{"base": "knight", "rides": 1, "action_points": 5}, {"base": "warhorse", "at": (1, 1)}]


@pytest.fixture
def flaws():
    """Further texts that these sentences may not contain."""
    return ("nobody",)


DECLARED = [act for act in Act if act not in (Act.NONE, Act.WAY)]
SPREAD = {
    Event.INITIATIVE: {"amount": [12]},
    Event.DECLARES: {"what": DECLARED, "amount": [1], "dice": [Role.TURN]},
    Event.PAYS: {"what": [Act.QUICK], "amount": [3]},
    Event.INTERRUPTS: {"what": [Act.WAY, Act.QUICK], "amount": [Stage.TURN_START], "dice": [0]},
    Event.CANCELLED: {"what": [Act.TRIP], "target": [NOBODY, 1]},
    Event.BEGINS_LONG: {"what": [Act.STRONG, Act.RELOAD], "amount": [5]},
    Event.WOUNDED: {"what": range(Level.LIGHT, Level.DEATH), "amount": [1]},
    Event.HELPLESS: {"amount": [0, 2]},
    Event.HITS: {"what": range(Level.NONE, Level.DEATH), "amount": [-2, 2], "dice": [0, 5]},
    Event.POSTURE: {"what": list(Posture)},
    Event.DEFENCE: {"what": list(Defence)},
    Event.MANA: {"what": range(3), "amount": [3]},
    Event.CASTS: {"what": range(3)},
    Event.CONDITION: {"what": list(Condition)},
    Event.BURNS: {"amount": [-1, 3]},
    Event.TREATS: {"what": [Level.SEVERE], "amount": [Level.NONE, Level.LIGHT, Level.SEVERE]},
    Event.LANDS: {"what": range(3)},
    Event.MOVES: {"what": list(Role), "amount": [3], "dice": [Posture.STANDING, Posture.PRONE]},
    Event.STAMINA: {"amount": [-6, 2]},
    Event.HURRIES: {"what": [Act.POTION], "amount": [-3, 0, 2]},
    Event.SAVES: {"target": [NOBODY, 1], "what": [9], "amount": [6, 12], "dice": [10]},
    Event.ROLLS: {"what": [9], "amount": [8, 12], "dice": [0, 11]},
    Event.OPENING: {"amount": [14], "dice": [10]},
    Event.DASHES: {"amount": [8], "dice": [0, 12]},
    Event.INITIATIVE_MOVES: {"amount": [17], "what": [0, -2], "target": [NOBODY, 1], "dice": [9]},
    Event.FLANKED: {"what": [1, 0]},
    Event.LURKS: {"what": [9], "amount": [12]},
    Event.WATCHES: {"what": [9], "amount": [8, 12], "dice": [11]},
    Event.FOLLOWS: {"what": range(3), "amount": range(3)},
}


def pays(who, whom, act, amount, left):
    """The event of an action that takes place."""
    return Event.PAYS, who, whom, act, amount, left


ROLL, MISS = (Event.ROLLS, RED, BLUE, 9, 12, 11), (Event.MISSES, RED, BLUE)
GOES, FLANKED = (Event.MOVES, RED, NOBODY, Role.TURN, 3), (Event.FLANKED, BLUE, NOBODY, 1)
TRIP = (Event.DECLARES, RED, BLUE, Act.TRIP, 0, Role.TURN)
READY = (Event.DECLARES, RED, NOBODY, Act.READY, 1, Role.TURN)
REBUFF = (Event.DECLARES, BLUE, RED, Act.REBUFF, 0, Role.REACTION)
CHECK = (Event.SAVES, BLUE, NOBODY, 12, 9, 10)
TIRED = (Event.FATIGUE, RED, NOBODY, 0, 1)


def hit(level, damage, strong=0):
    """The event of a hit."""
    return Event.HITS, RED, BLUE, level, damage, strong


TOGETHER = {
    "AP of a round": [
        (Event.ROUND, NOBODY, NOBODY, 0, 1),
        *[(Event.GAINS, who, NOBODY, 0, 6) for who in (RED, BLUE)],
    ],
    "a turn": [(Event.TURN, RED), (Event.GAINS, RED, NOBODY, 0, 6)],
    "takes place at once": [QUICK, pays(RED, BLUE, Act.QUICK, 3, 9), ROLL, MISS],
    "takes place later": [pays(RED, BLUE, Act.QUICK, 3, 9), ROLL, MISS],
    "an interrupt": [
        (Event.INTERRUPTS, BLUE, RED, Act.QUICK, Step.DECLARED, Act.STRONG),
        (Event.INITIATIVE_MOVES, BLUE, NOBODY, -2, 17, 17),
        (*QUICK[:1], BLUE, RED, *QUICK[3:]),
    ],
    "a move out of turn": [
        (Event.INTERRUPTS, RED, BLUE, Act.WAY, Step.RESOLVED, Act.STRONG),
        (Event.MOVES, RED, NOBODY, Role.INTERRUPT, 3),
    ],
    "at the end of a turn": [(Event.INTERRUPTS, BLUE, RED, Act.WAY, Stage.TURN_END, Act.NONE)],
    "a long action": [
        (*QUICK[:3], Act.STRONG, 0, 0),
        (Event.BEGINS_LONG, RED, BLUE, Act.STRONG, 5),
    ],
    "an action that fails": [TRIP, (Event.FAILS, RED, BLUE, Act.TRIP, 0)],
    "a long action that fails": [TRIP, (Event.FAILS, RED, BLUE, Act.TRIP, 1)],
    "a long action that is cancelled": [TRIP, (Event.CANCELLED, RED, BLUE, Act.TRIP, 1)],
    "a condition treated": [
        (Event.DECLARES, RED, RED, Act.TREAT_CONDITION, Condition.POISONED, Role.TURN),
        pays(RED, RED, Act.TREAT_CONDITION, 6, 2),
    ],
    "a wound treated": [
        (Event.DECLARES, RED, RED, Act.TREAT_WOUND, Level.SEVERE, Role.TURN),
        pays(RED, RED, Act.TREAT_WOUND, 6, 2),
    ],
    "stamina with the AP": [
        (*QUICK[:3], Act.STRONG, 0, 0),
        pays(RED, BLUE, Act.STRONG, 9, 3),
        (Event.STAMINA, RED, NOBODY, 1, 3),
        TIRED,
    ],
    "mana with the AP": [
        (Event.DECLARES, BLUE, NOBODY, Act.FORCE_SHIELD, 0, 0),
        pays(BLUE, NOBODY, Act.FORCE_SHIELD, 5, 0),
        (Event.MANA, BLUE, NOBODY, 1, 3),
        (Event.CASTS, BLUE, NOBODY, 1),
    ],
    "readying": [READY, pays(RED, NOBODY, Act.READY, 2, 10), (Event.READIES, RED)],
    "what is readied": [(*QUICK[:5], Role.REACTION), pays(RED, BLUE, Act.QUICK, 3, 9)],
    "a readied action that says so itself": [
        (Event.DECLARES, RED, NOBODY, Act.SEIZE, 0, Role.REACTION),
        pays(RED, NOBODY, Act.SEIZE, 4, 2),
        (Event.SEIZES, RED, NOBODY, 0, 3),
    ],
    "a readied action that is declared": [(*TRIP[:5], Role.REACTION)],
    "a critical roll": [
        (Event.ROLLS, RED, BLUE, 17, 26, 11),
        (Event.CRITICAL, RED, BLUE, 1),
        (Event.INITIATIVE_MOVES, RED, NOBODY, 2, 22, 22),
        (Event.INITIATIVE_MOVES, BLUE, NOBODY, -2, 17, 17),
        hit(Level.FATAL, 12, 4),
    ],
    "a Defense chosen": [(Event.DEFENCE, BLUE, RED, Defence.AGILITY), ROLL, MISS],
    "a Defense of 0": [(Event.ROLLS, RED, BLUE, 9, 15, 0), MISS],
    "a hit by damage": [(Event.ROLLS, RED, BLUE, 9, 12, 14), hit(Level.LIGHT, 0)],
    "a hit without a wound": [ROLL, hit(Level.NONE, -2), (Event.UNHURT, BLUE)],
    "a level chosen": [(Event.WOUNDED, BLUE, RED, Level.MODERATE, 1)],
    "a full slot": [ROLL, hit(Level.SEVERE, 4), (Event.WOUNDED, BLUE, RED, Level.CRITICAL, 1)],
    "two full slots": [
        ROLL,
        hit(Level.MODERATE, 4),
        (Event.WOUNDED, BLUE, RED, Level.CRITICAL, 1),
    ],
    "a Rebuff": [ROLL, hit(Level.SEVERE, 2)],
    "death": [(Event.DIES, BLUE, RED), (Event.POSTURE, BLUE, NOBODY, Posture.PRONE)],
    "no fatal slot left": [ROLL, hit(Level.FATAL, 9), (Event.DIES, BLUE, RED)],
    "a check to stay awake": [(Event.WOUNDED, BLUE, RED, Level.CRITICAL, 1), CHECK],
    "a check against death": [CHECK, (Event.DIES, BLUE)],
    "a critical check": [(Event.SAVES, BLUE, NOBODY, 4, 2, 10), (Event.DIES, BLUE)],
    "a check to wake": [CHECK, (Event.WAKES, BLUE)],
    "a check to hold on": [CHECK, (Event.SINKS, BLUE)],
    "a Riding check": [CHECK, (Event.UNCONTROLLED, RED, BLUE)],
    "a check for haste": [
        CHECK,
        (Event.STAMINA, BLUE, NOBODY, 0, 1),
        (Event.HURRIES, BLUE, NOBODY, Act.DOOR, 1),
    ],
    "a Healing check": [pays(BLUE, RED, Act.STABILIZE, 8, 1), CHECK],
    "opposed checks": [
        (Event.SAVES, BLUE, RED, 9, 13, 14),
        (Event.ROLLS, RED, BLUE, 11, 14, 13),
        (Event.DISARMED, BLUE, RED, 0, SWORD),
        (Event.DROPS, BLUE, NOBODY, 0, SWORD),
    ],
    "a critical check that is no attack": [
        pays(RED, NOBODY, Act.ESCAPE, 4, 2),
        (Event.ROLLS, RED, NOBODY, 4, 1, 13),
    ],
    "a Cling": [
        (Event.DECLARES, RED, BLUE, Act.CLING, 0, Role.REACTION),
        (Event.ROLLS, RED, BLUE, 16, 30, 0),
    ],
    "fatigue by treatment": [pays(RED, RED, Act.TREAT_WOUND, 18, 0), TIRED],
    "fatigue by a concussion": [
        (Event.ROLLS, BLUE, RED, 9, 14, 11),
        (Event.HITS, BLUE, RED, Level.SEVERE, 4),
        (Event.WOUNDED, RED, BLUE, Level.SEVERE, 1),
        TIRED,
    ],
    "fatigue of one whom the last roll was not at": [(Event.ROLLS, RED, BLUE, 9, 14, 11), TIRED],
    "the yards come before who is flanked": [FLANKED, GOES],
    "the yards come before a Rebuff": [
        REBUFF,
        pays(BLUE, RED, Act.REBUFF, 4, 8),
        (Event.ROLLS, BLUE, RED, 9, 10, 11),
        (Event.MISSES, BLUE, RED),
        GOES,
    ],
    "a critical opening": [(Event.OPENING, RED, BLUE, 0, 14, 10), (Event.CRITICAL, RED, BLUE, 0)],
}
"""Related events of a duel that share a sentence."""


@pytest.mark.golden
def test_sentences(sentences, battle_of):
    battle = battle_of(["archer", "wolf"], ["giant"], ending=Ending.SIDE_DOWN, winner=0)
    sentences.of_kinds(battle, [kind for kind in Event if kind], SPREAD)
    for title, events in TOGETHER.items():
        sentences.of(battle_of(), *events, title=title)

    def add(title, battle, *events):
        sentences.of(battle, *events, title=title)

    end = [(Event.STAMINA, RED, NOBODY, 0, 2), (Event.FATIGUE, RED, NOBODY, 0, 1)]
    gain, quick = (Event.GAINS, RED, NOBODY, 0, 6), pays(RED, BLUE, Act.QUICK, 3, 3)
    ill = battle_of([{"bleeding": 2, "poisoned": 1, "fatigue": 1}])
    add("the end of a turn is no part of the last action", ill, quick, ROLL, MISS, gain, *end)
    out = battle_of([{"life": Life.UNCONSCIOUS}])
    add("a turn without a choice", out, (Event.TURN, RED))
    add("a way that a Rebuff ended", out, REBUFF, GOES)
    for mover in (RED, BLUE):
        on_the_way = battle_of()
        action_stack.push(on_the_way, Role.TURN, Act.WAY, mover, NOBODY, 0)
        add("flanked in the middle of a way", on_the_way, FLANKED)
    ways = ({"posture": 2}, {"helpless_rounds": 1}, {"at": (1, 3)}, {"action_points": 0})
    for fighter in ways:
        start = fighter.get("posture", 0)
        add(f"a way, {fighter}", battle_of([fighter]), (*GOES, start))
    add("a mount", battle_of(RIDERS), (Event.MOVES, 1, NOBODY, Role.TURN, 8))
    command = (Event.DECLARES, 1, 2, Act.STANDARD, 2, Role.TURN)
    add("an animal", battle_of(RIDERS), command)
    moves = [(Event.INITIATIVE_MOVES, who, NOBODY, 0, left) for who, left in ((0, 18), (1, 17))]
    interrupts = (Event.INTERRUPTS, 0, 2, Act.QUICK, Stage.TURN_START, Act.NONE)
    quick = (Event.DECLARES, 0, 2, Act.QUICK, 0, Role.INTERRUPT)
    add("a rider interrupts", battle_of(RIDERS), interrupts, *moves, quick)
    three = battle_of(["wrestler"], ["wolf", "ogre"])
    tries, check = (Event.REACTS, 0, 2, Act.INTERPOSE), (Event.SAVES, 0, NOBODY, 9, 15, 14)
    before = (Event.INTERPOSES, 0, 2)
    add("Interpose", three, pays(0, 1, Act.INTERPOSE, 2, 4), tries, check, before)
    stands, told = sentences.compare()
    assert stands == told, "make golden"


def test_every_table_of_words_is_complete():
    assert set(ENDINGS) == set(Ending) - {Ending.NONE}
    assert set(PERFORMED) == set(Act) - {Act.NONE, Act.WAY}
    assert set(BEGINS) == set(Condition)
    assert set(PURPOSES) < set(Act)


@pytest.mark.rule("W80", "RW26")
def test_RW26_what_is_readied_is_told_only_when_it_is_used(battle_of, told):
    assert "Quick" not in told(battle_of(), READY, (Event.READIES, RED, NOBODY, Act.QUICK))
    assert "Quick" in told(battle_of(), (*QUICK[:5], Role.REACTION))


@pytest.mark.rule("W62", "RW11")
def test_W62_how_near_is_told_of_who_still_stands(battle_of, told):
    battle = battle_of(blue=[{"at": (5, 3), "life": Life.UNCONSCIOUS}, {"at": (8, 3)}])
    assert "4 yards from the blue fighter 2" in told(battle, GOES)


@pytest.mark.rule("W2", "W19", "W76")
def test_W2_final_damage_is_told_as_a_sum(battle_of, told):
    roll, damage = (Event.ROLLS, RED, BLUE, 11, 16, 12), (Event.DAMAGE, RED, BLUE, 5, 3)
    text = told(battle_of(), roll, damage, (Event.HITS, RED, BLUE, Level.CRITICAL, 6, 4))
    assert "final damage 16 + 3 damage + 4 Strong Attack - 12 Defense - 5 Toughness = 6" in text


@pytest.mark.rule("RW2", "W29")
@pytest.mark.parametrize(
    ("natural", "more", "total", "told_of"),
    [(17, 4, 26, "17 + 4 critical die + 5 = 26"), (4, -6, 3, "4 - 6 critical die + 5 = 3")],
)
def test_RW2_the_die_of_a_critical_is_told(battle_of, told, natural, more, total, told_of):
    die, roll = (Event.MORE, RED, NOBODY, 0, more), (Event.ROLLS, RED, BLUE, natural, total, 12)
    assert f"rolls {told_of} against" in told(battle_of(), die, roll, (Event.MISSES, RED, BLUE))


@pytest.mark.rule("RW2")
def test_RW2_the_die_of_a_critical_is_logged_before_the_roll(battle_of, loaded, events):
    battle = battle_of()
    with loaded(battle, [6, 6, 5, 2]):
        checks.wild_save(battle, RED, 1, 10)
    assert events(battle) == [
        ("more", RED, NOBODY, 0, 2, 0), ("saves", RED, NOBODY, 17, 20, 10)
    ]  # fmt: skip


@pytest.mark.rule("W55")
@pytest.mark.parametrize(("before", "told_of"), [(5, "is 3 now (-2)"), (1, "is 0 now (-1)")])
def test_W55_a_change_of_initiative_is_told_as_it_was(battle_of, told, before, told_of):
    battle = battle_of([{"initiative": before}])
    initiative.change_initiative(battle, RED, -2)
    assert told_of in told(battle)


@pytest.mark.rule("W98", "W106")
@pytest.mark.parametrize(
    ("own", "mount", "told_of"),
    [
        (17, 10, "4 more, now 21, but the 10 of the red warhorse counts (4 AP"),
        (5, 10, "4 more, now 9 (4 AP"),
    ],
)
def test_W106_the_initiative_that_counts_is_told_with_that_of_a_rider(
    battle_of, begun, act, told, own, mount, told_of
):
    red = [{**RIDERS[0], "initiative": own}, {**RIDERS[1], "initiative": mount}]
    battle = begun(battle_of(red, [{"at": (20, 8), "initiative": 1}]))
    act(battle, "seize", faces=[4])
    assert told_of in told(battle)


@pytest.mark.rule("W29", "W106")
def test_W106_the_initiative_that_counts_is_told_with_a_critical(battle_of, told):
    critical = (Event.CRITICAL, 0, 2, 1)
    moves = [(Event.INITIATIVE_MOVES, 0, 1, 2, 22, 10), (Event.INITIATIVE_MOVES, 2, -1, -2, 15, 15)]
    roll, miss = (Event.ROLLS, 0, 2, 17, 26, 30), (Event.MISSES, 0, 2)
    text = told(battle_of(RIDERS), roll, critical, *moves, miss)
    counts = "22 for the knight (the 10 of the red warhorse counts)"
    assert f"initiative {counts} and 15 for the blue fighter" in text


@pytest.mark.rule("H21", "RW11")
@pytest.mark.parametrize(
    ("state", "verb"), [({}, "goes"), ({"life": Life.UNCONSCIOUS, "posture": 2}, "falls")]
)
def test_H21_who_cannot_act_does_not_go_back(battle_of, told, state, verb):
    text = told(battle_of([state]), (Event.TURNS_BACK, RED, NOBODY, 0, 1))
    assert f"{verb} 1 yard back" in text
