// The analysis: lines, why and why not, terms, reports on games; by mouse and by keyboard.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { address, atHome, done, openPage, program } from './harness.js';

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
  const page = await openPage(home.browser, analyse(`${ITALIAN}&tab=why`));
  await deep(page, 3, 4);
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
  assert.match(await page.innerText('.proof table'), /Material/);
  await page.click('.said button:has-text("White loses")');
  await page.waitForFunction(() => /Nxe5[\s\S]*Nxe5/.test(document.querySelector('.moves').textContent));
  // And by a click on a line's button, about the best move of a mate in one.
  const mate = await openPage(home.browser, analyse(`start=${encodeURIComponent('6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1')}&tab=why`));
  await mate.click('text=Why the best move?');
  await mate.waitForSelector('.said');
  assert.match(await mate.innerText('.said'), /Ra8# is mate\./);
  await done(mate);
  await done(page);
});

test('a move that is dragged is asked about and not played', async () => {
  const page = await openPage(home.browser, analyse(`${ITALIAN}&tab=why`));
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
  const page = await openPage(home.browser, analyse('tab=report'));
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
  await page.click('.worst button >> nth=0');
  await page.click('#tab-moves');
  await page.waitForFunction(() => document.querySelector('.moves [aria-current]')?.textContent === 'Nxf7');
  assert.match(await page.innerText('.moves'), /Nxf7\s*\?\?/);
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
  const reach = async (selector) => {
    for (let times = 0; times < 120; times += 1) {
      if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${selector} cannot be reached by Tab`);
  };
  await page.focus('h1').catch(() => {});
  await reach('[role=tab]');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#panel-why:not([hidden])');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#panel-terms table');
  await reach('#panel-terms th button');
  await page.waitForSelector('.under .lit');
  await page.focus('#tab-terms');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await reach('[role=slider]');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('[role=slider]').getAttribute('aria-valuenow') === '0');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('[role=slider]').getAttribute('aria-valuetext').startsWith('1. e4'));
  await done(page);
});
