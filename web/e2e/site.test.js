// The static site: same answers as the server, stops, crashes, offline use, content security policy.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { askServer, atHome, done, openPage, program, siteTest } from './harness.js';
import { type } from './person.js';
import { difference, kept, ownInstance, questions } from './same.js';

const home = atHome();

const at = (hash) => `${home.server.url}#/${hash}`;

/** Starts the native server and returns its address and a function that ends it. */
async function native() {
  const child = spawn(program(), ['serve', '--port', '0', '--no-token'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve) => child.stdout.on('data', (data) => resolve(/http:\/\/[\d.]+:\d+\//.exec(String(data))[0])));
  return { url, stop: () => child.kill() };
}

siteTest('the module and the native server give the same answers to 200 questions', async () => {
  const [ask, server] = await Promise.all([ownInstance(), native()]);
  const context = await home.browser.newContext();
  const page = await context.newPage();
  await page.goto(server.url);
  const askNative = (question) =>
    page.evaluate(async (question) => {
      window.socket ??= await new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        socket.onopen = () => resolve(socket);
      });
      const said = [];
      return new Promise((resolve) => {
        window.socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          said.push(message);
          if (message.last) resolve(said);
        };
        window.socket.send(JSON.stringify({ id: 1, ...question }));
      });
    }, question);
  const [hello] = ask({ ask: 'hello' });
  const [lessons] = ask({ ask: 'lessons' });
  const all = questions(hello, lessons);
  assert.ok(all.length >= 200, `${all.length} questions`);
  const inexact = [];
  const problems = [];
  for (const question of all) {
    const text = JSON.stringify(question);
    const found = difference(ask(question), kept(await askNative(question)), '', (path) => inexact.push(`${question.ask}${path}`));
    if (found) problems.push(`${text.slice(0, 200)}: ${found}`);
  }
  console.log(`# ${all.length} questions; within 1e-9, not equal: ${[...new Set(inexact)].join(', ') || 'none'}`);
  await context.close();
  server.stop();
  assert.deepEqual(problems, []);
});

siteTest('a stop ends a search with its best move, without ending its worker', async () => {
  const page = await openPage(home.browser, 'about:blank');
  await page.addInitScript(() => {
    window.ended = [];
    window.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        this.addEventListener('message', ({ data }) => {
          const said = data.said && JSON.parse(data.said);
          if (said?.say === 'analysis' && said.last) window.ended.push(said.stopped);
        });
      }
      terminate() {
        window.ended.push('terminated');
        super.terminate();
      }
    };
  });
  await page.goto(at('analyse?on=0'));
  await page.click('button:text-is("Start engine")');
  await page.waitForSelector('.lines li');
  await page.click('.engine button:text-is("Stop")');
  await page.waitForFunction(() => window.ended.length > 0);
  assert.deepEqual(await page.evaluate(() => window.ended), ['asked']);
  await done(page);
});

siteTest('a worker that crashes is replaced, and the page says so', async () => {
  const page = await openPage(home.browser, 'about:blank');
  await page.addInitScript(() => {
    window.workers = [];
    window.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        window.workers.push(this);
      }
    };
  });
  await page.goto(at('analyse?on=0'));
  const analyse = async () => {
    await page.click('button:text-is("Start engine")');
    await page.waitForSelector('.lines li');
    await page.click('.engine button:text-is("Stop")');
    await page.waitForSelector('button:text-is("Start engine")');
  };
  await analyse();
  // A broken instance, as after a panic: the next request fails in every worker.
  const before = await page.evaluate(() => {
    for (const worker of window.workers) worker.postMessage({ module: null });
    return window.workers.length;
  });
  await page.click('button:text-is("Start engine")');
  await page.waitForSelector('text=/The engine stopped with an error and was started again/');
  const stop = page.locator('.engine button:text-is("Stop")');
  if (await stop.count()) await stop.click();
  await analyse();
  assert.ok((await page.evaluate(() => window.workers.length)) > before);
  await done(page);
});

siteTest('leaving the page ends its workers', async () => {
  const page = await openPage(home.browser, 'about:blank');
  await page.goto(at('analyse?on=0&leaving=1'));
  await page.click('button:text-is("Start engine")');
  await page.waitForSelector('.lines li');
  const session = await home.browser.newBrowserCDPSession();
  const targets = async () => (await session.send('Target.getTargets', { filter: [{}] })).targetInfos;
  const { targetId } = (await (await page.context().newCDPSession(page)).send('Target.getTargetInfo')).targetInfo;
  const { browserContextId } = (await targets()).find((target) => target.targetId === targetId);
  const workers = async () => (await targets()).filter((target) => target.type === 'worker' && target.browserContextId === browserContextId).length;
  assert.ok((await workers()) >= 2);
  await page.goto('about:blank');
  // The browser ends them right after the page.
  const deadline = performance.now() + 10_000;
  while ((await workers()) > 0) assert.ok(performance.now() < deadline, 'workers are left');
  await session.detach();
  await page.context().close();
});

siteTest('the module is compiled once, for all workers', async () => {
  const page = await openPage(home.browser, 'about:blank');
  let loads = 0;
  page.on('request', (request) => (loads += request.url().endsWith('.wasm') ? 1 : 0));
  await page.addInitScript(() => {
    window.modules = new Set();
    window.Worker = class extends Worker {
      postMessage(message) {
        if (message.module) window.modules.add(message.module);
        super.postMessage(message);
      }
    };
  });
  await page.goto(at('analyse?on=0'));
  await page.click('button:text-is("Start engine")');
  await page.waitForSelector('.lines li');
  await page.evaluate(() => window.espalier.ask({ ask: 'chess960', number: 0 }));
  assert.ok(page.workers().length >= 3);
  assert.deepEqual([loads, await page.evaluate(() => window.modules.size)], [1, 1]);
  await done(page);
});

siteTest('after the first load the site works offline', async () => {
  const context = await home.browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(at('start'));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  await context.setOffline(true);
  await page.reload();
  await page.goto(at('play?game=chess&first=human&second=alphabeta:depth=2'));
  await page.waitForSelector('cg-board piece');
  await type(page, 'e4');
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 2);
  await page.goto(at('start'));
  await page.click('a[href*="#/lesson"] >> nth=0');
  await page.waitForSelector('main h1, main h2');
  await page.goto(`${home.server.url}lesson-alphabeta.html`);
  await page.waitForSelector('main h1:has-text("Alpha-beta")');
  await page.goto(at('analyse?on=0'));
  await page.click('button:text-is("Start engine")');
  await page.waitForSelector('.lines li');
  await context.close();
});

siteTest('no request leaves the address of the site, and text is never run as code', async () => {
  const context = await home.browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const strange = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(home.server.url) && !/^(blob|data):/.test(request.url())) strange.push(request.url());
  });
  await page.goto(at('race?game=chess&limit=depth2&p=minimax'));
  await page.click('text=Run all');
  await page.waitForSelector('.nodes');
  for (const hash of ['parallel', 'network', 'ladder', 'alternatives', 'analyse?on=0', 'play']) {
    await page.goto(at(hash));
    await page.waitForSelector('main h1, main h2, [role=grid]');
  }
  assert.deepEqual(strange, []);
  const evaluated = await page.evaluate(() => {
    const element = document.createElement('script');
    element.textContent = 'window.wasRun = true';
    document.head.append(element);
    return window.wasRun === true;
  });
  assert.equal(evaluated, false, 'a script in the page is not run');
  assert.match(await page.getAttribute('meta[http-equiv]', 'content'), /script-src 'self' 'wasm-unsafe-eval';/);
  // Workers, too: they have the policy of the page, although no header brings it.
  await page.goto(at('analyse?on=0'));
  await page.click('button:text-is("Start engine")');
  await page.waitForSelector('.lines li');
  await page.click('.engine button:text-is("Stop")');
  const tries = await Promise.all(
    page.workers().map((worker) =>
      worker.evaluate(async () => {
        const violations = [];
        self.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violations.push(effectiveDirective));
        await fetch('https://example.org/').catch(() => {});
        // Runs later, as the code of a worker does: what the debugger evaluates may use eval.
        await new Promise((resolve) =>
          setTimeout(() => {
            try {
              new Function('self.wasRun = true')();
            } catch {
              // Blocked.
            }
            setTimeout(resolve);
          }),
        );
        return { violations, wasRun: self.wasRun === true };
      }),
    ),
  );
  assert.ok(tries.length >= 2);
  for (const { violations, wasRun } of tries) {
    assert.ok(violations.includes('connect-src'), String(violations));
    assert.equal(wasRun, false);
  }
  assert.deepEqual(strange, []);
  await context.close();
});

siteTest('a match and a race use several workers, and the match has one journal', async () => {
  const page = await openPage(home.browser, 'about:blank');
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 });
    window.asked = [];
    window.Worker = class extends Worker {
      postMessage(message) {
        if (message.text) window.asked.push(JSON.parse(message.text));
        super.postMessage(message);
      }
    };
  });
  const players = encodeURIComponent('negamax;random:seed=3');
  await page.goto(at(`match?game=tictactoe&limit=depth9&games=20&seed=5&p=${players}`));
  await page.click('text=Start match');
  await page.waitForSelector('text=Finished: 20 of 20 games');
  assert.equal(await page.locator('[aria-label="Games"] tbody tr').count(), 20);
  const shards = await page.evaluate(() => window.asked.filter(({ ask, plan }) => ask === 'match' && plan.shard).map(({ plan }) => plan.shard));
  assert.deepEqual(shards, [
    [0, 3],
    [1, 3],
    [2, 3],
  ]);
  const wdl = await page.innerText('.pair');
  // The same games as in one worker, one after the other.
  await page.reload();
  await page.waitForSelector('text=Finished: 20 of 20 games');
  assert.equal(await page.innerText('.pair'), wdl);
  const all = await page.evaluate(() => window.espalier.journals());
  const lines = all[0].text
    .trim()
    .split('\n')
    .map((line) => Object.keys(JSON.parse(line))[0]);
  const count = (kind) => lines.filter((line) => line === kind).length;
  assert.deepEqual([lines[0], count('manifest'), count('game'), count('finished'), lines.at(-1)], ['manifest', 1, 20, 1, 'finished']);
  // A race.
  await page.goto(at(`race?game=tictactoe&limit=depth5&p=${encodeURIComponent('minimax;alphabeta;pvs;negamax')}`));
  await page.click('text=Run all');
  await page.waitForFunction(() => document.querySelectorAll('.nodes').length >= 4);
  const races = await page.evaluate(() => window.asked.filter(({ ask }) => ask === 'race').map(({ specs }) => specs.length));
  assert.deepEqual(races.sort(), [1, 1, 2]);
  await done(page);
});

/** Opens Match in a page whose reservations of matches wait until the returned function is called. */
async function withheld(path) {
  const page = await openPage(home.browser, 'about:blank');
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 });
    const granted = new Promise((grant) => (window.grant = grant));
    const request = navigator.locks.request.bind(navigator.locks);
    navigator.locks.request = async (...asked) => {
      await granted;
      return request(...asked);
    };
  });
  await page.goto(at(path));
  await page.click('text=Start match');
  return { page, grant: () => page.evaluate(() => window.grant()) };
}

siteTest('another page sees a match only when it is reserved; then Resume and Delete are refused until it stops', async () => {
  const players = encodeURIComponent('random:seed=3;alphabeta');
  const { page, grant } = await withheld(`match?game=chess&limit=nodes50000&games=1000&p=${players}`);
  await page.waitForSelector('.pair .elo');
  const other = await page.context().newPage();
  await other.goto(at('match'));
  assert.equal(await other.evaluate(async () => (await window.espalier.journals()).length), 0);
  await grant();
  await other.waitForFunction(async () => (await window.espalier.journals()).length === 1);
  await other.reload();
  const row = other.locator('.history tbody tr');
  await row.locator('button:text-is("Resume")').click();
  await other.waitForSelector('[role=alert]:has-text("another page is playing the match chess-")');
  await row.locator('button:text-is("Delete")').click();
  await other.click('dialog button:text-is("Delete")');
  await other.waitForSelector('[role=alert]:has-text("is being played: stop it first")');
  assert.equal(await row.count(), 1);
  await page.click('button:text-is("Stop")');
  await page.waitForSelector('h2:has-text("Stopped:")');
  await row.locator('button:text-is("Delete")').click();
  await other.click('dialog button:text-is("Delete")');
  await row.waitFor({ state: 'detached' });
  await other.close();
  await done(page);
});

siteTest('a match that ends before its reservation is granted is free afterwards', async () => {
  const { page, grant } = await withheld(`match?game=tictactoe&limit=depth2&games=4&p=${encodeURIComponent('random:seed=9;random:seed=8')}`);
  // All games have ended; the last message waits for the journal.
  await page.waitForFunction(() => document.querySelector('progress')?.value === 4);
  await grant();
  await page.waitForSelector('text=Finished: 4 of 4 games');
  const row = page.locator('.history tbody tr');
  await row.locator('button:text-is("Delete")').click();
  await page.click('dialog button:text-is("Delete")');
  await row.waitFor({ state: 'detached' });
  await done(page);
});

siteTest('a sequential test of chess loads its openings, and is refused without them', async () => {
  const page = await openPage(home.browser, 'about:blank');
  let loads = 0;
  await page.route('**/data/chess-unbalanced.book', (route) => {
    loads += 1;
    return loads === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue();
  });
  // The console reports the missing file.
  const [missing] = await Promise.all([
    page.waitForEvent('console', (message) => message.type() === 'error'),
    page
      .goto(at(`match?game=chess&limit=depth1&games=2&sprt=0,50&p=${encodeURIComponent('negamax;random')}`))
      .then(() => page.click('text=Start match'))
      .then(() => page.waitForSelector('text=/the file chess-unbalanced.book could not be loaded/')),
  ]);
  assert.match(missing.text(), /404/);
  page.problems.length = 0;
  await page.click('text=Start match');
  await page.waitForSelector('text=Finished');
  const [{ text }] = await page.evaluate(() => window.espalier.journals());
  assert.match(text, /book `unbalanced`/);
  assert.equal(loads, 2);
  await done(page);
});

siteTest('settings, progress and matches are exported and imported', async () => {
  const page = await openPage(home.browser, at(`match?game=tictactoe&limit=depth2&games=4&p=${encodeURIComponent('random:seed=9;random:seed=8')}`));
  await page.click('text=Start match');
  await page.waitForSelector('text=Finished: 4 of 4 games');
  await page.evaluate(() => localStorage.setItem('espalier.lessons', '{"minimax":{"done":[0],"right":[]}}'));
  await page.goto(at('start'));
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.data button:text-is("Export")')]);
  const file = await download.path();
  // Another browser.
  const fresh = await openPage(home.browser, 'about:blank');
  await fresh.goto(at('start'));
  await fresh.setInputFiles('.data input[type=file]', { name: 'wrong.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await fresh.waitForSelector('text=this file is not an export of Espalier');
  await fresh.setInputFiles('.data input[type=file]', file);
  await fresh.waitForSelector('text=/Imported, with \\d+ match/');
  await fresh.waitForSelector('text=/1 of \\d+/');
  await fresh.goto(at('match'));
  await fresh.waitForSelector('.history tr:has-text("random:seed=9")');
  await fresh.context().close();
  await done(page);
});

siteTest('Share copies a link of the site; a lesson has a page of its own for link previews', async () => {
  const page = await openPage(home.browser, 'about:blank', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(at('lesson?name=minimax'));
  await page.waitForSelector('main h1');
  await page.click('button:text-is("Share")');
  await page.waitForSelector('button:text-is("Copied")');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${home.server.url}lesson-minimax.html#/lesson?name=minimax`), link);
  // A link preview is read without JavaScript; a person without the part after # comes to the lesson.
  const [bare] = link.split('#');
  const text = await (await fetch(bare)).text();
  const title = /<meta property="og:title" content="([^"]+)"/.exec(text)[1];
  assert.match(title, /Minimax/);
  assert.match(text, new RegExp(`<title>${title}</title>`));
  await page.goto(bare);
  await page.waitForSelector(`main h1:has-text("${title.replace(' · Espalier', '')}")`);
  await page.goto(at('race'));
  await page.waitForSelector('main h1');
  await page.click('button:text-is("Share")');
  await page.waitForSelector('button:text-is("Copied")');
  assert.ok((await page.evaluate(() => navigator.clipboard.readText())).startsWith(`${home.server.url}#/race`));
  await page.context().close();
});

siteTest('a course page embeds one tree and one lesson', async () => {
  const page = await openPage(home.browser, 'about:blank');
  await page.route('**/course.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Course</title>
        <iframe id="tree" src="espalier/#/tree?game=tictactoe&spec=alphabeta&limit=depth2" width="1000" height="700"></iframe>
        <iframe id="lesson" src="espalier/lesson-alphabeta.html" width="1000" height="700"></iframe>`,
    }),
  );
  await page.goto(new URL('../course.html', home.server.url).href);
  const tree = page.frameLocator('#tree');
  await tree.locator('button:text-is("Record")').click();
  await tree.locator('[role=treeitem]').first().waitFor();
  await page.frameLocator('#lesson').locator('main h1:has-text("Alpha-beta")').waitFor();
  await page.context().close();
});

siteTest('it works on a phone, by touch', async () => {
  const page = await openPage(home.browser, at('play?game=tictactoe&first=human&second=negamax'), {
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
  });
  // The board lies above its squares.
  const { x, y, width, height } = await page.locator('[data-square=b2]').boundingBox();
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 2);
  await done(page);
});

siteTest('the module trains the network of the lesson to the error of the native program', async () => {
  const server = await native();
  const context = await home.browser.newContext();
  const page = await context.newPage();
  await page.goto(server.url);
  const there = page.evaluate(
    () =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        socket.onopen = () => socket.send(JSON.stringify({ id: 1, ask: 'train', seed: 1 }));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.last) resolve(message.training);
        };
      }),
  );
  const began = performance.now();
  // In the browser: this process serves the pages of the other tests.
  const site = await openPage(home.browser, at('start'));
  const { training: here } = await askServer(site, { ask: 'train', seed: 1 });
  const seconds = (performance.now() - began) / 1_000;
  const natively = await there;
  console.log(`# error ${here.error.toFixed(6)} in the module in ${seconds.toFixed(1)} s, ${natively.error.toFixed(6)} in the program`);
  assert.ok(Math.abs(here.error / natively.error - 1) < 0.1);
  assert.equal(here.samples, natively.samples);
  await done(site);
  await context.close();
  server.stop();
});
