"""Platemail: simultaneous written orders with IF and ELSE."""

from .system import SYSTEM

__all__ = ["SYSTEM"]
