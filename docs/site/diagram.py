"""Draw the Mermaid flowcharts of the pages as SVG, so that the site needs no script from a network.

Of Mermaid it knows what the pages use: boxes, arrows and one group, from top to bottom.
"""

from __future__ import annotations

import re
import textwrap
from xml.sax.saxutils import escape

import networkx as nx

BOX, GAP, ROW = (232, 78), 22, 132
"""Width and height of a box, and the distances between boxes and between rows."""
TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
    'orient="auto"><path d="M0,0 L8,4 L0,8 z"/></marker></defs>'
)
"""The tip of an arrow."""
LETTERS = 36
"""Letters in a line of a box."""


def draw(flowchart: str) -> str:
    """The flowchart as one SVG element."""
    boxes = dict(re.findall(r'^ +(\w+)\["(.*)"\]$', flowchart, re.MULTILINE))
    graph = nx.DiGraph(re.findall(r"^ +(\w+) --> (\w+)$", flowchart, re.MULTILINE))
    inside = re.search(r'subgraph \w+ \["(.*?)"\]\n(.*?)\n +end', flowchart, re.DOTALL)
    places = {}
    rows = list(nx.topological_generations(graph))
    width = max(map(len, rows)) * (BOX[0] + GAP) + GAP
    for number, row in enumerate(rows):
        left = (width - len(row) * (BOX[0] + GAP) + GAP) / 2
        for place, name in enumerate(sorted(row, key=list(boxes).index)):
            places[name] = (left + place * (BOX[0] + GAP), GAP + number * ROW)
    height = len(rows) * ROW
    parts = []
    if inside:
        parts += [group(inside[1], [places[name] for name in boxes if f'{name}["' in inside[2]])]
    parts += [arrow(places[start], places[end]) for start, end in graph.edges]
    parts += [box(places[name], label) for name, label in boxes.items()]
    head = f'<svg class="diagram" viewBox="0 0 {width} {height}" role="img" aria-label="Diagram">'
    return "\n".join([head, TIP, *parts, "</svg>"])


def group(title: str, places: list[tuple[float, float]]) -> str:
    """The frame of a group, around the boxes at these places."""
    left, top = (min(place[axis] for place in places) - GAP / 2 for axis in (0, 1))
    right, bottom = (max(place[axis] for place in places) + BOX[axis] + GAP / 2 for axis in (0, 1))
    size = f'width="{right - left}" height="{bottom - top + 14}"'
    frame = f'<rect class="group" x="{left}" y="{top - 14}" {size}/>'
    return f'{frame}<text x="{left + 8}" y="{top}">{escape(title)}</text>'


def arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """An arrow from the lower edge of a box to the upper edge of another."""
    x, y, to_x, to_y = start[0] + BOX[0] / 2, start[1] + BOX[1], end[0] + BOX[0] / 2, end[1]
    last = ROW - BOX[1]  # it bends in the gap above its end, and goes straight down before
    bend = to_y - last / 2
    curve = f"M{x},{y} V{to_y - last} C{x},{bend} {to_x},{bend} {to_x},{to_y}"
    return f'<path class="arrow" d="{curve}" marker-end="url(#tip)"/>'


def box(place: tuple[float, float], label: str) -> str:
    """A box with its name and a sentence."""
    x, y = place
    name, sentence = re.findall(r"<b>(.*?)</b><br/>(.*)", label)[0]
    lines = [f'<rect class="box" x="{x}" y="{y}" width="{BOX[0]}" height="{BOX[1]}" rx="6"/>']
    lines += [f'<text class="name" x="{x + 10}" y="{y + 19}">{escape(name)}</text>']
    for number, line in enumerate(textwrap.wrap(sentence, LETTERS)):
        lines.append(f'<text x="{x + 10}" y="{y + 36 + 14 * number}">{escape(line)}</text>')
    return "".join(lines)
