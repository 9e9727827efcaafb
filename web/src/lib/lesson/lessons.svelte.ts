// The user's progress in the lessons, kept in this browser.

const KEY = 'espalier.lessons';

/** Former names of lessons, under which a browser may have stored progress. */
const RENAMED: Record<string, string> = { bets: 'selective-pruning', 'other-roads': 'beyond-alpha-beta' };

/** The completed steps of a lesson, and the steps predicted correctly. */
export interface Progress {
  done: number[];
  right: number[];
}

function load(): Record<string, Progress> {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Partial<Progress>>;
    const whole = Object.entries(found).map(([name, { done, right }]): [string, Progress] => [RENAMED[name] ?? name, { done: done ?? [], right: right ?? [] }]);
    return Object.fromEntries(whole);
  } catch {
    return {};
  }
}

class Lessons {
  progress = $state.raw<Record<string, Progress>>(load());
  /** The step from which the user followed a link into the app, while another page is shown. */
  left = $state.raw<{ address: string; title: string } | null>(null);
  /** The answers given since the app was opened, so that the back button shows them. */
  #answers = new Map<string, string>();

  /** Returns the answer given to the question of a step. */
  answer(name: string, step: number): string | null {
    return this.#answers.get(`${name} ${step}`) ?? null;
  }

  keepAnswer(name: string, step: number, answer: string) {
    this.#answers.set(`${name} ${step}`, answer);
  }

  of(name: string): Progress {
    return this.progress[name] ?? { done: [], right: [] };
  }

  /** Completes a step; `right` is `null` if it has no prediction. */
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
      // Without storage the progress lasts until the page is closed.
    }
  }
}

export const lessons = new Lessons();

/** Whether an answer is correct, ignoring case, spaces, commas and the kind of minus sign. */
export function isRight(given: string, answer: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s,]/g, '').replaceAll('−', '-');
  return plain(given) === plain(answer);
}
