"""The interfaces: `BattleVector`, PettingZoo, Gymnasium."""
