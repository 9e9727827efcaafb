// A race: players that search the same position one after the other, and their results.

import type { Limit, Line, RaceRow } from '../../protocol';
import { reason, server, type Job } from '../connection.svelte';

export interface Racer {
  spec: string;
  result: RaceRow | null;
  /** A queued player was added during a run and is searched after it. */
  state: 'waiting' | 'queued' | 'running' | 'done' | 'stopped';
}

export const STATES: Record<Racer['state'], string> = {
  waiting: 'not run yet',
  queued: 'runs next',
  running: 'searching …',
  done: 'done',
  stopped: 'stopped',
};

const waiting = (spec: string): Racer => ({ spec, result: null, state: 'waiting' });

export class Race {
  rows = $state<Racer[]>([]);
  error = $state('');
  #job = $state.raw<Job<'done'> | null>(null);
  /** Whether the user stopped the run, which leaves queued players unsearched. */
  #stopped = false;

  /** `setup` returns the position and the limit of a run. */
  constructor(
    private setup: () => { line: Line; limit: Limit },
    private most: number,
  ) {}

  get running(): boolean {
    return this.#job !== null;
  }

  get results(): RaceRow[] {
    return this.rows.flatMap((row) => (row.result ? [row.result] : []));
  }

  open(specs: string[]) {
    this.rows = specs.map(waiting);
  }

  /** Ends the run and drops all results: they belong to another position or limit. */
  forget() {
    this.#job?.stop();
    this.#job = null;
    this.rows = this.rows.map(({ spec }) => waiting(spec));
  }

  stop() {
    this.#stopped = true;
    this.#job?.stop();
  }

  /** Runs the rows with these indices, or all. */
  async run(which = this.rows.map((_, index) => index)) {
    this.error = '';
    this.#job?.stop();
    if (which.length === 0) {
      this.error = 'There is no player to run: add one.';
      return;
    }
    for (const index of which) this.rows[index] = waiting(this.rows[index]!.spec);
    this.rows[which[0]!]!.state = 'running';
    this.#stopped = false;
    const job = server.job({ ask: 'race', ...this.setup(), specs: which.map((index) => this.rows[index]!.spec) }, 'done', (news) => {
      if (news.say !== 'race-row' || this.#job !== job) return;
      this.rows[which[news.index]!] = { spec: news.row.player, result: news.row, state: 'done' };
      const next = which[news.index + 1];
      if (next !== undefined) this.rows[next]!.state = 'running';
    });
    this.#job = job;
    try {
      await job.done;
    } catch (problem) {
      this.error = reason(problem);
    }
    if (this.#job !== job) return;
    this.#job = null;
    const queued = this.rows.flatMap(({ state }, index) => (state === 'queued' ? [index] : []));
    const goesOn = queued.length > 0 && !this.#stopped;
    for (const row of this.rows) {
      if (row.state === 'done' || (row.state === 'queued' && goesOn)) continue;
      row.state = row.result ? 'done' : 'stopped';
    }
    if (goesOn) await this.run(queued);
  }

  /** Adds a player and runs it, after the current run if there is one. */
  add(spec: string) {
    this.error = '';
    if (this.rows.some((row) => row.spec === spec)) this.error = `${spec} is already in the race.`;
    else if (this.rows.length >= this.most) this.error = `A race has at most ${this.most} players.`;
    if (this.error) return;
    this.rows.push({ ...waiting(spec), state: this.running ? 'queued' : 'waiting' });
    if (!this.running) void this.run([this.rows.length - 1]);
  }

  replace(index: number, spec: string) {
    this.forget();
    this.rows[index] = waiting(spec);
  }

  remove(index: number) {
    this.forget();
    this.rows.splice(index, 1);
  }
}
