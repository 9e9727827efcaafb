#!/usr/bin/env python3
"""Plays games on an overloaded machine and counts losses on time, illegal moves, crashes and warnings.

    python3 tools/torture.py ./espalier --against stockfish --busy 0,4,12 --games 40

Each line of the result is one condition: a number of busy processes (`--busy`) and a variant of the engine: usual, Chess960, two
threads, a small and a large hash table (`--variants`). Both sides have the default overhead. The match has no margin beyond
`--margin` milliseconds, as in fastchess. The lowest clock is that of the engine before a move. Exits with 1 if the engine lost
a game on time, by an illegal move or by a crash, or if there was a warning about its output.
"""

import argparse
import collections
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

VARIANTS = {
    "usual": "",
    "chess960": "",
    "threads": ",option.Threads=2",
    "hash1": ",option.Hash=1",
    "hash256": ",option.Hash=256",
}


def chess960(rng):
    """Returns a random start position of Chess960."""
    squares = list(range(8))
    row = [""] * 8

    def put(piece, square):
        row[square] = piece
        squares.remove(square)

    put("b", rng.choice(range(0, 8, 2)))
    put("b", rng.choice(range(1, 8, 2)))
    for piece in "qnn":
        put(piece, rng.choice(squares))
    for piece, square in zip("rkr", sorted(squares)):
        put(piece, square)
    rooks = [square for square in range(8) if row[square] == "r"]
    back = "".join(row)
    rights = "".join("abcdefgh"[square] for square in reversed(rooks))
    return f"{back}/pppppppp/8/8/8/8/PPPPPPPP/{back.upper()} w {rights.upper()}{rights} - 0 1"


def play(args, busy, variant, folder):
    """Plays the games of one condition and returns the lines of the journal."""
    journal = folder / f"{busy}-{variant}.jsonl"
    engine = f"uci:{args.engine}{VARIANTS[variant]}"
    command = [args.runner, "match", engine, f"uci:{args.against}", "--tc", args.tc, "--games", str(args.games)]
    command += ["--concurrency", str(args.concurrency), "--time-margin", str(args.margin), "--resume", str(journal), "--seed", str(args.seed)]
    if variant == "chess960":
        rng = random.Random(args.seed)
        openings = folder / "chess960.epd"
        openings.write_text("".join(chess960(rng) + "\n" for _ in range(max(1, args.games // 2))))
        command += ["--openings", str(openings)]
    loads = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy)]
    try:
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    finally:
        for load in loads:
            load.kill()
            load.wait()
    return [json.loads(line) for line in journal.read_text().splitlines()]


def clocks(game, side, base, increment):
    """Yields the clock in milliseconds of a side (0 for the first player of the game) before each of its moves."""
    left = base
    for ply, note in enumerate(game.get("notes", []), start=game["book"]):
        if ply % 2 == side:
            yield left
            left += increment - note.get("ms", 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="the program under test")
    parser.add_argument("--against", help="the opponent, by default the engine itself")
    parser.add_argument("--runner", help="the espalier that runs the match, by default the engine")
    parser.add_argument("--games", type=int, default=20, help="games for each condition")
    parser.add_argument("--busy", default="0,4,12", help="numbers of busy processes")
    parser.add_argument("--variants", default=",".join(VARIANTS), help=f"of {', '.join(VARIANTS)}")
    parser.add_argument("--tc", default="1+0.01", help="the clock: BASE+INCREMENT in seconds")
    parser.add_argument("--margin", type=int, default=1, help="milliseconds after which a late move loses")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time")
    parser.add_argument("--seed", type=int, default=1, help="seed of the openings")
    args = parser.parse_args()
    for name in ("engine", "against", "runner"):
        path = shutil.which(getattr(args, name) or args.engine)
        if path is None:
            parser.error(f"there is no program {getattr(args, name)}")
        setattr(args, name, str(pathlib.Path(path).resolve()))
    base, increment = (float(part) * 1000 for part in args.tc.split("+"))

    failed = False
    print(f"{'busy':>4} {'variant':10} {'games':>5} {'time':>5} {'other':>5} {'warnings':>8} {'lowest ms':>9}  opponent's faults")
    with tempfile.TemporaryDirectory() as name:
        for busy in map(int, args.busy.split(",")):
            for variant in args.variants.split(","):
                games = [line["game"] for line in play(args, busy, variant, pathlib.Path(name)) if "game" in line]
                own, others = collections.Counter(), collections.Counter()
                warnings, lowest = 0, base
                for game in games:
                    side = game["players"].index(0)
                    warnings += sum(1 for player, _ in game.get("warnings", []) if player == 0)
                    lowest = min([lowest, *clocks(game, side, base, increment)])
                    if game["reason"] in FAULTS:
                        lost = game["result"] == ("0-1", "1-0")[side]
                        (own if lost else others)[game["reason"]] += 1
                time = own.pop("time", 0)
                other = sum(own.values())
                failed |= time + other + warnings > 0
                faults = ", ".join(f"{count} {reason}" for reason, count in others.items()) or "none"
                print(f"{busy:4} {variant:10} {len(games):5} {time:5} {other:5} {warnings:8} {lowest:9.0f}  {faults}", flush=True)
    return int(failed)


# The reasons in a journal for a loss that is not chess.
FAULTS = {"time", "illegal-move", "no-move", "crash", "stall", "start"}

if __name__ == "__main__":
    sys.exit(main())
