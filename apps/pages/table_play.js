// The battle at the table: choices, proposals, dice, the story.
import { by, download, el, get, order, redraw, sentence, state, tell } from "./table_base.js";
import { drawBoard, fighterList } from "./table_board.js";
import { diceSelect, sidePlayer } from "./table_build.js";

const MOST = 60;
let filter = "", shown = [], current = -1, asked = null, adviser = "", vetoed = [], links = null, whom = -1, seen = -1;

export function drawPlay(view, system) {
  const gm = view.role === "gm";
  forget(view);
  const wasChoosing = Boolean(document.activeElement?.classList.contains("choice"));
  redraw(by("main"), el("div", { class: "two play" },
    el("section", { class: "map", "aria-label": "Map" }, view.board ? drawBoard(view.board, { token: byToken }) : null),
    el("section", { id: "panel", tabindex: -1, "aria-label": "Decision" }, view.result ? el("h2", { id: "result" }, view.result) : null,
      die(view), decision(view), gm ? settings(view) : null),
    view.board ? fighterList(view.board) : null,
    el("section", { class: "told", "aria-label": "What happened" }, el("h2", {}, "What happened"),
      el("div", { id: "story", tabindex: 0 }, state.steps.map((step) => stepPart(step, gm))),
      el("label", { class: "line" }, el("input", { type: "checkbox", id: "rows-on", checked: document.body.classList.contains("show-rows"), onchange: (event) => document.body.classList.toggle("show-rows", event.target.checked) }), "Name the rows of the rules"))),
    el("datalist", { id: "agents" }, (system?.agents || []).map(([name, told]) => el("option", { value: name }, told))));
  by("story").scrollTop = by("story").scrollHeight;
  if (wasChoosing && document.activeElement === document.body && view.choices?.length) walkTo(0, { preventScroll: true });
  if (gm && view.asked && view.choices && view.asked.player !== "person" && !view.auto && !asked) propose(view);
}

// A new decision begins without the words, the advice and the vetoes of the last one.
function forget(view) {
  if (view.at === seen) return;
  seen = view.at;
  asked = null;
  vetoed = [];
  filter = "";
  whom = -1;
  current = -1;
}

// --- Decisions

function decision(view) {
  const who = view.asked;
  if (!who) return null;
  if (!who.player) return el("h2", {}, who.fighter + " decides.");
  const person = view.role === who.side ? "You decide." : "A person decides.";
  return el("div", {},
    el("h2", { id: "asked" }, `Round ${who.round}, ${who.side}: ${view.task}`),
    el("p", { class: "small" }, who.player === "person" ? person : who.player + " plays it."),
    who.written.length ? el("ol", { class: "small" }, who.written.map((one) => el("li", {}, one))) : null,
    view.role === "gm" && view.choices ? proposals(view) : null, view.choices?.length ? choices(view) : null);
}

function proposals(view) {
  const name = el("input", { id: "adviser", list: "agents", value: adviser || (view.asked.player === "person" ? "" : view.asked.player), placeholder: "the best simple character", "aria-label": "Adviser" });
  const fighter = el("select", { id: "whom", "aria-label": "For whom" }, el("option", { value: -1 }, "for this decision"), view.seats.map(([, told], at) => el("option", { value: at }, `for ${told}`)));
  fighter.value = whom;
  const ask = el("button", { id: "advise", onclick: () => { adviser = name.value.trim(); whom = Number(fighter.value); vetoed = []; propose(view); } }, "Ask");
  const head = el("div", { class: "line" }, "Advice of ", name, fighter, ask);
  if (!asked) return el("div", {}, head);
  if (!asked.found) return el("div", {}, head, el("p", { id: "thinking" }, asked.error || "It thinks ..."));
  return el("div", {}, head, asked.found.note ? el("p", { class: "small" }, asked.found.note) : null,
    asked.found.proposals.map((one, at) => proposal(view, one, at)),
    asked.found.reasons.map((one) => el("p", { class: "small" }, one)), el("p", { class: "small" }, asked.found.small));
}

function proposal(view, one, at) {
  const take = el("button", { class: at ? "" : "main", id: "take-" + at, onclick: () => order({ do: "take", at: view.at, actions: one.actions }) }, "Take");
  const veto = el("button", { id: "veto-" + at, onclick: () => { vetoed.push(one.actions[0]); propose(view); } }, "Not this");
  return el("div", { class: "card proposal" }, el("p", {}, el("strong", {}, at ? "Or: " : asked.found.agent + " proposes: "), one.sentence),
    one.about.map((line) => el("p", { class: "small" }, line)), asked.found.at_hand ? el("div", { class: "line" }, take, at ? null : veto) : null);
}

// The choice comes at once, its odds and reasons a moment later.
async function propose(view) {
  const name = adviser || (view.asked.player === "person" ? "" : view.asked.player);
  const mine = { at: view.at, found: null, error: "" };
  asked = mine;
  drawPlay(state.view, state.system);
  for (const battles of [0, 200]) {
    const query = new URLSearchParams({ agent: name, battles, without: vetoed.join(","), fighter: whom });
    try { mine.found = await get("/api/proposal?" + query); } catch (error) { mine.error = sentence(error.message); mine.found = null; }
    if (asked !== mine || state.view.mode !== "play" || state.view.at !== mine.at) return;
    drawPlay(state.view, state.system);
    if (mine.error) return;
  }
}

function choices(view) {
  const box = el("input", { id: "filter", type: "search", value: filter, placeholder: "words of a choice", "aria-label": "Find a choice", oninput: () => { filter = box.value; drawPlay(state.view, state.system); }, onkeydown: (event) => { if (event.key === "ArrowDown" && shown.length) { event.preventDefault(); walkTo(0); } } });
  const parts = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const found = view.choices.filter(([, text, kind]) => parts.every((part) => `${text} ${kind}`.toLowerCase().includes(part)));
  const parted = view.groups.map((name, group) => [name, found.filter((one) => one[3] === group)]).filter(([, some]) => some.length);
  const most = found.length > MOST ? Math.ceil(MOST / parted.length) : MOST;
  const lists = parted.map(([name, some]) => [name, oneOfEachKind(some).slice(0, most)]);
  shown = lists.flatMap(([, some]) => some.map(([action]) => action));
  if (!shown.includes(current)) current = shown.length ? shown[0] : -1;
  const left = found.length - shown.length, own = view.asked.player === "person";
  return el("div", {}, el("h3", {}, own ? "Your choice" : "Or choose by hand"), box,
    el("div", { class: "choices", role: "group", "aria-label": "Choices: arrow keys move, Enter takes", onkeydown: walk },
      lists.map(([name, some]) => el("div", { role: "group", "aria-label": name }, lists.length > 1 ? el("p", { class: "small" }, name) : null, some.map((one) => choice(view, one))))),
    left ? el("p", { class: "small" }, `and ${left} more: type words of one`) : null,
    found.length ? null : el("p", { class: "small" }, "No choice has these words."));
}

// The choices are one tab stop: only the current one can be reached by Tab.
function choice(view, [action, text]) {
  const at = shown.indexOf(action);
  return el("button", { class: "choice", id: "choice-" + action, tabindex: action === current ? 0 : -1, onfocus: () => makeCurrent(action), onclick: () => take(view, action) },
    at < 9 ? el("kbd", {}, String(at + 1)) : null, text);
}

function makeCurrent(action) {
  for (const [one, index] of [[current, -1], [action, 0]]) if (by("choice-" + one)) by("choice-" + one).tabIndex = index;
  current = action;
}

function walkTo(at, options = {}) { by("choice-" + shown[Math.max(0, Math.min(at, shown.length - 1))])?.focus(options); }

function walk(event) {
  const at = shown.indexOf(current);
  const goal = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[event.key];
  if (goal === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  walkTo(goal);
}

function oneOfEachKind(found) {
  const seen = {};
  return found.map((one) => [one, (seen[one[2]] = (seen[one[2]] || 0) + 1)]).sort((a, b) => (filter ? 0 : (a[1] > 1) - (b[1] > 1))).map(([one]) => one);
}

function take(view, action) { return order({ do: "take", at: view.at, actions: [action] }); }

function byToken(token) {
  if (!state.view.choices) return;
  filter = filter === token.name.toLowerCase() ? "" : token.name.toLowerCase();
  drawPlay(state.view, state.system);
}

document.addEventListener("keydown", (event) => {
  const view = state.view;
  if (!view || view.mode !== "play" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  const at = Number(event.key) - 1;
  if (view.die) { if (by("face")) by("face").focus(); return; }
  if (event.key === "/" && by("filter")) { by("filter").focus(); event.preventDefault(); }
  else if (at >= 0 && at < 9 && view.choices && shown[at] !== undefined) take(view, shown[at]);
});

// --- Dice

function die(view) {
  const one = view.die;
  if (one === undefined) return null;
  if (one === null) return el("p", {}, "Dice are being typed.");
  const send = (face) => order({ do: "face", at: view.at, face });
  const box = el("input", { type: "number", id: "face", min: one.lowest, max: one.highest, "aria-label": one.name });
  const typed = el("form", { class: "line", onsubmit: (event) => { event.preventDefault(); if (box.value) send(Number(box.value)); } }, box, el("button", { class: "main", id: "type" }, "This face"));
  const faces = one.highest - one.lowest < 20 ? el("div", { class: "line faces" }, range(one.lowest, one.highest).map((face) => el("button", { id: "face-" + face, onclick: () => send(face) }, String(face)))) : null;
  return el("div", { class: "card die", role: "group", "aria-label": "Dice" }, el("h2", { id: "die" }, `${one.name}: ${one.for || one.about}`),
    one.for ? el("p", { class: "small" }, one.about) : null, one.help ? el("p", { class: "small" }, one.help) : null, one.typed.length ? el("p", { class: "small" }, "Typed so far: " + one.typed.join(", ")) : null, faces, typed,
    el("div", { class: "line" }, el("button", { id: "roll", onclick: () => order({ do: "roll", at: view.at }) }, "Roll it for me"),
      el("button", { id: "roll-rest", onclick: () => order({ do: "roll", at: view.at, rest: true }) }, "Roll all the rest"),
      one.can_retract ? el("button", { id: "retract", onclick: () => order({ do: "retract" }) }, "Take the choice back") : null));
}

function range(low, high) { return Array.from({ length: high - low + 1 }, (_, at) => low + at); }

// --- Settings and story

function settings(view) {
  const auto = el("input", { type: "checkbox", id: "auto", checked: view.auto, onchange: () => order({ do: "auto", on: auto.checked }) });
  const name = (seat) => view.players[seat] || "";
  return [el("label", { class: "line" }, auto, "quintain’s fighters act by themselves"),
    el("div", { class: "line" },
      el("button", { id: "edit", disabled: view.over || view.die !== undefined, onclick: () => order({ do: "edit" }) }, "Edit the state"),
      el("button", { id: "undo", disabled: view.count < 1, onclick: () => order({ do: "undo", count: view.count - 1 }) }, "Undo the last decision"),
      el("button", { id: "save-state", onclick: () => download("state", "state.yaml") }, "Save the state"),
      el("button", { id: "save-table", onclick: () => download("table", view.file) }, "Save the table")),
    el("p", { class: "small" }, `All of it is in ${view.file}, last written at ${view.saved}.`),
    el("details", { id: "part-players" }, el("summary", {}, "Who plays, and whose dice are typed"), sidePlayer(view, "red"), sidePlayer(view, "blue"),
      view.seats.map(([seat, told]) => el("label", { class: "row" }, el("span", {}, told), el("input", { id: "player-" + seat, list: "agents", value: name(seat), placeholder: "as the side", onchange: (event) => order({ do: "player", seat, name: event.target.value.trim() }) }))),
      el("label", { class: "row" }, el("span", {}, "Dice typed"), diceSelect(view))),
    el("details", { id: "part-links", ontoggle: showLinks }, el("summary", {}, "Views for the players"), el("div", { id: "links" }, linkPart()))];
}

async function showLinks(event) {
  if (!event.target.open || links) return;
  try { links = await get("/api/links"); } catch (error) { return tell(sentence(error.message), true); }
  if (by("links")) by("links").replaceChildren(linkPart());
}

function linkPart() {
  if (!links) return "";
  const link = (side) => el("p", {}, el("a", { href: `${location.origin}/#key=${links.keys[side]}`, target: "_blank", rel: "noopener" }, `The view of ${side}`), ": what this side knows, no secrets of the other.");
  return el("div", {}, link("red"), link("blue"), links.local ? el("p", { class: "small" }, "Only this computer can open them. Start quintain table with --host to share them in your network.") : null);
}

function stepPart(step, gm) {
  if (!step.sentence && !step.lines.length) return null;
  const back = gm && step.number > 0 ? el("button", { id: "back-" + step.number, title: "Go back to the moment before this", "aria-label": `Go back to before decision ${step.number}`, onclick: () => order({ do: "undo", count: step.number - 1 }) }, "↶") : null;
  return el("div", { class: "step" }, back, el("div", {}, step.sentence ? el("p", { class: "said" }, step.sentence) : null,
    step.lines.map(([text, rows]) => el("p", {}, text, rows.length ? el("span", { class: "rows" }, " " + rows.join(", ")) : null))));
}
