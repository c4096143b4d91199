"""The block of the decision at hand, with the attack under way (QD1 to QD10, XD3)."""

from __future__ import annotations

from ...core.compiler.bits import contains
from ...core.compiler.compile import njit
from ...core.engine.battle import has_full_choices
from ...core.engine.layout import capped, within_one
from ..enums import (
    STEPS_WITHOUT_ROLL,
    Maneuver,
    Step,
    Trigger,
    TurnAction,
    Window,
)
from ..rules.attack_roll.defence import defence_seen, unseen_path_bonus
from ..rules.attack_roll.modifiers import attack_bonus, net_advantage
from ..rules.injuries.bodies import (
    is_conscious,
    is_unhurt,
)
from ..rules.injuries.confusion import MASTER
from ..rules.positioning.sight import (
    is_unseen,
)
from ..rules.rounds_and_actions.attacks import counts_for_multiweapon
from ..state import (
    NO_FRAME,
    PACK,
    WEAPON_SLOTS,
)
from ..tables import (
    BODY_NUM_PARTS,
    BODY_PART,
    MAX_PARTS,
    NONE,
)
from .body import (
    KIND_SHARE_OF_ITEM,
    PART_CLASS,
    PART_FULL,
    WHOLE_PARTS,
    injuries_seen,
    see_item,
)
from .layout import (
    FAR,
    FIRST_ACT,
    FIRST_TRIGGER,
    FIRST_WINDOW,
    FULL,
    PER,
    WINDOW,
)


@njit
def see_attack(battle, actor, out, at):
    """Write the attack under way, as far as the observer knows it (XD3)."""
    attack = battle.attacks[battle.frame]
    is_mine = attack.attacker == actor
    is_on_me = attack.target == actor
    out[at + WINDOW.attack] = 1
    out[at + WINDOW.is_mine] = is_mine
    out[at + WINDOW.is_on_me] = is_on_me
    out[at + WINDOW.kind + attack.kind] = 1
    if attack.maneuver != NONE:
        out[at + WINDOW.maneuver + attack.maneuver] = 1
    see_item(attack.weapon, out, at + WINDOW.weapon)
    see_manner(attack, out, at)
    if attack.multi:
        blows = blows_left(battle, attack)
        out[at + WINDOW.blows] = capped(blows, PER.blows)
    if is_mine and battle.to_act == actor and battle.window == Window.RIDERS:
        out[at + WINDOW.net] = within_one(net_advantage(battle, attack) * PER.net)
        edge = attack_bonus(battle, attack) - defence_seen(battle, attack)
        out[at + WINDOW.edge] = within_one(edge / FULL.edge)
    if not contains(STEPS_WITHOUT_ROLL, attack.step):
        see_roll(battle, actor, attack, out, at)
    if is_mine:
        see_target(battle, attack, out, at)


@njit
def blows_left(battle, attack):
    """Number of usable weapons of a Multiweapon after that of the blow (D72)."""
    count = 0
    for slot in range(attack.slot + 1, WEAPON_SLOTS):
        count += counts_for_multiweapon(battle.fighters[attack.attacker], slot)
    return count


@njit
def see_manner(attack, out, at):
    """Write the riders and the manner of an attack."""
    out[at + WINDOW.power] = attack.power * PER.power
    out[at + WINDOW.reckless] = attack.reckless / FULL.reckless
    out[at + WINDOW.ways_lunge] = attack.lunge
    out[at + WINDOW.ways_charge] = attack.charge
    out[at + WINDOW.ways_multiweapon] = attack.multi
    out[at + WINDOW.ways_cleave] = attack.cleave
    out[at + WINDOW.ways_reactive_attack] = attack.reactive
    out[at + WINDOW.shots] = capped(attack.shots, PER.shots)
    out[at + WINDOW.penalty] = within_one(attack.penalty * PER.penalty)


@njit
def see_roll(battle, actor, attack, out, at):
    """Write the roll and its total, which are announced to all (TD4, XD3).

    The margin leaves out what the observer does not know of: hidden bodies in the path (D77, XD1).
    """
    out[at + WINDOW.rolled] = 1
    out[at + WINDOW.natural] = attack.natural / FULL.natural
    out[at + WINDOW.total] = within_one(attack.total * PER.total)
    margin = attack.total - attack.dv + unseen_path_bonus(battle, attack, actor)
    out[at + WINDOW.margin] = within_one(margin / FULL.margin)
    out[at + WINDOW.degrees] = within_one(attack.degrees / FULL.degrees)
    out[at + WINDOW.critical] = attack.critical


@njit
def see_target(battle, attack, out, at):
    """Write the parts of the target, by number, and the chosen part (QD4)."""
    it = battle.fighters[attack.target]
    body = it.body
    if not contains(STEPS_WITHOUT_ROLL, attack.step) and attack.part != NONE:
        out[at + WINDOW.part + BODY_PART[body, attack.part]] = 1
    for part in range(MAX_PARTS):
        out[at + WINDOW.target_parts + part] = WHOLE_PARTS[body, part]
        out[at + WINDOW.target_classes + part] = PART_CLASS[body, part]
    if is_unhurt(it):
        return
    for part in range(BODY_NUM_PARTS[body]):
        share = injuries_seen(it, part) / PART_FULL[BODY_PART[body, part]]
        out[at + WINDOW.target_parts + part] = share


@njit
def see_sides(battle, actor, out, at):
    """Write the number of conscious fighters of both sides, without unseen ones (XD1)."""
    able = 0
    allies = 0
    for other in range(battle.num_fighters):
        is_able = is_conscious(battle.fighters[other]) and not is_unseen(battle, actor, other)
        able += is_able
        allies += is_able and battle.side[other] == battle.side[actor]
    out[at + WINDOW.sides_mine] = allies * PER.sides
    out[at + WINDOW.sides_theirs] = (able - allies) * PER.sides


@njit
def knows_of_attack(battle, actor):
    """Whether an attack is under way whose attacker is seen (XD1)."""
    if battle.frame == NO_FRAME:
        return False
    attack = battle.attacks[battle.frame]
    return attack.step != Step.OVER and not is_unseen(battle, actor, attack.attacker)


@njit
def see_target_pack(battle, out, at):
    """Write what a thief finds in the pack of its target (RD17, XD4)."""
    attack = battle.attacks[battle.frame]
    if attack.maneuver != Maneuver.STEAL:
        return
    for place in range(PACK):
        item = battle.fighters[attack.target].pack[place]
        if item != NONE:
            out[at + WINDOW.target_pack + place] = KIND_SHARE_OF_ITEM[item]


@njit
def see_act(battle, actor, out, at):
    """Write the action under way, where its path ends, and whether confusion forces it (RD10)."""
    if is_unseen(battle, actor, battle.order[battle.turn]):
        return
    out[at + WINDOW.forced] = battle.confusion != 0 and battle.confusion != MASTER
    if battle.act == TurnAction.NOTHING:
        return
    out[at + WINDOW.act + battle.act - FIRST_ACT] = 1
    if battle.path_at < battle.path_length:
        me, last = battle.fighters[actor], battle.path_length - 1
        across, down = battle.path_x[last] - me.x, battle.path_y[last] - me.y
        out[at + WINDOW.path_end_columns] = min(FAR, max(-FAR, across)) * PER.path_end
        out[at + WINDOW.path_end_rows] = down * PER.path_end


@njit
def see_window(battle, actor, out, at):
    """Write the block of the decision at hand."""
    window = battle.window
    if battle.to_act == actor and window != Window.NONE:
        out[at + WINDOW.window + window - FIRST_WINDOW] = 1
        if window == Window.STEP:
            out[at + WINDOW.steps_left] = capped(battle.steps_left, PER.steps_left)
        elif window == Window.ITEM:
            see_target_pack(battle, out, at)
        elif window == Window.REACTIVE_ATTACK and battle.trigger != Trigger.NONE:
            out[at + WINDOW.trigger + battle.trigger - FIRST_TRIGGER] = 1
    if knows_of_attack(battle, actor):
        see_attack(battle, actor, out, at)
    out[at + WINDOW.round] = battle.round_number / battle.round_limit
    see_sides(battle, actor, out, at)
    out[at + WINDOW.ambush] = battle.is_ambush
    out[at + WINDOW.my_ambush] = battle.hiding_side == battle.side[actor]
    out[at + WINDOW.full_choices] = has_full_choices(battle, actor)
    rounds_left = battle.round_limit - battle.round_number
    out[at + WINDOW.rounds_left] = capped(rounds_left, PER.rounds_left)
    if battle.act != TurnAction.NOTHING or battle.confusion != 0:
        see_act(battle, actor, out, at)
