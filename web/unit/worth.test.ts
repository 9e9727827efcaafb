import { expect, test } from 'vitest';
import { againstItsKind } from '../src/lib/worth';

test('a man is held against the others of its kind, whoever has them', () => {
  const men = againstItsKind([
    ['e2', 'P', 80],
    ['d4', 'N', 420],
    ['h8', 'n', 260],
    ['a7', 'p', 120],
  ]);
  expect(men.map((man) => [man.square, man.white, man.more])).toEqual([
    ['d4', true, 80],
    ['h8', false, -80],
    ['a7', false, 20],
    ['e2', true, -20],
  ]);
});
