// Starts and stops the program and the browser of the tests.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serveSite } from './site_server.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Whether the tests run against the static site (`make site`) in place of the program: SITE=../site is its folder. */
export const isSite = Boolean(process.env.SITE);

/** Returns the program under test: $ESPALIER, or the one that make or cargo built. */
export function program() {
  const places = [process.env.ESPALIER, join(root, 'espalier'), join(root, 'target/debug/espalier')];
  const found = places.find((place) => place && existsSync(place));
  if (!found) throw new Error('no espalier found: run make, or set $ESPALIER');
  return found;
}

/** Returns the browser: $CHROMIUM, or an installed one. The headless shell opens pages three times as fast. */
export function browserPath() {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const places = [process.env.CHROMIUM, ...names.map((name) => `/usr/bin/${name}`)];
  return places.find((place) => place && existsSync(place)) ?? null;
}

/** Starts a server; port 0 picks a free one. */
export async function startServer(port = 0) {
  if (isSite) return serveSite(port);
  const more = process.env.ESPALIER_PAGES ? ['--pages', process.env.ESPALIER_PAGES] : [];
  // Matches are stored in a folder that is deleted with the server.
  const matches = mkdtempSync(join(tmpdir(), 'espalier-matches-'));
  const child = spawn(program(), ['serve', '--no-token', '--port', String(port), '--matches', matches, ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
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

export async function startBrowser() {
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    // Generous, for slow machines.
    context.setDefaultTimeout(120_000);
    return context;
  };
  return browser;
}

/** All tests, with their file, name and body. `run.js` runs them. */
export const tests = [];

/** The file being loaded. */
export const reading = { file: '' };

/** Registers a test. */
export function test(name, body) {
  tests.push({ file: reading.file, name, body });
}

/** Registers a test that needs the native program; the reason is printed where it is left out. */
export function nativeTest(reason, name, body) {
  tests.push({ file: reading.file, name, body, reason });
}

/** Registers a test of the static site. */
export function siteTest(name, body) {
  if (isSite) test(name, body);
}

const home = { server: null, browser: null };

/** Returns the server and the browser of all tests, which are started before the first. */
export const atHome = () => home;

export async function openHome() {
  [home.server, home.browser] = await Promise.all([startServer(), startBrowser()]);
}

export async function closeHome() {
  await home.browser?.close();
  await home.server?.stop();
}

const VIEWPORT = { width: 1280, height: 860 };

/** Pages to reuse, by the options that cannot be changed later. */
const idle = new Map();

/**
 * Returns a page with empty storage that fails its test if the console shows an error. Pages are reused: a new page costs half a
 * processor second, a new document a quarter, a new address in the same document a tenth. `fresh` requests a new document, which also
 * has an engine with an empty table. `about:blank` requests a new page, whose traffic a test may watch and change.
 */
export async function openPage(browser, url, { viewport = VIEWPORT, colorScheme = 'light', fresh = false, ...options } = {}) {
  const kind = url === 'about:blank' ? null : JSON.stringify(options);
  const page = idle.get(kind)?.pop();
  if (!page) return newPage(browser, kind, url, { viewport, colorScheme, ...options });
  await Promise.all([page.emulateMedia({ colorScheme }), page.setViewportSize(viewport)]);
  // Play keeps its game in the browser's storage, so it needs a new document.
  if (fresh || page.worn || url.includes('#/play') || !(await visit(page, url))) await reopen(page, url);
  page.worn = false;
  return page;
}

async function newPage(browser, kind, url, options) {
  // Without a service worker, which would load the whole site for every test.
  const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  page.kind = kind;
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => {
    // Some tests stop the server on purpose, and a stop of the static site revokes the address of a blob.
    const isMeant = message.text().includes('ERR_CONNECTION_REFUSED') || message.location().url.startsWith('blob:');
    if (message.type() === 'error' && !isMeant) page.problems.push(message.text());
  });
  await page.goto(url);
  return page;
}

/** Ends a test: fails if the page reported an error; clears the page for reuse or closes it. */
export async function done(page) {
  assert.deepEqual(page.problems, []);
  if (page.kind === null || !page.url().startsWith(home.server.url)) return page.context().close();
  // Leaving the app stops it from saving a game after the storage is cleared. Settings and progress are in the app's memory, too.
  const board = page.url().includes('#/play');
  if (board) await page.goto(new URL('icon.svg', home.server.url).href);
  page.worn = await page.evaluate(() => {
    const kept = Object.keys(localStorage).some((key) => !key.startsWith('espalier.table'));
    localStorage.clear();
    sessionStorage.clear();
    return kept;
  });
  page.worn ||= board;
  idle.set(page.kind, [...(idle.get(page.kind) ?? []), page]);
}

/** Goes to another address in the same document. Returns `false` if the address is the same or the app is not open. */
export function visit(page, url) {
  const { origin, hash } = new URL(url);
  return page.evaluate(
    ([origin, hash]) =>
      new Promise((resolve) => {
        if (location.origin !== origin || location.hash === hash || hash === '') return resolve(false);
        // The app's own listener runs first and replaces the screen.
        window.addEventListener('hashchange', () => setTimeout(() => resolve(true)), { once: true });
        location.hash = hash;
      }),
    [origin, hash],
  );
}

let documents = 0;

/** Opens an address in a new document; the changed query forces one. */
export async function reopen(page, url) {
  const address = new URL(url);
  address.search = String((documents += 1));
  await page.goto(address.href);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns axe's serious findings on a page. */
export async function serious(name, page, rules = {}, part = 'html') {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(([part, rules]) => window.axe.run(part, { resultTypes: ['violations'], preload: false, ...rules }), [part, rules]);
  const bad = violations.filter((violation) => ['serious', 'critical'].includes(violation.impact));
  return bad.map((violation) => `${name}: ${violation.id} ${violation.nodes[0].html.slice(0, 200)} ${violation.nodes[0].failureSummary}`);
}

/** Sends the server a request outside the app and returns the last answer. */
export function askServer(page, question) {
  return page.evaluate(async (question) => {
    if (window.espalier) return window.espalier.ask(question);
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

/**
 * Watches and changes the messages between a new page and the program. `asked` gets each request once, a stop too; requests of the kinds in `refused` are
 * refused for the reason there; replies of the kinds in `held` wait until the returned function is called.
 */
export async function intercept(page, { asked = () => {}, refused = {}, held = [] }) {
  if (!isSite) {
    let [waiting, release] = [[], () => {}];
    await page.routeWebSocket('**/ws', (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        const request = JSON.parse(text);
        asked(request);
        const reason = refused[request.ask];
        if (reason) socket.send(JSON.stringify({ id: request.id, last: true, say: 'refused', reason }));
        else server.send(text);
      });
      server.onMessage((text) => {
        if (waiting && held.includes(JSON.parse(text).say)) waiting.push(text);
        else socket.send(text);
      });
      release = () => {
        waiting.forEach((text) => socket.send(text));
        waiting = null;
      };
    });
    return () => release();
  }
  // A long request can be asked in several workers, and stopped in each.
  const ids = new Set();
  await page.exposeBinding('requestSent', (_, request) => {
    const key = `${request.id ?? request.job} ${request.ask}`;
    if (!ids.has(key)) asked(request);
    ids.add(key);
  });
  page.on('framenavigated', () => ids.clear());
  await page.addInitScript(
    ({ refused, held }) => {
      let waiting = [];
      window.releaseReplies = () => {
        waiting.forEach((deliver) => deliver());
        waiting = null;
      };
      // The running requests that a stop ends, by the address of the blob that is revoked to stop them.
      const running = new Map();
      const stop = (flag) => {
        if (running.has(flag)) window.requestSent({ ask: 'stop', job: running.get(flag) });
        running.delete(flag);
      };
      const revoke = URL.revokeObjectURL;
      URL.revokeObjectURL = (address) => {
        stop(address);
        revoke.call(URL, address);
      };
      window.Worker = class extends Worker {
        #flags = new Map();
        #isHeld = false;
        constructor(...given) {
          super(...given);
          this.addEventListener('message', (event) => {
            const say = event.data.said && JSON.parse(event.data.said).say;
            // What follows a message that waits must not overtake it.
            this.#isHeld ||= held.includes(say);
            if (waiting && this.#isHeld && !event.isReleased) {
              event.stopImmediatePropagation();
              waiting.push(() => this.dispatchEvent(Object.assign(new MessageEvent('message', { data: event.data }), { isReleased: true })));
            } else if (event.data.ended) {
              running.delete(this.#flags.get(event.data.ended));
            }
          });
        }
        postMessage(message) {
          const request = message.text && JSON.parse(message.text);
          if (request) window.requestSent(request);
          if (message.flag) {
            running.set(message.flag, request.id);
            this.#flags.set(request.id, message.flag);
          }
          const reason = request && refused[request.ask];
          if (!reason) return super.postMessage(message);
          const data = { said: JSON.stringify({ id: request.id, last: true, say: 'refused', reason }) };
          this.dispatchEvent(new MessageEvent('message', { data }));
          this.dispatchEvent(new MessageEvent('message', { data: { ended: request.id } }));
        }
        terminate() {
          this.#flags.forEach(stop);
          super.terminate();
        }
      };
    },
    { refused, held },
  );
  return () => page.evaluate(() => window.releaseReplies());
}

/** Waits until changes are drawn. */
export const drawn = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Returns the address of the page after pending changes are written. */
export async function address(page) {
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  return page.url();
}
