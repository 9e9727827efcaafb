// The journals of matches in IndexedDB, as pieces of text: an append adds one piece.

/** The text of a journal. */
export interface Journal {
  name: string;
  text: Uint8Array<ArrayBuffer>;
}

interface Piece {
  name: string;
  /** The offset of its first byte in the journal. */
  from: number;
  /** When it was written, in milliseconds since 1970. */
  at: number;
  text: Uint8Array<ArrayBuffer>;
}

const TABLE = 'journals';

const finished = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database of the browser cannot be used'));
  });

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  return (opened ??= (async () => {
    const request = indexedDB.open('espalier', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: ['name', 'from'] });
    return finished(request);
  })());
}

/** All pieces of a journal, or those after an offset. */
const pieces = (name: string, from = 0) => IDBKeyRange.bound([name, from], [name, Infinity]);

/** The changes are made one after the other; a reader waits for those before it. */
let last: Promise<void> = Promise.resolve();
let problem = '';

/** Returns why journals cannot be stored in this browser, or an empty text. */
export const whyNot = () => problem;

function change(work: (table: IDBObjectStore) => Promise<void> | void): Promise<void> {
  last = last.then(async () => {
    try {
      const transaction = (await database()).transaction(TABLE, 'readwrite');
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('the transaction was aborted'));
      });
      done.catch(() => {});
      await work(transaction.objectStore(TABLE));
      transaction.commit?.();
      await done;
    } catch (error) {
      problem = `this browser does not store matches: ${error instanceof Error ? error.message : String(error)}`;
    }
  });
  return last;
}

/** Resolves after every change so far is stored. */
export const stored = () => last;

/** Stores the text of a journal after its first `from` bytes. It replaces what was there. */
export function write(name: string, from: number, text: Uint8Array<ArrayBuffer>) {
  return change(async (table) => {
    if (text.length > 0) {
      table.put({ name, from, at: Date.now(), text } satisfies Piece);
      return;
    }
    table.delete(pieces(name, from));
    const before = ((await finished(table.getAll(pieces(name)))) as Piece[]).at(-1);
    if (before && before.from + before.text.length > from) table.put({ ...before, text: before.text.slice(0, from - before.from) });
  });
}

export function remove(name: string) {
  return change((table) => void table.delete(pieces(name)));
}

/** Reads the journal of this name, or all of them, the last written first. */
export async function read(name?: string): Promise<Journal[]> {
  await last;
  let found: Piece[];
  try {
    const table = (await database()).transaction(TABLE).objectStore(TABLE);
    found = await finished(table.getAll(name === undefined ? null : pieces(name)));
  } catch {
    return [];
  }
  const journals = new Map<string, Piece[]>();
  for (const piece of found) journals.set(piece.name, [...(journals.get(piece.name) ?? []), piece]);
  const written = (all: Piece[]) => Math.max(...all.map(({ at }) => at));
  return [...journals].sort(([, a], [, b]) => written(b) - written(a)).map(([name, all]) => ({ name, text: joined(all.map(({ text }) => text)) }));
}

/** Returns the parts as one text. */
export function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const text = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    text.set(part, at);
    at += part.length;
  }
  return text;
}

/** Reserves a match for this page until the returned function is called. Returns `null` if another page plays it. */
export function hold(name: string): Promise<(() => void) | null> {
  // Only pages of a secure address can reserve.
  if (!('locks' in navigator)) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    void navigator.locks.request(`espalier match ${name}`, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null);
      return new Promise<void>((release) => resolve(release));
    });
  });
}

/** Reserves a new match before any later change is stored, so other pages never see a journal without its reservation. */
export function holdFirst(name: string): Promise<(() => void) | null> {
  const held = last.then(() => hold(name));
  last = held.then(() => {});
  return held;
}
