// The position of the pages that show one, as the address has it.

import type { GameId, GameTree } from '../protocol';
import { reason, type Hello } from './connection.svelte';
import { Game } from './game.svelte';
import { gameOf } from './games';

/** Returns the error of an unknown game in an address; empty if the game is known or absent. */
export function unknownGame(hello: Hello, name: string | null): string {
  if (name === null || hello.games.some((game) => game.id === name)) return '';
  return `unknown game "${name.slice(0, 40)}" (games: ${hello.games.map((game) => game.id).join(', ')})`;
}

/** The last game shown, with what an address cannot hold: variations, tags and comments. */
let kept: { address: string; tree: GameTree } | null = null;

/** Keeps a game for the next page that shows it. */
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

  /** Sets up the position of the address; reports an invalid one and shows the standard start. */
  async open(params: URLSearchParams) {
    const info = gameOf(this.hello, params.get('game'));
    const moves = (params.get('moves') ?? '').split('.').filter((mv) => mv !== '');
    this.error = unknownGame(this.hello, params.get('game'));
    try {
      const known = kept?.address === addressOf(info.id, params.get('start'), params.get('moves')) ? kept.tree : null;
      if (known) await this.game.beginTree(info, known);
      else await this.game.begin(info, params.get('start'), moves);
      const nodes = this.game.along(moves);
      const at = nodes[Number(params.get('at') ?? moves.length)] ?? nodes.at(-1)!;
      if (at !== this.game.current) await this.game.goto(at);
    } catch (problem) {
      this.error ||= reason(problem);
      await this.game.begin(info, null);
    }
    if (this.error) this.error = `This link cannot be opened: ${this.error}. The standard start is shown instead.`;
    this.flipped = params.get('flip') === '1';
    this.ready = true;
  }

  async change(id: GameId) {
    this.error = '';
    await this.game.begin(gameOf(this.hello, id), null);
  }

  /** Returns the entries of the address. */
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
