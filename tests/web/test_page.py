"""The page of the table in a browser: build, play, type dice, undo, edit, reload, two browsers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from quintain.agents.base import strongest
from quintain.envs.core.engine.system import get_system, system_names

pytestmark = pytest.mark.compiled

HOSTILE = '<img src=x onerror="alert(1)">'
NARROW = 390
LONG_DUELS = ("heimr", "martial")
"""Systems whose duels take most steps, and so most of the browser's time."""
TYPED = 6
"""Dice of a battle that are typed one by one; the machine rolls the rest of each step after."""


def change(page, task):
    """Do something that changes the table, and wait until the page shows it."""
    before = page.get_attribute("body", "data-version")
    task()
    page.wait_for_function("was => document.body.dataset.version !== was", arg=before)


def choose(page, name):
    """Choose an encounter on the first page."""
    page.click(f"#of-{name.partition('/')[0]} summary")
    change(page, lambda: page.click(f"[id='load-{name}']"))


def fill(page, selector, text):
    """Write into a field as a person does."""
    page.fill(selector, text)
    change(page, lambda: page.press(selector, "Enter"))


def begin(page, name, red="person", blue="person", dice="machine"):
    """Choose an encounter and begin it."""
    choose(page, name)
    fill(page, "#player-red", red) if red != "person" else None
    if page.input_value("#player-blue") != blue:
        fill(page, "#player-blue", blue)
    if dice != "machine":
        change(page, lambda: page.select_option("#dice", dice))
    change(page, lambda: page.click("#start"))


def step(page):
    """Take the first choice of the list."""
    change(page, lambda: page.click(".choice >> nth=0"))


def type_die(page):
    """Type a face of the die that is asked for, alternately by a button and by the field."""
    named = page.inner_text("#die")
    assert len(named) > 4
    buttons = page.locator(".faces button")
    if buttons.count():
        change(page, lambda: buttons.nth(buttons.count() // 2).click())
    else:
        fill(page, "#face", page.get_attribute("#face", "max"))


@pytest.mark.parametrize(
    "system",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name in LONG_DUELS))
        for name in sorted(system_names())
    ],
)
def test_a_whole_battle_with_typed_dice(client, open_page, system):
    """The page is the same for all systems; `table/test_table.py` types the dice of each."""
    page, best = open_page(client.address), strongest(get_system(system))
    begin(page, f"{system}/duel", best, best, "typed")
    change(page, lambda: page.check("#auto")) if page.locator("#auto").count() else None
    for number in range(400):
        page.wait_for_selector("#die, #result")
        if page.locator("#result").count():
            break
        if number < TYPED:
            type_die(page)
        elif number == TYPED:
            page.reload()
            page.wait_for_selector("#die, #result")
        else:
            change(page, lambda: page.click("#roll-rest"))
    assert re.search("wins", page.inner_text("#result"))
    assert page.locator("#story .step").count() > 4
    faces = [one.entry.get("faces") for one in client.room.table.steps]
    assert sum(len(one) for one in faces if one) >= TYPED
    change(page, lambda: page.click("#undo"))
    assert page.locator("#result").count() == 0


def test_fighters_are_dragged_wounds_edited_and_decisions_undone(client, open_page):
    page = open_page(client.address)
    choose(page, "mythic_epoch/two_on_one")
    fill(page, "#name", "Aldric")
    board = client.view()["board"]
    token = next(one for one in board["tokens"] if one["label"] == "R1")
    target = [token["x"], token["y"] + 1]
    drag(page, board, [token["x"], token["y"]], target)
    seat = client.view()["seats"][0]
    assert seat["at"] == str(target)
    assert client.view()["error"] == ""
    change(page, lambda: page.click("#start"))
    step(page)
    step(page)
    change(page, lambda: page.click("#back-2"))
    assert client.view()["count"] == 1
    change(page, lambda: page.click("#edit"))
    if page.get_attribute("#part-state", "open") is None:
        page.click("#part-state summary")
    fill(page, "#field-red-0-state-damage", "9") if page.locator(
        "#field-red-0-state-damage"
    ).count() else add_key(page, "state", "damage", "9")
    assert client.view()["error"] == ""
    change(page, lambda: page.click("#start"))
    assert int(client.room.table.match.battle.fighters[0].damage) == 9
    assert "The game master changes the state" in page.inner_text("#story")


def add_key(page, part, key, text):
    """Write a key that is not written yet."""
    page.select_option(f"#more-{part}", key)
    fill(page, f"#field-red-0-{part}-{key}", text)


def drag(page, board, start, end):
    """Drag from one place of the map to another."""
    box = page.locator(".board svg")
    frame, size = box.bounding_box(), box.get_attribute("viewBox").split()
    scale = frame["width"] / float(size[2])
    points = [board["places"][y * board["width"] + x] for x, y in (start, end)]
    spots = [(frame["x"] + scale * x, frame["y"] + scale * y) for x, y in points]
    page.mouse.move(*spots[0])
    page.mouse.down()
    page.mouse.move(*spots[1], steps=4)
    change(page, page.mouse.up)


def test_the_map_is_drawn_with_the_pointer(client, open_page):
    page = open_page(client.address)
    choose(page, "martial/duel")
    page.click("#letter-2")
    letter = page.inner_text("#letter-2")[0]
    drag(page, client.view()["board"], [3, 1], [5, 1])
    assert letter in client.view()["map"].split("\n")[1][3:6]
    assert page.get_attribute("#letter-2", "aria-pressed") == "true"
    change(page, lambda: page.click("#home"))
    change(page, lambda: page.click("#blank"))
    assert page.get_attribute("#drag", "aria-pressed") == "true"  # the tool is put away
    assert "begins at random somewhere in its zone" in page.inner_text("main")


def test_weapons_and_wounds_are_written_without_brackets(client, open_page):
    page = open_page(client.address)
    choose(page, "martial/duel")
    for part in ("person", "state"):
        page.click(f"#part-{part} summary")
    page.select_option("#more-person", "held")
    assert "write commas between several" in page.inner_text("#new-person")
    fill(page, "#field-red-0-fighter-0-held", "axe, dagger")
    add_key(page, "state", "injuries", "left arm: 1, nose: 1")
    assert client.view()["error"] == ""
    seat = client.view()["seats"][0]
    assert (seat["person"]["held"], seat["state"]["injuries"]) == (
        "[axe, dagger]",
        "{left arm: 1, nose: 1}",
    )
    page.click("#part-names summary")
    assert "crossbow" in page.inner_text("#part-names")
    change(page, lambda: page.click("#start"))
    assert re.fullmatch(r"Round 1, (red|blue): .+ chooses an action\.", page.inner_text("#asked"))


def test_a_second_browser_sees_it_live_and_players_see_no_secrets(client, open_page):
    page = open_page(client.address)
    begin(page, "heimr/forest_ambush")
    player = open_page(f"{client.address}#key={client.guard.keys['blue']}")
    second = open_page(client.address)
    told = player.inner_text("#story") + player.inner_text(".board")
    hidden = client.view()["board"]["tokens"]
    shown = client.view("blue")["board"]["tokens"]
    missing = [one["name"] for one in hidden if one["label"] not in [s["label"] for s in shown]]
    assert missing
    assert not any(name.lower() in told.lower() for name in missing)
    assert player.locator("#undo, #edit, #advise, #save-table").count() == 0
    step(page)
    for other in (player, second):
        other.wait_for_function(
            "v => Number(document.body.dataset.version) >= v", arg=client.room.version
        )
    assert second.inner_text("#story") == page.inner_text("#story")


def test_hostile_names_and_damaged_files(client, open_page, tmp_path):
    page = open_page(client.address)
    choose(page, "wildroll/duel")
    fill(page, "#name", HOSTILE)
    change(page, lambda: page.click("#start"))
    assert page.locator("img").count() == 0
    assert HOSTILE in page.inner_text("#panel") + page.inner_text("#story")
    change(page, lambda: page.click("#home"))
    for name, content in (("x.table", "{}\n"), ("x.yaml", "red: *x"), ("y.yaml", HOSTILE)):
        file = tmp_path / name
        file.write_text(content)
        page.set_input_files("#file", file)
        page.wait_for_selector("#notice.wrong:not(:empty)")
        assert page.locator("img").count() == 0
        page.evaluate("document.getElementById('notice').textContent = ''")


def test_the_keyboard_alone_plays(client, open_page):
    page = open_page(client.address)
    page.focus("#of-mythic_epoch summary")
    page.keyboard.press("Enter")
    page.focus("[id='load-mythic_epoch/two_on_one']")
    change(page, lambda: page.keyboard.press("Enter"))
    page.focus("#start")
    change(page, lambda: page.keyboard.press("Enter"))
    page.focus("#story")
    if client.view()["asked"]["player"] != "person":
        page.wait_for_selector("#take-0")
        page.focus("#take-0")
        change(page, lambda: page.keyboard.press("Enter"))
    count = client.view()["count"]
    page.focus("#story")
    change(page, lambda: page.keyboard.press("1"))
    assert client.view()["count"] == count + 1
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "filter"
    page.keyboard.type("zzz")
    page.wait_for_selector("text=No choice has these words")
    assert page.evaluate("document.activeElement.id") == "filter"


def test_the_choices_are_one_tab_stop_in_groups(client, open_page):
    page = open_page(client.address)
    begin(page, "mythic_epoch/two_on_one")
    focused = "document.activeElement.id"
    choices = page.locator(".choice").evaluate_all("(all) => all.map((one) => one.id)")
    groups = [group for _, _, _, group in client.view()["choices"]]
    assert groups == sorted(groups)
    assert len(set(groups)) > 1
    page.focus("#filter")
    for key, expected in (
        ("Tab", choices[0]), ("ArrowDown", choices[1]), ("End", choices[-1]),
        ("ArrowUp", choices[-2]), ("Tab", "auto"), ("Tab", "edit"), ("Shift+Tab", "auto"),
        ("Shift+Tab", choices[-2]), ("Home", choices[0]),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert page.evaluate(focused) == expected
    page.keyboard.press("ArrowDown")
    change(page, lambda: page.keyboard.press("Enter"))
    assert f"choice-{client.room.table.steps[-1].entry['take']}" == choices[1]
    page.wait_for_selector(".choice")
    assert page.evaluate(focused).startswith("choice-")


def test_a_phone_shows_everything_in_one_column(client, open_page):
    page = open_page(client.address, width=NARROW, height=800)
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) <= 0
    choose(page, "heimr/skirmish")
    assert page.evaluate(overflow) <= 0
    change(page, lambda: page.click("#start"))
    assert page.evaluate(overflow) <= 0
    tops = page.evaluate("""[".map", "#panel", ".fighters", ".told"].map(
        (one) => document.querySelector(one).getBoundingClientRect().top)""")
    assert tops == sorted(tops)
    assert page.evaluate(
        "(({scrollWidth: a, clientWidth: b}) => a <= b)(document.querySelector('.board'))"
    )
    boxes = page.locator("input[type=checkbox]")
    heights = boxes.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height)")
    assert len(heights) > 1
    assert min(heights) >= 24
    fighters = page.locator(".fighters li")
    assert [one.split(" ")[0] for one in fighters.all_inner_texts()] == "R1 R2 R3 B1 B2 B3".split()
    sides = """(all) => all.map((one) => one.getBoundingClientRect()).flatMap(
        (box) => [box.left, box.right])"""
    assert all(0 <= side <= NARROW for side in fighters.evaluate_all(sides))
    assert "%" in fighters.first.inner_text()
    page.set_viewport_size({"width": 1300, "height": 900})
    assert not fighters.first.is_visible()  # the picture has the list
    page.reload()
    page.wait_for_selector(".board svg")
    titles = page.locator(".board title").evaluate_all("(all) => all.map((one) => one.textContent)")
    told = [
        f"{one['label']} {one['name']}: {one['told']}" for one in client.view()["board"]["tokens"]
    ]
    assert set(told) <= set(titles)  # the picture cuts them


def test_nothing_is_lost_when_the_server_is_killed(open_page, tmp_path):
    server, address = launch(tmp_path)
    page = open_page(address)
    begin(page, "mythic_epoch/duel", dice="typed")
    type_die(page)
    before = page.inner_text("#panel .die")
    os.kill(server.pid, signal.SIGKILL)
    server.wait()
    page.wait_for_selector("#notice.wrong:not(:empty)")
    server, _ = launch(tmp_path, port=address.rpartition(":")[2].strip("/"))
    page.wait_for_selector("[id='open-duel-1.table']")
    change(page, lambda: page.click("[id='open-duel-1.table']"))
    assert page.inner_text("#panel .die") == before
    server.terminate()
    server.wait()


def launch(folder, port="0"):
    """Start the command, and return it with the address that it prints."""
    words = ["table", "--port", port, "--no-browser", "--folder", str(folder / "tables")]
    server = subprocess.Popen(
        [sys.executable, "-m", "quintain", *words], stderr=subprocess.PIPE, text=True
    )
    line = server.stderr.readline()
    found = re.search(r"http://localhost:\d+/", line)
    assert found, line
    time.sleep(0.2)
    return server, found[0]
