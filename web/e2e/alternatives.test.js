// The alternatives to alpha-beta: each search that the report names is played against and watched in its own way.

import assert from 'node:assert/strict';
import { atHome, done, openPage, serious, test } from './harness.js';
import { playAdvised, type } from './person.js';

const home = atHome();

/** Plays a whole game of tic-tac-toe against a search, then opens a game of chess with it. */
async function playAgainst(spec) {
  const page = await openPage(home.browser, `${home.server.url}#/play?game=tictactoe&first=human&second=${spec}`);
  await page.waitForSelector('#typed');
  assert.match(await playAdvised(page, 'minimax:depth=9', 9), /1-0|½-½|1\/2|draw/i);
  await done(page);
  const chess = await openPage(home.browser, `${home.server.url}#/play?game=chess&first=human&second=${spec}:nodes=1000`);
  await chess.waitForSelector('#typed');
  for (const [index, move] of ['e4', 'Nf3'].entries()) {
    await type(chess, move);
    await chess.waitForFunction((moves) => document.querySelectorAll('.moves .move').length === moves, 2 * index + 2);
    await chess.waitForFunction(() => !document.querySelector('.thinking'));
  }
  await done(chess);
}

/** Records a search, and gives its page. */
async function watch(spec, limit) {
  const page = await openPage(home.browser, `${home.server.url}#/tree?game=othello&spec=${encodeURIComponent(spec)}&limit=${limit}`);
  await page.click('button:text-is("Record")');
  await page.waitForSelector('[role=treeitem]');
  return page;
}

/** The text of the marks in the tree of nodes. */
const marks = async (page) => (await page.locator('[role=treeitem] .marks').allInnerTexts()).join('\n');

/** Where a tree that grows stands: the step, how many nodes there are, and which is next. */
async function grown(page) {
  const said = await page.locator('[role=status]:has-text("Step ")').innerText();
  const [, step, steps, nodes] = said.match(/Step ([\d,]+) of ([\d,]+): ([\d,]+) nodes/);
  const number = (text) => Number(text.replaceAll(',', ''));
  return { step: number(step), steps: number(steps), nodes: number(nodes) };
}

async function stepTo(page, label, step) {
  await page.click(`[aria-label="${label}"]`);
  await page.waitForFunction((step) => document.body.innerText.replaceAll(',', '').includes(`Step ${step} of`), step);
  return grown(page);
}

/** Goes through a growing tree forwards and backwards. */
async function stepThrough(page) {
  const whole = await grown(page);
  assert.ok(whole.step === whole.steps && whole.steps > 5, `${whole.step} of ${whole.steps}`);
  const first = await stepTo(page, 'First step', 1);
  let tree = first;
  const sizes = [first.nodes];
  while (tree.step < 5) {
    tree = await stepTo(page, 'Next step', tree.step + 1);
    sizes.push(tree.nodes);
  }
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => a - b),
  );
  assert.ok(sizes.at(-1) > sizes[0] && sizes.at(-1) < whole.nodes, `${sizes}, in the end ${whole.nodes}`);
  // The last event is the end of that step.
  await page.waitForSelector('.event b');
  const back = await stepTo(page, 'Previous step', 4);
  assert.equal(back.nodes, sizes[3]);
  // Stepping by single events takes the tree along: the next event belongs to the next step.
  await page.click('[aria-label="Next event"]');
  await page.waitForFunction(() => document.body.innerText.includes('Step 5 of'));
  await page.click('[aria-label="Previous event"]');
  await page.waitForFunction(() => document.body.innerText.includes('Step 4 of'));
}

test('M & N plays, and its tree shows the best move and the bonus of the others', async () => {
  await playAgainst('mn');
  const page = await watch('mn', 'depth2');
  assert.match(await marks(page), /best [+−]?\d+ · bonus −?\d+/);
  assert.match(await page.innerText('.code'), /bonus for each of the next M − 1/);
  await page.waitForSelector('dt:text-is("Bonus of the others")');
  // Forwards to the first number of a node, and back again.
  await page.click('[aria-label="First event"]');
  await page.waitForSelector('.event b:text-is("enter")');
  for (let step = 0; step < 40 && (await page.innerText('.event b')) !== 'marks'; step += 1) {
    const before = await page.innerText('.event .number');
    await page.click('[aria-label="Next event"]');
    await page.waitForFunction((before) => document.querySelector('.event .number')?.innerText !== before, before);
  }
  assert.match(await page.innerText('.event'), /This node: best .*, bonus /);
  await page.click('[aria-label="Previous event"]');
  await page.waitForFunction(() => document.querySelector('.event b')?.innerText !== 'marks');
  await done(page);
});

test('best-first minimax plays, and its tree grows at the announced leaf', async () => {
  await playAgainst('bestfirst');
  const page = await watch('bestfirst', 'nodes150');
  await stepThrough(page);
  // The leaf that decides is not behind anybody, and the others are.
  assert.match(await page.innerText('.node.next .marks'), /behind 0\b/);
  assert.match((await page.locator('.box .node .marks').allInnerTexts()).join('\n'), /behind [1-9]/);
  // The leaf that was next is the one that has children a step later.
  const next = await page.innerText('.node.next b');
  await stepTo(page, 'Next step', 5);
  await page.waitForSelector(`.box .node.way:has(b:text-is("${next}")) .marks:has-text("step ")`);
  assert.match(await page.innerText('.code'), /along the best moves to a leaf/);
  assert.deepEqual(await serious('a tree that grows', page), []);
  await done(page);
});

test('BP plays, and its tree shows distributions and importance', async () => {
  await playAgainst('bp');
  const page = await watch('bp', 'nodes300');
  await stepThrough(page);
  assert.match(await page.innerText('.box .node:has(b:text-is("root")) .marks'), /mean [+−]?\d+ · spread \d+/);
  // Some step before the last expands a leaf, and shows its importance. Number and marks of a step appear together.
  let { step } = await stepTo(page, 'Last step', (await grown(page)).steps);
  const hasImportance = async () => /importance \d/.test((await page.locator('.box .node .marks').allInnerTexts()).join('\n'));
  while (!(await hasImportance()) && step > 1) ({ step } = await stepTo(page, 'Previous step', step - 1));
  assert.ok(await hasImportance());
  await done(page);
});

test('ProbiMax plays, and its tree shows expected and minimax values and the probabilities of replies', async () => {
  await playAgainst('probimax');
  const page = await watch('probimax', 'depth2');
  assert.match(await marks(page), /expected [+−]?\d+ · minimax [+−]?\d+/);
  // The replies to the first move, with their chances: together they are certain.
  await page.locator('[role=treeitem]').nth(1).click();
  await page.waitForFunction(() => document.querySelectorAll('[aria-level="3"]').length > 0);
  const replies = (await page.locator('[aria-level="3"] .marks').allInnerTexts()).map((text) => Number(text.match(/chance ([\d.]+) %/)[1]));
  const sum = replies.reduce((sum, chance) => sum + chance, 0);
  assert.ok(replies.length > 1 && Math.abs(sum - 100) < 0.5, `${replies}`);
  await page.click('[aria-label="Last event"]');
  await page.click('[aria-label="Previous event"]');
  await page.waitForSelector('.event b');
  await done(page);
});

test('trees show proof numbers, visits and conspiracy numbers', async () => {
  const mate = encodeURIComponent('kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1');
  const proof = await openPage(home.browser, `${home.server.url}#/tree?game=chess&start=${mate}&spec=pn&limit=nodes2000`);
  await proof.click('button:text-is("Record")');
  await proof.waitForSelector('.box .node');
  assert.match(await proof.innerText('.box .node:has(b:text-is("root")) .marks'), /proof 0 · disproof ∞/);
  await done(proof);
  for (const [spec, what] of [
    ['uct:seed=1', /visits \d+ · result [−\d.]+/],
    ['conspiracy', /rise \d+ · fall \d+/],
  ]) {
    const page = await watch(spec, 'nodes300');
    await page.waitForSelector('.box .node');
    assert.match((await page.locator('.box .node .marks').allInnerTexts()).join('\n'), what);
    await done(page);
  }
});

test('Alternatives shows every game, every condition and the reference', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/alternatives`);
  await page.waitForSelector('table.elo tbody tr');
  for (const name of ['M & N', 'best-first', 'BP', 'ProbiMax', 'ProbCut']) assert.ok(await page.locator(`table.elo td b:text-is("${name}")`).count(), name);
  // Every alternative has its idea in a sentence and a reference.
  assert.equal(await page.locator('table.elo tbody tr').count(), await page.locator('table.elo .idea').count());
  assert.match(await page.innerText('table.elo'), /Bayesian search \(BP\)[\s\S]*Baum and Smith, 1997/);
  assert.equal(await page.locator('table.elo tbody tr').count(), await page.locator('table.elo tr svg').count(), 'a small picture of each idea');
  // No two lines of a chart have the same colour.
  const colours = await page
    .locator('.charts figure svg path[stroke], .charts figure svg polyline[stroke]')
    .evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke')));
  assert.equal(new Set(colours).size, colours.length, colours.join(' '));
  assert.ok(colours.length >= 4 && colours.length <= 8, colours.join(' '));
  // Elo within its error has no colour.
  for (const cell of await page.locator('table.elo td.good, table.elo td.bad').allInnerTexts()) {
    const [, elo, error] = cell.replaceAll('−', '-').match(/([+-]?\d+) ± (\d+)/) ?? [null, 1, 0];
    assert.ok(Math.abs(Number(elo)) > Number(error), cell);
  }
  // Four budgets, and alpha-beta's own truth beside the others'.
  assert.equal(await page.locator('table.elo th.number').count(), 4);
  assert.equal(await page.locator('table.truth td b:text-is("alpha-beta")').count(), 1);
  for (const [condition, unit] of [
    ['equal evaluations', 'evaluations'],
    ['equal time', 'ms'],
    ['equal memory', 'MiB'],
    ['equal nodes', 'nodes'],
  ]) {
    await page.click(`.chip:text-is("${condition}")`);
    await page.waitForFunction((unit) => document.querySelector('table.elo th.number')?.textContent.endsWith(unit), unit);
  }
  await page.click('.chip:text-is("Regret by nodes")');
  await page.waitForSelector('.charts svg');
  // The ruler is among the matches, and not among those whose moves are held to something: they are alpha-beta's.
  assert.equal(await page.locator('table.elo td b:text-is("alpha-beta, twice the budget")').count(), 1);
  assert.equal(await page.locator('table.truth td b:text-is("alpha-beta, twice the budget")').count(), 0);
  // MiniChess is compared with its tables; chess has no exact values.
  for (const [game, title, about] of [
    ['MiniChess', 'Compared with exact values', /minichess-tables/],
    ['Chess', 'Compared with a much deeper search', /not the truth/],
  ]) {
    await page.click(`[aria-label=Game] button:text-is("${game}")`);
    await page.waitForSelector(`h2:text-is("${title}")`);
    assert.match(await page.innerText('.reference'), about);
    assert.match(await page.locator('table.truth tbody tr:has(b:text-is("BP")) td').nth(1).innerText(), /^\d+%, \d+%, \d+\.\d\d$/);
  }
  await page.locator('table.elo a:text-is("Tree")').first().click();
  await page.waitForSelector('button:text-is("Record"), [role=treeitem]');
  await done(page);
});
