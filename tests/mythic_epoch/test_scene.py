"""How a battle is drawn: an announced Feint looks like an attack (XM1)."""

from __future__ import annotations

import pytest

from quintain.envs.core.rendering.render import ansi, svg
from quintain.envs.mythic_epoch import scenario
from quintain.envs.mythic_epoch.scene import scene

pytestmark = pytest.mark.interpreted


@pytest.mark.compiled
@pytest.mark.parametrize("name", scenario.scenario_names())
def test_every_position_can_be_drawn(name, random_play):
    for match, _ in random_play(name, 7, 150):
        picture = scene(match.battle)
        assert len(picture.fighters) == match.battle.num_fighters
        assert [token.active for token in picture.fighters].count(True) == 1
        assert all(line[0].isupper() for line in picture.caption)
        assert picture.fighters[0].name in ansi(picture, color=False)
    assert "<svg" in svg(picture)


@pytest.mark.rule("XM1")
def test_the_picture_does_not_show_a_feint(duel, act):
    feint, attack = duel(), duel()
    act(feint, "feint")
    act(attack, "melee_attack")
    assert scene(feint) == scene(attack)
