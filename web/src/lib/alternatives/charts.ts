// The figures and charts of the Alternatives page.

import type { Sheet } from '../../components/Charts.svelte';
import type { AlternativeMatch, AlternativePlayer, Alternatives } from '../../protocol';
import { grouped, signed } from '../words';

/** The resource that both sides of a match have equally, and its unit. */
export const CONDITIONS = [
  ['equal nodes', 'nodes'],
  ['equal evaluations', 'evaluations'],
  ['equal time', 'ms'],
  ['equal memory', 'MiB'],
] as const;

/** Returns the Elo of a match with its error, or the bound that is known. */
export function eloText({ step: { elo, lower, upper } }: AlternativeMatch): string {
  if (elo !== null && lower !== null && upper !== null) return `${signed(elo, 0)} ± ${((upper - lower) / 2).toFixed(0)}`;
  if (lower !== null) return `above ${signed(lower, 0)}`;
  return upper !== null ? `below ${signed(upper, 0)}` : 'unknown';
}

/** Returns whether a match shows a difference: `good` or `bad` if the Elo is further from 0 than its printed error, else nothing. */
export function verdict({ step: { elo, lower, upper } }: AlternativeMatch): '' | 'good' | 'bad' {
  if (elo !== null && lower !== null && upper !== null) {
    const error = Math.round((upper - lower) / 2);
    return lower > 0 && Math.round(elo) > error ? 'good' : upper < 0 && -Math.round(elo) > error ? 'bad' : '';
  }
  return (lower ?? -1) > 0 ? 'good' : (upper ?? 1) < 0 ? 'bad' : '';
}

/** The most lines of a chart: each has its own colour. */
export const MOST_LINES = 8;

/** Returns the names of the players with the highest Elo at the largest budget, as many as a chart shows well. */
export function strongest({ players }: Alternatives, condition: number): string[] {
  const elo = (player: AlternativePlayer) => player.matches[condition]?.at(-1)?.step.elo ?? -Infinity;
  const sorted = [...players].sort((a, b) => elo(b) - elo(a)).slice(0, MOST_LINES - 2);
  return players.filter((player) => sorted.includes(player)).map((player) => player.name);
}

/** Returns the charts of a game's results under a condition, with these players. */
export function alternativeCharts({ players, reference }: Alternatives, condition: number, names: string[]): Sheet[] {
  const lines = (points: (player: AlternativePlayer) => { x: number; y: number; text: string }[]) =>
    players
      .filter(({ name }) => names.includes(name))
      .map((player) => ({ name: player.name, points: points(player) }))
      .filter((line) => line.points.length > 0);
  return [
    {
      title: 'Elo by budget',
      xLabel: CONDITIONS[condition]![1],
      yLabel: 'Elo against alpha-beta',
      about: 'Elo against alpha-beta as the budget of both grows. The matches are short: see the errors in the table.',
      series: lines((player) =>
        player.matches[condition]!.flatMap((row) =>
          row.step.elo === null ? [] : [{ x: row.budget, y: row.step.elo, text: `${player.name}, ${grouped(row.budget)}: ${eloText(row)}` }],
        ),
      ),
    },
    {
      title: 'Regret by nodes',
      xLabel: 'nodes per move',
      yLabel: `${reference?.unit ?? 'points'} lost per move`,
      about: reference?.exact === false ? 'The average loss per move, judged by a much deeper search.' : 'The average loss per move, against exact values.',
      series: lines((player) => player.truth.map((row) => ({ x: row.nodes, y: row.regret, text: `${player.name}: ${row.regret.toFixed(2)}` }))),
    },
    {
      title: 'Cost of a node',
      xLabel: 'nodes per move',
      yLabel: 'µs',
      log: true,
      about: 'Microseconds per node, including the upkeep of trees and distributions.',
      series: lines((player) => player.truth.map((row) => ({ x: row.nodes, y: row.microseconds, text: `${player.name}: ${row.microseconds.toFixed(2)} µs` }))),
    },
  ];
}
