#!/usr/bin/env python3
"""Tests that the engine answers in time in extreme positions.

    cargo run -p engine --example pathological -- 300 7 > positions.fen
    python3 tools/deadlines.py ./espalier positions.fen

Searches every position of a file of FENs (all queens, two hundred legal moves, captures without end, near the fifty-move
rule, Chess960) with a UCI engine, with one thread and with two: `go movetime 20`, and `go infinite` with a `stop` after 20 milliseconds. The
limit from the command to the move is 40 milliseconds. On a busy machine any program is late occasionally, so a late search is repeated
up to twice; it fails if all three are late. Exits with 1 after a failure. `--limit 0` only measures.
"""

import argparse
import queue
import subprocess
import sys
import threading
import time


class Engine:
    """A UCI engine with the times of its answers."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.lines.put((time.perf_counter(), line.strip()))

    def say(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        return time.perf_counter()

    def until(self, word):
        """When a line came that begins with this, and what was said before it."""
        said = []
        while True:
            when, line = self.lines.get(timeout=60)
            said.append(line)
            if line.startswith(word):
                return when, said

    def ready(self):
        self.say("isready")
        return self.until("readyok")[1]


def movetime(engine, options):
    """Milliseconds from `go movetime` to the move."""
    start = engine.say(f"go movetime {options.movetime}")
    when, said = engine.until("bestmove")
    return (when - start) * 1000, said[-1]


def stop(engine, options):
    """Milliseconds from `stop` to the move."""
    engine.say("go infinite")
    time.sleep(options.movetime / 1000)
    start = engine.say("stop")
    when, said = engine.until("bestmove")
    return (when - start) * 1000, said[-1]


def measure(engine, options, fen, question):
    """The first answer's time, and the best of three if that was late."""
    first = best = None
    for _ in range(3):
        engine.say(f"position fen {fen}")
        errors = [line for line in engine.ready() if "error" in line]
        if errors:
            sys.exit(f"{fen}: {errors[0]}")
        took, answer = question(engine, options)
        if answer.split()[1] in ("0000", "(none)"):
            sys.exit(f"{fen}: {answer}")
        first = took if first is None else first
        best = took if best is None else min(best, took)
        if not options.limit or best <= options.limit:
            break
    return first, best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("positions", help="a file of FENs, one a line")
    parser.add_argument("--movetime", type=int, default=20, help="milliseconds to think (default: 20)")
    parser.add_argument("--limit", type=float, default=40, help="milliseconds to answer; 0 only measures (default: 40)")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2], help="how many threads (default: 1 2)")
    options = parser.parse_args()
    with open(options.positions, encoding="utf-8") as file:
        fens = [line.strip() for line in file if line.strip()]
    late = 0
    print(f"{len(fens)} positions; milliseconds from the command to the move")
    print("threads  question       median    99%   worst   late at first   late three times")
    for threads in options.threads:
        engine = Engine(options.program)
        engine.say("uci")
        engine.until("uciok")
        engine.say("setoption name UCI_Chess960 value true")
        engine.say(f"setoption name Threads value {threads}")
        engine.ready()
        for name, question in (("movetime", movetime), ("stop", stop)):
            times = [(*measure(engine, options, fen, question), fen) for fen in fens]
            first = sorted(time for time, _, _ in times)
            bad = [(best, fen) for _, best, fen in times if options.limit and best > options.limit]
            at_first = sum(1 for time in first if options.limit and time > options.limit)
            part = first[min(len(first) - 1, len(first) * 99 // 100)]
            print(f"{threads:7}  {name:12} {first[len(first) // 2]:8.1f} {part:6.1f} {first[-1]:7.1f} {at_first:15} {len(bad):18}")
            for best, fen in bad:
                print(f"         late: {best:.1f} ms in {fen}")
            late += len(bad)
        engine.say("quit")
        engine.process.wait()
    sys.exit(1 if late else 0)


if __name__ == "__main__":
    main()
