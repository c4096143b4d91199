"""Pathfinding, reachability and the goals of movement."""
