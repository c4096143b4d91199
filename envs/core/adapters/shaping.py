"""Potential-based rewards for interfaces of one battle; `BattleVector` has them in its loop."""

from __future__ import annotations

from ..engine.batch_loops import potential
from ..inputs.arguments import finite_number
from ..session.match import Match


class Shaping:
    """The weighted change of the potential, red's strength minus blue's, between decisions.

    The potential is 0 once the battle is over, so that an episode adds up to the result and a
    constant: an optimal policy without discount stays optimal (Ng, Harada and Russell 1999).

    Attributes:
        weight: 0 for none.
    """

    def __init__(self, weight: float) -> None:
        """Check the weight.

        Raises:
            ValueError: "shaping must be a finite number, got nan".
        """
        self.weight = finite_number("shaping", weight)
        self._before = 0.0

    def begin(self, match: Match) -> None:
        """Begin at the current decision."""
        self._before = self._potential(match)

    def rewards(self, match: Match) -> tuple[float, float]:
        """The rewards of red and blue since the last call: opposite numbers."""
        if self.weight == 0:
            return 0.0, 0.0
        before, self._before = self._before, self._potential(match)
        change = self.weight * (self._before - before)
        return change, -change

    def _potential(self, match: Match) -> float:
        return float(potential(match.battles[0])) if self.weight and match.to_act >= 0 else 0.0
