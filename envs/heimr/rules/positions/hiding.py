"""Hiding, being known and being found (H95, H132, H133, RH49, RH50)."""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import (
    NOBODY,
    fighters_of_side,
    has_full_choices,
    log_event,
    open_window,
)
from ....core.engine.dice import die
from ...enums import (
    Ability,
    Event,
    Window,
)
from ...tables import BONUS_FACE, D10, NONE
from ..characters.conditions import can_act, is_awake, is_conscious, is_on_field
from ..combat_basics.clusters import in_cluster, share_cluster
from ..dice_challenges.checks import roll_ability
from ..environment.concealment import concealment_at_height, concealment_from

# --- Unseen fighters (H132, RH49, RH50) -----------------------------------------------------------


@njit
def opponents_of(battle, actor):
    """The opponents of a fighter, a bit each."""
    return fighters_of_side(battle, 1 - battle.side[actor])


@njit
def is_found_by(fighter, other):
    """Whether an opponent has found the hidden fighter (RH49)."""
    return (fighter.found_by >> other) & 1 != 0


@njit
def is_hidden_from(battle, actor, other):
    """Whether a fighter is hidden from an opponent: concealed, not found (H132, RH49)."""
    fighter = battle.fighters[actor]
    if not fighter.hidden or battle.side[actor] == battle.side[other]:
        return False
    if is_found_by(fighter, other) or share_cluster(battle, actor, other):
        return False
    return concealment_from(battle, other, actor) > 0


@njit
def unaware_of(battle, actor):
    """The opponents from whom a fighter is hidden, a bit each (H132)."""
    mask = 0
    if battle.fighters[actor].hidden:
        for other in range(battle.num_fighters):
            if is_hidden_from(battle, actor, other):
                mask |= 1 << other
    return mask


@njit
def knows_of(battle, other, actor):
    """Whether an opponent knows that a fighter is hidden: seen before, or heard (RH50)."""
    return (battle.fighters[actor].known_by >> other) & 1 != 0


@njit
def unknown_to(battle, viewer):
    """The hidden opponents that a fighter does not know of, a bit each (RH50, XH1)."""
    mask = 0
    for other in range(battle.num_fighters):
        if battle.fighters[other].hidden and not knows_of(battle, viewer, other):
            if is_hidden_from(battle, other, viewer):
                mask |= 1 << other
    return mask


@njit
def may_be_attacked(battle, target, attacker):
    """Whether an attacker knows of a target, hidden or not (H132, H133, RH50)."""
    return not is_hidden_from(battle, target, attacker) or knows_of(battle, attacker, target)


# --- In sight for a while (H132, RH50) ------------------------------------------------------------


@njit
def is_anybody_hidden(battle):
    """Whether any fighter is hidden (H132)."""
    for actor in range(battle.num_fighters):
        if battle.fighters[actor].hidden:
            return True
    return False


@njit
def sees_hidden(battle, viewer, actor):
    """Whether an opponent who is awake sees a fighter that hides from others (H132, RH50)."""
    fighter = battle.fighters[viewer]
    if battle.side[viewer] == battle.side[actor]:
        return False
    if not is_awake(fighter) or not is_on_field(fighter):
        return False
    return not is_hidden_from(battle, actor, viewer)


@njit
def note_sightings(battle):
    """Opponents who see a hidden fighter know of it and its place from now on (H132, RH50).

    A light, a viewer above its cover or a cluster may end the concealment for a while.
    """
    for actor in range(battle.num_fighters):
        fighter = battle.fighters[actor]
        if fighter.hidden and is_on_field(fighter):
            for viewer in range(battle.num_fighters):
                if sees_hidden(battle, viewer, actor):
                    fighter.known_by = fighter.known_by | (1 << viewer)
                    fighter.last_seen = fighter.location


# --- Hiding (H95, RH49) ---------------------------------------------------------------------------


@njit
def cannot_hide_from(fighter):
    """The fighters that it cannot hide from: cluster, shooters at it, finders (H95, RH49)."""
    return fighter.began_with | fighter.shot_by | fighter.found_by


@njit
def may_hide(battle, actor):
    """Whether a fighter may hide: no cluster, concealed, not hidden already (H95, RH49).

    A fighter whose hiding has ended may hide again from its next turn on. Opponents that it does
    not know of could be anywhere, at its own height (XH1).
    """
    fighter = battle.fighters[actor]
    if fighter.hidden or fighter.gave_away or not can_act(fighter) or in_cluster(fighter):
        return False
    seen_by, unknown = cannot_hide_from(fighter), unknown_to(battle, actor)
    for other in range(battle.num_fighters):
        if battle.side[other] != battle.side[actor] and (seen_by >> other) & 1 == 0:
            opponent = battle.fighters[other]
            if is_conscious(opponent) and is_on_field(opponent):
                viewer = fighter if (unknown >> other) & 1 != 0 else opponent
                if concealment_at_height(battle, actor, viewer.height) > 0:
                    return True
    return False


@njit
def hide(battle, actor):
    """Roll Survival: the CR for Perception (H67, H95, RH49)."""
    fighter = battle.fighters[actor]
    roll_ability(battle, actor, Ability.SURVIVAL, 0, 0, True)
    if battle.roll.tired:
        return
    fighter.hidden = True
    fighter.hide = battle.roll.total
    fighter.found_by = cannot_hide_from(fighter) & opponents_of(battle, actor)
    fighter.last_seen = fighter.location
    log_event(battle, Event.HIDES, actor, NOBODY, 0, battle.roll.total, 0)


# --- From whom (H95) ------------------------------------------------------------------------------


@njit
def may_show(battle, actor, other):
    """Whether a hidden fighter can choose not to hide from an opponent whom it knows of (H95)."""
    if battle.side[other] == battle.side[actor] or not is_hidden_from(battle, actor, other):
        return False
    return is_conscious(battle.fighters[other]) and (unknown_to(battle, actor) >> other) & 1 == 0


@njit
def ask_hide_from(battle, actor):
    """Ask a fighter who hides from several opponents from whom it does not hide (H95)."""
    if not has_full_choices(battle, actor):
        return
    count = 0
    for other in range(battle.num_fighters):
        count += may_show(battle, actor, other)
    if count > 1:
        open_window(battle, actor, Window.HIDE_FROM)


@njit
def show_to(battle, actor, other):
    """A hidden fighter does not hide from an opponent; it is asked about the others (H95)."""
    fighter = battle.fighters[actor]
    fighter.found_by = fighter.found_by | (1 << other)
    fighter.known_by = fighter.known_by | (1 << other)
    log_event(battle, Event.SHOWS, actor, other, 0, 0, 0)
    ask_hide_from(battle, actor)


# --- No longer hidden (H135, RH49, RH50) ----------------------------------------------------------


@njit
def be_seen(battle, actor):
    """All opponents know of the fighter and its location (RH50)."""
    fighter = battle.fighters[actor]
    fighter.known_by = opponents_of(battle, actor)
    fighter.last_seen = fighter.location


@njit
def stop_hiding(battle, actor):
    """The fighter has given itself away and is no longer hidden (H135, RH49)."""
    fighter = battle.fighters[actor]
    if fighter.hidden:
        fighter.hidden = False
        fighter.gave_away = True
        fighter.hide = 0
        be_seen(battle, actor)
        log_event(battle, Event.FOUND, NOBODY, actor, 0, 0, 0)


@njit
def change_place(battle, actor):
    """In another location a fighter is not hidden, and nobody has found it yet (RH49, RH50)."""
    fighter = battle.fighters[actor]
    stop_hiding(battle, actor)
    fighter.found_by = 0
    if fighter.location != NONE:
        fighter.last_seen = fighter.location


@njit
def find(battle, finder, actor):
    """An opponent has found the fighter and sees it while it stays there (H104, RH49)."""
    fighter = battle.fighters[actor]
    fighter.found_by = fighter.found_by | (1 << finder)
    fighter.known_by = fighter.known_by | (1 << finder)
    fighter.last_seen = fighter.location
    log_event(battle, Event.FOUND, finder, actor, 0, 0, 0)


# --- The lucky shot (H133, RH50) ------------------------------------------------------------------


@njit
def roll_luck(battle, actor, target):
    """Lucky shot: a d10 must show 10, and the target be where it was believed (H133, RH50).

    Returns whether the attack roll follows.
    """
    face = die(battle, D10)
    log_event(battle, Event.LUCKY, actor, target, face, 0, 0)
    fighter = battle.fighters[target]
    return face == BONUS_FACE and fighter.last_seen == fighter.location
