// The opponents of the New game dialog: players with a name and a sentence, chosen without knowing a spec.

import type { GameId } from '../../protocol';
import { hasEngine } from '../games';
import type { Hello } from '../connection.svelte';
import { displayName } from '../players';
import { parseSpec } from '../spec';

export interface Opponent {
  /** The player, as the server takes it. */
  spec: string;
  name: string;
  about: string;
  /** Its measured strength; empty where it was not measured. */
  strength: string;
}

/** The range in which the engine's limited strength was measured (docs/strength.md). */
export const ELO = { least: 800, most: 2580, usual: 1400 };

/** Returns the engine at a rating. */
export const engineAt = (elo: number): string => `engine:elo=${elo}`;

/** Returns the rating that an engine spec asks for. */
export function eloOf(spec: string): number | null {
  const found = /^engine:.*\belo=(\d+)/.exec(spec);
  return found ? Number(found[1]) : null;
}

const MEASURED: Opponent[] = [
  { spec: 'random', name: 'Random mover', about: 'Any legal move. Learn how the pieces move.', strength: 'the weakest opponent' },
  { spec: 'minimax:depth=2', name: 'Minimax', about: 'Searches every move and every reply, and counts material.', strength: 'about 700 ± 65 Elo' },
  {
    spec: 'alphabeta:depth=4,order=mvvlva',
    name: 'Alpha-beta',
    about: 'Searches four plies deep. Skips moves that cannot change the result.',
    strength: 'about 1055 ± 55 Elo',
  },
  {
    spec: 'classic:nodes=5000',
    name: 'Classical',
    about: 'The techniques of a search course: transposition table, quiescence search, null moves, piece-square tables.',
    strength: 'about 1415 ± 55 Elo',
  },
  { spec: 'engine:movetime=500', name: 'Engine', about: 'Full strength, half a second per move.', strength: `well above ${ELO.most} Elo` },
];

const UNMEASURED: Opponent[] = [
  { spec: 'random', name: 'Random mover', about: 'Any legal move.', strength: 'the weakest opponent' },
  { spec: 'minimax:depth=2', name: 'Minimax', about: 'Searches every move and every reply.', strength: '' },
  { spec: 'alphabeta:depth=4', name: 'Alpha-beta', about: 'Searches four plies deep.', strength: '' },
  { spec: 'classic:movetime=500', name: 'Classical', about: 'Searches for half a second.', strength: '' },
];

const COURSE_PROGRAMS: Opponent[] = [
  { spec: 'report-ab:depth=2', name: 'Report', about: 'A Python chess program from a course report.', strength: 'about 785 ± 60 Elo' },
  { spec: 'a4-abp:depth=3', name: 'Assignment A4', about: 'Alpha-beta that counts dominated squares, in Java.', strength: 'about 945 ± 55 Elo' },
  { spec: 'fascicle3:depth=2', name: 'Fascicle 3', about: 'FindBestMove with BoardWeight, in C#.', strength: 'about 705 ± 65 Elo' },
  { spec: 'a8:depth=3', name: 'Assignment A8', about: 'Alpha-beta that values its own pieces 10% higher, in Python.', strength: 'about 1040 ± 60 Elo' },
  { spec: 'i2p3', name: 'I2P3', about: 'The course’s own player, with iterative deepening.', strength: '' },
];

export const opponents = (hello: Hello, game: GameId): Opponent[] => (hasEngine(hello, game) ? MEASURED : UNMEASURED);

/** Returns the course programs that play a game. */
export const coursePrograms = (hello: Hello, game: GameId): Opponent[] =>
  COURSE_PROGRAMS.filter(({ spec }) => hello.players.some((player) => player.name === parseSpec(spec).name && player.game === game));

/** Returns the opponent of a game whose link names none. */
export const usualOpponent = (hello: Hello, game: GameId) => (hasEngine(hello, game) ? 'classic:nodes=5000' : 'classic:movetime=500');

/** Returns the name of a player in a sentence. */
export function playerName(hello: Hello, game: GameId, spec: string): string {
  if (spec === 'human') return 'you';
  const elo = eloOf(spec);
  if (elo !== null) return `the engine at ${elo} Elo`;
  return [...opponents(hello, game), ...coursePrograms(hello, game)].find((other) => other.spec === spec)?.name ?? displayName(parseSpec(spec).name);
}

/** Clocks to choose from: minutes for the game and seconds per move. */
export const TIMES: { control: string; name: string }[] = [
  { control: '', name: 'No clock' },
  { control: '1+0', name: '1 min' },
  { control: '3+2', name: '3 + 2' },
  { control: '10+5', name: '10 + 5' },
  { control: '30+20', name: '30 + 20' },
];

export interface TimeControl {
  minutes: number;
  increment: number;
}

/** Reads a clock such as "3+2"; `null` if there is none. */
export function readControl(text: string | null): TimeControl | null {
  const [minutes, increment] = (text ?? '').split('+').map(Number);
  return minutes ? { minutes, increment: increment ?? 0 } : null;
}

export const writeControl = (control: TimeControl | null): string => (control ? `${control.minutes}+${control.increment}` : '');
