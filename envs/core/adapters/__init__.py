"""Interfaces for callers: BattleVector, PettingZoo, Gymnasium."""
