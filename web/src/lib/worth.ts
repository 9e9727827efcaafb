/** What men are worth to the network, beside others of their kind. */

export interface Man {
  square: string;
  /** P, N, B, R or Q. */
  kind: string;
  white: boolean;
  /** How much its side would lose without it, in hundredths of a pawn. */
  worth: number;
  /** How much more that is than the mean of its kind on the board. */
  more: number;
}

/** The men, the most valuable first. */
export function againstItsKind(men: [string, string, number][]): Man[] {
  const kinds = new Map<string, number[]>();
  for (const [, letter, worth] of men) {
    const kind = letter.toUpperCase();
    kinds.set(kind, [...(kinds.get(kind) ?? []), worth]);
  }
  const mean = (worths: number[]) => worths.reduce((sum, worth) => sum + worth, 0) / worths.length;
  return men
    .map(([square, letter, worth]) => {
      const kind = letter.toUpperCase();
      return { square, kind, white: kind === letter, worth, more: worth - mean(kinds.get(kind) ?? [worth]) };
    })
    .sort((one, other) => other.worth - one.worth);
}
