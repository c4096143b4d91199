"""Heimr: a fighter who goes for weak enemies and trusts its weapon in defence."""

from __future__ import annotations

from ...agents.view import View

PREPARE = ("stand_up", "draw", "get_item", "climb_up", "climb_down")
ANSWERS = ("slip", "strike", "stop", "skill", "reroll", "direction", "hand", "break_barrier")
WEARY = 3 / 8
"""Fatigue above its base from which it rests, of the most that an observation tells."""


class Hunter:
    """Charges or attacks weak enemies near it, and always defends with a weapon or shield."""

    def choose(self, view: View) -> int | None:
        """An action of its turn, or an answer; it parries or blocks rather than dodges."""
        answer = view.first(*ANSWERS)
        if answer is not None:
            return answer
        if view.legal("defence"):
            return view.legal("defence")[-1]
        if view.legal("aim"):
            return view.random.choice(view.legal("aim"))
        prepared = view.first(*PREPARE)
        if prepared is not None:
            return prepared
        if view["own.fatigue_above"] >= WEARY:
            rest = view.first("breather", "breather_later")
            if rest is not None:
                return rest
        return self.hunt(view)

    def hunt(self, view: View) -> int | None:
        """Attack the weakest of the near enemies, or get closer to it."""
        prey = sorted(
            view.enemies(),
            key=lambda slot: view[f"enemy_{slot}.hp"] + 4 * view[f"enemy_{slot}.distance"],
        )
        for verb in ("charge", "attack", "brawl_hit"):
            for slot in prey:
                for action in view.legal(verb, slot):
                    return action
        for verb in ("move", "run"):
            for slot in prey:
                for action in view.legal(verb, slot):
                    return action
        return view.first("move", "run") if view["own.cluster"] == 0 else None
