// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';

const listen = vi.spyOn(window, 'addEventListener');

/** The app as it is opened at an address, by whoever. The one before it is gone. */
async function opened(hash: string, state: unknown = null) {
  for (const [kind, listener] of listen.mock.calls) window.removeEventListener(kind, listener);
  listen.mockClear();
  history.replaceState(state, '', hash);
  vi.resetModules();
  return (await import('../src/lib/route.svelte')).route;
}

/** A link of the app is clicked. */
function click(to: string, more: MouseEventInit = {}, data: Record<string, string> = {}) {
  const link = document.createElement('a');
  link.setAttribute('href', to);
  Object.assign(link.dataset, data);
  document.body.replaceChildren(link);
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...more });
  link.dispatchEvent(event);
  return event;
}

/** The address is changed as a link from elsewhere does it. */
function follow(hash: string) {
  history.replaceState(null, '', hash);
  window.dispatchEvent(new Event('hashchange'));
}

beforeEach(() => document.body.replaceChildren());

describe('an address', () => {
  test('is written for people', async () => {
    const { href } = await import('../src/lib/route.svelte');
    const params = new URLSearchParams({ first: 'alphabeta:order=hash+mvvlva,tt=16', start: '8/8 w', p: 'a;b' });
    expect(href('play', params)).toBe('#/play?first=alphabeta:order=hash+mvvlva,tt=16&start=8/8%20w&p=a;b');
    expect(href('ladder')).toBe('#/ladder');
  });

  test('is read as it was written, plus signs and all', async () => {
    const route = await opened('#/race?p=alphabeta:order=hash+mvvlva;engine&start=8/8%20w');
    expect(route.page).toBe('race');
    expect(route.params.get('p')).toBe('alphabeta:order=hash+mvvlva;engine');
    expect(route.params.get('start')).toBe('8/8 w');
  });

  test.each(['', '#', '#/', '#/nowhere?x=1'])('that names no page is the start page: "%s"', async (hash) => {
    expect((await opened(hash || '#')).page).toBe('start');
  });

  test('is not written over that of a screen to which the back button has gone', async () => {
    const route = await opened('#/tree?node=1');
    history.replaceState(null, '', '#/race?p=negamax');
    // Nobody has been told yet, and the tree goes on.
    route.remember('tree', { node: '2' });
    route.want();
    expect(location.hash).toBe('#/race?p=negamax');
    expect(history.state).toBe(null);
    window.dispatchEvent(new Event('hashchange'));
    expect(route.page).toBe('race');
    route.remember('race', { p: 'minimax' });
    expect(location.hash).toBe('#/race?p=minimax');
  });

  test('is not written more often than browsers allow, and the last word counts', async () => {
    const route = await opened('#/tree');
    vi.useFakeTimers();
    const write = vi.spyOn(history, 'replaceState');
    for (let event = 1; event <= 900; event += 1) {
      route.remember('tree', { node: String(event) });
      vi.advanceTimersByTime(33);
    }
    // Half a minute, thirty times a second. Safari throws after a hundred.
    expect(write.mock.calls.length).toBeGreaterThan(50);
    expect(write.mock.calls.length).toBeLessThan(95);
    vi.advanceTimersByTime(1_000);
    expect(location.hash).toBe('#/tree?node=900');
    vi.advanceTimersByTime(10_000);
    // A move now and then is written at once.
    route.remember('tree', { node: '901' });
    expect(location.hash).toBe('#/tree?node=901');
    route.remember('tree', { node: '301' });
    route.remember('tree', { node: '302' });
    route.flush();
    expect(location.hash).toBe('#/tree?node=302');
    vi.useRealTimers();
    write.mockRestore();
  });

  test('carries its position along to other pages', async () => {
    const route = await opened('#/analyse?game=othello&moves=f5.d6&at=1&lines=4');
    expect(route.position.toString()).toBe('game=othello&moves=f5.d6&at=1');
    follow('#/ladder?game=chess');
    expect(route.position.toString()).toBe('game=othello&moves=f5.d6&at=1');
    follow('#/race?moves=e2e4');
    expect(route.position.toString()).toBe('moves=e2e4');
  });

  test('that names no page says so', async () => {
    expect((await opened('#/nowhere?x=1')).problem).toMatch(/"nowhere"/);
    expect((await opened('#/race')).problem).toBe('');
  });

  test('remembers what is on the screen, and only for the page that is there', async () => {
    const route = await opened('#/tree?spec=pvs');
    route.remember('race', { limit: 'depth4' });
    expect(location.hash).toBe('#/tree?spec=pvs');
    route.remember('tree', { spec: 'pvs:tt=16', node: null, limit: 'depth3', start: '' });
    expect(location.hash).toBe('#/tree?spec=pvs:tt=16&limit=depth3');
    expect(route.visits).toBe(0);
  });
});

describe('work', () => {
  test('is not wanted by a link from elsewhere', async () => {
    const route = await opened('#/match?go=1');
    expect(route.wanted).toBe(false);
    expect(route.takeStart()).toBe(false);
    follow('#/tree?spec=minimax');
    expect([route.page, route.wanted, route.takeStart(), route.visits]).toEqual(['tree', false, false, 1]);
  });

  test('is wanted by a click in the app', async () => {
    const route = await opened('#/race');
    const event = click('#/tree?spec=pvs');
    expect(event.defaultPrevented).toBe(true);
    expect([route.page, route.params.get('spec'), route.wanted, route.visits]).toEqual(['tree', 'pvs', true, 1]);
    expect(route.takeStart()).toBe(false);
    // And not any more by the link that comes after it.
    follow('#/tree?spec=minimax');
    expect(route.wanted).toBe(false);
  });

  test('is started by a link that says so, once', async () => {
    const route = await opened('#/race');
    click('#/match?p=a;b', {}, { start: '' });
    expect([route.takeStart(), route.takeStart()]).toEqual([true, false]);
    click('#/match?p=c;d', {}, { start: '' });
    follow('#/match?p=e;f');
    expect(route.takeStart()).toBe(false);
  });

  test('is remembered by the tab: for a reload, and after the address has followed the screen', async () => {
    let route = await opened('#/race');
    click('#/analyse?on=1');
    route.remember('analyse', { lines: '4' });
    route = await opened(location.hash, history.state);
    expect([route.page, route.wanted]).toEqual(['analyse', true]);
  });

  test('is wanted where it was begun by hand', async () => {
    const route = await opened('#/tree');
    route.want();
    expect(route.wanted).toBe(true);
    expect((await opened(location.hash, history.state)).wanted).toBe(true);
    expect((await opened('#/tree')).wanted).toBe(false);
  });

  test('is left to the other tab when a link is opened there', async () => {
    const route = await opened('#/race');
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
      expect(click('#/tree', more).defaultPrevented).toBe(false);
    }
    expect([route.page, route.visits]).toEqual(['race', 0]);
  });

  test('is no matter of links that lead elsewhere or nowhere', async () => {
    const route = await opened('#/race');
    click('#/race');
    expect(click('#main').defaultPrevented).toBe(false);
    expect([route.page, route.visits]).toEqual(['race', 0]);
  });
});
