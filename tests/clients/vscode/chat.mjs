// A question in a chat: a card, with one field at a time.

import { choice, choose } from './fields.mjs';
import { until } from './waiting.mjs';

const control = (card) => card.locator('.chat-question-list, input').first();

export const chat = {
  form: '.chat-question-carousel-container:not(.chat-question-carousel-used)',
  link: '.chat-confirmation-widget-container, .chat-confirmation-widget2',

  message: (card) => card.locator('.chat-question-carousel-message').innerText(),

  /** This card alone, while it can be filled in: the next question has one of its own. */
  open: async (page, card) => page.locator(`[id="${await card.getAttribute('id')}"]:not(.chat-question-carousel-used)`),

  read: async (card) => {
    const [field] = await card.evaluateAll((cards) =>
      cards.map((card) => {
        const text = (element) => (element?.checkVisibility() ? element.innerText.trim() : undefined);
        const rows = [...card.querySelectorAll('.chat-question-list-item')].map((item) => {
          const label = item.querySelector('.chat-question-list-label');
          const parts = [...label.querySelectorAll('span')];
          return { labels: (parts.length ? parts : [label]).map(text), chosen: item.ariaSelected === 'true' };
        });
        return {
          named: text(card.querySelector('.chat-question-title')),
          about: text(card.querySelector('.chat-question-description')),
          says: text(card.querySelector('.chat-question-validation-message')),
          has: card.querySelector('input')?.value,
          rows,
        };
      }),
    );
    if (!field) return {};
    const { rows, ...rest } = field;
    return rows.length ? { ...rest, ...choice(rows) } : rest;
  },

  async enter(card, _asked, value) {
    if (value === undefined) return;
    const read = () => chat.read(card);
    if ((await read()).options) {
      await choose(read, value, (place) => control(card).press(`${place + 1}`));
    } else {
      await until(
        async () => (await read()).has === String(value),
        () => control(card).fill(String(value)),
      );
    }
  },

  press: (card, key) => control(card).press(key),

  declineLink: (_page, card, isOver) => until(isOver, () => card.getByRole('button', { name: 'Cancel' }).click()),
};
