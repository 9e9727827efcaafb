// The Network page shows the figures of docs/networks.md, and no others.

import { expect, test } from 'vitest';
import document from '../../docs/networks.md?raw';
import history from '../../nets/history.json';

const text = document.replaceAll('**', '');

test('every network, match and game is in the document', () => {
  for (const net of history.nets) expect(text).toContain(`| ${net.heldOut.toFixed(6)} | ${net.exam.toFixed(6)} |`);
  for (const { match, limit, wdl, elo, error } of history.matches)
    expect(text).toContain(`| ${match} | ${limit} | ${wdl.join(', ')} | ${elo > 0 ? '+' : ''}${elo} +- ${error} |`);
  for (const { pack, by, games } of history.games) expect(text).toContain(`| ${pack} | ${by} | ${games.toLocaleString('en-US')} |`);
});

test('nothing of the document is missing', () => {
  const rows = (pattern: RegExp) => [...text.matchAll(pattern)].length;
  expect(history.nets).toHaveLength(rows(/\| 0\.\d{6} \| 0\.\d{6} \|$/gm));
  expect(history.matches).toHaveLength(rows(/ \| \d+, \d+, \d+ \| [+-]\d+ \+- \d+ \|$/gm));
});

test('curves are increasing and in range', () => {
  const curves: { points: { millions: number }[] }[] = history.curves;
  for (const { points } of curves) {
    for (const [index, point] of points.entries()) expect(point.millions).toBeGreaterThan(points[index - 1]?.millions ?? 0);
    expect(points.at(-1)!.millions).toBeLessThan(10_000);
  }
});
