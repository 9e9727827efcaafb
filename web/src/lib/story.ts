// A course document as a story: what it is about, and its figures as curves where they have a course.

import type { Sheet } from '../components/Charts.svelte';
import type { Section } from '../protocol';

/** What each document is, and what there is to find out. The figures below say the rest. */
export const STORIES: Record<string, string> = {
  a4: 'A program in Java lets minimax, alpha-beta and a player of chance play each other, and prints the last positions. It says “White Wins!” where Black still has two legal moves, and its hash table wins and loses games that minimax would not have. The chapters play those games again, node by node, and find out why.',
  i2p3: 'MiniChess in C++. The lines of play are counted, a cut with “>” is compared with one with “>=”, and tables that were subtracted where they should be added cost their player every point of twenty games: put right, it loses next to none.',
  fascicle3:
    'A project in C# that explains alpha-beta with a small tree and counts a board by the weight of its pieces. Its worked examples are done again here; both open in the lab.',
  a8: 'A program in Python whose values make both sides believe that they are ahead before the first move, and which takes a stalemate for a win. The chapters show both, and the mended player.',
  report:
    'A program in Python searches five boards with minimax, alpha-beta, alpha-beta with moves reordered, a table and iterative deepening, and counts every function call. What it could not explain: reordering changed nothing, one board goes back and forth between mate and a queen, and the table found a worse move with more calls. Each has a chapter.',
};

/** What a story states: its words, the figure that says so (of a chapter whose title has these words), and what is obtained there. */
export interface Claim {
  says: string;
  chapter: string;
  figure: string;
  obtained: string;
}
const claim = (says: string, chapter: string, figure: string, obtained: string): Claim => ({ says, chapter, figure, obtained });

/** Every figure of the stories, and everything that they decide. The tests hold them against the chapters. */
export const CLAIMS: Record<string, Claim[]> = {
  a4: [claim('Black still has two legal moves', '', 'legal moves of Black', '2')],
  i2p3: [
    claim('cost their player every point of twenty games', 'the tables', 'tables subtracted, as in the document', '0 of 20'),
    claim('put right, it loses next to none', 'the tables', 'the mended player', '18.5 of 20'),
  ],
  fascicle3: [claim('explains alpha-beta with a small tree', 'the worked example', "White's node is worth", '3')],
  a8: [
    claim('both sides believe that they are ahead before the first move', '', 'both sides think they are ahead at the start', 'yes'),
    claim('takes a stalemate for a win', 'stalemate', 'a stalemating move is taken for a win', 'yes'),
  ],
  report: [
    claim('searches five boards', 'iterative deepening', 'board 5, depth 0', 'h5a5'),
    claim('reordering changed nothing', 'reordered alpha-beta', 'board 1, depth 3', '13,873 calls, 0'),
    claim('reordering changed nothing', 'alpha-beta, function calls', 'board 1, depth 3', '13,873 calls, 0'),
    claim(
      'one board goes back and forth between mate and a queen',
      'why does board 5 flip',
      'sign by depth, mate as material (the report)',
      'h5a5 h5h1 h5a5 h5h1',
    ),
    claim('the table found a worse move with more calls', 'transposition table', 'board 3, depth 2', '8,908 calls, 1'),
    claim('the table found a worse move with more calls', 'alpha-beta, function calls', 'board 3, depth 2', '8,392 calls, 2'),
  ],
};

/** The claims of a story, each with whether the chapters say so. */
export function held(document: string, sections: Section[]): (Claim & { holds: boolean })[] {
  const says = (claim: Claim) =>
    sections.some(
      ({ title, figures }) => title.startsWith(claim.chapter) && figures.some(({ what, obtained }) => what === claim.figure && obtained === claim.obtained),
    );
  return (CLAIMS[document] ?? []).map((claim) => ({ ...claim, holds: says(claim) }));
}

/** The number that a figure begins with. */
function numberOf(text: string): number | null {
  const found = /^([\d,]+)(?= |$)/.exec(text.trim());
  return found ? Number(found[1]!.replaceAll(',', '')) : null;
}

const point = (x: number, y: number, unit: string) => ({ x, y, text: `depth ${x}: ${y.toLocaleString('en-US')} ${unit}` });

/** The curves that figures make: by depth, on a scale on which every line up is ten times as much. */
export function curves(sections: Section[]): Sheet[] {
  const sheets = new Map<string, Sheet>();
  const sheet = (title: string, unit: string) => {
    const made = sheets.get(title) ?? { title, xLabel: 'depth', yLabel: unit, log: true, about: `Every line up is ten times as many ${unit}.`, series: [] };
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
  // One point is no curve.
  return [...sheets.values()]
    .map((made) => ({ ...made, series: made.series.filter((line) => line.points.length > 1) }))
    .filter((made) => made.series.length > 0);
}
