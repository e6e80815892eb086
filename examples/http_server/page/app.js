// Starts the page: which store is shown, and what is drawn when something changes.

import { createStore, listStores } from "./api.js";
import { byId, h, openDialog, plain, replace } from "./dom.js";
import { number, plural } from "./format.js";
import { drawCompose, startCompose } from "./compose.js";
import { startForget } from "./forget.js";
import { dropKey, storedKey } from "./key.js";
import { startMemory } from "./memory.js";
import { clearProblem, guarded, refusal } from "./problem.js";
import { drawRemarks, startRemarks } from "./remarks.js";
import { askAgain, closeAnswers, drawSearch, startSearch } from "./search.js";
import { onChange, openStore, state } from "./state.js";
import { drawTimeline, startTimeline } from "./timeline.js";

function drawStats() {
  const { stats, memories, complete, loading } = state;
  const text = [];
  if (stats) {
    text.push(plural(state.speakers.length, "person", "people"), plural(stats.memories, "remark"));
    if (stats.superseded > 0) text.push(plural(stats.superseded, "older version"));
    if (!complete) text.push(loading ? `${number(memories.size)} loaded so far` : `the newest ${number(memories.size)} are shown`);
  }
  const now = text.join(" · ");
  // Said once when it is settled, not with each page.
  byId("stats").setAttribute("aria-busy", String(loading));
  if (byId("stats").textContent !== now) byId("stats").textContent = now;
}

let scheduled = 0;
onChange(() => {
  cancelAnimationFrame(scheduled);
  scheduled = requestAnimationFrame(() => {
    drawSearch();
    drawCompose();
    drawStats();
    drawTimeline();
    drawRemarks();
  });
});

function drawStores(ids, chosen) {
  replace(byId("store"), ids.map((id) => h("option", { value: id }, plain(id))));
  byId("store").value = chosen;
}

const choose = guarded(async (id) => {
  clearProblem();
  closeAnswers();
  const address = new URL(location.href);
  address.searchParams.set("store", id);
  history.replaceState(null, "", address);
  document.title = `${plain(id)} – whosaid`;
  await openStore(id);
});

const start = guarded(async () => {
  clearProblem();
  const ids = await listStores();
  byId("drop-key").hidden = storedKey() === null;
  if (ids.length === 0) {
    drawStores([], "");
    newStore();
    return;
  }
  const asked = new URL(location.href).searchParams.get("store");
  const id = ids.includes(asked) ? asked : ids.includes("default") ? "default" : ids[0];
  drawStores(ids, id);
  await choose(id);
});

function newStore() {
  openDialog("A new store", (body, dialog) => {
    const input = h("input", { id: "store-id", required: true, autofocus: true, maxlength: "256", dir: "auto", autocomplete: "off" });
    const status = h("p", { class: "status", role: "status" }, "Nothing crosses from one store to another: one for each user, or for each project.");
    const submit = async (event) => {
      event.preventDefault();
      try {
        const { id } = await createStore(input.value);
        drawStores(await listStores(), id);
        dialog.close();
        await choose(id);
      } catch (error) {
        refusal(status, error);
      }
    };
    body.append(h("form", { class: "stack", submit }, h("label", { for: "store-id" }, "Its name"), input, status,
      h("div", { class: "actions" }, h("button", { type: "submit", class: "main" }, "Make it"))));
  });
}

startTimeline();
startRemarks();
startSearch();
startCompose(askAgain);
startForget(askAgain);
startMemory(askAgain);
byId("store").addEventListener("change", () => choose(byId("store").value));
byId("new-store").addEventListener("click", newStore);
byId("drop-key").addEventListener("click", () => {
  dropKey();
  location.reload();
});
start();
