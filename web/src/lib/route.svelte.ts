// The address is the state of the screen: whoever gets the link sees the same.

export type PageName = 'play' | 'analyse' | 'race' | 'tree' | 'match' | 'ladder' | 'reproduce';
const PAGES: PageName[] = ['play', 'analyse', 'race', 'tree', 'match', 'ladder', 'reproduce'];

function read(): { page: PageName; params: URLSearchParams } {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const page = PAGES.find((name) => name === path) ?? 'play';
  // A plus sign is a plus sign: specs are full of them.
  return { page, params: new URLSearchParams(query.replaceAll('+', '%2B')) };
}

/** What the browser remembers beside the address, for this tab only: a link cannot bring it along. */
const WANTED = { wanted: true };
const isWanted = () => (history.state as Partial<typeof WANTED> | null)?.wanted === true;

class Route {
  page = $state<PageName>(read().page);
  params = $state.raw(read().params);
  /** Grows when another screen is to be shown: a click on a link, the back button. */
  visits = $state(0);
  /**
   * Whether the user wanted what is here: came by a click in the app, or has begun work on this screen before. Only then a
   * screen may begin work by itself. Whoever comes by a link from elsewhere sees a form and a button.
   */
  wanted = isWanted();
  #start = false;

  constructor() {
    window.addEventListener('hashchange', () => this.#arrive(false));
    window.addEventListener('click', (event) => this.#click(event));
  }

  #arrive(start: boolean) {
    const next = read();
    this.page = next.page;
    this.params = next.params;
    this.wanted = isWanted();
    this.#start = start;
    this.visits += 1;
  }

  /** A click on a link of the app is the user's own wish; a link with `data-start` also says that work begins there. */
  #click(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || elsewhere || event.defaultPrevented) return;
    event.preventDefault();
    const to = link.getAttribute('href')!;
    if (to === location.hash) return;
    history.pushState(WANTED, '', to);
    this.#arrive('start' in link.dataset);
  }

  /** The user has begun work on this screen: it may begin again when the screen is shown again. */
  want() {
    if (this.wanted) return;
    this.wanted = true;
    history.replaceState(WANTED, '');
  }

  /** Whether the click that led here said that work begins. True once only. */
  takeStart(): boolean {
    const start = this.#start;
    this.#start = false;
    return start;
  }

  /** Writes the state of a page into the address without a step in the history. */
  remember(page: PageName, entries: Record<string, string | null | undefined>) {
    if (page !== this.page) return;
    const params = new URLSearchParams();
    for (const [key, value] of Object.entries(entries)) if (value) params.set(key, value);
    this.params = params;
    history.replaceState(history.state, '', href(page, params));
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
