// Logging in with a real provider of OpenID Connect: the code flow with PKCE, from the button to the library.

import assert from "node:assert/strict";
import http from "node:http";
import { after, before, test } from "node:test";
import Provider from "oidc-provider";
import { closeBrowser, Lab, missing, openPage } from "./lab.mjs";

const skip = missing() ?? false;
let lab, server;

/** Everybody's address is verified but that of `liar`. */
const findAccount = (_, id) => ({
  accountId: id,
  claims: () => ({ sub: id, email: `${id}@example.org`, email_verified: id !== "liar" }),
});

before(async () => {
  if (skip) return;
  server = http.createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${server.address().port}`;
  process.env.PLIMSOLL_OIDC_SECRET = "a secret of the client that nobody else knows";
  lab = await Lab.start({
    serve: [
      ...["--oidc-issuer", issuer, "--oidc-client", "lab", "--oidc-label", "Example"],
      ...["--oidc-admin", "anna@example.org", "--oidc-admin", "liar@example.org"],
    ],
  });
  await lab.serve();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "lab",
        client_secret: process.env.PLIMSOLL_OIDC_SECRET,
        redirect_uris: [`${lab.url}/api/v1/oidc/callback`],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { email: ["email", "email_verified"], profile: ["preferred_username"] },
    cookies: { keys: ["keys of a test"] },
    findAccount,
    pkce: { required: () => true },
  });
  server.on("request", provider.callback());
});
after(async () => {
  await closeBrowser();
  await lab?.stop();
  server?.closeAllConnections();
  server?.close();
});

async function logIn(name) {
  const page = await openPage(lab);
  await page.goto("/");
  await page.getByRole("link", { name: /Example/ }).or(page.getByRole("button", { name: /Example/ })).click();
  await page.locator("input[name=login]").fill(name);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  await page.locator("input[name=login]").waitFor({ state: "detached" });
  // The provider asks whether the lab may know who it is.
  await page.locator("button[type=submit]").click();
  await page.waitForURL(`${lab.url}/`);
  return page;
}

const session = (page) => page.evaluate(() => fetch("/api/v1/session").then((answer) => answer.json()));

test("a verified address has its role, an unverified one none", { skip, timeout: 120_000 }, async () => {
  const anna = await logIn("anna");
  assert.deepEqual((await session(anna)).user, { name: "anna@example.org", role: "admin" });
  const liar = await logIn("liar");
  assert.deepEqual((await session(liar)).user, { name: "liar", role: "viewer" });
});

test("a login that was not started here ends nowhere", { skip, timeout: 60_000 }, async () => {
  const page = await openPage(lab);
  const answer = await page.request.get("/api/v1/oidc/callback?code=stolen&state=guessed");
  assert.equal(answer.status(), 403);
  assert.equal((await session(await openPage(lab).then(async (p) => (await p.goto("/"), p)))).user, null);
});
