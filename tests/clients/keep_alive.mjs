// A call whose answer comes after the time-out of the client, which begins anew with each
// progress (`resetTimeoutOnProgress`), and the same call without that.
//
// keep_alive.mjs COMMAND.. fails unless the first call returns and the second does not. The
// server reports progress each second (`Elicitation::keep_alive`).

import assert from 'node:assert/strict';
import { setTimeout as after } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [command, ...args] = process.argv.slice(2);
const capabilities = { elicitation: { form: {} } };
const versionNegotiation = { mode: 'legacy' };
const client = new Client({ name: 'patient', version: '0' }, { capabilities, versionNegotiation });
const complaints = [];
client.onerror = (error) => complaints.push(String(error));
client.setRequestHandler('elicitation/create', async () => {
  // Between two reports of progress: this client takes one that comes with the result for one that is late.
  await after(9_500);
  return { action: 'accept', content: { watch: true, keep: false } };
});
await client.connect(new StdioClientTransport({ command, args }));

const call = async (resetTimeoutOnProgress) => {
  const values = [];
  const onprogress = ({ progress }) => values.push(progress);
  const options = { timeout: 3_000, resetTimeoutOnProgress, onprogress };
  const tool = { name: 'switches', arguments: {} };
  const begun = performance.now();
  const text = await client.callTool(tool, options).then(
    (result) => result.content[0].text,
    (error) => `${error.code}`,
  );
  return { text, values, seconds: Math.round((performance.now() - begun) / 1000) };
};

const patient = await call(true);
console.log(JSON.stringify(patient));
assert.equal(patient.text, '{"watch":true,"keep":false}');
assert(patient.seconds >= 9);
assert(patient.values.length >= 8);
assert(patient.values.every((value, place) => place === 0 || value > patient.values[place - 1]));
// Progress after the response would be of an unknown token.
await after(2_000);
assert.deepEqual(complaints, []);

const impatient = await call(false);
console.log(JSON.stringify(impatient));
assert.notEqual(impatient.text, patient.text);
assert.equal(impatient.seconds, 3);
process.exit();
