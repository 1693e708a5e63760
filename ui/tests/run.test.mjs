// One run, while it goes and when it has ended.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, closeBrowser, Lab, missing, openPage } from "./lab.mjs";

const skip = missing() ?? false;
let lab, target, finished;

before(async () => {
  if (skip) return;
  lab = await Lab.start();
  target = await lab.target("ok");
  lab.run("finished", target, "-c", "2", "-d", "4s", "-r", "p95 <= 5 s");
  await lab.serve();
  [finished] = await lab.indexed(1);
});
after(async () => {
  await closeBrowser();
  await lab?.stop();
});

test("a finished run shows its report in the page's language, at the anchor of the address", { skip }, async () => {
  const page = await openPage(lab);
  await page.goto(`/runs/${finished.id}#findings`);
  const frame = page.frameLocator("iframe.report");
  await frame.locator("h1").first().waitFor();
  assert.equal(await frame.locator("html").getAttribute("lang"), "en");
  assert.match(await page.locator("iframe.report").getAttribute("src"), /#findings$/);

  await page.getByLabel("Language").selectOption("da");
  await page.frameLocator("iframe.report").locator('html[lang="da"]').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "da");
  await page.getByRole("link", { name: "Rapport", exact: true }).waitFor();
  assert.deepEqual(page.complaints, []);
});

test("a link within the report changes the address, so that the place can be shared", { skip }, async () => {
  const page = await openPage(lab);
  await page.goto(`/runs/${finished.id}`);
  const link = page.frameLocator("iframe.report").locator('a[href^="#"]').first();
  const anchor = await link.getAttribute("href");
  await link.evaluate((element) => element.click());
  await page.waitForFunction((wanted) => location.hash === wanted, anchor);
});

test("its figures can be had as files", { skip }, async () => {
  const page = await openPage(lab);
  await page.goto(`/runs/${finished.id}?tab=figures`);
  const links = page.locator("main ul.plain a");
  await links.first().waitFor();
  const addresses = await links.evaluateAll((list) => list.map((link) => link.getAttribute("href")));
  assert.ok(addresses.length >= 5, `only ${addresses.length} files`);
  for (const address of addresses) {
    const status = await page.evaluate((url) => fetch(url).then((response) => response.status), address);
    assert.equal(status, 200, address);
  }
  const [download] = await Promise.all([page.waitForEvent("download"), links.first().click()]);
  assert.match(download.suggestedFilename(), /report\.json$/);
});

test("its set-up says with what it was made", { skip }, async () => {
  const page = await openPage(lab);
  await page.goto(`/runs/${finished.id}?tab=setup`);
  await page.getByRole("heading", { name: "Command" }).waitFor();
  await page.getByText(/plimsoll.* run /).first().waitFor();
  await page.locator(".lines-box").first().waitFor();
  assert.deepEqual(await axe(page), []);
});

test("its slowest exchanges can be opened and filtered", { skip }, async () => {
  const page = await openPage(lab);
  await page.goto(`/runs/${finished.id}?tab=examples`);
  const first = page.locator("details.exchange").first();
  await first.waitFor();
  await first.locator("summary").click();
  await first.getByRole("heading", { name: "Request" }).waitFor();
  assert.deepEqual(await axe(page), []);
  await page.getByRole("combobox", { name: "Show" }).selectOption("failed");
  await page.getByText("No exchange matches this filter.").waitFor();
  assert.match(page.url(), /reason=failed/);
});

test("the same charts as live show a finished run over time", { skip }, async () => {
  const page = await openPage(lab);
  await page.goto(`/runs/${finished.id}?tab=time`);
  await page.locator("figure.chart canvas").nth(1).waitFor();
  assert.match(await page.locator("figure.chart").first().innerText(), /Succeeded/);
  assert.equal(await page.getByRole("button", { name: "Pause view" }).count(), 0);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(page.complaints, []);
});

test("a running one moves, can be zoomed, paused, steered and ended", { skip, timeout: 180_000 }, async () => {
  const child = lab.runBeside("live", target, "-c", "2", "-d", "170s", "-r", "p95 <= 5 s");
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const page = await openPage(lab);
  await page.goto("/");
  const row = page.locator("table.runs tbody tr.running");
  await row.waitFor({ timeout: 30_000 });
  await row.locator("th.name a").click();
  await page.locator("figure.chart canvas").first().waitFor();

  // It moves by itself.
  const clock = page.locator(".elapsed");
  const before = await clock.innerText();
  await page.waitForFunction((text) => document.querySelector(".elapsed")?.textContent !== text, before);
  assert.deepEqual(await axe(page), []);

  // A hidden tab holds no connection; shown again, it moves on.
  const hide = (hidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  await page.waitForTimeout(200);
  const unseen = await clock.innerText();
  await page.waitForTimeout(2_500);
  assert.equal(await clock.innerText(), unseen);
  await hide(false);
  await page.waitForFunction((text) => document.querySelector(".elapsed")?.textContent !== text, unseen);

  // A paused view stands still; the run goes on.
  await page.getByRole("button", { name: "Pause view" }).click();
  await page.getByRole("button", { name: "Resume view" }).waitFor();
  const still = await clock.innerText();
  await page.waitForTimeout(2_500);
  assert.equal(await clock.innerText(), still);
  await page.getByRole("button", { name: "Resume view" }).click();
  await page.waitForFunction((text) => document.querySelector(".elapsed")?.textContent !== text, still);

  // Dragging zooms all charts; double-click shows everything again.
  const plot = await page.locator("figure.chart .u-over").first().boundingBox();
  await page.mouse.move(plot.x + plot.width * 0.2, plot.y + 40);
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width * 0.6, plot.y + 40, { steps: 5 });
  await page.mouse.up();
  await page.locator('button[aria-pressed="false"]', { hasText: "Whole run" }).waitFor();
  await page.locator("figure.chart .u-over").nth(1).dblclick();
  await page.locator('button[aria-pressed="true"]', { hasText: "Whole run" }).waitFor();

  // Steering asks first.
  await steer(page, "Pause load");
  await page.getByText("Load paused").waitFor();
  await steer(page, "Resume load");
  await page.getByText("Load paused").waitFor({ state: "detached" });
  const status = page.locator("section.steering [role=status]");
  await steer(page, "+10 %");
  await status.getByText("110").waitFor();
  await steer(page, "−10 %");
  await status.getByText("110").waitFor({ state: "detached" });
  await steer(page, "End run");
  await page.getByText("The run has ended; its report is ready.").waitFor({ timeout: 60_000 });
  await ended;
  await page.getByRole("link", { name: "Show the report" }).click();
  await page.frameLocator("iframe.report").locator("h1").first().waitFor();
  assert.deepEqual(page.complaints, []);
});

test("the next step of a climb begins when it is asked for", { skip, timeout: 180_000 }, async () => {
  lab.write("climb-plan.yaml", `plan: home\nscenarios:\n  - name: home\n    users: 1\n    steps:\n      - get: ${target}/\n`);
  const study = lab.write(
    "climb.yaml",
    "study: climb\nplan: climb-plan.yaml\nclimb:\n  threads: {start: 1, add: 1, max: 3}\n  step: 120 s\n  ramp: 1 s\n  goal: 1 %\n",
  );
  const child = lab.runBeside("climb", study);
  const page = await openPage(lab);
  await page.goto("/?state=running");
  await page.locator("table.runs tbody tr.running th.name a").filter({ hasText: "climb" }).click({ timeout: 30_000 });
  await page.locator("figure.chart canvas").first().waitFor();
  const steps = async () => (await (await lab.api("GET", `/runs/${page.url().match(/runs\/(\w+)/)[1]}/live`)).json()).steps.length;
  const reaches = async (count) => {
    for (let turn = 0; turn < 300 && (await steps()) < count; turn++) await page.waitForTimeout(100);
    assert.equal(await steps(), count);
  };
  await reaches(1);
  await page.waitForTimeout(3_000);
  await steer(page, "Next step");
  await reaches(2);
  child.kill("SIGTERM");
});

test("a server that goes away while a run goes on is said; the picture continues with it", { skip, timeout: 180_000 }, async () => {
  const child = lab.runBeside("away", target, "-c", "1", "-d", "170s");
  const page = await openPage(lab);
  await page.goto("/?state=running");
  await page.locator("table.runs tbody tr.running th.name a").first().click({ timeout: 30_000 });
  await page.locator("figure.chart canvas").first().waitFor();
  await lab.serverDown();
  await page.getByText("The server does not answer. The run goes on").waitFor();
  await lab.serverUp();
  await page.getByText("The server does not answer. The run goes on").waitFor({ state: "detached", timeout: 40_000 });
  const clock = await page.locator(".elapsed").innerText();
  await page.waitForFunction((text) => document.querySelector(".elapsed")?.textContent !== text, clock);
  child.kill("SIGTERM");
});

test("a dialog that is cancelled does nothing, and gives the focus back", { skip }, async () => {
  const page = await openPage(lab);
  await page.goto(`/runs/${finished.id}`);
  const button = page.getByRole("button", { name: "Move to trash" });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Move to trash");
  assert.equal((await lab.api("GET", `/runs/${finished.id}`)).status, 200);
});

async function steer(page, action) {
  await page.locator("section.steering").getByRole("button", { name: action }).click();
  await page.getByRole("dialog").getByRole("button", { name: action }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}
