#!/usr/bin/env python3
"""An example in Python: tic-tac-toe by minimax. It reads one JSON object a line and prints one for each.

    espalier search script:docs/teaching/example.py --game tictactoe --depth 9
    espalier grade docs/teaching/example.py --assignment minimax

Replace `search` by your own, and add the missing games to `answer`. A question has "game", "position", and "depth"; an
answer has "move", and optionally "value" (for the side to move; beyond 100000 the game is won or lost) and "nodes" (positions
entered). docs/teaching.md has the details.
"""

import json
import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
WON = 1_000_000
nodes = 0


def search(board, side, depth):
    """Returns the value for the side to move and its best move: negamax to the end of the game or to the depth limit."""
    global nodes
    nodes += 1
    other = "o" if side == "x" else "x"
    if any(all(board[square] == other for square in line) for line in LINES):
        return -WON, None
    moves = [square for square in range(9) if board[square] == "."]
    if not moves or depth == 0:
        return 0, None
    best, best_move = -2 * WON, None
    for square in moves:
        value = -search(board[:square] + side + board[square + 1 :], other, depth - 1)[0]
        if value > best:
            best, best_move = value, square
    return best, best_move


def answer(question):
    global nodes
    nodes = 0
    if question["game"] != "tictactoe":
        return {"error": "not supported: " + question["game"]}
    board = question["position"]
    side = "x" if board.count("x") == board.count("o") else "o"
    value, square = search(board, side, question.get("depth", 6))
    move = None if square is None else "abc"[square % 3] + str(square // 3 + 1)
    return {"move": move, "value": value, "nodes": nodes}


for line in sys.stdin:
    try:
        reply = answer(json.loads(line))
    except Exception as error:
        reply = {"error": repr(error)}
    print(json.dumps(reply), flush=True)
