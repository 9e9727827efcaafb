import { expect, test } from 'vitest';
import { displayName, grouped } from '../src/lib/players';
import type { PlayerInfo } from '../src/protocol';

const named = (name: string): PlayerInfo => ({ name, about: '', game: null, settings: [] });

test('players have names and groups; every player is in one', () => {
  const names = ['random', 'alphabeta', 'engine', 'bp', 'a4-abp-trans-compared-kept', 'i2p3', 'report-book-fixed', 'uci:/bin/other'];
  const groups = grouped(names.map(named));
  expect(groups.map(({ title, players }) => `${title}: ${players.map(({ name }) => name).join()}`)).toEqual([
    'Textbook searches: random,alphabeta',
    'Engines: engine',
    'Beyond alpha-beta: bp',
    'Assignment 4 (Java): a4-abp-trans-compared-kept',
    'I2P3, MiniChess (C++): i2p3',
    'Course report (Python): report-book-fixed',
    'External programs: uci:/bin/other',
  ]);
  expect(names.map(displayName)).toEqual([
    'Random mover',
    'Alpha-beta',
    'Espalier engine',
    'BP: distributions',
    'alpha-beta, hash table, hits compared, kept for the game',
    'the program as printed',
    'opening book, fixed',
    'uci:/bin/other',
  ]);
});
