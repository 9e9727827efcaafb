// The conversation with the server. What was asked and not answered is asked again when a lost connection is back.

import type { Asked, Said } from '../protocol';

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
export type Ask = Without<Asked, 'id'>;
export type Say = Said extends infer S ? S : never;
export type SayOf<K extends Say['say']> = Extract<Say, { say: K }>;
export type Hello = SayOf<'hello'>;

/** The server said no; the message is its sentence. */
export class Refused extends Error {}

/** A question that may take long and tells news on the way. */
export interface Job<K extends Say['say']> {
  done: Promise<SayOf<K>>;
  stop(): void;
}

interface Open {
  text: string;
  /** Somebody pressed stop. Where nobody heard it, it is said again after the question. */
  stopped: boolean;
  news: (say: Say) => void;
  end: (say: Say) => void;
}

class Connection {
  state = $state<'connecting' | 'open' | 'lost'>('connecting');
  hello = $state.raw<Hello | null>(null);
  /** Grows each time a connection is there anew. */
  times = $state(0);
  #socket: WebSocket | null = null;
  #open = new Map<number, Open>();
  #next = 1;
  #wait = 250;

  connect() {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = 250;
      this.state = 'open';
      this.times += 1;
      for (const [id, open] of this.#open) {
        socket.send(open.text);
        if (open.stopped) socket.send(stopOf(id));
      }
      if (!this.hello) void this.ask({ ask: 'hello' }, 'hello').then((hello) => (this.hello = hello));
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as Say);
    socket.onclose = () => {
      this.state = this.times === 0 ? 'connecting' : 'lost';
      setTimeout(() => this.connect(), this.#wait);
      this.#wait = Math.min(2_000, this.#wait * 1.5);
    };
  }

  #hear(say: Say) {
    const open = this.#open.get(say.id);
    if (!open) return;
    if (say.last) {
      this.#open.delete(say.id);
      open.end(say);
    } else {
      open.news(say);
    }
  }

  /** Asks; the promise fails with the server's sentence if it refuses. */
  ask<K extends Say['say']>(ask: Ask, want: K): Promise<SayOf<K>> {
    return this.job(ask, want).done;
  }

  /** Asks something that takes a while. */
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
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  #stop(id: number) {
    const open = this.#open.get(id);
    if (!open) return;
    open.stopped = true;
    this.#send(stopOf(id));
  }
}

const stopOf = (job: number) => JSON.stringify({ id: 0, ask: 'stop', job });

export const server = new Connection();

/** The server's sentence, or whatever went wrong. */
export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
