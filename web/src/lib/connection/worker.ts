// A worker of the static site: one instance of the module, which answers one message after another.

import { instantiate } from './instance.js';
import type { Journal } from './journals';

/** A message to the worker. */
export type ToWorker =
  | { module: WebAssembly.Module }
  /** `flag` is the address of a blob that the page revokes to stop the request. */
  | { id: number; text: string; flag?: string; journals?: Journal[]; data?: Journal[] };

/** A message of the worker: an answer as JSON, a change of a journal, the end of a request, or the reason why the worker is broken. */
export type FromWorker =
  { said: string } | { journal: string; from: number; text: Uint8Array<ArrayBuffer> } | { removed: string } | { ended: number } | { broken: string };

const tell = (message: FromWorker) => postMessage(message);

let current: { id: number; flag?: string } | null = null;

/** Returns the id of the running request if the page has revoked its flag. A worker receives no message while it computes. */
function stopped(): number {
  if (!current?.flag) return 0;
  const request = new XMLHttpRequest();
  try {
    request.open('GET', current.flag, false);
    request.send();
    if (request.status === 200) return 0;
  } catch {
    // Revoked.
  }
  current.flag = undefined;
  return current.id;
}

let reason = '';
let answer: ReturnType<typeof instantiate> | null = null;
let last: Promise<void> = Promise.resolve();

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ('module' in data) {
    answer = instantiate(data.module, {
      post: (said) => tell({ said }),
      fail: (text) => (reason = text),
      stopped,
      store: (journal, from, text) => tell({ journal, from, text }),
      remove: (removed) => tell({ removed }),
    });
    // The next request reports an error.
    answer.catch(() => {});
    return;
  }
  last = last.then(async () => {
    try {
      const ask = await answer!;
      current = data;
      ask(data.text, data.journals, data.data);
      tell({ ended: data.id });
    } catch (error) {
      tell({ broken: reason || String(error) });
    }
    current = null;
  });
};
