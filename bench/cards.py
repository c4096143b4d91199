"""The cards of all released NPCs, as a table for docs/npc.md.

python bench/cards.py [--battles N] [--seed S]
"""

from __future__ import annotations

import argparse

from quintain.agents.npc import released_names
from quintain.agents.npc.released import GENERAL
from quintain.agents.registry import make_agent
from quintain.envs.core.engine.system import get_system
from quintain.evaluation.card_fitting import fit_card
from quintain.evaluation.card_measures import interval_of, measure_card
from quintain.evaluation.figures import percent

HEAD = (
    "| NPC | rules | equal choices | most frequent choice | its score | its card's | lost |\n"
    "|---|---|---|---|---|---|---|"
)


def row(name: str, pairs: int, seed: int) -> str:
    """The row of an NPC."""
    system_name, _, scenario = name.partition("-")
    system = get_system(system_name)
    agent = make_agent(name, system)
    fitted = fit_card(system, scenario, agent, seed=seed)
    card = measure_card(system, scenario, agent, fitted, pairs=pairs, seed=seed)
    assert card.measured is not None
    found = card.measured
    shares = (found.equal, found.trivial, found.share, found.card_share, found.lost)
    return (
        f"| `{name}` | {card.count} | {' | '.join(percent(interval_of(one)) for one in shares)} |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="The cards of all released NPCs, as a table.")
    parser.add_argument("--battles", type=int, default=200, help="an even number")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(HEAD)
    for name in released_names():
        if name.endswith(GENERAL):
            continue  # a card belongs to one scenario
        print(row(name, options.battles // 2, options.seed), flush=True)


if __name__ == "__main__":
    main()
