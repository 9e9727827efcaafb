// A link fills in a form and starts nothing: work begins with a click. A click in the app is one, and so is the back button.

import assert from 'node:assert/strict';
import { address, askServer, atHome, done, drawn, intercept, openPage, reopen, test, visit } from './harness.js';

const home = atHome();

/** Questions that are answered at once, as are those about a tree that is there. Whatever else is asked is work. */
const CHEAP = [
  'hello',
  'show',
  'ladder',
  'terms',
  'parts',
  'lessons',
  'lesson',
  'small-tree',
  'parallel-tree',
  'read-spec',
  'matches',
  'open-match',
  'explore',
  'tablebase',
  'practice',
  'stop',
];

/** A page, and the kinds of work it has asked the server for. */
async function watched() {
  const page = await openPage(home.browser, 'about:blank');
  page.work = [];
  await intercept(page, {
    asked({ ask }) {
      if (!CHEAP.includes(ask) && !ask.startsWith('tree-')) page.work.push(ask);
    },
  });
  return page;
}

/** Whatever was to be asked by now has been asked: a question that goes out later is answered. */
async function settled(page) {
  await drawn(page);
  await askServer(page, { ask: 'hello' });
  await drawn(page);
}

/** Each address, what is on its screen once it is filled in, the button, what the button asks for, and what comes of it. */
const links = [
  ['match?game=tictactoe&limit=depth2&games=4&p=negamax;random&go=1', '#games', 'button:text-is("Start match")', 'match', 'text=Finished: 4 of 4 games'],
  ['tree?limit=depth2&spec=alphabeta', '[role=grid]', 'button:text-is("Record")', 'trace', '[role=treeitem]'],
  ['analyse?moves=e2e4.e7e5', '[role=grid]', 'button:text-is("Start engine")', 'analyse', '.lines li'],
  ['analyse?moves=e2e4.e7e5&spec=alphabeta:depth=2', '[role=grid]', 'button:text-is("Start engine")', 'think', '.lines li'],
  ['reproduce?document=fascicle3', '.documents', 'button:text-is("Compute Fascicle 3: Better AI")', 'reproduce', '.verdict'],
  ['parallel?order=worst-first', '.timeline td', 'button:text-is("Simulate")', 'simulate', 'table.speeds tbody tr'],
  ['race?limit=depth2&p=minimax;alphabeta', 'table .chip', 'button:text-is("Run all")', 'race', '.yes'],
  ['play?first=alphabeta:depth=1&second=human', '[role=grid]', 'button:text-is("Continue")', 'think', '.moves .move'],
  ['play?first=alphabeta:depth=1&second=random', '[role=grid]', 'button:text-is("Single move")', 'think', '.moves .move'],
];

test('a link starts nothing, a click does', async () => {
  const page = await watched();
  for (const [index, [path, there, button, work, result]] of links.entries()) {
    page.work.length = 0;
    // The first is opened in a new document, the others in the same one: route.mayStart decides for both
    // (unit/route.test.ts).
    const open = index === 0 ? reopen : visit;
    await open(page, `${home.server.url}#/${path}`);
    await page.waitForSelector(there);
    await settled(page);
    assert.deepEqual(page.work, [], path);
    await page.click(button);
    await page.waitForSelector(result);
    assert.equal(page.work[0], work, path);
  }
  await done(page);
});

test('the address of a tree keeps its node; the back button and a reload record it again, but no match is played twice', async () => {
  const page = await watched();
  await page.goto(`${home.server.url}#/tree?limit=depth2&spec=alphabeta&node=2`);
  await page.waitForSelector('[role=grid]');
  await settled(page);
  assert.match(await address(page), /node=2/);
  await page.click('button:text-is("Record")');
  await page.waitForFunction(() => document.querySelectorAll('.path button').length > 1);
  assert.match(await address(page), /node=2/);
  // A click in the app may begin work, and the back button and a reload find it again.
  await visit(page, `${home.server.url}#/race?limit=depth2&p=negamax`);
  page.work.length = 0;
  await page.click('a:text-is("Tree")');
  await page.waitForSelector('[role=treeitem]');
  assert.deepEqual(page.work, ['trace']);
  await page.goBack();
  await page.waitForSelector('table .chip');
  await page.goForward();
  await page.waitForSelector('[role=treeitem]');
  await page.reload();
  await page.waitForSelector('[role=treeitem]');
  assert.deepEqual(page.work, ['trace', 'trace', 'trace']);
  // But a match is not started again.
  page.work.length = 0;
  await page.goto('about:blank');
  await page.goto(`${home.server.url}#/race?game=tictactoe&limit=depth3&p=random;negamax`);
  await page.click('a:has-text("Match these two")');
  await page.waitForSelector('.gauge .now', { state: 'attached' });
  assert.doesNotMatch(await address(page), /go=/);
  await page.reload();
  await page.waitForSelector('text=Start match');
  await settled(page);
  assert.deepEqual(page.work, ['match']);
  await done(page);
});
