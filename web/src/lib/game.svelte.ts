// A game: a tree of moves, the node shown, and the server's view of its position.

import type { GameId, GameInfo, GameTree, Line, Ply, Position, TreeMove } from '../protocol';

import { server } from './connection.svelte';

/** The annotations of a move: comments before and after it, signs, and comments after its variations. */
export type Note = Pick<TreeMove, 'before' | 'nags' | 'comments' | 'later'>;

export interface Node {
  id: number;
  parent: number;
  mv: string;
  children: number[];
  /** The server's data on the move; `null` until it has arrived. */
  ply: Ply | null;
  note: Note;
}

/** The node before the first move. */
export const ROOT = 0;

export class Game {
  info = $state.raw<GameInfo | null>(null);
  start = $state<string | null>(null);
  nodes = $state<Node[]>([root()]);
  /** The node gone to. */
  current = $state(ROOT);
  /** The last move played. */
  tip = $state(ROOT);
  /** The position shown. */
  position = $state.raw<Position | null>(null);
  /** The node of `position`, which lags behind `current` until the server has answered. */
  shown = $state(ROOT);
  first = $state.raw<Position | null>(null);
  /** The position after the last move played. */
  last = $state.raw<Position | null>(null);
  /** The node of `last`, which lags behind `tip`. */
  stands = $state(ROOT);
  /** The number of games begun. Nodes of an earlier game mean nothing in a later one. */
  serial = $state(0);
  /** The tags, result and comments of an imported PGN. */
  tags = $state.raw<[string, string][]>([]);
  result = $state('*');
  comments = $state.raw<string[]>([]);
  #asked = 0;

  get id(): GameId {
    return this.info!.id;
  }

  /** Returns the moves that lead to a node. */
  path(node = this.current): Node[] {
    const path: Node[] = [];
    for (let at = node; at !== ROOT; at = this.nodes[at]!.parent) path.unshift(this.nodes[at]!);
    return path;
  }

  line(node = this.current): Line {
    return { game: this.id, start: this.start, moves: this.path(node).map((step) => step.mv) };
  }

  /** Returns the line through a node, continued along the main line. */
  mainLine(node = this.tip): Node[] {
    const line = this.path(node);
    for (let at = node; this.nodes[at]!.children[0] !== undefined;) {
      at = this.nodes[at]!.children[0]!;
      line.push(this.nodes[at]!);
    }
    return line;
  }

  /** Returns the nodes of a line from the root, as far as they exist. */
  along(moves: string[]): number[] {
    const nodes = [ROOT];
    for (const mv of moves) {
      const next = this.nodes[nodes.at(-1)!]!.children.find((child) => this.nodes[child]!.mv === mv);
      if (next === undefined) break;
      nodes.push(next);
    }
    return nodes;
  }

  /** Begins a game. If the server rejects its start, nothing changes. */
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

  /** Begins with a tree of moves. */
  async beginTree(info: GameInfo, tree: GameTree) {
    const line: Line = { game: info.id, start: tree.start, moves: [] };
    const { view } = await server.ask({ ask: 'show', line }, 'view');
    this.#fresh(info, tree.tags, tree.result, tree.comments ?? []);
    this.start = tree.start;
    this.first = this.last = this.position = view.start;
    this.stands = this.current = this.shown = ROOT;
    const places: number[] = [];
    for (const { after, mv, ...note } of tree.moves) places.push(this.#new(after === null ? ROOT : places[after]!, mv, null, note));
    this.tip = this.mainLine(ROOT).at(-1)?.id ?? ROOT;
    await this.goto(this.tip);
    await this.#fill();
  }

  /** Returns the tree with its annotations. */
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

  /** Plays a legal move at the current node, as its main line. */
  async play(mv: string) {
    const length = this.nodes.length;
    const node = this.#add(this.current, mv, null);
    // A new move makes the result of an imported game obsolete.
    if (this.nodes.length > length) this.result = '*';
    const siblings = this.nodes[this.current]!.children;
    this.nodes[this.current]!.children = [node, ...siblings.filter((other) => other !== node)];
    this.tip = node;
    await this.goto(node);
  }

  /** Plays a move at the current node as a variation, unless it is known. */
  async look(mv: string) {
    const node = this.#add(this.current, mv, null);
    await this.goto(node);
  }

  /** Goes to a node. Of several requests only the last takes effect. */
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
    // The position after the last move decides whose clock runs, even if another node is shown by now.
    if (node === this.tip) [this.last, this.stands] = [view.position, node];
    if (asked === this.#asked) [this.position, this.shown] = [view.position, node];
  }

  /** Requests the data of moves outside the main line. */
  async #fill() {
    for (const node of this.nodes) {
      if (node.id === ROOT || node.ply || node.children.length > 0) continue;
      const { view } = await server.ask({ ask: 'show', line: this.line(node.id) }, 'view');
      const path = this.path(node.id);
      view.plies.forEach((ply, index) => (this.nodes[path[index]!.id]!.ply = ply));
    }
  }

  /** Whether a move is on the main line of the game. */
  isMain(node: number): boolean {
    for (let at = node; at !== ROOT; at = this.nodes[at]!.parent) if (this.nodes[this.nodes[at]!.parent]!.children[0] !== at) return false;
    return true;
  }

  /** Replaces the comment of a move. Its clocks and evaluations (`[%clk ...]`) stay. */
  setComment(node: number, text: string) {
    const { note } = this.nodes[node]!;
    const commands = (note.comments ?? []).flatMap((comment) => comment.match(/\[%[^\]]*\]/g) ?? []);
    // A brace would end the comment in a PGN.
    const words = text.replaceAll(/[{}]/g, '').trim();
    const comments = [[...commands, words].filter((part) => part !== '').join(' ')].filter((comment) => comment !== '');
    this.nodes[node]!.note = { ...note, comments };
  }

  /** Sets the sign of a move: 1 to 6 for `!` to `?!`, 0 for none. Other annotation glyphs stay. */
  setSign(node: number, sign: number) {
    const { note } = this.nodes[node]!;
    const others = (note.nags ?? []).filter((nag) => nag < 1 || nag > 6);
    this.nodes[node]!.note = { ...note, nags: sign > 0 ? [sign, ...others] : others };
  }

  /** Makes the variation of a move the main line of the position before it. */
  promote(node: number) {
    for (let at = node; at !== ROOT; at = this.nodes[at]!.parent) {
      const parent = this.nodes[this.nodes[at]!.parent]!;
      if (parent.children[0] === at) continue;
      parent.children = [at, ...parent.children.filter((other) => other !== at)];
      break;
    }
    this.#edited();
  }

  /** Deletes a move and everything after it. Returns a function that undoes it. */
  delete(node: number): () => void {
    const parent = this.nodes[node]!.parent;
    const [children, tip, result] = [this.nodes[parent]!.children, this.tip, this.result];
    const within = this.path().some((step) => step.id === node);
    this.nodes[parent]!.children = children.filter((other) => other !== node);
    this.#edited();
    if (within) void this.goto(parent);
    return () => {
      this.nodes[parent]!.children = children;
      [this.tip, this.result] = [tip, result];
      void this.goto(node);
    };
  }

  /** The main line has changed: its end is the end of the game, whose result is no longer known. */
  #edited() {
    const tip = this.mainLine(ROOT).at(-1)?.id ?? ROOT;
    if (tip !== this.tip) this.result = '*';
    this.tip = tip;
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
