"""Mounts and their control (W86, W106)."""
