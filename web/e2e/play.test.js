// The board: whole games of each kind, refusals, keyboard, phone, two pages, a restart of the server.

import assert from 'node:assert/strict';
import { address, askServer, atHome, done, drawn, nativeTest, openPage, startServer, test } from './harness.js';
import { playAdvised, type } from './person.js';

const home = atHome();

const play = (query) => `${home.server.url}#/play?${query}`;

test('chess against a person, to mate; the link restores it', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=human'));
  for (const move of ['f3', 'e7e5', 'g4', 'Qh4#']) {
    await type(page, move);
    await page.waitForFunction(() => document.querySelector('#typed')?.value === '');
  }
  await page.waitForSelector('.over');
  assert.match(await page.innerText('.over'), /0-1\s+Black wins by checkmate/);
  assert.match(await page.locator('[aria-live=polite]').first().innerText(), /Game over. Black wins by checkmate/);
  const other = await openPage(home.browser, await address(page));
  await other.waitForSelector('.over');
  assert.equal(await other.locator('.moves .move').count(), 4);
  await done(other);
  await done(page);
});

test('a whole chess game against a program, to mate', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=random:seed=1'));
  // The same seed plays the same moves, and these are bad ones.
  for (const [index, move] of ['e4', 'Bc4', 'Qh5', 'Qxf7#'].entries()) {
    await type(page, move);
    await page.waitForFunction((moves) => document.querySelector('.over') || document.querySelectorAll('.moves .move').length === moves, 2 * index + 2);
  }
  assert.match(await page.innerText('.over'), /1-0\s+White wins by checkmate/);
  await done(page);
});

test('two programs, paused and stepped, to mate', async () => {
  // Black has one move, then White mates.
  const start = encodeURIComponent('k7/8/1K6/8/8/8/8/7R b - - 0 1');
  const page = await openPage(home.browser, play(`game=chess&first=alphabeta:depth=2,order=mvvlva+killers&second=random:seed=4&start=${start}`));
  await page.click('text=Single move');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1 && !document.querySelector('.thinking'));
  // An answer to this request arrives after any move requested by now.
  await askServer(page, { ask: 'hello' });
  await drawn(page);
  assert.equal(await page.locator('.thinking').count(), 0, 'no search is running');
  assert.equal(await page.locator('.moves .move').count(), 1, 'it stays paused');
  await page.click('button:text-is("Continue")');
  await page.waitForSelector('.over');
  assert.match(await page.innerText('.over'), /White wins by checkmate/);
  assert.match(await address(page), /order=mvvlva\+killers/);
  await done(page);
});

test('chess against a program: moves by drag and click, take back, resign', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=alphabeta:depth=2'));
  await page.waitForSelector('cg-board piece');
  const centre = async (square) => {
    const box = await page.locator(`[data-square=${square}]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [fromX, fromY] = await centre('e2');
  const [toX, toY] = await centre('e4');
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move((fromX + toX) / 2, (fromY + toY) / 2);
  await page.mouse.move(toX, toY);
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
  await page.mouse.click(...(await centre('g1')));
  await page.mouse.click(...(await centre('f3')));
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 4);
  await page.waitForFunction(() => /e4[\s\S]*Nf3/.test(document.querySelector('.moves')?.textContent));
  await page.click('text=Take back');
  await page.waitForFunction(() => document.querySelector('.moves [aria-current]')?.textContent !== null);
  await type(page, 'd4');
  await page.waitForSelector('.variation');
  assert.match(await page.innerText('.variation'), /Nf3/, 'what was taken back becomes a variation');
  await page.waitForFunction(() => !document.querySelector('.thinking'));
  // Resigning needs a confirmation, and a finished game leads on.
  await page.click('text=Resign');
  await page.click('dialog button:text-is("Play on")');
  assert.equal(await page.locator('.over').count(), 0);
  await page.click('text=Resign');
  await page.click('dialog button:text-is("Resign")');
  await page.waitForSelector('.over');
  assert.match(await page.innerText('.over'), /You lost\.\s+0-1\s+Black wins, White resigned/);
  assert.match(await page.getAttribute('.over a:text-is("Review")', 'href'), /#\/analyse\?.*tab=report/);
  for (const label of ['Rematch', 'Change opponent']) assert.equal(await page.locator(`.over button:text-is("${label}")`).count(), 1);
  await done(page);
});

test('a promotion is chosen on its square, by keyboard and by mouse, and can be cancelled', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=human&start=' + encodeURIComponent('8/P6k/8/8/8/8/7p/K7 w - - 0 1')));
  await page.waitForSelector('cg-board piece');
  const choices = page.locator('[role=dialog][aria-label="Promote to"]');
  await page.focus('[data-square=a1]');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  // The queen stands on the last square, the others below it.
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'queen');
  const [queen, square] = [await choices.getByLabel('queen').boundingBox(), await page.locator('[data-square=a8]').boundingBox()];
  assert.ok(Math.abs(queen.x - square.x) < 3 && Math.abs(queen.y - square.y) < 3, JSON.stringify([queen, square]));
  await page.keyboard.press('Escape');
  await choices.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.querySelectorAll('cg-board piece').length === 4, null);
  assert.match(await page.getAttribute('[data-square=a7]', 'aria-label'), /White pawn/);
  const click = async (name) => {
    const box = await page.locator(`[data-square=${name}]`).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  await click('a7');
  await click('a8');
  await choices.getByLabel('knight').click();
  await page.waitForFunction(() => document.querySelector('.moves')?.textContent.includes('a8=N'));
  // Black's choices go upwards from the first rank.
  await click('h2');
  await click('h1');
  const box = await choices.boundingBox();
  const grid = await page.locator('[role=grid]').boundingBox();
  assert.ok(box.y >= grid.y - 1 && box.y + box.height <= grid.y + grid.height + 3);
  await choices.getByLabel('rook').click();
  await page.waitForFunction(() => document.querySelector('.moves')?.textContent.includes('h1=R'));
  await done(page);
});

test('a premove is played on its turn; board settings are chosen and kept', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=classic:movetime=4000'));
  await page.waitForSelector('cg-board piece');
  await type(page, 'e4');
  await page.waitForSelector('.thinking');
  const click = async (name) => {
    const box = await page.locator(`[data-square=${name}]`).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  // By the mouse, given up by Escape, and once more by the keyboard.
  await click('d2');
  await click('d3');
  await page.waitForSelector('square.current-premove');
  await page.focus('[data-square=d3]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('square.current-premove', { state: 'detached' });
  await page.focus('[data-square=a2]');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('square.current-premove') && /premove/.test(document.querySelector('[data-square=a2]')?.ariaLabel));
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 3 && /a3/.test(document.querySelector('.moves')?.textContent));
  await page.click('button:text-is("Board settings")');
  await page.click('.board-settings label:has-text("Wood")');
  await page.click('.board-settings label:has-text("Flat")');
  const look = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
  assert.deepEqual([(await look()).board, (await look()).pieces], ['wood', 'flat']);
  assert.match(await page.evaluate(() => getComputedStyle(document.querySelector('cg-board piece')).backgroundImage), /data:image\/svg\+xml,/);
  await page.keyboard.press('Escape');
  const wide = async () => (await page.locator('[role=grid]').boundingBox()).width;
  const before = await wide();
  await page.focus('[aria-label="Board size"]');
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((before) => document.querySelector('[role=grid]')?.getBoundingClientRect().width < 0.9 * before, before);
  const small = await wide();
  const corner = await page.locator('[aria-label="Board size"]').boundingBox();
  await page.mouse.move(corner.x + 8, corner.y + 8);
  await page.mouse.down();
  await page.mouse.move(corner.x - 60, corner.y - 60);
  await page.mouse.up();
  assert.ok((await wide()) < small);
  await page.reload();
  await page.waitForSelector('[role=grid]');
  assert.deepEqual([(await look()).board, (await look()).pieces], ['wood', 'flat']);
  assert.ok((await wide()) < small, 'and as small as it was');
  await done(page);
});

test('moves are in two columns with evaluations and the opening; an unfinished game is discarded only after confirmation', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=alphabeta:depth=2&moves=e2e4.e7e5.g1f3.b8c6'));
  await page.waitForSelector('.moves [aria-current]');
  assert.equal(await page.innerText('.opening'), "King's Knight Opening");
  const [white, black] = [await page.locator('.moves .cell >> nth=0').boundingBox(), await page.locator('.moves .cell >> nth=1').boundingBox()];
  assert.ok(Math.abs(white.y - black.y) < 2 && black.x > white.x + white.width - 2);
  await type(page, 'Bc4');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 6);
  // The evaluation is hidden during a game, unless the user opens it.
  assert.equal(await page.locator('.worth').count(), 0);
  assert.equal(await page.locator('.weigh').isVisible(), false);
  await page.click('summary:has-text("Static evaluation")');
  await page.waitForSelector('.weigh .big');
  await page.waitForFunction(() => document.querySelector('.opening')?.textContent !== "King's Knight Opening");
  // A new position or game asks for confirmation first.
  const moves = () => page.locator('.moves .move').count();
  await page.fill('input[type=number]', '96');
  await page.click('button:text-is("Set")');
  await page.click('dialog[open] button:text-is("Keep")');
  assert.equal(await moves(), 6);
  await page.click('summary:has-text("Advanced")');
  await page.selectOption('#game', 'othello');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('#game')?.value === 'chess');
  // Following a link to another game saves the unfinished one.
  await page.click('nav a:text-is("Ladder")');
  await page.click('text=Play this rung');
  await page.waitForSelector('.aside');
  assert.equal(await page.locator('.moves .move').count(), 0);
  await page.click('text=Resume it');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 6);
  await page.click('button:text-is("Set")');
  await page.click('dialog[open] button:text-is("Discard")');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 0);
  await done(page);
});

test('Chess960 by its number', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=human'));
  await page.fill('input[type=number]', '96');
  await page.click('button:text-is("Set")');
  await page.waitForFunction(() => document.querySelector('input.mono[id$="-fen"]')?.value.startsWith('bbqnrnkr'));
  for (const move of ['Ng3', 'Ng6', 'O-O', 'O-O']) {
    await type(page, move);
    await page.waitForFunction(() => document.querySelector('#typed')?.value === '');
  }
  await page.waitForFunction(() => /O-O[\s\S]*O-O/.test(document.querySelector('.moves')?.textContent));
  await page.fill('input[type=number]', '960');
  await page.click('button:text-is("Set")');
  assert.match(await page.innerText('.error'), /0 to 959, not 960/);
  await done(page);
});

test('a whole Chess960 game against a program, to mate', async () => {
  const { fen } = await (async () => {
    const page = await openPage(home.browser, play('game=chess&first=human&second=human'));
    const answer = await askServer(page, { ask: 'chess960', number: 96 });
    await done(page);
    return answer;
  })();
  const page = await openPage(home.browser, play(`game=chess&first=human&second=random:seed=3&start=${encodeURIComponent(fen)}`));
  assert.match(await playAdvised(page, 'engine:nodes=4000', 60), /1-0\s+White wins by checkmate/);
  await done(page);
});

test('a whole MiniChess game against a program', async () => {
  const page = await openPage(home.browser, play('game=minichess&first=human&second=random:seed=2'));
  assert.match(await playAdvised(page, 'alphabeta:depth=3,order=mvvlva', 60), /1-0\s+White wins by/);
  await done(page);
});

test('the engine plays, with and without clocks, and its settings are a form', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=engine:nodes=2000,off=lmr&time=1+1'));
  await type(page, 'e4');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
  await page.click('summary:has-text("Static evaluation")');
  await page.waitForSelector('.thought');
  assert.match(await page.innerText('.thought'), /evaluation: .* \(depth \d+/);
  await page.click('summary:has-text("Advanced")');
  await page.click('button:text-is("Settings")');
  await page.click('fieldset:has-text("techniques to switch off") .chip:has-text("singular")');
  await page.waitForFunction(() => location.hash.includes('off=lmr+singular'));
  const hash = page.locator('.setting', { hasText: 'transposition table' }).locator('input');
  await hash.fill('4096');
  await hash.press('Tab');
  await page.waitForSelector('.player .error');
  assert.match(await page.innerText('.player .error'), /at most hash=128 here/);
  await done(page);
});

test('a flag falls', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=human&time=0.02+0'));
  await type(page, 'e4');
  await page.waitForSelector('.over');
  assert.match(await page.innerText('.over'), /1-0\s+White wins on time/);
  // No move is accepted, also after a reload.
  await type(page, 'e5');
  assert.match(await page.locator('.board .error').innerText(), /The game is over: White wins on time/);
  await page.reload();
  await page.waitForSelector('.over');
  await done(page);
});

test('a flag falls, but a lone king cannot win', async () => {
  const fen = encodeURIComponent('8/8/8/4k3/8/8/8/KQ6 b - - 0 1');
  const page = await openPage(home.browser, play(`game=chess&first=human&second=human&time=0.02+0&start=${fen}`));
  await type(page, 'Kd5');
  await page.waitForSelector('.over');
  assert.match(await page.innerText('.over'), /½–½\s+Draw: White ran out of time, Black has only the king/);
  await done(page);
});

test('a position is edited, and an illegal one shows the reason', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=human'));
  await page.click('button:text-is("Edit position")');
  await page.waitForSelector('dialog .good');
  const painted = () =>
    page.evaluate(
      () => [...document.querySelectorAll('dialog [role=gridcell] piece')].filter((piece) => getComputedStyle(piece).backgroundImage !== 'none').length,
    );
  assert.equal(await painted(), 32, 'all pieces can be seen');
  await page.click('dialog button:text-is("Clear")');
  await page.waitForSelector('dialog .error');
  assert.match(await page.innerText('dialog .error'), /king/i);
  assert.ok(await page.locator('dialog button:text-is("Use this position")').isDisabled());
  // With the mouse and with the keyboard.
  await page.click('dialog button[aria-label="Place a White king"]');
  await page.click('dialog [data-edit=e1]');
  await page.focus('dialog [data-edit=e1]');
  for (const key of ['ArrowUp', 'ArrowUp', 'Q', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'k']) await page.keyboard.press(key);
  await page.waitForFunction(() => document.querySelector('dialog .error')?.textContent.includes('castl'));
  for (const name of ['White O-O', 'White O-O-O', 'Black O-O', 'Black O-O-O']) await page.click(`dialog button:text-is("${name}")`);
  await page.waitForSelector('dialog .good');
  await page.click('dialog button:text-is("Use this position")');
  await page.waitForFunction(() => document.querySelector('input.mono[id$="-fen"]')?.value === '3k4/8/8/8/8/4Q3/8/4K3 w - - 0 1');
  await done(page);
});

/** Forty-four moves of Othello; sixteen squares are empty, and a side will have to pass. */
const LATE = 'd3.c5.b6.f3.f4.e3.d2.e2.g3.d1.e1.f1.c6.d6.f5.f2.c4.e6.c7.d7.c3.b8.c1.b1.e7.a7.b5.e8.f6.c2.a6.a5.f8.g8.a4.a3.b4.b3.c8.d8.b2.h2.a2.a1';

test('a game of Othello against a program, to its end', async () => {
  const page = await openPage(home.browser, play(`game=othello&first=human&second=alphabeta:depth=1&moves=${LATE}`));
  assert.match(await playAdvised(page, 'alphabeta:depth=2', 20), /(wins|Draw) by \d+ discs to \d+/);
  await done(page);
});

test('a FEN, a PGN and a move that are wrong are refused with the reason', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=human'));
  const fen = page.locator('input.mono[id$="-fen"]');
  await fen.fill('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1');
  await fen.press('Enter');
  assert.match(await page.locator('.setup .error').innerText(), /king/i);
  await page.click('summary:has-text("PGN")');
  await page.fill('textarea', '1. Bb6 e5 *');
  await page.click('details button:text-is("Import")');
  assert.match(await page.locator('details .error').innerText(), /move 1 of White: there is no legal move Bb6 here/);
  await page.fill('textarea', '1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *');
  await page.click('button:text-is("Import")');
  await page.waitForSelector('.variation');
  await page.click('button:text-is("Export")');
  await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *'));
  await type(page, 'Qh8');
  assert.match(await page.locator('.board .error').innerText(), /Qh8/);
  await done(page);
});

test('a wrong spec is refused with a suggestion, and the form writes specs', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=alphabeta'));
  await page.click('summary:has-text("Advanced")');
  const spec = page.getByLabel('Black: spec');
  await spec.fill('alphabeta:dept=3');
  await spec.press('Enter');
  await page.waitForSelector('.player .error');
  assert.match(await page.innerText('.player .error'), /did you mean depth/);
  // A rating outside the measured range is refused, with the range.
  await spec.fill('engine:elo=99999');
  await spec.press('Enter');
  await page.waitForSelector('.player .error:has-text("from 800 to 2580")');
  await spec.fill('alphabeta');
  await spec.press('Enter');
  await page.waitForSelector('.player .error', { state: 'detached' });
  await page.click('button:text-is("Settings")');
  await page.locator('.setting', { hasText: 'plies to look ahead' }).locator('input').fill('2');
  await page.keyboard.press('Tab');
  await page.click('.settings .chip:has-text("mvvlva")');
  await page.waitForFunction(() => location.hash.includes('mvvlva'));
  assert.equal(await spec.inputValue(), 'alphabeta:depth=2,order=hash+mvvlva');
  await done(page);
});

test('keyboard only: from the top of the page to the board, and a whole game on it to mate', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=random:seed=1'));
  await page.waitForSelector('[role=grid]');
  let reached = false;
  for (let presses = 0; presses < 60 && !reached; presses += 1) {
    await page.keyboard.press('Tab');
    reached = await page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell');
  }
  assert.ok(reached, 'the board can be reached by Tab');
  const go = async (square) => {
    for (let presses = 0; presses < 16; presses += 1) {
      const at = await page.evaluate(() => document.activeElement.dataset.square);
      if (at === square) return;
      const key = at[0] < square[0] ? 'ArrowRight' : at[0] > square[0] ? 'ArrowLeft' : at[1] < square[1] ? 'ArrowUp' : 'ArrowDown';
      await page.keyboard.press(key);
    }
    throw new Error(`could not go to ${square}`);
  };
  // The same seed plays the same moves, and these are bad ones.
  for (const [index, [from, to]] of [
    ['e2', 'e4'],
    ['f1', 'c4'],
    ['d1', 'h5'],
    ['h5', 'f7'],
  ].entries()) {
    await go(from);
    await page.keyboard.press('Enter');
    await go(to);
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (count) => document.querySelector('.over') || (document.querySelectorAll('.moves .move').length === count && !document.querySelector('.thinking')),
      2 * index + 2,
    );
    assert.match(await page.getAttribute(`[data-square=${to}]`, 'aria-label'), new RegExp(`^${to} White`));
  }
  assert.match(await page.innerText('.over'), /1-0\s+White wins by checkmate/);
  await done(page);
});

test('clocks run after the first move', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=human&time=1+0'));
  await type(page, 'e4');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1);
  const before = await page.locator('.clock').first().innerText();
  await page.waitForFunction((was) => document.querySelector('.clock')?.textContent !== was, before);
  await done(page);
});

test('two pages at once play two games', async () => {
  const one = await openPage(home.browser, play('game=chess&first=human&second=alphabeta:depth=2'));
  const two = await openPage(home.browser, play('game=othello&first=human&second=alphabeta:depth=2'));
  await Promise.all([type(one, 'e4'), type(two, 'd3')]);
  for (const page of [one, two]) {
    await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
    await done(page);
  }
});

nativeTest('it restarts the server', 'a page survives a restart of the server', async () => {
  const own = await startServer();
  const page = await openPage(home.browser, `${own.url}#/play?game=chess&first=human&second=alphabeta:depth=2`);
  await type(page, 'e4');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
  await own.stop();
  await page.waitForSelector('.lost');
  const again = await startServer(own.port);
  await page.waitForSelector('.lost', { state: 'detached' });
  await type(page, 'd4');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 4);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 4);
  await done(page);
  await again.stop();
});

test('the New game dialog sets opponent, strength, colour and clock, and warns before it discards a game', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=human'));
  await page.click('button:text-is("New game")');
  await page.waitForSelector('dialog .card');
  assert.equal(await page.locator('dialog .warn').count(), 0);
  assert.ok((await page.locator('dialog .card').count()) >= 10);
  assert.match(await page.innerText('dialog.new-game'), /Course programs/);
  // A slider for the engine, Black, three minutes.
  await page.locator('[aria-label="Strength in Elo"]').fill('1000');
  await page.click('dialog .pill:has-text("Black")');
  await page.click('dialog .pill:has-text("3 + 2")');
  await page.click('dialog button:text-is("Play")');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 1);
  assert.match(await address(page), /first=engine:elo=1000&second=human&time=3\+2/);
  assert.equal(await page.innerText('.ranks span >> nth=0'), '1', 'the board stands on the side of Black');
  assert.match(await page.innerText('.setup'), /White: the engine at 1000 Elo. Black: you./);
  await type(page, 'e5');
  // By keyboard, and with a game that would be lost.
  await page.click('button:text-is("New game")');
  await page.waitForSelector('dialog .warn');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog .card', { state: 'detached' });
  assert.ok((await page.locator('.moves .move').count()) >= 2, 'the game was kept');
  await page.click('button:text-is("New game")');
  await page.selectOption('dialog [aria-label=Game]', 'tictactoe');
  await page.click('dialog .card:has-text("Minimax")');
  await page.click('dialog .pill:has-text("X")');
  await page.click('dialog button:text-is("Discard and play")');
  // The new game has begun: its board is there, and no move is.
  await page.waitForFunction(() => location.hash.includes('game=tictactoe') && document.querySelectorAll('.moves .move').length === 0);
  await page.waitForSelector('[data-square=b2]');
  await type(page, 'b2');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
  await done(page);
});

test('the board: both castling gestures, the wheel, arrows by the right button, captured pieces, sounds', async () => {
  const moves = 'moves=e2e4.d7d5.e4d5.g8f6.g1f3.f6d5.f1c4.e7e6';
  const page = await openPage(home.browser, play(`first=human&second=human&${moves}`));
  await page.waitForSelector('cg-board piece');
  const centre = async (square) => {
    const box = await page.locator(`[data-square=${square}]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  // A pawn each: material is equal.
  await page.waitForFunction(() => document.querySelectorAll('.taken').length === 2);
  assert.deepEqual(
    (await page.locator('.taken').allInnerTexts()).map((text) => text.replace(/\s+/, ' ')),
    ['♟ 1 pawn', '♟ 1 pawn'],
  );
  const played = (count) => page.waitForFunction((count) => document.querySelectorAll('.moves .move').length === count, count);
  // The king goes onto its rook.
  await page.mouse.click(...(await centre('e1')));
  await page.mouse.click(...(await centre('h1')));
  await played(9);
  // The page shows the coordinates until the server has sent the notation.
  await page.waitForFunction(() => /O-O/.test(document.querySelector('.moves')?.textContent));
  const current = () => page.innerText('.moves [aria-current]');
  await page.mouse.move(...(await centre('d4')));
  await page.mouse.wheel(0, -120);
  await page.waitForFunction(() => document.querySelector('.moves [aria-current]')?.textContent === 'e6');
  await page.waitForTimeout(80);
  await page.mouse.wheel(0, 120);
  await page.waitForFunction(() => document.querySelector('.moves [aria-current]')?.textContent === 'O-O');
  assert.equal(await current(), 'O-O');
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...(await centre('f5')));
  await page.mouse.up({ button: 'right' });
  await page.waitForSelector('.cg-shapes g line, svg.cg-shapes line', { state: 'attached' });
  assert.equal(await page.innerText('button:has-text("Sound")'), 'Sound on');
  await done(page);
});

test('phone size: the board fits without overflow', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=alphabeta:depth=1'), {
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await page.waitForSelector('cg-board piece');
  const board = await page.locator('[role=grid]').boundingBox();
  assert.ok(board.width > 300 && board.x >= 0 && board.x + board.width <= 375, JSON.stringify(board));
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 375);
  const tap = async (square) => {
    const box = await page.locator(`[data-square=${square}]`).boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  await tap('e2');
  await tap('e4');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
  await done(page);
});

test('a hint is an arrow on the board, and a program declines a draw at the first move', async () => {
  const page = await openPage(home.browser, play('game=chess&first=human&second=engine:elo=1000'));
  await page.waitForSelector('#typed');
  await page.click('button:text-is("Offer draw")');
  await page.waitForSelector('text=Black declines the draw.');
  await page.click('button:text-is("Hint")');
  await page.waitForSelector('text=/Hint: \\S+/');
  await page.waitForSelector('.cg-shapes line', { state: 'attached' });
  await done(page);
});
