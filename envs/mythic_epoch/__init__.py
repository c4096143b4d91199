"""Mythic Epoch: three-step commitment, counter-tempo, and feints as hidden information."""

from .system import SYSTEM

__all__ = ["SYSTEM"]
