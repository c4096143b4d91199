"""Actions in words: verbs, decoding, encoding, and a sentence for each (`describe`).

An action is a verb with what it is about (a direction, a hand, an aim, a skill, a place) and, for
some, the slot of an enemy or an ally.
"""

from __future__ import annotations

import numpy as np

from ...core.engine.action_table import Wording, arguments_in_words, check_action
from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot
from ...core.text.narration import Names, capital
from ..enums import (
    ACTION_NAMES,
    DIRECTION_NAMES,
    PART_NAMES,
    SKILL_NAMES,
    Action,
    BodyPart,
    Defence,
    Hand,
    Skill,
    Step,
    Trigger,
    Verb,
    Window,
)
from ..rules.combat_actions.action_stack import is_action_under_way, top_frame
from ..rules.modules.blind_spots import DIAGONAL
from ..state import GROUND_CAPACITY, HANDS, ON_OBJECT, PACK
from ..tables import BODY_PARTS, DIRECTIONS, LOCATIONS, NONE
from ..text.names import (
    DEED_TITLES,
    DEFENCE_NOUNS,
    HAND_WORDS,
    PART_WORDS,
    SKILL_TITLES,
    TRIGGER_WORDS,
    direction_name,
    fighter_names,
    place_name,
    the_item,
    weapon_name,
)
from .table import (
    ACTION_OF,
    AIMS,
    ARGUMENTS,
    CHARGE_BIND,
    CHARGE_HIT,
    FIRST_ARGUMENT,
    FIRST_WITH_ALLY,
    FROM_BAG,
    OPPONENT_TRIGGERS,
    READIABLE,
    TABLE,
    aim_of,
    argument_of,
    hand_of,
    num_actions,
    slot_in,
    verb_of,
)

# --- Verbs ----------------------------------------------------------------------------------------

VERBS = tuple(verb.name.lower() for verb in Verb)
"""One verb per kind of action, in the order of the ids."""
HANDS_IN_WORDS = ("sword_hand", "off_hand")
AIMS_IN_WORDS = ("anything", *PART_NAMES[:BODY_PARTS], "sword_item", "off_item")
ATTACKS_IN_WORDS = tuple(f"{hand}_{aim}" for hand in HANDS_IN_WORDS for aim in AIMS_IN_WORDS)
WAYS_IN_WORDS = (*DIRECTION_NAMES, "here")
PACK_IN_WORDS = tuple(f"pack_{place + 1}" for place in range(PACK))
GROUND_IN_WORDS = tuple(f"ground_{place + 1}" for place in range(GROUND_CAPACITY))
DEFENCES_IN_WORDS = ("block", "parry_sword_hand", "parry_off_hand")
TRIGGERS_IN_WORDS = tuple(Trigger(one).name.lower() for one in OPPONENT_TRIGGERS)
PLACES_IN_WORDS = tuple(place_name(place).lower() for place in range(LOCATIONS))

ABOUT_WHAT: dict[tuple[int, ...], tuple[str, ...]] = {
    (Verb.DIRECTION, Verb.BREAK_BARRIER, Verb.OPEN, Verb.GUARD_BORDER): DIRECTION_NAMES,
    (Verb.MOVE, Verb.RUN, Verb.CRAWL, Verb.CARRY_ENEMY, Verb.CARRY): DIRECTION_NAMES,
    (Verb.CLIMB_UP, Verb.CLIMB_DOWN): WAYS_IN_WORDS,
    (Verb.STRIKE, Verb.DROP_ITEM): HANDS_IN_WORDS,
    (Verb.PUT_AWAY,): (*HANDS_IN_WORDS, "missile"),
    (Verb.DEFENCE,): DEFENCES_IN_WORDS,
    (Verb.SKILL,): SKILL_NAMES,
    (Verb.TRIGGER,): TRIGGERS_IN_WORDS[1:],
    (Verb.TRIGGER_BY,): TRIGGERS_IN_WORDS,
    (Verb.DRAW,): (*PACK_IN_WORDS, "missile"),
    (Verb.GET_ITEM,): (*GROUND_IN_WORDS, "bag"),
    (Verb.CONCEAL_ITEM,): (*PACK_IN_WORDS, "bag"),
    (Verb.LOOK,): PLACES_IN_WORDS,
    (Verb.READY,): tuple(ACTION_NAMES[deed] for deed in READIABLE),
    (Verb.ATTACK,): ATTACKS_IN_WORDS,
    (Verb.BRAWL_HIT, Verb.BRAWL_BIND): AIMS_IN_WORDS[: 1 + BODY_PARTS],
    (Verb.SHIELD_BASH,): ("stumble", "fall"),
    (Verb.CHARGE,): (*HANDS_IN_WORDS, "hit", "bind"),
    (Verb.DELAY, Verb.DELAY_FOR): ("before", "behind"),
}
"""Words for what verbs are about."""
ABOUT = arguments_in_words(ARGUMENTS, FIRST_ARGUMENT, ABOUT_WHAT)
WORDING = Wording(TABLE, VERBS, ABOUT)
decode, encode = WORDING.decode, WORDING.encode
assert len(DIRECTION_NAMES) == DIRECTIONS
assert len(HANDS_IN_WORDS) == HANDS
assert len(AIMS_IN_WORDS) == AIMS

# --- Sentences ------------------------------------------------------------------------------------

WAITS = {
    Window.NONE: "waits",
    Window.START: "goes on with the turn",
    Window.TURN: "ends the turn",
    Window.TRIGGER: "readies the action for whoever enters the square",
    Window.DEFENCE: "will dodge the next attack",
    Window.READIED: "lets the readied action be",
    Window.GUARDED: "goes on into the guard",
    Window.SLIPPED: "lets {passer} slip past",
    Window.PROVOKED: "makes no use of the brawl of {passer}",
    Window.HOLD: "does nothing about what {passer} does in the hold",
    Window.DEFEND: "meets the attack as prepared",
    Window.SKILL: "calls no skill",
    Window.RESIST: "does not resist",
    Window.REROLL: "lets the failure stand",
    Window.DIRECTION: "does not care which direction it is",
    Window.CHASE: "goes on with the chase",
}
"""What waiting means in each window."""
TEXTS = {
    Verb.GIVE_UP: "gives up {upcoming}",
    Verb.SLIP: "tries to outmanoeuvre the guard",
    Verb.STRIKE: "attacks {passer} with {weapon}",
    Verb.STOP: "stops in the hold what {passer} does",
    Verb.DECLINE: "does not defend at all",
    Verb.DEFENCE: "chooses {defence}",
    Verb.SKILL: "calls {skill}",
    Verb.REROLL: "pays willpower to roll once more",
    Verb.DIRECTION: "chooses the {line}",
    Verb.TERRAIN: "flees up and over whatever can be climbed",
    Verb.TRIGGER: "readies the action for the moment when {trigger}",
    Verb.LET_GO: "lets go of {held}",
    Verb.BREAK_BARRIER: "strikes to break the barrier in the {direction}",
    Verb.OPEN: "opens what closes the border in the {direction}",
    Verb.GUARD_BORDER: "guards the border in the {direction}",
    Verb.GUARD_ITEMS: "guards what lies here",
    Verb.MOVE: "moves {direction}",
    Verb.LEAVE_CLUSTER: "moves out of the cluster",
    Verb.RUN: "runs {direction}",
    Verb.CLIMB_UP: "climbs up {way}",
    Verb.CLIMB_DOWN: "climbs down {way}",
    Verb.JUMP_DOWN: "jumps down",
    Verb.DROP_PRONE: "drops prone",
    Verb.STAND_UP: "stands up",
    Verb.CRAWL: "begins to crawl {direction}",
    Verb.HIDE: "hides",
    Verb.DODGE: "gets ready to dodge a shot",
    Verb.DRAW: "draws {packed}",
    Verb.PUT_AWAY: "puts away {held_item}",
    Verb.DROP_ITEM: "drops {held_item}",
    Verb.GET_ITEM: "gets {got}",
    Verb.CONCEAL_ITEM: "conceals {packed}",
    Verb.SWAP: "swaps what the hands hold",
    Verb.BREATHER: "takes a breather at once, at the price of worse defences",
    Verb.BREATHER_LATER: "begins a breather that lasts until the next turn",
    Verb.LOOK: "looks for hidden ones in {place}",
    Verb.SPEAK: "speaks",
    Verb.READY: "readies an action: {deed}",
    Verb.POWER: "uses the power of the race",
    Verb.ATTACK: "attacks {target} with {weapon}{aim}",
    Verb.BRAWL_HIT: "brawls with {target} for a Hit{aim}",
    Verb.BRAWL_BIND: "brawls with {target} to bind{aim}",
    Verb.SHIELD_BASH: "bashes {target} with the shield, for a {bash}",
    Verb.SHOVING_STRIKE: "shoves {target} away with a strike",
    Verb.CHARGE: "charges {target} {charge}",
    Verb.FRISK: "looks for hidden things on {target}",
    Verb.SIZE_UP: "sizes up {target}",
    Verb.TRIGGER_BY: "readies the action for the moment when {trigger}",
    Verb.DELAY: "delays the turn until just {when} that of {target}",
    Verb.CARRY_ENEMY: "drags {target} {direction}",
    Verb.GUARD: "guards {target}",
    Verb.SURGERY: "works on the wounds of {target}",
    Verb.TRIGGER_FOR: "readies the action for the moment when {trigger}",
    Verb.DELAY_FOR: "delays the turn until just {when} that of {target}",
    Verb.CARRY: "carries {target} {direction}",
}
"""What each verb does, in the third person."""


class _Words(Names):
    """The words that a sentence about an action asks for."""

    def __init__(self, battle: np.record, action: int) -> None:
        self.battle, self.verb = battle, Verb(int(verb_of(action)))
        self.argument, self.slot = int(argument_of(action)), int(slot_in(action))
        self.actor = max(0, int(battle.to_act))
        self.me = battle.fighters[self.actor]
        self.names = fighter_names(battle)

    def aimed_at(self) -> int:
        """Who stands in the slot, -1 without one."""
        if self.slot < 0:
            return NOBODY
        find = ally_in_slot if self.verb >= FIRST_WITH_ALLY else enemy_in_slot
        return int(find(self.battle, self.actor, self.slot))

    def _target(self) -> str:
        return self.name(self.aimed_at())

    def _passer(self) -> str:
        if not is_action_under_way(self.battle):
            return "the other"
        return self.name(int(top_frame(self.battle).actor))

    def _upcoming(self) -> str:
        return DEED_TITLES[Action(int(self.me.upcoming))]

    def _weapon(self) -> str:
        hand = self.argument if self.verb == Verb.STRIKE else int(hand_of(self.argument))
        return f"the {weapon_name(self.me, hand)}"

    def _aim(self) -> str:
        aim = int(aim_of(self.argument)) if self.verb == Verb.ATTACK else self.argument - 1
        if aim == NONE:
            return ""
        if aim < BODY_PARTS:
            return f", aimed at the {PART_WORDS[BodyPart(aim)]}"
        return f", aimed to break what is in the {HAND_WORDS[aim - BODY_PARTS]}"

    def _defence(self) -> str:
        if self.argument == 0:
            return f"to {DEFENCE_NOUNS[Defence.BLOCK]}"
        hand = Hand.SWORD if self.argument == 1 else Hand.OFF
        return f"to {DEFENCE_NOUNS[Defence.PARRY]} with the {weapon_name(self.me, hand)}"

    def _skill(self) -> str:
        return SKILL_TITLES[Skill(self.argument)]

    def _direction(self) -> str:
        return direction_name(self.argument)

    def _line(self) -> str:
        is_shot = is_action_under_way(self.battle) and top_frame(self.battle).step == Step.ROLL
        if is_shot and self.argument <= DIAGONAL:
            return f"{('straight', 'diagonal')[self.argument]} line of the shot"
        return f"{self._direction()} as the side that is closed"

    def _way(self) -> str:
        if self.argument == ON_OBJECT:
            return "what stands here"
        return f"in the {direction_name(self.argument)}"

    def _trigger(self) -> str:
        if self.verb == Verb.TRIGGER_FOR:
            return TRIGGER_WORDS[Trigger.ATTACKS_ALLY].format(who=self._target())
        who = "an opponent" if self.verb == Verb.TRIGGER else self._target()
        return TRIGGER_WORDS[Trigger(int(OPPONENT_TRIGGERS[self.argument]))].format(who=who)

    def _held(self) -> str:
        return self.name(int(self.me.holds))

    def _held_item(self) -> str:
        if self.argument == HANDS:
            return "the missile"
        return f"the {weapon_name(self.me, self.argument)}"

    def _packed(self) -> str:
        if self.argument == PACK:
            is_draw = self.verb == Verb.DRAW
            return "a missile" if is_draw else f"{the_item(int(self.me.bag))} in the bag"
        return f"{the_item(int(self.me.pack[self.argument]))} from place {self.argument + 1}"

    def _got(self) -> str:
        if self.argument == FROM_BAG:
            return f"{the_item(int(self.me.bag))} out of the bag"
        item = the_item(int(self.battle.ground_item[self.argument]))
        return f"{item} from the ground (heap {self.argument + 1})"

    def _place(self) -> str:
        return place_name(self.argument)

    def _deed(self) -> str:
        return DEED_TITLES[Action(int(READIABLE[self.argument]))]

    def _bash(self) -> str:
        return ("Stumble", "Fall")[self.argument]

    def _charge(self) -> str:
        if self.argument == CHARGE_HIT:
            return "to brawl for a Hit"
        if self.argument == CHARGE_BIND:
            return "to brawl and bind"
        return f"with the {weapon_name(self.me, self.argument)}"

    def _when(self) -> str:
        return ("before", "after")[self.argument]


def describe(battle: np.record, action: int) -> str:
    """An action of the deciding fighter as one English sentence.

    Raises:
        ValueError: no such action.
    """
    check_action(action, int(num_actions(int(battle.max_side))))
    verb, words = Verb(int(verb_of(action))), _Words(battle, action)
    text = WAITS[Window(int(battle.window))] if verb == Verb.WAIT else TEXTS[verb]
    is_bare = battle.window == Window.READIED and ACTION_OF[verb] != Action.NONE
    lead = "takes the readied action and " if is_bare else ""
    return f"{capital(words.name(words.actor))} {lead}{text.format_map(words)}."
