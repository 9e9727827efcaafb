// One instance of the WebAssembly module: the functions it imports, and how a message gets in. Also runs in Node.

/**
 * @typedef {{ name: string, text: Uint8Array }} File
 *
 * @typedef {object} Host
 * @property {(text: string) => void} post takes a message of the module
 * @property {(reason: string) => void} fail takes the text of a panic; the instance cannot be used after it
 * @property {() => number} [stopped] returns the id of the request to stop, or 0
 * @property {(name: string, from: number, text: Uint8Array<ArrayBuffer>) => void} [store] stores the text of a journal from an offset on
 * @property {(name: string) => void} [remove] deletes a journal
 */

/**
 * Creates an instance and returns the function that answers a message. It returns after the last answer. The journals and data files are those
 * that the message needs.
 *
 * @param {WebAssembly.Module} module
 * @param {Host} host
 * @returns {Promise<(message: string, journals?: File[], data?: File[]) => void>}
 */
export async function instantiate(module, host) {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  /** @type {any} */
  let exports = null;
  const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(exports.memory.buffer, at, length);
  const text = (/** @type {number} */ at, /** @type {number} */ length) => decoder.decode(bytes(at, length));
  const instance = await WebAssembly.instantiate(module, {
    env: {
      now: () => performance.now(),
      epoch: () => Date.now(),
      post: (/** @type {number} */ at, /** @type {number} */ length) => host.post(text(at, length)),
      fail: (/** @type {number} */ at, /** @type {number} */ length) => host.fail(text(at, length)),
      stopped: () => host.stopped?.() ?? 0,
      store: (/** @type {number[]} */ ...[name, length, from, at, size]) => host.store?.(text(name, length), from, bytes(at, size).slice()),
      remove: (/** @type {number} */ at, /** @type {number} */ length) => host.remove?.(text(at, length)),
    },
  });
  exports = instance.exports;
  exports.start();
  const put = (/** @type {Uint8Array[]} */ ...parts) => {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    let at = exports.allocate(size);
    for (const part of parts) {
      bytes(at, part.length).set(part);
      at += part.length;
    }
  };
  return (message, journals = [], data = []) => {
    for (const { name, text } of journals) {
      put(encoder.encode(`${name}\n`), text);
      exports.restore();
    }
    for (const { name, text } of data) {
      put(encoder.encode(`${name}\n`), text);
      exports.provide();
    }
    put(encoder.encode(message));
    exports.ask();
    exports.forget();
  };
}
