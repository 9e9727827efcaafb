// How fast the app is, on this machine, now: npm run measure.

import { openPage, startBrowser, startServer } from './harness.js';

const browser = await startBrowser();
const began = performance.now();
const server = await startServer();
const started = performance.now() - began;
const page = await openPage(browser, server.url);
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
  // An analysis tells after every depth and ten times a second; frames are counted meanwhile.
  let frames = 0;
  let news = 0;
  const count = () => { frames += 1; requestAnimationFrame(count); };
  requestAnimationFrame(count);
  socket.onmessage = () => (news += 1);
  socket.send(JSON.stringify({ id: id++, ask: 'think', line: open, spec: 'classic', seat: null, limit: { movetime: 2_000 }, clocks: null, live: true }));
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  legal.sort((a, b) => a - b);
  return { legal: legal[50], recorded: summary.recorded, traced: traced + overview, slowest, frames: frames / 2, news: news / 2 };
});
const ms = (number) => `${number.toFixed(number < 10 ? 1 : 0)} ms`;
console.log(`first paint             ${ms(started + paint)} (${ms(started)} until the server answers)`);
console.log(`legal moves, median     ${ms(found.legal)}`);
console.log(`tree of ${found.recorded} nodes   ${ms(found.traced)}`);
console.log(`slowest expansion       ${ms(found.slowest)}`);
console.log(`during an analysis      ${found.frames.toFixed(0)} frames and ${found.news.toFixed(0)} messages a second`);
await browser.close();
await server.stop();
