// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { isRight } from '../src/lib/lesson/lessons.svelte';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

test('an answer is correct in any notation', () => {
  expect(isRight(' 549946 ', '549,946')).toBe(true);
  expect(isRight('-3', '−3')).toBe(true);
  expect(isRight('Yes', 'yes')).toBe(true);
  expect(isRight('4', '14')).toBe(false);
});

test('progress is kept in the browser, and invalid data is ignored', async () => {
  const { lessons } = await import('../src/lib/lesson/lessons.svelte');
  lessons.finish('minimax', 0, true);
  lessons.finish('minimax', 1, false);
  lessons.finish('minimax', 1, null);
  expect(lessons.of('minimax')).toEqual({ done: [0, 1], right: [0] });
  vi.resetModules();
  const again = (await import('../src/lib/lesson/lessons.svelte')).lessons;
  expect(again.of('minimax').done).toEqual([0, 1]);
  again.forget('minimax');
  expect(again.of('minimax').done).toEqual([]);
  localStorage.setItem('espalier.lessons', '{"minimax":7');
  vi.resetModules();
  expect((await import('../src/lib/lesson/lessons.svelte')).lessons.of('minimax').done).toEqual([]);
});

test('progress under a former name of a lesson is kept', async () => {
  localStorage.setItem('espalier.lessons', '{"bets":{"done":[0],"right":[]}}');
  vi.resetModules();
  const { lessons } = await import('../src/lib/lesson/lessons.svelte');
  expect(lessons.of('selective-pruning').done).toEqual([0]);
});
