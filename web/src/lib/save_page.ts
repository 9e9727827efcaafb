// What is on the screen, saved as one file that needs nothing else: no server, no network, no script.

import { saveAs } from './save';

/** Files that a style names, as data; what cannot be read is left out. */
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

/** Every rule of the styles that are in use. */
async function styles(): Promise<string> {
  const parts: string[] = [];
  for (const sheet of document.styleSheets) {
    const rules = [...sheet.cssRules].map((rule) => rule.cssText).join('\n');
    parts.push(await inlined(rules, sheet.href ?? location.href));
  }
  return parts.join('\n').replaceAll('</', '<\\/');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The page as it looks now: what was typed and chosen stays, what was drawn becomes a picture, what only works with a server goes. */
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
    if (['BUTTON', 'INPUT', 'SELECT', 'TEXTAREA'].includes(to.tagName)) to.setAttribute('disabled', '');
    if (from.scrollTop > 0) (to as HTMLElement).dataset.scrolled = String(from.scrollTop);
  });
  for (const gone of copy.querySelectorAll('script, .tools-of-page, dialog:not([open])')) gone.remove();
  // Links of the app lead nowhere without it.
  for (const link of copy.querySelectorAll('a[href^="#"]')) link.removeAttribute('href');
  return copy;
}

/** The whole page as a text. `link` opens it alive. */
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
<p class="saved-note">Saved from Espalier on ${when}. Alive with <code>espalier open '${escaped(link)}'</code>, or with the name of this file.</p>
</body>
</html>
`;
}

/** Saves what is on the screen under the name of its page. */
export async function savePage(name: string, link: string) {
  saveAs(`espalier-${name}.html`, await standalonePage(link), 'text/html');
}
