// The same page without a mouse: every step by keys, and the focus always seen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { launch, openPage, settled, startServer } from "./support.mjs";
import { museum } from "./stories.mjs";

// Where the focus is, and whether it can be seen there.
const focus = (page) => page.evaluate(() => {
  const at = document.activeElement;
  const outlined = (style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  return {
    id: at.id,
    kind: `${at.localName}#${at.id}.${at.className}`,
    name: at.getAttribute("aria-label") ?? at.textContent,
    mark: at.classList.contains("mark"),
    inDialog: at.closest("dialog") !== null,
    body: at === document.body,
    seen: outlined(getComputedStyle(at)) || outlined(getComputedStyle(at, "::after")),
  };
});

// Tab until `wanted` holds the focus; all on the way must show it.
async function tabTo(page, wanted, back = false) {
  for (let i = 0; i < 120; i += 1) {
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
    const at = await focus(page);
    if (!at.body) assert.ok(at.seen, `the focus can’t be seen on ${at.kind} "${at.name.slice(0, 60)}"`);
    if (wanted(at)) return at;
  }
  throw new Error(`not reached by Tab: ${wanted}`);
}

const waitFor = (page, text) => page.waitForFunction((t) => document.body.textContent.includes(t), text);
const noDialog = (page) => page.waitForFunction(() => !document.querySelector("dialog"));

test("search, timeline, lineage, add and forget by keys alone", async (t) => {
  const browser = await launch(t);
  const server = await startServer(t);
  await museum(server.api);
  const { page, faults } = await openPage(browser, server.url);
  await settled(page);
  const key = (name) => page.keyboard.press(name);

  await key("Tab");
  assert.equal((await focus(page)).name, "Skip to the remarks", "the first stop leads past all the rest");

  await tabTo(page, ({ id }) => id === "query");
  await page.keyboard.type("lamps");
  await key("Enter");
  await waitFor(page, "hits from everyone");
  const hit = await tabTo(page, ({ name }) => name.startsWith("Open: Ines"));
  await key("Enter");
  await page.waitForSelector("dialog[open]");
  for (let i = 0; i < 12; i += 1) {
    await key("Tab");
    const at = await focus(page);
    assert.ok(at.inDialog || at.body, `the focus left the dialog for "${at.name.slice(0, 60)}"`);
  }
  await key("Escape");
  await noDialog(page);
  assert.equal((await focus(page)).name, hit.name, "the focus returns to what opened the dialog");

  const first = await tabTo(page, ({ mark }) => mark);
  assert.match(first.name, /^Ruth, 2 remarks/);
  await key("ArrowRight");
  assert.match((await focus(page)).name, /^Ruth, 9 Sept 2025, 08:15: The insurance/);
  await key("ArrowDown");
  assert.match((await focus(page)).name, /^Tom, 10 Sept 2025/, "down goes to what is nearest in time");
  await key("+");
  await page.waitForFunction(() => document.querySelector("#remarks-status").textContent.includes("Sept 2025"));
  await page.waitForFunction(() => document.activeElement.classList.contains("mark"));
  assert.match((await focus(page)).name, /^Tom, 10 Sept 2025/, "zooming leaves the focus where it was");
  await key("ArrowLeft");
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-label").startsWith("Tom, 3 Sept"));
  await key("0");
  await page.waitForFunction(() => document.querySelector("#remarks-status").textContent === "19 remarks");
  await key("Enter");
  await page.waitForSelector("dialog[open]");
  await tabTo(page, ({ name }) => name === "Forget this remark…");
  await key("Enter");
  await waitFor(page, "Forget this remark?");
  assert.equal((await focus(page)).name, "Keep", "what is pressed by mistake keeps the remark");
  await tabTo(page, ({ name }) => name === "Forget it");
  await key("Enter");
  await noDialog(page);
  await page.waitForFunction(() => document.querySelector("#remarks-status").textContent === "18 remarks");
  assert.equal((await focus(page)).body, false, "the focus isn't lost with what was deleted");

  await tabTo(page, ({ id }) => id === "said");
  await page.keyboard.type("The cloakroom closes at five.");
  await tabTo(page, ({ name }) => name === "Remember it");
  await key("Enter");
  await waitFor(page, "Remembered.");

  assert.deepEqual(faults, []);
});
