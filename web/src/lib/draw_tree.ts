// A tree of numbers that is drawn by hand: what stands where, and what a hand can do to it.

/** A leaf is a number, anything else the moves from there. */
export type Shape = number | Shape[];
/** The way to a node: which move at each ply. */
export type Path = number[];

/** A tree as it is typed; null if it is none. */
export function read(text: string): Shape | null {
  const isShape = (found: unknown): found is Shape => (Array.isArray(found) ? found.length > 0 && found.every(isShape) : Number.isInteger(found));
  try {
    const found: unknown = JSON.parse(text);
    return isShape(found) ? found : null;
  } catch {
    return null;
  }
}

export const write = (shape: Shape): string => JSON.stringify(shape);

export function at(shape: Shape, path: Path): Shape | null {
  return path.reduce<Shape | null>((here, move) => (Array.isArray(here) ? (here[move] ?? null) : null), shape);
}

/** The same tree with another node in a place. */
function replaced(shape: Shape, path: Path, node: Shape): Shape {
  const [move, ...rest] = path;
  if (move === undefined) return node;
  return Array.isArray(shape) ? shape.map((child, index) => (index === move ? replaced(child, rest, node) : child)) : shape;
}

/** One move more at a node, and the way to it. A leaf keeps its number: it becomes the first move. */
export function add(shape: Shape, path: Path): [Shape, Path] {
  const here = at(shape, path);
  if (here === null) return [shape, path];
  const children = Array.isArray(here) ? [...here, 0] : [here];
  return [replaced(shape, path, children), [...path, children.length - 1]];
}

/** Without a node and what is below it, and the way to where one is then. A node without moves is a leaf. */
export function remove(shape: Shape, path: Path): [Shape, Path] {
  const above = path.slice(0, -1);
  const parent = at(shape, above);
  if (path.length === 0 || !Array.isArray(parent)) return [shape, path];
  const which = path.at(-1)!;
  const left = parent.filter((_, index) => index !== which);
  const next = left.length === 0 ? above : [...above, Math.min(which, left.length - 1)];
  return [replaced(shape, above, left.length === 0 ? 0 : left), next];
}

/** Another number at a leaf. */
export function set(shape: Shape, path: Path, value: number): Shape {
  return Array.isArray(at(shape, path)) ? shape : replaced(shape, path, value);
}

export interface Drawn {
  path: Path;
  parent: number | null;
  /** The number of a leaf. */
  leaf: number | null;
}

/** All nodes, each after the one above it. */
export function nodes(shape: Shape): Drawn[] {
  const found: Drawn[] = [];
  const walk = (here: Shape, path: Path, parent: number | null) => {
    const id = found.push({ path, parent, leaf: Array.isArray(here) ? null : here }) - 1;
    if (Array.isArray(here)) here.forEach((child, move) => walk(child, [...path, move], id));
  };
  walk(shape, [], null);
  return found;
}

/** Where an arrow key leads: up, down to the first move, or to the node beside it on the same ply. */
export function neighbour(shape: Shape, path: Path, key: string): Path | null {
  if (key === 'ArrowUp') return path.length > 0 ? path.slice(0, -1) : null;
  if (key === 'ArrowDown') return Array.isArray(at(shape, path)) ? [...path, 0] : null;
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return null;
  const level = nodes(shape).filter((node) => node.path.length === path.length);
  const here = level.findIndex((node) => node.path.join() === path.join());
  return level[here + step]?.path ?? null;
}
