// What holds of every page: axe without a finding in both themes (narrow pages in one), no sideways scrolling at 400 px, every language,
// the keyboard, the weight.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { axe, closeBrowser, Lab, missing, openPage, sidewaysScroll } from "./lab.mjs";

const skip = missing() ?? false;
const MOST_BYTES = 300_000;
let lab, pages;

before(async () => {
  if (skip) return;
  lab = await Lab.start();
  const target = await lab.target("ok");
  lab.run("one", target, "-c", "2", "-d", "3s", "-r", "p95 <= 5 s");
  lab.run("two", target, "-c", "3", "-d", "3s", "-r", "p95 <= 1 us");
  await lab.serve();
  const [a, b] = await lab.indexed(2);
  const run = `/runs/${a.id}`;
  pages = ["/", run, `${run}?tab=examples`, `${run}?tab=figures`, `${run}?tab=setup`, `${run}?tab=time`];
  pages.push(`/compare?runs=${a.id},${b.id}`, `/studies/${encodeURIComponent(a.study ?? a.name)}`);
  pages.push("/start", "/start?new=1", "/queue", "/trash", "/people", "/people?tab=tokens", "/people?tab=audit", "/login", "/nowhere");
});
after(async () => {
  await closeBrowser();
  await lab?.stop();
});

// Colours do not depend on the width.
for (const [width, themes] of [[1400, ["light", "dark"]], [400, ["light"]]]) {
  test(`every page at ${width} px, ${themes.join(" and ")}: axe finds nothing, nothing scrolls sideways`, { skip }, async () => {
    const page = await openPage(lab, { width });
    const found = [];
    for (const address of pages) {
      await page.emulateMedia({ colorScheme: "light" });
      await visit(page, address);
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        for (const line of await axe(page)) found.push(`${address}, ${colorScheme}: ${line}`);
      }
      const sideways = await sidewaysScroll(page);
      if (sideways > 0) found.push(`${address}: ${sideways} px wider than the screen`);
    }
    assert.deepEqual(found.concat(page.complaints), []);
  });
}

test("every page in every language has a title, a heading and no word of another", { skip }, async () => {
  /** The words of each page's navigation. */
  const visitAll = async (language) => {
    const page = await openPage(lab, { width: 400 });
    await page.goto("/");
    await page.locator("header.lab select").first().selectOption(language);
    const navigation = new Map();
    for (const address of pages) {
      await visit(page, address);
      assert.equal(await page.evaluate(() => document.documentElement.lang), language);
      assert.equal(await sidewaysScroll(page), 0, `${language} ${address}`);
      navigation.set(address, await page.locator("header.lab nav").innerText());
      assert.equal(await page.locator("h1").count(), 1);
      assert.match(await page.title(), /Plimsoll$/);
    }
    return navigation;
  };
  const [english, ...others] = await Promise.all(["en", "da", "de", "tr"].map(visitAll));
  for (const other of others) {
    for (const [address, words] of other) assert.notEqual(words, english.get(address), address);
  }
});

test("what was measured is said in the reader's language", { skip }, async () => {
  const page = await openPage(lab);
  const said = new Set();
  for (const language of ["en", "da", "de", "tr"]) {
    await page.goto("/");
    await page.locator("header.lab select").first().selectOption(language);
    await page.goto(pages[1]);
    said.add(await page.locator("p.headline").innerText());
  }
  assert.equal(said.size, 4, [...said].join("\n"));
});

test("the keyboard: skip link, visible focus, every control can be reached", { skip }, async () => {
  const page = await openPage(lab);
  await visit(page, "/");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "content");

  const controls = await page.locator("a[href]:visible, button:visible, select:visible, input:visible").count();
  await page.evaluate(() => document.activeElement.blur());
  await page.goto("/");
  await page.locator("table.runs tbody tr").first().waitFor();
  const reached = new Set();
  for (let turn = 0; turn < controls + 10; turn++) {
    await page.keyboard.press("Tab");
    const [index, outlined] = await page.evaluate(() => {
      const element = document.activeElement;
      return [[...document.querySelectorAll("*")].indexOf(element), getComputedStyle(element).outlineStyle !== "none" || element === document.body];
    });
    assert.ok(outlined, "a focus that is not seen");
    reached.add(index);
  }
  assert.ok(reached.size >= controls, `${reached.size} of ${controls}`);
});

test("a link to a page keeps theme and language; back and forward work", { skip }, async () => {
  const page = await openPage(lab);
  await visit(page, "/");
  await page.getByLabel("Theme").selectOption("dark");
  await page.getByRole("link", { name: "Queue" }).click();
  await page.getByRole("heading", { name: "Queue" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
  await page.reload();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
});

test("a report has the theme that its reader chose, not the system's, and axe finds nothing in it in either", { skip }, async () => {
  const page = await openPage(lab, { colorScheme: "dark" });
  await visit(page, "/");
  for (const [theme, paper, figures] of [["light", "rgb(255, 255, 255)", "none"], ["dark", "rgb(20, 24, 29)", /^invert/]]) {
    await page.getByLabel("Theme").selectOption(theme);
    await visit(page, pages[1]);
    const report = await (await page.locator("iframe.report").elementHandle()).contentFrame();
    await report.waitForURL(/\/report\?/);
    await report.locator("figure svg").first().waitFor({ state: "attached" });
    const [background, filter] = await report.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(document.querySelector("figure svg")).filter,
    ]);
    assert.equal(background, paper);
    assert.match(filter, new RegExp(figures));
    assert.deepEqual(await axe(report), [], theme);
  }
  assert.deepEqual(page.complaints, []);
});

test("a server that goes away is said, and the page comes back with it", { skip }, async () => {
  const page = await openPage(lab);
  await page.route("**/api/v1/**", (route) => route.abort());
  await page.goto("/");
  await page.getByText("The server does not answer.").waitFor();
  await page.unroute("**/api/v1/**");
  await page.getByRole("heading", { name: "Runs", exact: true }).waitFor();
});

test("all that is loaded is under 300 KB compressed", () => {
  const dist = new URL("../dist/", import.meta.url);
  const bytes = readdirSync(dist).reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist))).length, 0);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
});

async function visit(page, address) {
  await page.goto(address);
  await page.locator("h1").waitFor();
  // Event streams never become idle; what a page loads first is there by then.
  await page.locator("p.soft", { hasText: /^(Loading|Henter|Wird geladen|Yükleniyor) …$/ }).waitFor({ state: "detached" });
  await page.waitForTimeout(300);
}
