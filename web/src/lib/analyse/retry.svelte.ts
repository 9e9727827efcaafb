// Retrying a mistake: the engine judges each attempt, and no move is played.

import type { Line, Side } from '../../protocol';
import { reason, server, type Job } from '../connection.svelte';

/** The position of a mistake, with the move played and the best move. */
export interface Puzzle {
  /** The index of the mistake among the moves of the report. */
  place: number;
  /** The position and the side to move. */
  line: Line;
  side: Side;
  /** In SAN, with the move number. */
  played: string;
  best: string;
  /** In the wire format. */
  bestMove: string;
  /** White's winning chances in percent, before and after the move played. */
  wins: [number, number];
}

/** An attempt that loses at most this many percent of the winning chances is solved. */
const AS_GOOD = 4;
const NODES = 150_000;

/** Judges an attempt by the percentage it loses against the best move (`lost`) and that of the move played (`gone`). */
export function verdict(lost: number, gone: number): { solved: boolean; words: string } {
  const percent = `${Math.max(0, lost).toFixed(0)}%`;
  if (lost <= AS_GOOD) return { solved: true, words: 'As good as the engine’s move.' };
  if (lost < 0.6 * gone) return { solved: false, words: `Better than the move played, but winning chances drop by ${percent}.` };
  return { solved: false, words: `Not better: winning chances drop by ${percent}.` };
}

export class Retry {
  puzzle = $state.raw<Puzzle | null>(null);
  /** The verdict on the last attempt. */
  verdict = $state('');
  solved = $state(false);
  #job: Job<'analysis'> | null = null;

  begin(puzzle: Puzzle) {
    this.end();
    this.puzzle = puzzle;
  }

  end() {
    this.#job?.stop();
    this.#job = null;
    this.puzzle = null;
    this.verdict = '';
    this.solved = false;
  }

  give() {
    if (this.puzzle) this.verdict = `Best: ${this.puzzle.best}.`;
    this.solved = true;
  }

  /** Judges a move. */
  async attempt(mv: string, san: string) {
    const { puzzle } = this;
    if (!puzzle) return;
    this.#job?.stop();
    this.#job = null;
    this.solved = false;
    if (mv === puzzle.bestMove) {
      this.solved = true;
      this.verdict = `${san}: the engine’s move.`;
      return;
    }
    this.verdict = `${san}: analysing …`;
    const line = { ...puzzle.line, moves: [...puzzle.line.moves, mv] };
    try {
      const { view } = await server.ask({ ask: 'show', line }, 'view');
      let win = view.position.over ? (view.position.over.winner === null ? 50 : view.position.over.winner === 'first' ? 100 : 0) : null;
      if (this.puzzle !== puzzle) return;
      if (win === null) {
        const job = server.job({ ask: 'analyse', line, engine: { lines: 1, threads: 1, hash: 16 }, limit: { nodes: NODES } }, 'analysis', (news) => {
          if (news.say === 'analysis') win = news.analysis.lines?.[0]?.win ?? win;
        });
        this.#job = job;
        const { analysis } = await job.done;
        if (this.#job !== job || this.puzzle !== puzzle) return;
        win = analysis.lines?.[0]?.win ?? win ?? 50;
      }
      const own = (white: number) => (puzzle.side === 'first' ? white : 100 - white);
      const found = verdict(own(puzzle.wins[0]) - own(win), own(puzzle.wins[0]) - own(puzzle.wins[1]));
      this.solved = found.solved;
      this.verdict = `${san}: ${found.words}`;
    } catch (problem) {
      if (this.puzzle === puzzle) this.verdict = reason(problem);
    }
  }
}
