// The address is the state of the screen: whoever gets the link sees the same.

import { untrack } from 'svelte';

export const PAGES = ['start', 'lesson', 'play', 'analyse', 'race', 'tree', 'match', 'ladder', 'alternatives', 'network', 'reproduce'] as const;
export type PageName = (typeof PAGES)[number];

interface Place {
  page: PageName;
  params: URLSearchParams;
  /** What is wrong with the address, if it names no page. */
  problem: string;
}

function read(): Place {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const page = PAGES.find((name) => name === path);
  const problem = page || path === '' ? '' : `The link names a page that is not here: "${path.slice(0, 40)}". This is the start page.`;
  // A plus sign is a plus sign: specs are full of them.
  return { page: page ?? 'start', params: new URLSearchParams(query.replaceAll('+', '%2B')), problem };
}

/** What the browser remembers beside the address, for this tab only: a link cannot bring it along. */
const WANTED = { wanted: true };
const isWanted = () => (history.state as Partial<typeof WANTED> | null)?.wanted === true;

/** Pages that show a position, and what they say about it in the address. */
const WITH_POSITION: PageName[] = ['play', 'analyse', 'race', 'tree'];
const POSITION = ['game', 'start', 'moves', 'at', 'flip'];

/**
 * Browsers allow some hundred changes of the address in half a minute, and throw at more. A few are written at once, as moves come;
 * of many in a row one in so many milliseconds.
 */
const PAUSE = 400;
const AT_ONCE = 10;

class Route {
  page = $state<PageName>(read().page);
  params = $state.raw(read().params);
  /** What is wrong with the address. */
  problem = $state(read().problem);
  /** The position that was looked at last: every page that shows one begins with it. */
  position = $state.raw(new URLSearchParams());
  /** Grows when another screen is to be shown: a click on a link, the back button. */
  visits = $state(0);
  /**
   * Whether the user wanted what is here: came by a click in the app, or has begun work on this screen before. Only then a
   * screen may begin work by itself. Whoever comes by a link from elsewhere sees a form and a button.
   */
  wanted = isWanted();
  #start = false;
  /** The address as this screen knows it. The back button changes the browser's a moment before anybody is told. */
  #here = location.hash;
  /** The address that is to be written when the browser may be asked again. */
  #pending: string | null = null;
  /** How many changes may be written at once, and when that was counted. */
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
    // What the last screen had to say belongs to its own address.
    this.#drop();
    this.#here = location.hash;
    const next = read();
    this.page = next.page;
    this.params = next.params;
    this.problem = next.problem;
    this.#keep(next.page, next.params);
    this.wanted = isWanted();
    this.#start = start;
    this.visits += 1;
  }

  /** Keeps the position of the address, if the page has one. */
  #keep(page: PageName, params: URLSearchParams) {
    // A tree of numbers is no position.
    if (!WITH_POSITION.includes(page) || params.has('tree')) return;
    const kept = new URLSearchParams();
    for (const key of POSITION) if (params.has(key)) kept.set(key, params.get(key)!);
    // Who remembers something here does not depend on it.
    if (kept.toString() !== untrack(() => this.position).toString()) this.position = kept;
  }

  /** A click on a link of the app is the user's own wish; a link with `data-start` also says that work begins there. */
  #click(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || event.defaultPrevented) return;
    event.preventDefault();
    const to = link.getAttribute('href')!;
    this.flush();
    if (to === location.hash) return;
    history.pushState(WANTED, '', to);
    this.#arrive('start' in link.dataset);
  }

  /** The user has begun work on this screen: it may begin again when the screen is shown again. */
  want() {
    if (this.wanted || this.#isLeft()) return;
    this.wanted = true;
    history.replaceState(WANTED, '');
  }

  /** Whether the click that led here said that work begins. True once only. */
  takeStart(): boolean {
    const start = this.#start;
    this.#start = false;
    return start;
  }

  /** Writes the state of a page into the address without a step in the history: at once, or when enough time has passed. */
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

  /** Writes what waits to be written. */
  flush() {
    const address = this.#pending;
    this.#drop();
    if (address === null || address === location.hash || this.#isLeft()) return;
    this.#left -= 1;
    history.replaceState(history.state, '', address);
    this.#here = location.hash;
  }

  /** Whether the browser is elsewhere already: what is written now would be written over another screen's address. */
  #isLeft() {
    return location.hash !== this.#here;
  }

  #drop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = null;
  }
}

/** The address of a page. */
export function href(page: PageName, params?: URLSearchParams): string {
  // What needs no code stays as it is: addresses are read by people too.
  const plain: Record<string, string> = { '+': '%20', '%2B': '+', '%2F': '/', '%3A': ':', '%2C': ',', '%3D': '=', '%3B': ';' };
  const query = (params?.toString() ?? '').replace(/\+|%2B|%2F|%3A|%2C|%3D|%3B/g, (code) => plain[code]!);
  return `#/${page}${query ? `?${query}` : ''}`;
}

export const route = new Route();
