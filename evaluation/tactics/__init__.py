"""Tactics of agents: counts in battle, comparisons, and the worth of each."""
