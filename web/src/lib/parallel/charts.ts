// The names of the parallel searches and the charts of the Parallel page.

import type { Sheet } from '../../components/Charts.svelte';
import type { Algorithm, Order, SimulatedCurves, SimulatedPoint } from '../../protocol';
import { grouped, signed } from '../words';

/** The parallel searches, each with its title and idea. */
export const SEARCHES: [Algorithm, string, string][] = [
  ['root', 'Root splitting', 'The processors share the moves of the root.'],
  ['pv', 'PV splitting', 'The processors share the later moves of every node of the principal variation.'],
  ['ybw', 'Young Brothers Wait', 'Any node is shared as soon as its first move has been searched.'],
  ['abdada', 'ABDADA', 'All processors search the root and share a table; each defers the moves that others are searching.'],
  ['lazy', 'Lazy SMP', 'All processors search the root in different orders and share only a table.'],
];

export const titleOfSearch = (search: Algorithm): string => SEARCHES.find(([name]) => name === search)![1];

/** The orders of moves, each with its label. */
export const ORDERS: [Order, string][] = [
  ['best-first', 'best move first'],
  ['generated', 'as generated'],
  ['worst-first', 'best move last'],
];

const percent = (share: number) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`;

/** Returns the charts of a simulation. The horizontal axis has a place for each power of two. */
export function parallelCharts({ curves }: SimulatedCurves): Sheet[] {
  const names = (curves[0]?.points ?? []).map(({ processors }) => (processors < 1_000 ? String(processors) : '1k'));
  const lines = (y: (point: SimulatedPoint) => number, text: (point: SimulatedPoint) => string) =>
    curves.map((curve) => ({
      name: titleOfSearch(curve.search),
      points: curve.points.map((point, x) => ({ x, y: y(point), text: `${grouped(point.processors)} processors: ${text(point)}` })),
    }));
  const sheet = { xLabel: 'processors', names };
  return [
    {
      ...sheet,
      title: 'Speed-up',
      yLabel: 'speed-up',
      log: true,
      about: 'The time of one processor divided by the time of all. A search without any loss would be as many times as fast as it has processors.',
      series: lines(
        (point) => point.speed_up,
        (point) => `${point.speed_up.toFixed(2)} times as fast`,
      ),
    },
    {
      ...sheet,
      title: 'Efficiency',
      yLabel: '% of the processors',
      about: 'The speed-up divided by the number of processors.',
      series: lines(
        (point) => 100 * point.efficiency,
        (point) => percent(point.efficiency),
      ),
    },
    {
      ...sheet,
      title: 'Nodes',
      yLabel: 'nodes',
      log: true,
      about: 'The nodes that all processors enter. What exceeds the nodes of one processor is search overhead.',
      series: lines(
        (point) => point.nodes,
        (point) => `${grouped(point.nodes)} nodes, search overhead ${signed(100 * point.search_overhead, 0)}%`,
      ),
    },
    {
      ...sheet,
      title: 'Waiting',
      yLabel: '% of the time',
      about: 'The share of their time in which processors have no node to enter: synchronisation overhead.',
      series: lines(
        (point) => 100 * point.idle,
        (point) => percent(point.idle),
      ),
    },
  ];
}

/** The same tree of 27 leaves in each order of moves. */
export const TREES: Record<Order, string> = {
  'best-first': '[[[16,12,4],[18,13,8],[19,8,4]],[[8,6,2],[17,15,1],[20,12,9]],[[6,5,3],[13,9,6],[14,7,1]]]',
  generated: '[[[20,9,12],[17,1,15],[8,2,6]],[[4,12,16],[8,13,18],[4,19,8]],[[1,7,14],[9,6,13],[6,3,5]]]',
  'worst-first': '[[[1,7,14],[6,9,13],[3,5,6]],[[9,12,20],[1,15,17],[2,6,8]],[[4,8,19],[8,13,18],[4,12,16]]]',
};

/** A measurement with real threads, as `espalier experiment parallel --json` prints it. */
export interface Measured {
  game: string;
  depth: number;
  positions: number;
  rows: {
    search: Algorithm;
    threads: number;
    speed_up: number;
    efficiency: number;
    search_overhead: number;
    synchronisation_overhead: number;
    model_speed_up: number;
  }[];
}

const files = import.meta.glob<Measured>('../../../../results/parallel.json', { eager: true, import: 'default' });

/** The measurement in `results`, if it was made. */
export const measured: Measured | undefined = Object.values(files)[0];
