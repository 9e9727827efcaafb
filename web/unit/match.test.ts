import { beforeEach, expect, test, vi } from 'vitest';
import { Match, merged } from '../src/lib/match/match.svelte';
import type { MatchGame, MatchPlan } from '../src/protocol';
import { asked, open } from './server';

vi.mock('../src/lib/connection.svelte', async () => (await import('./server')).connection);

const PLAN = { games: 2 } as unknown as MatchPlan;
const games = (...numbers: number[]) => numbers.map((number) => ({ number }) as MatchGame);

let match: Match;
beforeEach(() => {
  asked.length = 0;
  match = new Match();
});

test('games are listed once, the newest first', () => {
  expect(merged(games(2, 1), games(1, 3)).map(({ number }) => number)).toEqual([3, 2, 1]);
});

test('a match shows games in progress and results as they arrive', async () => {
  const played = match.start(PLAN);
  open('match').news({ say: 'playing', games: [{ number: 1 }] });
  expect([match.running, match.playing.length]).toEqual([true, 1]);
  open('match').news({ say: 'match', state: { games: 1, ended: games(1) } });
  await open('match').answer({ state: { games: 2, ended: [] } });
  await played;
  expect([match.running, match.playing, match.found?.games, match.ended.length]).toEqual([false, [], 2, 1]);
});

test('a second start stops the first match, and a refusal is shown', async () => {
  void match.start(PLAN);
  const first = open('match');
  void match.start(PLAN);
  expect(first.stopped).toBe(true);
  await first.refuse('stopped');
  expect(match.error).toBe('');
  await open('match').refuse('unknown player');
  expect([match.error, match.running]).toEqual(['unknown player', false]);
});
