"""Describe an action and its cost in one English sentence."""

from __future__ import annotations

import numpy as np

from ...core.engine.battle import NOBODY
from ...core.maps.hex_grid import HEX_COMPASS
from ...core.text.action_sentence import ActionSentence
from ...core.text.narration import a, count, the
from ..enums import (
    Act,
    Condition,
    Defence,
    Posture,
    Verb,
    Window,
)
from ..navigation.path_cursor import goer_of
from ..rules.combat_sequence.costs import cost_of
from ..rules.combat_sequence.requirements import doer_of
from ..rules.common_actions.items import item_here, weapon_in
from ..rules.common_actions.spells import spell_of
from ..rules.grappling.grapples import grip_slot
from ..rules.health.bodies import animal_of
from ..rules.miscellaneous_actions.objects import door_beside
from ..rules.movement.terrain import is_climbing, is_swimming
from ..rules.special_situations.mounts import mount_for
from ..state import (
    HANDS,
    NO_FRAME,
)
from ..tables import (
    ACT_POINTS,
    ACT_STAMINA,
    DEFEND_BONUS,
    EFFECT_MANA,
    INTERRUPT_COST,
    IS_RANGED,
    JUMP_LEAST,
    NONE,
    OPEN_DOOR,
    READIABLE,
    SPELL_MANA,
)
from ..text.names import (
    ACT_TITLES,
    CONDITION_NOUNS,
    DEFENCE_TITLES,
    HAND_NAMES,
    effect_name,
    fighter_names,
    item_name,
    level_name,
    the_item,
    weapon_name,
)
from .table import JUMPS, TABLE

PASSING: dict[int, str] = {
    Window.INTERRUPT: "lets this moment pass",
    Window.LONG: "continues {long}, with {left} still to be paid",
    Window.REBUFF: "lets {mover} come nearer",
    Window.HARRY: "lets {doer} shoot undisturbed",
    Window.CLING: "lets {mover} go",
    Window.SPLIT: "uses all of the Cling to follow",
    Window.INTERPOSE: "meets the attack without putting anybody before it",
    Window.READIED: "keeps {ready} for later",
    Window.FLANKED: "heeds all who flank",
    Window.DEFENCE: f"keeps the usual Defense with the {DEFEND_BONUS} of Defend",
    Window.DISARMED: "trusts to the Agility Defense",
    Window.LEVEL: "deals the full wound",
    Window.KNOCK_OUT: "leaves {victim} unconscious and dying",
    Window.DIRECTION: "pushes {victim} nowhere",
    Window.DISTANCE: "pushes {victim} as far as possible",
    Window.MANNER: "does it in the usual way",
    Window.STEP: "{stops}",
}
"""The meaning of waiting in each window but that of the turn."""

CHANGES = {
    Posture.STANDING: "stands up",
    Posture.CROUCHING: "crouches",
    Posture.PRONE: "lies down",
}
MERCIES = {1: "unconscious but not dying", 2: "awake but helpless"}
PACK_NAMES = ("first scabbard", "second scabbard", "pouch", "sack")
BEFORE_AN_ATTACK: dict[int, Act] = {
    Verb.HARRY: Act.HARRY,
    Verb.INTERPOSE: Act.INTERPOSE,
    Verb.INTERPOSE_ALLY: Act.INTERPOSE,
}
"""Reactions that are no frames of their own."""


def describe(battle: np.record, action: int) -> str:
    """Describe an action of the deciding fighter, legal or not, in one English sentence.

    Args:
        battle: the battle at a decision point.
        action: 0 to `num_actions(battle.max_side)` - 1.

    Returns:
        "The red swordsman makes a Quick Attack on the blue wolf with the sword (3 AP)."

    Raises:
        ValueError: no such action: "action must be between 0 and ..., got ...".
    """
    return Sentence(battle, action, fighter_names(battle)).sentence()


class Sentence(ActionSentence):
    """An action of a fighter, with the names that its sentence may need.

    Attributes:
        frame: the frame of the action under way, or None.
    """

    table, passing = TABLE, PASSING

    def __init__(self, battle: np.record, action: int, names: list[str]) -> None:
        """Take the action to pieces."""
        super().__init__(battle, action, names)
        self.frame = battle.frames[battle.top] if battle.top != NO_FRAME else None

    def price(self) -> str:
        """The cost: ` (9 AP, 3 stamina)`; out of turn initiative, too (W57, W114)."""
        act = BEFORE_AN_ATTACK.get(self.verb, Act(self.entry.declares))
        is_interrupt = self.battle.window == Window.INTERRUPT
        if act in (Act.NONE, Act.WAY):
            return ""
        points = self._points(act)
        is_long = self.battle.window == Window.TURN and points > self._payer().action_points
        prices = (
            (points, f"{points} AP{', more than are left: paid over turns' if is_long else ''}"),
            (ACT_STAMINA[act], f"{ACT_STAMINA[act]} stamina"),
            (self._mana(act), f"{self._mana(act)} mana"),
            (is_interrupt, f"{INTERRUPT_COST} initiative"),
        )
        return f" ({', '.join(text for is_due, text in prices if is_due)})"

    def _payer(self) -> np.record:
        """The fighter who pays: an animal for a command that it obeys (W106)."""
        animal = int(animal_of(self.battle, self.actor))
        if self.verb == Verb.COMMAND and animal != NOBODY:
            return self.battle.fighters[animal]
        return self.fighter

    def _points(self, act: Act) -> int:
        """AP of an action."""
        if self.verb in BEFORE_AN_ATTACK or self.verb == Verb.COMMAND:
            return int(ACT_POINTS[act])
        return int(cost_of(self.battle, self.actor, act, self.argument))

    def _mana(self, act: Act) -> int:
        if act == Act.CHARM and self.fighter.charm != NONE:
            return int(EFFECT_MANA[self.fighter.charm, self.argument])
        spell = int(spell_of(act))
        return int(SPELL_MANA[spell]) if spell != NONE else 0

    def _kept(self) -> str:
        return str(int(self.fighter.action_points) or "no")

    def _stops(self) -> str:
        return "stops" if self.battle.path_length else "begins the walk by the first open side"

    def _doer(self) -> str:
        return self.name(int(self.frame.actor) if self.frame is not None else NOBODY)

    def _victim(self) -> str:
        return self.name(int(self.frame.target) if self.frame is not None else NOBODY)

    def _mover(self) -> str:
        return self.name(int(goer_of(self.frame)) if self.frame is not None else NOBODY)

    def _clung(self) -> str:
        return self.name(int(self.fighter.follows))

    def _steed(self) -> str:
        return self.name(int(mount_for(self.battle, self.actor)))

    def _own_mount(self) -> str:
        return self.name(int(animal_of(self.battle, self.actor)))

    def _several(self, mask: int) -> str:
        names = [self.name(other) for other in range(len(self.names)) if mask >> other & 1]
        return " and ".join(names) or "nobody"

    def _held(self) -> str:
        return self._several(int(self.fighter.holding))

    def _holders(self) -> str:
        if self.fighter.pinned_by != NOBODY:
            return f"the pin of {self.name(int(self.fighter.pinned_by))}"
        others = self.battle.fighters[: len(self.names)]
        return self._several(
            sum(1 << at for at, one in enumerate(others) if int(one.holding) >> self.actor & 1)
        )

    def _weapon(self) -> str:
        return the(weapon_name(self.fighter, self.argument))

    def _grip(self) -> str:
        return the(weapon_name(self.fighter, int(grip_slot(self.fighter))))

    def _mount_weapon(self) -> str:
        number = int(animal_of(self.battle, self.actor))
        if number == NOBODY:
            return "nothing"
        return the(weapon_name(self.battle.fighters[number], HANDS + self.argument))

    def _hand(self) -> str:
        return the(weapon_name(self.fighter, self.argument))

    def _hand_name(self) -> str:
        return HAND_NAMES[self.argument]

    def _its_item(self) -> str:
        it = self.battle.fighters[self.target]
        return the_item(int(it.held[self.argument]) if self.target != NOBODY else NONE)

    def _loadable(self) -> str:
        for hand in range(HANDS):
            item = int(weapon_in(self.fighter, hand))
            if item != NONE and IS_RANGED[item]:
                return the_item(item)
        return "nothing"

    def _packed(self) -> str:
        return the_item(int(self.fighter.pack[self.argument]))

    def _place(self) -> str:
        return PACK_NAMES[self.argument]

    def _near(self) -> str:
        place = int(item_here(self.battle, self.actor))
        return the(item_name(int(self.battle.ground_item[place]) if place != NONE else NONE))

    def _side(self) -> str:
        return HEX_COMPASS[self.argument]

    def _jump(self) -> str:
        side, yards = divmod(self.argument, JUMPS)
        return f"{count(yards + JUMP_LEAST, 'yard')} {HEX_COMPASS[side]}"

    def _opens(self) -> str:
        is_open = door_beside(self.battle, self.actor, self.argument) == OPEN_DOOR
        return "shuts" if is_open else "opens"

    def _goes(self) -> str:
        if self.fighter.mount != NOBODY:
            return "rides"
        if is_swimming(self.battle, self.actor):
            return "swims"
        if is_climbing(self.battle, self.actor):
            return "climbs"
        return "crawls" if self.fighter.posture == Posture.PRONE else "moves"

    def _changes(self) -> str:
        return CHANGES[Posture(self.argument)]

    def _again(self) -> str:
        doer = int(doer_of(self.battle, self.actor, Act.DASH))  # in the saddle its animal
        return " once more" if self.battle.fighters[doer].dash else ""

    def _yards(self) -> str:
        return count(self.argument, "yard")

    def _defence(self) -> str:
        return DEFENCE_TITLES[Defence(Defence.POWER + self.argument)]

    def _a_level(self) -> str:
        return a(level_name(self.argument))

    def _mercy(self) -> str:
        return MERCIES[self.argument]

    def _condition(self) -> str:
        return CONDITION_NOUNS[Condition(self.argument)]

    def _effect(self) -> str:
        return effect_name(self.fighter, self.argument)

    def _readied(self) -> str:
        return a(ACT_TITLES[Act(READIABLE[self.argument])])

    def _ready(self) -> str:
        return the(f"readied {ACT_TITLES[Act(int(self.fighter.readied))]}")

    def _long(self) -> str:
        return the(ACT_TITLES[Act(int(self.fighter.long_act))])

    def _left(self) -> str:
        return f"{int(self.fighter.long_left)} AP"
