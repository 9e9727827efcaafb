// The transport of the native program: one WebSocket to the server that sent the page.

import type { ReplyMessage } from '../../protocol';
import type { Receiver, Transport } from './transport';

export type { Receiver, Transport };
export const IS_SITE = false;

export const shareAddress = () => location.href;

/** The server keeps matches in files. */
export const loadBackup: (() => Promise<typeof import('./backup')>) | null = null;

/** The server starts no programs for a page. */
export const loadGrader: (() => Promise<typeof import('./grading')>) | null = null;

export function connect(page: Receiver): Transport {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  socket.onopen = () => page.opened();
  socket.onmessage = (event) => page.received(JSON.parse(event.data as string) as ReplyMessage);
  socket.onclose = () => page.closed();
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
  };
}
