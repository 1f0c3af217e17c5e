// A field as it is shown: how it is `named`, what is said `about` it, its `options` with their titles, what
// it `has` (the text, or the options that are chosen), and what it `says` of a text that is not allowed.

import { until } from './waiting.mjs';

const nameOf = (option) => [option].flat()[0];

/** The options and those that are chosen, of rows with `labels`. */
export const choice = (rows) => ({
  options: rows.map(({ labels }) => (labels.length > 1 ? labels : labels[0])),
  has: rows.filter(({ chosen }) => chosen).map(({ labels }) => labels[0]),
});

/** The place of an option; `true` is shown as "True" or "true". */
export const place = (field, value) =>
  field.options.findIndex((option) => nameOf(option).toLowerCase() === String(value).toLowerCase());

/** Presses options until those with these values are chosen, and no others. */
export const choose = (read, value, press) =>
  until(
    async () => !toPress(await read(), value).length,
    async () => {
      for (const place of toPress(await read(), value)) await press(place);
    },
  );

/** The places of the options to press. */
function toPress(field, value) {
  const wanted = [value].flat().map((one) => place(field, one));
  const chosen = field.has.map((name) => place(field, name));
  // Of several options, those which are not wanted are pressed, too.
  const unwanted = Array.isArray(value) ? chosen.filter((one) => !wanted.includes(one)) : [];
  return [...wanted.filter((one) => !chosen.includes(one)), ...unwanted];
}
