// The score of an exercise as a picture.

import type { PracticeExercise, PracticeMark } from '../../protocol';
import { picture, saveAs } from '../save';

const [WIDTH, HEIGHT] = [800, 450];
const NAMES = { value: 'minimax value', unvisited: 'leaves not visited', window: 'window', order: 'best order' } as const;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns the score card as SVG: the points, a line for each question, the searched tree, and the link. */
export function scoreCard({ questions, points, size, solution }: PracticeExercise, marks: PracticeMark[], link: string, version: string): string {
  const reached = marks.reduce((sum, mark) => sum + mark.points, 0);
  const lines = questions.map((question, index) => {
    const mark = marks[index];
    const y = 172 + index * 30;
    const name = question.node === null ? NAMES[question.kind] : `${NAMES[question.kind]} of ${question.node}`;
    const [sign, colour] = mark?.right ? ['✓', '#1f5f9e'] : ['✗', '#a34a00'];
    return (
      `<text x="40" y="${y}" fill="${colour}" font-weight="700">${sign}</text><text x="66" y="${y}">${escaped(name)}</text>` +
      `<text x="300" y="${y}" text-anchor="end">${mark?.points ?? 0} of ${question.points}</text>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" color="#22281f" fill="#22281f" font-family="sans-serif" font-size="17">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f6f4ec"/><rect width="${WIDTH}" height="8" fill="#2c6e4b"/>` +
    `<text x="40" y="58" font-size="20" fill="#2c6e4b">Espalier ${escaped(version)}, practice</text>` +
    `<text x="40" y="118" font-size="44" font-weight="700">${reached} of ${points}</text>${lines.join('')}` +
    `<svg x="340" y="60" width="430" height="320" viewBox="0 0 ${size[0]} ${size[1]}" text-anchor="middle">${solution.join('')}</svg>` +
    `<text x="40" y="${HEIGHT - 24}" font-size="13" fill="#535b4f">${escaped(link)}</text></svg>`
  );
}

/** Saves the score card as PNG. */
export async function saveCard(exercise: PracticeExercise, marks: PracticeMark[], link: string, version: string) {
  const drawing = new DOMParser().parseFromString(scoreCard(exercise, marks, link, version), 'image/svg+xml').documentElement as unknown as SVGSVGElement;
  saveAs('practice.png', await picture(drawing), 'image/png');
}
