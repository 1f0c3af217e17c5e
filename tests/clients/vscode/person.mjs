// Plays the person in VS Code: calls the tool of each case, reads what is shown, and answers.
//
// person.mjs CHROMIUM CODE_SERVER FOLDER reads a case from each line, and prints a line: what each
// question has `shown` and the result of the call, or how it `failed`. FOLDER has what VS Code opens and
// keeps, and gets a picture of each failure. A case is `where` it says: in a "chat", or "outside" of one.
// With ELICIT_PICTURES=folder it keeps pictures of all questions.

import { createInterface } from 'node:readline';

import { chat } from './chat.mjs';
import { allow, open } from './editor.mjs';
import { outside } from './outside.mjs';
import { settled, until } from './waiting.mjs';

const [chromium, codeServer, folder] = process.argv.slice(2);
const pictures = process.env.ELICIT_PICTURES;
let taken = 0;

let editor;
for await (const line of createInterface({ input: process.stdin })) {
  const one = JSON.parse(line);
  editor ??= await open(chromium, codeServer, folder);
  try {
    console.log(JSON.stringify(await play(editor, one)));
  } catch (failure) {
    taken += 1;
    const path = `${folder}/failed-${taken}.png`;
    await editor.page.screenshot({ path });
    console.log(JSON.stringify({ failed: `${failure.message} (${path})` }));
    // A call that is still open would disturb the next one.
    await editor.close();
    editor = undefined;
  }
}
await editor?.close();

/** What the questions of a call show, and its result. */
async function play({ page, call }, one) {
  const where = { chat, outside }[one.where];
  let result;
  const end = (ended) => (result = ended);
  call(one).then(end, (error) => end({ error: true, text: error.message }));
  const shown = [];
  const replies = [...one.replies];
  for (;;) {
    const question = page.locator(one.url ? where.link : where.form).last();
    await until(
      async () => result || (await question.isVisible()),
      () => allow(page),
    );
    if (result) return { shown, ...result };
    if (!replies.length) throw new Error('it asks once more');
    const turn = { page, where, question, one, replies, isOver: () => result };
    shown.push(await (one.url ? follow(turn) : fill(turn)));
  }
}

/** Fills in the form with the first of the replies, and with the next one what is not allowed. */
async function fill({ page, where, question, one, replies, isOver }) {
  let reply = replies.shift();
  const message = await where.message(question);
  const fields = {};
  // In a chat the question is the form, too.
  if (where === outside) await picture(question, one.where);
  if (reply.action === 'decline') {
    await where.declineForm(page, question, isOver);
    return { message, fields };
  }
  const form = await where.open(page, question);
  for (const [property, asked] of Object.entries(one.asks)) {
    const field = await settled(
      () => where.read(form),
      ({ named }) => named?.includes(asked.named),
    );
    fields[property] = field;
    await picture(form, one.where);
    if (reply.action === 'cancel') {
      await until(isOver, () => where.press(form, 'Escape'));
      break;
    }
    for (;;) {
      await where.enter(form, asked, reply.content[property]);
      // Some texts that are not allowed are said to be so before this.
      await where.press(form, 'Enter');
      const next = await until(
        async () => {
          const now = await where.read(form);
          return (now.named !== field.named || now.says) && now;
        },
        () => where.press(form, 'Enter'),
      );
      if (next.named !== field.named) break;
      field.says = next.says;
      await picture(form, one.where);
      if (!replies.length) throw new Error(`it says: ${next.says}`);
      reply = replies.shift();
    }
  }
  return { message, fields };
}

/** Opens the link, and sends its page, if it is one of the server. */
async function follow({ page, where, question, one, replies, isOver }) {
  const message = await settled(
    // Its blanks do not break.
    async () => (await question.innerText()).replaceAll('\u00a0', ' '),
    (text) => text.includes('://'),
  );
  await picture(question, one.where);
  if (replies.shift().action === 'decline') {
    await where.declineLink(page, question, isOver);
    return { message };
  }
  let tab;
  page.once('popup', (opened) => (tab = opened));
  const trust = page.locator('.monaco-dialog-box').getByRole('button', { name: 'Open', exact: true });
  await until(
    () => tab,
    async () => {
      if (!(await trust.isVisible())) await question.getByRole('button', { name: /^Open/ }).click();
      // It asks so of links to other computers.
      if (await trust.isVisible()) await trust.click();
    },
  );
  if (one.visit) {
    // This VS Code is in a browser, so it opens a link to this computer at an address of its own.
    await tab.goto(message.match(/http:\S+/)[0]);
    for (const [field, value] of Object.entries(one.visit)) await tab.fill(`#${field}`, value);
    await tab.click('button[value=accept]');
    await tab.getByText('Your answer was sent').waitFor();
  }
  await tab.close();
  // The card stays on the screen.
  await until(isOver);
  return { message };
}

async function picture(element, where) {
  if (!pictures) return;
  taken += 1;
  await element.screenshot({ path: `${pictures}/${String(taken).padStart(3, '0')}-${where}.png` });
}
