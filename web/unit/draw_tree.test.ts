import { expect, test } from 'vitest';
import { add, neighbour, nodes, read, remove, set, write, type Shape } from '../src/lib/numbers/draw_tree';

test('what is typed is read if it is a tree of whole numbers', () => {
  expect(read('[[3,12],[2]]')).toEqual([[3, 12], [2]]);
  for (const wrong of ['[3,[]]', '[1.5]', '["a"]', '[3', '{}', '']) expect(read(wrong), wrong).toBeNull();
  expect(write([[3, 12], [2]])).toBe('[[3,12],[2]]');
});

test('a tree is drawn from nothing', () => {
  expect(add(0, [])).toEqual([[0], [0]]);
  let shape: Shape = [0];
  [shape] = add(shape, []);
  [shape] = add(shape, [0]);
  shape = set(shape, [0, 0], 3);
  [shape] = add(shape, [0]);
  shape = set(set(shape, [0, 1], 12), [1], -2);
  expect(write(shape)).toBe('[[3,12],-2]');
  // A node with moves has no number of its own.
  expect(set(shape, [0], 7)).toEqual(shape);
});

test('removing a node selects a neighbour, and a node without children is a leaf', () => {
  expect(remove([[3, 12, 8], [2]], [0, 2])).toEqual([
    [[3, 12], [2]],
    [0, 1],
  ]);
  expect(remove([[3], [2]], [0, 0])).toEqual([[0, [2]], [0]]);
  expect(remove([1], [])).toEqual([[1], []]);
});

test('arrow keys go up, down, and along a ply', () => {
  const shape = [[3, 12], [2]];
  expect(neighbour(shape, [], 'ArrowDown')).toEqual([0]);
  expect(neighbour(shape, [0, 1], 'ArrowRight')).toEqual([1, 0]);
  expect(neighbour(shape, [1, 0], 'ArrowUp')).toEqual([1]);
  expect(neighbour(shape, [1, 0], 'ArrowRight')).toBeNull();
  expect(nodes(shape).map((node) => [node.parent, node.leaf])).toEqual([
    [null, null],
    [0, null],
    [1, 3],
    [1, 12],
    [0, null],
    [4, 2],
  ]);
});
