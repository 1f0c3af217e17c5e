// Opens the MCP Inspector, calls the tool `deploy`, fills in the form that comes, and takes its
// picture. Fails if the form has other fields.
//
// picture.mjs CHROMIUM FILE

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import puppeteer from 'puppeteer-core';

const [executablePath, path] = process.argv.slice(2);
const LABELS = ['Environment', 'Replicas', 'Branch', 'Notify'];

const launcher = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';
const inspector = spawn(process.execPath, [launcher, '--web', '--config', 'servers.json'], {
  env: { ...process.env, MCP_AUTO_OPEN_ENABLED: 'false', MCP_INSPECTOR_SECRET_STORE: 'memory' },
});
const browser = await puppeteer.launch({
  executablePath,
  // In a container there are no namespaces for its sandbox; it opens this one page.
  args: ['--no-sandbox'],
  defaultViewport: { width: 1280, height: 900 },
});
try {
  const page = await browser.newPage();
  await page.goto(await address(inspector), { waitUntil: 'networkidle2' });
  for (const control of [
    '[aria-label=\'Connect or disconnect "deploy"\']',
    '[aria-label="Close monitoring sidebar"]',
    'label::-p-text(Tools)',
    'button::-p-text(deploy)',
    'button::-p-text(Execute Tool)',
  ]) {
    // Some controls are drawn by another element, so they cannot be clicked with a mouse.
    await (await page.waitForSelector(control)).evaluate((element) => element.click());
  }
  const form = await page.waitForSelector('[role=dialog]');
  await form.waitForSelector('::-p-text(Notify)');
  const labels = await form.$$eval('label', (labels) => labels.map((label) => label.innerText));
  assert.deepEqual(labels.map((label) => label.replace(/\s*\*$/, '')).slice(1), LABELS);

  const [environment, , branch] = await form.$$('input:not([type=hidden]):not([role=switch])');
  await environment.click();
  await (await page.waitForSelector('[role=option]')).evaluate((option) => option.click());
  await branch.type('main');
  await form.screenshot({ path });
} finally {
  await browser.close();
  inspector.kill();
}

/** Where the Inspector listens, with its token. */
function address(inspector) {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (data) => {
      text += data;
      const found = text.match(/http:\/\/127\.0\.0\.1:\S*TOKEN=\w+/);
      if (found) resolve(found[0]);
    };
    inspector.stdout.on('data', read);
    inspector.stderr.on('data', read);
    inspector.on('exit', () => reject(new Error(`the Inspector does not start:\n${text}`)));
  });
}
