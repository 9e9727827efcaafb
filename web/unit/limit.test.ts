import { expect, test } from 'vitest';
import { kindOf, readLimit, USUAL, writeLimit } from '../src/lib/limit';

test.each([{ depth: 4 }, { nodes: 100_000 }, { movetime: 250 }])('%o is written and read again', (limit) => {
  expect(readLimit(writeLimit(limit))).toEqual(limit);
});

test.each([null, '', 'depth', 'depth-3', 'depth4x', 'evals10', '4'])('%s is no limit', (text) => {
  expect(readLimit(text)).toBeNull();
});

test('an empty limit is the default depth', () => {
  expect(kindOf({})).toBe('depth');
  expect(writeLimit({})).toBe(`depth${USUAL.depth}`);
  expect(kindOf({ depth: null, nodes: 5 })).toBe('nodes');
});
