// The first page, and the encounter under construction.
import { by, download, el, order, redraw, state } from "./table_base.js";
import { drawBoard, fighterList } from "./table_board.js";

let chosen = "red 0", letter = "";

export function drawHome(view) {
  chosen = "red 0";
  letter = "";
  const file = el("input", { type: "file", id: "file", accept: ".yaml,.yml,.table", onchange: () => readFile(file) });
  const pick = el("select", { id: "system" }, view.systems.map((one) => el("option", { value: one.name }, one.title)));
  const red = el("input", { type: "number", id: "count-red", min: 1, max: 6, value: 3 });
  const blue = el("input", { type: "number", id: "count-blue", min: 1, max: 6, value: 3 });
  redraw(by("main"),
    view.tables.length || view.draft ? el("h2", {}, "Go on") : null,
    el("div", { class: "line" },
      view.draft ? el("button", { id: "resume", onclick: () => order({ do: "resume" }) }, "The encounter that you were building") : null,
      view.tables.map((one) => el("button", { id: "open-" + one.name, onclick: () => order({ do: "open", name: one.name }) }, `${one.name} (${one.when})`))),
    el("h2", {}, "A new encounter"),
    el("div", { class: "line" },
      el("label", {}, "Rules ", pick), el("label", {}, "Red ", red), el("label", {}, "Blue ", blue),
      el("button", { class: "main", id: "blank", onclick: () => order({ do: "blank", system: pick.value, red: Number(red.value), blue: Number(blue.value) }) }, "Begin with an open map")),
    el("h2", {}, "A file of yours"),
    el("p", { class: "small" }, "An encounter (.yaml) is read by the rules that it names, or else by those chosen above; a table (.table) knows its own."), file,
    el("h2", {}, "Encounters that come with quintain"),
    view.systems.map((one) => el("details", { id: "of-" + one.name }, el("summary", {}, one.title), el("div", { class: "grid" },
      one.encounters.map((each) => el("div", { class: "card" }, el("h3", {}, each.title), el("p", { class: "small" }, each.about),
        el("button", { id: "load-" + each.name, onclick: () => order({ do: "load", name: each.name }) }, "Choose")))))));
}

async function readFile(input) {
  const [file] = input.files;
  if (!file) return;
  const text = await file.text();
  input.value = "";
  if (file.name.endsWith(".table")) order({ do: "upload", text });
  else order({ do: "read", system: by("system").value, text });
}

export function drawBuild(view, system) {
  const seat = view.seats.find((one) => `${one.side} ${one.place}` === chosen) || view.seats[0];
  chosen = `${seat.side} ${seat.place}`;
  const handlers = { token: choose, drop: (token, x, y) => order({ do: "move", ...seatOf(token.label), x, y }) };
  if (letter) handlers.paint = (places) => order({ do: "paint", places, letter });
  redraw(by("main"), el("div", { class: "two" },
    el("section", { "aria-label": "Map" }, tools(view, system), drawBoard(view.board, handlers), fighterList(view.board),
      el("p", { class: "small" }, letter ? "Draw on the map with the pointer." : "Drag fighters on the map. Click one for its sheet." + zoned(view)), sheet(view, system, seat)),
    el("section", { id: "panel", tabindex: -1, "aria-label": "Encounter" },
      view.error ? el("p", { class: "card red", role: "alert" }, "Not legal yet: " + view.error) : null,
      view.editing && view.back ? el("p", { class: "card" }, `The state of now cannot be written as keys; this is the one ${view.back} decisions ago.`) : null,
      el("div", { class: "line" },
        el("button", { class: "main", id: "start", disabled: Boolean(view.error), onclick: () => order({ do: "start" }) }, view.editing ? "Go on from this state" : "Begin the battle"),
        view.editing ? el("button", { id: "cancel", onclick: () => order({ do: "cancel" }) }, "Leave it as it was") : null,
        el("button", { id: "save", onclick: () => download("encounter", "encounter.yaml") }, "Save as a file")),
      fighters(view, system), general(view, system), whole(view)),
    datalist(system)));
}

// The battle draws the places in a zone again, so that a fighter without a place stands elsewhere than on this map.
function zoned(view) {
  const is_drawn = !view.editing && view.seats.some((one) => one.zone && !one.at);
  return is_drawn ? " A fighter without a place of its own begins at random somewhere in its zone, not where this map shows it: drag it to fix its place." : "";
}

function choose(token) {
  const { side, place } = seatOf(token.label);
  chosen = `${side} ${place}`;
  drawBuild(state.view, state.system);
}

function seatOf(label) { return { side: label[0] === "R" ? "red" : "blue", place: Number(label.slice(1)) - 1 }; }

function datalist(system) {
  return el("datalist", { id: "agents" }, system.agents.map(([name, told]) => el("option", { value: name }, told)));
}

function tools(view, system) {
  const [columns, rows] = view.size;
  const size = (name, value) => el("input", { type: "number", id: name, min: 1, max: 64, value, "aria-label": name, onchange: () => order({ do: "resize", columns: Number(by("columns").value), rows: Number(by("rows").value) }) });
  return el("div", { class: "line", role: "toolbar", "aria-label": "Tools for the map" },
    el("button", { id: "drag", class: letter ? "" : "on", "aria-pressed": !letter, onclick: () => pickLetter("") }, "Move fighters"),
    system.letters.map(([one, told], at) => el("button", { id: "letter-" + at, class: letter === one ? "on" : "", "aria-pressed": letter === one, onclick: () => pickLetter(one) }, `${one}  ${words(told)}`)),
    el("label", {}, "Columns ", size("columns", columns)), el("label", {}, "Rows ", size("rows", rows)));
}

function pickLetter(one) { letter = one; drawBuild(state.view, state.system); }

function fighters(view, system) {
  const kind = el("select", { id: "kind", "aria-label": "Kind" }, system.cast.map((one) => el("option", { value: one }, words(one))));
  const add = (side) => el("button", { id: "add-" + side, onclick: () => order({ do: "add", side, kind: kind.value }) }, "Add to " + side);
  return [el("h2", {}, "Fighters"),
    view.seats.map((one) => el("div", { class: "card " + one.side },
      el("div", { class: "line" }, el("button", { id: "seat-" + one.label, class: `${one.side} ${one.place}` === chosen ? "on" : "", onclick: () => choose(one) }, `${one.label} ${one.name || (one.drawn > 1 ? `one of ${one.drawn} kinds` : words(one.kind))}`),
        player(view, one),
        view.editing ? null : el("button", { id: "remove-" + one.label, "aria-label": "Remove " + one.label, onclick: () => order({ do: "remove", side: one.side, place: one.place }) }, "Remove")))),
    view.editing ? null : el("div", { class: "line" }, kind, add("red"), add("blue")),
    view.editing ? null : el("div", {}, el("h3", {}, "Who plays"), sidePlayer(view, "red"), sidePlayer(view, "blue"),
      el("label", { class: "row" }, el("span", {}, "Dice typed"), diceSelect(view)),
      el("p", { class: "small" }, "person means you. Any other name is one of quintain’s fighters; " + system.example + "?caution=0.8 gives it a character."))];
}

function player(view, one) {
  if (view.editing) return null;
  const seat = `${one.side}_${one.place}`;
  return el("input", { id: "player-" + seat, list: "agents", value: view.players[seat] || "", placeholder: `played as ${one.side}`, "aria-label": "Who plays " + one.label, onchange: (event) => order({ do: "player", seat, name: event.target.value.trim() }) });
}

export function sidePlayer(view, side) {
  return el("label", { class: "row" }, el("span", {}, side[0].toUpperCase() + side.slice(1)),
    el("input", { id: "player-" + side, list: "agents", value: view.players[side], onchange: (event) => order({ do: "player", seat: side, name: event.target.value.trim() || "person" }) }));
}

export function diceSelect(view) {
  const told = { machine: "none: the computer rolls", typed: "all", red: "those of red’s decisions", blue: "those of blue’s decisions" };
  const made = el("select", { id: "dice", onchange: () => order({ do: "dice", dice: made.value }) }, view.modes.map((one) => el("option", { value: one }, told[one])));
  made.value = view.dice;
  return made;
}

function sheet(view, system, seat) {
  const path = [seat.side, seat.place];
  const named = view.editing ? "the battle" : "the beginning";
  return [el("h2", { id: "sheet" }, `${seat.label}: its sheet`),
    el("label", { class: "row" }, el("span", {}, "Name"), el("input", { id: "name", maxlength: 30, value: seat.name, placeholder: "none of its own", onchange: (event) => order({ do: "write", path: [...path, "name"], text: event.target.value, plain: true }) })),
    seat.drawn === 1 ? kindRow(system, seat, path) : el("p", { class: "small" }, `Drawn from ${seat.drawn} kinds: change them in the text below.`),
    el("label", { class: "row" }, el("span", {}, "Place"), el("input", { id: "at", value: seat.at, placeholder: seat.zone ? "at random in a zone; or column, row" : "column, row", onchange: (event) => order({ do: "write", path: [...path, "at"], text: bracketed(event.target.value, "list") }) })),
    part("state", view.editing ? "As it stands" : "Wounds and condition", system.fields.state, seat.state, [...path, "state"], view.labels),
    seat.drawn === 1 ? names(system) : null,
    seat.drawn === 1 ? part("person", "Attributes, weapons and armour", system.fields.person, seat.person, [...path, "fighter", 0], view.labels) : null,
    part("seat", "At the beginning", system.fields.seat, seat.keys, path, view.labels),
    part("now", "The round and the turn", system.fields.now, view.now, ["now"], view.labels)];
}

function names(system) {
  return el("details", { id: "part-names" }, el("summary", {}, "Names that you may write"),
    Object.entries(system.names).map(([kind, all]) => el("p", { class: "small" }, el("strong", {}, kind + ": "), all.join(", "))));
}

function kindRow(system, seat, path) {
  const made = el("select", { id: "base", onchange: () => order({ do: "write", path: [...path, "fighter", 0, "base"], text: made.value }) }, system.cast.map((one) => el("option", { value: one }, words(one))));
  made.value = seat.kind;
  return el("label", { class: "row" }, el("span", {}, "Kind"), made);
}

function part(name, title, fields, values, path, labels) {
  if (!fields.length) return null;
  const set = fields.filter((one) => one.key in values), free = fields.filter((one) => !(one.key in values));
  const more = el("select", { id: "more-" + name, class: "wide", "aria-label": "Write more: " + title, onchange: () => addField(name, fields.find((one) => one.key === more.value), path, labels) },
    el("option", { value: "" }, "Write more ..."), free.map((one) => el("option", { value: one.key }, [words(one.key), one.meaning].filter(Boolean).join(": "))));
  return el("details", { id: "part-" + name, open: set.length > 0 }, el("summary", {}, title),
    set.map((one) => field(one, values[one.key], path, labels)), el("div", { id: "new-" + name }), more);
}

function addField(name, one, path, labels) {
  if (!one) return;
  by("new-" + name).append(field(one, "", path, labels), el("p", { class: "small" }, hintOf(one)));
  by("more-" + name).value = "";
  by(`field-${path.join("-")}-${one.key}`).focus();
}

function hintOf(one) {
  const form = { list: "; write commas between several", mapping: "; write NAME: VALUE, with commas between several" }[one.kind] || "";
  return [one.meaning, one.value + form].filter(Boolean).join("; ");
}

// A list or a mapping as a file has it: the brackets may be left out.
function bracketed(text, kind) {
  const [open, close] = { list: "[]", mapping: "{}" }[kind] || "";
  return !open || !text.trim() || text.trim().startsWith(open) ? text : open + text + close;
}

function field(one, value, path, labels) {
  const id = `field-${path.join("-")}-${one.key}`;
  const send = (text) => order({ do: "write", path: [...path, one.key], text: bracketed(text, one.kind) });
  const hint = hintOf(one);
  if (["text", "number", "list", "mapping"].includes(one.kind)) {
    const type = one.kind === "number" ? "number" : "text";
    return el("label", { class: "row", title: hint }, el("span", {}, words(one.key)), el("input", { id, type, value, onchange: (event) => send(event.target.value) }));
  }
  const names = one.kind === "flag" ? ["true", "false"] : one.kind === "fighter" ? [...one.names, ...labels] : one.names;
  const made = el("select", { id, onchange: () => send(made.value) }, el("option", { value: "" }, "as the rules say"), names.map((name) => el("option", { value: name }, words(name))));
  made.value = value;
  return el("label", { class: "row", title: hint }, el("span", {}, words(one.key)), made);
}

function general(view, system) {
  const rows = Math.min(18, view.map.split("\n").length + 1);
  const area = el("textarea", { id: "map-text", rows, spellcheck: "false", "aria-label": "The map as letters", value: view.map, onchange: () => order({ do: "write", path: ["map"], text: area.value, plain: true }) });
  const key = (name) => el("label", { class: "row" }, el("span", {}, words(name)), el("input", { id: "key-" + name, value: view.keys[name], onchange: (event) => order({ do: "write", path: [name], text: event.target.value, plain: name !== "round_limit" }) }));
  return el("details", { id: "part-general" }, el("summary", {}, "Title and map"), Object.keys(view.keys).map(key),
    el("p", { class: "small" }, "The map as letters: " + system.letters.map(([one, told]) => `${one} ${words(told)}`).join(", ")), area);
}

function whole(view) {
  const area = el("textarea", { id: "whole", rows: 16, spellcheck: "false", "aria-label": "The whole encounter as text", value: view.text });
  return el("details", { id: "part-whole" }, el("summary", {}, "The whole encounter as text"), area,
    el("button", { id: "write-all", onclick: () => order({ do: "write all", text: area.value }) }, "Use this text"));
}

export function words(name) { return name.replaceAll("_", " "); }
