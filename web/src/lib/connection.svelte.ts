// The connection to the server. Unanswered requests are sent again after a reconnection. `#transport` is the WebSocket of the native
// program, or the workers of the static site (package.json, `imports`).

import { IS_SITE, connect, loadBackup, loadGrader, shareAddress, type Transport } from '#transport';
import type { ReplyMessage, RequestMessage } from '../protocol';

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
export type Ask = Without<RequestMessage, 'id'>;
export type Say = ReplyMessage extends infer S ? S : never;
export type SayOf<K extends Say['say']> = Extract<Say, { say: K }>;
export type Hello = SayOf<'hello'>;

/** The server rejected a request; the message is the server's. */
export class Refused extends Error {}

/** A long request that reports progress. */
export interface Job<K extends Say['say']> {
  done: Promise<SayOf<K>>;
  stop(): void;
}

interface Open {
  text: string;
  /** Whether the job was stopped. After a reconnection the stop is sent again. */
  stopped: boolean;
  news: (say: Say) => void;
  end: (say: Say) => void;
}

class Connection {
  state = $state<'connecting' | 'open' | 'lost'>('connecting');
  hello = $state.raw<Hello | null>(null);
  /** The number of connections so far. */
  times = $state(0);
  #transport: Transport | null = null;
  #open = new Map<number, Open>();
  #next = 1;
  #wait = 250;

  connect() {
    this.#transport = connect({
      opened: () => this.#opened(),
      received: (say) => this.#receive(say),
      closed: () => {
        this.state = this.times === 0 ? 'connecting' : 'lost';
        setTimeout(() => this.connect(), this.#wait);
        this.#wait = Math.min(2_000, this.#wait * 1.5);
      },
    });
  }

  #opened() {
    this.#wait = 250;
    this.state = 'open';
    this.times += 1;
    for (const [id, open] of this.#open) {
      this.#send(open.text);
      if (open.stopped) this.#send(stopOf(id));
    }
    if (!this.hello) void this.ask({ ask: 'hello' }, 'hello').then((hello) => (this.hello = hello));
  }

  #receive(say: Say) {
    const open = this.#open.get(say.id);
    if (!open) return;
    if (say.last) {
      this.#open.delete(say.id);
      open.end(say);
    } else {
      open.news(say);
    }
  }

  /** Sends a request; the promise is rejected with the server's message if the server refuses. */
  ask<K extends Say['say']>(ask: Ask, want: K): Promise<SayOf<K>> {
    return this.job(ask, want).done;
  }

  /** Starts a job. */
  job<K extends Say['say']>(ask: Ask, want: K, news: (say: Say) => void = () => {}): Job<K> {
    const id = this.#next++;
    const text = JSON.stringify({ id, ...ask });
    const done = new Promise<SayOf<K>>((resolve, reject) => {
      const end = (say: Say) => {
        if (say.say === want) resolve(say as SayOf<K>);
        else reject(new Refused(say.say === 'refused' ? say.reason : `unexpected answer ${say.say}`));
      };
      this.#open.set(id, { text, stopped: false, news, end });
    });
    this.#send(text);
    return { done, stop: () => this.#stop(id) };
  }

  #send(text: string) {
    this.#transport?.send(text);
  }

  #stop(id: number) {
    const open = this.#open.get(id);
    if (!open) return;
    open.stopped = true;
    this.#send(stopOf(id));
  }
}

/** Whether this is the static site, which has no server. */
export const isSite = IS_SITE;

export { loadBackup, loadGrader, shareAddress };

const stopOf = (job: number) => JSON.stringify({ id: 0, ask: 'stop', job });

export const server = new Connection();

/** Returns the message of an error. */
export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
