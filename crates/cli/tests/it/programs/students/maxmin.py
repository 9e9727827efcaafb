"""A student's search in max/min form on one mutable board; x is MAX. The first argument is a bug, or `none`."""

import json
import sys

bug = sys.argv[1]
INF = 10**9
count = 0
alpha_for_all, beta_for_all = -INF, INF
best_square = None
table = {}


def winner(cells):
    for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if cells[a] != "." and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None


class Squares:
    def __init__(self, text, depth):
        self.cells, self.depth = list(text), depth
        self.is_max = text.count("x") == text.count("o")

    def children(self, is_max):
        squares = [i for i in range(9) if self.cells[i] == "."]
        for i in squares:
            self.cells[i] = "x" if is_max else "o"
            yield i
            if bug != "move-not-undone":
                self.cells[i] = "."

    def score(self, is_max, depth):
        who = winner(self.cells)
        if who:
            sign = -1 if bug == "terminal-sign" else 1
            return sign * (1000000 if who == "x" else -1000000)
        if "." not in self.cells:
            return -1000000 if bug == "draw-is-loss" else 0
        if depth == 0:
            return 0
        return None

    def key(self, is_max):
        return "".join(self.cells), is_max


class Nested:
    def __init__(self, tree):
        self.path, self.depth, self.is_max = [tree], 99, True

    def children(self, is_max):
        for i, child in enumerate(self.path[-1]):
            self.path.append(child)
            yield i
            self.path.pop()

    def score(self, is_max, depth):
        return None if isinstance(self.path[-1], list) else self.path[-1]

    def key(self, is_max):
        return id(self.path[-1])


class Token:
    def __init__(self, q):
        self.edges, self.values, self.depth, self.is_max = q["moves"], q["values"], q["depth"], True
        self.at = [0]

    def children(self, is_max):
        for i, child in enumerate(self.edges[self.at[-1]]):
            self.at.append(child)
            yield i
            self.at.pop()

    def score(self, is_max, depth):
        if depth == 0 and bug == "evaluation-for-wrong-side":
            return self.values[self.at[-1]] * (1 if is_max else -1)
        return self.values[self.at[-1]] if depth == 0 or not self.edges[self.at[-1]] else None

    def key(self, is_max):
        return self.at[-1], is_max


def search(game, is_max, depth, alpha, beta, mode, top=False):
    global count, alpha_for_all, beta_for_all, best_square
    count += 1
    if bug == "depth-too-small" and not isinstance(game, Nested):
        value = game.score(is_max, max(depth - 1, 0))
    elif bug == "depth-too-large" and not isinstance(game, Nested):
        value = game.score(is_max, depth + 1)
    else:
        value = game.score(is_max, depth)
    if value is not None:
        return value
    key = game.key(is_max)
    old_alpha, old_beta = alpha, beta
    if mode in ("table", "deepening") and key in table:
        entry = table[key]
        if entry["depth"] == depth or bug == "depth-ignored":
            if bug == "bound-forgotten":
                return entry["value"]
            lower, upper = entry["kind"] == "lower", entry["kind"] == "upper"
            if bug == "bounds-swapped":
                lower, upper = upper, lower
            if entry["kind"] == "exact" or lower and entry["value"] >= beta or upper and entry["value"] <= alpha:
                return entry["value"]
    best = -INF if is_max else INF
    if bug == "best-is-zero":
        best = 0
    number = 0
    total = len(game.path[-1]) if isinstance(game, Nested) else None
    if isinstance(game, Token):
        total = len(game.edges[game.at[-1]])
    if isinstance(game, Squares):
        total = game.cells.count(".")
    own_best = None
    for move in game.children(is_max):
        number += 1
        if bug == "first-child-skipped" and number == 1 or bug == "last-child-skipped" and number == total:
            continue
        if bug == "alpha-shared":
            alpha, beta = alpha_for_all, beta_for_all
        low, high = alpha, beta
        if bug == "window-swapped":
            low, high = beta, alpha
        if bug == "root-window" and top:
            low, high = (alpha, 0) if is_max else (0, beta)
        nxt = True if bug == "max-at-both-levels" else not is_max
        value = search(game, nxt, depth - 1, low, high, mode)
        better = value > best if is_max else value < best
        if bug == "last-best-move" and top and value == best:
            better = True
        if better:
            best = value
            own_best = move
            if bug == "root-move-lost":
                best_square = move
        if is_max:
            alpha = max(alpha, best)
            alpha_for_all = max(alpha_for_all, best)
        else:
            beta = min(beta, best)
            beta_for_all = min(beta_for_all, best)
        if bug == "alpha-shared":
            alpha, beta = alpha_for_all, beta_for_all
        if mode != "minimax" and alpha >= beta:
            if isinstance(game, Squares):
                if bug != "move-not-undone":
                    game.cells[move] = "."
            elif isinstance(game, Nested):
                game.path.pop()
            else:
                game.at.pop()
            break
    if mode in ("table", "deepening"):
        kind = "lower" if best >= old_beta else "upper" if best <= old_alpha else "exact"
        table[key] = {"depth": depth, "value": best, "kind": kind}
    if top and bug != "root-move-lost":
        best_square = own_best
    if bug == "alpha-returned" and mode != "minimax":
        return alpha
    return best


for line in sys.stdin:
    try:
        q = json.loads(line)
        count, best_square = 0, None
        alpha_for_all, beta_for_all = -INF, INF
        table.clear()
        if q["game"] == "tree":
            game = Nested(q["tree"])
        elif q["game"] == "graph":
            game = Token(q)
        elif q["game"] == "tictactoe":
            game = Squares(q["position"], q["depth"])
        else:
            raise ValueError("unknown game")
        start = game.is_max
        if q["search"] == "deepening":
            for d in range(1, game.depth):
                search(game, start, d, -INF, INF, "deepening", True)
        value = search(game, start, game.depth, -INF, INF, q["search"], True)
        if not start and bug != "value-for-first-side":
            value = -value
        move = best_square
        if move is not None and q["game"] == "tictactoe":
            move = "abc"[move % 3] + str(move // 3 + 1)
        print(json.dumps({"value": value, "move": move, "nodes": count}), flush=True)
    except Exception as error:
        print(json.dumps({"error": str(error)}), flush=True)
