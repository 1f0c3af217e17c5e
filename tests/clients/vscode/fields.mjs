// A field as it is shown: how it is `named`, what is said `about` it, its `options` with their titles, what
// it `has` (the text, or the options that are chosen), and what it `says` of a text that is not allowed.

const nameOf = (option) => [option].flat()[0];

/** The options and those that are chosen, of rows with `labels`. */
export const choice = (rows) => ({
  options: rows.map(({ labels }) => (labels.length > 1 ? labels : labels[0])),
  has: rows.filter(({ chosen }) => chosen).map(({ labels }) => labels[0]),
});

/** The place of the option with this value; `true` is shown as "True" or "true". */
export const place = (field, value) =>
  field.options.findIndex((option) => nameOf(option).toLowerCase() === String(value).toLowerCase());

/** The places of the options to press, so that those with these values are chosen, and no others. */
export function toPress(field, value) {
  const wanted = [value].flat().map((one) => place(field, one));
  const chosen = field.has.map((name) => place(field, name));
  // Of several options, those which are not wanted are pressed, too.
  const unwanted = Array.isArray(value) ? chosen.filter((one) => !wanted.includes(one)) : [];
  return [...wanted.filter((one) => !chosen.includes(one)), ...unwanted];
}
