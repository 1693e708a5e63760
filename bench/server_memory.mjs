// What the memory of a live view grows to: bench/server_memory.mjs ADDRESS RUN-FILE SECONDS PACE, with a lab at ADDRESS that watches
// the file's folder, while `hour` (crates/plimsoll-run/examples) writes the file. Prints the JavaScript heap after a collection, the nodes
// of the document and the lab's own figure for each eighth of the run.
import { chromium } from "../ui/node_modules/playwright-core/index.mjs";

const [address, file, seconds, pace] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
const problems = [];
page.on("pageerror", (error) => problems.push(String(error)));
const id = await found();
await page.goto(`${address}/runs/${id}`);
await page.waitForSelector("canvas", { timeout: 60_000 });
const devtools = await page.context().newCDPSession(page);
await devtools.send("HeapProfiler.enable");
const wall = (1000 * seconds) / pace;
const start = Date.now();
for (let part = 1; part <= 8; part++) {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, start + (wall * part) / 8 - 3_000 - Date.now())));
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  const elapsed = await page.evaluate(() => document.querySelector("main")?.innerText.match(/Elapsed\s+([\d:]+)/)?.[1] ?? "?");
  console.log(`part ${part} of 8, ${elapsed} on the page: heap ${(usedSize / 1e6).toFixed(1)} MB, ${nodes} nodes`);
}
if (problems.length > 0) console.log(problems.join("\n"));
await browser.close();

async function found() {
  for (let i = 0; i < 60; i++) {
    const { runs } = await (await fetch(`${address}/api/v1/runs`)).json();
    const run = runs.find((run) => file.endsWith(run.file));
    if (run) return run.id;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`no ${file} in the lab`);
}
