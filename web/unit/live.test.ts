import { expect, test } from 'vitest';
import { distinct } from '../src/lib/analyse/live.svelte';
import type { EngineLine } from '../src/protocol';

const line = (rank: number, depth: number, mv: string) => ({ rank, depth, moves: [mv] }) as EngineLine;
const said = (lines: EngineLine[]) => lines.map(({ rank, depth, moves }) => `${rank} ${depth} ${moves[0]}`);

test('a move has one line during an iteration, and the move it displaces keeps its own', () => {
  const before = [line(1, 8, 'd2d3'), line(2, 8, 'e1g1'), line(3, 8, 'f3g5'), line(4, 8, 'd2d4')];
  // f3g5 has become the best move; its line of depth 8 is still there, and that of d2d3 is not.
  const next = [line(1, 9, 'f3g5'), line(2, 8, 'e1g1'), line(3, 8, 'f3g5'), line(4, 8, 'd2d4')];
  expect(said(distinct(next, before))).toEqual(['1 9 f3g5', '2 8 e1g1', '3 8 d2d3', '4 8 d2d4']);
  expect(said(distinct(before, next))).toEqual(said(before));
  expect(said(distinct(next, []))).toEqual(['1 9 f3g5', '2 8 e1g1', '4 8 d2d4']);
});
