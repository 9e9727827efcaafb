// What carries messages between the page and web_api: a WebSocket to the server, or workers of the static site.

import type { ReplyMessage } from '../../protocol';

/** The page's side of a transport. */
export interface Receiver {
  /** The transport is ready; messages sent before are lost. */
  opened(): void;
  received(said: ReplyMessage): void;
  /** The connection is gone; `connect` has to be called again. */
  closed(): void;
}

export interface Transport {
  /** Sends a request as JSON. Lost while there is no connection. */
  send(text: string): void;
}
