"""Long calls that Ctrl-C ends.

`python interrupted.py NAME` starts a call, interrupts it, and prints the seconds from the signal to the `KeyboardInterrupt`.
"""

import os
import signal
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor

import espalier as es
from games import Nim

MATE = "4k3/8/8/8/8/8/8/Q3K3 w - - bm Qa8+;"
HEAPS = (5, 7, 9, 11)
CLASS = 'title = "Class"\nassignment = "alphabeta"\n[[student]]\nname = "Ada"\nprogram = "slow.py"\n'


class Endless:
    def choose_move(self, position):
        while True:
            pass


class Searching:
    def choose_move(self, position):
        return es.search("minimax:depth=12,movetime=60000", position.text).move


class Slow(Nim):
    """A rule that takes long."""

    def moves(self, heaps):
        while True:
            pass


def endless(question):
    while True:
        pass


def on_processes():
    # Ctrl-C on a terminal reaches the workers too. Here it does not.
    pool = ProcessPoolExecutor(1, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    es.match("alphabeta:depth=9,movetime=20", "random", games=10_000, game="tictactoe", executor=pool, batch=1, show_progress=False)


def training(folder):
    pack = os.path.join(folder, "games.pack")
    es.datagen(pack, 4, nodes=100, seed=1, show_progress=False)
    return lambda: es.train(pack, os.path.join(folder, "net.nnue"), samples=100_000_000, show_progress=False)


def class_of_one(folder):
    for name, text in (("class.toml", CLASS), ("slow.py", "def answer(question):\n    while True:\n        pass\n")):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    return lambda: es.grade_class(os.path.join(folder, "class.toml"), show_progress=False)


# Makes the call in a folder of its own.
CALLS = {
    "search": lambda folder: lambda: es.search("minimax:depth=12", movetime=60_000),
    "search by the engine": lambda folder: lambda: es.search("engine", movetime=60_000),
    "recorded search": lambda folder: lambda: es.search("alphabeta:depth=12", movetime=60_000, trace=True),
    "search of a game in Python": lambda folder: lambda: es.search("minimax:depth=40", game=Nim(*HEAPS), movetime=60_000),
    "rule in Python": lambda folder: lambda: es.search("minimax:depth=40", game=Slow()),
    "compare": lambda folder: lambda: es.compare(["minimax"], depth=12),
    "compare on a game in Python": lambda folder: lambda: es.compare(["minimax"], game=Nim(*HEAPS), depth=12),
    "match": lambda folder: lambda: es.match("minimax:depth=6", "minimax:depth=6"),
    "match on a game in Python": lambda folder: lambda: es.match("minimax:depth=12", "random", game=Nim(*HEAPS), plies=0),
    "match with a player in Python": lambda folder: lambda: es.match("random", Endless(), games=2),
    "match with a player that searches": lambda folder: lambda: es.match("random", Searching(), games=2),
    "match on processes": lambda folder: on_processes,
    "tournament": lambda folder: lambda: es.tournament(["minimax:depth=6"] * 3, games=100),
    "suite": lambda folder: lambda: es.suite([MATE] * 40, "minimax:depth=12", movetime=60_000),
    "suite with a player in Python": lambda folder: lambda: es.suite([MATE], Endless()),
    "grade": lambda folder: lambda: es.grade(endless, "alphabeta"),
    "grade a player": lambda folder: lambda: es.grade("alphabeta:depth=7", "i2p3"),
    "grade_class": class_of_one,
    "ladder": lambda folder: lambda: es.ladder("othello", measure=True, textbook_nodes=1_000_000),
    "datagen": lambda folder: lambda: es.datagen(os.path.join(folder, "games.pack"), 100_000, nodes=100_000),
    "train": training,
}


def main(name):
    pressed = 0.0

    def press():
        nonlocal pressed
        pressed = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    # In the background of a shell the signal is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder:
        call = CALLS[name](folder)
        threading.Timer(0.5, press).start()
        try:
            call()
        except KeyboardInterrupt:
            print(time.monotonic() - pressed, flush=True)
        else:
            raise SystemExit("the call ended before the signal")


if __name__ == "__main__":
    main(sys.argv[1])
