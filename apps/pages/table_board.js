// The picture of the battle: drawn by the server, with places to click and tokens to drag.
import { el } from "./table_base.js";

const SVG = "http://www.w3.org/2000/svg";
const PHONE = "(max-width: 860px)", MARGINS = 20; // as in table.css
const LEAST = 15; // pixels of a place of the map on a phone

// Leaves the legend at the right of the map out of the picture: the list of fighters stands below.
function cropToMap(svg, board) {
  const right = Math.max(...board.places.map(([x]) => x)) + Math.max(...board.corners.map(([x]) => x)) + 14;
  if (right < 480) return; // the lines below a narrow map are as wide as map and legend
  const texts = [...svg.querySelectorAll("text")].filter((one) => Number(one.getAttribute("x")) < right);
  const below = Math.max(...texts.map((one) => Number(one.getAttribute("y"))), ...board.places.map(([, y]) => y + 30));
  svg.setAttribute("viewBox", `0 0 ${right} ${below + 16}`);
}

// The legend of the picture cuts long lines: the whole text of a fighter shows under the pointer.
function tellInFull(svg, board) {
  const right = Math.max(...board.places.map(([x]) => x)) + Math.max(...board.corners.map(([x]) => x));
  let told = null;
  for (const one of svg.querySelectorAll("text")) {
    if (Number(one.getAttribute("x")) <= right) { told = null; continue; }
    told = board.tokens.find((token) => token.label === one.textContent) || told;
    if (!told) continue;
    const title = document.createElementNS(SVG, "title");
    title.textContent = `${told.label} ${told.name}: ${told.told}`;
    one.append(title);
  }
}

// The legend of the picture as a list, for phones.
export function fighterList(board) {
  return el("ul", { class: "fighters", "aria-label": "Fighters" }, board.tokens.map((one) =>
    el("li", { class: one.side + (one.out ? " out" : "") }, el("strong", {}, `${one.label} ${one.name}`), ` ${one.told}`)));
}

// handlers: {token(token), drop(token, x, y), paint(places)}; each may be missing.
export function drawBoard(board, handlers = {}) {
  const box = document.createElement("div");
  box.className = "board" + (handlers.paint ? " tools" : "");
  const parsed = new DOMParser().parseFromString(board.svg, "image/svg+xml").documentElement;
  const svg = document.importNode(parsed, true);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  tellInFull(svg, board);
  const isPhone = matchMedia(PHONE).matches, least = LEAST * board.width;
  if (isPhone) { cropToMap(svg, board); svg.style.minWidth = `${least}px`; }
  const mark = document.createElementNS(SVG, "polygon");
  mark.setAttribute("class", "mark");
  svg.append(mark);
  box.append(svg);
  if (isPhone && least > innerWidth - MARGINS) box.append(el("p", { class: "small" }, "The map is wider than this screen: it scrolls sideways."));
  let dragged = null, painted = null;

  function placeOf(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    let best = -1, least = 34 * 34;
    board.places.forEach(([x, y], at) => {
      const far = (x - point.x) ** 2 + (y - point.y) ** 2;
      if (far < least) { least = far; best = at; }
    });
    return best < 0 ? null : [best % board.width, Math.floor(best / board.width)];
  }

  function show(place) {
    if (!place) return mark.removeAttribute("points");
    const [x, y] = board.places[place[1] * board.width + place[0]];
    mark.setAttribute("points", board.corners.map(([a, b]) => `${x + a},${y + b}`).join(" "));
  }

  function tokenAt(place) {
    const here = board.tokens.filter((one) => one.x === place[0] && one.y === place[1]);
    return here.find((one) => !one.out) || here[0];
  }

  svg.addEventListener("pointerdown", (event) => {
    const place = placeOf(event);
    if (!place) return;
    const token = tokenAt(place);
    if (handlers.paint) { painted = [place]; event.preventDefault(); svg.setPointerCapture(event.pointerId); }
    else if (token && handlers.drop) { dragged = token; event.preventDefault(); svg.setPointerCapture(event.pointerId); }
    else if (token && handlers.token) handlers.token(token);
    show(place);
  });
  svg.addEventListener("pointermove", (event) => {
    const place = placeOf(event);
    if (handlers.drop || handlers.paint) show(place);
    if (!painted || !place) return;
    if (!painted.some((one) => one[0] === place[0] && one[1] === place[1])) painted.push(place);
  });
  svg.addEventListener("pointerup", (event) => {
    const place = placeOf(event);
    if (painted) handlers.paint(painted);
    else if (dragged && place) {
      if (place[0] !== dragged.x || place[1] !== dragged.y) handlers.drop(dragged, ...place);
      else if (handlers.token) handlers.token(dragged);
    }
    painted = dragged = null;
  });
  svg.addEventListener("pointerleave", () => show(null));
  return box;
}
