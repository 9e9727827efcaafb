// How fast the static site is, on this machine, now: make measure-site. The program that it is compared with is a release build with AVX2.
// $MINUTES is how long an analysis is watched for growth (1 unless given); `node e2e/measure_site.js growth` does only that, `workers` only
// starts and stops of workers, `speed` only the speeds. Speeds are measured by turns, the best of several runs each, so that other work on
// the machine matters less.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { program, startBrowser, startServer } from './harness.js';
import { ownInstance } from './same.js';

const only = process.argv[2] ?? '';
const row = (what, measured, target) => console.log(`| ${what} | ${measured} | ${target} |`);
console.log('| measurement | measured | target |\n|---|---|---|');

/** Opens a page with an empty cache, waits for a selector, and returns the page, the seconds and the bytes on the wire. */
async function cold(browser, address, selector, act = async () => {}) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const sizes = [];
  page.on('requestfinished', (request) => {
    // The module is loaded after the page is shown, and measured by itself.
    if (!request.url().endsWith('.wasm')) sizes.push(request.sizes());
  });
  const began = performance.now();
  await page.goto(address);
  await act(page);
  await page.waitForSelector(selector);
  const seconds = (performance.now() - began) / 1_000;
  const all = await Promise.all(sizes);
  const bytes = all.reduce((sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize, 0);
  return { context, page, seconds, bytes };
}

const worst = (times) => `${Math.max(...times).toFixed(0)} ms at most, ${[...times].sort((a, b) => a - b)[times.length >> 1].toFixed(0)} ms usually`;

async function pages(browser, at) {
  const start = await cold(browser, at('start'), 'a[href*="#/lesson"]');
  const paint = await start.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
  row('first page on the wire, before the module', `${(start.bytes / 1_000).toFixed(0)} KB`, 'under 250 KB');
  row('first page visible', `${(paint / 1_000).toFixed(2)} s`, 'under 0.5 s');
  await start.context.close();
  const lesson = await cold(browser, at('lesson?name=minimax'), 'main h1, main h2');
  row('lesson usable', `${lesson.seconds.toFixed(2)} s`, 'under 1 s');
  await lesson.context.close();
  const engine = await cold(browser, at('analyse?on=0'), '.lines li', (page) => page.click('button:text-is("Start engine")'));
  row("engine's first answer, cold cache", `${engine.seconds.toFixed(2)} s`, 'under 2 s');
  await engine.context.close();
  const module = readFileSync('.site/espalier.wasm');
  row('module with network, gzip -9', `${(gzipSync(module, { level: 9 }).length / 1e6).toFixed(2)} MB (${(module.length / 1e6).toFixed(2)} MB)`, 'under 2 MB');
}

/** Measures, in one page, the start of a search in a fresh worker and the time until a stop is obeyed. */
async function workers(browser, at) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.times = { first: [], stop: 0, stopped: [], ran: null };
    window.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        const made = performance.now();
        let isNew = true;
        this.addEventListener('message', ({ data }) => {
          const said = data.said && JSON.parse(data.said);
          if (said?.say !== 'analysis') return;
          if (isNew) window.times.first.push(performance.now() - made);
          isNew = false;
          window.times.ran = this;
          if (said.last) window.times.stopped.push(performance.now() - window.times.stop);
        });
      }
    };
    window.clickOn = (label) => [...document.querySelectorAll('.engine button')].find((button) => button.textContent.trim() === label).click();
  });
  await page.goto(at('analyse?on=0'));
  await page.waitForSelector('button:text-is("Start engine")');
  // The module is compiled when a short request has its answer. The first worker has waited since then.
  await page.evaluate(() => window.espalier.ask({ ask: 'chess960', number: 1 }));
  await page.click('button:text-is("Start engine")');
  for (let times = 1; times <= 9; times += 1) {
    await page.waitForFunction((times) => window.times.first.length >= times, times);
    await page.waitForSelector('.engine button:text-is("Stop")');
    await page.evaluate(() => {
      window.times.stop = performance.now();
      window.clickOn('Stop');
    });
    await page.waitForFunction((times) => window.times.stopped.length >= times, times);
    await page.waitForSelector('button:text-is("Start engine")');
    // An error ends the worker, so that the next search begins in one that is created for it.
    await page.evaluate(() => {
      window.times.ran.dispatchEvent(new ErrorEvent('error', { message: 'replaced by the measurement' }));
      window.clickOn('Start engine');
    });
  }
  await page.waitForFunction(() => window.times.first.length === 10);
  await page.evaluate(() => window.times.first.shift());
  const { first, stopped } = await page.evaluate(() => window.times);
  row('from the creation of a worker to the first report of its search', worst(first), 'within 50 ms');
  row('from the click on Stop to the last answer', worst(stopped), 'within 100 ms');
  await context.close();
}

/** Watches the memory of the page's process during an analysis. */
async function growth(browser, at) {
  const minutes = Number(process.env.MINUTES ?? 1);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(at('analyse?moves=e2e4.e7e5.g1f3.b8c6.f1b5&on=0'));
  await page.click('button:text-is("Start engine")');
  await page.waitForSelector('.lines li');
  const session = await browser.newBrowserCDPSession();
  const memory = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    const sizes = renderers.map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1]) / 1_024);
    return Math.max(...sizes);
  };
  // The table fills in the first seconds.
  await page.waitForTimeout(20_000);
  const before = await memory();
  await page.waitForTimeout(minutes * 60_000);
  const after = await memory();
  const isRunning = await page.locator('.engine button:text-is("Stop")').count();
  const grown = `${before.toFixed(0)} MiB, then ${after.toFixed(0)} MiB: ${((100 * after) / before - 100).toFixed(1)}%`;
  row(`memory in ${minutes} min of analysis${isRunning ? '' : ' (which had ended)'}`, grown, 'at most 10% more');
  await context.close();
}

const POSITION = 'r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1';

/** Measures the nodes a second of searches in the module and in the program, by turns. */
async function speeds() {
  const ask = await ownInstance();
  const line = { game: 'chess', start: POSITION, moves: [] };
  for (const [what, spec, limit, flags, target] of [
    ['engine', 'engine', { nodes: 1_000_000 }, ['--nodes', '1000000'], 'at least 0.45'],
    ['textbook alpha-beta', 'alphabeta:depth=6,order=mvvlva', {}, [], 'at least 0.6'],
  ]) {
    let [here, there] = [0, 0];
    for (let turn = 0; turn < 7; turn += 1) {
      const { thought } = ask({ ask: 'think', line, spec, seat: null, limit, clocks: null, live: false }).at(-1);
      here = Math.max(here, thought.nodes / thought.ms);
      const { nodes, time_ms } = JSON.parse(execFileSync(program(), ['search', spec, '--fen', POSITION, ...flags, '--json']).toString());
      there = Math.max(there, nodes / time_ms);
    }
    row(`${what}: nodes a second, of the native program`, `${(here / there).toFixed(2)} (${here.toFixed(0)}k and ${there.toFixed(0)}k)`, target);
  }
}

if (only !== 'speed') {
  const [browser, server] = await Promise.all([startBrowser(), startServer()]);
  const at = (hash) => `${server.url}#/${hash}`;
  if (only === '') await pages(browser, at);
  if (only !== 'growth') await workers(browser, at);
  if (only !== 'workers') await growth(browser, at);
  await browser.close();
  await server.stop();
}
if (only === '' || only === 'speed') await speeds();
