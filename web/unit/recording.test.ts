import { beforeEach, expect, test, vi } from 'vitest';
import { Recording } from '../src/lib/tree/recording.svelte';
import { asked, kinds, open, settle } from './server';

vi.mock('../src/lib/connection.svelte', async () => (await import('./server')).connection);

const LINE = { game: 'chess' as const, start: null, moves: [] };
const node = (id: number) => ({ id, mv: `m${id}` });
const found = (...ids: number[]) => ({ node: { node: node(ids.at(-1)!), ids } });

let tree: Recording;
beforeEach(() => {
  asked.length = 0;
  tree = new Recording();
});

/** A search with two roots is recorded; the last one is shown. */
async function recorded() {
  void tree.record(LINE, 'pvs', { depth: 2 }, 1_000);
  await open('trace').answer({ summary: { roots: [node(1), node(10)], events: 5, recorded: 100 } });
  await open('tree-overview').answer({ bars: ['a bar'] });
  await open('tree-children').answer({
    children: [
      { child: 'node', node: node(11) },
      { child: 'skipped', reason: 'cut' },
    ],
  });
  await open('tree-inspect').answer(found(10));
  asked.length = 0;
}

test('a search is recorded, and its last root is opened and inspected', async () => {
  void tree.record(LINE, 'pvs', { depth: 2 }, 1_000);
  expect(tree.busy).toBe(true);
  expect(asked[0]?.ask).toEqual({ ask: 'trace', line: LINE, spec: 'pvs', limit: { depth: 2 }, nodes: 1_000 });
  asked.length = 0;
  await recorded();
  expect([tree.busy, tree.root, tree.top, tree.error]).toEqual([false, 10, 10, '']);
  expect(tree.inspected?.node.id).toBe(10);
  expect([...tree.known.keys()]).toEqual([1, 10, 11]);
  expect(tree.open.get(10)).toHaveLength(2);
});

test('a refusal is shown, and the page is ready again', async () => {
  void tree.record(LINE, 'pvs', { depth: 2 }, 1_000);
  await open('trace').refuse('at most a million nodes');
  expect([tree.error, tree.busy, tree.summary]).toEqual(['at most a million nodes', false, null]);
});

test('a second recording stops the first, whose answer comes too late', async () => {
  void tree.record(LINE, 'minimax', { depth: 4 }, 1_000);
  void tree.record(LINE, 'pvs', { depth: 2 }, 1_000);
  const [first, second] = asked;
  expect([first?.stopped, second?.stopped]).toEqual([true, false]);
  await first?.refuse('stopped');
  expect([tree.error, tree.busy]).toEqual(['', true]);
  tree.stop();
  expect(second?.stopped).toBe(true);
});

test('of two requests the last takes effect, in any order of answers', async () => {
  await recorded();
  void tree.select(11);
  void tree.select(10);
  const [first, second] = asked;
  await second?.answer(found(10));
  await first?.answer(found(10, 11));
  expect(tree.inspected?.node.id).toBe(10);
});

test('the path to a node is opened once', async () => {
  await recorded();
  void tree.select(12);
  await open('tree-inspect').answer(found(10, 11, 12));
  expect(kinds()).toEqual(['tree-inspect', 'tree-children']);
  await open('tree-children').answer({ children: [{ child: 'node', node: node(12) }] });
  expect([tree.inspected?.node.id, tree.open.has(11)]).toEqual([12, true]);
  tree.collapse(11);
  expect([tree.open.has(11), tree.open.has(10)]).toEqual([false, true]);
});

test('a node of another root shows that root', async () => {
  await recorded();
  void tree.find('e4');
  await open('tree-find').answer(found(1));
  await open('tree-overview').answer({ bars: [] });
  expect([tree.root, tree.top, tree.inspected?.node.id]).toEqual([1, 1, 1]);
});

test('an unknown line is an error until the next success', async () => {
  await recorded();
  void tree.find('Qh9');
  await open('tree-find').refuse('there is no move Qh9');
  expect(tree.error).toBe('there is no move Qh9');
  void tree.step(0);
  await open('tree-event').answer({ event: { event: 0, of: 5, node: null } });
  expect([tree.error, tree.event?.event]).toEqual(['', 0]);
});

test('steps stay between the first event and the last', async () => {
  await recorded();
  void tree.step(-3);
  void tree.step(99);
  expect(asked.map((question) => (question.ask as { event?: number }).event)).toEqual([0, 4]);
});

test('an event and its node are shown together; nothing is requested before there is a recording', async () => {
  await tree.step(1);
  expect(kinds()).toEqual([]);
  await recorded();
  void tree.seek(['cut'], null, false);
  await open('tree-seek').answer({ event: { event: 3, of: 5, node: 10 } });
  expect(tree.event).toBeNull();
  await open('tree-inspect').answer(found(10));
  expect([tree.event?.event, tree.inspected?.node.id]).toEqual([3, 10]);
});

test('transpositions of an earlier root are not shown', async () => {
  await recorded();
  void tree.meet();
  const late = open('tree-meetings');
  void tree.show(1);
  await late.answer({ meetings: 'of the root before' });
  expect(tree.meetings).toBeNull();
  await settle();
});
