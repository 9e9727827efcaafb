// The result of a race in sentences: what each player saves against the one before.

import type { RaceRow } from '../../protocol';
import { displayName } from '../players';
import { parseSpec } from '../spec';
import { grouped } from '../words';

/** The techniques of a spec in words, by setting or word of `order`. */
const NAMES: Record<string, string> = {
  generator: 'the order of the generator',
  mvvlva: 'captures first (MVV-LVA)',
  hash: 'the table’s move first',
  killers: 'killer moves',
  history: 'the history heuristic',
  countermove: 'countermoves',
  pv: 'the principal variation first',
  tt: 'a transposition table',
  id: 'iterative deepening',
  quiesce: 'quiescence search',
  null: 'null moves',
  lmr: 'late move reductions',
};

const words = (spec: ReturnType<typeof parseSpec>) =>
  new Set(spec.settings.flatMap(([key, value]) => (key === 'order' ? (value ?? '').split('+') : value === 'off' || value === '0' ? [] : [key])));

/** Returns what a player has that another has not, in words; empty if it is another search. */
export function added(before: string, after: string): string[] {
  const [one, two] = [parseSpec(before), parseSpec(after)];
  if (one.name !== two.name) return [];
  const [had, has] = [words(one), words(two)];
  return [...has].filter((word) => !had.has(word)).map((word) => NAMES[word] ?? word);
}

/** Returns the name of a player for people, inside a sentence. */
const nameOf = (spec: string) => {
  const name = displayName(parseSpec(spec).name);
  return /^[A-Z][a-z]+(-[a-z]+)?$/.test(name) ? name.toLowerCase() : name;
};

const listed = (texts: string[]) => (texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`);

export interface Saving {
  /** The factor by which the nodes fall; below 1 they grow. */
  factor: number;
  /** The technique, or the search that is compared, inside a sentence. */
  name: string;
  text: string;
}

/** Returns a factor with two digits. */
export const factorText = (factor: number) => (factor >= 10 ? grouped(Math.round(factor)) : factor.toFixed(1));

/** Compares each player with the one above it, as far as both searched to the same depth. */
export function savings(rows: RaceRow[]): Saving[] {
  return rows.slice(1).flatMap((row, index) => {
    const before = rows[index]!;
    if (row.depth !== before.depth || row.nodes === 0 || before.nodes === 0) return [];
    const factor = before.nodes / row.nodes;
    const what = added(before.player, row.player);
    const name = what.length > 0 ? listed(what) : `${nameOf(row.player)} instead of ${nameOf(before.player)}`;
    const change =
      factor >= 1.05 ? `${factorText(factor)} times fewer nodes` : factor <= 0.95 ? `${factorText(1 / factor)} times more nodes` : 'about as many nodes';
    return [{ factor, name, text: `${name[0]!.toUpperCase()}${name.slice(1)}: ${change} (${grouped(before.nodes)} → ${grouped(row.nodes)}).` }];
  });
}
