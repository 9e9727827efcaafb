// The address is the state of the screen: whoever gets the link sees the same.

export type PageName = 'play' | 'analyse' | 'race' | 'tree' | 'match' | 'ladder' | 'reproduce';
const PAGES: PageName[] = ['play', 'analyse', 'race', 'tree', 'match', 'ladder', 'reproduce'];

function read(): { page: PageName; params: URLSearchParams } {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const page = PAGES.find((name) => name === path) ?? 'play';
  // A plus sign is a plus sign: specs are full of them.
  return { page, params: new URLSearchParams(query.replaceAll('+', '%2B')) };
}

class Route {
  page = $state<PageName>(read().page);
  params = $state.raw(read().params);
  /** Grows when the address was changed from outside: a link, the back button. */
  visits = $state(0);

  constructor() {
    window.addEventListener('hashchange', () => {
      const next = read();
      this.page = next.page;
      this.params = next.params;
      this.visits += 1;
    });
  }

  /** Writes the state of a page into the address without a step in the history. */
  remember(page: PageName, entries: Record<string, string | null | undefined>) {
    if (page !== this.page) return;
    const params = new URLSearchParams();
    for (const [key, value] of Object.entries(entries)) if (value) params.set(key, value);
    this.params = params;
    history.replaceState(null, '', href(page, params));
  }

  /** Goes to a page. */
  go(page: PageName, entries: Record<string, string | null | undefined> = {}) {
    const params = new URLSearchParams();
    for (const [key, value] of Object.entries(entries)) if (value) params.set(key, value);
    location.hash = href(page, params).slice(1);
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
