// What the page knows of the store that is shown, and who wants to hear of changes.

import { storeApi } from "./api.js";
import { timeOf } from "./format.js";

export const AGENT = "me";
export const COLOURS = 8;
const PAGE = 250;
const AT_ONCE = 2000; // memories that are loaded without being asked for

export const state = {
  api: null,
  speakers: [], // registered: {name, memories}
  stats: null,
  memories: new Map(), // current ones, by id
  next: null, // where the next page begins
  complete: false,
  loading: false,
  who: undefined, // whose lane alone is looked at; null: the untagged; undefined: everyone's
  view: null, // the time shown: {from, to}; null: all of it
};

const listeners = [];
export const onChange = (listener) => listeners.push(listener);
let pending = false;
export function changed() {
  if (pending) return;
  pending = true;
  queueMicrotask(() => {
    pending = false;
    for (const listener of listeners) listener();
  });
}

// Who has a lane: the registered in their order, then the agent and the untagged apart.
export function voices() {
  const counts = new Map();
  for (const memory of state.memories.values()) counts.set(memory.speaker, (counts.get(memory.speaker) ?? 0) + 1);
  const more = state.complete ? "" : "+";
  const people = state.speakers.map((speaker, index) => ({
    who: speaker.name, label: speaker.name, kind: "person", tone: `tone-${index % COLOURS}`, count: speaker.memories, more: "",
  }));
  return people.concat(
    { who: AGENT, label: AGENT, kind: "agent", tone: "tone-agent", count: counts.get(AGENT) ?? 0, more },
    { who: null, label: "untagged", kind: "untagged", tone: "tone-untagged", count: counts.get(null) ?? 0, more });
}

export function toneOf(who) {
  if (who === AGENT) return "tone-agent";
  const index = state.speakers.findIndex((speaker) => speaker.name === who);
  return index < 0 ? "tone-untagged" : `tone-${index % COLOURS}`;
}

function normalized(memory) {
  return { ...memory, id: String(memory.id), speaker: memory.speaker ?? null, at: timeOf(memory) };
}

async function refreshPeople(api) {
  const [speakers, stats] = await Promise.all([api.speakers(), api.stats()]);
  if (state.api !== api) return;
  state.speakers = speakers.speakers.map((s) => ({ name: s.name, memories: s.memory_count ?? s.memories ?? 0 }));
  state.stats = stats;
  changed();
}

let generation = 0;

// Loads pages, newest first, until `most` more memories are here or nothing is left.
async function loadPages(api, most) {
  const mine = generation;
  state.loading = true;
  changed();
  try {
    for (let loaded = 0; loaded < most && !state.complete;) {
      const page = await api.page(PAGE, state.next);
      if (mine !== generation) return;
      for (const memory of page.memories) state.memories.set(String(memory.id), normalized(memory));
      loaded += page.memories.length;
      state.next = page.next ?? null;
      state.complete = !state.next || page.memories.length === 0;
      changed();
    }
  } finally {
    if (mine === generation) state.loading = false;
    changed();
  }
}

export async function openStore(id) {
  generation += 1;
  const api = storeApi(id);
  Object.assign(state, {
    api, speakers: [], stats: null, memories: new Map(), next: null, complete: false, who: undefined, view: null,
  });
  changed();
  await refreshPeople(api);
  await loadPages(api, AT_ONCE);
}

export const loadOlder = () => loadPages(state.api, AT_ONCE);

export const refresh = () => refreshPeople(state.api);

// Takes over what a write changed: memories that are new or another version, and those that are gone.
export async function took({ came = [], went = [] }) {
  const { api } = state;
  for (const id of went) state.memories.delete(String(id));
  const fresh = await Promise.all(came.map((id) => api.memory(id)));
  if (state.api !== api) return;
  for (const memory of fresh) state.memories.set(String(memory.id), normalized(memory));
  const shown = state.view;
  // What was just said should be seen.
  if (shown && fresh.some((memory) => timeOf(memory) < shown.from || timeOf(memory) > shown.to)) state.view = null;
  await refreshPeople(api);
}

export async function wentOf(who) {
  await took({ went: [...state.memories.values()].filter((memory) => memory.speaker === who).map((memory) => memory.id) });
}

// All moments there are, with a margin.
export function extent() {
  let from = Infinity;
  let to = -Infinity;
  for (const { at } of state.memories.values()) {
    from = Math.min(from, at);
    to = Math.max(to, at);
  }
  if (from > to) {
    to = Date.now();
    from = to - 864e5;
  }
  const margin = Math.max((to - from) * 0.02, 30 * 60e3);
  return { from: from - margin, to: to + margin };
}

export const view = () => state.view ?? extent();

export function setView(from, to) {
  const all = extent();
  const least = 2000;
  let span = Math.max(to - from, least);
  if (span >= all.to - all.from) {
    state.view = null;
  } else {
    const begin = Math.min(Math.max(from, all.from), all.to - span);
    state.view = { from: begin, to: begin + span };
  }
  changed();
}

export function setWho(who) {
  state.who = state.who === who ? undefined : who;
  changed();
}
