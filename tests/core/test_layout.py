"""Layouts of observations: the declarations are true, and the writers use them."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator

import numba
import numpy as np
import pytest

from quintain.agents.registry import make_agent
from quintain.envs.core.adapters.environments import Environments
from quintain.envs.core.adapters.vector import BattleVector
from quintain.envs.core.engine.layout import (
    Kind,
    Layout,
    Piece,
    count,
    flag,
    length_of,
    one_hot,
    packed,
    places,
    prefixed,
    scales,
    share,
    table,
    wholes,
)
from quintain.envs.core.engine.loops import choose_randomly
from quintain.envs.core.engine.system import System, get_system, system_names
from quintain.envs.mythic_epoch.enums import Status

BATTLES, DECISIONS = (2, 25) if numba.config.DISABLE_JIT else (8, 250)

# --- Declarations ---------------------------------------------------------------------------------

PIECES = (
    flag("is_here", "here"),
    one_hot("status", Status, "readiness"),
    count("position", (32, 16), "squares", "where", parts=("column", "row")),
    count("reach", 2, "squares", "how far", low=-1),
    share("round", 1, "", "of the limit"),
)


def test_places_are_where_pieces_and_their_numbers_begin():
    at = places(PIECES)
    assert (at.is_here, at.status, at.status_off_guard, at.status_pinned) == (0, 1, 1, 5)
    assert (at.position, at.position_column, at.position_row) == (6, 6, 7)
    assert (at.reach, at.round) == (8, 9)
    assert length_of(PIECES) == 10


def test_scales_are_shares_of_a_unit():
    per = scales(PIECES, PIECES)
    assert (per.position_column, per.position_row, per.reach) == (1 / 32, 1 / 16, 1 / 2)
    assert wholes(PIECES).position_column == 32
    assert not hasattr(per, "position")
    assert not hasattr(per, "status")
    assert scales((count("offset", 4, "squares", "", parts=("x", "y")),)).offset == 1 / 4


def test_a_name_stands_for_one_place_and_one_scale():
    with pytest.raises(ValueError, match="two places in an observation are named 'position_row'"):
        places((*PIECES, flag("position_row", "")))
    with pytest.raises(ValueError, match="scale 'reach' differently"):
        scales(PIECES, (count("reach", 3, "squares", ""),))


def test_prefixed_pieces_have_longer_names():
    at = places(prefixed("main", PIECES))
    assert (at.main_status, at.main_position_row) == (1, 7)


def test_a_piece_reads_its_rows_out_of_its_meaning():
    rows = {
        "aloft": "",
        "aloft (RD7)": "RD7",
        "aloft (RD7, XD4)": "RD7, XD4",
        "readiness (M11-M15), cut off (at 1), asleep (H128 to H130)": "M11-M15, H128 to H130",
    }
    assert {meaning: flag("flag", meaning).row for meaning in rows} == rows
    piece = flag("two", "aloft (RD7)", parts=("in_air", "on_roof"))
    assert (piece.row, piece.text) == ("RD7", "aloft: in air, on roof")


def test_bounds_are_those_of_each_number():
    layout = Layout((*PIECES, packed("other", PIECES[2:4], "the other")))
    assert layout.low.tolist() == [*[0] * 8, -1, 0, 0, 0, -1]
    assert layout.high.tolist() == [1] * 13
    assert layout.low.dtype == layout.high.dtype == np.float32


def test_packed_pieces_are_one_with_their_numbers():
    (piece,) = pieces = (packed("other", PIECES, "the other"),)
    assert (piece.kind, piece.length, piece.low) == (Kind.MIXED, 10, -1)
    assert piece.full == (1, *[1] * 5, 32, 16, 2, 1)
    assert (places(pieces).other, places(pieces).other_position_row) == (0, 7)


def test_a_table_is_scaled_and_clipped_as_declared():
    pieces = (PIECES[0], PIECES[3])
    rows = table(pieces, {"is_here": [True, False], "reach": [-9, 1]}, empty=1)
    assert rows.dtype == np.float32
    assert rows.tolist() == [[0, 0], [1, -1], [0, 0.5]]
    with pytest.raises(ValueError, match="needs the columns"):
        table(pieces, {"reach": [1], "is_here": [1]})


# --- What is written ------------------------------------------------------------------------------


def play(system: System, scenario: str) -> Iterator[tuple[BattleVector, str]]:
    """Observations after each decision of random and heuristic battles, with the fighter."""
    heuristics = [name for name in system.policies if name != "random"]
    heuristic = heuristics[system.scenario_names().index(scenario) % len(heuristics)]
    for name in ("random", heuristic):
        vector = BattleVector(system, BATTLES, scenario, seed=3)
        choose = _randomly(vector) if name == "random" else _by(system, name, vector)
        for _ in range(DECISIONS):
            yield vector, name
            vector.step(choose())


def _randomly(vector: BattleVector) -> Callable[[], np.ndarray]:
    states = np.random.default_rng(3).integers(1, 2**32, (vector.num_envs, 4), np.uint32)
    actions = np.zeros(vector.num_envs, np.int64)

    def choose() -> np.ndarray:
        choose_randomly(vector.action_masks, states, actions)
        return actions

    return choose


def _by(system: System, name: str, vector: BattleVector) -> Callable[[], np.ndarray]:
    agent = make_agent(name, system.name, 3)

    def choose() -> np.ndarray:
        agent.watch(vector.battles.copy())
        return agent.predict(vector.observations.copy(), action_masks=vector.action_masks)[0]

    return choose


def false_of(layout: Layout, seen: np.ndarray) -> list[str]:
    """Names of the pieces with values outside their declaration in observations `[T, N]`."""
    outside = (seen < layout.low) | (seen > layout.high)
    wrong = [name for name, part in layout.slices().items() if outside[:, part].any()]
    start = 0
    for whole in layout.pieces:
        for piece in whole.simple:
            numbers = seen[:, start : start + piece.length]
            if not is_of_kind(piece, numbers):
                wrong.append(whole.name)
            start += piece.length
    return wrong


def is_of_kind(piece: Piece, numbers: np.ndarray) -> bool:
    """Whether the numbers `[T, length]` of a piece that is not packed are of its kind."""
    units = numbers * np.array(piece.full)
    kept = {
        Kind.FLAG: np.isin(numbers, (0, 1)).all(),
        Kind.ONE_HOT: np.isin(numbers, (0, 1)).all() and (numbers.sum(axis=1) <= 1).all(),
        Kind.COUNT: np.abs(units - units.round()).max() < 1e-5 * max(piece.full),
        Kind.SHARE: True,
    }
    return bool(kept[piece.kind])


def moving_of(layout: Layout, seen: np.ndarray) -> list[str]:
    """Names of static pieces that change in the observations of one fighter in one battle."""
    moved = []
    for block, whole in layout.blocks().items():
        static = {
            piece.name: layout.slices()[piece.name]
            for piece in layout.pieces
            if piece.static and piece.block == block
        }
        if not static:
            continue
        places = np.concatenate([np.arange(part.start, part.stop) for part in static.values()])
        says = seen[:, places].any(axis=1) | (block == "own")
        shown = seen[says & seen[:, whole].any(axis=1)]
        moved += [
            name for name, part in static.items() if (shown[:, part] != shown[:1, part]).any()
        ]
    return moved


SCENARIOS = [
    pytest.param(name, scenario, marks=[] if scenario == "skirmish" else pytest.mark.compiled)
    for name in system_names()
    for scenario in get_system(name).scenario_names()
]
"""All scenarios; without the compiler only the skirmish of each system."""


@pytest.mark.interpreted
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_every_number_is_what_the_layout_declares(name, scenario):
    """Kinds and ranges are true, and static pieces constant, for all deciding fighters."""
    system = get_system(name)
    views: dict[tuple, list[np.ndarray]] = defaultdict(list)
    battle = np.zeros(BATTLES, np.int64)
    for vector, chooser in play(system, scenario):
        battle += vector.terminated | vector.truncated
        for index, fighter in enumerate(vector.to_act.tolist()):
            key = (chooser, index, battle[index], fighter)
            views[key].append(vector.observations[index].copy())
    layout = vector.layout
    assert false_of(layout, np.concatenate(list(views.values()))) == []
    assert {name for seen in views.values() for name in moving_of(layout, np.array(seen))} == set()


@pytest.mark.interpreted
@pytest.mark.parametrize("name", system_names())
def test_flags_and_one_hots_are_0_or_1_and_others_reach_1(name):
    for piece in (
        one for whole in get_system(name).observation_layout(2).pieces for one in whole.simple
    ):
        assert piece.high == 1, piece.name
        assert piece.low == 0 or piece.kind in (Kind.COUNT, Kind.SHARE), piece.name


@pytest.mark.interpreted
@pytest.mark.parametrize("name", system_names())
def test_the_spaces_of_all_interfaces_have_the_bounds_of_the_layout(name):
    made_by = Environments(name)
    raw, parallel, single = made_by.raw_env(), made_by.parallel_env(), made_by.single_env()
    layout = raw.match.layout
    for space in (
        raw.observation_space("red_0")["observation"],
        parallel.observation_space("red_0")["observation"],
        single.observation_space,
    ):
        assert np.array_equal(space.low, layout.low)
        assert np.array_equal(space.high, layout.high)
    raw.reset(seed=1)
    assert raw.observation_space("red_0").contains(raw.observe("red_0"))
    assert raw.state_space.contains(raw.state())
    assert parallel.state_space == raw.state_space
    for row in raw.state_space.low.reshape(-1, layout.length + 1):
        assert np.array_equal(row, [*layout.low, 0])


@pytest.mark.interpreted
@pytest.mark.parametrize("name", system_names())
def test_counts_have_a_unit_and_pieces_a_meaning(name):
    for piece in get_system(name).observation_layout(2).pieces:
        assert piece.meaning, piece.name
        assert bool(piece.unit) or piece.kind != Kind.COUNT, piece.name
        assert not piece.unit or piece.kind in (Kind.COUNT, Kind.SHARE), piece.name
        assert len(piece.parts) == len(set(piece.parts)) == (piece.length if piece.parts else 0)
        assert piece.length == 1 or piece.parts, piece.name


# --- How it is written ----------------------------------------------------------------------------


def positional(tree: ast.AST) -> list[int]:
    """Lines that address a number by its index: `out[at + 7]`, `put(row, out, at + 7)`."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Store)
            and (_is_literal(node.slice) or _adds(node.slice))
        )
        or (
            isinstance(node, ast.BinOp)
            and _adds(node)
            and any(isinstance(name, ast.Name) and name.id == "at" for name in ast.walk(node))
        )
    ]


def _adds(expression: ast.AST) -> bool:
    """Whether a literal number other than 0 is added or subtracted somewhere."""
    return any(
        isinstance(node, ast.BinOp)
        and isinstance(node.op, (ast.Add, ast.Sub))
        and (_is_literal(node.left) or _is_literal(node.right))
        for node in ast.walk(expression)
    )


def _is_literal(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value != 0


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("out[at + 1] = 2", [1]),
        ("out[3] = x", [1]),
        ("out[at + A.b + x - 1] += 2", [1, 1]),
        ("put(row, out, at + 2)", [1]),
        ("out[at + A.b + x - B.c] = x + 1", []),
    ],
)
def test_positions_are_found(code, lines):
    assert sorted(set(positional(ast.parse(code)))) == sorted(set(lines))


@pytest.mark.interpreted
@pytest.mark.parametrize("name", system_names())
def test_writers_address_numbers_by_name(name):
    folder = get_system(name).rules_file.parent / "observation"
    found = {file.name: positional(ast.parse(file.read_text())) for file in folder.glob("*.py")}
    assert {file: lines for file, lines in found.items() if lines} == {}
    assert found.keys() >= {"layout.py", "writer.py"}
