// The transport of the static site. Long requests run in workers, each with an instance of its own; one more worker answers the short
// requests. Answers that never change are files, so the first page does not wait for the module.

import type { ReplyMessage, RequestMessage } from '../../protocol';
import { Handle, type Work } from './handle';
import { refusal, runMatch, runRace, runWhole, workOf } from './job';
import * as journals from './journals';
import type { Receiver, Transport } from './transport';

export const IS_SITE = true;

const LONG = new Set<string>([
  'think',
  'analyse',
  'why',
  'review',
  'race',
  'trace',
  'overlay',
  'match',
  'reproduce',
  'train',
] satisfies RequestMessage['ask'][]);

/** The workers that run at once for a race or a match. */
const POOL = Math.max(1, navigator.hardwareConcurrency - 1);

/** The most workers for long requests: at least as many as the server grants a page. */
const MOST = Math.max(4, POOL);

/**
 * Returns what a long request looks for in its worker: the table of a player from the last move, the recorded tree. Other requests
 * look for nothing.
 */
function memoryOf(asked: RequestMessage): string {
  if (asked.ask === 'think') return `seat ${asked.seat}`;
  if (asked.ask === 'analyse' || asked.ask === 'why') return 'analysis';
  return isTree(asked.ask) ? 'tree' : '';
}

const isTree = (ask: string) => ask === 'trace' || ask.startsWith('tree-');

/** Returns the file of an answer that never changes. `site/plugin.js` writes them. */
function fileOf(asked: RequestMessage): string | null {
  if (asked.ask === 'lesson') return `lesson-${asked.name}`;
  return ['hello', 'lessons', 'ladder', 'alternatives', 'assignments'].includes(asked.ask) ? asked.ask : null;
}

/** Returns an answer that never changes, or `null` if it has no file or cannot be loaded. */
async function answerFromFile(asked: RequestMessage): Promise<ReplyMessage | null> {
  const file = fileOf(asked);
  if (!file) return null;
  try {
    const response = await fetch(`./answers/${encodeURIComponent(file)}.json`);
    return response.ok ? { ...((await response.json()) as ReplyMessage), id: asked.id } : null;
  } catch {
    return null;
  }
}

/** Returns the journals that a short request reads. */
function journalsOf(asked: RequestMessage) {
  if (asked.ask === 'matches') return journals.read();
  if (asked.ask === 'open-match' || asked.ask === 'match-pgn' || asked.ask === 'delete-match') return journals.read(asked.journal);
  return undefined;
}

interface Waiting {
  asked: RequestMessage;
  work: Work;
}

class Workers implements Transport {
  #resident: Handle | null = null;
  #long: Handle[] = [];
  #waiting: Waiting[] = [];
  /** The parts of long requests that have a worker. */
  #begun: { handle: Handle; work: Work }[] = [];
  /** The long requests that were stopped before their first part: a match waits for its reservation. */
  #stoppedEarly = new Set<number>();

  constructor(private page: Receiver) {
    queueMicrotask(() => page.opened());
  }

  #handle(): Handle {
    return new Handle(
      () => this.#start(),
      (handle, reason) => this.#replace(handle, `The engine stopped with an error and was started again: ${reason}`),
    );
  }

  #short(): Handle {
    if (!this.#resident) {
      this.#resident = this.#handle();
      this.#prepare();
    }
    return this.#resident;
  }

  /** Starts a worker for the next long request, so that its search begins at once. */
  #prepare() {
    if (this.#long.length < MOST && !this.#long.some(({ isIdle, memory }) => isIdle && memory === '')) this.#long.push(this.#handle());
  }

  /** The functions that a job uses. */
  #host = {
    received: (said: ReplyMessage) => this.#received(said),
    start: (asked: RequestMessage, work: Work) => this.#begin(asked, work),
    stop: (id: number) => this.#stop(id),
    short: (work: Work) => this.#short().ask(work),
  };

  #received(said: ReplyMessage) {
    // The build does not know this device.
    if (said.say === 'hello') said = { ...said, caps: { ...said.caps, matchThreads: POOL } };
    this.page.received(said);
  }

  send(text: string) {
    const asked = JSON.parse(text) as RequestMessage;
    if (asked.ask === 'stop') this.#stop(asked.job);
    else if (asked.ask === 'race') runRace(this.#host, asked, POOL);
    else if (asked.ask === 'match') void runMatch(this.#host, asked, POOL);
    else if (LONG.has(asked.ask)) runWhole(this.#host, asked);
    else if (isTree(asked.ask))
      this.#ask(
        asked,
        this.#long.find(({ memory }) => memory === 'tree'),
      );
    else if (asked.ask === 'delete-match') void this.#delete(asked);
    else if (fileOf(asked)) void this.#answerFromFile(asked);
    else this.#ask(asked);
  }

  /** Asks a short request. */
  #ask(asked: RequestMessage, handle = this.#short(), said = (said: ReplyMessage) => this.#received(said)) {
    const failed = (reason: string) => said(refusal(asked.id, reason));
    handle.ask(workOf(asked, said, failed, { stops: false, journals: journalsOf(asked), removed: (name) => void journals.remove(name) }));
  }

  async #delete(asked: Extract<RequestMessage, { ask: 'delete-match' }>) {
    const release = await journals.hold(asked.journal);
    if (!release) return this.#received(refusal(asked.id, `the match ${asked.journal} is being played: stop it first`));
    this.#ask(asked, this.#short(), (said) => {
      // The journal is gone before another page can reserve the match.
      void journals.stored().then(() => {
        release();
        this.#received(said);
      });
    });
  }

  async #answerFromFile(asked: RequestMessage) {
    const answer = await answerFromFile(asked);
    if (!answer) return this.#ask(asked);
    this.#received(answer);
    // The engine loads while the user reads.
    this.#short();
  }

  #begin(asked: RequestMessage, work: Work) {
    if (this.#stoppedEarly.has(work.id)) return work.failed('it was stopped before it began');
    const waiting = { asked, work };
    this.#waiting.push(waiting);
    this.#start();
    const ahead = this.#waiting.indexOf(waiting);
    if (ahead >= 0 && !this.#hasBegun(work.id)) this.#received({ id: work.id, last: false, say: 'waiting', ahead } as ReplyMessage);
  }

  #hasBegun(id: number) {
    return this.#begun.some(({ work }) => work.id === id);
  }

  /** Gives waiting requests to workers. */
  #start() {
    this.#begun = this.#begun.filter(({ handle, work }) => handle.has(work));
    this.#waiting = this.#waiting.filter(({ asked, work }) => {
      const handle = this.#free(memoryOf(asked));
      if (!handle) return true;
      this.#begun.push({ handle, work });
      handle.ask(work);
      return false;
    });
  }

  /** Returns a worker for a long request, the one with its memory if possible. */
  #free(memory: string): Handle | null {
    const same = this.#long.find((handle) => memory !== '' && handle.memory === memory);
    // There is one recorded tree: the next one replaces it.
    if (same && (same.isIdle || memory === 'tree')) return same.isIdle ? same : null;
    let handle = this.#long.find(({ isIdle, memory }) => isIdle && memory === '');
    if (!handle && this.#long.length < MOST) this.#long.push((handle = this.#handle()));
    handle ??= this.#long.find(({ isIdle }) => isIdle);
    if (handle && !same) handle.memory = memory;
    return handle ?? null;
  }

  #stop(id: number) {
    const hasBegun = this.#hasBegun(id);
    const waiting = this.#waiting.filter(({ work }) => work.id === id);
    this.#waiting = this.#waiting.filter(({ work }) => work.id !== id);
    if (!hasBegun && waiting.length === 0) this.#stoppedEarly.add(id);
    for (const { handle, work } of this.#begun) if (work.id === id) handle.stop(work, () => this.#replace(handle, 'it was stopped'));
    for (const { work } of waiting) {
      if (hasBegun) work.said({ id, last: true, say: 'done', stopped: 'asked' } as ReplyMessage);
      else work.failed('it was stopped before it began');
    }
  }

  /** Ends a worker. Its requests are refused; the next request gets a new worker. */
  #replace(handle: Handle, reason: string) {
    this.#long = this.#long.filter((other) => other !== handle);
    if (this.#resident === handle) this.#resident = null;
    handle.end(reason);
    this.#start();
    // Not after an error of every worker, such as a module that cannot be loaded.
    if (this.#resident) this.#prepare();
  }
}

export type { Receiver, Transport };

/** Returns the address that Share copies: of the site if the build knows it. A lesson has a page of its own, for link previews. */
export function shareAddress(): string {
  const { hash } = location;
  const lesson = /^#\/lesson\?(?:.*&)?name=([a-z-]+)/.exec(hash)?.[1];
  const file = lesson ? `lesson-${lesson}.html` : './';
  return new URL(file + hash, import.meta.env.SITE_BASE || new URL('./', location.href)).href;
}

/** Loads what exports and imports the data of this browser. */
export const loadBackup = () => import('./backup');

/** Loads what grades programs in the browser. */
export const loadGrader = () => import('./grading');

let own: Handle | null = null;
let asked = 0;

/** For scripts: asks a question outside the pages, in an instance of its own, and returns the last answer. */
async function ask(question: object): Promise<ReplyMessage> {
  asked += 1;
  const request = { id: asked, ...question } as RequestMessage;
  const known = await answerFromFile(request);
  if (known) return known;
  own ??= new Handle(
    () => {},
    (handle, reason) => {
      own = null;
      handle.end(reason);
    },
  );
  return new Promise((resolve) => {
    const said = (said: ReplyMessage) => {
      if (said.last) resolve(said);
    };
    const failed = (reason: string) => resolve({ id: request.id, last: true, say: 'refused', reason } as ReplyMessage);
    own!.ask(workOf(request, said, failed, { stops: false }));
  });
}

export function connect(page: Receiver): Transport {
  const texts = async () => (await journals.read()).map(({ name, text }) => ({ name, text: new TextDecoder().decode(text) }));
  Object.assign(window, { espalier: { ask, journals: texts } });
  // The service worker stores all files for offline use, after the page has loaded its own.
  if ('serviceWorker' in navigator) {
    window.addEventListener('load', () => void navigator.serviceWorker.register('./service_worker.js').catch(() => {}));
  }
  return new Workers(page);
}
