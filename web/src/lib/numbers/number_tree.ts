// The drawing of a number tree, which the server computes.

/** A drawing that changes step by step. */
export interface Picture {
  size: [number, number];
  /** The parts of the SVG before the first step, from back to front. */
  parts: string[];
  steps: { changes: [number, string][] }[];
}

/** The searches of a number tree, with names for people. */
const SEARCHES: Record<string, string> = {
  minimax: 'Minimax',
  negamax: 'Negamax',
  alphabeta: 'Alpha-beta as negamax',
  maxmin: 'Alpha-beta with MAX and MIN',
  failhard: 'Alpha-beta, fail-hard',
  pvs: 'Principal variation search',
};

/** Returns the name of a search for people. */
export const searchName = (name: string): string => SEARCHES[name] ?? name;

/** On a picture narrower than this (in pixels) leaves are closer together, so that they stay readable. */
export const NARROW = 560;

/** Returns the parts of the drawing after `count` steps. */
export function partsAfter({ parts, steps }: Picture, count: number): string[] {
  const now = [...parts];
  for (const { changes } of steps.slice(0, count)) for (const [index, part] of changes) now[index] = part;
  return now;
}

export const isMax = (ply: number) => ply % 2 === 0;

export const written = (value: number) => (value < 0 ? `−${-value}` : String(value));
