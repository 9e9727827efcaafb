// Playing the events of a recorded search, up to a breakpoint.

import type { SeekKind } from '../../protocol';
import type { Recording } from './recording.svelte';

export const KINDS: [SeekKind, string][] = [
  ['cut', 'a cutoff'],
  ['new-best', 'a new best line'],
  ['hit', 'a table hit'],
  ['iteration', 'a completed depth'],
];

/** Returns the moves of a line without move numbers. */
const movesOf = (line: string) => line.split(/\s+/).filter((word) => word !== '' && !/^\d+\.*$/.test(word));

export class Playback {
  playing = $state(false);
  /** Events per second. */
  speed = $state(4);
  /** The kinds of event to stop at. */
  stops = $state<SeekKind[]>(['cut']);
  /** The line of moves to stop at. */
  line = $state('');

  constructor(private tree: Recording) {}

  toggle(kind: SeekKind) {
    this.stops = this.stops.includes(kind) ? this.stops.filter((other) => other !== kind) : [...this.stops, kind];
  }

  /** Jumps to the next or the previous breakpoint. */
  async run(backwards: boolean) {
    this.playing = false;
    await this.tree.seek(this.stops, this.line.trim() || null, backwards);
  }

  /** Plays one event; stops at a breakpoint and at the end. */
  async tick() {
    const { tree } = this;
    const next = (tree.event?.event ?? -1) + 1;
    if (!tree.summary || next >= tree.summary.events) this.playing = false;
    else {
      await tree.step(next);
      if (this.atStop) this.playing = false;
    }
  }

  /** Whether the current event is a breakpoint. */
  get atStop(): boolean {
    const { event, inspected } = this.tree;
    if (!event) return false;
    const moves = movesOf(this.line);
    const onLine = moves.length > 0 && event.kind === 'enter' && inspected?.node.id === event.node && inspected?.path.join(' ') === moves.join(' ');
    return onLine || (this.stops as string[]).includes(event.kind) || (event.newBest && this.stops.includes('new-best'));
  }
}
