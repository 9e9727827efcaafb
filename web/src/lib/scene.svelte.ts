// A position to look at, as the address has it: the same on every page that is about a position.

import type { GameId } from '../protocol';
import type { GameTree } from '../protocol';
import { reason, type Hello } from './connection.svelte';
import { Game } from './game.svelte';

/** What is wrong with the name of a game in an address; nothing if it is right or missing. */
export function unknownGame(hello: Hello, name: string | null): string {
  if (name === null || hello.games.some((game) => game.id === name)) return '';
  return `no game is called "${name.slice(0, 40)}" (games: ${hello.games.map((game) => game.id).join(', ')})`;
}

/** The game that was looked at last, with everything that an address cannot hold: variations, names, comments. */
let kept: { address: string; tree: GameTree } | null = null;

/** Keeps a game for whichever page shows the same one next. */
export function keep(game: Game, moves: string | null) {
  kept = { address: addressOf(game.id, game.start, moves), tree: game.tree() };
}

const addressOf = (game: string, start: string | null, moves: string | null) => JSON.stringify([game, start, moves ?? '']);

export class Scene {
  game = new Game();
  flipped = $state(false);
  ready = $state(false);
  error = $state('');

  constructor(public hello: Hello) {}

  /** Sets up what the address says; what makes no sense is told, and the usual start stands there instead. */
  async open(params: URLSearchParams) {
    const info = this.hello.games.find((game) => game.id === params.get('game')) ?? this.hello.games[0]!;
    const moves = (params.get('moves') ?? '').split('.').filter((mv) => mv !== '');
    this.error = unknownGame(this.hello, params.get('game'));
    try {
      const known = kept?.address === addressOf(info.id, params.get('start'), params.get('moves')) ? kept.tree : null;
      if (known) await this.game.beginTree(info, known);
      else await this.game.begin(info, params.get('start'), moves);
      // The whole line is there, and we are somewhere in it.
      const way = this.game.along(moves);
      const at = way[Number(params.get('at') ?? moves.length)] ?? way.at(-1)!;
      if (at !== this.game.current) await this.game.goto(at);
    } catch (problem) {
      this.error ||= reason(problem);
      await this.game.begin(info, null);
    }
    if (this.error) this.error = `This link cannot be opened: ${this.error}. The usual start stands here instead.`;
    this.flipped = params.get('flip') === '1';
    this.ready = true;
  }

  async change(id: GameId) {
    this.error = '';
    await this.game.begin(
      this.hello.games.find((game) => game.id === id)!,
      null,
    );
  }

  /** What the address has to say about it. */
  entries(): Record<string, string | null> {
    const { game } = this;
    const line = game.mainLine(game.current);
    const at = game.path().length;
    const moves = line.map((node) => node.mv).join('.') || null;
    keep(game, moves);
    return {
      game: game.id,
      start: game.start,
      moves,
      at: at < line.length ? String(at) : null,
      flip: this.flipped ? '1' : null,
    };
  }
}
