"""Objects in use: doors, potions, magical items (W93, W102, W110, W111)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import NOBODY, log_event
from ....core.maps import square_grid
from ....core.maps.hex_grid import hex_neighbour_x, hex_neighbour_y
from ...enums import (
    Event,
)
from ...tables import (
    CHARM_EFFECTS,
    EFFECT_DAMAGE,
    EFFECT_MANA,
    EFFECT_POINTS,
    EFFECT_TOUGHNESS,
    IS_DOOR,
    NONE,
    OPEN_DOOR,
    POTION_STAMINA,
    SHUT_DOOR,
)
from ..stamina.stamina import gain_stamina, has_mana, invest_mana, most_stamina, return_mana

# --- Doors (W102, H22) ----------------------------------------------------------------------------


@njit
def door_beside(battle, actor, side):
    """Ground of the hex on a side if it is a door, open or shut, else -1 (W102)."""
    fighter = battle.fighters[actor]
    x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
    if not square_grid.is_on_map(x, y, battle.width, battle.height):
        return NONE
    ground = battle.ground[y, x]
    return ground if IS_DOOR[ground] else NONE


@njit
def is_in_the_way(battle, x, y):
    """Whether any fighter is in a hex, alive or not, so that no door there shuts."""
    for other in range(battle.num_fighters):
        if battle.fighters[other].x == x and battle.fighters[other].y == y:
            return True
    return False


@njit
def may_open(battle, actor, side):
    """Whether a side has a door that can be opened, or shut while empty (W102)."""
    door = door_beside(battle, actor, side)
    if door != OPEN_DOOR:
        return door == SHUT_DOOR
    fighter = battle.fighters[actor]
    x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
    return not is_in_the_way(battle, x, y)


@njit
def open_or_shut(battle, actor, side):
    """Open a shut door or shut an open one: ground and obstacle change together (W102, H22)."""
    fighter = battle.fighters[actor]
    x, y = hex_neighbour_x(fighter.x, fighter.y, side), hex_neighbour_y(fighter.y, side)
    opens = battle.ground[y, x] == SHUT_DOOR
    if opens:
        battle.ground[y, x] = OPEN_DOOR
        square_grid.remove_square(battle.high, x, y)
    else:
        battle.ground[y, x] = SHUT_DOOR
        square_grid.add_square(battle.high, x, y)
        battle.has_obstacles = True
    log_event(battle, Event.DOOR, actor, NOBODY, opens, 0, 0)


# --- Potions (W102, H27) --------------------------------------------------------------------------


@njit
def may_drink(fighter):
    """Whether a fighter has a potion that would be of use (W102, H27)."""
    return fighter.potions > 0 and fighter.stamina < most_stamina(fighter)


@njit
def drink(battle, actor):
    """A potion gives stamina back (W102, H27)."""
    battle.fighters[actor].potions -= 1
    log_event(battle, Event.DRINKS, actor, NOBODY, 0, 0, 0)
    gain_stamina(battle, actor, POTION_STAMINA)


# --- Magical items (W16, W93, W110, W111, H27) ----------------------------------------------------


@njit
def is_called_up(fighter, effect):
    """Whether an effect of one's magical item lasts (W93)."""
    return (fighter.effects >> effect) & 1 == 1


@njit
def may_call_up(fighter, effect):
    """Whether one's item has an effect that does not last yet, and the mana is there (W110)."""
    if fighter.charm == NONE or EFFECT_POINTS[fighter.charm, effect] == 0:
        return False
    if is_called_up(fighter, effect):
        return False
    return has_mana(fighter, EFFECT_MANA[fighter.charm, effect])


@njit
def call_up(battle, actor, effect):
    """An effect of one's item begins; its mana is invested until it ends (W16, W110)."""
    fighter = battle.fighters[actor]
    fighter.effects = fighter.effects | (1 << effect)
    log_event(battle, Event.CHARM, actor, NOBODY, effect, 1, 0)
    invest_mana(battle, actor, EFFECT_MANA[fighter.charm, effect])


@njit
def may_end_effect(fighter, effect):
    """Whether an effect of one's item lasts, which one can end (W93)."""
    return is_called_up(fighter, effect)


@njit
def end_effect(battle, actor, effect):
    """One effect of one's item ends, the others last; its mana comes back (W16, W93, W111)."""
    fighter = battle.fighters[actor]
    fighter.effects = fighter.effects & ~(1 << effect)
    log_event(battle, Event.CHARM, actor, NOBODY, effect, 0, 0)
    return_mana(battle, actor, EFFECT_MANA[fighter.charm, effect])


@njit
def effect_damage(fighter):
    """Bonus of lasting effects on attacks with the item in hand (H27)."""
    total = 0
    for effect in range(CHARM_EFFECTS):
        if is_called_up(fighter, effect):
            total += EFFECT_DAMAGE[fighter.charm, effect]
    return total


@njit
def effect_toughness(fighter):
    """Bonus of lasting effects on Toughness (W3, H27)."""
    total = 0
    for effect in range(CHARM_EFFECTS):
        if is_called_up(fighter, effect):
            total += EFFECT_TOUGHNESS[fighter.charm, effect]
    return total
