import { describe, expect, test } from 'vitest';
import { clock, duration, grouped, pieceWord, short, signed, spoken } from '../src/lib/words';

describe('a move read aloud', () => {
  test.each([
    ['e4', 'e4'],
    ['Nf3', 'knight f3'],
    ['Nxf3+', 'knight takes f3, check'],
    ['exd5', 'e takes d5'],
    ['Qxf7#', 'queen takes f7, mate'],
    ['a8=N', 'a8, becomes a knight'],
    ['bxa8=Q+', 'b takes a8, becomes a queen, check'],
    ['O-O', 'castles short'],
    ['O-O-O#', 'castles long, mate'],
    ['pass', 'passes'],
  ])('%s', (san, words) => expect(spoken(san)).toBe(words));
});

test('a piece has the same word for both colours', () => {
  expect(pieceWord('n')).toBe('knight');
  expect(pieceWord('K')).toBe('king');
  expect(pieceWord('x')).toBe('x');
});

test('numbers are grouped or short', () => {
  expect(grouped(1_234_567.4)).toBe('1,234,567');
  expect([999, 9_999, 12_345, 1_250_000, 12_500_000, 2.5e9].map(short)).toEqual(['999', '9,999', '12 k', '1.3 M', '13 M', '2.5 G']);
});

test('durations have a suitable unit', () => {
  expect([1.25, 250, 1_500, 61_000, 3_600_000].map(duration)).toEqual(['1.3 ms', '250 ms', '1.5 s', '1 min 1 s', '60 min 0 s']);
});

test('a clock shows tenths at the end and never a negative time', () => {
  expect([299_999, 60_000, 10_000, 9_990, 50, -1].map(clock)).toEqual(['4:59', '1:00', '0:10', '0:09.9', '0:00.0', '0:00.0']);
});

test('a number has a sign unless it rounds to zero', () => {
  expect([1.5, -1.5, 0, -0.001].map((n) => signed(n))).toEqual(['+1.50', '−1.50', '0.00', '0.00']);
  expect(signed(12.4, 0)).toBe('+12');
});
