// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { boardSvg, type Look } from '../src/lib/board_picture';
import type { GameInfo } from '../src/protocol';

const look: Look = { light: '#eee', dark: '#888', last: '#dd0', sides: ['#fff', '#000'], piece: (letter, first) => `data:${letter}${first ? 1 : 2}` };
const chess = { id: 'chess', width: 8, height: 8, fromTop: false, places: false } as GameInfo;
const discs = { id: 'othello4', width: 4, height: 4, fromTop: true, places: true } as GameInfo;

/** Returns the attributes of the elements with this name. */
const all = (svg: string, name: string) => [...new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll(name)];

test('a chess board has its squares, pieces and the last move, seen from either side', () => {
  const shown = { board: '8/8/8/8/4P3/8/8/k7', last: ['e2', 'e4'], flipped: false };
  const svg = boardSvg(chess, shown, look);
  expect(all(svg, 'rect')).toHaveLength(64 + 2);
  expect(all(svg, 'rect').filter((square) => square.getAttribute('fill') === '#888')).toHaveLength(32);
  // a1 is dark, in the corner at the bottom left.
  expect(all(svg, 'rect')[0]?.getAttribute('fill')).toBe('#888');
  const place = (text: string) => all(text, 'image').map((piece) => [piece.getAttribute('href'), piece.getAttribute('x'), piece.getAttribute('y')]);
  expect(place(svg)).toEqual([
    ['data:k2', '24', '420'],
    ['data:p1', '264', '240'],
  ]);
  expect(place(boardSvg(chess, { ...shown, flipped: true }, look))).toEqual([
    ['data:k2', '444', '0'],
    ['data:p1', '204', '180'],
  ]);
});

test('discs have the colours of the sides', () => {
  const svg = boardSvg(discs, { board: '4/1pP1/4/4', last: [], flipped: false }, look);
  expect(all(svg, 'circle').map((disc) => disc.getAttribute('fill'))).toEqual(['#000', '#fff']);
});
