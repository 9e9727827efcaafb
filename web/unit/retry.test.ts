import { expect, test } from 'vitest';
import { verdict } from '../src/lib/retry.svelte';

test('a try is as good as the best, better than the game, or no better', () => {
  expect(verdict(-2, 40)).toEqual({ solved: true, words: 'as good as the engine’s choice' });
  expect(verdict(15, 40).solved).toBe(false);
  expect(verdict(15, 40).words).toMatch(/better than what was played, but it loses 15%/);
  expect(verdict(38, 40).words).toMatch(/no better: it loses 38%/);
});
