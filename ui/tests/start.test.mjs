// Starting tests from the browser: upload, look, check, edit, start, queue.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, closeBrowser, Lab, missing, openPage } from "./lab.mjs";

const skip = missing() ?? false;
let lab, page, target;

before(async () => {
  if (skip) return;
  lab = await Lab.start();
  target = await lab.target("ok");
  await lab.serve();
});
after(async () => {
  await closeBrowser();
  await lab?.stop();
});

test("a plan is uploaded, shown, checked, started, and its run is there", { skip, timeout: 180_000 }, async () => {
  page = await openPage(lab);
  await page.goto("/start");
  await page.getByText("There is no plan in the folder yet.").waitFor();
  assert.deepEqual(await axe(page), []);
  const plan = `plan: visitor\nscenarios:\n  - name: visitor\n    users: 1\n    hold: 3 s\n    steps:\n      - get: ${target}/\n`;
  await page.locator("input[type=file]").setInputFiles({ name: "visitor.yaml", mimeType: "text/plain", buffer: Buffer.from(plan) });
  await page.waitForURL(/file=.*visitor\.yaml/);
  await page.getByLabel("Text", { exact: true }).waitFor();
  assert.equal(await page.getByLabel("Text", { exact: true }).inputValue(), plan);

  await page.getByRole("button", { name: "Check" }).click();
  await page.locator(".checking .badge").waitFor({ timeout: 30_000 });
  assert.notEqual((await page.locator(".checking .lines-box").innerText()).trim(), "");
  assert.deepEqual(await axe(page), []);

  await page.getByLabel("Requirements").fill("p95 <= 5 s");
  await page.getByLabel("Labels").fill("commit=3f9c2a1");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/queue$/);
  await page.locator("ul.jobs .badge", { hasText: /done|failed/ }).first().waitFor({ timeout: 90_000 });
  assert.deepEqual(await axe(page), []);
  await page.locator("ul.jobs p a").first().click();
  await page.waitForURL(/\/runs\//);
  assert.deepEqual(page.complaints, []);
});

test("what is no name=value is said before anything starts", { skip }, async () => {
  page = await openPage(lab);
  await page.goto("/start");
  await page.locator("nav.files a").first().click();
  await page.getByLabel("Properties").fill("host <b>no pair</b>");
  await page.locator(".settings .problem", { hasText: "host <b>no pair</b>" }).waitFor();
  assert.ok(await page.getByRole("button", { name: "Start", exact: true }).isDisabled());
});

test("a study is written in the editor; a name that is taken is asked about", { skip }, async () => {
  page = await openPage(lab);
  await page.goto("/start?new=1");
  await page.getByLabel("File name").fill("mine.yaml");
  await page.getByRole("button", { name: "Save as" }).click();
  await page.waitForURL(/file=mine\.yaml|file=.*mine\.yaml/);
  await page.goto("/start?new=1");
  await page.getByLabel("File name").fill("mine.yaml");
  await page.getByRole("button", { name: "Save as" }).click();
  await page.getByRole("dialog").getByText("There is a file of this name already.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
});

test("a bad study is refused by the check, with its lines", { skip }, async () => {
  await lab.api("GET", "/session");
  page = await openPage(lab);
  await page.goto("/start?new=1");
  await page.getByLabel("File name").fill("bad.yaml");
  await page.getByLabel("Text", { exact: true }).fill("study: bad\nplan: nowhere.jmx\nno_such_key: 1\n");
  await page.getByRole("button", { name: "Save as" }).click();
  await page.waitForURL(/file=.*bad\.yaml/);
  await page.getByRole("button", { name: "Check" }).click();
  await page.locator(".checking .badge.fail").waitFor({ timeout: 30_000 });
});

test("a test for later waits, and can be cancelled", { skip }, async () => {
  page = await openPage(lab);
  await page.goto("/start");
  await page.locator("nav.files a", { hasText: "visitor.yaml" }).click();
  await page.getByLabel("at a time").check();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await page.locator("input[type=datetime-local]").fill(tomorrow);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/queue$/);
  const job = page.locator("ul.jobs > li", { hasText: "scheduled" });
  await job.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).first().click();
  await page.locator("ul.jobs .badge", { hasText: "cancelled" }).waitFor();
});
