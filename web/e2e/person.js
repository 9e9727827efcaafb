// A person playing on the board.

import { address, askServer } from './harness.js';

/** Types a move and waits until the page has accepted or rejected it. */
export async function type(page, move) {
  const early = page.getByText('It is not your turn.');
  do {
    await page.fill('#typed', move);
    await page.press('#typed', 'Enter');
    // The page clears the field if it accepts the move, or shows an error.
    await page.waitForFunction(() => document.querySelector('#typed')?.value === '' || document.querySelector('.error'));
  } while (await early.count());
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page, selector, most = 120) {
  for (let times = 0; times <= most; times += 1) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector} cannot be reached by Tab`);
}

/** Plays the person's moves as a player of the program chooses them, until the game is over. */
export async function playAdvised(page, spec, most) {
  for (let turn = 0; turn < most; turn += 1) {
    if (await page.locator('.over').count()) return page.innerText('.over');
    const params = new URLSearchParams(new URL(await address(page)).hash.split('?')[1].replaceAll('+', '%2B'));
    const moves = (params.get('moves') ?? '').split('.').filter((move) => move !== '');
    const line = { game: params.get('game'), start: params.get('start'), moves };
    const { mv } = await askServer(page, { ask: 'think', line, spec, seat: null, limit: {}, clocks: null, live: false });
    await type(page, mv);
    // The move and the reply, or the end.
    await page.waitForFunction((played) => document.querySelector('.over') || document.querySelectorAll('.moves .move').length >= played, moves.length + 2);
    await page.waitForFunction(() => document.querySelector('.over') || !document.querySelector('.thinking'));
  }
  throw new Error('the game did not end');
}
