// Runs the tests in one browser with one server, three at a time: npm test [-- WORDS]. WORDS select tests by file or name.
// SITE=../site runs them against the static site in that folder, one at a time: its pages compute in the browser, and on two processors three
// at a time take twice as long. LANES sets how many run at once; CPU=1 prints the processor time of each test.

import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeHome, isSite, openHome, reading, tests } from './harness.js';

const folder = dirname(fileURLToPath(import.meta.url));
for (const file of readdirSync(folder).filter((name) => name.endsWith('.test.js'))) {
  reading.file = file;
  await import(join(folder, file));
}
const words = process.argv.slice(2);
const named = tests.filter(({ file, name }) => words.length === 0 || words.some((word) => file.includes(word) || name.includes(word)));
const chosen = named.filter(({ reason }) => !(isSite && reason));
for (const { file, name, reason } of named) if (isSite && reason) console.log(`left out ${file.replace('.test.js', '')}: ${name} (${reason})`);
if (chosen.length === 0) throw new Error(`no test matches ${words.join(' or ')}`);

/** Returns the processor seconds used by this process and its descendants. */
function spent() {
  const seconds = new Map();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [parent, ...fields] = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ').slice(1).map(Number);
      seconds.set(Number(id), { parent, used: (fields[9] + fields[10] + fields[11] + fields[12]) / 100 });
    } catch {
      // The process has just ended.
    }
  }
  const isOurs = (id) => id === process.pid || (seconds.has(id) && isOurs(seconds.get(id).parent));
  return [...seconds].reduce((sum, [id, { used }]) => sum + (isOurs(id) ? used : 0), 0);
}

/** A test that hangs fails after this time, so that the run ends. */
const LIMIT = 300_000;

/** Runs a test and returns whether it passed. */
async function passes({ file, name, body }) {
  const [began, before] = [performance.now(), process.env.CPU ? spent() : 0];
  let problem = null;
  let watchdog;
  const hangs = new Promise((_, reject) => {
    watchdog = setTimeout(() => reject(new Error(`no end within ${LIMIT / 60_000} minutes`)), LIMIT);
  });
  try {
    await Promise.race([body(), hangs]);
  } catch (error) {
    problem = error;
  } finally {
    clearTimeout(watchdog);
  }
  const cost = process.env.CPU ? `, ${(spent() - before).toFixed(2)} s of a processor` : '';
  console.log(`${problem ? 'not ok' : 'ok'} ${file.replace('.test.js', '')}: ${name} (${((performance.now() - began) / 1_000).toFixed(1)} s${cost})`);
  if (problem) console.log(String(problem.stack ?? problem).replace(/^/gm, '    '));
  return !problem;
}

await openHome();
const waiting = [...chosen];
let failed = 0;
const lane = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) if (!(await passes(next))) failed += 1;
};
await Promise.all(Array.from({ length: Number(process.env.LANES ?? (isSite ? 1 : 3)) }, lane));
await closeHome();
console.log(`# ${chosen.length - failed} of ${chosen.length} tests passed`);
process.exit(failed > 0 ? 1 : 0);
