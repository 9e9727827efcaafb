// Editing a number tree: its shape, its layout in the editor, and the changes that an editor makes.

import { hierarchy, tree as tidy } from 'd3-hierarchy';

/** A leaf is a number, an inner node the list of its children. */
export type Shape = number | Shape[];
/** The path to a node: the index of the child at each ply. */
export type Path = number[];

/** Reads a typed tree; `null` if the text is no tree. */
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

/** Returns the tree with a node replaced. */
function replaced(shape: Shape, path: Path, node: Shape): Shape {
  const [move, ...rest] = path;
  if (move === undefined) return node;
  return Array.isArray(shape) ? shape.map((child, index) => (index === move ? replaced(child, rest, node) : child)) : shape;
}

/** Adds a child to a node and returns its path. A leaf's number becomes the first child. */
export function add(shape: Shape, path: Path): [Shape, Path] {
  const here = at(shape, path);
  if (here === null) return [shape, path];
  const children = Array.isArray(here) ? [...here, 0] : [here];
  return [replaced(shape, path, children), [...path, children.length - 1]];
}

/** Removes a subtree and returns the path of the node selected next. A node without children becomes a leaf. */
export function remove(shape: Shape, path: Path): [Shape, Path] {
  const above = path.slice(0, -1);
  const parent = at(shape, above);
  if (path.length === 0 || !Array.isArray(parent)) return [shape, path];
  const which = path.at(-1)!;
  const left = parent.filter((_, index) => index !== which);
  const next = left.length === 0 ? above : [...above, Math.min(which, left.length - 1)];
  return [replaced(shape, above, left.length === 0 ? 0 : left), next];
}

/** Sets the number of a leaf. */
export function set(shape: Shape, path: Path, value: number): Shape {
  return Array.isArray(at(shape, path)) ? shape : replaced(shape, path, value);
}

export interface Drawn {
  path: Path;
  parent: number | null;
  /** The number of a leaf. */
  leaf: number | null;
}

/** Returns all nodes in preorder. */
export function nodes(shape: Shape): Drawn[] {
  const found: Drawn[] = [];
  const walk = (here: Shape, path: Path, parent: number | null) => {
    const id = found.push({ path, parent, leaf: Array.isArray(here) ? null : here }) - 1;
    if (Array.isArray(here)) here.forEach((child, move) => walk(child, [...path, move], id));
  };
  walk(shape, [], null);
  return found;
}

export interface Placed {
  id: number;
  x: number;
  y: number;
}

/** Returns the centre of each node, the root at the top. `apart` is the distance between cousins relative to siblings. */
export function layout(drawn: Drawn[], [wide, high]: [number, number], apart = 2): { at: Placed[]; width: number; height: number } {
  const children: number[][] = drawn.map(() => []);
  drawn.forEach(({ parent }, id) => {
    if (parent !== null) children[parent]!.push(id);
  });
  const root = tidy<number>()
    .nodeSize([wide, high])
    .separation((one, other) => (one.parent === other.parent ? 1 : apart))(hierarchy(0, (id) => children[id]));
  const found = root.descendants();
  const left = Math.min(...found.map(({ x }) => x)) - wide / 2;
  const right = Math.max(...found.map(({ x }) => x)) + wide / 2;
  const at = found.map(({ data, x, y }) => ({ id: data, x: x - left, y: y + high / 2 })).sort((a, b) => a.id - b.id);
  return { at, width: right - left, height: high * (root.height + 1) };
}

/** Returns the node that an arrow key selects: the parent, the first child, or a neighbour on the same ply. */
export function neighbour(shape: Shape, path: Path, key: string): Path | null {
  if (key === 'ArrowUp') return path.length > 0 ? path.slice(0, -1) : null;
  if (key === 'ArrowDown') return Array.isArray(at(shape, path)) ? [...path, 0] : null;
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return null;
  const level = nodes(shape).filter((node) => node.path.length === path.length);
  const here = level.findIndex((node) => node.path.join() === path.join());
  return level[here + step]?.path ?? null;
}
