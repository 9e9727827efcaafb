// The data files that only some requests read. They are no part of the module, so that it loads sooner.

import type { RequestMessage } from '../../protocol';
import type { Journal } from './journals';

/** Returns the file that a request reads. `site/data.js` lists all files. */
function fileOf(asked: RequestMessage): string | null {
  if (asked.ask === 'train') return 'lesson.pack';
  if (asked.ask === 'match' && asked.plan.sprt && asked.plan.game === 'chess') return 'chess-unbalanced.book';
  return null;
}

const loaded = new Map<string, Promise<Journal[]>>();

/** Returns the data files that a request reads. A file that cannot be loaded is left out, and the request is refused. */
export function dataOf(asked: RequestMessage): Promise<Journal[]> | undefined {
  const name = fileOf(asked);
  if (!name) return undefined;
  if (!loaded.has(name)) loaded.set(name, load(name));
  return loaded.get(name);
}

async function load(name: string): Promise<Journal[]> {
  try {
    const response = await fetch(`./data/${name}`);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return [{ name, text: new Uint8Array(await response.arrayBuffer()) }];
  } catch {
    // The next request tries again.
    loaded.delete(name);
    return [];
  }
}
