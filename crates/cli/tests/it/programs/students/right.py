"""Correct programs with unusual choices: node counts, orders of moves, sizes of a win, tables, forms of the search. The first argument
names the choice. Trees, graphs and tic-tac-toe."""

import json
import math
import random
import sys

MODE = sys.argv[1]
random.seed(5)
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
WIN = {"huge": 10**12, "small": 200000, "float": 1e6, "infinity": math.inf}.get(MODE, 10**6)
INF = math.inf


class Tree:
    def __init__(self, q):
        self.root, self.depth = (q["tree"], 1, ()), 60

    def moves(self, s):
        return list(range(len(s[0])))

    def child(self, s, m):
        return (s[0][m], -s[1], s[2] + (m,))

    def over(self, s):
        return None if isinstance(s[0], list) else s[0] * s[1]

    def eval(self, s):
        return 0

    def key(self, s):
        return s[2]

    def name(self, m):
        return m


class Graph:
    def __init__(self, q):
        self.e, self.v, self.depth = q["moves"], q["values"], q["depth"]
        self.root = (0, 1)

    def moves(self, s):
        return list(range(len(self.e[s[0]])))

    def child(self, s, m):
        return (self.e[s[0]][m], -s[1])

    def over(self, s):
        return None if self.e[s[0]] else self.eval(s)

    def eval(self, s):
        return self.v[s[0]] * s[1]

    def key(self, s):
        return s

    def name(self, m):
        return m


class Board:
    def __init__(self, q):
        text, self.depth = q["position"], q["depth"]
        self.root = (text, 1 if text.count("x") == text.count("o") else -1)
        self.evaluator = q.get("eval", "zero")

    def moves(self, s):
        return [i for i in range(9) if s[0][i] == "."]

    def child(self, s, m):
        return (s[0][:m] + ("x" if s[1] == 1 else "o") + s[0][m + 1 :], -s[1])

    def over(self, s):
        other = "o" if s[1] == 1 else "x"
        if any(all(s[0][int(i)] == other for i in line) for line in LINES):
            # Quick wins are better.
            return -(WIN + s[0].count(".")) if MODE == "mate-distance" else -WIN
        return None if "." in s[0] else 0

    def eval(self, s):
        if self.evaluator == "zero":
            return 0
        me, other = ("x", "o") if s[1] == 1 else ("o", "x")
        return self.free(s[0], other) - self.free(s[0], me)

    def free(self, board, side):
        return sum(all(board[int(i)] != side for i in line) for line in LINES)

    def key(self, s):
        return s

    def name(self, m):
        return "abc"[m % 3] + "123"[m // 3]


nodes = 0
table = {}
game = None
kind = ""


def enter(ply):
    global nodes
    if ply > 0 or MODE != "no-root":
        nodes += 1


def look(s):
    over = game.over(s)
    return game.eval(s) if over is None else over


def ordered(s):
    moves = game.moves(s)
    if kind == "ordered" or MODE == "sorted":
        moves.sort(key=lambda m: look(game.child(s, m)))
    if MODE == "reversed":
        moves.reverse()
    if MODE == "shuffled":
        random.shuffle(moves)
    return moves


def minimax(s, depth, ply=0):
    enter(ply)
    over = game.over(s)
    if over is not None:
        return over, None
    if depth == 0:
        return game.eval(s), None
    best, move = -INF, None
    for m in ordered(s):
        value = -minimax(game.child(s, m), depth - 1, ply + 1)[0]
        # Any of several best moves is right.
        also = value == best and (MODE == "last" or MODE == "shuffled" and random.random() < 0.5)
        if move is None or value > best or also:
            best, move = value, m
    return best, move


def probe(s, depth, ply):
    """Returns the entry of this depth, and the move of an entry of any depth."""
    if s is None or ply == 0 and MODE not in ("probe-root", "narrow", "mtdf"):
        return None, None
    entry = table.get((game.key(s), depth) if MODE == "deepkey" else game.key(s))
    if entry is None:
        return None, None
    return (entry if entry[0] == depth else None), entry[3]


def store(s, entry):
    depth, _, flag, _ = entry
    key = (game.key(s), depth) if MODE == "deepkey" else game.key(s)
    if MODE == "two-tier" and key in table and table[key][0] > depth:
        return
    if MODE == "exact-only" and flag != "exact":
        return
    if MODE == "small-table" and len(table) > 5 and key not in table:
        table.pop(next(iter(table)))
    table[key] = entry


def alphabeta(s, depth, alpha, beta, ply=0):
    enter(ply)
    over = game.over(s)
    if over is not None:
        return (max(alpha, min(beta, over)) if MODE == "clamped" else over), None
    if depth == 0:
        return game.eval(s), None
    on_entry = alpha
    has_table = (kind in ("table", "deepening") and MODE != "no-table") or MODE in ("always-table", "mtdf")
    entry, first = probe(s if has_table else None, depth, ply)
    if entry:
        _, value, flag, move = entry
        if flag == "exact" or flag == "lower" and value >= beta or flag == "upper" and value <= alpha:
            return value, move
        if MODE == "narrow":
            alpha, beta = (max(alpha, value), beta) if flag == "lower" else (alpha, min(beta, value))
    moves = ordered(s)
    if MODE == "hash-move" and first in moves:
        moves.remove(first)
        moves.insert(0, first)
    best, move = -INF, None
    for number, m in enumerate(moves):
        child = game.child(s, m)
        low = max(alpha, best)
        if MODE == "pvs" and number > 0:
            value = -alphabeta(child, depth - 1, -low - 1, -low, ply + 1)[0]
            if low < value < beta:
                value = -alphabeta(child, depth - 1, -beta, -value, ply + 1)[0]
        elif MODE == "exact-root" and ply == 0:
            value = -alphabeta(child, depth - 1, -INF, INF, ply + 1)[0]
        else:
            value = -alphabeta(child, depth - 1, -beta, -low, ply + 1)[0]
        if move is None or value > best:
            best, move = value, m
        if best >= beta:
            break
    flag = "upper" if best <= on_entry else "lower" if best >= beta else "exact"
    result = max(on_entry, min(beta, best)) if MODE in ("hard", "clamped") else best
    if has_table:
        store(s, (depth, result, flag, move))
    return result, move


def mtdf(depth):
    guess, low, high, move = 0, -INF, INF, None
    while low < high:
        beta = guess + 1 if guess == low else guess
        guess, found = alphabeta(game.root, depth, beta - 1, beta)
        if guess >= beta:
            low, move = guess, found
        else:
            high = guess
        move = found if move is None else move
    return guess, move


def solve(q):
    global game, kind, nodes
    nodes, kind = 0, q["search"]
    table.clear()
    game = {"tree": Tree, "graph": Graph, "tictactoe": Board}[q["game"]](q)
    depth = game.depth
    if kind == "minimax":
        value, move = minimax(game.root, depth)
    elif MODE == "mtdf" and q["game"] != "tictactoe":
        value, move = mtdf(depth)
    elif MODE == "aspiration" and q["game"] != "tree":
        guess = alphabeta(game.root, depth - 1, -INF, INF)[0]
        value, move = alphabeta(game.root, depth, guess - 5, guess + 5)
        if not guess - 5 < value < guess + 5:
            value, move = alphabeta(game.root, depth, -INF, INF)
    else:
        if kind == "deepening" or MODE == "iterative":
            for less in range(1, min(depth, 9)):
                alphabeta(game.root, less, -INF, INF)
        value, move = alphabeta(game.root, depth, -INF, INF)
    reply = {"value": float(value) if MODE == "float" else value, "nodes": nodes}
    if move is not None or MODE != "no-null":
        reply["move"] = None if move is None else game.name(move)
    return reply


for line in sys.stdin:
    try:
        reply = solve(json.loads(line))
    except Exception as error:
        reply = {"error": repr(error)}
    print(json.dumps(reply), flush=True)
