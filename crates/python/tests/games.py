"""Games in Python for the tests, and their minimax."""

import espalier as es

WIN = 900_000


class Nim(es.Game):
    """A move takes matches from one heap; the last match wins."""

    def __init__(self, *heaps):
        self.heaps = heaps or (1, 2, 3)

    def start(self):
        return self.heaps

    def moves(self, heaps):
        return [(heap, n) for heap, left in enumerate(heaps) for n in range(1, left + 1)]

    def play(self, heaps, move):
        heap, n = move
        return heaps[:heap] + (heaps[heap] - n,) + heaps[heap + 1 :]

    def result(self, heaps):
        return None if any(heaps) else -1

    def evaluate(self, heaps):
        return sum(left * left * (heap + 3) for heap, left in enumerate(heaps)) % 41 - 20

    def key(self, heaps):
        return heaps


class ConnectFour(es.Game):
    """Connect Four on a smaller board: four columns, four rows, three in a row."""

    COLUMNS, ROWS, LINE = 4, 4, 3

    def start(self):
        return ("",) * self.COLUMNS

    def moves(self, columns):
        return [column for column in (1, 2, 0, 3) if len(columns[column]) < self.ROWS]

    def play(self, columns, column):
        disc = "xo"[sum(map(len, columns)) % 2]
        return columns[:column] + (columns[column] + disc,) + columns[column + 1 :]

    def lines(self, columns):
        cell = lambda x, y: columns[x][y : y + 1]  # noqa: E731
        for x in range(self.COLUMNS):
            for y in range(self.ROWS):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    ends = x + (self.LINE - 1) * dx, y + (self.LINE - 1) * dy
                    if ends[0] < self.COLUMNS and 0 <= ends[1] < self.ROWS:
                        yield "".join(cell(x + i * dx, y + i * dy) for i in range(self.LINE))

    def result(self, columns):
        if any(line in ("xxx", "ooo") for line in self.lines(columns)):
            return -1
        return 0 if all(len(column) == self.ROWS for column in columns) else None

    def evaluate(self, columns):
        own = "xo"[sum(map(len, columns)) % 2]
        other = "o" if own == "x" else "x"
        return sum((line.count(own) - line.count(other)) * len(line) for line in self.lines(columns))

    def key(self, columns):
        return columns


class Kayles(es.Game):
    """A row of pins: a move hits one pin or two neighbours, and each side may pass once. Without pins the side to move loses."""

    def start(self):
        return ("11111", (1, 1), 0)

    def moves(self, state):
        pins, passes, side = state
        hits = [f"{i}" for i in range(len(pins)) if pins[i] == "1"]
        hits += [f"{i}-{i + 1}" for i in range(len(pins) - 1) if pins[i : i + 2] == "11"]
        return hits + ["pass"] * (passes[side] > 0)

    def play(self, state, move):
        pins, passes, side = state
        if move == "pass":
            return pins, tuple(n - (i == side) for i, n in enumerate(passes)), 1 - side
        for pin in move.split("-"):
            pins = pins[: int(pin)] + "0" + pins[int(pin) + 1 :]
        return pins, passes, 1 - side

    def result(self, state):
        return None if "1" in state[0] else -1

    def evaluate(self, state):
        pins, passes, side = state
        return 7 * int(pins, 2) % 23 + 5 * (passes[side] - passes[1 - side]) - 11

    def key(self, state):
        return state


def minimax(game, state, depth, ply=0):
    """Returns the value for the side to move: a search of the rules alone."""
    result = game.result(state)
    if result is not None:
        return result * (WIN - ply)
    if depth == 0:
        return game.evaluate(state)
    return max(-minimax(game, game.play(state, m), depth - 1, ply + 1) for m in game.moves(state))
