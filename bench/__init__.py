"""Measurements: speed of every layer (`throughput`), learning, behaviour of agents, fairness."""
