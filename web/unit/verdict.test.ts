import { expect, test } from 'vitest';
import { verdict } from '../src/lib/play/verdict';

test('the result is that of the player, if there is one', () => {
  expect(verdict({ winner: 'first' }, 'first', false)).toBe('You won.');
  expect(verdict({ winner: 'first' }, 'second', false)).toBe('You lost.');
  expect(verdict({ winner: null }, 'second', false)).toBe('Draw.');
  expect(verdict({ winner: 'first' }, 'first', true)).toBe('');
  expect(verdict({ winner: 'second' }, null, false)).toBe('');
});
