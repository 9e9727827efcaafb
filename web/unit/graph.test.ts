import { expect, test } from 'vitest';
import { evaluatedParts } from '../src/lib/analyse/graph';

test('moves without an evaluation are not part of the graph', () => {
  const parts = evaluatedParts([50, 55, null, null, 40, 30, 20, null, 70]);
  expect(parts.map((part) => part.map(({ index }) => index))).toEqual([
    [0, 1],
    [4, 5, 6],
  ]);
  expect(evaluatedParts([null, null])).toEqual([]);
});
