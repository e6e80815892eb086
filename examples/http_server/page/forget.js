// What a delete would remove is shown before it is confirmed.

import { byId, h, openDialog, plain, spoken } from "./dom.js";
import { beginning, moment, plural, timeOf } from "./format.js";
import { AGENT, state, took, wentOf } from "./state.js";
import { guarded, refusal } from "./problem.js";
import { card, nameOf, voice } from "./remarks.js";

let afterWrite = () => {};
export const startForget = (then) => {
  afterWrite = then;
};

function question(title, fill, label, action) {
  return openDialog(title, (body, dialog) => {
    const status = h("p", { class: "status", role: "status" });
    const confirm = async (event) => {
      const button = event.currentTarget;
      if (button.getAttribute("aria-disabled") === "true") return;
      button.setAttribute("aria-disabled", "true");
      try {
        await action();
        dialog.close();
        afterWrite();
      } catch (error) {
        button.removeAttribute("aria-disabled");
        refusal(status, error);
      }
    };
    body.append(...fill, status, h("div", { class: "actions" },
      h("button", { type: "button", autofocus: true, click: () => dialog.close() }, "Keep"),
      h("button", { type: "button", class: "danger", click: confirm }, label)));
  }, { after: () => byId("remarks") });
}

// Everything that one person said. The registration stays.
export const askToForgetAll = guarded(async (who) => {
  const { api } = state;
  const [counted, page] = await Promise.all([api.forgetSpeaker(who, false), api.saidBy(who, 5)]);
  const name = plain(nameOf(who));
  const whose = who === AGENT ? "the agent (me)" : name;
  if (counted.memories === 0) {
    openDialog(`${name} said nothing`, (body, dialog) => {
      body.append(h("p", {}, "There is nothing to forget."), h("div", { class: "actions" },
        h("button", { type: "button", autofocus: true, click: () => dialog.close() }, "Close")));
    });
    return;
  }
  const rest = counted.memories - page.memories.length;
  question(`Forget all that ${whose} said?`, [
    h("p", { class: "toll" }, h("b", {}, plural(counted.memories, "memory", "memories")), ` of `, voice(who), ` with `,
      h("b", {}, plural(counted.chunks, "sentence")), ` would be removed for good, older versions included.`),
    h("ol", { class: "going" }, page.memories.map(going)),
    rest > 0 ? h("p", { class: "status" }, `and ${plural(rest, "more", "more")}.`) : null,
    who === AGENT ? null : h("p", { class: "status" }, h("bdi", {}, ...spoken(name)), " stays registered. Nobody else’s remarks are touched."),
  ].filter(Boolean), `Forget ${plural(counted.memories, "memory", "memories")}`, async () => {
    await api.forgetSpeaker(who, true);
    await wentOf(who);
  });
});

const going = (memory) => h("li", {}, h("span", { class: "soft" }, moment(timeOf(memory)), memory.current === false ? ", older version" : ""), " ",
  h("span", { class: "words", dir: "auto" }, ...spoken(beginning(memory.content, 140))));

// One memory; `versions` is its lineage, and `gone` is called once it is removed.
export function askToForget(memory, versions, gone) {
  const others = versions.length - 1;
  question("Forget this remark?", [
    h("p", { class: "toll" }, h("b", {}, "1 memory"), " with ", h("b", {}, plural(memory.chunks, "sentence")), " would be removed for good:"),
    h("ul", { class: "remark-list still", role: "list" }, card(memory)),
    h("p", { class: "status" }, others === 0 ? "It has no other versions."
      : `Its ${plural(others, "other version")} ${others === 1 ? "stays" : "stay"}. ${memory.current ? "None of them becomes current." : ""}`),
  ], "Forget it", async () => {
    await state.api.forget(memory.id);
    await took({ went: [memory.id] });
    gone();
  });
}
