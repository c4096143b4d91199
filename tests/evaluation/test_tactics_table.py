"""The table of the tactics of several seeds."""

from __future__ import annotations

from quintain.bench.tactics import seeds_table


def habit(name, share, p):
    """A tactic that an agent follows with a share; `random` follows it in half of the cases."""
    interval = {"estimate": share, "low": share, "high": share}
    differences = [{"than": "random", "share": 0.5, "cases": 100, "p": p}]
    return {"tactic": name, "share": interval, "worth": None, "differences": differences}


def seeds(**tactics):
    """Profiles of three seeds: of each tactic the share and p of every seed, None without cases."""
    profiles = [{"habits": []} for _ in range(3)]
    for name, cells in tactics.items():
        for profile, cell in zip(profiles, cells, strict=True):
            if cell is not None:
                profile["habits"].append(habit(name, *cell))
    return profiles


def test_a_row_is_a_tactic_in_which_all_seeds_agree():
    profiles = seeds(
        flank=[(0.7, 0.01), (0.8, 0.01), (0.6, 0.01)],
        shoot=[(0.1, 0.01), (0.0, 0.01), (0.2, 0.01)],
        feint=[(0.7, 0.01), (0.2, 0.01), (0.6, 0.3)],
        react=[(0.7, 0.01), (0.6, 0.2), (0.9, 0.01)],
        counter=[(0.7, 0.01), (0.8, 0.01), None],  # the third had no case
        defend=[(0.5, 0.9), (0.6, 0.3), (0.4, 0.1)],
    )
    lines = seeds_table({"martial": profiles})
    assert lines[2:] == [
        "| martial | flank | 70, 80, 60 | 50 |",
        "| martial | shoot | 10, 0, 20 | 50 |",
        "",
        "Not in all seeds: feint in martial (both ways), react in martial (2 of 3), "
        "counter in martial (2 of 3).",
    ]
