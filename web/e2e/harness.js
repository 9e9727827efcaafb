// Starts the program and a browser for the tests, and ends both.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The program under test: $ESPALIER, or what make or cargo built. */
export function program() {
  const places = [process.env.ESPALIER, join(root, 'espalier'), join(root, 'target/debug/espalier')];
  const found = places.find((place) => place && existsSync(place));
  if (!found) throw new Error('there is no espalier to test: run make first, or name one in $ESPALIER');
  return found;
}

/** The browser to test with: $CHROMIUM, or where systems have it. The one without windows opens a page in a third of the time. */
export function browserPath() {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const places = [process.env.CHROMIUM, ...names.map((name) => `/usr/bin/${name}`)];
  return places.find((place) => place && existsSync(place)) ?? null;
}

/** A running server. `port` 0 takes any. */
export async function startServer(port = 0) {
  const more = process.env.ESPALIER_PAGES ? ['--pages', process.env.ESPALIER_PAGES] : [];
  // Matches are kept on the disk: here in a folder that goes when the program does.
  const matches = mkdtempSync(join(tmpdir(), 'espalier-matches-'));
  const child = spawn(program(), ['serve', '--port', String(port), '--matches', matches, ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      const found = text.match(/http:\/\/[\d.]+:\d+\//);
      if (found) resolve(found[0]);
    });
    child.on('exit', () => rmSync(matches, { recursive: true, force: true }));
    child.on('exit', () => reject(new Error(`the server did not start: ${text}`)));
  });
  return {
    url,
    port: Number(new URL(url).port),
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.on('exit', resolve);
        child.kill();
      }),
  };
}

export function startBrowser() {
  return chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

/** A server and a browser for the tests of a file: `server` and `browser` are there when they begin. */
export function atHome() {
  const home = { server: null, browser: null };
  before(async () => {
    [home.server, home.browser] = await Promise.all([startServer(), startBrowser()]);
  });
  after(async () => {
    await home.browser?.close();
    await home.server?.stop();
  });
  return home;
}

const VIEWPORT = { width: 1280, height: 860 };

/** Pages that tests are done with, by their options: opening an address in one costs half of what a new one costs. */
const idle = new Map();

/**
 * A page that fails the test if its console shows an error, with nothing in its memory. Who opens `about:blank` gets one of its
 * own, and may listen to it and change what it gets.
 */
export async function openPage(browser, url, options = {}) {
  const kind = url === 'about:blank' ? null : JSON.stringify(options);
  const page = idle.get(kind)?.pop() ?? (await newPage(browser, kind, options));
  await page.goto(url);
  return page;
}

async function newPage(browser, kind, options) {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.kind = kind;
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => {
    // A server that was stopped on purpose cannot be reached: the browser says so, and that is no mistake.
    if (message.type() === 'error' && !message.text().includes('ERR_CONNECTION_REFUSED')) page.problems.push(message.text());
  });
  // Slow machines are slow, not wrong.
  page.setDefaultTimeout(60_000);
  return page;
}

/** The end of a test: nothing went wrong on the page, and it is closed, or left as if it were new. */
export async function done(page) {
  assert.deepEqual(page.problems, []);
  if (page.kind === null || !(await emptied(page))) return page.context().close();
  idle.set(page.kind, [...(idle.get(page.kind) ?? []), page]);
}

/** Goes to a picture of the same server, where nothing runs, and forgets what was kept. `false`: the server is gone. */
async function emptied(page) {
  const { viewport = VIEWPORT, colorScheme = 'light' } = JSON.parse(page.kind);
  try {
    await page.goto(new URL('/icon.svg', page.url()).href);
    await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
  } catch {
    return false;
  }
  page.problems.length = 0;
  return true;
}

let documents = 0;

/** Opens another address of the app with the same page, as if it were new: another question makes another document of it. */
export async function reopen(page, url) {
  const address = new URL(url);
  address.search = String((documents += 1));
  await page.goto(address.href);
}
/** What axe has to say about a page that is serious. */
export async function serious(name, page, rules = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
  const { violations } = await page.evaluate((rules) => window.axe.run({ resultTypes: ['violations'], preload: false, ...rules }), rules);
  const bad = violations.filter((violation) => ['serious', 'critical'].includes(violation.impact));
  return bad.map((violation) => `${name}: ${violation.id} ${violation.nodes[0].html.slice(0, 200)} ${violation.nodes[0].failureSummary}`);
}

/** Asks the server something beside the page, and gives the last answer. */
export function askServer(page, question) {
  return page.evaluate(async (question) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    await new Promise((resolve) => (socket.onopen = resolve));
    const answer = await new Promise((resolve) => {
      socket.onmessage = (event) => {
        const message = JSON.parse(event.data);
        if (message.last) resolve(message);
      };
      socket.send(JSON.stringify({ id: 1, ...question }));
    });
    socket.close();
    return answer;
  }, question);
}

/** Until what was changed is on the screen. */
export const drawn = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** The address of the page, with what waits to be written into it: it is not written at every change. */
export async function address(page) {
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  return page.url();
}
