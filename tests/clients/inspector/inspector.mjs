// The MCP Inspector in Chromium, with the servers of `servers.json`.

import { spawn } from 'node:child_process';
import puppeteer from 'puppeteer-core';

const LAUNCHER = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';

/**
 * Calls a tool of a server. When a question is shown, does `then` with the page of the Inspector and
 * the dialog of the question.
 */
export async function asked(executablePath, server, tool, then) {
  const inspector = spawn(process.execPath, [LAUNCHER, '--web', '--config', 'servers.json'], {
    env: { ...process.env, MCP_AUTO_OPEN_ENABLED: 'false', MCP_INSPECTOR_SECRET_STORE: 'memory' },
  });
  const browser = await puppeteer.launch({
    executablePath,
    // In a container there are no namespaces for its sandbox; it opens these pages alone.
    args: ['--no-sandbox'],
    defaultViewport: { width: 1280, height: 900 },
  });
  try {
    const page = await browser.newPage();
    await page.goto(await address(inspector), { waitUntil: 'networkidle2' });
    for (const control of [
      `[aria-label='Connect or disconnect "${server}"']`,
      '[aria-label="Close monitoring sidebar"]',
      'label::-p-text(Tools)',
      `button::-p-text(${tool})`,
      'button::-p-text(Execute Tool)',
    ]) {
      await click(page, control);
    }
    await then(page, await page.waitForSelector('[role=dialog]'));
  } finally {
    await browser.close();
    inspector.kill();
  }
}

/** Some controls are drawn by another element, so they cannot be clicked with a mouse. */
export async function click(page, control) {
  await (await page.waitForSelector(control)).evaluate((element) => element.click());
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
