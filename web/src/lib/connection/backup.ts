// What the site keeps in this browser, as one file: settings, the progress in the lessons, the current game, the journals of matches.

import * as journals from './journals';

const FORMAT = 'espalier-data-1';
const PREFIX = 'espalier.';

interface Data {
  format: string;
  settings: Record<string, string>;
  journals: Record<string, string>;
}

/** Returns the file as text. */
export async function exported(): Promise<string> {
  const settings = Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith(PREFIX))) as Record<string, string>;
  const all = await journals.read();
  const decoder = new TextDecoder();
  const texts = Object.fromEntries(all.reverse().map(({ name, text }) => [name, decoder.decode(text)]));
  return JSON.stringify({ format: FORMAT, settings, journals: texts } satisfies Data, null, 1);
}

/** Adds the content of a file; what has the same name is replaced. Returns the number of matches in it. */
export async function imported(text: string): Promise<number> {
  let data: Data;
  try {
    data = JSON.parse(text) as Data;
  } catch {
    throw new Error('this file is no JSON: choose a file that Export wrote');
  }
  if (data?.format !== FORMAT) throw new Error('this file is not an export of Espalier: choose a file that Export wrote');
  for (const [key, value] of Object.entries(data.settings)) if (key.startsWith(PREFIX)) localStorage.setItem(key, String(value));
  const encoder = new TextEncoder();
  for (const [name, text] of Object.entries(data.journals)) {
    void journals.remove(name);
    void journals.write(name, 0, encoder.encode(String(text)));
  }
  await journals.stored();
  if (journals.whyNot()) throw new Error(journals.whyNot());
  return Object.keys(data.journals).length;
}
