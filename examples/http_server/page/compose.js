// Adding a person, and a remark under a person's name.

import { byId, h, plain, replace, spoken } from "./dom.js";
import { moment, timeOf } from "./format.js";
import { AGENT, refresh, state, took } from "./state.js";
import { drawChoices } from "./search.js";
import { openMemory } from "./memory.js";
import { refusal } from "./problem.js";

const UNTAGGED = "untagged "; // a name is trimmed, so nobody has this one

export function startCompose(afterWrite) {
  byId("add-person").addEventListener("submit", async (event) => {
    event.preventDefault();
    const input = byId("person");
    const status = byId("person-status");
    try {
      const { status: how, name, confusable_with: like = [] } = await state.api.addSpeaker(input.value);
      input.value = "";
      const also = like.length > 0 ? ` The name looks like ${like.map((n) => `“${n}”`).join(", ")}: two people.` : "";
      status.textContent = plain(`${name} ${how === "exists" ? "is here already" : "is here now"}.${also}`);
      await refresh();
      byId("said-by").value = name;
    } catch (error) {
      refusal(status, error);
    }
  });
  byId("compose").addEventListener("submit", (event) => {
    event.preventDefault();
    remember(false, afterWrite);
  });
}

function given(regardless) {
  const speaker = byId("said-by").value;
  const memory = { content: byId("said").value };
  if (speaker !== UNTAGGED) memory.speaker = speaker;
  // The field has no zone; it is read as UTC.
  if (byId("said-at").value) memory.event_at = new Date(`${byId("said-at").value}Z`).toISOString();
  if (regardless) memory.on_duplicate = "store";
  return memory;
}

async function remember(regardless, afterWrite) {
  const status = byId("compose-status");
  const button = byId("compose").querySelector("[type=submit]");
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  try {
    const body = await state.api.add(given(regardless));
    if (body.status === "duplicate") {
      await tellDuplicate(status, body.duplicate_of, afterWrite);
      return;
    }
    byId("said").value = "";
    byId("said-at").value = "";
    status.textContent = "Remembered.";
    await took({ came: [body.id] });
    afterWrite();
  } catch (error) {
    refusal(status, error);
  } finally {
    button.removeAttribute("aria-disabled");
  }
}

// Nothing was stored: its meaning is there already, perhaps from somebody else.
async function tellDuplicate(status, near, afterWrite) {
  const met = near ? await state.api.memory(near.id).catch(() => null) : null;
  replace(status, h("div", { class: "banner" },
    h("p", {}, "Not stored: this was said before."),
    met ? h("p", {}, h("b", {}, h("bdi", {}, ...spoken(met.speaker ?? "untagged"))), `, ${moment(timeOf(met))}: `, h("q", { dir: "auto" }, ...spoken(met.content.slice(0, 200)))) : null,
    h("div", { class: "actions" },
      met ? h("button", { type: "button", click: () => openMemory(String(met.id)) }, "Open it") : null,
      h("button", { type: "button", click: () => remember(true, afterWrite) }, "Store it all the same"))));
}

export function drawCompose() {
  const people = state.speakers.map(({ name }) => ({ value: name, label: name }));
  drawChoices(byId("said-by"), people.concat({ value: AGENT, label: "me (the agent)" }, { value: UNTAGGED, label: "nobody (untagged)" }));
}
