// The techniques of a player that one click switches.

import type { Hello } from '../connection.svelte';
import { defaultOf, hasWord, toggleWord, valueOf, withValue, wordsOf, type Setting } from '../settings';
import { getSetting, parseSpec, withSetting, writeSpec, type Spec } from '../spec';

export interface Toggle {
  name: string;
  /** Whether the player uses it. */
  on: boolean;
  /** The player with the technique switched. */
  spec: string;
  /** A description. */
  about?: string;
}

/** The orderings offered to every player, the most useful first. */
const ORDERINGS = ['hash', 'mvvlva', 'killers', 'history'];

/** The size in MiB of a table that is switched on. */
const TABLE = '16';

export function toggles(hello: Hello, text: string): Toggle[] {
  const spec = parseSpec(text);
  const settings: Setting[] = hello.players.find((other) => other.name === spec.name)?.settings ?? [];
  return settings.flatMap((setting) => {
    if (setting.kind.takes === 'switch') return [aSwitch(spec, setting)];
    if (setting.key === 'tt') return table(spec, setting);
    if (setting.key === 'off') return techniques(hello, spec);
    return setting.key === 'order' ? orderings(spec, setting) : [];
  });
}

/** Returns the engine's techniques: all but those in `off`, or only those in `only`. */
function techniques(hello: Hello, spec: Spec): Toggle[] {
  const key = getSetting(spec, 'only') === undefined ? 'off' : 'only';
  const named = (getSetting(spec, key) ?? '').split('+').filter((word) => word !== '');
  return hello.techniques.map(({ name, about }) => {
    const listed = named.includes(name);
    const next = listed ? named.filter((other) => other !== name) : [...named, name];
    const value = next.length > 0 ? next.join('+') : undefined;
    // `only` cannot be empty: the last technique stays.
    const switched = key === 'only' && value === undefined ? spec : withSetting(spec, key, value);
    return { name, on: listed === (key === 'only'), spec: writeSpec(switched), about };
  });
}

function aSwitch(spec: Spec, setting: Setting): Toggle {
  const on = valueOf(spec, setting) === 'on';
  const off = defaultOf(setting) === 'off' ? null : 'off';
  return { name: setting.key, on, spec: writeSpec(withValue(spec, setting, on ? off : 'on')) };
}

function table(spec: Spec, setting: Setting): Toggle[] {
  // MTD(f) needs its table.
  if (spec.name === 'mtdf') return [];
  const isTable = (value: string | null) => value !== null && value !== '0';
  const on = isTable(valueOf(spec, setting));
  const usual = isTable(defaultOf(setting));
  const other = on === usual ? (usual ? '0' : TABLE) : null;
  return [{ name: 'table', on, spec: writeSpec(withValue(spec, setting, other)) }];
}

function orderings(spec: Spec, setting: Setting): Toggle[] {
  // Orderings beyond the usual ones can be switched off, too.
  const offered = new Set([...ORDERINGS, ...wordsOf(spec, setting)]);
  return [...offered].map((word) => ({ name: word, on: hasWord(spec, setting, word), spec: writeSpec(toggleWord(spec, setting, word)) }));
}
