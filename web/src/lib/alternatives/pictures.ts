// The idea of each alternative on a small tree: a root A, its moves a, b, c, and two replies to each (a1, a2, ...).

export interface IdeaPicture {
  /** The width of edges that are not of the usual width. */
  wide?: Record<string, number>;
  /** Pruned edges. */
  cut?: string[];
  /** Edges drawn by another player or model: dashed. */
  dashed?: string[];
  /** Marks at nodes. */
  bell?: string[];
  interval?: Record<string, [number, number]>;
  ring?: string[];
  text?: Record<string, string>;
  /** Nodes that grow: two more leaves below them. */
  grow?: string[];
  /** Nodes that end with random moves, or with a small alpha-beta search. */
  random?: string[];
  search?: string[];
  /** A dashed line below the moves of the root. */
  shallow?: boolean;
}

const PICTURES: Record<string, IdeaPicture> = {
  alphabeta: { cut: ['b2', 'c2'] },
  mn: { wide: { a: 3, b: 3 }, text: { A: '+' } },
  bestfirst: { wide: { b: 3, b1: 3 }, grow: ['b1'] },
  'bestfirst-linear': { wide: { b: 3, b1: 3 }, grow: ['b1'], dashed: ['a', 'a1', 'a2', 'c', 'c1', 'c2'] },
  'bestfirst-hybrid': { wide: { b: 3, b1: 3 }, grow: ['b1'], cut: ['c2'] },
  om: { dashed: ['a1', 'a2', 'b1', 'b2', 'c1', 'c2'], wide: { a2: 3, b1: 3, c1: 3 } },
  prom: { dashed: ['a2', 'b2', 'c2'], wide: { a1: 3, a2: 2, b1: 3, b2: 2, c1: 3, c2: 2 } },
  probimax: { wide: { a1: 4, a2: 1, b1: 2.5, b2: 2.5, c1: 1, c2: 4 } },
  bp: { bell: ['a1', 'a2', 'b1', 'b2', 'c1', 'c2'], ring: ['b1'] },
  sss: { wide: { a: 2.5, b: 2.5, b1: 3 }, ring: ['b1', 'a1', 'c1'] },
  dual: { wide: { b: 3, b1: 3, b2: 3 }, ring: ['b1', 'b2'] },
  bstar: { interval: { a: [2, 9], b: [10, 17], c: [1, 8] } },
  conspiracy: { ring: ['a1', 'c2'], text: { A: '2' } },
  rivest: { wide: { a: 1.5, b: 4, c: 1, b1: 4, b2: 1.5 }, ring: ['b1'] },
  uct: { wide: { a: 1.5, b: 4, c: 2.5, b1: 3, b2: 1.5 }, random: ['b1'] },
  'uct-ab': { wide: { a: 1.5, b: 4, c: 2.5, b1: 3, b2: 1.5 }, search: ['b1'] },
  'ab-rollout': { wide: { a: 3, a2: 3 }, cut: ['b2', 'c2'] },
  probcut: { shallow: true, cut: ['a', 'c'] },
  pn: { wide: { b: 3, b1: 3 }, text: { A: '1', a: '2', b: '1', c: '3' } },
};

/** Returns the picture of a player's idea by its name. */
export const pictureOf = (name: string): IdeaPicture | null => PICTURES[name] ?? null;
