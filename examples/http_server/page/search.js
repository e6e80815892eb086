// The same question, asked of everyone and of one person, side by side.

import { byId, h, plain, replace } from "./dom.js";
import { plural } from "./format.js";
import { AGENT, state } from "./state.js";
import { card, voice } from "./remarks.js";
import { refusal } from "./problem.js";

let asked = null; // the query that is answered on the page
let turn = 0;

export function startSearch() {
  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    ask(byId("query").value);
  });
  byId("query").addEventListener("input", () => {
    if (byId("query").value === "") closeAnswers();
  });
  byId("ask-who").addEventListener("change", () => {
    if (asked !== null) ask(asked);
  });
}

// After another store was chosen, nothing was asked of it.
export function closeAnswers() {
  turn += 1;
  asked = null;
  byId("answers").hidden = true;
  replace(byId("answers"));
  byId("ask-status").textContent = "";
}

// After a change of the store the answers are asked for again.
export function askAgain() {
  if (asked !== null) ask(asked);
}

function note(hit) {
  const found = hit.explanation?.matched_words ?? [];
  return h("p", { class: "soft note" }, found.length > 0 ? `by the ${found.length === 1 ? "word" : "words"} ${plain(found.join(", "))}` : "by its context or meaning");
}

function column(id, title, hits, nobody) {
  const voices = new Set(hits.map((hit) => hit.memory.speaker ?? null));
  return h("section", { class: "answer", id, tabindex: "-1", "aria-labelledby": `${id}-title` },
    h("h3", { id: `${id}-title` }, title),
    h("p", { class: "status" }, hits.length === 0 ? nobody : `${plural(hits.length, "hit")}${voices.size > 1 ? ` from ${plural(voices.size, "voice")}` : ""}, the best first`),
    h("ol", { class: "remark-list" }, hits.map((hit) => card(hit.memory, note(hit)))));
}

async function ask(query) {
  const who = byId("ask-who").value;
  const mine = (turn += 1);
  const status = byId("ask-status");
  status.textContent = "Searching…";
  try {
    const [everyone, one] = await Promise.all([state.api.search(query, null), state.api.search(query, who)]);
    if (mine !== turn) return;
    asked = query;
    replace(byId("answers"),
      // Where the columns stand one below the other, the second is a long way down.
      h("a", { class: "jump", href: "#answer-one" }, `To what ${plain(who)} said`),
      column("answer-all", ["Everyone"], everyone, "Nobody said anything about it."),
      column("answer-one", ["Only ", voice(who)], one, `${plain(who)} said nothing about it.`));
    byId("answers").hidden = false;
    status.textContent = `${plural(everyone.length, "hit")} from everyone, ${one.length} from ${plain(who)}.`;
  } catch (error) {
    if (mine === turn) refusal(status, error);
  }
}

// Keeps what is chosen in a list of people, as long as that person is in the same store.
export function drawChoices(select, people) {
  const chosen = state.stats && select.dataset.store === state.api.id ? select.value : null;
  if (state.stats) select.dataset.store = state.api.id;
  replace(select, people.map(({ value, label }) => h("option", { value }, plain(label))));
  if (people.some(({ value }) => value === chosen)) select.value = chosen;
}

export function drawSearch() {
  const people = state.speakers.map(({ name }) => ({ value: name, label: name }));
  drawChoices(byId("ask-who"), people.concat({ value: AGENT, label: "me (the agent)" }));
}
