"""A student's program: docs/teaching/starter.py, completed. Trees, graphs and tic-tac-toe; minimax, alpha-beta, ordering, a table."""

import json
import sys

WON = 1_000_000
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Tree:
    """States are (tree, sign): sign is 1 if MAX moves."""

    def __init__(self, question):
        self.root = (question["tree"], 1)
        self.depth = 99

    def moves(self, state):
        return range(len(state[0])) if isinstance(state[0], list) else []

    def play(self, state, move):
        return state[0][move], -state[1]

    def over(self, state):
        return None if isinstance(state[0], list) else state[0] * state[1]

    def name(self, move):
        return move


class Graph:
    """States are (vertex, sign)."""

    def __init__(self, question):
        self.edges, self.values = question["moves"], question["values"]
        self.root = (0, 1)
        self.depth = question["depth"]

    def moves(self, state):
        return range(len(self.edges[state[0]]))

    def play(self, state, move):
        return self.edges[state[0]][move], -state[1]

    def over(self, state):
        return None if self.edges[state[0]] else self.value(state)

    def value(self, state):
        return self.values[state[0]] * state[1]

    def name(self, move):
        return move


class TicTacToe:
    """States are (board, side)."""

    def __init__(self, question):
        board = question["position"]
        self.root = (board, "x" if board.count("x") == board.count("o") else "o")
        self.depth = question["depth"]
        self.eval = question.get("eval", "zero")

    def moves(self, state):
        return [square for square in range(9) if state[0][square] == "."]

    def play(self, state, move):
        board, side = state
        return board[:move] + side + board[move + 1 :], "o" if side == "x" else "x"

    def over(self, state):
        board, side = state
        other = "o" if side == "x" else "x"
        if any(all(board[square] == other for square in line) for line in LINES):
            return -WON
        return None if "." in board else 0

    def value(self, state):
        if self.eval == "zero":
            return 0
        board, side = state
        other = "o" if side == "x" else "x"
        free = lambda who: sum(all(board[square] != who for square in line) for line in LINES)
        return free(other) - free(side)

    def name(self, move):
        return "abc"[move % 3] + str(move // 3 + 1)


GAMES = {"tree": Tree, "graph": Graph, "tictactoe": TicTacToe}


class Search:
    def __init__(self, game, kind):
        self.game, self.kind = game, kind
        self.nodes, self.leaves, self.table = 0, [], {}

    def run(self, state, depth, alpha, beta, is_root=False):
        game = self.game
        self.nodes += 1
        over = game.over(state)
        if over is None and depth == 0:
            over = game.value(state)
        if over is not None:
            self.leaves.append(over * (state[1] if state[1] in (1, -1) else 1))
            return over, None
        entry = self.table.get(state) if self.kind in ("table", "deepening") else None
        if entry and not is_root and entry[0] == depth:
            _, value, bound = entry
            if bound == "exact" or bound == "lower" and value >= beta or bound == "upper" and value <= alpha:
                return value, None
        best, best_move, raised = -2 * WON, None, alpha
        moves = list(game.moves(state))
        if self.kind == "ordered":
            moves.sort(key=lambda move: self.look(game.play(state, move)))
        for move in moves:
            if self.kind == "minimax":
                value = -self.run(game.play(state, move), depth - 1, alpha, beta)[0]
            else:
                value = -self.run(game.play(state, move), depth - 1, -beta, -raised)[0]
            if value > best:
                best, best_move = value, move
            raised = max(raised, best)
            if self.kind != "minimax" and best >= beta:
                break
        if self.kind in ("table", "deepening"):
            bound = "lower" if best >= beta else "upper" if best <= alpha else "exact"
            self.table[state] = depth, best, bound
        return best, best_move

    def look(self, state):
        over = self.game.over(state)
        return self.game.value(state) if over is None else over


def answer(question):
    game = GAMES[question["game"]](question)
    search = Search(game, question["search"])
    if question["search"] == "deepening":
        for depth in range(1, game.depth):
            search.run(game.root, depth, -2 * WON, 2 * WON, True)
    value, move = search.run(game.root, game.depth, -2 * WON, 2 * WON, True)
    said = {"move": None if move is None else game.name(move), "value": value, "nodes": search.nodes}
    if question["game"] == "tree":
        said["leaves"] = search.leaves
    return said


if __name__ == "__main__":
    for line in sys.stdin:
        try:
            said = answer(json.loads(line))
        except Exception as error:
            said = {"error": repr(error)}
        print(json.dumps(said), flush=True)
