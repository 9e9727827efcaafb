import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A socket that the test opens, closes and speaks through. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: { id: number; ask: string; job?: number }[] = [];
  onopen = () => {};
  onclose = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  constructor(public url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  close() {
    this.readyState = 3;
    this.onclose();
  }
  say(message: object) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { host: 'here:1' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function connected() {
  const { server } = await import('../src/lib/connection.svelte');
  server.connect();
  const socket = FakeSocket.all[0]!;
  socket.open();
  return { server, socket };
}

test('the first request is hello', async () => {
  const { server, socket } = await connected();
  expect(socket.url).toBe('ws://here:1/ws');
  expect(socket.sent).toEqual([{ id: 1, ask: 'hello' }]);
  socket.say({ id: 1, last: true, say: 'hello', players: [] });
  await vi.runAllTimersAsync();
  expect([server.state, server.hello?.say, server.times]).toEqual(['open', 'hello', 1]);
});

test('progress goes to its request, the last answer ends it', async () => {
  const { server, socket } = await connected();
  const news = vi.fn();
  const job = server.job({ ask: 'reproduce', document: 'a4' }, 'reproduced', news);
  socket.say({ id: 99, say: 'progress' });
  socket.say({ id: 2, say: 'progress', done: 1 });
  socket.say({ id: 2, last: true, say: 'reproduced', sections: [] });
  socket.say({ id: 2, say: 'progress', done: 2 });
  expect((await job.done).sections).toEqual([]);
  expect(news.mock.calls.map(([say]) => say.done)).toEqual([1]);
});

test('a refusal is an error with the server’s message, and so is an unexpected answer', async () => {
  const { server, socket } = await connected();
  const [one, two] = [server.ask({ ask: 'ladder' }, 'ladder'), server.ask({ ask: 'ladder' }, 'ladder')];
  socket.say({ id: 2, last: true, say: 'refused', reason: 'not today' });
  socket.say({ id: 3, last: true, say: 'done' });
  await expect(one).rejects.toThrow('not today');
  await expect(two).rejects.toThrow('unexpected answer done');
});

test('a stop names the job, and is not sent for one that has ended', async () => {
  const { server, socket } = await connected();
  const job = server.job({ ask: 'ladder' }, 'ladder');
  job.stop();
  socket.say({ id: 2, last: true, say: 'ladder', games: [] });
  await job.done;
  job.stop();
  expect(socket.sent.filter(({ ask }) => ask === 'stop')).toEqual([{ id: 0, ask: 'stop', job: 2 }]);
});

test('unanswered requests are sent again after a reconnection', async () => {
  const { server, socket } = await connected();
  socket.say({ id: 1, last: true, say: 'hello' });
  const waiting = server.ask({ ask: 'ladder' }, 'ladder');
  socket.close();
  expect(server.state).toBe('lost');
  const asleep = server.ask({ ask: 'chess960', number: 5 }, 'position');
  await vi.advanceTimersByTimeAsync(250);
  const again = FakeSocket.all[1]!;
  again.open();
  expect(again.sent.map(({ id, ask }) => `${id} ${ask}`)).toEqual(['2 ladder', '3 chess960']);
  again.say({ id: 2, last: true, say: 'ladder', games: [] });
  again.say({ id: 3, last: true, say: 'position', fen: 'x' });
  expect([(await waiting).games, (await asleep).fen, server.state, server.times]).toEqual([[], 'x', 'open', 2]);
});

test('reconnection attempts become less frequent', async () => {
  const { socket } = await connected();
  socket.close();
  const waits: number[] = [];
  for (let tries = 1; tries < 9; tries += 1) {
    const began = Date.now();
    while (FakeSocket.all.length === tries) await vi.advanceTimersByTimeAsync(10);
    waits.push(Date.now() - began);
    FakeSocket.all.at(-1)!.close();
  }
  expect(waits[0]).toBeLessThan(300);
  expect(waits.at(-1)).toBe(2_000);
});

test('a lost stop is sent again after its request', async () => {
  const { server, socket } = await connected();
  socket.say({ id: 1, last: true, say: 'hello' });
  const job = server.job({ ask: 'ladder' }, 'ladder');
  socket.close();
  job.stop();
  await vi.advanceTimersByTimeAsync(250);
  const again = FakeSocket.all[1]!;
  again.open();
  expect(again.sent).toEqual([
    { id: 2, ask: 'ladder' },
    { id: 0, ask: 'stop', job: 2 },
  ]);
  again.say({ id: 2, last: true, say: 'ladder', games: [] });
  expect((await job.done).games).toEqual([]);
});
