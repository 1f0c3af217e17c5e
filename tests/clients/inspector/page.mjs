// Calls the tool `connect` in the MCP Inspector, opens the link that comes, and sends the page. Fails
// unless the result of the tool arrives and the dialog closes, though nobody says in it that they are done.
//
// page.mjs CHROMIUM

import assert from 'node:assert/strict';
import { asked } from './inspector.mjs';

const [chromium] = process.argv.slice(2);

await asked(chromium, 'connect', 'connect', async (inspector, dialog) => {
  const opened = new Promise((resolve) => inspector.once('popup', resolve));
  await (await dialog.waitForSelector('button::-p-text(Open in Browser)')).click();
  const page = await opened;
  await (await page.waitForSelector('#f0')).type('atlas-b1f7c2');
  await (await page.waitForSelector('#f1')).type('acme');
  await Promise.all([page.waitForNavigation(), page.click('button[value=accept]')]);
  assert.equal(await page.title(), 'Your answer was sent');
  await inspector.bringToFront();
  // The Inspector would accept only when the person says so.
  await inspector.waitForSelector('::-p-text(Connected to acme.)');
  await inspector.waitForSelector('[role=dialog]', { hidden: true });
});
