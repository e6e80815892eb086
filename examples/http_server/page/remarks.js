// Remarks as a list: those in the time shown, of whoever is looked at, the latest first.

import { byId, h, plain, replace, spoken } from "./dom.js";
import { beginning, moment, plural, stretch } from "./format.js";
import { AGENT, loadOlder, state, toneOf, view } from "./state.js";
import { openMemory } from "./memory.js";
import { guarded } from "./problem.js";

const STEP = 20;
let shown = STEP;
let key = "";

export const nameOf = (who) => (who === null ? "untagged" : who);

// A name with its colour.
export function voice(who) {
  return h("span", { class: `voice ${toneOf(who)}` }, h("span", { class: "dot", "aria-hidden": "true" }),
    h("bdi", { class: who === null ? "soft" : null }, ...spoken(nameOf(who))),
    who === AGENT ? h("span", { class: "soft" }, " the agent") : null);
}

// One remark; `note` is what else is to be said of it.
export function card(memory, note = null) {
  const at = memory.event_at ?? memory.created_at;
  const when = moment(Date.parse(at));
  return h("li", { class: `card ${toneOf(memory.speaker ?? null)}`, "data-id": memory.id },
    h("div", { class: "card-head" }, voice(memory.speaker ?? null), h("time", { datetime: at }, when),
      memory.supersedes ? h("span", { class: "tag" }, "newer version") : null,
      memory.current === false ? h("span", { class: "tag" }, "older version") : null,
      h("button", { type: "button", class: "open", "aria-label": `Open: ${plain(nameOf(memory.speaker ?? null))}, ${when}, ${plain(beginning(memory.content, 60))}`,
        click: () => openMemory(memory.id) }, "Open")),
    h("p", { class: "words", dir: "auto" }, ...spoken(beginning(memory.content, 400))),
    note);
}

export function startRemarks() {
  byId("more-remarks").addEventListener("click", () => {
    const first = shown;
    shown += STEP;
    drawRemarks();
    byId("remark-list").children[first]?.querySelector(".open").focus();
  });
  byId("more-pages").addEventListener("click", guarded(loadOlder));
}

export function drawRemarks() {
  const { from, to } = view();
  const listed = [...state.memories.values()]
    .filter((m) => m.at >= from && m.at <= to && (state.who === undefined || m.speaker === state.who))
    .sort((a, b) => b.at - a.at || (BigInt(b.id) > BigInt(a.id) ? 1 : -1));
  const now = `${state.api?.id} ${from} ${to} ${String(state.who)}`;
  if (now !== key && !state.loading) shown = STEP;
  key = now;

  const focused = document.activeElement?.closest?.("#remark-list .card")?.dataset.id;
  const visible = listed.slice(0, shown);
  replace(byId("remark-list"), visible.map((memory) => card(memory)));
  if (focused) byId("remark-list").querySelector(`[data-id="${CSS.escape(focused)}"] .open`)?.focus({ preventScroll: true });

  const whose = state.who === undefined ? "" : ` of ${state.who === null ? "nobody (untagged)" : plain(state.who)}`;
  const when = state.view ? `, ${stretch(from, to)}` : "";
  let text = `${plural(listed.length, "remark")}${whose}${when}`;
  if (listed.length > visible.length) text += `; the latest ${visible.length} are listed`;
  if (state.stats && state.memories.size === 0 && state.complete) {
    text = state.speakers.length === 0
      ? "Nobody has said anything yet. Add a person above, and then what that person said."
      : "Nobody has said anything yet.";
  }
  byId("remarks-status").textContent = state.api ? text : "";
  byId("more-remarks").hidden = listed.length <= visible.length;
  byId("more-pages").hidden = state.complete || state.loading;
}
