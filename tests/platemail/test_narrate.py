"""The fight report: sentences for single events and for related ones."""

from __future__ import annotations

import numpy as np
import pytest

from quintain.envs.platemail.actions.table import ACTS
from quintain.envs.platemail.enums import (
    Act,
    Condition,
    Ending,
    Event,
    Failure,
    Gear,
    Mode,
    Save,
    Spell,
    State,
    Verb,
)
from quintain.envs.platemail.rules.attacks import strike
from quintain.envs.platemail.rules.guards import SPELL_WEAPON
from quintain.envs.platemail.rules.modifiers import COVERED
from quintain.envs.platemail.rules.rolls import FAVORED
from quintain.envs.platemail.state import LOG_CAPACITY
from quintain.envs.platemail.tables import IS_READY, SPELL_NAMES, WEAPON_NAMES
from quintain.envs.platemail.text import phrases
from quintain.envs.platemail.text.names import ENDINGS
from quintain.envs.platemail.text.report import narrate

pytestmark = [pytest.mark.interpreted]

RED, BLUE, NOBODY = 0, 1, -1
SWORD, DAGGER, BOW, DART = (
    WEAPON_NAMES.index(name) for name in ("sword", "dagger", "long_bow", "blowgun")
)
CAPTAIN, GUARD, ENVOY, AXEMAN, MAGE = range(5)
"""Fighters of `band`: three red, two blue."""


@pytest.fixture
def band(fight):
    """A battle of five different fighters: three red, two blue."""
    return fight(
        [{"base": "swordsman"}, {"base": "bodyguard"}, {"base": "ward"}],
        [{"base": "axeman"}, {"base": "battle_mage"}],
    )


# --- Any log --------------------------------------------------------------------------------------

PLAUSIBLE = {
    Event.ROUND: {"amount": range(1, 50)},
    Event.WOUNDED: {"what": range(1, 9), "amount": range(1, 13)},
    Event.STOPPED: {"what": range(1, 5), "amount": range(1, 4)},
    Event.HEALED: {"what": range(3), "amount": range(4)},
    **{kind: {"amount": range(1, 5)} for kind in (Event.DAZED, Event.TERROR, Event.POISONED)},
    Event.HIT: {"what": range(3), "amount": range(7)},
    Event.CRITICAL: {"what": range(1, 4), "amount": range(7)},
    Event.PHASE: {"amount": (1, 2)},
    Event.CONDITION: {"what": list(Condition), "amount": (0, 1)},
    Event.SAVE: {"what": list(Save)},
    Event.LOST: {"what": list(Act), "amount": list(Failure), "dice": range(30)},
    Event.OVER: {"what": list(Ending), "amount": (-1, 0, 1)},
    Event.ATTACK: {"what": range(SPELL_WEAPON + len(SPELL_NAMES))},
    Event.PREPARED: {"what": list(Spell)},
    Event.RELEASED: {"what": list(Spell)},
    Event.SEVERED: {"what": range(1, 5)},
    Event.LIMB_SAVED: {"what": range(1, 5)},
    Event.MOVED: {"what": range(1, 7), "amount": range(512)},
    Event.SWAPPED: {"what": range(len(WEAPON_NAMES))},
    Event.RELOADED: {"what": range(len(WEAPON_NAMES))},
    Event.AIMED: {"what": range(len(WEAPON_NAMES))},
    Event.REASONS: {"what": range(64), "amount": (-4, 0), "dice": range(5)},
    Event.UNAWARE: {"amount": range(32)},
}


def random_event(chance, size):
    """An event with fields that the rules could have given it."""
    kind = Event(int(chance.integers(1, len(Event))))
    said = PLAUSIBLE.get(kind, {})
    what = int(chance.choice(said.get("what", range(5))))
    amount = int(chance.choice(said.get("amount", range(-2, 26))))
    actor, target = (int(chance.integers(-1, size)) for _ in range(2))
    if kind == Event.CONDITION and what in (Condition.WOUNDED, Condition.NEAR):
        target = int(chance.integers(1, 4))
    if kind == Event.OVER:
        amount = int(chance.integers(0, 2)) if what in (Ending.SIDE_DOWN, Ending.WARD_DOWN) else -1
    if kind == Event.ACTION:
        verb = int(chance.integers(-1, len(Verb)))
        act = Act.DAZED if verb < 0 else int(chance.integers(0, len(Act)))
        return kind, max(actor, 0), target, verb, act, 0
    return kind, max(actor, 0), target, what, amount, int(chance.integers(0, 21))


@pytest.mark.parametrize("seed", range(60))
def test_no_log_makes_bad_sentences(band, duel, seed, write, told):
    chance = np.random.default_rng(seed)
    battle = band if seed % 3 else duel()
    battle.over = bool(seed % 2)
    size = int(battle.num_fighters)
    count = int(chance.integers(1, LOG_CAPACITY))
    assert told(battle, *(random_event(chance, size) for _ in range(count)))
    assert narrate(battle) == narrate(battle)


def test_every_table_of_words_is_complete():
    assert set(phrases.ACT_ROWS) == set(Act)
    assert set(phrases.SAVES) == set(Save)
    assert set(phrases.CONDITIONS) == set(Condition) - {Condition.ALWAYS}
    assert set(phrases.BLOWS) == set(WEAPON_NAMES)
    assert set(ENDINGS) == set(Ending)


@pytest.mark.rule("RP30")
def test_the_last_round_has_the_right_number(duel, told):
    battle = duel()
    battle.round_number, battle.over = 3, True
    for ending, number in ((Ending.SIDE_DOWN, 4), (Ending.QUIET, 3), (Ending.ROUND_LIMIT, 3)):
        battle.ending = ending
        assert told(battle, (Event.PHASE, NOBODY, NOBODY, 0, 1)).startswith(f"Round {number}, ")


# --- The sentences --------------------------------------------------------------------------------


def action(actor, verb, act, target=NOBODY, state=None):
    """The event of an order that is carried out; by default its tag says who is Ready.

    A guard is at his ward's side.
    """
    tag = State.READY * int(IS_READY[act]) + State.GUARDS * (act == Act.GUARD)
    return Event.ACTION, actor, target, verb, act, tag if state is None else state


def attack(actor, target, total, die, arm=SWORD):
    """The event of an attack roll."""
    return Event.ATTACK, actor, target, arm, total, die


def miss(actor, target, defence):
    """The event of a miss."""
    return Event.MISS, actor, target, SWORD, defence, 6


def moved(actor, x, y, steps=3):
    """The event of a movement that has ended."""
    return Event.MOVED, actor, NOBODY, steps, x + 32 * y


PHASE = (Event.PHASE, NOBODY, NOBODY, 0, 2)
FULL = action(CAPTAIN, Verb.FULL_ATTACK, Act.FULL_ATTACK, AXEMAN)
CHARGE = action(CAPTAIN, Verb.CHARGE, Act.CHARGE, AXEMAN)
BLOW, HIT = attack(CAPTAIN, AXEMAN, 17, 14), (Event.HIT, CAPTAIN, AXEMAN, 1, 0, 12)
AT_ENVOY = attack(AXEMAN, ENVOY, 14, 10)
LOST = (Event.LOST, CAPTAIN, AXEMAN, Act.FULL_ATTACK)
CLASH = (Event.CLASH, CAPTAIN, AXEMAN)
OPENING = [
    (Event.OPPORTUNITY, CAPTAIN, AXEMAN),
    attack(CAPTAIN, AXEMAN, 9, 6),
    miss(CAPTAIN, AXEMAN, 13),
]
CRITICAL = [attack(CAPTAIN, AXEMAN, 23, 20), (Event.CRITICAL, CAPTAIN, AXEMAN, 2, 1)]
WOUNDED = (Event.WOUNDED, AXEMAN, NOBODY, 2, 2)
CONCENTRATION = (Event.SAVE, MAGE, MAGE, Save.CONCENTRATION, 8, 9)
TOGETHER = {
    "headings": [(*PHASE[:4], 1), PHASE, (Event.ROUND, NOBODY, NOBODY, 0, 4)],
    "one Defends": [action(CAPTAIN, Verb.DEFEND, Act.DEFEND)],
    "those who Defend": [action(who, Verb.DEFEND, Act.DEFEND) for who in (CAPTAIN, AXEMAN, MAGE)],
    "those who Guard one": [action(who, Verb.GUARD, Act.GUARD, ENVOY) for who in (CAPTAIN, GUARD)],
    "those who Guard others": [
        action(CAPTAIN, Verb.GUARD, Act.GUARD, ENVOY),
        action(GUARD, Verb.GUARD, Act.GUARD, CAPTAIN),
    ],
    "a condition that held": [
        (Event.CONDITION, CAPTAIN, AXEMAN, Condition.REACHED, 1), PHASE, FULL, BLOW, HIT,
    ],
    "no condition": [(Event.CONDITION, CAPTAIN), PHASE, FULL, BLOW, HIT],
    "a replaced order": [
        (Event.CONDITION, CAPTAIN, NOBODY, Condition.ATTACKED, 1),
        PHASE,
        action(CAPTAIN, NOBODY, Act.DAZED),
    ],
    "a way to somebody": [action(CAPTAIN, Verb.MOVE_TO, Act.MOVE, AXEMAN), moved(CAPTAIN, 4, 3)],
    "towards somebody": [action(CAPTAIN, Verb.MOVE_TO, Act.MOVE, AXEMAN), moved(CAPTAIN, 1, 3)],
    "away": [action(CAPTAIN, Verb.MOVE_AWAY, Act.MOVE, AXEMAN), moved(CAPTAIN, 1, 3)],
    "a Charge": [CHARGE, moved(CAPTAIN, 4, 3), BLOW, HIT],
    "a Charge that is too short": [
        CHARGE, moved(CAPTAIN, 1, 3), (Event.LOST, CAPTAIN, AXEMAN, Act.CHARGE),
    ],
    "lost attacks": [FULL, LOST, LOST],
    "attacks lost in two ways": [FULL, LOST, (*LOST[:2], MAGE, *LOST[3:], Failure.OUT_OF_REACH, 3)],
    "two of three attacks lost": [
        FULL, LOST, LOST, attack(CAPTAIN, MAGE, 9, 6), miss(CAPTAIN, MAGE, 13),
    ],
    "shots lost in two ways": [
        (Event.LOST, CAPTAIN, AXEMAN, Act.RAPID_FIRE, Failure.OUT_OF_RANGE, 27),
        (Event.LOST, CAPTAIN, MAGE, Act.RAPID_FIRE, Failure.OUT_OF_SIGHT, 9),
    ],
    "one attack lost": [FULL, LOST, attack(CAPTAIN, MAGE, 9, 6), miss(CAPTAIN, MAGE, 13)],
    "several attacks": [FULL, BLOW, HIT, BLOW, miss(CAPTAIN, AXEMAN, 15)],
    "all stopped": [BLOW, HIT, (Event.STOPPED, AXEMAN, NOBODY, 1)],
    "in a Clash the shield stops nothing": [
        CLASH, attack(AXEMAN, CAPTAIN, 17, 14), (Event.HIT, AXEMAN, CAPTAIN, 1, 0, 12),
        (Event.STOPPED, CAPTAIN, NOBODY, 1),
    ],
    "a critical hit": [*CRITICAL, WOUNDED],
    "Wounds of several hits": [
        BLOW, HIT, attack(GUARD, AXEMAN, 19, 14), (Event.HIT, GUARD, AXEMAN, 1, 0, 12),
        (Event.STOPPED, AXEMAN, NOBODY, 1), (Event.WOUNDED, AXEMAN, NOBODY, 1, 4),
        (Event.DOWN, AXEMAN),
    ],
    "blocked": [AT_ENVOY, (Event.BLOCKED, GUARD, ENVOY, SWORD, 14, 10)],
    "taken": [
        AT_ENVOY, (Event.TAKEN, GUARD, ENVOY, SWORD, 13, 4), (Event.HIT, AXEMAN, GUARD, 1),
    ],
    "taken by one who is carried": [
        AT_ENVOY, (Event.TAKEN, GUARD, ENVOY, SWORD, 0, 4), (Event.HIT, AXEMAN, GUARD, 1, 0, 12),
    ],
    "let through": [
        AT_ENVOY, (Event.LET_THROUGH, GUARD, ENVOY, SWORD, 0, 3),
        attack(AXEMAN, ENVOY, 12, 8), miss(AXEMAN, ENVOY, 13),
    ],
    "an Attack of Opportunity": OPENING,
    "one in a Clash": [CLASH, *OPENING],
    "a crash": [
        (Event.SAVE, CAPTAIN, GUARD, Save.CRASH, 14, 11), (Event.CRASH, CAPTAIN, GUARD, 1),
        (Event.SAVE, GUARD, CAPTAIN, Save.CRASH, 10, 13), (Event.CRASH, GUARD, CAPTAIN, 0),
        (Event.PRONE, GUARD),
    ],
    "one who cannot defend": [attack(CAPTAIN, AXEMAN, 0, 0), (Event.HIT, CAPTAIN, AXEMAN, 1)],
    "a throw": [
        action(CAPTAIN, Verb.SHOOT, Act.RANGED_ATTACK, AXEMAN),
        attack(CAPTAIN, AXEMAN, 9, 6, DAGGER), miss(CAPTAIN, AXEMAN, 13),
    ],
    "a stab": [attack(CAPTAIN, AXEMAN, 9, 6, DAGGER), miss(CAPTAIN, AXEMAN, 13)],
    "poison": [
        attack(CAPTAIN, AXEMAN, 17, 14, DART), (Event.HIT, CAPTAIN, AXEMAN, 0, 1, 12),
        (Event.SAVE, AXEMAN, CAPTAIN, Save.POISON, 8, 8), (Event.POISONED, AXEMAN, CAPTAIN, 0, 3),
    ],
    "a limb lost": [*CRITICAL, WOUNDED, (Event.SEVERED, AXEMAN, NOBODY, 1), (Event.PRONE, AXEMAN)],
    "a limb saved": [*CRITICAL, WOUNDED, (Event.LIMB_SAVED, AXEMAN, NOBODY, 3, 0, 2)],
    "a Blast": [
        (Event.RELEASED, MAGE, CAPTAIN, Spell.BLAST),
        (Event.SAVE, CAPTAIN, MAGE, Save.BLAST, 8, 8), (Event.HIT, MAGE, CAPTAIN, 2, 2),
        (Event.SAVE, GUARD, MAGE, Save.BLAST, 15, 14), (Event.HIT, MAGE, ENVOY, 2, 2),
        (Event.WOUNDED, CAPTAIN, NOBODY, 2, 2),
    ],
    "a Bolt": [
        (Event.RELEASED, MAGE, CAPTAIN, Spell.BOLT),
        attack(MAGE, CAPTAIN, 17, 14, SPELL_WEAPON + Spell.BOLT),
        (Event.HIT, MAGE, CAPTAIN, 2, 3, 12),
    ],
    "concentration lost": [CONCENTRATION, (Event.DISRUPTED, MAGE)],
    "concentration kept": [(*CONCENTRATION[:4], 11, 9)],
    "a Mend": [(Event.STABLE, ENVOY, ENVOY)],
    "Stabilize": [(Event.STABLE, GUARD, ENVOY, 0, 14, 12)],
    "cut free": [(Event.FREED, GUARD, ENVOY)],
    "gets free": [(Event.FREED, GUARD, GUARD)],
    "a Bind ends": [(Event.FREED, MAGE, ENVOY)],
    "death by a blow": [(Event.WOUNDED, ENVOY, NOBODY, 1, 5), (Event.DEAD, ENVOY)],
    "set down before the walk": [
        action(GUARD, Verb.RESCUE, Act.RESCUE, ENVOY),
        (Event.SET_DOWN, GUARD, ENVOY), moved(GUARD, 4, 6),
    ],
    "carried by another": [
        action(GUARD, Verb.RESCUE, Act.RESCUE, ENVOY), moved(GUARD, 4, 6), PHASE,
        (Event.SET_DOWN, CAPTAIN, ENVOY),
    ],
    "those in hiding": [(Event.HIDES, AXEMAN, NOBODY, 0, 12), (Event.HIDES, MAGE, NOBODY, 0, 15)],
    **{
        f"no shot: {failure.name}": [
            (Event.LOST, CAPTAIN, AXEMAN, Act.RANGED_ATTACK, failure, 27)
        ]
        for failure in Failure
    },
    "a roll with many reasons": [
        (Event.REASONS, CAPTAIN, AXEMAN, 29, -4, 2), attack(CAPTAIN, AXEMAN, 9, 14),
        miss(CAPTAIN, AXEMAN, 12),
    ],
    "one let through is rolled again for the same reasons": [
        (Event.REASONS, AXEMAN, ENVOY, 1, 0, 0), attack(AXEMAN, ENVOY, 17, 14),
        (Event.LET_THROUGH, GUARD, ENVOY, SWORD, 13, 3),
        attack(AXEMAN, ENVOY, 11, 8), miss(AXEMAN, ENVOY, 13),
    ],
    "a Ready fighter stops early": [
        (Event.REASONS, GUARD, CAPTAIN, 1, 0, 0), (Event.SAVE, GUARD, CAPTAIN, Save.CRASH, 10, 7),
        (Event.CRASH, GUARD, CAPTAIN, 0),
    ],
    "Concentration after two hits": [
        (Event.REASONS, MAGE, MAGE, 0, 0, 1), (Event.SAVE, MAGE, MAGE, Save.CONCENTRATION, 9, 12),
    ],
    "a Clash before the first step": [CHARGE, CLASH, BLOW, HIT],
    "an Entrapped fighter's order": [
        action(CAPTAIN, Verb.MOVE_TO, Act.MOVE, AXEMAN, State.ENTRAPPED),
        (Event.FREED, GUARD, CAPTAIN),
    ],
    "one who falls first": [
        action(AXEMAN, Verb.STAND_UP, Act.MOVE), (Event.WOUNDED, AXEMAN, NOBODY, 4, 4),
        (Event.DOWN, AXEMAN),
    ],
    "those who Aim": [(Event.AIMED, AXEMAN), (Event.AIMED, MAGE)],
}  # fmt: skip
"""Related events that share a sentence."""
SPREAD = {
    kind: {field: list(values)[:60] for field, values in said.items()}
    for kind, said in PLAUSIBLE.items()
} | {
    Event.CONDITION: {"what": [Condition.ALWAYS]},
    Event.MOVED: {"what": [1], "amount": [0]},
    Event.STABLE: {"amount": [14], "dice": [12]},
    Event.FAILED_TO_STABILIZE: {"amount": [9]},
    Event.HIT: {"what": [1], "amount": [0, 2]},
    Event.ROUND: {"amount": [1]},
    Event.WOUNDED: {"what": [1, 2], "amount": [2, 5]},
    Event.SAVE: {"what": list(Save), "amount": [8, 14], "dice": [9]},
    Event.OVER: {"what": list(Ending), "amount": [0]},
    Event.LOST: {"what": list(Act), "amount": [Failure.NONE, Failure.OUT_OF_REACH], "dice": [3]},
}


@pytest.mark.golden
@pytest.mark.rule("P3", "P4", "P8", "P24", "P28", "P34", "P36", "P39", "P43", "P47", "P50", "P60")
@pytest.mark.rule("P63", "P67", "P68", "P70", "P71", "P82", "P83", "P87", "P105", "P123", "RP12")
@pytest.mark.rule("RP16", "RP23", "RP29", "RP31", "RP32", "RP48")
def test_sentences(sentences, band):
    sentences.of_kinds(
        band, [kind for kind in Event if kind not in (Event.NONE, Event.REASONS)], SPREAD
    )
    for verb in Verb:
        target = 2 if verb in (Verb.MOVE_STRAIGHT, Verb.PREPARE) else AXEMAN
        for about in (target, NOBODY):
            order = action(CAPTAIN, verb, int(ACTS[verb]), about)
            sentences.of(band, order, title=f"{verb.name} alone, of {about}")
    for condition in phrases.CONDITIONS:
        for holds in (0, 1):
            asked = (Event.CONDITION, CAPTAIN, AXEMAN, condition, holds)
            sentences.of(band, asked, PHASE, FULL, title=f"{condition.name}, {holds}")
    for title, events in TOGETHER.items():
        sentences.of(band, *events, title=title)
    stands, told = sentences.compare()
    assert stands == told, "make golden"


@pytest.mark.rule("P38", "P39")
@pytest.mark.parametrize(("gear", "stops"), [
    (Gear.ARMOUR, "the armour stops it"), (Gear.SHIELD, "the shield stops it"),
    (Gear.ARMOUR + Gear.SHIELD, "armour and shield stop it"),
])  # fmt: skip
def test_P39_the_report_names_the_gear_that_the_log_does(duel, told, gear, stops):
    blow = [attack(RED, BLUE, 17, 14), (Event.HIT, RED, BLUE, 1, 0)]
    assert stops in told(duel(), *blow, (Event.STOPPED, BLUE, NOBODY, 1, gear))


@pytest.mark.rule("P81", "RP42")
def test_P81_only_who_has_picked_somebody_up_carries(band, told):
    order = [action(GUARD, Verb.RESCUE, Act.RESCUE, ENVOY), moved(GUARD, 4, 6), PHASE]
    assert "carries" in told(band, *order, (Event.SET_DOWN, GUARD, ENVOY))
    assert "carries" not in told(band, *order, (Event.SET_DOWN, CAPTAIN, ENVOY))


@pytest.mark.rule("P122")
def test_P122_only_the_entrapped_struggle(band, told):
    order = action(CAPTAIN, Verb.CUT_FREE, int(ACTS[Verb.CUT_FREE]))
    assert "no need" in told(band, order)
    band.fighters[CAPTAIN].entrapped = 1
    assert "does not get free" in told(band, order)


@pytest.mark.rule("P22", "P23", "P30")
@pytest.mark.parametrize(
    ("bits", "named"),
    [
        (1, "14 + 3 Favor = 17"),
        (2, "14 - 3 Disfavor + 6 = 17"),
        (4, "14 - 2 Cover + 5 = 17"),
        (7, "14 - 2 Cover + 5 = 17 (Favor and Disfavor cancel)"),
        (24, "14 - 2 two weapons + 2 high ground + 3 = 17"),
        (0, "14 + 3 = 17"),
    ],
)  # fmt: skip
def test_P22_the_reasons_of_a_roll_are_named(band, told, bits, named):
    reasons = [(Event.REASONS, CAPTAIN, AXEMAN, bits)] if bits else []
    text = told(band, FULL, *reasons, BLOW, HIT)
    assert f"with {named} against Defense 12 hits" in text
    again = told(band, FULL, *reasons, BLOW, HIT, attack(CAPTAIN, AXEMAN, 16, 13), HIT)
    assert "another with 13 + 3 = 16 against" in again


@pytest.mark.rule("P22", "P23", "P30", "P61")
def test_P22_reasons_are_logged_before_the_roll(fight, loaded, events):
    red = [{"at": (4, 3), "phase": {"act": Act.FULL_ATTACK, "able": 1, "target": 1}}]
    blue = [{"at": (5, 3), "phase": {"melee": 1}, "prone": 1, "shield": "tower_shield"}]
    battle = fight(red, blue)
    with loaded(battle, [2]):
        strike(battle, 0, 1, SWORD, Mode.MELEE, 1)
    assert [event[:4] for event in events(battle)][:2] == [
        ("reasons", 0, 1, FAVORED | COVERED), ("attack", 0, 1, SWORD)
    ]  # fmt: skip


@pytest.mark.rule("P56", "RP36")
def test_P56_the_report_says_who_is_unaware(band, told):
    text = told(band, (Event.UNAWARE, CAPTAIN, NOBODY, 0, 1 << AXEMAN | 1 << MAGE))
    assert "are Unaware of the" in text
    assert "is Unaware of the" in told(band, (Event.UNAWARE, CAPTAIN, NOBODY, 0, 1 << AXEMAN))
    assert "obody is Unaware of" in told(band, (Event.UNAWARE, CAPTAIN, NOBODY, 0, 0))


@pytest.mark.rule("P107", "P45", "RP19", "P62", "P88")
def test_P107_every_modifier_of_an_attack_is_logged(fight, loaded, events):
    bow = {"hand": "long_bow", "strength": 2, "wounds": 2, "phase": {"act": Act.RANGED_ATTACK}}
    battle = fight([{"at": (4, 3), **bow}], [{"at": (14, 3)}])
    for actor in range(2):
        phase, fighter = battle.phases[actor], battle.fighters[actor]
        phase.start_x, phase.start_y = fighter.x, fighter.y
    with loaded(battle, [12]):
        strike(battle, 0, 1, BOW, Mode.MISSILE, 1)
    assert events(battle)[:2] == [
        ("reasons", 0, 1, 0, -2, 2), ("attack", 0, 1, BOW, 8, 12)
    ]  # fmt: skip


@pytest.mark.rule("P86", "P88")
def test_P86_a_Clash_comes_after_the_orders_of_both(band, told):
    flight = action(AXEMAN, Verb.SPRINT_AWAY, Act.SPRINT, GUARD)
    text = told(band, CHARGE, flight, CLASH, BLOW, HIT)
    assert "sets out to Charge at" in text
    assert "sets out to Sprint away from" in text
    assert text.index("sets out") < text.index("Clash")


@pytest.mark.rule("RP31", "P108", "P31")
@pytest.mark.parametrize(
    ("failure", "why"),
    [
        (Failure.OUT_OF_RANGE, ": the axeman is 135 feet away, out of range."),
        (Failure.OUT_OF_SIGHT, ": the axeman is out of sight."),
        (Failure.NOT_LOADED, ": the crossbow is not loaded."),
    ],
)
def test_RP31_a_lost_shot_has_a_reason(band, told, failure, why):
    assert told(band, (Event.LOST, CAPTAIN, AXEMAN, Act.RANGED_ATTACK, failure, 27)).endswith(why)


@pytest.mark.rule("P61", "RP31")
def test_RP31_attacks_that_are_lost_together_are_told_together(band, told):
    far = (Event.LOST, CAPTAIN, AXEMAN, Act.FULL_ATTACK, Failure.OUT_OF_REACH, 2)
    gone = (Event.LOST, CAPTAIN, MAGE, Act.FULL_ATTACK, Failure.TARGET_DEAD)
    text = told(band, FULL, far, far, gone)
    assert text.count("Full Attack") == 1
    why = "axeman is 10 feet away, out of reach, and the blue battle mage is dead."
    assert text.endswith(f"makes a Full Attack, but the blue {why}")


@pytest.mark.rule("RP10", "RP47")
def test_RP47_the_Entrapped_do_not_get_up(band, told):
    order = action(CAPTAIN, Verb.STAND_UP, Act.MOVE, state=State.ENTRAPPED)
    assert "does not get up, being Entrapped." in told(band, order)
