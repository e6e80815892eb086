// A lane and a colour for each speaker. Remarks that would overlap are one taller mark.

import { h, icon, plain, replace, spoken, byId } from "./dom.js";
import { beginning, moment, number, plural, stretch, ticks } from "./format.js";
import { extent, setView, setWho, state, view, voices } from "./state.js";
import { askToForgetAll } from "./forget.js";
import { openMemory } from "./memory.js";
import { openGesture } from "./gestures.js";

const TOUCHING = 13; // pixels from mark to mark
let cursor = null; // the id of the memory on which the keyboard stands
let holder;
let axis;
let lanes;
let reader;
let drawn = []; // for each lane: {who, track, marks}
let width = 600;

export function startTimeline() {
  holder = byId("timeline");
  axis = h("div", { class: "axis", "aria-hidden": "true" });
  lanes = h("ul", { class: "lanes", role: "list" });
  reader = h("p", { class: "reader", "aria-hidden": "true" });
  const help = h("p", { id: "timeline-help", class: "unseen" },
    "Arrow keys go from remark to remark and from lane to lane, Enter opens one, plus and minus zoom, zero shows all. The same remarks are listed under Remarks.");
  holder.append(help, axis, lanes, reader);
  lanes.addEventListener("keydown", onKey);
  lanes.addEventListener("focusin", (event) => tell(markOf(event.target)));
  lanes.addEventListener("pointerover", (event) => tell(markOf(event.target)));
  openGesture(holder, () => trackBox(), () => view(), setView);
  new ResizeObserver(() => {
    const now = Math.round(trackBox().width);
    if (now > 0 && now !== width) drawTimeline();
  }).observe(holder);
  for (const button of document.querySelectorAll("[data-zoom]")) {
    if (button.dataset.zoom !== "all") button.append(icon(button.dataset.zoom));
    button.addEventListener("click", () => zoom(button.dataset.zoom));
  }
}

const trackBox = () => (lanes.querySelector(".track") ?? holder).getBoundingClientRect();

function zoom(how, around) {
  const { from, to } = view();
  const span = to - from;
  const middle = around ?? (from + to) / 2;
  if (how === "in") setView(middle - (middle - from) / 2, middle + (to - middle) / 2);
  if (how === "out") setView(middle - (middle - from) * 2, middle + (to - middle) * 2);
  if (how === "earlier") setView(from - span / 2, to - span / 2);
  if (how === "later") setView(from + span / 2, to + span / 2);
  if (how === "all") setView(-Infinity, Infinity);
}

// Remarks of one lane that lie in the time shown, gathered into marks.
function marksOf(memories, from, to) {
  const scale = width / (to - from);
  const marks = [];
  for (const memory of memories) {
    if (memory.at < from || memory.at > to) continue;
    const x = (memory.at - from) * scale;
    const last = marks.at(-1);
    if (last && x - last.start < TOUCHING) {
      last.memories.push(memory);
      last.end = x;
    } else {
      marks.push({ start: x, end: x, memories: [memory] });
    }
  }
  return marks;
}

function markButton(voice, mark) {
  const { memories } = mark;
  const first = memories[0];
  const label = memories.length === 1
    ? `${plain(voice.label)}, ${moment(first.at)}: ${plain(beginning(first.content, 120))}`
    : `${plain(voice.label)}, ${number(memories.length)} remarks, ${stretch(first.at, memories.at(-1).at)}: zoom in`;
  const button = h("button", { type: "button", class: "mark", tabindex: "-1", "aria-label": label, click: () => openMark(mark) }, h("span"));
  // Set by script alone: the page's policy refuses style attributes.
  button.style.left = `${(mark.start + mark.end) / 2}px`;
  button.style.setProperty("--tall", String(Math.min(1, Math.log2(memories.length) / 6)));
  button.mark = mark;
  mark.button = button;
  mark.voice = voice;
  return button;
}

function openMark({ memories }) {
  cursor = memories[0].id;
  if (memories.length === 1) {
    openMemory(cursor);
    return;
  }
  const from = memories[0].at;
  const to = memories.at(-1).at;
  const shown = view();
  if (to - from < 2000 || (to - from) * 1.5 > shown.to - shown.from) {
    setView(from - 1000, to + 1000);
    byId("remarks").focus();
  } else {
    setView(from - (to - from) * 0.25, to + (to - from) * 0.25);
  }
}

function laneOf(voice) {
  const name = h("button", { type: "button", class: "name", "aria-pressed": String(state.who === voice.who), click: () => setWho(voice.who) },
    h("span", { class: "dot" }), h("bdi", {}, ...spoken(voice.label)),
    voice.kind === "agent" ? h("span", { class: "soft" }, "the agent") : null);
  const forget = voice.kind === "untagged" ? h("span", { class: "square" })
    : h("button", { type: "button", class: "quiet square", "aria-label": `Forget what ${plain(voice.label)} said…`,
      title: "Forget…", click: () => askToForgetAll(voice.who) }, icon("bin"));
  const count = h("span", { class: "count" }, number(voice.count) + voice.more, h("span", { class: "unseen" }, ` ${voice.count === 1 ? "remark" : "remarks"}`));
  const track = h("div", { class: "track", role: "group", "aria-label": `Remarks of ${plain(voice.label)} over time`, "aria-describedby": "timeline-help" });
  const dim = state.who !== undefined && state.who !== voice.who;
  return { voice, track, element: h("li", { class: `lane ${voice.kind} ${voice.tone}${dim ? " dim" : ""}` }, h("div", { class: "who" }, name, count, forget), track) };
}

// Draws all anew; the focus returns to where it was.
export function drawTimeline() {
  const focus = whereFocusIs();
  const byVoice = new Map();
  for (const memory of [...state.memories.values()].sort((a, b) => a.at - b.at)) {
    if (!byVoice.has(memory.speaker)) byVoice.set(memory.speaker, []);
    byVoice.get(memory.speaker).push(memory);
  }
  const { from, to } = view();
  drawn = voices().map(laneOf);
  replace(lanes, drawn.map((lane) => lane.element));
  width = Math.round(trackBox().width) || width;
  const grid = ticks(from, to, Math.max(2, Math.floor(width / 96)));
  for (const lane of drawn) {
    lane.marks = marksOf(byVoice.get(lane.voice.who) ?? [], from, to);
    lane.track.append(...lines(grid, from, to), ...lane.marks.map((mark) => markButton(lane.voice, mark)));
  }
  replace(axis, h("div", { class: "axis-track" }, grid.map((tick) => tickLabel(tick, from, to))));
  updateTabStop();
  focus();
  tell(null);
  const all = extent();
  for (const button of document.querySelectorAll("[data-zoom]")) {
    const off = { earlier: from <= all.from, later: to >= all.to, out: !state.view, all: !state.view, in: to - from <= 2000 };
    button.setAttribute("aria-disabled", String(off[button.dataset.zoom]));
  }
}

// At the edges a label stands beside its line, or it would be cut.
function tickLabel(tick, from, to) {
  const x = ((tick.at - from) / (to - from)) * width;
  return at(tick, from, to, h("span", { class: x < 28 ? "first" : x > width - 28 ? "last" : null }, tick.label));
}

function at(tick, from, to, element) {
  element.style.left = `${((tick.at - from) / (to - from)) * width}px`;
  return element;
}

const lines = (grid, from, to) => grid.map((tick) => at(tick, from, to, h("span", { class: "line" })));

// One mark is reached by Tab, the others by arrow keys.
function updateTabStop() {
  const marks = drawn.flatMap((lane) => lane.marks);
  const stop = marks.find((mark) => mark.memories.some((memory) => memory.id === cursor)) ?? marks.at(0);
  if (stop) stop.button.tabIndex = 0;
}

function whereFocusIs() {
  const active = document.activeElement;
  if (!lanes.contains(active)) return () => {};
  const lane = drawn.find((l) => l.element.contains(active));
  const button = active.classList.contains("mark") ? null : [...lane.element.querySelectorAll("button")].indexOf(active);
  const { who } = lane.voice;
  return () => {
    const now = drawn.find((l) => l.voice.who === who);
    const marks = drawn.flatMap((l) => l.marks);
    if (button !== null && now) now.element.querySelectorAll("button")[button]?.focus();
    else (marks.find((mark) => mark.memories.some((m) => m.id === cursor)) ?? now?.marks[0])?.button.focus({ preventScroll: true });
  };
}

const markOf = (target) => target.closest?.(".mark")?.mark ?? null;

function tell(mark) {
  if (!mark) {
    replace(reader, h("span", {}, stretch(view().from, view().to)),
      h("span", { class: "hint soft" }, "Drag to move. Ctrl and the wheel, or + and −, to zoom. A tall mark is many remarks."));
    return;
  }
  const { memories, voice } = mark;
  const one = memories.length === 1;
  replace(reader,
    h("b", {}, h("bdi", {}, ...spoken(voice.label))), " ",
    h("span", { class: "soft" }, one ? moment(memories[0].at) : `${plural(memories.length, "remark")}, ${stretch(memories[0].at, memories.at(-1).at)}`),
    h("span", { class: "words", dir: "auto" }, ...spoken(beginning(memories[0].content, 160))));
}

function go(mark) {
  if (!mark) return;
  for (const button of lanes.querySelectorAll(".mark[tabindex='0']")) button.tabIndex = -1;
  cursor = mark.memories[0].id;
  mark.button.tabIndex = 0;
  mark.button.focus({ preventScroll: false });
}

// The mark of another lane that is nearest in time.
function nearest(lane, x) {
  return lane.marks.reduce((best, mark) => (!best || Math.abs(mark.start - x) < Math.abs(best.start - x) ? mark : best), null);
}

// Beyond the time shown the next remark of the lane is fetched into it.
function beyond(who, mark, step) {
  const here = step < 0 ? mark.memories[0].at : mark.memories.at(-1).at;
  const others = [...state.memories.values()].filter((m) => m.speaker === who && (step < 0 ? m.at < here : m.at > here));
  if (!others.length) return;
  const next = others.reduce((best, m) => ((step < 0 ? m.at > best.at : m.at < best.at) ? m : best));
  const { from, to } = view();
  cursor = next.id;
  setView(next.at - (to - from) / 2, next.at + (to - from) / 2);
}

function onKey(event) {
  const mark = markOf(event.target);
  if (!mark || event.ctrlKey || event.metaKey || event.altKey) return;
  const lane = drawn.findIndex((l) => l.marks.includes(mark));
  const { marks, voice } = drawn[lane];
  const index = marks.indexOf(mark);
  const sideways = (step) => (marks[index + step] ? go(marks[index + step]) : beyond(voice.who, mark, step));
  const across = (step) => {
    let other = lane + step;
    while (drawn[other] && drawn[other].marks.length === 0) other += step;
    if (drawn[other]) go(nearest(drawn[other], mark.start));
  };
  const keys = {
    ArrowLeft: () => sideways(-1),
    ArrowRight: () => sideways(1),
    ArrowUp: () => across(-1),
    ArrowDown: () => across(1),
    Home: () => go(marks[0]),
    End: () => go(marks.at(-1)),
    "+": () => zoom("in", mark.memories[0].at),
    "=": () => zoom("in", mark.memories[0].at),
    "-": () => zoom("out", mark.memories[0].at),
    0: () => zoom("all"),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  cursor = mark.memories[0].id;
  keys[event.key]();
}
