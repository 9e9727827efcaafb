// A game as the page remembers it: a tree of moves, where we are in it, and what the server says about that place.

import type { GameId, GameInfo, GameTree, Line, Ply, Position, TreeMove } from '../protocol';

/** What is said about a move: before it, its signs, after it, and after its variations. */
export type Note = Pick<TreeMove, 'before' | 'nags' | 'comments' | 'later'>;
import { server } from './connection.svelte';

export interface Node {
  id: number;
  parent: number;
  mv: string;
  children: number[];
  /** What the server says about the move; missing until it was asked. */
  ply: Ply | null;
  note: Note;
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
  /** What the server says about where the game stands. */
  last = $state.raw<Position | null>(null);
  /** The node that `last` is about. */
  stands = $state(ROOT);
  /** Grows with each game that is begun: what was known about places of the one before is about other places. */
  serial = $state(0);
  /** What a PGN that was read says beside the moves. */
  tags = $state.raw<[string, string][]>([]);
  result = $state('*');
  comments = $state.raw<string[]>([]);
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

  /** The nodes along a line of moves from the beginning, as far as it is known. */
  along(moves: string[]): number[] {
    const way = [ROOT];
    for (const mv of moves) {
      const next = this.nodes[way.at(-1)!]!.children.find((child) => this.nodes[child]!.mv === mv);
      if (next === undefined) break;
      way.push(next);
    }
    return way;
  }

  /** Begins a game. The server is asked whether its start makes sense; if not, nothing changes. */
  async begin(info: GameInfo, start: string | null, moves: string[] = []) {
    const line: Line = { game: info.id, start, moves };
    const { view } = await server.ask({ ask: 'show', line }, 'view');
    this.#fresh(info, [], '*', []);
    this.start = view.start.fen === info.start ? null : view.start.fen;
    let at = ROOT;
    for (const ply of view.plies) at = this.#add(at, ply.mv, ply);
    this.current = this.tip = this.shown = this.stands = at;
    this.first = view.start;
    this.position = this.last = view.position;
    this.#asked += 1;
  }

  #fresh(info: GameInfo, tags: [string, string][], result: string, comments: string[]) {
    this.info = info;
    this.nodes = [root()];
    this.serial += 1;
    [this.tags, this.result, this.comments] = [tags, result, comments];
  }

  /** Begins with a whole tree of moves. */
  async beginTree(info: GameInfo, tree: GameTree) {
    const line: Line = { game: info.id, start: tree.start, moves: [] };
    const { view } = await server.ask({ ask: 'show', line }, 'view');
    this.#fresh(info, tree.tags, tree.result, tree.comments ?? []);
    this.start = tree.start;
    this.first = this.last = view.start;
    this.stands = ROOT;
    const places: number[] = [];
    for (const { after, mv, ...note } of tree.moves) places.push(this.#new(after === null ? ROOT : places[after]!, mv, null, note));
    this.tip = this.mainLine(ROOT).at(-1)?.id ?? ROOT;
    await this.goto(this.tip);
    await this.#fill();
  }

  /** Everything the page has to remember of the tree. */
  tree(tags: [string, string][] = this.tags, result = this.result): GameTree {
    const moves: TreeMove[] = [];
    const place = new Map<number, number>();
    const walk = (node: number) => {
      for (const child of this.nodes[node]!.children) {
        place.set(child, moves.length);
        const { mv, note } = this.nodes[child]!;
        moves.push({ mv, after: node === ROOT ? null : place.get(node)!, ...note });
      }
      for (const child of this.nodes[node]!.children) walk(child);
    };
    walk(ROOT);
    const comments = this.comments.length > 0 ? { comments: this.comments } : {};
    return { game: this.id, start: this.start, tags, ...comments, result, moves };
  }

  #add(parent: number, mv: string, ply: Ply | null): number {
    const known = this.nodes[parent]!.children.find((child) => this.nodes[child]!.mv === mv);
    if (known !== undefined) {
      if (ply) this.nodes[known]!.ply = ply;
      return known;
    }
    return this.#new(parent, mv, ply);
  }

  #new(parent: number, mv: string, ply: Ply | null, note: Note = {}): number {
    const id = this.nodes.length;
    this.nodes.push({ id, parent, mv, children: [], ply, note });
    this.nodes[parent]!.children.push(id);
    return id;
  }

  /** Plays a legal move where we are. It becomes the main line there. */
  async play(mv: string) {
    const length = this.nodes.length;
    const node = this.#add(this.current, mv, null);
    // How a game that was read ended is not how it ends when it goes on otherwise.
    if (this.nodes.length > length) this.result = '*';
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
    const [asked, { serial }] = [++this.#asked, this];
    const { view } = await server.ask({ ask: 'show', line: this.line(node) }, 'view');
    if (serial !== this.serial) return;
    const path = this.path(node);
    view.plies.forEach((ply, index) => {
      const step = path[index];
      if (step) this.nodes[step.id]!.ply = ply;
    });
    // Where the game stands is known from now on, even if somebody looks elsewhere by now: it says whose clock runs.
    if (node === this.tip) [this.last, this.stands] = [view.position, node];
    if (asked === this.#asked) [this.position, this.shown] = [view.position, node];
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
  return { id: ROOT, parent: -1, mv: '', children: [], ply: null, note: {} };
}
