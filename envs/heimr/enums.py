"""The names of the book; rules, tables and the record use their numbers."""

from __future__ import annotations

from enum import IntEnum

from ..core.compiler.bits import set_of


class Attribute(IntEnum):
    """Attributes: the physical group first, then the mental one (H2)."""

    STRENGTH = 0
    DEXTERITY = 1
    STAMINA = 2
    INTELLIGENCE = 3
    SOCIABILITY = 4
    EMPATHY = 5


class Ability(IntEnum):
    """Abilities: the six standard ones, those of the armoury, climbing (H41, H161 to H169)."""

    BRAWL = 0
    AGILITY = 1
    SURVIVAL = 2
    PERCEPTION = 3
    PERSUASION = 4
    INSIGHT = 5
    KNIFE_FIGHTING = 6
    DUELLING = 7
    SWORDSMANSHIP = 8
    SHIELD_AND_SWORD = 9
    POLE_ARMS = 10
    ARCHERY = 11
    BLOWGUNS = 12
    THROWING = 13
    CLIMBING = 14


class Effect(IntEnum):
    """Effects (H21 to H29); those from FALL on last for a time."""

    NONE = 0
    HIT = 1
    DRAIN = 2
    BREAK = 3
    FALL = 4
    DROP = 5
    STUMBLE = 6
    DAZE = 7
    BIND = 8
    WEAKEN = 9


class BodyPart(IntEnum):
    """Body parts that an attack meets, then what a Bind can be called on besides (H28, H116)."""

    TORSO = 0
    SWORD_ARM = 1
    OTHER_ARM = 2
    RIGHT_LEG = 3
    LEFT_LEG = 4
    HANDS = 5
    FEET = 6


class Injury(IntEnum):
    """Levels of injury (H31, H33 to H35, RH5)."""

    NONE = 0
    BLOODIED = 1
    MANGLED = 2
    MUTILATED = 3
    DEATH = 4  # below what the book prints (RH5)


class Defence(IntEnum):
    """Ways to defend (H118)."""

    NONE = 0
    DODGE = 1
    BLOCK = 2
    PARRY = 3


class Hand(IntEnum):
    """Hands (H107)."""

    SWORD = 0
    OFF = 1


class Wielding(IntEnum):
    """In which hands an item is wielded (H107)."""

    SWORD_HAND = 0
    EITHER_HAND = 1
    BOTH_HANDS = 2
    ONE_AND_A_HALF = 3  # sword hand or both, never the off-hand
    OFF_HAND = 4  # shields (H169)


class Direction(IntEnum):
    """Borders of a location (H7)."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


class Guarded(IntEnum):
    """The thing or place that a fighter guards (H139, RH25)."""

    NOTHING = 0
    ALLY = 1
    BORDER = 2
    ITEMS = 3  # what lies in the location
    PLACE = 4  # the location


class Trigger(IntEnum):
    """The event that a readied action waits for (RH37)."""

    NONE = 0
    ENTERS = 1  # an opponent enters my square
    LEAVES = 2
    ATTACKS_ME = 3
    ATTACKS_ALLY = 4
    INTENDS = 5  # to attack me (H49)
    SHOOTS = 6  # makes a ranged attack


class ActionType(IntEnum):
    """Types of combat actions (H80 to H82)."""

    STANDARD = 0
    FREE = 1
    ONGOING = 2
    UPCOMING = 3


class Skill(IntEnum):
    """Skills (RH6)."""

    FOCUSED_STRIKE = 0
    FOCUSED_SHOT = 1
    BREAKING_STRIKE = 2
    SHOVING_STRIKE = 3
    TACKLING_STRIKE = 4
    DISARMING_STRIKE = 5
    DAMAGING_THROW = 6
    PINNING_SHOT = 7
    DISARMING_SHOT = 8
    SHIELD_BASH = 9
    COMBAT_MOBILITY = 10
    STURDY_STANCE = 11
    STURDY_HANDS = 12
    CLEAR_HEAD = 13
    BATTLEFIELD_SURGERY = 14


class Act(IntEnum):
    """Combat actions, in the book's order; see `actions.yaml` for their types (H84 to H105)."""

    NONE = 0
    WEAPON_ATTACK = 1
    BRAWL_HIT = 2
    BRAWL_BIND = 3
    SHIELD_BASH = 4
    SHOVING_STRIKE = 5
    BREAK_BARRIER = 6  # a Breaking Strike at a border (RH16)
    CHARGE = 7
    GUARD = 8
    MOVE = 9
    LEAVE_CLUSTER = 10  # a Move within the square (H89)
    RUN = 11
    CLIMB = 12
    JUMP_DOWN = 13
    DROP_PRONE = 14
    STAND_UP = 15  # RH41
    CRAWL = 16
    HIDE = 17
    DODGE = 18
    DRAW = 19
    PUT_AWAY = 20
    DROP_ITEM = 21
    GET_ITEM = 22
    CONCEAL_ITEM = 23
    SWAP = 24
    BREATHER = 25  # ongoing
    BREATHER_LATER = 26  # upcoming
    LOOK = 27  # Observation of a square
    FRISK = 28  # Observation of a character
    SIZE_UP = 29  # Insight
    SPEAK = 30
    READY = 31
    LET_GO = 32
    POWER = 33  # of the race (RH62)
    SURGERY = 34  # RH58
    CARRY = 35  # forced movement (RH57)
    OPEN = 36  # a door or gate (H174)
    HOLD_ON = 37  # who is hit while it climbs; no action of its own (H136, H152, RH30)
    SURRENDER = 38


ATTRIBUTE_NAMES = tuple(attribute.name.lower() for attribute in Attribute)
ABILITY_NAMES = tuple(ability.name.lower() for ability in Ability)
SKILL_NAMES = tuple(skill.name.lower() for skill in Skill)
ACT_NAMES = tuple(act.name.lower() for act in Act)
PART_NAMES = tuple(part.name.lower() for part in BodyPart)
DIRECTION_NAMES = tuple(direction.name.lower() for direction in Direction)
NONE = -1
"""No item, no fighter, no location."""


class Window(IntEnum):
    """The kinds of decision (QH1 to QH14)."""

    NONE = 0
    START = 1  # start the turn, drop an upcoming action, or delay (QH1)
    TURN = 2  # the next action, or the end of the turn (QH2, QH3, QH4, QH14)
    TRIGGER = 3  # the event that the readied action waits for (QH6)
    DEFENCE = 4  # type of the next pre-roll (QH7)
    READIED = 5  # the readied action fires, or is let be (QH6)
    GUARDED = 6  # go into the guard, or outmanoeuvre it (QH13)
    SLIPPED = 7  # the guard attacks who slips past, or not (QH13)
    PROVOKED = 8  # the armed one attacks who brawls, or not (QH5)
    HOLD = 9  # the holder stops an action of the held, lets go, or lets it be (QH11)
    DEFEND = 10  # keep the pre-roll, dodge, block, do not defend, let go first (QH8, QH9, QH11)
    SKILL = 11  # a skill called on a hit (QH10)
    RESIST = 12  # a skill against an effect (QH10)
    REROLL = 13  # a failed challenge again, for willpower (QH10)
    DIRECTION = 14  # that Stumble blocks, or line of a blind spot (QH12)
    CHASE = 15  # terrain, or to give up; an attack of the chaser who has caught up (H77, H79)
    # The following are asked of sides with full choices only.
    AIM = 16  # of a charge, a reaction, a second weapon; whether that strikes at all (H84, H117)
    ABILITY = 17  # with which an attack, a parry or a block is rolled (H178)
    HAND = 18  # that takes an item (H107)
    BREAK = 19  # number of a Break (H27)
    HIDE_FROM = 20  # an opponent from whom the fighter does not hide (H95)
    INTERCEPT = 21  # the guard steps in, or lets the opponent by (H139)


OWN_ACTION_WINDOWS = set_of(Window.START, Window.TURN, Window.TRIGGER, Window.READIED, Window.CHASE)
"""Windows that ask for an action of the fighter's own, or for its trigger."""
DETAIL_WINDOWS = set_of(
    Window.AIM, Window.ABILITY, Window.HAND, Window.BREAK, Window.HIDE_FROM, Window.INTERCEPT
)
"""Windows that only sides with full choices are shown."""
REACTION_WINDOWS = set_of(Window.SLIPPED, Window.PROVOKED, Window.HOLD)
"""Windows in which a fighter may attack or hold back an opponent who acts."""


class Stage(IntEnum):
    """The stage of play while no action is under way (turn.py, TH1, TH2)."""

    PREROLL = 0  # before the first turn all roll a defence (TH1, RH12)
    NEXT = 1  # whose turn it is
    START = 2  # delay, upcoming action (RH35, H82)
    UPKEEP = 3  # what ends and comes back at the start (TH2 a)
    TURN = 4  # actions (TH2 b)
    ACTED = 5  # effects end (TH2 c)
    TURN_END = 6  # that defence is rolled; then the turn is over
    CHASE = 7  # a fighter off the field rolls to flee or to pursue, in place of a turn (RH55)
    EFFECTS_ENDED = 8  # who has lain may stand up; then the next defence is owed (TH2 c, RH41)


class Role(IntEnum):
    """Why a fighter takes an action."""

    TURN = 0  # in its own turn
    READIED = 1  # its trigger has fired (H46)
    PROVOKED = 2  # a brawl ran into it (H111)
    GUARD = 3  # a fighter slips past it (H145)


class Step(IntEnum):
    """Steps of an action under way; each action goes through some. The sets below group them."""

    # Of every action.
    DECLARED = 0  # its kind of action is paid, and it ends what it has to end
    INTENDED = 1  # readied actions on the intention (H49)
    RESTRAINED = 2  # the holder of its actor may stop it (H114)
    # Of attacks (TH4): rules/attacks/attack_steps.py.
    GUARDED = 3  # a guard of the target (H140)
    SLIPPED = 4  # the guard's free attack, and what came of it (H145)
    PROVOKED = 5  # a brawl against an armed one (H111)
    CLOSED_IN = 6  # what came of that
    LUCKY = 7  # the d10 against the hidden (H133)
    DEFENDED = 8  # how the target meets it (H125, H160)
    MET = 9  # dodge or block in place of a parry, or the pre-roll once more (RH39)
    ROLL = 10  # attack roll, fatigue, comparison with the defence
    HIT = 11  # body part, and a skill called on it (H116, RH6)
    DAMAGE = 12  # of weapon or skill
    DIRECTION = 13  # of a Stumble (H64)
    RESISTED = 14  # Resist (H30)
    EFFECT = 15  # of a skill
    INJURED = 16  # effect of an injury, holding on, end of a hold (H32, H115, H152)
    ANSWERED = 17  # readied actions on an attack (RH37)
    REPLACED = 18  # who has used its defence rolls the next one (H124)
    AGAIN = 19  # the second weapon, the next of the cluster, the guarded one (RH14, H57, RH45)
    # Of movement: rules/combat_actions/movement_actions.py.
    BORDER_GUARDED = 20  # a guard of the border (H143)
    BORDER_SLIPPED = 21
    CHALLENGE = 22  # the CR of the border or the climb (H149, H154)
    CHALLENGED = 23  # passed or failed, after any re-roll
    CROSSED = 24  # in the other location; readied actions on leaving
    ENTERED = 25  # readied actions on entering
    ARRIVED = 26  # the attack of a charge, the end of a flight
    LANDING = 27  # the Agility check of a fall or jump (H153)
    LANDED = 28
    # Of all else: rules/combat_actions/other_actions.py.
    CHECK = 29  # a roll that can be made again (H19)
    CHECKED = 30
    TAKES_EFFECT = 31
    OVER = 32


DECLARATION_STEPS = set_of(Step.DECLARED, Step.INTENDED, Step.RESTRAINED)
"""Steps with which every action begins."""
BEFORE_ROLL_STEPS = set_of(
    Step.GUARDED,
    Step.SLIPPED,
    Step.PROVOKED,
    Step.CLOSED_IN,
    Step.LUCKY,
    Step.DEFENDED,
    Step.MET,
)
"""Steps of an attack until its defence is settled (TH4)."""
AFTER_HIT_STEPS = set_of(
    Step.HIT, Step.DAMAGE, Step.DIRECTION, Step.RESISTED, Step.EFFECT, Step.INJURED
)
"""Steps of an attack that has hit."""
ROLL_STEPS = AFTER_HIT_STEPS | set_of(Step.ROLL)
"""The attack roll and what a hit does."""
RESOLVING_STEPS = AFTER_HIT_STEPS | set_of(Step.ANSWERED)
"""Steps during which owed pre-rolls wait (TH4, HH6)."""
ATTACK_STEPS = BEFORE_ROLL_STEPS | ROLL_STEPS | set_of(Step.ANSWERED, Step.REPLACED, Step.AGAIN)
CROSSING_STEPS = set_of(Step.BORDER_GUARDED, Step.BORDER_SLIPPED, Step.CHALLENGE, Step.CHALLENGED)
"""Steps of a movement until it has crossed the border."""
MOVEMENT_STEPS = CROSSING_STEPS | set_of(
    Step.CROSSED, Step.ENTERED, Step.ARRIVED, Step.LANDING, Step.LANDED
)
OTHER_STEPS = set_of(Step.CHECK, Step.CHECKED, Step.TAKES_EFFECT)
"""Steps of an action that is neither attack nor movement."""
INTERRUPTIBLE_STEPS = DECLARATION_STEPS | set_of(
    Step.GUARDED,
    Step.PROVOKED,
    Step.CLOSED_IN,
    Step.LUCKY,
    Step.DEFENDED,
    Step.MET,
    Step.ROLL,
    Step.BORDER_GUARDED,
    Step.CHALLENGE,
    Step.CHECK,
)
"""Steps at which an action fails if its actor cannot act any more (H65, RH37)."""


class Outcome(IntEnum):
    """Outcome of the last nested action."""

    NONE = 0
    HIT = 1
    DODGED = 2
    STOPPED = 3  # blocked, parried, missed
    FAILED = 4  # it did not reach the fatigue, or what its holder has rolled (H67, H114, RH47)


class Life(IntEnum):
    """Whether a fighter is still in the battle (H129, H130, RH5, RH28)."""

    AWAKE = 0
    ASLEEP = 1
    UNCONSCIOUS = 2
    DEAD = 3
    FLED = 4
    SURRENDERED = 5


class Event(IntEnum):
    """The events of the log; the narrator tells each in a sentence."""

    NONE = 0
    INITIATIVE = 1  # amount: total
    ROUND = 2
    TURN = 3
    DELAYS = 4  # target: before or after whom; what: 0 before, 1 after
    DECLARES = 5  # what: Act; amount: its argument; dice: Role
    CANCELLED = 6  # what: Act; amount: 0 interrupted, 1 readied, 2 given up, 3 a chase, 4 readied
    FAILS = 7  # what: Act, which has become impossible; amount: 1 it was only readied
    ROLLS = 8  # target: Ability, -1 an attribute; what: d6; amount: total; dice: value alone
    TIRES = 9  # amount: fatigue now
    TOO_TIRED = 10  # amount: fatigue; dice: value before potential
    RESTS = 11  # amount: fatigue now
    PREROLLS = 12  # target: attacker met at once; what: Defence; amount: total; dice: 1 too tired
    NO_DEFENCE = 13  # what: 0 cannot, 1 does not want to
    HITS = 14  # what: BodyPart; amount: HP
    MISSES = 15  # what: Defence that stopped it
    TOUCHES = 16
    SKILL = 17  # what: Skill; amount: willpower
    RESISTS = 18  # what: Effect; amount: willpower
    EFFECT = 19  # what: Effect; amount: seconds or points
    EFFECT_ENDS = 20  # what: Effect
    INJURED = 21  # what: BodyPart; amount: HP
    FALLS = 22  # prone
    STANDS = 23
    FAINTS = 24
    DIES = 25  # what: 1 out of unconsciousness
    STABLE = 26
    REOPENED = 27
    WAKES = 28
    REROLLS = 29  # amount: WP left; dice: the value to reach, 0: a search
    CLUSTER = 30  # actor and target are in one cluster
    LEAVES = 31  # a cluster
    MOVES = 32  # what: Act; amount: location and height (`with_height`); dice: those before
    CROSSING_FAILS = 33  # amount: the value to reach
    CLIMBS = 34  # amount: height now
    CLIMB_FALLS = 35  # amount: height of the fall
    LANDS = 36  # what: 1 unhurt; amount: height
    BREAKS = 37  # what: item; amount: strength
    BARRIER = 38  # what: Direction; amount: 0 broken, 1 opened
    DROPS = 39  # what: item
    TAKES = 40  # what: item; amount: 1 a missile for it
    STOWS = 41  # what: item; amount: 1 the missile on it
    SWAPS = 42
    CONCEALS = 43
    GUARDS = 44  # what: Guarded; amount: direction
    INTERCEPTS = 45
    SLIPS = 46  # past target
    GUARD_ENDS = 47
    READIES = 48  # what: Act (told to its own side only)
    FIRES = 49  # what: Act; amount: Trigger
    INTENTION = 50  # amount: Persuasion; dice: Insight
    HOLDS = 51  # what: BodyPart
    LETS_GO = 52
    BREAKS_HOLD = 53
    STOPS_HELD = 54  # amount: total of the Brawl
    HIDES = 55
    FOUND = 56
    LUCKY = 57  # what: the d10
    LOOKS = 58  # target: the fighter searched for; what: location; amount: total; dice: 1 it finds
    SIZES_UP = 59  # what: 1 succeeds
    SPEAKS = 60
    BLIND_SPOT = 61
    POWER = 62  # what: which
    TREATS = 63  # amount: turns
    CARRIES = 64
    ESCAPES = 65
    CHASES = 66  # amount: gap
    ARMOUR = 67  # amount: damage counters
    ROLLS_AGAIN = 68  # the defence, for it is worse off now
    OVER = 69
    SURRENDERS = 70
    SHOWS = 71  # to target: does not hide from it
    LETS_BY = 72  # the guard does not respond to target
    MEETS = 73  # actor's attack roll meets target's defence; what: Defence; amount: its value
    RETURNS = 74  # from a chase; what: location
    CATCHES = 75  # actor its quarry; what: location; amount: 1 for one action, 0 for good


class Ending(IntEnum):
    """Why a battle ended, in the order in which it is asked (RH28)."""

    NONE = 0
    BOTH_SIDES_BEATEN = 1
    SIDE_BEATEN = 2
    ROUND_LIMIT = 3


class Verb(IntEnum):
    """The verb of an action; the first ones need no slot, the last ones name a fighter."""

    WAIT = 0
    # Windows besides the turn.
    GIVE_UP = 1  # an upcoming action, a chase (QH1, HH46)
    SLIP = 2  # past a guard (QH13)
    STRIKE = 3  # Hand: at a fighter who slips past or brawls (QH5, QH13)
    STOP = 4  # the action of the held fighter (QH11)
    DECLINE = 5  # not to defend (QH9)
    DEFENCE = 6  # block, parry with either hand (QH7, QH8)
    SKILL = 7  # Skill (QH10)
    REROLL = 8  # QH10
    DIRECTION = 9  # Direction (QH12)
    TERRAIN = 10  # to climb (H79)
    TRIGGER = 11  # of any opponent: Trigger (QH6)
    # Without a fighter.
    LET_GO = 12
    BREAK_BARRIER = 13  # Direction
    OPEN = 14  # Direction
    GUARD_BORDER = 15  # Direction
    GUARD_ITEMS = 16
    MOVE = 17  # Direction
    LEAVE_CLUSTER = 18
    RUN = 19  # Direction
    CLIMB_UP = 20  # Direction, or ON_OBJECT
    CLIMB_DOWN = 21  # Direction, or ON_OBJECT
    JUMP_DOWN = 22
    DROP_PRONE = 23
    STAND_UP = 24
    CRAWL = 25  # Direction
    HIDE = 26
    DODGE = 27
    DRAW = 28  # place of the pack, PACK: a missile
    PUT_AWAY = 29  # Hand, HANDS: the missile
    DROP_ITEM = 30  # Hand
    GET_ITEM = 31  # place of the ground, FROM_BAG
    CONCEAL_ITEM = 32  # place of the pack, PACK: the bag
    SWAP = 33
    BREATHER = 34
    BREATHER_LATER = 35
    LOOK = 36  # location
    SPEAK = 37
    READY = 38  # place in READIABLE
    POWER = 39
    # About an enemy.
    ATTACK = 40  # Hand of the first weapon * AIMS + aim + 1
    BRAWL_HIT = 41  # aim + 1
    BRAWL_BIND = 42  # aim + 1
    SHIELD_BASH = 43  # 0 stumble, 1 fall
    SHOVING_STRIKE = 44
    CHARGE = 45  # Hand of the first weapon, CHARGE_HIT, CHARGE_BIND
    FRISK = 46
    SIZE_UP = 47
    TRIGGER_BY = 48  # Trigger of this one (QH6)
    DELAY = 49  # 0 before it, 1 behind it (QH1)
    CARRY_ENEMY = 50  # Direction
    # About an ally.
    GUARD = 51
    SURGERY = 52
    TRIGGER_FOR = 53  # an attack on it (QH6)
    DELAY_FOR = 54  # 0 before it, 1 behind it
    CARRY = 55  # Direction
    # Asked of sides with full choices only.
    AIM = 56  # aim + 1
    ABILITY = 57  # Ability
    HAND = 58  # Hand
    BREAK = 59  # number of the Break
    GUARD_PLACE = 60
    CONCEAL_HELD = 61  # Hand
    SURRENDER = 62
    SHOW = 63  # oneself to an enemy (H95)
