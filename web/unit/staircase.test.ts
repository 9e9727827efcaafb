import { expect, test } from 'vitest';
import { reach, staircase } from '../src/lib/ladder/staircase';

const step = (elo: number | null, lower: number | null, upper: number | null) => ({
  wdl: [60, 10, 10] as [number, number, number],
  elo,
  lower,
  upper,
  answer: null,
});

test('each step starts at the top of the one below, with its error', () => {
  const stairs = staircase([null, step(200, 150, 250), step(-20, -60, 20), step(null, null, null)]);
  expect(stairs.map(({ from, to }) => [from, to])).toEqual([
    [0, 0],
    [0, 200],
    [200, 180],
    [180, 580],
  ]);
  expect([stairs[2]!.low, stairs[2]!.high, stairs[3]!.open]).toEqual([140, 220, true]);
  const { least, most, marks } = reach(stairs);
  expect([least, most]).toEqual([0, 580]);
  expect(marks).toEqual([0, 100, 200, 300, 400, 500]);
});
