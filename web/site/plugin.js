// What the static site has beside the pages: answers that never change as files, Python, a page for each lesson, a service worker, a
// content security policy and the description for link previews.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { instantiate } from '../src/lib/connection/instance.js';
import { dataFiles, LOADED } from './data.js';

export const WASM = '.site/espalier.wasm';

/** CPython in WebAssembly, which is loaded when a program is graded. */
const PYTHON = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];

/** Own files only; no code from text except WebAssembly. Workers are started from blobs, so that they have this policy, too. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const TITLE = 'Espalier: game-tree search that you can see';
const DESCRIPTION =
  'Game-tree search that you can see: from minimax to a neural network, in your browser. Play, analyse, race searches, step through their trees.';

/** Asks a new instance of the module. */
async function answers() {
  const module = await WebAssembly.compile(readFileSync(WASM));
  let said = [];
  const fail = (reason) => {
    throw new Error(reason);
  };
  const send = await instantiate(module, { post: (text) => said.push(JSON.parse(text)), fail });
  const ask = (question) => {
    said = [];
    send(JSON.stringify({ id: 1, ...question }), [], dataFiles());
    const last = said.at(-1);
    if (!last?.last || last.say === 'refused') throw new Error(`${question.ask}: ${last?.reason ?? 'no answer'}`);
    return last;
  };
  const files = Object.fromEntries(['hello', 'lessons', 'ladder', 'alternatives', 'assignments'].map((name) => [name, ask({ ask: name })]));
  for (const { name } of files.lessons.lessons) files[`lesson-${name}`] = ask({ ask: 'lesson', name });
  return files;
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Returns the tags for link previews of a page. `base` is the address of the site, if it is known. */
function preview(base, file, title, description) {
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Espalier',
    'og:title': title,
    'og:description': description,
    ...(base && { 'og:url': new URL(file, base).href, 'og:image': new URL('preview.png', base).href }),
  };
  const tags = Object.entries(properties).map(([property, content]) => `<meta property="${property}" content="${escaped(content)}">`);
  return [...tags, `<meta name="twitter:card" content="${base ? 'summary_large_image' : 'summary'}">`].join('\n    ');
}

/** The pages of the lessons: the page of the app with another head, which names the screen to show. */
function lessonPages(page, lessons, base) {
  const start = preview(base, '', TITLE, DESCRIPTION);
  return lessons.map(({ name, title, about }) => {
    const file = `lesson-${name}.html`;
    const head = `${preview(base, file, `${title} · Espalier`, about)}\n    <meta name="espalier-screen" content="#/lesson?name=${name}">`;
    const source = page
      .replace(start, head)
      .replace(/<title>.*?<\/title>/, `<title>${escaped(title)} · Espalier</title>`)
      .replace(/(<meta name="description" content=")[^"]*/, `$1${escaped(about)}`);
    return { file, source };
  });
}

export function site(base) {
  return {
    name: 'site',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        html: html.replace('</head>', `  ${preview(base, '', TITLE, DESCRIPTION)}\n  </head>`),
        tags: [{ tag: 'meta', attrs: { 'http-equiv': 'content-security-policy', content: POLICY }, injectTo: 'head-prepend' }],
      }),
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const emit = (fileName, source) => this.emitFile({ type: 'asset', fileName, source });
        const files = await answers();
        for (const [name, answer] of Object.entries(files)) emit(`answers/${name}.json`, JSON.stringify(answer));
        for (const { name, text } of dataFiles(LOADED)) emit(`data/${name}`, text);
        for (const { file, source } of lessonPages(String(bundle['index.html'].source), files.lessons.lessons, base)) emit(file, source);
        for (const name of PYTHON) emit(`python/${name}`, readFileSync(join('node_modules/pyodide', name)));
        emit('preview.png', readFileSync('../docs/pictures/tree.png'));
        // Python is large, and a picture for other sites is not shown here.
        const isLater = (name) => name.startsWith('python/') || name === 'preview.png';
        const kept = [...Object.keys(bundle), ...readdirSync('public')].filter((name) => !isLater(name) && name !== 'index.html' && !name.startsWith('.'));
        const version = createHash('sha256');
        for (const name of Object.keys(bundle).sort()) version.update(name).update(bundle[name].code ?? bundle[name].source);
        const text = readFileSync(join('site', 'service_worker.js'), 'utf8');
        const lists = `const VERSION = '${version.digest('hex').slice(0, 16)}';\nconst FILES = ${JSON.stringify(['./', ...kept.sort()])};\n`;
        emit('service_worker.js', lists + text);
      },
    },
  };
}
