// Starts the program and a browser for the tests, and ends both.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
    pid: child.pid,
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

/** Every test: its file, its name, what it does. `run.js` reads the files and runs them. */
export const tests = [];

/** The file that is being read. */
export const reading = { file: '' };

/** A test, in the words of `node:test`. */
export function test(name, body) {
  tests.push({ file: reading.file, name, body });
}

const home = { server: null, browser: null };

/** The server and the browser of all tests: they are there when the tests begin. */
export const atHome = () => home;

export async function openHome() {
  [home.server, home.browser] = await Promise.all([startServer(), startBrowser()]);
}

export async function closeHome() {
  await home.browser?.close();
  await home.server?.stop();
}

const VIEWPORT = { width: 1280, height: 860 };

/** Pages that tests are done with, by what cannot be changed about them afterwards. */
const idle = new Map();

/** Whoever comes now gets a page of its own. */
export function forgetPages() {
  idle.clear();
}

/**
 * A page that fails the test if its console shows an error, with nothing in its memory. A new one takes half a second of a processor,
 * another document in an old one a quarter, another address in an old document a tenth: so the app is where the last test left it,
 * and is sent to another address, unless that test has changed what the app remembers. Who needs a new document, or an engine with an
 * empty table, says `fresh`; who opens `about:blank` gets a page of its own, and may listen to it and change what it gets.
 */
export async function openPage(browser, url, { viewport = VIEWPORT, colorScheme = 'light', fresh = false, ...options } = {}) {
  const kind = url === 'about:blank' ? null : JSON.stringify(options);
  const page = idle.get(kind)?.pop();
  if (!page) return newPage(browser, kind, url, { viewport, colorScheme, ...options });
  await Promise.all([page.emulateMedia({ colorScheme }), page.setViewportSize(viewport)]);
  // A board keeps its game in the browser's memory, so it begins with a document of its own.
  if (fresh || page.worn || url.includes('#/play') || !(await visit(page, url))) await reopen(page, url);
  page.worn = false;
  return page;
}

async function newPage(browser, kind, url, options) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
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
  await page.goto(url);
  return page;
}

/** The end of a test: nothing went wrong on the page, and it is closed, or left as if it were new. */
export async function done(page) {
  assert.deepEqual(page.problems, []);
  if (page.kind === null || !page.url().startsWith(home.server.url)) return page.context().close();
  // What a game leaves behind is read when a game is opened; what somebody likes or has learned is in the memory of the app, too.
  // And ends without one: a picture of the same server keeps nothing.
  const board = page.url().includes('#/play');
  if (board) await page.goto(new URL('/icon.svg', page.url()).href);
  page.worn = await page.evaluate(() => {
    const kept = Object.keys(localStorage).some((key) => !key.startsWith('espalier.table'));
    localStorage.clear();
    sessionStorage.clear();
    return kept;
  });
  page.worn ||= board;
  idle.set(page.kind, [...(idle.get(page.kind) ?? []), page]);
}

/** Goes to another address of the app without another document. `false`: it is there already, or the app is elsewhere. */
export function visit(page, url) {
  const { origin, hash } = new URL(url);
  return page.evaluate(
    ([origin, hash]) =>
      new Promise((resolve) => {
        if (location.origin !== origin || location.hash === hash || hash === '') return resolve(false);
        // The app listens, too, and longer: what was on the screen is gone when this is heard and everything before it was done.
        window.addEventListener('hashchange', () => setTimeout(() => resolve(true)), { once: true });
        location.hash = hash;
      }),
    [origin, hash],
  );
}

let documents = 0;

/** Opens another address of the app with the same page, as if it were new: another question makes another document of it. */
export async function reopen(page, url) {
  const address = new URL(url);
  address.search = String((documents += 1));
  await page.goto(address.href);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe has to say about a page that is serious. */
export async function serious(name, page, rules = {}, part = 'html') {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(([part, rules]) => window.axe.run(part, { resultTypes: ['violations'], preload: false, ...rules }), [part, rules]);
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
