// The tool that makes the module of the static site small.

import { expect, test } from 'vitest';
import { shrink } from '../site/shrink.js';
import { similarOrder } from '../site/similar.js';

const text = (text: string) => [text.length, ...new TextEncoder().encode(text)];
const section = (kind: number, ...content: number[]) => [kind, content.length, ...content];
const body = (...code: number[]) => [code.length + 2, 0, ...code, 0x0b];

/** The number in five bytes, as a linker writes it. */
const wide = (number: number) => [number | 128, 128, 128, 128, 0];

const I32 = 0x7f;
const GET = [0x20, 0];
const ADD = 0x6a;

/** `main(x)` is `next(3 x) + 2 x` with the imported `next`, by a call and by two functions of a table; `start` stores 5, which `main` adds. */
const MODULE = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, 2, 0x60, 1, I32, 1, I32, 0x60, 0, 0),
  ...section(2, 1, ...text('env'), ...text('next'), 0, 0),
  ...section(3, 4, 0, 0, 0, 1),
  ...section(4, 1, 0x70, 0, 2),
  ...section(6, 1, I32, 1, 0x41, 0, 0x0b),
  ...section(7, 1, ...text('main'), 0, 3),
  ...section(8, 4),
  ...section(9, 1, 0, 0x41, 0, 0x0b, 2, 1, 2),
  ...section(
    10,
    4,
    // 1: twice.
    ...body(...GET, ...GET, ADD),
    // 2: three times.
    ...body(...GET, 0x10, ...wide(1), ...GET, ADD),
    // 3: main.
    ...body(...GET, 0x41, 1, 0x11, ...wide(0), ...wide(0), 0x10, 0, ...GET, 0x41, 0, 0x11, 0, 0, ADD, 0x23, 0, ADD),
    // 4: start.
    ...body(0x41, 0x85, 0x80, 0x80, 0x80, 0x00, 0x24, 0),
  ),
  ...section(0, ...text('name'), 1, 4, 1, 1, 1, 0x61),
]);

const orders = { reversed: [3, 2, 1, 0], mixed: [2, 0, 3, 1], same: [0, 1, 2, 3] };

test.each(Object.entries(orders))('a module whose functions are %s computes the same and is smaller', async (_, order) => {
  const small = shrink(MODULE, () => order);
  expect(small.length).toBeLessThan(MODULE.length - 20);
  const results = [MODULE, small].map(async (bytes) => {
    const { instance } = await WebAssembly.instantiate(bytes, { env: { next: (x: number) => x + 1 } });
    return (instance.exports.main as (x: number) => number)(7);
  });
  expect(await Promise.all(results)).toEqual([41, 41]);
});

test('an unknown instruction is an error', () => {
  const broken = MODULE.slice();
  broken[broken.lastIndexOf(0x24)] = 0xff;
  expect(() => shrink(broken, () => orders.same)).toThrow('unknown instruction 0xff');
});

test('similar functions follow each other, others are in the order of their names', () => {
  const code = (state: number) => Uint8Array.from({ length: 400 }, () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0) >>> 24);
  const like = (seed: number) => code(seed).map((byte, at) => (at === 200 ? byte ^ 1 : byte));
  const names = ['d', 'c', 'b', 'a'];
  expect(similarOrder([code(1_000), code(5_000), like(1_000), code(9_000)], (index: number) => names[index]!)).toEqual([3, 2, 0, 1]);
});
