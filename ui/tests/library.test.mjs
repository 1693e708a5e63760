// The library as a person uses it: from an empty folder, and with runs.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe, closeBrowser, HOSTILE, Lab, missing, openPage } from "./lab.mjs";

const skip = missing() ?? false;
let empty, lab, page;

before(async () => {
  if (skip) return;
  empty = await (await Lab.start()).serve();
  lab = await Lab.start();
  const target = await lab.target("ok");
  lab.run("first", target, "-c", "2", "-d", "3s", "-r", "p95 <= 5 s");
  lab.run("second", target, "-c", "2", "-d", "3s", "-r", "p95 <= 1 us");
  const hostile = JSON.stringify(HOSTILE);
  lab.write("plan.yaml", `plan: ${hostile}\nscenarios:\n  - name: ${hostile}\n    steps:\n      - get: ${target}/\n        label: ${hostile}\n`);
  lab.write("study.yaml", `study: ${hostile}\nplan: plan.yaml\nthreads: [2]\nstep: 3 s\nvariants: {${hostile}: {}}\nrequirements: ["p95 <= 5 s"]\n`);
  lab.run("hostile", "study.yaml");
  await lab.serve();
  await lab.indexed(3);
});
after(async () => {
  await closeBrowser();
  await empty?.stop();
  await lab?.stop();
});

test("an empty folder says what to do next", { skip }, async () => {
  page = await openPage(empty);
  await page.goto("/");
  await page.getByRole("heading", { name: "There is no run in this folder yet" }).waitFor();
  assert.match(await page.locator("section.empty pre").innerText(), /^plimsoll demo -o /);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(page.complaints, []);
});

test("runs are listed; search and filters are in the address", { skip }, async () => {
  page = await openPage(lab);
  await page.goto("/");
  await page.locator("table.runs tbody tr").nth(1).waitFor();
  const all = await page.locator("table.runs tbody tr").count();

  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.type), "search");
  await page.keyboard.type("nothing has this name");
  // The address follows the typing, and the first letters already match no run.
  await page.waitForURL(/q=nothing\+has\+this\+name$/);
  await page.getByText("No run matches these filters.").waitFor();

  await page.getByRole("link", { name: "Clear filters" }).click();
  await page.waitForURL((url) => !url.searchParams.has("q"));
  await page.locator("table.runs tbody tr").nth(all - 1).waitFor();

  await page.getByRole("combobox", { name: "State" }).selectOption("complete");
  await page.waitForURL(/state=complete/);
  await page.reload();
  assert.equal(await page.getByRole("combobox", { name: "State" }).inputValue(), "complete");
  assert.deepEqual(page.complaints, []);
});

test("the order of a column is in the address, too", { skip }, async () => {
  page = await openPage(lab);
  await page.goto("/");
  await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
  await page.waitForURL(/sort=name/);
  await page.locator('th[aria-sort="descending"]', { hasText: "Name" }).waitFor();
  await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
  await page.locator('th[aria-sort="ascending"]', { hasText: "Name" }).waitFor();
});

test("names that are markup stay text: in the list, on the run's page and everywhere in it", { skip }, async () => {
  page = await openPage(lab);
  await page.goto("/");
  const link = page.locator("table.runs th.name a", { hasText: "<script>window.hacked=1</script>" }).first();
  await link.click();
  await page.locator("h1", { hasText: "<script>" }).waitFor();
  for (const tab of ["Examples", "Figures", "Set-up", "Over time", "Report"]) {
    await page.getByRole("link", { name: tab, exact: true }).click();
    await page.waitForTimeout(400);
  }
  await page.goto(`/studies/${encodeURIComponent(HOSTILE)}`);
  await page.locator("h1", { hasText: "<script>" }).waitFor();
  await page.waitForTimeout(400);
  const hacked = await Promise.all(page.frames().map((frame) => frame.evaluate(() => window.hacked)));
  assert.deepEqual(hacked.filter((value) => value !== undefined), []);
  assert.equal(await page.locator("main img, main script").count(), 0);
  assert.deepEqual(page.complaints, []);
});

test("tags, a note and a baseline are kept; the tag is a filter", { skip }, async () => {
  page = await openPage(lab);
  await page.goto("/");
  await page.locator("table.runs tbody th.name a").first().click();
  await page.getByRole("button", { name: "Tags and note" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Tags", { exact: true }).fill(`nightly, ${HOSTILE.slice(0, 40)}`);
  await dialog.getByLabel("Note").fill("after the index was added");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("after the index was added").waitFor();
  await page.getByRole("button", { name: "Make baseline" }).click();
  await page.getByRole("button", { name: "No longer baseline" }).waitFor();

  await page.getByRole("link", { name: "nightly" }).click();
  await page.waitForURL(/tag=nightly/);
  await page.locator("table.runs tbody tr").first().waitFor();
  assert.equal(await page.locator("table.runs tbody tr").count(), 1);
  assert.equal(await page.locator("table.runs .pin").count(), 1);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
});

test("two selected runs are compared, with what differs in their set-up", { skip }, async () => {
  page = await openPage(lab);
  await page.goto("/");
  const boxes = page.locator("table.runs tbody input[type=checkbox]");
  await boxes.nth(1).waitFor();
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await page.waitForURL(/\/compare\?runs=/);
  const frame = page.frameLocator("iframe.report");
  await frame.locator("h1").first().waitFor();
  await page.getByRole("heading", { name: "Differences in set-up" }).waitFor();
  await page.getByLabel("Only what differs").waitFor();
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(page.complaints, []);
});

test("result files dropped on the page are imported, with the command's messages", { skip }, async () => {
  page = await openPage(lab);
  await page.goto("/");
  await page.locator("table.runs tbody tr").first().waitFor();
  const rows = ["timeStamp,elapsed,label,responseCode,success,bytes,sentBytes,Latency,Connect"];
  for (let i = 0; i < 200; i++) rows.push(`${1_700_000_000_000 + i * 50},${20 + (i % 7)},dropped,200,true,500,100,18,1`);
  await drop(page, "results.jtl", rows.join("\n"));
  await page.getByRole("heading", { name: "Imported" }).waitFor();
  assert.deepEqual(await axe(page), []);
  await page.getByRole("link", { name: "Open the run" }).click();
  await page.waitForURL(/\/runs\//);
  assert.deepEqual(page.complaints, []);
});

test("a file that nothing can read is refused with the command's words", { skip }, async () => {
  page = await openPage(lab);
  await page.goto("/");
  await page.locator("table.runs tbody tr").first().waitFor();
  await drop(page, "bad.bin", "\u0000\u0001 no results");
  await page.getByRole("heading", { name: "Nothing was imported" }).waitFor();
  assert.notEqual((await page.getByRole("dialog").locator(".problem").innerText()).trim(), "");
});

test("a run goes to the trash, comes back, and is deleted for good", { skip }, async () => {
  page = await openPage(lab);
  const { runs } = await lab.runList("?state=complete&limit=100");
  const victim = runs.at(-1);
  await page.goto(`/runs/${victim.id}`);
  await toTrash(page);
  await page.goto("/trash");
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByText("The trash is empty.").waitFor();

  await page.goto(`/runs/${victim.id}`);
  await toTrash(page);
  await page.goto("/trash");
  await page.getByRole("button", { name: "Delete for good" }).waitFor();
  assert.deepEqual(await axe(page), []);
  await page.getByRole("button", { name: "Delete for good" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("The trash is empty.").waitFor();
  await page.goto(`/runs/${victim.id}`);
  await page.getByRole("heading", { name: /There is no such run/ }).waitFor();
});

async function toTrash(page) {
  await page.getByRole("button", { name: "Move to trash" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Move to trash" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

async function drop(page, name, text) {
  const files = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent("body", "dragenter", { dataTransfer: files });
  await page.getByText("Drop result files to import them").waitFor();
  await page.dispatchEvent("body", "drop", { dataTransfer: files });
}
