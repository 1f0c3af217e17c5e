// Calls the tool `deploy` in the MCP Inspector, fills in the form that comes, and takes its picture.
// Fails if the form has other fields.
//
// picture.mjs CHROMIUM FILE

import assert from 'node:assert/strict';
import { asked, click } from './inspector.mjs';

const [chromium, path] = process.argv.slice(2);
const LABELS = ['Environment', 'Replicas', 'Branch', 'Notify'];

await asked(chromium, 'deploy', 'deploy', async (page, form) => {
  await form.waitForSelector('::-p-text(Notify)');
  const labels = await form.$$eval('label', (labels) => labels.map((label) => label.innerText));
  assert.deepEqual(labels.map((label) => label.replace(/\s*\*$/, '')).slice(1), LABELS);

  const [environment, , branch] = await form.$$('input:not([type=hidden]):not([role=switch])');
  await environment.click();
  await click(page, '[role=option]');
  await branch.type('main');
  await form.screenshot({ path });
});
