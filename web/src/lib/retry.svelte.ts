// Another try at a position in which somebody went wrong: a move is judged by the engine, and not played.

import type { Line, Side } from '../protocol';
import { reason, server, type Job } from './connection.svelte';

/** What is known about the position: what was played, what was best, and White's chances in percent before and after. */
export interface Puzzle {
  /** The place of the mistake among the moves of the report. */
  place: number;
  /** The position, and who is to move. */
  line: Line;
  side: Side;
  /** As people write them, with the number of the move. */
  played: string;
  best: string;
  /** As messages have it. */
  bestMove: string;
  wins: [number, number];
}

/** A move that loses no more than this, in percent of the chances, is as good as the best. */
const AS_GOOD = 4;
const NODES = 150_000;

/** What a try is worth, in words: `lost` is what it loses against the best move, `gone` what the move of the game lost. */
export function verdict(lost: number, gone: number): { solved: boolean; words: string } {
  const percent = `${Math.max(0, lost).toFixed(0)}%`;
  if (lost <= AS_GOOD) return { solved: true, words: 'as good as the engine’s choice' };
  if (lost < 0.6 * gone) return { solved: false, words: `better than what was played, but it loses ${percent} of the chances` };
  return { solved: false, words: `no better: it loses ${percent} of the chances` };
}

export class Retry {
  puzzle = $state.raw<Puzzle | null>(null);
  /** What is said about the last try. */
  said = $state('');
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
    this.said = '';
    this.solved = false;
  }

  give() {
    if (this.puzzle) this.said = `The engine plays ${this.puzzle.best}.`;
    this.solved = true;
  }

  /** Judges a move, which is written `san`. */
  async attempt(mv: string, san: string) {
    const { puzzle } = this;
    if (!puzzle) return;
    this.#job?.stop();
    this.#job = null;
    this.solved = false;
    if (mv === puzzle.bestMove) {
      this.solved = true;
      this.said = `${san}: that is the engine’s choice.`;
      return;
    }
    this.said = `${san}: the engine looks …`;
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
      this.said = `${san}: ${found.words}.`;
    } catch (problem) {
      if (this.puzzle === puzzle) this.said = reason(problem);
    }
  }
}
