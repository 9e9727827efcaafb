// The network's piece values, compared with the average of the same kind of piece.

export interface PieceValue {
  square: string;
  /** P, N, B, R or Q. */
  kind: string;
  white: boolean;
  /** The evaluation lost without it, in hundredths of a pawn. */
  value: number;
  /** The difference from the average of its kind on the board. */
  more: number;
}

/** Returns the pieces, the most valuable first. */
export function pieceValues(pieces: [string, string, number][]): PieceValue[] {
  const kinds = new Map<string, number[]>();
  for (const [, letter, value] of pieces) {
    const kind = letter.toUpperCase();
    kinds.set(kind, [...(kinds.get(kind) ?? []), value]);
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return pieces
    .map(([square, letter, value]) => {
      const kind = letter.toUpperCase();
      return { square, kind, white: kind === letter, value, more: value - mean(kinds.get(kind) ?? [value]) };
    })
    .sort((one, other) => other.value - one.value);
}
