"""The effect of an action, in one English sentence."""

from __future__ import annotations

import numpy as np

from ...core.text.action_sentence import ActionSentence
from ..enums import (
    Ability,
    Act,
    BodyPart,
    Defence,
    Hand,
    Role,
    Skill,
    Stage,
    Step,
    Trigger,
    Verb,
    Window,
)
from ..rules.attacks.attack_choices import is_second
from ..rules.characters.conditions import can_defend
from ..rules.combat_actions.action_stack import is_action_under_way, top_frame
from ..rules.defence.defences import must_replace
from ..rules.modules.blind_spots import DIAGONAL
from ..state import HANDS, ON_OBJECT, PACK
from ..tables import BODY_PARTS, NONE, PLACE_NAMES
from ..text.names import (
    ABILITY_TITLES,
    ACT_TITLES,
    DEFENCE_NOUNS,
    HAND_WORDS,
    PART_WORDS,
    SKILL_TITLES,
    TRIGGER_WORDS,
    direction_name,
    fighter_names,
    power_name,
    the_item,
    weapon_name,
)
from .table import (
    CHARGE_BIND,
    CHARGE_HIT,
    FROM_BAG,
    OPPONENT_TRIGGERS,
    READIABLE,
    TABLE,
    aim_of,
    hand_of,
)

PASSING: dict[int, str] = {
    Window.START: "starts the turn",
    Window.TRIGGER: "readies the action for any opponent who enters the square",
    Window.DEFENCE: "will dodge the next attack",
    Window.READIED: "does not use the readied action",
    Window.GUARDED: "moves on into the guard",
    Window.SLIPPED: "lets {passer} slip past",
    Window.PROVOKED: "does not attack {passer}",
    Window.HOLD: "does not stop {passer}",
    Window.DEFEND: "{prepared}",
    Window.SKILL: "calls no skill",
    Window.RESIST: "does not resist",
    Window.REROLL: "accepts the failure",
    Window.DIRECTION: "leaves the direction open",
    Window.CHASE: "continues the chase",
    Window.AIM: "{unchanged}",
    Window.ABILITY: "uses the weapon with the best ability",
    Window.HAND: "takes the item with the sword hand",
    Window.BREAK: "calls the lowest Break that is enough",
    Window.HIDE_FROM: "hides from all opponents who do not see it yet",
    Window.INTERCEPT: "steps in as a guard",
}
"""The meaning of a wait in each window except that of the turn."""


def describe(battle: np.record, action: int) -> str:
    """Describe an action of the deciding fighter, legal or not, in one English sentence.

    Args:
        battle: the battle at a decision point.
        action: 0 to `num_actions(battle.max_side)` - 1.

    Returns:
        "The red swordsman attacks the blue spearman with the medium weapon."

    Raises:
        ValueError: no such action: "action must be between 0 and ..., got ...".
    """
    return Sentence(battle, action, fighter_names(battle)).sentence()


class Sentence(ActionSentence):
    """An action of a fighter, with the names that its sentence may need."""

    table, passing = TABLE, PASSING

    def phrase(self) -> str:
        """The sentence without its subject."""
        if self.verb == Verb.WAIT and self.battle.stage == Stage.EFFECTS_ENDED:
            return "stays on the ground"
        is_readied = self.battle.window == Window.READIED and self.entry.declares != Act.NONE
        return f"{'takes the readied action and ' if is_readied else ''}{super().phrase()}"

    def _passer(self) -> str:
        if not is_action_under_way(self.battle):
            return "the other"
        return self.name(int(top_frame(self.battle).actor))

    def _upcoming(self) -> str:
        if self.battle.window == Window.CHASE:
            return "the chase"
        return ACT_TITLES[Act(int(self.fighter.upcoming))]

    def _weapon(self) -> str:
        hand = self.argument if self.verb == Verb.STRIKE else int(hand_of(self.argument))
        return f"the {weapon_name(self.fighter, hand)}"

    def _aim(self) -> str:
        aim = int(aim_of(self.argument)) if self.verb == Verb.ATTACK else self.argument - 1
        if aim == NONE:
            return ""
        if aim < BODY_PARTS:
            return f", aimed at the {PART_WORDS[BodyPart(aim)]}"
        return f", aimed to break the item in the {HAND_WORDS[aim - BODY_PARTS]}"

    def _aimed(self) -> str:
        aim = self.argument + NONE
        if aim == NONE:
            return "no part of the body"
        if aim < BODY_PARTS:
            return f"the {PART_WORDS[BodyPart(aim)]}"
        return f"the item in the {HAND_WORDS[aim - BODY_PARTS]}, to break it"

    def _unchanged(self) -> str:
        if is_action_under_way(self.battle) and is_second(top_frame(self.battle)):
            return "attacks with the second weapon as with the first"
        return "attacks without an aim"

    def _prepared(self) -> str:
        """The answer of a defender who waits (H106, H125, RH23, RH44, RH47)."""
        if not can_defend(self.fighter):
            return "keeps its hold and does not defend"
        frame = top_frame(self.battle)
        if must_replace(self.battle, frame):
            is_past_guard = frame.role == Role.GUARD
            return "rolls a new dodge" if is_past_guard else "dodges in place of the prepared parry"
        prepared = Defence(int(self.fighter.defence))
        if prepared == Defence.NONE:
            return "has no defence prepared and does not defend"
        return f"uses the prepared {DEFENCE_NOUNS[prepared]}"

    def _declined(self) -> str:
        if self.battle.window == Window.AIM:
            return "does not attack with the second weapon"
        if self.battle.window == Window.INTERCEPT:
            return "does not step in as a guard"
        return "does not defend at all"

    def _ability(self) -> str:
        return ABILITY_TITLES[Ability(self.argument)]

    def _number(self) -> str:
        return str(self.argument)

    def _defence(self) -> str:
        if self.argument == 0:
            return f"to {DEFENCE_NOUNS[Defence.BLOCK]}"
        hand = Hand.SWORD if self.argument == 1 else Hand.OFF
        return f"to {DEFENCE_NOUNS[Defence.PARRY]} with the {weapon_name(self.fighter, hand)}"

    def _skill(self) -> str:
        return SKILL_TITLES[Skill(self.argument)]

    def _direction(self) -> str:
        return direction_name(self.argument)

    def _line(self) -> str:
        is_shot = is_action_under_way(self.battle) and top_frame(self.battle).step == Step.ROLL
        if is_shot and self.argument <= DIAGONAL:
            return f"{('straight', 'diagonal')[self.argument]} line of the shot"
        return f"{self._direction()} as the side that the Stumble closes"

    def _way(self) -> str:
        if self.argument == ON_OBJECT:
            return "the object here"
        return f"in the {direction_name(self.argument)}"

    def _trigger(self) -> str:
        if self.verb == Verb.TRIGGER_FOR:
            return TRIGGER_WORDS[Trigger.ATTACKS_ALLY].format(who=self.name(self.target))
        who = "an opponent" if self.verb == Verb.TRIGGER else self.name(self.target)
        return TRIGGER_WORDS[Trigger(int(OPPONENT_TRIGGERS[self.argument]))].format(who=who)

    def _held(self) -> str:
        return self.name(int(self.fighter.holds))

    def _held_item(self) -> str:
        if self.argument == HANDS:
            return "the missile"
        return f"the {weapon_name(self.fighter, self.argument)}"

    def _packed(self) -> str:
        if self.argument == PACK:
            is_draw = self.verb == Verb.DRAW
            return "a missile" if is_draw else f"{the_item(int(self.fighter.bag))} in the bag"
        return f"{the_item(int(self.fighter.pack[self.argument]))} from place {self.argument + 1}"

    def _got(self) -> str:
        if self.argument == FROM_BAG:
            return f"{the_item(int(self.fighter.bag))} out of the bag"
        item = the_item(int(self.battle.ground_item[self.argument]))
        return f"{item} from the ground (heap {self.argument + 1})"

    def _place(self) -> str:
        return PLACE_NAMES[self.argument]

    def _action(self) -> str:
        return ACT_TITLES[Act(int(READIABLE[self.argument]))]

    def _power(self) -> str:
        return power_name(self.fighter)

    def _bash(self) -> str:
        return ("Stumble", "Fall")[self.argument]

    def _charge(self) -> str:
        if self.argument == CHARGE_HIT:
            return "to brawl for a Hit"
        if self.argument == CHARGE_BIND:
            return "to brawl and bind"
        return f"with the {weapon_name(self.fighter, self.argument)}"

    def _when(self) -> str:
        return ("before", "after")[self.argument]
