// What a person does until it has an effect: waits are for what can be seen, never for a time.

import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const LIMIT = 30_000;
const AGAIN = 2_000;

/**
 * Waits until the condition gives something, and gives that. Meanwhile it acts, again and again: VS Code
 * loses keys and clicks that come too early. So it must be safe to act twice.
 */
export async function until(condition, act = () => {}, limit = LIMIT) {
  let failure = '';
  for (let [end, next] = [Date.now() + limit, 0]; Date.now() < end; await sleep(100)) {
    const found = await condition();
    if (found) return found;
    if (Date.now() < next) continue;
    try {
      await act();
    } catch (error) {
      failure = `; ${error.message}`;
    }
    next = Date.now() + AGAIN;
  }
  throw new Error(`it did not come to ${condition}${failure}`);
}

/** What is read, once it fits and does not change any more. */
export function settled(read, fits) {
  let before;
  return until(async () => {
    const now = await read();
    const same = isDeepStrictEqual(now, before);
    before = now;
    return same && fits(now) && now;
  });
}
