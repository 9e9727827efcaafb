// An order of functions in which those with similar code follow each other.

/** The number of samples of a function that are compared. */
const SAMPLES = 128;

/** The number of bytes in a piece of code. */
const PIECE = 4;

/** Two functions with fewer equal samples are not similar. */
const LEAST = 3;

const NONE = 0xffff_ffff;

/**
 * Returns samples of the pieces of a function. The hashes of the pieces are divided among the samples, and each sample is the least of
 * its hashes. So the number of equal samples of two functions estimates how many pieces they have in common (MinHash).
 */
function samplesOf(code) {
  const samples = new Uint32Array(SAMPLES).fill(NONE);
  for (let at = 0; at + PIECE <= code.length; at += 1) {
    let hash = 0x811c_9dc5;
    for (let index = at; index < at + PIECE; index += 1) hash = Math.imul(hash ^ code[index], 0x0100_0193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b);
    hash = (hash ^ (hash >>> 13)) >>> 0;
    const sample = hash % SAMPLES;
    if (hash < samples[sample]) samples[sample] = hash;
  }
  return samples;
}

/** Returns the indices of the functions in the order of their names. */
export function nameOrder(codes, name) {
  return codes.map((_, index) => index).sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : a - b));
}

/** Returns the indices of the functions in an order for compression. Functions that resemble no other are in the order of their names. */
export function similarOrder(codes, name) {
  const byName = nameOrder(codes, name);
  const rank = new Uint32Array(codes.length);
  byName.forEach((index, at) => (rank[index] = at));
  const samples = codes.map(samplesOf);
  /** The functions with each sample. */
  const having = Array.from({ length: SAMPLES }, () => new Map());
  for (const index of byName) {
    samples[index].forEach((value, sample) => {
      if (value === NONE) return;
      const list = having[sample].get(value);
      if (list) list.push(index);
      else having[sample].set(value, [index]);
    });
  }
  const isPlaced = new Uint8Array(codes.length);
  const equal = new Uint16Array(codes.length);

  /** Returns the most similar function that has no place yet, or -1. */
  const nextTo = (index) => {
    const met = [];
    samples[index].forEach((value, sample) => {
      for (const other of having[sample].get(value) ?? []) {
        if (isPlaced[other]) continue;
        if (equal[other] === 0) met.push(other);
        equal[other] += 1;
      }
    });
    let best = -1;
    for (const other of met) {
      const isCloser = best < 0 || equal[other] > equal[best] || (equal[other] === equal[best] && rank[other] < rank[best]);
      if (equal[other] >= LEAST && isCloser) best = other;
    }
    for (const other of met) equal[other] = 0;
    return best;
  };

  const order = [];
  for (const first of byName) {
    for (let index = isPlaced[first] ? -1 : first; index >= 0; index = nextTo(index)) {
      isPlaced[index] = 1;
      order.push(index);
    }
  }
  return order;
}
