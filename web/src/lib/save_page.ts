// Saves the screen as one standalone HTML file without scripts.

import { saveAs } from './save';

/** Replaces the files of a style by data URLs; unreadable files are left out. */
async function inlined(css: string, base: string): Promise<string> {
  const found = [...css.matchAll(/url\((['"]?)(?!data:)([^'")]+)\1\)/g)];
  const files = new Map<string, string>();
  for (const [, , name] of found) {
    if (!name || name.startsWith('#') || files.has(name)) continue;
    try {
      files.set(name, await asData(new URL(name, base).href));
    } catch {
      files.set(name, '');
    }
  }
  return css.replaceAll(/url\((['"]?)(?!data:)([^'")]+)\1\)/g, (whole, _, name: string) => (files.get(name) ? `url("${files.get(name)}")` : whole));
}

async function asData(address: string): Promise<string> {
  const blob = await (await fetch(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error(`${address} cannot be read`));
    reader.readAsDataURL(blob);
  });
}

/** Returns all style rules in use. */
async function styles(): Promise<string> {
  const parts: string[] = [];
  for (const sheet of document.styleSheets) {
    // As written: browsers lose shorthands with variables, such as `font`, when they write rules.
    const text = sheet.href ? await (await fetch(sheet.href)).text() : (sheet.ownerNode?.textContent ?? '');
    parts.push(await inlined(text, sheet.href ?? location.href));
  }
  return parts.join('\n').replaceAll('</', '<\\/');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The parts of a page whose buttons are text to read. */
const CONTENT = '.moves, .lines, .worst, .phases, .turning, table, [role=tree], [role=grid], [role=tablist], .box';

/** Writes the pixels of a board in percent, so that its pieces stay on their squares at any size. */
function inPercent(from: HTMLElement, to: HTMLElement) {
  const board = from.closest<HTMLElement>('cg-board, cg-container');
  if (!board) return;
  const { width, height } = from.getBoundingClientRect();
  const share = (pixels: string, of: number) => `${((100 * Number.parseFloat(pixels)) / of).toFixed(3)}%`;
  if (from.tagName === 'CG-CONTAINER') {
    [to.style.width, to.style.height] = ['100%', '100%'];
    return;
  }
  const place = /translate\((-?[\d.]+)px(?:,\s*(-?[\d.]+)px)?\)/.exec(from.style.transform);
  // A translation in percent is relative to the element itself.
  if (place && width > 0 && height > 0)
    to.style.transform = from.style.transform.replace(place[0], `translate(${share(place[1]!, width)}, ${share(place[2] ?? '0', height)})`);
}

/** Returns a static copy of the page: inputs keep their values, canvases become pictures, controls are disabled. */
export function frozen(root: HTMLElement): HTMLElement {
  const copy = root.cloneNode(true) as HTMLElement;
  const [before, after] = [root, copy].map((tree) => [...tree.querySelectorAll('*')]);
  before!.forEach((from, index) => {
    const to = after![index]!;
    if (from instanceof HTMLInputElement) {
      if (from.checked) to.setAttribute('checked', '');
      else to.removeAttribute('checked');
      to.setAttribute('value', from.value);
    } else if (from instanceof HTMLTextAreaElement) to.textContent = from.value;
    else if (from instanceof HTMLOptionElement) {
      if (from.selected) to.setAttribute('selected', '');
      else to.removeAttribute('selected');
    } else if (from instanceof HTMLCanvasElement) {
      const picture = document.createElement('img');
      picture.src = from.toDataURL();
      picture.className = from.className;
      picture.style.cssText = from.style.cssText;
      picture.alt = from.getAttribute('aria-label') ?? '';
      [picture.width, picture.height] = [from.clientWidth, from.clientHeight];
      to.replaceWith(picture);
    }
    if (to instanceof HTMLElement) inPercent(from as HTMLElement, to);
    if (['BUTTON', 'INPUT', 'SELECT', 'TEXTAREA'].includes(to.tagName)) to.setAttribute('disabled', '');
    if (from.scrollTop > 0) (to as HTMLElement).dataset.scrolled = String(from.scrollTop);
  });
  for (const gone of copy.querySelectorAll('script, .tools-of-page, dialog:not([open])')) gone.remove();
  // Only buttons that are part of the content stay, such as the moves of a game.
  for (const button of copy.querySelectorAll('button, input[type=file], label.button')) if (!button.closest(CONTENT)) button.remove();
  // Links of the app do not work without it.
  for (const gone of copy.querySelectorAll('nav[aria-label="Pages"], a.button[href^="#"], form:not(:has(select, [type=number]))')) gone.remove();
  for (const link of copy.querySelectorAll('a[href^="#"]')) link.removeAttribute('href');
  return copy;
}

/** Returns the page as HTML. `link` reopens it in the app. */
export async function standalonePage(link: string): Promise<string> {
  const root = document.documentElement;
  const body = frozen(document.body);
  const data = Object.entries(root.dataset).map(([name, value]) => ` data-${name}="${escaped(value ?? '')}"`);
  const when = new Date().toISOString().slice(0, 10);
  return `<!doctype html>
<html lang="en"${data.join('')} style="${escaped(root.style.cssText)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="espalier-link" content="${escaped(link)}">
<title>${escaped(document.title)}</title>
<style>
${await styles()}
[disabled] { opacity: 1 !important; cursor: default !important; }
.saved-note { font: 13px/1.4 system-ui, sans-serif; padding: 0.5rem 1.2rem; opacity: 0.8; }
.saved-note code { overflow-wrap: anywhere; }
</style>
</head>
<body>
${body.innerHTML}
<p class="saved-note">Saved from Espalier on ${when}. Reopen with <code>espalier open '${escaped(link)}'</code>, or with the name of this file.</p>
</body>
</html>
`;
}

/** Saves the screen under the name of its page. */
export async function savePage(name: string, link: string) {
  saveAs(`espalier-${name}.html`, await standalonePage(link), 'text/html');
}
