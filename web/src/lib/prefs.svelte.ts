// The user's settings, kept in this browser.

/** The colours of the squares and the piece sets. */
export const BOARDS = { leaf: 'Leaf', wood: 'Wood', sea: 'Sea', stone: 'Stone' } as const;
export const PIECES = { classic: 'Classic', flat: 'Flat', letters: 'Letters' } as const;
/** The board size as a share of the standard size. */
export const SIZES = { least: 0.5, most: 1.5, step: 0.05 } as const;

interface Saved {
  theme: 'auto' | 'light' | 'dark';
  sound: boolean;
  board: keyof typeof BOARDS;
  pieces: keyof typeof PIECES;
  size: number;
}

const KEY = 'espalier.prefs';

function load(): Saved {
  const usual: Saved = { theme: 'auto', sound: true, board: 'leaf', pieces: 'classic', size: 1 };
  let saved: Saved;
  try {
    saved = { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Saved>) };
  } catch {
    return usual;
  }
  if (!(saved.board in BOARDS)) saved.board = usual.board;
  if (!(saved.pieces in PIECES)) saved.pieces = usual.pieces;
  saved.size = clampSize(saved.size);
  return saved;
}

/** Rounds a size to the nearest allowed one. */
export function clampSize(size: number): number {
  if (!Number.isFinite(size)) return 1;
  const steps = Math.round(size / SIZES.step);
  return Number(Math.min(SIZES.most, Math.max(SIZES.least, steps * SIZES.step)).toFixed(2));
}

class Prefs {
  theme = $state(load().theme);
  sound = $state(load().sound);
  board = $state(load().board);
  pieces = $state(load().pieces);
  size = $state(load().size);

  save() {
    const { theme, sound, board, pieces, size } = this;
    localStorage.setItem(KEY, JSON.stringify({ theme, sound, board, pieces, size } satisfies Saved));
  }

  /** Applies theme, squares, pieces and size to the document. */
  apply() {
    const dark = this.theme === 'dark' || (this.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    const { dataset, style } = document.documentElement;
    dataset.theme = dark ? 'dark' : 'light';
    dataset.board = this.board;
    dataset.pieces = this.pieces;
    style.setProperty('--board-size', String(this.size));
  }
}

export const prefs = new Prefs();

let audio: AudioContext | null = null;

/** The tones of each sound: frequency in Hz and seconds. */
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

/** Returns the sound of a move in SAN. */
export const soundOf = (san: string): Sound => (/[+#]$/.test(san) ? 'check' : san.includes('x') ? 'capture' : 'move');

/** Plays a sound if sounds are on and the browser supports them. */
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
