// Elements, requests and the state that all parts of the page share.
export const state = { view: null, system: null, key: "", story: -1, steps: [] };

export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("aria-")) made.setAttribute(name, String(value));
    else if (value === false) continue;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") { made.value = value; made.dataset.was = value; }
    else if (name === "checked") made.checked = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(9).filter((one) => one !== null && one !== undefined && one !== false));
  return made;
}

export const by = (id) => document.getElementById(id);

export function tell(text, wrong = false) {
  const notice = by("notice");
  notice.textContent = text || "";
  notice.classList.toggle("wrong", wrong);
}

export function readKey() {
  const found = /key=([\w-]+)/.exec(location.hash);
  state.key = found ? found[1] : sessionStorage.getItem("key") || "";
  if (found) sessionStorage.setItem("key", found[1]);
}

function headers() { return state.key ? { "X-Quintain-Key": state.key } : {}; }

export async function get(path) {
  const answer = await fetch(path, { headers: headers() });
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.error);
  return data;
}

export async function order(command) {
  const body = JSON.stringify(command);
  try {
    const answer = await fetch("/api/do", {
      method: "POST", body, headers: { ...headers(), "Content-Type": "application/json" },
    });
    const data = await answer.json();
    tell(answer.ok ? "" : sentence(data.error), !answer.ok);
    return answer.ok;
  } catch {
    tell("The table does not answer: is quintain table running?", true);
    return false;
  }
}

export function sentence(text) {
  const known = text || "Something went wrong.";
  return known[0].toUpperCase() + known.slice(1) + (/[.!?]$/.test(known) ? "" : ".");
}

export async function download(what, name) {
  const answer = await fetch("/api/file/" + what, { headers: headers() });
  if (!answer.ok) return tell(sentence((await answer.json()).error), true);
  const link = el("a", { href: URL.createObjectURL(await answer.blob()), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// What is typed and not yet sent outlives a new drawing of the page, and so does the focus.
export function redraw(parent, ...children) {
  const active = document.activeElement;
  const id = active && parent.contains(active) ? active.id : "";
  const typed = id && "value" in active && active.dataset.was !== undefined && active.value !== active.dataset.was ? active.value : null;
  const range = id && active.selectionStart !== undefined ? [safe(() => active.selectionStart), safe(() => active.selectionEnd)] : null;
  const open = new Map([...parent.querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
  parent.replaceChildren(...children.flat(9).filter(Boolean));
  for (const [name, is] of open) if (by(name)) by(name).open = is;
  const again = id && by(id);
  if (!again) return;
  if (typed !== null) again.value = typed;
  again.focus({ preventScroll: true });
  if (range && range[0] !== null) safe(() => again.setSelectionRange(...range));
}

function safe(task) { try { return task(); } catch { return null; } }
