// Runs the tests in a browser, four files at a time. A file that fails is asked once more, alone: beside everything else that
// `make test` does, a page may be waited for in vain, and what is wrong fails again.

import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));

/** Runs these files, and gives those in which a test failed. */
function failing(files, concurrency) {
  const failed = new Set();
  const tests = run({ files, concurrency });
  tests.on('test:fail', ({ file }) => failed.add(file));
  return new Promise((resolve) => {
    const report = tests.compose(tap);
    report.on('end', () => resolve([...failed]));
    report.pipe(process.stdout, { end: false });
  });
}

const names = process.argv.slice(2);
const all = readdirSync(folder).filter((name) => name.endsWith('.test.js') && (names.length === 0 || names.some((part) => name.includes(part))));
let failed = await failing(
  all.map((name) => join(folder, name)),
  4,
);
if (failed.length > 0) {
  console.log(`# once more, alone: ${failed.join(', ')}`);
  failed = await failing(failed, 1);
}
process.exit(failed.length > 0 ? 1 : 0);
