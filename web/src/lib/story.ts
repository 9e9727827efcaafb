// A course document as a story: what it is about, and its figures as curves where they have a course.

import type { Sheet } from '../components/Charts.svelte';
import type { Section } from '../protocol';

/** What each document is, and what there is to find out. The figures below say the rest. */
export const STORIES: Record<string, string> = {
  a4: 'A program in Java lets minimax, alpha-beta and a player of chance play each other, and prints the last positions. It says “White Wins!” where Black still has two legal moves, and its hash table wins and loses games that minimax would not have. The chapters play those games again, node by node, and find out why.',
  i2p3: 'MiniChess on a board of five by six, in C++. The lines of play are counted, a cut with “>” is compared with one with “>=”, and two tables that were subtracted where they should be added cost their player every point of twenty games: put right, it loses next to none.',
  fascicle3:
    'A project in C# that explains alpha-beta with a small tree and counts a board by the weight of its pieces. Its worked examples are done again here; both open in the lab.',
  a8: 'A program in Python whose values make both sides believe that they are ahead before the first move, and which takes a stalemate for a win. The chapters show both, and the mended player.',
  report:
    'A program in Python searches five boards with minimax, alpha-beta, alpha-beta with moves reordered, a table and iterative deepening, and counts every function call. Three things it could not explain: reordering changed nothing, one board goes back and forth between mate and a queen, and the table found a worse move with more calls. Each has a chapter.',
};

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
