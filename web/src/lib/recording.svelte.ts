// A recorded search, of which the page has only the part that was looked at.

import type { Bar, Child, Grown, Inspected, Limit, Line, Meetings, SeekKind, TraceSummary, TreeEvent, TreeNode } from '../protocol';
import { reason, server, type Job } from './connection.svelte';

export class Recording {
  summary = $state.raw<TraceSummary | null>(null);
  /** The root that is shown: one of several iterations. */
  root = $state<number>(0);
  /** What stands below the nodes that are open. */
  open = $state.raw(new Map<number, Child[]>());
  known = $state.raw(new Map<number, TreeNode>());
  bars = $state.raw<Bar[]>([]);
  /** The node at the top of the overview. */
  top = $state(0);
  inspected = $state.raw<Inspected | null>(null);
  event = $state.raw<TreeEvent | null>(null);
  /** The tree of a search that comes back to its root, as it was after a step. */
  grown = $state.raw<Grown | null>(null);
  /** Positions reached in several ways, once somebody asked. */
  meetings = $state.raw<Meetings | null>(null);
  error = $state('');
  busy = $state(false);
  /** How long the server took to record and the page to open it, in milliseconds. */
  took = $state(0);
  #job: Job<'traced'> | null = null;
  /** Of several wishes to go somewhere the last one counts, in whatever order the answers come. */
  #wish = 0;

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
    // Whoever goes somewhere else while it is being opened stays there.
    const wish = ++this.#wish;
    this.root = root;
    this.meetings = null;
    await this.zoom(root);
    await this.expand(root);
    if (wish === this.#wish) await this.#go(wish, server.ask({ ask: 'tree-inspect', node: root }, 'inspected'));
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

  /** Looks closely at a node, and opens the way to it. */
  async select(node: number) {
    await this.#go(++this.#wish, server.ask({ ask: 'tree-inspect', node }, 'inspected'));
  }

  async #go(wish: number, answer: Promise<{ node: Inspected }>) {
    try {
      const { node } = await answer;
      if (wish === this.#wish) await this.#arrive(node, wish);
    } catch (problem) {
      if (wish === this.#wish) this.error = reason(problem);
    }
  }

  async #arrive(found: Inspected, wish: number) {
    this.error = '';
    const root = found.ids[0]!;
    if (root !== this.root) {
      this.root = root;
      this.meetings = null;
      await this.zoom(root);
    }
    for (const step of found.ids.slice(0, -1)) await this.expand(step);
    if (wish !== this.#wish) return;
    this.known = new Map(this.known).set(found.node.id, found.node);
    this.inspected = found;
  }

  async find(text: string) {
    await this.#go(++this.#wish, server.ask({ ask: 'tree-find', text }, 'inspected'));
  }

  async #grow(step: number): Promise<Grown> {
    return (await server.ask({ ask: 'tree-grown', step }, 'grown')).grown;
  }

  /** Goes to where a step of a growing tree is done. */
  async grow(step: number) {
    if (!this.summary) return;
    const wish = ++this.#wish;
    try {
      const grown = await this.#grow(Math.min(Math.max(0, step), this.summary.steps - 1));
      const { event } = await server.ask({ ask: 'tree-event', event: grown.event }, 'event');
      if (wish !== this.#wish) return;
      // Both at once: whoever steps on from here steps on from this event.
      [this.grown, this.event, this.error] = [grown, event, ''];
      if (event.node !== null) await this.#go(wish, server.ask({ ask: 'tree-inspect', node: event.node }, 'inspected'));
    } catch (problem) {
      if (wish === this.#wish) this.error = reason(problem);
    }
  }

  /** Goes to an event of the search. */
  async step(event: number) {
    if (!this.summary) return;
    const wanted = Math.min(Math.max(0, event), this.summary.events - 1);
    await this.#happen(server.ask({ ask: 'tree-event', event: wanted }, 'event'));
  }

  /** Runs on to where one of these things happens, or where a line is entered. */
  async seek(kinds: SeekKind[], line: string | null, backwards: boolean) {
    await this.#happen(server.ask({ ask: 'tree-seek', event: this.event?.event ?? 0, backwards, kinds, line }, 'event'));
  }

  /** Which positions were reached in several ways in the search that is shown. */
  async meet() {
    const root = this.root;
    try {
      const { meetings } = await server.ask({ ask: 'tree-meetings', root }, 'meetings');
      if (root === this.root) this.meetings = meetings;
    } catch (problem) {
      this.error = reason(problem);
    }
  }

  async #happen(answer: Promise<{ event: TreeEvent }>) {
    const wish = ++this.#wish;
    try {
      const { event } = await answer;
      if (wish !== this.#wish) return;
      const grown = this.grown && this.grown.step !== event.step ? await this.#grow(event.step) : this.grown;
      if (wish !== this.#wish) return;
      [this.grown, this.event, this.error] = [grown, event, ''];
      if (event.node !== null) await this.#go(wish, server.ask({ ask: 'tree-inspect', node: event.node }, 'inspected'));
    } catch (problem) {
      if (wish === this.#wish) this.error = reason(problem);
    }
  }
}
