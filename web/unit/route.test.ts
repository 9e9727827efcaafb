// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';

const listen = vi.spyOn(window, 'addEventListener');

/** Opens the app at an address and replaces the one before. */
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
  test('is readable', async () => {
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

  test('does not overwrite the address of the back button', async () => {
    const route = await opened('#/tree?node=1');
    history.replaceState(null, '', '#/race?p=negamax');
    // The event has not arrived yet, and the tree is still shown.
    route.remember('tree', { node: '2' });
    route.permitStart();
    expect(location.hash).toBe('#/race?p=negamax');
    expect(history.state).toBe(null);
    window.dispatchEvent(new Event('hashchange'));
    expect(route.page).toBe('race');
    route.remember('race', { p: 'minimax' });
    expect(location.hash).toBe('#/race?p=minimax');
  });

  test('is written no more often than browsers allow, and the last change is kept', async () => {
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

  test('of an unknown page is an error', async () => {
    expect((await opened('#/nowhere?x=1')).problem).toMatch(/"nowhere"/);
    expect((await opened('#/race')).problem).toBe('');
  });

  test('holds the state of the current page only', async () => {
    const route = await opened('#/tree?spec=pvs');
    route.remember('race', { limit: 'depth4' });
    expect(location.hash).toBe('#/tree?spec=pvs');
    route.remember('tree', { spec: 'pvs:tt=16', node: null, limit: 'depth3', start: '' });
    expect(location.hash).toBe('#/tree?spec=pvs:tt=16&limit=depth3');
    expect(route.visits).toBe(0);
  });
});

describe('work', () => {
  test('may not start by a link from elsewhere', async () => {
    const route = await opened('#/match?go=1');
    expect(route.mayStart).toBe(false);
    expect(route.takeStart()).toBe(false);
    follow('#/tree?spec=minimax');
    expect([route.page, route.mayStart, route.takeStart(), route.visits]).toEqual(['tree', false, false, 1]);
  });

  test('may start after a click in the app', async () => {
    const route = await opened('#/race');
    const event = click('#/tree?spec=pvs');
    expect(event.defaultPrevented).toBe(true);
    expect([route.page, route.params.get('spec'), route.mayStart, route.visits]).toEqual(['tree', 'pvs', true, 1]);
    expect(route.takeStart()).toBe(false);
    // And not any more by the link that comes after it.
    follow('#/tree?spec=minimax');
    expect(route.mayStart).toBe(false);
  });

  test('starts once by a link that requests it', async () => {
    const route = await opened('#/race');
    click('#/match?p=a;b', {}, { start: '' });
    expect([route.takeStart(), route.takeStart()]).toEqual([true, false]);
    click('#/match?p=c;d', {}, { start: '' });
    follow('#/match?p=e;f');
    expect(route.takeStart()).toBe(false);
  });

  test('keeps the permission in the tab, across reloads and address changes', async () => {
    let route = await opened('#/race');
    click('#/analyse?on=1');
    route.remember('analyse', { lines: '4' });
    route = await opened(location.hash, history.state);
    expect([route.page, route.mayStart]).toEqual(['analyse', true]);
  });

  test('may start where the user started it', async () => {
    const route = await opened('#/tree');
    route.permitStart();
    expect(route.mayStart).toBe(true);
    expect((await opened(location.hash, history.state)).mayStart).toBe(true);
    expect((await opened('#/tree')).mayStart).toBe(false);
  });

  test('is unaffected by a link opened in another tab', async () => {
    const route = await opened('#/race');
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
      expect(click('#/tree', more).defaultPrevented).toBe(false);
    }
    expect([route.page, route.visits]).toEqual(['race', 0]);
  });

  test('ignores links that lead elsewhere', async () => {
    const route = await opened('#/race');
    click('#/race');
    expect(click('#main').defaultPrevented).toBe(false);
    expect([route.page, route.visits]).toEqual(['race', 0]);
  });
});
