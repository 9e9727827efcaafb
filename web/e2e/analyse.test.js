// The analysis: lines, why and why not, terms, reports on games; by mouse and by keyboard.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { address, askServer, atHome, done, openPage, program, test } from './harness.js';
import { tabTo } from './person.js';

const home = atHome();

const analyse = (query) => `${home.server.url}#/analyse?${query}`;
const ITALIAN = 'moves=e2e4.e7e5.g1f3.b8c6.f1c4.g8f6';

/** Runs the engine until it shows all lines at a depth or more. */
async function deep(page, lines, depth) {
  await page.click('button:text-is("Start engine")');
  await page.waitForFunction(
    ([lines, depth]) => document.querySelectorAll('.lines li').length === lines && Number(document.querySelector('.figures b')?.textContent) >= depth,
    [lines, depth],
  );
}

test('lines arrive, grow, and are previewed, pinned and entered; a link restores them', async () => {
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
  await page.waitForFunction((before) => document.querySelector('.nodes')?.textContent !== before, before);
  await page.hover('.lines li >> nth=1 >> .move >> nth=1');
  await page.waitForSelector('.peek piece');
  await page.mouse.move(5, 5);
  await page.waitForSelector('.peek', { state: 'detached' });
  await page.click('.lines li >> nth=0 >> text=pin');
  await page.waitForSelector('.lines .pinned');
  await page.click('.engine button:text-is("Stop")');
  await page.waitForSelector('.figures:has-text("stopped")');
  // The same in the words of UCI, both ways, and filtered.
  await page.click('summary:has-text("UCI")');
  await page.waitForSelector('[role=log]:has-text("bestmove")');
  const said = await page.innerText('[role=log]');
  assert.match(said, /> position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6\n> go infinite\n< info depth \d/);
  assert.match(said, /< info depth \d+ seldepth \d+ multipv 4 score cp -?\d+.* pv [a-h][1-8]/);
  await page.getByLabel('Filter').fill('bestmove');
  await page.waitForFunction(() => /^< bestmove \S+ ponder \S+$/.test(document.querySelector('[role=log]')?.innerText.trim()));
  await page.click('.lines .pinned .move >> nth=1');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 8);
  const other = await openPage(home.browser, await address(page));
  await other.waitForFunction(() => document.querySelectorAll('.moves .move').length === 8);
  assert.equal(await other.locator('[aria-label=Lines] >> nth=-1').inputValue(), '4');
  await done(other);
  await done(page);
});

test('any player analyses any game', async () => {
  const page = await openPage(home.browser, analyse('moves=e2e4.e7e5&spec=alphabeta:order%3Dmvvlva'));
  await deep(page, 1, 3);
  await page.click('.lines .move');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 3);
  const othello = await openPage(home.browser, analyse('game=othello&moves=f5'));
  await deep(othello, 1, 3);
  await othello.click('#tab-report');
  await othello.waitForSelector('text=Reports need the engine');
  await done(othello);
  await done(page);
});

test('explains a losing move and the best move', async () => {
  // The knight on f6 is protected, the pawn on e5 is, too.
  const page = await openPage(home.browser, analyse(`${ITALIAN}&tab=why`), { fresh: true });
  await deep(page, 3, 4);
  await page.click('.engine button:text-is("Stop")');
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
  await page.waitForFunction(() => /Nxe5[\s\S]*Nxe5/.test(document.querySelector('.moves')?.textContent));
  // And by a click on a line's button, about the best move of a mate in one.
  const mate = await openPage(home.browser, analyse(`start=${encodeURIComponent('6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1')}&tab=why`));
  await mate.click('text=Explain the best move');
  await mate.waitForSelector('.said');
  assert.match(await mate.innerText('.said'), /Ra8# is mate on the back rank/);
  await done(mate);
  await done(page);
});

test('a dragged move is explained and not played', async () => {
  const page = await openPage(home.browser, analyse(`${ITALIAN}&tab=why`), { fresh: true });
  await deep(page, 3, 2);
  // Lines that grow may move the board under the mouse.
  await page.click('.engine button:text-is("Stop")');
  await page.click('text=Drag a move to explain');
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

test('terms highlight their squares', async () => {
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
  assert.match(await network.innerText(), /The network (differs from the terms by [+−]\d+\.\d\d|agrees with the terms)/);
  assert.equal(await network.locator('li').count(), 30);
  assert.match(await network.locator('li').first().innerText(), /^Qd[18] \d+\.\d$/);
  await page.mouse.move(5, 5);
  await network.getByRole('group', { name: "Black's pieces" }).hover();
  await page.waitForSelector('.under .lit');
  await done(page);
});

test('course evaluators are shown term by term, as in the terminal', async () => {
  const page = await openPage(home.browser, analyse(`start=report-3&tab=terms&on=0`));
  await page.waitForSelector('#panel-terms tbody tr');
  for (const [name, parts] of [
    ['boardweight', 4],
    ['a8', 6],
    ['domination', 2],
    ['report', 5],
  ]) {
    await page.selectOption('#panel-terms select', name);
    await page.waitForSelector(`#panel-terms caption:has-text("The terms of ${name}")`, { state: 'attached' });
    const printed = JSON.parse(execFileSync(program(), ['eval', '--eval', name, '--fen', 'report-3', '--json']).toString());
    assert.equal(printed.parts.length, parts);
    const rows = await page.locator('#panel-terms tbody tr').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.deepEqual(
      rows.map(([part, white, black]) => [part, Number(white), Number(black)]),
      printed.parts.map(({ part, white, black }) => [part, white, black]),
    );
  }
  assert.match(await address(page), /eval=report/);
  await done(page);
});

const GAME = '[White "Anna"]\n[Black "Bernd"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1';

test('a report on a whole game: accuracy, the worst move, the annotated PGN', async () => {
  // A fresh engine has an empty table, so the report is deterministic.
  const page = await openPage(home.browser, analyse('tab=report'), { fresh: true });
  await page.fill('#panel-report textarea', GAME);
  await page.click('text=Import and analyse');
  await page.waitForSelector('.worst', { timeout: 60_000 });
  const sides = await page.locator('.sides tbody tr').allInnerTexts();
  const accuracy = sides.map((side) => Number(side.match(/([\d.]+)%/)[1]));
  assert.ok(sides[0].startsWith('Anna') && accuracy[0] < accuracy[1], sides.join(' '));
  assert.match(await page.locator('.worst li').first().innerText(), /5\. Nxf7\?\?/);
  await page.waitForSelector('#panel-report .dot');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Export annotated PGN')]);
  const text = readFileSync(await download.path(), 'utf8');
  assert.match(text, /5\.\s+Nxf7\s+\$4\s+\{\[%eval\s+-\d/);
  assert.match(text, /\(5\.\s+[A-Za-z]/);
  assert.match(text, /\[Annotator "Espalier"\]/);
  // Phases, turning points, and for each mistake the position before it, both arrows and what is proved.
  assert.match(await page.innerText('.phases'), /Opening\s+1–7\s+[\d.]+%\s+[\d.]+%/);
  assert.match(await page.innerText('.turning'), /5\. Nxf7\?\?\s+Bernd is winning/);
  await page.waitForSelector('.worst .proved');
  assert.match(await page.locator('.worst .proved').first().innerText(), /loses|mates|takes|wins/);
  await page.waitForFunction(() => document.querySelector('.worst li')?.querySelectorAll('.cg-shapes line').length === 2);
  // Each move has a comment: in the list of all moves, and for the move shown.
  await page.click('#panel-report summary:text-is("All moves")');
  const comments = await page.locator('.every tbody tr').allInnerTexts();
  assert.equal(comments.length, 2 * 7, comments.join(' | '));
  for (const comment of comments) assert.match(comment, /\t(Book|Best|Good|Inaccuracy|Mistake|Blunder)/);
  assert.match(comments[0], /Book/);
  await page.click('.every button:text-is("5. Nxf7??")');
  await page.waitForSelector('#panel-report .coach:has-text("Blunder")');
  // Another try: a bad move is judged, the best one is found, and the game stays as it was.
  await page.click('.worst li >> nth=0 >> text=Try again');
  await page.waitForSelector('.retry:has-text("White to move.")');
  assert.equal(await page.locator('.value').isVisible(), false, 'the evaluation is hidden');
  const attempt = async (move) => {
    await page.fill('input[aria-label=Move]', move);
    await page.press('input[aria-label=Move]', 'Enter');
  };
  await attempt('Nxg5');
  await page.waitForSelector('[role=alert]:has-text("Nxg5")');
  await attempt('h3');
  await page.waitForFunction(() => /h3: (Not better|Better than)/.test(document.querySelector('.retry .said')?.textContent));
  await attempt('Bxf7+');
  await page.waitForSelector('.retry .solved');
  await page.click('.retry button:text-is("Close")');
  // A later mistake of Black: the prompt and the board are in view, the board is turned, and the answer is not on the screen.
  await page.setViewportSize({ width: 1280, height: 720 });
  const black = page
    .locator('.worst li')
    .filter({ hasText: /\d+\.\.\. / })
    .last();
  assert.equal(await black.count(), 1, await page.innerText('.worst'));
  const answer = (await black.innerText()).match(/Best:\s+(\S+)/)[1];
  await black.locator('button:text-is("Try again")').click();
  await page.waitForSelector('.retry:has-text("Black to move.")');
  for (const part of ['.retry', '.fit']) {
    const box = await page.locator(part).first().boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 720, `${part}: ${JSON.stringify(box)}`);
  }
  await page.waitForSelector('.cg-wrap.orientation-black');
  assert.ok(!(await page.innerText('main')).includes(answer), `${answer} is on the screen`);
  await page.click('.retry button:text-is("Close")');
  await page.waitForSelector('.worst >> visible=true');
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.click('.worst button >> nth=0');
  await page.click('#tab-moves');
  await page.waitForFunction(() => document.querySelector('.moves [aria-current]')?.textContent === 'Nxf7');
  // The evaluation of the position shown, not of the one before.
  await page.waitForFunction(() => /^−\d/.test(document.querySelector('.value')?.textContent));
  assert.match(await page.innerText('.moves'), /Nxf7\s*\?\?\s*−\d/);
  assert.equal(await page.locator('.moves .variation').count(), 0);
  // The number on the bar is the value, rounded; and a game from here on.
  await page.waitForFunction(() => {
    const value = Number(document.querySelector('.value').textContent.replace(/[^\d.]/g, ''));
    return value > 0 && document.querySelector('.bar .number')?.textContent === value.toFixed(1);
  });
  await page.click('text=Play from here');
  await page.waitForSelector('.strip');
  assert.match(await address(page), /#\/play\?.*e5f7&first=engine:elo=\d+&second=human/);
  await page.waitForFunction(() => document.querySelector('.ranks span')?.textContent === '1');
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

test('round trip: the games of a PGN are listed and exported unchanged', async () => {
  const page = await openPage(home.browser, analyse('on=0'));
  await page.click('summary:has-text("PGN")');
  // Texts are compared in the form that the server writes.
  const games = [];
  for (const text of annotatedGames(GAMES)) {
    const { tree, reason } = await askServer(page, { ask: 'read-pgn', text });
    if (!tree) throw new Error(`${reason}: ${text}`);
    games.push((await askServer(page, { ask: 'write-pgn', tree })).text);
  }
  const words = (text) => text.replace(/\s+/g, ' ').replace(/ (?=\))|\d+\.+ /g, '');
  annotatedGames(GAMES).forEach((text, index) => assert.equal(words(games[index]), words(text), 'nothing is lost when it is read'));
  // Set at once: typed by the browser it would take half a minute.
  await page.evaluate((text) => {
    const area = document.querySelector('#panel-moves details textarea');
    area.value = text;
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }, games.join('\n'));
  await page.click('#panel-moves details button:text-is("Import")');
  await page.waitForSelector(`text=${GAMES} games. Choose one:`);
  await page.waitForSelector(`#panel-moves details [role=status]:has-text("Game 1 of ${GAMES}")`);
  // Hidden, so that boards are not drawn.
  await page.evaluate(() => (document.querySelector('.page').style.display = 'none'));
  const back = await page.evaluate(async (step) => {
    const panel = document.querySelector('#panel-moves details');
    const [list, area] = [panel.querySelector('ol'), panel.querySelector('textarea')];
    const write = [...panel.querySelectorAll('button')].find((button) => button.textContent === 'Export');
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
      await until(() => area.value !== '' && panel.querySelector('[role=status]')?.textContent === 'Exported.');
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

test('a report is stopped, and a wrong PGN is refused with the reason', async () => {
  const page = await openPage(home.browser, analyse('tab=report'));
  await page.fill('#panel-report textarea', '1. Bb6 e5 *');
  await page.click('text=Import and analyse');
  await page.waitForSelector('[role=alert]');
  assert.match(await page.innerText('[role=alert]'), /game 1, move 1 of White: there is no legal move Bb6 here/);
  await page.fill('#panel-report textarea', GAME);
  await page.selectOption('#panel-report select', 'deep');
  await page.click('text=Import and analyse');
  await page.waitForSelector('#panel-report progress');
  await page.click('#panel-report button:text-is("Stop")');
  await page.waitForSelector('text=Stopped after');
  assert.equal(await page.locator('[role=alert]').count(), 0);
  await done(page);
});

test('keyboard only: to a line, to a term, through the game', async () => {
  const page = await openPage(home.browser, analyse(ITALIAN));
  await deep(page, 3, 3);
  await page.click('.engine button:text-is("Stop")');
  await tabTo(page, '[role=tab]');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#panel-book .explorer');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#panel-why:not([hidden])');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#panel-terms table');
  await tabTo(page, '#panel-terms th button');
  await page.waitForSelector('.under .lit');
  await page.focus('#tab-terms');
  for (const tab of ['why', 'book', 'moves']) {
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector(`#panel-${tab}:not([hidden])`);
  }
  await tabTo(page, '.graph[role=slider]');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('.graph[role=slider]')?.getAttribute('aria-valuenow') === '0');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.graph[role=slider]')?.getAttribute('aria-valuetext').startsWith('1. e4'));
  await done(page);
});

test('the move list is edited: comment, sign, promote, delete and undo; the PGN has it all', async () => {
  const page = await openPage(home.browser, analyse('on=0&moves=e2e4.e7e5.g1f3'));
  await page.waitForSelector('.moves [aria-current]');
  const box = page.locator('#panel-moves .editor');
  await box.locator('textarea').fill('attacks the pawn');
  await box.locator('select').selectOption({ label: '! good move' });
  await page.waitForSelector('.moves .said:has-text("attacks the pawn")');
  assert.match(await page.innerText('.moves'), /Nf3\s*!/);
  // A variation becomes the main line.
  await page.click('.moves button:text-is("e4")');
  await page.waitForFunction(() => document.querySelector('.moves [aria-current]')?.textContent === 'e4');
  await page.fill('input[aria-label=Move]', 'c5');
  await page.press('input[aria-label=Move]', 'Enter');
  await page.waitForSelector('.moves .variation:has-text("c5")');
  await box.locator('button:text-is("Promote")').click();
  await page.waitForSelector('.moves .variation:has-text("e5")');
  assert.equal(await box.locator('button:text-is("Promote")').isDisabled(), true);
  const exported = async () => {
    if (!(await page.locator('#panel-moves details textarea').isVisible())) await page.click('#panel-moves summary:text-is("PGN")');
    await page.click('#panel-moves button:text-is("Export")');
    await page.waitForSelector('#panel-moves [role=status]:has-text("Exported.")');
    return page.inputValue('#panel-moves details textarea');
  };
  assert.match(await exported(), /1\. e4 c5 \(1\.\.\. e5 2\. Nf3 \$1 \{\s?attacks the pawn\s?\}\)/);
  // Deleted, and brought back.
  await box.locator('button:text-is("Delete from here")').click();
  await page.waitForSelector('.editor [role=status]:has-text("c5")');
  await page.waitForFunction(() => !document.querySelector('.moves .variation'));
  assert.match(await exported(), /1\. e4 e5 2\. Nf3/);
  await box.locator('button:text-is("Undo")').click();
  await page.waitForSelector('.moves .variation:has-text("e5")');
  await done(page);
});

test('the opening explorer names the moves of the book, and a click plays one', async () => {
  const page = await openPage(home.browser, analyse('on=0&tab=book&moves=e2e4.e7e5.g1f3.b8c6'));
  const row = page.locator('.explorer tbody tr').filter({ has: page.locator('button:text-is("Bc4")') });
  await row.waitFor();
  assert.match(await row.innerText(), /Italian Game\s+\d+/);
  await row.locator('button').click();
  await page.waitForSelector('#panel-book .opening:has-text("Italian Game")');
  await page.goto(analyse('on=0&tab=book&moves=h2h4.h7h5.h1h3'));
  await page.waitForSelector('#panel-book:has-text("No move of the book")');
  await done(page);
});

test('the position is saved as an image, as SVG and as PNG, in every game', async () => {
  const page = await openPage(home.browser, analyse('on=0&moves=e2e4'));
  for (const [path, pieces] of [
    ['game=chess&moves=e2e4', 'image'],
    ['game=connect4&moves=d', 'circle'],
    ['game=tictactoe&moves=b2', 'path'],
  ]) {
    await page.goto(analyse(`on=0&${path}`));
    await page.waitForSelector('cg-board piece');
    const saved = async (kind) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[aria-label="Save the position as ${kind}"]`)]);
      return readFileSync(await download.path());
    };
    const svg = String(await saved('SVG'));
    assert.equal(svg.match(new RegExp(`<${pieces} `, 'g')).length, pieces === 'image' ? 32 : 1, path);
    if (pieces === 'image') assert.match(svg, /href="data:image\/svg\+xml/);
    assert.deepEqual([...(await saved('PNG'))].slice(1, 4), [...Buffer.from('PNG')], path);
  }
  await done(page);
});

test('one illegal move does not reject a PGN: the moves before it are imported, with the error', async () => {
  const page = await openPage(home.browser, analyse('on=0'));
  await page.click('#panel-moves summary:text-is("PGN")');
  await page.fill('#panel-moves textarea[placeholder^="Paste"]', '1. e4 (1. d4 d5 2. c4 e6) 1... e5 2. Nf3 Nc6 3. Bb5 Ke6 4. d4 1-0');
  await page.click('#panel-moves button:text-is("Import")');
  // Moves are counted without variations.
  await page.waitForSelector('#panel-moves [role=status]:has-text("A game with 3 moves.")');
  assert.match(await page.innerText('#panel-moves [role=alert]'), /game 1, move 3 of Black: there is no legal move Ke6 here/);
  assert.match(await page.innerText('.moves'), /Bb5/);
  await done(page);
});

test('keyboard only: a game is reviewed, a comment read, and a mistake tried again', async () => {
  const page = await openPage(home.browser, analyse('on=0&moves=f2f3.e7e5.g2g4.a7a6'));
  await page.waitForSelector('.moves [aria-current]');
  await tabTo(page, '#tab-moves');
  while ((await page.locator('#tab-report[aria-selected=true]').count()) === 0) await page.keyboard.press('ArrowRight');
  await tabTo(page, '#panel-report button.primary');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.worst li');
  // The report is of the whole game; the arrow keys go through it, with a comment on each move.
  await page.locator('#tab-report').focus();
  await tabTo(page, '#panel-report summary');
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('#panel-report .coach:has-text("2. g4??")');
  assert.match(await page.innerText('#panel-report .coach'), /Blunder: allows mate in 1\. Better: \S+\./);
  await tabTo(page, '.worst li button.small');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.retry');
  await tabTo(page, '.retry button');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.retry .solved:has-text("Best: ")');
  while (!(await page.evaluate(() => document.activeElement?.textContent === 'Close'))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.worst >> visible=true');
  await done(page);
});
