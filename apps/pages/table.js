// The page of the table: asks for what it shows, and again whenever that has changed.
import { by, el, get, order, readKey, redraw, sentence, state, tell } from "./table_base.js";
import { drawBuild, drawHome } from "./table_build.js";
import { drawPlay } from "./table_play.js";

async function refresh() {
  const view = await get(`/api/view?story=${state.story}&since=${state.steps.length}`);
  if (view.mode === "play") {
    state.steps = [...(view.story === state.story ? state.steps.slice(0, view.since) : []), ...view.steps];
    state.story = view.story;
  } else { state.story = -1; state.steps = []; }
  if (view.system && view.role === "gm" && state.system?.name !== view.system) state.system = await get("/api/system/" + view.system);
  state.view = view;
  document.body.dataset.version = view.version;
  by("title").textContent = view.title || "The table";
  document.title = view.title ? `${view.title} · quintain` : "quintain: the table";
  if (view.notice) tell(sentence(view.notice), true);
  else if (view.busy) tell(view.busy);
  draw(view);
}

function draw(view) {
  redraw(by("nav"), view.role === "gm" && view.mode !== "home" ? el("button", { id: "home", onclick: () => order({ do: "home" }) }, "All tables") : null);
  if (view.mode === "home") drawHome(view);
  else if (view.mode === "build") drawBuild(view, state.system);
  else if (view.mode === "play") drawPlay(view, state.system);
  else redraw(by("main"), el("p", {}, "The game master prepares the battle."));
}

async function follow() {
  let lost = false;
  for (;;) {
    try {
      const seen = state.view ? state.view.version : -1;
      const now = state.view && !lost ? await get("/api/wait?version=" + seen) : { version: -2 };
      if (now.busy) tell(now.busy);
      if (now.version !== seen || lost) await refresh();
      if (lost) tell("");
      lost = false;
    } catch (error) {
      lost = true;
      tell(error instanceof TypeError ? "The table does not answer; I go on asking." : sentence(error.message), true);
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
}

readKey();
follow();
