import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// What stands in src/lib, without a server. Tests that need a document say so in their first line.
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ['browser'] },
  // Slow machines are slow, not wrong.
  // One process for all of them: none leaves anything behind.
  test: { include: ['unit/**/*.test.ts'], testTimeout: 60_000, isolate: false },
});
