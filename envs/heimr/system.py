"""Heimr as a `System`, the interface that the core and the agents use."""

from __future__ import annotations

from ..core.engine.system import System

SYSTEM = System.from_package(__package__, "Heimr", rules_version=2)
