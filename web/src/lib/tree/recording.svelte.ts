// A recorded search on the server. The page has only the part that was opened.

import type { Bar, Child, Grown, Inspected, Limit, Line, Meetings, SeekKind, TraceSummary, TreeEvent, TreeNode } from '../../protocol';
import { reason, server, type Job } from '../connection.svelte';

export class Recording {
  summary = $state.raw<TraceSummary | null>(null);
  /** The root shown: one of several iterations. */
  root = $state<number>(0);
  /** The children of the open nodes. */
  open = $state.raw(new Map<number, Child[]>());
  known = $state.raw(new Map<number, TreeNode>());
  bars = $state.raw<Bar[]>([]);
  /** The node at the top of the overview. */
  top = $state(0);
  inspected = $state.raw<Inspected | null>(null);
  event = $state.raw<TreeEvent | null>(null);
  /** The tree of a best-first search after a step. */
  grown = $state.raw<Grown | null>(null);
  /** Transpositions, once requested. */
  meetings = $state.raw<Meetings | null>(null);
  error = $state('');
  busy = $state(false);
  /** Milliseconds to record the search and open it. */
  took = $state(0);
  #job: Job<'traced'> | null = null;
  /** The number of the last request to go somewhere. Answers to earlier requests are dropped. */
  #request = 0;

  async record(line: Line, spec: string, limit: Limit, nodes: number) {
    this.#job?.stop();
    this.error = '';
    this.busy = true;
    const began = performance.now();
    const job = server.job({ ask: 'trace', line, spec, limit, nodes }, 'traced');
    this.#job = job;
    try {
      const { summary } = await job.done;
      if (this.#job !== job) return;
      this.open = new Map();
      this.known = new Map(summary.roots.map((root) => [root.id, root]));
      this.event = this.inspected = this.meetings = this.grown = null;
      this.summary = summary;
      await this.show(summary.roots.at(-1)!.id);
      if (summary.growing) this.grown = await this.#grow(summary.steps - 1);
      this.took = performance.now() - began;
    } catch (problem) {
      if (this.#job === job) this.error = reason(problem);
    }
    if (this.#job === job) {
      this.busy = false;
      this.#job = null;
    }
  }

  stop() {
    this.#job?.stop();
  }

  /** Shows one of the roots. */
  async show(root: number) {
    const request = ++this.#request;
    this.root = root;
    this.meetings = null;
    await this.zoom(root);
    await this.expand(root);
    if (request === this.#request) await this.#go(request, server.ask({ ask: 'tree-inspect', node: root }, 'inspected'));
  }

  async zoom(node: number) {
    this.top = node;
    const { bars } = await server.ask({ ask: 'tree-overview', node, plies: 24 }, 'overview');
    if (this.top === node) this.bars = bars;
  }

  async expand(node: number) {
    if (this.open.has(node)) return;
    const { children } = await server.ask({ ask: 'tree-children', node }, 'children');
    const known = new Map(this.known);
    for (const child of children) if (child.child === 'node') known.set(child.node.id, child.node);
    this.known = known;
    this.open = new Map(this.open).set(node, children);
  }

  collapse(node: number) {
    const open = new Map(this.open);
    open.delete(node);
    this.open = open;
  }

  /** Inspects a node and opens the path to it. */
  async select(node: number) {
    await this.#go(++this.#request, server.ask({ ask: 'tree-inspect', node }, 'inspected'));
  }

  async #go(request: number, answer: Promise<{ node: Inspected }>, before: () => void = () => {}) {
    try {
      const { node } = await answer;
      if (request === this.#request) await this.#arrive(node, request, before);
    } catch (problem) {
      if (request === this.#request) this.error = reason(problem);
    }
  }

  /** Opens the path to a node, then shows the node and whatever belongs to it at once. */
  async #arrive(found: Inspected, request: number, together: () => void) {
    const root = found.ids[0]!;
    if (root !== this.root) {
      this.root = root;
      this.meetings = null;
      await this.zoom(root);
    }
    for (const step of found.ids.slice(0, -1)) await this.expand(step);
    if (request !== this.#request) return;
    this.error = '';
    together();
    this.known = new Map(this.known).set(found.node.id, found.node);
    this.inspected = found;
  }

  async find(text: string) {
    await this.#go(++this.#request, server.ask({ ask: 'tree-find', text }, 'inspected'));
  }

  async #grow(step: number): Promise<Grown> {
    return (await server.ask({ ask: 'tree-grown', step }, 'grown')).grown;
  }

  /** Goes to the end of a step of a growing tree. */
  async grow(step: number) {
    if (!this.summary) return;
    const grown = this.#grow(Math.min(Math.max(0, step), this.summary.steps - 1));
    await this.#happen(
      grown.then(({ event }) => server.ask({ ask: 'tree-event', event }, 'event')),
      grown,
    );
  }

  /** Goes to an event of the search. */
  async step(event: number) {
    if (!this.summary) return;
    const target = Math.min(Math.max(0, event), this.summary.events - 1);
    await this.#happen(server.ask({ ask: 'tree-event', event: target }, 'event'));
  }

  /** Goes to the next or previous event of one of these kinds, or to where the line is entered. */
  async seek(kinds: SeekKind[], line: string | null, backwards: boolean) {
    await this.#happen(server.ask({ ask: 'tree-seek', event: this.event?.event ?? 0, backwards, kinds, line }, 'event'));
  }

  /** Lists the transpositions of the search shown. */
  async meet() {
    const root = this.root;
    try {
      const { meetings } = await server.ask({ ask: 'tree-meetings', root }, 'meetings');
      if (root === this.root) this.meetings = meetings;
    } catch (problem) {
      this.error = reason(problem);
    }
  }

  /** Shows an event together with its node and the tree at its step: the three are always consistent. */
  async #happen(answer: Promise<{ event: TreeEvent }>, drawn: Promise<Grown> | null = null) {
    const request = ++this.#request;
    try {
      const { event } = await answer;
      if (request !== this.#request) return;
      const grown = await (drawn ?? (this.grown && this.grown.step !== event.step ? this.#grow(event.step) : this.grown));
      if (request !== this.#request) return;
      const show = () => ([this.grown, this.event, this.error] = [grown, event, '']);
      if (event.node === null) show();
      else await this.#go(request, server.ask({ ask: 'tree-inspect', node: event.node }, 'inspected'), show);
    } catch (problem) {
      if (request === this.#request) this.error = reason(problem);
    }
  }
}
