// connect.test.mjs: the example `connect-oauth`, from all sides.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, beforeEach, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Browser } from './browser.mjs';
import { CLIENT, listen, serve } from './provider.mjs';

const REVISIONS = ['2025-11-25', '2026-07-28'];
const PEOPLE = { ada: 'engine', eve: 'apple' };

// The provider, and the server.
const listener = await listen();
const server = spawn(
  process.env.CONNECT_OAUTH,
  ['--provider', `${listener.address}/`, '--client-id', CLIENT.client_id, '--log', 'trace'],
  { env: { ...process.env, CLIENT_SECRET: CLIENT.client_secret }, stdio: ['ignore', 'pipe', 'pipe'] },
);
let log = '';
server.stderr.on('data', (data) => (log += data));
const [mcp] = await once(createInterface({ input: server.stdout }), 'line');
const site = new URL('/', mcp);
const { seen, revoke } = serve(listener, new URL('/connected', site).href);

// All that was sent to clients.
let messages = '';
const clients = [];

after(async () => {
  for (const client of clients) await client.close();
  server.kill();
  listener.server.closeAllConnections();
  listener.server.close();
});
// Nobody is connected: the server finds out when it uses the token.
beforeEach(revoke);

// As `fetch`, and keeps what comes.
const recorded = async (url, init) => {
  const response = await fetch(url, init);
  if (!response.body) return response;
  const [one, other] = response.body.tee();
  const keep = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of other) messages += decoder.decode(chunk, { stream: true });
  };
  // It fails where the client hangs up.
  keep().catch(() => {});
  return new Response(one, response);
};

// Calls the tool. `visit` gets the link, and decides when and what the client answers. If it fails,
// so does this.
const listFiles = async (name, revision, visit) => {
  const asked = [];
  let failure;
  const capabilities = { elicitation: { url: {} } };
  const versionNegotiation = { mode: revision === '2025-11-25' ? 'legacy' : { pin: revision } };
  const client = new Client({ name: 'test', version: '0' }, { capabilities, versionNegotiation });
  clients.push(client);
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params);
    try {
      const answer = (await visit(params.url)) ?? { action: 'accept' };
      // A person does not decline sooner (`Elicitation::min_decline_time`).
      await new Promise((resolve) => setTimeout(resolve, 150));
      return answer;
    } catch (error) {
      failure = error;
      return { action: 'cancel' };
    }
  });
  const notices = [];
  const noticed = new Promise((resolve) => {
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => {
      notices.push(params.elicitationId);
      resolve();
    });
  });
  const authProvider = { token: async () => `token-of-${name}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp), { authProvider, fetch: recorded }));
  assert.equal(client.getNegotiatedProtocolVersion(), revision);
  const { content } = await client.callTool({ name: 'list_files', arguments: {} });
  if (failure) throw failure;
  return { text: content[0].text, asked, notices, noticed };
};

// Calls the tool, does this with the link, and gives the call up.
const withLink = async (name, act) => {
  const { text } = await listFiles(name, '2025-11-25', async (link) => {
    await act(link);
    return { action: 'cancel' };
  });
  assert.match(text, /closed without an answer/);
};

// The browser of somebody who knows the passwords, here and at the provider.
const browserOf = (name) => new Browser({ name, login: name, password: PEOPLE[name] });

const loggedIn = async (name) => {
  const browser = browserOf(name);
  await browser.follow(new URL('/login?return_to=/', site));
  return browser;
};

for (const revision of REVISIONS) {
  test(`${revision}: the user connects, and the tool goes on`, async () => {
    const files = await listFiles('ada', revision, async (link) => {
      const page = await browserOf('ada').follow(link);
      assert.match(page.text, /You are connected/);
    });
    assert.equal(files.text, 'notes of ada\nplan.txt');
    assert.deepEqual(files.asked.map(({ mode }) => mode), ['url']);

    const again = await listFiles('ada', revision, () => assert.fail('asked again'));
    assert.equal(again.text, files.text);
    const ids = files.asked.map(({ elicitationId }) => elicitationId);
    // The other revision has no notice.
    if (revision === '2025-11-25') await files.noticed;
    assert.deepEqual(files.notices, revision === '2025-11-25' ? ids : []);
  });

  test(`${revision}: a client agrees before the user is done`, async () => {
    let visit;
    const files = await listFiles('ada', revision, (link) => {
      visit ??= sleep(500).then(() => browserOf('ada').follow(link));
    });
    assert.equal(files.text, 'notes of ada\nplan.txt');
    assert.match((await visit).text, /You are connected/);
  });

  test(`${revision}: the user declines`, async () => {
    const { text } = await listFiles('ada', revision, () => ({ action: 'decline' }));
    assert.match(text, /declined/);
  });

  test(`${revision}: somebody else opens the link`, async () => {
    const files = await listFiles('eve', revision, async (link) => {
      // Eve has sent it to Ada, who is logged in.
      const ada = await loggedIn('ada');
      const before = seen.requests;
      const page = await ada.open(link);
      assert.equal(page.status, 403);
      assert.match(page.text, /not yours/);
      assert(ada.visited.every(({ origin }) => origin === site.origin));
      assert.equal(seen.requests, before);
      // It is still good for Eve.
      assert.match((await browserOf('eve').follow(link)).text, /You are connected/);
    });
    assert.equal(files.text, 'notes of eve\nplan.txt');
    // Ada is not connected: she is asked.
    await withLink('ada', async () => {});
  });
}

test('nobody gets to the provider without a login', () =>
  withLink('ada', async (link) => {
    const before = seen.requests;
    const browser = browserOf('ada');
    const page = await browser.open(link);
    assert.equal(page.url.pathname, '/login');
    assert.equal((await browser.submit(page, { password: 'apple' })).status, 401);
    assert.equal((await browser.open(link)).url.pathname, '/login');
    assert.equal(seen.requests, before);
  }));

test('nobody can have a visitor logged in as somebody else', () =>
  withLink('eve', async (link) => {
    const ada = browserOf('ada');
    const page = await ada.open(link);
    const eve = { name: 'eve', password: PEOPLE.eve };
    for (const origin of ['https://eve.example', 'null']) {
      assert.equal((await ada.submit(page, eve, { origin })).status, 403);
    }
    assert.equal((await ada.open(link)).url.pathname, '/login');
  }));

test('the login leads to pages of this server only', async () => {
  for (const elsewhere of ['https://eve.example/', '//eve.example/', '/\\eve.example/', '/\t/eve.example/']) {
    const query = new URLSearchParams({ return_to: elsewhere });
    const page = await browserOf('ada').follow(new URL(`/login?${query}`, site));
    assert.equal(page.status, 403);
  }
});

test('an answer with another `state` is refused, and uses the visit up', () =>
  withLink('ada', async (link) => {
    const ada = browserOf('ada');
    const answer = await ada.follow(link, { until: '/connected' });
    const before = seen.tokens.length;
    const forged = new URL(answer);
    forged.searchParams.set('state', 'A'.repeat(22));
    assert.equal((await ada.open(forged)).status, 403);
    assert.equal((await ada.open(answer)).status, 403);
    assert.equal(seen.tokens.length, before);
    // The link is still good.
    assert.match((await ada.follow(link)).text, /You are connected/);
  }));

test('an answer counts in the browser that was sent to the provider, and once', () =>
  withLink('ada', async (link) => {
    const ada = browserOf('ada');
    const answer = await ada.follow(link, { until: '/connected' });
    const before = seen.tokens.length;
    // Those have no verifier: nobody, Eve, and Ada in another browser.
    for (const browser of [browserOf('ada'), await loggedIn('eve'), await loggedIn('ada')]) {
      assert.equal((await browser.open(answer)).status, 403);
    }
    assert.equal(seen.tokens.length, before);
    assert.match((await ada.open(answer)).text, /You are connected/);
    assert.equal((await ada.open(answer)).status, 403);
    assert.equal(seen.tokens.length, before + 1);
    // So does the link.
    assert.equal((await ada.open(link)).status, 403);
  }));

test('somebody else who has logged in meanwhile is refused', () =>
  withLink('ada', async (link) => {
    const browser = browserOf('ada');
    const answer = await browser.follow(link, { until: '/connected' });
    const login = await browser.open(new URL('/login?return_to=/', site));
    await browser.submit(login, { name: 'eve', password: PEOPLE.eve });
    const before = seen.tokens.length;
    assert.equal((await browser.open(answer)).status, 403);
    assert.equal(seen.tokens.length, before);
  }));

test('a code of somebody else is of no use, for want of its verifier', () =>
  withLink('ada', (ofAda) =>
    withLink('eve', async (ofEve) => {
      const answer = await browserOf('ada').follow(ofAda, { until: '/connected' });
      const code = answer.searchParams.get('code');
      const eve = browserOf('eve');
      const injected = await eve.follow(ofEve, { until: '/connected' });
      injected.searchParams.set('code', code);
      const before = seen.tokens.length;
      assert.equal((await eve.open(injected)).status, 502);

      // Neither is it with the password of the server.
      const body = new URLSearchParams({
        ...CLIENT,
        code,
        grant_type: 'authorization_code',
        redirect_uri: new URL('/connected', site).href,
      });
      const response = await fetch(new URL('/token', listener.address), { method: 'POST', body });
      assert.equal(response.status, 400);
      assert.equal(seen.tokens.length, before);
    }),
  ));

test('a user who says no at the provider is not connected, and can think again', () =>
  withLink('ada', async (link) => {
    const ada = await loggedIn('ada');
    const login = await ada.open(link);
    const [, cancel] = /href="([^"]*\/abort)"/.exec(login.text);
    assert.match((await ada.open(new URL(cancel, login.url))).text, /You are not connected/);
    assert.match((await ada.follow(link)).text, /You are connected/);
  }));

test('nobody calls without a token', async () => {
  for (const headers of [{}, { authorization: 'Bearer token-of-nobody' }]) {
    const response = await fetch(mcp, { method: 'POST', headers });
    assert.equal(response.status, 401);
    assert.equal(response.headers.get('www-authenticate'), 'Bearer');
  }
});

test('the pages are in no frame and no cache', async () => {
  const { headers } = await browserOf('ada').open(new URL('/login?return_to=/', site));
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.match(headers.get('content-security-policy'), /frame-ancestors 'none'/);
});

// The last one: it looks at what the others have left.
test('what gives access is in no message to a client, and in no log', () => {
  assert.match(messages, /plan\.txt/);
  assert.match(log, /TRACE/);
  assert.match(log, /connected visitor="ada"/);
  assert(seen.tokens.length >= 4);
  const secrets = [CLIENT.client_secret, ...seen.tokens, ...seen.codes, ...seen.verifiers.filter(Boolean)];
  for (const secret of secrets) {
    assert(!messages.includes(secret), 'a message to a client');
    assert(!log.includes(secret), 'the log');
  }
});
