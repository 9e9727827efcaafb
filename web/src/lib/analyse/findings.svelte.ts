// The evaluations, the report and the signs of a game, by node.

import type { GameReport, Line, ReportMove, ReviewPoint } from '../../protocol';
import { squaresOf } from '../board';
import { ROOT, type Game } from '../game.svelte';

const SIGNS = { Inaccuracy: '?!', Mistake: '?', Blunder: '??' };

/** White's winning chances in percent, and the evaluation. */
export interface Evaluation {
  win: number;
  score: string;
}

/** The position before a reported move. */
export interface Before {
  board: string;
  last: string[];
  mv: string;
  line: Line;
}

export class Findings {
  /** Evaluations by node, from the live analysis and from reports. */
  known = $state.raw(new Map<number, Evaluation>());
  /** Signs such as `??` by node. */
  signs = $state.raw(new Map<number, string>());
  report = $state.raw<GameReport | null>(null);
  /** The nodes of the reported game, from the root on. */
  nodes: number[] = [];

  constructor(private game: Game) {}

  /** Drops everything: the nodes belong to another game. */
  clear() {
    this.known = new Map();
    this.signs = new Map();
    this.nodes = [];
    this.report = null;
  }

  learn(node: number, { win, score }: Evaluation) {
    if (this.known.get(node)?.win !== win) this.known = new Map(this.known).set(node, { win, score });
  }

  /** Starts a report on the main line. */
  begin() {
    this.report = null;
    this.signs = new Map();
    this.nodes = [ROOT, ...this.game.mainLine(ROOT).map((node) => node.id)];
  }

  /** Takes the evaluations of an unfinished report. */
  reviewed(points: ReviewPoint[]) {
    const known = new Map(this.known);
    points.forEach((point, index) => {
      const node = this.nodes[index];
      if (node !== undefined) known.set(node, point);
    });
    this.known = known;
  }

  finish(report: GameReport) {
    this.report = report;
    this.signs = new Map(report.moves.flatMap((move, index) => (move.judgement ? [[this.nodes[index + 1]!, SIGNS[move.judgement]] as const] : [])));
  }

  /** Returns the position before a reported move. */
  before(place: number): Before | null {
    const [from, to] = [this.nodes[place], this.nodes[place + 1]];
    if (from === undefined || to === undefined) return null;
    const { mv, ply } = this.game.nodes[from]!;
    const board = from === ROOT ? this.game.first?.board : ply?.fen.split(' ')[0];
    return board === undefined ? null : { board, last: squaresOf(mv), mv: this.game.nodes[to]!.mv, line: this.game.line(from) };
  }

  /** Returns the report on the move of a node. */
  moveAt(node: number): ReportMove | null {
    const place = this.nodes.indexOf(node);
    return place > 0 ? (this.report?.moves[place - 1] ?? null) : null;
  }

  /** Returns the next mistake of the report in the order of the game. */
  mistakeAfter(place: number): number | null {
    return [...(this.report?.worst ?? [])].sort((a, b) => a - b).find((other) => other > place) ?? null;
  }
}
