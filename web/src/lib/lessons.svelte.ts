// How far somebody is with the lessons, remembered in this browser.

const KEY = 'espalier.lessons';

/** Of each lesson: which steps are behind us, and which predictions were right. */
export interface Progress {
  done: number[];
  right: number[];
}

function load(): Record<string, Progress> {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Partial<Progress>>;
    const whole = Object.entries(found).map(([name, { done, right }]): [string, Progress] => [name, { done: done ?? [], right: right ?? [] }]);
    return Object.fromEntries(whole);
  } catch {
    return {};
  }
}

class Lessons {
  progress = $state.raw<Record<string, Progress>>(load());

  of(name: string): Progress {
    return this.progress[name] ?? { done: [], right: [] };
  }

  /** A step is behind us, and its prediction was right, wrong, or there was none. */
  finish(name: string, step: number, right: boolean | null) {
    const before = this.of(name);
    const add = (list: number[]) => (list.includes(step) ? list : [...list, step]);
    this.progress = { ...this.progress, [name]: { done: add(before.done), right: right ? add(before.right) : before.right } };
    this.#save();
  }

  forget(name: string) {
    this.progress = Object.fromEntries(Object.entries(this.progress).filter(([other]) => other !== name));
    this.#save();
  }

  #save() {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.progress));
    } catch {
      // A browser that keeps nothing forgets it with the page.
    }
  }
}

export const lessons = new Lessons();

/** Whether an answer is the right one, as people write: spaces, commas and the kind of minus sign do not matter. */
export function isRight(given: string, answer: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s,]/g, '').replaceAll('−', '-');
  return plain(given) === plain(answer);
}
