"""Measurements of speed, learning, behaviour and fairness."""
