import { expect, test, vi } from 'vitest';
import { Playback } from '../src/lib/tree/playback.svelte';
import type { Recording } from '../src/lib/tree/recording.svelte';

/** A recording with three events, of which the second is a cutoff. */
function recording() {
  const tree = {
    summary: { events: 3 },
    event: null as { event: number; kind: string; node: number | null; newBest: boolean } | null,
    inspected: null as { node: { id: number }; path: string[] } | null,
    step: vi.fn((event: number) => {
      tree.event = { event, kind: event === 1 ? 'cut' : 'enter', node: event, newBest: false };
      tree.inspected = { node: { id: event }, path: event === 2 ? ['e5', 'Nf3'] : [] };
      return Promise.resolve();
    }),
    seek: vi.fn(() => Promise.resolve()),
  };
  return tree;
}

test('playing stops at a breakpoint and at the end', async () => {
  const tree = recording();
  const playback = new Playback(tree as unknown as Recording);
  playback.playing = true;
  await playback.tick();
  expect(playback.playing).toBe(true);
  await playback.tick();
  expect([playback.playing, tree.event?.event]).toEqual([false, 1]);
  playback.toggle('cut');
  playback.playing = true;
  await playback.tick();
  await playback.tick();
  expect([playback.playing, tree.event?.event, tree.step.mock.calls.length]).toEqual([false, 2, 3]);
});

test('a line is a breakpoint with or without move numbers', async () => {
  const tree = recording();
  const playback = new Playback(tree as unknown as Recording);
  playback.toggle('cut');
  playback.line = '1... e5 2. Nf3';
  await tree.step(2);
  expect(playback.atStop).toBe(true);
  playback.line = 'e5';
  expect(playback.atStop).toBe(false);
  playback.line = ' ';
  await playback.run(true);
  expect(tree.seek).toHaveBeenCalledWith([], null, true);
});
