// A board as a picture: SVG or PNG, in the colours and pieces of the page.

import type { GameInfo } from '../protocol';
import { readBoard } from './board';
import { extras, hasHoles, sideColours } from './games';
import { picture, saveAs } from './save';

export interface Shown {
  /** The pieces in FEN. */
  board: string;
  /** The squares of the last move. */
  last: string[];
  flipped: boolean;
}

/** The colours of a board, and the drawing of a piece as an address for an image. */
export interface Look {
  light: string;
  dark: string;
  last: string;
  /** The colours of the sides of a game of discs. */
  sides: [string, string];
  piece: (letter: string, first: boolean) => string;
}

const SIDE = 60;
const MARGIN = 24;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns a board as SVG, with coordinates. */
export function boardSvg(info: GameInfo, { board, last, flipped }: Shown, look: Look): string {
  const { width, height, fromTop } = info;
  const { marks } = extras(info);
  const holes = hasHoles(info);
  const parts: string[] = [];
  /** The corner of a square. */
  const corner = (column: number, rank: number) => {
    const row = fromTop ? rank - 1 : height - rank;
    return flipped ? [MARGIN + (width - 1 - column) * SIDE, (height - 1 - row) * SIDE] : [MARGIN + column * SIDE, row * SIDE];
  };
  const pieces = readBoard(info, board);
  for (let column = 0; column < width; column += 1) {
    for (let rank = 1; rank <= height; rank += 1) {
      const square = `${String.fromCharCode(97 + column)}${rank}`;
      const [x, y] = corner(column, rank) as [number, number];
      const plain = info.places ? (marks ? '#ffffff' : holes ? '#2f66ab' : '#3f7a58') : (column + rank) % 2 === 1 ? look.dark : look.light;
      parts.push(`<rect x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" fill="${plain}"${info.places ? ' stroke="#00000055"' : ''}/>`);
      if (holes) parts.push(`<rect x="${x + 5}" y="${y + 5}" width="${SIDE - 10}" height="${SIDE - 10}" rx="${SIDE / 2 - 5}" fill="#f4f1e6"/>`);
      if (last.includes(square)) parts.push(`<rect x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" fill="${look.last}"/>`);
      const piece = pieces.get(square);
      if (piece === undefined) continue;
      const first = piece === piece.toUpperCase();
      const [cx, cy, r] = [x + SIDE / 2, y + SIDE / 2, SIDE * 0.4];
      const colour = look.sides[first ? 0 : 1];
      if (!info.places) parts.push(`<image x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" href="${escaped(look.piece(piece.toLowerCase(), first))}"/>`);
      else if (!marks) parts.push(`<circle cx="${cx}" cy="${cy}" r="${r}" fill="${colour}" stroke="#0006"/>`);
      else if (first) parts.push(`<path d="M${x + 15} ${y + 15}l30 30m0-30l-30 30" stroke="${colour}" stroke-width="6" stroke-linecap="round"/>`);
      else parts.push(`<circle cx="${cx}" cy="${cy}" r="16" fill="none" stroke="${colour}" stroke-width="6"/>`);
    }
  }
  const text = (x: number, y: number, words: string) => `<text x="${x}" y="${y}">${words}</text>`;
  for (let column = 0; column < width; column += 1) parts.push(text(corner(column, 1)[0]! + SIDE / 2, height * SIDE + 17, String.fromCharCode(97 + column)));
  for (let rank = 1; rank <= height; rank += 1) parts.push(text(MARGIN / 2, corner(0, rank)[1]! + SIDE / 2 + 5, String(rank)));
  const [wide, high] = [MARGIN + width * SIDE, height * SIDE + MARGIN];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" ` +
    `font-family="sans-serif" font-size="14" text-anchor="middle" fill="#535b4f">${parts.join('')}</svg>`
  );
}

/** Reads the colours and pieces of the page. */
function pageLook(info: GameInfo): Look {
  const style = getComputedStyle(document.documentElement);
  const value = (text: string) => {
    const name = /^var\((--[\w-]+)\)$/.exec(text)?.[1];
    return name ? style.getPropertyValue(name).trim() : text;
  };
  const [one, two] = sideColours(info);
  // The style sheet of the board has the drawings of the pieces.
  const frame = document.createElement('div');
  frame.className = 'cg-wrap';
  frame.style.cssText = 'position:absolute;left:-999px';
  document.body.append(frame);
  const drawn = new Map<string, string>();
  for (const letter of info.places ? '' : 'pnbrqk') {
    for (const first of [true, false]) {
      const piece = document.createElement('piece');
      piece.className = `${letter}-piece ${first ? 'white' : 'black'}`;
      frame.append(piece);
      drawn.set(`${letter}${first}`, /^url\("?(.*?)"?\)$/s.exec(getComputedStyle(piece).backgroundImage)?.[1]?.replaceAll('\\"', '"') ?? '');
    }
  }
  frame.remove();
  return {
    light: value('var(--light-square)'),
    dark: value('var(--dark-square)'),
    last: value('var(--last-move)'),
    sides: [value(one.fill), value(two.fill)],
    piece: (letter, first) => drawn.get(`${letter}${first}`) ?? '',
  };
}

/** Saves the picture of a board through the browser. */
export async function saveBoard(info: GameInfo, shown: Shown, kind: 'png' | 'svg') {
  const svg = boardSvg(info, shown, pageLook(info));
  if (kind === 'svg') return saveAs('position.svg', svg, 'image/svg+xml');
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement as unknown as SVGSVGElement;
  saveAs('position.png', await picture(drawing), 'image/png');
}
