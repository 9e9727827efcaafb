// A long request, in parts that run in several workers at once: the players of a race, the pairs of games of a match.

import type { ReplyMessage, RequestMessage } from '../../protocol';
import type { Work } from './handle';
import { dataOf } from './data';
import * as journals from './journals';

type Ask = Omit<Asked<'open-match'>, 'id'> | Omit<Asked<'match'>, 'id'>;
export type Asked<K extends RequestMessage['ask']> = Extract<RequestMessage, { ask: K }>;
type Match = Extract<ReplyMessage, { say: 'match' }>;

/** What a job needs of the transport. */
export interface Host {
  /** Takes a message to the page. */
  received: (said: ReplyMessage) => void;
  /** Runs a part in a free worker, now or later. */
  start: (asked: RequestMessage, work: Work) => void;
  /** Stops the parts of a job. */
  stop: (id: number) => void;
  /** Answers a short request. */
  short: (work: Work) => void;
}

/** These have no partial answer. */
const NO_PART = new Set<string>(['overlay', 'reproduce'] satisfies RequestMessage['ask'][]);

/** Returns a request as work for one worker. */
export function workOf(asked: RequestMessage, said: Work['said'], failed: Work['failed'], more: Partial<Work> = {}): Work {
  const dies = NO_PART.has(asked.ask);
  return { id: asked.id, text: JSON.stringify(asked), stops: true, dies, data: dataOf(asked), said, failed, ...more };
}

/** Returns the refusal of a request. */
export const refusal = (id: number, reason: string) => ({ id, last: true, say: 'refused', reason }) as ReplyMessage;

/** Runs a long request in one worker. */
export function runWhole(host: Host, asked: RequestMessage) {
  host.start(
    asked,
    workOf(asked, host.received, (reason) => host.received(refusal(asked.id, reason))),
  );
}

/** Runs the players of a race in up to `most` workers. */
export function runRace(host: Host, asked: Asked<'race'>, most: number) {
  const count = Math.min(most, asked.specs.length);
  if (count < 2) return runWhole(host, asked);
  let open = count;
  let last: ReplyMessage | null = null;
  const ended = (said: ReplyMessage) => {
    // The page gets the first refusal, otherwise the answer of a stopped part.
    if (said.say === 'refused' && last?.say !== 'refused') host.stop(asked.id);
    if (last?.say !== 'refused' && (said.say === 'refused' || said.stopped || !last)) last = said;
    open -= 1;
    if (open === 0) host.received(last!);
  };
  for (let part = 0; part < count; part += 1) {
    const places = asked.specs.map((_, place) => place).filter((place) => place % count === part);
    const request = { ...asked, specs: places.map((place) => asked.specs[place]!) };
    const said = (said: ReplyMessage) => {
      if (said.last) ended(said);
      else host.received(said.say === 'race-row' ? { ...said, index: places[said.index]! } : said);
    };
    host.start(
      request,
      workOf(request, said, (reason) => ended(refusal(asked.id, reason))),
    );
  }
}

/** Runs a match in up to `most` workers, and stores its journal. */
export async function runMatch(host: Host, asked: Asked<'match'>, most: number) {
  const { id, plan } = asked;
  const pairs = (plan.games / 2) * ((plan.specs.length * (plan.specs.length - 1)) / 2);
  const count = Math.max(1, Math.min(most, plan.threads, Math.floor(pairs) || 1));
  const release = plan.resume ? await journals.hold(plan.resume) : undefined;
  if (release === null) return host.received(refusal(id, `another page is playing the match ${plan.resume}`));
  new SharedMatch(host, asked, count, release);
}

/** The number of the last request of a match itself. */
let ownId = 2_000_000_000;

/** A match that is played in several workers. Each plays a shard; the page joins their journals. */
class SharedMatch {
  #name = '';
  /** The journal so far. */
  #text: Uint8Array<ArrayBuffer>[] = [];
  #length = 0;
  #open: number;
  #refused = '';
  #stopped: Match['stopped'];
  #start = performance.now();
  /** The numbers of the games that the page has. */
  #sent = new Set<number>();
  #playing = new Map<number, Extract<ReplyMessage, { say: 'playing' }>['games']>();
  #isCounting = false;
  #isBehind = false;

  constructor(
    private host: Host,
    private asked: Asked<'match'>,
    private count: number,
    private release: (() => void) | undefined,
  ) {
    this.#open = count;
    void this.#begin();
  }

  async #begin() {
    const { resume } = this.asked.plan;
    if (resume) {
      const [journal] = await journals.read(resume);
      if (journal) this.#keep(resume, journal.text);
    }
    this.#part(0);
    // The others join after the first has written the header.
    if (resume) this.#others();
  }

  #others() {
    for (let part = 1; part < this.count; part += 1) this.#part(part);
  }

  #keep(name: string, text: Uint8Array<ArrayBuffer>) {
    this.#name = name;
    this.#text.push(text);
    this.#length += text.length;
  }

  #journal = () => Promise.resolve(this.#name ? [{ name: this.#name, text: journals.joined(this.#text) }] : []);

  #part(part: number) {
    const plan = { ...this.asked.plan, threads: 1, shard: this.count > 1 ? ([part, this.count] as [number, number]) : null };
    if (this.#name) plan.resume = this.#name;
    const request = { ...this.asked, plan };
    const work = workOf(
      request,
      (said) => this.#said(part, said),
      (reason) => this.#ended(refusal(this.asked.id, reason)),
      { journals: this.#journal(), wrote: (name, _, text) => this.#wrote(part, name, text) },
    );
    this.host.start(request, work);
  }

  /** A worker appended lines to its copy of the journal. */
  #wrote(part: number, name: string, text: Uint8Array<ArrayBuffer>) {
    const isFirst = this.#name === '';
    const begin = new TextDecoder().decode(text.subarray(0, 12));
    // Each worker notes that it resumed the match; one note is enough. The last request of the match notes its end.
    const isNote = (part !== 0 && begin.startsWith('{"resumed"')) || (part >= 0 && this.count > 1 && begin.startsWith('{"finished"'));
    if (text.length === 0 || isNote) return;
    const from = this.#length;
    this.#keep(name, text);
    if (isFirst) void journals.holdFirst(name).then((release) => (this.release ??= release ?? undefined));
    void journals.write(name, from, text);
    if (isFirst) this.#others();
    if (this.count > 1) this.#count();
  }

  #said(part: number, said: ReplyMessage) {
    if (said.say === 'playing') {
      this.#playing.set(part, said.games);
      const games = [...this.#playing.values()].flat().sort((a, b) => a.number - b.number);
      this.host.received({ ...said, games: games.slice(0, 4) });
    } else if (said.last) {
      this.#ended(said);
    } else if (this.count === 1) {
      this.#send(said);
    }
  }

  /** Sends the page a message, with the reason if the match is not stored. */
  #send(said: ReplyMessage) {
    if (said.say !== 'match') return this.host.received({ ...said, id: this.asked.id });
    const unkept = journals.whyNot() || null;
    const fresh = said.state.ended.filter(({ number }) => !this.#sent.has(number));
    for (const { number } of fresh) this.#sent.add(number);
    const ms = Math.round(performance.now() - this.#start);
    const state = { ...said.state, ended: fresh, ms, threads: this.count, unkept, journal: unkept ? null : said.state.journal };
    this.host.received({ ...said, id: this.asked.id, state });
  }

  /** Asks for the state of the whole match after a game, once at a time. */
  #count() {
    if (this.#isCounting) {
      this.#isBehind = true;
      return;
    }
    this.#isCounting = true;
    this.#ask({ ask: 'open-match', journal: this.#name }, (said) => {
      this.#isCounting = false;
      if (said.say !== 'match' || this.#open === 0) return;
      this.#send({ ...said, last: false });
      // A sequential test that is decided ends the match.
      if (said.state.complete) this.host.stop(this.asked.id);
      else if (this.#isBehind) this.#count();
      this.#isBehind = false;
    });
  }

  /** Asks the worker of the short requests, under a number that no page uses. */
  #ask(question: Ask, said: (said: ReplyMessage) => void) {
    const asked = { ...question, id: (ownId += 1) } as RequestMessage;
    const failed = (reason: string) => said(refusal(this.asked.id, reason));
    const wrote = (name: string, _: number, text: Uint8Array<ArrayBuffer>) => this.#wrote(-1, name, text);
    const last = (answer: ReplyMessage) => {
      if (answer.last) said(answer);
    };
    this.host.short(workOf(asked, last, failed, { stops: false, journals: this.#journal(), wrote: question.ask === 'match' ? wrote : undefined }));
  }

  #ended(said: ReplyMessage) {
    if (said.say === 'refused' && !this.#refused) {
      this.#refused = said.reason;
      this.host.stop(this.asked.id);
    }
    if (said.stopped) this.#stopped = said.stopped;
    this.#open -= 1;
    if (this.#open > 0) return;
    this.#finish(said);
  }

  /** Every worker has ended: sends the state of the match. */
  #finish(said: ReplyMessage) {
    const { id } = this.asked;
    if (this.#refused) return void this.#end(refusal(id, this.#refused));
    if (this.count === 1) return void this.#end(said);
    this.#ask({ ask: 'open-match', journal: this.#name }, (said) => {
      const isDecided = said.say === 'match' && said.state.complete;
      if (!isDecided) return void this.#end(this.#stopped ? { ...said, stopped: this.#stopped } : said);
      // The last games.
      this.#send({ ...said, last: false });
      // Nothing is left to play: the report is appended.
      this.#ask({ ask: 'match', plan: { ...this.asked.plan, threads: 1, resume: this.#name, shard: null } }, (said) => void this.#end(said));
    });
  }

  /** Sends the last message. The journal is complete and the match is free for other pages. */
  async #end(said: ReplyMessage) {
    await journals.stored();
    this.release?.();
    this.#send(said);
  }
}
