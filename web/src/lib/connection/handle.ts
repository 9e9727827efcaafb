// The page's side of one worker.

import type { ReplyMessage } from '../../protocol';
import type { Journal } from './journals';
import { module } from './module';
import type { FromWorker, ToWorker } from './worker';
import address from './worker.ts?worker&url';

/** The milliseconds that a stopped request has to end with its best answer so far. */
const GRACE = 1_000;

/** A request for a worker. */
export interface Work {
  id: number;
  /** The request as JSON. */
  text: string;
  /** Whether a stop ends it with its best answer so far. */
  stops?: boolean;
  /** Whether a stop terminates its worker at once. */
  dies?: boolean;
  /** The journals that it needs. */
  journals?: Promise<Journal[]>;
  /** The data files that it needs. */
  data?: Promise<Journal[]>;
  said: (said: ReplyMessage) => void;
  wrote?: (journal: string, from: number, text: Uint8Array<ArrayBuffer>) => void;
  removed?: (journal: string) => void;
  /** Called once, if the worker ended before the last answer. */
  failed: (reason: string) => void;
}

interface Running extends Work {
  flag?: string;
  grace?: ReturnType<typeof setTimeout>;
}

let bootstrap = '';

/**
 * Starts a worker from the address of a blob, which imports its script. Such a worker has the content security policy of the page; one
 * that is started from the script itself has none.
 */
export function startWorker(script: string, name: string): Worker {
  const text = `import ${JSON.stringify(new URL(script, location.href).href)};`;
  const blob = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return new Worker(blob, { type: 'module', name });
}

/** One worker. */
export class Handle {
  /** What it remembers: a table, the recorded tree. */
  memory = '';
  #open = new Map<number, Running>();
  #worker: Worker;
  #last: Promise<void>;

  /** `free` is called after each request, `broken` after an error. Then the worker has ended. */
  constructor(
    private free: () => void,
    private broken: (handle: Handle, reason: string) => void,
  ) {
    bootstrap ||= new URL(address, import.meta.url).href;
    this.#worker = startWorker(bootstrap, 'espalier');
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.broken(this, event.message || 'the worker could not be started');
    };
    this.#last = module().then(
      (module) => this.#post({ module }),
      (error: unknown) => this.broken(this, error instanceof Error ? error.message : String(error)),
    );
  }

  get isIdle() {
    return this.#open.size === 0;
  }

  has(work: Work) {
    return this.#open.get(work.id) === work;
  }

  #post(message: ToWorker) {
    this.#worker.postMessage(message);
  }

  #receive(message: FromWorker) {
    if ('said' in message) {
      const said = JSON.parse(message.said) as ReplyMessage;
      this.#open.get(said.id)?.said(said);
    } else if ('journal' in message) {
      for (const work of this.#open.values()) work.wrote?.(message.journal, message.from, message.text);
    } else if ('removed' in message) {
      for (const work of this.#open.values()) work.removed?.(message.removed);
    } else if ('ended' in message) {
      this.#forget(message.ended);
      this.free();
    } else {
      this.broken(this, message.broken);
    }
  }

  #forget(id: number) {
    const work = this.#open.get(id);
    this.#open.delete(id);
    clearTimeout(work?.grace);
    if (work?.flag) URL.revokeObjectURL(work.flag);
  }

  ask(work: Work) {
    const running: Running = work;
    if (work.stops) running.flag = URL.createObjectURL(new Blob(['1']));
    this.#open.set(work.id, running);
    this.#last = this.#last.then(async () => {
      const [journals, data] = await Promise.all([work.journals, work.data]);
      if (this.has(work)) this.#post({ id: work.id, text: work.text, flag: running.flag, journals, data });
    });
  }

  /** Stops a request: with its best answer so far, or by force, which calls `force`. */
  stop(work: Work, force: () => void) {
    const running = this.#open.get(work.id);
    if (!running) return;
    if (running.dies) return force();
    if (!running.flag || running.grace) return;
    URL.revokeObjectURL(running.flag);
    running.grace = setTimeout(force, GRACE);
  }

  /** Ends the worker. Its requests fail. */
  end(reason: string) {
    this.#worker.terminate();
    const left = [...this.#open.values()];
    for (const { id } of left) this.#forget(id);
    for (const work of left) work.failed(reason);
  }
}
