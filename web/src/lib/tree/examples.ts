// The examples on the Tree page.

import type { GameId } from '../../protocol';
import { href } from '../route.svelte';

interface Example {
  name: string;
  about: string;
  game: GameId;
  start?: string;
  spec: string;
  limit: string;
}

export const EXAMPLES: Example[] = [
  {
    name: 'The fascicle’s pawn',
    about: 'the worked example of fascicle 3: a pawn advanced from a2 to b5, searched by FindBestMove',
    game: 'chess',
    start: 'fascicle3-pawn',
    spec: 'fascicle3:depth=2',
    limit: 'depth2',
  },
  {
    name: 'The report’s board 3',
    about: 'the report’s minimax to depth 1, every node',
    game: 'chess',
    start: 'report-3',
    spec: 'report-minimax',
    limit: 'depth1',
  },
  { name: 'Tic-tac-toe', about: 'alpha-beta on a small board', game: 'tictactoe', spec: 'alphabeta', limit: 'depth4' },
  {
    name: 'A growing tree',
    about: 'best-first minimax in Othello: expands the leaf at the end of the best line',
    game: 'othello',
    spec: 'bestfirst',
    limit: 'nodes150',
  },
  {
    name: 'A proof',
    about: 'proof-number search on a mate in two',
    game: 'chess',
    start: 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1',
    spec: 'pn',
    limit: 'nodes2000',
  },
];

export const exampleLink = ({ game, start, spec, limit }: Example) => href('tree', new URLSearchParams({ game, ...(start ? { start } : {}), spec, limit }));
