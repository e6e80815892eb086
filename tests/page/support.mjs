// A server with an empty database, what it is asked to store, and a browser to look at it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const need = (name) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} isn't set: run the tests by ctest -L page`);
  return value;
};

// npm's packages lie in the build folder, not beside this file.
const packages = createRequire(join(need("PAGE_BUILD"), "package.json"));
const { chromium } = packages("playwright-core");
const axePath = packages.resolve("axe-core/axe.min.js");
export const pictures = join(need("PAGE_BUILD"), "screenshots");
mkdirSync(pictures, { recursive: true });

function serverEnvironment(key) {
  const { WHOSAID_API_KEY: _, ...environment } = process.env;
  return key ? { ...environment, WHOSAID_API_KEY: key } : environment;
}

// Answers with {url, api}. `api(method, path, body)` fails on any error status. The server ends with
// the test `t`.
export async function startServer(t, { key = "" } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "whosaid-page-"));
  const server = spawn(need("PAGE_SERVER"), ["--db", join(folder, "db"), "--port", "0", "--page", need("PAGE_FOLDER")], {
    env: serverEnvironment(key),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => {
    server.on("exit", resolve);
  });
  t.after(async () => {
    server.kill("SIGTERM");
    assert.equal(await ended, 0, "the server ends in order");
    rmSync(folder, { recursive: true });
  });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (bytes) => {
      said += bytes;
      const found = /listening on (http:\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
    ended.then((code) => reject(new Error(`the server ended with ${code} before it listened`)));
  });
  const api = async (method, path, body) => {
    const response = await fetch(`${url}/v1/${path}`, {
      method,
      headers: { "Content-Type": "application/json", ...(key ? { Authorization: `Bearer ${key}` } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json();
    assert.ok(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  return { url, api };
}

export async function launch(t) {
  const browser = await chromium.launch({
    executablePath: need("PAGE_CHROMIUM"),
    args: ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });
  t.after(() => browser.close());
  return browser;
}

export const WIDE = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };

// A page that notes what should never happen: complaints, requests to other hosts, scripts of contents.
export async function openPage(browser, url, { viewport = WIDE, colorScheme = "light", reducedMotion = "reduce", expected = () => false } = {}) {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion, locale: "en-GB", timezoneId: "America/New_York", hasTouch: viewport === PHONE });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  const faults = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !expected(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`a content opened a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) faults.push(`a request to ${request.url()}`);
  });
  const response = await page.goto(url);
  assert.equal(response.status(), 200);
  return { page, faults, close: () => context.close() };
}

// Until all pages are loaded and drawn.
export async function settled(page) {
  await page.waitForFunction(() => document.querySelector("#stats").getAttribute("aria-busy") === "false" && document.querySelector("#stats").textContent !== "");
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

export async function picture(page, name, options = {}) {
  await page.screenshot({ path: join(pictures, `${name}.png`), ...options });
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// What axe-core finds fault with.
export async function axe(page, where) {
  if (!(await page.evaluate(() => "axe" in window))) {
    const { readFileSync } = await import("node:fs");
    await page.evaluate(readFileSync(axePath, "utf8"));
  }
  const { violations } = await page.evaluate((tags) => window.axe.run(document, { runOnly: { type: "tag", values: tags } }), RULES);
  const told = violations.map((v) => `${v.id}: ${v.help}\n${v.nodes.slice(0, 4).map((n) => `    ${n.target.join(" ")}: ${n.failureSummary.replaceAll("\n", " ")}`).join("\n")}`);
  assert.deepEqual(told, [], `${where}:\n${told.join("\n")}`);
}

// Nothing is wider than the window.
export async function fits(page, where) {
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= window, `${where} is ${wide} pixels wide in a window of ${window}`);
}
