"""Offensive actions: attacks, Rebuff, Harry (W72 to W76, W79)."""
