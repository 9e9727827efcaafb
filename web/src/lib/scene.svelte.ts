// A position to look at, as the address has it: the same on every page that is about a position.

import type { GameId } from '../protocol';
import { reason, type Hello } from './connection.svelte';
import { Game } from './game.svelte';

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
    try {
      await this.game.begin(info, params.get('start'), moves);
    } catch (problem) {
      this.error = reason(problem);
      await this.game.begin(info, null);
    }
    this.flipped = params.get('flip') === '1';
    this.ready = true;
  }

  async change(id: GameId) {
    this.error = '';
    await this.game.begin(this.hello.games.find((game) => game.id === id)!, null);
  }

  /** What the address has to say about it. */
  entries(): Record<string, string | null> {
    const { game } = this;
    return {
      game: game.id, start: game.start, moves: game.path().map((node) => node.mv).join('.') || null, flip: this.flipped ? '1' : null,
    };
  }
}
