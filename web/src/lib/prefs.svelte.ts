// What somebody likes, remembered in this browser.

interface Saved {
  theme: 'auto' | 'light' | 'dark';
  sound: boolean;
}

const KEY = 'espalier.prefs';

function load(): Saved {
  const usual: Saved = { theme: 'auto', sound: true };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Saved>) };
  } catch {
    return usual;
  }
}

class Prefs {
  theme = $state(load().theme);
  sound = $state(load().sound);

  save() {
    localStorage.setItem(KEY, JSON.stringify({ theme: this.theme, sound: this.sound }));
  }

  /** Light, dark, or as the system has it. */
  apply() {
    const dark = this.theme === 'dark' || (this.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  }
}

export const prefs = new Prefs();

let audio: AudioContext | null = null;

/** What is heard: how high, how long, and how often. */
const SOUNDS = {
  move: [[230, 0.1]],
  capture: [
    [190, 0.08],
    [150, 0.12],
  ],
  check: [
    [420, 0.09],
    [520, 0.12],
  ],
  end: [
    [260, 0.16],
    [196, 0.3],
  ],
} as const;
export type Sound = keyof typeof SOUNDS;

/** The sound of a move, by how it is written. */
export const soundOf = (san: string): Sound => (/[+#]$/.test(san) ? 'check' : san.includes('x') ? 'capture' : 'move');

/** Short wooden knocks, if sounds are on. A browser that has none stays silent. */
export function sound(kind: Sound) {
  if (!prefs.sound || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [pitch, long] of SOUNDS[kind]) {
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.22, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + long);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + long);
    at += 0.8 * long;
  }
}
