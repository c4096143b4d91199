"""Platemail: a fighter who strikes and falls back as soon as it is wounded."""

from __future__ import annotations

from ...agents.view import View

FIRST = ("stand_up", "cut_free", "three_attacks", "rapid_fire", "shoot", "reload")


class Raider:
    """Attacks the nearest enemy, falls back when a wound comes, and attacks again."""

    def choose(self, view: View) -> int | None:
        """A clause of the order."""
        if view.legal("if_reached_any"):  # the IF clause
            wounded = view.first("if_wounded")
            return view.first("if_hindered") if wounded is None else wounded
        if view.legal("cut_free") and view.legal("stabilize_enemy"):  # THEN, and ELSE after it
            is_then = view.which("window.then") < 0
            return view.first("fall_back") if is_then else self.attack(view)
        ready = view.first(*FIRST)
        return self.attack(view) if ready is None else ready

    def attack(self, view: View) -> int | None:
        """Fall back after wounds, or go for the most wounded enemy that can be reached."""
        if view["own.wounds"] > 0 and view.random.random() < 0.3:
            return view.first("fall_back", "move_away")
        prey = sorted(
            view.enemies(),
            key=lambda slot: (view[f"enemy_{slot}.distance"], -view[f"enemy_{slot}.wounds"]),
        )
        for verb in ("full_attack", "charge", "sprint_to", "move_to"):
            for slot in prey:
                for action in view.legal(verb, slot):
                    return action
        return view.first("full_attack", "counter")
