// A live analysis: lines and figures as they come, shown once a picture.

import { untrack } from 'svelte';
import type { Analysis, EngineLine, EngineSettings, Limit, Line, Side, Thought } from '../protocol';
import { reason, server, type Job, type Say } from './connection.svelte';
import { UciLog } from './uci_log.svelte';

/** What is known about a line of a player that is not the engine, in the engine's terms. */
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

export class LiveAnalysis {
  lines = $state.raw<EngineLine[]>([]);
  figures = $state.raw<Analysis | null>(null);
  running = $state(false);
  error = $state('');
  /** The same in the words of UCI, if the engine thinks. */
  log = new UciLog();
  #job: Job<'analysis'> | Job<'chosen'> | null = null;
  #pending: Analysis | null = null;
  #frame = 0;

  /** The engine with several lines, or any other player with its one. What ran before is stopped. */
  begin(line: Line, side: Side, spec: string, engine: EngineSettings | null, limit: Limit = {}) {
    this.end();
    this.lines = [];
    this.figures = null;
    this.error = '';
    const news = (say: Say) => {
      if (this.#job !== job) return;
      if (say.say === 'analysis') this.#hear(say.analysis);
      else if (say.say === 'thought') this.#hear(asAnalysis(say.thought));
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
      if (last.say === 'analysis') this.#hear(last.analysis);
      else if (last.thought.depth >= (this.lines[0]?.depth ?? 0)) this.#hear(asAnalysis(last.thought));
      this.#show();
    } catch (problem) {
      if (this.#job === job) this.error = reason(problem);
    }
    if (this.#job === job) this.running = false;
  }

  /** News wait for the next picture; newer ones take their place. */
  #hear(analysis: Analysis) {
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
    this.log.hear(next);
    if (next.lines) this.lines = next.lines;
  }

  /** Stops, and waits until the engine is free: what it saw is there for the next question. */
  async pause() {
    const job = this.#job;
    this.end();
    await job?.done.catch(() => null);
  }

  /** Stops, and keeps what is there to be seen. */
  end() {
    // Who stops an analysis does not depend on what it found.
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
