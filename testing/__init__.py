"""The contract of every system, as checks that tests can call.

A test of your system::

    import pytest
    from quintain import testing

    @pytest.mark.parametrize("check", testing.CHECKS)
    def test_piste_keeps_the_contract(check):
        assert check("piste") > 0

Each check takes a system or its name, and raises an AssertionError with a message. It returns how
many things it looked at (fields, actions, decisions, ...), so that a test can assert that this is
more than 0. Checks that play also take a scenario; the default is the system's default scenario.
The import fails under `python -O`, which takes no notice of assertions.
"""

from __future__ import annotations

from collections.abc import Callable

from .battles import check_endings, check_masks, check_observation, check_play
from .interfaces import check_gymnasium, check_pettingzoo
from .random_play import digest as digest
from .records import (
    check_determinism,
    check_fresh_start,
    check_hidden_information,
    check_mask_is_pure,
    check_snapshots,
)
from .tables import check_actions, check_layout, check_record, check_scenarios

if not __debug__:
    raise ImportError("the checks of quintain.testing are assertions: run Python without -O")

CHECKS: tuple[Callable[..., int], ...] = (
    check_record,
    check_layout,
    check_actions,
    check_scenarios,
    check_play,
    check_observation,
    check_masks,
    check_endings,
    check_snapshots,
    check_mask_is_pure,
    check_fresh_start,
    check_hidden_information,
    check_determinism,
    check_pettingzoo,
    check_gymnasium,
)
"""All checks."""
