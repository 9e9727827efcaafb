// The values that a network of the lesson has learned.

import { expect, test } from 'vitest';
import { heatOf } from '../src/lib/lesson/training';

test('each known square has its value, and the largest difference from the average is full colour', () => {
  const squares: (number | null)[] = Array.from({ length: 64 }, () => null);
  [squares[0], squares[27], squares[63]] = [280, 330, 320];
  const heat = heatOf(squares);
  expect(heat.map(({ square }) => square)).toEqual(['a1', 'd4', 'h8']);
  expect(heat.map(({ value }) => value)).toEqual([-1, 20 / 30, 10 / 30]);
  expect(heat[1]?.text).toBe('330 centipawns');
  expect(heatOf([])).toEqual([]);
});
