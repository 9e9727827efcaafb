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

export default defineConfig({
  plugins: [pieceNames, svelte()],
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { '/ws': { target: 'ws://127.0.0.1:8960', ws: true } } },
});
