// A search limit as text in the address: "depth4".

import type { Limit } from '../protocol';

export const KINDS = ['depth', 'nodes', 'movetime'] as const;
export type Kind = (typeof KINDS)[number];
export const USUAL: Record<Kind, number> = { depth: 4, nodes: 100_000, movetime: 1_000 };

export function kindOf(limit: Limit): Kind {
  return KINDS.find((kind) => limit[kind] !== undefined && limit[kind] !== null) ?? 'depth';
}

/** "depth4" */
export function writeLimit(limit: Limit): string {
  const kind = kindOf(limit);
  return `${kind}${limit[kind] ?? USUAL[kind]}`;
}

export function readLimit(text: string | null): Limit | null {
  const found = /^(depth|nodes|movetime)(\d+)$/.exec(text ?? '');
  return found ? { [found[1]!]: Number(found[2]) } : null;
}
