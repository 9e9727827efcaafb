// Players by group, with names for people. The spec names of the server come second.

import type { PlayerInfo } from '../protocol';

/** The documents of the course programs, by the prefix of their players. */
const DOCUMENTS: [string, string][] = [
  ['a4', 'Assignment 4 (Java)'],
  ['a8', 'Assignment 8 (Python)'],
  ['fascicle3', 'Fascicle 3 (C#)'],
  ['i2p3', 'I2P3, MiniChess (C++)'],
  ['report', 'Course report (Python)'],
];

/** The parts of the names of course programs. */
const PARTS: Record<string, string> = {
  minimax: 'minimax',
  ids: 'minimax, iterative deepening',
  abp: 'alpha-beta',
  ab: 'alpha-beta',
  trans: 'hash table',
  kept: 'kept for the game',
  compared: 'hits compared',
  remaining: 'remaining depth stored',
  sorted: 'sorted moves',
  reorder: 'reordered moves',
  mobility: 'mobility',
  random: 'random moves',
  book: 'opening book',
  fixed: 'fixed',
  baseline: 'opponent',
};

const NAMES: Record<string, string> = {
  random: 'Random mover',
  minimax: 'Minimax',
  negamax: 'Negamax',
  alphabeta: 'Alpha-beta',
  pvs: 'Principal variation search',
  mtdf: 'MTD(f)',
  classic: 'Classical: all textbook techniques',
  sss: 'SSS*',
  dual: 'DUAL*',
  mn: 'M & N',
  bestfirst: 'Best-first minimax',
  'bestfirst-linear': 'Best-first minimax, linear memory',
  'bestfirst-hybrid': 'Best-first extension',
  om: 'Opponent model',
  prom: 'Probabilistic opponent model',
  probimax: 'ProbiMax',
  bp: 'BP: distributions',
  pn: 'Proof-number search',
  dfpn: 'Depth-first proof-number search',
  conspiracy: 'Conspiracy numbers',
  bstar: 'B*',
  rivest: 'Min/max approximation',
  uct: 'UCT: Monte Carlo tree search',
  'uct-ab': 'UCT with alpha-beta',
  'ab-rollout': 'Alpha-beta as rollouts',
  probcut: 'ProbCut',
  'othello-solver': 'Othello solver',
  'minichess-tables': 'MiniChess tables',
  engine: 'Espalier engine',
};
const TEXTBOOK = ['random', 'minimax', 'negamax', 'alphabeta', 'pvs', 'mtdf', 'classic'];
const ENGINES = ['engine', 'othello-solver', 'minichess-tables'];

const documentOf = (name: string) => DOCUMENTS.find(([prefix]) => name === prefix || name.startsWith(`${prefix}-`));

/** Returns the name of a player for people. */
export function displayName(name: string): string {
  const document = documentOf(name);
  if (!document) return NAMES[name] ?? name;
  const parts = name
    .slice(document[0].length + 1)
    .split('-')
    .filter(Boolean);
  const words = parts.map((part) => PARTS[part] ?? part).join(', ');
  return words === '' ? 'the program as printed' : words;
}

export interface PlayerGroup {
  title: string;
  players: PlayerInfo[];
}

/** Returns the players in groups: textbook, engines, other searches, each course document, and external programs. */
export function grouped(players: PlayerInfo[]): PlayerGroup[] {
  const titleOf = ({ name }: PlayerInfo) => {
    if (ENGINES.includes(name)) return 'Engines';
    if (TEXTBOOK.includes(name)) return 'Textbook searches';
    const document = documentOf(name);
    if (document) return document[1];
    return NAMES[name] ? 'Beyond alpha-beta' : 'External programs';
  };
  const order = ['Textbook searches', 'Engines', 'Beyond alpha-beta', ...DOCUMENTS.map(([, title]) => title), 'External programs'];
  return order.map((title) => ({ title, players: players.filter((player) => titleOf(player) === title) })).filter((group) => group.players.length > 0);
}
