// The settings of a player: from its spec, else its defaults. Defaults are never written into a spec.

import type { Setting } from '../protocol';
import { getSetting, withSetting, type Spec } from './spec';

export type { Setting };

/** The word for an empty list. */
const NOTHING = 'generator';

/** The order in which a spec lists move orderings. Unlisted ones come last. */
const ROW = ['hash', 'pv', 'mvvlva', 'killers', 'countermove', 'history'];
const place = (word: string) => (ROW.includes(word) ? ROW.indexOf(word) : ROW.length);

/** Returns the default of a setting as a spec writes it, or `null`. */
export function defaultOf({ kind, value }: Setting): string | null {
  return value ?? (kind.takes === 'switch' ? 'off' : null);
}

/** Returns the value of a setting; `null` without value and default. */
export function valueOf(spec: Spec, setting: Setting): string | null {
  const written = getSetting(spec, setting.key);
  if (written === undefined) return defaultOf(setting);
  // A switch without a value is on.
  return written || (setting.kind.takes === 'switch' ? 'on' : '');
}

const split = (value: string | null): string[] => (value ?? '').split('+').filter((word) => word !== '' && word !== NOTHING);

const isDefault = (setting: Setting, value: string): boolean =>
  setting.kind.takes === 'list' ? split(value).join('+') === split(setting.value).join('+') : value === setting.value;

/** Returns the spec with a setting at a value, or at its default. */
export function withValue(spec: Spec, setting: Setting, value: string | null): Spec {
  if (value === null || isDefault(setting, value)) return withSetting(spec, setting.key, undefined);
  return withSetting(spec, setting.key, setting.kind.takes === 'switch' && value === 'on' ? null : value);
}

/** Returns the value of a setting unless it is the default. */
export function ownValue(spec: Spec, setting: Setting): string | null {
  const value = getSetting(spec, setting.key) === undefined ? null : valueOf(spec, setting);
  return value === null || isDefault(setting, value) ? null : value;
}

/** Returns the words of a list setting. */
export const wordsOf = (spec: Spec, setting: Setting): string[] => split(valueOf(spec, setting));

export const hasWord = (spec: Spec, setting: Setting, word: string): boolean => {
  const now = wordsOf(spec, setting);
  return word === NOTHING ? now.length === 0 : now.includes(word);
};

/** Returns the spec with a word of a list switched. Orderings are kept in their fixed order. */
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
  // A list without a word for "empty" keeps its last word, unless the default is empty.
  return isRow || isDefault(setting, '') ? withValue(spec, setting, NOTHING) : spec;
}
