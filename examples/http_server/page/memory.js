// One memory: what was said, all that is known of it, and its versions with what changed.

import { byId, h, openDialog, plain, replace, spoken } from "./dom.js";
import { moment, plural, timeOf } from "./format.js";
import { changes } from "./diff.js";
import { state, took } from "./state.js";
import { askToForget } from "./forget.js";
import { guarded, refusal } from "./problem.js";
import { nameOf, voice } from "./remarks.js";

let afterWrite = () => {};
export const startMemory = (then) => {
  afterWrite = then;
};

export const openMemory = guarded(async (id) => {
  const { api } = state;
  const [memory, versions] = await Promise.all([api.memory(id), api.lineage(id)]);
  openDialog(`What ${memory.speaker ? plain(nameOf(memory.speaker)) : "somebody untagged"} said`, (body, dialog) => {
    fill(body, dialog, memory, versions);
  }, { wide: true, after: () => byId("remarks") });
});

function fill(body, dialog, memory, versions) {
  const show = guarded(async (id) => {
    const [another, all] = await Promise.all([state.api.memory(id), state.api.lineage(id)]);
    fill(body, dialog, another, all);
    dialog.querySelector("h2").focus();
  });
  replace(body,
    h("blockquote", { class: "words whole", dir: "auto" }, ...spoken(memory.content)),
    h("p", { class: "by" }, voice(memory.speaker ?? null), " ", h("time", { datetime: memory.event_at ?? memory.created_at }, moment(timeOf(memory))),
      memory.current ? null : h("span", { class: "tag" }, "older version")),
    facts(memory),
    h("h3", {}, versions.length === 1 ? "The only version" : `${plural(versions.length, "version")}, the oldest first`),
    versions.length === 1 ? null : h("ol", { class: "versions" }, versions.map((version, index) => versionOf(version, versions[index - 1], memory, show))),
    memory.current ? newVersion(memory, show) : null,
    h("div", { class: "actions" },
      h("button", { type: "button", class: "danger", click: () => askToForget(memory, versions, () => dialog.close()) }, "Forget this remark…")));
}

function facts(memory) {
  const rows = [
    ["Happened", memory.event_at ? moment(Date.parse(memory.event_at)) : null],
    ["Stored", moment(Date.parse(memory.created_at))],
    ["Conversation", memory.conversation_id],
    ["Category", memory.category],
    ...Object.entries(memory.metadata ?? {}),
    ["Sentences", String(memory.chunks)],
    ["Id", memory.id],
  ].filter(([, value]) => value);
  return h("dl", { class: "facts" }, rows.map(([name, value]) =>
    h("div", {}, h("dt", { dir: "auto" }, ...spoken(name)), h("dd", { dir: "auto" }, ...spoken(value)))));
}

function versionOf(version, before, open, show) {
  const text = before
    ? changes(before.content, version.content).map(({ kind, text: part }) => changed(kind, part))
    : spoken(version.content);
  const here = version.id === open.id;
  return h("li", { "aria-current": here ? "true" : null },
    h("div", { class: "card-head" }, h("time", { datetime: version.event_at ?? version.created_at }, moment(timeOf(version))),
      version.current ? h("span", { class: "tag good" }, "current") : null,
      here ? h("span", { class: "tag" }, "shown above")
        : h("button", { type: "button", class: "open", "aria-label": `Show the version of ${moment(timeOf(version))}`, click: () => show(version.id) }, "Show")),
    h("p", { class: "words", dir: "auto" }, text));
}

function changed(kind, text) {
  if (kind === "same") return spoken(text);
  const [name, said] = kind === "gone" ? ["del", "removed: "] : ["ins", "added: "];
  return h(name, {}, h("span", { class: "unseen" }, `[${said}`), ...spoken(text), h("span", { class: "unseen" }, "]"));
}

function newVersion(memory, show) {
  const status = h("p", { class: "status", role: "status" });
  const text = h("textarea", { id: "newer", rows: "3", required: true, dir: "auto" });
  text.value = memory.content;
  const submit = async (event) => {
    event.preventDefault();
    try {
      const answer = await state.api.supersede(memory.id, text.value);
      if (answer.status === "duplicate") {
        refusal(status, { message: `Not stored: this is said already${answer.duplicate_of?.speaker ? ` by ${answer.duplicate_of.speaker}` : ""}.` });
        return;
      }
      await took({ came: [answer.id], went: [memory.id] });
      afterWrite();
      await show(answer.id);
    } catch (error) {
      refusal(status, error);
    }
  };
  return h("details", {}, h("summary", {}, "Store a newer version"),
    h("form", { class: "stack", submit }, h("label", { for: "newer" }, "What holds now"), text, status,
      h("div", { class: "actions" }, h("button", { type: "submit", class: "main" }, "Store this version"))));
}
