// The charts of the Network page, from the training history.

import history from '../../../../nets/history.json';
import type { Sheet } from '../../components/Charts.svelte';
import { grouped } from '../words';

/** The errors during a training run. */
interface Run {
  name: string;
  points: { millions: number; learned: number; heldOut: number }[];
}
const runs: Run[] = history.curves;

/** Returns an error in thousandths. */
export const thousandths = (error: number) => (1_000 * error).toFixed(2);

const curve = (pick: 'heldOut' | 'learned', name: string) =>
  runs.map((run) => ({
    name: run.name,
    points: run.points.map((point) => ({
      x: point.millions,
      y: 1_000 * point[pick],
      text: `${run.name}, ${grouped(point.millions)} million positions: ${thousandths(point[pick])} ${name}`,
    })),
  }));

export const sheets: Sheet[] = [
  {
    title: 'Validation',
    xLabel: 'millions of positions seen',
    yLabel: 'error, thousandths',
    near: true,
    about: 'The error on games kept out of the training.',
    series: curve('heldOut', 'validation'),
  },
  {
    title: 'Training',
    xLabel: 'millions of positions seen',
    yLabel: 'error, thousandths',
    near: true,
    about: 'The error on the training positions. If it falls while the validation error rises, the network overfits.',
    series: curve('learned', 'training'),
  },
  {
    title: 'Test set',
    xLabel: 'networks in the order they were trained',
    yLabel: 'error, thousandths',
    bars: true,
    about:
      'The error of every network on 18,419 positions with scores from 50,000-node searches, which no training used. The hand-crafted evaluation has 6.63.',
    series: [
      {
        name: 'test set',
        points: history.nets.map((net, index) => ({
          x: index,
          y: 1_000 * net.exam,
          text: `${net.generation ?? net.net}, ${net.how}: ${thousandths(net.exam)}`,
        })),
      },
    ],
    names: history.nets.map((net) => net.generation ?? net.net),
  },
];
