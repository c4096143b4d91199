"""Wildroll as a `System`: the protocol for the core and the agents."""

from __future__ import annotations

from ..core.engine.system import System

SYSTEM = System.from_package(__package__, "Wildroll", rules_version=3)
