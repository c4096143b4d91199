"""A heuristic of one's own.

    quintain tournament mythic_epoch/duel --agents berserker,my_tactic.py:Sly

A tactic is a class with `choose(view)`. The view names what the fighter sees and may do.
"""


class Sly:
    """Parries, attacks who is out of breath, and feints at everybody else."""

    def choose(self, view):
        """One action; None waits."""
        reaction = view.first("parry", "evade", "wind", "struggle", "dodge")
        if reaction is not None:
            return reaction
        weary = [s for s in view.enemies() if view[f"enemy_{s}.action_points"] * 12 < 2]
        for slot in weary:
            for action in view.legal("melee_attack", target=slot):
                return action
        if view.legal("feint") and view.random.random() < 0.4:
            return view.random.choice(view.legal("feint"))
        return view.first(
            "feint_counter_attack", "ct_counter_attack", "ready", "pick_up_weapon", "draw_weapon",
            "melee_attack", "ranged_attack", "reload", "press", "escape", "unarmed_attack",
            "move_to_reach", "move_towards",
        )  # fmt: skip
