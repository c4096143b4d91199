"""Sentences: names and the fight report."""
