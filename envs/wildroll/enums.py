"""Enumerations of Wildroll: the book's terms, actions, windows, steps, events."""

from __future__ import annotations

from enum import IntEnum

from ..core.compiler.bits import set_of


class Attribute(IntEnum):
    """Attributes (RW3)."""

    STRENGTH = 0
    DEXTERITY = 1
    VITALITY = 2
    SPEED = 3
    REASON = 4
    LORE = 5
    PERSONA = 6
    PERCEPTION = 7


class Skill(IntEnum):
    """Skills that a battle asks for (W21 to W27, W52, W56, W69, W71, W95, W99, W106)."""

    MELEE = 0
    AIM = 1
    ARCANA = 2
    ATHLETICS = 3
    REFLEX = 4
    RESISTANCE = 5
    STEALTH = 6
    DECEPTION = 7
    HEALING = 8
    NATURE = 9
    ACROBATICS = 10


class Specialisation(IntEnum):
    """Specialisations: the weapon groups first, then those of the other skills."""

    UNARMED = 0
    BLADE = 1
    AXE = 2
    MACE = 3
    SPEAR = 4
    GREAT = 5
    BOW = 6
    CROSSBOW = 7
    POWER = 8
    JUMPING = 9
    CLIMBING = 10
    SWIMMING = 11
    RUNNING = 12
    AGILITY = 13
    INITIATIVE = 14
    FORTITUDE = 15
    WILLPOWER = 16
    HIDING = 17
    OBSERVATION = 18
    WOUNDS = 19
    RIDING = 20
    BALANCE = 21
    GYMNASTICS = 22
    FIRE = 23
    FORCE = 24
    LIFE = 25


class Level(IntEnum):
    """Wound levels, and what lies below and above them (W1, RW33)."""

    NONE = 0
    LIGHT = 1
    MODERATE = 2
    SEVERE = 3
    CRITICAL = 4
    FATAL = 5
    DEATH = 6  # a wound that finds the fatal slot full (RW33)


class Npc(IntEnum):
    """Kinds of NPC with a simplified wound track (W10)."""

    NOT = 0
    MINION = 1
    STANDARD = 2
    ELITE = 3


class Posture(IntEnum):
    """Postures (W30, W82)."""

    STANDING = 0
    CROUCHING = 1
    PRONE = 2


class Defence(IntEnum):
    """Defenses (W35 to W41, W112)."""

    MELEE = 0
    RANGED = 1
    POWER = 2
    AGILITY = 3
    FORTITUDE = 4
    WILLPOWER = 5


class Condition(IntEnum):
    """Conditions that can be treated, in the book's order (W100, RW12)."""

    BLEEDING = 0
    BURNING = 1
    HOBBLED = 2
    POISONED = 3


class Water(IntEnum):
    """How deep the water of a ground is (W68)."""

    DRY = 0
    KNEE = 1
    WAIST = 2
    DEEP = 3


class Container(IntEnum):
    """Where an item is stowed (W81)."""

    SCABBARD = 0
    POUCH = 1
    SACK = 2


class Act(IntEnum):
    """Actions and reactions, in the book's order (W72 to W106)."""

    NONE = 0
    NONLETHAL = 1
    QUICK = 2
    REBUFF = 3
    STANDARD = 4
    STRONG = 5
    FIRE_BOLT = 6
    FORCE_SHIELD = 7
    HEAL = 8
    DEFEND = 9
    HARRY = 10
    READY = 11
    RETRIEVE = 12
    STOW = 13
    POSTURE = 14
    OPENING = 15  # Create an Opening
    ENTER = 16  # Enter Occupied Space
    ESCAPE = 17
    MOUNT = 18
    DISMOUNT = 19
    DASH = 20
    CLING = 21
    DRAG = 22
    GRAPPLE = 23
    INTERPOSE = 24
    PIN = 25
    END_EFFECT = 26  # End a Magical Effect
    DISARM = 27
    DISTRACT = 28
    SHOVE = 29
    TRIP = 30
    SEIZE = 31  # Seize Initiative
    STABILIZE = 32
    TREAT_CONDITION = 33
    TREAT_WOUND = 34
    DOOR = 35
    POTION = 36
    CHARM = 37  # activate a magical device
    RELOAD = 38
    PICK_UP = 39
    SURFACE = 40
    CALM = 41  # regain control of a mount
    JUMP = 42
    WAY = 43  # movement, which is no action (TW8)


WEAPON_ATTACKS = set_of(Act.NONLETHAL, Act.QUICK, Act.REBUFF, Act.STANDARD, Act.STRONG)
"""Attacks with the weapon of a slot (W72 to W76)."""
ATTACKS = WEAPON_ATTACKS | set_of(Act.FIRE_BOLT, Act.GRAPPLE)
"""Actions that go through the steps of an attack (W72 to W76, W88, RW19)."""
MELEE_ROLLS = WEAPON_ATTACKS | set_of(Act.OPENING, Act.GRAPPLE)
"""Actions that roll as a melee attack does (W83, W88); a Standard Attack may also be a shot."""
HINDRANCES = set_of(Act.DISARM, Act.DISTRACT, Act.SHOVE, Act.TRIP)
"""The four actions of Hinder (W94 to W97)."""


ATTRIBUTE_NAMES = tuple(attribute.name.lower() for attribute in Attribute)
SKILL_NAMES = tuple(skill.name.lower() for skill in Skill)
SPECIALISATION_NAMES = tuple(one.name.lower() for one in Specialisation)
NPC_NAMES = tuple(npc.name.lower() for npc in Npc)
ACT_NAMES = tuple(act.name.lower() for act in Act)
NONE = -1
"""No item, no charm, no fighter."""


class Window(IntEnum):
    """The kinds of decision (QW1 to QW12)."""

    NONE = 0
    TURN = 1  # the next action or way, or the end of the turn (QW1, QW5, QW10, QW12)
    INTERRUPT = 2  # act out of turn or not (QW2, QW3)
    LONG = 3  # go on paying for a long action or give it up (QW11)
    REBUFF = 4  # strike at who approaches (QW4)
    HARRY = 5  # hinder who shoots (QW4)
    CLING = 6  # hold on to who leaves (QW4)
    SPLIT = 7  # follow it or hold it back (QW8)
    INTERPOSE = 8  # put somebody one grapples before the blow (QW4)
    READIED = 9  # take the readied action (QW4)
    FLANKED = 10  # ignore one of those who flank (QW4, QW5)
    DEFENCE = 11  # which Defense of Defend (QW6)
    DISARMED = 12  # Agility Defense or a check of one's own (QW9)
    LEVEL = 13  # wound level of a nonlethal hit (QW7)
    KNOCK_OUT = 14  # how a nonlethal hit knocks out (QW7)
    DIRECTION = 15  # where a Shove goes (QW9)
    DISTANCE = 16  # how far (QW9)
    MANNER = 17  # with which weapon, which mount, to which side (W83, W86, W88, W94)
    STEP = 18  # the next yard of a walk step by step, or stop (W65)


WINDOWS_WITHIN_ACTION = set_of(
    Window.SPLIT,
    Window.DEFENCE,
    Window.DISARMED,
    Window.LEVEL,
    Window.KNOCK_OUT,
    Window.DIRECTION,
    Window.DISTANCE,
    Window.MANNER,
    Window.STEP,
)
"""Windows that ask how the action under way goes on (QW6 to QW9)."""


class Stage(IntEnum):
    """Where the play stands between two actions (turn.py, TW1 to TW7)."""

    ROUND_START = 0  # AP for all, order of turns (TW1)
    CHOOSE = 1  # whose turn is next (TW5)
    TURN_START = 2  # what ends at its start; others may interrupt (TW3)
    LONG = 3  # a long action goes on or not (TW6)
    TURN = 4  # actions and ways (TW2)
    TURN_END = 5  # others may interrupt (TW3)
    TURN_OVER = 6  # AP again (TW2)
    ROUND_END = 7  # TW7


class Role(IntEnum):
    """Why a fighter acts."""

    TURN = 0  # in its own turn
    INTERRUPT = 1  # out of turn (W57)
    REACTION = 2  # on a trigger (W60)


class Step(IntEnum):
    """Steps of the actions under way, in their order; each action goes through some of them."""

    DECLARED = 0  # others may interrupt and cancel it (W58, W59)
    ANSWERED = 1  # readied actions answer the declaration (RW38)
    TAKES_PLACE = 2  # still possible, and paid for
    HARRIED = 3  # Harry (RW29)
    INTERPOSED = 4  # Interpose (W91)
    DEFENDED = 5  # the Defense of Defend (RW27)
    ROLL = 6
    DAMAGE = 7
    LEVEL = 8  # the wound level of a nonlethal hit
    WOUND = 9
    FALL = 10  # how a nonlethal hit knocks out
    OPPOSED = 11  # Disarm: the defender chooses
    EFFECT = 12  # an action that is no attack takes effect
    DIRECTION = 13  # of a Shove
    DISTANCE = 14
    SET_OUT = 15  # of a way, a push or a drag: the next yard
    APPROACHED = 16  # Rebuff
    CLUNG = 17  # Cling
    GO = 18  # the yard is gone
    GONE = 19  # grips tear, the hidden are found, flanks change (W32, RW34, H26)
    PASSED = 20  # readied actions answer the yard (RW38)
    RESOLVED = 21  # others may interrupt (W58)
    ENDED = 22  # readied actions answer the end of the action (RW38)
    OVER = 23


DECLARATION_STEPS = set_of(Step.DECLARED, Step.ANSWERED, Step.TAKES_PLACE)
"""Steps before the action is paid for and takes place."""
ATTACK_STEPS = set_of(
    Step.HARRIED,
    Step.INTERPOSED,
    Step.DEFENDED,
    Step.ROLL,
    Step.DAMAGE,
    Step.LEVEL,
    Step.WOUND,
    Step.FALL,
)
STEPS_BEFORE_ROLL = DECLARATION_STEPS | set_of(Step.HARRIED, Step.INTERPOSED, Step.DEFENDED)
"""Steps of an attack before its roll."""
EFFECT_STEPS = set_of(Step.OPPOSED, Step.EFFECT, Step.DIRECTION, Step.DISTANCE)
"""Steps of an action that is no attack."""
MOVEMENT_STEPS = set_of(Step.SET_OUT, Step.APPROACHED, Step.CLUNG, Step.GO, Step.GONE, Step.PASSED)


class Life(IntEnum):
    """Alive, unconscious or dead (RW11)."""

    ALIVE = 0
    UNCONSCIOUS = 1
    DEAD = 2


class Event(IntEnum):
    """Events of the log; `text` says each in a sentence."""

    NONE = 0
    INITIATIVE = 1  # amount: total; what: 1 surprised
    ROUND = 2
    TURN = 3
    GAINS = 4  # amount: AP
    DECLARES = 5  # what: Act; amount: its argument; dice: Role
    # actor acts out of turn, while target is active; what: Act; dice: Act under way, amount: its
    # Step, or the Stage where there is none
    INTERRUPTS = 6
    CANCELLED = 7  # what: Act; amount: 1 of a long action; target: the fighter who cancelled it
    FAILS = 8  # a declared action has become impossible; what: Act
    BEGINS_LONG = 9  # what: Act; amount: AP still to pay
    GIVES_UP = 10  # what: Act
    REACTS = 11  # Harry or Interpose; what: Act
    ROLLS = 12  # what: natural; amount: total; dice: number to reach
    CRITICAL = 13  # what: 1 success, 0 failure
    HITS = 14  # amount: final damage; what: Level; dice: of a Strong Attack
    MISSES = 15
    SAVES = 16  # actor's own check: what: natural; amount: total; dice: TN
    WOUNDED = 17  # what: Level; amount: wounds of it now
    UNHURT = 18
    FALLS = 19  # unconscious; what: 1 dying
    HELPLESS = 20  # amount: rounds; 0: over
    DYING = 21
    DIES = 22
    WAKES = 23
    STABLE = 24
    MOVES = 25  # amount: yards; what: Role; dice: Posture at the start
    PUSHED = 26  # amount: yards; target: by whom
    FOLLOWS = 27  # amount: yards; what: yards that the target loses
    POSTURE = 28  # what: Posture
    DEFENDS = 29
    DEFENCE = 30  # what: Defence that actor, who defends itself, has in place of the usual
    READIES = 31
    HARRIED = 32  # actor harries target
    OPENING = 33  # amount: total
    ENTERS = 34
    GRAPPLES = 35
    PINS = 36
    FREED = 37  # what: 1 of the pin only
    LETS_GO = 38
    DRAGS = 39
    INTERPOSES = 40  # actor puts target before the blow
    DISARMED = 41  # amount: item
    DISTRACTED = 42
    SEIZES = 43  # amount: points
    # amount: value now; what: change; target: a rider or animal that is worse; dice: the worse
    INITIATIVE_MOVES = 44
    DASHES = 45  # amount: rate now
    MOUNTS = 46
    DISMOUNTS = 47
    UNCONTROLLED = 48
    CALMED = 49
    BOLTS = 50
    STAMINA = 51  # amount: points lost; what: fatigue that it brings
    FATIGUE = 52  # amount
    EXHAUSTED = 53
    STAGGERED = 54
    MANA = 55  # amount: points; what: 1 invested, 2 given back
    CASTS = 56  # what: spell
    SHIELD_ENDS = 57
    CHARM = 58  # what: effect; amount: 1 begins, 0 ends
    CONDITION = 59  # what: Condition; amount: level now, 0: over
    BURNS = 60  # amount: damage
    TREATS = 61  # what: Level before; amount: level after
    TAKES = 62  # amount: item
    STOWS = 63  # amount: item
    DROPS = 64  # amount: item
    RELOADS = 65
    DRINKS = 66
    DOOR = 67  # what: 1 opens, 0 shuts
    HURRIES = 68  # amount: AP saved, negative: lost
    JUMPS = 69  # amount: yards
    LANDS = 70  # what: 1 on its feet, 0 prone, 2 grabs the ledge
    CLIMB_FALLS = 71
    SINKS = 72
    SURFACES = 73
    DRIFTS = 74  # amount: yards
    IGNORES = 75  # what: 1 ignores, 0 heeds again
    FLANKED = 76  # what: 1 begins, 0 ends
    FOUND = 77  # a hidden fighter is seen
    OVER = 78
    PAYS = 79  # what: Act, which takes place now; amount: AP; dice: AP left
    BUYS = 80  # amount: AP that become movement points; what: 1 ahead, 0 those that would be lost
    LURKS = 81  # what: natural; amount: total of the Stealth that others must notice
    WATCHES = 82  # what: natural; amount: total; dice: the least Stealth of the enemies
    TURNS_BACK = 83  # amount: yards back to the last free hex of its way
    MORE = 84  # amount: the die added to actor's critical roll that follows, or taken off
    DAMAGE = 85  # of the hit that follows; what: Toughness; amount: damage added to the roll


class Ending(IntEnum):
    """Why a battle ended, in the order in which it is asked (RW31)."""

    NONE = 0
    BOTH_SIDES_DOWN = 1
    SIDE_DOWN = 2
    ROUND_LIMIT = 3


class Verb(IntEnum):
    """Verbs of the actions; the first ones need no slot, the last ones name a fighter."""

    WAIT = 0
    PASS = 1  # no interrupt any more in this turn (RW14)
    GIVE_UP = 2  # the long action (QW11)
    # Windows within an action.
    REBUFF = 3  # weapon slot
    HARRY = 4
    CLING = 5
    SPLIT = 6  # yards that the other loses (QW8)
    DEFENCE = 7  # Power, Agility, Fortitude, Willpower (QW6)
    PARRY = 8  # a melee weapon check against a Disarm (QW9)
    LEVEL = 9  # of the wound, from 1 (QW7)
    MERCY = 10  # 1 unconscious but not dying, 2 helpless (QW7)
    PUSH = 11  # side (QW9)
    YARDS = 12  # how far, from 1 (QW9)
    # Without a fighter.
    DEFEND = 13
    READY = 14  # place in READIABLE
    SEIZE = 15
    POSTURE = 16  # Posture
    ESCAPE = 17
    RELEASE = 18  # let go of all whom one grapples (RW34)
    DRAG = 19
    DASH = 20
    MOUNT = 21
    DISMOUNT = 22
    CALM = 23
    SURFACE = 24
    RELOAD = 25
    RETRIEVE = 26  # place in the pack
    STOW = 27  # hand
    DROP = 28  # hand
    PICK_UP = 29
    HURRY = 30  # do the next such action more quickly (W103)
    DOOR = 31  # side
    POTION = 32
    CHARM = 33  # effect
    END_EFFECT = 34  # effect
    FORCE_SHIELD = 35
    HEAL_SELF = 36  # level of the wound, from 1
    TREAT_SELF = 37  # level of the wound, from 1
    TREAT_OWN_CONDITION = 38  # Condition
    STEP = 39  # side
    JUMP = 40  # side * JUMPS + yards - JUMP_LEAST
    TO_ITEM = 41  # way to the nearest item on the ground
    TO_GROUND = 42  # way out of the water, off the cliff
    # About an enemy.
    QUICK = 43  # weapon slot
    STANDARD = 44  # weapon slot
    STRONG = 45  # weapon slot
    NONLETHAL = 46  # weapon slot
    FIRE_BOLT = 47
    OPENING = 48
    ENTER = 49
    GRAPPLE = 50
    INTERPOSE = 51
    PIN = 52
    DISARM = 53  # hand
    DISTRACT = 54
    SHOVE = 55
    TRIP = 56
    IGNORE = 57
    HEED = 58  # ignore it no longer
    COMMAND = 59  # the mount attacks (W106): natural weapon
    TOWARD = 60  # way as near as the points allow
    TO_REACH = 61  # way to where the longest weapon reaches
    AWAY = 62
    FLANK = 63
    COVER = 64  # way behind cover from it
    # About an ally.
    HEAL = 65  # level of the wound, from 1
    TREAT_WOUND = 66  # level of the wound, from 1
    TREAT_CONDITION = 67  # Condition
    STABILIZE = 68
    TO_ALLY = 69  # way next to it
    # With full choices only.
    BUY = 70  # an AP of movement ahead (W65)
    STEPS = 71  # a walk step by step (W65)
    WITH = 72  # weapon slot (W83, W88, W94)
    SIDE = 73  # where the rider gets down (W86)
    RIDE = 74  # which mount (W86)
    HEAL_ENEMY = 75  # level of the wound, from 1
    TREAT_ENEMY_WOUND = 76  # level of the wound, from 1
    TREAT_ENEMY_CONDITION = 77  # Condition
    STABILIZE_ENEMY = 78
    GRAPPLE_ALLY = 79
    INTERPOSE_ALLY = 80


FULL_VERBS = tuple(Verb)[Verb.BUY :]
"""Verbs that only a side with full choices has."""


class Means(IntEnum):
    """Means that a readied action needs (W80, H14)."""

    NOTHING = 0
    MELEE = 1  # a melee weapon in use, if only a fist
    WEAPON = 2  # that, or one that shoots
    GRIP = 3
    HOLD = 4  # somebody in one's grip
    BONDS = 5  # somebody, or a pin, that holds one
    SPELL = 6  # and those after it: the spells
