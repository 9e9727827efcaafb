import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** The board's own piece pictures name pieces by words, the board names them by letters. */
const pieceNames = {
  name: 'piece-names',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('chessground.cburnett.css')) return;
    const letters = { pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' };
    return code.replace(/piece\.(pawn|knight|bishop|rook|queen|king)/g, (_, word) => `piece.${letters[word]}-piece`);
  },
};

/** Texts go over the wire packed. They are packed here, once, so that the program needs no code for it. */
const packed = {
  name: 'packed',
  apply: 'build',
  closeBundle() {
    for (const name of readdirSync('dist', { recursive: true })) {
      if (/\.(html|js|css|svg|json)$/.test(name)) writeFileSync(join('dist', `${name}.gz`), gzipSync(readFileSync(join('dist', name)), { level: 9 }));
    }
  },
};

export default defineConfig({
  plugins: [pieceNames, svelte(), packed],
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/ws': { target: 'ws://127.0.0.1:8960', ws: true } } },
});
