"""Martial as a `System`, the object through which the core and the agents use it."""

from __future__ import annotations

from ..core.engine.system import System

SYSTEM = System.from_package(__package__, "Martial", rules_version=3)
