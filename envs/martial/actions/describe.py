"""What a fighter would do by an action, in one English sentence."""

from __future__ import annotations

import numpy as np

from ...core.engine.battle import NOBODY, ally_in_slot, enemy_in_slot
from ...core.text.narration import COMPASS, Names, capital, the
from ..enums import (
    Kind,
    Maneuver,
    Verb,
    Window,
)
from ..rules.injuries.mobility import stand_cost
from ..rules.rounds_and_actions.ground_items import nearest_on_ground
from ..state import (
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
from ..text.names import ORDINALS, TIMES, fighter_names, item_name, part_name, weapon_name
from .codec import CALLED
from .table import (
    FIRST_WITH_ALLY,
    RECKLESS_CHOICES,
    argument_of,
    slot_in,
    verb_of,
)

PASSING = {
    Window.HIDE: "stays in the open",
    Window.RIDERS: "attacks without spending Stamina",
    Window.REACTIVE_ATTACK: "does not react",
    Window.PARRY: "does not parry",
    Window.PART: "injures no part",
    Window.EXTRA: "adds no further injury",
    Window.CLEAVE: "does not cleave",
    Window.DIRECTION: "leaves it at that",
}
"""What waiting means in each window; in a turn it ends the turn."""

DEEDS = {
    Verb.DEFEND: "defends",
    Verb.READY_SHIELD: "readies the shield",
    Verb.STAND_UP: "stands up",
    Verb.DROP_PRONE: "drops prone",
    Verb.RELOAD: "reloads {main}",
    Verb.HEAL_SELF: "tries to stop the bleeding",
    Verb.RELEASE: "lets go of {partner}",
    Verb.ESCAPE: "tries to break free from {partner}",
    Verb.PICK_UP_WEAPON: "picks up {weapon_near}",
    Verb.PICK_UP_SHIELD: "picks up {shield_near}",
    Verb.TAKE_OFF: "takes off",
    Verb.LAND: "lands",
    Verb.HIDE: "hides",
    Verb.TO_WEAPON: "{moves} towards the nearest weapon on the ground",
    Verb.DRAW: "draws {packed} from the {place} place of the pack",
    Verb.STOW: "stows {hand}",
    Verb.DROP: "drops {hand}",
    Verb.STEP: "steps {direction}",
    Verb.MOVE: "{moves} {direction}",
    Verb.DIRECTION: "{forces} {victim} {direction}",
    Verb.RIDERS: "{riders}",
    Verb.PARRY: "parries {attacker} with {hand}",
    Verb.PART: "injures the {part} of {victim}",
    Verb.EXTRA: "injures the {chosen} of {victim} {more} more",
    Verb.STRIKE: "strikes {target} with {weapon}",
    Verb.LUNGE: "lunges at {target} with {weapon}",
    Verb.CHARGE: "charges {target} with {weapon}",
    Verb.MULTIWEAPON: "strikes {target} with every weapon",
    Verb.SHOOT: "shoots{times} at {target} with {main}",
    Verb.THROW: "throws {hand} at {target}",
    Verb.RAPID_THROW: "throws{times} at {target}",
    Verb.MANEUVER: "{maneuver}",
    Verb.CLEAVE: "cleaves into {target}",
    Verb.TOWARD: "{moves} towards {target}",
    Verb.TO_REACH: "{moves} to where the longest weapon reaches {target}",
    Verb.AWAY: "{moves} away from {target}",
    Verb.FLANK: "{moves} to flank {target}",
    Verb.COVER: "{moves} behind cover from {target}",
    Verb.HEAL: "tries to stop the bleeding of {target}",
    Verb.TO_ALLY: "{moves} to the side of {target}",
}
"""What a fighter does by each verb."""

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
FORCES = {
    Maneuver.DRAG: "drags",
    Maneuver.REPOSITION: "moves",
    Maneuver.SHOVE: "shoves",
}
"""What the maneuvers with a direction do to their target (RD17)."""

COSTS = {
    Verb.DEFEND: DEFEND_COST,
    Verb.READY_SHIELD: SHIELD_COST,
    Verb.HEAL_SELF: HEAL_COST,
    Verb.HEAL: HEAL_COST,
    Verb.ESCAPE: ATTACK_COST,
    Verb.PICK_UP_WEAPON: PICK_UP_COST,
    Verb.PICK_UP_SHIELD: PICK_UP_COST,
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
    **dict.fromkeys((Verb.MOVE, *CALLED), MOVE_COST),
}
"""AP of a verb in one's own turn; those of Stand up and Reload hang on body and weapon."""
STAMINA = {
    Verb.LUNGE: LUNGE_STAMINA,
    Verb.CLEAVE: CLEAVE_STAMINA,
    Verb.PARRY: PARRY_STAMINA,
}


def describe(battle: np.record, action: int) -> str:
    """What the deciding fighter would do by an action, legal or not, in one English sentence.

    Args:
        battle: the battle at a decision point.
        action: 0 to `num_actions(battle.max_side)` - 1.

    Returns:
        "The red swordsman strikes the blue spearman with the sword (1 AP)."
    """
    actor = int(battle.to_act)
    if actor == NOBODY:
        return "The battle is over."
    verb = Verb(int(verb_of(action)))
    if verb == Verb.WAIT:
        text = _waiting(battle, actor)
    else:
        text = Deed(battle, actor, action).tell() + _price(battle, actor, verb)
    return f"{capital(fighter_names(battle)[actor])} {text}."


def _waiting(battle: np.record, actor: int) -> str:
    passing = PASSING.get(Window(battle.window))
    if passing:
        return passing
    left = int(battle.fighters[actor].action_points)
    return f"ends the turn with {left or 'no'} AP left"


def _price(battle: np.record, actor: int, verb: Verb) -> str:
    fighter = battle.fighters[actor]
    points = COSTS.get(verb, 0)
    if verb == Verb.STAND_UP:
        points = int(stand_cost(fighter))
    if verb == Verb.RELOAD and fighter.held[0] != NONE:
        points = int(WEAPON_RELOAD[fighter.held[0]])
    parts = [f"{points} AP"] if points and battle.window == Window.TURN else []
    if verb in STAMINA:
        parts.append(f"{STAMINA[verb]} Stamina")
    return f" ({', '.join(parts)})" if parts else ""


class Deed(Names):
    """An action of a fighter, with the names that its sentence may need.

    Attributes:
        battle: the battle at a decision point; `fighter` the record of who would act.
        verb: what it would do; `argument` about what; `target` to whom, -1.
        attack: the attack under way, None.
    """

    def __init__(self, battle: np.record, actor: int, action: int) -> None:
        """Take the action to pieces."""
        self.battle, self.fighter = battle, battle.fighters[actor]
        self.verb, self.argument = Verb(int(verb_of(action))), int(argument_of(action))
        self.actor, self.target = actor, NOBODY
        slot = int(slot_in(action))
        if slot >= 0:
            find = ally_in_slot if self.verb >= FIRST_WITH_ALLY else enemy_in_slot
            self.target = int(find(battle, actor, slot))
        is_under_way = battle.frame != NO_FRAME
        self.attack = battle.attacks[battle.frame] if is_under_way else None
        self.names = fighter_names(battle)

    def tell(self) -> str:
        """The sentence without its subject."""
        return DEEDS[self.verb].format_map(self)

    def _target(self) -> str:
        return self.name(self.target)

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
        place = int(nearest_on_ground(self.battle, self.actor, is_shield))
        return the(item_name(int(self.battle.ground_item[place]) if place >= 0 else NONE))

    def _forces(self) -> str:
        maneuver = int(self.attack.maneuver) if self.attack is not None else NONE
        return FORCES.get(Maneuver(maneuver), "moves") if maneuver != NONE else "moves"

    def _maneuver(self) -> str:
        return MANEUVERS[Maneuver(self.argument)].format(target=self.name(self.target))

    def _riders(self) -> str:
        power, reckless = divmod(self.argument, RECKLESS_CHOICES)
        is_missile = self.attack is not None and self.attack.kind in (Kind.SHOT, Kind.THROW)
        deeds = [f"{'aims with' if is_missile else 'puts'} {power} Stamina"] if power else []
        if power and not is_missile:
            deeds[0] += " into the blow"
        if reckless:
            deeds.append(f"strikes recklessly for {reckless} Stamina")
        return " and ".join(deeds)

    def _part(self) -> str:
        return self._part_named(self.argument)

    def _chosen(self) -> str:
        return self._part_named(int(self.attack.part) if self.attack is not None else NONE)

    def _part_named(self, part: int) -> str:
        if self.attack is None:
            return f"part {part + 1}"
        return part_name(int(self.battle.fighters[self.attack.target].body), part)
