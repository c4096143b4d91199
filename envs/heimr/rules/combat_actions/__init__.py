"""Combat actions: their types, their steps, and each of the list (H80 to H105)."""
