// Serves the static site for tests, in a sub-folder and compressed as static hosts do: SITE=../site node e2e/site_server.js [PORT].

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const folder = process.env.SITE ?? '../site';

/** The folder of the site on its host. */
const BASE = '/course/espalier/';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

const packed = new Map();

/** Starts a server; port 0 picks a free one. */
export async function serveSite(port = 0) {
  if (!existsSync(join(folder, 'index.html'))) throw new Error('no site found: run make site');
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    const file = join(folder, path.slice(BASE.length) || 'index.html');
    if (!path.startsWith(BASE) || !existsSync(file)) return response.writeHead(404).end();
    const type = TYPES[extname(file)];
    const headers = { 'content-type': type ?? 'application/octet-stream', 'cache-control': 'no-cache' };
    if (!type || type === 'image/png' || request.url.includes('/python/')) return response.writeHead(200, headers).end(readFileSync(file));
    if (!packed.has(file)) packed.set(file, gzipSync(readFileSync(file)));
    response.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(packed.get(file));
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: chosen } = server.address();
  return {
    url: `http://127.0.0.1:${chosen}${BASE}`,
    pid: process.pid,
    port: chosen,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log((await serveSite(Number(process.argv[2] ?? 0))).url);
