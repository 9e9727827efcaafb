import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig } from 'vite';
import { site } from './site/plugin.js';

/** The piece set's CSS names pieces by words, the board by letters. */
const pieceNames = {
  name: 'piece-names',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('chessground.cburnett.css')) return;
    const letters = { pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' };
    return code.replace(/piece\.(pawn|knight|bishop|rook|queen|king)/g, (_, word) => `piece.${letters[word]}-piece`);
  },
};

/** Compresses text files, so that the server can send them compressed without code for it. */
const packed = {
  name: 'packed',
  apply: 'build',
  closeBundle() {
    for (const name of readdirSync('dist', { recursive: true })) {
      if (/\.(html|js|css|svg|json)$/.test(name)) writeFileSync(join('dist', `${name}.gz`), gzipSync(readFileSync(join('dist', name)), { level: 9 }));
    }
  },
};

const native = {
  plugins: [pieceNames, svelte(), packed],
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/ws': { target: 'ws://127.0.0.1:8960', ws: true } } },
};

/** `vite build --mode site`: the pages with the module in workers, for any folder of any host. $SITE_BASE is their address, if known. */
const forSite = {
  base: './',
  plugins: [pieceNames, svelte(), site(process.env.SITE_BASE)],
  define: { 'import.meta.env.SITE_BASE': JSON.stringify(process.env.SITE_BASE ?? '') },
  resolve: { conditions: ['site', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: { ...native.build, outDir: '../site' },
};

export default defineConfig(({ mode }) => (mode === 'site' ? forSite : native));
