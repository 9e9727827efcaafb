// What was once wrong on the pages, found by using them: each of these failed before it was mended.

import assert from 'node:assert/strict';
import { address, atHome, done, drawn, openPage, reopen, test, visit } from './harness.js';

const home = atHome();
const at = (path) => `${home.server.url}#/${path}`;
const ITALIAN = 'moves=e2e4.e7e5.g1f3.b8c6.f1c4.g8f6';

/** A long game, by a rule and not by skill. */
const LONG =
  'g1h3.g7g6.e2e4.g8h6.h3g1.e7e5.c2c3.c7c5.e1e2.f8d6.g1f3.f7f5.f3g5.c5c4.f2f4.e5f4.a2a3.d6b4.e2f3.d8c7.g5h7.c7c6.h7f6.e8f8.' +
  'a3a4.b4d6.f1e2.h8h7.a1a2.h7g7.d2d4.b8a6.c1f4.a6b8.f4h6.d6h2.h6d2.f8e7.d2c1.b7b6.e2d3.e7d6.d3f1.c6b5.f3e3.b5c6.d1d3.c4d3.' +
  'd4d5.g7f7.f6h7.f7f8.h7f6.f5f4.e3f2.c6c5.f2f3.c5a3.f6d7.a7a5.d7f8.c8f5.f8h7.d6e5.b2b3.e5d6.a2d2.d6e5.f3f2.a8a6';

async function think(page, lines, depth) {
  await page.click('button:text-is("Think")');
  await page.waitForFunction(
    ([lines, depth]) => document.querySelectorAll('.lines li').length === lines && Number(document.querySelector('.figures b')?.textContent) >= depth,
    [lines, depth],
  );
  await page.click('button:text-is("Thinking")');
}

/** The kinds of questions the page has asked, as they are asked. */
function watch(page) {
  const asked = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => asked.push(JSON.parse(payload))));
  return asked;
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
  await page.waitForFunction(() => document.querySelector('.ranks span').textContent === '1');
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
    await page.click('button:text-is("Read")');
    // The notation of the moves comes a little later than the moves.
    await page.waitForSelector('.variation:has-text("Nf3")');
    assert.match(await page.innerText('.moves'), /A short one\.[\s\S]*Bc4\s*\?[\s\S]*Better/);
    await page.fill('textarea[id$="-pgn"] >> nth=0', '');
    await page.click('button:text-is("Write")');
    await page.waitForFunction(() => document.querySelector('textarea[id$="-pgn"]').value !== '');
    assert.equal(await page.inputValue('textarea[id$="-pgn"] >> nth=0'), PGN, path);
  }
  // By the links at the top, to the race and back: the game is there, variation and all.
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

test('the clock of who is to move runs and falls while somebody looks back, and goes on after a move was taken back', async () => {
  const page = await openPage(home.browser, at('play?first=human&second=human&time=1+0'));
  const type = async (move) => {
    await page.fill('#typed', move);
    await page.press('#typed', 'Enter');
    await page.waitForFunction(() => document.querySelector('#typed').value === '');
    await page.evaluate(() => document.activeElement.blur());
  };
  const clocks = () => page.locator('.clock').allInnerTexts();
  await type('e4');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => !document.querySelector('.moves [aria-current]'));
  const before = await clocks();
  await page.waitForFunction((was) => document.querySelector('.clock').textContent !== was, before[0]);
  assert.equal((await clocks())[1], before[1], 'White has moved: its clock stands');
  await page.keyboard.press('End');
  await type('e5');
  await page.click('text=Take back');
  await page.waitForFunction(() => document.querySelector('.moves [aria-current]')?.textContent === 'e4');
  const taken = await clocks();
  await page.waitForFunction((was) => document.querySelector('.clock').textContent !== was, taken[0]);
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

test('a line under the mouse does not move the page, and unfolds by a click', async () => {
  const page = await openPage(home.browser, at(`analyse?${ITALIAN}`), { viewport: { width: 900, height: 800 } });
  await page.waitForSelector('[role=grid]');
  await think(page, 3, 8);
  const below = () => page.evaluate(() => document.querySelector('.panel.tabs').getBoundingClientRect().top + scrollY);
  const before = await below();
  await page.hover('.lines li >> nth=0 >> .move >> nth=2');
  await drawn(page);
  assert.equal(await below(), before);
  await page.click('[aria-label^="Unfold the line"] >> nth=0');
  await drawn(page);
  assert.ok((await below()) > before);
  await done(page);
});

test('who plays Black alone sits on the side of Black, and from a position there is a way back to the start', async () => {
  const page = await openPage(home.browser, at('play?first=human&second=human'));
  await page.waitForSelector('[role=grid]');
  // A position that was set here has a way back, too, as it has where a game is analysed.
  const fen = page.getByLabel('FEN', { exact: true });
  await fen.fill('8/8/8/4k3/8/8/8/KQ6 w - - 0 1');
  await fen.press('Enter');
  await page.waitForFunction(() => location.hash.includes('KQ6'));
  await page.click('text=Back to the start position');
  await page.waitForFunction(() => !location.hash.includes('KQ6'));
  await page.click('summary:has-text("Advanced")');
  await page.selectOption('.player select >> nth=0', 'random');
  await page.waitForFunction(() => document.querySelector('.ranks span').textContent === '1');
  await page.selectOption('.player select >> nth=0', 'human');
  await page.selectOption('.player select >> nth=1', 'random');
  await page.waitForFunction(() => document.querySelector('.ranks span').textContent === '8');
  await done(page);
});

test('a broken link says what is wrong with it', async () => {
  const page = await openPage(home.browser, at('start'));
  for (const [path, says] of [
    ['play?moves=e2e5&first=human&second=human', /cannot be opened: move 1.*e2e5/],
    ['play?game=draughts&first=human&second=human', /no game is called "draughts"/],
    ['analyse?game=draughts', /no game is called "draughts"/],
    ['race?start=nonsense', /cannot be opened/],
    ['nowhere?x=1', /names a page that is not here: "nowhere"/],
  ]) {
    await visit(page, at(path));
    await page.waitForSelector('[role=alert]');
    assert.match(await page.innerText('[role=alert]'), says, path);
  }
  await done(page);
});

test('a position is set once by Enter, there is a way back to the start, and nothing of the last position stays', async () => {
  const page = await openPage(home.browser, 'about:blank');
  const asked = watch(page);
  await page.goto(at(`analyse?${ITALIAN}&tab=why`));
  await page.waitForSelector('[role=grid]');
  // An answer is about one position: elsewhere it is gone, along its own line it stays.
  await page.click('text=Why the best move?');
  await page.waitForSelector('.proof .move');
  await page.click('.proof .move >> nth=0');
  await page.waitForSelector('text=Back to it');
  assert.equal(await page.locator('.verdict').count(), 1);
  await page.click('text=Back to it');
  await page.waitForSelector('text=Back to it', { state: 'detached' });
  await page.keyboard.press('Home');
  await page.waitForSelector('.verdict', { state: 'detached' });
  // What is known of the start must not be said of another start, so it is there that there is something to know.
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
  await page.click('text=Back to the start position');
  await page.waitForFunction(() => !location.hash.includes('KQ6'));
  await page.waitForSelector('text=Back to the start position', { state: 'detached' });
  // Whoever leaves does not wait for a report any more.
  await page.click('#tab-report');
  await page.click('summary:has-text("Another game")').catch(() => {});
  await page.fill('#panel-report textarea', PGN);
  await page.selectOption('#panel-report select', 'deep');
  await page.click('text=Report on it');
  await page.waitForSelector('#panel-report progress');
  const report = asked.find(({ ask }) => ask === 'review').id;
  await page.click('nav a:text-is("Ladder")');
  await page.waitForSelector('ol li');
  assert.ok(asked.some(({ ask, job }) => ask === 'stop' && job === report));
  await done(page);
});

test('squares light up beneath the pieces, and a game that is over is shown as won', async () => {
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
  assert.match(await page.getAttribute('.bar', 'aria-label'), /Value 0-1/);
  assert.equal(await page.evaluate(() => document.querySelector('.bar .first').style.height), '0%');
  assert.equal(await page.locator('button:has-text("Thinking")').count(), 0);
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
  await page.click('text=Record this search');
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

test('what is written on the nodes of a tree can be read', async () => {
  const path = `tree?spec=alphabeta:order=mvvlva,quiesce&limit=depth4&start=${encodeURIComponent(MIDDLE)}`;
  const page = await openPage(home.browser, at(path), { viewport: { width: 1920, height: 1000 } });
  await page.click('text=Record this search');
  // The moves come a little after the root.
  await page.waitForFunction(() => document.querySelectorAll('.box .node b').length > 20);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.node, .box .stub')].filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent),
  );
  assert.deepEqual(cut, []);
  // In the notation of the game, not in squares, and over most of a large screen.
  const moves = await page.locator('.box .node b').allInnerTexts();
  assert.ok(moves.includes('Bxa6') && moves.includes('O-O'), moves.join(' '));
  const { width } = await page.locator('section[aria-label="The search"]').boundingBox();
  assert.ok(width >= 0.8 * 1920, `${width} of 1920 pixels`);
  // So is the tree of a lecture, from its first leaf to its last.
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

test('a race: nobody to race is said, and a chip that is clicked during a run runs after it', async () => {
  const page = await openPage(home.browser, 'about:blank');
  // The run lasts as long as the test wants it to: what the server says about it is held back.
  let [held, release] = [[], () => {}];
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      if (held && ['race-row', 'done'].includes(JSON.parse(text).say)) held.push(text);
      else socket.send(text);
    });
    release = () => {
      held.forEach((text) => socket.send(text));
      held = null;
    };
  });
  await page.goto(at('race?game=chess&limit=depth2&p=minimax'));
  await page.click('text=Remove');
  await page.click('text=Run all');
  assert.match(await page.innerText('.error'), /nobody to race/);
  await visit(page, at('race?game=chess&limit=depth2&p=alphabeta'));
  await page.click('text=Run all');
  await page.waitForSelector('button:text-is("Stop")');
  await page.click('.chip:text-is("+ mvvlva")');
  await page.waitForSelector('text=runs next');
  release();
  await page.waitForFunction(() => document.querySelectorAll('.nodes').length === 2);
  await done(page);
});

test('a sequential test says no more than it knows', async () => {
  const page = await openPage(home.browser, at('match?game=tictactoe&limit=depth4&games=200&sprt=0,50&p=negamax;random'));
  await page.click('text=Start this match');
  await page.waitForSelector('text=Finished');
  assert.match(await page.innerText('.llr'), /the games fit \+50 Elo better than 0 Elo; a test like this is wrong in at most 5% of cases/);
  await done(page);
});

test('reproduce fits its screen, a phone shows every page, and text comes packed', async () => {
  const page = await openPage(home.browser, 'about:blank');
  const packed = [];
  page.on('response', (response) => packed.push([new URL(response.url()).pathname, response.headers()['content-encoding'] ?? '']));
  await page.goto(at('reproduce'));
  await page.click('button:has(b:text-is("report"))');
  await page.waitForSelector('.verdict', { timeout: 120_000 });
  // What the story says is in the chapters.
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

test('a save that fails does not say that it was saved', async () => {
  const page = await openPage(home.browser, 'about:blank');
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { id, ask } = JSON.parse(text);
      if (ask === 'write-pgn') socket.send(JSON.stringify({ id, last: true, say: 'refused', reason: 'there is no room' }));
      else server.send(text);
    });
  });
  await page.goto(at('play?first=human&second=human'));
  await page.click('summary:has-text("PGN")');
  await page.click('button:text-is("Save file")');
  await page.waitForSelector('details .error');
  assert.match(await page.innerText('details .error'), /there is no room/);
  assert.equal(await page.getByText('Saved as').count(), 0);
  await done(page);
});
