// What can be switched in a player with one click: a technique more, or one less.

import type { Hello } from './connection.svelte';
import { getSetting, parseSpec, withSetting, writeSpec, type Spec } from './spec';
import type { PlayerInfo, Setting } from '../protocol';

export interface Toggle {
  name: string;
  /** Whether the player has it now. */
  on: boolean;
  /** The player with it switched. */
  spec: string;
  /** A sentence about it, if there is one. */
  about?: string;
}

/** The classical player has these unless told otherwise. */
const CLASSIC = ['quiesce', 'null', 'iid'];

/** The orderings that are offered, in the order they help most. */
const ORDERINGS = ['hash', 'mvvlva', 'killers', 'history'];
const SENSIBLE = ['hash', 'pv', 'mvvlva', 'killers', 'countermove', 'history'];

export function toggles(hello: Hello, text: string): Toggle[] {
  const spec = parseSpec(text);
  const player = hello.players.find((other) => other.name === spec.name);
  return (player?.settings ?? []).flatMap((setting) => {
    if (setting.kind.takes === 'switch') return [aSwitch(spec, player!, setting)];
    if (setting.key === 'tt') return table(spec);
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

function aSwitch(spec: Spec, player: PlayerInfo, { key }: Setting): Toggle {
  const now = getSetting(spec, key);
  const byDefault = player.name === 'classic' && CLASSIC.includes(key);
  const on = now === undefined ? byDefault : now !== 'off';
  // Off is said only where on is the default.
  const off = byDefault ? 'off' : undefined;
  return { name: key, on, spec: writeSpec(withSetting(spec, key, on ? off : byDefault ? undefined : null)) };
}

function table(spec: Spec): Toggle[] {
  // It cannot do without.
  if (spec.name === 'mtdf') return [];
  const now = getSetting(spec, 'tt');
  const byDefault = spec.name === 'classic';
  const on = now === undefined ? byDefault : now !== '0';
  const without = byDefault ? '0' : undefined;
  return [{ name: 'table', on, spec: writeSpec(withSetting(spec, 'tt', on ? without : '16')) }];
}

function orderings(spec: Spec, { key, default: usual }: Setting): Toggle[] {
  const now = (getSetting(spec, key) ?? '').split('+').filter((word) => word !== '');
  // A row that is there by default would have to be written out to be changed.
  if (now.length === 0 && usual.startsWith('hash+')) return [];
  return ORDERINGS.map((word) => {
    const on = now.includes(word);
    const next = on ? now.filter((other) => other !== word) : [...now, word];
    const place = (name: string) => (SENSIBLE.includes(name) ? SENSIBLE.indexOf(name) : SENSIBLE.length);
    next.sort((a, b) => place(a) - place(b));
    return { name: word, on, spec: writeSpec(withSetting(spec, key, next.length > 0 ? next.join('+') : undefined)) };
  });
}
