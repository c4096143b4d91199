"""Narration of battles, and the rows of the rulebooks."""
