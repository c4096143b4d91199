"""The record of a battle of Platemail, and the template of a scenario."""

from __future__ import annotations

from ..core.engine.battle import (
    MAP_HEIGHT,
    MAP_WIDTH,
    MAX_FIGHTERS,
    battle_dtype,
    column,
    fighter,
    fighters,
    per_fighter,
    row,
    row_masks,
)
from ..core.engine.record import bits, flag, index, member, nested, record, record_dtype, whole
from ..core.scenarios.templates import seat_dtype, template_dtype
from .actions.clauses import MOST_DETAILS, NUM_CLAUSES
from .actions.table import NEAR_SQUARES
from .enums import (
    Act,
    Condition,
    Description,
    Ending,
    Event,
    Life,
    Spell,
    Verb,
    Window,
)
from .tables import (
    ARMOUR_NAMES,
    ATTACK_BONUS_LIMIT,
    ATTRIBUTE_LIMIT,
    CAST_NAMES,
    DAZE_SIDES,
    DIE,
    LIMBS,
    MEND_USES,
    PENETRATIONS,
    PHASES,
    QUIET_LIMIT,
    SHIELD_NAMES,
    SKILL_LIMIT,
    SPELL_NAMES,
    SPRINT_STEPS,
    STOCK,
    WEAPON_NAMES,
)

LOG_CAPACITY = 200
"""Capacity of the log: all events of a round come after its last order."""
DIRECTIVES = 3
"""Directives of an order: the first action, THEN and ELSE (P7, P8)."""
MOST_STEPS = SPRINT_STEPS
"""Steps that the order of a movement can name (P14)."""
DOORS = 4
"""Doors on a map."""
WEAPONS, SHIELDS = len(WEAPON_NAMES), len(SHIELD_NAMES)
MOST = 100
"""Upper bound of Max Wounds, doses, and counts within a phase."""
MOST_WOUNDS = 10_000
"""Upper bound of a fighter's Wounds in a battle, far above any real battle."""


LEFT_LEG, RIGHT_LEG, LEFT_ARM, RIGHT_ARM = 1, 2, 4, 8
"""Bits of lost limbs (P105): results 1 to 4 of 1d4."""
NET = 1
"""Bit 0 of `entrapped`; bit 1 + n is the Bind of fighter n."""


FIGHTER = record(
    [
        whole(
            "key", "i1", 0, MAX_FIGHTERS - 1
        ),  # identifies the fighter's dice, whatever its index
        whole("strength", "i1", -ATTRIBUTE_LIMIT, ATTRIBUTE_LIMIT),  # RP1
        whole("dexterity", "i1", -ATTRIBUTE_LIMIT, ATTRIBUTE_LIMIT),
        whole("will", "i1", -ATTRIBUTE_LIMIT, ATTRIBUTE_LIMIT),
        whole("stealth", "i1", 0, SKILL_LIMIT),
        whole("perception", "i1", 0, SKILL_LIMIT),
        whole("medical", "i1", 0, SKILL_LIMIT),
        whole("attack_bonus", "i1", 0, ATTACK_BONUS_LIMIT),
        whole("max_wounds", "i1", 0, MOST),  # P42
        column("x", -1),  # square
        row("y", -1),  # square
        whole("wounds", "i2", 0, MOST_WOUNDS),  # taken, not healed (P45)
        member("life", Life),
        whole("countdown", "i1", 0, MOST),  # rounds until death (RP12)
        index("hand", WEAPONS),  # weapon in the right or both hands; UNARMED if none
        index("second", WEAPONS, -1),  # weapon in the left hand, -1 (RP19)
        index("shield", SHIELDS),  # index of shields.yaml
        index("armour", len(ARMOUR_NAMES)),  # index of armour.yaml
        index("carried_hand", WEAPONS, -1),  # the other set (RP38), -1 if there is none
        index("carried_second", WEAPONS, -1),
        index("carried_shield", SHIELDS),
        flag("loaded", "i1"),  # 0 or 1: the weapon in hand, if it needs a Reload
        flag("carried_loaded", "i1"),
        whole("stock", "i1", 0, STOCK),  # thrown weapons of the kind in hand that are left (RP38)
        whole("carried_stock", "i1", 0, STOCK),
        whole("doses", "i1", 0, MOST),  # of poison (RP21)
        flag("mounted", "i1"),  # RP44
        bits("spells", "i1", len(Spell)),  # bits of the Spells that he knows
        whole("mends", "i1", 0, MEND_USES),  # Mend left (RP23)
        member("prepared", Spell, -1),  # Spell in hand, -1 (RP37)
        fighter("focus"),  # fighter held by his Bind, -1 if none
        flag("aimed", "i1"),  # 1: his last action was Aim (P66)
        flag("prone", "i1"),  # RP10
        bits("limbs", "i1", LIMBS),  # bits of lost limbs
        bits("entrapped", "i2", 1 + MAX_FIGHTERS),  # NET and Binds (RP47)
        whole("dazed", "i1", 0, DAZE_SIDES),  # actions still to be lost (P103)
        whole("terror", "i1", 0, DAZE_SIDES),
        fighter("carrying"),  # fighter he carries, -1 if none (RP42)
        fighter("carried_by"),
        fighters("hidden_from"),  # bits of the enemies Unaware of him (RP36)
        fighters("hides_from"),  # bits of those who are, as far as he can tell (XP4)
        fighters("seen_casting"),  # bits of the enemies who have seen him cast (P19)
        fighters("struck"),  # bits of the Unaware fighters he has already attacked (P58)
        fighters("surprised"),  # bits of those who still are, as far as he can tell (XP4)
        fighters("seen_by"),  # bits of the enemies who have seen him, not his dead body (XP4)
        whole("stealth_roll", "i1", -MOST, DIE + SKILL_LIMIT),  # the last one, 0 if none (P45, P55)
        member("acted", Act),  # Act carried out in the last phase
        flag("moved", "i1"),  # in the last phase: seen by IF (RP16)
        fighters("attacked"),  # bits of his attackers in the last phase
        fighters("assailants"),  # his attackers of the phase before, while a phase is carried out
        flag("used_weapon", "i1"),
        flag("is_ward", "i1"),  # a ward: the side loses when he falls
        index("cast", len(CAST_NAMES)),  # row in the cast, for names
    ]
)

ORDER = record(
    [
        member("verb", Verb, -1, shape=(DIRECTIVES,)),  # first action, THEN, ELSE; -1
        whole("target", "i1", -1, max(Description), (DIRECTIVES,)),  # or a direction, a Spell
        whole("details", "i4", 0, MOST_DETAILS, (DIRECTIVES,)),  # steps or targets (clauses.py)
        member("condition", Condition),  # Condition; -1 not yet written
        whole("argument", "i1", -1, max(NEAR_SQUARES)),  # its fighter or threshold; -1
        flag("opportunity", "i1"),  # allows attacks of opportunity (QP11)
        flag("stand", "i1"),  # attacks in Terror if there is no escape (QP10)
        fighter("opening"),  # enemy whose openings come first, -1 if none (QP11)
        flag("opening_only", "i1"),  # takes no other openings
        whole("at_bay", "i1", -1, max(Description)),  # attacked in Terror; -1: the closest (QP10)
        flag("is_written", "i1"),  # 1: sealed
    ]
)

PHASE = record(
    [
        member("act", Act),  # Act carried out
        member("verb", Verb, -1),  # Verb of the order behind it, -1
        fighter("target"),  # its target, -1 if none
        whole("directive", "i1", -1, DIRECTIVES - 1),  # of the order that is carried out, -1
        fighter("second_target"),  # target of the second attack, -1 if none
        fighter("third_target"),  # of the third, -1: that of the second
        column("destination_x", -1),  # goal square of a movement, -1 if none
        row("destination_y", -1),
        flag("able", "i1"),  # able to act when the phase began
        flag("ready", "i1"),  # now
        whole("melee", "i1", -1, 1),  # melee attacks on him: 1 Favor, -1 Disfavor, 0
        whole("missiles", "i1", -1, 1),  # ranged attacks on him
        flag("saves", "i1"),  # 1: his saving throws have Favor (P67)
        flag("slips", "i1"),  # 1: he is safe from attacks of opportunity (P52)
        column("start_x"),  # where the phase began (P109)
        row("start_y"),
        column("from_x"),  # where the step began
        row("from_y"),
        column("next_x"),  # where the step leads
        row("next_y"),
        whole("steps", "i1", 0, SPRINT_STEPS),  # taken
        whole("left", "i1", 0, SPRINT_STEPS),  # to take
        whole("walked", "i1", 0, SPRINT_STEPS),  # steps of the order taken (P14)
        flag("clashed", "i1"),  # 1: in a Clash (RP34)
        fighters("crashed"),  # bits of the allies he crashed with (RP35)
        flag("opportunity", "i1"),  # 1: his attack of opportunity is used (P27)
        flag("loud", "i1"),  # 1: he attacks with a weapon that is not Silent (P125)
        fighter("ward"),  # fighter he guards, -1 if none
        whole("blocks", "i1", 0, MOST),  # attempts made (P72)
        whole("limit", "i1", 0, MOST),  # attempts he will make (QP7)
        flag("released", "i1"),  # 1: his spell is released
        whole("hits", "i1", 0, MOST),  # hits taken, absorbed ones too
        whole("wounds", "i1", 0, MOST, (PENETRATIONS,)),  # Wounds that hit, by Penetration (P40)
        whole("severings", "i1", 0, MOST),  # criticals that may sever a limb
        whole("daze", "i1", 0, DAZE_SIDES),  # actions lost from the next phase on
        whole("fear", "i1", 0, DAZE_SIDES),
        bits("snares", "i2", 1 + MAX_FIGHTERS),  # new bits of `entrapped`
        fighters("broken"),  # Binds whose save succeeded, until an able fighter ends them (RP47)
        flag("freed", "i1"),  # 1: freed at the phase's end
        whole("healed", "i1", 0, MOST),  # Mends received
        flag("aided", "i1"),  # 1: a Stabilize succeeded
    ]
)

BATTLE = battle_dtype(
    [
        nested("fighters", FIGHTER, (MAX_FIGHTERS,), used="num_fighters"),
        nested("orders", ORDER, (MAX_FIGHTERS,), used="num_fighters"),  # sealed (XP1)
        nested("phases", PHASE, (MAX_FIGHTERS,), used="num_fighters"),  # blank between rounds
        fighter("writer"),  # fighter who writes his order, -1: find the next one
        whole("clause", "i1", 0, NUM_CLAUSES),  # place of the next clause in `SEQUENCE`
        whole("phase", "i1", 0, PHASES),  # 1 or 2 while a phase is carried out, else 0
        whole("quiet_rounds", "i2", 0, QUIET_LIMIT),  # rounds in a row without a Wound (RP30)
        whole("width", "i1", 1, MAP_WIDTH),
        whole("height", "i1", 1, MAP_HEIGHT),
        row_masks("low"),  # low squares, a bit a column (RP40)
        row_masks("high"),  # high squares, closed doors among them
        row_masks("raised"),  # squares of high ground (P110)
        column("door_x", -1, shape=(DOORS,)),  # -1: no such door
        row("door_y", -1, shape=(DOORS,)),
        flag("has_obstacles", "i1"),
        flag("is_surveyed", "i1"),  # 1 while orders are written: the next two fields are valid
        per_fighter(fighters("concealed")),  # bits of observers from whom a fighter has Concealment
        per_fighter(fighters("covered")),  # the same for Cover (`sight.survey`)
        flag("plans_together", "i1"),  # allies see each other's orders (XP1)
        flag("full_absorb", "i1"),  # switch RP6: Penetration against the whole Absorb
    ],
    Window,
    Event,
    Ending,
    LOG_CAPACITY,
)

PERSON = record_dtype(
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
    ]
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
