"""Wildroll: a fighter who throws enemies to the ground and strikes those who lie."""

from __future__ import annotations

from ...agents.view import View

ANSWERS = ("rebuff", "harry", "ignore", "defence", "command", "level")
READY = ("escape", "pick_up", "retrieve", "reload", "hurry")
MOST_POINTS = 24
"""The AP of which an observation tells the share."""
LYING = 0.9
"""The posture above which an enemy lies."""
TRIPS = 0.4
"""Share of the attacks on standing enemies with which it trips or shoves."""


class Wrecker:
    """Trips and shoves, strikes hard at enemies who lie, never interrupts an action."""

    def choose(self, view: View) -> int | None:
        """Answer, let enemies act, or trip and strike."""
        answer = view.first(*ANSWERS)
        if answer is not None and not view.legal("buy_movement"):
            return answer
        if view.legal("pass"):  # a chance to interrupt
            return view.first("pass")
        ready = view.first(*READY)
        if ready is not None:
            return ready
        return self.fight(view)

    def fight(self, view: View) -> int | None:
        """Bring down the nearest enemy, or strike it; begin nothing that it cannot pay at once."""
        points = round(view["own.action_points"] * MOST_POINTS)
        near = sorted(view.enemies(), key=lambda slot: view[f"enemy_{slot}.gap"])
        low = [slot for slot in near if view[f"enemy_{slot}.posture"] > LYING]
        trips = view.random.random() < TRIPS
        for verb, cost, slots in (
            ("strong", 9, low),
            ("standard", 6, low),
            ("trip", 4, near if trips else []),
            ("shove", 4, near if trips else []),
            ("standard", 6, near),
            ("quick", 3, near),
            ("move_to_flank", 9, near),
            ("move_to_reach", 9, near),
            ("move_toward", 12, near),
        ):
            for slot in slots if points >= cost else []:
                for action in view.legal(verb, slot):
                    return action
        return view.first("posture", "defend")
