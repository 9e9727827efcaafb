// A match: its plan, its progress and the games that ended.

import type { KeptMatch, LiveGame, MatchGame, MatchPlan, MatchState } from '../../protocol';
import { reason, server, type Job } from '../connection.svelte';

/** Lists games once, the last number first. A restarted server plays games of a match again. */
export const merged = (before: MatchGame[], more: MatchGame[]): MatchGame[] => {
  const again = new Set(more.map(({ number }) => number));
  return [...more, ...before.filter(({ number }) => !again.has(number))].sort((a, b) => b.number - a.number);
};

export class Match {
  found = $state.raw<MatchState | null>(null);
  ended = $state.raw<MatchGame[]>([]);
  /** The games in progress. */
  playing = $state.raw<LiveGame[]>([]);
  error = $state('');
  /** The matches kept by the server, the last one first. */
  history = $state.raw<KeptMatch[]>([]);
  #job = $state.raw<Job<'match'> | null>(null);

  get running(): boolean {
    return this.#job !== null;
  }

  async start(plan: MatchPlan) {
    this.#job?.stop();
    this.error = '';
    this.found = null;
    this.ended = [];
    const job = server.job({ ask: 'match', plan }, 'match', (news) => {
      if (this.#job !== job) return;
      if (news.say === 'playing') this.playing = news.games;
      if (news.say !== 'match') return;
      this.found = news.state;
      this.ended = merged(this.ended, news.state.ended);
    });
    this.#job = job;
    try {
      const { state } = await job.done;
      if (this.#job === job) this.found = state;
    } catch (problem) {
      if (this.#job === job) this.error = reason(problem);
    }
    if (this.#job === job) {
      this.#job = null;
      this.playing = [];
    }
    void this.list();
  }

  /** Reads the history. */
  async list() {
    try {
      this.history = (await server.ask({ ask: 'matches' }, 'matches')).matches;
    } catch (problem) {
      this.error = reason(problem);
    }
  }

  /** Shows the results of a match of the history. */
  async open(journal: string) {
    this.#job?.stop();
    this.#job = null;
    this.playing = [];
    this.error = '';
    try {
      const { state } = await server.ask({ ask: 'open-match', journal }, 'match');
      this.found = state;
      this.ended = merged([], state.ended);
    } catch (problem) {
      this.error = reason(problem);
    }
  }

  /** Returns the games of a match as PGN. */
  async pgn(journal: string): Promise<string | null> {
    try {
      return (await server.ask({ ask: 'match-pgn', journal }, 'text')).text;
    } catch (problem) {
      this.error = reason(problem);
      return null;
    }
  }

  async remove(journal: string) {
    this.error = '';
    try {
      await server.ask({ ask: 'delete-match', journal }, 'done');
      if (this.found?.journal === journal) [this.found, this.ended] = [null, []];
    } catch (problem) {
      this.error = reason(problem);
    }
    await this.list();
  }

  stop() {
    this.#job?.stop();
  }
}
