// A tree of numbers while it is searched: what is known after each step, where everything is drawn, and what is said.

import { hierarchy, tree as tidy } from 'd3-hierarchy';
import type { SmallStep, SmallTreeInfo } from '../protocol';

/** What the search knows about a node at a moment. */
export interface Known {
  state: 'unseen' | 'open' | 'done' | 'skipped';
  window: [number | null, number | null] | null;
  value: number | null;
}

/** What is known after the first `count` steps. */
export function knownAfter({ nodes, steps }: SmallTreeInfo, count: number): Known[] {
  const known: Known[] = nodes.map(() => ({ state: 'unseen', window: null, value: null }));
  for (const { kind, node, window, value, skipped } of steps.slice(0, count)) {
    known[node] = { state: kind === 'leave' ? 'done' : 'open', window, value: value ?? (kind === 'again' ? known[node]!.value : null) };
    for (const child of skipped) known[child] = { state: 'skipped', window: null, value: null };
  }
  return known;
}

export interface Placed {
  id: number;
  x: number;
  y: number;
}

/** Below so many pixels leaves stand closer to each other: smaller ones could not be read. */
export const NARROW = 560;

/** Where each node is drawn: the root at the top, leaves with room for a number. `apart` is how far cousins stand from each other. */
export function layout(
  { nodes }: { nodes: { parent: number | null }[] },
  [wide, high]: [number, number],
  apart = 2,
): { at: Placed[]; width: number; height: number } {
  const children: number[][] = nodes.map(() => []);
  nodes.forEach(({ parent }, id) => {
    if (parent !== null) children[parent]!.push(id);
  });
  const root = tidy<number>()
    .nodeSize([wide, high])
    .separation((one, other) => (one.parent === other.parent ? 1 : apart))(hierarchy(0, (id) => children[id]));
  const found = root.descendants();
  const left = Math.min(...found.map(({ x }) => x)) - wide / 2;
  const right = Math.max(...found.map(({ x }) => x)) + wide / 2;
  const at = found.map(({ data, x, y }) => ({ id: data, x: x - left, y: y + high / 2 })).sort((a, b) => a.id - b.id);
  return { at, width: right - left, height: high * (root.height + 1) };
}

export const isMax = (ply: number) => ply % 2 === 0;

/** A value for MAX, or for whoever moves at the node. */
export const seenBy = (value: number, ply: number, mover: boolean) => (mover && !isMax(ply) ? -value : value);

export const written = (value: number) => (value < 0 ? `−${-value}` : String(value));

/** A window, as the reader wants it: at a MIN node the mover's window is turned round. */
export function windowText([low, high]: [number | null, number | null], ply: number, mover: boolean): string {
  const turned: [number | null, number | null] = mover && !isMax(ply) ? [high === null ? null : -high, low === null ? null : -low] : [low, high];
  return `${turned[0] === null ? '−∞' : written(turned[0])}, ${turned[1] === null ? '∞' : written(turned[1])}`;
}

/** The place of a node in words: the root, or the numbers of the moves that lead there. */
export function nameOf({ nodes }: SmallTreeInfo, id: number): string {
  const path: number[] = [];
  for (let at = id; nodes[at]!.parent !== null; at = nodes[at]!.parent!) {
    const parent = nodes[at]!.parent!;
    path.unshift(nodes.slice(0, at).filter((node) => node.parent === parent).length + 1);
  }
  return path.length === 0 ? 'the root' : `node ${path.join('.')}`;
}

/** What happened, in a sentence. */
export function tell(info: SmallTreeInfo, step: SmallStep, mover: boolean): string {
  const { nodes } = info;
  const node = nodes[step.node]!;
  const who = isMax(node.ply) ? 'MAX' : 'MIN';
  const other = isMax(node.ply) ? 'MIN' : 'MAX';
  const value = step.value === null ? '?' : written(seenBy(step.value, node.ply, mover));
  const name = nameOf(info, step.node);
  const window = step.window ? ` with the window (${windowText(step.window, node.ply, mover)})` : '';
  switch (step.kind) {
    case 'enter':
      return node.leaf === null ? `${who} is to move at ${name}, which is looked at${window}.` : `The leaf ${name} is looked at.`;
    case 'again':
      return `It was too good for the small window: ${name} is searched again${window}.`;
    case 'back':
      return `At ${name} ${who} has ${value} so far.`;
    case 'cut': {
      const bound = step.window?.[isMax(node.ply) ? 1 : 0] ?? null;
      const has = bound === null ? '' : `, and ${other} has ${written(seenBy(bound, node.ply, mover))} elsewhere`;
      const rest = step.skipped.length === 1 ? 'one move is' : `${step.skipped.length} moves are`;
      return `At ${name} ${who} has ${value}${has}: ${rest} never looked at.`;
    }
    default:
      return node.leaf === null ? `${name[0]!.toUpperCase()}${name.slice(1)} is worth ${value}${mover ? ` to ${who}` : ''}.` : `It is ${value}.`;
  }
}
