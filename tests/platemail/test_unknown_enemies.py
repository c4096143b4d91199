"""Nothing that a fighter writes or plans depends on enemies that he is Unaware of (XP2, P57)."""

from __future__ import annotations

import pytest

from quintain.envs.core.engine.battle import NOBODY
from quintain.envs.platemail.enums import Life, Verb, Window

from .legal_orders import mask_of, verbs
from .written_orders import play, square

pytestmark = [pytest.mark.interpreted]

OPEN = "\n".join(["." * 32] * 16)


# --- Masks (XP2) ----------------------------------------------------------------------------------


@pytest.mark.rule("XP2", "XP4", "P18")
@pytest.mark.parametrize("window", [Window.FIRST, Window.THEN, Window.ELSE])
def test_XP2_a_mask_does_not_count_the_enemies_he_is_unaware_of(fight, window):
    enemies = [{"at": (6, 3)}, {"at": (20, 8)}]
    hidden = fight([{}, {}], [enemies[0], {**enemies[1], "hidden_from": 3}])
    gone = fight([{}, {}], [enemies[0], {**enemies[1], "life": Life.DEAD}])
    seen = fight([{}, {}], enemies)
    assert (mask_of(hidden, window) == mask_of(gone, window)).all()
    assert Verb.FULL_ATTACK_SPREAD in verbs(seen, window)
    assert Verb.FULL_ATTACK_SPREAD not in verbs(hidden, window)


# --- Paths (P57, RP33) ----------------------------------------------------------------------------

STANDS = {"first": (Verb.AIM, NOBODY), "then": (Verb.AIM, NOBODY)}


def walked(fight, loaded, order, blue, rows=OPEN, at=(4, 8)):
    """Where red 0 stands after its action."""
    battle = fight([{"at": at}], blue, map=rows)
    with loaded(battle, []):
        play(battle, {"first": order}, *[STANDS] * len(blue))
    return square(battle, 0)


@pytest.mark.rule("P57", "XP2", "RP33")
@pytest.mark.parametrize(("hidden", "column"), [(1, 5), (0, 10)])
def test_P57_an_unknown_enemy_blocks_a_path_when_met(fight, loaded, hidden, column):
    blue = [{"at": (6, 8), "hidden_from": hidden}, {"at": (20, 8)}]
    assert walked(fight, loaded, (Verb.SPRINT_TO, 2), blue)[0] == column


@pytest.mark.rule("P57", "XP2", "RP43")
@pytest.mark.parametrize("hidden", [1, 0])
def test_RP43_a_flight_does_not_know_of_a_hidden_enemy(fight, loaded, hidden):
    """The straight way back leads into an enemy's square."""
    blue = [{"at": (5, 8)}, {"at": (3, 8), "hidden_from": hidden}]
    found = walked(fight, loaded, (Verb.MOVE_AWAY, 1), blue)
    assert (found == (4, 8)) == bool(hidden)


@pytest.mark.rule("P53", "P57", "XP2")
def test_P53_cover_is_sought_where_an_unknown_enemy_may_stand(fight, loaded):
    """The nearest square in Cover is that of an enemy that the fighter is Unaware of."""
    rows = "\n".join(["." * 16] * 4 + ["......o........."] + ["." * 16] * 4)
    seeks, seen = (Verb.MOVE_TO_COVER, NOBODY), {"at": (15, 4)}
    alone = walked(fight, loaded, seeks, [seen], rows, (4, 7))
    assert alone != (4, 7)
    other = {"at": alone, "hidden_from": 1}
    found = walked(fight, loaded, seeks, [seen, other], rows, (4, 7))
    assert (alone, found) == ((4, 4), (4, 5))


# --- Meetings (P17, P57, RP33) --------------------------------------------------------------------


@pytest.mark.rule("P17", "P57", "RP33")
@pytest.mark.parametrize(("hidden", "column", "faces", "clashes"), [
    (1, 7, [], False),  # the step makes them neighbours, and only one of them knows
    (0, 7, [], True),
    (1, 6, [90, 20], True),  # both want the square between them
])  # fmt: skip
def test_RP33_an_unaware_walker_clashes_only_where_paths_cross(
    moved, events, hidden, column, faces, clashes
):
    walker = {"at": (4, 8), "does": Verb.SPRINT_TO, "to": 2}
    skulker = {"at": (column, 8), "hand": "short_bow", "does": Verb.SKULK_TO, "to": 0}
    rest = {"at": (20, 8)}
    battle = moved([walker], [{**skulker, "hidden_from": hidden}, rest], faces=faces)
    assert bool(events(battle, "clash")) == clashes
    assert bool(battle.phases[0].clashed) == clashes
