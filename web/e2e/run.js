// Runs the tests in one browser with one server, three at a time: npm test [-- WORDS], where words are of file names or of the
// names of tests. One that fails is asked once more, alone and with a page of its own: beside everything else that `make test`
// does, a page may be waited for in vain, and what is wrong fails again. LANES=1 CPU=1 says what each test costs.

import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeHome, forgetPages, openHome, reading, tests } from './harness.js';

const folder = dirname(fileURLToPath(import.meta.url));
for (const file of readdirSync(folder).filter((name) => name.endsWith('.test.js'))) {
  reading.file = file;
  await import(join(folder, file));
}
const words = process.argv.slice(2);
const chosen = tests.filter(({ file, name }) => words.length === 0 || words.some((word) => file.includes(word) || name.includes(word)));
if (chosen.length === 0) throw new Error(`no test is called ${words.join(' or ')}`);

/** Seconds of a processor that this process and everything it has started have used. */
function spent() {
  const seconds = new Map();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [parent, ...fields] = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ').slice(1).map(Number);
      seconds.set(Number(id), { parent, used: (fields[9] + fields[10] + fields[11] + fields[12]) / 100 });
    } catch {
      // It has just ended.
    }
  }
  const ours = (id) => id === process.pid || (seconds.has(id) && ours(seconds.get(id).parent));
  return [...seconds].reduce((sum, [id, { used }]) => sum + (ours(id) ? used : 0), 0);
}

/** Runs a test, and says whether it held. */
async function holds({ file, name, body }) {
  const [began, before] = [performance.now(), process.env.CPU ? spent() : 0];
  let problem = null;
  try {
    await body();
  } catch (error) {
    problem = error;
  }
  const cost = process.env.CPU ? `, ${(spent() - before).toFixed(2)} s of a processor` : '';
  console.log(`${problem ? 'not ok' : 'ok'} ${file.replace('.test.js', '')}: ${name} (${((performance.now() - began) / 1_000).toFixed(1)} s${cost})`);
  if (problem) console.log(String(problem.stack ?? problem).replace(/^/gm, '    '));
  return !problem;
}

await openHome();
const [waiting, failed] = [[...chosen], []];
const lane = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) if (!(await holds(next))) failed.push(next);
};
await Promise.all(Array.from({ length: Number(process.env.LANES ?? 3) }, lane));
const wrong = [];
for (const test of failed) {
  console.log('# once more, alone:');
  forgetPages();
  if (!(await holds(test))) wrong.push(test);
}
await closeHome();
console.log(`# ${chosen.length - wrong.length} of ${chosen.length} tests hold`);
process.exit(wrong.length > 0 ? 1 : 0);
