// A live analysis. Lines and figures are updated once per animation frame.

import { untrack } from 'svelte';
import type { Analysis, EngineLine, EngineSettings, Limit, Line, Side, Thought } from '../../protocol';
import { reason, server, type Job, type Say } from '../connection.svelte';
import { UciLog } from './uci_log.svelte';

/** Converts another player's line to the engine's format. */
function asLine(thought: Thought): EngineLine {
  const { rank, depth, seldepth, score, bound, line, moves } = thought;
  return { rank, depth, seldepth, score, bound, win: 50 + 50 * (thought.balance ?? 0), wdl: null, line, moves };
}

const asAnalysis = (thought: Thought): Analysis => ({
  depth: thought.depth,
  seldepth: thought.seldepth,
  nodes: thought.nodes,
  ms: thought.ms,
  hashfull: thought.hashfull,
  tbhits: 0,
  lines: thought.score === '' ? [] : [asLine(thought)],
});

/**
 * Returns the next lines without a second line of the same move. During an iteration, a move that has become better still has its line
 * of the depth before; the line that was shown for the move it displaces takes that place.
 */
export function distinct(next: EngineLine[], shown: EngineLine[]): EngineLine[] {
  const isBetter = (one: EngineLine, other: EngineLine) => one.depth > other.depth || (one.depth === other.depth && one.rank < other.rank);
  const kept = next.filter((line) => !next.some((other) => other.moves[0] === line.moves[0] && isBetter(other, line)));
  const spare = shown.filter((line) => !kept.some((other) => other.moves[0] === line.moves[0]));
  return next.flatMap((line) => {
    if (kept.includes(line)) return [line];
    const old = spare.shift();
    return old ? [{ ...old, rank: line.rank }] : [];
  });
}

export class LiveAnalysis {
  lines = $state.raw<EngineLine[]>([]);
  figures = $state.raw<Analysis | null>(null);
  running = $state(false);
  error = $state('');
  /** The engine's analysis as UCI messages. */
  log = new UciLog();
  #job: Job<'analysis'> | Job<'chosen'> | null = null;
  #pending: Analysis | null = null;
  #frame = 0;

  /** Starts the engine with several lines, or another player with one. Stops the analysis before. */
  begin(line: Line, side: Side, spec: string, engine: EngineSettings | null, limit: Limit = {}) {
    this.end();
    this.lines = [];
    this.figures = null;
    this.error = '';
    const news = (say: Say) => {
      if (this.#job !== job) return;
      if (say.say === 'analysis') this.#receive(say.analysis);
      else if (say.say === 'thought') this.#receive(asAnalysis(say.thought));
    };
    const job: Job<'analysis'> | Job<'chosen'> = engine
      ? server.job({ ask: 'analyse', line, engine, limit }, 'analysis', news)
      : server.job({ ask: 'think', line, spec, seat: null, limit, clocks: null, live: true }, 'chosen', news);
    this.#job = job;
    if (engine) untrack(() => this.log.begin(line, side, engine));
    this.running = true;
    void this.#finish(job);
  }

  async #finish(job: Job<'analysis'> | Job<'chosen'>) {
    try {
      const last = await job.done;
      if (this.#job !== job) return;
      if (last.say === 'analysis') this.#receive(last.analysis);
      else if (last.thought.depth >= (this.lines[0]?.depth ?? 0)) this.#receive(asAnalysis(last.thought));
      this.#show();
    } catch (problem) {
      if (this.#job === job) this.error = reason(problem);
    }
    if (this.#job === job) this.running = false;
  }

  /** Keeps the newest figures for the next animation frame. */
  #receive(analysis: Analysis) {
    this.#pending = { ...analysis, lines: analysis.lines ?? this.#pending?.lines ?? null };
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#show());
  }

  #show() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const next = this.#pending;
    this.#pending = null;
    if (!next) return;
    this.figures = next;
    this.log.update(next);
    if (next.lines) this.lines = distinct(next.lines, this.lines);
  }

  /** Stops and waits until the engine is free; its transposition table serves the next request. */
  async pause() {
    const job = this.#job;
    this.end();
    await job?.done.catch(() => null);
  }

  /** Stops and keeps the lines. */
  end() {
    untrack(() => this.log.end(this.lines[0]));
    this.#job?.stop();
    this.#job = null;
    this.running = false;
    this.#pending = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  clear() {
    this.end();
    this.lines = [];
    this.figures = null;
    this.error = '';
  }
}
