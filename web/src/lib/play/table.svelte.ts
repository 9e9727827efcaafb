// A game in progress: the players of both sides, the clocks, the side to move and the result.

import type { GameInfo, GameTree, Over, Side, Thought } from '../../protocol';
import { reason, server, type Hello, type Job } from '../connection.svelte';
import { isBare } from '../board';
import { displayName } from '../players';
import { parseSpec } from '../spec';
import { Game, ROOT } from '../game.svelte';
import { extras, gameOf } from '../games';
import { unknownGame } from '../scene.svelte';
import { sound, soundOf } from '../prefs.svelte';
import { readControl, usualOpponent, writeControl, type TimeControl } from './opponents';

const KEY = 'espalier.table';
/** An unfinished game that was replaced by a link to another one. */
const ASIDE = 'espalier.table.aside';

/** Minimum milliseconds per move when two programs play, so that a viewer can follow. */
const PACE = 150;

interface Saved {
  tree: GameTree;
  tip: number;
  players: [string, string];
  control: TimeControl | null;
  left: [number, number];
  ended: Over | null;
  /** Whether the game is over, by the rules or otherwise. */
  over?: boolean;
  flipped: boolean;
  paused: boolean;
}

export const place = (side: Side): 0 | 1 => (side === 'first' ? 0 : 1);
const other = (side: Side): Side => (side === 'first' ? 'second' : 'first');

/** Returns why a player cannot play a game, or an empty text. */
async function refusalOf(info: GameInfo, spec: string): Promise<string> {
  if (spec === 'human') return '';
  try {
    await server.ask({ ask: 'read-spec', game: info.id, text: spec }, 'spec');
    return '';
  } catch (problem) {
    return reason(problem);
  }
}

export class Table {
  game = new Game();
  players = $state<[string, string]>(['human', 'classic:movetime=500']);
  control = $state<TimeControl | null>(null);
  left = $state<[number, number]>([0, 0]);
  flipped = $state(false);
  paused = $state(false);
  /** A result by resignation, agreement or time. A result by the rules is in the position. */
  ended = $state.raw<Over | null>(null);
  thinking = $state<Side | null>(null);
  /** The searches behind the programs' moves, by node. */
  thoughts = $state.raw(new Map<number, Thought>());
  error = $state('');
  note = $state('');
  /** Whether an unfinished game can be resumed. */
  aside = $state(false);
  now = $state(performance.now());
  /** When the running clock started. */
  #since = $state<number | null>(null);
  #job: Job<'chosen'> | null = null;
  #key = Math.random().toString(36).slice(2);
  #once = false;

  get over(): Over | null {
    return this.ended ?? this.game.last?.over ?? null;
  }

  /** The side to move at the end of the game, whose clock runs, whichever position is shown. */
  get running(): Side {
    return this.game.last?.side ?? 'first';
  }

  get turn(): Side {
    return this.game.position?.side ?? 'first';
  }

  /** Whether a person may move in the position shown. */
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

  /** Returns the milliseconds left on a clock. */
  leftNow(side: Side): number {
    const running = this.#since !== null && this.running === side ? this.now - this.#since : 0;
    return this.left[place(side)] - running;
  }

  async begin(info: GameInfo, start: string | null, moves: string[] = [], seats: { players: [string, string]; control: TimeControl | null } | null = null) {
    this.cancel();
    await this.game.begin(info, start, moves);
    this.cancel();
    if (seats) [this.players, this.control] = [seats.players, seats.control];
    this.#fresh();
  }

  /** Resumes the saved game if the address names it, or else sets up the game of the address. */
  async open(hello: Hello, params: URLSearchParams) {
    if (await this.restore(hello, params)) return;
    const info = gameOf(hello, params.get('game'));
    let problem = unknownGame(hello, params.get('game'));
    const usual = usualOpponent(hello, info.id);
    const wanted = [params.get('first') ?? 'human', params.get('second') ?? usual];
    const refused = await Promise.all(wanted.map((spec) => refusalOf(info, spec)));
    this.players = wanted.map((spec, index) => (refused[index] ? usual : spec)) as [string, string];
    const replaced = refused.find((text) => text !== '');
    this.control = readControl(params.get('time'));
    try {
      await this.begin(
        info,
        params.get('start'),
        (params.get('moves') ?? '').split('.').filter((mv) => mv !== ''),
      );
    } catch (refusal) {
      problem ||= reason(refusal);
      await this.begin(info, null);
    }
    if (replaced) this.error = `A player of this link cannot play: ${replaced}. ${displayName(parseSpec(usual).name)} plays instead.`;
    if (problem) this.error = `This link cannot be opened: ${problem}. A new game is shown instead.`;
    this.flipped = params.get('flip') === '1' || (!this.isHuman('first') && this.isHuman('second'));
  }

  /** Returns the moves of the game as the address has them. */
  moves = () =>
    this.game
      .path(this.game.tip)
      .map((node) => node.mv)
      .join('.');

  /** Returns the entries of the address. */
  entries(): Record<string, string | null> {
    const { game } = this;
    const played = game.path(game.tip).map((node) => node.id);
    const at = [ROOT, ...played].indexOf(game.current);
    return {
      game: game.id,
      start: game.start,
      moves: this.moves(),
      at: at >= 0 && at < played.length ? String(at) : null,
      first: this.players[0],
      second: this.players[1],
      time: writeControl(this.control),
      flip: this.flipped ? '1' : null,
    };
  }

  async load(info: GameInfo, tree: GameTree) {
    this.cancel();
    await this.game.beginTree(info, tree);
    this.cancel();
    this.#fresh();
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

  /** Turns the board so that a single human player is at the bottom. */
  face() {
    const first = this.isHuman('first');
    if (first !== this.isHuman('second')) this.flipped = !first;
  }

  /** Stops a searching program and discards its move. */
  cancel() {
    this.#job?.stop();
    this.#job = null;
    this.thinking = null;
  }

  async move(mv: string) {
    const { game } = this;
    // A move from an earlier position replaces the pending one.
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
    // The first move of each side is not timed and earns no increment.
    if (this.#since !== null) this.left[place(side)] += this.control.increment * 1_000;
    this.#since = null;
  }

  /** Updates the clocks and ends the game when one runs out. Called every 100 ms. */
  tick() {
    this.now = performance.now();
    if (this.#since === null || !this.control || this.ended || this.paused) return;
    const side = this.running;
    if (this.leftNow(side) > 0) return;
    this.left[place(side)] = 0;
    this.#since = null;
    this.cancel();
    const winner = other(side);
    if (extras(this.game.info).loneKingDraws && isBare(this.game.last?.board ?? '', winner)) {
      this.#end({ winner: null, result: '1/2-1/2', text: `Draw: ${this.name(side)} ran out of time, ${this.name(winner)} has only the king` });
    } else {
      this.#end({ winner, result: winner === 'first' ? '1-0' : '0-1', text: `${this.name(winner)} wins on time` });
    }
  }

  name(side: Side): string {
    return this.game.info?.sides[place(side)] ?? '';
  }

  /** Ends the game by a flag, a resignation or an agreement. */
  #end(over: Omit<Over, 'squares'>) {
    this.cancel();
    this.#since = null;
    this.ended = { ...over, squares: [] };
    sound('end');
  }

  /** Starts the search of the program whose turn it is. */
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

  /** Plays one move of a program, then pauses again. */
  step() {
    this.#once = true;
    this.error = '';
    void this.play();
  }

  /** Takes back to the last position in which a person was to move; in a game of two programs, one move. */
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
    if (this.#since !== null) this.left[place(this.running)] = this.leftNow(this.running);
    this.#since = null;
    game.tip = path[keep - 1]?.id ?? ROOT;
    await game.goto(game.tip);
    if (this.control && !this.paused && game.tip !== ROOT) this.#since = performance.now();
    this.note = '';
  }

  /** The side that resigns or offers a draw: the human side to move, or the only human side. */
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

  /** Offers a draw. A program may decline; between two people it is agreed at once. */
  async offerDraw() {
    const side = this.person;
    if (!side) return;
    if (!this.isHuman(other(side))) {
      const answer = await server.ask(
        { ask: 'offer-draw', line: this.game.line(this.game.tip), spec: this.players[other(side) === 'first' ? 0 : 1], side: other(side) },
        'draw',
      );
      if (!answer.accepted) {
        this.note = `${this.name(other(side))} declines the draw.`;
        return;
      }
    }
    this.#end({ winner: null, result: '1/2-1/2', text: 'Draw by agreement' });
  }

  /** Returns the game with its PGN tags. */
  tree(): GameTree {
    // A game read from PGN keeps its tags.
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
    // The index of the tip among the moves, in the order they are written.
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

  /** Resumes the saved game if the address names the same game or none. */
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
        (params.get('time') ?? '') === writeControl(saved.control);
      if (!same) {
        this.#putAside(saved);
        return false;
      }
    }
    return this.#resume(info, saved);
  }

  /** Saves an unfinished game, so that following a link does not lose it. */
  #putAside(saved: Saved) {
    if ((saved.over ?? saved.ended !== null) || saved.tree.result !== '*' || saved.tip < 1 || !saved.players.includes('human')) return;
    localStorage.setItem(ASIDE, JSON.stringify(saved));
    this.aside = true;
  }

  /** Resumes the game that a link replaced. */
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
      this.note = 'Your unfinished game could not be restored.';
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
    // Moves were added in the order they were saved, after the root.
    this.game.tip = saved.tip + 1;
    await this.game.goto(this.game.tip);
    if (this.control && this.game.tip !== ROOT && !this.paused) this.#since = performance.now();
    return true;
  }
}
