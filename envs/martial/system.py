"""Martial as a `System`: what the core and the agents reach it by."""

from __future__ import annotations

from pathlib import Path

from ..core.system import System
from .action_ids import num_actions
from .actions import legal_action_mask
from .deeds import describe
from .deploy import deploy
from .layout import observation_layout
from .names import fighter_names
from .narrate import narrate
from .observe import observe
from .play import advance, conceal, strength
from .record_checks import CHECKS
from .scenario import Scenario, load_scenario, make_template, scenario_names
from .scene import scene
from .state import BATTLE, TEMPLATE, Ending, Window
from .words import VERBS, decode, encode

SYSTEM = System(
    name="martial",
    title="Martial",
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
    truncating=(int(Ending.ROUND_LIMIT),),
    windows=tuple(window.name.lower() for window in Window),
    record_checks=CHECKS,
    rules_file=Path(__file__).parent / "RULES.md",
    rules_version=2,
)
