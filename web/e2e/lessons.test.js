// The start page, the lessons and the tree of numbers: with the mouse, with the keyboard alone, on every width.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { address, atHome, done, drawn, openPage, test, visit } from './harness.js';
import { tabTo } from './person.js';

const home = atHome();
const at = (path) => `${home.server.url}#/${path}`;

test('three doors, and each leads somewhere; what is loaded first is small', async () => {
  const page = await openPage(home.browser, 'about:blank');
  const sizes = [];
  page.on('requestfinished', async (request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    sizes.push(responseBodySize + responseHeadersSize);
  });
  await page.goto(home.server.url);
  await page.waitForSelector('.door ol li');
  assert.deepEqual(await page.locator('.door h2').allInnerTexts(), ['Play', 'Understand', 'Measure']);
  assert.equal(await page.locator('.door ol li').count(), 14);
  await page.evaluate(() => document.fonts.ready);
  await drawn(page);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes > 20_000 && bytes < 200_000, `${bytes} bytes`);
  for (const [link, there] of [
    ['Play chess', '[role=grid]'],
    ['Race some searches', 'table .chip'],
    ['Begin: Games as trees', 'article h2'],
  ]) {
    await page.click(`a:has-text("${link}")`);
    await page.waitForSelector(there);
    // Who wants to play is asked whom first.
    if (link === 'Play chess') await page.click('dialog.new-game button:text-is("Cancel")');
    await page.click('a.brand');
    await page.waitForSelector('.door ol li');
  }
  await done(page);
});

test('a whole lesson with the keyboard alone, and what is done is kept', async () => {
  const page = await openPage(home.browser, at('lesson?name=minimax'));
  await page.waitForSelector('article h2');
  const steps = await page.locator('nav[aria-label="Steps of the lesson"] li').count();
  assert.equal(await page.locator('.reveal .text').count(), 0, 'nothing is given away');
  for (let step = 1; step <= steps; step += 1) {
    await page.waitForSelector(`text=Step ${step} of ${steps}`);
    const choices = await page.locator('.choice').count();
    if (choices > 0) {
      await tabTo(page, '.choice input');
      await page.keyboard.press('Space');
    } else {
      await tabTo(page, 'input.written');
      await page.keyboard.type('c3');
    }
    await page.keyboard.press('Enter');
    await page.waitForSelector('.verdict');
    assert.ok((await page.locator('.reveal .text').count()) > 0);
    if (step < steps) {
      await tabTo(page, '.ends .primary');
      await page.keyboard.press('Enter');
    }
  }
  await page.waitForSelector('text=The lesson is over');
  assert.match(await address(page), /lesson\?name=minimax&step=5/);
  await page.click('text=All lessons');
  await page.waitForSelector('.door li.done');
  assert.equal(await page.innerText('.door li.done a'), 'Minimax');
  await page.reload();
  await page.waitForSelector('.door li.done');
  assert.match(await page.innerText('.door:nth-of-type(2) > p'), /1 of 14 are done/);
  await done(page);
});

test('every step of every lesson can be shown, and its links are of the app', async () => {
  const page = await openPage(home.browser, home.server.url);
  await page.waitForSelector('.door ol li');
  const names = await page.locator('.door ol a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  assert.equal(names.length, 14);
  for (const name of names) {
    await visit(page, new URL(name, home.server.url).href);
    await page.waitForFunction(() => document.querySelectorAll('nav[aria-label="Steps of the lesson"] li').length > 3);
    // In the page itself, which is quicker than a click from outside for each of some eighty steps.
    const wrong = await page.evaluate(async () => {
      const until = async (what) => {
        while (!what()) await new Promise((resolve) => setTimeout(resolve));
      };
      const wrong = [];
      for (const [step, button] of document.querySelectorAll('nav[aria-label="Steps of the lesson"] li button').entries()) {
        button.click();
        await until(() => document.querySelector('main').textContent.includes(`Step ${step + 1} of`));
        // What is shown has come: a tree or a board.
        await until(() => !document.querySelector('.show') || document.querySelector('.show svg, .show cg-board, [role=alert]'));
        const alert = document.querySelector('[role=alert]');
        if (alert) wrong.push(`step ${step + 1}: ${alert.textContent}`);
      }
      return wrong;
    });
    assert.deepEqual(wrong, [], name);
  }
  await done(page);
});

test('a tree of numbers: typed, stepped through by keys, nothing known before its time, presented and saved', async () => {
  const page = await openPage(home.browser, at('tree?tree=[[3,12,8],[2,4,6],[14,5,2]]&search=maxmin&hidden=1'), { viewport: { width: 1920, height: 1000 } });
  await page.waitForSelector('.small-tree svg');
  const faces = () => page.locator('.small-tree g[data-face]').evaluateAll((nodes) => nodes.map((node) => node.dataset.face).join(' '));
  assert.equal(await faces(), Array(13).fill('?').join(' '));
  await tabTo(page, '.small-tree');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  assert.equal((await faces()).replaceAll('? ', ''), '3 ?', 'only the first leaf is known');
  await page.keyboard.press('c');
  await page.waitForSelector('[data-cut]');
  assert.match(await page.innerText('.said'), /MIN has 2, and MAX has 3 elsewhere: 2 moves are never looked at/);
  assert.equal(await page.locator('[data-cut]').count(), 2);
  await page.keyboard.press('End');
  assert.match(await page.innerText('.bar'), /7 leaves looked at, value 3 for MAX/);
  assert.match(await page.innerText('.small-tree'), /values for MAX/);
  // The screen is used.
  const share = (await page.locator('.small-tree svg').boundingBox()).width / 1920;
  assert.ok(share >= 0.8, `${share} of the width`);
  await page.keyboard.press('p');
  await page.waitForSelector('.presenting');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.presenting', { state: 'detached' });
  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`.small-tree .chip:text-is("${name}")`)]);
    return readFileSync(await download.path(), 'utf8');
  };
  assert.match(await saved('SVG'), /^<svg[\s\S]*<\/svg>$/);
  const alone = await openPage(home.browser, 'about:blank');
  await alone.setContent(await saved('HTML'));
  await alone.waitForSelector('#tree svg');
  await alone.click('#on');
  assert.match(await alone.innerText('#said'), /MAX is to move at the root/);
  await done(alone);
  await page.fill('#numbers', '[[3,x]]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[role=alert]');
  assert.match(await page.innerText('[role=alert]'), /`x` is neither a number nor a bracket/);
  // Drawn by the keyboard alone: a root with two moves, numbers typed at their leaves.
  await page.focus('button:text-is("Draw by hand")');
  await page.keyboard.press('Enter');
  await page.click('text=Begin anew');
  const here = (name) => page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, name);
  await here('node 1, leaf 0');
  await page.keyboard.press('Enter');
  await here('node 1.1, leaf 0');
  await page.keyboard.type('-3');
  await page.keyboard.press('Enter');
  await here('node 1.1, leaf -3');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await here('node 1.2, leaf 0');
  await page.keyboard.type('12');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await here('node 2, leaf 0');
  await page.keyboard.press('Delete');
  await page.waitForFunction(() => document.querySelector('#numbers').value === '[[-3,12]]');
  // And by the mouse; the search below follows.
  await page.click('[role=treeitem][aria-label="the root, MAX"]');
  await page.click('text=Add a move');
  await here('node 2, leaf 0');
  await page.fill('.draw input[type=number]', '5');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => document.querySelector('#numbers').value === '[[-3,12],5]');
  await page.focus('.small-tree');
  await page.keyboard.press('End');
  await page.waitForFunction(() => /value 5 for MAX/.test(document.querySelector('.small-tree .bar').textContent));
  assert.match(decodeURIComponent(await address(page)), /tree=\[\[-3,12\],5\]/);
  await done(page);
});
