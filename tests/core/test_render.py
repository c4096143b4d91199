"""Drawing: the contents of a picture in text, SVG, pixels and a window."""

from __future__ import annotations

import re
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintain.envs.core.maps import hex_grid
from quintain.envs.core.rendering import picture, raster, shapes, vector_font
from quintain.envs.core.rendering.render import Scene, Token, Window, ansi, rgb_array, svg
from quintain.envs.core.rendering.scene import centre, in_drawing_order, outline, shade

SVG = "{http://www.w3.org/2000/svg}"


def skirmish():
    """Two against two with an obstacle of each kind, one fighter out, one deciding."""
    fighters = [
        Token(1, 1, 0, "R1", "Anna", 0.5, "On Guard", "sword", active=True, notes=["AP 9"]),
        Token(2, 3, 0, "R2", "Mira", 0.0, "", "bow", out=True),
        Token(5, 1, 1, "B1", "Bertram", 1.0, "Pinned", "axe"),
        Token(-1, 0, 1, "B2", "Fled", 0.25, out=True),
    ]
    return Scene(
        width=8,
        height=5,
        low={(3, 1)},
        high={(4, 4)},
        fighters=fighters,
        caption=["Anna strikes <hard> & true."],
        title="A skirmish",
        items=[(6, 4, "shield")],
        arrows=[(1, 1, 5, 1, "missile"), (1, 1, 1, 2, "move")],
    )


def plain(text):
    """The text without the colours of a terminal."""
    return re.sub(r"\033\[[0-9;]*m", "", text)


# --- Text ------------------------------------------------------------------------------------


def test_ansi_is_a_map_with_a_legend():
    assert ansi(skirmish(), color=False).splitlines() == [
        "A skirmish",
        "    0   1   2   3   4   5   6   7",
        " 0  ·   ·   ·   ·   ·   ·   ·   ·",
        " 1  ·  [R1] ·  ░░░░ ·   B1  ·   ·",
        " 2  ·   ·   ·   ·   ·   ·   ·   ·",
        " 3  ·   ·  (R2) ·   ·   ·   ·   ·",
        " 4  ·   ·   ·   ·  ▓▓▓▓ ·   *   ·",
        "[R1]  Anna     █████░░░░░  50%  On Guard  sword  AP 9",
        "(R2)  Mira     ░░░░░░░░░░   0%  out       bow",
        " B1   Bertram  ██████████ 100%  Pinned    axe",
        "(B2)  Fled     ██░░░░░░░░  25%  out",
        "on the ground at 6,4: shield",
        "Anna strikes <hard> & true.",
    ]


def test_ansi_folds_long_notes_below_themselves():
    notes = ["AP 3", "Stamina 5", "heavy armour", "carries mace", "left arm 1", "right foot 2"]
    scene = Scene(2, 1, fighters=[Token(0, 0, 0, "R1", "A" * 25, 0.5, "prone", notes=notes)])
    _, _, first, *others = ansi(scene, color=False).splitlines()
    assert others
    assert all(len(line) <= 100 for line in (first, *others))
    assert all(len(line) - len(line.lstrip()) == first.index("AP 3") for line in others)
    assert " ".join([first, *map(str.strip, others)]).endswith(", ".join(notes))


def test_the_legend_of_a_picture_folds_long_notes():
    notes = ["AP 3", "Stamina 5", "heavy armour", "carries mace", "left arm 1", "right foot 2"]
    tokens = [Token(0, 0, 0, "R1", "Anna", 0.5, notes=notes), Token(1, 0, 0, "R2", "Bo", 0.5)]
    drawn = picture.draw(Scene(2, 1, fighters=tokens))
    faint = [one for one in drawn.shapes if isinstance(one, shapes.Words) and one.size == 10.5]
    assert len(faint) == 3
    assert " · ".join(one.text for one in faint) == " · ".join(notes)
    assert len({one.x for one in faint}) == 1
    name = next(one for one in drawn.shapes if isinstance(one, shapes.Words) and one.text == "Bo")
    assert max(one.y for one in faint) < name.y


def test_the_legend_of_a_picture_has_three_lines_of_notes_at_most():
    lines = svg(
        Scene(1, 1, fighters=[Token(0, 0, 0, "R1", notes=["left arm 1"] * 99)])
    ).splitlines()
    told = [line for line in lines if "left arm 1" in line]
    assert len(told) == 3
    assert "…" in told[2]


@pytest.mark.parametrize("size", [*range(1, 30), 60])
def test_ansi_folds_notes_only_between_two_of_them(size):
    notes = ["AP 3", "left arm 1", "half-plate armour", "right foot 2", "on guard for B1"]
    scene = Scene(2, 1, fighters=[Token(0, 0, 0, "R1", "A" * size, 0.5, "prone", notes=notes)])
    told = ansi(scene, color=False).split("prone  ")[1].splitlines()
    parts = [part for line in told for part in line.strip().removesuffix(",").split(", ")]
    assert parts == notes


def test_ansi_folds_a_note_that_is_longer_than_a_line_between_words():
    note = "word " * 30 + "end"
    scene = Scene(2, 1, fighters=[Token(0, 0, 0, "R1", "Anna", 0.5, "prone", notes=[note])])
    told = ansi(scene, color=False).split("prone  ")[1].splitlines()
    assert [*map(str.strip, told)][-1].endswith("end")
    assert max(map(len, told)) <= 100


def test_ansi_has_the_same_text_with_and_without_colours():
    coloured = ansi(skirmish())
    assert "\033[" in coloured
    assert [line.rstrip() for line in plain(coloured).splitlines()] == ansi(
        skirmish(), color=False
    ).splitlines()


def test_ansi_keeps_a_little_health_visible():
    scene = Scene(2, 1, fighters=[Token(0, 0, 0, "R1", health=0.01)])
    assert "█░░░░░░░░░   1%" in ansi(scene, color=False)


def test_ansi_rows_are_equally_wide_whatever_the_labels():
    scene = Scene(3, 2, fighters=[Token(1, 0, 0, "R10"), Token(2, 1, 1, "B1", active=True)])
    lines = ansi(scene, color=False).splitlines()
    assert lines[1].index("R10") == lines[0].index("1") - 1
    assert "[B1]" in lines[2]


@pytest.mark.parametrize("draw", [ansi, svg])
def test_control_characters_in_names_are_removed(draw):
    scene = Scene(2, 1, fighters=[Token(0, 0, 0, "R1", "\033[31mEvil\x00\n")], title="\x07")
    text = draw(scene)
    assert "\033[31mEvil" not in text
    assert "\x00" not in text
    assert "\x07" not in text


# --- SVG -------------------------------------------------------------------------------------


def test_svg_is_valid_and_complete():
    root = ElementTree.fromstring(svg(skirmish()))
    assert root.tag == f"{SVG}svg"
    said = [element.text for element in root.iter(f"{SVG}text")]
    for text in ("A skirmish", "Anna", "On Guard", "sword", "AP 9", "Bertram", "shield"):
        assert text in said
    assert "Anna strikes <hard> & true." in said
    assert root.find(f"{SVG}title").text == "A skirmish"


def test_svg_tells_the_sides_apart_by_shape_and_label():
    red = svg(Scene(1, 1, fighters=[Token(0, 0, 0, "A")]))
    blue = svg(Scene(1, 1, fighters=[Token(0, 0, 1, "A")]))

    def tags(text):
        fills = {picture.SIDES[0], picture.SIDES[1]}
        root = ElementTree.fromstring(text)
        return {element.tag for element in root.iter() if element.get("fill") in fills}

    assert tags(red) == {f"{SVG}circle"}
    assert tags(blue) == {f"{SVG}rect"}


def test_svg_of_health_is_an_arc_of_that_length():
    def arcs(health):
        root = ElementTree.fromstring(svg(Scene(1, 1, fighters=[Token(0, 0, 0, "A", "", health)])))
        return [element.get("d") for element in root.iter(f"{SVG}path")]

    assert arcs(1.0) == arcs(0.0) == []  # a full circle, and none
    (quarter,) = arcs(0.25)
    assert " 0 0 1 " in quarter
    (most,) = arcs(0.75)
    assert " 0 1 1 " in most


@given(
    name=st.text(max_size=30),
    status=st.text(max_size=30),
    health=st.floats(-1, 2),
    active=st.booleans(),
    out=st.booleans(),
)
@settings(deadline=None, max_examples=60)
def test_any_fighter_can_be_drawn(name, status, health, active, out):
    token = Token(0, 0, 1, "B1", name, health, status, name, active, out, [status])
    scene = Scene(2, 2, fighters=[token], caption=[name], title=status)
    ElementTree.fromstring(svg(scene))
    assert rgb_array(scene, (60, 80)).shape == (60, 80, 3)
    assert ansi(scene).endswith("\n")


# --- Pixels ----------------------------------------------------------------------------------


def colour(text):
    """A colour as three numbers."""
    return np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)])


def pixel_at(scene, x, y, dx=0.0, dy=0.0):
    """The pixel at an offset from the middle of a square, in a picture of default size."""
    across, down = picture.place(scene, x, y)
    return rgb_array(scene)[int(down + dy), int(across + dx)].astype(int)


def test_rgb_array_has_the_size_asked_for():
    for size in ((120, 200), (200, 120), (1, 1)):
        pixels = rgb_array(skirmish(), size)
        assert pixels.shape == (*size, 3)
        assert pixels.dtype == np.uint8
    drawn = picture.draw(skirmish())
    assert rgb_array(skirmish()).shape[:2] == (round(drawn.height), round(drawn.width))


@pytest.mark.parametrize("size", [(0, 10), (10, 0), (-1, 5)])
def test_rgb_array_refuses_an_empty_picture(size):
    with pytest.raises(ValueError, match="size must be two positive numbers"):
        rgb_array(skirmish(), size)


def test_rgb_array_is_the_same_twice():
    assert np.array_equal(rgb_array(skirmish()), rgb_array(skirmish()))


def test_pixels_show_tokens_obstacles_and_ground():
    scene = skirmish()
    assert np.array_equal(pixel_at(scene, 0, 0), colour(picture.TILES[0]))
    assert np.array_equal(pixel_at(scene, 1, 0), colour(picture.TILES[1]))
    assert np.array_equal(pixel_at(scene, 4, 4), colour(picture.WALL_TOP))
    assert np.array_equal(pixel_at(scene, 3, 1, -12, 4), colour(picture.CRATE))
    assert np.array_equal(pixel_at(scene, 5, 1, 0, -10), colour(picture.SIDES[1]))
    assert np.array_equal(pixel_at(scene, 1, 1, 0, -11), colour(picture.SIDES[0]))


def test_pixels_ring_the_active_fighter_only():
    quiet, active = skirmish(), skirmish()
    quiet.fighters[0].active = False
    assert np.array_equal(pixel_at(active, 1, 1, 0, -22), colour(picture.GOLD))
    assert not np.array_equal(pixel_at(quiet, 1, 1, 0, -22), colour(picture.GOLD))


def test_pixels_show_half_health_on_the_right_half():
    scene = Scene(1, 1, fighters=[Token(0, 0, 0, "R1", health=0.5)])
    assert np.array_equal(pixel_at(scene, 0, 0, 18), colour(picture.SIDES_DARK[0]))
    assert np.array_equal(pixel_at(scene, 0, 0, -18.5), colour(picture.TRACK))


def test_every_glyph_can_be_drawn_and_stays_on_its_grid():
    for letter in vector_font.GLYPHS:
        segments = vector_font.strokes(letter)
        assert segments.shape[1] == 4
        assert segments.min() >= 0
        assert segments[:, [1, 3]].max() <= 16
        assert vector_font.advance(letter) > 0


def test_letters_with_accents_lose_them_and_unknown_ones_are_boxes():
    assert np.array_equal(vector_font.strokes("é"), vector_font.strokes("e"))
    assert len(vector_font.strokes("語")) == 4


def test_width_of_text_is_the_sum_of_its_letters():
    single = vector_font.text_width("H", 12)
    apart = vector_font.APART * vector_font.grid_scale(12)
    assert vector_font.text_width("HH", 12) == pytest.approx(2 * single + apart)
    assert vector_font.text_width("", 12) == 0


def test_half_covered_pixels_are_half_painted():
    sheet = picture.Picture(4, 4, (picture.Box(0, 0, 1.5, 4, "#000000"),))
    row = raster.to_pixels(sheet, 4, 4)[2].astype(int)
    paper = colour(shapes.PAPER)
    assert row[0].tolist() == [0, 0, 0]
    assert row[1].tolist() == pytest.approx((paper / 2).tolist(), abs=1)
    assert row[2].tolist() == paper.tolist()


# --- Scene -----------------------------------------------------------------------------------


def test_squares_lie_side_by_side():
    assert outline("square", 2, 3) == [(2, 3), (3, 3), (3, 4), (2, 4)]
    assert centre("square", 2, 3) == (2.5, 3.5)
    with pytest.raises(ValueError, match="shape must be one of square, hex, got 'circle'"):
        outline("circle", 0, 0)


def test_the_fallen_are_drawn_first_and_the_active_last():
    labels = [token.label for token in in_drawing_order(skirmish())]
    assert labels == ["R2", "B1", "R1"]  # B2 is not on the map


def test_long_texts_are_cut_and_captions_wrapped():
    assert picture.fit("abcdefghij", 10, 29) == "abcd…"
    assert picture.fit("abcde", 10, 29) == "abcde"
    scene = Scene(10, 2, caption=["word " * 60])
    lines = [s for s in picture.draw(scene).shapes if getattr(s, "text", "").startswith("word")]
    assert len(lines) > 1
    assert " ".join(line.text for line in lines).split() == ["word"] * 60


# --- Hexes -----------------------------------------------------------------------------------


def brawl():
    """The skirmish on hexes, with higher ground and doors."""
    scene = skirmish()
    scene.shape, scene.title, scene.caption, scene.arrows = "hex", "A brawl", [], []
    scene.raised, scene.doors = {(0, 2), (0, 3)}, {(6, 1): True, (6, 2): False}
    return scene


def next_to(x, y):
    """The six neighbours of a hex."""
    return [(x + int(hex_grid.DX[y % 2, side]), y + int(hex_grid.DY[side])) for side in range(6)]


def edges(corners):
    """The sides of a polygon, whichever way round they are run along."""
    return [frozenset(ends) for ends in zip(corners, corners[1:] + corners[:1], strict=True)]


def test_hexes_are_regular_and_stand_on_a_point():
    corners = np.array(outline("hex", 0, 0))
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    assert sides == pytest.approx(np.full(6, 3**-0.5))
    assert corners.min(axis=0).tolist() == [0, 0]
    assert corners.max(axis=0) == pytest.approx([1, 2 * 3**-0.5])
    assert corners[0].tolist() == [0.5, 0]  # the top, then clockwise
    assert corners[1, 0] == 1


@pytest.mark.parametrize("y", [4, 5])
def test_neighbouring_hexes_lie_in_their_directions(y):
    x1, y1 = centre("hex", 7, y)
    ways = [(x - x1, down - y1) for x, down in (centre("hex", *near) for near in next_to(7, y))]
    angles = [30, 90, 150, 210, 270, 330]  # from north, clockwise
    for (dx, dy), angle in zip(ways, angles, strict=True):
        assert dx == pytest.approx(np.sin(np.radians(angle)))
        assert dy == pytest.approx(-np.cos(np.radians(angle)))


def test_hexes_share_their_corners_exactly():
    for y in (4, 5):
        own = set(outline("hex", 7, y))
        assert len(own) == 6
        shared = [own & set(outline("hex", *near)) for near in next_to(7, y)]
        assert [len(corners) for corners in shared] == [2] * 6
        assert set().union(*shared) == own


@pytest.mark.parametrize("shape", ["square", "hex"])
def test_neighbours_have_different_shades(shape):
    for y in range(1, 5):
        for x in range(1, 5):
            near = next_to(x, y) if shape == "hex" else [(x + 1, y), (x, y + 1)]
            assert shade(shape, x, y) not in [shade(shape, *place) for place in near]


def test_ansi_of_hexes_indents_odd_rows_by_half_a_hex():
    assert ansi(brawl(), color=False).splitlines()[:6] == [
        "A brawl",
        "    0   1   2   3   4   5   6   7",
        " 0  ·   ·   ·   ·   ·   ·   ·   ·",
        " 1    ·  [R1] ·  ░░░░ ·   B1  /   ·",
        " 2  ^   ·   ·   ·   ·   ·   +   ·",
        " 3    ^   ·  (R2) ·   ·   ·   ·   ·",
    ]
    coloured = ansi(brawl())
    assert [line.rstrip() for line in plain(coloured).splitlines()] == ansi(
        brawl(), color=False
    ).splitlines()


def test_svg_tiles_of_hexes_have_no_gaps():
    root = ElementTree.fromstring(svg(Scene(5, 4, shape="hex")))
    tiles = [element.get("points").split() for element in root.iter(f"{SVG}polygon")]
    assert len(tiles) == 20
    drawn = [edge for tile in tiles for edge in edges(tile)]
    pairs = {
        frozenset([(x, y), near]) for x in range(5) for y in range(4) for near in next_to(x, y)
    }
    inside = [pair for pair in pairs if all(x in range(5) and y in range(4) for x, y in pair)]
    assert len(drawn) - len(set(drawn)) == len(inside)
    assert max(drawn.count(edge) for edge in drawn) == 2
    width, height = float(root.get("width")), float(root.get("height"))
    for corner in (corner for tile in tiles for corner in tile):
        x, y = map(float, corner.split(","))
        assert 0 < x < width
        assert 0 < y < height


def test_svg_of_hexes_is_valid_and_complete():
    root = ElementTree.fromstring(svg(brawl()))
    said = [element.text for element in root.iter(f"{SVG}text")]
    for text in ("A brawl", "Anna", "On Guard", "Bertram", "shield"):
        assert text in said
    fills = [element.get("fill") for element in root.iter(f"{SVG}polygon")]
    assert fills.count(picture.WALL) == fills.count(picture.WALL_TOP) == 1
    assert sum(fill in picture.RAISED_TILES for fill in fills) == 2
    assert sum(fill in picture.TILES for fill in fills) == 8 * 5 - 2
    gold = [e for e in root.iter(f"{SVG}polygon") if e.get("opacity") == "0.4"]
    assert [len(element.get("points").split()) for element in gold] == [6]  # the active one's hex


def test_pixels_of_hexes_leave_no_paper_between_them():
    scene = Scene(4, 4, shape="hex")
    pixels, paper = rgb_array(scene), colour(shapes.PAPER)
    assert pixels.dtype == np.uint8
    assert pixels.shape == (
        *(round(side) for side in (60 + 48 * 13 * 12**-0.5 + 26, 36 + 216 + 36)),
        3,
    )
    for y in range(1, 3):
        for x in range(1, 3):
            around = picture.corners(scene, x, y)
            middles = [
                (a + b) / 2 for a, b in zip(np.array(around), np.roll(around, 1, 0), strict=True)
            ]
            for across, down in [*around, *middles]:
                part = pixels[int(down) - 1 : int(down) + 2, int(across) - 1 : int(across) + 2]
                assert not (part == paper).all(axis=-1).any()


def test_pixels_show_hexes_in_their_places():
    scene = brawl()
    assert picture.place(scene, 0, 1)[0] - picture.place(scene, 0, 0)[0] == picture.UNIT / 2
    for x, y in ((0, 0), (1, 0), (2, 0), (7, 3)):
        tile = colour(picture.TILES[shade("hex", x, y)])
        assert np.array_equal(pixel_at(scene, x, y), tile)
        assert np.array_equal(pixel_at(scene, x, y, 0, -25), tile)  # a hex is higher than wide
    assert np.array_equal(pixel_at(scene, 0, 3), colour(picture.RAISED_TILES[shade("hex", 0, 3)]))
    assert np.array_equal(pixel_at(scene, 4, 4), colour(picture.WALL_TOP))
    assert np.array_equal(pixel_at(scene, 4, 4, 0, 22), colour(picture.WALL))
    beside = colour(picture.TILES[shade("hex", 3, 3)])
    assert np.array_equal(pixel_at(scene, 4, 4, -22, -22), beside)  # not a square
    assert np.array_equal(pixel_at(scene, 5, 1, 0, -10), colour(picture.SIDES[1]))
    assert np.array_equal(pixel_at(scene, 6, 1, 21), colour(picture.WALL))  # a post of the door
    assert np.array_equal(pixel_at(scene, 6, 2), colour(picture.CRATE))
    assert np.array_equal(pixel_at(scene, 3, 1, -12, 4), colour(picture.CRATE))


# --- Window ----------------------------------------------------------------------------------


def test_window_shows_frames_of_any_size_and_closes():
    pygame = pytest.importorskip("pygame")
    window = Window("test", frames_per_second=0)
    assert window.show(rgb_array(skirmish(), (90, 160)))
    shown = pygame.surfarray.array3d(pygame.display.get_surface())
    assert np.array_equal(np.swapaxes(shown, 0, 1), rgb_array(skirmish(), (90, 160)))
    assert window.show(rgb_array(skirmish(), (100, 120)))
    assert pygame.display.get_surface().get_size() == (120, 100)
    assert window.show(rgb_array(brawl(), (100, 120)))
    shown = pygame.surfarray.array3d(pygame.display.get_surface())
    assert np.array_equal(np.swapaxes(shown, 0, 1), rgb_array(brawl(), (100, 120)))
    window.close()
    window.close()
    assert not window.is_open
    assert not window.show(rgb_array(skirmish(), (90, 160)))


def test_window_notices_that_it_was_closed():
    pygame = pytest.importorskip("pygame")
    window = Window(frames_per_second=0)
    window.show(rgb_array(skirmish(), (90, 160)))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert not window.show(rgb_array(skirmish(), (90, 160)))


def test_without_pygame_the_window_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(
        ImportError,
        match=r"^a window needs one more package: pip install '\.\[human\]' in",
    ):
        Window()


def test_drawing_loads_neither_pygame_nor_pillow():
    code = (
        "import sys; from quintain.envs.core.rendering.render import Scene, rgb_array;"
        "rgb_array(Scene(2, 2), (20, 20));"
        "print([name for name in ('pygame', 'PIL', 'matplotlib') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
