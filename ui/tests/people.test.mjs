// Who may do what: signing in, roles, tokens, the audit log, a session that ends.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { axe, closeBrowser, HOSTILE, Lab, missing, openPage, PLIMSOLL, sidewaysScroll } from "./lab.mjs";

const skip = missing() ?? false;
const PASSWORD = "correct horse battery";
let lab;

before(async () => {
  if (skip) return;
  lab = await Lab.start();
  lab.run("one", await lab.target("ok"), "-c", "1", "-d", "2s");
  for (const user of ["anna:admin", "vera:viewer"]) {
    const added = spawnSync(PLIMSOLL, ["serve", lab.runs, "--add-user", user], { input: `${PASSWORD}\n`, encoding: "utf8" });
    assert.equal(added.status, 0, added.stderr);
  }
  await lab.serve();
});
after(async () => {
  await closeBrowser();
  await lab?.stop();
});

async function signIn(page, name) {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator(".account", { hasText: name }).waitFor();
}

test("a page that was asked for comes after signing in; a wrong password is said", { skip }, async () => {
  const page = await openPage(lab, { width: 400 });
  await page.goto("/queue");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.deepEqual(await axe(page), []);
  await page.getByLabel("Name").fill("anna");
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Name or password is wrong.").waitFor();
  await signIn(page, "anna");
  await page.getByRole("heading", { name: "Queue" }).waitFor();
  assert.equal(await sidewaysScroll(page), 0);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.deepEqual(page.complaints, []);
});

test("a viewer sees everything and changes nothing", { skip }, async () => {
  const page = await openPage(lab);
  await page.goto("/");
  await signIn(page, "vera");
  await page.locator("table.runs tbody th.name a").first().click();
  await page.frameLocator("iframe.report").locator("h1").first().waitFor();
  for (const name of ["Move to trash", "Run again", "Make baseline", "Tags and note"]) {
    assert.equal(await page.getByRole("button", { name }).count(), 0, name);
  }
  await page.goto("/");
  await page.locator("table.runs tbody tr").first().waitFor();
  assert.equal(await page.getByRole("button", { name: "Import files" }).count(), 0);
  assert.equal(await page.getByRole("link", { name: "People" }).count(), 0);
  await page.goto("/start");
  await page.getByText("Only operators start tests.").waitFor();
  await page.goto("/people");
  await page.getByText("Only administrators see this page.").waitFor();
});

test("an administrator adds, changes and deletes users; hostile names are text", { skip }, async () => {
  const page = await openPage(lab);
  await page.goto("/");
  await signIn(page, "anna");
  await page.goto("/people");
  const form = page.locator("form.row");
  await form.getByLabel("Name").fill("olaf");
  await form.getByLabel("Password").fill("short");
  await form.getByRole("button", { name: "Add user" }).click();
  await form.locator(".problem").waitFor();
  await form.getByLabel("Password").fill(PASSWORD);
  await form.getByRole("button", { name: "Add user" }).click();
  const row = page.locator("tbody tr", { hasText: "olaf" });
  await row.waitFor();
  const answered = page.waitForResponse((response) => response.request().method() !== "GET");
  await row.getByRole("combobox").selectOption("operator");
  await answered;
  await page.reload();
  await row.waitFor();
  assert.equal(await row.getByRole("combobox").inputValue(), "operator");
  assert.deepEqual(await axe(page), []);
  await row.getByRole("button", { name: "Delete user" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete user" }).click();
  await row.waitFor({ state: "detached" });

  await form.getByLabel("Name").fill(HOSTILE);
  await form.getByLabel("Password").fill(PASSWORD);
  await form.getByRole("button", { name: "Add user" }).click();
  await page.waitForTimeout(500);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
});

test("a token is shown once, used, and revoked; the audit log has it", { skip }, async () => {
  const page = await openPage(lab);
  await page.goto("/");
  await signIn(page, "anna");
  await page.goto("/people?tab=tokens");
  await page.locator("form.row").getByLabel("Name").fill("pipeline");
  await page.getByRole("button", { name: "Make token" }).click();
  const token = await page.locator("code.token").innerText();
  const asked = () => fetch(`${lab.url}/api/v1/runs`, { headers: { Authorization: `Bearer ${token}` } });
  assert.equal((await asked()).status, 200);
  await page.reload();
  await page.locator("tbody tr", { hasText: "pipeline" }).waitFor();
  assert.equal(await page.locator("code.token").count(), 0);
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("There is no token.").waitFor();
  assert.equal((await asked()).status, 401);
  await page.goto("/people?tab=audit");
  await page.locator("tbody tr", { hasText: "pipeline" }).first().waitFor();
  assert.deepEqual(await axe(page), []);
});

test("a session that ended leads to signing in, wherever one is", { skip }, async () => {
  const page = await openPage(lab);
  await page.goto("/");
  await signIn(page, "anna");
  await page.locator("table.runs tbody tr").first().waitFor();
  await page.context().clearCookies();
  await page.getByRole("combobox", { name: "State" }).selectOption("complete");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});
