// The lab pages: race, tree, match, ladder, parallel, reproduce.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { address, atHome, done, nativeTest, openPage, program, startServer, test, visit } from './harness.js';
import { tabTo } from './person.js';

const home = atHome();

test('simulated processors work on a tree, tick by tick, and their curves go up to 1,024', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/parallel?search=ybw&processors=3&order=best-first`);
  await page.waitForSelector('.timeline td');
  const place = async () => Number((await page.innerText('.said .number')).split(' of ')[0]);
  const said = (words) => page.waitForFunction((words) => document.querySelector('.said')?.textContent.includes(words), words);
  await page.click('[aria-label="Next tick"]');
  await said('Tick 1: P1 enters A. P2, P3 wait.');
  // By the keyboard: one tick on, to the end, and to the beginning.
  await page.focus('.parallel-tree');
  await page.keyboard.press('ArrowRight');
  await said('Tick 2: P1 enters B.');
  await page.keyboard.press('End');
  await said('The value of the root is 16 for MAX');
  const ticks = (await place()) - 1;
  // The processors enter as many nodes as their rows of the timeline have names.
  const cells = await page.locator('.timeline td').allInnerTexts();
  const nodes = Number((await page.innerText('.said')).match(/and (\d+) nodes/)[1]);
  assert.equal(cells.filter((text) => text.trim() !== '').length, nodes);
  assert.equal(cells.length, 3 * ticks);
  assert.ok((await page.locator('.parallel-tree [data-pruned]').count()) > 0, 'what no processor entered is cut off');
  await page.keyboard.press('Home');
  assert.equal(await place(), 0);
  // One processor needs more ticks, in any order of the moves.
  await page.fill('label:has-text("Processors") input', '1');
  await page.waitForFunction((ticks) => Number(document.querySelector('.said .number')?.textContent.split(' of ')[1]) > ticks + 1, ticks);
  await page.click('[aria-label="Order of the moves"] >> nth=0 >> text=best move last');
  await page.click('[aria-label="Search"] button:text-is("Lazy SMP")');
  await page.waitForSelector('[data-search=lazy]');
  await page.click('[aria-label="Last tick"]');
  await said('The value of the root is 16 for MAX');
  // The curves.
  await page.click('button:text-is("Simulate")');
  await page.waitForSelector('table.speeds tbody tr');
  assert.equal(await page.locator('.curves figure polyline').count(), 5);
  const speed = async (search) => Number((await page.innerText(`table.speeds tr:has(b:text-is("${search}")) td:last-child`)).match(/×([\d.]+)/)[1]);
  assert.ok((await speed('Young Brothers Wait')) > (await speed('Root splitting')));
  await page.selectOption('label:has-text("Tree") select', { label: 'Tic-tac-toe' });
  await page.waitForSelector('[role=status]:has-text("3,610 nodes")');
  for (const chart of ['Efficiency', 'Nodes', 'Waiting']) {
    await page.click(`.curves .chip:text-is("${chart}")`);
    await page.waitForSelector(`.curves svg[aria-label^="${chart}:"]`);
  }
  // A tree that is too large is refused in a sentence.
  await page.fill('.curves label:has-text("Plies") input', '9');
  await page.waitForSelector('.curves [role=alert]:has-text("choose fewer plies")');
  await done(page);
});

test('a race: every row agrees with minimax, and a toggle adds a row', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/race?game=othello&limit=depth4&p=${encodeURIComponent('minimax;alphabeta')}`);
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

test('every step of the default race saves nodes, and a click in the app runs it', async () => {
  const page = await openPage(home.browser, home.server.url);
  await page.click('a:text-is("Race searches")');
  await page.waitForFunction(() => document.querySelectorAll('.story li').length >= 3);
  const steps = (await page.locator('.story li').allInnerTexts()).slice(0, 3);
  for (const step of steps) assert.match(step, /times fewer nodes/, step);
  assert.match(await page.innerText('.headline'), /×\d{2,} fewer nodes: \S+/);
  await done(page);
});

test('the default position shows that move ordering alone saves a factor of a hundred', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/race?p=${encodeURIComponent('alphabeta;alphabeta:order=mvvlva')}`);
  await page.click('text=Run all');
  await page.waitForFunction(() => document.querySelectorAll('.yes').length === 2);
  const [plain, ordered] = (await page.locator('.nodes span:last-child').allInnerTexts()).map((text) => Number(text.replaceAll(',', '')));
  assert.ok(plain >= 100 * ordered, `${plain} and ${ordered}`);
  assert.match(await page.innerText('thead'), /log scale/);
  // The result in words.
  assert.match(await page.innerText('.story'), /×1\d\d fewer nodes: captures first \(MVV-LVA\)[\s\S]*Captures first \(MVV-LVA\): 1\d\d times fewer nodes/);
  await done(page);
});

test('a race of a document’s players reproduces its printed figures at every depth', async () => {
  const printed = [
    [0, 'Qxf5', 3, '35', '35'],
    [1, 'Nxd4', -2, '1,111', '1,111'],
    [2, 'Qh6', 2, '39,894', '8,392'],
    [3, 'Qh6', -2, '1,275,708', '246,987'],
  ];
  for (const [depth, move, value, ...nodes] of printed) {
    const page = await openPage(home.browser, `${home.server.url}#/race?limit=depth${depth}&p=${encodeURIComponent('report-minimax;report-ab')}`);
    await page.waitForSelector('table .chip');
    const fen = page.getByLabel('FEN', { exact: true });
    await fen.fill('report-3');
    await fen.press('Enter');
    await page.waitForFunction(() => [...document.querySelectorAll('input')].some((input) => input.value.startsWith('r2q3k/')));
    await page.click('text=Run all');
    await page.waitForFunction(() => document.querySelectorAll('.yes').length === 2);
    const rows = await page.locator('tr.figures').allInnerTexts();
    rows.forEach((row, place) => {
      assert.match(row, new RegExp(`\\b${nodes[place]} as printed`), row);
      // Its move, the depth and the value, in the document's own units.
      assert.match(row.replaceAll('\u2212', '-'), new RegExp(`${move}\\s+${depth}\\s+${value}\\s|${move}\\s+${value}\\s+${depth}\\s`), row);
    });
    await done(page);
  }
});

test('the chips of a row follow the defaults of its player', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/race?game=chess&limit=depth2&p=${encodeURIComponent('classic;alphabeta')}`);
  await page.waitForSelector('tbody .chip');
  const chips = async (row) =>
    (await page.locator(`tbody:nth-of-type(${row}) .chip`).allInnerTexts()).map((text) => text.trim()).filter((text) => /^[+−] /.test(text));
  // What the program itself says about the defaults.
  const { players } = JSON.parse(execFileSync(program(), ['players', '--json']).toString());
  const order = players.find((player) => player.name === 'classic').keys.find((key) => key.key === 'order').default;
  const classic = await chips(1);
  const plain = await chips(2);
  assert.ok(order.length > 3);
  for (const name of order) assert.ok(classic.includes(`− ${name}`), `${name}: ${classic}`);
  assert.ok(classic.includes('− table') && classic.includes('− quiesce') && classic.includes('− null'), `${classic}`);
  assert.ok(plain.includes('+ table') && plain.includes('+ quiesce') && plain.includes('+ mvvlva'), `${plain}`);
  // Taking one ordering away leaves the others.
  await page.click('tbody:nth-of-type(1) .chip:text-is("− mvvlva")');
  const rest = order.filter((name) => name !== 'mvvlva').join('+');
  await page.waitForSelector(`table :text("classic:order=${rest}")`);
  await done(page);
});

test('the engine races with one technique off, and the charts are exported', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/race?game=chess&limit=depth6&p=engine`);
  await page.click('text=Run all');
  await page.waitForFunction(() => document.querySelectorAll('.nodes').length === 1);
  await page.click('tbody:nth-of-type(1) summary');
  await page.click('.chip:text-is("− lmr")');
  await page.waitForFunction(() => document.querySelectorAll('.nodes').length === 2);
  assert.match(await page.innerText('table'), /engine:off=lmr/);
  // And back on from there: the first row again, which is there already.
  await page.click('tbody:nth-of-type(2) summary');
  await page.click('tbody:nth-of-type(2) .chip:text-is("+ lmr")');
  assert.match(await page.innerText('.error'), /engine is already in the race/);
  const saved = async (kind) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`.save button:text-is("${kind}")`)]);
    return [download.suggestedFilename(), readFileSync(await download.path())];
  };
  const [name, text] = await saved('CSV');
  assert.equal(name, 'nodes-by-depth.csv');
  const [head, ...lines] = text.toString().trim().split('\n');
  assert.equal(head, 'depth,engine,engine:off=lmr');
  assert.equal(lines.length, 6);
  for (const chart of ['Branching factor', 'Value by depth', 'Time to depth', 'Cut positions', 'Table fill']) {
    await page.click(`.chip:text-is("${chart}")`);
    const [file, drawing] = await saved('SVG');
    assert.equal(file, `${chart.toLowerCase().replaceAll(' ', '-')}.svg`);
    assert.match(drawing.toString(), /<svg[\s\S]*(<circle|rx="1.5")/);
  }
  const [, picture] = await saved('PNG');
  assert.equal(picture.subarray(1, 4).toString(), 'PNG');
  assert.match(await page.getAttribute('a:has-text("Match these two")', 'href'), /p=engine:off=lmr;engine.*sprt=0,40/);
  await done(page);
});

test('a traced search is opened, stepped through and searched', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/tree?game=chess&moves=e2e4&spec=alphabeta:order%3Dmvvlva&limit=depth3`);
  await page.click('button:text-is("Record")');
  // The root and twenty replies.
  await page.waitForFunction(() => document.querySelectorAll('[role=treeitem]').length === 21);
  await page.click('[aria-label="Next event"]');
  await page.waitForSelector('.event b:text-is("enter")');
  await page.click('[aria-label="Run to the next stop"]');
  await page.waitForSelector('.event b:text-is("cut")');
  await page.waitForSelector('.code .on');
  assert.match(await page.innerText('.code'), /cut/);
  await page.click('[aria-label="Previous event"]');
  await page.waitForFunction(() => document.querySelector('.event b')?.textContent !== 'cut');
  // The first move is searched in any case.
  await page.fill('[aria-label="Go to a line of moves"]', 'Na6');
  await page.click('button:text-is("Go")');
  const arrived = () => [...document.querySelectorAll('.path button')].map((step) => step.textContent).join(' ') === 'root Na6';
  await page.waitForFunction(arrived);
  await page.focus('[role=treeitem][tabindex="0"]');
  const chosen = '[role=treeitem][aria-selected=true]';
  const was = await page.getAttribute(chosen, 'aria-expanded');
  await page.keyboard.press('Enter');
  await page.waitForFunction(([chosen, was]) => document.querySelector(chosen)?.getAttribute('aria-expanded') !== was, [chosen, was]);
  const other = await openPage(home.browser, await address(page));
  await other.click('button:text-is("Record")');
  await other.waitForFunction(arrived);
  await done(other);
  await done(page);
});

test('keyboard only: a search is recorded, its tree navigated by arrow keys, and its events stepped through', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/tree?game=tictactoe&moves=b2&spec=alphabeta&limit=depth3`);
  await page.waitForSelector('button:text-is("Record")');
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent);
  // By Tab to the button, and from there to the tree: its chosen node is one stop.
  const to = async (button) => {
    for (let times = 0; times < 120 && (await focused()) !== button; times += 1) await page.keyboard.press('Tab');
    assert.equal(await focused(), button);
  };
  await to('Record');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('[role=treeitem]').length === 9);
  await to('Next event');
  const event = (kind) => page.waitForSelector(`.event b:text-is("${kind}")`);
  await page.keyboard.press('Enter');
  await event('enter');
  await to('Run to the next stop');
  await page.keyboard.press('Space');
  await event('cut');
  await to('Event');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('.event')?.textContent.startsWith('1 of'));
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.event')?.textContent.startsWith('2 of'));
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('.event')?.textContent.startsWith('1 of'));
  await tabTo(page, '[role=treeitem][aria-selected=true]');
  const chosen = () => page.evaluate(() => [...document.querySelectorAll('.path button')].map((step) => step.textContent).join(' '));
  const press = async (key, there) => {
    await page.keyboard.press(key);
    await page.waitForFunction((there) => [...document.querySelectorAll('.path button')].map((step) => step.textContent).join(' ') === there, there);
    await page.waitForFunction(() => document.activeElement.matches('[role=treeitem][aria-selected=true]'));
  };
  assert.equal(await chosen(), 'root');
  await press('ArrowDown', 'root a1');
  // The way to the cut is open. To the left closes a node, to the right opens it and goes into it.
  const expanded = (open) => page.waitForSelector(`[role=treeitem][aria-selected=true][aria-expanded=${open}]:focus`);
  await expanded(true);
  await page.keyboard.press('ArrowLeft');
  await expanded(false);
  await page.keyboard.press('ArrowRight');
  await expanded(true);
  await press('ArrowRight', 'root a1 b1');
  await press('ArrowLeft', 'root a1');
  await page.keyboard.press('ArrowLeft');
  await expanded(false);
  await press('ArrowDown', 'root b1');
  await press('Home', 'root');
  await done(page);
});

test('the tree of the engine: reasons at the stubs, stops, transpositions, charts', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/tree?game=chess&moves=e2e4.e7e5&spec=engine&limit=nodes20000`);
  await page.click('button:text-is("Record")');
  await page.waitForSelector('[role=treeitem]');
  // Stop where a new best line comes up, then where a line is entered.
  await page.click('.stops .chip:text-is("a cutoff")');
  await page.click('.stops .chip:text-is("a new best line")');
  await page.click('[aria-label="Run to the next stop"]');
  await page.waitForSelector('.event b:text-is("leave")');
  // It is a move of the root.
  await page.waitForFunction(() => document.querySelectorAll('.path button').length === 2);
  await page.click('.stops .chip:text-is("a new best line")');
  await page.fill('[aria-label="Stop at a line of moves"]', 'Nf3 Nc6');
  await page.click('[aria-label="Run to the next stop"]');
  await page.waitForFunction(() => [...document.querySelectorAll('.path button')].map((step) => step.textContent).join(' ') === 'root Nf3 Nc6');
  await page.click('.path button >> nth=0');
  await page.waitForSelector('.code:has-text("multi-cut")');
  assert.match(await page.innerText('.code'), /reverse futility[\s\S]*null move[\s\S]*multi-cut/);
  // Somewhere below, moves were passed over, and the stub says why.
  await page.fill('[aria-label="Stop at a line of moves"]', '');
  await page.click('.stops .chip:text-is("a cutoff")');
  for (let times = 0; times < 60 && !(await page.locator('.stub:text-matches("late-move|futility|see|history|delta")').count()); times += 1) {
    const before = await page.innerText('.event');
    await page.click('[aria-label="Run to the next stop"]');
    await page.waitForFunction((before) => document.querySelector('.event')?.innerText !== before, before);
    const node = page.locator('[role=treeitem][aria-selected=true]');
    if ((await node.getAttribute('aria-expanded')) === 'false') await node.press('Enter');
  }
  await page.waitForSelector('.stub:text-matches("late-move|futility|see|history|delta")');
  // The last and deepest search.
  await page.selectOption('[aria-label=Iteration]', { index: (await page.locator('[aria-label=Iteration] option').count()) - 1 });
  // Until it is all there the page moves, and a click can miss.
  await page.waitForFunction(() => document.querySelectorAll('.path button').length === 1);
  await page.click('text=List transpositions');
  await page.waitForSelector('.meet tbody tr');
  const first = await page.innerText('.meet tbody button >> nth=0');
  await page.click('.meet tbody button >> nth=0');
  await page.waitForFunction(
    (path) =>
      [...document.querySelectorAll('.path button')]
        .slice(1)
        .map((step) => step.textContent)
        .join(' ') === path,
    first,
  );
  assert.match(await page.innerText('summary:has-text("Transpositions (")'), /\d/);
  for (const chart of ['Cut positions', 'Reasons', 'Value by depth']) {
    await page.click(`.chip:text-is("${chart}")`);
    await page.waitForSelector(`figure svg[aria-label^="${chart}"]`);
  }
  // The slider goes anywhere.
  await page.locator('.slider').focus();
  await page.keyboard.press('End');
  await page.waitForFunction(() => {
    const [at, of] = document.querySelector('.event .number').textContent.split(' of ');
    return at === of;
  });
  await done(page);
});

test('attacks and threats are drawn over the board', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/race?game=chess&moves=e2e4.e7e5.f1c4.b8c6.d1h5`);
  await page.selectOption('[aria-label="Overlay"]', 'attacks');
  await page.waitForSelector('.heat');
  // The bishop and the queen against the king.
  assert.match(await page.getAttribute('[data-square=f7]', 'aria-label'), /\+1 attacked 2 to 1/);
  await page.selectOption('[aria-label="Overlay"]', 'threat');
  await page.waitForSelector('.drawn:has-text("Qxf7#")');
  assert.equal(await page.locator('.heat').count(), 0, 'one at a time');
  await done(page);
});

test('a match: live boards, evaluations in the replay; any screen is saved as a standalone page', async () => {
  const players = encodeURIComponent('alphabeta:order=mvvlva,id;alphabeta:id');
  const page = await openPage(home.browser, `${home.server.url}#/match?game=minichess&limit=nodes60000&games=2&p=${players}`);
  await page.click('text=Start match');
  await page.waitForFunction(
    () => document.querySelector('.live figure .mini piece') && /Game [12] after \d+ moves?/.test(document.querySelector('.live figcaption').textContent),
    null,
    { polling: 'raf' },
  );
  await page.waitForSelector('text=Finished: 2 of 2 games');
  assert.equal(await page.locator('.live').count(), 0, 'no game is in progress');
  await page.click('text=Replay >> nth=0');
  await page.waitForSelector('.replay .worth');
  // Manifest says what was played and by whom.
  await page.click('summary:has-text("Manifest")');
  const manifest = JSON.parse(await page.innerText('.manifest pre'));
  assert.deepEqual(
    [manifest.plan.game, manifest.plan.games, manifest.plan.players.map(({ spec }) => spec), manifest.sitting.command.slice(0, 1)],
    ['minichess', 2, ['alphabeta:order=mvvlva,id', 'alphabeta:id'], ['match']],
  );
  assert.ok(manifest.sitting.program && manifest.sitting.machine && manifest.plan.openings, JSON.stringify(manifest));
  await page.click('.replay [aria-label="Last position"]');
  await page.waitForFunction(() => /Evaluation: .*,\s+depth \d+,\s+[\d.,]+( [kM])? nodes/.test(document.querySelector('.search')?.textContent));
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('button:text-is("Save")')]);
  const text = readFileSync(await download.path(), 'utf8');
  assert.match(text, /<meta name="espalier-link" content="#\/match\?game=minichess/);
  assert.doesNotMatch(text, /<script|url\("?\/|https?:\/\/127/);
  // It looks the same where there is nothing else.
  const alone = await openPage(home.browser, 'about:blank', { javaScriptEnabled: false });
  await alone.setContent(text);
  assert.match(await alone.innerText('.page h2 >> nth=0'), /Finished: 2 of 2 games/);
  const board = (tab) => tab.locator('.replay cg-board piece').count();
  assert.equal(await board(alone), await board(page));
  assert.ok((await alone.locator('.replay [role=grid]').boundingBox()).width > 200);
  // Pieces stand on their squares at any size, the text has the app's font, and no button is left that does nothing.
  await alone.setViewportSize({ width: 700, height: 900 });
  const places = (tab) =>
    tab.locator('.replay cg-board piece').evaluateAll((pieces) =>
      pieces.map((piece) => {
        const [own, board] = [piece, piece.closest('cg-board')].map((part) => part.getBoundingClientRect());
        return [(own.left - board.left) / own.width, (own.top - board.top) / own.height].map((square) => square.toFixed(1)).join();
      }),
    );
  assert.deepEqual(await places(alone), await places(page));
  assert.ok(
    (await places(alone)).every((place) => /^\d\.0,\d\.0$/.test(place)),
    String(await places(alone)),
  );
  const font = (tab) => tab.evaluate(() => getComputedStyle(document.body).fontFamily);
  assert.equal(await font(alone), await font(page));
  assert.equal(await alone.locator('button:text-is("Start match"), button:text-is("Export"), a.button').count(), 0);
  await done(alone);
  await done(page);
});

test('a match is watched to its end and a game of it replayed', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/match?game=tictactoe&limit=depth9&games=10&p=${encodeURIComponent('negamax;random')}`);
  await page.click('text=Start match');
  await page.waitForSelector('text=Finished: 10 of 10 games');
  assert.equal(await page.locator('[aria-label="Games"] tbody tr').count(), 10);
  assert.match(await page.innerText('.conduct'), /negamax\s+0\s+0\s+0/);
  await page.click('text=Replay >> nth=0');
  await page.waitForSelector('.replay .moves .move');
  const count = await page.locator('.replay .moves .move').count();
  for (let move = 0; move < count; move += 1) {
    await page.click('.replay [aria-label="Next move"]');
    await page.waitForFunction(
      (at) => [...document.querySelectorAll('.replay .moves .move')].findIndex((other) => other.querySelector('[aria-current]')) === at,
      move,
    );
  }
  assert.match(await address(page), /#\/match/);
  await page.click('.panel a:text-is("Analyse")');
  await page.waitForFunction((count) => location.hash.startsWith('#/analyse') && document.querySelectorAll('.moves .move').length === count, count);
  await done(page);
});

test('a race links to a small sequential test, which stops when it is decided', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/race?game=tictactoe&limit=depth3&p=${encodeURIComponent('random;negamax')}`);
  await page.click('a:has-text("Match these two")');
  await page.waitForSelector('.gauge .now', { state: 'attached' });
  await page.waitForSelector('text=/Finished: \\d+ of 400 games/');
  assert.match(await page.innerText('.llr'), /Accepted: \+40 Elo rather than 0 Elo/);
  const games = Number(/Finished: (\d+)/.exec(await page.innerText('h2:has-text("Finished")'))[1]);
  assert.ok(games < 400, `${games} games were enough`);
  assert.match(await page.innerText('.elo'), /Elo|telling/);
  await done(page);
});

nativeTest('it restarts the server', 'a tree and a match survive a restart of the server', async () => {
  const own = await startServer();
  const tree = await openPage(home.browser, `${own.url}#/tree?game=chess&spec=alphabeta&limit=depth2`);
  const match = await openPage(home.browser, `${own.url}#/match?game=tictactoe&limit=depth2&games=6&p=${encodeURIComponent('negamax;random')}`);
  await tree.click('button:text-is("Record")');
  await tree.waitForSelector('[role=treeitem]');
  await own.stop();
  await tree.waitForSelector('.lost');
  await match.waitForSelector('.lost');
  // Requests during the outage are answered after it.
  await match.click('text=Start match');
  const again = await startServer(own.port);
  await match.waitForSelector('text=Finished: 6 of 6 games');
  await tree.waitForSelector('.lost', { state: 'detached' });
  await tree.click('[aria-label="Last event"]');
  await tree.waitForSelector('.event b');
  await done(tree);
  await done(match);
  await again.stop();
});

test('the ladder shows its rungs, and a rung can be played', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/ladder`);
  await page.waitForSelector('ol li');
  const rungs = await page.locator('ol.rungs li').count();
  assert.equal(rungs, 21);
  // A staircase: each step begins where the one below it ends, and has its error.
  const stairs = await page.evaluate(() =>
    [...document.querySelectorAll('ol.rungs .track')].reverse().map((track) => {
      const [rise, stone] = ['.rise', '.stone'].map((part) => track.querySelector(part).getBoundingClientRect());
      return {
        left: rise.left,
        right: rise.right,
        minus: Boolean(track.querySelector('.minus')),
        error: Boolean(track.querySelector('.error-bar')),
        stone: stone.right,
      };
    }),
  );
  assert.ok(stairs.slice(1).filter((stair) => stair.error).length > 15);
  for (const [index, stair] of stairs.entries()) {
    const below = stairs[index - 1];
    if (below && !below.minus && !stair.minus) assert.ok(Math.abs(stair.left - below.right) <= 3, `step ${index + 1}: ${JSON.stringify([below, stair])}`);
  }
  // Details of a step on click, in the address too.
  // The lowest stands last.
  await page.click(`ol.rungs li >> nth=${rungs - 3} >> button`);
  await page.waitForSelector(`ol.rungs li:nth-child(${rungs - 2}) .details:has-text("drawn")`);
  assert.match(await address(page), /rung=3/);
  await page.click('button:text-is("equal time")');
  await page.click('ol.few li >> nth=0 >> button');
  await page.waitForSelector('ol.few .details:has-text("won")');
  // What the engine loses without each of its techniques, the dearest first.
  assert.ok((await page.locator('ol.few li').count()) >= 30);
  await page.click('button:text-is("Othello")');
  await page.waitForFunction(() => document.querySelectorAll('ol.rungs li').length === 7);
  await page.click('text=Play this rung');
  await page.waitForSelector('[role=grid]');
  assert.match(await address(page), /game=othello/);
  await done(page);
});

/** Checks that all statements of a summary match the chapters. */
async function storyHolds(page) {
  const said = await page.innerText('.claims summary');
  const [, held, all] = said.match(/: (\d+) of (\d+) statements/);
  assert.ok(held === all && Number(all) > 0, said);
}

test('a course document is computed again and matches, and its worked example opens in the tree', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/reproduce`);
  await page.click('button:has-text("fascicle3")');
  await page.waitForSelector('.verdict', { timeout: 120_000 });
  assert.match(await page.innerText('.verdict'), /All \d+ figures match/);
  await storyHolds(page);
  // A story with chapters, and its curves where it has some.
  assert.match(await page.innerText('.story'), /worked examples/);
  assert.match(await page.innerText('.sections h2 >> nth=0'), /^1\s+the worked example/);
  assert.equal(await page.locator('.plots').count(), 0);
  await page.click('button:has-text("i2p3")');
  await page.waitForSelector('.plots figure svg', { timeout: 120_000 });
  assert.match(await page.getAttribute('.plots figure svg', 'aria-label'), /Lines of play from the start/);
  await storyHolds(page);
  // That of a4 takes half a minute, so it is computed on demand.
  for (const name of process.env.STORIES === 'all' ? ['a8', 'a4'] : ['a8']) {
    await page.click(`.documents button:has(.small:text("${name}:"))`);
    await page.waitForSelector(`.story:has-text("${name === 'a8' ? 'stalemate' : 'White Wins'}")`);
    await page.waitForSelector('.verdict', { timeout: 300_000 });
    await storyHolds(page);
  }
  await page.click('button:has-text("fascicle3")');
  await page.waitForSelector('.plots', { state: 'detached' });
  await page.waitForSelector('.verdict');
  const opened = async () => {
    await page.waitForSelector('[role=treeitem]');
    assert.equal(await page.getByLabel('FEN', { exact: true }).inputValue(), '4k3/8/8/1P6/8/8/8/4K3 w - - 0 1');
    // The pawn counts one point and as many as it has advanced.
    assert.match(await page.innerText('.result'), /b6\s+5/);
  };
  await page.click('a:has-text("Show the worked example")');
  await opened();
  await page.click('nav a:text-is("Ladder")');
  await page.click('nav a:text-is("Tree")');
  await page.click('a:has-text("The fascicle’s pawn")');
  await opened();
  await done(page);
});

test('the results of a match survive a reload; the history opens, exports and deletes it', async () => {
  const players = encodeURIComponent('negamax;random:seed=7');
  const page = await openPage(home.browser, `${home.server.url}#/match?game=tictactoe&limit=depth9&games=6&seed=41&p=${players}`);
  await page.click('text=Start match');
  await page.waitForSelector('text=Finished: 6 of 6 games');
  const elo = await page.innerText('.pair .elo');
  assert.match(await address(page), /journal=tictactoe-/);
  await page.reload();
  await page.waitForSelector('text=Finished: 6 of 6 games');
  assert.equal(await page.innerText('.pair .elo'), elo);
  assert.equal(await page.locator('[aria-label="Games"] tbody tr').count(), 6);
  // From an empty page.
  await visit(page, `${home.server.url}#/match`);
  const row = page.locator('.history tr:has-text("random:seed=7")');
  await row.waitFor();
  assert.equal(await page.locator('.pair').count(), 0);
  await row.locator('button:text-is("Open")').click();
  await page.waitForSelector('text=Finished: 6 of 6 games');
  const [download] = await Promise.all([page.waitForEvent('download'), row.locator('button:text-is("Export PGN")').click()]);
  assert.equal(readFileSync(await download.path(), 'utf8').match(/\[Event /g).length, 6);
  await row.locator('button:text-is("Delete")').click();
  await page.click('dialog button:text-is("Delete")');
  await row.waitFor({ state: 'detached' });
  assert.equal(await page.locator('.pair').count(), 0);
  await done(page);
});

test('the tree of plain alpha-beta has values for the root and pseudo-code without a table and null moves', async () => {
  const page = await openPage(home.browser, `${home.server.url}#/tree?game=tictactoe&spec=alphabeta&limit=depth3`);
  await page.click('button:text-is("Record")');
  await page.waitForSelector('[role=treeitem]');
  await page.waitForSelector('.code');
  assert.doesNotMatch(await page.innerText('.code'), /table|null move/);
  assert.match(await page.innerText('.code'), /depth = 0/);
  // The best move has the value of the root.
  const values = await page.locator('[role=treeitem] .value').allInnerTexts();
  assert.ok(values.slice(1).includes(values[0]), values.join(' '));
  await done(page);
});
