"""The server of the table: keys and roles, commands, files of strangers, secrets."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import numpy as np
import pytest

from quintain.apps.table_command import name_of
from quintain.apps.web.commands import COMMANDS, read_command
from quintain.apps.web.room import HANDLERS
from quintain.apps.web.server import continues
from quintain.envs.core.engine.system import get_system, system_names
from quintain.table.journal import sum_of
from quintain.table.sight import is_about, names_of, unseen_by

pytestmark = pytest.mark.compiled

each_system = pytest.mark.parametrize("system", sorted(system_names()))
ROOT = Path(__file__).parents[2]
HOSTILE = "</script><b>{{x}}&\"'"


def begin(client, name="mythic_epoch/duel", red="person", blue="person", dice="machine"):
    """Begin a battle with these players."""
    client.do("load", name=name)
    client.do("player", seat="red", name=red)
    client.do("player", seat="blue", name=blue)
    client.do("dice", dice=dice)
    client.do("start")
    return client.view()


# --- Who may ask ----------------------------------------------------------------------------------


def test_the_link_has_a_name_that_a_browser_understands():
    assert name_of("127.0.0.1", True) == "localhost"
    assert name_of("192.168.0.7", False) == "192.168.0.7"
    assert name_of("fe80::1", False) == "[fe80::1]"
    assert name_of("0.0.0.0", False) == name_of("::", False) == socket.gethostname()


def test_only_the_own_page_may_send_commands(client):
    body = b'{"do": "home"}'
    json_type = {"Content_Type": "application/json"}
    refused = [
        {},
        {"Content_Type": "text/plain"},
        {**json_type, "Origin": "http://evil.example"},
        {**json_type, "Host": "evil.example"},
        {**json_type, "Host": "localhost.evil.example:80"},
        {**json_type, "X_Quintain_Key": "wrong"},
    ]
    for headers in refused:
        assert client.ask("POST", "/api/do", body, **headers)[0] == 403, headers
    own = {**json_type, "Origin": f"http://localhost:{client.port}"}
    assert client.ask("POST", "/api/do", body, **own)[0] == 200
    assert client.ask("GET", "/api/do")[0] == 405
    assert client.room.version == 1


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_other_pages_cannot_make_the_table_work(client, site):
    """They could not read the answer, but a proposal takes a processor for a while."""
    for path in ("/api/view", "/api/proposal?battles=1000", "/api/file/table", "/api/wait"):
        assert client.ask("GET", path, Sec_Fetch_Site=site)[0] == 403, path
    assert client.ask("GET", "/", Sec_Fetch_Site=site)[0] == 200, "a link leads to the page"
    for own in ("same-origin", "none"):
        assert client.ask("GET", "/api/view", Sec_Fetch_Site=own)[0] == 200


def test_answers_forbid_frames_and_foreign_scripts(client):
    for path in ("/", "/static/table.js", "/api/view"):
        status, headers, _ = client.ask("GET", path)
        policy = headers["content-security-policy"]
        assert status == 200
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
    for path in ("/static/../cli.py", "/static/replay.html", "/static/%2e%2e/cli.py", "/x"):
        assert client.ask("GET", path)[0] == 404, path


def test_in_a_network_nobody_enters_without_a_key(serve):
    client = serve(host="0.0.0.0")
    assert client.ask("GET", "/api/view")[0] == 403
    assert client.ask("GET", "/api/view", X_Quintain_Key="")[0] == 403
    for role in ("gm", "red", "blue"):
        assert client.view(role)["role"] == role
    assert len(set(client.guard.keys.values())) == 3
    assert min(map(len, client.guard.keys.values())) >= 20


def test_players_decide_for_their_own_side_alone(client):
    view = begin(client)
    other = "red" if view["asked"]["side"] == "blue" else "blue"
    own = view["asked"]["side"]
    assert "not your decision" in client.take(view, role=other, status=400)
    for what, values in (
        ("undo", {"count": 0}),
        ("edit", {}),
        ("home", {}),
        ("auto", {"on": True}),
    ):
        assert "only the game master" in client.do(what, role=own, status=400, **values)
    paths = ("/api/proposal", "/api/file/state", "/api/file/table", "/api/links")
    for path in (*paths, "/api/system/mythic_epoch"):
        assert "only the game master" in client.get(path, role=own, status=403)["error"]
    assert client.view(other).get("choices") == []
    assert client.take(client.view(own), role=own) == ""
    assert client.view()["count"] == 1


def test_no_part_of_a_players_view_names_an_unseen_enemy(client):
    hidden = 0
    for _ in range(20):  # blue may notice all of red at once
        client.do("load", name="wildroll/surprise")
        for place, name in enumerate(("Slink (spy)", "Moss", "Ann")):
            client.do("write", path=["red", place, "name"], text=name, plain=True)
        for side in ("red", "blue"):
            client.do("player", seat=side, name="person")
        client.do("start")
        hidden += views_without_names(client)
        if hidden:
            break
    assert hidden
    assert "Moss" in json.dumps(client.view()["seats"])


def views_without_names(client) -> int:
    """Play 12 decisions, in which no view of blue names an unseen enemy; how many were unseen."""
    battle, hidden = client.room.table.match.battle, 0
    for _ in range(12):
        unseen = unseen_by(get_system("wildroll"), battle, "blue")
        names = names_of(get_system("wildroll"), battle, unseen)
        assert not is_about(json.dumps(client.view("blue")), names)
        hidden += len(unseen)
        client.take(client.view(), -1)
    return hidden


def test_players_are_not_asked_before_the_beginning(client):
    view = begin(client, "martial/duel", dice="typed")
    for side in ("red", "blue"):
        assert "not your decision" in client.do("roll", role=side, status=400, at=view["at"])
        assert client.view(side)["die"] is None


def test_downloads_have_the_headers_of_all_answers(client):
    begin(client)
    for what in ("state", "table"):
        status, headers, _ = client.ask("GET", f"/api/file/{what}")
        assert (status, headers["x-content-type-options"]) == (200, "nosniff")


def test_a_late_view_has_all_steps_that_a_browser_lacks():
    assert continues({"story": 2, "since": 5}, 2, 7)
    assert not continues({"story": 2, "since": 5}, 2, 3)
    assert not continues({"story": 2, "since": 5}, 1, 7)
    assert continues({"story": 2, "since": 0}, -1, 0)
    assert continues({"mode": "build"}, -1, 0)


# --- Commands -------------------------------------------------------------------------------------


def test_every_command_has_a_handler():
    kinds = COMMANDS.json_schema()["$defs"]
    assert len(HANDLERS) == len(kinds) > 20


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b'{"do": 3}', b'{"do": "fly"}', b'{"do": "take"}',
        b'{"do": "take", "at": 1, "actions": ["1"]}', b'{"do": "take", "at": 1, "actions": []}',
        b'{"do": "home", "more": 1}', b'{"do": "blank", "system": "x", "red": 1, "blue": 1}',
        b'{"do": "load", "name": "mythic_epoch/../duel"}', b'{"do": "load", "name": "/etc/passwd"}',
        b'{"do": "open", "name": "../../etc/passwd"}', b'{"do": "upload", "text": "x"}',
        b'{"do": "read", "system": "heimr", "text": "a: &a [*a]"}', b"[" * 100_000,
        b'{"do": "write", "path": [], "text": "x"}', b'{"do": "start"}', b'{"do": "edit"}',
        b'{"do": "undo", "count": 3}', b"\xff\xfe", b'{"do": "roll", "at": 0}',
        b'{"do": "player", "seat": "red", "name": "evil.py:Evil"}',
        '{"do": "\U00079341\u202e"}'.encode(), '{"do": "home", "\u202e": 1}'.encode(),
    ],
)  # fmt: skip
def test_what_is_no_command_gets_a_sentence(client, body):
    status, _, answer = client.ask("POST", "/api/do", body, Content_Type="application/json")
    assert status == 400
    error = json.loads(answer)["error"]
    assert error.isprintable()
    assert 5 < len(error) < 400
    assert client.view()["mode"] == "home"


def test_the_words_of_a_stranger_are_printable_in_an_error():
    for sent in ('{"do": "\U00079341\u202e"}', '{"do": "home", "\u202e": 1}'):
        with pytest.raises(ValueError, match="no command") as error:
            read_command(sent.encode())
        assert str(error.value).isprintable()


def test_a_page_cannot_name_code(client):
    client.do("load", name="mythic_epoch/duel")
    for name in ("evil.py:Evil", "runs/x", "../x.npc", "tactician?caution=9", "x.card.json"):
        assert client.do("player", seat="red", name=name, status=400)
    assert client.do("player", seat="red", name="tactician?caution=0.5") == ""
    assert client.do("player", seat="blue", name="search:20") == ""


def test_a_choice_of_an_older_moment_is_refused(client):
    view = begin(client)
    assert client.take(view) == ""
    assert "moved on" in client.take(view, status=400)
    assert client.view()["count"] == 1


# --- Building -------------------------------------------------------------------------------------


@each_system
def test_an_encounter_is_built_and_begun(client, system):
    client.do("blank", system=system, red=1, blue=2)
    client.do("add", side="red", kind=client.view()["seats"][0]["kind"])
    client.do("remove", side="blue", place=0)
    client.do("write", path=["red", 0, "name"], text=HOSTILE, plain=True)
    client.do("write", path=["title"], text="On the bridge", plain=True)
    view = client.view()
    assert view["error"] == ""
    assert [one["label"] for one in view["seats"]] == ["R1", "R2", "B1"]
    assert view["seats"][0]["name"] == HOSTILE
    token = next(one for one in view["board"]["tokens"] if one["label"] == "R1")
    client.do("move", side="red", place=0, x=token["x"], y=token["y"])
    moved = client.view()
    assert moved["error"] == ""
    assert moved["seats"][0]["at"]
    assert not moved["seats"][0]["zone"]
    client.do("start")
    view = client.view()
    assert (view["mode"], view["title"]) == ("play", "On the bridge")
    assert HOSTILE in view["seats"][0][1]
    assert "<b>" not in view["board"]["svg"]


def test_illegal_values_are_kept_and_explained(client):
    client.do("load", name="mythic_epoch/two_on_one")
    client.do("write", path=["red", 0, "state", "ap"], text="99")
    view = client.view()
    assert view["error"].startswith("red 1: state.ap: ")
    assert "12" in view["error"]
    assert view["seats"][0]["state"] == {"ap": "99"}
    assert "cannot begin" in client.do("start", status=400)
    client.do("write", path=["red", 0, "state", "ap"], text="")
    assert client.view()["error"] == ""
    assert client.view()["seats"][0]["state"] == {}


def test_a_file_is_read_by_its_own_rules(client):
    text = (ROOT / "docs/encounters/martial/last_stand.yaml").read_text(encoding="utf-8")
    wrong = text.replace("map:", "mop:")
    assert "unknown key" in client.do("read", system="martial", text=wrong, status=400)
    assert client.do("read", system="heimr", text=text) == ""
    assert client.view()["system"] == "martial"
    seats = "red: [{fighter: archer, at: [0, 0]}]\nblue: [{fighter: archer, at: [3, 0]}]\n"
    anybody = f"title: Any\nmap: {'.' * 14}\n{seats}"
    error = client.do("read", system="heimr", text=anybody, status=400)
    assert "of Martial or Mythic Epoch or Platemail or Wildroll, not of Heimr: choose" in error
    assert client.do("read", system="heimr", text=f"system: wildroll\n{anybody}") == ""
    assert client.view()["system"] == "wildroll"


def test_the_map_is_drawn_and_resized(client):
    client.do("blank", system="wildroll", red=1, blue=1)
    before = client.view()
    client.do("paint", places=[[5, 4], [6, 4]], letter="#")
    rows = client.view()["map"].split("\n")
    assert rows[4][5:7] == "##"
    client.do("resize", columns=before["size"][0] + 3, rows=before["size"][1])
    assert client.view()["size"] == [before["size"][0] + 3, before["size"][1]]
    assert client.do("paint", places=[[0, 0]], letter="Z", status=400)
    assert client.do("paint", places=[[900, 0]], letter="#", status=400)


def test_what_was_deleted_from_the_encounter_is_asked_for(client):
    client.do("blank", system="wildroll", red=1, blue=1)
    client.do("write", path=["map"], text="")
    assert "no field" in client.do("paint", places=[[0, 0]], letter="#", status=400)
    client.do("resize", columns=9, rows=6)
    assert client.view()["map"].split("\n") == ["." * 9] * 6
    client.do("write", path=["blue"], text="everybody")
    for verb, more in (("add", {"kind": "swordsman"}), ("remove", {"place": 0})):
        told = client.do(verb, side="blue", status=400, **more)
        assert "blue is no list of fighters now: write one" in told


def test_an_encounter_under_construction_outlives_the_server(serve, tmp_path):
    client = serve()
    client.do("load", name="heimr/duel")
    client.do("write", path=["blue", 0, "name"], text="Bertha", plain=True)
    client.do("player", seat="red", name="search:50")
    again = serve(folder=tmp_path / "tables")
    assert again.view()["draft"]
    again.do("resume")
    view = again.view()
    assert view["seats"][1]["name"] == "Bertha"
    assert view["players"]["red"] == "search:50"
    for damaged in ("{", "[" * 100_000, "[]", '{"system": "heimr", "text": 1, "players": 2}'):
        (tmp_path / "tables" / "draft.json").write_text(damaged)
        assert "damaged" in again.do("resume", status=400)


# --- Playing --------------------------------------------------------------------------------------


@each_system
def test_a_battle_is_played_undone_edited_and_continued(serve, tmp_path, system):
    client = serve()
    view, chance = begin(client, f"{system}/duel"), np.random.default_rng(2)
    for _ in range(25):
        if view["over"]:
            break
        client.take(view, int(chance.integers(len(view["choices"]))))
        view = client.view()
    count = view["count"]
    assert len(view["steps"]) == count + 1
    client.do("undo", count=count - 3)
    assert client.view()["count"] == count - 3
    client.do("edit")
    view = client.view()
    assert view["editing"]
    client.do("write", path=["red", 0, "name"], text="Aldric", plain=True)
    assert "nobody can join" in client.do("add", side="red", kind="knight", status=400)
    client.do("start")
    view = client.view()
    assert view["seats"][0] == ["red_0", "Aldric"]
    assert view["steps"][-1]["lines"][0][0].startswith("The game master changes the state")
    name = view["file"]
    again = serve(folder=tmp_path / "tables")
    assert "open in another program" in again.do("open", name=name, status=400)
    client.do("home")
    again.do("open", name=name)
    same = again.view()
    assert [one["lines"] for one in same["steps"]] == [one["lines"] for one in view["steps"]]
    assert same["board"] == view["board"]


def test_dice_are_asked_for_one_by_one_and_outlive_the_server(serve, tmp_path):
    client = serve()
    view = begin(client, "martial/duel", dice="typed")
    assert view["die"]["name"] == "d20"
    assert "Initiative" in view["die"]["for"]
    assert "from 1 to 20" in client.do("face", at=view["at"], face=21, status=400)
    client.do("face", at=view["at"], face=13)
    view = client.view()
    assert view["die"]["typed"] == [13]
    client.do("home")
    again = serve(folder=tmp_path / "tables")
    again.do("open", name=view["file"])
    view = again.view()
    assert view["die"]["typed"] == [13]
    while view.get("die"):
        assert again.do("roll", at=view["at"]) == ""
        view = again.view()
    assert again.room.table.steps[0].entry["faces"][0] == 13
    while not view.get("die"):
        again.take(view)
        view = again.view()
    count = view["count"]
    again.do("retract")
    assert again.view().get("die") is None
    assert again.view()["count"] == count


def test_agents_act_by_themselves_until_a_person_is_asked(client):
    begin(client, "mythic_epoch/two_on_one", blue="tactician")
    client.do("auto", on=True)
    for _ in range(600):
        view = client.view()
        if view["over"] or view["asked"]["player"] == "person":
            break
    assert view["over"] or view["asked"]["side"] == "red"
    client.do("player", seat="blue_0", name="person")
    assert client.view()["players"]["blue_0"] == "person"


@each_system
def test_a_proposal_has_odds_and_can_be_vetoed(client, system):
    begin(client, f"{system}/duel")
    found = client.get("/api/proposal?battles=20")
    first = found["proposals"][0]
    assert any("wins" in line and "[" in line for line in first["about"])
    assert all("wins" not in line for line in client.get("/api/proposal")["proposals"][0]["about"])
    query = f"/api/proposal?agent=random&without={first['actions'][0]}"
    others = client.get(query)["proposals"]
    assert all(one["actions"][0] != first["actions"][0] for one in others)
    other = client.get("/api/proposal?battles=20&fighter=1")
    assert other["proposals"][0]["sentence"]
    view = client.view()
    assert client.do("take", at=view["at"], actions=first["actions"]) == ""
    assert client.view()["count"] == len(first["actions"])
    assert "no agent" in client.get("/api/proposal?agent=nobody", status=400)["error"]


def test_orders_stay_sealed_until_all_are_in(client):
    view = begin(client, "platemail/duel")
    side, other = view["asked"]["side"], "blue" if view["asked"]["side"] == "red" else "red"
    first = client.get("/api/proposal")["proposals"][0]
    client.do("take", at=view["at"], actions=first["actions"][:1])
    view = client.view()
    assert view["asked"]["side"] == side
    assert len(client.view(side)["asked"]["written"]) == 1
    assert client.view(other)["asked"]["written"] == []
    assert all(not one["sentence"] for one in client.view(other)["steps"])
    for action in first["actions"][1:]:
        client.do("take", at=client.view()["at"], actions=[action])
    view = client.view()
    if view["asked"]["side"] == other:
        assert all(not one["sentence"] for one in view["steps"][1:])


def test_a_damaged_table_is_refused_and_leaves_nothing(client):
    begin(client)
    text = client.ask("GET", "/api/file/table")[2].decode()
    client.do("home")
    before = sorted(client.room.folder.iterdir())
    for damaged in (
        text.replace('"take"', '"tike"')[:-20] + "\n",
        "no table",
        text.replace("8", "9"),
    ):
        assert client.do("upload", text=damaged, status=400)
    assert sorted(client.room.folder.iterdir()) == before
    assert client.do("upload", text=text) == ""
    assert client.view()["mode"] == "play"


def test_an_agent_that_cannot_play_is_replaced_aloud(client):
    begin(client, blue="tactician")
    lines = client.ask("GET", "/api/file/table")[2].splitlines()
    head = {name: one for name, one in json.loads(lines[0]).items() if name != "sum"}
    head["players"]["blue"] = "evil.py:Evil"
    line = json.dumps({**head, "sum": sum_of(head, "")})
    client.do("upload", text=f"{line}\n")
    view = client.view()
    assert view["players"]["blue"] == "person"
    assert "evil.py:Evil cannot play blue" in view["notice"]
    client.do("auto", on=False)
    assert client.view()["notice"] == ""


def test_advice_has_agents_of_its_own(client):
    client.do("load", name="mythic_epoch/duel")
    system = get_system("mythic_epoch")
    one, other = (client.room.agent("tactician", system, use) for use in ("play", "advice"))
    assert one is not other
    assert one is client.room.agent("tactician", system)


def test_a_state_is_kept_as_a_file_that_can_be_built_on(client):
    begin(client)
    text = client.ask("GET", "/api/file/state")[2].decode()
    client.do("home")
    assert client.do("read", system="mythic_epoch", text=text) == ""
    assert "now" in client.view()["text"]
    assert client.do("write all", text=text.replace("Duel", "Second duel")) == ""
    assert client.view()["title"] == "Second duel"
