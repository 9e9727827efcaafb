// The learned values of a small network, for the lesson that trains one.

import type { Training } from '../../protocol';

/** The pieces with a value, in the order of the reports. */
export const KINDS = ['pawn', 'knight', 'bishop', 'rook', 'queen'] as const;

/** Describes a point of the error curve. */
export const errorOf = (training: Training): string => `${training.samples.toLocaleString('en')} positions: ${training.error.toFixed(5)}`;

/** Returns the labels of a board: the value of a piece on each square, and its difference from the average as a share of the largest. */
export function heatOf(squares: (number | null)[]): { square: string; value: number; text: string }[] {
  const known = squares.flatMap((value, index) => (value === null ? [] : [{ square: `${'abcdefgh'[index % 8]}${Math.floor(index / 8) + 1}`, value }]));
  const average = known.reduce((sum, { value }) => sum + value, 0) / Math.max(known.length, 1);
  const most = Math.max(1, ...known.map(({ value }) => Math.abs(value - average)));
  return known.map(({ square, value }) => ({ square, value: (value - average) / most, text: `${value} centipawns` }));
}
