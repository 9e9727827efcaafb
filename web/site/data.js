// The data files that are no part of the module.

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The files that the site loads with the requests that read them. */
export const LOADED = ['crates/train/data/lesson.pack', 'books/chess-unbalanced.book'];

/** The files whose answers the build computes. */
const ANSWERED = ['results/ladder.json', 'results/alternatives-tables.json'];

/** Returns the files of a list, as an instance takes them. */
export const dataFiles = (paths = [...LOADED, ...ANSWERED]) => paths.map((path) => ({ name: basename(path), text: readFileSync(join(root, path)) }));
