"""Heimr: one d6, many d10, public defences rolled beforehand, and fatigue that wears one out."""

from .system import SYSTEM

__all__ = ["SYSTEM"]
