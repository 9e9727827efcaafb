import { expect, test } from 'vitest';
import type { Analysis, EngineLine } from '../src/protocol';
import { UciLog, uciInfo, uciScore } from '../src/lib/analyse/uci_log.svelte';

const LINE: EngineLine = {
  rank: 1,
  depth: 9,
  seldepth: 14,
  score: '-0.35',
  bound: 'lower',
  win: 45,
  wdl: [100, 700, 200],
  line: ['e5'],
  moves: ['e7e5', 'g1f3'],
};
const NEWS: Analysis = { depth: 9, seldepth: 14, nodes: 5_000, ms: 10, hashfull: 3, tbhits: 0, lines: [LINE] };

test('scores, mates and bounds are for the side to move', () => {
  expect(uciScore('+0.35', 'first')).toBe('cp 35');
  expect(uciScore('+0.35', 'second')).toBe('cp -35');
  expect(uciScore('0.00', 'second')).toBe('cp 0');
  expect(uciScore('#3', 'second')).toBe('mate -3');
  expect(uciScore('#-2', 'second')).toBe('mate 2');
  expect(uciInfo(LINE, NEWS, 'second')).toBe(
    'info depth 9 seldepth 14 multipv 1 score cp 35 upperbound wdl 200 700 100 nodes 5000 nps 500000 hashfull 3 time 10 pv e7e5 g1f3',
  );
});

test('the log runs from the position to the best move without duplicates', () => {
  const log = new UciLog();
  log.begin({ game: 'chess', start: null, moves: ['e2e4'] }, 'second', { lines: 1, threads: 1, hash: 64 });
  log.update(NEWS);
  log.update({ ...NEWS, nodes: 6_000 });
  log.end(LINE);
  log.end(LINE);
  expect(log.lines.map(({ to, text }) => `${to ? '>' : '<'} ${text.split(' ').slice(0, 4).join(' ')}`)).toEqual([
    '> setoption name MultiPV value',
    '> setoption name Threads value',
    '> setoption name Hash value',
    '> position startpos moves e2e4',
    '> go infinite',
    '< info depth 9 seldepth',
    '> stop',
    '< bestmove e7e5 ponder g1f3',
  ]);
});
