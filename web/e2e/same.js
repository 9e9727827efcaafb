// Asks an instance of the module in Node.js and the native program the same questions, and compares their answers: node e2e/same.js.
//
// Times are left out. Numbers with a fraction may differ by 1e-9 where a logarithm, an exponential or tanh of the platform enters; the
// questions with such a difference are listed. The limits of a page depend on the number of processors, so `hello` is not compared.
// Two players are left out: a random one without a seed, and one whose choice of a move depends on the last bit of `ln` and `tanh`.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFiles } from '../site/data.js';
import { instantiate } from '../src/lib/connection/instance.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Keys whose values are times, or depend on them. */
const TIMES = new Set(['ms', 'time_ms', 'nps', 'id']);

const TOLERANCE = 1e-9;

const LEFT_OUT = new Set(['i2p3-baseline-1', 'uct-ab']);

/** Positions in which the questions about chess are asked. */
const CHESS = [
  [],
  ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4', 'g8f6'],
  ['d2d4', 'd7d5', 'c2c4', 'e7e6', 'b1c3', 'g8f6', 'c1g5', 'f8e7'],
  ['e2e4', 'c7c5', 'g1f3', 'd7d6', 'd2d4', 'c5d4', 'f3d4', 'g8f6', 'b1c3', 'a7a6'],
];

const line = (game, moves = []) => ({ game, start: null, moves });

/** Returns the questions, each with an answer that does not depend on time. */
export function questions(hello, lessons) {
  const list = [];
  const games = hello.games.map(({ id }) => id);
  const own = hello.players.filter(({ name }) => !LEFT_OUT.has(name));
  // Every player, in every game that it plays.
  for (const player of own) {
    for (const game of player.game ? [player.game] : games) {
      const spec = player.settings.some(({ key }) => key === 'seed') ? `${player.name}:seed=1` : player.name;
      list.push({ ask: 'think', line: line(game), spec, seat: null, limit: { nodes: 300, depth: 2 }, clocks: null, live: false });
    }
  }
  // The engine with its network, and its techniques off.
  for (const moves of CHESS)
    list.push({ ask: 'think', line: line('chess', moves), spec: 'engine', seat: null, limit: { nodes: 4_000 }, clocks: null, live: false });
  for (const { name } of hello.techniques.slice(0, 8)) {
    list.push({ ask: 'think', line: line('chess', CHESS[1]), spec: `engine:off=${name}`, seat: null, limit: { nodes: 1_500 }, clocks: null, live: false });
  }
  for (const moves of CHESS) {
    list.push({ ask: 'why', line: line('chess', moves), mv: null, limit: { nodes: 1_500 } });
    list.push({ ask: 'terms', line: line('chess', moves) });
    for (const { name } of hello.games.find(({ id }) => id === 'chess').evaluators) list.push({ ask: 'parts', line: line('chess', moves), eval: name });
  }
  for (const game of games) {
    list.push({ ask: 'race', line: line(game), specs: ['minimax', 'alphabeta', 'pvs', 'classic'], limit: { depth: 2 } });
    list.push({ ask: 'trace', line: line(game), spec: 'alphabeta', limit: { depth: 2 }, nodes: 2_000 });
    list.push({ ask: 'show', line: line(game) });
  }
  list.push({ ask: 'review', text: '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 0-1', limit: { nodes: 500 } });
  for (const number of [0, 96, 518, 959]) list.push({ ask: 'chess960', number });
  for (const { name } of lessons.lessons) list.push({ ask: 'lesson', name });
  for (const search of ['minimax', 'alphabeta', 'pvs']) {
    list.push({ ask: 'small-tree', tree: '[[3,12,8],[2,4,6],[14,5,2]]', search, sideToMove: false, hideLeaves: false, narrow: false });
  }
  for (const search of ['root', 'pv', 'ybw', 'abdada', 'lazy'])
    list.push({ ask: 'parallel-tree', tree: '[[[3,12],[8,1]],[[2,4],[6,9]]]', search, processors: 3, message: 1, narrow: false });
  list.push({ ask: 'simulate', game: 'tictactoe', width: 1, depth: 4, order: 'generated', message: 1 });
  list.push({ ask: 'ladder' }, { ask: 'alternatives' });
  // Refusals are answers, too.
  list.push(
    { ask: 'think', line: line('chess'), spec: 'nobody', seat: null, limit: {}, clocks: null, live: false },
    { ask: 'parts', line: line('othello'), eval: 'x' },
  );
  return list;
}

/** Returns the first difference of two answers, or null; calls `inexact` for a difference within the tolerance. */
export function difference(a, b, path = '', inexact = () => {}) {
  if (typeof a === 'number' && typeof b === 'number') {
    if (a === b) return null;
    const isClose = !(Number.isInteger(a) && Number.isInteger(b)) && Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a));
    if (isClose) inexact(path);
    return isClose ? null : `${path}: ${a}, not ${b}`;
  }
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object')
    return a === b ? null : `${path}: ${JSON.stringify(a)}, not ${JSON.stringify(b)}`;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (TIMES.has(key)) continue;
    const found = difference(a[key], b[key], `${path}.${key}`, inexact);
    if (found) return found;
  }
  return null;
}

/** Returns a function that asks a new instance in this process and returns all answers but progress that can be left out. */
export async function ownInstance() {
  const module = await WebAssembly.compile(readFileSync(join(root, 'web/.site/espalier.wasm')));
  let said = [];
  const fail = (reason) => {
    throw new Error(reason);
  };
  const send = await instantiate(module, { post: (text) => said.push(JSON.parse(text)), fail, stopped: () => 0 });
  const data = dataFiles();
  return (question) => {
    said = [];
    send(JSON.stringify({ id: 1, ...question }), [], data);
    return kept(said);
  };
}

/** Returns the parts of an answer that always come. */
export const kept = (said) => said.filter(({ last, say }) => last || say === 'race-row' || say === 'reviewed');
