"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const by = (id) => document.getElementById(id);
const scrub = by("scrub"), run = by("run"), bar = by("bar"), mark = by("mark");
const lines = [...by("story").querySelectorAll("button")];
const last = data.frames.length - 1;
let now = 0, timer = 0;

function percent(share) { return Math.round(100 * share) + " %"; }
function range(one) { return percent(one[0]) + " [" + Math.round(100 * one[1]) + ", " + Math.round(100 * one[2]) + "]"; }

function showShare(part, share, name) {
  part.style.width = 100 * share + "%";
  part.textContent = share < 0.12 ? "" : name; // no room for it, on a phone
}

function showChances(frame) {
  if (!bar) return;
  const [red, blue] = data.chances[frame.decision];
  showShare(bar.children[0], red[0], "red");
  showShare(bar.children[2], blue[0], "blue");
  by("said").textContent = "red wins " + range(red) + ", blue wins " + range(blue);
  const x = data.chances.length > 1 ? (1000 * frame.decision) / (data.chances.length - 1) : 0;
  mark.setAttribute("x1", x);
  mark.setAttribute("x2", x);
}

function showLines() {
  let current = null;
  for (const line of lines) {
    const at = Number(line.dataset.frame);
    line.classList.toggle("now", at === now);
    line.classList.toggle("later", at > now);
    if (at <= now) current = line;
  }
  const story = by("story");
  if (current) story.scrollTop = current.offsetTop - story.clientHeight / 2;
}

function show(place) {
  now = Math.max(0, Math.min(last, place));
  const frame = data.frames[now];
  by("map").innerHTML = frame.picture.flatMap(([first, count]) => data.parts.slice(first, first + count)).join("\n");
  scrub.value = now;
  by("place").textContent = "decision " + frame.decision + " of " + data.decisions + ", round " + frame.round;
  showChances(frame);
  showLines();
}

function frameOf(decision) {
  const found = data.frames.findIndex((frame) => frame.decision >= decision);
  return found < 0 ? last : found;
}

function pause() { clearInterval(timer); timer = 0; run.textContent = "Play"; }

function play() {
  if (timer) return pause();
  if (now === last) show(0);
  run.textContent = "Pause";
  timer = setInterval(() => { if (now === last) pause(); else show(now + 1); }, 700);
}

function go(place) { pause(); show(place); }

by("back").onclick = () => go(now - 1);
by("on").onclick = () => go(now + 1);
run.onclick = play;
scrub.oninput = () => go(Number(scrub.value));
for (const line of lines) line.onclick = () => go(Number(line.dataset.frame));
for (const turn of document.querySelectorAll("#turns button")) turn.onclick = () => go(frameOf(Number(turn.dataset.decision)));
const chart = by("chart");
if (chart) chart.onclick = (event) => {
  const box = chart.getBoundingClientRect();
  go(frameOf(Math.round(((event.clientX - box.left) / box.width) * (data.chances.length - 1))));
};
document.onkeydown = (event) => {
  const keys = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last };
  if (event.key === " " && event.target.tagName !== "BUTTON") play();
  else if (event.key in keys) go(keys[event.key]);
  else return;
  event.preventDefault();
};
show(0);
if (location.hash === "#embed") { document.body.classList.add("embedded"); play(); }
