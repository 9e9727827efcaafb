// A game as the page remembers it: a tree of moves, where we are in it, and what the server says about that place.

import type { GameId, GameInfo, GameTree, Line, Ply, Position, TreeMove } from '../protocol';
import { server } from './connection.svelte';

export interface Node {
  id: number;
  parent: number;
  mv: string;
  children: number[];
  /** What the server says about the move; missing until it was asked. */
  ply: Ply | null;
}

/** The place before the first move. */
export const ROOT = 0;

export class Game {
  info = $state.raw<GameInfo | null>(null);
  start = $state<string | null>(null);
  nodes = $state<Node[]>([root()]);
  /** Where we are. */
  current = $state(ROOT);
  /** Where the game stands: the last move that was played. */
  tip = $state(ROOT);
  /** What the server says about where we are. */
  position = $state.raw<Position | null>(null);
  /** The node that `position` is about. */
  shown = $state(ROOT);
  first = $state.raw<Position | null>(null);
  #asked = 0;

  get id(): GameId {
    return this.info?.id ?? 'chess';
  }

  /** The moves that lead to a node. */
  path(node = this.current): Node[] {
    const path: Node[] = [];
    for (let at = node; at !== ROOT; at = this.nodes[at]!.parent) path.unshift(this.nodes[at]!);
    return path;
  }

  line(node = this.current): Line {
    return { game: this.id, start: this.start, moves: this.path(node).map((step) => step.mv) };
  }

  /** The main line from the beginning through a node to its end. */
  mainLine(node = this.tip): Node[] {
    const line = this.path(node);
    for (let at = node; this.nodes[at]!.children[0] !== undefined;) {
      at = this.nodes[at]!.children[0]!;
      line.push(this.nodes[at]!);
    }
    return line;
  }

  /** Begins a game. The server is asked whether its start makes sense; if not, nothing changes. */
  async begin(info: GameInfo, start: string | null, moves: string[] = []) {
    const line: Line = { game: info.id, start, moves };
    const { view } = await server.ask({ ask: 'show', line }, 'view');
    this.info = info;
    this.start = view.start.fen === info.start ? null : view.start.fen;
    this.nodes = [root()];
    let at = ROOT;
    for (const ply of view.plies) at = this.#add(at, ply.mv, ply);
    this.current = this.tip = this.shown = at;
    this.first = view.start;
    this.position = view.position;
    this.#asked += 1;
  }

  /** Begins with a whole tree of moves. */
  async beginTree(info: GameInfo, tree: GameTree) {
    const line: Line = { game: info.id, start: tree.start, moves: [] };
    const { view } = await server.ask({ ask: 'show', line }, 'view');
    this.info = info;
    this.start = tree.start;
    this.first = view.start;
    this.nodes = [root()];
    const places: number[] = [];
    for (const step of tree.moves) {
      places.push(this.#add(step.after === null ? ROOT : places[step.after]!, step.mv, null));
    }
    this.tip = this.mainLine(ROOT).at(-1)?.id ?? ROOT;
    await this.goto(this.tip);
    await this.#fill();
  }

  /** Everything the page has to remember of the tree. */
  tree(tags: [string, string][] = [], result = '*'): GameTree {
    const moves: TreeMove[] = [];
    const place = new Map<number, number>();
    const walk = (node: number) => {
      for (const child of this.nodes[node]!.children) {
        place.set(child, moves.length);
        moves.push({ mv: this.nodes[child]!.mv, after: node === ROOT ? null : place.get(node)! });
      }
      for (const child of this.nodes[node]!.children) walk(child);
    };
    walk(ROOT);
    return { game: this.id, start: this.start, tags, result, moves };
  }

  #add(parent: number, mv: string, ply: Ply | null): number {
    const known = this.nodes[parent]!.children.find((child) => this.nodes[child]!.mv === mv);
    if (known !== undefined) {
      if (ply) this.nodes[known]!.ply = ply;
      return known;
    }
    const id = this.nodes.length;
    this.nodes.push({ id, parent, mv, children: [], ply });
    this.nodes[parent]!.children.push(id);
    return id;
  }

  /** Plays a legal move where we are. It becomes the main line there. */
  async play(mv: string) {
    const node = this.#add(this.current, mv, null);
    const siblings = this.nodes[this.current]!.children;
    this.nodes[this.current]!.children = [node, ...siblings.filter((other) => other !== node)];
    this.tip = node;
    await this.goto(node);
  }

  /** Plays a move where we are without changing what the main line is. */
  async look(mv: string) {
    const node = this.#add(this.current, mv, null);
    await this.goto(node);
  }

  /** Goes to a node. Of several wishes the last one counts. */
  async goto(node: number) {
    this.current = node;
    const asked = ++this.#asked;
    const { view } = await server.ask({ ask: 'show', line: this.line(node) }, 'view');
    if (asked !== this.#asked) return;
    const path = this.path(node);
    view.plies.forEach((ply, index) => {
      const step = path[index];
      if (step) this.nodes[step.id]!.ply = ply;
    });
    this.position = view.position;
    this.shown = node;
  }

  /** Asks for what is not known about moves beside the main line. */
  async #fill() {
    for (const node of this.nodes) {
      if (node.id === ROOT || node.ply || node.children.length > 0) continue;
      const { view } = await server.ask({ ask: 'show', line: this.line(node.id) }, 'view');
      const path = this.path(node.id);
      view.plies.forEach((ply, index) => (this.nodes[path[index]!.id]!.ply = ply));
    }
  }

  back() {
    if (this.current !== ROOT) void this.goto(this.nodes[this.current]!.parent);
  }

  forward() {
    const next = this.nodes[this.current]!.children[0];
    if (next !== undefined) void this.goto(next);
  }

  toStart() {
    void this.goto(ROOT);
  }

  toEnd() {
    void this.goto(this.mainLine(this.current).at(-1)?.id ?? ROOT);
  }
}

function root(): Node {
  return { id: ROOT, parent: -1, mv: '', children: [], ply: null };
}
