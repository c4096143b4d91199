"""Narration, and the rows of the rulebooks."""
