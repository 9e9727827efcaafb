import { beforeEach, expect, test, vi } from 'vitest';
import { raceCharts } from '../src/lib/race/charts';
import { Race } from '../src/lib/race/race.svelte';
import type { RaceRow } from '../src/protocol';
import { asked, open } from './server';

vi.mock('../src/lib/connection.svelte', async () => (await import('./server')).connection);

const LINE = { game: 'chess' as const, start: null, moves: [] };
const row = (spec: string) => ({ player: spec, nodes: 100, by_depth: [] }) as unknown as RaceRow;
const states = () => race.rows.map(({ state }) => state);

let race: Race;
beforeEach(() => {
  asked.length = 0;
  race = new Race(() => ({ line: LINE, limit: { depth: 2 } }), 3);
  race.open(['minimax', 'alphabeta']);
});

test('players run one after the other', async () => {
  const run = race.run();
  const question = open('race');
  expect(question.ask).toEqual({ ask: 'race', line: LINE, limit: { depth: 2 }, specs: ['minimax', 'alphabeta'] });
  expect(states()).toEqual(['running', 'waiting']);
  question.news({ say: 'race-row', index: 0, row: row('minimax') });
  expect(states()).toEqual(['done', 'running']);
  question.news({ say: 'race-row', index: 1, row: row('alphabeta') });
  await question.answer({ say: 'done' });
  await run;
  expect([race.running, race.results.length]).toEqual([false, 2]);
});

test('a player added during a run is queued and runs after it', async () => {
  void race.run([0]);
  race.add('pvs');
  expect(states()).toEqual(['running', 'waiting', 'queued']);
  open('race').news({ say: 'race-row', index: 0, row: row('minimax') });
  await open('race').answer({ say: 'done' });
  expect((open('race').ask as { specs: string[] }).specs).toEqual(['pvs']);
  expect(states()).toEqual(['done', 'stopped', 'running']);
});

test('a stopped run leaves queued players unsearched', async () => {
  void race.run([0]);
  race.add('pvs');
  race.stop();
  expect(open('race').stopped).toBe(true);
  await open('race').answer({ say: 'done' });
  expect([race.running, states()]).toEqual([false, ['stopped', 'stopped', 'stopped']]);
});

test('results are dropped with their position, and late ones ignored', async () => {
  void race.run();
  const question = open('race');
  race.forget();
  question.news({ say: 'race-row', index: 0, row: row('minimax') });
  await question.answer({ say: 'done' });
  expect([states(), race.results, question.stopped]).toEqual([['waiting', 'waiting'], [], true]);
});

test('a race without players, a second copy and a fourth player are errors', () => {
  race.add('minimax');
  expect(race.error).toBe('minimax is already in the race.');
  race.add('pvs');
  race.add('mtdf');
  expect(race.error).toBe('A race has at most 3 players.');
  race.open([]);
  void race.run();
  expect(race.error).toBe('There is no player to run: add one.');
});

test('charts have a line for each player with data, and fold late cutoffs', () => {
  const step = { depth: 1, nodes: 20, time_ms: 1, score: '' };
  const results = [{ ...row('pvs'), by_depth: [step, { ...step, depth: 2, nodes: 80 }], cut_places: [90, 1, 1, 1, 1, 1, 1, 2, 2] }] as unknown as RaceRow[];
  const [nodes, branching, value, , cuts] = raceCharts(results, 'pawns');
  expect(nodes!.series[0]!.points.map(({ y }) => y)).toEqual([20, 80]);
  expect(branching!.series[0]!.points.map(({ y }) => y)).toEqual([4]);
  expect([value!.yLabel, value!.series]).toEqual(['pawns', []]);
  expect(cuts!.names).toEqual(['1', '2', '3', '4', '5', '6', '7', '8+']);
  expect(cuts!.series[0]!.points.at(-1)).toEqual({ x: 7, y: 4, text: 'move 8: 4 cutoffs, 4.0%' });
});
