// The address holds the state of the screen, so that a link shows the same screen.

import { untrack } from 'svelte';

export const PAGES = [
  'start',
  'lesson',
  'practice',
  'play',
  'analyse',
  'race',
  'tree',
  'match',
  'ladder',
  'alternatives',
  'parallel',
  'network',
  'grade',
  'reproduce',
] as const;
export type PageName = (typeof PAGES)[number];

interface Place {
  page: PageName;
  params: URLSearchParams;
  /** The error, if the address names no page. */
  problem: string;
}

function read(): Place {
  // The page of one lesson names its screen in its head.
  const usual = document.querySelector<HTMLMetaElement>('meta[name="espalier-screen"]')?.content ?? '';
  const [path = '', query = ''] = (location.hash || usual).replace(/^#\/?/, '').split('?');
  const page = PAGES.find((name) => name === path);
  const problem = page || path === '' ? '' : `Unknown page: "${path.slice(0, 40)}". The start page is shown instead.`;
  // In a spec a plus sign is no space.
  return { page: page ?? 'start', params: new URLSearchParams(query.replaceAll('+', '%2B')), problem };
}

/** Kept in the tab's history beside the address: a link cannot set it. */
const PERMITTED = { permitted: true };
const isPermitted = () => (history.state as Partial<typeof PERMITTED> | null)?.permitted === true;

/** Pages that show a position, and its entries in their address. */
const WITH_POSITION: PageName[] = ['play', 'analyse', 'race', 'tree'];
const POSITION = ['game', 'start', 'moves', 'at', 'flip'];

/**
 * Browsers throw after about a hundred address changes in half a minute. Up to `AT_ONCE` changes are written at once, then one every
 * `PAUSE` milliseconds.
 */
const PAUSE = 400;
const AT_ONCE = 10;

class Route {
  page = $state<PageName>(read().page);
  params = $state.raw(read().params);
  /** The error of the address. */
  problem = $state(read().problem);
  /** The last position shown, with which other pages open. */
  position = $state.raw(new URLSearchParams());
  /** The number of screens shown: a link or the back button increases it. */
  visits = $state(0);
  /**
   * Whether the user came by a click in the app or has started work on this screen before. Only then may a screen start work by
   * itself; a link from elsewhere shows a form and a button.
   */
  mayStart = isPermitted();
  #start = false;
  /** The address of this screen. The back button changes the browser's address before the event arrives. */
  #here = location.hash;
  /** The address to write after the pause. */
  #pending: string | null = null;
  /** The number of changes that may be written at once, and when it was updated. */
  #left = AT_ONCE;
  #counted = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const { page, params } = read();
    this.#keep(page, params);
    window.addEventListener('hashchange', () => this.#arrive(false));
    window.addEventListener('click', (event) => this.#click(event));
    window.addEventListener('pagehide', () => this.flush());
  }

  #arrive(start: boolean) {
    // Pending changes belong to the last screen's address.
    this.#drop();
    this.#here = location.hash;
    const next = read();
    this.page = next.page;
    this.params = next.params;
    this.problem = next.problem;
    this.#keep(next.page, next.params);
    this.mayStart = isPermitted();
    this.#start = start;
    this.visits += 1;
  }

  /** Keeps the position of the address, if the page has one. */
  #keep(page: PageName, params: URLSearchParams) {
    // A number tree is no position.
    if (!WITH_POSITION.includes(page) || params.has('tree')) return;
    const kept = new URLSearchParams();
    for (const key of POSITION) if (params.has(key)) kept.set(key, params.get(key)!);
    if (kept.toString() !== untrack(() => this.position).toString()) this.position = kept;
  }

  /** A link of the app permits its page to start work; one with `data-start` requests it. */
  #click(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || event.defaultPrevented) return;
    event.preventDefault();
    const to = link.getAttribute('href')!;
    this.flush();
    if (to === location.hash) return;
    history.pushState(PERMITTED, '', to);
    this.#arrive('start' in link.dataset);
  }

  /** Records that the user started work here, so that it may restart when the screen is shown again. */
  permitStart() {
    if (this.mayStart || this.#isLeft()) return;
    this.mayStart = true;
    history.replaceState(PERMITTED, '');
  }

  /** Returns whether the link that led here requested a start; `true` only once. */
  takeStart(): boolean {
    const start = this.#start;
    this.#start = false;
    return start;
  }

  /** Writes the state of a page into the address without a history entry, at once or after the pause. */
  remember(page: PageName, entries: Record<string, string | null | undefined>) {
    if (page !== this.page) return;
    const params = new URLSearchParams();
    for (const [key, value] of Object.entries(entries)) if (value) params.set(key, value);
    this.params = params;
    this.#keep(page, params);
    this.#pending = href(page, params);
    const now = performance.now();
    this.#left = Math.min(AT_ONCE, this.#left + (now - this.#counted) / PAUSE);
    this.#counted = now;
    if (this.#left >= 1) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), (1 - this.#left) * PAUSE);
  }

  /** Writes the pending address. */
  flush() {
    const address = this.#pending;
    this.#drop();
    if (address === null || address === location.hash || this.#isLeft()) return;
    this.#left -= 1;
    history.replaceState(history.state, '', address);
    this.#here = location.hash;
  }

  /** Whether the browser has left: writing now would overwrite another screen's address. */
  #isLeft() {
    return location.hash !== this.#here;
  }

  #drop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = null;
  }
}

/** Returns the address of a page. */
export function href(page: PageName, params?: URLSearchParams): string {
  // Characters that need no escaping stay readable.
  const plain: Record<string, string> = { '+': '%20', '%2B': '+', '%2F': '/', '%3A': ':', '%2C': ',', '%3D': '=', '%3B': ';' };
  const query = (params?.toString() ?? '').replace(/\+|%2B|%2F|%3A|%2C|%3D|%3B/g, (code) => plain[code]!);
  return `#/${page}${query ? `?${query}` : ''}`;
}

export const route = new Route();
