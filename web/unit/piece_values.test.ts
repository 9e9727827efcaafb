import { expect, test } from 'vitest';
import { pieceValues } from '../src/lib/analyse/piece_values';

test('a piece is compared with the average of its kind on both sides', () => {
  const pieces = pieceValues([
    ['e2', 'P', 80],
    ['d4', 'N', 420],
    ['h8', 'n', 260],
    ['a7', 'p', 120],
  ]);
  expect(pieces.map((piece) => [piece.square, piece.white, piece.more])).toEqual([
    ['d4', true, 80],
    ['h8', false, -80],
    ['a7', false, 20],
    ['e2', true, -20],
  ]);
});
