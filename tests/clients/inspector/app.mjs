// Calls the tool `remembered` in the MCP Inspector, which shows the question in the app that its
// `_meta` names, and answers there. Fails unless the `_meta` of the answer arrives.
//
// app.mjs CHROMIUM

import assert from 'node:assert/strict';
import { asked } from './inspector.mjs';

const [chromium] = process.argv.slice(2);

await asked(chromium, 'forms', 'remembered', async (page, dialog) => {
  await page.waitForSelector('[data-app-elicitation-status=ready]');
  // The ordinary form is not shown.
  assert.equal(await dialog.$('input'), null);
  const app = await page.waitForFrame(async (frame) => frame.url() === 'about:srcdoc');
  const message = await app.waitForSelector('::-p-text(Are you sure?)');
  assert.equal(await message.evaluate((element) => element.innerText), 'Are you sure?');
  await (await app.waitForSelector('button')).click();
  await page.waitForSelector('::-p-text("persist": "session")');
});
