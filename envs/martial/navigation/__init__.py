"""Pathfinding, reachability and what a movement can aim at."""
