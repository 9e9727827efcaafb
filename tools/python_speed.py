#!/usr/bin/env python3
"""Measures the Python package: its overhead over the command, a minimax on python-chess, and the time from Ctrl-C to the end.

    target/python/bin/python tools/python_speed.py ./espalier

The package must be built as the command is (`make wheel`, `make`). Times of alternating runs are compared as ratios of medians.
"""

import argparse
import json
import pathlib
import resource
import statistics
import subprocess
import sys
import time

import espalier as es

TESTS = pathlib.Path(__file__).resolve().parents[1] / "crates/python/tests"
START = "minimax:depth=1"
INTERRUPTED = TESTS / "interrupted.py"
sys.path.insert(0, str(TESTS))

import interrupted  # noqa: E402


def command(program, spec):
    """Returns the wall time of the search as the command reports it, and the processor time of the whole command, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run([program, "search", spec, "--json"], capture_output=True, check=True)
    return json.loads(ran.stdout)["time_ms"], processor_ms(before, resource.getrusage(resource.RUSAGE_CHILDREN))


def package(spec):
    """Returns the wall time and the processor time of the whole call in Python, in milliseconds."""
    before, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    es.search(spec, "startpos")
    wall = (time.perf_counter() - start) * 1000
    return wall, processor_ms(before, resource.getrusage(resource.RUSAGE_SELF))


def processor_ms(before, after):
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def minimax(board, depth):
    """The minimax of a student: material on python-chess."""
    if depth == 0 or board.is_game_over():
        return sum(
            len(board.pieces(piece, board.turn)) * value - len(board.pieces(piece, not board.turn)) * value
            for piece, value in ((1, 100), (2, 300), (3, 300), (4, 500), (5, 900))
        )
    best = -10_000
    for move in list(board.legal_moves):
        board.push(move)
        best = max(best, -minimax(board, depth - 1))
        board.pop()
    return best


def interrupted_seconds(call):
    """Returns the time from Ctrl-C to the end of a call of `crates/python/tests/interrupted.py`."""
    ran = subprocess.run([sys.executable, INTERRUPTED, call], capture_output=True, text=True, check=True)
    return float(ran.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--spec", default="minimax:depth=5")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--depth", type=int, default=3, help="the depth of the minimax on python-chess")
    options = parser.parse_args()

    runs = [(command(options.program, options.spec), package(options.spec)) for _ in range(options.runs)]
    # The processor time does not depend on the load of the machine. That of the command includes its start, as of a search of one ply.
    start = statistics.median(command(options.program, START)[1] for _ in range(options.runs))
    for index, (time_of, less) in enumerate((("wall", 0.0), ("processor", start))):
        own, other = (statistics.median(run[side][index] for run in runs) for side in (1, 0))
        print(
            f"{options.spec}, {time_of} time: command {other - less:.1f} ms, package {own:.1f} ms, ratio {own / (other - less):.3f}"
        )

    try:
        import chess
    except ImportError:
        print("python-chess is not installed")
    else:
        start = time.perf_counter()
        minimax(chess.Board(), options.depth)
        slow = (time.perf_counter() - start) * 1000
        own = statistics.median(package(f"minimax:depth={options.depth}")[0] for _ in range(5))
        print(f"minimax to depth {options.depth}: python-chess {slow:.0f} ms, package {own:.2f} ms, ratio {slow / own:.0f}")

    for call in interrupted.CALLS:
        print(f"Ctrl-C in {call}: {interrupted_seconds(call) * 1000:.0f} ms")


if __name__ == "__main__":
    main()
