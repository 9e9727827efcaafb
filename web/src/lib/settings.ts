// What the settings of a player are: as its spec has them, or else its own defaults. A default is never written.

import type { Setting } from '../protocol';
import { getSetting, withSetting, type Spec } from './spec';

/** Its default stands as a spec would have it: "16", "on", "hash+mvvlva"; null where there is none. */
export type { Setting };

/** The word for a list of nothing. */
const NOTHING = 'generator';

/** The row of orderings, the surest first. Those that are not here come last. */
const ROW = ['hash', 'pv', 'mvvlva', 'killers', 'countermove', 'history'];
const place = (word: string) => (ROW.includes(word) ? ROW.indexOf(word) : ROW.length);

/** What the player does unless told otherwise. */
export function defaultOf({ kind, value }: Setting): string | null {
  return value ?? (kind.takes === 'switch' ? 'off' : null);
}

/** What the setting is now; null if neither the spec nor the player says. */
export function valueOf(spec: Spec, setting: Setting): string | null {
  const written = getSetting(spec, setting.key);
  if (written === undefined) return defaultOf(setting);
  // A switch that is only named is on.
  return written || (setting.kind.takes === 'switch' ? 'on' : '');
}

const split = (value: string | null): string[] => (value ?? '').split('+').filter((word) => word !== '' && word !== NOTHING);

const isDefault = (setting: Setting, value: string): boolean =>
  setting.kind.takes === 'list' ? split(value).join('+') === split(setting.value).join('+') : value === setting.value;

/** The same player with the setting at this value; with none, at its default. */
export function withValue(spec: Spec, setting: Setting, value: string | null): Spec {
  if (value === null || isDefault(setting, value)) return withSetting(spec, setting.key, undefined);
  return withSetting(spec, setting.key, setting.kind.takes === 'switch' && value === 'on' ? null : value);
}

/** The value if the spec has one that is not the default. */
export function ownValue(spec: Spec, setting: Setting): string | null {
  const value = getSetting(spec, setting.key) === undefined ? null : valueOf(spec, setting);
  return value === null || isDefault(setting, value) ? null : value;
}

/** The words of a list as it is now. */
export const wordsOf = (spec: Spec, setting: Setting): string[] => split(valueOf(spec, setting));

export const hasWord = (spec: Spec, setting: Setting, word: string): boolean => {
  const now = wordsOf(spec, setting);
  return word === NOTHING ? now.length === 0 : now.includes(word);
};

/** The same player with a word of the list more or less. Orderings stand in a row, and each has its place there. */
export function toggleWord(spec: Spec, setting: Setting, word: string): Spec {
  const isRow = setting.kind.takes === 'list' && setting.kind.words.includes(NOTHING);
  const next = word === NOTHING ? [] : wordsOf(spec, setting);
  if (next.includes(word)) {
    next.splice(next.indexOf(word), 1);
  } else if (word !== NOTHING) {
    const behind = isRow ? next.findIndex((other) => place(other) > place(word)) : -1;
    next.splice(behind < 0 ? next.length : behind, 0, word);
  }
  if (next.length > 0) return withValue(spec, setting, next.join('+'));
  // Of a list that has no word for nothing the last word stays, unless nothing is the default.
  return isRow || isDefault(setting, '') ? withValue(spec, setting, NOTHING) : spec;
}
