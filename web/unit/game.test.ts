import { beforeEach, expect, test, vi } from 'vitest';
import { Game, ROOT } from '../src/lib/game.svelte';
import type { GameInfo, GameTree } from '../src/protocol';
import { asked, open } from './server';

vi.mock('../src/lib/connection.svelte', async () => (await import('./server')).connection);

const CHESS = { id: 'chess', start: 'the start' } as GameInfo;

/** The reply of the server to a line of moves. */
const view = (moves: string[]) => ({
  view: { start: { fen: 'the start' }, plies: moves.map((mv) => ({ mv, san: mv.toUpperCase() })), position: { fen: `after ${moves.join(' ')}` } },
});

let game: Game;
beforeEach(async () => {
  asked.length = 0;
  game = new Game();
  const begun = game.begin(CHESS, null, ['e4', 'e5']);
  await open('show').answer(view(['e4', 'e5']));
  await begun;
});

async function done(wish: Promise<void>, ...moves: string[]) {
  await open('show').answer(view(moves));
  await wish;
}

test('a game begins after its moves', () => {
  expect(game.line()).toEqual({ game: 'chess', start: null, moves: ['e4', 'e5'] });
  expect([game.current, game.tip, game.shown, game.position?.fen]).toEqual([2, 2, 2, 'after e4 e5']);
  expect(game.path().map((node) => node.ply?.san)).toEqual(['E4', 'E5']);
});

test('a rejected start changes nothing', async () => {
  const begun = game.begin(CHESS, 'nonsense');
  const failed = expect(begun).rejects.toThrow('no king');
  await open('show').refuse('no king');
  await failed;
  expect(game.line().moves).toEqual(['e4', 'e5']);
});

test('a played move becomes the main line, the old one a variation', async () => {
  await done(game.goto(1), 'e4');
  await done(game.play('c5'), 'e4', 'c5');
  expect(game.mainLine(ROOT).map((node) => node.mv)).toEqual(['e4', 'c5']);
  expect(game.nodes[1]?.children).toEqual([3, 2]);
  expect(game.tip).toBe(3);
});

test('a move that is only shown keeps the main line, and is added once', async () => {
  await done(game.goto(1), 'e4');
  await done(game.look('c5'), 'e4', 'c5');
  expect([game.current, game.tip]).toEqual([3, 2]);
  expect(game.mainLine(ROOT).map((node) => node.mv)).toEqual(['e4', 'e5']);
  await done(game.goto(1), 'e4');
  await done(game.look('c5'), 'e4', 'c5');
  expect(game.nodes).toHaveLength(4);
});

test('of several requests to go somewhere the last takes effect', async () => {
  const [one, two] = [game.goto(1), game.goto(ROOT)];
  const [first, second] = asked.slice(-2);
  await second?.answer(view([]));
  await first?.answer(view(['e4']));
  await Promise.all([one, two]);
  expect([game.current, game.shown, game.position?.fen]).toEqual([ROOT, ROOT, 'after ']);
});

test('showing another node while a move is pending does not lose the last position', async () => {
  const [played, looked] = [game.play('d4'), game.toStart()];
  const [move, start] = asked.slice(-2);
  await start?.answer(view([]));
  await move?.answer(view(['e4', 'e5', 'd4']));
  await Promise.all([played, looked]);
  expect([game.position?.fen, game.shown]).toEqual(['after ', ROOT]);
  expect([game.last?.fen, game.stands]).toEqual(['after e4 e5 d4', game.tip]);
  expect(game.nodes[game.tip]?.ply?.san).toBe('D4');
});

test('the tree is written so that it can be read again', async () => {
  await done(game.goto(1), 'e4');
  await done(game.look('c5'), 'e4', 'c5');
  const tree = game.tree([['White', 'me']], '1-0');
  expect(tree).toEqual({
    game: 'chess',
    start: null,
    tags: [['White', 'me']],
    result: '1-0',
    moves: [
      { mv: 'e4', after: null },
      { mv: 'e5', after: 0 },
      { mv: 'c5', after: 0 },
    ],
  });
  const other = new Game();
  const begun = other.beginTree(CHESS, tree);
  await open('show').answer(view([]));
  await open('show').answer(view(['e4', 'e5']));
  // And what is beside the main line.
  await open('show').answer(view(['e4', 'c5']));
  await begun;
  expect(other.tree([['White', 'me']], '1-0')).toEqual(tree);
  expect(other.nodes.map((node) => node.ply?.san)).toEqual([undefined, 'E4', 'E5', 'C5']);
});

test('annotations survive a round trip: signs, comments, clocks and duplicate moves', async () => {
  const tree: GameTree = {
    game: 'chess',
    start: null,
    tags: [
      ['White', 'Anna'],
      ['X-Odd', '?'],
    ],
    comments: ['before it all'],
    result: '0-1',
    moves: [
      { mv: 'e4', after: null, nags: [1, 13], comments: ['[%clk 0:09:58]', 'good'] },
      { mv: 'e4', after: null, before: ['the same again'] },
      { mv: 'e5', after: 0, later: ['after its variations'] },
      { mv: 'c5', after: 0 },
    ],
  };
  const other = new Game();
  const begun = other.beginTree(CHESS, tree);
  await open('show').answer(view([]));
  await open('show').answer(view(['e4', 'e5']));
  await open('show').answer(view(['e4']));
  await open('show').answer(view(['e4', 'c5']));
  await begun;
  expect(other.tree()).toEqual(tree);
  // A move that is added makes the result unknown; one that was there does not.
  const serial = other.serial;
  await done(other.goto(1), 'e4');
  await done(other.play('e5'), 'e4', 'e5');
  expect([other.result, other.serial]).toEqual(['0-1', serial]);
  await done(other.play('d4'), 'e4', 'e5', 'd4');
  expect(other.result).toBe('*');
});

/** A tree of moves as it hangs together, whatever the order in which it is written. */
function hanging({ moves, ...head }: GameTree) {
  const below = (after: number | null): object[] =>
    moves.flatMap((move, index) => (move.after === after ? [{ ...move, after: undefined, below: below(index) }] : []));
  return { ...head, moves: below(null) };
}

test('two hundred annotated games survive a round trip', async () => {
  const { connection } = await import('./server');
  const answers = vi.mocked(connection.server.ask);
  const usual = answers.getMockImplementation()!;
  answers.mockImplementation(
    async (ask) => ({ say: 'view', ...view('line' in ask && typeof ask.line === 'object' && ask.line ? ask.line.moves : []) }) as never,
  );
  for (let seed = 1; seed <= 200; seed += 1) {
    let state = seed * 7919;
    const pick = (n: number) => (state = (state * 48271) % 2147483647) % n;
    const moves = Array.from({ length: 3 + pick(40) }, (_, index) => ({
      mv: `m${index}`,
      // Mostly after the last move, sometimes beside one before.
      after: index === 0 ? null : pick(4) ? index - 1 : pick(index),
      ...(pick(5) ? {} : { before: ['Or'] }),
      ...(pick(3) ? {} : { nags: [1 + pick(139)] }),
      ...(pick(3) ? {} : { comments: [`[%eval 0.${pick(90)},12] [%clk 0:0${pick(9)}:12]`, 'näher "am" \\ König'] }),
      ...(pick(6) ? {} : { later: ['after all'] }),
    }));
    const tree: GameTree = {
      game: 'chess',
      start: pick(2) ? null : 'another start',
      tags: [
        ['Event', `Cup "${seed}"`],
        ['X-Odd_1', ''],
      ],
      ...(pick(2) ? { comments: ['Before it all'] } : {}),
      result: ['1-0', '0-1', '1/2-1/2', '*'][pick(4)]!,
      moves,
    };
    const read = new Game();
    await read.beginTree(CHESS, structuredClone(tree));
    expect(hanging(read.tree())).toEqual(hanging(tree));
  }
  answers.mockImplementation(usual);
});

test('a comment and a sign are edited, and clocks and other glyphs stay', () => {
  game.nodes[1]!.note = { comments: ['[%clk 0:05:00] old'], nags: [2, 16] };
  game.setComment(1, ' best {by test} ');
  game.setSign(1, 1);
  expect(game.tree().moves[0]).toMatchObject({ mv: 'e4', comments: ['[%clk 0:05:00] best by test'], nags: [1, 16] });
  game.setComment(1, '');
  game.setSign(1, 0);
  expect(game.tree().moves[0]).toMatchObject({ comments: ['[%clk 0:05:00]'], nags: [16] });
});

test('a variation is promoted, and the result of the old main line is dropped', async () => {
  game.result = '1-0';
  await done(game.goto(1), 'e4');
  await done(game.look('c5'), 'e4', 'c5');
  expect([game.isMain(2), game.isMain(3)]).toEqual([true, false]);
  game.promote(3);
  expect(game.mainLine(ROOT).map((node) => node.mv)).toEqual(['e4', 'c5']);
  expect([game.isMain(3), game.tip, game.result]).toEqual([true, 3, '*']);
});

test('a deleted move takes what follows with it, and can be brought back', async () => {
  game.result = '1-0';
  const undo = game.delete(1);
  await open('show').answer(view([]));
  expect(game.mainLine(ROOT)).toEqual([]);
  expect([game.current, game.tip, game.result]).toEqual([ROOT, ROOT, '*']);
  undo();
  await open('show').answer(view(['e4']));
  expect(game.mainLine(ROOT).map((node) => node.mv)).toEqual(['e4', 'e5']);
  expect([game.current, game.tip, game.result]).toEqual([1, 2, '1-0']);
});
