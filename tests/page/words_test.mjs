// The page's own reckoning, in the browser that runs it: changes between texts, and the axis of time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { launch, openPage, startServer } from "./support.mjs";

async function open(t) {
  const browser = await launch(t);
  return (await openPage(browser, (await startServer(t)).url)).page;
}

const changes = (page, a, b) => page.evaluate(async ([x, y]) => (await import("/page/diff.js")).changes(x, y).map((p) => [p.kind, p.text]), [a, b]);
const format = (page, name, ...given) => page.evaluate(async ([f, args]) => (await import("/page/format.js"))[f](...args), [name, given]);

test("both texts can be read off their changes", async (t) => {
  const page = await open(t);
  const texts = ["", "a", "one two three", "two three four", "one 2 three", "ein Wort, und noch eins", "期限は火曜日です", "期限は水曜日です", "x ".repeat(3000), "y ".repeat(3000), "👩‍👩‍👧 a\nb"];
  for (const a of texts) {
    for (const b of texts) {
      const parts = await changes(page, a, b);
      assert.equal(parts.filter(([kind]) => kind !== "new").map(([, text]) => text).join(""), a);
      assert.equal(parts.filter(([kind]) => kind !== "gone").map(([, text]) => text).join(""), b);
    }
  }
});

test("a word that changed is the only change", async (t) => {
  const page = await open(t);
  assert.deepEqual(await changes(page, "It opens on Friday at six", "It opens on Monday at six"),
    [["same", "It opens on "], ["gone", "Friday"], ["new", "Monday"], ["same", " at six"]]);
});

test("the axis has a few marks inside the time shown, from seconds to centuries", async (t) => {
  const page = await open(t);
  const from = Date.UTC(2025, 7, 31, 23, 59, 50);
  for (const span of [2e3, 6e4, 36e5, 864e5, 7 * 864e5, 90 * 864e5, 800 * 864e5, 9000 * 864e5, 90000 * 864e5]) {
    const marks = await format(page, "ticks", from, from + span, 8);
    assert.ok(marks.length >= 1 && marks.length <= 10, `${marks.length} marks in ${span} ms`);
    for (const { at, label } of marks) assert.ok(at >= from && at <= from + span && label !== "");
    assert.equal(new Set(marks.map(({ label }) => label)).size, marks.length, `labels differ in ${span} ms: ${marks.map((m) => m.label)}`);
  }
});

test("a long text is cut between words, and no character is halved", async (t) => {
  const page = await open(t);
  assert.equal(await format(page, "beginning", "one two three four", 16), "one two three…");
  assert.equal(await format(page, "beginning", "short", 16), "short");
  assert.equal(await format(page, "beginning", `${"x".repeat(15)}😀`, 16), `${"x".repeat(15)}…`);
});
