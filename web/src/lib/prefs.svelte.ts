// What somebody likes, remembered in this browser.

interface Saved {
  theme: 'auto' | 'light' | 'dark';
  sound: boolean;
}

const KEY = 'espalier.prefs';

function load(): Saved {
  const usual: Saved = { theme: 'auto', sound: false };
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

/** A short wooden knock, if sounds are on. */
export function knock(pitch = 220) {
  if (!prefs.sound) return;
  audio ??= new AudioContext();
  const [tone, gain] = [audio.createOscillator(), audio.createGain()];
  tone.type = 'triangle';
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0.25, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.12);
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.13);
}
