// Faults that users found, each with the steps that showed it. More of them are in the tests of their pages.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { askServer, atHome, done, nativeTest, openPage, test, visit } from './harness.js';
import { type } from './person.js';

const home = atHome();
const at = (path) => `${home.server.url}#/${path}`;
const TREE = 'tree=[[3,12,8],[2,4,6],[14,5,2]]&search=maxmin';

async function openTree(query) {
  const page = await openPage(home.browser, at(`tree?${query}`));
  await page.waitForSelector('.small-tree svg');
  await page.focus('.small-tree');
  return page;
}

test('number tree: a step with a cutoff prunes moves, and there is no cutoff after the last child', async () => {
  const page = await openTree(TREE);
  const steps = Number((await page.innerText('.said .number')).match(/of (\d+)/)[1]);
  const said = [];
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((step) => document.querySelector('.said .number').textContent.startsWith(`${step} of`), step + 1);
    said.push(await page.innerText('.said'));
  }
  assert.deepEqual(
    said.filter((text) => /\b0 moves/.test(text)),
    [],
  );
  // Next cutoff: once at C, then the end.
  await page.keyboard.press('Home');
  await page.keyboard.press('c');
  const place = () => page.innerText('.said .number');
  assert.equal(await page.locator('[data-cut]').count(), 2);
  await page.keyboard.press('c');
  assert.equal(await place(), `${steps} of ${steps}`);
  await done(page);
});

test('number tree: a node with a cutoff has a bound, every node its letter, and finished nodes keep their windows', async () => {
  const page = await openTree(TREE);
  await page.keyboard.press('End');
  await page.waitForSelector('[data-cut]');
  const faces = await page.locator('.small-tree g[data-face]').evaluateAll((nodes) => nodes.map((node) => node.dataset.face));
  assert.ok(faces.includes('≤ 2'), faces.join(', '));
  const texts = await page.locator('.small-tree svg text').allTextContents();
  for (const name of 'ABCD') assert.ok(texts.includes(name), `${name} in ${texts.join(' ')}`);
  assert.equal(texts.filter((text) => /^\(.+, .+\)$/.test(text)).length, 4, texts.join(' '));
  await done(page);
});

test('number tree: below a cutoff everything is grey, in a tree of four plies', async () => {
  const tree = JSON.stringify([0, 1, 2].map((a) => [0, 1].map((b) => [0, 1].map((c) => [0, 1].map((d) => (7 * (8 * a + 4 * b + 2 * c + d)) % 23)))));
  const page = await openTree(`tree=${tree}&search=maxmin`);
  await page.keyboard.press('End');
  await page.waitForFunction(() => /value -?\d+|value −\d+/.test(document.querySelector('.small-tree .bar').textContent));
  const visited = Number((await page.innerText('.small-tree .bar')).match(/(\d+) leaves/)[1]);
  const leaves = await page.locator('.small-tree g[data-face]:has(rect)').evaluateAll((nodes) => nodes.map((node) => Number(node.getAttribute('opacity'))));
  assert.ok(visited < leaves.length, `${visited} of ${leaves.length}`);
  assert.equal(leaves.filter((opacity) => opacity === 1).length, visited, leaves.join(' '));
  await done(page);
});

test('the back button of a browser returns to the answered step of a lesson', async () => {
  const page = await openPage(home.browser, at('lesson?name=minimax'));
  await page.waitForSelector('article h2');
  await page.locator('.choice input').first().check();
  await page.click('.ask .primary');
  await page.waitForSelector('.verdict');
  await page.evaluate(() => (location.hash = '#/ladder'));
  await page.waitForSelector('ol li .step');
  await page.goBack();
  await page.waitForSelector('article h2');
  await page.waitForSelector('.verdict');
  await done(page);
});

test('moves without an evaluation are not painted as a lost game', async () => {
  const page = await openPage(home.browser, at('analyse?on=0&moves=e2e4.e7e5.g1f3.b8c6'));
  await page.waitForSelector('.graph[role=slider]');
  const [black, light] = await page.evaluate(() => {
    const graph = document.querySelector('.graph[role=slider]');
    return [graph.querySelectorAll('.black').length, Number(getComputedStyle(graph).backgroundColor.match(/\d+/)[0])];
  });
  assert.equal(black, 0);
  assert.ok(light > 200, `${light}`);
  await done(page);
});

test('Elo within its error has no colour, and a chart has at most eight lines', async () => {
  const page = await openPage(home.browser, at('alternatives'));
  await page.waitForSelector('table.elo tbody tr');
  const wrong = (await page.locator('table.elo td.good, table.elo td.bad').allInnerTexts()).filter((cell) => {
    const [, elo, error] = cell.replaceAll('−', '-').match(/([+-]?\d+) ± (\d+)/) ?? [null, 1, 0];
    return Math.abs(Number(elo)) <= Number(error);
  });
  assert.deepEqual(wrong, []);
  assert.ok((await page.locator('.charts figure svg path[stroke], .charts figure svg polyline[stroke]').count()) <= 8);
  await done(page);
});

/** The positions of the tests of `why`, every tenth. */
const POSITIONS = readFileSync(new URL('../../crates/analysis/tests/it/why_positions.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\w+ \| /.test(line))
  .map((line) => line.split(' | ')[1])
  .filter((_, index) => index % 10 === 0);

/** After 3... exd4 there was only the comparison with the second-best move. */
const SCOTCH = 'r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3';

test('why: every best move has a reason', async () => {
  const page = await openPage(home.browser, at('start'));
  await page.waitForSelector('.door ol li');
  for (const start of [...POSITIONS, SCOTCH]) {
    for (const nodes of [100, 500, 4_000]) {
      const answer = await askServer(page, { ask: 'why', line: { game: 'chess', start, moves: [] }, mv: null, limit: { nodes } });
      if (answer.reason?.startsWith('the game is over')) continue;
      const { sentences } = answer.why ?? answer.explanation;
      assert.ok(
        sentences.some(({ text }) => !text.startsWith('The second-best move')),
        `${start}, ${nodes} nodes: ${JSON.stringify(sentences)}`,
      );
    }
  }
  await done(page);
});

test('a link with a strength out of range is refused when it is opened', async () => {
  const page = await openPage(home.browser, at('play?first=human&second=engine:elo=99999'));
  await page.waitForSelector('#typed');
  assert.match(await page.innerText('[role=alert]'), /the setting elo takes a number from 800 to 2580, not "99999"/);
  assert.doesNotMatch(await page.innerText('main'), /99999 Elo/);
  await done(page);
});

test('the bar at the top leads to the lessons, and players are grouped by kind', async () => {
  const page = await openPage(home.browser, at('match'));
  await page.waitForSelector('.player select');
  const groups = await page.locator('.player >> nth=0 >> select >> nth=0 >> optgroup').evaluateAll((all) => all.map(({ label }) => label));
  assert.ok(groups.length >= 5 && groups[0] === 'Textbook searches', groups.join(', '));
  const names = await page.locator('.player >> nth=0 >> select >> nth=0 >> option').allTextContents();
  assert.ok(
    names.some((name) => name === 'alpha-beta, hash table, hits compared, kept for the game (a4-abp-trans-compared-kept)'),
    names.join('; '),
  );
  await page.click('nav[aria-label=Pages] a:text-is("Lessons")');
  await page.waitForSelector('article h2, .door ol li');
  await done(page);
});

const GAME = `1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5
13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21. Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8
24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7 27. Qe3 Qg5 28. Qxg5 hxg5 29. b3 Ke6 30. a3 Kd6 31. axb4 cxb4 32. Ra5 Nd5 33. f3 Bc8 34. Kf2 Bf5
35. Ra7 g6 36. Ra6+ Kc5 37. Ke1 Nf4 38. g3 Nxh3 39. Kd2 Kb5 40. Rd6 Kc5 41. Ra6 Nf2 42. g4 Bd3 43. Re6 1/2-1/2`;

nativeTest('the order of searches is that of one worker', 'the accuracy of a game lies between that of its phases', async () => {
  const page = await openPage(home.browser, at('start'), { fresh: true });
  await page.waitForSelector('.door ol li');
  // The same game, and one in which each side then gives away material.
  const bad = GAME.replace('27. Qe3 Qg5 28. Qxg5 hxg5', '27. Qe7+ Kxe7 28. Re1+ Qe6').replace(
    /29\. b3[\s\S]*/,
    '29. Rxe6+ Kxe6 30. g4 Bh1 31. f3 Bg2 32. a3 Bf1 0-1',
  );
  for (const text of [GAME, bad]) {
    const answer = await askServer(page, { ask: 'review', text, limit: { nodes: 2_000 } });
    assert.ok(answer.report, JSON.stringify(answer).slice(0, 300));
    const { sides, phases } = answer.report;
    assert.ok(phases.length >= 2);
    for (const side of [0, 1]) {
      const parts = phases.map(({ accuracy }) => accuracy[side]).filter((value) => value !== null);
      const whole = sides[side].accuracy;
      assert.ok(whole >= Math.min(...parts) - 0.051 && whole <= Math.max(...parts) + 0.051, `${whole} of ${parts.join(', ')}`);
    }
  }
  await done(page);
});

test('resigning asks first, and a finished game says who won', async () => {
  const page = await openPage(home.browser, at('play?game=chess&first=human&second=alphabeta:depth=1'));
  await page.waitForSelector('#typed');
  await type(page, 'e4');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
  await page.click('button:text-is("Resign")');
  assert.equal(await page.locator('.over').count(), 0, 'the game goes on until the question is answered');
  await page.click('dialog button:text-is("Resign")');
  await page.waitForSelector('.over:has-text("You lost.")');
  await done(page);
});

test('the usual race tells its result in words and numbers', async () => {
  const page = await openPage(home.browser, at('start'));
  await page.waitForSelector('.door ol li');
  await visit(page, at('race'));
  // Opened by its address, it waits for a click.
  await page.click('button:text-is("Run all")');
  await page.waitForSelector('.story .headline');
  await page.waitForFunction(() => document.querySelectorAll('.yes').length === 4);
  assert.match(await page.innerText('.headline'), /×1\d\d fewer nodes: captures first/);
  await done(page);
});
