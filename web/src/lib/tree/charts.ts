// The charts of a recorded search.

import type { Sheet } from '../../components/Charts.svelte';
import type { TraceSummary } from '../../protocol';
import { folded, foldedNames, sum } from '../counts';
import { grouped } from '../words';

const PLACES = 11;

/** Returns the charts of a recording. `unit` is the unit of a value. */
export function treeCharts({ nodesByPly, cutPlaces, reasons, iterations }: TraceSummary['charts'], unit: string): Sheet[] {
  const cuts = folded(cutPlaces, PLACES);
  const all = Math.max(1, sum(cutPlaces));
  const one = (points: Sheet['series'][number]['points']) => [{ name: '', points }];
  return [
    {
      title: 'Nodes by ply',
      xLabel: 'plies from the root',
      yLabel: 'nodes',
      log: true,
      about: 'Recorded nodes at each ply. Plies beyond the depth are quiescence search.',
      series: one(nodesByPly.map((nodes, ply) => ({ x: ply, y: nodes, text: `ply ${ply}: ${grouped(nodes)} nodes` }))),
    },
    {
      title: 'Cut positions',
      xLabel: 'index of the move that caused the cutoff',
      yLabel: '% of cutoffs',
      bars: true,
      about: 'Which move caused the cutoff. With good move ordering it is the first.',
      names: foldedNames(cuts.length, PLACES),
      series: one(cuts.map((count, index) => ({ x: index, y: (100 * count) / all, text: `move ${index + 1}: ${grouped(count)} cutoffs` }))),
    },
    {
      title: 'Reasons',
      xLabel: 'why a node ended early or a move was skipped',
      yLabel: 'times',
      bars: true,
      log: true,
      about: 'What pruned the search, and how often.',
      names: reasons.map(([reason]) => reason),
      series: one(reasons.map(([reason, times], index) => ({ x: index, y: times, text: `${reason}: ${grouped(times)}` }))),
    },
    {
      title: 'Nodes by depth',
      xLabel: 'depth',
      yLabel: 'nodes so far',
      log: true,
      about: 'Nodes searched until each iteration was complete.',
      series: one(iterations.map((step) => ({ x: step.depth, y: step.nodes, text: `depth ${step.depth}: ${grouped(step.nodes)} nodes` }))),
    },
    {
      title: 'Value by depth',
      xLabel: 'depth',
      yLabel: unit,
      about: 'The value for the side to move after each iteration.',
      series: one(iterations.flatMap((step) => (step.value === null ? [] : [{ x: step.depth, y: step.value, text: `depth ${step.depth}: ${step.score}` }]))),
    },
  ];
}
