"""The game of choosing an agent: pay-offs, Nash averaging, alpha-rank and cycles.

Two players choose an agent each, and are paid what these score against each other: a symmetric
zero-sum game.

**Nash averaging** (Balduzzi et al. 2018) mixes agents so that no agent beats the mixture; of all
such mixtures it takes the one of most entropy, which is unique. Copies of an agent share its part.

**Alpha-rank** (Omidshafiei et al. 2019) lets a population move from agent to agent, towards agents
that beat the present one, and says in which share of the time each is played. Here it is the limit
of strong selection in one population: only who beats whom counts, and not by how much. Agents that
score exactly the same against each other replace each other half as fast.

Shapes: `N` agents.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
import scipy

from .statistics import PairResult

Floats = npt.NDArray[np.float64]

_SLIGHTEST = 1e-9  # rate at which a population moves to an agent that loses; keeps shares unique
_NO_SHARE = 1e-7  # shares of a mixture below this are rounding errors


def names_in(results: Iterable[PairResult], agents: Iterable[str] = ()) -> list[str]:
    """All agents of some results, and further ones, in alphabetical order."""
    return sorted({*agents, *(name for result in results for name in (result.a, result.b))})


def payoff_matrix(
    results: Iterable[PairResult], agents: Sequence[str] | None = None
) -> tuple[tuple[str, ...], Floats]:
    """Mean score of each agent against each other.

    Args:
        results: Of any pairings in any order; several of one pairing are added up.
        agents: The order of rows and columns; None means alphabetical. Other agents are
            left out.

    Returns:
        The agents, and an array `[N, N]` float64: the row's mean score a battle against the column,
        draws as half a win. NaN on the diagonal and where two never met.
    """
    results = list(results)
    names = names_in(results) if agents is None else list(agents)
    points, battles = np.zeros((2, len(names), len(names)))
    for result in (seen for one in results for seen in (one, one.swapped())):
        if result.a in names and result.b in names:
            cell = names.index(result.a), names.index(result.b)
            points[cell] += result.scores.sum()
            battles[cell] += result.battles
    payoff = np.full_like(points, np.nan)
    return tuple(names), np.divide(points, battles, out=payoff, where=battles > 0)


def nash_mixture(payoff: npt.ArrayLike) -> Floats:
    """The mixture of most entropy that no agent beats: Nash averaging.

    Args:
        payoff: Array `[N, N]`: mean score of row against column, 0 to 1; the diagonal is not read.

    Returns:
        Array `[N]` float64: shares of the mixture, not negative, summing to 1. Agents that no
        such mixture needs have 0.

    Raises:
        ValueError: "payoff must be an array [N, N], ..."; "payoff lacks row 0 against column 2".
    """
    advantage = _advantage(payoff)
    shares = _widest_mixture(advantage)
    used = np.flatnonzero(shares)
    # All mixtures that no agent beats are even with the agents in `used`.
    equalities = np.vstack([advantage[np.ix_(used, used)].T, np.ones(len(used))])
    directions = scipy.linalg.null_space(equalities, rcond=1e-9)
    if directions.shape[1]:
        shares[used] = _most_entropy(shares[used], directions, advantage[used])
    return shares


def nash_mixtures(payoffs: Floats) -> Floats:
    """`nash_mixture` of many similar pay-offs at once.

    Most of them mix the same few sets of agents. Where the mixture of a set is even with its agents
    and beats all others, it is the only one.

    Args:
        payoffs: Array `[R, N, N]`, each as for `nash_mixture`.

    Returns:
        Array `[R, N]` float64.
    """
    advantages = np.array([_advantage(one) for one in payoffs])
    mixtures = np.full(advantages.shape[:2], np.nan)
    left = np.arange(len(payoffs))
    while left.size:
        first, left = left[0], left[1:]
        mixtures[first] = nash_mixture(payoffs[first])
        used = mixtures[first] > 0
        if used.sum() % 2 and left.size:  # an even number of agents is even by accident only
            shares, is_only = _mixtures_of(advantages[left], used)
            mixtures[left[is_only]] = shares[is_only]
            left = left[~is_only]
    return mixtures


def _mixtures_of(
    advantages: Floats, used: npt.NDArray[np.bool_]
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Mixtures `[R, N]` of the agents `used [N]`, and which `[R]` are the only unbeaten ones."""
    count = int(used.sum())
    borders = np.zeros((len(advantages), count + 1, count + 1))
    borders[:, :count, :count] = advantages[:, used][:, :, used].transpose(0, 2, 1)
    borders[:, count, :count] = borders[:, :count, count] = 1.0
    mixtures = np.zeros(advantages.shape[:2])
    try:
        sums = np.append(np.zeros(count), 1.0)
        mixtures[:, used] = np.linalg.solve(borders, sums[:, None])[:, :count, 0]
    except np.linalg.LinAlgError:
        return mixtures, np.zeros(len(advantages), np.bool_)
    gains = (mixtures[:, None] @ advantages)[:, 0]
    is_even = np.abs(gains[:, used]) < _NO_SHARE
    holds = [mixtures[:, used] > _NO_SHARE, is_even, gains[:, ~used] > _NO_SHARE]
    is_only = np.logical_and.reduce(np.hstack(holds), axis=1)
    return mixtures, is_only


def _widest_mixture(advantage: Floats) -> Floats:
    """A mixture that no agent beats, with every agent that any such mixture has.

    One linear program: multiples of a mixture count too, so that each of these agents can have 1.
    """
    n = len(advantage)
    nothing = np.zeros((n, n))
    found = scipy.optimize.linprog(
        np.repeat([0.0, -1.0], n),
        A_ub=np.block([[-advantage.T, nothing], [-np.eye(n), np.eye(n)]]),
        b_ub=np.zeros(2 * n),
        bounds=[(0, None)] * n + [(0, 1)] * n,
        method="highs",
    )
    multiple = np.where(found.x[n:] > 0.5, found.x[:n], 0.0)
    shares = multiple / multiple.sum()
    shares[shares < _NO_SHARE] = 0.0
    return shares / shares.sum()


def _most_entropy(shares: Floats, directions: Floats, advantage: Floats) -> Floats:
    """Shares `[n]` of most entropy along `directions [n, m]` that no agent beats."""

    def mixture(steps: Floats) -> Floats:
        return shares + directions @ steps

    def surprise(steps: Floats) -> float:
        mixed = np.maximum(mixture(steps), 1e-12)
        return float(mixed @ np.log(mixed))

    found = scipy.optimize.minimize(
        surprise,
        np.zeros(directions.shape[1]),
        jac=lambda steps: directions.T @ (1 + np.log(np.maximum(mixture(steps), 1e-12))),
        constraints=[
            {"type": "ineq", "fun": mixture, "jac": lambda _: directions},
            {
                "type": "ineq",
                "fun": lambda steps: mixture(steps) @ advantage,
                "jac": lambda _: advantage.T @ directions,
            },
        ],
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    best = np.where(mixture(found.x) < _NO_SHARE, 0.0, mixture(found.x))
    best /= best.sum()
    # If the solver failed, any mixture that no agent beats is good enough.
    return best if (best @ advantage).min() > -1e-6 else shares


def alpha_rank(payoff: npt.ArrayLike) -> Floats:
    """The share of the time in which a population plays each agent: alpha-rank.

    Args:
        payoff: Array `[N, N]` as for `nash_mixture`.

    Returns:
        Array `[N]` float64: shares, summing to 1. An agent that some other beats, and that is in no
        cycle with it, has 0.

    Raises:
        ValueError: As `nash_mixture`.
    """
    advantage = _advantage(payoff)
    is_even = np.isclose(advantage, 0, atol=1e-12)
    rates = np.where(advantage < 0, 1.0, _SLIGHTEST)  # a row moves to the columns that beat it
    shares = _stationary(np.where(is_even, 0.5, rates))
    shares[shares < _NO_SHARE] = 0.0
    return shares / shares.sum()


def _stationary(rates: Floats) -> Floats:
    """Shares `[N]` of the time in each state of a Markov chain of positive rates `[N, N]`.

    The algorithm of Grassmann, Taksar and Heyman (1985) subtracts nothing, so that rates of very
    different size lose no digits. The diagonal is not read.
    """
    rates = rates.copy()
    for last in range(len(rates) - 1, 0, -1):
        rates[:last, last] /= rates[last, :last].sum()
        rates[:last, :last] += np.outer(rates[:last, last], rates[last, :last])
    shares = np.ones(len(rates))
    for state in range(1, len(rates)):
        shares[state] = shares[:state] @ rates[:state, state]
        shares[: state + 1] /= shares[: state + 1].sum()
    return shares


def cyclic_triples(payoff: npt.ArrayLike) -> list[tuple[int, int, int]]:
    """Cycles in which A beats B, B beats C and C beats A.

    Args:
        payoff: Array `[N, N]` as for `nash_mixture`, with NaN allowed: of two agents that
            never met, neither beats the other.

    Returns:
        Triples of indices, each once and with its smallest index first. Their share of all
        `N (N - 1) (N - 2) / 6` triples measures intransitivity (Kendall and Babington Smith 1940):
        0 if the agents can be ranked, 1/4 on average if chance decides each result.

    Raises:
        ValueError: "payoff must be an array [N, N], got shape (2, 3)".
    """
    beats = _square(payoff) > 0.5
    turns = itertools.permutations(range(len(beats)), 3)
    return [
        (i, j, k)
        for i, j, k in turns
        if i < min(j, k) and beats[i, j] and beats[j, k] and beats[k, i]
    ]


def _square(payoff: npt.ArrayLike) -> Floats:
    """A copy as a square array of floats."""
    matrix = np.array(payoff, dtype=np.float64)
    if not matrix.size or matrix.shape != (len(matrix), len(matrix)):
        raise ValueError(f"payoff must be an array [N, N], N at least 1, got shape {matrix.shape}")
    return matrix


def _advantage(payoff: npt.ArrayLike) -> Floats:
    """The antisymmetric zero-sum game `[N, N]`, -1 to 1, of mean scores."""
    matrix = _square(payoff)
    np.fill_diagonal(matrix, 0.5)
    for row, column in np.argwhere(np.isnan(matrix)):
        raise ValueError(f"payoff lacks row {row} against column {column}")
    return matrix - matrix.T
