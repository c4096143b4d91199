"""Wildroll: action points twice a round, initiative as a currency, interrupts, and wound slots."""

from .system import SYSTEM

__all__ = ["SYSTEM"]
