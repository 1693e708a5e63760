// How soon a page's charts are there, and how evenly it draws while a pointer moves over them: bench/server.py calls it.
import { existsSync } from "node:fs";
import { chromium } from "../ui/node_modules/playwright-core/index.mjs";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
if (!existsSync(executablePath)) throw new Error(`no ${executablePath}`);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
const start = performance.now();
await page.goto(process.argv[2]);
await page.waitForSelector("canvas", { timeout: 60_000 });
const there = performance.now() - start;
const frames = page.evaluate(
  () =>
    new Promise((resolve) => {
      const times = [];
      const next = (at) => (times.push(at), at - times[0] < 3_000 ? requestAnimationFrame(next) : resolve(times));
      requestAnimationFrame(next);
    }),
);
const box = await page.locator("canvas").first().boundingBox();
for (let step = 0; step < 100; step++) {
  await page.mouse.move(box.x + box.width * (0.1 + 0.008 * step), box.y + box.height / 2);
}
const times = await frames;
const gaps = times.slice(1).map((at, i) => at - times[i]).sort((a, b) => a - b);
const at = (share) => gaps[Math.floor(share * (gaps.length - 1))].toFixed(1);
console.log(`there after ${(there / 1000).toFixed(2)} s; ${(gaps.length / 3).toFixed(0)} frames a second, gaps ${at(0.5)} ms (p95 ${at(0.95)} ms)`);
await browser.close();
