"""The ten maneuvers (D49 to D52, D97)."""
