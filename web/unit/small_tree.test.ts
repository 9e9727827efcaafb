import { expect, test } from 'vitest';
import { knownAfter, layout, nameOf, tell, windowText } from '../src/lib/small_tree';
import type { SmallTreeInfo } from '../src/protocol';

/** [[3,5],[2,9]], searched by alpha-beta up to its cut. */
const info: SmallTreeInfo = {
  nodes: [
    { parent: null, ply: 0, leaf: null },
    { parent: 0, ply: 1, leaf: null },
    { parent: 1, ply: 2, leaf: 3 },
    { parent: 1, ply: 2, leaf: 5 },
    { parent: 0, ply: 1, leaf: null },
    { parent: 4, ply: 2, leaf: 2 },
    { parent: 4, ply: 2, leaf: 9 },
  ],
  steps: [
    { kind: 'enter', node: 0, window: [null, null], value: null, skipped: [] },
    { kind: 'enter', node: 1, window: [null, null], value: null, skipped: [] },
    { kind: 'enter', node: 2, window: [null, null], value: null, skipped: [] },
    { kind: 'leave', node: 2, window: [null, null], value: 3, skipped: [] },
    { kind: 'back', node: 1, window: [null, 3], value: 3, skipped: [] },
    { kind: 'cut', node: 4, window: [3, 2], value: 2, skipped: [6] },
  ],
  value: 3,
  entered: 6,
  leaves: 3,
  code: [],
};

test('nothing is known before it was looked at', () => {
  expect(knownAfter(info, 0).every(({ state, value }) => state === 'unseen' && value === null)).toBe(true);
  const early = knownAfter(info, 4);
  expect(early.map(({ state }) => state)).toEqual(['open', 'open', 'done', 'unseen', 'unseen', 'unseen', 'unseen']);
  expect([early[0]!.value, early[2]!.value]).toEqual([null, 3]);
  expect(knownAfter(info, 6)[6]!.state).toBe('skipped');
});

test('the root stands above its children, and no two nodes on each other', () => {
  const { at, width, height } = layout(info, [80, 90]);
  expect(at.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(at[0]!.x).toBeCloseTo((at[1]!.x + at[4]!.x) / 2);
  for (const { id, x, y } of at) {
    expect(x >= 40 && x <= width - 40 && y <= height).toBe(true);
    for (const other of at.slice(0, id)) expect(Math.abs(other.x - x) + Math.abs(other.y - y)).toBeGreaterThan(79);
  }
});

test('on a phone leaves stand closer, and can still be read', () => {
  // Three moves with three answers each: nine leaves on 340 pixels.
  const nine = { nodes: [{ parent: null }, ...[0, 0, 0].map((parent) => ({ parent })), ...[1, 1, 1, 2, 2, 2, 3, 3, 3].map((parent) => ({ parent }))] };
  const { at, width } = layout(nine, [42, 84], 1.25);
  expect(340 / width).toBeGreaterThan(0.8);
  const leaves = at.slice(4).map(({ x }) => x);
  for (const [index, x] of leaves.slice(1).entries()) expect(x - leaves[index]!).toBeGreaterThanOrEqual(42);
});

test('steps are told for MAX or for the mover', () => {
  expect(nameOf(info, 6)).toBe('node 2.2');
  expect(tell(info, info.steps[5]!, false)).toBe('At node 2 MIN has 2, and MAX has 3 elsewhere: one move is never looked at.');
  expect(tell(info, info.steps[5]!, true)).toBe('At node 2 MIN has −2, and MAX has −3 elsewhere: one move is never looked at.');
  expect(tell(info, info.steps[1]!, false)).toBe('MIN is to move at node 1, which is looked at with the window (−∞, ∞).');
  expect(windowText([3, null], 1, true)).toBe('−∞, −3');
  expect(windowText([3, null], 1, false)).toBe('3, ∞');
});
