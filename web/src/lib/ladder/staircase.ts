// The ladder as a staircase: the height of each rung is the sum of the steps below it.

import type { Step } from '../../protocol';
import { signed } from '../words';

export interface Stair {
  /** Elo above the lowest rung before the step and after it. */
  from: number;
  to: number;
  /** The 95% interval of the step, on top of the steps below; `null` if there is none. */
  low: number | null;
  high: number | null;
  /** Whether every game was won, so that the step is a lower bound. */
  open: boolean;
}

/** Elo of a step with only wins and no interval. */
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

/** Returns the range of an axis for the stairs, with marks at round numbers. */
export function reach(stairs: Stair[]): { least: number; most: number; marks: number[] } {
  const all = stairs.flatMap(({ from, to, low, high }) => [from, to, low ?? to, high ?? to]);
  const [least, most] = [Math.min(0, ...all), Math.max(100, ...all)];
  const step = [100, 200, 500, 1_000, 2_000].find((wide) => (most - least) / wide <= 7) ?? 5_000;
  const marks = [];
  for (let mark = Math.ceil(least / step) * step; mark <= most; mark += step) marks.push(mark);
  return { least, most, marks };
}

const VERDICTS = { stronger: 'stronger', weaker: 'weaker', alike: 'no relevant difference', open: 'undecided' };

/** Returns the result of the test, or without one that of the interval. */
export function verdict(step: Step): string {
  if (step.answer) return VERDICTS[step.answer];
  if ((step.lower ?? -1) > 0) return VERDICTS.stronger;
  return (step.upper ?? 1) < 0 ? VERDICTS.weaker : 'not significant';
}

export const isUnsure = (step: Step) => ![VERDICTS.stronger, VERDICTS.weaker].includes(verdict(step));

/** Returns the Elo of a step with its error. */
export function eloOfStep({ elo, lower, upper }: Step): string {
  if (elo === null) return 'all won';
  return `${signed(elo, 0)}${upper !== null && lower !== null ? ` ± ${((upper - lower) / 2).toFixed(0)}` : ''}`;
}
