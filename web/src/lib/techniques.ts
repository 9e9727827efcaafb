// What can be switched in a player with one click: a technique more, or one less.

import type { Hello } from './connection.svelte';
import { defaultOf, hasWord, toggleWord, valueOf, withValue, wordsOf, type Setting } from './settings';
import { getSetting, parseSpec, withSetting, writeSpec, type Spec } from './spec';

export interface Toggle {
  name: string;
  /** Whether the player has it now. */
  on: boolean;
  /** The player with it switched. */
  spec: string;
  /** A sentence about it, if there is one. */
  about?: string;
}

/** The orderings that are offered to every player, in the order they help most. */
const ORDERINGS = ['hash', 'mvvlva', 'killers', 'history'];

/** Mebibytes of a table that is switched on. */
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

/** The engine's techniques: all are on but those that `off` names, or only those that `only` names. */
function techniques(hello: Hello, spec: Spec): Toggle[] {
  const key = getSetting(spec, 'only') === undefined ? 'off' : 'only';
  const named = (getSetting(spec, key) ?? '').split('+').filter((word) => word !== '');
  return hello.techniques.map(({ name, about }) => {
    const listed = named.includes(name);
    const next = listed ? named.filter((other) => other !== name) : [...named, name];
    const value = next.length > 0 ? next.join('+') : undefined;
    // A list of only nothing cannot be written: the last one stays.
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
  // It cannot do without.
  if (spec.name === 'mtdf') return [];
  const isTable = (value: string | null) => value !== null && value !== '0';
  const on = isTable(valueOf(spec, setting));
  const usual = isTable(defaultOf(setting));
  const other = on === usual ? (usual ? '0' : TABLE) : null;
  return [{ name: 'table', on, spec: writeSpec(withValue(spec, setting, other)) }];
}

function orderings(spec: Spec, setting: Setting): Toggle[] {
  // What the player has beside the usual ones can be taken away, too.
  const offered = new Set([...ORDERINGS, ...wordsOf(spec, setting)]);
  return [...offered].map((word) => ({ name: word, on: hasWord(spec, setting, word), spec: writeSpec(toggleWord(spec, setting, word)) }));
}
