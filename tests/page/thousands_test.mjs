// A timeline of years: thousands of remarks come page by page, and any of them can be reached.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axe, fits, launch, openPage, PHONE, picture, settled, startServer, WIDE } from "./support.mjs";
import { years } from "./stories.mjs";

const status = (page) => page.textContent("#remarks-status");

test("two thousand remarks and more, page by page", async (t) => {
  const browser = await launch(t);
  const server = await startServer(t);
  await years(server.api, "years", 2300);
  for (const [shape, viewport] of [["wide", WIDE], ["phone", PHONE]]) {
    const { page, faults, close } = await openPage(browser, server.url, { viewport });
    const pages = [];
    page.on("request", (request) => {
      if (request.url().includes("/memories?")) pages.push(request.url());
    });
    await settled(page);
    assert.match(await page.textContent("#stats"), /^9 people · 2,300 remarks · the newest 2,000 are shown$/);
    assert.equal(await page.locator(".lane.agent .count").textContent().then((text) => /^\d+\+/.test(text)), true, "a count of what is loaded says that there is more");
    assert.ok((await page.locator(".mark").count()) < 1000, "what would overlap is one mark");
    await picture(page, `${shape}-years`);
    await axe(page, "years");
    await fits(page, "years");

    await page.getByRole("button", { name: "Load older remarks" }).click();
    await page.waitForFunction(() => document.querySelector("#remarks-status").textContent.startsWith("2,300 remarks"));
    assert.equal(await page.textContent("#stats"), "9 people · 2,300 remarks");
    assert.equal(new Set(pages).size, pages.length, "no page is asked for twice");

    const listed = await page.locator("#remark-list .card").count();
    await page.getByRole("button", { name: "Show more" }).click();
    assert.equal(await page.locator("#remark-list .card").count(), 2 * listed);

    // From mark to mark down to a single remark.
    for (let i = 0; i < 12; i += 1) {
      const many = page.locator(".lane").first().locator('.mark[aria-label*="remarks"]').first();
      if ((await many.count()) === 0) break;
      const before = await status(page);
      await many.click();
      await page.waitForFunction((text) => document.querySelector("#remarks-status").textContent !== text, before);
    }
    await picture(page, `${shape}-years-zoomed`);
    await page.locator(".lane").first().locator('.mark:not([aria-label*="remarks"])').first().click();
    await page.getByRole("dialog", { name: "What Ann said" }).waitFor();
    await page.keyboard.press("Escape");

    assert.deepEqual(faults, []);
    await close();
  }
});
