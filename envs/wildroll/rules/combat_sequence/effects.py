"""Effects of actions that are no attacks, by chapters (W77 to W106).

The next step is set first; an action with steps of its own sets another one.
"""

from __future__ import annotations

from ....core.compiler.compile import njit
from ...enums import (
    Act,
    Step,
)
from ...tables import READIED_ACT
from ..common_actions.items import pick_up, reload, retrieve, stow
from ..common_actions.readied import ready
from ..common_actions.spells import cast_heal, cast_shield
from ..defense.defences import defend
from ..grappling.clings import cling
from ..grappling.grapples import drag, escape, pin
from ..health.healing import stabilize, treat_condition, treat_wound
from ..miscellaneous_actions.hinder import disarm, distract, shove, trip
from ..miscellaneous_actions.objects import call_up, drink, end_effect, open_or_shut
from ..movement.dash import dash
from ..movement.jumps import jump
from ..movement.water import surface
from ..positioning_actions.openings import create_opening, enter
from ..positioning_actions.posture import change_posture
from ..special_situations.mounts import calm, dismount, mount_up
from .action_stack import go_to
from .initiative import seize

# --- By chapter (W77 to W106) ---------------------------------------------------------------------


@njit
def do_for_oneself(battle, frame):
    """Actions without a target (W78, W80, W82, W85, W90, W98)."""
    actor, argument = frame.actor, frame.argument
    if frame.act == Act.DEFEND:
        defend(battle, actor)
    elif frame.act == Act.READY:
        ready(battle, actor, READIED_ACT[argument])
    elif frame.act == Act.POSTURE:
        change_posture(battle, actor, argument)
    elif frame.act == Act.ESCAPE:
        escape(battle, frame)
    elif frame.act == Act.DRAG:
        drag(battle, frame)
    elif frame.act == Act.SEIZE:
        seize(battle, actor)


@njit
def do_with_things(battle, frame):
    """Actions with items and objects (W81, W93, W102, W110, RW7, H29)."""
    actor, argument = frame.actor, frame.argument
    if frame.act == Act.RETRIEVE:
        retrieve(battle, actor, argument)
    elif frame.act == Act.STOW:
        stow(battle, actor, argument)
    elif frame.act == Act.PICK_UP:
        pick_up(battle, actor)
    elif frame.act == Act.RELOAD:
        reload(battle, actor)
    elif frame.act == Act.DOOR:
        open_or_shut(battle, actor, argument)
    elif frame.act == Act.POTION:
        drink(battle, actor)
    elif frame.act == Act.CHARM:
        call_up(battle, actor, argument)
    elif frame.act == Act.END_EFFECT:
        end_effect(battle, actor, argument)


@njit
def move_about(battle, frame):
    """Actions of movement (W69, W86, W87, W105, W106)."""
    actor = frame.actor
    if frame.act == Act.JUMP:
        jump(battle, frame)
    elif frame.act == Act.DASH:
        dash(battle, actor)
    elif frame.act == Act.MOUNT:
        mount_up(battle, actor, frame.target)
    elif frame.act == Act.DISMOUNT:
        dismount(battle, actor, frame.manner)
    elif frame.act == Act.CALM:
        calm(battle, actor)
    elif frame.act == Act.SURFACE:
        surface(battle, actor)


@njit
def do_by_craft(battle, frame):
    """Spells and treatment (W77, W99 to W101, RW19)."""
    actor, target = frame.actor, frame.target
    argument = frame.argument
    if frame.act == Act.FORCE_SHIELD:
        cast_shield(battle, actor)
    elif frame.act == Act.HEAL:
        cast_heal(battle, actor, target, argument)
    elif frame.act == Act.STABILIZE:
        stabilize(battle, actor, target)
    elif frame.act == Act.TREAT_CONDITION:
        treat_condition(battle, actor, target, argument)
    elif frame.act == Act.TREAT_WOUND:
        treat_wound(battle, actor, target, argument)


@njit
def do_against(battle, frame):
    """Actions against a fighter (W83, W84, W92, W94 to W97)."""
    if frame.act == Act.PIN:
        pin(battle, frame)
    elif frame.act == Act.OPENING:
        create_opening(battle, frame)
    elif frame.act == Act.ENTER:
        enter(battle, frame)
    elif frame.act == Act.DISARM:
        disarm(battle, frame)
    elif frame.act == Act.DISTRACT:
        distract(battle, frame)
    elif frame.act == Act.SHOVE:
        shove(battle, frame)
    elif frame.act == Act.TRIP:
        trip(battle, frame)


@njit
def take_effect(battle, frame):
    """Apply an action by its chapter (W77 to W106)."""
    if frame.act == Act.CLING:
        go_to(frame, Step.OVER)
        cling(battle, frame)
        return
    go_to(frame, Step.RESOLVED)
    do_against(battle, frame)
    do_for_oneself(battle, frame)
    do_with_things(battle, frame)
    move_about(battle, frame)
    do_by_craft(battle, frame)
