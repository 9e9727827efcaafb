import { beforeEach, expect, test, vi } from 'vitest';
import { Findings } from '../src/lib/analyse/findings.svelte';
import { Review, type Host } from '../src/lib/analyse/review.svelte';
import { ROOT, type Game } from '../src/lib/game.svelte';
import type { GameReport, GameTree } from '../src/protocol';
import { asked, kinds, open } from './server';

vi.mock('../src/lib/connection.svelte', async () => (await import('./server')).connection);

/** A game of two moves; the second is a mistake. */
const game = {
  first: { board: 'start' },
  nodes: [
    { id: 0, mv: '' },
    { id: 1, mv: 'e2e4', ply: { fen: 'after-e4 b' } },
    { id: 2, mv: 'f7f6', ply: { fen: 'after-f6 w' } },
  ],
  mainLine: () => [{ id: 1 }, { id: 2 }],
  line: (node: number) => ({ game: 'chess', start: null, moves: node === ROOT ? [] : ['e2e4'] }),
} as unknown as Game;
const REPORT = { worst: [1], moves: [{ judgement: null }, { judgement: 'Mistake' }], points: [] } as unknown as GameReport;
const TREE = { game: 'chess' } as GameTree;

let findings: Findings;
let review: Review;
let host: Host;
beforeEach(() => {
  asked.length = 0;
  findings = new Findings(game);
  host = {
    tree: () => TREE,
    onload: vi.fn(() => Promise.resolve()),
    onbegin: () => findings.begin(),
    onpoints: (points) => findings.reviewed(points),
    onreport: (report) => findings.finish(report),
    before: (place) => findings.before(place),
  };
  review = new Review(host);
});

/** Reports on the game on the board up to the explanations. */
async function reported() {
  const run = review.run();
  await open('write-pgn').answer({ text: 'the PGN' });
  open('review').news({ say: 'reviewed', done: 1, of: 3, point: { win: 52, score: '+0.2', depth: 8 } });
  expect([review.progress, findings.known.get(ROOT)?.win]).toEqual([{ done: 1, of: 3 }, 52]);
  await open('review').answer({ report: REPORT });
  await run;
}

test('a report marks mistakes and asks for the reason of each', async () => {
  await reported();
  expect([review.progress, findings.signs, findings.mistakeAfter(0), findings.mistakeAfter(1)]).toEqual([null, new Map([[2, '?']]), 1, null]);
  expect(findings.before(1)).toEqual({ board: 'after-e4', last: ['e2', 'e4'], mv: 'f7f6', line: { game: 'chess', start: null, moves: ['e2e4'] } });
  expect(open('why').ask).toMatchObject({ mv: 'f7f6' });
  await open('why').answer({ why: { sentences: [{ text: 'f6 weakens the king.' }] } });
  expect(review.sentences.get(1)).toBe('f6 weakens the king.');
});

test('an imported game is shown before it is analysed, and does not drop its own report', async () => {
  void review.run('1. e4 f6 *', 0);
  host.onload = vi.fn(async () => review.forget());
  await open('read-pgn').answer({ tree: TREE, games: [] });
  expect(host.onload).toHaveBeenCalled();
  expect(kinds()).toEqual(['read-pgn', 'write-pgn']);
});

test('a report is stopped and forgotten with its game', async () => {
  await reported();
  const why = open('why');
  review.forget();
  findings.clear();
  await why.answer({ why: { sentences: [{ text: 'too late' }] } });
  expect([review.report, review.sentences.size, findings.before(1), why.stopped]).toEqual([null, 0, null, true]);
});

test('a PGN that is refused shows the reason', async () => {
  void review.run('1. e5', 0);
  await open('read-pgn').refuse('no legal move e5');
  expect([review.error, review.progress]).toEqual(['no legal move e5', null]);
});
