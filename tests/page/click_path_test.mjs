// One way through all of the page, by mouse or finger, in each width and colour scheme.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axe, fits, launch, openPage, PHONE, picture, settled, startServer, WIDE } from "./support.mjs";
import { ARABIC, HOSTILE, HOSTILE_NAME, museum, TURNED } from "./stories.mjs";

const STORE = "stores/default";
const lane = (page, name) => page.locator(".lane", { has: page.getByText(name, { exact: true }) });
const remark = (page, id) => page.locator(`#remark-list .card[data-id="${id}"]`);
const texts = (locator) => locator.evaluateAll((all) => all.map((element) => element.textContent));

for (const [shape, viewport] of [["wide", WIDE], ["phone", PHONE]]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`all of it, ${shape}, ${colorScheme}`, async (t) => {
      const server = await startServer(t);
      const versions = await museum(server.api);
      await server.api("POST", "stores", { id: "another/store ü" });
      const { page, faults, close } = await openPage(await launch(t), server.url, { viewport, colorScheme });
      let step = 0;
      const look = async (what, options) => {
        step += 1;
        await picture(page, `${shape}-${colorScheme}-${step}-${what}`, options);
        await axe(page, what);
        await fits(page, what);
      };
      await settled(page);

      await seesWhoIsThere(page);
      await look("people", { fullPage: true });
      await asksEveryoneAndOne(page);
      await look("search");
      await readsLineage(page, versions);
      await look("lineage");
      await keepsThenForgets(page, server, versions[2], () => look("forget"));
      await looksAtOnePerson(page);
      await zooms(page);
      await look("zoomed");
      await adds(page, server, () => look("added"));
      await forgetsAllOfOne(page, server, () => look("forget-all"));
      await choosesAStore(page, () => look("empty"));

      assert.deepEqual(faults, []);
      await close();
    });
  }
}

async function seesWhoIsThere(page) {
  assert.deepEqual(await texts(page.locator(".lane.person .name bdi")), ["Ruth", "Tom", "Ines", "Yusuf", HOSTILE_NAME]);
  assert.deepEqual(await texts(page.locator(".lane .count")),
    ["3 remarks", "3 remarks", "4 remarks", "3 remarks", "2 remarks", "2 remarks", "2 remarks"]);
  assert.equal(await page.textContent("#stats"), "5 people · 19 remarks · 2 older versions");
  assert.equal(await page.locator(".lane.agent .mark").count(), 2);
  assert.equal(await page.locator(".lane.untagged .mark").count(), 2);
  const shown = await texts(page.locator("#remark-list .words"));
  assert.ok(shown.includes(HOSTILE), "a text in HTML is shown as it was said");
  assert.ok(shown.includes(ARABIC));
  assert.ok(shown.includes(TURNED.replace("\u202e", "RLO").replace("\u202c", "PDF")), "what turns a text is shown by its name");
  assert.equal(await page.locator("main img, main script, main b[onclick]").count(), 0);
}

async function asksEveryoneAndOne(page) {
  await page.getByLabel("Ask what was said").fill("When is the opening?");
  await page.getByLabel("and compare with").selectOption("Tom");
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForSelector("#answer-one");
  const voices = (id) => texts(page.locator(`${id} .card .voice bdi`));
  assert.ok(new Set(await voices("#answer-all")).size > 1, "everyone's side has several voices");
  assert.deepEqual(new Set(await voices("#answer-one")), new Set(["Tom"]), "the other side has Tom's alone");
  assert.match(await page.textContent("#ask-status"), /^6 hits from everyone, \d from Tom\.$/);
}

async function readsLineage(page, versions) {
  await remark(page, versions[2]).getByRole("button", { name: /^Open: Ines/ }).click();
  const dialog = page.getByRole("dialog", { name: "What Ines said" });
  await dialog.getByRole("heading", { name: "3 versions, the oldest first" }).waitFor();
  assert.deepEqual(await texts(dialog.locator(".versions time")), ["6 Sept 2025, 15:00", "11 Sept 2025, 15:00", "16 Sept 2025, 15:00"]);
  assert.deepEqual(await texts(dialog.locator("ins")), ["[added: -eight]", "[added: twelve]"]);
  assert.deepEqual(await texts(dialog.locator("del")), ["[removed: nine]"]);
}

async function keepsThenForgets(page, server, id, look) {
  const forget = page.getByRole("button", { name: "Forget this remark…" });
  await forget.click();
  const question = page.getByRole("dialog", { name: "Forget this remark?" });
  assert.equal(await question.locator(".toll").textContent(), "1 memory with 1 sentence would be removed for good:");
  assert.match(await question.textContent(), /Its 2 other versions stay\. None of them becomes current\./);
  await look();
  await question.getByRole("button", { name: "Keep" }).click();
  await server.api("GET", `${STORE}/memories/${id}`);
  await forget.click();
  await question.getByRole("button", { name: "Forget it" }).click();
  await page.waitForFunction(() => !document.querySelector("dialog"));
  await remark(page, id).waitFor({ state: "detached" });
  await assert.rejects(server.api("GET", `${STORE}/memories/${id}`), /not_found_error/);
}

async function looksAtOnePerson(page) {
  const name = page.getByRole("button", { name: "Yusuf", exact: true });
  await name.click();
  await page.waitForFunction(() => document.querySelector("#remarks-status").textContent === "3 remarks of Yusuf");
  assert.equal(await name.getAttribute("aria-pressed"), "true");
  assert.deepEqual(new Set(await texts(page.locator("#remark-list .voice bdi"))), new Set(["Yusuf"]));
  await name.click();
}

async function zooms(page) {
  const all = await page.locator(".mark").count();
  const listed = () => page.textContent("#remarks-status");
  await page.getByRole("button", { name: "Zoom in", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("#remarks-status").textContent.includes("Sept 2025"));
  assert.ok((await page.locator(".mark").count()) < all);
  const before = await listed();
  await page.getByRole("button", { name: "Later", exact: true }).click();
  await page.waitForFunction((text) => document.querySelector("#remarks-status").textContent !== text, before);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("#remarks-status").textContent === "18 remarks");
  // Two remarks a minute apart are one mark; it opens into them.
  await lane(page, HOSTILE_NAME).locator(".mark").click();
  await page.waitForFunction(() => document.querySelectorAll(".lane")[4].querySelectorAll(".mark").length === 2);
}

async function adds(page, server, look) {
  await page.getByLabel("Name of a new person").fill("Zoë");
  await page.getByRole("button", { name: "Add a person" }).click();
  await page.getByText("Zoë is here now.").waitFor();
  await lane(page, "Zoë").waitFor();
  await page.getByLabel("Who said it").selectOption("Zoë");
  await page.getByLabel("What was said", { exact: true }).fill("The photographs hang too high for children.");
  await page.getByLabel("When it happened").fill("2025-09-22T09:15");
  await page.getByRole("button", { name: "Remember it" }).click();
  await page.getByText("Remembered.").waitFor();
  const { memories } = await server.api("GET", `${STORE}/speakers/${encodeURIComponent("Zoë")}/memories?limit=5`);
  assert.equal(memories.length, 1);
  assert.equal(memories[0].event_at, "2025-09-22T09:15:00Z", "the time given is UTC");
  await page.locator("#remark-list").getByText("The photographs hang too high").waitFor();

  // The same from another mouth.
  await page.getByLabel("Who said it").selectOption("Tom");
  await page.getByLabel("What was said", { exact: true }).fill("The photographs hang too high for children.");
  await page.getByRole("button", { name: "Remember it" }).click();
  await page.getByText("Not stored: this was said before.").waitFor();
  await look();
  await page.getByRole("button", { name: "Store it all the same" }).click();
  await page.getByText("Remembered.").waitFor();
}

async function forgetsAllOfOne(page, server, look) {
  const people = async () => (await server.api("GET", `${STORE}/speakers`)).speakers;
  const ines = async () => (await people()).find(({ name }) => name === "Ines").memory_count;
  await page.getByRole("button", { name: "Forget what Ines said…" }).click();
  const question = page.getByRole("dialog", { name: "Forget all that Ines said?" });
  // Three that are current, and two older versions of the one that is gone.
  assert.match(await question.locator(".toll").textContent(), /^5 memories of Ines with \d+ sentences would be removed for good, older versions included\.$/);
  assert.equal(await question.locator(".going li").count(), 5);
  await look();
  await question.getByRole("button", { name: "Keep" }).click();
  assert.equal(await ines(), 3, "a preview removes nothing");
  await page.getByRole("button", { name: "Forget what Ines said…" }).click();
  await question.getByRole("button", { name: "Forget 5 memories" }).click();
  await page.waitForFunction(() => !document.querySelector("dialog"));
  assert.equal(await ines(), 0);
  await page.waitForFunction(() => document.querySelectorAll(".lane")[2].querySelector(".count").textContent === "0 remarks");
  assert.equal((await people()).length, 6, "Ines stays registered");
}

async function choosesAStore(page, look) {
  await page.getByLabel("Store", { exact: true }).selectOption("another/store ü");
  await page.getByText("Nobody has said anything yet. Add a person above").waitFor();
  assert.equal(await page.locator(".lane.person").count(), 0);
  await look();
  await page.reload();
  await settled(page);
  assert.equal(await page.inputValue("#store"), "another/store ü", "the address names the store");
  await page.getByRole("button", { name: "New store…" }).click();
  await page.getByLabel("Its name").fill("third");
  await page.getByRole("button", { name: "Make it" }).click();
  await page.waitForFunction(() => document.querySelector("#store").value === "third" && document.title === "third – whosaid");
}
