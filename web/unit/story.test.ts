import { expect, test } from 'vitest';
import { curves } from '../src/lib/story';
import type { Section } from '../src/protocol';

const section = (title: string, ...figures: [string, string][]): Section =>
  ({
    title,
    source: 'printed',
    remark: '',
    figures: figures.map(([what, obtained]) => ({ what, printed: obtained, obtained, same: true, source: 'printed' })),
  }) as Section;

test('figures by depth become a curve for each search, board by board', () => {
  const found = curves([
    section(
      'minimax, function calls and value',
      ['board 1, depth 0', '20 calls, 0'],
      ['board 1, depth 1', '420 calls, 0'],
      ['board 3, depth 0', '35 calls, 3'],
    ),
    section('alpha-beta, function calls and value', ['board 1, depth 0', '20 calls, 0'], ['board 1, depth 2', '1,298 calls, 0']),
    section('lines of play from the start', ['depth 1', '7'], ['depth 2', '49']),
    section('why did reordering change nothing?', ['board 1, root reordered', '20 / 420 / 1,298']),
    section('moves', ['board 2, depth 0', 'd4c6'], ['board 2, depth 1', 'f1b5']),
  ]);
  expect(found.map(({ title, series }) => [title, series.map((line) => `${line.name}: ${line.points.map(({ x, y }) => `${x},${y}`).join(' ')}`)])).toEqual([
    ['Board 1', ['minimax: 0,20 1,420', 'alpha-beta: 0,20 2,1298']],
    ['Lines of play from the start', ['all: 1,7 2,49']],
    ['Why did reordering change nothing?', ['board 1, root reordered: 0,20 1,420 2,1298']],
  ]);
});
