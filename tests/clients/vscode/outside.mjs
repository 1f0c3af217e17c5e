// A question outside of a chat: a notification, and then a list, for one field at a time.

import { choice, place, toPress } from './fields.mjs';
import { until } from './waiting.mjs';

const box = (list) => list.locator('.quick-input-box input');
const rows = (list) => list.locator('.quick-input-list .monaco-list-row');

/** "Cancel" is in the menu of the notification, which stays after that. */
async function decline(page, notification, isOver) {
  const cancel = page.getByRole('menuitem', { name: 'Cancel' });
  await until(isOver, async () => {
    if (!(await cancel.isVisible())) {
      await notification.hover();
      await notification.getByRole('button', { name: 'More Actions' }).click();
    }
    await cancel.click();
  });
  await until(
    async () => !(await notification.isVisible()),
    () => notification.getByRole('button', { name: 'Clear Notification' }).click(),
  );
}

export const outside = {
  form: '.notification-toast:has(.monaco-button)',
  link: '.notification-toast:has(.monaco-button)',

  message: (notification) => notification.locator('.notification-list-item-message').innerText(),

  async open(page, notification) {
    const list = page.locator('.quick-input-widget');
    await until(
      () => list.isVisible(),
      () => notification.getByRole('button', { name: 'Respond' }).click(),
    );
    return list;
  },

  read: async (list) => {
    const [field] = await list.evaluateAll((lists) =>
      lists
        .filter((list) => list.checkVisibility())
        .map((list) => {
          const text = (element) => (element?.checkVisibility() ? element.innerText.trim() : undefined);
          const rows = [...list.querySelectorAll('.quick-input-list .monaco-list-row')].map((row) => {
            const labels = [...row.querySelectorAll('.label-name, .label-description')].map(text);
            const box = row.querySelector('[role=checkbox]');
            const chosen = box ? box.ariaChecked === 'true' : row.classList.contains('focused');
            return { labels: labels.filter((label) => label), chosen };
          });
          return {
            named: text(list.querySelector('.quick-input-title')),
            about: list.querySelector('.quick-input-box input').placeholder,
            says: text(list.querySelector('.quick-input-message')),
            rows,
          };
        }),
    );
    if (!field) return {};
    const { rows, ...rest } = field;
    return { ...rest, ...choice(rows) };
  },

  async enter(list, asked, value) {
    const read = () => outside.read(list);
    if (asked.a === 'some of') {
      // A list with nothing ticked cannot be left, unless this says that nothing is.
      if (value === undefined && !(await read()).has.length) value = ['None'];
      if (value === undefined) return;
      const left = async () => toPress(await read(), value);
      const press = async () => {
        for (const place of await left()) await rows(list).nth(place).click();
      };
      await until(async () => !(await left()).length, press);
    } else if (value === undefined) {
      return;
    } else if (asked.a === 'one of' || asked.a === 'yes or no') {
      const isChosen = async () => !toPress(await read(), value).length;
      const move = async () => {
        const field = await read();
        const by = place(field, value) - place(field, field.has[0]);
        for (let moved = 0; moved !== by; moved += Math.sign(by)) {
          await box(list).press(by > 0 ? 'ArrowDown' : 'ArrowUp');
        }
      };
      await until(isChosen, move);
    } else {
      const isEntered = async () => {
        const { options, says } = await read();
        return (await box(list).inputValue()) === String(value) && (says || options[0] === `➤ ${value}`);
      };
      await until(isEntered, () => box(list).fill(String(value)));
    }
  },

  press: (list, key) => box(list).press(key),

  declineForm: decline,
  declineLink: decline,
};
