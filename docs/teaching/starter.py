#!/usr/bin/env python3
"""A starter in Python: number trees and tic-tac-toe. Write `search`; the rest is done.

    espalier grade docs/teaching/starter.py --assignment minimax

The program reads a question on each line, a JSON object, and writes an answer on each line. docs/teaching.md describes both.
"""

import json
import sys

WON = 1_000_000
INFINITY = 10 * WON
nodes = 0  # positions entered; the loop at the end sets it to 0 before each question


def search(state, depth, alpha, beta):
    """Returns the value of a state for the side to move, and its best move (None if there is none).

    A state has:
      state.result()       the value for the side to move if the game is over, otherwise None
      state.evaluation()   the value for the side to move where the depth ends
      state.moves()        the moves, in the order in which to try them
      state.after(move)    the state after a move, with the other side to move
    """
    global nodes
    nodes += 1
    # YOUR SEARCH: this one chooses the first move and says that every state is worth 0.
    moves = state.moves()
    return 0, moves[0] if moves else None


class Tree:
    """A tree of numbers: a leaf is a number for MAX, a node is the list of its children. `sign` is 1 if MAX moves."""

    def __init__(self, tree, sign=1):
        self.tree, self.sign = tree, sign

    def result(self):
        return None if isinstance(self.tree, list) else self.sign * self.tree

    def evaluation(self):
        return 0

    def moves(self):
        return list(range(len(self.tree))) if isinstance(self.tree, list) else []

    def after(self, move):
        return Tree(self.tree[move], -self.sign)

    def name(self, move):
        return None


class TicTacToe:
    """A board of nine letters, row by row: x, o, or a dot."""

    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def __init__(self, board):
        self.board = board
        self.side, self.other = ("x", "o") if board.count("x") == board.count("o") else ("o", "x")

    def result(self):
        if any(all(self.board[square] == self.other for square in line) for line in self.LINES):
            return -WON
        return None if "." in self.board else 0

    def evaluation(self):
        return 0

    def moves(self):
        return [square for square in range(9) if self.board[square] == "."]

    def after(self, move):
        return TicTacToe(self.board[:move] + self.side + self.board[move + 1 :])

    def name(self, move):
        return "abc"[move % 3] + str(move // 3 + 1)


def answer(question):
    global nodes
    nodes = 0
    if question["game"] == "tree":
        state, depth = Tree(question["tree"]), 100
    elif question["game"] == "tictactoe":
        state, depth = TicTacToe(question["position"]), question["depth"]
    else:
        return {"error": "not supported: " + question["game"]}
    value, move = search(state, depth, -INFINITY, INFINITY)
    reply = {"value": value, "nodes": nodes}
    if move is not None and state.name(move):
        reply["move"] = state.name(move)
    return reply


if __name__ == "__main__":
    for line in sys.stdin:
        try:
            reply = answer(json.loads(line))
        except Exception as error:
            reply = {"error": repr(error)}
        print(json.dumps(reply), flush=True)
