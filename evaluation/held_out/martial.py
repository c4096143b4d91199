"""Martial: a fighter who gangs up on one enemy, and never parries."""

from __future__ import annotations

from ...agents.view import View

ANSWERS = ("strike", "attack_next", "cleave", "extra", "direction")
READY = ("stand_up", "pick_up_weapon", "draw", "reload", "escape")
ATTACKS = 2 / 3
"""Attacks in a turn, of three: the third would be at two dice less."""


class Wolf:
    """Flanks or charges the most injured enemy with its pack, strikes twice, never parries."""

    def choose(self, view: View) -> int | None:
        """Answer, or strike, flank or follow the prey of the pack."""
        if not view.legal("stow") and not view.legal("drop"):
            return self.answer(view)
        ready = view.first(*READY)
        if ready is not None:
            return ready
        prey = sorted(view.enemies(), key=lambda slot: -self.hurt(view, slot))
        if view["own.attacks"] < ATTACKS:
            for verb in ("shoot", "charge", "strike", "move_to_flank", "move_to_reach"):
                for slot in prey:
                    for action in view.legal(verb, slot):
                        return action
            return view.first("move_toward")
        return view.first("ready_shield", "defend")

    def answer(self, view: View) -> int | None:
        """A blow if one is offered, a body part at random; no riders, no parry."""
        parts = view.legal("part")
        return view.random.choice(parts) if parts else view.first(*ANSWERS, *READY)

    def hurt(self, view: View, slot: int) -> float:
        """The injuries of an enemy, less the farther it is."""
        return float(view[f"enemy_{slot}.injuries"].sum()) - 8 * view[f"enemy_{slot}.distance"]
