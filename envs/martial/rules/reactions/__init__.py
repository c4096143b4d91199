"""Reactions: Parry and Reactive Attack (D88 to D93)."""
