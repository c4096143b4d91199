"""Mythic Epoch as a `System`: what the core and the agents reach it by."""

from __future__ import annotations

from ..core.engine.system import System

SYSTEM = System.from_package(__package__, "Mythic Epoch")
