"""Pathfinding of Moves."""
