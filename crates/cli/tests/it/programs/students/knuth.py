"""A student's fail-hard negamax on one board, with the ply counted from the root and a loop of its own there. Trees and
tic-tac-toe. The tests change lines of it."""

import json
import sys

LIMIT = 10**7
count = 0


class Board:
    triples = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def __init__(self, text):
        self.squares = [{"x": 1, "o": -1, ".": 0}[c] for c in text]
        self.turn = 1 if sum(self.squares) == 0 else -1

    def moves(self):
        return [i for i, s in enumerate(self.squares) if s == 0]

    def do(self, m):
        self.squares[m] = self.turn
        self.turn = -self.turn

    def undo(self, m):
        self.squares[m] = 0
        self.turn = -self.turn

    def result(self):
        """+1 and -1 for the winner, 0 for a draw, None while the game goes on."""
        for a, b, c in self.triples:
            if self.squares[a] + self.squares[b] + self.squares[c] == 3:
                return 1
            if self.squares[a] + self.squares[b] + self.squares[c] == -3:
                return -1
        return None if 0 in self.squares else 0

    def score(self):
        return self.turn * self.result() * 10**6

    def guess(self):
        return 0

    def write(self, m):
        return "abc"[m % 3] + str(m // 3 + 1)


class Numbers:
    def __init__(self, tree):
        self.stack, self.turn = [tree], 1

    def moves(self):
        return list(range(len(self.stack[-1])))

    def do(self, m):
        self.stack.append(self.stack[-1][m])
        self.turn = -self.turn

    def undo(self, m):
        self.stack.pop()
        self.turn = -self.turn

    def result(self):
        return None if isinstance(self.stack[-1], list) else 0

    def score(self):
        return self.turn * self.stack[-1]

    def guess(self):
        return 0

    def write(self, m):
        return m


def negamax(game, ply, horizon, alpha, beta):
    global count
    count += 1
    if game.result() is not None:
        return game.score()
    if ply == horizon:
        return game.guess()
    for m in game.moves():
        game.do(m)
        v = -negamax(game, ply + 1, horizon, -beta, -alpha)
        game.undo(m)
        if v >= beta:
            return beta
        if v > alpha:
            alpha = v
    return alpha


def full(game, ply, horizon):
    global count
    count += 1
    if game.result() is not None:
        return game.score()
    if ply == horizon:
        return game.guess()
    best = -LIMIT
    for m in game.moves():
        game.do(m)
        best = max(best, -full(game, ply + 1, horizon))
        game.undo(m)
    return best


def root(game, horizon, prune):
    global count
    count = 1
    if game.result() is not None:
        return game.score(), None
    if horizon == 0:
        return game.guess(), None
    best, choice = -LIMIT, None
    for m in game.moves():
        game.do(m)
        if prune:
            v = -negamax(game, 1, horizon, -LIMIT, -best)
        else:
            v = -full(game, 1, horizon)
        game.undo(m)
        if v > best:
            best, choice = v, m
    return best, choice


def answer(q):
    if q["game"] == "tree":
        game, horizon = Numbers(q["tree"]), 10**9
    else:
        game, horizon = Board(q["position"]), q["depth"]
    value, move = root(game, horizon, q["search"] != "minimax")
    return {"value": value, "nodes": count, "move": None if move is None else game.write(move)}


for text in sys.stdin:
    try:
        out = answer(json.loads(text))
    except Exception as e:
        out = {"error": f"{type(e).__name__}"}
    print(json.dumps(out), flush=True)
