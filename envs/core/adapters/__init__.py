"""The interfaces for callers: BattleVector, PettingZoo, Gymnasium."""
