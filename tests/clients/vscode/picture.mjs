// Takes the picture of the README: the form of `deploy`, in a chat.
//
// picture.mjs CHROMIUM CODE_SERVER FOLDER FILE

import { chat } from './chat.mjs';
import { allow, open } from './editor.mjs';
import { settled, until } from './waiting.mjs';

const [chromium, codeServer, folder, path] = process.argv.slice(2);
const { page, call, close } = await open(chromium, codeServer, folder);
try {
  // The picture is taken before it ends.
  call({ where: 'chat', tool: 'deploy' }).catch(() => {});
  const card = page.locator(chat.form);
  await until(
    () => card.isVisible(),
    () => allow(page),
  );
  await settled(
    () => chat.read(card),
    ({ named }) => named,
  );
  await card.screenshot({ path });
} finally {
  await close();
}
