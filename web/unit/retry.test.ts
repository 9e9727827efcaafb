import { expect, test } from 'vitest';
import { verdict } from '../src/lib/analyse/retry.svelte';

test('an attempt is as good as the best move, better than the move played, or not better', () => {
  expect(verdict(-2, 40)).toEqual({ solved: true, words: 'As good as the engine’s move.' });
  expect(verdict(15, 40).solved).toBe(false);
  expect(verdict(15, 40).words).toMatch(/Better than the move played, but winning chances drop by 15%/);
  expect(verdict(38, 40).words).toMatch(/Not better: winning chances drop by 38%/);
});
