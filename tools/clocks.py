#!/usr/bin/env python3
"""Tests the engine's time management with a very short clock on a busy machine.

    python3 tools/clocks.py ./espalier --games 200 --hash 1024
    python3 tools/clocks.py ./espalier --games 200 --threads 2 --busy 2
    python3 tools/clocks.py ./espalier --games 200 --ponder

Plays the engine against itself at 1+0.01 over UCI, with `--busy` busy processes beside it. Prints the number of games
lost on time and the lowest clock: overall, and in half of the games. Exits with 1 if a game was lost on time. The
match has no time margin: `--time-margin 0`.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile


def lowest(game, base, increment):
    """Returns the lowest clock of a game in milliseconds, after a move and before its increment, for both sides."""
    clocks = [base, base]
    least = base
    for ply, note in enumerate(game["notes"]):
        clocks[ply % 2] -= note.get("ms", 0)
        least = min(least, clocks[ply % 2])
        clocks[ply % 2] += increment
    return least


def games(journal):
    """Returns the games in the journal of a match."""
    for line in journal.read_text(encoding="utf-8").splitlines():
        game = json.loads(line).get("game")
        if game:
            yield game


def pondered(played):
    """Returns a text with the share of ponder hits, or an empty text without pondering."""
    counts = [count for game in played for count in game.get("ponder", [])]
    tried = sum(count["tried"] for count in counts)
    return f", pondering with {sum(count['hits'] for count in counts) / tried:.0%} hits" if tried else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--engine", help="another UCI engine for comparison")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--tc", default="1+0.01", help="seconds and increment (default: 1+0.01)")
    parser.add_argument("--hash", type=int, default=16, help="MiB for each side (default: 16)")
    parser.add_argument("--threads", type=int, default=1, help="threads for each side (default: 1)")
    parser.add_argument("--busy", type=int, default=0, help="processes that keep the machine busy (default: 0)")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once (default: 1)")
    parser.add_argument("--ponder", action="store_true", help="let both sides think on their opponent's time")
    parser.add_argument("--seed", default="0")
    options = parser.parse_args()
    base, increment = (round(1000 * float(part)) for part in options.tc.split("+"))
    player = f"uci:{options.engine or options.program},option.Hash={options.hash},option.Threads={options.threads}"
    work = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(work) for _ in range(options.busy)]
    try:
        with tempfile.TemporaryDirectory() as folder:
            journal = pathlib.Path(folder) / "clocks.jsonl"
            match = [options.program, "match", player, player, "--tc", options.tc, "--time-margin", "0"]
            match += ["--games", str(options.games), "--seed", options.seed, "--concurrency", str(options.concurrency)]
            match += ["--resign-moves", "4", "--resign-score", "1500", "--resume", str(journal)]
            match += ["--ponder"] if options.ponder else []
            subprocess.run(match, check=True, stdout=subprocess.DEVNULL)
            played = list(games(journal))
    finally:
        for process in busy:
            process.kill()
            process.wait()
    lost = [game for game in played if "time" in game["reason"]]
    clocks = sorted(lowest(game, base, increment) for game in played)
    moves = sum(len(game["notes"]) for game in played)
    name = f"{pathlib.Path(options.engine).name}: " if options.engine else ""
    print(
        f"{name}{len(played)} games at {options.tc}, {moves} moves, hash {options.hash}, threads {options.threads}, busy {options.busy}{pondered(played)}: "
        f"{len(lost)} lost on time, lowest clock {clocks[0]} ms, {clocks[len(clocks) // 2]} ms in half of the games"
    )
    for game in lost:
        print(f"game {game['number']}: {game['reason']} after {len(game['notes'])} moves")
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
