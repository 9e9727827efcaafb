import { expect, test } from 'vitest';
import { layout, nodes } from '../src/lib/numbers/draw_tree';
import { partsAfter } from '../src/lib/numbers/number_tree';
import type { NumberTreeInfo } from '../src/protocol';

test('each step replaces parts of the drawing', () => {
  const step = (changes: [number, string][]) => ({ text: '', question: null, line: 0, cut: false, visited: 0, changes });
  const info: NumberTreeInfo = {
    size: [10, 10],
    parts: ['a', 'b', 'c'],
    steps: [
      step([[1, 'B']]),
      step([
        [1, 'x'],
        [2, 'C'],
      ]),
    ],
    value: 0,
    code: [],
  };
  expect(partsAfter(info, 0)).toEqual(['a', 'b', 'c']);
  expect(partsAfter(info, 1)).toEqual(['a', 'B', 'c']);
  expect(partsAfter(info, 2)).toEqual(['a', 'x', 'C']);
  expect(info.parts[1]).toBe('b');
});

test('in the editor the root is above its children, and no two nodes overlap', () => {
  const { at, width, height } = layout(
    nodes([
      [3, 5],
      [2, 9],
    ]),
    [80, 90],
  );
  expect(at.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(at[0]!.x).toBeCloseTo((at[1]!.x + at[4]!.x) / 2);
  for (const { id, x, y } of at) {
    expect(x >= 40 && x <= width - 40 && y <= height).toBe(true);
    for (const other of at.slice(0, id)) expect(Math.abs(other.x - x) + Math.abs(other.y - y)).toBeGreaterThan(79);
  }
});
