// What the tests share: a folder with runs, a real `plimsoll serve` over it, a real browser.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const HERE = path.dirname(new URL(import.meta.url).pathname);
export const PLIMSOLL = path.resolve(HERE, process.env.PLIMSOLL ?? "../../target/debug/plimsoll");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Why the tests can't take place here, or null. */
export function missing() {
  if (!existsSync(PLIMSOLL)) return `no ${PLIMSOLL}: build it, or name another with PLIMSOLL`;
  if (!existsSync(CHROMIUM)) return `no ${CHROMIUM}: install Chromium, or name it with CHROMIUM`;
  return null;
}

export const HOSTILE = `<script>window.hacked=1</script><img src=x onerror="window.hacked=1">\u202Etxt.exe`;

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function answers(url, seconds) {
  for (let turn = 0; turn < seconds * 20; turn++) {
    const ok = await fetch(url).then((response) => response.status < 500, () => false);
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} did not answer within ${seconds} s`);
}

function stop(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill("SIGTERM");
  });
}

/** A folder, a server over it, and what the tests ask of both. */
export class Lab {
  static async start({ serve = [] } = {}) {
    const lab = new Lab();
    lab.folder = mkdtempSync(path.join(os.tmpdir(), "plimsoll-ui-"));
    lab.runs = path.join(lab.folder, "runs");
    mkdirSync(lab.runs);
    lab.children = [];
    lab.serveOptions = serve;
    return lab;
  }

  /** A built-in server to shoot at. */
  async target(...command) {
    const port = await freePort();
    this.children.push(spawn(PLIMSOLL, ["target", ...command, "--listen", `127.0.0.1:${port}`], { stdio: "ignore" }));
    await answers(`http://127.0.0.1:${port}/`, 60);
    return `http://127.0.0.1:${port}`;
  }

  write(name, text) {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  /** Performs a run and waits for it; what its verdict is does not matter here. */
  run(name, ...options) {
    const done = spawnSync(PLIMSOLL, ["run", ...options, "-o", path.join(this.runs, name)], {
      encoding: "utf8",
      cwd: this.folder,
      timeout: 120_000,
    });
    if (![0, 3, 4].includes(done.status)) throw new Error(`plimsoll run ended with ${done.status}: ${done.stderr}`);
  }

  /** A run that goes on while the test looks. */
  runBeside(name, ...options) {
    const child = spawn(PLIMSOLL, ["run", ...options, "-o", path.join(this.runs, name)], {
      stdio: "ignore",
      cwd: this.folder,
    });
    this.children.push(child);
    return child;
  }

  async serve() {
    this.port = await freePort();
    this.url = `http://127.0.0.1:${this.port}`;
    await this.serverUp();
    return this;
  }

  async serverUp() {
    this.server = spawn(PLIMSOLL, ["serve", this.runs, "--listen", `127.0.0.1:${this.port}`, ...this.serveOptions], {
      stdio: ["ignore", "ignore", process.env.LOUD ? "inherit" : "ignore"],
      cwd: this.folder,
    });
    this.children.push(this.server);
    await answers(`${this.url}/api/v1/session`, 30);
  }

  async serverDown() {
    await stop(this.server);
  }

  api(method, address, body) {
    const headers = { "X-Plimsoll": "1" };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    return fetch(`${this.url}/api/v1${address}`, { method, headers, body: body && JSON.stringify(body) });
  }

  async runList(query = "") {
    return (await this.api("GET", `/runs${query}`)).json();
  }

  /** Waits until the folder has this many runs that ended. */
  async indexed(count) {
    for (let turn = 0; turn < 300; turn++) {
      const { runs } = await this.runList("?state=complete&limit=100");
      if (runs.length >= count) return runs;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`the library never had ${count} complete runs`);
  }

  async stop() {
    for (const child of this.children.reverse()) await stop(child);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let browser = null;

/** A page of its own (cookies, storage), which fails the test for errors of the page. */
export async function openPage(lab, { width = 1400, height = 900, colorScheme = "light", locale = "en-GB" } = {}) {
  browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale,
    baseURL: lab.url,
    reducedMotion: "reduce",
    acceptDownloads: true,
  });
  if (process.env.UI_DIST) {
    // The pages as they lie in dist instead of those inside the program: no new build for each change.
    await context.route(/\/app\.(js|css)$/, (route) => route.fulfill({ path: path.join(HERE, "../dist", path.basename(route.request().url())) }));
  }
  const page = await context.newPage();
  // On a busy machine a browser waits for its turn.
  page.setDefaultTimeout(60_000);
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("console", (message) => {
    // A refused request is shown by the page; what the policy refused is a fault of the page.
    if (message.type() === "error" && /Content Security Policy/.test(message.text())) page.complaints.push(message.text());
  });
  return page;
}

export async function closeBrowser() {
  await browser?.close();
  browser = null;
}

/** What axe-core finds on the page, in lines. Frames hold the report, which has tests of its own. */
export async function axe(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    window.axe.run({ exclude: ["iframe"] }, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }),
  );
  return violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

export function sidewaysScroll(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
