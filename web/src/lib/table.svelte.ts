// A game being played: who sits where, the clocks, whose turn it is, and how it ended.

import type { GameInfo, GameTree, Over, Side, Thought } from '../protocol';
import { reason, server, type Hello, type Job } from './connection.svelte';
import { Game, ROOT } from './game.svelte';
import { sound, soundOf } from './prefs.svelte';

export interface TimeControl {
  minutes: number;
  increment: number;
}

const KEY = 'espalier.table';
/** A game that was not over when another was opened. */
const ASIDE = 'espalier.table.aside';

/** Between two moves of programs, so that eyes can follow. */
const PACE = 150;

interface Saved {
  tree: GameTree;
  tip: number;
  players: [string, string];
  control: TimeControl | null;
  left: [number, number];
  ended: Over | null;
  /** Whether it is over, by the rules too. */
  over?: boolean;
  flipped: boolean;
  paused: boolean;
}

export const place = (side: Side): 0 | 1 => (side === 'first' ? 0 : 1);
const other = (side: Side): Side => (side === 'first' ? 'second' : 'first');

/** Whether a side has nothing but its king. */
const isBare = (board: string, side: Side) => board.replace(side === 'first' ? /[^A-Z]/g : /[^a-z]/g, '').length <= 1;

export class Table {
  game = new Game();
  players = $state<[string, string]>(['human', 'classic:movetime=500']);
  control = $state<TimeControl | null>(null);
  left = $state<[number, number]>([0, 0]);
  flipped = $state(false);
  paused = $state(false);
  /** Resigned, agreed or out of time; what the rules say is in the position. */
  ended = $state.raw<Over | null>(null);
  thinking = $state<Side | null>(null);
  /** What programs said about their moves, by node. */
  thoughts = $state.raw(new Map<number, Thought>());
  error = $state('');
  note = $state('');
  /** Whether an unfinished game waits to be gone on with. */
  aside = $state(false);
  now = $state(performance.now());
  /** When the clock of whose turn it is began to run. */
  #since = $state<number | null>(null);
  #job: Job<'chosen'> | null = null;
  #key = Math.random().toString(36).slice(2);
  #once = false;

  get over(): Over | null {
    return this.ended ?? this.game.last?.over ?? null;
  }

  /** Whose clock it is: who is to move where the game stands, wherever somebody looks. */
  get running(): Side {
    return this.game.last?.side ?? 'first';
  }

  get turn(): Side {
    return this.game.position?.side ?? 'first';
  }

  /** Whether a person may move a piece where we are. */
  get humanMay(): boolean {
    const { game } = this;
    return game.shown === game.current && !this.ended && !game.position?.over && this.isHuman(this.turn) && !this.thinking;
  }

  isHuman(side: Side): boolean {
    return this.players[place(side)] === 'human';
  }

  get programsOnly(): boolean {
    return !this.isHuman('first') && !this.isHuman('second');
  }

  /** What is left on a clock right now. */
  leftNow(side: Side): number {
    const running = this.#since !== null && this.running === side ? this.now - this.#since : 0;
    return this.left[place(side)] - running;
  }

  async begin(info: GameInfo, start: string | null, moves: string[] = [], seats: { players: [string, string]; control: TimeControl | null } | null = null) {
    this.cancel();
    await this.game.begin(info, start, moves);
    // Nobody who began to think about the last game meanwhile may move in this one.
    this.cancel();
    if (seats) [this.players, this.control] = [seats.players, seats.control];
    this.#fresh();
  }

  async load(info: GameInfo, tree: GameTree) {
    this.cancel();
    await this.game.beginTree(info, tree);
    this.cancel();
    this.#fresh();
    // Somebody who reads a game in wants to look at it first.
    this.paused = this.programsOnly || !this.isHuman(this.turn);
  }

  #fresh() {
    this.#key = Math.random().toString(36).slice(2);
    this.ended = null;
    this.error = this.note = '';
    this.thoughts = new Map();
    this.paused = this.programsOnly;
    this.#resetClocks();
  }

  #resetClocks() {
    const ms = (this.control?.minutes ?? 0) * 60_000;
    this.left = [ms, ms];
    this.#since = null;
  }

  setControl(control: TimeControl | null) {
    this.control = control;
    this.#resetClocks();
  }

  setPlayer(side: Side, spec: string) {
    if (this.thinking === side) this.cancel();
    this.players[place(side)] = spec;
    this.face();
    if (this.programsOnly) this.paused = true;
  }

  /** Who plays alone against a program sits at the near side. */
  face() {
    const first = this.isHuman('first');
    if (first !== this.isHuman('second')) this.flipped = !first;
  }

  /** Stops a program that thinks; its move is not wanted any more. */
  cancel() {
    this.#job?.stop();
    this.#job = null;
    this.thinking = null;
  }

  async move(mv: string) {
    const { game } = this;
    // Who moves from an earlier place goes on from there.
    if (game.current !== game.tip) this.cancel();
    if (this.ended) return;
    this.#stopClock();
    this.note = '';
    await game.play(mv);
    sound(game.position?.over ? 'end' : soundOf(game.nodes[game.tip]?.ply?.san ?? ''));
    if (game.position?.over) this.#since = null;
    else if (this.control && !this.paused) this.#since = performance.now();
  }

  #stopClock() {
    if (!this.control) return;
    const side = this.running;
    if (this.#since !== null) this.left[place(side)] -= performance.now() - this.#since;
    // The first move of each side is free, and only moves that were timed earn their increment.
    if (this.#since !== null) this.left[place(side)] += this.control.increment * 1_000;
    this.#since = null;
  }

  /** Keeps the clocks going and sees who has run out of time. Called many times a second. */
  tick() {
    this.now = performance.now();
    if (this.#since === null || !this.control || this.ended || this.paused) return;
    const side = this.running;
    if (this.leftNow(side) > 0) return;
    this.left[place(side)] = 0;
    this.#since = null;
    this.cancel();
    const winner = other(side);
    // A king alone mates nobody: then the one whose time is up has not lost.
    if (this.game.info?.id === 'chess' && isBare(this.game.last?.board ?? '', winner)) {
      this.#end({ winner: null, result: '1/2-1/2', text: `${this.name(side)} is out of time, but ${this.name(winner)} has only the king: a draw` });
    } else {
      this.#end({ winner, result: winner === 'first' ? '1-0' : '0-1', text: `${this.name(winner)} wins on time` });
    }
  }

  name(side: Side): string {
    return this.game.info?.sides[place(side)] ?? '';
  }

  #end(over: Over) {
    this.cancel();
    this.#since = null;
    this.ended = over;
    sound('end');
  }

  /** Lets a program move if it is its turn. */
  async play() {
    const { game } = this;
    const position = game.last;
    if (this.thinking || !position || game.stands !== game.tip || position.over || this.ended) return;
    if (this.paused && !this.#once) return;
    const side = position.side;
    const spec = this.players[place(side)]!;
    if (spec === 'human') return;
    this.#once = false;
    this.thinking = side;
    const clocks = this.control
      ? {
          left: [Math.max(1, Math.round(this.leftNow('first'))), Math.max(1, Math.round(this.leftNow('second')))] as [number, number],
          increment: this.control.increment * 1_000,
        }
      : null;
    const began = performance.now();
    const job = server.job({ ask: 'think', line: game.line(game.tip), spec, seat: `${this.#key}-${side}`, limit: {}, clocks, live: false }, 'chosen');
    this.#job = job;
    try {
      const { mv, thought } = await job.done;
      const rest = this.programsOnly ? PACE - (performance.now() - began) : 0;
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      if (this.#job !== job) return;
      this.#job = null;
      if (mv) {
        // Whoever looks back is taken along: the move belongs where the game stands.
        if (game.current !== game.tip) await game.goto(game.tip);
        await this.move(mv);
        this.thoughts = new Map(this.thoughts).set(game.tip, thought);
      }
      this.thinking = null;
    } catch (problem) {
      if (this.#job !== job) return;
      this.cancel();
      this.paused = true;
      this.error = reason(problem);
    }
  }

  pause() {
    this.paused = true;
    if (this.#since !== null) {
      this.left[place(this.running)] -= performance.now() - this.#since;
      this.#since = null;
    }
    this.cancel();
  }

  resume() {
    this.paused = false;
    this.error = '';
    if (this.control && this.game.tip !== ROOT) this.#since = performance.now();
  }

  /** One move of a program, then pause again. */
  step() {
    this.#once = true;
    this.error = '';
    void this.play();
  }

  /** Takes back to where a person was to move; in games of programs, one move. */
  async takeBack() {
    this.cancel();
    const { game } = this;
    if (this.ended) {
      this.ended = null;
      return;
    }
    const path = game.path(game.tip);
    const sides = path.map((node) => node.ply?.side ?? 'first');
    let keep = path.length - 1;
    if (!this.programsOnly) while (keep > 0 && !this.isHuman(sides[keep]!)) keep -= 1;
    if (keep < 0 || (!this.programsOnly && !this.isHuman(sides[keep] ?? 'first'))) {
      this.note = 'There is nothing to take back.';
      return;
    }
    if (this.programsOnly) this.paused = true;
    // The clock of whoever was to move stops; that of whoever is to move again goes on, from the second move on.
    if (this.#since !== null) this.left[place(this.running)] = this.leftNow(this.running);
    this.#since = null;
    game.tip = path[keep - 1]?.id ?? ROOT;
    await game.goto(game.tip);
    if (this.control && !this.paused && game.tip !== ROOT) this.#since = performance.now();
    this.note = '';
  }

  /** The person who gives up or offers something: whose turn it is, or the only one. */
  get person(): Side | null {
    if (this.isHuman(this.running)) return this.running;
    return this.isHuman(other(this.running)) ? other(this.running) : null;
  }

  resign() {
    const side = this.person;
    if (!side) return;
    const winner = other(side);
    this.#end({ winner, result: winner === 'first' ? '1-0' : '0-1', text: `${this.name(winner)} wins, ${this.name(side)} resigned` });
  }

  /** Offers a draw to the program on the other side; between two people it is agreed at once. */
  async offerDraw() {
    const side = this.person;
    if (!side) return;
    if (!this.isHuman(other(side))) {
      const answer = await server.ask(
        { ask: 'offer-draw', line: this.game.line(this.game.tip), spec: this.players[other(side) === 'first' ? 0 : 1], side: other(side) },
        'draw',
      );
      if (!answer.accepted) {
        this.note = `${this.name(other(side))} thinks it is better and plays on.`;
        return;
      }
    }
    this.#end({ winner: null, result: '1/2-1/2', text: 'Draw by agreement' });
  }

  /** The game as PGN wants it. */
  tree(): GameTree {
    // A game that was read keeps what its PGN said.
    if (this.game.tags.length > 0) return this.game.tree(this.game.tags, this.over?.result ?? this.game.result);
    const date = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
    const tags: [string, string][] = [
      ['Event', 'Espalier'],
      ['Date', date],
      ['White', this.players[0]],
      ['Black', this.players[1]],
    ];
    return this.game.tree(tags, this.over?.result ?? this.game.result);
  }

  save() {
    const { game } = this;
    if (!game.info) return;
    const tree = game.tree();
    // The place of the tip among the moves, in the order they are written.
    const order: number[] = [];
    const walk = (node: number) => {
      order.push(...game.nodes[node]!.children);
      game.nodes[node]!.children.forEach(walk);
    };
    walk(ROOT);
    const saved: Saved = {
      tree,
      tip: order.indexOf(game.tip),
      players: this.players,
      control: this.control,
      left: [this.leftNow('first'), this.leftNow('second')],
      ended: this.ended,
      over: this.over !== null,
      flipped: this.flipped,
      paused: this.paused,
    };
    localStorage.setItem(KEY, JSON.stringify(saved));
  }

  /** Goes on with what was saved, if it is the game of the address or the address says nothing. */
  async restore(hello: Hello, params: URLSearchParams): Promise<boolean> {
    let saved: Saved;
    try {
      saved = JSON.parse(localStorage.getItem(KEY) ?? '') as Saved;
    } catch {
      return false;
    }
    const info = hello.games.find((game) => game.id === saved.tree.game);
    if (!info) return false;
    if (params.size > 0) {
      const path: string[] = [];
      for (let at = saved.tip; at >= 0; at = saved.tree.moves[at]?.after ?? -1) path.unshift(saved.tree.moves[at]!.mv);
      const same =
        params.get('game') === info.id &&
        (params.get('start') ?? null) === saved.tree.start &&
        (params.get('moves') ?? '') === path.join('.') &&
        params.get('first') === saved.players[0] &&
        params.get('second') === saved.players[1] &&
        (params.get('time') ?? '') === (saved.control ? `${saved.control.minutes}+${saved.control.increment}` : '');
      if (!same) {
        this.#putAside(saved);
        return false;
      }
    }
    return this.#resume(info, saved);
  }

  /** Keeps a game that is not over for later: whoever follows a link must not lose it. */
  #putAside(saved: Saved) {
    if ((saved.over ?? saved.ended !== null) || saved.tree.result !== '*' || saved.tip < 1 || !saved.players.includes('human')) return;
    localStorage.setItem(ASIDE, JSON.stringify(saved));
    this.aside = true;
  }

  /** Goes on with the game that was put aside. */
  async goBack(hello: Hello) {
    this.cancel();
    this.aside = false;
    try {
      const saved = JSON.parse(localStorage.getItem(ASIDE) ?? '') as Saved;
      const info = hello.games.find((game) => game.id === saved.tree.game);
      if (info && (await this.#resume(info, saved))) {
        this.error = '';
        this.note = '';
      }
    } catch {
      this.note = 'The game that was put aside cannot be read any more.';
    }
  }

  async #resume(info: GameInfo, saved: Saved): Promise<boolean> {
    try {
      await this.game.beginTree(info, saved.tree);
    } catch {
      return false;
    }
    this.cancel();
    this.thoughts = new Map();
    this.players = saved.players;
    this.control = saved.control;
    this.left = saved.left;
    this.flipped = saved.flipped;
    this.ended = saved.ended;
    this.paused = saved.paused;
    // Moves were added in the order they were saved, so places are numbers less one.
    this.game.tip = saved.tip + 1;
    await this.game.goto(this.game.tip);
    if (this.control && this.game.tip !== ROOT && !this.paused) this.#since = performance.now();
    return true;
  }
}
