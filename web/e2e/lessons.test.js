// The start page, the lessons and the tree of numbers: with the mouse, with the keyboard alone, on every width.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { address, askServer, atHome, done, drawn, openPage, test, visit } from './harness.js';
import { tabTo } from './person.js';

const home = atHome();
const at = (path) => `${home.server.url}#/${path}`;

test('the start page links to play, lessons and experiments, and loads little', async () => {
  const page = await openPage(home.browser, 'about:blank');
  const sizes = [];
  page.on('requestfinished', async (request) => {
    // The static site loads its engine after the first page is shown.
    if (request.url().endsWith('.wasm')) return;
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    sizes.push(responseBodySize + responseHeadersSize);
  });
  await page.goto(home.server.url);
  await page.waitForSelector('.door ol li');
  assert.deepEqual(await page.locator('.door h2').allInnerTexts(), ['Play', 'Understand', 'Measure']);
  assert.equal(await page.locator('.door ol li').count(), 15);
  await page.evaluate(() => document.fonts.ready);
  await drawn(page);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes > 20_000 && bytes < 200_000, `${bytes} bytes`);
  for (const [link, there] of [
    ['Play chess', '[role=grid]'],
    ['Race searches', 'table .chip'],
    ['Start: Games as trees', 'article h2'],
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

test('a whole lesson by keyboard, and the progress is kept', async () => {
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
  await page.waitForSelector('text=Lesson complete');
  assert.match(await address(page), /lesson\?name=minimax&step=5/);
  await page.click('text=All lessons');
  await page.waitForSelector('.door li.done');
  assert.equal(await page.innerText('.door li.done a'), 'Minimax');
  await page.reload();
  await page.waitForSelector('.door li.done');
  assert.match(await page.innerText('.door:nth-of-type(2) > p'), /1 of 15 done/);
  await done(page);
});

test('every step of every lesson is shown without errors', async () => {
  const page = await openPage(home.browser, home.server.url);
  await page.waitForSelector('.door ol li');
  const names = await page.locator('.door ol a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  assert.equal(names.length, 15);
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

test('a number tree is typed, stepped through by keys with hidden values, presented and exported', async () => {
  const page = await openPage(home.browser, at('tree?tree=[[3,12,8],[2,4,6],[14,5,2]]&search=maxmin&hidden=1'), { viewport: { width: 1920, height: 1000 } });
  await page.waitForSelector('.small-tree svg');
  const faces = () => page.locator('.small-tree g[data-face]').evaluateAll((nodes) => nodes.map((node) => node.dataset.face).join(' '));
  assert.equal(await faces(), Array(13).fill('?').join(' '));
  await tabTo(page, '.small-tree');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  assert.equal((await faces()).replaceAll('? ', ''), '3 ?', 'only the first leaf is known');
  await page.keyboard.press('c');
  await page.waitForSelector('[data-cut]');
  assert.match(await page.innerText('.said'), /At C MIN has at most 2 and MAX already has 3: 2 moves are cut off/);
  assert.equal(await page.locator('[data-cut]').count(), 2);
  await page.keyboard.press('End');
  assert.match(await page.innerText('.bar'), /7 leaves visited, value 3 for MAX/);
  assert.match(await page.innerText('.small-tree'), /Values for MAX/);
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
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`.small-tree .chip:text-is("Export ${name}")`)]);
    return readFileSync(await download.path(), 'utf8');
  };
  assert.match(await saved('SVG'), /^<svg[\s\S]*<\/svg>$/);
  const alone = await openPage(home.browser, 'about:blank');
  await alone.setContent(await saved('HTML'));
  await alone.waitForSelector('#tree svg');
  await alone.click('#on');
  assert.match(await alone.innerText('#said'), /MAX moves at A/);
  await done(alone);
  await page.fill('#numbers', '[[3,x]]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[role=alert]');
  assert.match(await page.innerText('[role=alert]'), /`x` is neither a number nor a bracket/);
  // Drawn by the keyboard alone: a root with two moves, numbers typed at their leaves.
  await page.focus('button:text-is("Draw")');
  await page.keyboard.press('Enter');
  await page.click('text=Clear');
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
  await page.waitForFunction(() => document.querySelector('#numbers')?.value === '[[-3,12]]');
  // And by the mouse; the search below follows.
  await page.click('[role=treeitem][aria-label="the root, MAX"]');
  await page.click('text=Add a move');
  await here('node 2, leaf 0');
  await page.fill('.draw input[type=number]', '5');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => document.querySelector('#numbers')?.value === '[[-3,12],5]');
  // The search of the new tree has to arrive first; the key would belong to the tree before it.
  await page.waitForFunction(() => document.querySelector('.small-tree')?.dataset.tree === '[[-3,12],5]');
  await page.focus('.small-tree');
  await page.keyboard.press('End');
  await page.waitForFunction(() => /value 5 for MAX/.test(document.querySelector('.small-tree .bar')?.textContent));
  assert.match(decodeURIComponent(await address(page)), /tree=\[\[-3,12\],5\]/);
  await done(page);
});

test('a tree of 27 leaves fills a lecture screen, answers a clicker and asks before each answer', async () => {
  const leaf = (index) => (7 * index) % 19;
  const tree = JSON.stringify([0, 1, 2].map((a) => [0, 1, 2].map((b) => [0, 1, 2].map((c) => leaf(9 * a + 3 * b + c)))));
  const page = await openPage(home.browser, at(`tree?tree=${tree}&search=maxmin&predict=1`), { viewport: { width: 1920, height: 1080 } });
  await page.waitForSelector('.small-tree svg');
  await page.focus('.small-tree');
  await page.keyboard.press('p');
  await page.waitForSelector('.presenting');
  const drawn = () =>
    page.evaluate(() => {
      const box = (of) => of.getBoundingClientRect();
      const nodes = [...document.querySelectorAll('.small-tree [data-node]')].map(box);
      const leaf = document.querySelector('.small-tree g:has(rect) text');
      const svg = document.querySelector('.small-tree svg');
      return {
        high: (Math.max(...nodes.map(({ bottom }) => bottom)) - Math.min(...nodes.map(({ top }) => top))) / innerHeight,
        inside: nodes.every(({ left, right, top, bottom }) => left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight),
        text: Number(leaf.getAttribute('font-size')) * svg.getScreenCTM().a,
      };
    });
  await page.waitForFunction(() => document.querySelector('.small-tree svg').getBoundingClientRect().height > 700);
  // The drawing for the new area comes from the server.
  await page.waitForFunction(() => {
    const nodes = [...document.querySelectorAll('.small-tree [data-node]')].map((node) => node.getBoundingClientRect());
    return Math.max(...nodes.map(({ bottom }) => bottom)) - Math.min(...nodes.map(({ top }) => top)) >= 0.7 * innerHeight;
  });
  const { high, inside, text } = await drawn();
  console.log(`# a tree of 27 leaves at 1920 x 1080: ${(100 * high).toFixed(0)}% of the height, leaves of ${text.toFixed(1)} px`);
  assert.ok(high >= 0.7 && inside && text >= 18, `${(100 * high).toFixed(0)}% of the height, leaves of ${text.toFixed(1)} px, inside: ${inside}`);
  // A clicker sends Page down and Page up; some send Space.
  const at_ = async (count) => page.waitForFunction((count) => document.querySelector('.said').innerText.startsWith(`${count} of`), count);
  for (const [key, count] of [
    ['PageDown', 1],
    ['Space', 2],
    ['PageDown', 3],
    ['PageUp', 2],
  ]) {
    await page.keyboard.press(key);
    await at_(count);
  }
  // A question comes before its answer, and the line of pseudo-code with the answer.
  while ((await page.locator('.said.asked').count()) === 0) await page.keyboard.press('PageDown');
  assert.match(await page.innerText('.said'), /\?$/);
  assert.equal(await page.innerText('.running'), '');
  await page.keyboard.press('PageDown');
  await page.waitForSelector('.said:not(.asked)');
  assert.notEqual(await page.innerText('.running'), '');
  // Zoomed in, the tree is moved with the mouse.
  const box = () => page.getAttribute('.small-tree svg', 'viewBox');
  const whole = await box();
  await page.keyboard.press('+');
  await page.waitForFunction((whole) => document.querySelector('.small-tree svg').getAttribute('viewBox') !== whole, whole);
  const near = await box();
  await page.mouse.move(900, 400);
  await page.mouse.down();
  await page.mouse.move(700, 300);
  await page.mouse.up();
  assert.notEqual(await box(), near);
  await page.keyboard.press('0');
  await page.waitForFunction((whole) => document.querySelector('.small-tree svg').getAttribute('viewBox') === whole, whole);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.presenting', { state: 'detached' });
  // The best line and the windows stay at the end; below a cut everything is grey.
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelectorAll('.small-tree [data-best]').length === 3);
  assert.ok((await page.locator('.small-tree .window').count()) >= 9);
  assert.match(await page.textContent('.small-tree svg'), /≤ \d|≥ \d/);
  await done(page);
});

test('an exported tree page fits a laptop and a phone', async () => {
  const page = await openPage(home.browser, at('tree?tree=[[3,12,8],[2,4,6],[14,5,2]]&search=maxmin'));
  await page.waitForSelector('.small-tree svg');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.small-tree .chip:text-is("Export HTML")')]);
  const text = readFileSync(await download.path(), 'utf8');
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 800 },
  ]) {
    const alone = await openPage(home.browser, 'about:blank', { viewport });
    await alone.setContent(text);
    await alone.keyboard.press('PageDown');
    assert.match(await alone.innerText('#said'), /MAX moves at A/);
    assert.deepEqual(await alone.evaluate(() => [document.documentElement.scrollWidth <= innerWidth, document.documentElement.scrollHeight <= innerHeight]), [
      true,
      true,
    ]);
    await done(alone);
  }
  await done(page);
});

test('a link of a lesson runs, leads back, and the answer is still there', async () => {
  const page = await openPage(home.browser, at('lesson?name=negamax'));
  await page.waitForSelector('article h2');
  const link = page.locator('.go a[href*="#/race"]');
  // The first step whose answer leads to a race.
  for (;;) {
    await page.waitForSelector('article h2');
    const written = page.locator('input.written');
    if (await written.count()) await written.fill('3');
    else if (await page.locator('.choice').count()) await page.locator('.choice input').first().check();
    if (await page.locator('.ask .primary').count()) await page.click('.ask .primary');
    if (await link.count()) break;
    await page.click('.ends .primary');
  }
  const step = await page.innerText('.step > p >> nth=0');
  await link.click();
  // It has run without a click.
  await page.waitForSelector('.yes');
  await page.click('.back a');
  await page.waitForSelector('article h2');
  assert.equal(await page.innerText('.step > p >> nth=0'), step);
  await page.waitForSelector('.verdict');
  assert.equal(await page.locator('.back').count(), 0);
  await done(page);
});

test('the tree of the start page steps once by itself, or is finished at once where motion is not wanted', async () => {
  const page = await openPage(home.browser, home.server.url, { fresh: true });
  await page.waitForSelector('.live svg');
  await page.waitForSelector('.live[data-finished] [data-best]', { state: 'attached' });
  // Beside it a board plays a short game.
  await page.waitForSelector('.played[data-finished] cg-board piece');
  assert.match(await page.innerText('.played'), /Nd5#/);
  await page.click('.live');
  await page.waitForSelector('.small-tree svg');
  await done(page);
  const calm = await openPage(home.browser, 'about:blank', { reducedMotion: 'reduce' });
  await calm.goto(home.server.url);
  await calm.waitForSelector('.live svg');
  assert.equal(await calm.locator('.live[data-finished]').count(), 1);
  await calm.waitForSelector('.played[data-finished]');
  await done(calm);
});

test('when all lessons are done the start page says so, and offers practice', async () => {
  const page = await openPage(home.browser, at('start'));
  await page.waitForSelector('.door ol li');
  const { lessons } = await askServer(page, { ask: 'lessons' });
  const progress = Object.fromEntries(lessons.map(({ name, steps }) => [name, { done: Array.from({ length: steps }, (_, step) => step), right: [] }]));
  await page.evaluate((progress) => localStorage.setItem('espalier.lessons', JSON.stringify(progress)), progress);
  await page.reload();
  await page.waitForSelector('.door .complete:has-text("All lessons done.")');
  assert.equal(await page.locator('.door a.primary:has-text("Games as trees")').count(), 0);
  await page.click('.door a.button:text-is("Practice")');
  await page.waitForSelector('.question');
  await done(page);
});

test('a tree of 256 leaves can be zoomed and moved, by keys, wheel and mouse', async () => {
  const tree = JSON.stringify(
    [0, 1, 2, 3].map((a) => [0, 1, 2, 3].map((b) => [0, 1, 2, 3].map((c) => [0, 1, 2, 3].map((d) => (7 * (64 * a + 16 * b + 4 * c + d)) % 31)))),
  );
  const page = await openPage(home.browser, at(`tree?tree=${tree}&search=maxmin`), { viewport: { width: 1920, height: 1080 } });
  await page.waitForSelector('.small-tree svg');
  await page.focus('.small-tree');
  await page.keyboard.press('p');
  await page.waitForSelector('.presenting');
  const text = () =>
    page.evaluate(() => {
      const leaf = document.querySelector('.small-tree g:has(rect) text');
      return Number(leaf.getAttribute('font-size')) * document.querySelector('.small-tree svg').getScreenCTM().a;
    });
  const small = await text();
  // Keys zoom until the leaves can be read from the last row.
  while ((await text()) < 18) {
    const before = await text();
    await page.keyboard.press('+');
    await page.waitForFunction((before) => {
      const leaf = document.querySelector('.small-tree g:has(rect) text');
      return Number(leaf.getAttribute('font-size')) * document.querySelector('.small-tree svg').getScreenCTM().a > before;
    }, before);
  }
  assert.ok((await text()) > small);
  const box = () => page.getAttribute('.small-tree svg', 'viewBox');
  const near = await box();
  await page.mouse.move(960, 500);
  await page.mouse.down();
  await page.mouse.move(700, 500);
  await page.mouse.up();
  await page.waitForFunction((near) => document.querySelector('.small-tree svg').getAttribute('viewBox') !== near, near);
  const moved = await box();
  await page.mouse.wheel(0, -100);
  await page.waitForFunction((moved) => document.querySelector('.small-tree svg').getAttribute('viewBox') !== moved, moved);
  await done(page);
});

test('a lesson trains a network: the error falls, the values are in order, a stop keeps the network, and it plays', async () => {
  const page = await openPage(home.browser, at('lesson?name=evaluation&step=6'));
  await page.click('button:text-is("Train")');
  // A stop ends the training early, and leaves a network. The click comes with the first picture, because the training lasts some seconds.
  await page.waitForFunction(() => {
    const stop = [...document.querySelectorAll('button')].find((button) => button.textContent.trim() === 'Stop');
    if (document.querySelector('.learned')) stop?.click();
    return document.querySelector('.learned') && stop;
  });
  await page.waitForSelector('button:text-is("Play against it")');
  const seen = async () => Number((await page.innerText('.training .row .small')).split(' of ')[0].replaceAll(',', ''));
  const stopped = await seen();
  assert.ok(stopped < 4_000_000, `${stopped}`);
  // Meanwhile the page answers: the longest time between two frames.
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    const frame = (now) => {
      window.longest = Math.max(window.longest, now - last);
      last = now;
      window.frames = requestAnimationFrame(frame);
    };
    window.frames = requestAnimationFrame(frame);
  });
  const began = performance.now();
  await page.click('button:text-is("Train again")');
  await page.waitForSelector('button:text-is("Stop")');
  await page.waitForSelector('button:text-is("Play against it")', { timeout: 300_000 });
  const seconds = (performance.now() - began) / 1_000;
  const longest = await page.evaluate(() => window.longest);
  console.log(`# trained in ${seconds.toFixed(1)} s; longest time between two frames ${longest.toFixed(0)} ms`);
  assert.equal(await seen(), 4_001_792);
  const value = async (kind) => Number(await page.innerText(`tr[data-kind=${kind}] .number`));
  const [pawn, knight, bishop, rook, queen] = await Promise.all(['pawn', 'knight', 'bishop', 'rook', 'queen'].map(value));
  assert.ok(queen > rook && rook > Math.max(bishop, knight) && Math.min(bishop, knight) > pawn && pawn > 0, `${[pawn, knight, bishop, rook, queen]}`);
  // The squares of another piece.
  const squares = () => page.locator('.learned .heat').allInnerTexts();
  const pawns = await squares();
  await page.click('tr[data-kind=knight] button');
  await page.waitForFunction((before) => document.querySelector('.learned .heat')?.textContent !== before, pawns[0]);
  assert.ok((await squares()).length > 40);
  // A game: a move by keyboard on the board, and the reply.
  await page.click('button:text-is("Play against it")');
  const square = (name) => `.game [data-square=${name}]`;
  await page.waitForSelector(square('e2'));
  for (const name of ['e2', 'e4']) {
    await page.focus(square(name));
    await page.keyboard.press('Enter');
  }
  await page.waitForFunction(() => document.querySelectorAll('.game [data-square][aria-label*="Black"]').length === 16);
  await page.waitForSelector('.game :text("White to move")');
  const moved = await page
    .locator('.game [data-square]')
    .evaluateAll((squares) => squares.filter(({ dataset, ariaLabel }) => /[78]$/.test(dataset.square) && / empty/.test(` ${ariaLabel}`)).length);
  assert.equal(moved, 1, 'Black has made a move');
  await done(page);
});
