import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Tests of src/lib without a server. Tests that need a document request it in their first line.
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ['browser'] },
  // One process for all tests, with a timeout for slow machines.
  test: { include: ['unit/**/*.test.ts'], testTimeout: 60_000, isolate: false },
});
