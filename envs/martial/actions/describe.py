"""Each action as one English sentence about the fighter who decides."""

from __future__ import annotations

import numpy as np

from ...core.compiler.bits import lowest_bit
from ...core.maps.square_grid import COMPASS
from ...core.text.action_sentence import ActionSentence
from ...core.text.narration import the
from ..enums import (
    Kind,
    Maneuver,
    Verb,
    Window,
)
from ..rules.attack_roll.hits import first_part_open
from ..rules.injuries.mobility import stand_cost
from ..rules.maneuvers.maneuvers import items_at_risk
from ..rules.rounds_and_actions.ground_items import nearest_on_ground, write_nearest_items
from ..state import (
    GROUND_RANKS,
    HANDS,
    NO_FRAME,
)
from ..tables import (
    ATTACK_COST,
    CHARGE_COST,
    CLEAVE_STAMINA,
    DEFEND_COST,
    DRAW_COST,
    HEAL_COST,
    LUNGE_STAMINA,
    MOVE_COST,
    NONE,
    PARRY_STAMINA,
    PICK_UP_COST,
    SHIELD_COST,
    STEP_COST,
    STOW_COST,
    WEAPON_RELOAD,
)
from ..text.names import (
    ORDINALS,
    TIMES,
    fighter_names,
    item_name,
    part_name,
    weapon_name,
    weapon_of,
)
from .table import RECKLESS_CHOICES, TABLE

PASSING: dict[int, str] = {
    Window.HIDE: "stays in the open",
    Window.RIDERS: "attacks without spending Stamina",
    Window.REACTIVE_ATTACK: "does not react",
    Window.PARRY: "does not parry",
    Window.PART: "injures the first open part of {victim}, the {first_open}",
    Window.EXTRA: "adds no further injury",
    Window.CLEAVE: "does not cleave",
    Window.DIRECTION: "leaves it at that",
    Window.ITEM: "{takes} the first item of {victim}, {first_item}",
    Window.NEXT_TARGET: "leaves the rest of the attacks",
    Window.STEP: "stops here",
}
"""Action 0 in each window but that of the turn, in words; a hit cannot spare its target (D20)."""

MANEUVERS = {
    Maneuver.DISARM: "tries to disarm {target}",
    Maneuver.DRAG: "tries to drag {target} along",
    Maneuver.GRAPPLE: "tries to grapple {target}",
    Maneuver.OVERRUN: "tries to overrun {target}",
    Maneuver.REPOSITION: "tries to reposition {target}",
    Maneuver.SHOVE: "tries to shove {target} away",
    Maneuver.STEAL: "tries to steal from {target}",
    Maneuver.SUNDER: "tries to sunder what {target} holds",
    Maneuver.TRICK: "tries to trick {target}",
    Maneuver.TRIP: "tries to trip {target}",
}
TAKES: dict[int, str] = {
    Maneuver.DISARM: "knocks away",
    Maneuver.STEAL: "steals",
    Maneuver.SUNDER: "damages",
}
"""Verbs of the maneuvers that affect an item (RD17)."""
FORCES: dict[int, str] = {
    Maneuver.DRAG: "drags",
    Maneuver.REPOSITION: "moves",
    Maneuver.SHOVE: "shoves",
}
"""Verbs of the maneuvers that move their target (RD17)."""

COSTS: dict[int, int] = {
    Verb.DEFEND: DEFEND_COST,
    Verb.READY_SHIELD: SHIELD_COST,
    Verb.HEAL_SELF: HEAL_COST,
    Verb.HEAL: HEAL_COST,
    Verb.ESCAPE: ATTACK_COST,
    Verb.PICK_UP_WEAPON: PICK_UP_COST,
    Verb.PICK_UP_SHIELD: PICK_UP_COST,
    Verb.PICK_UP: PICK_UP_COST,
    Verb.TAKE_OFF: MOVE_COST,
    Verb.LAND: MOVE_COST,
    Verb.DRAW: DRAW_COST,
    Verb.STOW: STOW_COST,
    Verb.STEP: STEP_COST,
    Verb.CHARGE: CHARGE_COST,
    **dict.fromkeys(
        (Verb.STRIKE, Verb.LUNGE, Verb.MULTIWEAPON, Verb.SHOOT, Verb.THROW, Verb.RAPID_THROW),
        ATTACK_COST,
    ),
    Verb.MANEUVER: ATTACK_COST,
    Verb.MOVE: MOVE_COST,
    **dict.fromkeys((Verb.TO_WEAPON, Verb.TOWARD, Verb.TO_REACH, Verb.AWAY), MOVE_COST),
    **dict.fromkeys((Verb.FLANK, Verb.COVER, Verb.TO_ALLY, Verb.STEPS), MOVE_COST),
}
"""AP of a verb in a turn; the AP of Stand up and Reload depend on body and weapon."""
STAMINA: dict[int, int] = {
    Verb.LUNGE: LUNGE_STAMINA,
    Verb.CLEAVE: CLEAVE_STAMINA,
    Verb.PARRY: PARRY_STAMINA,
}


def describe(battle: np.record, action: int) -> str:
    """One English sentence: the deciding fighter takes this action, legal or not.

    Args:
        battle: the battle at a decision point.
        action: 0 to `num_actions(battle.max_side)` - 1.

    Returns:
        "The red swordsman strikes the blue spearman with the sword (1 AP)."

    Raises:
        ValueError: no such action: "action must be between 0 and ..., got ...".
    """
    return Sentence(battle, action, fighter_names(battle)).sentence()


class Sentence(ActionSentence):
    """The sentence of an action, with the names that it may need.

    Attributes:
        attack: the attack under way, None.
    """

    table, passing = TABLE, PASSING

    def __init__(self, battle: np.record, action: int, names: list[str]) -> None:
        """Take the action to pieces."""
        super().__init__(battle, action, names)
        self.attack = battle.attacks[battle.frame] if battle.frame != NO_FRAME else None

    def price(self) -> str:
        """The cost in brackets: ` (1 AP, 1 Stamina)`; AP only in the fighter's own turn."""
        points = COSTS.get(self.verb, 0)
        if self.verb == Verb.STAND_UP:
            points = int(stand_cost(self.fighter))
        if self.verb == Verb.RELOAD and self.fighter.held[0] != NONE:
            points = int(WEAPON_RELOAD[self.fighter.held[0]])
        parts = [f"{points} AP"] if points and self.battle.window == Window.TURN else []
        if self.verb in STAMINA:
            parts.append(f"{STAMINA[self.verb]} Stamina")
        return f" ({', '.join(parts)})" if parts else ""

    def _left(self) -> str:
        return str(int(self.fighter.action_points) or "no")

    def _partner(self) -> str:
        return self.name(int(self.fighter.grapple))

    def _victim(self) -> str:
        return self.name(int(self.attack.target)) if self.attack is not None else "nobody"

    def _attacker(self) -> str:
        return self.name(int(self.attack.attacker)) if self.attack is not None else "nobody"

    def _main(self) -> str:
        return the(item_name(int(self.fighter.held[0])))

    def _hand(self) -> str:
        return the(weapon_name(self.fighter, min(self.argument, HANDS - 1)))

    def _weapon(self) -> str:
        return the(weapon_name(self.fighter, self.argument))

    def _packed(self) -> str:
        return the(item_name(int(self.fighter.pack[self.argument])))

    def _place(self) -> str:
        return ORDINALS[self.argument]

    def _direction(self) -> str:
        return COMPASS[self.argument]

    def _moves(self) -> str:
        return "crawls" if self.fighter.prone else "flies" if self.fighter.flying else "moves"

    def _times(self) -> str:
        return f" {TIMES[self.argument]}" if self.argument > 1 else ""

    def _more(self) -> str:
        return TIMES[self.argument]

    def _weapon_near(self) -> str:
        return self._near(False)

    def _shield_near(self) -> str:
        return self._near(True)

    def _near(self, is_shield: bool) -> str:
        return self._on_ground(int(nearest_on_ground(self.battle, self.actor, is_shield)))

    def _on_ground(self, place: int) -> str:
        if place == NONE:
            return the(item_name(NONE))
        name = item_name(int(self.battle.ground_item[place]))
        return the(f"damaged {name}" if self.battle.ground_damaged[place] else name)

    def _lying(self) -> str:
        places = np.full(GROUND_RANKS, NONE)
        write_nearest_items(self.battle, self.actor, places)
        return self._on_ground(int(places[min(self.argument, GROUND_RANKS - 1)]))

    def _steps(self) -> str:
        return f"{self._moves()} on" if self.battle.window == Window.STEP else "steps"

    def _next_weapon(self) -> str:
        """The weapon in its slot; a missile that is not drawn yet has a name all the same (D79)."""
        slot = int(self.attack.slot) if self.attack is not None else 0
        if self.attack is not None and weapon_of(self.fighter, slot) == NONE:
            return the(item_name(int(self.attack.weapon)))
        return the(weapon_name(self.fighter, slot))

    def _maneuver_under_way(self) -> int:
        return int(self.attack.maneuver) if self.attack is not None else NONE

    def _forces(self) -> str:
        return FORCES.get(self._maneuver_under_way(), "moves")

    def _takes(self) -> str:
        return TAKES.get(self._maneuver_under_way(), "chooses")

    def _item(self) -> str:
        return self._item_of_victim(self.argument)

    def _first_item(self) -> str:
        if self.attack is None:
            return "nothing"
        victim = self.battle.fighters[self.attack.target]
        items = int(items_at_risk(victim, self.attack.maneuver))
        return self._item_of_victim(lowest_bit(items)) if items else "nothing"

    def _item_of_victim(self, which: int) -> str:
        if self.attack is None:
            return "nothing"
        victim = self.battle.fighters[self.attack.target]
        if which < HANDS:
            return the(weapon_name(victim, which))
        place = which - HANDS
        return f"{the(item_name(int(victim.pack[place])))} from the {ORDINALS[place]} place"

    def _maneuver(self) -> str:
        return MANEUVERS[Maneuver(self.argument)].format(target=self.name(self.target))

    def _riders(self) -> str:
        power, reckless = divmod(self.argument, RECKLESS_CHOICES)
        is_missile = self.attack is not None and self.attack.kind in (Kind.SHOT, Kind.THROW)
        parts = [f"{'aims with' if is_missile else 'puts'} {power} Stamina"] if power else []
        if power and not is_missile:
            parts[0] += " into the blow"
        if reckless:
            parts.append(f"strikes recklessly for {reckless} Stamina")
        return " and ".join(parts)

    def _part(self) -> str:
        return self._part_named(self.argument)

    def _first_open(self) -> str:
        return self._part_named(NONE if self.attack is None else int(first_part_open(self.battle)))

    def _chosen(self) -> str:
        return self._part_named(int(self.attack.part) if self.attack is not None else NONE)

    def _part_named(self, part: int) -> str:
        if self.attack is None:
            return f"part {part + 1}"
        return part_name(int(self.battle.fighters[self.attack.target].body), part)
