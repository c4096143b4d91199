"""The cards of all released NPCs, as a table for docs/npc.md.

python bench/cards.py [--battles N] [--seed S]
"""

from __future__ import annotations

import argparse

from quintain.agents.npc import released_names
from quintain.apps.card_command import make_card, share, usual_scenario

HEAD = (
    "| NPC | rules | equal choices | most frequent choice | score of the NPC | of its card | lost |\n"
    "|---|---|---|---|---|---|---|"
)


def row(name: str, pairs: int, seed: int) -> str:
    """The row of an NPC."""
    card = make_card(name, usual_scenario(name), pairs, seed)
    assert card.measured is not None
    found = card.measured
    shares = (found.equal, found.trivial, found.share, found.card_share, found.lost)
    return f"| `{name}` | {card.count} | {' | '.join(share(one) for one in shares)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="The cards of all released NPCs, as a table.")
    parser.add_argument("--battles", type=int, default=200, help="an even number")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(HEAD)
    for name in released_names():
        print(row(name, options.battles // 2, options.seed), flush=True)


if __name__ == "__main__":
    main()
