// The ladder as a staircase: how high each rung stands if every step is added to those below it.

import type { Step } from '../protocol';

export interface Stair {
  /** Elo above the lowest rung before the step and after it. */
  from: number;
  to: number;
  /** Where the 95% interval of the step ends, added to what is below; null where there is none. */
  low: number | null;
  high: number | null;
  /** Whether every game was won, so that the step is at least this high. */
  open: boolean;
}

/** Elo of a step of which every game was won, if nothing more is known. */
const ALL_WON = 400;

export function staircase(steps: (Step | null)[]): Stair[] {
  let height = 0;
  return steps.map((step) => {
    const from = height;
    if (!step) return { from, to: from, low: null, high: null, open: false };
    const open = step.elo === null;
    height += step.elo ?? step.lower ?? (step.wdl[0] >= step.wdl[2] ? ALL_WON : -ALL_WON);
    return { from, to: height, low: step.lower === null ? null : from + step.lower, high: step.upper === null ? null : from + step.upper, open };
  });
}

/** From where to where a picture of them has to reach, with whole hundreds in it. */
export function reach(stairs: Stair[]): { least: number; most: number; marks: number[] } {
  const all = stairs.flatMap(({ from, to, low, high }) => [from, to, low ?? to, high ?? to]);
  const [least, most] = [Math.min(0, ...all), Math.max(100, ...all)];
  const step = [100, 200, 500, 1_000, 2_000].find((wide) => (most - least) / wide <= 7) ?? 5_000;
  const marks = [];
  for (let mark = Math.ceil(least / step) * step; mark <= most; mark += step) marks.push(mark);
  return { least, most, marks };
}
