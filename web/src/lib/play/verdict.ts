// The result of a game in the words of the player.

import type { Over, Side } from '../../protocol';

/** Returns `You won.`, `You lost.` or `Draw.`; for two people or two programs nothing but a draw. */
export function verdict({ winner }: Pick<Over, 'winner'>, person: Side | null, people: boolean): string {
  if (winner === null) return 'Draw.';
  if (person === null || people) return '';
  return winner === person ? 'You won.' : 'You lost.';
}
