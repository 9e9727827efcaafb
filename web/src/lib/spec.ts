// Reads and writes a player's spec: name[:key=value,...]. The server validates it.

import type { GameId } from '../protocol';
import type { Hello } from './connection.svelte';

export interface Spec {
  name: string;
  settings: [string, string | null][];
}

/** An external program has no settings: its whole spec is its name. */
const PROGRAM = /^\s*(uci|file|script)\s*:/;

export function parseSpec(text: string): Spec {
  const colon = PROGRAM.test(text) ? -1 : text.indexOf(':');
  if (colon < 0) return { name: text.trim(), settings: [] };
  const settings = text
    .slice(colon + 1)
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part): [string, string | null] => {
      const equals = part.indexOf('=');
      return equals < 0 ? [part.trim(), null] : [part.slice(0, equals).trim(), part.slice(equals + 1).trim()];
    });
  return { name: text.slice(0, colon).trim(), settings };
}

export function writeSpec({ name, settings }: Spec): string {
  if (settings.length === 0) return name;
  return `${name}:${settings.map(([key, value]) => (value === null ? key : `${key}=${value}`)).join(',')}`;
}

export function getSetting(spec: Spec, key: string): string | null | undefined {
  return spec.settings.find(([name]) => name === key)?.[1];
}

/** Returns the spec with a setting changed: `undefined` removes it, `null` makes it a switch that is on. */
export function withSetting(spec: Spec, key: string, value: string | null | undefined): Spec {
  const settings = spec.settings.filter(([name]) => name !== key);
  if (value === undefined) return { ...spec, settings };
  const place = spec.settings.findIndex(([name]) => name === key);
  settings.splice(place < 0 ? settings.length : place, 0, [key, value]);
  return { ...spec, settings };
}

/** Returns the spec as it can play a game: without another game's evaluator; `other` if it does not play this one. */
export function specIn(hello: Hello, game: GameId, spec: string, other: string): string {
  const { name } = parseSpec(spec);
  const player = hello.players.find((known) => known.name === name);
  if (player?.game && player.game !== game) return other;
  return spec.includes('eval=') ? name : spec;
}
