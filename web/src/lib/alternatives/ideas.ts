// The idea of each alternative in a sentence, with its first publication.

import { parseSpec } from '../spec';

export interface Idea {
  about: string;
  reference: string;
}

const IDEAS: Record<string, Idea> = {
  alphabeta: { about: 'Skips moves that cannot change the minimax value.', reference: 'Knuth and Moore, 1975' },
  mn: {
    about: 'A node with several good moves is worth more than its best move alone: it adds a bonus for the next best ones.',
    reference: 'Slagle and Dixon, 1970',
  },
  bestfirst: { about: 'Always expands the leaf at the end of the best line.', reference: 'Korf and Chickering, 1996' },
  'bestfirst-linear': {
    about: 'Best-first minimax that searches the best line again instead of keeping the tree in memory.',
    reference: 'Korf and Chickering, 1996',
  },
  'bestfirst-hybrid': { about: 'Searches all moves to a depth with alpha-beta, then extends only the best line.', reference: 'Korf and Chickering, 1996' },
  om: {
    about: 'Predicts the replies by an evaluation that the opponent is known to use, and plays for its mistakes.',
    reference: 'Iida, Uiterwijk, van den Herik and Herschberg, 1993',
  },
  prom: {
    about: 'Probabilistic opponent model (PrOM): the opponent is one of several types, each with a probability and an evaluation of its own.',
    reference: 'Donkers, Uiterwijk and van den Herik, 2001',
  },
  probimax: {
    about: 'The opponent plays each reply with a probability that falls with its value; the search maximises the expected result.',
    reference: 'Game theory of fallible opponents',
  },
  bp: {
    about:
      'Baum and Smith’s Bayesian search (BP): a leaf has a distribution of values; the search expands the leaves most likely to change the choice of move.',
    reference: 'Baum and Smith, 1997',
  },
  sss: {
    about: 'Searches the strategies of the side to move, the most promising first. It never visits a leaf that alpha-beta skips.',
    reference: 'Stockman, 1979',
  },
  dual: { about: 'SSS* for the strategies of the opponent.', reference: 'Marsland, Reinefeld and Schaeffer, 1987' },
  bstar: { about: 'Each node has an optimistic and a pessimistic value; the search stops when one move is proved best.', reference: 'Berliner, 1979' },
  conspiracy: {
    about: 'Counts the leaves that must change together to change the value of the root, and stops when there are many.',
    reference: 'McAllester, 1988',
  },
  rivest: {
    about: 'Replaces minimum and maximum by means with a large exponent, and expands the leaf on which the root depends most.',
    reference: 'Rivest, 1987',
  },
  uct: { about: 'Random games from each leaf; the search prefers moves with a good average or few visits.', reference: 'Kocsis and Szepesvári, 2006' },
  'uct-ab': { about: 'UCT with a small alpha-beta search instead of random games.', reference: 'Winands and Björnsson, 2011' },
  'ab-rollout': { about: 'Alpha-beta as a series of walks from the root to a leaf.', reference: 'Huang, 2015' },
  probcut: {
    about: 'A shallow search predicts the result of a deep one; branches that are very likely outside the window are pruned.',
    reference: 'Buro, 1995',
  },
  pn: { about: 'Expands the leaf that is cheapest to prove or to disprove.', reference: 'Allis, van der Meulen and van den Herik, 1994' },
};

/** Returns the idea of a player, if the page knows it. */
export const ideaOf = (spec: string): Idea | null => IDEAS[parseSpec(spec).name] ?? null;
