// The analysis: lines, why and why not, terms, reports on games; by mouse and by keyboard.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { address, atHome, done, openPage, program, test } from './harness.js';
import { tabTo } from './person.js';

const home = atHome();

const analyse = (query) => `${home.server.url}#/analyse?${query}`;
const ITALIAN = 'moves=e2e4.e7e5.g1f3.b8c6.f1c4.g8f6';

/** Lets the engine think until it has told of all its lines and is at least so deep. */
async function deep(page, lines, depth) {
  await page.click('button:text-is("Think")');
  await page.waitForFunction(
    ([lines, depth]) => document.querySelectorAll('.lines li').length === lines && Number(document.querySelector('.figures b')?.textContent) >= depth,
    [lines, depth],
  );
}

test('lines arrive, grow, are looked at, pinned and entered; a link restores them', async () => {
  const page = await openPage(home.browser, analyse(`${ITALIAN}&lines=4`));
  await deep(page, 4, 6);
  const first = await page.locator('.lines .move:first-child').allInnerTexts();
  assert.ok(first.length >= 4);
  const starts = await page.locator('.lines li').evaluateAll((lines) => lines.map((line) => line.querySelector('.move').textContent));
  assert.equal(new Set(starts).size, 4, `four different moves: ${starts}`);
  assert.equal(await page.locator('.board .cg-shapes g line, .board svg.cg-shapes line').count(), 4);
  const widths = await page.locator('.board svg.cg-shapes line').evaluateAll((lines) => lines.map((line) => Number(line.getAttribute('stroke-width'))));
  assert.ok(Math.max(...widths) > 2 * Math.min(...widths), `the best arrow is the widest: ${widths}`);
  assert.match(await page.getAttribute('.wdl', 'aria-label'), /White wins [\d.]+%, draw [\d.]+%, Black wins [\d.]+%/);
  // Nodes grow without a new depth.
  const nodes = () => page.locator('.nodes').innerText();
  const before = await nodes();
  await page.waitForFunction((before) => document.querySelector('.nodes').textContent !== before, before);
  await page.hover('.lines li >> nth=1 >> .move >> nth=1');
  await page.waitForSelector('.peek piece');
  await page.mouse.move(5, 5);
  await page.waitForSelector('.peek', { state: 'detached' });
  await page.click('.lines li >> nth=0 >> text=pin');
  await page.waitForSelector('.lines .pinned');
  await page.click('button:has-text("Thinking")');
  await page.waitForSelector('text=not thinking');
  // The same in the words of UCI, both ways, and filtered.
  await page.click('summary:has-text("UCI")');
  await page.waitForSelector('[role=log]:has-text("bestmove")');
  const said = await page.innerText('[role=log]');
  assert.match(said, /> position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6\n> go infinite\n< info depth \d/);
  assert.match(said, /< info depth \d+ seldepth \d+ multipv 4 score cp -?\d+.* pv [a-h][1-8]/);
  await page.getByLabel('Only lines with').fill('bestmove');
  await page.waitForFunction(() => /^< bestmove \S+ ponder \S+$/.test(document.querySelector('[role=log]').innerText.trim()));
  await page.click('.lines .pinned .move >> nth=1');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 8);
  const other = await openPage(home.browser, await address(page));
  await other.waitForFunction(() => document.querySelectorAll('.moves .move').length === 8);
  assert.equal(await other.locator('[aria-label=Lines] >> nth=-1').inputValue(), '4');
  await done(other);
  await done(page);
});

test('any other player thinks aloud, too, in any game', async () => {
  const page = await openPage(home.browser, analyse('moves=e2e4.e7e5&spec=alphabeta:order%3Dmvvlva'));
  await deep(page, 1, 3);
  await page.click('.lines .move');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 3);
  const othello = await openPage(home.browser, analyse('game=othello&moves=f5'));
  await deep(othello, 1, 3);
  await othello.click('#tab-report');
  await othello.waitForSelector('text=Reports are about chess');
  await done(othello);
  await done(page);
});

test('why not a move that loses a piece, and why the best one', async () => {
  // The knight on f6 is protected, the pawn on e5 is, too.
  const page = await openPage(home.browser, analyse(`${ITALIAN}&tab=why`), { fresh: true });
  await deep(page, 3, 4);
  // Nobody else thinks while the answer is looked for.
  await page.click('button:text-is("Thinking")');
  await page.selectOption('#panel-why select', { label: 'Nxe5' });
  await page.click('#panel-why form button');
  await page.waitForSelector('.verdict');
  assert.match(await page.innerText('.verdict'), /Why not Nxe5\?/);
  const said = await page.locator('.said button').allInnerTexts();
  assert.ok(said.length >= 1 && said.length <= 3, said.join(' '));
  assert.match(said.join(' '), /White loses a knight/);
  // Pointing at the sentence lights its proof, choosing it goes there.
  await page.hover('.said button:has-text("White loses")');
  assert.deepEqual((await page.locator('.move.proof').allInnerTexts()).slice(0, 2), ['Nxe5', 'Nxe5']);
  await page.click('.proof summary >> nth=0');
  assert.match(await page.innerText('.proof table'), /Material/);
  await page.click('.said button:has-text("White loses")');
  await page.waitForFunction(() => /Nxe5[\s\S]*Nxe5/.test(document.querySelector('.moves').textContent));
  // And by a click on a line's button, about the best move of a mate in one.
  const mate = await openPage(home.browser, analyse(`start=${encodeURIComponent('6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1')}&tab=why`));
  await mate.click('text=Why the best move?');
  await mate.waitForSelector('.said');
  assert.match(await mate.innerText('.said'), /Ra8# is mate on the back rank/);
  await done(mate);
  await done(page);
});

test('a move that is dragged is asked about and not played', async () => {
  const page = await openPage(home.browser, analyse(`${ITALIAN}&tab=why`), { fresh: true });
  await deep(page, 3, 2);
  // Lines that grow may move the board under the mouse.
  await page.click('button:text-is("Thinking")');
  await page.click('text=Ask by dragging');
  const centre = async (square) => {
    const box = await page.locator(`[data-square=${square}]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.click(...(await centre('c4')));
  await page.waitForSelector('.board square.selected');
  await page.mouse.click(...(await centre('a6')));
  await page.waitForSelector('.verdict');
  assert.match(await page.innerText('.verdict'), /Ba6/);
  assert.match(await page.innerText('.said'), /White loses a bishop/);
  assert.equal(await page.locator('.moves .move').count(), 6);
  await done(page);
});

test('terms light the squares that cause them', async () => {
  const page = await openPage(home.browser, analyse(`${ITALIAN}&tab=terms&on=0`));
  await page.waitForSelector('#panel-terms table tbody tr');
  assert.equal(await page.locator('.under .lit').count(), 0);
  await page.hover('#panel-terms th button:text-is("Mobility")');
  await page.waitForSelector('.under .lit');
  assert.ok((await page.locator('.under .lit.against').count()) > 0);
  assert.ok((await page.locator('.under .lit:not(.against)').count()) > 0);
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => document.querySelectorAll('.lit').length === 0);
  await page.focus('#panel-terms button:text-is("Placement")');
  await page.waitForSelector('.under .lit');
  // What the network says stands beside it, and what each man is worth to it.
  const network = page.locator('section[aria-label="The network"]');
  assert.match(await network.innerText(), /The network (says [+−]\d+\.\d\d to the terms|and the terms agree)/);
  assert.equal(await network.locator('li').count(), 30);
  assert.match(await network.locator('li').first().innerText(), /^Qd[18] \d+\.\d$/);
  await page.mouse.move(5, 5);
  await network.getByRole('group', { name: "Black's men" }).hover();
  await page.waitForSelector('.under .lit');
  await done(page);
});

test('the evaluators of the courses are shown in their parts, as the terminal has them', async () => {
  const page = await openPage(home.browser, analyse(`start=report-3&tab=terms&on=0`));
  await page.waitForSelector('#panel-terms tbody tr');
  for (const [name, parts] of [
    ['boardweight', 4],
    ['a8', 6],
    ['domination', 2],
    ['report', 1],
  ]) {
    await page.selectOption('#panel-terms select', name);
    await page.waitForSelector(`#panel-terms caption:has-text("The parts of ${name}")`, { state: 'attached' });
    const told = JSON.parse(execFileSync(program(), ['eval', '--eval', name, '--fen', 'report-3', '--json']).toString());
    assert.equal(told.parts.length, parts);
    const rows = await page.locator('#panel-terms tbody tr').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.deepEqual(
      rows.map(([part, white, black]) => [part, Number(white), Number(black)]),
      told.parts.map(({ part, white, black }) => [part, white, black]),
    );
  }
  assert.match(await address(page), /eval=report/);
  await done(page);
});

const GAME = '[White "Anna"]\n[Black "Bernd"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1';

test('a report on a whole game: accuracy, the worst move, the annotated PGN', async () => {
  // Nothing is in the memory of its engine, so it says the same every time.
  const page = await openPage(home.browser, analyse('tab=report'), { fresh: true });
  await page.fill('#panel-report textarea', GAME);
  await page.click('text=Report on it');
  await page.waitForSelector('.worst', { timeout: 60_000 });
  const sides = await page.locator('.sides tbody tr').allInnerTexts();
  const accuracy = sides.map((side) => Number(side.match(/([\d.]+)%/)[1]));
  assert.ok(sides[0].startsWith('Anna') && accuracy[0] < accuracy[1], sides.join(' '));
  // Who takes the rook is mated.
  assert.match(await page.locator('.worst li').first().innerText(), /5\. Nxf7\?\?/);
  assert.ok((await page.locator('#panel-report .dot').count()) >= 1);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save annotated PGN')]);
  const text = readFileSync(await download.path(), 'utf8');
  assert.match(text, /5\.\s+Nxf7\s+\$4\s+\{\[%eval\s+-\d/);
  assert.match(text, /\(5\.\s+[A-Za-z]/);
  assert.match(text, /\[Annotator "Espalier"\]/);
  // Phases, turning points, and for each mistake the position before it, both arrows and what is proved.
  assert.match(await page.innerText('.phases'), /Opening\s+1–7\s+[\d.]+%\s+[\d.]+%/);
  assert.match(await page.innerText('.turning'), /5\. Nxf7\?\?\s+Bernd is winning/);
  await page.waitForSelector('.worst .proved');
  assert.match(await page.locator('.worst .proved').first().innerText(), /loses|mates|takes|wins/);
  assert.equal(await page.locator('.worst li >> nth=0 >> .cg-shapes line').count(), 2);
  // Another try: a bad move is judged, the best one is found, and the game stays as it was.
  await page.click('.worst li >> nth=0 >> text=Try again');
  await page.waitForSelector('.retry:has-text("White to move.")');
  assert.equal(await page.innerText('.value'), '–', 'nothing is given away');
  const attempt = async (move) => {
    await page.fill('input[aria-label=Move]', move);
    await page.press('input[aria-label=Move]', 'Enter');
  };
  await attempt('Nxg5');
  await page.waitForSelector('[role=alert]:has-text("Nxg5")');
  await attempt('h3');
  await page.waitForFunction(() => /h3: (no better|better than)/.test(document.querySelector('.retry .said').textContent));
  await attempt('Bxf7+');
  await page.waitForSelector('.retry .solved');
  await page.click('.retry button:text-is("Leave")');
  await page.click('.worst button >> nth=0');
  await page.click('#tab-moves');
  await page.waitForFunction(() => document.querySelector('.moves [aria-current]')?.textContent === 'Nxf7');
  assert.match(await page.innerText('.moves'), /Nxf7\s*\?\?\s*−\d/);
  assert.equal(await page.locator('.moves .variation').count(), 0);
  // The number on the bar is the value, rounded; and a game from here on.
  const value = Number((await page.innerText('.value')).replace(/[^\d.]/g, ''));
  assert.ok(value > 0);
  assert.equal(await page.innerText('.bar .number'), value.toFixed(1));
  await page.click('text=Play from here');
  await page.waitForSelector('.strip');
  assert.match(await address(page), /#\/play\?.*e5f7&first=engine:elo=\d+&second=human/);
  await page.waitForFunction(() => document.querySelector('.ranks span').textContent === '1');
  await done(page);
});

/** Games with everything a PGN can have, each different: made by counting through what there is. */
function annotatedGames(count) {
  const lines = [
    ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4', 'Nf6', 'O-O', 'Be7'],
    ['d4', 'd5', 'c4', 'e6', 'Nc3', 'Nf6', 'Bg5', 'Be7', 'e3', 'O-O'],
    ['e4', 'c5', 'Nf3', 'd6', 'd4', 'cxd4', 'Nxd4', 'Nf6', 'Nc3', 'a6'],
    ['c4', 'e5', 'Nc3', 'Nf6', 'g3', 'd5', 'cxd5', 'Nxd5', 'Bg2', 'Nb6'],
  ];
  const others = { e4: 'f4', d4: 'b3', c4: 'g3', e5: 'h6', d5: 'h6', c5: 'h6', Nf3: 'a3', Nc3: 'a3', a6: 'h5' };
  const results = ['1-0', '0-1', '1/2-1/2', '*'];
  const words = ['too soon', 'the only move', 'näher am König', 'so: 50% (about)'];
  return Array.from({ length: count }, (_, game) => {
    let seed = 7919 * (game + 1);
    const pick = (n) => {
      seed = (seed * 48271) % 2147483647;
      return seed % n;
    };
    const tags = [
      ['Event', `Cup \\"${game}\\"`],
      ['Site', '?'],
      ['Date', `2026.${String(1 + (game % 12)).padStart(2, '0')}.??`],
      ['Round', String(game % 9)],
      ['White', `Anna ${game}`],
      ['Black', pick(2) ? 'Bernd \\\\ B.' : '?'],
      ['Result', results[game % 4]],
      ...(pick(2) ? [['TimeControl', '40/7200:3600']] : []),
      ...(pick(2) ? [['X-Odd_1', '']] : []),
    ];
    const line = lines[game % 4];
    const length = 2 + pick(line.length - 1);
    let text = pick(3) ? '' : '{Before it all.} ';
    for (let ply = 0; ply < length; ply += 1) {
      const number = `${Math.floor(ply / 2) + 1}${ply % 2 ? '...' : '.'}`;
      text += `${number} ${line[ply]} `;
      if (pick(4) === 0) text += `$${1 + pick(6)} `;
      if (pick(3) === 0) text += `{[%eval ${pick(9)}.${10 + pick(89)},${8 + pick(20)}] [%clk 0:0${pick(9)}:${10 + pick(49)}]} `;
      if (pick(4) === 0) text += `{${words[pick(4)]}} `;
      if (others[line[ply]] && pick(2)) text += `(${pick(2) ? '{Or} ' : ''}${number} ${others[line[ply]]} $${1 + pick(6)}) `;
    }
    return `${tags.map(([name, value]) => `[${name} "${value}"]`).join('\n')}\n\n${text}${results[game % 4]}\n`;
  });
}

/**
 * How many games a PGN has here, and how many of them go through the page: a quarter of forty, or with ROUNDTRIP=all each of two
 * hundred. Two hundred go through the same code without a browser in any case (unit/game.test.ts).
 */
const [GAMES, STEP] = process.env.ROUNDTRIP === 'all' ? [200, 1] : [40, 4];

test('round trip: the games of one PGN are listed, and come back from the page as they went in', async () => {
  const page = await openPage(home.browser, analyse('on=0'));
  await page.click('summary:has-text("PGN")');
  // What the server writes is what it reads: only then can texts be compared.
  const games = await page.evaluate(async (texts) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    await new Promise((resolve) => (socket.onopen = resolve));
    const ask = (question) =>
      new Promise((resolve) => {
        socket.onmessage = (event) => resolve(JSON.parse(event.data));
        socket.send(JSON.stringify({ id: 1, ...question }));
      });
    const written = [];
    for (const text of texts) {
      const { tree, reason } = await ask({ ask: 'read-pgn', text });
      if (!tree) throw new Error(`${reason}: ${text}`);
      written.push((await ask({ ask: 'write-pgn', tree })).text);
    }
    socket.close();
    return written;
  }, annotatedGames(GAMES));
  const words = (text) => text.replace(/\s+/g, ' ').replace(/ (?=\))|\d+\.+ /g, '');
  annotatedGames(GAMES).forEach((text, index) => assert.equal(words(games[index]), words(text), 'nothing is lost when it is read'));
  // Set at once: typed by the browser it would take half a minute.
  await page.evaluate((text) => {
    const area = document.querySelector('#panel-moves textarea');
    area.value = text;
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }, games.join('\n'));
  await page.click('#panel-moves button:text-is("Read")');
  await page.waitForSelector(`text=${GAMES} games. Choose one:`);
  await page.waitForSelector(`#panel-moves [role=status]:has-text("Game 1 of ${GAMES}")`);
  // Nobody looks at the boards meanwhile, so nothing is drawn.
  await page.evaluate(() => (document.querySelector('.page').style.display = 'none'));
  const back = await page.evaluate(async (step) => {
    const panel = document.querySelector('#panel-moves');
    const [list, area] = [panel.querySelector('ol'), panel.querySelector('textarea')];
    const write = [...panel.querySelectorAll('button')].find((button) => button.textContent === 'Write');
    const until = async (what) => {
      while (!what()) await new Promise((resolve) => setTimeout(resolve, 0));
    };
    const found = [];
    for (const [index, button] of [...list.querySelectorAll('button')].entries()) {
      if (index % step !== 0) continue;
      button.click();
      // What the last click has said is gone now.
      await new Promise((resolve) => setTimeout(resolve));
      await until(() => panel.querySelector('[role=status]')?.textContent.startsWith(`Game ${index + 1} of`));
      area.value = '';
      write.click();
      await until(() => area.value !== '' && panel.querySelector('[role=status]')?.textContent === 'This is the game.');
      found.push(area.value);
    }
    return found;
  }, STEP);
  assert.equal(back.length, GAMES / STEP);
  assert.deepEqual(
    back,
    games.filter((_, index) => index % STEP === 0),
  );
  console.log(`# ${back.length} games went through the page and came back as they were`);
  await done(page);
});

test('a report is stopped, and a PGN that is wrong is refused with the reason', async () => {
  const page = await openPage(home.browser, analyse('tab=report'));
  await page.fill('#panel-report textarea', '1. e4 e5 2. Bb6 *');
  await page.click('text=Report on it');
  await page.waitForSelector('[role=alert]');
  assert.match(await page.innerText('[role=alert]'), /game 1, move 2 of White: there is no legal move Bb6 here/);
  await page.fill('#panel-report textarea', GAME);
  await page.selectOption('#panel-report select', 'deep');
  await page.click('text=Report on it');
  await page.waitForSelector('#panel-report progress');
  await page.click('#panel-report button:text-is("Stop")');
  await page.waitForSelector('text=Stopped:');
  assert.equal(await page.locator('[role=alert]').count(), 0);
  await done(page);
});

test('keyboard only: to a line, to a term, through the game', async () => {
  const page = await openPage(home.browser, analyse(ITALIAN));
  await deep(page, 3, 3);
  await page.click('button:has-text("Thinking")');
  await tabTo(page, '[role=tab]');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#panel-why:not([hidden])');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#panel-terms table');
  await tabTo(page, '#panel-terms th button');
  await page.waitForSelector('.under .lit');
  await page.focus('#tab-terms');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await tabTo(page, '.graph[role=slider]');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('.graph[role=slider]').getAttribute('aria-valuenow') === '0');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.graph[role=slider]').getAttribute('aria-valuetext').startsWith('1. e4'));
  await done(page);
});
