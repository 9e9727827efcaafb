// An analysis as UCI messages.

import type { Analysis, EngineLine, EngineSettings, Line, Side } from '../../protocol';

/** A message to the engine or from it. */
export interface Message {
  to: boolean;
  text: string;
}

const MOST = 400;
const USUAL = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** Converts White's evaluation to a UCI score for the side to move. */
export function uciScore(score: string, side: Side): string {
  const sign = side === 'first' ? 1 : -1;
  const mate = /^([+-]?)#(-?)(\d+)$/.exec(score);
  const value = (number: number) => (number === 0 ? 0 : sign * number);
  if (mate) return `mate ${value((mate[1] === '-' || mate[2] === '-' ? -1 : 1) * Number(mate[3]))}`;
  return `cp ${value(Math.round(100 * Number(score.replace('−', '-'))))}`;
}

/** Returns the `info` message of a line. */
export function uciInfo(line: EngineLine, analysis: Analysis, side: Side): string {
  // A bound changes direction with the side.
  const turned: Record<string, string> = side === 'first' ? { lower: ' lowerbound', upper: ' upperbound' } : { lower: ' upperbound', upper: ' lowerbound' };
  const speed = analysis.ms > 0 ? ` nps ${Math.round((1_000 * analysis.nodes) / analysis.ms)}` : '';
  const full = analysis.hashfull === null ? '' : ` hashfull ${analysis.hashfull}`;
  const wdl = line.wdl ? ` wdl ${(side === 'first' ? line.wdl : [...line.wdl].reverse()).join(' ')}` : '';
  const score = `${uciScore(line.score, side)}${turned[line.bound] ?? ''}`;
  return `info depth ${line.depth} seldepth ${line.seldepth} multipv ${line.rank} score ${score}${wdl} nodes ${analysis.nodes}${speed}${full} time ${Math.round(analysis.ms)} pv ${line.moves.join(' ')}`;
}

export class UciLog {
  lines = $state.raw<Message[]>([]);
  #last = new Map<number, string>();
  #side: Side = 'first';

  #add(to: boolean, ...texts: string[]) {
    this.lines = [...this.lines, ...texts.map((text) => ({ to, text }))].slice(-MOST);
  }

  begin(line: Line, side: Side, { lines, threads, hash }: EngineSettings) {
    this.#last.clear();
    this.#side = side;
    const start = line.start === null || line.start === USUAL ? 'startpos' : `fen ${line.start}`;
    const moves = line.moves.length > 0 ? ` moves ${line.moves.join(' ')}` : '';
    const options = [`setoption name MultiPV value ${lines}`, `setoption name Threads value ${threads}`, `setoption name Hash value ${hash}`];
    this.#add(true, ...options, `position ${start}${moves}`, 'go infinite');
  }

  /** Adds an `info` message for each line that changed. */
  update(analysis: Analysis) {
    for (const line of analysis.lines ?? []) {
      const key = [line.depth, line.score, line.bound, ...line.moves].join(' ');
      if (this.#last.get(line.rank) === key) continue;
      this.#last.set(line.rank, key);
      this.#add(false, uciInfo(line, analysis, this.#side));
    }
  }

  end(best: EngineLine | undefined) {
    if (this.#last.size === 0) return;
    this.#last.clear();
    this.#add(true, 'stop');
    if (best?.moves[0]) this.#add(false, `bestmove ${best.moves[0]}${best.moves[1] ? ` ponder ${best.moves[1]}` : ''}`);
  }

  clear() {
    this.lines = [];
  }
}
