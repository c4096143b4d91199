"""The combat sequence: action points, initiative, interrupts, reactions, rounds (W42 to W61)."""
