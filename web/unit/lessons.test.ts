// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { isRight } from '../src/lib/lessons.svelte';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

test('an answer is right however people write it', () => {
  expect(isRight(' 549946 ', '549,946')).toBe(true);
  expect(isRight('-3', '−3')).toBe(true);
  expect(isRight('Yes', 'yes')).toBe(true);
  expect(isRight('4', '14')).toBe(false);
});

test('progress is kept in the browser, and a broken memory is forgotten', async () => {
  const { lessons } = await import('../src/lib/lessons.svelte');
  lessons.finish('minimax', 0, true);
  lessons.finish('minimax', 1, false);
  lessons.finish('minimax', 1, null);
  expect(lessons.of('minimax')).toEqual({ done: [0, 1], right: [0] });
  vi.resetModules();
  const again = (await import('../src/lib/lessons.svelte')).lessons;
  expect(again.of('minimax').done).toEqual([0, 1]);
  again.forget('minimax');
  expect(again.of('minimax').done).toEqual([]);
  localStorage.setItem('espalier.lessons', '{"minimax":7');
  vi.resetModules();
  expect((await import('../src/lib/lessons.svelte')).lessons.of('minimax').done).toEqual([]);
});
