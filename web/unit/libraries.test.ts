// Where a library is made for what the pages do, it is used, or docs/web.md holds it against ours, with figures.

import { expect, test } from 'vitest';
import document from '../../docs/web.md?raw';

const sources = Object.values(import.meta.glob<string>('../src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true })).join('\n');

/** The row of the table of libraries that names it: what it is for, ours, the library, why ours. */
function row(name: string): string[] {
  const section = document.split('## Libraries, and what is our own')[1]?.split('\n## ')[0] ?? '';
  const found = section.split('\n').find((line) => line.startsWith('| ') && line.includes(name)) ?? '';
  return found.split('|').map((cell) => cell.trim());
}

test.each(['uPlot', 'd3-hierarchy', 'reconnecting-websocket'])('%s is used, or is not for a reason that was measured', (name) => {
  if (sources.includes(`from '${name}'`)) return;
  const [, , , library = '', why = ''] = row(name);
  expect(library).toMatch(/ \d+\.\d+\.\d+: \d/);
  expect(why).not.toBe('');
});

test('number trees are laid out by a library', () => {
  expect(sources).toContain("from 'd3-hierarchy'");
});
