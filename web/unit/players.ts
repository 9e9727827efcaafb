// Players in the server's format.

import type { Hello } from '../src/lib/connection.svelte';
import type { Setting } from '../src/lib/settings';

export const WORDS = ['generator', 'random', 'static', 'hash', 'pv', 'killers', 'history', 'mvvlva', 'countermove', 'replies'];
export const EVERY = 'hash+pv+mvvlva+killers+countermove+history';

/** A setting; without a third argument it is absent unless given. */
const make = (key: string, kind: Setting['kind'], value?: string | null): Setting => ({
  key,
  kind,
  about: key,
  default: value ?? 'in words',
  value: value ?? null,
});

export const aSwitch = (key: string, value?: string | null) => make(key, { takes: 'switch' }, value);
export const aNumber = (key: string, value?: string | null) => make(key, { takes: 'number', least: 0, most: null }, value);
export const aList = (key: string, words: string[], value?: string | null) => make(key, { takes: 'list', words }, value);
export const aChoice = (key: string, words: string[], value?: string | null) => make(key, { takes: 'choice', words }, value);

/** A server that has these players, and an engine with three techniques. */
export function serverWith(players: Record<string, Setting[]>): Hello {
  const engine = [aNumber('hash', '16'), aList('off', ['lmr', 'null', 'see'], null), aList('only', ['lmr', 'null', 'see'], null)];
  const all = Object.entries({ ...players, engine }).map(([name, settings]) => ({ name, about: '', game: null, settings }));
  const techniques = ['lmr', 'null', 'see'].map((name) => ({ name, about: `about ${name}` }));
  return { players: all, techniques } as unknown as Hello;
}
