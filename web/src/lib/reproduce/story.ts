// A course document: its summary, the sources of the summary, and its figures as charts.

import type { Sheet } from '../../components/Charts.svelte';
import type { Section } from '../../protocol';

/** The title of each document, and its subject. */
export const TITLES: Record<string, [string, string]> = {
  a4: ['Assignment 4, 2016', 'Minimax, alpha-beta and a hash table in Java'],
  a8: ['Assignment 8', 'An evaluation with two bugs in Python'],
  fascicle3: ['Fascicle 3: Better AI', 'Alpha-beta and BoardWeight in C#'],
  i2p3: ['I2P3 MiniChess', 'A MiniChess player in C++'],
  report: ['Chess AI Report', 'Five searches counted call by call in Python'],
};

/** The summary of each document. */
export const STORIES: Record<string, string> = {
  a4: 'A Java program plays minimax, alpha-beta and a random player against each other and prints the final positions. It prints “White Wins!” where Black still has two legal moves, and its hash table changes the results of games. The chapters replay those games node by node and explain why.',
  i2p3: 'MiniChess in C++. The chapters count lines of play and compare a cutoff with “>” to one with “>=”. A sign error in the piece-square tables cost their player every point of twenty games; the fixed player scores 18.5 of 20.',
  fascicle3:
    'A C# project that explains alpha-beta with a small tree and evaluates a board by weighted pieces. The chapters repeat its worked examples; both open in the app.',
  a8: 'A Python program whose evaluation puts both sides ahead before the first move, and which scores a stalemate as a win. The chapters show both bugs, and the fixed player.',
  report:
    'A Python program searches five boards with minimax, alpha-beta, move reordering, a table and iterative deepening, and counts every function call. Its open questions each have a chapter: reordering changed nothing, one board alternates between mate and winning a queen, and the table found a worse move with more calls.',
};

/** A statement of a summary, and the figure that supports it, in the chapter with these words in its title. */
export interface Claim {
  says: string;
  chapter: string;
  figure: string;
  obtained: string;
}
const claim = (says: string, chapter: string, figure: string, obtained: string): Claim => ({ says, chapter, figure, obtained });

/** The statements of the summaries. The tests compare them with the chapters. */
export const CLAIMS: Record<string, Claim[]> = {
  a4: [claim('Black still has two legal moves', '', 'legal moves of Black', '2')],
  i2p3: [
    claim('cost their player every point of twenty games', 'the tables', 'tables subtracted, as in the document', '0 of 20'),
    claim('the fixed player scores 18.5 of 20', 'the tables', 'the fixed player', '18.5 of 20'),
  ],
  fascicle3: [claim('explains alpha-beta with a small tree', 'the worked example', "value of White's node", '3')],
  a8: [
    claim('both sides ahead before the first move', '', 'both sides are ahead at the start', 'yes'),
    claim('scores a stalemate as a win', 'stalemate', 'a stalemating move is scored as a win', 'yes'),
  ],
  report: [
    claim('searches five boards', 'iterative deepening', 'board 5, depth 0', 'h5a5'),
    claim('reordering changed nothing', 'reordered alpha-beta', 'board 1, depth 3', '13,873 calls, 0'),
    claim('reordering changed nothing', 'alpha-beta, function calls', 'board 1, depth 3', '13,873 calls, 0'),
    claim(
      'one board alternates between mate and winning a queen',
      'why does board 5 flip',
      'sign by depth, mate as material (the report)',
      'h5a5 h5h1 h5a5 h5h1',
    ),
    claim('the table found a worse move with more calls', 'transposition table', 'board 3, depth 2', '8,908 calls, 1'),
    claim('the table found a worse move with more calls', 'alpha-beta, function calls', 'board 3, depth 2', '8,392 calls, 2'),
  ],
};

/** Returns the claims of a summary, each with whether the figures support it. */
export function held(document: string, sections: Section[]): (Claim & { holds: boolean })[] {
  const isSupported = (claim: Claim) =>
    sections.some(
      ({ title, figures }) => title.startsWith(claim.chapter) && figures.some(({ what, obtained }) => what === claim.figure && obtained === claim.obtained),
    );
  return (CLAIMS[document] ?? []).map((claim) => ({ ...claim, holds: isSupported(claim) }));
}

/** Returns the number at the start of a figure. */
function numberOf(text: string): number | null {
  const found = /^([\d,]+)(?= |$)/.exec(text.trim());
  return found ? Number(found[1]!.replaceAll(',', '')) : null;
}

const point = (x: number, y: number, unit: string) => ({ x, y, text: `depth ${x}: ${y.toLocaleString('en-US')} ${unit}` });

/** Returns charts of the figures by depth, on a logarithmic scale. */
export function curves(sections: Section[]): Sheet[] {
  const sheets = new Map<string, Sheet>();
  const sheet = (title: string, unit: string) => {
    const made = sheets.get(title) ?? { title, xLabel: 'depth', yLabel: unit, log: true, about: `Logarithmic scale, in ${unit}.`, series: [] };
    sheets.set(title, made);
    return made;
  };
  for (const { title, figures } of sections) {
    const name = title.split(',')[0]!;
    for (const { what, obtained } of figures) {
      const unit = /calls/.test(obtained) || /calls/.test(title) ? 'calls' : 'positions';
      const at = /^(?:(.*), )?depth (\d+)$/.exec(what);
      const value = numberOf(obtained);
      if (at && value !== null && value > 0) {
        const group = at[1] ?? title;
        const { series } = sheet(`${group[0]!.toUpperCase()}${group.slice(1)}`, unit);
        const key = at[1] ? name : 'all';
        let line = series.find((other) => other.name === key);
        if (!line) series.push((line = { name: key, points: [] }));
        line.points.push(point(Number(at[2]), value, unit));
      } else if (/^[\d,]+( \/ [\d,]+){2,}$/.test(obtained)) {
        const points = obtained.split(' / ').map((part, depth) => point(depth, numberOf(part) ?? 0, unit));
        sheet(`${title[0]!.toUpperCase()}${title.slice(1)}`, unit).series.push({ name: what, points });
      }
    }
  }
  // A line needs two points.
  return [...sheets.values()]
    .map((made) => ({ ...made, series: made.series.filter((line) => line.points.length > 1) }))
    .filter((made) => made.series.length > 0);
}
