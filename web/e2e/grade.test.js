// The page Grade: Python programs are graded in the browser by the static site, and by a command natively.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atHome, done, isSite, openPage, program, siteTest, test } from './harness.js';

const home = atHome();

const COMPLETE = readFileSync(new URL('../../crates/cli/tests/it/programs/complete.py', import.meta.url), 'utf8');

const changed = (from, to) => {
  assert.ok(COMPLETE.includes(from), from);
  return COMPLETE.replace(from, to);
};

/** Programs with the assignment, and the bug that the sheet names. The last one only defines `answer`. */
const PROGRAMS = [
  ['right.py', COMPLETE, 'alphabeta', null],
  ['strict.py', changed('best >= beta:\n                break', 'best > beta:\n                break'), 'alphabeta', 'strict-cut'],
  ['deeper.py', changed('entry[0] == depth', 'entry[0] >= depth'), 'table', 'deeper-reused'],
  [
    'signs.py',
    changed('value = -self.run(game.play(state, move), depth - 1, -beta', 'value = self.run(game.play(state, move), depth - 1, -beta').split('if __name__')[0],
    'alphabeta',
    'value-not-negated',
  ],
];

/** Returns the sheet of the native program. */
function native(folder, name, source, assignment) {
  writeFileSync(join(folder, name), source);
  return new Promise((resolve) =>
    execFile(program(), ['grade', name, '--assignment', assignment, '--json'], { cwd: folder }, (_, stdout) => resolve(JSON.parse(stdout))),
  );
}

async function enter(page, name, source, assignment) {
  await page.selectOption('#assignment', assignment);
  await page.setInputFiles('input[type=file]', { name, mimeType: 'text/x-python', buffer: Buffer.from(source) });
  await page.waitForFunction((name) => document.body.innerText.includes(name), name);
  await page.click('button:text-is("Grade")');
}

async function sheetOf(page) {
  await page.waitForSelector('.sheet');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('button:text-is("Save as JSON")')]);
  return JSON.parse(readFileSync(await download.path(), 'utf8'));
}

siteTest('a right and three wrong programs get the same sheet as natively', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-grade-'));
  const page = await openPage(home.browser, `${home.server.url}#/grade`, { acceptDownloads: true });
  await page.waitForSelector('#assignment option', { state: 'attached' });
  for (const [name, source, assignment, bug] of PROGRAMS) {
    const expected = native(folder, name, source, assignment);
    await enter(page, name, source, assignment);
    const sheet = await sheetOf(page);
    // A worker of the browser needs no isolation; the native sheet states its level.
    const { isolation, ...printed } = await expected;
    assert.match(isolation, /isolat/);
    assert.deepEqual(sheet, printed, name);
    assert.equal(sheet.bug?.name ?? null, bug, name);
    assert.equal(sheet.passed, bug === null, name);
    if (bug) assert.match(await page.innerText('.sheet'), new RegExp(`Bug: ${bug}`));
  }
  rmSync(folder, { recursive: true });
  await done(page);
});

siteTest('a program with an endless loop is ended and marked, and one that crashes is marked', async () => {
  const page = await openPage(home.browser, 'about:blank');
  // The time of the page only: a worker has its own.
  await page.clock.install();
  await page.goto(`${home.server.url}#/grade?assignment=minimax`);
  await page.waitForSelector('#assignment option', { state: 'attached' });
  const loops = 'def answer(question):\n    while question["game"] == "tictactoe":\n        pass\n    return {"value": 0, "move": 0}\n';
  await enter(page, 'loops.py', loops, 'minimax');
  // Each question has its time; the test does not wait for it.
  while (!(await page.locator('.sheet').count())) {
    await page.clock.runFor(1_000);
    // Without a pause the questions to the page would use a whole processor.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const text = await page.innerText('.sheet');
  assert.match(text, /no answer within/);
  assert.match(text, /not passed/);
  await enter(page, 'crashes.py', 'raise ValueError("no idea")\n', 'minimax');
  await page.waitForFunction(() => /no idea/.test(document.querySelector('.sheet')?.innerText ?? ''));
  assert.match(await page.innerText('.sheet'), /: 0 of/);
  await page.context().close();
});

siteTest('grading stops on request, and what needs minutes is left to the terminal', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/grade`);
  await page.waitForSelector('#assignment option', { state: 'attached' });
  await enter(page, 'endless.py', 'while True: pass\n', 'minimax');
  await page.waitForSelector('text=/Asking|Loading/');
  await page.click('button:text-is("Stop")');
  await page.waitForSelector('button:text-is("Stop")', { state: 'detached' });
  assert.equal(await page.locator('[role=alert]').count(), 0);
  await page.selectOption('#assignment', 'i2p3');
  await page.waitForSelector('text=espalier grade endless.py --assignment i2p3');
  assert.ok(await page.isDisabled('button:text-is("Grade")'));
  await done(page);
});

if (!isSite) {
  test('the server grades nothing, but the page shows the command', async () => {
    const page = await openPage(home.browser, `${home.server.url}#/grade?assignment=table&seed=7`);
    await page.waitForSelector('text=espalier grade my_program.py --assignment table --seed 7');
    await page.selectOption('#assignment', 'minimax');
    await page.waitForSelector('text=Write minimax');
    await done(page);
  });
}
