// Regression tests: each failed before its bug was fixed.

import assert from 'node:assert/strict';
import { address, atHome, done, drawn, intercept, openPage, reopen, test, visit } from './harness.js';
import { type as play } from './person.js';

const home = atHome();
const at = (path) => `${home.server.url}#/${path}`;
const ITALIAN = 'moves=e2e4.e7e5.g1f3.b8c6.f1c4.g8f6';

/** A long game of generated moves. */
const LONG =
  'g1h3.g7g6.e2e4.g8h6.h3g1.e7e5.c2c3.c7c5.e1e2.f8d6.g1f3.f7f5.f3g5.c5c4.f2f4.e5f4.a2a3.d6b4.e2f3.d8c7.g5h7.c7c6.h7f6.e8f8.' +
  'a3a4.b4d6.f1e2.h8h7.a1a2.h7g7.d2d4.b8a6.c1f4.a6b8.f4h6.d6h2.h6d2.f8e7.d2c1.b7b6.e2d3.e7d6.d3f1.c6b5.f3e3.b5c6.d1d3.c4d3.' +
  'd4d5.g7f7.f6h7.f7f8.h7f6.f5f4.e3f2.c6c5.f2f3.c5a3.f6d7.a7a5.d7f8.c8f5.f8h7.d6e5.b2b3.e5d6.a2d2.d6e5.f3f2.a8a6';

async function think(page, lines, depth) {
  await page.click('button:text-is("Start engine")');
  await page.waitForFunction(
    ([lines, depth]) => document.querySelectorAll('.lines li').length === lines && Number(document.querySelector('.figures b')?.textContent) >= depth,
    [lines, depth],
  );
  await page.click('.engine button:text-is("Stop")');
}

test('the list of moves follows the game, and Home, End and f work where a game is analysed', async () => {
  const page = await openPage(home.browser, at('start'));
  const seen = () =>
    page.evaluate(() => {
      const [list, move] = [document.querySelector('.moves'), document.querySelector('.moves [aria-current]')];
      const [outer, inner] = [list.getBoundingClientRect(), move.getBoundingClientRect()];
      return list.scrollHeight > list.clientHeight && inner.top >= outer.top - 2 && inner.bottom <= outer.bottom + 2;
    });
  for (const path of ['play?first=human&second=human&', 'analyse?']) {
    await visit(page, at(`${path}moves=${LONG}`));
    await page.waitForSelector('.moves [aria-current]');
    await drawn(page);
    assert.ok(await seen(), `${path}: the last move is in sight`);
    for (let back = 0; back < 20; back += 1) await page.keyboard.press('ArrowLeft');
    await drawn(page);
    assert.ok(await seen(), `${path}: so is one before it`);
  }
  await page.keyboard.press('Home');
  await page.waitForFunction(() => !document.querySelector('.moves [aria-current]'));
  await page.keyboard.press('End');
  await page.waitForFunction(() => [...document.querySelectorAll('.moves .move')].at(-1).querySelector('[aria-current]'));
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.querySelector('.ranks span')?.textContent === '1');
  await done(page);
});

const PGN = `[Event "Club \\"A\\""]
[Site "?"]
[Date "2026.11.02"]
[Round "3"]
[White "Anna"]
[Black "Bernd"]
[Result "0-1"]
[WhiteElo "1500"]

{A short one.} 1. e4 {[%clk 0:09:58]} 1... e5 2. Bc4 $2 {[%clk 0:09:40]}
({Better} 2. Nf3 $1 Nc6) 2... Nf6 0-1
`;

test('a PGN keeps its names, result, comments, signs and clocks, also from page to page', async () => {
  const page = await openPage(home.browser, at('start'));
  for (const path of ['play?first=human&second=human', 'analyse']) {
    await visit(page, at(path));
    await page.click('summary:has-text("PGN")');
    await page.fill('textarea[id$="-pgn"] >> nth=0', PGN);
    await page.click('button:text-is("Import")');
    // The notation arrives after the moves.
    await page.waitForSelector('.variation:has-text("Nf3")');
    assert.match(await page.innerText('.moves'), /A short one\.[\s\S]*Bc4\s*\?[\s\S]*Better/);
    await page.fill('textarea[id$="-pgn"] >> nth=0', '');
    await page.click('button:text-is("Export")');
    await page.waitForFunction(() => document.querySelector('textarea[id$="-pgn"]')?.value !== '');
    assert.equal(await page.inputValue('textarea[id$="-pgn"] >> nth=0'), PGN, path);
  }
  // The links at the top keep the game with its variation.
  await page.keyboard.press('Home');
  await page.click('nav a:text-is("Race")');
  await page.waitForSelector('table .chip');
  assert.match(await address(page), /moves=e2e4\.e7e5/);
  await page.click('nav a:text-is("Ladder")');
  await page.waitForSelector('ol li');
  await page.click('nav a:text-is("Analyse")');
  await page.waitForSelector('.variation');
  assert.match(await page.innerText('.moves'), /Better/);
  await done(page);
});

test('the clock of the side to move runs while an earlier position is shown, and continues after a takeback', async () => {
  const page = await openPage(home.browser, at('play?first=human&second=human&time=1+0'));
  const type = async (move) => {
    await play(page, move);
    await page.evaluate(() => document.activeElement.blur());
  };
  const clocks = () => page.locator('.clock').allInnerTexts();
  await type('e4');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => !document.querySelector('.moves [aria-current]'));
  const before = await clocks();
  await page.waitForFunction((was) => document.querySelector('.clock')?.textContent !== was, before[0]);
  assert.equal((await clocks())[1], before[1], 'White has moved: its clock is stopped');
  await page.keyboard.press('End');
  await type('e5');
  await page.click('text=Take back');
  await page.waitForFunction(() => document.querySelector('.moves [aria-current]')?.textContent === 'e4');
  const taken = await clocks();
  await page.waitForFunction((was) => document.querySelector('.clock')?.textContent !== was, taken[0]);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await reopen(page, at('play?first=human&second=human&time=0.02+0'));
  await page.waitForSelector('#typed');
  await type('e4');
  await page.keyboard.press('Home');
  await page.waitForSelector('.over');
  assert.match(await page.innerText('.over'), /1-0\s+White wins on time/);
  await done(page);
});

test('hovering a line does not shift the page, and a click expands the line', async () => {
  const page = await openPage(home.browser, at(`analyse?${ITALIAN}`), { viewport: { width: 900, height: 800 } });
  await page.waitForSelector('[role=grid]');
  await think(page, 3, 8);
  const below = () => page.evaluate(() => document.querySelector('.panel.tabs').getBoundingClientRect().top + scrollY);
  const before = await below();
  await page.hover('.lines li >> nth=0 >> .move >> nth=2');
  await drawn(page);
  assert.equal(await below(), before);
  await page.click('[aria-label^="Expand the line"] >> nth=0');
  await drawn(page);
  assert.ok((await below()) > before);
  await done(page);
});

test('a single human player has the near side, and a position can be reset to the start', async () => {
  const page = await openPage(home.browser, at('play?first=human&second=human'));
  await page.waitForSelector('[role=grid]');
  const fen = page.getByLabel('FEN', { exact: true });
  await fen.fill('8/8/8/4k3/8/8/8/KQ6 w - - 0 1');
  await fen.press('Enter');
  await page.waitForFunction(() => location.hash.includes('KQ6'));
  await page.click('text=Back to the starting position');
  await page.waitForFunction(() => !location.hash.includes('KQ6'));
  await page.click('summary:has-text("Advanced")');
  await page.selectOption('.player select >> nth=0', 'random');
  await page.waitForFunction(() => document.querySelector('.ranks span')?.textContent === '1');
  await page.selectOption('.player select >> nth=0', 'human');
  await page.selectOption('.player select >> nth=1', 'random');
  await page.waitForFunction(() => document.querySelector('.ranks span')?.textContent === '8');
  await done(page);
});

test('a broken link shows the error', async () => {
  const page = await openPage(home.browser, at('start'));
  for (const [path, says] of [
    ['play?moves=e2e5&first=human&second=human', /cannot be opened: move 1.*e2e5/],
    ['play?game=draughts&first=human&second=human', /unknown game "draughts"/],
    ['analyse?game=draughts', /unknown game "draughts"/],
    ['race?start=nonsense', /cannot be opened/],
    ['nowhere?x=1', /Unknown page: "nowhere"/],
  ]) {
    await visit(page, at(path));
    await page.waitForSelector('[role=alert]');
    assert.match(await page.innerText('[role=alert]'), says, path);
  }
  await done(page);
});

test('Enter sets a position once, it can be reset to the start, and nothing of the last position stays', async () => {
  const page = await openPage(home.browser, 'about:blank');
  const asked = [];
  await intercept(page, { asked: (request) => asked.push(request) });
  await page.goto(at(`analyse?${ITALIAN}&tab=why`));
  await page.waitForSelector('[role=grid]');
  // An explanation stays along its own lines and is dropped elsewhere.
  await page.click('text=Explain the best move');
  await page.waitForSelector('.proof .move');
  await page.click('.proof .move >> nth=0');
  await page.waitForSelector('text=Back to it');
  assert.equal(await page.locator('.verdict').count(), 1);
  await page.click('text=Back to it');
  await page.waitForSelector('text=Back to it', { state: 'detached' });
  await page.keyboard.press('Home');
  await page.waitForSelector('.verdict', { state: 'detached' });
  // Findings of this start must not appear at another start.
  await think(page, 3, 4);
  await page.click('.lines li >> nth=0 >> text=pin');
  await page.waitForSelector('.lines .pinned');
  assert.match(await page.innerText('.value'), /\d/);
  asked.length = 0;
  const fen = page.getByLabel('FEN', { exact: true });
  await fen.fill('8/8/8/4k3/8/8/8/KQ6 w - - 0 1');
  await fen.press('Enter');
  await page.waitForFunction(() => location.hash.includes('KQ6'));
  assert.equal(asked.filter(({ ask, line }) => ask === 'show' && line.start).length, 1);
  assert.equal(await page.locator('.lines li').count(), 0, 'no line of the last position');
  assert.equal(await page.innerText('.value'), '–');
  await page.click('text=Back to the starting position');
  await page.waitForFunction(() => !location.hash.includes('KQ6'));
  await page.waitForSelector('text=Back to the starting position', { state: 'detached' });
  // Leaving the page stops the report.
  await page.click('#tab-report');
  await page.click('summary:has-text("Import a PGN")').catch(() => {});
  await page.fill('#panel-report textarea', PGN);
  await page.selectOption('#panel-report select', 'deep');
  await page.click('text=Import and analyse');
  await page.waitForSelector('#panel-report progress');
  const report = asked.find(({ ask }) => ask === 'review').id;
  await page.click('nav a:text-is("Ladder")');
  await page.waitForSelector('ol li');
  assert.ok(asked.some(({ ask, job }) => ask === 'stop' && job === report));
  await done(page);
});

test('highlights are below the pieces, and a finished game shows its result', async () => {
  const page = await openPage(home.browser, at(`analyse?${ITALIAN}&tab=terms&on=0`));
  await page.hover('#panel-terms th button:text-is("Mobility")');
  await page.waitForSelector('.lit');
  const above = await page.evaluate(() => {
    const [lit, pieces] = [document.querySelector('.lit'), document.querySelector('cg-board')];
    const later = lit.compareDocumentPosition(pieces) & Node.DOCUMENT_POSITION_FOLLOWING;
    return Boolean(later) && getComputedStyle(lit).zIndex === 'auto' && lit.closest('[role=grid]') === null;
  });
  assert.ok(above, 'the pieces are painted after the light');
  await visit(page, at('analyse?moves=f2f3.e7e5.g2g4.d8h4'));
  await page.waitForSelector('button:text-is("Game over")');
  assert.equal(await page.innerText('.value'), '0-1');
  assert.match(await page.getAttribute('.bar', 'aria-label'), /Evaluation 0-1/);
  assert.equal(await page.evaluate(() => document.querySelector('.bar .first').style.height), '0%');
  assert.equal(await page.locator('.engine button:text-is("Stop")').count(), 0);
  await done(page);
});

test('Othello: the bar has the colours of the sides, small boards have discs; tic-tac-toe fits its squares', async () => {
  const page = await openPage(home.browser, at('analyse?game=othello&moves=f5'));
  await page.waitForSelector('[role=grid]');
  await think(page, 1, 3);
  const dark = await page.evaluate(() => {
    const light = (element) => Number(getComputedStyle(element).backgroundColor.match(/\d+/)[0]);
    return light(document.querySelector('.bar .first')) < light(document.querySelector('.bar'));
  });
  assert.ok(dark, 'Black is the first side, and its part of the bar is black');
  await page.hover('.lines .move >> nth=0');
  await page.waitForSelector('.peek piece');
  assert.match(await page.evaluate(() => getComputedStyle(document.querySelector('.peek piece'), '::after').backgroundImage), /radial-gradient/);
  const pawns = () => page.evaluate(() => [...document.querySelectorAll('piece')].filter((piece) => getComputedStyle(piece).backgroundImage !== 'none').length);
  assert.equal(await pawns(), 0, 'discs and nothing else');
  await visit(page, at('tree?game=tictactoe&moves=b2.a1&spec=alphabeta&limit=depth2'));
  await page.click('button:text-is("Record")');
  await page.waitForSelector('.mini piece');
  const [mark, square] = await page.evaluate(() => {
    const piece = document.querySelector('.mini piece');
    return [parseFloat(getComputedStyle(piece, '::after').fontSize), piece.getBoundingClientRect().height];
  });
  assert.equal(await pawns(), 0);
  assert.ok(mark <= square, `a mark of ${mark} pixels in a square of ${square}`);
  await done(page);
});

const MIDDLE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

test('the text of tree nodes is not cut off', async () => {
  const path = `tree?spec=alphabeta:order=mvvlva,quiesce&limit=depth4&start=${encodeURIComponent(MIDDLE)}`;
  const page = await openPage(home.browser, at(path), { viewport: { width: 1920, height: 1000 } });
  await page.click('button:text-is("Record")');
  // The moves arrive after the root.
  await page.waitForFunction(() => document.querySelectorAll('.box .node b').length > 20);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.node, .box .stub')].filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent),
  );
  assert.deepEqual(cut, []);
  // In the notation of the game, not in squares, and over most of a large screen.
  const moves = await page.locator('.box .node b').allInnerTexts();
  assert.ok(moves.includes('Bxa6') && moves.includes('O-O'), moves.join(' '));
  const { width } = await page.locator('section[aria-label="Recorded search"]').boundingBox();
  assert.ok(width >= 0.8 * 1920, `${width} of 1920 pixels`);
  // The number tree uses the width, too.
  await visit(page, at('tree?tree=[[3,12,8],[2,4,6],[14,5,2]]&search=maxmin'));
  await page.waitForSelector('.small-tree [data-node]');
  await drawn(page);
  const from = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.small-tree [data-node]')].map((node) => node.getBoundingClientRect());
    return Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
  });
  assert.ok(from >= 0.8 * 1920, `${from} of 1920 pixels`);
  await done(page);
});

test('a race without players is an error, and a player added during a run runs after it', async () => {
  const page = await openPage(home.browser, 'about:blank');
  // Holds back the results, so that the run lasts until they are released.
  const release = await intercept(page, { held: ['race-row', 'done'] });
  await page.goto(at('race?game=chess&limit=depth2&p=minimax'));
  await page.click('text=Remove');
  await page.click('text=Run all');
  assert.match(await page.innerText('.error'), /no player to run/);
  await visit(page, at('race?game=chess&limit=depth2&p=alphabeta'));
  await page.click('text=Run all');
  await page.waitForSelector('button:text-is("Stop")');
  await page.click('.chip:text-is("+ mvvlva")');
  await page.waitForSelector('text=runs next');
  await release();
  await page.waitForFunction(() => document.querySelectorAll('.nodes').length === 2);
  await done(page);
});

test('a sequential test states its error rate', async () => {
  const page = await openPage(home.browser, at('match?game=tictactoe&limit=depth4&games=200&sprt=0,50&p=negamax;random'));
  await page.click('text=Start match');
  await page.waitForSelector('text=Finished');
  assert.match(await page.innerText('.llr'), /Accepted: \+50 Elo rather than 0 Elo \(error rate at most 5%\)/);
  await done(page);
});

test('Reproduce fits its screen, a phone shows every page link, and text is compressed', async () => {
  const page = await openPage(home.browser, 'about:blank');
  const packed = [];
  page.on('response', (response) => packed.push([new URL(response.url()).pathname, response.headers()['content-encoding'] ?? '']));
  await page.goto(at('reproduce'));
  await page.click('.documents button:has(.small:text("report:"))');
  await page.waitForSelector('.verdict', { timeout: 120_000 });
  // The statements of the summary match the chapters.
  assert.match(await page.innerText('.claims summary'), /: 6 of 6 statements/);
  for (const width of [1920, 1440, 1280, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await drawn(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} of ${width} pixels`);
  }
  const hidden = await page.evaluate(() =>
    [...document.querySelectorAll('nav[aria-label=Pages] a')]
      .filter((link) => {
        const { left, right } = link.getBoundingClientRect();
        return left < 0 || right > innerWidth;
      })
      .map((link) => link.textContent),
  );
  assert.deepEqual(hidden, []);
  const texts = packed.filter(([path]) => path === '/' || /\.(js|css)$/.test(path));
  assert.ok(texts.length >= 3);
  for (const [path, encoding] of texts) assert.equal(encoding, 'gzip', path);
  await done(page);
});

test('a failed save is not reported as saved', async () => {
  const page = await openPage(home.browser, 'about:blank');
  await intercept(page, { refused: { 'write-pgn': 'there is no room' } });
  await page.goto(at('play?first=human&second=human'));
  await page.click('summary:has-text("PGN")');
  await page.click('button:text-is("Save file")');
  await page.waitForSelector('details .error');
  assert.match(await page.innerText('details .error'), /there is no room/);
  assert.equal(await page.getByText('Saved as').count(), 0);
  await done(page);
});

test('the line that won is marked, in tic-tac-toe and in Connect Four', async () => {
  for (const [path, squares] of [
    ['game=tictactoe&moves=b2.a1.b1.a2.b3', ['b1', 'b2', 'b3']],
    ['game=connect4&moves=d.d.c.c.e.e.f', ['c1', 'd1', 'e1', 'f1']],
  ]) {
    const page = await openPage(home.browser, `${home.server.url}#/play?first=human&second=human&${path}`);
    await page.waitForSelector('.over');
    assert.equal(await page.locator('.under .lit').count(), squares.length, path);
    await done(page);
  }
});

test('tic-tac-toe suggests one of its own moves and shows no score of pieces; an evaluation is hidden during a game', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/play?game=tictactoe&first=human&second=negamax&moves=b2.a1`);
  await page.waitForSelector('#typed');
  assert.match(await page.getAttribute('#typed', 'placeholder'), /^[abc][123]$/);
  assert.equal(await page.locator('.strip .discs').count(), 0);
  const evaluation = page.locator('details', { hasText: 'Static evaluation' });
  assert.equal(await evaluation.getAttribute('open'), null);
  assert.equal(await page.locator('.moves .worth').count(), 0);
  await done(page);
});
