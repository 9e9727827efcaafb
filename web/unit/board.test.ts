import { expect, test } from 'vitest';
import { arrowOf, captured, isBare, lastSquares, placement, readBoard, squaresOf } from '../src/lib/board';
import type { Legal } from '../src/protocol';

const CHESS = { height: 8, fromTop: false };
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
const drop = (column: string, rank: number): Legal => ({ mv: column, san: column, from: null, to: `${column}${rank}`, promotion: null });

test('a FEN board is read from either end', () => {
  expect([readBoard(CHESS, START).get('e1'), readBoard(CHESS, START).get('e8'), readBoard(CHESS, START).size]).toEqual(['K', 'k', 32]);
  expect(readBoard({ height: 8, fromTop: true }, START).get('e8')).toBe('K');
});

test('a move names its squares', () => {
  expect(['pass', 'f5', 'e2e4', 'a7a8q', 'a9b10'].map(squaresOf)).toEqual([[], ['f5'], ['e2', 'e4'], ['a7', 'a8'], ['a9', 'b10']]);
  expect(arrowOf('pass')).toEqual([]);
  expect(arrowOf('e2e4', { strong: true })).toEqual([{ from: 'e2', to: 'e4', strong: true }]);
});

test('a column drop marks the top disc of its column, and any square of the column plays it', () => {
  const board = { height: 6, fromTop: false };
  expect(lastSquares(board, 'd', '7/7/7/7/3p3/3P3')).toEqual(['d2']);
  expect(lastSquares(board, 'a', '7/7/7/7/3p3/3P3')).toEqual([]);
  const legal = [drop('c', 1), drop('d', 3)];
  expect(placement(legal, 'd6')?.mv).toBe('d');
  expect(placement(legal, 'e1')).toBeUndefined();
});

test('a placed piece is played on its own square only', () => {
  const legal: Legal[] = [{ mv: 'f5', san: 'f5', from: null, to: 'f5', promotion: null }];
  expect(placement(legal, 'f5')?.mv).toBe('f5');
  expect(placement(legal, 'f6')).toBeUndefined();
});

test('captured pieces and the material lead are counted for each side', () => {
  const board = 'rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1';
  expect(captured('first', START, board)).toEqual({ glyphs: '♛', pieces: [['q', 1]], lead: 4 });
  expect(captured('second', START, board)).toEqual({ glyphs: '♜', pieces: [['r', 1]], lead: -4 });
});

test('a lone king is bare', () => {
  expect([isBare('8/8/8/4k3/8/8/8/KQ6', 'first'), isBare('8/8/8/4k3/8/8/8/KQ6', 'second')]).toEqual([false, true]);
});
