// The session of a single-page application in a real browser: pages.mjs PROXY URL NUMBER. Node-RED's editor: log in, change a flow, deploy, twice.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const find = createRequire(`${process.env.MODULES}/`);
const { default: puppeteer } = await import(pathToFileURL(find.resolve('puppeteer-core')).href);
const [proxy, url, number] = process.argv.slice(2);
const browser = await puppeteer.launch({
  executablePath: process.env.PLIMSOLL_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-component-update', '--disable-background-networking', '--proxy-bypass-list=<-loopback>', `--proxy-server=${proxy}`],
});
try {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('#node-dialog-login-username');
  await page.type('#node-dialog-login-username', 'anna');
  await page.type('#node-dialog-login-password', 'secret-pw1');
  await page.click('#node-dialog-login-submit');
  await page.waitForFunction(() => window.RED?.workspaces?.active?.());
  for (const id of [`typed${number}one`, `typed${number}two`]) {
    // As if it had been drawn: what the pointer does depends on the window's size.
    await page.evaluate(id => {
      const { nodes, workspaces } = window.RED;
      nodes.import([{ id, type: 'debug', z: workspaces.active(), name: id, x: 100, y: 100, wires: [] }], { generateIds: false });
      nodes.dirty(true);
    }, id);
    await page.waitForSelector('#red-ui-header-button-deploy:not(.disabled)');
    const answer = page.waitForResponse(response => response.request().method() === 'POST' && response.url().endsWith('/flows'));
    await page.evaluate(() => document.querySelector('#red-ui-header-button-deploy').click());
    if ((await answer).status() !== 200) throw new Error(`deployed: ${(await answer).status()}`);
    await page.waitForFunction(() => !window.RED.nodes.dirty());
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
} finally {
  await browser.close();
}
