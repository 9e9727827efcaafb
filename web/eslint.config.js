import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  // protocol.ts is made from the types of the server.
  { ignores: ['dist', '.svelte-check', 'src/protocol.ts'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  { files: ['src/**'], languageOptions: { globals: globals.browser } },
  // The functions of the tests run here, what they pass to a page runs there.
  { files: ['e2e/**', 'site/**', '*.config.js'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  { files: ['site/service_worker.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  // State is replaced as a whole here ($state.raw), so maps and addresses need not watch themselves.
  { rules: { 'svelte/prefer-svelte-reactivity': 'off' } },
);
