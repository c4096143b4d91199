"""The attack roll: d20 checks, modifiers, defence values, hits (D5 to D10, D46 to D60)."""
