"""A student's alpha-beta in negamax form, which returns value and move. The first argument is a bug, or `none`."""

import json
import math
import sys

BUG = sys.argv[1]
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
WIN = 10**6
MIN = -(2**31)


def negate(x):
    return MIN if x == MIN and BUG == "infinity-overflows" else -x


class Tree:
    def __init__(self, q):
        self.root, self.depth = (q["tree"], 1), 50

    def moves(self, s):
        return list(range(len(s[0]))) if isinstance(s[0], list) else []

    def child(self, s, m):
        return (s[0][m], -s[1])

    def leaf(self, s, depth):
        if isinstance(s[0], list):
            return None
        if BUG == "evaluation-for-wrong-side":
            return s[0]
        return (-1 if BUG == "terminal-sign" else 1) * s[0] * s[1]

    def name(self, m):
        return m


class Graph:
    def __init__(self, q):
        self.edges, self.values, self.depth = q["moves"], q["values"], q["depth"]
        self.root = (0, 1)

    def moves(self, s):
        return list(range(len(self.edges[s[0]])))

    def child(self, s, m):
        return (self.edges[s[0]][m], -s[1])

    def leaf(self, s, depth):
        if self.edges[s[0]] and depth > 0:
            return None
        if BUG == "evaluation-for-wrong-side":
            return self.values[s[0]]
        return self.values[s[0]] * s[1]

    def name(self, m):
        return m


class Board:
    def __init__(self, q):
        text, self.depth = q["position"], q["depth"]
        self.root = (text, "x" if text.count("x") == text.count("o") else "o")

    def moves(self, s):
        return [i for i in range(9) if s[0][i] == "."]

    def child(self, s, m):
        return (s[0][:m] + s[1] + s[0][m + 1 :], "o" if s[1] == "x" else "x")

    def leaf(self, s, depth):
        board, side = s
        other = "o" if side == "x" else "x"
        if any(all(board[int(i)] == other for i in line) for line in LINES):
            if BUG == "terminal-sign":
                return WIN
            if BUG == "evaluation-for-wrong-side":
                return WIN if other == "x" else -WIN
            return -WIN
        if "." not in board:
            return -WIN if BUG == "draw-is-loss" else 0
        return 0 if depth == 0 else None

    def name(self, m):
        return "abc"[m % 3] + "123"[m // 3]


class Search:
    def __init__(self, game, kind):
        self.game, self.kind = game, kind
        self.nodes, self.table, self.last = 0, {}, None

    def run(self, s, depth, alpha, beta, ply=0):
        self.nodes += 1
        game = self.game
        value = game.leaf(s, depth)
        if value is not None:
            return value, None
        on_entry = alpha
        if self.kind in ("table", "deepening") and s in self.table:
            d, v, flag, m = self.table[s]
            if d == depth or BUG == "depth-ignored":
                if BUG == "bounds-swapped":
                    flag = {"L": "U", "U": "L", "E": "E"}[flag]
                if flag == "E" or BUG == "bound-forgotten":
                    return v, m
                if flag == "L":
                    alpha = max(alpha, v)
                else:
                    beta = min(beta, v)
                if alpha >= beta:
                    return v, m
        best, move = (0 if BUG == "best-is-zero" else -math.inf), None
        if BUG == "infinity-overflows":
            best = MIN
        moves = game.moves(s)
        if BUG == "first-child-skipped":
            moves = moves[1:]
        if BUG == "last-child-skipped":
            moves = moves[:-1]
        for m in moves:
            child = game.child(s, m)
            deeper = depth - 1
            if BUG == "depth-too-small" and ply == 0 and depth > 1 and not isinstance(game, Tree):
                deeper -= 1
            if BUG == "depth-too-large" and ply == 0 and not isinstance(game, Tree):
                deeper += 1
            window = (negate(beta), negate(alpha)) if self.kind != "minimax" else (-math.inf, math.inf)
            if BUG == "window-swapped":
                window = (-alpha, -beta)
            if BUG == "root-window" and ply == 0:
                window = (alpha, beta)
            v = negate(self.run(child, deeper, *window, ply + 1)[0])
            if BUG == "max-at-both-levels":
                v = -v
            if v > best or BUG == "last-best-move" and ply == 0 and v >= best:
                best, move = v, m
                self.last = m
            if self.kind != "minimax" and BUG != "max-at-both-levels" and best >= beta:
                if BUG == "alpha-returned":
                    best = alpha
                break
            alpha = max(alpha, best)
        if self.kind in ("table", "deepening"):
            flag = "U" if best <= on_entry else "L" if best >= beta else "E"
            self.table[s] = (depth, best, flag, move)
        return best, move


def answer(q):
    game = {"tree": Tree, "graph": Graph, "tictactoe": Board}[q["game"]](q)
    search = Search(game, q["search"])
    low, high = -math.inf, math.inf
    if BUG == "infinity-overflows":
        low, high = MIN, 2**31 - 1
    if q["search"] == "deepening":
        for depth in range(1, game.depth):
            search.run(game.root, depth, low, high)
    value, move = search.run(game.root, game.depth, low, high)
    if BUG == "value-for-first-side" and game.root[1] == "o":
        value = -value
    if BUG == "root-move-lost":
        move = search.last
    return {"move": None if move is None else game.name(move), "value": value, "nodes": search.nodes}


for line in sys.stdin:
    try:
        reply = answer(json.loads(line))
    except Exception as error:
        reply = {"error": repr(error)}
    print(json.dumps(reply), flush=True)
