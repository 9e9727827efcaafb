// A position to look at, as the address has it: the same on every page that is about a position.

import type { GameId } from '../protocol';
import { reason, type Hello } from './connection.svelte';
import { Game, ROOT } from './game.svelte';

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
      // The whole line is there, and we are somewhere in it.
      const at = params.get('at');
      if (at !== null) await this.game.goto([ROOT, ...this.game.path().map((node) => node.id)][Number(at)] ?? this.game.current);
    } catch (problem) {
      this.error = reason(problem);
      await this.game.begin(info, null);
    }
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
    return {
      game: game.id,
      start: game.start,
      moves: line.map((node) => node.mv).join('.') || null,
      at: at < line.length ? String(at) : null,
      flip: this.flipped ? '1' : null,
    };
  }
}
