"""What an Arbiter of Platemail has to remember: the battle record and the scenario template."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..core.battle import MAP_HEIGHT, MAX_FIGHTERS, battle_dtype
from ..core.templates import seat_dtype, template_dtype
from .tables import PENETRATIONS, SPELL_NAMES

LOG_CAPACITY = 200
"""Events of one round: everything of a round happens after its last order."""
CLAUSES = 3
"""Directives of an order: the first action, THEN and ELSE (P7, P8)."""
DOORS = 4
"""Doors on a map."""


class Window(IntEnum):
    """The clauses of an order, in the order in which they are written (QP1 to QP5, QP10, QP11)."""

    NONE = 0
    FIRST = 1  # the first action (P7)
    CONDITION = 2  # IF (P8, RP16)
    THEN = 3  # the second action, or that of the condition
    ELSE = 4  # the action if the condition fails
    STANDING = 5  # attacks of opportunity, and a stand in Terror, where they matter (QP10, QP11)


class Event(IntEnum):
    """What is written into the log; narrate.py says each in a sentence."""

    NONE = 0
    ROUND = 1  # amount: the round's number, from 1
    PHASE = 2  # amount: 1 or 2
    CONDITION = 3  # actor; what: the condition's kind; target: its argument; amount: 1 it holds
    ACTION = 4  # actor, target; what: Verb; amount: Act that is carried out
    MOVED = 5  # actor; what: steps; amount: x + 32 * y, where he stands now
    CLASH = 6  # actor, target
    CRASH = 7  # actor, target; what: 1 the actor stays up (his SAVE stands before it)
    OPPORTUNITY = 8  # actor attacks target as it leaves
    ATTACK = 9  # actor, target; what: weapon, or SPELL_WEAPON + spell; amount: total; dice: die
    MISS = 10  # what: as of ATTACK; amount: the Defense that stopped it; dice: die
    HIT = 11  # what: Wounds; amount: Penetration; dice: the Defense it beat, 0 without a roll
    CRITICAL = 12  # the same
    BLOCKED = 13  # actor guards target; what: as of ATTACK; amount: total; dice: die
    TAKEN = 14  # actor takes the blow meant for target (P71, P81); dice: the even die
    LET_THROUGH = 15  # actor guards target, in vain; dice: the odd die
    LOST = 16  # actor's order cannot be carried out (RP31); what: Act
    SAVE = 17  # actor; what: Save; amount: total; dice: die
    WOUNDED = 18  # actor; what: Wounds taken; amount: Wounds in all
    STOPPED = 19  # actor; what: Wounds stopped by armour and shield (P38)
    DOWN = 20  # actor falls Unconscious (P46)
    DEAD = 21
    DAZED = 22  # actor; amount: actions
    TERROR = 23  # actor; amount: actions
    ENTRAPPED = 24  # actor; what: 0 net, 1 Bind
    FREED = 25  # actor frees target (or himself)
    SEVERED = 26  # actor; what: limb 1 to 4 (P105)
    LIMB_SAVED = 27  # actor; what: limb; dice: die (P135)
    POISONED = 28  # actor; amount: actions
    PRONE = 29  # actor
    STOOD_UP = 30
    PREPARED = 31  # actor; what: spell (for his own side's eyes)
    RELEASED = 32  # actor, target; what: spell
    DISRUPTED = 33  # actor: preparation or focus lost
    HEALED = 34  # actor, target; amount: Wounds left
    STABLE = 35  # actor, target; amount: total; dice: die
    FAILED_TO_STABILIZE = 36
    HIDES = 37  # actor; amount: Stealth roll; dice: die
    REVEALED = 38  # actor
    RELOADED = 39
    SWAPPED = 40  # actor; what: weapon in hand now
    DOOR = 41  # actor; what: 1 open
    PICKED_UP = 42  # actor carries target
    SET_DOWN = 43
    AIMED = 44
    OVER = 45  # what: Ending; amount: the winner's side, -1 nobody's


class Save(IntEnum):
    """What a saving throw is against (RP2)."""

    CONCENTRATION = 0  # Will (RP3)
    CRASH = 1  # Dexterity (P83)
    BLAST = 2  # Dexterity
    FEAR = 3  # Will
    BIND = 4  # Strength
    POISON = 5  # Strength (RP21)


class Ending(IntEnum):
    """Why a battle ended, in the order in which it is asked (RP30)."""

    NONE = 0
    BOTH_SIDES_DOWN = 1
    SIDE_DOWN = 2
    WARD_DOWN = 3
    ROUND_LIMIT = 4
    QUIET = 5


class Life(IntEnum):
    """How far down a fighter is (P46 to P49)."""

    ABLE = 0
    FATALLY_WOUNDED = 1
    STABLE = 2
    DEAD = 3


LEFT_LEG, RIGHT_LEG, LEFT_ARM, RIGHT_ARM = 1, 2, 4, 8
"""Bits of the limbs that are lost (P105): of 1d4, 1 to 4."""
NET = 1
"""Bit 0 of `entrapped`; bit 1 + n is the Bind of fighter n."""


FIGHTER = np.dtype(
    (
        np.record,
        [
            ("key", "i1"),  # 0..11, names the fighter's dice whatever its number
            ("strength", "i1"),  # -3..3 (RP1)
            ("dexterity", "i1"),
            ("will", "i1"),
            ("stealth", "i1"),  # 0..3
            ("perception", "i1"),
            ("medical", "i1"),
            ("attack_bonus", "i1"),  # 0..4
            ("max_wounds", "i1"),  # P42
            ("x", "i1"),  # square, 0..31
            ("y", "i1"),  # square, 0..15
            ("wounds", "i2"),  # taken, not healed (P45)
            ("life", "i1"),  # Life
            ("countdown", "i1"),  # rounds until death (RP12)
            ("hand", "i1"),  # weapon in the right or both hands; UNARMED if none
            ("second", "i1"),  # weapon in the left hand, -1 (RP19)
            ("shield", "i1"),  # index of shields.yaml
            ("armour", "i1"),  # index of armour.yaml
            ("carried_hand", "i1"),  # the other set (RP38), -1 if there is none
            ("carried_second", "i1"),
            ("carried_shield", "i1"),
            ("loaded", "i1"),  # 0 or 1: the weapon in hand, if it needs a Reload
            ("carried_loaded", "i1"),
            ("stock", "i1"),  # thrown weapons of the kind in hand that are left (RP38)
            ("carried_stock", "i1"),
            ("doses", "i1"),  # of poison (RP21)
            ("mounted", "i1"),  # RP44
            ("spells", "i1"),  # bits of Spell that he knows
            ("mends", "i1"),  # Mend left (RP23)
            ("prepared", "i1"),  # Spell in hand, -1 (RP37)
            ("focus", "i1"),  # whom his Bind holds, -1
            ("aimed", "i1"),  # 1: his last action was Aim (P66)
            ("prone", "i1"),  # RP10
            ("limbs", "i1"),  # bits of those lost
            ("entrapped", "i2"),  # NET and Binds (RP47)
            ("dazed", "i1"),  # actions still to be lost (P103)
            ("terror", "i1"),
            ("carrying", "i1"),  # whom he carries, -1 (RP42)
            ("carried_by", "i1"),
            ("hidden_from", "i2"),  # bits of the enemies Unaware of him (RP36)
            ("struck", "i2"),  # bits of the Unaware whom he has attacked already (P58)
            ("stealth_roll", "i1"),  # the last one (P55)
            ("moved", "i1"),  # in the last phase: seen by IF (RP16)
            ("attacked", "i2"),  # bits of those who attacked him in it
            ("assailants", "i2"),  # the same of the phase before, while one is carried out
            ("used_weapon", "i1"),
            ("is_ward", "i1"),  # the side loses with him
            ("cast", "i1"),  # index of cast.yaml: for names only
        ],
    )
)

ORDER = np.dtype(
    (
        np.record,
        [
            ("verb", "i1", (CLAUSES,)),  # Verb of the first action, THEN, ELSE; -1 not yet written
            ("target", "i1", (CLAUSES,)),  # a fighter's number, a description, a direction; -1
            ("condition", "i1"),  # Condition; -1 not yet written
            ("argument", "i1"),  # its fighter or threshold; -1
            ("opportunity", "i1"),  # takes attacks of opportunity (QP11)
            ("stand", "i1"),  # attacks in Terror where there is no escape (QP10)
            ("is_written", "i1"),  # 1: sealed
        ],
    )
)

PHASE = np.dtype(
    (
        np.record,
        [
            ("act", "i1"),  # Act carried out
            ("verb", "i1"),  # Verb of the order behind it, -1
            ("target", "i1"),  # the fighter it is about, -1
            ("second_target", "i1"),  # of the second attack, -1
            ("destination_x", "i1"),  # of a way to a square, -1
            ("destination_y", "i1"),
            ("able", "i1"),  # able to act when the phase began
            ("ready", "i1"),  # now
            ("melee", "i1"),  # melee attacks on him: 1 Favor, -1 Disfavor, 0
            ("missiles", "i1"),  # ranged attacks on him
            ("saves", "i1"),  # 1: his saving throws have Favor (P67)
            ("slips", "i1"),  # 1: nobody has an attack of opportunity on him (P52)
            ("start_x", "i1"),  # where the phase began (P109)
            ("start_y", "i1"),
            ("from_x", "i1"),  # where the step began
            ("from_y", "i1"),
            ("next_x", "i1"),  # where the step leads
            ("next_y", "i1"),
            ("steps", "i1"),  # taken
            ("left", "i1"),  # to take
            ("clashed", "i1"),  # 1: in a Clash (RP34)
            ("crashed", "i2"),  # bits of the allies he has crashed with (RP35)
            ("opportunity", "i1"),  # 1: his attack of opportunity is used (P27)
            ("ward", "i1"),  # whom he guards, -1
            ("blocks", "i1"),  # attempts made (P72)
            ("limit", "i1"),  # attempts he will make (QP7)
            ("released", "i1"),  # 1: his spell is released
            ("hits", "i1"),  # hits taken, absorbed ones too
            ("wounds", "i1", (PENETRATIONS,)),  # Wounds that hit, by Penetration (P40)
            ("severings", "i1"),  # criticals that may sever a limb
            ("daze", "i1"),  # actions lost from the next phase on
            ("fear", "i1"),
            ("snares", "i2"),  # new bits of `entrapped`
            ("broken", "i2"),  # Binds whose save is made, until somebody able ends them (RP47)
            ("freed", "i1"),  # 1: freed at the phase's end
            ("healed", "i1"),  # Mends received
            ("aided", "i1"),  # 1: a Stabilize succeeded
        ],
    )
)

BATTLE = battle_dtype(
    [
        ("fighters", FIGHTER, (MAX_FIGHTERS,)),
        ("orders", ORDER, (MAX_FIGHTERS,)),  # sealed until the round is carried out (XP1)
        ("phases", PHASE, (MAX_FIGHTERS,)),  # of the phase at hand; zeros between rounds
        ("writer", "i1"),  # who writes his order, -1 if the next one is to be found
        ("clause", "i1"),  # Window of the next clause to be written
        ("phase", "i1"),  # 1 or 2 while a phase is carried out, else 0
        ("quiet_rounds", "i2"),  # in a row without a Wound taken (RP30)
        ("width", "i1"),  # 1..32
        ("height", "i1"),  # 1..16
        ("low", "i4", (MAP_HEIGHT,)),  # low squares, a bit a column (RP40)
        ("high", "i4", (MAP_HEIGHT,)),  # high squares, closed doors among them
        ("raised", "i4", (MAP_HEIGHT,)),  # squares of high ground (P110)
        ("door_x", "i1", (DOORS,)),  # -1: no such door
        ("door_y", "i1", (DOORS,)),
        ("has_obstacles", "i1"),
        ("is_surveyed", "i1"),  # 1 while orders are written: nobody moves, the next two hold
        ("concealed", "i2", (MAX_FIGHTERS,)),  # bits of those from whom a fighter has Concealment
        ("covered", "i2", (MAX_FIGHTERS,)),  # and Cover (sight.py: survey)
        ("plans_together", "i1"),  # allies see each other's orders (XP1)
        ("full_absorb", "i1"),  # switch RP6: Penetration against the whole Absorb
    ],
    log_capacity=LOG_CAPACITY,
)

PERSON = np.dtype(
    (
        np.record,
        [
            ("strength", "i1"),
            ("dexterity", "i1"),
            ("will", "i1"),
            ("stealth", "i1"),
            ("perception", "i1"),
            ("medical", "i1"),
            ("attack_bonus", "i1"),
            ("max_wounds", "i1"),
            ("hand", "i1"),
            ("second", "i1"),
            ("shield", "i1"),
            ("armour", "i1"),
            ("carried_hand", "i1"),
            ("carried_second", "i1"),
            ("carried_shield", "i1"),
            ("doses", "i1"),
            ("mounted", "i1"),
            ("spells", "i1"),
            ("cast", "i1"),
        ],
    )
)

SEAT = seat_dtype(
    [
        ("hidden", "i1"),  # begins in hiding (RP48)
        ("is_ward", "i1"),
    ]
)

TEMPLATE = template_dtype(
    PERSON,
    SEAT,
    [
        ("raised", "i4", (MAP_HEIGHT,)),
        ("door_x", "i1", (DOORS,)),
        ("door_y", "i1", (DOORS,)),
        ("plans_together", "i1"),
        ("full_absorb", "i1"),
    ],
)

assert len(SPELL_NAMES) < 8, "spells are bits of one byte"
