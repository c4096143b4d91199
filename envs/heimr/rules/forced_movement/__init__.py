"""Forced movement and restraint: holding, carrying (H112 to H115, H146)."""
