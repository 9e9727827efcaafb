// The keys of a stepped tree, and the steps of a class that predicts.

import type { NumberTreeInfo } from '../../protocol';

export type Action = 'next' | 'back' | 'first' | 'last' | 'cut' | 'present' | 'leave' | 'in' | 'out' | 'whole';

const ALWAYS: Record<string, Action> = {
  ArrowRight: 'next',
  ArrowLeft: 'back',
  Home: 'first',
  End: 'last',
  c: 'cut',
  p: 'present',
  '+': 'in',
  '-': 'out',
  '0': 'whole',
};

/** The keys of a clicker, and those that scroll a page outside of a presentation. */
const PRESENTING: Record<string, Action> = { PageDown: 'next', ' ': 'next', Enter: 'next', PageUp: 'back', Backspace: 'back', Escape: 'leave' };

/** Returns the action of a key. Space and Enter press the button that has the focus. */
export function actionOf(key: string, presenting: boolean, onButton: boolean): Action | null {
  if (onButton && (key === ' ' || key === 'Enter')) return null;
  return ALWAYS[key] ?? (presenting ? (PRESENTING[key] ?? null) : null);
}

export interface Place {
  /** The number of steps shown. */
  count: number;
  /** Whether the question about the next step is shown. */
  asked: boolean;
}

/** Returns the place after one step forwards. A class that predicts sees the question of a step before the step. */
export function forwards({ steps }: NumberTreeInfo, { count, asked }: Place, predicting: boolean): Place {
  if (count >= steps.length) return { count, asked: false };
  if (predicting && !asked && steps[count]!.question !== null) return { count, asked: true };
  return { count: count + 1, asked: false };
}
