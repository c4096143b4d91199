"""Measurements: speed of every layer (`ladder`), learning, habits of agents, fairness."""
