import { expect, test } from 'vitest';
import { CLAIMS, curves, held, STORIES, TITLES } from '../src/lib/reproduce/story';
import type { Section } from '../src/protocol';

const section = (title: string, ...figures: [string, string][]): Section =>
  ({
    title,
    source: 'printed',
    remark: '',
    figures: figures.map(([what, obtained]) => ({ what, printed: obtained, obtained, same: true, source: 'printed' })),
  }) as Section;

test('figures by depth become a curve per search and board', () => {
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

test('every statement with a number is a claim, and every claim is in its summary', () => {
  const numbers = /\b(\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|half|twice)\b/gi;
  for (const [name, text] of Object.entries(STORIES)) {
    const said = CLAIMS[name]!.map((claim) => claim.says);
    for (const words of said) expect(text).toContain(words);
    // The text without the claims has no number.
    const rest = said.reduce((rest, words) => rest.replace(words, ''), text);
    expect(rest.match(numbers) ?? [], name).toEqual([]);
  }
});

test('a claim holds if its chapter has the figure', () => {
  const tables = section('the tables, subtracted and added', ['tables subtracted, as in the document', '0 of 20'], ['the fixed player', '3 of 20']);
  expect(held('i2p3', [tables]).map(({ holds }) => holds)).toEqual([true, false]);
  expect(held('i2p3', []).some(({ holds }) => holds)).toBe(false);
});

test('each document has a title that people know', () => {
  expect(Object.keys(TITLES).sort()).toEqual(Object.keys(STORIES).sort());
  expect(TITLES.a4).toEqual(['Assignment 4, 2016', 'Minimax, alpha-beta and a hash table in Java']);
});
