// The lab pages, and what holds for every page.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { openPage, startBrowser, startServer } from './harness.js';

let server;
let browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function done(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

test('a race: every row agrees with minimax, and a toggle adds a row', async () => {
  const page = await openPage(browser, `${server.url}#/race?game=othello&limit=depth4&p=${encodeURIComponent('minimax;alphabeta')}`);
  await page.click('text=Run all');
  await page.waitForFunction(() => document.querySelectorAll('.yes').length === 2);
  await page.click('.chip:has-text("+ table")');
  await page.waitForFunction(() => document.querySelectorAll('.yes').length === 3);
  assert.match(await page.innerText('table'), /alphabeta:tt=16/);
  const nodes = await page.locator('.nodes span:last-child').allInnerTexts();
  const [minimax, alphabeta] = nodes.map((text) => Number(text.replaceAll(',', '')));
  assert.ok(alphabeta < minimax, `${alphabeta} < ${minimax}`);
  await done(page);
});

test('a traced search is opened, stepped through and searched', async () => {
  const page = await openPage(browser, `${server.url}#/tree?game=chess&moves=e2e4&spec=alphabeta:order%3Dmvvlva&limit=depth3`);
  // The root and twenty replies.
  await page.waitForFunction(() => document.querySelectorAll('[role=treeitem]').length === 21);
  await page.click('[aria-label="One event on"]');
  await page.waitForSelector('.event b:text-is("enter")');
  await page.click('[aria-label="Next cut"]');
  await page.waitForSelector('.event b:text-is("cut")');
  await page.waitForSelector('.code .on');
  assert.match(await page.innerText('.code'), /cut/);
  await page.click('[aria-label="One event back"]');
  await page.waitForFunction(() => document.querySelector('.event b').textContent !== 'cut');
  // The first move is searched in any case.
  await page.fill('[aria-label="Jump to a line of moves"]', 'Na6');
  await page.click('button:text-is("Jump")');
  const arrived = () => [...document.querySelectorAll('.path button')].map((step) => step.textContent).join(' ') === 'root Na6';
  await page.waitForFunction(arrived);
  await page.focus('[role=treeitem][tabindex="0"]');
  const chosen = '[role=treeitem][aria-selected=true]';
  const was = await page.getAttribute(chosen, 'aria-expanded');
  await page.keyboard.press('Enter');
  await page.waitForFunction(([chosen, was]) => document.querySelector(chosen).getAttribute('aria-expanded') !== was, [chosen, was]);
  const other = await openPage(browser, page.url());
  await other.waitForFunction(arrived);
  await done(other);
  await done(page);
});

test('a match is watched to its end and a game of it replayed', async () => {
  const page = await openPage(browser, `${server.url}#/match?game=tictactoe&limit=depth9&games=10&p=${encodeURIComponent('negamax;random')}`);
  await page.click('text=Start');
  await page.waitForSelector('text=Finished: 10 of 10 games');
  assert.equal(await page.locator('tbody tr').count(), 10);
  await page.click('text=Replay >> nth=0');
  await page.waitForSelector('.moves .move');
  await done(page);
});

test('the ladder shows its rungs, and a rung can be played', async () => {
  const page = await openPage(browser, `${server.url}#/ladder`);
  await page.waitForSelector('ol li');
  assert.equal(await page.locator('ol li').count(), 10);
  await page.click('button:text-is("Othello")');
  await page.waitForFunction(() => document.querySelectorAll('ol li').length === 7);
  await page.click('text=Play it >> nth=0');
  await page.waitForSelector('[role=grid]');
  assert.match(page.url(), /game=othello/);
  await done(page);
});

test('a course document is computed anew and agrees', async () => {
  const page = await openPage(browser, `${server.url}#/reproduce`);
  await page.click('button:has-text("fascicle3")');
  await page.waitForSelector('.verdict', { timeout: 60_000 });
  assert.match(await page.innerText('.verdict'), /All \d+ figures are the same/);
  await done(page);
});

const pages = {
  play: 'play?moves=e2e4.e7e5', analyse: 'analyse?moves=e2e4&spec=alphabeta:depth%3D3', race: 'race?limit=depth2', tree: 'tree?limit=depth2',
  match: 'match', ladder: 'ladder', reproduce: 'reproduce', othello: 'play?game=othello&first=human&second=human',
};

test('no page is wider than a phone', async () => {
  for (const [name, path] of Object.entries(pages)) {
    const page = await openPage(browser, `${server.url}#/${path}`, { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true });
    await page.waitForSelector('h1', { state: 'attached' });
    await page.waitForTimeout(200);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 375, `${name} is ${wide} pixels wide`);
    await done(page);
  }
});

for (const theme of ['light', 'dark']) {
  test(`axe finds no serious violation on any page, ${theme}`, async () => {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    for (const [name, path] of Object.entries(pages)) {
      const page = await openPage(browser, `${server.url}#/${path}`, { colorScheme: theme, bypassCSP: true });
      await page.waitForSelector('h1', { state: 'attached' });
      if (name === 'race') {
        await page.click('text=Run all');
        await page.waitForFunction(() => document.querySelectorAll('.yes').length > 0);
      }
      await page.waitForTimeout(250);
      await page.addScriptTag({ path: axe });
      // Only colours differ between the themes, so only they are looked at twice.
      const { violations } = await page.evaluate((colours) => window.axe.run(colours ? { runOnly: ['color-contrast'] } : {}), theme === 'dark');
      const serious = violations.filter((violation) => ['serious', 'critical'].includes(violation.impact));
      assert.deepEqual(serious.map((violation) => `${name}: ${violation.id} ${violation.nodes[0].html.slice(0, 200)} ${violation.nodes[0].failureSummary}`), []);
      await done(page);
    }
  });
}
