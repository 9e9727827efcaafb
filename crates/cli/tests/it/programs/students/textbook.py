"""A student's search in the form of a textbook: max_value and min_value, utilities for the player at the root, pairs of value and
move, infinite utilities. Trees and tic-tac-toe. The tests change lines of it."""

import json
import sys
from math import inf

calls = 0
WIN_LINES = ("abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg")
CELLS = "abcdefghi"


class NumberGame:
    def __init__(self, tree):
        self.initial = tree
        self.player = "MAX"

    def actions(self, state):
        return range(len(state))

    def result(self, state, action):
        return state[action]

    def is_terminal(self, state):
        return not isinstance(state, list)

    def utility(self, state, player):
        return state

    def eval(self, state, player):
        return 0

    def spell(self, action):
        return action


class Noughts:
    def __init__(self, text):
        self.initial = dict(zip(CELLS, text))
        self.player = self.to_move(self.initial)

    def to_move(self, state):
        marks = list(state.values())
        return "x" if marks.count("x") == marks.count("o") else "o"

    def actions(self, state):
        return [cell for cell in CELLS if state[cell] == "."]

    def result(self, state, action):
        after = dict(state)
        after[action] = self.to_move(state)
        return after

    def winner(self, state):
        for line in WIN_LINES:
            marks = {state[cell] for cell in line}
            if len(marks) == 1 and "." not in marks:
                return marks.pop()
        return None

    def is_terminal(self, state):
        return self.winner(state) is not None or "." not in state.values()

    def utility(self, state, player):
        winner = self.winner(state)
        if winner is None:
            return 0
        return inf if winner == player else -inf

    def eval(self, state, player):
        return 0

    def spell(self, action):
        place = CELLS.index(action)
        return "abc"[place % 3] + "123"[place // 3]


def alpha_beta_search(game, depth):
    player = game.player

    def max_value(state, alpha, beta, depth):
        global calls
        calls += 1
        if game.is_terminal(state):
            return game.utility(state, player), None
        if depth == 0:
            return game.eval(state, player), None
        v, move = -inf, None
        for a in game.actions(state):
            v2, _ = min_value(game.result(state, a), alpha, beta, depth - 1)
            if v2 > v or move is None:
                v, move = v2, a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move

    def min_value(state, alpha, beta, depth):
        global calls
        calls += 1
        if game.is_terminal(state):
            return game.utility(state, player), None
        if depth == 0:
            return game.eval(state, player), None
        v, move = inf, None
        for a in game.actions(state):
            v2, _ = max_value(game.result(state, a), alpha, beta, depth - 1)
            if v2 < v or move is None:
                v, move = v2, a
                beta = min(beta, v)
            if v <= alpha:
                return v, move
        return v, move

    return max_value(game.initial, -inf, inf, depth)


def minimax_search(game, depth):
    player = game.player

    def best(state, depth, maximising):
        global calls
        calls += 1
        if game.is_terminal(state):
            return game.utility(state, player), None
        if depth == 0:
            return game.eval(state, player), None
        scored = [(best(game.result(state, a), depth - 1, not maximising)[0], a) for a in game.actions(state)]
        pick = max if maximising else min
        return pick(scored, key=lambda pair: pair[0])

    return best(game.initial, depth, True)


for line in sys.stdin:
    try:
        question = json.loads(line)
        calls = 0
        if question["game"] == "tree":
            game, depth = NumberGame(question["tree"]), 1000
        elif question["game"] == "tictactoe":
            game, depth = Noughts(question["position"]), question["depth"]
        else:
            raise ValueError("unknown game")
        search = minimax_search if question["search"] == "minimax" else alpha_beta_search
        value, move = search(game, depth)
        print(json.dumps({"move": None if move is None else game.spell(move), "value": value, "nodes": calls}))
    except Exception as error:
        print(json.dumps({"error": str(error)}))
    sys.stdout.flush()
