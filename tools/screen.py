#!/usr/bin/env python3
"""Screens many changes of the engine at once.

    python3 tools/screen.py changes.json games.jsonl --program target/release/espalier --seconds 600 --concurrency 2
    python3 tools/screen.py changes.json games.jsonl --report

changes.json lists the options of each change, such as {"root": {"lmr_root": 1024}, "calm": {"off": "qchecks"}}; "off"
disables a technique, and the parameters of the search are options in a build with the feature spsa. In every small match one side has a
random half of the changes and the other side the other half, then the sides are exchanged. So each game contributes to the estimate
of every change, and a regression separates them. The report needs numpy. Confirm a promising change by a separate SPRT.
"""

import argparse
import concurrent.futures
import json
import math
import pathlib
import random
import subprocess
import time

# Elo per share of the points, near one half.
ELO = 400 / math.log(10) / 0.25


def spec(program, changes, chosen):
    """Returns the spec of the program with some of the changes."""
    options, off = {}, []
    for name in chosen:
        for key, value in changes[name].items():
            if key == "off":
                off.append(f"-{value}")
            else:
                options[key] = value
    if off:
        options["Techniques"] = " ".join(off)
    return f"uci:{program}" + "".join(f",option.{key}={value}" for key, value in sorted(options.items()))


def sides(changes, number):
    """Returns the changes of both players in a small match."""
    chance = random.Random(number // 2)
    names = sorted(changes)
    one = [name for name in names if chance.random() < 0.5]
    other = [name for name in names if name not in one]
    return (other, one) if number % 2 else (one, other)


def play(options, changes, number):
    """Plays one small match."""
    one, other = sides(changes, number)
    players = [spec(options.program, changes, chosen) for chosen in (one, other)]
    limits = ["--nodes", str(options.nodes), "--games", str(options.games), "--seed", str(number)]
    ends = ["--resign-moves", "4", "--resign-score", "800", "--draw-moves", "8", "--draw-score", "5"]
    done = subprocess.run([options.program, "match", *players, *limits, *ends, "--json"], capture_output=True, text=True, check=True)
    tally = json.loads(done.stdout)["pairings"][0]["tally"]
    return {"number": number, "on": one, **tally}


def report(changes, lines):
    """Prints the Elo of each change."""
    import numpy as np

    names = sorted(changes)
    inputs, shares, games = [], [], 0
    for line in lines:
        match = json.loads(line)
        count = match["wins"] + match["draws"] + match["losses"]
        games += count
        inputs.append([1.0 if name in match["on"] else -1.0 for name in names])
        shares.append((match["wins"] + match["draws"] / 2) / count - 0.5)
    inputs, shares = np.array(inputs), np.array(shares)
    worth, *_ = np.linalg.lstsq(inputs, shares, rcond=None)
    rest = shares - inputs @ worth
    variance = rest @ rest / max(1, len(shares) - len(names))
    error = 1.96 * np.sqrt(np.diag(np.linalg.pinv(inputs.T @ inputs)) * variance)
    print(f"{games:,} games")
    for name, value, width in sorted(zip(names, worth, error), key=lambda row: -row[1]):
        print(f"{name:20} {value * ELO:+6.1f} +- {width * ELO:.1f} Elo")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("changes", type=pathlib.Path)
    parser.add_argument("games_file", type=pathlib.Path, help="a line for each small match; existing lines count")
    parser.add_argument("--program", default="./espalier", help="a build with the feature spsa")
    parser.add_argument("--nodes", type=int, default=8_000)
    parser.add_argument("--games", type=int, default=16, help="games of a small match")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--report", action="store_true", help="play nothing")
    options = parser.parse_args()
    changes = json.loads(options.changes.read_text())
    before = options.games_file.read_text().splitlines() if options.games_file.exists() else []
    if not options.report:
        end = time.monotonic() + options.seconds
        first = 1 + max((json.loads(line)["number"] for line in before), default=-1)

        def one(number):
            return play(options, changes, number) if time.monotonic() < end else None

        with concurrent.futures.ThreadPoolExecutor(options.concurrency) as pool, open(options.games_file, "a") as file:
            numbers = range(first, first + 1_000_000)
            waiting = {pool.submit(one, number) for number in numbers[: options.concurrency]}
            following = iter(numbers[options.concurrency:])
            while waiting:
                done, waiting = concurrent.futures.wait(waiting, return_when="FIRST_COMPLETED")
                for future in done:
                    if (found := future.result()) is not None:
                        file.write(json.dumps(found) + "\n")
                        file.flush()
                        waiting.add(pool.submit(one, next(following)))
    report(changes, options.games_file.read_text().splitlines())


if __name__ == "__main__":
    main()
