"""Sentences about battles, and the rows of the rule books."""
