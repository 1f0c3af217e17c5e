// A question outside of a chat: a notification, and then a list, for one field at a time.

import { choice, choose, place } from './fields.mjs';
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
    // A list with nothing ticked cannot be left, unless this says that nothing is.
    if (asked.a === 'some of' && value === undefined && !(await read()).has.length) value = ['None'];
    if (value === undefined) return;
    if (asked.a === 'some of') {
      await choose(read, value, (place) => rows(list).nth(place).click());
    } else if (asked.a === 'one of' || asked.a === 'yes or no') {
      // A click would go on to the next field at once.
      await choose(read, value, async (to) => {
        const field = await read();
        const by = to - place(field, field.has[0]);
        for (let moved = 0; moved < Math.abs(by); moved += 1) {
          await box(list).press(by > 0 ? 'ArrowDown' : 'ArrowUp');
        }
      });
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
