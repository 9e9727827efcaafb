// How fast the app is, on this machine, now: npm run measure. $MINUTES is how long an analysis is watched for growth (1 unless given);
// npm run measure growth does only that, and npm run measure tree only the trees of a million nodes.

import { readFileSync } from 'node:fs';
import { openPage, startBrowser, startServer } from './harness.js';

const only = process.argv[2] ?? '';
const ms = (number) => `${number.toFixed(number < 10 ? 1 : 0)} ms`;
const browser = await startBrowser();
const began = performance.now();
const server = await startServer();
const started = performance.now() - began;

/** Returns the processor seconds that the server has used. */
const used = () => {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** Measures a tree of a million nodes from the click to its drawing, and the share of the search. */
const OPEN = encodeURIComponent('r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1');
async function clickToTree(spec, limit) {
  const tree = await openPage(browser, `${server.url}#/tree?start=${OPEN}&spec=${spec}&limit=${limit}`);
  await tree.waitForSelector('button:text-is("Record")');
  const before = used();
  const took = await tree.evaluate(async () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Record');
    const began = performance.now();
    button.click();
    while (document.querySelectorAll('[role=treeitem]').length < 2 || !document.querySelector('.code')) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  });
  const said = await tree.innerText('.facts');
  await tree.context().close();
  const search = said.match(/([\d,]+ nodes) in ([\d.]+ m?s)/);
  return `${(took / 1_000).toFixed(2)} s from the click to the picture (${search[1]}, searched for ${search[2]}); the server took ${(used() - before).toFixed(2)} s of a processor`;
}

/** Measures whether an analysis leaks: the heap after garbage collection, at the start and at the end. */
async function growth(analysis) {
  const minutes = Number(process.env.MINUTES ?? 1);
  const heap = await analysis.context().newCDPSession(analysis);
  await heap.send('HeapProfiler.enable');
  const held = async () => {
    await heap.send('HeapProfiler.collectGarbage');
    return ((await heap.send('Runtime.getHeapUsage')).usedSize / 1e6).toFixed(1);
  };
  const memory = () => (Number(readFileSync(`/proc/${server.pid}/statm`, 'utf8').split(' ')[1]) * 4.096e-3).toFixed(0);
  const [before, ofServer] = [await held(), memory()];
  await analysis.waitForTimeout(minutes * 60_000);
  console.log(`${minutes} min of analysis       ${before} MB before, ${await held()} MB after; the server ${ofServer} and ${memory()} MB`);
}

/** Opens a page with a running analysis. `listen` gets its messages. */
async function analysed(listen = () => {}) {
  const analysis = await openPage(browser, 'about:blank');
  analysis.on('websocket', (socket) => socket.on('framereceived', listen));
  await analysis.goto(`${server.url}#/analyse?moves=e2e4.e7e5.g1f3.b8c6.f1b5`);
  await analysis.click('button:text-is("Start engine")');
  await analysis.waitForSelector('.lines li');
  await analysis.waitForTimeout(500);
  return analysis;
}

async function end() {
  await browser.close();
  await server.stop();
  process.exit(0);
}

if (only === 'growth') {
  await growth(await analysed());
  await end();
}
if (only === '' || only === 'tree') {
  console.log(`a million nodes          ${await clickToTree('minimax', 'depth4')}`);
  console.log(`the same, of the engine  ${await clickToTree('engine', 'nodes1000000')}`);
  if (only === 'tree') await end();
}
// The first visit of the start page: bytes transferred, and time until it is shown.
const fresh = await openPage(browser, 'about:blank');
const wire = await fresh.context().newCDPSession(fresh);
await wire.send('Network.enable');
let bytes = 0;
wire.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
await fresh.goto(server.url);
await fresh.waitForSelector('.door ol li');
await fresh.waitForTimeout(300);
const startPaint = await fresh.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
const firstPage = bytes;
// A page at rest: how much of a core its tasks take.
await wire.send('Performance.enable');
const busy = async () => (await wire.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
await fresh.goto(`${server.url}#/play?first=human&second=human`);
const asked = performance.now();
await fresh.waitForFunction(() => document.querySelector('cg-board piece') && document.querySelector('[role=grid]'));
const playable = performance.now() - asked;
await fresh.waitForTimeout(1_000);
const REST = 10;
const rested = await busy();
await fresh.waitForTimeout(REST * 1_000);
const idle = (await busy()) - rested;
await fresh.context().close();
const page = await openPage(browser, `${server.url}#/play`);
await page.waitForSelector('cg-board piece');
const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
const found = await page.evaluate(async () => {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  await new Promise((resolve) => (socket.onopen = resolve));
  let id = 1;
  /** Asks, and says how many milliseconds the last answer took. */
  const timed = async (question) => {
    const mine = id++;
    const began = performance.now();
    const answer = await new Promise((resolve) => {
      socket.onmessage = (event) => {
        const message = JSON.parse(event.data);
        if (message.id === mine && message.last) resolve(message);
      };
      socket.send(JSON.stringify({ id: mine, ...question }));
    });
    return [performance.now() - began, answer];
  };
  const line = { game: 'chess', start: null, moves: ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5'] };
  const legal = [];
  for (let times = 0; times < 101; times += 1) legal.push((await timed({ ask: 'show', line }))[0]);
  const open = { game: 'chess', start: 'r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1', moves: [] };
  const [traced, { summary }] = await timed({ ask: 'trace', line: open, spec: 'minimax', limit: { depth: 4 }, nodes: 1_000_000 });
  const root = summary.roots.at(-1).id;
  const [overview] = await timed({ ask: 'tree-overview', node: root, plies: 24 });
  let [slowest, { children }] = await timed({ ask: 'tree-children', node: root });
  for (const { node } of children) {
    const [took] = await timed({ ask: 'tree-children', node: node.id });
    const [looked] = await timed({ ask: 'tree-inspect', node: node.id });
    slowest = Math.max(slowest, took, looked);
  }
  const [meetings] = await timed({ ask: 'tree-meetings', root });
  const [engine, { summary: second }] = await timed({ ask: 'trace', line: open, spec: 'engine', limit: { nodes: 1_000_000 }, nodes: 1_000_000 });
  const last = second.roots.at(-1).id;
  const [engineOverview] = await timed({ ask: 'tree-overview', node: last, plies: 24 });
  let [engineSlowest, { children: below }] = await timed({ ask: 'tree-children', node: last });
  for (const { node } of below.filter((child) => child.child === 'node')) {
    const [took] = await timed({ ask: 'tree-children', node: node.id });
    const [looked] = await timed({ ask: 'tree-inspect', node: node.id });
    engineSlowest = Math.max(engineSlowest, took, looked);
  }
  const [ran] = await timed({ ask: 'tree-seek', event: 0, backwards: false, kinds: [], line: 'Be3 e5 Nb3 Be6 f3 Be7 Qd2 O-O O-O-O a5' });
  legal.sort((a, b) => a - b);
  return {
    legal: legal[50],
    recorded: summary.recorded,
    traced: traced + overview,
    slowest,
    meetings,
    ran,
    engine: engine + engineOverview,
    engineMs: second.ms,
    engineRecorded: second.recorded,
    engineSlowest,
  };
});
// The engine analyses on its page with three lines: messages that come, pictures that are drawn, pictures that are late.
const SECONDS = 5;
let news = 0;
let counting = false;
const analysis = await analysed(() => counting && (news += 1));
counting = true;
const drawn = await analysis.evaluate(async (seconds) => {
  const times = [];
  const changes = new Set();
  await new Promise((resolve) => {
    const count = (now) => {
      times.push(now);
      changes.add(document.querySelector('.nodes')?.textContent);
      if (now - times[0] < seconds * 1_000) requestAnimationFrame(count);
      else resolve();
    };
    requestAnimationFrame(count);
  });
  const gaps = times.slice(1).map((time, index) => time - times[index]);
  return { pictures: gaps.length / seconds, changes: changes.size / seconds, late: gaps.filter((gap) => gap > 25).length, longest: Math.max(...gaps) };
}, SECONDS);
counting = false;
await growth(analysis);
console.log(`first paint             ${ms(started + paint)} (${ms(started)} until the server answers)`);
console.log(
  `first page              ${(firstPage / 1_000).toFixed(0)} KB on the wire, painted after ${ms(startPaint)}; a game can be played after ${ms(playable)}`,
);
console.log(`a page at rest          ${((100 * idle) / REST).toFixed(2)}% of a core`);
console.log(`legal moves, median     ${ms(found.legal)}`);
console.log(`tree of ${found.recorded} nodes   ${ms(found.traced)}`);
console.log(`slowest expansion       ${ms(found.slowest)}`);
console.log(
  `during an analysis      ${(news / SECONDS).toFixed(0)} messages, ${drawn.changes.toFixed(0)} changes and ${drawn.pictures.toFixed(0)} pictures a second; ${drawn.late} of ${(drawn.pictures * SECONDS).toFixed(0)} pictures late, the longest wait ${ms(drawn.longest)}`,
);
console.log(`transpositions          ${ms(found.meetings)}`);
console.log(`engine, ${found.engineRecorded} nodes   ${ms(found.engine)} (${ms(found.engineMs)} of it the search)`);
console.log(`its slowest expansion   ${ms(found.engineSlowest)}`);
console.log(`a stop that never comes ${ms(found.ran)}`);
await end();
