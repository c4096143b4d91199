"""Grapples, Cling, Interpose (W85, W88 to W92)."""
