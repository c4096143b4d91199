"""The steps of an attack, from its hindrance to the wound (W17, W18, W28, W72 to W76, RW27).

`attack_step` carries out one step of the attack under way. A step that asks one fighter sets the
next step before it opens the window, so that waiting needs no answer.
"""

from __future__ import annotations

from ....core.compiler.compile import njit
from ....core.engine.battle import log_event
from ....core.engine.dice import die
from ...enums import (
    Act,
    Event,
    Level,
    Step,
    Window,
)
from ...tables import HELPLESS_ROUNDS, IS_PENETRATING, NONE, QUICK_STEPS, REBUFF_STEPS, STRONG_SIDES
from ..combat_sequence.action_stack import go_to, top_frame
from ..combat_sequence.windows import open_window
from ..common_actions.items import unload
from ..defense.defences import defence_of_attack, defence_value, may_choose_defence
from ..grappling.grapples import grapple
from ..grappling.interpose import may_interpose
from ..health.bodies import is_conscious, reveal
from ..health.conditions import weapon_marks
from ..health.damage import damage_added, final_damage, toughness_against
from ..health.harm import after_wound, become_helpless, fall_unconscious, receive_wound, stays_awake
from ..health.wounds import level_of, shifted
from ..movement.water import keep_hold
from ..rolls.modifiers import attack_modifier
from ..rolls.rolls import roll_wild, succeeds
from .attacks import shift_initiative
from .missiles import ask_harrier

UNCONSCIOUS, HELPLESS = 1, 2
"""How a nonlethal hit knocks out, if not unconscious and dying (W72)."""

# --- Before the roll (W79, W91, RW27, RW29, RW43) -------------------------------------------------


@njit
def await_harriers(battle, frame):
    """Ask all who may harry the shot (W79, RW29)."""
    if not ask_harrier(battle):
        go_to(frame, Step.INTERPOSED)


@njit
def await_interposer(battle, frame):
    """The target may put a fighter before the attack (W91, RW43)."""
    go_to(frame, Step.DEFENDED)
    target = frame.target
    if may_interpose(battle, target):
        open_window(battle, target, Window.INTERPOSE)


@njit
def ask_for_defence(battle, frame):
    """Ask a defender for its Defense before the roll (W78, W112, RW27)."""
    go_to(frame, Step.ROLL)
    frame.defence = defence_of_attack(frame.act, frame.weapon)
    if may_choose_defence(battle):
        open_window(battle, frame.target, Window.DEFENCE)


@njit
def defend_with(battle, defence):
    """Use the Defense that the defender chose (W78, RW27, RW42)."""
    frame = top_frame(battle)
    frame.defence = defence
    log_event(battle, Event.DEFENCE, frame.target, frame.actor, defence, 0, 0)


# --- The roll (W17, W18, W28, W29, W105) ----------------------------------------------------------


@njit
def is_penetrating(frame):
    """Whether the damage of an attack counts before it hits; a Grapple does none (W28, W88)."""
    return frame.weapon != NONE and frame.act != Act.GRAPPLE and IS_PENETRATING[frame.weapon]


@njit
def is_hit(battle, frame):
    """Whether the roll reaches the Defense, with its damage if it is penetrating (W18, W28)."""
    total = frame.total
    if is_penetrating(frame):
        total += damage_added(battle, frame)
    return succeeds(total, frame.value)


@njit
def roll_attack(battle, frame):
    """Roll the attack, if a swimmer or climber keeps its hold (W17, W18, W105, H26)."""
    actor, target = frame.actor, frame.target
    unload(battle, actor, frame.weapon)
    if keep_hold(battle, actor, 0):
        roll_wild(battle, frame, attack_modifier(battle, frame))
        frame.value = defence_value(battle, actor, target, frame.defence)
        log_event(battle, Event.ROLLS, actor, target, frame.natural, frame.total, frame.value)
        frame.hit = is_hit(battle, frame)
        shift_initiative(battle, frame)
    reveal(battle, actor)
    if frame.hit:
        go_to(frame, Step.DAMAGE)
    else:
        log_event(battle, Event.MISSES, actor, target, 0, 0, 0)
        go_to(frame, Step.RESOLVED)


# --- Damage and the level of the wound (W2, W19, W72 to W76, W88, RW33) ---------------------------


@njit
def level_by_act(act, damage):
    """The wound level of a damage, lower by a Quick Attack, higher by a Rebuff (W73, W74, RW33)."""
    level = level_of(damage)
    if act == Act.QUICK:
        return shifted(level, QUICK_STEPS)
    if act == Act.REBUFF:
        return shifted(level, REBUFF_STEPS)
    return level


@njit
def weigh_damage(battle, frame):
    """A hit does damage, a Strong Attack 1d6 more; a Grapple none (W2, W19, W73, W76, W88)."""
    if frame.act == Act.GRAPPLE:
        grapple(battle, frame)
        go_to(frame, Step.RESOLVED)
        return
    extra = die(battle, STRONG_SIDES) if frame.act == Act.STRONG else 0
    frame.damage = final_damage(battle, frame, extra)
    frame.level = level_by_act(frame.act, frame.damage)
    against = toughness_against(battle.fighters[frame.target], frame)
    added = damage_added(battle, frame)
    log_event(battle, Event.DAMAGE, frame.actor, frame.target, against, added, 0)
    log_event(battle, Event.HITS, frame.actor, frame.target, frame.level, frame.damage, extra)
    if frame.level == Level.NONE:
        log_event(battle, Event.UNHURT, frame.target, frame.actor, 0, 0, 0)
        go_to(frame, Step.RESOLVED)
    else:
        go_to(frame, Step.LEVEL)


@njit
def ask_level(battle, frame):
    """Ask a nonlethal attacker for a lighter wound (W72, QW7)."""
    go_to(frame, Step.WOUND)
    if frame.act == Act.NONLETHAL and frame.level > Level.LIGHT:
        open_window(battle, frame.actor, Window.LEVEL)


# --- The wound and what it brings (W6, W72, RW21, H30) --------------------------------------------


@njit
def wound_target(battle, frame):
    """The target receives the wound; a critical one may fell it (W6, RW21, H30)."""
    target = frame.target
    frame.level = receive_wound(battle, target, frame.level, frame.actor)
    if frame.level == Level.CRITICAL and not stays_awake(battle, target):
        ask_knock_out(battle, frame)
    else:
        end_wound(battle, frame)


@njit
def ask_knock_out(battle, frame):
    """Ask a nonlethal attacker how the target is knocked out (W72, QW7)."""
    go_to(frame, Step.FALL)
    if frame.act == Act.NONLETHAL and is_conscious(battle.fighters[frame.target]):
        open_window(battle, frame.actor, Window.KNOCK_OUT)


@njit
def fall(battle, frame):
    """The target falls unconscious and dying, or as a nonlethal attack spares it (W72, RW21)."""
    target = frame.target
    if frame.knocks_out == HELPLESS:
        become_helpless(battle, target, HELPLESS_ROUNDS)
    else:
        fall_unconscious(battle, target, frame.knocks_out != UNCONSCIOUS)
    end_wound(battle, frame)


@njit
def end_wound(battle, frame):
    """Side effects of a wound (W72, RW9)."""
    target, level = frame.target, frame.level
    weapon_marks(battle, target, frame.weapon, frame.act == Act.NONLETHAL, level)
    after_wound(battle, target, level)
    go_to(frame, Step.RESOLVED)


# --- The machine ----------------------------------------------------------------------------------


@njit
def attack_step(battle):
    """Carry out one step of the attack under way; it may open a window (W72 to W76)."""
    frame = top_frame(battle)
    step = frame.step
    if step == Step.HARRIED:
        await_harriers(battle, frame)
    elif step == Step.INTERPOSED:
        await_interposer(battle, frame)
    elif step == Step.DEFENDED:
        ask_for_defence(battle, frame)
    elif step == Step.ROLL:
        roll_attack(battle, frame)
    elif step == Step.DAMAGE:
        weigh_damage(battle, frame)
    elif step == Step.LEVEL:
        ask_level(battle, frame)
    elif step == Step.WOUND:
        wound_target(battle, frame)
    else:
        fall(battle, frame)
