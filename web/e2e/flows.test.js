// What follows a click: the pages that open with something alive, the end of a game, the next mistake, a match that goes on, and Connect
// Four on every page.

import assert from 'node:assert/strict';
import { address, atHome, done, nativeTest, openPage, test, visit } from './harness.js';
import { type } from './person.js';

const home = atHome();
const at = (path) => `${home.server.url}#/${path}`;

/** A tree that is wider than a phone. */
const WIDE = '[[[3,17,2],[12,15,9],[25,0,4]],[[2,5,3],[8,1,6],[14,7,2]],[[4,9,11],[6,2,13],[5,8,10]]]';

test('a click on Analyse starts the engine, on Tree records a search, on Race runs it', async () => {
  const page = await openPage(home.browser, home.server.url);
  await page.waitForSelector('.door ol li');
  const open = (name) => page.click(`nav[aria-label=Pages] a:text-is("${name}")`);
  await open('Analyse');
  await page.waitForSelector('.lines li .move');
  await page.waitForSelector('.engine button:text-is("Stop")');
  await open('Tree');
  await page.waitForSelector('[role=treeitem]');
  await page.waitForSelector('.code');
  await page.click('a.brand');
  await page.click('a:text-is("Race searches")');
  await page.waitForSelector('.story .headline');
  await done(page);
});

test('the end of a game: the result, a rematch, another opponent, and the review runs', async () => {
  const page = await openPage(home.browser, at('play?first=human&second=human'));
  await page.waitForSelector('#typed');
  for (const move of ['f3', 'e5', 'g4', 'Qh4']) await type(page, move);
  await page.waitForSelector('.over b:has-text("0-1 Black wins by checkmate")');
  await page.click('.over button:text-is("Change opponent")');
  await page.waitForSelector('dialog.new-game .card');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog.new-game', { state: 'detached' });
  await page.click('.over button:text-is("Rematch")');
  await page.waitForSelector('.over', { state: 'detached' });
  assert.equal(await page.locator('.moves .move').count(), 0);
  assert.match(await address(page), /first=human&second=human/);
  for (const move of ['f3', 'e5', 'g4', 'Qh4']) await type(page, move);
  await page.click('.over a:text-is("Review")');
  await page.click('#panel-report button:text-is("Analyse game")');
  await page.waitForSelector('.worst li:has-text("2. g4??")');
  await done(page);
});

test('after a mistake comes the next one, in the order of the game', async () => {
  const page = await openPage(home.browser, at('analyse?on=0&tab=report&moves=e2e4.e7e5.g1f3.b8c6.f1c4.c6d4.f3e5.d8g5.e5f7.g5g2.h1f1.g2e4.c4e2.d4f3'), {
    fresh: true,
  });
  await page.click('text=Analyse game');
  await page.waitForSelector('.worst li:nth-child(2)');
  const prompt = () => page.innerText('.retry > p >> nth=0');
  await page.click('.worst li >> nth=0 >> text=Try again');
  await page.waitForSelector('.retry button:text-is("Next mistake")');
  const first = await prompt();
  await page.click('.retry button:text-is("Next mistake")');
  await page.waitForFunction((first) => !first.startsWith(document.querySelector('.retry > p').innerText.slice(0, 40)), first);
  assert.match(await prompt(), /^(White|Black) to move\. Played: \d/);
  await page.click('.retry button:text-is("Show solution")');
  await page.waitForSelector('.retry .solved:has-text("Best: ")');
  await done(page);
});

test('a stopped match goes on from the history', async () => {
  const players = encodeURIComponent('alphabeta:order=mvvlva;alphabeta');
  const page = await openPage(home.browser, at(`match?game=minichess&limit=movetime30&games=6&p=${players}`));
  await page.click('text=Start match');
  await page.waitForSelector('.pair .elo');
  await page.click('button:text-is("Stop")');
  await page.waitForSelector('h2:has-text("Stopped:")');
  await page.reload();
  const row = page.locator('.history tbody tr').first();
  await row.locator('button:text-is("Resume")').click();
  await page.waitForSelector('text=Finished: 6 of 6 games');
  await page.waitForFunction(() => document.querySelectorAll('[aria-label="Games"] tbody tr').length === 6);
  await row.locator('button:text-is("Resume")').waitFor({ state: 'detached' });
  await done(page);
});

nativeTest('the static site has no tables', 'the results of a tablebase are listed, and a click plays a move', async () => {
  const page = await openPage(home.browser, 'about:blank');
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { id, ask } = JSON.parse(text);
      const moves = [
        { mv: 'b1b7', san: 'Qb7', result: 'win' },
        { mv: 'b1h7', san: 'Qh7', result: 'win' },
        { mv: 'b1e4', san: 'Qe4+', result: 'draw' },
      ];
      if (ask === 'tablebase') socket.send(JSON.stringify({ id, last: true, say: 'tablebase', moves }));
      else server.send(text);
    });
  });
  await page.goto(at(`analyse?on=0&start=${encodeURIComponent('8/8/8/4k3/8/8/8/KQ6 w - - 0 1')}`));
  const panel = page.locator('.tablebase');
  await panel.waitFor();
  assert.match(await panel.innerText(), /wins\s+Qb7\s+Qh7\s+draws\s+Qe4\+/);
  await panel.locator('button:text-is("Qb7")').click();
  await page.waitForFunction(() => document.querySelector('.moves [aria-current]')?.textContent === 'Qb7');
  await done(page);
});

test('Connect Four is analysed, raced, recorded and matched', async () => {
  const page = await openPage(home.browser, at('analyse?game=connect4&moves=d.d&spec=alphabeta:depth%3D4'));
  await page.click('button:text-is("Start engine")');
  await page.waitForSelector('.lines li .move');
  await visit(page, at('race?game=connect4&limit=depth4&p=minimax;alphabeta'));
  await page.click('button:text-is("Run all")');
  await page.waitForFunction(() => document.querySelectorAll('.yes').length === 2);
  await visit(page, at('tree?game=connect4&limit=depth3&spec=alphabeta'));
  await page.click('button:text-is("Record")');
  await page.waitForSelector('[role=treeitem]');
  assert.ok((await page.locator('.field.holes').count()) > 0, 'a board with holes');
  await visit(page, at('match?game=connect4&limit=depth3&games=2&p=alphabeta;random:seed%3D1'));
  await page.click('text=Start match');
  await page.waitForSelector('text=Finished: 2 of 2 games');
  await page.click('text=Replay >> nth=0');
  await page.waitForSelector('.replay .moves .move');
  await done(page);
});

test('Reproduce names its documents, and Network shows its layers and explains the words of its tables', async () => {
  const page = await openPage(home.browser, at('reproduce'));
  await page.waitForSelector('.documents button');
  const titles = await page.locator('.documents button').allInnerTexts();
  assert.ok(
    titles.some((text) => /^Assignment 4, 2016\s+Minimax, alpha-beta and a hash table in Java/.test(text)),
    titles.join('; '),
  );
  await visit(page, at('network'));
  await page.waitForSelector('svg[role=img][aria-label^="The board as each side sees it, 768 inputs each; 512 neurons"]');
  for (const word of ['result 0.1', 'neighbours', 'trees']) await page.waitForSelector(`dt:text-is("${word}")`);
  await done(page);
});

test('the bar at the top is one line from 1280 pixels on, and its tools have names without words', async () => {
  const page = await openPage(home.browser, at('ladder'), { viewport: { width: 1280, height: 800 } });
  await page.waitForSelector('ol.rungs li');
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const { height } = await page.locator('header').boundingBox();
    assert.ok(height < 60, `${height} at ${width}`);
    for (const name of ['Share', 'Save', 'Sound on', 'Theme: auto']) assert.equal(await page.getByRole('button', { name, exact: true }).count(), 1, name);
  }
  await done(page);
});

test('on a phone a wide tree shows the nodes of its step', async () => {
  const page = await openPage(home.browser, at(`tree?tree=${WIDE}&search=maxmin`), { viewport: { width: 390, height: 844 } });
  await page.waitForSelector('.small-tree svg');
  await page.focus('.small-tree');
  for (const [key, node] of [
    ['c', 'G'],
    ['End', 'A'],
    ['Home', 'A'],
  ]) {
    await page.keyboard.press(key);
    await page.waitForFunction((node) => {
      const letter = [...document.querySelectorAll('.small-tree svg text')].find(({ textContent }) => textContent === node);
      const [own, place] = [letter, document.querySelector('.small-tree .scroll')].map((part) => part.getBoundingClientRect());
      return own.left >= place.left && own.right <= place.right;
    }, node);
  }
  assert.ok(await page.evaluate(() => document.querySelector('.small-tree .scroll').scrollWidth > 390));
  await done(page);
});
