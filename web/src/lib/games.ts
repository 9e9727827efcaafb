// Features of single games on their pages. Everything else about a game comes from the server's `hello`.

import type { GameId, GameInfo, OverlayKind } from '../protocol';
import type { Hello } from './connection.svelte';

/** The features of a game's pages beyond those of every game. */
interface Extras {
  /** A typed move, as a placeholder. */
  typed?: string;
  /** The name of a position as text. */
  positionName?: string;
  /** The unit of a value on a chart. */
  unit?: string;
  /** The pieces of a game whose moves place something: discs, or marks on paper. */
  marks?: boolean;
  /** Positions can be edited, and numbered starts chosen. */
  editor?: boolean;
  /** The overlays of a position. */
  overlays?: OverlayKind[];
  /** The page lists captured pieces. */
  captures?: boolean;
  /** The number of pieces of a side is its score. */
  counts?: boolean;
  /** A side with nothing but its king cannot win on time. */
  loneKingDraws?: boolean;
}

const EXTRAS: Partial<Record<string, Extras>> = {
  chess: {
    typed: 'Nf3 or g1f3',
    positionName: 'FEN',
    unit: 'pawns',
    editor: true,
    overlays: ['attacks', 'threat'],
    captures: true,
    loneKingDraws: true,
  },
  othello: { counts: true },
  othello6: { counts: true },
  tictactoe: { marks: true },
};

/** Returns the features of a game's pages. */
export const extras = (info: Pick<GameInfo, 'id'> | null): Extras => EXTRAS[info?.id ?? ''] ?? {};

/** Whether the engine plays the game; without the engine there are no reports, terms or explanations. */
export const hasEngine = (hello: Hello, id: GameId | undefined): boolean => hello.players.some(({ name, game }) => name === 'engine' && game === id);

/** The game of a new visitor. */
export const firstGame = (hello: Hello): GameInfo => hello.games[0]!;

/** Returns the game of an id from an address, or the first game. */
export const gameOf = (hello: Hello, id: string | null | undefined): GameInfo => hello.games.find((game) => game.id === id) ?? firstGame(hello);

export const titleOf = (hello: Hello, id: GameId): string => hello.games.find((game) => game.id === id)?.title ?? id;

/** The game of which the Alternatives page shows results first. */
export const ALTERNATIVES_GAME: GameId = 'othello6';

/** Whether a board stands upright, with holes for discs as squares: one for discs that is not square. */
export const hasHoles = (info: GameInfo): boolean => info.places && info.width !== info.height;

/** The CSS classes of a board. */
export const boardClass = (info: GameInfo): string => (extras(info).marks ? 'discs marks' : hasHoles(info) ? 'discs holes' : info.places ? 'discs' : 'pieces');

/** A colour of a side, and the colour of a number on it. */
export interface SideColour {
  fill: string;
  ink: string;
}

const COLOURS: Partial<Record<string, SideColour>> = {
  white: { fill: '#f4f1e6', ink: '#22281f' },
  black: { fill: '#30362f', ink: '#f4f1e6' },
  red: { fill: '#c0392b', ink: '#fff' },
  yellow: { fill: '#edc531', ink: '#22281f' },
  x: { fill: 'var(--good)', ink: 'var(--accent-ink)' },
  o: { fill: 'var(--bad)', ink: 'var(--accent-ink)' },
};
const FALLBACK = ['red', 'yellow'] as const;

/** The colours of the sides, by their names. */
export const sideColours = ({ sides }: Pick<GameInfo, 'sides'>) =>
  sides.map((name, index) => COLOURS[name.toLowerCase()] ?? COLOURS[FALLBACK[index]!]!) as [SideColour, SideColour];
