// Practice: an exercise on a number tree, with the mouse and with the keyboard alone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { address, atHome, done, openPage, test } from './harness.js';
import { tabTo } from './person.js';

const home = atHome();
const at = (path) => `${home.server.url}#/${path}`;
const TREE = [
  [3, 12, 8],
  [2, 4, 6],
  [14, 5, 2],
];
const EXERCISE = `practice?tree=${JSON.stringify(TREE)}&seed=1`;

/** Searches a tree of two plies by alpha-beta: its value, the leaves not visited, and the windows of the root and its moves, by name. */
function solve(tree, names = tree.map((_, index) => 'BCDEFG'[index])) {
  let alpha = -Infinity;
  const skipped = [];
  const windows = { A: [-Infinity, Infinity] };
  let visited = 0;
  tree.forEach((leaves, child) => {
    windows[names[child]] = [alpha, Infinity];
    let value = Infinity;
    leaves.forEach((leaf, index) => {
      if (value <= alpha) return skipped.push(`${names[child].toLowerCase()}${index + 1}`);
      visited += 1;
      value = Math.min(value, leaf);
    });
    alpha = Math.max(alpha, value);
  });
  return { value: alpha, skipped, windows, visited };
}

const orders = (items) =>
  items.length < 2 ? [items] : items.flatMap((item) => orders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));

/** Returns the order of the root's moves with the fewest visited leaves, by trying all. */
function bestOrder(tree) {
  const cost = (order) => solve(order.map((child) => tree[child])).visited;
  const best = orders(tree.map((_, index) => index)).sort((a, b) => cost(a) - cost(b))[0];
  return best.map((child) => 'BCDEFG'[child]);
}

const ended = (value) => (value === Infinity ? 'inf' : value === -Infinity ? '-inf' : String(value));

/** Returns the text of the question shown. */
const question = (page) => page.innerText('.question h2');

test('an exercise is answered on the tree, marked at once with the reason, and its link and score card carry it', async () => {
  const page = await openPage(home.browser, at(EXERCISE));
  const solution = solve(TREE);
  assert.match(await question(page), /minimax value/);
  const check = async (wanted) => {
    await page.click('.question button:text-is("Check")');
    await page.waitForSelector(`.remark .verdict:has-text("${wanted}")`);
  };
  // Two tries, then the reason.
  await page.fill('.question input', '14');
  await check('Not quite. Try once more.');
  assert.equal(await page.locator('.remark li').count(), 0, 'the second try is not given away');
  await check('Answer: 3.');
  assert.match(await page.innerText('.remark li'), /MIN moves at B, C and D/);
  await page.click('text=Next question');
  assert.match(await question(page), /Which leaves does it not visit/);
  for (const name of solution.skipped) await page.click(`.drawing svg [data-node] text:text-is("${name}")`);
  assert.deepEqual(await page.locator('.chips [aria-pressed=true]').allInnerTexts(), solution.skipped);
  await check('Right.');
  await page.click('text=Next question');
  while (/α and β/.test(await question(page))) {
    const [low, high] = solution.windows[(await question(page)).match(/enters (\w)/)[1]].map(ended);
    await page.fill('.question input >> nth=0', low);
    await page.fill('.question input >> nth=1', high);
    await check('Right.');
    await page.click('text=Next question');
  }
  for (const name of bestOrder(TREE)) await page.click(`.chips button:text-is("${name}")`);
  await check('Right.');
  await page.click('text=Show the result');
  assert.equal(await page.innerText('.result .big'), '8 of 10 points');
  // The finished tree has its cutoffs; the card is a picture; the link has the tree and the seed.
  assert.match(await page.innerHTML('.drawing svg'), /≤/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save score card')]);
  assert.equal(download.suggestedFilename(), 'practice.png');
  assert.deepEqual([...readFileSync(await download.path())].slice(1, 4), [...Buffer.from('PNG')]);
  assert.match(await page.locator('.card svg').first().innerHTML(), /8 of 10/);
  assert.ok(decodeURIComponent(await address(page)).endsWith(`#/${EXERCISE}`), await address(page));
  await page.click('text=Same tree again');
  assert.match(await question(page), /minimax value/);
  await page.click('text=New tree');
  await page.waitForFunction(() => /shape=3x3&seed=\d+/.test(location.hash));
  await done(page);
});

test('keyboard only: an exercise from the start page to its result', async () => {
  const page = await openPage(home.browser, at('start'));
  await page.waitForSelector('.door ol li');
  await tabTo(page, '.door a[href="#/practice"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.question');
  const tree = JSON.parse((await page.getAttribute('.drawing svg', 'aria-label')).replace('The tree ', ''));
  const solution = solve(tree);
  const press = async (selector, key = 'Space') => {
    await tabTo(page, selector);
    await page.keyboard.press(key);
  };
  const next = async () => {
    await page.waitForSelector('.remark .verdict:has-text("Right.")');
    // The focus is on the button that goes on.
    await page.waitForFunction(() => /Next question|Show the result/.test(document.activeElement?.textContent));
    await page.keyboard.press('Enter');
  };
  await tabTo(page, '.question input');
  await page.keyboard.type(String(solution.value));
  await page.keyboard.press('Enter');
  await next();
  for (const name of solution.skipped) await press(`.chips button[data-name="${name}"]`);
  await press('.question button.primary', 'Enter');
  await next();
  while (/α and β/.test(await question(page))) {
    const [low, high] = solution.windows[(await question(page)).match(/enters (\w)/)[1]].map(ended);
    await tabTo(page, '.question input');
    await page.keyboard.type(low);
    await page.keyboard.press('Tab');
    await page.keyboard.type(high);
    await page.keyboard.press('Enter');
    await next();
  }
  for (const name of bestOrder(tree)) await press(`.chips button[data-name="${name}"]`);
  await press('.question button.primary', 'Enter');
  await next();
  assert.match(await page.innerText('.result .big'), /^(\d+) of \1 points$/);
  await done(page);
});

test('a lesson leads to practice and back, a link opens a shape, and a wrong one shows the reason', async () => {
  const page = await openPage(home.browser, at('lesson?name=alphabeta'));
  await page.click('text=Practise on a number tree');
  await page.waitForSelector('.question');
  await page.click('text=Back to the lesson');
  await page.waitForSelector('article h2');
  await page.goto(at('practice?shape=2x2x2&seed=5'));
  await page.waitForSelector('.question');
  const label = await page.getAttribute('.drawing svg', 'aria-label');
  assert.equal(label.match(/\d+/g).length, 8, label);
  // The same seed is the same tree.
  await page.goto(at('practice?shape=2x2x2&seed=6'));
  await page.waitForFunction((label) => document.querySelector('.drawing svg')?.getAttribute('aria-label') !== label, label);
  await page.goBack();
  await page.waitForFunction((label) => document.querySelector('.drawing svg')?.getAttribute('aria-label') === label, label);
  await page.goto(at('practice?shape=9x9&seed=6'));
  await page.waitForSelector('.error:has-text("shape")');
  await done(page);
});
