// The parts of the evaluation graph.

export interface GraphPoint {
  index: number;
  win: number;
}

/** Returns the runs of at least two evaluated positions. Positions between them have no evaluation, which is no advantage of a side. */
export function evaluatedParts(wins: (number | null)[]): GraphPoint[][] {
  const parts: GraphPoint[][] = [[]];
  wins.forEach((win, index) => {
    if (win === null) parts.push([]);
    else parts.at(-1)!.push({ index, win });
  });
  return parts.filter((part) => part.length > 1);
}
