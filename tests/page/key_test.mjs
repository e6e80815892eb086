// A server that asks for a key: the page asks for it, keeps it for the tab, and nowhere else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axe, launch, openPage, picture, settled, startServer } from "./support.mjs";
import { museum } from "./stories.mjs";

const KEY = "a-key-of-the-test";

test("the key is asked for when the server answers 401, and only then", async (t) => {
  const browser = await launch(t);
  const server = await startServer(t, { key: KEY });
  await museum(server.api);
  // The browser tells of each refused request.
  const expected = (text) => text.includes("401");
  const { page, faults } = await openPage(browser, server.url, { expected });
  const dialog = page.getByRole("dialog", { name: "The server asks for its key" });
  await dialog.waitFor();
  await axe(page, "the key is asked for");
  await picture(page, "key");

  await page.keyboard.press("Escape");
  await page.getByText("The server answers only those who have its key.").waitFor();
  await page.getByRole("button", { name: "Enter the key" }).click();
  await dialog.getByLabel("API key").fill("another");
  await dialog.getByRole("button", { name: "Go on" }).click();
  await dialog.getByText("The server refused this key.").waitFor();
  await dialog.getByLabel("API key").fill(KEY);
  await dialog.getByRole("button", { name: "Go on" }).click();
  await settled(page);
  assert.equal(await page.locator(".lane.person").count(), 5);

  const kept = await page.evaluate(() => [Object.values(sessionStorage), Object.values(localStorage), document.cookie, location.href]);
  assert.deepEqual(kept.slice(0, 3), [[KEY], [], ""], "for the tab alone");
  assert.ok(!kept[3].includes(KEY), "not in the address");
  await page.reload();
  await settled(page);
  assert.equal(await dialog.count(), 0, "asked once");

  await page.getByRole("button", { name: "Forget the key" }).click();
  await dialog.waitFor();
  assert.deepEqual(await page.evaluate(() => Object.values(sessionStorage)), []);
  assert.deepEqual(faults, []);
});

test("without a key on the server nobody is asked for one", async (t) => {
  const browser = await launch(t);
  const server = await startServer(t);
  await museum(server.api);
  const { page, faults } = await openPage(browser, server.url);
  await settled(page);
  assert.equal(await page.locator("dialog").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Forget the key" }).count(), 0);
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  assert.deepEqual(faults, []);
});
