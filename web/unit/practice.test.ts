// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { scoreCard } from '../src/lib/practice/card';
import { Practice, written } from '../src/lib/practice/practice.svelte';
import type { PracticeExercise, PracticeMark, PracticeQuestion } from '../src/protocol';
import { asked, open, settle } from './server';

vi.mock('../src/lib/connection.svelte', async () => (await import('./server')).connection);

const question = (kind: PracticeQuestion['kind'], choices: string[] = [], node: string | null = null): PracticeQuestion => ({
  kind,
  text: kind,
  form: '',
  node,
  choices,
  points: 2,
});
const EXERCISE: PracticeExercise = {
  tree: '[[3,5],[2,9]]',
  seed: 7,
  link: 'practice?tree=[[3,5],[2,9]]&seed=7',
  size: [400, 200],
  parts: [],
  solution: [],
  names: ['A', 'B', 'b1', 'b2', 'C', 'c1', 'c2'],
  leaves: [2, 3, 5, 6],
  questions: [question('value'), question('unvisited'), question('window', [], 'C'), question('order', ['B', 'C'])],
  points: 8,
};
const mark = (right: boolean): PracticeMark => ({ right, points: right ? 2 : 0, of: 2, reasons: [], answer: '3', explanation: '' });

let practice: Practice;
beforeEach(async () => {
  asked.length = 0;
  practice = new Practice();
  const loaded = practice.load({ from: 'given', tree: EXERCISE.tree, seed: 7 }, false, [800, 400]);
  await open('practice').answer({ exercise: EXERCISE });
  await loaded;
});

async function submitted(right: boolean) {
  const done = practice.submit();
  await open('practice-mark').answer({ mark: mark(right) });
  await done;
}

test('answers are written as the server reads them', () => {
  const answer = { text: ' 3 ', alpha: '3', beta: ' inf', nodes: ['c2', 'b1'] };
  expect(EXERCISE.questions.map((question) => written(question, answer))).toEqual(['3', 'c2 b1', '3 inf', 'c2 b1']);
  expect(written(question('unvisited'), { ...answer, nodes: [] })).toBe('none');
});

test('a wrong answer has a second try; the second one counts', async () => {
  practice.answer.text = '9';
  await submitted(false);
  expect([practice.mark, practice.remark]).toEqual([null, 'Not quite. Try once more.']);
  practice.answer.text = '3';
  await submitted(true);
  expect([practice.mark?.right, practice.points, practice.remark]).toEqual([true, 2, '']);
});

test('nodes of the tree are picked only where they answer the question', async () => {
  practice.pick(6);
  expect(practice.answer.nodes).toEqual([]);
  await submitted(true);
  practice.next();
  for (const node of [1, 6, 5, 6]) practice.pick(node);
  expect(practice.answer.nodes).toEqual(['c1']);
  practice.at = 3;
  practice.answer.nodes = [];
  for (const node of [4, 2, 1]) practice.pick(node);
  expect(practice.answer.nodes).toEqual(['C', 'B']);
});

test('the same exercise in another size keeps the answers, another one does not', async () => {
  await submitted(true);
  const narrow = practice.load({ from: 'given', tree: EXERCISE.tree, seed: 7 }, true, [300, 400]);
  await open('practice').answer({ exercise: { ...EXERCISE, size: [300, 200] } });
  await narrow;
  expect(practice.points).toBe(2);
  const other = practice.load({ from: 'random', shape: '3x3', seed: 8 }, false, [800, 400]);
  await open('practice').answer({ exercise: { ...EXERCISE, seed: 8 } });
  await other;
  expect([practice.points, practice.at]).toEqual([0, 0]);
});

test('a rejected answer is no try', async () => {
  const done = practice.submit();
  await open('practice-mark').refuse('type a number');
  await done;
  await settle();
  expect([practice.error, practice.mark]).toEqual(['type a number', null]);
  await submitted(false);
  expect(practice.remark).not.toBe('');
});

test('the score card has the points, a line for each question and the link', () => {
  const svg = scoreCard(EXERCISE, [mark(true), mark(false), mark(true), mark(true)], 'http://x/#/practice?tree=a&seed=7', '1.0.0');
  const found = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const texts = [...found.querySelectorAll('text')].map((text) => text.textContent);
  expect(found.querySelector('parsererror')).toBeNull();
  expect(texts).toContain('6 of 8');
  expect(texts.filter((text) => text === '✓')).toHaveLength(3);
  expect(texts).toContain('window of C');
  expect(texts.at(-1)).toBe('http://x/#/practice?tree=a&seed=7');
});
