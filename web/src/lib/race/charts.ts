// The charts and the table of a race.

import type { Sheet } from '../../components/Charts.svelte';
import type { RaceRow, RaceStep } from '../../protocol';
import { folded, foldedNames, sum } from '../counts';
import { csv } from '../save';
import { duration, grouped } from '../words';

const PLACES = 7;

/** Returns the charts of the results. `unit` is the unit of a value. */
export function raceCharts(results: RaceRow[], unit: string): Sheet[] {
  /** A line for each player through the points that `pick` returns. */
  const lines = (pick: (step: RaceStep, before: RaceStep | undefined) => [number, string] | null) =>
    results
      .map((row) => ({
        name: row.player,
        points: row.by_depth.flatMap((step, index) => {
          const found = pick(step, row.by_depth[index - 1]);
          return found ? [{ x: step.depth, y: found[0], text: `depth ${step.depth}: ${found[1]}` }] : [];
        }),
      }))
      .filter((line) => line.points.length > 0);
  return [
    {
      title: 'Nodes by depth',
      xLabel: 'depth',
      yLabel: 'nodes',
      log: true,
      about: 'Nodes searched up to each depth, on a logarithmic scale.',
      series: lines((step) => [step.nodes, `${grouped(step.nodes)} nodes`]),
    },
    {
      title: 'Branching factor',
      xLabel: 'depth',
      yLabel: 'nodes / nodes at depth − 1',
      about: 'The cost of one more ply: the nodes of a depth divided by those of the depth before.',
      series: lines((step, before) => (before && before.nodes > 0 ? [step.nodes / before.nodes, (step.nodes / before.nodes).toFixed(2)] : null)),
    },
    {
      title: 'Value by depth',
      xLabel: 'depth',
      yLabel: unit,
      about: 'The value for the side to move at each depth.',
      series: lines((step) => (step.value === undefined ? null : [step.value, step.score])),
    },
    {
      title: 'Time to depth',
      xLabel: 'depth',
      yLabel: 'milliseconds',
      about: 'The time of a search to each depth on this machine.',
      series: lines((step) => [step.time_ms, duration(step.time_ms)]),
    },
    {
      title: 'Cut positions',
      xLabel: 'index of the move that caused the cutoff',
      yLabel: '% of cutoffs',
      bars: true,
      about: 'Which move caused the cutoff. With good move ordering it is the first. Counted in the first 500,000 nodes.',
      names: foldedNames(Math.max(0, ...results.map((row) => folded(row.cut_places ?? [], PLACES).length)), PLACES),
      series: results
        .flatMap(({ player, cut_places: places = [] }) => (places.length > 0 ? [{ player, places }] : []))
        .map(({ player, places }) => ({
          name: player,
          points: folded(places, PLACES).map((count, index) => {
            const share = (100 * count) / sum(places);
            return { x: index, y: share, text: `move ${index + 1}: ${grouped(count)} cutoffs, ${share.toFixed(1)}%` };
          }),
        })),
    },
    {
      title: 'Table fill',
      xLabel: 'depth',
      yLabel: '% full',
      about: 'How full the transposition table is after each depth, for players that report it.',
      series: lines((step) => (step.hashfull === undefined ? null : [step.hashfull / 10, `${(step.hashfull / 10).toFixed(1)}%`])),
    },
  ];
}

/** Returns the results as CSV. */
export function raceCsv(results: RaceRow[]): string {
  const head = ['player', 'move', 'score', 'depth', 'nodes', 'evals', 'ms', 'ebf', 'tt_hits', 'hashfull', 'first_move_cuts', 'equals_minimax', 'as_printed'];
  const body = results.map((r) => [
    r.player,
    r.san,
    r.value,
    r.depth,
    r.nodes,
    r.evals,
    r.time_ms.toFixed(3),
    r.ebf?.toFixed(3),
    r.tt_hits,
    r.hashfull,
    r.first_move_cuts?.toFixed(4),
    r.equals_minimax === undefined ? '' : String(r.equals_minimax),
    r.counted,
  ]);
  return csv([head, ...body]);
}
