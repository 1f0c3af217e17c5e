// VS Code: code-server, and a browser that shows it.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { once } from 'node:events';
import { chromium } from 'playwright-core';

import { until } from './waiting.mjs';

/** Opens VS Code with what FOLDER has. It gives its page, what calls a tool, and what closes it. */
export async function open(executablePath, codeServer, folder) {
  const calls = `${folder}/calls`;
  await rm(calls, { force: true });
  const server = spawn(
    process.execPath,
    [
      ...[codeServer, '--auth', 'none', '--bind-addr', '127.0.0.1:0', '--disable-workspace-trust'],
      ...['--disable-telemetry', '--disable-update-check'],
      ...['--user-data-dir', `${folder}/user`, '--extensions-dir', `${folder}/extensions`],
    ],
    { env: { PATH: process.env.PATH, HOME: folder, ELICIT_CALLS: calls } },
  );
  const browser = await chromium.launch({
    executablePath,
    // In a container there are no namespaces for its sandbox; it opens these pages alone.
    args: ['--no-sandbox'],
    // A person sees them.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 });
  page.setDefaultTimeout(5_000);
  await page.goto(`${await address(server)}?folder=${folder}/workspace`, { timeout: 30_000 });
  // The extension listens there. VS Code takes its time to start where other work is done beside it.
  await until(() => existsSync(calls), undefined, 120_000);
  const close = async () => {
    await browser.close();
    server.kill();
    if (server.exitCode === null) await once(server, 'exit');
  };
  return { page, close, call: (one) => call(calls, one) };
}

/** The first call has to be allowed. */
export async function allow(page) {
  const enable = page.getByRole('button', { name: 'Enable', exact: true });
  if (await enable.isVisible()) await enable.click();
}

/** The result of a call, once it has ended. */
function call(socketPath, one) {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, method: 'POST' }, async (response) => {
      resolve(JSON.parse((await response.toArray()).join('')));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(one));
  });
}

/** Where code-server listens. */
function address(server) {
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (data) => {
      said += data;
      const found = said.match(/listening on (http:\S+)/);
      if (found) resolve(found[1]);
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.on('exit', () => reject(new Error(`code-server does not start:\n${said}`)));
  });
}
