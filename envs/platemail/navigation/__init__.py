"""Pathfinding of movement."""
