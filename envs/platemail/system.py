"""Platemail as a `System`: what the core and the agents reach it by."""

from __future__ import annotations

from pathlib import Path

from ..core.engine.system import System
from .actions.codec import VERBS, decode, describe, encode
from .actions.masks import legal_action_mask, order_choices, order_mask
from .actions.table import num_actions
from .enums import (
    Ending,
    Window,
)
from .observation.layout import observation_layout
from .observation.writer import observe
from .record_checks import CHECKS
from .scenario import Scenario, load_scenario, make_template, scenario_names
from .scene import scene
from .state import (
    BATTLE,
    TEMPLATE,
)
from .step import advance, conceal, deploy, strength
from .text.names import fighter_names
from .text.report import narrate

SYSTEM = System(
    name="platemail",
    title="Platemail",
    dtype=BATTLE,
    template_dtype=TEMPLATE,
    deploy=deploy,
    legal_action_mask=legal_action_mask,
    advance=advance,
    observe=observe,
    conceal=conceal,
    strength=strength,
    num_actions=num_actions,
    observation_layout=observation_layout,
    scenario_model=Scenario,
    load_scenario=load_scenario,
    make_template=make_template,
    scenario_names=scenario_names,
    describe=describe,
    encode=encode,
    decode=decode,
    verbs=VERBS,
    narrate=narrate,
    fighter_names=fighter_names,
    scene=scene,
    endings=tuple(ending.name.lower() for ending in Ending),
    truncating=(int(Ending.ROUND_LIMIT), int(Ending.QUIET)),
    windows=tuple(window.name.lower() for window in Window),
    record_checks=CHECKS,
    rules_file=Path(__file__).parent / "RULES.md",
    order_choices=order_choices,
    order_mask=order_mask,
)
