// An exercise on a number tree: its questions, the answer being given, and the marks.

import type { PracticeExercise, PracticeMark, PracticeQuestion, PracticeTree } from '../../protocol';
import { reason, server } from '../connection.svelte';

/** The tries at each question, as in the terminal. */
const TRIES = 2;

/** The shapes that the page offers. */
export const SHAPES = ['3x3', '2x2x2', '2x3x2', '3x3x3', '2x2x2x2', 'ragged'];

/** The answer being given: a text, and nodes in the order in which they were chosen. */
export interface Answer {
  text: string;
  alpha: string;
  beta: string;
  nodes: string[];
}

const empty = (): Answer => ({ text: '', alpha: '', beta: '', nodes: [] });

/** Returns an answer as the server reads it. */
export function written(question: PracticeQuestion, { text, alpha, beta, nodes }: Answer): string {
  switch (question.kind) {
    case 'value':
      return text.trim();
    case 'unvisited':
      return nodes.length > 0 ? nodes.join(' ') : 'none';
    case 'window':
      return `${alpha.trim()} ${beta.trim()}`;
    case 'order':
      return nodes.join(' ');
  }
}

export class Practice {
  exercise = $state.raw<PracticeExercise | null>(null);
  /** The mark of each answered question. */
  marks = $state.raw<PracticeMark[]>([]);
  /** The question shown. */
  at = $state(0);
  answer = $state(empty());
  /** The remark on the last try. */
  remark = $state('');
  error = $state('');
  #left = TRIES;
  #asked = 0;

  get question(): PracticeQuestion | null {
    return this.exercise?.questions[this.at] ?? null;
  }

  /** The mark of the question shown, once it is answered. */
  get mark(): PracticeMark | null {
    return this.marks[this.at] ?? null;
  }

  get finished(): boolean {
    return this.exercise !== null && this.at >= this.exercise.questions.length;
  }

  get points(): number {
    return this.marks.reduce((sum, { points }) => sum + points, 0);
  }

  /** The exercise as a request: its own tree, so that a link keeps it. */
  get tree(): PracticeTree {
    return { from: 'given', tree: this.exercise!.tree, seed: this.exercise!.seed };
  }

  /** Loads an exercise; of several requests only the last takes effect. The same exercise in another size keeps its answers. */
  async load(tree: PracticeTree, narrow: boolean, room: [number, number]) {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const { exercise } = await server.ask({ ask: 'practice', tree, narrow, room }, 'practice');
      if (asked !== this.#asked) return;
      const same = this.exercise?.tree === exercise.tree && this.exercise.seed === exercise.seed;
      this.exercise = exercise;
      this.error = '';
      if (!same) this.again();
    } catch (problem) {
      if (asked === this.#asked) this.error = reason(problem);
    }
  }

  /** Starts the same exercise from its first question. */
  again() {
    this.marks = [];
    this.at = 0;
    this.#fresh();
  }

  #fresh() {
    this.answer = empty();
    this.remark = this.error = '';
    this.#left = TRIES;
  }

  /** Chooses a node of the tree, or removes it from the answer. */
  pick(node: number) {
    const { exercise, question, answer } = this;
    if (!exercise || !question || this.mark) return;
    const name = exercise.names[node]!;
    const isLeaf = exercise.leaves.includes(node);
    if (question.kind === 'unvisited' ? isLeaf : question.kind === 'order' && question.choices.includes(name))
      answer.nodes = answer.nodes.includes(name) ? answer.nodes.filter((other) => other !== name) : [...answer.nodes, name];
  }

  /** Marks the answer. A wrong answer has a second try. */
  async submit() {
    const { question, at } = this;
    if (!question || this.mark) return;
    const asked = this.#asked;
    this.error = '';
    try {
      const { mark } = await server.ask({ ask: 'practice-mark', tree: this.tree, question: at, answer: written(question, this.answer) }, 'practice-marked');
      if (asked !== this.#asked || at !== this.at) return;
      this.#left -= 1;
      if (!mark.right && this.#left > 0) {
        this.remark = 'Not quite. Try once more.';
        return;
      }
      this.remark = '';
      this.marks = [...this.marks, mark];
    } catch (problem) {
      if (asked === this.#asked) this.error = reason(problem);
    }
  }

  /** Goes to the next question, or to the result. */
  next() {
    this.at += 1;
    this.#fresh();
  }
}
