// A board as text: its squares, its pieces, and the squares of a move.

import type { GameInfo, Legal, Side } from '../protocol';

type Size = Pick<GameInfo, 'height' | 'fromTop'>;

const isFirst = (piece: string) => piece === piece.toUpperCase();

/** Returns the piece on each occupied square of a FEN board. Capitals belong to the first side. */
export function readBoard({ height, fromTop }: Size, board: string): Map<string, string> {
  const found = new Map<string, string>();
  board.split('/').forEach((row, index) => {
    let column = 0;
    for (const [text] of row.matchAll(/\d+|[A-Za-z]/g)) {
      if (/\d/.test(text)) column += Number(text);
      else found.set(`${String.fromCharCode(97 + column++)}${fromTop ? index + 1 : height - index}`, text);
    }
  });
  return found;
}

/** Returns the squares of a move in the wire format: none for a pass, one for a placed piece, two for a moved one. */
export const squaresOf = (mv: string): string[] => mv.match(/[a-z]\d+/g) ?? [];

/** Returns the squares of the last move. A move that names only a column is the top disc of that column. */
export function lastSquares(info: Size, mv: string, board: string): string[] {
  if (!/^[a-z]$/.test(mv)) return squaresOf(mv);
  const ranks = [...readBoard(info, board).keys()].filter((square) => square[0] === mv).map((square) => Number(square.slice(1)));
  return ranks.length > 0 ? [`${mv}${info.fromTop ? Math.min(...ranks) : Math.max(...ranks)}`] : [];
}

export interface Arrow {
  from: string | null;
  to: string;
  strong?: boolean;
  width?: number;
}

/** Returns the arrow of a move, or a mark where it places a piece; none for a pass. */
export function arrowOf(mv: string, style: Omit<Arrow, 'from' | 'to'> = {}): Arrow[] {
  const [one, two] = squaresOf(mv);
  if (!one) return [];
  return [two ? { from: one, to: two, ...style } : { from: null, to: one }];
}

/** Returns the legal placement that a click on a square means: the square itself, or its column if discs drop. */
export function placement(legal: Legal[], square: string): Legal | undefined {
  const drops = legal.length > 0 && legal.every(({ mv }) => /^[a-z]$/.test(mv));
  return legal.find(({ to }) => to !== null && (drops ? to[0] === square[0] : to === square));
}

/** Whether a side has nothing but its king. */
export const isBare = (board: string, side: Side) => board.replace(side === 'first' ? /[^A-Z]/g : /[^a-z]/g, '').length <= 1;

const VALUES = { q: 9, r: 5, b: 3, n: 3, p: 1 };
const GLYPHS: Record<string, string> = { q: '♛', r: '♜', b: '♝', n: '♞', p: '♟' };

/** Returns what a side has captured since the start, as glyphs and by letter, and its material lead in pawns. */
export function captured(side: Side, start: string, board: string) {
  const count = (of: string, letter: string, own: boolean) =>
    [...of].filter((piece) => piece.toLowerCase() === letter && isFirst(piece) === (own === (side === 'first'))).length;
  let [glyphs, lead] = ['', 0];
  const pieces: [string, number][] = [];
  for (const [letter, value] of Object.entries(VALUES)) {
    const gone = Math.max(0, count(start, letter, false) - count(board, letter, false));
    glyphs += GLYPHS[letter]!.repeat(gone);
    if (gone > 0) pieces.push([letter, gone]);
    lead += value * (count(board, letter, true) - count(board, letter, false));
  }
  return { glyphs, pieces, lead };
}
