// Plays the person in VS Code: calls the tool of each case, reads what is shown, and answers.
//
// vscode.mjs CHROMIUM CODE_SERVER FOLDER CASES prints, for each case, what each form showed and the
// result of the call, one JSON value a line. FOLDER has what VS Code opens and keeps. A case is
// `where` it says: in a "chat", or "outside" of one. With ELICIT_PICTURES=folder it keeps pictures.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';

const [executablePath, codeServer, folder, cases] = process.argv.slice(2);
const pictures = process.env.ELICIT_PICTURES;
let taken = 0;

// What is shown of one field: how it is `named`, what is said `about` it, the `options` with their
// titles, and what it `has`: the text, or the options that are chosen. Each of these reads it, enters a
// value, and presses Enter; without a value the field is left as it is.

/** In a chat, a question is a card in it. */
const chat = {
  card: '.chat-question-carousel-container:not(.chat-question-carousel-used)',

  message: (card) => text(card, '.chat-question-carousel-message'),

  /** This card alone: the next question has one of its own. */
  open: async (page, card) => page.locator(`[id="${await card.getAttribute('id')}"]:not(.chat-question-carousel-used)`),

  async read(card) {
    const rows = await card.locator('.chat-question-list-item').evaluateAll((items) =>
      items.map((item) => ({
        labels: [...item.querySelectorAll('.chat-question-list-label span')].map((part) => part.innerText),
        label: item.querySelector('.chat-question-list-label').innerText,
        chosen: item.getAttribute('aria-selected') === 'true',
      })),
    );
    return {
      named: await text(card, '.chat-question-title'),
      about: await text(card, '.chat-question-description'),
      ...(rows.length ? choice(rows) : { has: await card.locator('input').inputValue() }),
    };
  },

  async enter(_page, card, field, value) {
    // A question that is asked again does not have the focus.
    const control = card.locator(field.options ? '.chat-question-list' : 'input');
    await control.focus();
    if (value !== undefined && !field.options) {
      await control.fill(String(value));
    } else if (value !== undefined) {
      const has = Array.isArray(value) ? field.has : [];
      for (const [place, name] of names(field).entries()) {
        const wanted = [value].flat().map(String).includes(name);
        if (wanted !== has.includes(name)) await control.press(`${place + 1}`);
      }
    }
    await control.press('Enter');
  },

  said: (card) => text(card, '.chat-question-validation-message'),
  link: '.chat-confirmation-widget-container, .chat-confirmation-widget2',
};

/** Outside of one, it is a notification, and then a list. */
const outside = {
  card: '.notification-toast:has(.monaco-button)',

  message: (card) => text(card, '.notification-list-item-message'),

  async open(page, card) {
    await picture(card, 'outside');
    await card.getByRole('button', { name: 'Respond' }).click();
    return page.locator('.quick-input-widget');
  },

  async read(list) {
    const rows = await list.locator('.quick-input-list .monaco-list-row').evaluateAll((rows) =>
      rows.map((row) => ({
        labels: [...row.querySelectorAll('.label-name, .label-description')]
          .map((part) => part.innerText)
          .filter((part) => part),
        chosen:
          row.querySelector('[role=checkbox]')?.getAttribute('aria-checked') === 'true' ||
          (row.classList.contains('focused') && !row.querySelector('[role=checkbox]')),
      })),
    );
    const box = list.locator('.quick-input-box input');
    return {
      named: await text(list, '.quick-input-title'),
      about: await box.getAttribute('placeholder'),
      ...choice(rows),
    };
  },

  async enter(page, list, field, value) {
    const rows = list.locator('.quick-input-list .monaco-list-row');
    const pick = (name) => rows.nth(names(field).indexOf(name)).click();
    if (Array.isArray(value)) {
      for (const name of names(field)) {
        if (value.includes(name) !== field.has.includes(name)) await pick(name);
      }
      await page.keyboard.press('Enter');
    } else if (value !== undefined && names(field).includes(String(value))) {
      await pick(String(value));
    } else {
      if (value !== undefined) {
        // What is there already may be what was not allowed.
        await page.keyboard.press('Control+A');
        await page.keyboard.type(String(value));
      }
      // A list with nothing ticked cannot be left, unless this says that nothing is.
      else if (await list.locator('.quick-input-count').isVisible()) await pick('None');
      await page.keyboard.press('Enter');
    }
  },

  said: (list) => text(list, '.quick-input-message'),
  link: '.notification-toast:has(.monaco-button)',
};

const choice = (rows) => ({
  options: rows.map(({ labels, label }) => (labels.length > 1 ? labels : (labels[0] ?? label))),
  has: rows.filter(({ chosen }) => chosen).map(({ labels, label }) => labels[0] ?? label),
});

/** The values of the options, as they are written in an answer. */
const names = (field) =>
  field.options.map((option) => [option].flat()[0].replace(/^(True|False)$/, (name) => name.toLowerCase()));

async function text(element, selector) {
  const found = element.locator(selector).first();
  return (await found.isVisible()) ? (await found.innerText()).trim() : undefined;
}

const server = spawn(
  process.execPath,
  [
    ...[codeServer, '--auth', 'none', '--bind-addr', '127.0.0.1:0', '--disable-workspace-trust'],
    ...['--disable-telemetry', '--disable-update-check'],
    ...['--user-data-dir', `${folder}/user`, '--extensions-dir', `${folder}/extensions`],
  ],
  { env: { PATH: process.env.PATH, HOME: folder, ELICIT_CALLS: `${folder}/calls` } },
);
const browser = await chromium.launch({
  executablePath,
  // In a container there are no namespaces for its sandbox; it opens these pages alone.
  args: ['--no-sandbox'],
  // A person sees them.
  ignoreDefaultArgs: ['--hide-scrollbars'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(20_000);
  await page.goto(`${await address(server)}?folder=${folder}/workspace`);
  await until(() => existsSync(`${folder}/calls`));
  for (const one of JSON.parse(await readFile(cases))) {
    const where = { chat, outside }[one.where];
    const shown = [];
    let result;
    call(one).then((ended) => (result = ended));
    const replies = [...one.replies];
    for (;;) {
      const way = page.locator(one.url ? where.link : where.card).last();
      await until(async () => result || (await way.isVisible()) || (await allow(page)));
      if (result) break;
      // Asked once more than it should be, a person gives up.
      if (!replies.length) replies.push({ action: 'cancel' });
      shown.push(await (one.url ? follow : fill)(page, where, way, one, replies));
    }
    console.log(JSON.stringify({ shown, ...result }));
  }
} catch (failure) {
  await browser.contexts()[0]?.pages()[0]?.screenshot({ path: `${folder}/failed.png` });
  throw failure;
} finally {
  await browser.close();
  server.kill();
}

/** Fills in the form with the first of the replies, and with the next ones what is not allowed. */
async function fill(page, where, card, one, replies) {
  let reply = replies.shift();
  const form = { message: await where.message(card), fields: {} };
  const fields = await where.open(page, card);
  const properties = Object.keys(one.asks);
  for (const [place, property] of properties.entries()) {
    let field;
    // Its part of the screen may be drawn a moment later.
    await until(async () => {
      field = await where.read(fields);
      return field.named?.includes(one.asks[property].named);
    });
    await sleep(100);
    field = await where.read(fields);
    form.fields[property] = field;
    await picture(fields, one.where);
    if (reply.action === 'cancel') {
      await fields.locator('input, .chat-question-list').first().press('Escape');
      break;
    }
    const next = one.asks[properties[place + 1]];
    const isTaken = async () =>
      !(await fields.isVisible()) || (next && (await where.read(fields)).named?.includes(next.named));
    let said;
    const isOver = async () => (await isTaken()) || (said = await where.said(fields));
    // A key that comes too soon is lost, and a person presses it again.
    do {
      await where.enter(page, fields, field, reply.content[property]);
    } while (!(await comes(isOver, 5_000)));
    if (said) {
      field.says = said;
      await picture(fields, one.where);
      reply = replies.shift();
      await where.enter(page, fields, await where.read(fields), reply.content[property]);
      await until(isTaken);
    }
  }
  return form;
}

/** Opens the link, and sends its page, if it is one of the server. */
async function follow(page, where, card, one, replies) {
  replies.shift();
  let message;
  await until(async () => (message = (await card.innerText()).trim()).includes('://'));
  await picture(card, one.where);
  let tab;
  page.once('popup', (opened) => (tab = opened));
  await card.getByRole('button', { name: /^Open/ }).click();
  const trust = page.locator('.monaco-dialog-box').getByRole('button', { name: 'Open', exact: true });
  await until(async () => tab || ((await trust.isVisible()) && (await trust.click())));
  await picture(tab, one.where);
  if (one.visit) {
    // This VS Code is in a browser, so it opens a link to this computer at an address of its own.
    await tab.goto(message.match(/http:\S+/)[0]);
    for (const [field, value] of Object.entries(one.visit)) await tab.fill(`#${field}`, value);
    await tab.click('button[value=accept]');
    await tab.getByText('Your answer was sent').waitFor();
  }
  await tab.close();
  await until(async () => !(await card.isVisible()));
  return { message };
}

/** The first call has to be allowed. */
async function allow(page) {
  const enable = page.getByRole('button', { name: 'Enable', exact: true });
  if (await enable.isVisible()) await enable.click();
}

async function picture(element, where) {
  if (!pictures) return;
  taken += 1;
  await element.screenshot({ path: `${pictures}/${String(taken).padStart(3, '0')}-${where}.png` });
}

async function until(condition) {
  if (!(await comes(condition, 30_000))) throw new Error(`it did not come to: ${condition}`);
}

async function comes(condition, milliseconds) {
  for (let waited = 0; !(await condition()); waited += 100) {
    if (waited > milliseconds) return false;
    await sleep(100);
  }
  return true;
}

/** The result of a call, once it has ended. */
function call(one) {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath: `${folder}/calls`, method: 'POST' }, async (response) => {
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
