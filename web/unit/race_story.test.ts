import { expect, test } from 'vitest';
import { added, savings } from '../src/lib/race/story';
import type { RaceRow } from '../src/protocol';

const row = (player: string, nodes: number, depth = 4) => ({ player, nodes, depth }) as RaceRow;

test('a race tells what each step saves', () => {
  const rows = [
    row('minimax', 2_000_000),
    row('alphabeta', 1_120_000),
    row('alphabeta:order=mvvlva', 10_000),
    row('alphabeta:order=mvvlva+killers+history', 8_000),
    row('engine', 500, 7),
  ];
  expect(savings(rows).map(({ text }) => text)).toEqual([
    'Alpha-beta instead of minimax: 1.8 times fewer nodes (2,000,000 → 1,120,000).',
    'Captures first (MVV-LVA): 112 times fewer nodes (1,120,000 → 10,000).',
    'Killer moves and the history heuristic: 1.3 times fewer nodes (10,000 → 8,000).',
  ]);
  expect(savings(rows).map(({ name }) => name)[1]).toBe('captures first (MVV-LVA)');
  expect(savings([row('alphabeta', 100), row('alphabeta:tt=16', 200)])[0]!.text).toBe('A transposition table: 2.0 times more nodes (100 → 200).');
});

test('a technique that is off is not added', () => {
  expect(added('classic', 'classic:null=off')).toEqual([]);
  expect(added('alphabeta', 'alphabeta:order=hash+mvvlva,tt=16,id')).toEqual([
    'the table’s move first',
    'captures first (MVV-LVA)',
    'a transposition table',
    'iterative deepening',
  ]);
});
