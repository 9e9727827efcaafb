// A report on a whole game: the analysis of each move, then an explanation of each mistake.

import type { GameReport, GameTree, PgnGame, ReviewPoint } from '../../protocol';
import { reason, server, type Job } from '../connection.svelte';
import type { Before } from './findings.svelte';

export const LIMITS = { quick: { nodes: 60_000 }, usual: { nodes: 300_000 }, deep: { nodes: 2_000_000 } } as const;
export type Depth = keyof typeof LIMITS;

/** The game on the board, and the callbacks of a report. */
export interface Host {
  tree: () => GameTree;
  /** Shows a game that was read. */
  onload: (tree: GameTree) => Promise<void>;
  onbegin: () => void;
  /** The evaluations so far: of the first position and after each move. */
  onpoints: (points: ReviewPoint[]) => void;
  onreport: (report: GameReport) => void;
  before: (place: number) => Before | null;
}

export class Review {
  error = $state('');
  depth = $state<Depth>('quick');
  report = $state.raw<GameReport | null>(null);
  progress = $state.raw<{ done: number; of: number } | null>(null);
  /** The explanation of each mistake by its place among the moves; empty if there is none. */
  sentences = $state.raw(new Map<number, string>());
  /** The games of a PGN with several, and which of them is shown. */
  games = $state.raw<PgnGame[]>([]);
  chosen = $state(0);
  #job: Job<'report'> | null = null;
  #asking: Job<'why'> | null = null;
  #loading = false;

  constructor(private host: Host) {}

  /** Reports on a game of a PGN text, or on the game on the board. */
  async run(text: string | null = null, which = 0) {
    this.stop();
    this.error = '';
    this.report = null;
    this.sentences = new Map();
    try {
      if (text !== null) {
        const found = await server.ask({ ask: 'read-pgn', text, game: which }, 'tree');
        [this.games, this.chosen] = [found.games, which];
        const problem = found.games[which]?.problem;
        // An illegal move ends the game before it.
        if (problem) this.error = `Imported up to the error: ${problem}.`;
        this.#loading = true;
        await this.host.onload(found.tree);
      }
      const game = (await server.ask({ ask: 'write-pgn', tree: this.host.tree() }, 'text')).text;
      this.host.onbegin();
      const points: ReviewPoint[] = [];
      this.progress = { done: 0, of: 1 };
      const job = server.job({ ask: 'review', text: game, limit: LIMITS[this.depth] }, 'report', (news) => {
        if (news.say !== 'reviewed' || this.#job !== job) return;
        points.push(news.point);
        this.progress = { done: news.done, of: news.of };
        this.host.onpoints([...points]);
      });
      this.#job = job;
      const { report } = await job.done;
      if (this.#job !== job) return;
      this.report = report;
      this.host.onreport(report);
      void this.#explain(report);
    } catch (problem) {
      this.error = reason(problem);
    } finally {
      this.#loading = false;
    }
    this.progress = null;
    this.#job = null;
  }

  /** Asks for the reason of each mistake, the worst first. */
  async #explain(report: GameReport) {
    for (const place of report.worst) {
      const there = this.host.before(place);
      if (this.report !== report || !there) return;
      const job = server.job({ ask: 'why', line: there.line, mv: there.mv, limit: LIMITS[this.depth] }, 'why');
      this.#asking = job;
      const sentence = await job.done.then(
        ({ why }) => why.sentences[0]?.text ?? '',
        () => '',
      );
      if (this.#asking !== job || this.report !== report) return;
      this.sentences = new Map(this.sentences).set(place, sentence);
    }
  }

  /** Stops the report; what was analysed is kept. */
  stop() {
    this.#job?.stop();
    this.#asking?.stop();
    this.#asking = null;
  }

  /** Drops the report, unless the game on the board changed in order to be reported on. */
  forget() {
    if (this.#loading) return;
    this.stop();
    this.#job = this.report = this.progress = null;
    this.error = '';
  }
}
