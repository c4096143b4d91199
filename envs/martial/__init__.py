"""Martial: three action points, reactions, and injuries to body parts."""

from .system import SYSTEM

__all__ = ["SYSTEM"]
