"""Ten programs for the grader, as the source of a Python file with `answer(question)`."""

SEARCH = '''
import math

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
WON = 1_000_000
nodes = 0


def moves(state, tree):
    if tree:
        return state if isinstance(state, list) else []
    board, side = state
    other = "o" if side == "x" else "x"
    if any(all(board[square] == other for square in line) for line in LINES):
        return []
    return [(board[:i] + side + board[i + 1 :], other) for i in range(9) if board[i] == "."]


def value(state, tree, maximises):
    if tree:
        return state if maximises else -state
    board, side = state
    other = "o" if side == "x" else "x"
    lost = any(all(board[square] == other for square in line) for line in LINES)
    return -WON if lost else 0


def search(state, depth, low, high, tree, maximises):
    global nodes
    nodes += 1
    children = moves(state, tree)
    if not children or depth == 0:
        return value(state, tree, maximises)
    best = -math.inf
    for child in children:
        best = max(best, -search(child, depth - 1, -high, -max(low, best), tree, not maximises))
        if best >= high:
            break
    return best


def answer(question):
    global nodes
    nodes = 0
    if question["game"] == "tree":
        found = search(question["tree"], 99, -math.inf, math.inf, True, True)
        return {"value": found, "nodes": nodes}
    if question["game"] != "tictactoe":
        return {"error": "not supported"}
    board = question["position"]
    side = "x" if board.count("x") == board.count("o") else "o"
    root, depth = (board, side), question["depth"]
    if depth == 0:
        return {"value": value(root, False, True)}
    nodes = 1
    best, chosen, low = -math.inf, None, -math.inf
    for child in moves(root, False):
        found = -search(child, depth - 1, -math.inf, -low, False, False)
        if found > best:
            best, chosen = found, child
        low = max(low, best)
    if chosen is None:
        return {"value": value(root, False, True), "nodes": nodes}
    square = next(i for i in range(9) if board[i] != chosen[0][i])
    return {"move": "abc"[square % 3] + str(square // 3 + 1), "value": best, "nodes": nodes}
'''


def changed(old, new):
    assert old in SEARCH
    return SEARCH.replace(old, new)


PROGRAMS = {
    "right": SEARCH,
    "does not cut on a tie": changed("if best >= high:", "if best > high:"),
    "does not negate the window": changed("-high, -max(low, best)", "low, high"),
    "never cuts": changed("if best >= high:", "if False:"),
    "the sign of a leaf": changed("return state if maximises else -state", "return state"),
    "one ply too deep": changed("found = -search(child, depth - 1", "found = -search(child, depth"),
    "counts from question to question": changed("    global nodes\n    nodes = 0\n", "    global nodes\n"),
    "only values": "def answer(question):\n    return 3 if question['game'] == 'tree' else 0\n",
    "raises an exception": changed('board = question["position"]', 'board = question["board"]'),
    "recursion without an end": changed("if not children or depth == 0:", "if depth == 0:"),
}
