// A server that answers when the test calls for it.

import { vi } from 'vitest';
import type { Ask, Say } from '../src/lib/connection.svelte';

export interface Question {
  ask: Ask;
  stopped: boolean;
  /** The last answer. */
  answer(say: object): Promise<void>;
  /** Refuses the request. */
  refuse(reason: string): Promise<void>;
  news(say: object): void;
}

/** All requests, the oldest first. */
export const asked: Question[] = [];

/** Waits until pending promises have run. */
export const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

/** The kinds of request, in order. */
export const kinds = () => asked.map((question) => question.ask.ask);

/** Returns the oldest unanswered request of a kind. */
export function open(kind: Ask['ask']): Question {
  const found = asked.find((question) => question.ask.ask === kind && !answered.has(question));
  if (!found) throw new Error(`no request of kind ${kind}; requests: ${kinds().join(', ')}`);
  return found;
}

const answered = new Set<Question>();

function job(ask: Ask, _want: string, news: (say: Say) => void = () => {}) {
  let end: (say: Say) => void;
  let fail: (error: Error) => void;
  const done = new Promise<Say>((resolve, reject) => ([end, fail] = [resolve, reject]));
  const question: Question = {
    ask,
    stopped: false,
    answer(say) {
      answered.add(question);
      end(say as Say);
      return settle();
    },
    refuse(reason) {
      answered.add(question);
      fail(new Error(reason));
      return settle();
    },
    news: (say) => news(say as Say),
  };
  asked.push(question);
  return { done, stop: () => (question.stopped = true) };
}

/** Replaces connection.svelte.ts. */
export const connection = {
  server: { job: vi.fn(job), ask: vi.fn((ask: Ask, want: string) => job(ask, want).done) },
  reason: (error: unknown) => (error as Error).message,
};
