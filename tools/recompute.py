#!/usr/bin/env python3
"""Recomputes the printed figures of the course documents without any code of Espalier, with the rules of python-chess.

    tools/recompute.py [--slow] [--compare FILE]

Computes the report's tables (function calls and values of minimax, alpha-beta, reordered alpha-beta and alpha-beta with the
table on boards 1, 3 and 4, and the moves of iterative deepening on boards 2 and 5), the game of assignment 4 with its nodes,
and the perft counts of MiniChess, and compares each with the printed one. --slow adds the computations that take Python minutes:
depth 3 of minimax and of iterative deepening, and assignment 4's minimax. --compare FILE, with the output of
`espalier reproduce --json`, also compares each figure with the program's. Exits with status 1 if a figure differs.

The script follows only the documents and their conventions: the nodes counted, the sign of a leaf, the order of moves.
"""

import argparse
import heapq
import json
import sys

import chess

# ---------------------------------------------------------------- the report

BOARDS = {
    1: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    2: "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1",
    3: "r2q3k/pn2bprp/4pNp1/2p1PbQ1/3p1P2/5NR1/PPP3PP/2B2RK1 w - - 0 1",
    4: "8/pkP5/8/8/P7/6q1/3Q2p1/2R2rK1 w - - 0 1",
    5: "7k/8/8/Q6q/8/PPPP4/PPPP4/K7 b - - 0 1",
}

# Calls and value at depth 0 to 3, as printed in the report.
PRINTED = {
    "minimax": {
        1: [(20, 0), (420, 0), (9322, 0), (206603, 0)],
        3: [(35, 3), (1111, -2), (39894, 2), (1275708, -2)],
        4: [(1, 5), (33, -8), (1016, 1), (25078, 0)],
    },
    "alpha-beta": {
        1: [(20, 0), (420, 0), (1298, 0), (13873, 0)],
        3: [(35, 3), (1111, -2), (8392, 2), (246987, -2)],
        4: [(1, 5), (33, -8), (161, 1), (3925, 0)],
    },
    "table": {
        1: [(20, 0), (420, 0), (1038, 0), (6024, 0)],
        3: [(35, 3), (1110, -2), (8908, 1), (119208, -2)],
        4: [(1, 5), (33, -8), (158, 1), (2267, 0)],
    },
}
PRINTED["reordered"] = PRINTED["alpha-beta"]
DEEPENING = {2: ["d4c6", "d4c6", "f1b5", "f1b5"], 5: ["h5a5", "h5h1", "h5a5", "h5h1"]}

VALUES = [0, 1, 3, 3, 5, 9, 200]
INFINITY = 10**9


class Ranked:
    """A move in a heap, ordered by its priority alone, largest first."""

    def __init__(self, priority, move):
        self.priority, self.move = priority, move

    def __lt__(self, other):
        return self.priority > other.priority


class Report:
    """The report's program with one of its four searches. The depth is the printed one, one less than the plies."""

    def __init__(self, search, depth):
        self.search, self.depth, self.calls, self.table = search, depth, 0, {}

    def heuristic(self, board):
        us = board.turn
        material = 0
        for kind in chess.PIECE_TYPES:
            material += VALUES[kind] * (len(board.pieces(kind, us)) - len(board.pieces(kind, not us)))
        return material if self.depth % 2 else -material

    def choose(self, board):
        moves = list(board.legal_moves)
        if self.search in ("reordered", "table"):
            heap = []
            for move in moves:
                board.push(move)
                heapq.heappush(heap, Ranked(self.heuristic(board), move))
                board.pop()
            moves = [heapq.heappop(heap).move for _ in range(len(heap))]
        best, best_value = None, -INFINITY
        for move in moves:
            board.push(move)
            value = self.value(board, 0, -INFINITY, INFINITY, False)
            board.pop()
            if value > best_value:
                best, best_value = move, value
        return best, best_value

    def value(self, board, depth, alpha, beta, maximize):
        self.calls += 1
        if self.depth <= depth:
            return self.heuristic(board)
        moves = list(board.legal_moves)
        if not moves or board.is_insufficient_material() or board.halfmove_clock >= 150:
            return self.heuristic(board)
        better = max if maximize else min
        v = -INFINITY if maximize else INFINITY
        for move in moves:
            board.push(move)
            key = board.board_fen() if self.search == "table" else None
            if key in self.table:
                v = self.table[key]
            else:
                v = better(v, self.value(board, depth + 1, alpha, beta, not maximize))
                if key is not None:
                    self.table[key] = v
            board.pop()
            if self.search == "minimax":
                continue
            if maximize:
                if v >= beta:
                    return v
                alpha = max(alpha, v)
            else:
                if v <= alpha:
                    return v
                beta = min(beta, v)
        return v


def report(check, slow):
    titles = {
        "minimax": "minimax, function calls and value",
        "alpha-beta": "alpha-beta, function calls and value",
        "reordered": "reordered alpha-beta: the same as alpha-beta",
        "table": "transposition table, function calls and value",
    }
    for search, title in titles.items():
        for number, cells in PRINTED[search].items():
            for depth, (calls, value) in enumerate(cells):
                if calls > 50_000 and not slow:
                    continue
                program = Report(search, depth)
                _, found = program.choose(chess.Board(BOARDS[number]))
                what = f"board {number}, depth {depth}"
                check("report", title, what, f"{calls:,} calls, {value}", f"{program.calls:,} calls, {found}")
    for number, moves in DEEPENING.items():
        for depth, printed in enumerate(moves):
            if depth == 3 and not slow or (number, depth) == (2, 2) and not slow:
                continue
            best, _ = Report("minimax", depth).choose(chess.Board(BOARDS[number]))
            check("report", "iterative deepening, moves", f"board {number}, depth {depth}", printed, best.uci())


# ---------------------------------------------------------------- assignment 4

A4_VALUES = [0, 100, 300, 325, 500, 900, 0]
A4_FINAL = "1Bbkq2r/1p3p1p/3p1Q2/2pP4/5P2/2P5/P5PP/2KnR3 b - - 1 29"
WEIGHTS = [
    *[1, 1, 1, 1, 1, 1, 1, 1], *[1, 2, 2, 2, 2, 2, 2, 1], *[1, 2, 4, 6, 6, 4, 2, 1], *[1, 2, 5, 10, 10, 5, 1, 1],
    *[1, 2, 5, 10, 10, 5, 1, 1], *[1, 2, 4, 6, 6, 4, 2, 1], *[1, 2, 2, 2, 2, 2, 2, 1], *[1, 1, 1, 1, 1, 1, 1, 1],
]
MOST, LEAST = 2**31 - 1, -(2**31)
RAYS = {(-1, -1): 0, (0, -1): 1, (1, -1): 2, (1, 0): 3, (1, 1): 4, (0, 1): 5, (-1, 1): 6, (-1, 0): 7}


def chesspresso(board):
    """Returns the legal moves in the order of the Java library."""
    check = board.is_check()

    def key(move):
        kind, frm, to = board.piece_type_at(move.from_square), move.from_square, move.to_square
        last = {None: 0, chess.QUEEN: 0, chess.ROOK: 1, chess.BISHOP: 2, chess.KNIGHT: 3}[move.promotion]
        if board.is_castling(move):
            return (6, int(to < frm), 0, 0)
        if kind == chess.KING:
            return (0 if check else 5, frm, to, 0)
        if kind == chess.KNIGHT:
            return (1, frm, to, 0)
        if kind == chess.PAWN:
            capture = board.is_capture(move)
            return (7, frm, 2 + to if capture else int(abs(to - frm) == 16), last)
        files = chess.square_file(to) - chess.square_file(frm)
        ranks = chess.square_rank(to) - chess.square_rank(frm)
        ray = RAYS[((files > 0) - (files < 0), (ranks > 0) - (ranks < 0))]
        group = {chess.BISHOP: 2, chess.ROOK: 3, chess.QUEEN: 4}[kind]
        return (group, frm, ray * 8 + max(abs(files), abs(ranks)), 0)

    return sorted(board.legal_moves, key=key)


def attackers(board, color, square):
    """Returns the number of attackers of a square, with x-rays through own sliders of the same direction."""
    pieces = lambda kind: board.pieces_mask(kind, color)
    count = chess.popcount(chess.BB_KNIGHT_ATTACKS[square] & pieces(chess.KNIGHT))
    count += chess.popcount(chess.BB_KING_ATTACKS[square] & pieces(chess.KING))
    count += chess.popcount(chess.BB_PAWN_ATTACKS[not color][square] & pieces(chess.PAWN))
    diagonal = pieces(chess.BISHOP) | pieces(chess.QUEEN)
    straight = pieces(chess.ROOK) | pieces(chess.QUEEN)
    seen = board.occupied & ~diagonal
    count += chess.popcount(chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & seen] & diagonal)
    seen = board.occupied & ~straight
    lines = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & seen]
    lines |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & seen]
    return count + chess.popcount(lines & straight)


class Assignment4:
    """Minimax or alpha-beta in three iterations; the last one decides. The attackers ignore en passant, which
    changes nothing in this game."""

    def __init__(self, pruned):
        self.pruned, self.nodes = pruned, 0

    def utility(self, board, moves):
        if not moves:
            if board.is_check():
                return LEAST if board.turn == self.player else MOST
            return 0
        if board.halfmove_clock >= 100:
            return 0
        value = 0
        for kind in chess.PIECE_TYPES:
            value += A4_VALUES[kind] * (len(board.pieces(kind, True)) - len(board.pieces(kind, False)))
        for square in chess.SQUARES:
            white, black = attackers(board, True, square), attackers(board, False, square)
            value += WEIGHTS[square] * ((white > black) - (white < black))
        return value if self.player else -value

    def choose(self, board, depth=3):
        self.player = board.turn
        for plies in range(1, depth + 1):
            best, value = self.search(board, plies, LEAST, MOST, True)
        return best, value

    def search(self, board, left, alpha, beta, maximize):
        self.nodes += 1
        if left == 0:
            return None, self.utility(board, any(board.legal_moves))
        moves = chesspresso(board)
        if not moves or board.halfmove_clock >= 100:
            return None, self.utility(board, moves)
        best, best_value = None, LEAST if maximize else MOST
        for move in moves:
            board.push(move)
            _, value = self.search(board, left - 1, alpha, beta, not maximize)
            board.pop()
            if (best_value < value) if maximize else (best_value > value):
                best, best_value = move, value
            if not self.pruned:
                continue
            if maximize:
                alpha = best_value
            else:
                beta = best_value
            if alpha >= beta:
                return best, beta if maximize else alpha
        return best, best_value


def assignment_4(check, slow):
    title = "nodes of those games"
    board, nodes, values = chess.Board(), {True: 0, False: 0}, []
    slow_nodes = {True: 0, False: 0}
    while True:
        program = Assignment4(pruned=True)
        best, value = program.choose(board)
        nodes[board.turn] += program.nodes
        values.append(value)
        if slow:
            everything = Assignment4(pruned=False)
            other, _ = everything.choose(board)
            slow_nodes[board.turn] += everything.nodes
            if other != best:
                check("a4", title, f"minimax's move {board.fullmove_number}", str(best), str(other))
        if best is None:
            break
        board.push(best)
    final = board.fen(en_passant="legal")
    check("a4", None, "the final position of the printed game", A4_FINAL, final)
    check("a4", title, "ABP - ABP, White and Black", "228,898 and 211,116", f"{nodes[True]:,} and {nodes[False]:,}")
    check("a4", "the printed final position is not mate", "White's last value", MOST, values[56])
    check("a4", "the printed final position is not mate", "Black's value then", LEAST, values[57])
    check("a4", "the printed final position is not mate", "legal moves of Black", 2, board.legal_moves.count())
    first = Assignment4(pruned=False)
    first.choose(chess.Board())
    check("a4", title, "first move: 21 + 421 + 9,323 in three passes", "9,765", f"{first.nodes:,}")
    if slow:
        found = f"{slow_nodes[True]:,} and {slow_nodes[False]:,}"
        check("a4", title, "Minimax - Minimax, White and Black", "1,378,225 and 1,272,578", found)
        found = f"{slow_nodes[True]:,} and {nodes[False]:,}"
        check("a4", title, "Minimax - ABP, White and Black", "1,378,225 and 211,116", found)
        found = f"{nodes[True]:,} and {slow_nodes[False]:,}"
        check("a4", title, "ABP - Minimax, White and Black", "228,898 and 1,272,578", found)
    for name, fen in (
        ("depth 1", "N4k2/5Q2/2P1B3/7p/3P1p2/P4P2/P1P3PP/R3K1NR b KQ - 1 19"),
        ("depth 3", "rnbqk2r/2pp1Q1p/pp1bp1p1/3nP1N1/8/2N5/PPPP1PPP/R1B1KB1R b KQkq - 0 8"),
    ):
        found = "mate" if chess.Board(fen).is_checkmate() else "not mate"
        check("a4", "the final positions against the random player are mates", f"{name}, the final position is", "mate", found)


# ---------------------------------------------------------------- MiniChess

STEPS = {
    "n": [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)],
    "b": [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    "r": [(-1, 0), (1, 0), (0, -1), (0, 1)],
}
STEPS["q"] = STEPS["k"] = STEPS["b"] + STEPS["r"]


def minichess_moves(board, white):
    for row in range(6):
        for column in range(5):
            piece = board[row][column]
            if piece == "." or piece.isupper() != white:
                continue
            kind = piece.lower()
            if kind == "p":
                ahead = row - 1 if white else row + 1
                if not 0 <= ahead < 6:
                    continue
                if board[ahead][column] == ".":
                    yield row, column, ahead, column
                for side in (column - 1, column + 1):
                    if 0 <= side < 5 and board[ahead][side] != "." and board[ahead][side].isupper() != white:
                        yield row, column, ahead, side
                continue
            for down, right in STEPS[kind]:
                r, c = row + down, column + right
                while 0 <= r < 6 and 0 <= c < 5:
                    if board[r][c] == "." or board[r][c].isupper() != white:
                        yield row, column, r, c
                    if board[r][c] != "." or kind in "nk":
                        break
                    r, c = r + down, c + right


def minichess_lines(board, white, depth):
    if depth == 0:
        return 1
    moves = list(minichess_moves(board, white))
    king = "k" if white else "K"
    if any(board[r][c] == king for _, _, r, c in moves):
        return 1
    count = 0
    for row, column, r, c in moves:
        piece = board[row][column]
        if piece == "P" and r == 0:
            piece = "Q"
        if piece == "p" and r == 5:
            piece = "q"
        taken = board[r][c]
        moved = board[row][column]
        board[r][c], board[row][column] = piece, "."
        count += minichess_lines(board, not white, depth - 1)
        board[r][c], board[row][column] = taken, moved
    return count


def minichess(check, slow):
    counts = [7, 49, 452, 4214, 46406, 514912]
    for depth, printed in enumerate(counts[: 6 if slow else 5], start=1):
        board = [list(row) for row in ("kqbnr", "ppppp", ".....", ".....", "PPPPP", "RNBQK")]
        found = minichess_lines(board, True, depth)
        check("i2p3", "lines of play from the start", f"depth {depth}", f"{printed:,}", f"{found:,}")


# ----------------------------------------------------------------


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--slow", action="store_true", help="add the computations that take minutes")
    parser.add_argument("--compare", metavar="FILE", help="the output of espalier reproduce --json")
    arguments = parser.parse_args()
    program = {}
    if arguments.compare:
        with open(arguments.compare, encoding="utf-8") as file:
            for section in json.load(file)["sections"]:
                for figure in section["figures"]:
                    program[section["document"], section["title"], figure["what"]] = figure["obtained"]
    count = wrong = compared = 0

    def check(document, title, what, expected, found):
        nonlocal count, wrong, compared
        count += 1
        same = str(expected) == str(found)
        mark = "" if same else "  DIFFERS"
        other = program.get((document, title, what))
        if other is not None:
            compared += 1
            if other != str(found):
                same, mark = False, f"  DIFFERS from the program: {other}"
        wrong += not same
        print(f"{document:7} {what:50} {expected!s:>28} {found!s:>28}{mark}", flush=True)

    report(check, arguments.slow)
    assignment_4(check, arguments.slow)
    minichess(check, arguments.slow)
    also = f", {compared} of them compared with the program" if arguments.compare else ""
    print(f"{count} figures recomputed{also}; {wrong} differ")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
