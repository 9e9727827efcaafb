// Whom to play against: a few opponents that everybody can choose from without knowing what a spec is.

import type { GameId } from '../protocol';

export interface Opponent {
  /** The player, as the server takes it. */
  spec: string;
  name: string;
  about: string;
  /** How strong it is and how sure that is, in words; nothing where nobody has measured. */
  strength: string;
  course?: boolean;
}

/** The ends of the scale on which the engine's strength was measured (docs/strength.md). */
export const ELO = { least: 800, most: 2580, usual: 1400 };

/** The engine at a strength. */
export const engineAt = (elo: number): string => `engine:elo=${elo}`;

/** The strength that a spec of the engine asks for. */
export function eloOf(spec: string): number | null {
  const found = /^engine:.*\belo=(\d+)/.exec(spec);
  return found ? Number(found[1]) : null;
}

const CHESS: Opponent[] = [
  { spec: 'random', name: 'Chance', about: 'Any legal move. Learn how the pieces move.', strength: 'loses to everybody here' },
  { spec: 'minimax:depth=2', name: 'Minimax', about: 'Looks at every move and every answer, and counts the pieces.', strength: 'about 700 ± 65 Elo' },
  {
    spec: 'alphabeta:depth=4,order=mvvlva',
    name: 'Alpha-beta',
    about: 'The same, four moves ahead: it does not look at what cannot matter.',
    strength: 'about 1055 ± 55 Elo',
  },
  {
    spec: 'classic:nodes=5000',
    name: 'Classical',
    about: 'All that a course teaches: a table, quiet endings, null moves, where pieces stand.',
    strength: 'about 1415 ± 55 Elo',
  },
  { spec: 'engine:movetime=500', name: 'The engine', about: 'Everything it has, half a second a move.', strength: `well above ${ELO.most} Elo` },
  { spec: 'report-ab:depth=2', name: 'The report', about: 'A Python chess program of a course report.', strength: 'about 785 ± 60 Elo', course: true },
  {
    spec: 'a4-abp:depth=3',
    name: 'Assignment A4',
    about: 'Alpha-beta with domination of squares, in Java.',
    strength: 'about 945 ± 55 Elo',
    course: true,
  },
  { spec: 'fascicle3:depth=2', name: 'Fascicle 3', about: 'FindBestMove with BoardWeight, in C#.', strength: 'about 705 ± 65 Elo', course: true },
  { spec: 'a8:depth=3', name: 'Assignment A8', about: 'Own pieces count a tenth more, in Python.', strength: 'about 1040 ± 60 Elo', course: true },
];

/** The other games have no scale of their own, so the cards only say what a player does. */
const OTHERS: Opponent[] = [
  { spec: 'random', name: 'Chance', about: 'Any legal move.', strength: '' },
  { spec: 'minimax:depth=2', name: 'Minimax', about: 'Looks at every move and every answer.', strength: '' },
  { spec: 'alphabeta:depth=4', name: 'Alpha-beta', about: 'Four moves ahead.', strength: '' },
  { spec: 'classic:movetime=500', name: 'Classical', about: 'As far ahead as half a second allows.', strength: '' },
];
const MINICHESS: Opponent[] = [...OTHERS, { spec: 'i2p3', name: 'I2P3', about: 'The course’s own player, deeper and deeper.', strength: '', course: true }];

export function opponents(game: GameId): Opponent[] {
  if (game === 'chess') return CHESS;
  return game === 'minichess' ? MINICHESS : OTHERS;
}

/** What people choose from first: minutes for the whole game, and seconds for each move. */
export const TIMES: { control: string; name: string }[] = [
  { control: '', name: 'No clock' },
  { control: '1+0', name: '1 min' },
  { control: '3+2', name: '3 + 2' },
  { control: '10+5', name: '10 + 5' },
  { control: '30+20', name: '30 + 20' },
];
