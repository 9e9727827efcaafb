// What holds for every page: axe finds nothing serious, in the light and in the dark, and it fits a phone.

import assert from 'node:assert/strict';
import { atHome, done, openPage, serious, test } from './harness.js';

const home = atHome();
const PHONE = { viewport: { width: 375, height: 740 }, isMobile: true, hasTouch: true };

/** Every page: its address, and what is there when it has arrived. */
const pages = {
  start: ['start', '.door ol li'],
  lesson: ['lesson?name=alphabeta', '.small-tree svg'],
  numbers: ['tree?tree=[[3,12,8],[2,4,6],[14,5,2]]&search=maxmin', '.small-tree svg'],
  practice: ['practice?tree=[[3,12,8],[2,4,6],[14,5,2]]&seed=1', '.question'],
  play: ['play?moves=e2e4.e7e5&first=human&second=human', '[role=grid]'],
  analyse: ['analyse?moves=e2e4&spec=alphabeta:depth%3D3', '[role=grid]'],
  race: ['race?limit=depth2', 'table .chip'],
  tree: ['tree?limit=depth2', '[role=grid]'],
  match: ['match?game=tictactoe&limit=depth2&games=4&sprt=0,50&p=negamax;random', 'text=Start match'],
  ladder: ['ladder', 'ol.rungs li .details'],
  alternatives: ['alternatives', 'tbody tr'],
  parallel: ['parallel', '.timeline td'],
  network: ['network', 'table.matches tbody tr'],
  grade: ['grade', '#assignment'],
  reproduce: ['reproduce', '.page button'],
  othello: ['play?game=othello&first=human&second=human', '[role=gridcell].mark'],
  drawn: ['tree?tree=[[3,12],[2,4]]&search=maxmin&draw=1', '.draw [role=treeitem]'],
  editor: ['play?first=human&second=human', '[role=grid]'],
};

/** Does what fills a page. */
const fill = {
  async lesson(page) {
    await page.click('.choice >> nth=0');
    await page.click('button:text-is("Predict")');
    await page.waitForSelector('.verdict');
  },
  async numbers(page) {
    await page.click('text=Next cutoff');
  },
  async practice(page) {
    await page.fill('.question input', '14');
    await page.click('.question button:text-is("Check")');
    await page.waitForSelector('.remark .verdict:has-text("Try once more")');
    await page.click('.question button:text-is("Check")');
    await page.waitForSelector('.remark li');
  },
  async analyse(page) {
    await page.click('button:text-is("Start engine")');
    await page.waitForSelector('text=Finished:');
  },
  async race(page) {
    await page.click('text=Run all');
    await page.waitForSelector('button:text-is("Run all")');
    await page.waitForSelector('figure svg');
  },
  async tree(page) {
    await page.click('button:text-is("Record")');
    await page.waitForSelector('.code');
    await page.click('text=List transpositions');
    await page.waitForSelector('.meet p:has-text("positions")');
  },
  async parallel(page) {
    await page.click('button:text-is("Simulate")');
    await page.waitForSelector('table.speeds tbody tr');
    await page.click('[aria-label="Last tick"]');
    await page.waitForSelector('.said:has-text("The value of the root")');
  },
  async match(page) {
    await page.click('text=Start match');
    await page.waitForSelector('text=Finished');
    await page.click('text=Replay >> nth=0');
    await page.waitForSelector('.replay .moves .move');
  },
  async play(page) {
    await page.click('button:text-is("Board settings")');
    await page.waitForSelector('.board-settings fieldset');
  },
  async editor(page) {
    await page.click('button:text-is("Edit position")');
    await page.waitForSelector('dialog .good');
  },
};

async function arrive(name, options) {
  const [path, there] = pages[name];
  const page = await openPage(home.browser, `${home.server.url}#/${path}`, { ...options });
  await page.waitForSelector(there);
  await fill[name]?.(page);
  return page;
}

async function fits(name, page, room = 375) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= room, `${name} is ${wide} pixels wide`);
}

/** What is written on charts and cannot be read: letters too small, or on each other. */
const smudged = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('figure > svg')].flatMap((chart) => {
      const labels = [...chart.querySelectorAll('text:not([transform])')].map((label) => ({ text: label.textContent, box: label.getBoundingClientRect() }));
      const touch = ({ box: a }, { box: b }) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      const small = (12 * chart.getBoundingClientRect().width) / chart.viewBox.baseVal.width < 10 ? ['small letters'] : [];
      return [
        ...small,
        ...labels.flatMap((one, at) =>
          labels
            .slice(at + 1)
            .filter((other) => touch(one, other))
            .map((other) => `${one.text} on ${other.text}`),
        ),
      ];
    }),
  );

for (const name of Object.keys(pages)) {
  test(`fits a phone with readable text, and axe finds nothing serious, dark and light: ${name}`, async () => {
    const page = await arrive(name, { colorScheme: 'dark', ...PHONE });
    await fits(name, page);
    assert.deepEqual(await smudged(page), [], name);
    // Only colours differ between the themes, so only they are looked at twice.
    assert.deepEqual(await serious(name, page, { runOnly: ['color-contrast'] }), []);
    // At 200% a screen of 1280 pixels has room for half as many.
    await page.setViewportSize({ width: 640, height: 430 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForSelector('html[data-theme=light]', { state: 'attached' });
    await fits(name, page, 640);
    assert.deepEqual(await serious(`${name} at 200%`, page), []);
    // Where there is more room only what scrolls may differ.
    await page.setViewportSize({ width: 1280, height: 860 });
    assert.deepEqual(await serious(name, page, { runOnly: ['scrollable-region-focusable'] }), []);
    await done(page);
  });
}

/** Does what fills a tab of the analysis. */
const fillTab = {
  async why(page) {
    await page.selectOption('#panel-why select', { label: 'Nxe5' });
    await page.click('#panel-why form button');
    await page.waitForSelector('.said');
  },
  async book(page) {
    await page.waitForSelector('.explorer tbody tr, #panel-book p');
  },
  async terms(page) {
    await page.waitForSelector('#panel-terms tbody tr');
  },
  async report(page) {
    await page.click('text=Analyse game');
    await page.waitForSelector('.sides');
  },
};

test('axe finds nothing serious on any tab of the analysis, light and dark, and they fit a phone', async () => {
  const address = `${home.server.url}#/analyse?moves=e2e4.e7e5.g1f3.b8c6.f1c4.g8f6`;
  const page = await openPage(home.browser, address, { colorScheme: 'light', ...PHONE });
  await page.click('button:text-is("Start engine")');
  await page.waitForFunction(() => document.querySelectorAll('.lines li').length === 3 && Number(document.querySelector('.figures b')?.textContent) >= 3);
  await page.click('.engine button:text-is("Stop")');
  // On a phone the value and the lines come right under the board.
  const places = await page.evaluate(() =>
    ['[role=grid]', '.engine', 'input[id$="-fen"]'].map((part) => document.querySelector(part).getBoundingClientRect().top),
  );
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
  );
  assert.ok(places[1] - places[0] < 420, String(places));
  for (const [index, tab] of ['moves', 'book', 'why', 'terms', 'report', 'player'].entries()) {
    await page.click(`#tab-${tab}`);
    await page.waitForSelector(`#panel-${tab}:not([hidden])`);
    await fillTab[tab]?.(page);
    // What is around a tab is looked at once.
    const part = index === 0 ? 'html' : `#panel-${tab}`;
    for (const theme of index % 2 === 0 ? ['light', 'dark'] : ['dark', 'light']) {
      await page.emulateMedia({ colorScheme: theme });
      await page.waitForSelector(`html[data-theme=${theme}]`, { state: 'attached' });
      await fits(tab, page);
      const rules = theme === 'light' ? {} : { runOnly: ['color-contrast'] };
      assert.deepEqual(await serious(`${tab}, ${theme}`, page, rules, part), []);
    }
  }
  await done(page);
});
