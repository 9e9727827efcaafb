// Counts by index, of which a chart shows the first few.

export const sum = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Returns the first `most` counts, the rest added to one more. */
export const folded = (counts: number[], most: number) => (counts.length > most ? [...counts.slice(0, most), sum(counts.slice(most))] : counts);

/** Returns the names of folded counts: 1, 2, 3 and so on, with a plus sign at the count of the rest. */
export const foldedNames = (length: number, most: number) => Array.from({ length }, (_, index) => (index === most ? `${index + 1}+` : String(index + 1)));
