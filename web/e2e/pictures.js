// The pictures of the README, taken from the running app, and every page on three screens in both themes, to be looked at
// (target/screens): npm run pictures, or make pictures. Names after the command take only those; `screens` takes only the latter,
// WHOLE=1 from top to bottom.

import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browserPath, openPage, startBrowser, startServer } from './harness.js';

if (!browserPath()) {
  console.error('Chromium is not installed: no pictures were taken (apt-get install chromium).');
  process.exit(1);
}

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const [folder, screens] = ['docs/pictures', 'target/screens'].map((name) => join(root, name));
for (const made of [folder, screens]) mkdirSync(made, { recursive: true });
const server = await startServer();
const browser = await startBrowser();

const GAME = 'moves=e2e4.e7e5.g1f3.b8c6.f1b5.a7a6.b5a4.g8f6.e1g1.f6e4.d2d4.b7b5.a4b3.d7d5.d4e5.c8e6';

/** Name, address, size of the screen, and what to do before the picture is taken. */
const pictures = [
  ['start', 'start', { width: 1280, height: 900 }, async (page) => page.waitForSelector('.door ol li')],
  [
    'lesson',
    'lesson?name=alphabeta&step=2',
    { width: 1280, height: 900 },
    async (page) => {
      await page.click('.choice:has-text("7")');
      await page.click('button:text-is("Predict")');
      await page.waitForSelector('.verdict');
      await page.click('text=Next cutoff');
    },
  ],
  [
    'numbers',
    'tree?tree=[[3,12,8],[2,4,6],[14,5,2]]&search=maxmin',
    { width: 1440, height: 790, theme: 'dark' },
    async (page) => {
      await page.click('text=Next cutoff');
    },
  ],
  [
    'opponents',
    'play?first=human&second=human',
    { width: 1280, height: 900 },
    async (page) => {
      await page.click('button:text-is("New game")');
      await page.waitForSelector('dialog .card');
    },
  ],
  ['play', `play?game=chess&first=human&second=classic:nodes=5000&${GAME}`, { width: 1280, height: 830 }, async () => {}],
  [
    'analyse',
    `analyse?game=chess&${GAME}&tab=why`,
    { width: 1280, height: 800, theme: 'dark' },
    async (page) => {
      await page.click('button:text-is("Start engine")');
      await page.waitForFunction(() => Number(document.querySelector('.figures b')?.textContent) >= 14);
      await page.selectOption('#panel-why select', { label: 'Bg5' });
      await page.click('#panel-why form button');
      await page.waitForSelector('.said');
      await page.hover('.said button');
      await page.waitForFunction(() => Number(document.querySelector('.figures b')?.textContent) >= 14);
    },
  ],
  [
    'race',
    'race',
    { width: 1280, height: 838 },
    async (page) => {
      await page.click('text=Run all');
      await page.waitForSelector('button:text-is("Run all")', { timeout: 180_000 });
      await page.waitForFunction(() => document.querySelectorAll('.nodes .fill').length === 5, null, { timeout: 180_000 });
      await page.mouse.move(640, 5);
    },
  ],
  [
    'tree',
    'tree?game=chess&moves=e2e4.e7e5.g1f3&spec=alphabeta:order=mvvlva&limit=depth3',
    { width: 1440, height: 1000 },
    async (page) => {
      await page.click('button:text-is("Record")');
      await page.waitForSelector('[role=treeitem]');
      for (let times = 0; times < 3; times += 1) {
        const before = await page.innerText('.event');
        await page.click('[aria-label="Run to the next stop"]');
        await page.waitForFunction((before) => document.querySelector('.event')?.innerText !== before, before);
      }
    },
  ],
  [
    'match',
    'match?game=chess&games=60&sprt=0,50',
    { width: 1280, height: 800 },
    async (page) => {
      await page.click('text=Start match');
      await page.waitForSelector('text=Finished', { timeout: 180_000 });
    },
  ],
  [
    'practice',
    'practice?tree=[[3,12,8],[2,4,6],[14,5,2]]&seed=1',
    { width: 1280, height: 900 },
    async (page) => {
      await page.waitForSelector('.question');
      for (const answer of ['14', '14']) {
        await page.fill('.question input', answer);
        await page.click('.question button:text-is("Check")');
        await page.waitForSelector('.remark .verdict');
      }
      await page.click('text=Next question');
      for (const name of ['c2', 'c3']) await page.click(`.chips button:text-is("${name}")`);
    },
  ],
  ['ladder', 'ladder', { width: 1280, height: 1060 }, async (page) => page.waitForSelector('ol.rungs li')],
  [
    'othello',
    'play?game=othello&first=human&second=alphabeta:depth=5&moves=f5.d6.c3.d3.c4.f4.c5.b3',
    { width: 390, height: 780 },
    async (page) => {
      await page.waitForSelector('[role=gridcell].mark');
    },
  ],
];

const wanted = process.argv.slice(2);
for (const [name, path, { width, height, theme = 'light' }, prepare] of pictures) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const page = await openPage(browser, `${server.url}#/${path}`, { viewport: { width, height }, colorScheme: theme });
  await page.waitForSelector('h1', { state: 'attached' });
  await page.waitForTimeout(400);
  await prepare(page);
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(`docs/pictures/${name}.png`);
  await page.context().close();
}
// Every page as it is when something has happened on it.
const sizes = [
  [390, 844],
  [1440, 900],
  [1920, 1080],
];
const prepared = Object.fromEntries(pictures.map(([name, path, , prepare]) => [name, [path, prepare]]));
prepared.parallel = [
  'parallel',
  async (page) => {
    await page.click('button:text-is("Simulate")');
    await page.waitForSelector('table.speeds tbody tr');
    for (let tick = 0; tick < 6; tick += 1) await page.click('[aria-label="Next tick"]');
  },
];
prepared.alternatives = ['alternatives', async (page) => page.waitForSelector('tbody tr')];
prepared.present = [
  'tree?tree=[[[3,17,2],[12,15,9],[25,0,4]],[[2,5,3],[8,1,6],[14,7,2]],[[4,9,11],[6,2,13],[5,8,10]]]&search=maxmin',
  async (page) => {
    await page.click('button:text-is("Present")');
    await page.waitForSelector('.presenting');
    for (let steps = 0; steps < 40; steps += 1) await page.keyboard.press('PageDown');
  },
];
prepared.connect4 = ['play?game=connect4&first=human&second=human&moves=d.d.c.c.e.e.f', async (page) => page.waitForSelector('.over')];
prepared.edited = [`analyse?game=chess&${GAME}&on=0`, async (page) => page.locator('.editor textarea').fill('The main line of the Open Ruy Lopez.')];
prepared.explorer = ['analyse?on=0&tab=book&moves=e2e4.e7e5.g1f3', async (page) => page.waitForSelector('.explorer tbody tr')];
prepared.grade = ['grade', async (page) => page.waitForSelector('#assignment')];
prepared.network = ['network', async (page) => page.waitForSelector('.charts svg')];
prepared.drawn = ['tree?tree=[[3,12,8],[2,4,6]]&search=maxmin&draw=1', async (page) => page.waitForSelector('.draw [role=treeitem]')];
prepared.report = [
  'analyse?tab=report&moves=e2e4.e7e5.g1f3.b8c6.f1c4.c6d4.f3e5.d8g5.e5f7.g5g2.h1f1.g2e4.c4e2.d4f3',
  async (page) => {
    await page.click('text=Analyse game');
    await page.waitForSelector('.worst .proved', { timeout: 180_000 });
  },
];
prepared.reproduce = [
  'reproduce?document=fascicle3',
  async (page) => {
    await page.click('text=Compute Fascicle 3: Better AI');
    await page.waitForSelector('.verdict', { timeout: 180_000 });
  },
];
for (const [name, [path, prepare]] of Object.entries(prepared)) {
  if (wanted.length > 0 && !wanted.includes('screens') && !wanted.includes(`screens-${name}`)) continue;
  const page = await openPage(browser, `${server.url}#/${path}`, { viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
  await page.waitForTimeout(400);
  await prepare(page);
  await page.mouse.move(720, 5);
  for (const theme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: theme });
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForTimeout(250);
      await page.screenshot({ path: join(screens, `${name}-${width}-${theme}.png`), fullPage: Boolean(process.env.WHOLE) });
    }
  }
  console.log(`target/screens/${name}-*.png`);
  await page.context().close();
}
await browser.close();
await server.stop();
