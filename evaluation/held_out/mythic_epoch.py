"""Mythic Epoch: a fighter who never parries, and steps away from blows instead."""

from __future__ import annotations

from ...agents.view import View

AVOID = ("dodge", "evade", "retreat", "wind", "struggle", "counter_fire")
COUNTER = ("feint_counter_attack", "ct_counter_attack", "escape", "press")
ARM = ("pick_up_weapon", "draw_weapon")
ATTACKS = ("melee_attack", "ranged_attack")
FEINTS = 0.2
"""Share of the attacks that it feints."""


class Dancer:
    """Dodges, evades or retreats instead of parrying, and strikes the enemy that acts last."""

    def choose(self, view: View) -> int | None:
        """Avoid a blow at itself, or strike at the enemy whose turn comes last."""
        answer = view.first(*COUNTER)
        if answer is not None:
            return answer
        if view.legal("step") or not view.legal("move_step"):
            return view.first(*AVOID) if view["own.is_target"] else None
        if not view["own.weapon_damage"]:
            armed = view.first(*ARM)
            if armed is not None:
                return armed
        return self.strike(view)

    def strike(self, view: View) -> int | None:
        """Strike, feint, or move to where it can."""
        enemies = sorted(view.enemies(), key=lambda slot: -view[f"enemy_{slot}.turn_in"])
        feints = view.legal("feint")
        if feints and view.random.random() < FEINTS:
            return view.random.choice(feints)
        for verb in ATTACKS:
            for slot in enemies:
                for action in view.legal(verb, slot):
                    return action
        return view.first("ready", "reload", "move_to_reach", "move_towards", "unarmed_attack")
