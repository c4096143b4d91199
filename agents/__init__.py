"""Everything that chooses: random, scripted, searching, trained."""
