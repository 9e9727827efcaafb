import { expect, test } from 'vitest';
import { parallelCharts, SEARCHES, TREES } from '../src/lib/parallel/charts';
import type { SimulatedCurves } from '../src/protocol';

const point = (processors: number, ticks: number, nodes: number) => ({
  processors,
  ticks,
  nodes,
  speed_up: 100 / ticks,
  efficiency: 100 / ticks / processors,
  search_overhead: nodes / 100 - 1,
  idle: 1 - nodes / (ticks * processors),
});

test('every search has a line in every chart, with its figures as text', () => {
  const curves: SimulatedCurves = {
    nodes: 500,
    alone: 100,
    value: 3,
    curves: SEARCHES.map(([search]) => ({ search, points: [point(1, 100, 100), point(2, 60, 110), point(1_024, 20, 400)] })),
  };
  const sheets = parallelCharts(curves);
  expect(sheets.map(({ title }) => title)).toEqual(['Speed-up', 'Efficiency', 'Nodes', 'Waiting']);
  for (const sheet of sheets) {
    expect(sheet.series.map(({ name }) => name)).toEqual(SEARCHES.map(([, title]) => title));
    expect(sheet.names).toEqual(['1', '2', '1k']);
  }
  expect(sheets[0]!.series[0]!.points[1]).toMatchObject({ x: 1, text: '2 processors: 1.67 times as fast' });
  expect(sheets[2]!.series[0]!.points[1]!.text).toBe('2 processors: 110 nodes, search overhead +10%');
});

test('the three trees have the same leaves', () => {
  const leaves = Object.values(TREES).map((tree) =>
    tree
      .match(/\d+/g)!
      .map(Number)
      .sort((a, b) => a - b),
  );
  expect(leaves[0]).toHaveLength(27);
  expect(leaves[1]).toEqual(leaves[0]);
  expect(leaves[2]).toEqual(leaves[0]);
});
